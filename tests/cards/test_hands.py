"""Hands: every spelling of the notation, and what is refused with which words."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from analyzer.cards import (
    PACK_20,
    PACK_24,
    PACK_32,
    PACK_52,
    Pack,
    format_card,
    format_hand,
    parse_card,
    parse_cards,
    parse_hand,
)
from analyzer.errors import QuestionError

NOTATION = Path(__file__).parents[2] / "docs" / "notation.md"


def read(text: str, pack: Pack = PACK_32) -> str:
    return format_hand(parse_hand(text, pack), pack)


def problems(text: str, pack: Pack = PACK_32, count: int | None = None) -> tuple[str, ...]:
    with pytest.raises(QuestionError) as caught:
        parse_hand(text, pack, count)
    return caught.value.problems


def test_every_example_of_the_notation_page_holds() -> None:
    result = doctest.testfile(str(NOTATION), module_relative=False, encoding="utf-8")
    assert result.attempted > 15
    assert result.failed == 0


# The hand of "many spellings" in the list of hands with known answers: ♠AKJ97 ♥A ♦K8.
# Bits are written out here, 16 * suit + rank with 7 8 9 T J Q K A = 0..7.
MANY_SPELLINGS = sum(1 << bit for bit in (55, 54, 52, 50, 48, 39, 22, 17))


@pytest.mark.parametrize(
    "text",
    [
        "♠AKJ97 ♥A ♦K8",
        "sAKJ97 hA dK8",
        "SAKJ97 HA DK8",
        "sakj97 ha dk8",
        "AKJ97.A.K8.",
        "akj97.a.k8.-",
        "AKJ97. A. K8. -",
        "AS KS JS 9S 7S AH KD 8D",
        "as ks js 9s 7s ah kd 8d",
        "A♠ K♠ J♠ 9♠ 7♠ A♥ K♦ 8♦",
        "AsKsJs9s7sAhKd8d",
        "♠AKJ97♥A♦K8♣-",
        "♣- ♦K8 ♥A ♠97JKA",
        "♣ — ♦ K8 ♥ A ♠ 97JKA",
        "♠ A K J 9 7 ♥ A ♦ K 8",
        "♠ A, K, J, 9, 7; ♥ A; ♦ K, 8",
        "S: A K J 9 7 H: A D: K 8 C: -",
        "s A K J 9 7 h A d K 8",
        "spades AKJ97, hearts A, diamonds K8",
        "♠\ufe0fAKJ97 ♥\ufe0fA ♦\ufe0fK8",
        "♠\ufe0eAKJ97 ❤\ufe0fA ♦\ufe0eK8",
        "♤AKJ97 ♡A ♢K8",
        "♠AKJ97\u00a0♥A\u202f♦K8",
        "♠AKJ97\u3000♥A\u2009♦K8",
        "♠AKJ97\t♥A\n♦K8\r\n",
        "\ufeff♠\u200bAKJ97 ♥A\u200d ♦K8\u2060",
        "sＡＫＪ９７ hA dＫ８",
        "♠AKJ9\ufe0f\u20e37\ufe0f\u20e3 ♥A ♦K8",
        "♠ARV97 ♥A ♦R8",
        "sARV97 hA dR8",
        "ARV97.A.R8.",
        "pică A R V 9 7 cupă A caro R 8",
        "Pica\u0306 ARV97, CUPĂ A, romb R8",
        "as de pică, rege de pică, valet de pică, 9S 7S, as de cupă, popă de caro, 8♦",
        "ace of spades KS JS 9S 7S AH king of diamonds 8D",
    ],
)
def test_many_spellings_of_one_hand(text: str) -> None:
    assert parse_hand(text, PACK_32, count=8) == MANY_SPELLINGS
    assert read(text) == "♠AKJ97 ♥A ♦K8"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("♠10 ♥T", "♠T ♥T"),
        ("♠1098", "♠T98"),
        ("10♥ 9♥", "♥T9"),
        ("AKJ10.10.9.", "♠AKJT ♥T ♦9"),
        ("DS RD VC", "♠Q ♦K ♣J"),
        ("DD", "♦Q"),
        ("dDRV", "♦KQJ"),
        ("DR", "♦K"),
        ("dK8", "♦K8"),
        ("s A D 9", "♠A ♦9"),  # letters, and nothing Romanian: diamonds
        ("♠ D 9", "♠Q9"),  # after a suit that has no ranks yet: the queen
        ("♠ A R D V ♥ 9", "♠AKQJ ♥9"),
        ("♠ARDV ♥9", "♠AKQJ ♥9"),
        ("sARDV hT9 dR8", "♠AKQJ ♥T9 ♦K8"),
        ("♠AKD", "♠AKQ"),
        ("sAQd9", "♠AQ ♦9"),  # the queen is there already
        ("damă de treflă", "♣Q"),
        ("A ♠ K ♥", "♠A ♥K"),
        ("DS KH", "♠Q ♥K"),
    ],
)
def test_tens_and_romanian_ranks(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AO 3C RE CB SB", "oA c3 eR bCS"),
        ("ao 3c re cb sb", "oA c3 eR bCS"),
        ("ao 3c re hb sb", "oA c3 eR bCS"),
        ("oA3 cR", "oA3 cR"),
        ("cR oA3", "oA3 cR"),
        ("oA3RCS", "oA3RCS"),
        ("A3RCS...", "oA3RCS"),
        ("-.-.C.-", "eC"),
        ("CC", "cC"),
        ("HC CO CE", "oC cC eC"),
        ("CR", "cR"),
        ("RC", "cR"),
        ("CCRC", "cRC"),  # by suit the caballo would come twice: two cards
        ("oH cH", "oC cC"),
        ("O A 3 C R H", "oA3 cRC"),  # the caballo is spelled H here, so C is copas
        ("O: A 3 C: R", "oA3 cR"),
        ("O: A C C: R E: -", "oAC cR"),  # every suit has its colon, so C without one is a rank
        ("O C", "oC"),
        ("1O 12C 11E 10B 3b", "oA cR eC b3S"),
        ("oros A 3, copas R", "oA3 cR"),
        ("as de oros, caballo de copas y".removesuffix(" y"), "oA cC"),
        ("sota de bastos rey de espadas tres de oros", "o3 eR bS"),
    ],
)
def test_spanish(text: str, expected: str) -> None:
    assert read(text, PACK_20) == expected


def test_playing_strength_orders_the_ranks() -> None:
    """In Cruce the ten stands above the king: bits of A and T are 5 and 4."""
    assert parse_hand("♣KAT", PACK_24) == (1 << 5) | (1 << 4) | (1 << 3)
    assert read("♣KAT9QJ", PACK_24) == "♣ATKQJ9"


@pytest.mark.parametrize(
    ("text", "pack"),
    [
        ("sAKJ97hAdK8", PACK_32),
        ("sAD9", PACK_32),
        ("♠AKD9", PACK_32),
        ("♠ A K D ♥ 9", PACK_32),
        ("s A R D V h 9", PACK_32),
        ("sARdV hT9", PACK_32),
        ("sARhVdR", PACK_32),
        ("♠ A RD", PACK_32),
        ("o A 3 c R", PACK_20),
        ("O A C", PACK_20),
        ("oA 3 cR", PACK_20),
        ("oA3cR", PACK_20),
        ("o A RC", PACK_20),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused(text: str, pack: Pack) -> None:
    assert "can be read in two ways" in problems(text, pack)[0]


@pytest.mark.parametrize(
    ("text", "count", "needles"),
    [
        ("♠AKJ97 ♥A ♦KK", 8, ["the K of diamonds is given twice"]),
        ("AS AS AS", None, ["the A of spades is given 3 times"]),
        ("♠AKJ97 ♥A ♦K", 8, ["7 cards", "expected 8"]),
        ("♠AKJ97 ♥A ♦K87", 8, ["9 cards", "expected 8"]),
        ("♠AKJ97 ♥A ♦K6", 8, ["'♦K6'", "the 6 of diamonds is not in the 32-card pack"]),
        ("6♠", None, ["'6♠'", "the 6 of spades is not in", "A K Q J T 9 8 7"]),
        ("AX", None, ["unknown 'X' in 'AX'", "a suit S, H, D or C"]),
        ("♠AX", None, ["unknown 'X' in '♠AX'", "a rank A, K, Q, J, T, 9, 8 or 7"]),
        ("1♠", None, ["unknown '1'", "a rank"]),
        ("spadez AK", None, ["unknown 'spadez'", "did you mean 'spade"]),
        ("", None, ["no cards", "expected cards such as 'sAKQ'"]),
        (" \ufe0f, ;", 8, ["no cards"]),
        ("...", 8, ["no cards"]),
        ("♠- ♥-", None, ["no cards"]),
        ("♠", None, ["'♠' has no cards after it", "'♠-'"]),
        ("♠ ♥A", None, ["'♠' has no cards after it"]),
        ("♠- ♠A", None, ["'♠-' says that there are no spades"]),
        ("♠A-", None, ["'♠A-' cannot be read"]),
        ("-", None, ["'-' is out of place"]),
        ("AK", None, ["'AK' has no suit"]),
        ("AKJ97.A.K8", None, ["2 dots", "expected 3", "spades.hearts.diamonds.clubs"]),
        ("AKJ97.A.K8..", None, ["4 dots"]),
        ("AK.X..", None, ["unknown rank 'X'"]),
        ("♠A. ♥K", None, ["1 dot:"]),
        (": AK", None, ["':' is out of place"]),
        ("♠A of", None, ["'of' is out of place"]),
        ("♠A\u0336", None, ["unknown"]),  # struck through: not simply the ace
        ("♠A ¨", None, ["unknown"]),
    ],
)
def test_refusals_name_the_token_and_what_was_expected(
    text: str, count: int | None, needles: list[str]
) -> None:
    first, *_ = problems(text, PACK_32, count)
    for needle in needles:
        assert needle in first


def test_all_problems_at_once() -> None:
    found = problems("♠AKJ96 ♥AX ♦KK zz", PACK_32, 8)
    assert len(found) == 4
    assert problems("♠AKJ976 ♥AA ♦K8", PACK_32, 8)[-1].endswith("expected 8")


def test_the_same_problem_is_told_once() -> None:
    assert len(problems("♠66", PACK_32)) == 1


def test_messages_stay_on_one_short_line() -> None:
    for text in ("♠A\u2028\x00\x1b[31mK" * 30, "x" * 10_000, "\ud800"):
        for problem in problems(text):
            assert problem.isprintable()
            assert len(problem) < 400


@pytest.mark.parametrize("text", ["♠A", "oA ♠3", "AK.Q..", "7O", "AT OK"])
def test_other_packs_are_refused_in_cuatrola(text: str) -> None:
    assert problems(text, PACK_20)


def test_cards_keep_their_order() -> None:
    """The order of `trick=`; numbers are suit * 8 + rank."""
    assert parse_cards("7C JD TD", PACK_32) == [0, 12, 11]


def test_one_card() -> None:
    assert parse_card("10♥", PACK_52) == 2 * 13 + 8
    with pytest.raises(QuestionError, match="expected 1"):
        parse_card("10♥ 9♥", PACK_52)


def test_an_empty_hand_may_be_asked_for() -> None:
    assert parse_hand("", PACK_32, count=0) == 0


@pytest.mark.parametrize("pack", [PACK_20, PACK_24, PACK_32, PACK_52])
@pytest.mark.parametrize("unicode", [True, False])
def test_every_card_round_trips(pack: Pack, unicode: bool) -> None:
    for number in range(pack.size):
        printed = format_card(number, pack, unicode)
        assert parse_card(printed, pack) == number
        suit, rank = pack.suit_and_rank(number)
        for text in (pack.ranks[rank] + pack.suits[suit], pack.suits[suit] + pack.ranks[rank]):
            assert parse_card(text, pack) == number
            assert parse_card(text.lower(), pack) == number


def test_ascii_print_is_ascii() -> None:
    for pack in (PACK_20, PACK_24, PACK_32, PACK_52):
        assert format_hand(pack.full, pack, unicode=False).isascii()


def test_a_set_with_foreign_cards_is_not_printed() -> None:
    with pytest.raises(ValueError, match="no card"):
        format_hand(1 << 8, PACK_32)
