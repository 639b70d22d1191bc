"""The compiled round against the rule book in plain Python, and the worked examples.

Expected numbers: `docs/rulebooks/cuccu.md`, section 11 (worked examples), and the reference.
"""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from analyzer.cards.cuccu import parse_cards
from analyzer.games.cuccu.kernels import players
from analyzer.games.cuccu.kernels import table as t
from analyzer.games.cuccu.kernels.round import play_round
from analyzer.games.cuccu.rules import CuccuRules
from tests.reference import cuccu as reference

RULES = CuccuRules.rules()
VARIED = {key: rule.choices for key, rule in RULES.items() if rule.choices}
THRESHOLDS = {n: [(5 * n + 3 * place) % 14 for place in range(n)] for n in range(2, 21)}


def policy() -> np.ndarray:
    made = np.zeros(players.STRATEGIES, np.int32)
    for n, row in THRESHOLDS.items():
        made[20 * n : 20 * n + n] = row
    return made


class Compiled:
    """A round of the kernel with a given pack and given answers (or a level)."""

    def __init__(self, rules: CuccuRules, lives, deck, answers=None, level=players.SIMPLE) -> None:
        table = t.new_table(rules.packed())
        n = len(lives)
        t.clear_round(table, n)
        table[t.LIVES : t.LIVES + n] = lives
        table[t.LEVEL : t.LEVEL + n] = level
        table[t.PACK : t.PACK + len(deck)] = deck
        table[t.BOTTOM] = 1
        if answers is not None:
            table[t.SCRIPTED] = 1
            table[t.FORCED : t.FORCED + len(answers)] = [2 + a for a in answers]
        play_round(table, policy())
        self.lives = table[t.LIVES : t.LIVES + n].tolist()
        self.lost = table[t.LOST : t.LOST + n].tolist()
        self.gained = table[t.GAINED : t.GAINED + n].tolist()
        self.cards = table[t.CARD : t.CARD + n].tolist()
        self.decisions = int(table[t.DECISION])
        self.all_zero = bool(table[t.ALL_ZERO])


def compare(rules: CuccuRules, lives, deck, answers=None) -> None:
    """One round by both; everything that a round leaves behind is equal."""
    given = iter(answers) if answers is not None else None
    decide = (
        (lambda kind, seat, game: bool(next(given)))
        if given is not None
        else reference.simple(THRESHOLDS)
    )
    ranks = [card % 20 for card in deck]
    game = reference.Round(rules.settings(), list(lives), ranks[1:], ranks[:1], decide)
    game.play()
    found = Compiled(rules, lives, deck, answers)
    assert found.all_zero == (not any(game.lives))
    if found.all_zero and rules.all_zero == "replay":
        assert found.lives == list(lives)
        return
    assert (found.lives, found.lost, found.gained) == (game.lives, game.lost, game.gained)
    cards = [-1 if card is None else card for card in game.card]
    assert found.cards == cards


def random_round(rng: random.Random, rules: CuccuRules, low_pack: bool) -> tuple:
    n = rng.choice([2, 3, 3, 4, 4, 5, 6, 8, 12, 20])
    lives = [rng.choice([1, 1, 2, 3]) for _ in range(n)]
    cards = [c for c in range(40) if rules.pack == 40 or c % 20]
    rng.shuffle(cards)
    if low_pack:
        # The special cards, the noughts and the fools first: they are what the rules are about.
        special = {3, 14, 15, 16, 17, 18, 19}
        cards.sort(key=lambda c: rng.random() + (c % 20 not in special) * rng.random())
    return lives, cards


@pytest.mark.parametrize("answers", ["random", "simple"])
@pytest.mark.parametrize(("key", "value"), [(k, v) for k, values in VARIED.items() for v in values])
def test_every_rule_alone(key, value, answers) -> None:
    rng = random.Random(f"{key}={value} {answers}")
    rules = CuccuRules.make({key: value})
    for i in range(300):
        lives, deck = random_round(rng, rules, low_pack=i % 2 == 0)
        given = [rng.randrange(2) for _ in range(t.DRAWS)] if answers == "random" else None
        compare(rules, lives, deck, given)


@pytest.mark.parametrize("answers", ["random", "simple"])
def test_random_combinations_of_rules(answers) -> None:
    rng = random.Random(f"combinations {answers}")
    for i in range(2500):
        rules = CuccuRules.make({k: rng.choice(values) for k, values in VARIED.items()})
        lives, deck = random_round(rng, rules, low_pack=i % 2 == 0)
        given = [rng.randrange(2) for _ in range(t.DRAWS)] if answers == "random" else None
        compare(rules, lives, deck, given)


@pytest.mark.parametrize("key", sorted(set(VARIED) - {"dealing", "pack", "all_zero"}))
def test_every_rule_does_something(key) -> None:
    """Under the same cards and answers each value changes some rounds.

    What fixed_lowest makes known changes the simple players' answers, not those given here.
    """
    rng = random.Random(key)
    rounds = [random_round(rng, CuccuRules(), low_pack=True) for _ in range(300)]
    given = [[rng.randrange(2) for _ in range(t.DRAWS)] for _ in rounds]
    answers = [None] * len(rounds) if key == "single_fool" else given
    runs = list(zip(rounds, answers, strict=True))
    base = [Compiled(CuccuRules(), *r, a).lives for r, a in runs]
    for value in VARIED[key][1:]:
        rules = CuccuRules.make({key: value})
        assert [Compiled(rules, *r, a).lives for r, a in runs] != base, value


def test_dealing_matters_once_fools_are_announced() -> None:
    rng = random.Random(1)
    settings = {"single_fool": "fixed_lowest"}
    differ = 0
    for _ in range(3000):
        lives, deck = random_round(rng, CuccuRules(), low_pack=True)
        now, first = (
            Compiled(CuccuRules.make(settings | {"dealing": dealing}), lives, deck).lives
            for dealing in VARIED["dealing"]
        )
        differ += now != first
    assert differ > 0


KEEP, ASK = 0, 1
EXAMPLES = {
    # name: (cards in the order dealt, top card, answers, lives before, lives after)
    "1 plain chain": ("II VI 0 VIII", "V", [1, 1, 0, 0], [3] * 4, [3, 2, 3, 3]),
    "2 cat across a horse": ("I horse VIIII cat", "V", [1, 1, 0], [3] * 4, [2, 3, 2, 3]),
    "3 cat after a longer chain": ("III VIII V cat", "X", [1, 1, 1, 0], [3] * 4, [2, 3, 2, 3]),
    "4 keeping cuts the chain": ("III II I cat", "X", [1, 0, 1, 0], [3] * 4, [3, 3, 1, 3]),
    "5 inn, cover accepted": ("0 inn V VII", "X", [1, 1, 1, 0, 0, 0], [3] * 4, [3, 2, 3, 3]),
    "5 with a bucket": ("bucket inn V VII", "X", [1, 1, 1, 0, 0, 0], [3] * 4, [2, 3, 3, 3]),
    "5 with a fool": ("0 inn V fool", "X", [1, 1, 1, 0, 0, 0], [3] * 4, [3, 2, 3, 2]),
    "6 inn, cover refused": (
        "0 inn V II VIIII", "X", [1, 1, 0, 1, 1, 1], [3] * 4, [3, 3, 2, 3],
    ),
    "7 dealer's horse": ("X VI IIII horse", "mask", [0, 0, 1, 0], [3] * 4, [3, 3, 2, 3]),
    "8 drawn special is harmless": ("X VI V III cat", "X", [0, 0, 0, 1], [3] * 4, [3, 3, 2, 3]),
    "9 giving up a special card": (
        "I horse hunter cat hunter", "X", [1, 0, 1], [1, 3, 3, 3], [0, 2, 3, 3],
    ),
    "10 reset": ("III hunter", "X", [1, 0], [1, 1], [0, 0]),
    "10 saved by a cuckoo": ("III hunter cuckoo", "X", [1, 1], [1, 1], [0, 1]),
    "11 four-way reset": ("I hunter hunter fool", "X", [1, 0, 0, 0], [1] * 4, [0] * 4),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples(name) -> None:
    dealt, top, answers, before, after = EXAMPLES[name]
    deck = parse_cards(top) + parse_cards(dealt)
    found = Compiled(CuccuRules(), before, deck, answers)
    assert found.lives == after
    compare(CuccuRules(), before, deck, answers)


def test_example_9_and_10_counted() -> None:
    """Example 9: 3 of 36 draws save D, 3 share the loss with B; example 10: 2 of 38."""
    seen = parse_cards("I horse hunter cat")
    rest = [r for r in range(20) for _ in range(2 - seen.count(r))]
    after = [
        Compiled(CuccuRules(), [1, 3, 3, 3], [5, *seen, drawn], [1, 0, 1]).lives for drawn in rest
    ]
    assert len(rest) == 36
    assert after.count([0, 2, 3, 3]) == 3
    assert after.count([0, 2, 3, 2]) == 3
    assert after.count([0, 3, 3, 2]) == 30
    rest = [r for r in range(20) for _ in range(2 - [6, 17].count(r))]
    saved = [Compiled(CuccuRules(), [1, 1], [5, 6, 17, drawn], [1, 1]).lives for drawn in rest]
    assert (len(rest), saved.count([0, 1])) == (38, 2)


SHOWDOWNS = {
    # Example 12: cards, positions of the losers.
    "fool III VI XV": {0, 1},
    "fool V V": {0, 1, 2},
    "fool XV XV": {0},
    "fool fool XIIII VI": {3},
    "fool fool XIIII": {2},
    "fool fool XV XV": {0, 1},
    "XV XV": set(),
}


@pytest.mark.parametrize("cards", SHOWDOWNS)
def test_fools_at_the_showdown(cards) -> None:
    """Any order of the seats: everybody keeps."""
    dealt = parse_cards(cards)
    for order in itertools.permutations(range(len(dealt))):
        deck = [5, *(dealt[i] for i in order)]
        found = Compiled(CuccuRules(), [3] * len(dealt), deck, [0] * len(dealt))
        assert {order[i] for i, lost in enumerate(found.lost) if lost} == SHOWDOWNS[cards]
    lone, _ = reference.losers_of({0: reference.CUCKOO}, CuccuRules().settings())
    assert lone == set()
