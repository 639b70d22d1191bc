"""Facts about other hands, as typed: a card seen in a seat, a suit that a seat does not hold."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from analyzer.cards import Pack, parse_cards, parse_seat, parse_suit, tidy
from analyzer.errors import QuestionError, fold

HELP = 'facts about other hands: "W:AS" a card seen there, "E:-H" no hearts; several with ;'
_VOID = re.compile(r"^(?:-|no |void |fara |sin )\s*(.+)$")


@dataclass(frozen=True)
class Known:
    """Where cards are known to lie (card number -> seat), and where they do not (-> seats)."""

    cards: dict[int, int] = field(default_factory=dict)
    barred: dict[int, list[int]] = field(default_factory=dict)
    text: str = ""


def parse_known(text: str | None, pack: Pack, players: int, own: int, hand: Iterable[int]) -> Known:
    """Read facts such as ``W:AS; E:-H``.

    Parameters
    ----------
    text
        Facts with ``;`` between them, each ``SEAT:CARDS`` or ``SEAT:-SUIT`` (also ``void``).
    pack, players
        What the cards come from, and the number of seats.
    own, hand
        The asker's seat and card numbers, which need no telling.

    Raises
    ------
    QuestionError
        For facts that cannot be read or cannot be true, all at once.
    """
    if text is None:
        return Known()
    mine = set(hand)
    facts = [fact for part in re.split(r"[;\n]", text) if (fact := tidy(part))]
    if not facts:
        raise QuestionError("--known: expected SEAT:CARDS or SEAT:-SUIT, such as W:AS")
    known = Known(text="; ".join(facts))
    problems: list[str] = []
    for fact in facts:
        seat_text, colon, what = fact.partition(":")
        if not colon or not what.strip():
            problems.append(f"--known {fact!r}: expected SEAT:CARDS or SEAT:-SUIT, such as W:AS")
            continue
        try:
            seat = parse_seat(seat_text, players)
            if seat == own:
                raise QuestionError(f"--known {fact!r}: seat {seat + 1} is the asker's own")
            void = _VOID.match(fold(what))
            if void is not None:
                suit = parse_suit(void[1], pack)
                for card in range(pack.size):
                    if pack.suit_and_rank(card)[0] == suit and card not in mine:
                        known.barred.setdefault(card, []).append(seat)
                continue
            for card in parse_cards(what, pack):
                if card in mine:
                    problems.append(f"--known {fact!r}: that card is in the asker's own hand")
                elif known.cards.setdefault(card, seat) != seat:
                    problems.append(f"--known {fact!r}: that card is already known elsewhere")
        except QuestionError as error:
            problems += error.problems
    if problems:
        raise QuestionError(problems)
    return known
