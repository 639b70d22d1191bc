"""``bid-odds cutu``: from the question as typed to the plan that answers it."""

from __future__ import annotations

from analyzer.cards import PACK_32, parse_hand, parse_seat
from analyzer.errors import QuestionError
from analyzer.games.base import OddsQuestion
from analyzer.games.cutu.base_plan import BasePlan
from analyzer.games.cutu.calls import Auction, parse_calls
from analyzer.games.cutu.duties import CARDS, SEATS
from analyzer.games.cutu.hand_plan import HandPlan
from analyzer.games.cutu.hand_question import HandQuestion
from analyzer.games.cutu.match import parse_score
from analyzer.games.cutu.plans import CutuPlan
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.known import HELP, Known, parse_known
from analyzer.games.typed import read, read_bids

OPTIONS = {
    "calls": 'calls so far from the first speaker, such as "pas 5"; also tells the seat',
    "ignore-calls": "the calls limit the bids but are not taken as evidence",
    "seat": "own seat, 1 speaks first and 4 deals (default: 1, or as the calls tell)",
    "bids": "only these bids, such as 5,6",
    "known": HELP,
    "score": "own score and theirs, such as 62-71: adds the chance of winning the match",
}


def odds_plan(rules: CutuRules, question: OddsQuestion) -> CutuPlan:
    """The plan that answers a question; a QuestionError for one that cannot be answered."""
    problems: list[str] = []
    extras = dict(question.extras)
    spoken = "calls" in extras or "seat" in extras
    auction, seat = _auction(rules, extras.pop("calls", None), extras.pop("seat", None), problems)
    bids = read_bids(extras.pop("bids", None), auction.bids(rules), str(auction), "5,6", problems)
    ignore = extras.pop("ignore_calls", None) is not None
    score_text = extras.pop("score", None)
    known_text = extras.pop("known", None)
    problems += [f"--{name}: not an option of Cuțu" for name in extras]
    if question.hand is None:
        problems += [
            f"--{name}: expected a hand too, base rates have none"
            for name, given in (
                ("calls", auction.calls),
                ("score", score_text),
                ("known", known_text),
            )
            if given
        ]
        if problems:
            raise QuestionError(problems)
        return BasePlan(rules, seat, bids, question.plays)
    hand = read(question.hand, lambda text: parse_hand(text, PACK_32, CARDS), problems)
    score = read(score_text, lambda text: parse_score(text, rules), problems)
    known = Known()
    if hand is not None and known_text is not None:
        cards = PACK_32.numbers(hand)
        facts = read(
            known_text, lambda text: parse_known(text, PACK_32, SEATS, seat, cards), problems
        )
        known = facts or known
    if problems or hand is None:
        raise QuestionError(problems)
    asked = HandQuestion(hand, auction, seat, bids, known, not ignore, spoken, score)
    return HandPlan(rules, asked, question.plays)


def _auction(
    rules: CutuRules, calls: str | None, seat: str | None, problems: list[str]
) -> tuple[Auction, int]:
    auction = Auction(())
    try:
        auction = parse_calls(calls or "", rules)
        asked = auction.seat if seat is None else parse_seat(seat)
        if calls is not None and asked != auction.seat:
            problems.append(
                f"--seat {seat}: after {len(auction.calls)} calls seat {auction.seat + 1} speaks"
            )
        return auction, asked
    except QuestionError as error:
        problems += error.problems
    return auction, 0
