"""``bid-odds cruce``: from the question as typed to the plan that answers it."""

from __future__ import annotations

from analyzer.cards import PACK_24, parse_hand
from analyzer.errors import QuestionError
from analyzer.games.base import OddsQuestion, Plan
from analyzer.games.cruce.base_plan import BasePlan
from analyzer.games.cruce.calls import Auction, parse_calls
from analyzer.games.cruce.estimates import cards_seen
from analyzer.games.cruce.hand_plan import HandPlan
from analyzer.games.cruce.hand_question import HandQuestion
from analyzer.games.cruce.match import parse_score
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.known import HELP, Known, parse_known
from analyzer.games.typed import read, read_bids

OPTIONS = {
    "calls": 'calls so far from the first speaker, such as "pas 2" or "2c1 pas" (c1: trump by '
    "the first card of the second packet); also tells the seat. With a whole hand after the "
    "auction: all of them",
    "ignore-calls": "the calls limit the bids but are not taken as evidence",
    "bids": "only these bids, such as 2,3",
    "known": HELP.replace("W:AS", "2:AS").replace("E:-H", "4:-H"),
    "score": "own score and theirs, such as 12-15; with three players those of seats 1, 2 and 3: "
    "adds the chance of winning the match",
}
HIDDEN_STOCK = (("open", "expert"), ("simple", "open", "expert"), ("simple", "open"))
"""The levels asked for when none is named: with two players without their double-dummy limit."""
FLAGS = ("ignore-calls",)
EXAMPLES = ('"♠AT ♥K"', '--players 3 "♠AKQ9 ♥AT ♦9 ♣J" --calls "pas 2 pas" --score 12-15-9')


def odds_plan(rules: CruceRules, question: OddsQuestion) -> Plan:
    """The plan that answers a question; a QuestionError for one that cannot be answered."""
    extras = dict(question.extras)
    names = [name.replace("-", "_") for name in OPTIONS]
    problems = [f"--{name}: not an option of Cruce" for name in extras if name not in names]
    plays = tuple(question.plays)
    if rules.players == 2 and plays in HIDDEN_STOCK:
        plays = tuple(play for play in plays if play != "open")
    if rules.players == 2 and "open" in plays:
        problems.append(
            "level open with players = 2: the stock is hidden, so there is no double-dummy value; "
            "expected random, simple or expert"
        )
    if question.hand is None:
        problems += [
            f"--{name.replace('_', '-')}: expected a hand too, base rates have none"
            for name in extras
            if name in names
        ]
        if problems:
            raise QuestionError(problems)
        return BasePlan(rules, plays)
    asked = _hand_question(rules, question.hand, extras, problems)
    if problems or asked is None:
        raise QuestionError(problems)
    return HandPlan(rules, asked, plays)


def _hand_question(
    rules: CruceRules, text: str, extras: dict[str, str], problems: list[str]
) -> HandQuestion | None:
    hand = read(text, lambda t: _parse_hand(t, rules), problems)
    score = read(extras.get("score"), lambda t: parse_score(t, rules), problems)
    auction = read(extras.get("calls"), lambda t: parse_calls(t, rules), problems, "--calls: ")
    calls = auction or Auction(rules)
    known = Known()
    if hand is not None:
        later = rules.has_two_packets and hand.bit_count() == rules.hand_size
        if auction is not None:
            _check_auction(calls, later, problems)
        numbers = PACK_24.numbers(hand)
        found = read(
            extras.get("known"),
            lambda t: parse_known(t, PACK_24, rules.players, calls.seat, numbers),
            problems,
        )
        known = found or known
        fixed = later and bool(calls.calls)
        legal = (calls.level,) if fixed else calls.bids()
        bids = read_bids(extras.get("bids"), legal, str(calls), "2,3", problems)
        if not problems:
            used = "ignore_calls" not in extras
            return HandQuestion(rules, hand, calls, bids, known, used, score)
    return None


def _parse_hand(text: str, rules: CruceRules) -> int:
    """A first packet or a whole hand, as a card set."""
    hand = parse_hand(text, PACK_24)
    sizes = sorted({cards_seen(rules), rules.hand_size})
    if hand.bit_count() not in sizes:
        wanted = (
            f"the first packet of {sizes[0]} cards or the whole hand of {sizes[1]}"
            if len(sizes) == 2
            else f"the hand of {sizes[0]} cards"
        )
        raise QuestionError(
            f"hand {text!r} has {hand.bit_count()} cards: expected {wanted} "
            f"with {rules.players} players"
        )
    return hand


def _check_auction(auction: Auction, later: bool, problems: list[str]) -> None:
    if not later and auction.over:
        problems.append(
            f"--calls {auction}: the auction is over, expected the calls before your own"
        )
    elif later and auction.calls and not auction.over:
        problems.append(
            f"--calls {auction}: with the whole hand the auction is over, expected all calls; "
            "give the first packet to ask what to bid"
        )
    elif later and auction.over and auction.mode:
        problems.append(
            f"--calls {auction}: the shown card has made trump; expected a contract whose trump "
            "is still to be chosen"
        )
