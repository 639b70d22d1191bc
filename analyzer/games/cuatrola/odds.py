"""``bid-odds cuatrola``: from the question as typed to the plan that answers it."""

from __future__ import annotations

from analyzer.cards import PACK_20, parse_card, parse_hand, parse_seat
from analyzer.errors import QuestionError
from analyzer.games.base import OddsQuestion, Plan
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.base_plan import BasePlan
from analyzer.games.cuatrola.calls import Declarations, parse_calls
from analyzer.games.cuatrola.count import DEALER, AllLayouts
from analyzer.games.cuatrola.hand_plan import HandPlan
from analyzer.games.cuatrola.hand_question import HandQuestion
from analyzer.games.cuatrola.match import parse_score
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.games.known import HELP, Known, parse_known
from analyzer.games.typed import read

OPTIONS = {
    "seat": "own seat, 1 is mano and speaks first, 4 deals; without a hand only this seat "
    "(default: all, or with a hand as the calls or the turned card tell, else 1)",
    "turned": "the dealer's card that is turned for trump, such as SO; with a hand",
    "calls": 'calls so far from mano on, such as "paso solo"; also tells the seat',
    "score": "own match points and theirs, such as 8-7: what may be declared, and the chance of "
    "winning the match",
    "known": HELP.replace("W:AS", "4:AO").replace("E:-H", "2:-B").replace("hearts", "bastos"),
    "sample": "random layouts (--deals, --precision) instead of counting all",
}
FLAGS = ("sample",)
EXAMPLES = (
    '"3O RO AC AE HB" --seat 1 --turned SO',
    '"AO RO HO AC 3E" --seat 4 --turned RO --score 8-7',
)


def odds_plan(rules: CuatrolaRules, question: OddsQuestion) -> Plan:
    """The plan that answers a question; a QuestionError for one that cannot be answered."""
    extras = dict(question.extras)
    problems = [f"--{name}: not an option of Cuatrola" for name in extras if name not in OPTIONS]
    if question.hand is None:
        problems += [
            f"--{name}: expected a hand too, base rates have none"
            for name in extras
            if name in OPTIONS and name != "seat"
        ]
        seat = read(extras.get("seat"), parse_seat, problems)
        if problems:
            raise QuestionError(problems)
        return BasePlan(rules, None if seat is None else [seat], question.plays)
    asked = _hand_question(rules, question.hand, extras, problems)
    if problems or asked is None:
        raise QuestionError(problems)
    return HandPlan(rules, asked, question.plays)


def _hand_question(
    rules: CuatrolaRules, hand_text: str, extras: dict[str, str], problems: list[str]
) -> HandQuestion | None:
    cards = read(hand_text, lambda text: parse_hand(text, PACK_20, codes.HAND), problems)
    score = read(extras.get("score"), lambda text: parse_score(text, rules), problems)
    calls = read(extras.get("calls"), lambda text: parse_calls(text, rules, score), problems)
    seat = read(extras.get("seat"), parse_seat, problems, "--seat: ")
    turned = None
    if extras.get("turned") is None:
        problems.append("--turned: expected the dealer's card that is turned for trump, such as SO")
    else:
        turned = read(extras["turned"], lambda t: parse_card(t, PACK_20), problems, "--turned: ")
    hand = None if cards is None else tuple(PACK_20.numbers(cards))
    own = _own_seat(seat, calls, hand, turned)
    if calls is not None and seat not in (None, calls.seat):
        problems.append(
            f"--seat {extras['seat']}: after {len(calls.calls)} calls seat {calls.seat + 1} speaks"
        )
    known = Known()
    if hand is not None:
        text = extras.get("known")
        found = read(text, lambda t: parse_known(t, PACK_20, codes.SEATS, own, hand), problems)
        known = found or known
    if hand is None or turned is None:
        return None
    try:
        AllLayouts(hand, own, turned)
    except QuestionError as error:
        problems += error.problems
    if known.cards.pop(turned, DEALER) != DEALER:
        problems.append("--known: the turned card lies with the dealer, seat 4")
    if DEALER in known.barred.pop(turned, ()):
        problems.append("--known: the dealer, seat 4, holds a card of that suit, the turned one")
    if calls is None:
        calls = Declarations((codes.NORMAL,) * own)
    return HandQuestion(hand, own, turned, calls, known, score, "sample" in extras)


def _own_seat(
    seat: int | None,
    calls: Declarations | None,
    hand: tuple[int, ...] | None,
    turned: int | None,
) -> int:
    """The asker's seat: as typed, or as the calls tell; who holds the turned card deals."""
    if seat is not None:
        return seat
    if calls is not None:
        return calls.seat
    return DEALER if hand is not None and turned in hand else 0
