"""What fuzzing found, mended: each input with what is said of it now."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from analyzer.cards import PACK_32
from analyzer.errors import QuestionError
from analyzer.games import TITLES, load_game
from analyzer.games.known import parse_known
from tests.fuzz.harness import Case, check, cut_short, run
from tests.fuzz.texts import HAND

DIGITS = "9" * 5000
"""More than Python turns into a number."""
CUPE = "QS AS KS 2C 3C 4C 5C 6C 7C 8C 9C TC JC"


@pytest.fixture(autouse=True, scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with cut_short(tmp_path_factory.mktemp("mended")):
        yield


def file_of(*lines: str, game: str = "cutu") -> Case:
    return Case(("bid-odds", game, "--file", "q.txt"), (("q.txt", "\n".join(lines)),))


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        # Numbers of thousands of digits were ValueErrors of Python.
        (Case(("bid-odds", "cutu", HAND, "--bids", DIGITS)), "--bids 999"),
        (Case(("bid-odds", "cutu", HAND, "--calls", DIGITS)), "expected pas or a bid"),
        (Case(("bid-odds", "cruce", "♠AT ♥K", "--calls", DIGITS)), "expected pas, 1"),
        (Case(("bid-odds", "cruce", "♠AT ♥K", "--calls", "2c" + DIGITS)), "expected pas, 1"),
        (Case(("bid-odds", "cuccu", "VI", "--lives", f"3,3,{DIGITS},3")), "no number of lives"),
        (Case(("bid-odds", "cuccu", "VI", "--seat", DIGITS)), "expected a seat from 1 to 4"),
        (Case(("bid-odds", "cupe", CUPE, "--budget", DIGITS)), "expected a whole number"),
        # Argparse hands on an empty list for such a value.
        (Case(("bid-odds", "cutu", "--seed=--")), "--seed: expected a value"),
        (Case(("rules", "cutu", "--set=--")), "--set: expected a value"),
        # Paths that cannot be.
        (Case(("report", "cuccu", "--output", "\x00")), "--output ?: expected the name"),
        (Case(("report", "cuccu", "--output", "x" * 5000)), "--output xxx"),
        (Case(("report", "cuccu", "--output", "~nobody-of-this-name/x")), "--output ~nobody"),
        (Case(("bid-odds", "cutu", "--save-deals", "\x00")), "--save-deals ?: expected the name"),
        # CSV of more than Python reads.
        (file_of("hand,calls", "♠" + "A" * 200_000), "field larger than field limit"),
        # Words that were passed over without a word.
        (file_of("hand,calls,calls", f"{HAND},pas,5"), "column calls is there twice"),
        (file_of(f'{HAND} --calls "pas" --calls "5"'), "--calls: is given twice"),
        (file_of(f"{HAND} --calls pas --seat=2 --seat=2"), "--seat: is given twice"),
        (
            file_of("hand,turned,sample", "AO 3O RO HO AC,SO,perhaps", game="cuatrola"),
            "sample 'perhaps': expected yes or no",
        ),
        (
            file_of("AO 3O RO HO AC --turned SO --sample=no", game="cuatrola"),
            "--sample: expected no value",
        ),
        (Case(("bid-odds", "cupe", CUPE, "--budget", "1500.5")), "--budget 1500.5: expected"),
        (Case(("bid-odds", "cutu", HAND, "--known", " ; ")), "--known: expected SEAT:CARDS"),
        (
            Case(("bid-odds", "cuccu", "VI", "--seat", "3", "--shown", "2 cat, 2 horse")),
            "another card of that seat",
        ),
        # Signs that turn the writing round, or are no characters, went to the terminal.
        (Case(("bid-odds", "cutu", "--players=\u202e4")), "--players ?4"),
        (Case(("rules", "cruce", "--players=\ue000")), "players = ?"),
    ],
)  # fmt: skip
def test_one_clear_line(case: Case, expected: str) -> None:
    check(case)
    done = run(case)
    assert done is not None
    assert done.status == 2
    assert expected in done.err


def test_a_flag_may_be_no_in_csv() -> None:
    table = "hand,turned,sample\nAO 3O RO HO AC,SO,{}"
    for word in ("yes", "no", "", "TRUE", "0"):
        assert run(file_of(table.format(word), game="cuatrola")) is None


def test_of_very_many_bad_questions_only_the_first_are_told() -> None:
    done = run(file_of(*["nonsense here"] * 500))
    assert done is not None
    assert len(done.err.splitlines()) <= 21
    assert "more problems" in done.err


def test_a_deal_of_cuccu_is_read_from_its_first_seat() -> None:
    game = load_game("cuccu")
    rules = game.rules.load()
    for text in ("nonsense:II VI 0 VIII", "2:II VI 0 VIII"):
        with pytest.raises(QuestionError, match="first seat"):
            game.read_deal(rules, text)


def test_facts_are_shown_without_what_is_invisible() -> None:
    known = parse_known("4:\u202eAS ;\n 2:\u200b-H;", PACK_32, 4, 0, [])
    assert known.text == "4:AS; 2:-H"
    assert parse_known(known.text, PACK_32, 4, 0, []) == known


def test_long_spaces_between_scores_take_no_time() -> None:
    check(Case(("bid-odds", "cutu", HAND, "--score", "5" + " " * 100_000 + "x")))


@pytest.mark.parametrize("seed", [2**63, 2**64 - 1])
def test_the_largest_seeds(seed: int) -> None:
    for game in TITLES:
        done = run(Case(("deal", game, "--seed", str(seed))))
        assert done is not None
        assert done.status == 0
