"""Double dummy: against the plain search, against counts made elsewhere, and rules of thumb."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.cards import PACK_20, parse_card, parse_cards
from analyzer.games.base import Deals, SolveQuestion
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.count import AllLayouts
from analyzer.games.cuatrola.deals import deal_cards
from analyzer.games.cuatrola.game import GAME
from analyzer.games.cuatrola.open import OpenSolver
from analyzer.games.cuatrola.outcomes import made, open_outcome
from analyzer.games.cuatrola.positions import Position
from analyzer.games.cuatrola.rules import CuatrolaRules
from tests.games.cuatrola import tricks_data
from tests.games.cuatrola.replay import CARDS
from tests.reference import cuatrola as book
from tests.reference import points_search as plain

STANDARD = CuatrolaRules()
DATA = np.load(tricks_data.PATH)


def stored(i: int) -> tuple[CuatrolaRules, Deals, SolveQuestion]:
    """Rules, deal and question of one stored value."""
    deals = Deals("cuatrola", DATA["owners"][i : i + 1], turned=DATA["turned"][i : i + 1])
    question = SolveQuestion(
        contract="quinta", declarer=int(DATA["declarers"][i]), leader=int(DATA["leaders"][i])
    )
    return tricks_data.rules_of(int(DATA["duties"][i])), deals, question


def test_cuatro_and_quinta_equal_the_plain_search_on_500_deals() -> None:
    assert len(DATA["tricks"]) == 500
    for i in range(500):
        rules, deals, question = stored(i)
        position = Position.read(deals, question)
        solver = OpenSolver(rules) if DATA["duties"][i] else SOLVER
        tricks = int(DATA["tricks"][i])
        assert solver.values(position).tolist() == [tricks]
        for least in (4, 5):
            assert solver.reaches(position, least).tolist() == [int(tricks >= least)]


def test_a_part_of_the_stored_values_again() -> None:
    rng = np.random.default_rng()
    for i in rng.choice(500, 12, replace=False):
        row = (DATA["turned"], DATA["declarers"], DATA["leaders"], DATA["duties"])
        again = tricks_data.plain_tricks(DATA["owners"][i], *(int(column[i]) for column in row))
        assert again == DATA["tricks"][i]


SOLVER = OpenSolver(STANDARD)


def plain_points(
    rules: CuatrolaRules, owners: NDArray[np.uint8], trump: int, declarer: int | None, leader: int
) -> int:
    """The plain search for points on one deal."""
    order = tuple(book.playing_seats(declarer))
    own = {declarer} if declarer is not None else {leader, (leader + 2) % 4}
    hands = {
        seat: frozenset(divmod(int(c), 5) for c in np.flatnonzero(owners == seat)) for seat in order
    }
    game = plain.Cuatrola(
        order=order,
        own=frozenset(own),
        trump=trump,
        cantes=rules.cantes,
        forty_first=rules.forty_first,
        beat_after_ruff=rules.beat_after_ruff,
        cannot_overruff=rules.cannot_overruff,
        trump_lead=rules.trump_lead,
        beat_what=rules.beat_what,
    )
    return game.value_by_halving(game.start(hands, leader))


def endgames(n: int, cards: int, seed: int) -> Iterator[NDArray[np.uint8]]:
    """Deals of ``cards`` cards a seat, the other cards out of play."""
    rng = np.random.default_rng(seed)
    for _ in range(n):
        owners = np.full(20, 255, np.uint8)
        owners[rng.permutation(20)[: 4 * cards]] = np.repeat(np.arange(4), cards)
        yield owners


@pytest.mark.parametrize("contract", ["normal", "solo"])
def test_points_equal_the_plain_search(contract: str) -> None:
    # The points search has its own large comparison; this is the wiring of the game's rules.
    rng = np.random.default_rng(5)
    for i, owners in enumerate(endgames(60, 3, seed=6)):
        changes = {
            key: rule.choices[rng.integers(len(rule.choices))]
            for key, rule in CuatrolaRules.rules().items()
            if rule.choices and key != "tute_wins"
        }
        rules = CuatrolaRules.make(changes if i % 2 else {})
        declarer = None if contract == "normal" else int(rng.integers(4))
        leader = int(rng.choice(book.playing_seats(declarer)))
        trump = int(rng.integers(4))
        question = SolveQuestion("OCEB"[trump], leader, contract, declarer)
        deals = Deals("cuatrola", owners[None, :])
        expected = plain_points(rules, owners, trump, declarer, leader)
        assert GAME.solve(rules, deals, question).tolist() == [expected]
        leads = GAME.solve_leads(rules, deals, 0, question)
        own = declarer is None or leader == declarer
        assert (max if own else min)(leads.values()) == expected


# docs/rulebooks/cases.md, section 6: counted by two programs that agreed; trump oros.
COUNTED = [
    ("AO 3O RO HO AC", 0, "SO", 252_252, (252_252, 252_252, 252_252)),
    ("AO 3O RO AC SE", 0, "SO", 252_252, (252_252, 252_252, 1_260)),
    ("3O RO AC AE HB", 0, "SO", 252_252, (195_025, 97_104, 1_260)),
    ("AO RO HO AC 3E", 3, "RO", 756_756, (735_627, 593_230, 150_297)),
]


def count(hand: str, seat: int, turned: str, contract: int, rows: slice = slice(None)) -> int:
    """Layouts, or those of some rows, in which the contract is made."""
    cards = tuple(parse_cards(hand, PACK_20))
    layouts = AllLayouts(cards, seat, parse_card(turned, PACK_20))
    first, stop, _ = rows.indices(len(layouts))
    found = 0
    for start in range(first, stop, 20_000):
        hands = layouts.hands(start, min(20_000, stop - start))
        trumps = np.zeros(len(hands), np.int64)
        found += int(made(STANDARD, SOLVER, hands, trumps, contract, seat).sum())
    return found


@pytest.mark.parametrize(("hand", "seat", "turned", "layouts", "expected"), COUNTED)
def test_cuatros_and_quintas_counted(
    hand: str, seat: int, turned: str, layouts: int, expected: tuple[int, int, int]
) -> None:
    cards = tuple(parse_cards(hand, PACK_20))
    assert len(AllLayouts(cards, seat, parse_card(turned, PACK_20))) == layouts
    assert count(hand, seat, turned, codes.CUATRO) == expected[1]
    assert count(hand, seat, turned, codes.QUINTA) == expected[2]


def test_copas_and_espadas_exchanged_count_the_same() -> None:
    # docs/rulebooks/cases.md, section 6.
    assert count("AO RO HO AE 3C", 3, "RO", codes.QUINTA) == 150_297


def test_a_solo_counted() -> None:
    # docs/rulebooks/cases.md, section 6; the dealer's 756,756 layouts are counted in the slow test.
    assert count("3O RO AC AE HB", 0, "SO", codes.SOLO) == 195_025


@pytest.mark.slow
@pytest.mark.parametrize(("hand", "seat", "turned", "layouts", "expected"), COUNTED)
def test_solos_counted(
    hand: str, seat: int, turned: str, layouts: int, expected: tuple[int, int, int]
) -> None:
    assert count(hand, seat, turned, codes.SOLO) == expected[0]


def test_every_layout_once() -> None:
    # 14!/(5! 5! 4!) layouts: all different, each holding the known cards.
    cards = tuple(parse_cards("3O RO AC AE HB", PACK_20))
    layouts = AllLayouts(cards, 1, parse_card("SO", PACK_20))
    hands = layouts.hands(0, len(layouts))
    assert len(np.unique(hands, axis=0)) == len(layouts) == 252_252
    assert (hands[:, 1] == np.uint64(PACK_20.card_set(cards))).all()
    assert (hands[:, 3] & np.uint64(1) == 1).all()
    assert (np.bitwise_count(hands) == 5).all()
    assert (np.bitwise_or.reduce(hands, axis=1) == np.uint64(PACK_20.full)).all()


def test_sure_contracts() -> None:
    # Rulebook, section 14: on lead, the top three trumps and a side as make a cuatro, four top
    # trumps and a side as a quinta, whatever the others hold.
    rng = np.random.default_rng(8)
    for hand, contract in (("AO 3O RO AB SE", codes.CUATRO), ("AO 3O RO HO AB", codes.QUINTA)):
        cards = tuple(parse_cards(hand, PACK_20))
        layouts = AllLayouts(cards, 0, parse_card("SO", PACK_20))
        rows = layouts.hands(int(rng.integers(200_000)), 5_000)
        assert made(STANDARD, SOLVER, rows, np.zeros(5_000, np.int64), contract, 0).all()


@pytest.mark.parametrize("tie", ["mano", "nobody", "last_trick"])
@pytest.mark.parametrize("sweep", [1, 2])
def test_open_scores_of_a_normal_hand(tie: str, sweep: int) -> None:
    rules = STANDARD.with_changes(tie_normal=tie, sweep_points=sweep)
    solver = OpenSolver(rules)
    deals = deal_cards(400, 9)
    position = Position.read(deals, SolveQuestion())
    values = solver.values(position)
    hands, trumps = position.hands, position.trumps
    mano = open_outcome(rules, solver, hands, trumps, codes.NORMAL, 0)
    other = open_outcome(rules, solver, hands, trumps, codes.NORMAL, 1)
    # A zero-sum game: what one pair gets, the other loses.
    assert (mano.score == -other.score).all()
    assert (mano.slam == other.slam_against).all()
    # The sign of the difference decides, where points are not equal; a sweep pays more.
    apart = values != 0
    assert (np.sign(mano.score) == np.sign(values))[apart].all()
    assert (mano.score[~apart] == {"mano": 1, "nobody": 0}.get(tie, mano.score[~apart])).all()
    assert (np.abs(mano.score) <= sweep).all()
    if sweep == 2:
        assert ((mano.score == 2) == (mano.slam == 1)).all()


def test_solo_of_the_book_by_hand() -> None:
    # Rulebook, 10.4: with these cards the play shown ends 43 : 43, so best play does at least
    # as well as the side for which the play shown was a mistake; and the plain search agrees.
    hands = "HO 3C HC 3E SE|RO AC HE HB SB|3O SO AE AB 3B|AO RC SC RE RB"
    deals = GAME.read_deal(STANDARD, hands + " turned=RE")
    question = SolveQuestion(contract="solo", declarer=0)
    value = GAME.solve(STANDARD, deals, question)
    assert value.tolist() == [plain_points(STANDARD, deals.owners[0], 2, 0, 0)]
    # The idle hand may be left out.
    owners = np.where(deals.owners == 2, 255, deals.owners).astype(np.uint8)
    alone = Deals("cuatrola", owners, turned=deals.turned)
    assert GAME.solve(STANDARD, alone, question).tolist() == value.tolist()
    assert CARDS[16 * 2 + 2] == "RE"


def test_a_tute_wins_whatever_else_happens() -> None:
    # House rule tute_wins: four kings, and an ace of trumps that wins the first trick.
    hands = "RO RC RE RB AO|HO 3C HE HB AB|SO SC SE SB AC|3O HC 3E 3B AE"
    deals = GAME.read_deal(STANDARD, hands + " turned=3O")
    rules = STANDARD.with_changes(tute_wins=True)
    value = int(GAME.solve(rules, deals, SolveQuestion())[0])
    # All 130 points and the bonus of 240: the first trick and what is left after it.
    assert value == 130 + 240
    assert int(GAME.solve(STANDARD, deals, SolveQuestion())[0]) < 130
