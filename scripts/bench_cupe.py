"""Sections of scripts/bench for Cupe: playouts beside OpenSpiel's, hands, the slam search."""

from __future__ import annotations

import time

import numpy as np

ROUNDS = 7
PLAYOUTS = 200_000
THEIRS = 20_000


def bench_cupe() -> None:
    """Random playouts from one fixed deal against OpenSpiel's C++, in turn on one thread."""
    from analyzer.cards import PACK_52
    from analyzer.games.cupe.kernels.batch import OUTCOMES, play_from
    from analyzer.games.cupe.play import layouts, play_hands
    from analyzer.games.cupe.rules import CupeRules
    from analyzer.games.cupe.styles import style

    rules = CupeRules.load("openspiel")
    owners = layouts().deal(1, 1)[0]
    hands = np.array([PACK_52.card_set(np.flatnonzero(owners == s)) for s in range(4)], np.uint64)
    levels, styles = np.zeros(4, np.int64), np.tile(style(), (4, 1))
    out = np.empty((PLAYOUTS, OUTCOMES), np.int64)
    search = rival(owners)

    def ours() -> None:
        play_from(hands, np.uint64(1), 0, levels, styles, rules.packed(), out)

    play_from(hands, np.uint64(1), 0, levels, styles, rules.packed(), out[:1])
    rates = []
    for _ in range(ROUNDS):
        mine = PLAYOUTS / seconds(ours)
        rates.append((mine, THEIRS / seconds(search) if search else np.nan))
    mine, other = np.median(rates, axis=0)
    ratio = np.median([a / b for a, b in rates])
    print("Cupe, random playouts from one fixed deal, one thread, a processor second")
    print(f"  here {mine:,.0f}   OpenSpiel in C++ {other:,.0f}   ratio {ratio:.1f}")
    for play, n in (("random", 200_000), ("simple", 10_000)):
        play_hands(rules, [play] * 4, 1, 1)
        rate = n / min(seconds(lambda p=play, k=n: play_hands(rules, [p] * 4, k, 1)) for _ in "abc")
        print(f"  whole hands, {play}: {rate:,.0f} ({1e6 / rate / 52:.3f} microseconds a card)")


def rival(owners: np.ndarray):
    """Runs ``THEIRS`` random playouts of the deal inside OpenSpiel's C++; None without it.

    One simulation of its tree search at an unexplored root is so many rollouts.
    """
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("hearts")
    state = game.new_initial_state()
    state.apply_action(0)
    piles = [np.flatnonzero(owners == seat) for seat in range(4)]
    for i in range(52):
        card = int(piles[i % 4][i // 4])
        state.apply_action(card % 13 * 4 + card // 13)
    evaluator = pyspiel.RandomRolloutEvaluator(THEIRS, 1)
    bot = pyspiel.MCTSBot(
        game, evaluator, 1.0, 1, 10, False, 1, False, pyspiel.ChildSelectionPolicy.UCT
    )
    return lambda: bot.mcts_search(state)


def seconds(call) -> float:
    """Processor seconds of a call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def bench_cupe_slam() -> None:
    """The slam search by cards held: chance deals, and deals with a strong declarer."""
    from analyzer.games.base import SolveQuestion
    from analyzer.games.cupe.positions import OPENER, read_position
    from analyzer.games.cupe.rules import CupeRules
    from analyzer.games.cupe.slam import SlamSolver

    rng = np.random.default_rng(1)
    solver = SlamSolver(CupeRules(), 1 << 20)
    question = SolveQuestion(leader=0, declarer=0)
    solver.can(read_position(solver.rules, endgame(rng, 3, True), question), 0)
    print("Cupe, can seat 1 take all point cards? One thread, processor time")
    titles = ("cards", "asked", "slams", "mean ms", "worst ms", "nodes")
    print(f"{'deals':8}" + "".join(f"{title:>10}" for title in titles))
    for strong in (False, True):
        for cards in range(3, 14):
            times, slams, before = [], 0, int(solver.counters[0])
            while len(times) < 400 and sum(times) < 10.0:
                question = SolveQuestion(leader=OPENER if cards == 13 else 0, declarer=0)
                owners = endgame(rng, cards, strong)
                position = read_position(solver.rules, owners, question)
                start = time.process_time()
                slams += solver.can(position, 0)
                times.append(time.process_time() - start)
            nodes = (int(solver.counters[0]) - before) / len(times)
            print(
                f"{'strong' if strong else 'random':8}{cards:10}{len(times):10}{slams:10}"
                f"{1e3 * np.mean(times):10.3f}{1e3 * max(times):10.1f}{nodes:10.0f}"
            )


def endgame(rng: np.random.Generator, cards: int, strong: bool) -> np.ndarray:
    """Owners uint8 [52]; a strong declarer, seat 0, tends to hold high cards and hearts."""
    owners = np.full(52, 255, np.uint8)
    pack = rng.permutation(52)[: 4 * cards]
    if strong:
        pack = pack[np.argsort(-(pack % 13 + rng.normal(0, 3, 4 * cards) + 3 * (pack // 13 == 2)))]
        pack = np.concatenate([pack[:cards], rng.permutation(pack[cards:])])
    owners[pack] = np.repeat(np.arange(4), cards)
    return owners
