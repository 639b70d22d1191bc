"""Hands and cards: text to card sets and back."""

from __future__ import annotations

from collections import Counter

from analyzer.cards.packs import Pack
from analyzer.cards.reader import HandReader, NamedCard, read_dots
from analyzer.cards.text import clean, quoted
from analyzer.errors import QuestionError


def parse_cards(text: str, pack: Pack, count: int | None = None) -> list[int]:
    """Card numbers in the order in which the text names them.

    Parameters
    ----------
    text
        Any spelling of `docs/notation.md`.
    pack
        The pack that the cards come from.
    count
        How many cards there must be; without it, at least one.

    Raises
    ------
    QuestionError
        If a word cannot be read or can be read in two ways, a card is not in the pack or is
        given twice, or the number of cards is wrong: all of these at once.

    Examples
    --------
    >>> from analyzer.cards import PACK_32
    >>> parse_cards("A♠ K♠ 10♥", PACK_32)
    [31, 30, 19]
    """
    named, problems = read_hand(text, pack, may_be_empty=count == 0)
    numbers, more = card_numbers(named, pack)
    problems += more
    if count is not None and (len(named) > count or (len(named) < count and not problems)):
        problems.append(wrong_count(named, text, count))
    if problems:
        raise QuestionError(problems)
    return numbers


def parse_hand(text: str, pack: Pack, count: int | None = None) -> int:
    """Card set of a hand: bit ``16 * suit + rank`` is set for each card.

    Parameters and errors are those of `parse_cards`.

    Examples
    --------
    >>> from analyzer.cards import PACK_32
    >>> parse_hand("sAK hT9", PACK_32) == parse_hand("A♠ K♠ 10♥ 9♥", PACK_32, count=4)
    True
    >>> parse_hand("♠AKA6", PACK_32, count=4)
    Traceback (most recent call last):
        ...
    analyzer.errors.QuestionError: '♠AKA6': the 6 of spades is not in the 32-card pack, ...
    '♠AKA6': the A of spades is given twice
    """
    return pack.card_set(parse_cards(text, pack, count))


def parse_card(text: str, pack: Pack) -> int:
    """Number of the one card that the text names; errors as for `parse_cards`."""
    return parse_cards(text, pack, count=1)[0]


def read_hand(text: str, pack: Pack, may_be_empty: bool) -> tuple[list[NamedCard], list[str]]:
    """Cards that a text names, and why it cannot be read if it cannot."""
    line = clean(text)
    if "." in line:
        named, problems = read_dots(line, pack)
        voids: list[tuple[int, str]] = []
    else:
        reader = HandReader(line, pack)
        named, problems, voids = reader.cards, reader.problems, reader.voids
    held = {card.suit for card in named}
    problems += [
        f"{quoted(word)} says that there are no {pack.suit_names[suit]}, but some are given"
        for suit, word in dict(voids).items()
        if suit in held
    ]
    if not (named or problems or may_be_empty):
        example = pack.suits[pack.order[0]].lower() + pack.ranks[:-4:-1]
        problems.append(f"the hand has no cards: expected cards such as '{example}'")
    return named, problems


def card_numbers(named: list[NamedCard], pack: Pack) -> tuple[list[int], list[str]]:
    """Numbers of the cards of this pack, and the problems with the others."""
    problems = []
    numbers = []
    word_of = {}
    for card in named:
        rank = pack.ranks.find(card.rank)
        if rank < 0:
            problems.append(
                f"{quoted(card.word)}: the {card.rank} of {pack.suit_names[card.suit]} is not in "
                f"{pack.name}, whose ranks are {' '.join(reversed(pack.ranks))}"
            )
        else:
            numbers.append(pack.number(card.suit, rank))
            word_of[numbers[-1]] = card.word
    problems += [
        f"{quoted(word_of[number])}: the {card_words(number, pack)} is given "
        f"{'twice' if times == 2 else f'{times} times'}"
        for number, times in Counter(numbers).items()
        if times > 1
    ]
    return numbers, list(dict.fromkeys(problems))


def wrong_count(named: list[NamedCard], text: str, count: int) -> str:
    """The problem of a hand with too few or too many cards."""
    many = len(named)
    return f"{many} card{'s' * (many != 1)} in {quoted(clean(text))}: expected {count}"


def format_hand(cards: int, pack: Pack, unicode: bool = True) -> str:
    """The one printed form: suits with their ranks from the strongest, voids left out.

    Examples
    --------
    >>> from analyzer.cards import PACK_20, PACK_32
    >>> cards = parse_hand("7S KD AS 8D TH JS 9H KS", PACK_32)
    >>> format_hand(cards, PACK_32)
    '♠AKJ7 ♥T9 ♦K8'
    >>> format_hand(cards, PACK_32, unicode=False)
    'sAKJ7 hT9 dK8'
    >>> format_hand(parse_hand("SB CB RE 3C AO", PACK_20), PACK_20)
    'oA c3 eR bCS'
    """
    ranks = suit_ranks(cards, pack)
    return " ".join(
        suit_mark(suit, pack, unicode) + ranks[suit] for suit in pack.order if ranks[suit]
    )


def format_card(number: int, pack: Pack, unicode: bool = True) -> str:
    """A card as it appears in a hand of one: ``♠A``, ``sA``, ``oA``."""
    suit, rank = pack.suit_and_rank(number)
    return suit_mark(suit, pack, unicode) + pack.ranks[rank]


def suit_mark(suit: int, pack: Pack, unicode: bool) -> str:
    """What is printed in front of a suit's ranks."""
    return pack.signs[suit] if unicode else pack.suits[suit].lower()


def suit_ranks(cards: int, pack: Pack) -> list[str]:
    """Ranks held in each suit, by suit number, from the strongest: ``["", "K8", "T9", "AKJ7"]``."""
    ranks = [""] * len(pack.suits)
    for number in reversed(pack.numbers(cards)):
        suit, rank = pack.suit_and_rank(number)
        ranks[suit] += pack.ranks[rank]
    return ranks


def card_words(number: int, pack: Pack) -> str:
    """``A of spades``: a card in a message, whatever the console can show."""
    suit, rank = pack.suit_and_rank(number)
    return f"{pack.ranks[rank]} of {pack.suit_names[suit]}"
