"""Double-dummy questions of Cruce: the search is given the right sides, trumps and rules."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from analyzer.errors import QuestionError
from analyzer.games.base import Deals, SolveQuestion
from analyzer.games.cruce.deals import deal_cards
from analyzer.games.cruce.game import GAME
from analyzer.games.cruce.kernels import outcome as places
from analyzer.games.cruce.rules import CruceRules
from analyzer.kernels.bits import NO_CARD
from tests.games.cruce.replay import play
from tests.reference.points_search import Cruce as PlainSearch
from tests.reference.points_search import value_first_lead

RULES = [
    CruceRules.make({"players": players} | change)
    for players, change in itertools.product(
        (4, 3, 2),
        (
            {},
            {"must_beat": True},
            {"announce_trigger": "suit_lead", "announce_needs_trick": True},
            {"announce_trigger": "pair_card_lead", "must_beat": True},
            {"announce_trigger": "pair_card_played", "announce_needs_trick": True},
            {"announcements": False},
        ),
    )
]


def endgames(rules: CruceRules, cards: int, count: int, seed: int) -> Deals:
    """Random hands of ``cards`` cards, kings and queens more often than by chance."""
    rng = np.random.default_rng(seed)
    owners = np.full((count, 24), NO_CARD, np.uint8)
    for row in owners:
        weights = np.where(np.isin(np.arange(24) % 6, (2, 3)), 3.0, 1.0)
        chosen = rng.choice(24, rules.players * cards, replace=False, p=weights / weights.sum())
        row[chosen] = rng.permutation(np.repeat(np.arange(rules.players), cards))
    return Deals("cruce", owners)


def plain(rules: CruceRules, owners: np.ndarray, leader: int, trump: int | None) -> int:
    """The value by the plain search, which tries every line."""
    seats = tuple(range(rules.players))
    own = frozenset(s for s in seats if s == leader or (rules.players == 4 and s % 2 == leader % 2))
    hands = {
        seat: frozenset(divmod(int(card), 6) for card in np.flatnonzero(owners == seat))
        for seat in seats
    }
    search = PlainSearch(
        seats, own, trump or 0, rules.must_beat, rules.announcements, rules.announce_trigger,
        rules.announce_needs_trick,
    )  # fmt: skip
    state = search.start(hands, leader, waiting=0 if rules.announce_needs_trick else None)
    return value_first_lead(search, state) if trump is None else search.value_by_halving(state)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules.changed()))
def test_endgames_against_the_plain_search(rules: CruceRules) -> None:
    deals = endgames(rules, 4 if rules.players < 4 else 3, 12, seed=3)
    for leader, trump in itertools.product(range(rules.players), (None, "H")):
        question = SolveQuestion(trump, leader)
        found = GAME.solve(rules, deals, question)
        told = [plain(rules, row, leader, None if trump is None else 2) for row in deals.owners]
        assert found.tolist() == told
        for least in (20, 33, 66):
            answers = GAME.solve(rules, deals, SolveQuestion(trump, leader, at_least=least))
            assert answers.tolist() == [int(value >= least) for value in told]


@pytest.mark.parametrize("changes", [{}, {"players": 3, "must_beat": True}])
def test_leads_and_lines_belong_to_the_value(changes: dict[str, object]) -> None:
    rules = CruceRules.make(changes)
    deals = deal_cards(rules, 4, 1)
    for i, trump in itertools.product(range(4), (None, "S")):
        question = SolveQuestion(trump, 1)
        value = int(GAME.solve(rules, deals, question)[i])
        leads = GAME.solve_leads(rules, deals, i, question)
        assert sorted(leads) == np.flatnonzero(deals.owners[i] == 1).tolist()
        assert next(iter(leads.values())) == max(leads.values()) == value
        line = GAME.solve_line(rules, deals, i, question)
        assert sorted(card for _, card in line) == list(range(24))
        assert all(deals.owners[i, card] == seat for seat, card in line)
        assert leads[line[0][1]] == value


def test_the_second_player_of_a_trick_is_offered_its_cards_worst_for_the_leader_first() -> None:
    deals = deal_cards(CruceRules(), 1, 1)
    card = int(np.flatnonzero(deals.owners[0] == 0)[0])
    leads = GAME.solve_leads(CruceRules(), deals, 0, SolveQuestion("S", 0, trick=(card,)))
    assert all(deals.owners[0, other] == 1 for other in leads)
    values = list(leads.values())
    assert values == sorted(values)


def test_where_trump_is_named_the_first_lead_is_a_trump() -> None:
    deals = deal_cards(CruceRules(), 30, 2)
    free = GAME.solve(CruceRules(), deals, SolveQuestion("S", 0))
    named = CruceRules(trump_by="named")
    bound = GAME.solve(named, deals, SolveQuestion("S", 0))
    assert (bound <= free).all()
    assert (bound < free).any()
    leads = GAME.solve_leads(named, deals, 0, SolveQuestion("S", 0))
    spades = [c for c in np.flatnonzero(deals.owners[0] == 0).tolist() if c >= 18]
    assert sorted(leads) == spades
    # Each suit named and then led is the same as the first lead making trump.
    each = [GAME.solve(named, deals, SolveQuestion(suit, 0)) for suit in "CDHS"]
    held = np.stack([(deals.owners[:, 6 * s : 6 * s + 6] == 0).any(axis=1) for s in range(4)])
    best = np.where(held, np.stack(each), -1).max(axis=0)
    assert best.tolist() == GAME.solve(CruceRules(), deals, SolveQuestion(None, 0)).tolist()


def test_two_players_once_the_stock_is_empty() -> None:
    rules = CruceRules(players=2)
    with pytest.raises(QuestionError, match="once it is"):
        GAME.solve(rules, deal_cards(rules, 1, 1), SolveQuestion("S", 0))
    deal = GAME.read_deal(rules, "N:AK...Q Q..A.T")
    assert GAME.solve(rules, deal, SolveQuestion("S", 0)).tolist() == [plain_two(rules, deal)]


def plain_two(rules: CruceRules, deal: Deals) -> int:
    return plain(rules, deal.owners[0], 0, 3)


def test_what_was_announced_does_not_count_again() -> None:
    # Seat 1 holds ♠A K Q alone with the trumps: 18 card points and the announcement of 40.
    rules = CruceRules()
    deal = GAME.read_deal(rules, "N:AKQ... .A9.9. .JT.T. .K.J.9")
    full = int(GAME.solve(rules, deal, SolveQuestion("S", 0))[0])
    spent = int(GAME.solve(rules, deal, SolveQuestion("S", 0, announced=("S",)))[0])
    assert full - spent == 40


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (SolveQuestion("X", 0), "trump"),
        (SolveQuestion("S", 4), "leader 4: expected a seat from 0 to 3"),
        (SolveQuestion("S", 0, contract="solo"), "contract: not a question of Cruce"),
        (SolveQuestion("S", 0, trick=(0, 0)), "different cards"),
    ],
)
def test_questions_that_cannot_be_answered(question: SolveQuestion, told: str) -> None:
    deals = deal_cards(CruceRules(), 1, 1)
    with pytest.raises(QuestionError, match=told):
        GAME.solve(CruceRules(), deals, question)


def test_uneven_hands_are_refused() -> None:
    deal = GAME.read_deal(CruceRules(), "N:AK... Q... J... T...")
    with pytest.raises(QuestionError, match="2, 1, 1, 1 cards"):
        GAME.solve(CruceRules(), deal, SolveQuestion("S", 0))


def test_the_questions_of_the_command_line() -> None:
    asked = GAME.solve_questions(CruceRules(players=3), None)
    assert len(asked) == 5 * 3
    assert GAME.show_question(asked[0]) == {"trump": "lead", "leader": 1}
    one = GAME.solve_questions(
        CruceRules(), 33, trump="pică", leader="2", announced="S,H", trick="S9"
    )
    assert one == [SolveQuestion("S", 1, trick=(18,), announced=("S", "H"), at_least=33)]
    with pytest.raises(QuestionError, match="sung"):
        GAME.solve_questions(CruceRules(), None, sung="S")


def test_best_play_by_all_is_worth_what_the_rounds_count() -> None:
    """A hand of all trumps: double dummy and every playout agree with the layout (case 5)."""
    known = dict(zip(range(18, 24), (0, 0, 0, 4, 5, 6), strict=True))
    rules = CruceRules(double_round=False)
    outcomes, _, _ = play(rules, 5, (0,) * 4, (0, 0, 0, 3), known=known)
    assert (outcomes[:, places.POINTS] >= 160).all()
    owners = np.full(24, 0, np.uint8)
    owners[:18] = np.tile([1, 2, 3], 6)
    value = GAME.solve(rules, Deals("cruce", owners[None]), SolveQuestion("S", 0))
    pairs = sum(owners[6 * s + 2] == 2 == owners[6 * s + 3] for s in range(3))
    assert value.tolist() == [160 + 20 * pairs]
