"""The pack of Cuccù: the table of its rulebook, section 2, row by row."""

from __future__ import annotations

import pytest

from analyzer.cards import cuccu
from analyzer.errors import QuestionError

# Key, and the spellings of the rule book's columns: printed, English, Italian, local.
TABLE = {
    15: "XV; 15; cuckoo; Cucco; Cucù; Cuccù; Lu Cill",
    14: "XIIII; XIV; hunter; Hai pigliato bragon; Bragon; Bum; Tuff; Tuffo; Lu BBum",
    13: "XIII; horse; Salta; Cavallo; La Salt; Lu Cavall",
    12: "XII; cat; Gnao; Gatto; Gnaf; La Gnaf",
    11: "XI; inn; Fermatevi alquanto; Osteria; Taverna; La Tavern; La Cas",
    10: "X; ten; 10; N10; x",
    9: "VIIII; IX; nine; Ⅸ; ９",
    8: "VIII; eight",
    7: "VII; seven",
    6: "VI; six",
    5: "V; five",
    4: "IIII; IV; four; iv",
    3: "III; three",
    2: "II; two",
    1: "I; one; N1",
    0: "0; nought; zero; Nulla; La Null",
    -1: "bucket; pail; Secchia; La Sacchj; Lu Callarutt; -1; −1",
    -2: "mask; Mascherone; Lu MMascaraun; –2",
    -3: "lion; Leone; Cacaccio; Grattaculo; Lu FFu; La Lambratt; -3",
}


@pytest.mark.parametrize(("key", "spellings"), TABLE.items())
def test_every_name_of_the_rule_book(key: int, spellings: str) -> None:
    for text in spellings.split(";"):
        assert cuccu.KEYS[cuccu.parse_card(text)] == key
        assert cuccu.parse_card(text.upper()) == cuccu.parse_card(text.lower())


def test_the_fool_has_no_key() -> None:
    for text in ("fool", "jester", "Matto", "Lu Matt"):
        assert cuccu.parse_card(text) == cuccu.FOOL
    assert cuccu.KEYS[cuccu.FOOL] is None


def test_rank_indices_follow_the_key() -> None:
    fixed = cuccu.KEYS[: cuccu.FOOL]
    assert fixed == tuple(range(-3, 16))
    assert (len(cuccu.KEYS), cuccu.SIZE) == (20, 40)
    named = (cuccu.LION, cuccu.ZERO, cuccu.INN, cuccu.CAT, cuccu.HORSE, cuccu.HUNTER, cuccu.CUCKOO)
    assert [cuccu.KEYS[rank] for rank in named] == [-3, 0, 11, 12, 13, 14, 15]


def test_printed_forms_round_trip() -> None:
    everything = list(range(cuccu.RANKS))
    assert cuccu.parse_cards(cuccu.format_cards(everything)) == everything
    assert all(cuccu.format_card(rank).isascii() for rank in everything)
    with pytest.raises(ValueError, match="0 to 19"):
        cuccu.format_card(20)


def test_names_of_several_words_end_where_they_end() -> None:
    """X and V stay ten and five; XV is the cuckoo."""
    assert [cuccu.KEYS[card] for card in cuccu.parse_cards("X V, XV; la gnaf I")] == [
        10, 5, 15, 12, 1,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "count", "needle"),
    [
        ("XVI", None, "'XVI' is no card"),
        ("16", None, "'16' is no card"),
        ("IIX", None, "'IIX' is no card"),
        ("la", None, "'la' is no card"),
        ("-", None, "'-' is no card"),
        ("¨", None, "is no card"),
        ("cukoo", None, "did you mean 'cuckoo'"),
        ("XV XV 15", None, "cuckoo is given 3 times: the pack has 2"),
        ("", None, "no card is given"),
        ("", 1, "0 cards in '': expected 1"),
        ("V VI", 1, "2 cards in 'V VI': expected 1"),
    ],
)
def test_refusals(text: str, count: int | None, needle: str) -> None:
    with pytest.raises(QuestionError) as caught:
        cuccu.parse_cards(text, count)
    assert needle in str(caught.value)


def test_all_problems_at_once() -> None:
    with pytest.raises(QuestionError) as caught:
        cuccu.parse_cards("XVI fool fool fool nobody")
    assert len(caught.value.problems) == 3
