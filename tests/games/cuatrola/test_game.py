"""Cuatrola as the rest of the house sees it: notation, questions, odds, errors."""

from __future__ import annotations

import numpy as np
import pytest

import analyzer
from analyzer.cards import PACK_20, parse_card
from analyzer.errors import QuestionError
from analyzer.games.base import Deals, OddsQuestion, SolveQuestion, join_deals
from analyzer.games.cuatrola.game import GAME
from analyzer.games.cuatrola.positions import Position
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.run.runs import Target, run
from tests.games.cuatrola.replay import cards_of
from tests.reference import cuatrola as book

STANDARD = CuatrolaRules()
# The deal of 10.2 in the rulebook.
DEAL = "3C SC RE AB SB|RO SO SE RB HB|AO AC 3E HE 3B|3O HO RC HC AE turned=RC"


def test_presets_are_those_of_the_option_list() -> None:
    # rules/options.md.
    assert CuatrolaRules.presets() == ["standard", "online", "to21"]
    assert CuatrolaRules.load("standard").settings() == STANDARD.settings()
    assert CuatrolaRules.load("to21").changed() == {}
    changed = {k: v for k, v in CuatrolaRules.load("to21").settings().items()
               if v != STANDARD.settings()[k]}  # fmt: skip
    assert changed == {"target": 21, "cap": "off"}
    online = CuatrolaRules.load("online")
    assert {k: v for k, v in online.settings().items() if v != STANDARD.settings()[k]} == {
        "overcall": "first_closes",
        "tie_normal": "nobody",
        "tie_solo": "declarer_fails",
        "sweep_points": 2,
        "beat_after_ruff": True,
        "cantes": "several",
    }
    keys = """target cap solo_value cuatro_value quinta_value overcall tie_normal tie_solo
    sweep_points beat_after_ruff cannot_overruff trump_lead beat_what cantes forty_first
    contract_lead tute_wins"""
    assert list(CuatrolaRules.rules()) == keys.split()


def test_deals_survive_a_round_trip() -> None:
    deals = GAME.deal(STANDARD, 20, 4)
    shown = [GAME.show_deal(STANDARD, deals, i) for i in range(20)]
    texts = [f"{row['deal']}  turned={row['turned']}" for row in shown]
    again = join_deals([GAME.read_deal(STANDARD, text) for text in texts])
    assert (again.owners == deals.owners).all()
    assert again.turned is not None
    assert again.turned.tolist() == deals.turned.tolist()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("N:A... A... - -", "oros is in the hand of seat 1 too"),
        (DEAL.replace("=RC", "=AO"), "in the hand of seat 3: expected a card of the dealer"),
        (DEAL.replace("=RC", "="), "expected"),
        (DEAL.replace("=RC", "=RC RC"), "expected"),
        ("N:A.3.A.AR 3.A.C.3CS RC.R.3.R", "3 hands"),
    ],
)
def test_deals_that_cannot_be_read(text: str, words: str) -> None:
    with pytest.raises(QuestionError, match=words):
        GAME.read_deal(STANDARD, text)


def ask(**changes: object) -> SolveQuestion:
    return SolveQuestion(**changes)  # type: ignore[arg-type]  # wrong values are the point


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (ask(contract="bolo"), "normal, solo, cuatro, quinta"),
        (ask(contract="solo"), "expected a declarer"),
        (ask(declarer=1), "a normal hand has none"),
        (ask(contract="solo", declarer=7), "from 0 to 3"),
        (ask(leader=4), "from 0 to 3"),
        (ask(trump="H"), "trump"),
        (ask(announced=("O",)), "announced"),
        (ask(sung=("X",)), "sung"),
        (ask(trick=(4, 4)), "different cards"),
        (ask(trick=(4, 9, 14, 19)), "up to 3"),
        (ask(trick=(2,)), "lies with seat 2, but seat 1 played it"),
    ],
)
def test_questions_that_cannot_be_answered(question: SolveQuestion, words: str) -> None:
    with pytest.raises(QuestionError, match=words):
        GAME.solve(STANDARD, GAME.read_deal(STANDARD, DEAL), question)


def test_all_problems_at_once() -> None:
    question = ask(contract="bolo", trump="X", sung=("Y",), leader=9)
    with pytest.raises(QuestionError) as error:
        GAME.solve(STANDARD, GAME.read_deal(STANDARD, DEAL), question)
    assert len(error.value.problems) == 4


def test_uneven_hands_and_missing_trump() -> None:
    uneven = GAME.read_deal(STANDARD, DEAL.replace("3C SC RE", "3C SC").partition(" turned")[0])
    with pytest.raises(QuestionError, match="hold 4, 5, 5, 5 cards"):
        GAME.solve(STANDARD, uneven, SolveQuestion("O"))
    with pytest.raises(QuestionError, match="turned card"):
        GAME.solve(STANDARD, uneven, SolveQuestion())
    empty = Deals("cuatrola", np.full((1, 20), 255, np.uint8))
    with pytest.raises(QuestionError, match="no cards"):
        GAME.solve(STANDARD, empty, SolveQuestion("O"))


def test_the_idle_lead_passes_on() -> None:
    # Section 5: if mano is the idle partner, the next seat leads.
    deals = GAME.read_deal(STANDARD, DEAL)
    question = SolveQuestion(contract="cuatro", declarer=2)
    assert Position.read(deals, question).leader == 1


@pytest.mark.parametrize("contract", ["normal", "solo", "quinta"])
def test_leads_lines_and_values_agree(contract: str) -> None:
    deals = GAME.deal(STANDARD, 12, 31)
    declarer = None if contract == "normal" else 1
    question = SolveQuestion(contract=contract, declarer=declarer)
    values = GAME.solve(STANDARD, deals, question)
    for i in range(12):
        leads = GAME.solve_leads(STANDARD, deals, i, question)
        own = contract == "normal"  # mano leads: against the declarer in the contracts
        assert (max if own else min)(leads.values()) == values[i]
        assert next(iter(leads.values())) == values[i]
        line = GAME.solve_line(STANDARD, deals, i, question)
        assert len(line) == (20 if declarer is None else 15)
        assert leads[line[0][1]] == values[i]
        check_line(deals, i, line, contract, declarer, int(values[i]))


def check_line(
    deals: Deals,
    i: int,
    line: list[tuple[int, int]],
    contract: str,
    declarer: int | None,
    value: int,
) -> None:
    """Play the line by the book; it must be legal, and its result the value of the deal."""
    names = [card for bit in range(64) for card in (cards_of(1 << bit) if bit % 16 < 5 else [])]
    script = iter(line)

    def policy(kind: str, seat: int, options: list[str]) -> str:
        if kind == "cante":
            # The line names no cantes; the dearest at once, as long as there is one choice.
            return max(options[:-1], key=lambda suit: suit == trump)
        who, card = next(script)
        assert who == seat
        return names[card]

    assert deals.turned is not None
    hands = [[names[c] for c in np.flatnonzero(deals.owners[i] == seat)] for seat in range(4)]
    trump = names[deals.turned[i]][1]
    hand = book.Hand(STANDARD, hands, trump, contract, declarer, policy).play()
    if contract == "quinta":
        assert hand.tricks[declarer or 0] == value
    else:
        own = 0 if declarer is None else declarer % 2
        assert hand.points[own] - hand.points[1 - own] == value


def test_at_least_answers_for_the_value() -> None:
    deals = GAME.deal(STANDARD, 60, 12)
    for contract, declarer in (("normal", None), ("solo", 2), ("cuatro", 3)):
        question = {"contract": contract, "declarer": declarer}
        values = GAME.solve(STANDARD, deals, ask(**question))
        for least in (int(values.min()) - 1, 0, 1, 4, int(values.max()), int(values.max()) + 1):
            answers = GAME.solve(STANDARD, deals, ask(at_least=least, **question))
            assert answers.tolist() == (values >= least).astype(int).tolist()


def test_a_trick_on_the_table_goes_on() -> None:
    # The value after the best lead is the value before it, trick by trick and card by card.
    deals = GAME.deal(STANDARD, 6, 8)
    for contract, declarer in (("normal", None), ("solo", 0), ("quinta", 0)):
        for i in range(6):
            question = ask(contract=contract, declarer=declarer)
            one = Deals("cuatrola", deals.owners[i : i + 1], turned=deals.turned[i : i + 1])
            value = int(GAME.solve(STANDARD, one, question)[0])
            trick: tuple[int, ...] = ()
            for _, card in GAME.solve_line(STANDARD, one, 0, question)[:2]:
                trick = (*trick, card)
                question = ask(contract=contract, declarer=declarer, trick=trick)
                assert int(GAME.solve(STANDARD, one, question)[0]) == value


def test_questions_of_the_command_line() -> None:
    empty = dict.fromkeys(("trump", "leader", "contract", "declarer", "trick", "announced", "sung"))
    assert GAME.solve_questions(STANDARD, None, **empty) == [SolveQuestion()]
    texts = empty | {"contract": "Solo", "declarer": "3", "trump": "copas", "sung": "OB"}
    assert GAME.solve_questions(STANDARD, 5, **texts) == [
        SolveQuestion("C", 0, "solo", 2, sung=("O", "B"), at_least=5)
    ]
    soloist = STANDARD.with_changes(contract_lead="soloist")
    assert GAME.solve_questions(soloist, None, **texts)[0].leader == 2
    texts = empty | {"contract": "trio", "leader": "7", "trump": "NT", "announced": "S"}
    with pytest.raises(QuestionError) as error:
        GAME.solve_questions(STANDARD, None, **texts)
    assert len(error.value.problems) == 4


def test_odds_add_up() -> None:
    plan = GAME.odds(STANDARD, OddsQuestion(plays=("random", "simple", "open")))
    assert len({(*c.choice.items(), c.play, c.measure) for c in plan.columns}) == len(plan.columns)
    batch = plan.compute(5, 0, 300, plan.workspace())
    assert batch.outcomes.shape == (300, len(plan.columns))
    by_name = {
        (c.choice["contract"], c.choice["seat"], c.play, c.measure): batch.outcomes[:, i]
        for i, c in enumerate(plan.columns)
    }
    for column, outcomes in zip(plan.columns, batch.outcomes.T, strict=True):
        if column.rate:
            assert set(np.unique(outcomes)) <= {0, 1}
        assert column.spread is None or np.ptp(outcomes) <= column.spread
    for play in ("random", "simple", "open"):
        # Zero sum, and 2, 4, 5 match points for success or failure (section 7).
        assert (by_name["pass", 1, play, "score"] == -by_name["pass", 2, play, "score"]).all()
        for bid, value in (("solo", 2), ("cuatro", 4), ("quinta", 5)):
            for seat in range(1, 5):
                success = by_name[bid, seat, play, "success"]
                assert (by_name[bid, seat, play, "score"] == value * (2 * success - 1)).all()
        quinta = by_name["quinta", 3, play, "success"]
        assert (quinta == by_name["quinta", 3, play, "slam"]).all()
    played = sum(by_name["auction", 1, "simple", name] for name in ("normal", "solo", "cuatro"))
    assert (played + by_name["auction", 1, "simple", "quinta"] == 1).all()


def test_a_contract_that_is_not_played_is_not_offered() -> None:
    rules = STANDARD.with_changes(solo_value=0)
    plan = GAME.odds(rules, OddsQuestion(plays=("simple",)))
    assert {c.choice["contract"] for c in plan.columns} == {"pass", "cuatro", "quinta", "auction"}


def test_odds_of_one_seat_and_bad_options() -> None:
    plan = GAME.odds(STANDARD, OddsQuestion(plays=("simple",), extras={"seat": "4"}))
    assert {c.choice["seat"] for c in plan.columns} == {4}
    question = OddsQuestion(None, ("simple",), {"seat": "9", "calls": "pas", "lives": "3"})
    with pytest.raises(QuestionError) as error:
        GAME.odds(STANDARD, question)
    assert len(error.value.problems) == 3


def test_threads_and_batches_do_not_matter() -> None:
    plan = GAME.odds(STANDARD, OddsQuestion(plays=("random", "simple", "open")))
    one = run(plan, 3, Target(600), workers=1).tally
    two = run(plan, 3, Target(600), workers=2).tally
    assert one.rows == two.rows == 600
    assert (one.sums == two.sums).all()
    assert (one.squares == two.squares).all()


def test_the_python_interface() -> None:
    rules = analyzer.load_rules("cuatrola", cantes="off")
    deals = analyzer.deal(rules, n=5, seed=2)
    values = analyzer.solve(rules, deals.owners, trump="O")
    # Without cantes a normal hand's difference and 130 are both even or both odd.
    assert ((values + 130) % 2 == 0).all()
    odds = analyzer.bid_odds(rules, play="open", deals=50, seed=1)
    assert "success" in set(odds.frame.measure)
    assert parse_card("oA", PACK_20) == 4
