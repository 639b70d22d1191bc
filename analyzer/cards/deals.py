"""Deals on one line: ``N:AKJ7.T9.K8. QT98.AK.Q7. ...``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.cards.hands import card_numbers, card_words, read_hand, suit_ranks, wrong_count
from analyzer.cards.packs import OUT_OF_PLAY, Pack
from analyzer.cards.suits import SEAT_LETTERS, parse_seat
from analyzer.cards.text import clean, quoted
from analyzer.errors import QuestionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def parse_deal(
    text: str, pack: Pack, players: int, count: int | None = None
) -> tuple[NDArray[np.uint8], int]:
    """Who holds each card, and the seat that the text names first.

    Parameters
    ----------
    text
        ``SEAT:HAND HAND ...`` with as many hands as players, in playing order from the seat named;
        without ``SEAT:``, from seat 1. Hands are written with dots, or in any spelling with ``|``
        between two hands. ``-`` is a hand that is not in play.
    pack, players
        What the cards come from, and the number of seats.
    count
        How many cards each hand in play must have; without it, any number.

    Returns
    -------
    owners
        uint8 of length ``pack.size``, by card number: seat 0-based, 255 for a card out of play.
    first
        The seat named, 0-based.

    Raises
    ------
    QuestionError
        With all problems: the seat, the number of hands, what is wrong in each hand, a card in
        two hands.

    Examples
    --------
    >>> from analyzer.cards import PACK_32
    >>> owners, first = parse_deal("E:A... K... - Q...", PACK_32, players=4)
    >>> first, owners[28:].tolist()
    (1, [255, 0, 2, 1])
    """
    import numpy as np

    problems: list[str] = []
    first = 0
    before, colon, body = clean(text).partition(":")
    if colon:
        try:
            first = parse_seat(before, players, "first seat")
        except QuestionError as error:
            problems += error.problems
    else:
        body = before
    hands = [hand.strip() for hand in body.split("|")] if "|" in body else body.split()
    if len(hands) != players:
        problems.append(
            f"{len(hands)} hand{'s' * (len(hands) != 1)} in the deal: expected {players}, "
            "written with dots or with | between two hands, and - for a hand that is not in play"
        )
    owners = np.full(pack.size, OUT_OF_PLAY, dtype=np.uint8)
    for index, hand in enumerate(hands[:players]):
        seat = (first + index) % players
        problems += _seat_hand(owners, hand, seat, pack, count)
    if not problems and (owners == OUT_OF_PLAY).all():
        problems.append(f"no cards in the deal {quoted(text)}")
    if problems:
        raise QuestionError(problems)
    return owners, first


def _seat_hand(
    owners: NDArray[np.uint8], hand: str, seat: int, pack: Pack, count: int | None
) -> list[str]:
    """Give the hand's cards to the seat (``owners`` is modified in place); returns the problems."""
    if hand == "-":
        return []
    named, problems = read_hand(hand, pack, may_be_empty="." in hand)
    numbers, more = card_numbers(named, pack)
    problems += more
    if count is not None and (len(named) > count or (len(named) < count and not problems)):
        problems.append(wrong_count(named, hand, count))
    for number in dict.fromkeys(numbers):
        if owners[number] != OUT_OF_PLAY:
            other = int(owners[number]) + 1
            problems.append(f"the {card_words(number, pack)} is in the hand of seat {other} too")
        owners[number] = seat
    return [f"hand of seat {seat + 1}: {problem}" for problem in problems]


def format_deal(owners: NDArray[np.uint8], pack: Pack, players: int, first: int = 0) -> str:
    """The deal notation, ``-`` for a seat without cards.

    Parameters
    ----------
    owners
        uint8 of length ``pack.size``: seat 0-based, 255 out of play.
    pack, players
        What the cards come from, and the number of seats.
    first
        The seat to begin with, 0-based.

    Raises
    ------
    ValueError
        If ``owners`` has another length or names a seat that does not exist.

    Examples
    --------
    >>> from analyzer.cards import PACK_32
    >>> owners, first = parse_deal("E: sA | hK dT | - | c7", PACK_32, players=4)
    >>> format_deal(owners, PACK_32, players=4)
    'N:...7 A... .K.T. -'
    """
    if len(owners) != pack.size:
        raise ValueError(f"{len(owners)} owners: {pack.name} has {pack.size} cards")
    held = [0] * players
    for number, owner in enumerate(owners.tolist()):
        if owner != OUT_OF_PLAY:
            if not 0 <= owner < players:
                raise ValueError(f"owner {owner} of card {number}: expected 0 to {players - 1}")
            held[owner] |= 1 << pack.bit(number)
    hands = []
    for index in range(players):
        cards = held[(first + index) % players]
        ranks = suit_ranks(cards, pack)
        hands.append(".".join(ranks[suit] for suit in pack.order) if cards else "-")
    return f"{SEAT_LETTERS[first]}:" + " ".join(hands)
