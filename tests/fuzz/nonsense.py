"""Questions that are right, spoiled by a word that means nothing: it must never be ignored."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from tests.fuzz.commands import QUESTIONS, RULES_FILE
from tests.fuzz.harness import Case

JUNK = ("zq", "§", "☃", "\x1b[0m", "zq9zq", "[zq]", "\x07")

_CUTU = ("bid-odds", "cutu", "♠AKJ97 ♥A ♦K8")
_CRUCE = ("bid-odds", "cruce", "♠AT ♥K")
_CUATROLA = ("bid-odds", "cuatrola", "3O RO AC AE HB", "--turned", "SO")
_CUPE = ("bid-odds", "cupe", "QS AS KS 2C 3C 4C 5C 6C 7C 8C 9C TC JC")
_CUCCU = ("bid-odds", "cuccu", "VI")
_ENDGAME = "N:AK... QJ... T9... 87..."

RIGHT: tuple[tuple[str, ...], ...] = (
    _CUTU,
    (*_CUTU, "--calls", "pas 5"),
    (*_CUTU, "--seat", "2"),
    (*_CUTU, "--bids", "5,6"),
    (*_CUTU, "--known", "W:AS; E:-H".replace("AS", "QS")),
    (*_CUTU, "--score", "62-71"),
    (*_CUTU, "--play", "random,simple"),
    (*_CUTU, "--deals", "100"),
    (*_CUTU, "--seed", "5"),
    (*_CUTU, "--precision", "0.01"),
    (*_CUTU, "--set", "target=50"),
    (*_CRUCE, "--calls", "pas 2"),
    (*_CRUCE, "--bids", "2,3"),
    (*_CRUCE, "--score", "12-15"),
    (*_CRUCE, "--known", "2:KS; 4:-D"),
    _CUATROLA,
    (*_CUATROLA, "--seat", "1"),
    (*_CUATROLA, "--calls", "paso"),
    (*_CUATROLA, "--known", "4:AO; 2:-B"),
    (*_CUATROLA, "--score", "8-7"),
    _CUPE,
    (*_CUPE, "--give", "QS AS KS"),
    (*_CUPE, "--direction", "right"),
    (*_CUPE, "--budget", "150000"),
    (*_CUPE, "--score", "90,20,80,85"),
    (*_CUPE, "--known", "2:QH; 4:-D"),
    _CUCCU,
    (*_CUCCU, "--lives", "3,3,2,1"),
    (*_CUCCU, "--seat", "2", "--asked", "1", "--gave", "II"),
    (*_CUCCU, "--seat", "3", "--asked", "1", "--shown", "2 cat"),
    ("solve", "cutu", _ENDGAME),
    ("solve", "cutu", _ENDGAME, "--trump", "S"),
    ("solve", "cutu", _ENDGAME, "--leader", "2"),
    ("solve", "cutu", _ENDGAME, "--leader", "1", "--trick", "SA"),
    ("solve", "cutu", _ENDGAME, "--at-least", "1"),
    ("solve", "cuatrola", "A... 3... R... C...  turned=oC", "--contract", "normal"),
    ("rules", "cutu", "--format", "json"),
    ("rules", "cruce", "--players", "3"),
    ("rules", "cutu", "--rules", "whist"),
    ("deal", "cuccu", "--count", "2"),
    ("deal", "cutu", "--number", "3"),
    ("compare", "cutu", "--variant", "must_overtrump=false"),
    ("compare", "cutu", "standard", "whist"),
    ("games", "--format", "csv"),
)
"""Commands whose last word can be spoiled anywhere."""

FILES: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("bid-odds", "cutu", "--file", QUESTIONS), QUESTIONS, '♠AKJ97 ♥A ♦K8 --calls "pas 5"'),
    (("bid-odds", "cutu", "--file", QUESTIONS), QUESTIONS, "hand,calls\n♠AKJ97 ♥A ♦K8,pas 5"),
    (
        ("bid-odds", "cuatrola", "--file", QUESTIONS),
        QUESTIONS,
        "hand,turned,sample\nAO 3O RO HO AC,SO,yes",
    ),
    (("solve", "cutu", "--file", QUESTIONS), QUESTIONS, _ENDGAME),
    (("rules", "cutu", "--rules", RULES_FILE), RULES_FILE, "target = 50\nmust_trump = false"),
)


def _spoiled(seed: int) -> Case:
    """A right question with nonsense somewhere in its last word or in its file."""
    rnd = Random(seed)
    if rnd.random() < 0.25:
        words, name, content = rnd.choice(FILES)
        return Case(words, ((name, _with_junk(rnd, content)),))
    words = rnd.choice(RIGHT)
    return Case((*words[:-1], _with_junk(rnd, words[-1])))


def _with_junk(rnd: Random, text: str) -> str:
    at = rnd.randint(0, len(text))
    space = rnd.choice(["", " "])
    return text[:at] + space + rnd.choice(JUNK) + space + text[at:]


SPOILED = st.integers(0, 2**32 - 1).map(_spoiled)
