"""For any text the answer is a result or a QuestionError, and what is printed can be read."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from analyzer.cards import (
    PACK_20,
    PACK_24,
    PACK_32,
    PACK_52,
    Pack,
    cuccu,
    format_deal,
    format_hand,
    parse_cards,
    parse_deal,
    parse_hand,
    parse_seat,
    parse_suit,
    parse_trump,
)
from analyzer.errors import QuestionError

PACKS = [PACK_20, PACK_24, PACK_32, PACK_52]
packs = st.sampled_from(PACKS)
pieces = st.sampled_from(
    [*"AKQJT9872RDVSHCOEB31.-:|,; ♠♥♦♣\ufe0f\u00a0", "10", "12", " de ", " of ", " pică ", " as ",
     " copas ", " rey ", "N:", "...", "XIV ", "la ", "gnaf ", "fool "]
)  # fmt: skip
near_notation = st.lists(pieces, max_size=30).map("".join)
texts = st.one_of(near_notation, near_notation.map(str.lower), st.text(max_size=40))

DUAL = "dc"
"""Letters that are suits and ranks."""
suit_words = st.sampled_from([*"shdcoeb♠♥♦♣SDCO", "D:", "C:", "S:", "O:"])
rank_words = st.text("AQKJT987RDVC3SH", min_size=1, max_size=4)
card_words = st.tuples(suit_words, st.sampled_from(["", "", " "]), rank_words).map("".join)
turned_words = st.tuples(st.sampled_from("AKQTDRC3"), st.sampled_from("♠♥♦SDCOEB")).map("".join)
hand_like = st.lists(st.one_of(card_words, rank_words, turned_words), max_size=4).flatmap(
    lambda words: st.sampled_from([" ", " ", ", ", ""]).map(lambda between: between.join(words))
)
"""Texts of which many are hands, with every clash of letters."""

READERS: list[Callable[[str, Pack], object]] = [
    parse_hand,
    lambda text, pack: parse_deal(text, pack, players=4),
    parse_suit,
    parse_trump,
    lambda text, _: parse_seat(text),
    lambda text, _: cuccu.parse_cards(text),
]


def problems(reader: Callable[[str, Pack], object], text: str, pack: Pack) -> tuple[str, ...]:
    """What the reader refuses; anything but a result or a QuestionError fails the test."""
    try:
        reader(text, pack)
    except QuestionError as error:
        return error.problems
    return ()


@pytest.mark.parametrize("reader", READERS)
@given(text=texts, pack=packs)
def test_a_result_or_clear_lines(
    reader: Callable[[str, Pack], object], text: str, pack: Pack
) -> None:
    assert all(line.isprintable() and line for line in problems(reader, text, pack))


@given(text=hand_like, pack=packs)
def test_what_is_read_is_a_hand_of_the_pack_and_round_trips(text: str, pack: Pack) -> None:
    if problems(parse_hand, text, pack):
        return
    cards = parse_hand(text, pack)
    assert cards
    assert cards & ~pack.full == 0
    assert len(parse_cards(text, pack)) == cards.bit_count()
    for unicode in (True, False):
        assert parse_hand(format_hand(cards, pack, unicode), pack) == cards


@given(text=hand_like, pack=packs)
def test_case_never_changes_the_cards(text: str, pack: Pack) -> None:
    """Capitals and small letters may be refused or read, but never read as something else."""
    spellings = (text, text.lower(), text.upper())
    readable = [one for one in spellings if not problems(parse_hand, one, pack)]
    assert len({parse_hand(one, pack) for one in readable}) <= 1


@given(text=hand_like, pack=packs)
def test_no_letter_is_ignored(text: str, pack: Pack) -> None:
    """A hand that can be read names one card for each rank that the text can have."""
    if not problems(parse_hand, text, pack) and not set(text.lower()) & set(DUAL + ": -"):
        letters = text.replace("10", "T").lower()
        assert parse_hand(text, pack).bit_count() == sum(
            letter in pack.alphabet.rank_letters for letter in letters
        )


@st.composite
def hands(draw: st.DrawFn) -> tuple[Pack, list[int]]:
    pack = draw(packs)
    numbers = st.integers(0, pack.size - 1)
    return pack, draw(st.lists(numbers, unique=True, min_size=1, max_size=pack.size))


def spelled(numbers: list[int], pack: Pack, style: str) -> str:
    cards = [pack.suit_and_rank(number) for number in numbers]
    ranks = ["".join(pack.ranks[r] for s, r in cards if s == suit) for suit in range(4)]
    if style == "card":
        return " ".join(pack.ranks[rank] + pack.suits[suit] for suit, rank in cards)
    if style == "sign":
        return " ".join(pack.ranks[rank] + pack.signs[suit] for suit, rank in cards)
    if style == "glued":
        return "".join(pack.ranks[rank] + pack.suits[suit] for suit, rank in cards)
    if style == "dots":
        return ".".join(ranks[suit] for suit in pack.order)
    if style == "void":
        return " ".join(pack.suits[suit] + (ranks[suit] or "-") for suit in range(4))
    if style == "colon":
        return " ".join(f"{pack.suits[s]}: {' '.join(ranks[s]) or '-'}" for s in range(4))
    return " ".join(pack.suits[suit] + pack.ranks[rank] for suit, rank in cards)


@pytest.mark.parametrize("style", ["card", "sign", "glued", "dots", "void", "colon", "suit first"])
@given(hand=hands())
def test_every_style_reads_back(style: str, hand: tuple[Pack, list[int]]) -> None:
    pack, numbers = hand
    expected = pack.card_set(numbers)
    text = spelled(numbers, pack, style)
    for variant in (text, text.lower(), text.replace("T", "10").replace(" ", "\u00a0")):
        assert parse_hand(variant, pack, count=len(numbers)) == expected


@given(hand=hands(), data=st.data())
def test_an_intruder_is_never_ignored(hand: tuple[Pack, list[int]], data: st.DataObject) -> None:
    """Any character that means nothing in the notation makes the text unreadable."""
    pack, numbers = hand
    text = format_hand(pack.card_set(numbers), pack)
    at = data.draw(st.integers(0, len(text)))
    intruder = data.draw(st.sampled_from("xyzw§?!#*@¨0/\\&€"))
    with pytest.raises(QuestionError):
        parse_hand(text[:at] + intruder + text[at:], pack)


@given(data=st.data(), players=st.integers(2, 4), pack=packs)
def test_deals_round_trip(data: st.DataObject, players: int, pack: Pack) -> None:
    owner = st.one_of(st.integers(0, players - 1), st.just(255))
    drawn = data.draw(st.lists(owner, min_size=pack.size, max_size=pack.size))
    assume(any(seat != 255 for seat in drawn))
    owners = np.array(drawn, dtype=np.uint8)
    first = data.draw(st.integers(0, players - 1))
    read, seat = parse_deal(format_deal(owners, pack, players, first), pack, players)
    assert seat == first
    np.testing.assert_array_equal(read, owners)
