"""The slam search of Cupe against the full count of the rule book, and what must hold."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from analyzer.cards import PACK_52
from analyzer.errors import QuestionError
from analyzer.games.base import SolveQuestion
from analyzer.games.cupe.game import GAME
from analyzer.games.cupe.positions import OPENER
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.cupe.slam import SlamSolver
from tests.games.cupe.endgames import endgame, solvers
from tests.reference import cupe as reference

STORED = Path(__file__).resolve().parents[2] / "data" / "cupe_slam_endgames.json"
STANDARD = CupeRules()
# North has the top of every suit; West has the 2 of clubs.
SOLID = "N:AKQJ.AKQJ.AK.AKQ T98.T98.QJT.JT98 765.765.9876.765 432.432.5432.432"


def test_stored_answers_of_the_full_count():
    # Written by scripts/check-cupe-slam: the reference's answers to thousands of endgames.
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    solver = solvers()
    compared = 0
    for cards, answers in stored["answers"].items():
        for seed, answer in enumerate(answers):
            game = endgame(f"{cards}/{seed}", int(cards))
            assert game.answer(solver(game.rules)) == int(answer), (cards, seed)
            compared += 1
    assert compared == stored["endgames"] >= 3000


def test_the_reference_again_on_some_endgames():
    solver = solvers()
    seen = [0, 0]
    for cards, count in ((1, 60), (2, 80), (3, 80), (4, 60), (5, 12)):
        for seed in range(count):
            game = endgame(f"again {cards}/{seed}", cards)
            answer = game.plain()
            assert game.answer(solver(game.rules)) == answer
            seen[answer] += 1
    assert min(seen) > 80


def test_leads_agree_with_the_positions_after_them():
    solver = solvers()
    for seed in range(80):
        game = endgame(f"leads {seed}", 4)
        if len(game.trick) == 3:
            continue
        deals = GAME.read_deal(game.rules, "N:A... - - -")
        deals = type(deals)("cupe", game.owners()[None])
        values = GAME.solve_leads(game.rules, deals, 0, game.question())
        seat = (game.leader + len(game.trick)) % 4
        best = max(values.values()) if seat == game.declarer else min(values.values())
        assert best == game.answer(solver(game.rules))
        legal = reference.legal(
            game.rules, game.hands[seat], game.trick, 13, game.broken(game.trick)
        )
        assert {reference.PACK[card] for card in values} == legal
        for card, value in values.items():
            after = endgame(f"leads {seed}", 4)
            after.hands[seat].remove(reference.PACK[card])
            after.trick.append(reference.PACK[card])
            assert after.plain() == value


def test_a_line_of_best_play_has_the_value_of_the_deal():
    for seed in range(60):
        game = endgame(f"line {seed}", 5)
        deals = type(GAME.read_deal(game.rules, "N:A... - - -"))("cupe", game.owners()[None])
        line = GAME.solve_line(game.rules, deals, 0, game.question())
        trick, leader, lost = list(game.trick), game.leader, False
        for seat, number in line:
            card = reference.PACK[number]
            assert seat == (leader + len(trick)) % 4
            broken = game.broken(trick)
            assert card in reference.legal(game.rules, game.hands[seat], trick, 13, broken)
            game.hands[seat].remove(card)
            trick.append(card)
            if len(trick) == 4:
                leader = reference.winner(leader, trick)
                lost |= leader != game.declarer and bool(set(trick) & game.needed)
                game.out |= set(trick)
                trick = []
        again = endgame(f"line {seed}", 5)
        assert (not lost) == bool(again.answer(solvers()(again.rules)))
        assert not any(game.hands)


def test_full_deals():
    deals = GAME.read_deal(STANDARD, SOLID)
    asked = [SolveQuestion(leader=OPENER, declarer=seat) for seat in range(4)]
    # The holder of the 2 of clubs opens: West, and North takes all that follows.
    assert [int(GAME.solve(STANDARD, deals, q)[0]) for q in asked] == [1, 0, 0, 0]
    shown = GAME.solve_questions(STANDARD, None)
    assert [GAME.show_question(q) for q in shown] == [{"declarer": s + 1} for s in range(4)]


def test_the_hand_that_cannot_miss():
    # Twelve hearts and the ace of clubs: a slam whatever the others do, so 1 for any layout.
    rest = [card for card in reference.PACK if card not in reference.HEARTS | {"AC"}] + ["2H"]
    rng = np.random.default_rng(4)
    solver = SlamSolver(STANDARD)
    for _ in range(20):
        owners = np.zeros(52, np.uint8)
        numbers = [reference.PACK.index(card) for card in rest]
        owners[rng.permutation(numbers)] = np.repeat([1, 2, 3], 13)
        question = SolveQuestion(leader=OPENER, declarer=0)
        assert solver.solve(owners[None], question)[0] == 1


def test_the_memory_does_not_change_answers():
    small, large = SlamSolver(STANDARD, 1), SlamSolver(STANDARD)
    for seed in range(150):
        game = endgame(f"memory {seed}", 5)
        if game.rules == STANDARD:
            assert game.answer(small) == game.answer(large) == game.answer(SlamSolver(STANDARD, 64))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (SolveQuestion(), "no declarer"),
        (SolveQuestion(declarer=4), "declarer 4"),
        (SolveQuestion(declarer=0, trump="S"), "trump"),
        (SolveQuestion(declarer=0, leader=7), "leader 7"),
        (SolveQuestion(declarer=0, at_least=2), "at_least 2"),
        (SolveQuestion(declarer=0, trick=(1, 1)), "trick of 2 cards"),
        (SolveQuestion(declarer=0, leader=1), "2 of clubs"),
    ],
)
def test_questions_that_cannot_be_answered(question, told):
    with pytest.raises(QuestionError, match=told):
        GAME.solve(STANDARD, GAME.read_deal(STANDARD, SOLID), question)


def test_endgames_need_a_leader_and_hands_of_one_size():
    deals = GAME.read_deal(STANDARD, "N:A... K... Q... J...")
    with pytest.raises(QuestionError, match="no leader"):
        GAME.solve(STANDARD, deals, SolveQuestion(declarer=0, leader=OPENER))
    uneven = GAME.read_deal(STANDARD, "N:AK... K... Q... J...".replace("AK", "AT"))
    with pytest.raises(QuestionError, match="the same number"):
        GAME.solve(STANDARD, uneven, SolveQuestion(declarer=0))
    # The card of the trick may still lie with the seat that played it, and only there.
    ace = (PACK_52.size - 1,)
    question = SolveQuestion(declarer=0, trick=ace)
    assert GAME.solve(STANDARD, deals, question)[0] == 1
    with pytest.raises(QuestionError, match="lies with seat 1"):
        GAME.solve(STANDARD, deals, SolveQuestion(declarer=0, leader=1, trick=ace))
