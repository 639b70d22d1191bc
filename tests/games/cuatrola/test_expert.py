"""The level expert: what it may know and imagines, legality, endgames, strength."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.games.base import OddsQuestion, Plan
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.deals import deal_places, seat_hands
from analyzer.games.cuatrola.game import GAME
from analyzer.games.cuatrola.kernels import batch, thinking
from analyzer.games.cuatrola.kernels.cantes import answer_window, window_seat, window_suits
from analyzer.games.cuatrola.kernels.endgame import best_score, new_endgame, settle
from analyzer.games.cuatrola.kernels.expert import expert_choice, new_mind
from analyzer.games.cuatrola.kernels.play import lay_card, legal_cards
from analyzer.games.cuatrola.kernels.seen import add_known, new_view, next_layout, view_from
from analyzer.games.cuatrola.kernels.table import (
    HANDS,
    INFO,
    LOG,
    PLAYED,
    SETS,
    SHOWN,
    SILENT,
    hand_over,
    seat_to_play,
    start_hand,
)
from analyzer.games.cuatrola.players import Players
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.games.table import SHARE
from analyzer.players.sampling import sample_layout
from tests.games.cuatrola.replay import BITS, Played, card_set, cards_of, check, mixed
from tests.reference import cuatrola as book

STANDARD = CuatrolaRules()
EXPERTS = np.full(4, codes.EXPERT, np.int64)
FEW = np.full(4, 6, np.int64)
NONE_HEARD = np.zeros(4, np.int64)
QUESTIONS = ((0, -1), (1, 2), (2, 1), (batch.AUCTION, -1))


def think(
    rules: CuatrolaRules,
    hands: NDArray[np.uint64],
    turned: np.uint64,
    contract: int,
    declarer: int,
    forced: Sequence[int] = (),
    levels: NDArray[np.int64] = EXPERTS,
    deal: int = 0,
) -> Played:
    """One deal with the log of its decisions."""
    log = np.zeros((LOG, 2), np.uint64)
    log[: len(forced), 1] = np.array(forced, np.uint64)
    out = np.zeros(batch.RESULTS, np.int64)
    rows = thinking.think_logged(
        hands, turned, contract, declarer, NONE_HEARD, np.zeros(2, np.int64), np.uint64(4), deal,
        codes.kernel_rules(rules), levels, FEW, len(forced), log, out,
    )  # fmt: skip
    return Played(log, rows, out)


def every_rule_alone() -> Iterator[dict[str, Any]]:
    """Each house rule at each of its other values, and the rules as they are."""
    yield {}
    for key, rule in CuatrolaRules.rules().items():
        for value in rule.choices[1:]:
            yield {key: value}


@pytest.mark.parametrize("changes", list(every_rule_alone()), ids=str)
def test_every_move_is_legal_under_every_rule(changes: dict[str, Any]) -> None:
    # The rule book in plain Python is given the same choices and must offer them.
    rules = STANDARD.with_changes(**changes)
    for number, places in enumerate(deal_places(4, 300)):
        hands, turned = seat_hands(places[None, :])
        contract, declarer = QUESTIONS[number]
        played = think(rules, hands[0], turned[0], contract, declarer, deal=number)
        check(rules, places, played, contract, declarer)


def held_before(hands: NDArray[np.uint64], played: Played) -> list[tuple[int, int, list[int]]]:
    """Row, seat to play and cards held by all, before every card of a log of cards only."""
    left = [int(hand) for hand in hands]
    found = []
    for row in range(played.rows):
        card = int(played.log[row, 1])
        seat = next(s for s in range(4) if left[s] & card)
        found.append((row, seat, list(left)))
        left[seat] &= ~card
    return found


@pytest.mark.parametrize("contract", [codes.NORMAL, codes.SOLO, codes.CUATRO, codes.QUINTA])
def test_an_expert_sees_its_own_seat_only(contract: int) -> None:
    """The other hands are exchanged for others that fit everything seen: the same card comes.

    Without singing, so that every row of the log is a card.
    """
    rng = np.random.default_rng(contract)
    rules = STANDARD.with_changes(cantes="off")
    declarer = -1 if contract == codes.NORMAL else contract
    tried = 0
    for number, places in enumerate(deal_places(60, 70 + contract)):
        hands, turned = (part[0] for part in seat_hands(places[None, :]))
        played = think(rules, hands, turned, contract, declarer, deal=number)
        rows = held_before(hands, played)
        row, me, held = rows[rng.integers(len(rows) - 4)]
        if int(played.log[row, 0]).bit_count() < 2:
            continue
        others = [s for s in range(4) if s != me]
        known = {s: (int(turned) & held[s] if s == 3 else 0) for s in others}
        pool = [b for s in others for b in range(64) if (held[s] & ~known[s]) >> b & 1]
        shuffled = [pool[i] for i in rng.permutation(len(pool))]
        changed = hands.copy()
        for s in others:
            need = held[s].bit_count() - known[s].bit_count()
            new = sum(1 << shuffled.pop() for _ in range(need)) | known[s]
            changed[s] = np.uint64(new | (int(hands[s]) & ~held[s]))
        forced = [int(word) for word in played.log[:row, 1]]
        again = think(rules, changed, turned, contract, declarer, forced, deal=number)
        if any(played.log[i, 1] & ~again.log[i, 0] for i in range(row)):
            continue  # a card played would not have been legal from that hand
        assert again.log[row, 0] == played.log[row, 0]
        assert again.log[row, 1] == played.log[row, 1], cards_of(int(again.log[row, 0]))
        tried += 1
    assert tried > 10


class Moment:
    """A hand of random players stopped before a card, for the kernels and for the rule book."""

    def __init__(
        self, rng: np.random.Generator, number: int, contract: int, declarer: int,
        rules: CuatrolaRules = STANDARD, cards: int | None = None,
    ) -> None:  # fmt: skip
        self.rules, self.contract, self.declarer = rules, contract, declarer
        self.packed = codes.kernel_rules(rules)
        self.hands, self.turned = (p[0] for p in seat_hands(deal_places(1, 500 + number)))
        self.sets, self.info = np.zeros(SETS, np.uint64), np.zeros(INFO, np.int64)
        self.sets[HANDS : HANDS + 4] = self.hands
        leads = bool(rules.contract_lead == "soloist")
        duties = self.packed[codes.DUTIES]
        start_hand(contract, declarer, self.turned, duties, leads, self.sets, self.info)
        self.moves: list[tuple[int, str]] = []
        least = int(rng.integers(0, 13)) if cards is None else cards
        while not hand_over(self.info):
            suits = int(window_suits(self.packed, self.sets, self.info))
            if suits:
                options = [s for s in range(4) if suits >> s & 1] + [SILENT]
                suit = options[rng.integers(len(options))]
                name = book.SILENT if suit == SILENT else book.SUITS[suit]
                self.moves.append((int(window_seat(self.info)), name))
                answer_window(suit, self.packed, self.sets, self.info)
                continue
            if int(self.sets[PLAYED]).bit_count() >= least:
                return
            seat = int(seat_to_play(self.info))
            legal = cards_of(int(legal_cards(seat, self.sets, self.info)))
            name = legal[rng.integers(len(legal))]
            self.moves.append((seat, name))
            lay_card(seat, card_set([name]), self.sets, self.info)
            settle(self.packed, self.sets, self.info)

    def replay(self, hands: Sequence[int], moves: Sequence[tuple[int, str]]) -> Any:
        """What the rule book asks after these moves: seat and options; or the hand, played out.

        A ValueError where a move is not one that it offers.  Who is asked to sing and was not
        seen to has been silent.
        """
        left = list(moves)

        def policy(kind: str, seat: int, options: list[str]) -> str:
            if not left:
                raise Asked(seat, options)
            if kind == "cante" and (left[0][0] != seat or left[0][1] in BITS):
                return book.SILENT
            seat_moved, name = left.pop(0)
            if seat_moved != seat or name not in options:
                raise ValueError
            return name

        names = [cards_of(cards) for cards in hands]
        trump = cards_of(int(self.turned))[0][1]
        who = self.declarer if self.contract else None
        hand = book.Hand(self.rules, names, trump, book.CONTRACTS[self.contract], who, policy)
        try:
            return hand.play()
        except Asked as asked:
            return asked

    def fits(self, layout: Sequence[int]) -> bool:
        """Whether each move that was seen is possible with the hands of a layout."""
        dealt = [int(cards) for cards in layout]
        for seat, name in self.moves:
            if name in BITS:
                dealt[seat] |= 1 << BITS[name]
        if not dealt[3] & int(self.turned) or any(cards.bit_count() != 5 for cards in dealt):
            return False
        # Nobody sees whether who is silent might have sung.
        seen = [move for move in self.moves if move[1] != book.SILENT]
        try:
            self.replay(dealt, seen)
        except ValueError:
            return False
        return True

    def minimax(self, moves: list[tuple[int, str]]) -> int:
        """Match points of pair 0 less those of pair 1, every line of the rule book tried."""
        found = self.replay([int(hand) for hand in self.hands], moves)
        if isinstance(found, book.Hand):
            pair, points = found.match_points()
            return points if pair == 0 else -points
        values = [self.minimax([*moves, (found.seat, option)]) for option in found.options]
        return max(values) if found.seat % 2 == 0 else min(values)


class Asked(Exception):
    """The rule book's question after the moves that were made."""

    def __init__(self, seat: int, options: list[str]) -> None:
        self.seat, self.options = seat, list(options)


@pytest.mark.parametrize(("contract", "declarer"), [(0, -1), (1, 0), (2, 3)])
def test_layouts_fit_all_that_was_seen(contract: int, declarer: int) -> None:
    rng = np.random.default_rng(10 + contract)
    view = new_view()
    stream = np.zeros(9, np.uint64)
    listed = 0
    for number in range(25):
        moment = Moment(rng, number, contract, declarer)
        if hand_over(moment.info):
            continue
        me = int(seat_to_play(moment.info))
        fitting = view_from(me, moment.sets, view)
        drawn = np.zeros(4, np.uint64)
        assert fitting >= 1
        for _ in range(6):
            sample_layout(stream, view[0], drawn)
            add_known(me, moment.sets, drawn)
            assert drawn[me] == moment.sets[HANDS + me]
            assert moment.fits(drawn.tolist())
        if fitting > 200:
            continue
        every: set[tuple[int, ...]] = set()
        while next_layout(bool(every), view, drawn):
            add_known(me, moment.sets, drawn)
            assert moment.fits(drawn.tolist())
            every.add(tuple(drawn.tolist()))
        # The counting of the sampler and the listing are independent of each other.
        assert len(every) == fitting
        listed += len(every)
    assert listed > 20


def test_endgames_are_played_perfectly() -> None:
    """Two tricks to go, all cards shown: values as by a plain minimax, and a card that keeps it."""
    rng = np.random.default_rng(3)
    view, memory, mind = new_view(), new_endgame(), new_mind()
    asked = 0
    for number in range(40):
        rules = CuatrolaRules.make(mixed(rng))
        contract = int(rng.integers(4))
        if contract and codes.kernel_rules(rules)[codes.VALUES + contract] == 0:
            continue
        declarer = int(rng.integers(4)) if contract else -1
        cards = 12 if contract == codes.NORMAL else 9
        moment = Moment(rng, number, contract, declarer, rules, cards + int(rng.integers(3)))
        if hand_over(moment.info):
            continue
        seat = int(seat_to_play(moment.info))
        for other in range(4):
            if other != seat:
                moment.sets[SHOWN + other] = moment.sets[HANDS + other]
        assert view_from(seat, moment.sets, view) == 1
        best = moment.minimax(moment.moves)
        value = best_score(moment.packed, moment.sets, moment.info, -99, 99, memory)
        assert value == best, (rules.changed(), moment.moves)
        legal = np.uint64(legal_cards(seat, moment.sets, moment.info))
        if int(legal).bit_count() < 2:
            continue
        usual = np.uint64(int(legal) & -int(legal))
        card = expert_choice(
            legal, usual, seat, 6, np.uint64(1), 0, moment.packed, moment.sets, moment.info, mind
        )
        assert moment.minimax([*moment.moves, (seat, cards_of(int(card))[0])]) == best
        asked += 1
    assert asked > 8


def test_the_same_for_any_batches() -> None:
    hands, turned = seat_hands(deal_places(12, 8))
    players = Players(EXPERTS, FEW)
    auction = np.full(12, batch.AUCTION)
    packed = codes.kernel_rules(STANDARD)

    def run(part: slice) -> NDArray[np.int64]:
        n = len(auction[part])
        return players.play(
            8, np.arange(12)[part], hands[part], turned[part], auction[part], np.full(n, -1), packed
        )

    parts = [run(slice(0, 1)), run(slice(1, 7)), run(slice(7, 12))]
    assert (np.concatenate(parts) == run(slice(None))).all()


def test_experts_beat_simple_players_on_the_same_deals() -> None:
    table = GAME.table(STANDARD)
    ahead = table.deals(3, 0, 400, ("expert:60", "simple") * 2, None)["score"][:, 0]
    behind = table.deals(3, 0, 400, ("simple", "expert:60") * 2, None)["score"][:, 0]
    gain = (ahead - behind) / 2
    # About 0.2 a deal with a deviation of 0.9: more than four standard errors.
    assert gain.mean() > 1.5 * gain.std() / len(gain) ** 0.5


def test_experts_play_the_calls_in_contention() -> None:
    extras = {"turned": "SO", "known": "2:RC RE; 3:AB 3B"}
    plan = GAME.odds(STANDARD, OddsQuestion("3O RO AC AE HB", ("simple", "expert:3"), extras))
    quick = GAME.odds(STANDARD, OddsQuestion("3O RO AC AE HB", ("simple",), extras))
    # Few layouts at expert stand beside all of them at simple: the columns must be the same.
    assert plan.exact is None
    assert quick.exact is not None
    assert all(c in quick.columns for c in plan.columns if c.play == "simple")

    def trial(asked: Plan, first: int, count: int) -> NDArray[np.int64]:
        return asked.compute(1, first, count, asked.workspace()).outcomes

    ready = plan.prepare(trial)
    contracts = {c.choice["contract"] for c in ready.columns if c.play == "expert:3"}
    # A quinta on two trumps and two ases: -4.66 match points at simple, by counting.
    assert {"pass", "solo"} <= contracts
    assert "quinta" not in contracts
    assert len({c.choice["contract"] for c in ready.columns}) == 4
    whole = ready.compute(2, 0, 9, ready.workspace()).outcomes
    parts = [ready.compute(2, at, 3, ready.workspace()).outcomes for at in (0, 3, 6)]
    assert (np.concatenate(parts) == whole).all()


def test_studies_and_matches_at_expert() -> None:
    for plan in GAME.study(STANDARD, "expert:2"):
        whole = plan.compute(1, 0, 4, plan.workspace()).outcomes
        parts = [plan.compute(1, at, 2, plan.workspace()).outcomes for at in (0, 2)]
        assert (np.concatenate(parts) == whole).all()
    shares = GAME.table(STANDARD).matches(1, 0, 6, ("expert:2", "simple") * 2, None)
    assert (shares[:, :2].sum(axis=1) == SHARE).all()
    assert (shares[:, :2] == shares[:, 2:]).all()
