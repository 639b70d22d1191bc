"""The plans behind ``bid-odds cutu``: a declarer's hand, or random hands."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyzer.cards import PACK_32, format_hand, format_trump, parse_hand
from analyzer.errors import QuestionError
from analyzer.games.base import Batch, Choice, Column, OddsQuestion, Plan
from analyzer.games.cutu.calls import Auction, expected_calls, parse_calls
from analyzer.games.cutu.colour import best_colour, best_colours
from analyzer.games.cutu.duties import CARDS, NO_TRUMP, RANKS, SEATS, duties, first_leader
from analyzer.games.cutu.open import OpenSolver
from analyzer.games.cutu.play import RANDOM, SIMPLE, play_hands
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.scoring import BIDS, DECLARERS, DEFENDERS, FIRST_BID, score_table
from analyzer.games.cutu.strength import TrumpChooser
from analyzer.kernels.deal import deal_hands
from analyzer.kernels.layouts import Layouts
from analyzer.kernels.philox import PURPOSE_DEAL

LEVELS = {"random": RANDOM, "simple": SIMPLE}
"""Levels of play that are playouts, as the kernels know them."""
STRAINS = (3, 2, 1, 0, NO_TRUMP)
"""Strains in the order of tables: ♠ ♥ ♦ ♣ and no trump."""
BEST, OWN = "best", "own"
"""Trumps of base rates: the best colour, and the one that looks best from the own hand."""
SECONDS = {"random": 1.5e-6, "simple": 25e-6, "open": 150e-6}
"""Rough seconds a strain of one deal takes on one core."""

_MEASURES = ("success", "score", "slam", "slam_against", "tricks")


class CutuPlan(Plan):
    """Measures contracts on deals; subclasses say which deals and which trumps.

    A *strain column* is one trump choice played on every deal; each of the plan's columns
    looks up what the tricks of one strain column at one level are worth.
    """

    tie_break = "the highest bid leaves the opponents least room"

    def __init__(self, rules: CutuRules, plays: Sequence[str], layouts: Layouts, seat: int) -> None:
        self.rules = rules
        self.plays = tuple(plays)
        self.advise_play = self.plays[-1]
        self._layouts = layouts
        self._seat = np.array([seat], np.int64)
        self._leader = np.array([first_leader(rules, seat)], np.int64)
        self._duties = duties(rules)
        self._values: list[NDArray[np.int64]] = []
        self._sources: list[tuple[str, int]] = []

    @abstractmethod
    def strains(self, hands: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Strains to play, int64 [deals or 1, strain columns]."""

    def _contract(self, choice: Choice, bid: int, no_trump: bool, source: int) -> Iterable[Column]:
        """Columns of a contract at every level of play, and their values by tricks."""
        points = score_table(self.rules, no_trump)[bid - FIRST_BID]
        score = points[:, DECLARERS] - points[:, DEFENDERS]
        tricks = np.arange(CARDS + 1)
        spread = int(score.max() - score.min())
        values = {
            "success": (tricks >= bid).astype(np.int64),
            "score": score,
            "slam": (tricks == CARDS).astype(np.int64),
            "slam_against": (tricks == 0).astype(np.int64),
            "tricks": tricks,
        }
        spreads = {"score": spread, "tricks": CARDS}
        for measure in _MEASURES:
            for play in self.plays:
                self._values.append(values[measure])
                self._sources.append((play, source))
                rate = measure in ("success", "slam", "slam_against")
                yield Column(choice, play, measure, rate, spread=spreads.get(measure, 1))

    def _passing(self) -> Iterable[Column]:
        """Columns of a pass, as long as no bidding model says how the auction goes on."""
        note = "Pass: the others are taken to pass too, which scores 0."
        for measure in ("score", "slam", "slam_against"):
            for play in self.plays:
                self._values.append(np.zeros(CARDS + 1, np.int64))
                self._sources.append((play, 0))
                rate = measure != "score"
                yield Column({"bid": "pass"}, play, measure, rate, spread=0, note=note)

    def workspace(self) -> OpenSolver | None:
        """A solver of one's own, where the level ``open`` is asked for."""
        return OpenSolver() if "open" in self.plays else None

    def cost(self) -> float:
        """Rough seconds a deal."""
        return self._strain_count() * sum(SECONDS[play] for play in self.plays)

    @abstractmethod
    def _strain_count(self) -> int: ...

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Batch:
        """Play the deals in every strain at every level, and look up what the tricks are worth."""
        hands = np.empty((count, SEATS), np.uint64)
        deal_hands(np.uint64(seed), PURPOSE_DEAL, first, self._layouts.plan, RANKS, hands)
        strains = self.strains(hands)
        tricks = {
            play: self._play(play, seed, first, hands, strains, workspace) for play in self.plays
        }
        outcomes = np.empty((count, len(self.columns)), np.int64)
        for i, ((play, source), values) in enumerate(zip(self._sources, self._values, strict=True)):
            outcomes[:, i] = values[tricks[play][:, source]]
        return Batch(outcomes)

    def _play(
        self,
        play: str,
        seed: int,
        first: int,
        hands: NDArray[np.uint64],
        strains: NDArray[np.int64],
        workspace: OpenSolver | None,
    ) -> NDArray[np.int64]:
        tricks = np.empty((len(hands), strains.shape[1]), np.int64)
        if play == "open":
            assert workspace is not None
            workspace.declarer_tricks(
                hands, int(self._seat[0]), int(self._leader[0]), strains, self._duties, tricks
            )
            return tricks
        levels = np.full(SEATS, LEVELS[play], np.int64)
        play_hands(
            np.uint64(seed),
            first,
            hands,
            self._seat,
            self._leader,
            strains,
            self._duties,
            levels,
            tricks,
        )
        return tricks


class HandPlan(CutuPlan):
    """What each bid and trump is worth with a given hand."""

    def __init__(
        self,
        rules: CutuRules,
        hand: int,
        auction: Auction,
        seat: int,
        bids: Sequence[int],
        plays: Sequence[str],
    ) -> None:
        known = {c: seat for c in range(PACK_32.size) if hand >> PACK_32.bit(c) & 1}
        super().__init__(rules, plays, Layouts.build(PACK_32.size, [CARDS] * SEATS, known), seat)
        self._hand = hand
        self._strains = np.array([STRAINS], np.int64)
        forced = int(best_colour(np.uint64(hand)))
        columns = list(self._passing())
        for bid in bids:
            free = bid > BIDS[0] or rules.four_is_free
            for source, strain in enumerate(STRAINS):
                if free or strain == forced:
                    trump = _letter(strain)
                    columns += self._contract(
                        {"bid": bid, "trump": trump}, bid, strain == NO_TRUMP, source
                    )
        self.columns = tuple(columns)
        self.question = {
            "hand": format_hand(hand, PACK_32),
            "seat": seat + 1,
            "calls": str(auction),
            "bids": list(bids),
        }
        notes = []
        if BIDS[0] in bids and not rules.four_is_free:
            notes.append(f"A bid of 4 has its best colour for trump: {_letter(forced)}.")
        if auction.calls:
            notes.append("The calls so far limit the bids; the layouts are not weighted by them.")
        if rules.first_lead != "declarer" and not auction.calls:
            notes.append(f"Seat {seat + 1} asks; with first_lead = {rules.first_lead} it matters.")
        self.notes = tuple(notes)

    def title(self, symbols: bool) -> str:
        """The hand and the calls."""
        calls = f", after {self.question['calls']}" if self.question["calls"] else ""
        return format_hand(self._hand, PACK_32, unicode=symbols) + calls

    def strains(self, hands: NDArray[np.uint64]) -> NDArray[np.int64]:
        """All five, on every deal."""
        return self._strains

    def _strain_count(self) -> int:
        return len(STRAINS)

    def prefer(self, choice: Choice) -> float:
        """Among equals the highest bid."""
        bid = choice["bid"]
        return float(bid) if isinstance(bid, int) else 0.0


class BasePlan(CutuPlan):
    """Contracts over random hands of a declarer who chooses trump by a stated rule."""

    advise = None

    def __init__(
        self, rules: CutuRules, seat: int, bids: Sequence[int], plays: Sequence[str]
    ) -> None:
        super().__init__(rules, plays, Layouts.build(PACK_32.size, [CARDS] * SEATS), seat)
        self._chooser = TrumpChooser.load(rules)
        columns: list[Column] = []
        for bid in bids:
            for source, trump in enumerate((BEST, OWN, "NT")):
                if bid > BIDS[0] or rules.four_is_free or trump == BEST:
                    columns += self._contract(
                        {"bid": bid, "trump": trump}, bid, trump == "NT", source
                    )
        self.columns = tuple(columns)
        self.question = {"hand": None, "seat": seat + 1, "calls": "", "bids": list(bids)}
        self.notes = (
            "Trump best: the best colour of the declarer's hand (longest, then highest).",
            "Trump own: the suit that looks best from the declarer's own hand, by a fitted "
            "estimate of its tricks.",
        )

    def title(self, symbols: bool) -> str:
        """Base rates."""
        return "random hands of the declarer"

    def strains(self, hands: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Best colour, the suit that looks best, and no trump, deal by deal."""
        strains = np.empty((len(hands), 3), np.int64)
        best_colours(hands, self._seat, strains[:, 0])
        self._chooser.choose(hands, int(self._seat[0]), strains[:, 1])
        strains[:, 2] = NO_TRUMP
        return strains

    def _strain_count(self) -> int:
        return 3


def odds_plan(rules: CutuRules, question: OddsQuestion) -> CutuPlan:
    """The plan that answers a question; a QuestionError for one that cannot be answered."""
    problems: list[str] = []
    extras = dict(question.extras)
    auction, seat = _auction(rules, extras.pop("calls", None), extras.pop("seat", None), problems)
    bids = _bids(rules, auction, extras.pop("bids", None), problems)
    problems += [f"--{name}: not an option of Cuțu" for name in extras]
    hand = None
    if question.hand is not None:
        try:
            hand = parse_hand(question.hand, PACK_32, CARDS)
        except QuestionError as error:
            problems += error.problems
    elif auction.calls:
        problems.append("--calls: expected a hand too, base rates have no calls")
    if problems:
        raise QuestionError(problems)
    if hand is None:
        return BasePlan(rules, seat, bids, question.plays)
    return HandPlan(rules, hand, auction, seat, bids, question.plays)


def _auction(
    rules: CutuRules, calls: str | None, seat: str | None, problems: list[str]
) -> tuple[Auction, int]:
    from analyzer.cards import parse_seat

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


def _bids(
    rules: CutuRules, auction: Auction, text: str | None, problems: list[str]
) -> tuple[int, ...]:
    legal = auction.bids(rules)
    if text is None:
        return legal
    chosen = []
    for word in text.replace(",", " ").split():
        if word.isdecimal() and int(word) in legal:
            chosen.append(int(word))
        else:
            after = f" after {auction}" if auction.calls else ""
            problems.append(f"bid {word}: expected {expected_calls(auction, rules)}{after}")
    if not chosen and not problems:
        problems.append("--bids: expected bids such as 5,6")
    return tuple(sorted(set(chosen)))


def _letter(strain: int) -> str:
    return format_trump(None if strain == NO_TRUMP else strain, PACK_32)
