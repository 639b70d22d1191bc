"""The player expert: what it knows, what it imagines, what it plays."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from analyzer.games.cutu.bidding import HEAT, NOISE, bidding_model, declarer_scores
from analyzer.games.cutu.duties import duties
from analyzer.games.cutu.kernels import expert, imagine, mind
from analyzer.games.cutu.kernels.auction import BINS, CALLS
from analyzer.games.cutu.kernels.evidence import BELIEF, ODD_TRUMP, OWN_BID, believe
from analyzer.games.cutu.rules import CutuRules
from analyzer.games.cutu.simple import simple_weights
from analyzer.games.cutu.thinking import Contracts, think_hands
from analyzer.kernels.bits import ZERO
from analyzer.kernels.philox import open_stream
from analyzer.kernels.search_arena import new_arena
from analyzer.kernels.trick import beats
from analyzer.players.view import MAY, note_card, open_table
from tests.games.cutu.helpers import (
    PACK,
    card_set,
    legality_rules,
    names,
    random_endgame,
    strain,
    trumps,
)
from tests.games.cutu.test_play import SEED, deal, every_rule_alone, replay
from tests.reference import cutu as reference

RULES = CutuRules()
ARENA = new_arena()
UNKNOWN = (-1, -1, -1, -1)


def contracts(
    n: int,
    declarer: int = 0,
    strains: int | np.ndarray = 3,
    bid: int = 5,
    calls: tuple[int, ...] = UNKNOWN,
) -> Contracts:
    """The same contract for n deals, for its points."""
    worth = declarer_scores(RULES)[0, bid - 4].astype(float)
    return Contracts(
        np.full(n, declarer),
        np.broadcast_to(strains, n).copy(),
        np.full(n, bid),
        np.tile(np.array(calls), (n, 1)),
        np.tile(worth, (n, 1)),
    )


def think(
    hands: np.ndarray,
    asked: Contracts,
    plays: list[str],
    rules: CutuRules = RULES,
    first: int = 0,
) -> tuple[np.ndarray, np.ndarray]:
    """Tricks and cards played, [n] and [n, 32]."""
    log = np.zeros((len(hands), 32), np.int64)
    numbers = first + np.arange(len(hands))
    tricks = think_hands(rules, SEED, numbers, hands, asked, plays, ARENA, log)
    return tricks, log


class Moment:
    """A moment of the play, reached by random cards, as the reference and as the expert see it."""

    def __init__(self, rng: random.Random, rules: CutuRules, cards: int) -> None:
        dealt = random_endgame(rng, rules, 8)
        self.dealt = [list(hand) for hand in dealt.hands]
        self.first_leader = dealt.leader
        self.play = dealt
        self.seen = mind.new_seen()
        self.history: list[str] = []
        self.spot = np.zeros(mind.SPOT, np.int64)
        open_table(self.seen.table, PACK)
        self.best = ZERO
        for _ in range(cards):
            self._lay(rng.choice(self.play.legal()))
        while len(self.play.legal()) < 2 and not self.play.finished:
            self._lay(rng.choice(self.play.legal()))
        values = {
            mind.SEAT: self.play.to_act,
            mind.PLACE: len(self.play.trick),
            mind.LEADER: self.play.leader,
            mind.DECLARER: self.play.declarer,
            mind.STRAIN: strain(self.play.trump),
            mind.DUTIES: duties(rules),
            mind.FORCED: int(not rules.four_is_free),
            mind.TRICKS: self.play.tricks[0],
            mind.PLAYED: len(self.history),
        }
        for place, value in values.items():
            self.spot[place] = value

    def _lay(self, card: str) -> None:
        seat, place, one = self.play.to_act, len(self.play.trick), card_set([card])
        mask = trumps(self.play.trump)
        led = trumps((self.play.trick or [card])[0][0])
        helped = place > 0 and self.spot[mind.WINNER] == seat ^ 2
        note_card(
            self.seen.table, seat, place, one, led, mask, self.best, self.best, helped,
            duties(self.play.rules),
        )  # fmt: skip
        if place == 0 or beats(one, self.best, led, mask):
            self.best = one
            self.spot[mind.WINNER] = seat
        number = len(self.history)
        self.seen.shown[seat] |= one
        self.seen.cards[number] = one
        self.seen.seats[number] = seat
        self.history.append(card)
        self.play.play(card)

    @property
    def hand(self) -> np.uint64:
        return card_set(self.play.hands[self.play.to_act])

    def decide(self, limit: int, worth: np.ndarray, space: mind.Mind, faith: mind.Faith) -> str:
        legal = self.play.legal()
        card = expert.expert_card(
            self.hand, card_set(legal), card_set(legal[:1]), self.best, self.spot, self.seen,
            faith, worth, limit, SEED, 3, space,
        )  # fmt: skip
        return names(card)[0]


@pytest.fixture(scope="module")
def space() -> mind.Mind:
    return mind.new_mind(40, simple_weights(), ARENA)


@pytest.fixture(scope="module")
def open_minded() -> mind.Faith:
    """A faith that takes nothing from calls."""
    belief = np.ones((4, BELIEF))
    belief[:, OWN_BID] = -1
    model = bidding_model(RULES, "expert")
    return mind.Faith(belief, model.promise, model.strength)


def redealt(
    rng: random.Random, hands: np.ndarray, own: int, played: list[int], count: int
) -> np.ndarray:
    """Deals with the same hand of ``own`` and the same cards played, all else dealt anew."""
    seats = {c: next(s for s in range(4) if int(hands[s]) >> c & 1) for c in range(64)
             if int(PACK) >> c & 1}  # fmt: skip
    found = np.zeros((count, 4), np.uint64)
    hidden = [c for c, s in seats.items() if s != own and c not in played]
    places = [seats[c] for c in hidden]
    for d in range(count):
        rng.shuffle(places)
        for card, seat in {**seats, **dict(zip(hidden, places, strict=True))}.items():
            found[d, seat] |= np.uint64(1 << card)
    return found


@pytest.mark.parametrize("calls", [UNKNOWN, (2, 0, 0, 0)])
def test_no_hidden_card_is_seen(calls: tuple[int, ...]) -> None:
    """Deals that look the same from a seat up to its turn go on with the same card.

    Hidden cards are dealt anew many times; where the others happen to play the same cards up to
    the turn of the seat, it has seen the same, and must play the same.
    """
    rng = random.Random(5)
    alike = 0
    for number in range(3):
        hands = deal(1, number)
        log = think(hands, contracts(1, calls=calls), ["expert:4"] * 4, first=number)[1][0]
        for turn in (0, 1, 2, 3, 5):
            own = next(s for s in range(4) if int(hands[0, s]) >> int(log[turn]) & 1)
            played = [int(card) for card in log[:turn]]
            for other in redealt(rng, hands[0], own, played, 12):
                again = think(
                    other[None], contracts(1, calls=calls), ["expert:4"] * 4, first=number
                )[1][0]
                if (again[:turn] == log[:turn]).all():
                    assert again[turn] == log[turn]
                    alike += 1
    assert alike > 30


def test_imagined_layouts_fit_the_history(space: mind.Mind, open_minded: mind.Faith) -> None:
    """Replayed by the rule book: every card was legal from the imagined hands."""
    rng = random.Random(8)
    every = legality_rules()
    shown_void = 0
    for number in range(100):
        moment = Moment(rng, every[number % len(every)], rng.randrange(4, 26))
        if moment.play.finished:
            continue
        fits = expert._layouts_that_fit(moment.hand, moment.spot, moment.seen, space)
        assert fits >= 1
        open_stream(space.stream, SEED, 1, number)
        some = min(6, int(fits))
        if fits <= 6:
            assert (
                imagine.imagine_all(some, moment.hand, moment.spot, moment.seen, open_minded, space)
                == some
            )
            assert len({tuple(layout.tolist()) for layout in space.layouts[:some]}) == some
        else:
            imagine.imagine_some(0, some, moment.hand, moment.spot, moment.seen, open_minded, space)
        shown_void += int((moment.seen.table[MAY : MAY + 4] & moment.seen.table[4]
                           != moment.seen.table[4]).any())  # fmt: skip
        for layout in space.layouts[:some]:
            hands = [names(layout[seat] | moment.seen.shown[seat]) for seat in range(4)]
            assert sorted(card for hand in hands for card in hand) == sorted(reference.PACK)
            assert sorted(hands[moment.play.to_act]) == sorted(moment.dealt[moment.play.to_act])
            again = reference.Play(
                moment.play.rules, hands, moment.play.declarer, moment.play.trump,
                moment.first_leader,
            )  # fmt: skip
            for card in moment.history:
                again.play(card)
    assert shown_void > 30


@pytest.mark.parametrize("rules", every_rule_alone(), ids=lambda r: str(r.changed()))
def test_each_house_rule_alone_is_kept(rules: CutuRules) -> None:
    """Mixed levels at the table; every card legal by the rule book, tricks as it counts them."""
    hands = deal(4, 700)
    for strain_ in (2, -1):
        asked = contracts(4, 1, strain_)
        tricks, log = think(hands, asked, ["expert:4", "expert:2", "simple", "random"], rules, 700)
        for d in range(4):
            assert replay(rules, hands[d], 1, strain_, log[d]) == tricks[d]


def test_batches_do_not_matter() -> None:
    hands = deal(12, 40)
    asked = contracts(12, calls=(2, 0, 0, 0))
    plays = ["expert:4", "random", "simple", "expert:9"]
    whole = think(hands, asked, plays, first=40)[1]
    for first, stop in ((0, 1), (1, 5), (5, 12)):
        part = replace(
            asked,
            **{
                key: getattr(asked, key)[first:stop]
                for key in ("declarers", "strains", "bids", "calls", "worths")
            },
        )
        again = think(hands[first:stop], part, plays, first=40 + first)[1]
        assert (again == whole[first:stop]).all()


def best_tricks(play: reference.Play) -> int:
    """Tricks of the declarer's side in the end with best play by all: plain minimax."""
    if play.finished:
        return play.tricks[0]
    found = []
    for card in play.legal():
        after = play.copy()
        after.play(card)
        found.append(best_tricks(after))
    return max(found) if (play.to_act - play.declarer) % 2 == 0 else min(found)


def test_an_end_of_which_all_is_known_is_played_perfectly(
    space: mind.Mind, open_minded: mind.Faith
) -> None:
    """Everybody's cards are known: the card played is one of the best by plain minimax."""
    rng = random.Random(21)
    worth = np.arange(9.0)
    chosen_well = 0
    for number in range(100):
        moment = Moment(rng, RULES, rng.randrange(19, 27))
        if moment.play.finished:
            continue
        for seat in range(4):
            moment.seen.table[MAY + seat] = card_set(moment.play.hands[seat])
        card = moment.decide(20, worth, space, open_minded)
        values = {}
        for other in moment.play.legal():
            after = moment.play.copy()
            after.play(other)
            values[other] = best_tricks(after)
        best = max if (moment.play.to_act - moment.play.declarer) % 2 == 0 else min
        assert values[card] == best(values.values()), number
        chosen_well += len(set(values.values())) > 1
    assert chosen_well > 10


def test_cards_between_which_nothing_ranks_are_one_choice() -> None:
    rng = random.Random(2)
    cards = np.zeros(mind.MOST, np.uint64)
    moment = Moment(rng, RULES, 0)
    hand = card_set(["SA", "SK", "SJ", "ST", "S7", "H9", "H8", "D7"])
    count = expert.candidates(hand, hand, card_set(["SK"]), 0, moment.seen.table, cards)
    # Aces to sevens of the rest of the pack lie between the groups.
    found = [names(card)[0] for card in cards[:count]]
    assert found[0] == "SK"
    assert sorted(found[1:]) == sorted(["ST", "S7", "H8", "D7"])


def test_calls_tell_as_the_bidding_model_has_it() -> None:
    """A belief is the chance of the call by bin, by the model, up to a factor."""
    model = bidding_model(RULES, "expert")
    belief = np.empty((4, BELIEF))
    chances = np.empty(CALLS)
    calls = np.array([0, 2, -1, -1])
    believe(calls, 1, 1, model.table, model.first, HEAT, NOISE, chances, belief)
    bins = np.zeros((BINS, 4, 3), np.int64)
    bins[:, 0] = np.arange(BINS)[:, None]
    likely = model.likelihood(bins, np.array([0]))
    assert belief[0, :BINS] == pytest.approx(likely / likely.max())
    bins = np.zeros((BINS, 4, 3), np.int64)
    bins[:, 1] = np.arange(BINS)[:, None]
    likely = model.likelihood(bins, np.array([0, 2]))
    assert belief[1, :BINS] == pytest.approx(likely / likely.max())
    assert (belief[2:, :BINS] == 1).all()
    assert belief[1, OWN_BID] == 1
    assert belief[1, ODD_TRUMP] < 1


def test_expert_beats_simple_on_duplicate_deals() -> None:
    """Each deal twice, sides exchanged, in the declarer's best suit: more points for experts.

    Nothing is gained by a player who only shuffles his cards; three standard errors are asked.
    """
    n = 400
    hands = deal(n, 5_000)
    model = bidding_model(RULES, "expert")
    strains, _ = model.offers(hands)
    asked = contracts(n, 0, strains[:, 0, 1], calls=(2, -1, -1, -1))
    scores = []
    for plays in (["expert", "simple"] * 2, ["simple", "expert"] * 2):
        tricks, _ = think(hands, asked, plays, first=5_000)
        scores.append(np.take_along_axis(asked.worths, tricks[:, None], 1)[:, 0])
    gain = (scores[0] - scores[1]) / 2
    assert gain.mean() > 3 * gain.std() / n**0.5
