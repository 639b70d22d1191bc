"""Rules of thumb for the bid and the trump, with what each costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement

import numpy as np
import pandas as pd

from analyzer.games.chapters import Block, Bullets, Heading, Number, Rule, Text
from analyzer.games.cruce.report.bid import count_lines
from analyzer.games.cruce.report.data import bids, calls, own_rules, told
from analyzer.games.cruce.report.trump import names, pick_gain
from analyzer.games.cruce.report.words import cards_seen
from analyzer.games.studio import Studio, leaf_texts

_LEAVES, _LEAST = 4, 25
_MOST_CALL = 3
TREE = ("trumps", "trump_pair", "best_ace", "all_aces", "all_tens", "points")

Pick = Callable[[pd.DataFrame], Sequence[int]]


def call_name(studio: Studio, call: int) -> str:
    """A call as it is said."""
    return studio.say("pass", "pas") if call == 0 else str(call)


def cost_of(studio: Studio, rows: pd.DataFrame, picks: Sequence[int]) -> Number:
    """What calling by a rule loses against the full calculation, big points a deal."""
    scores = {str(call): f"call_{call}" for call in bids(studio)}
    judges = {str(call): f"judge_{call}" for call in bids(studio)}
    return studio.cost(rows, [str(int(pick)) for pick in picks], scores, judges)


def constant(studio: Studio, rows: pd.DataFrame) -> int:
    """The call that is best for all hands together."""
    return max(bids(studio), key=lambda call: float(rows[f"judge_{call}"].mean()))


def by_count(counts: Sequence[float], ends: Sequence[int]) -> list[int]:
    """Calls by the count: as many big points as ends are reached."""
    return [sum(count >= end for end in ends) for count in counts]


def count_ends(studio: Studio, rows: pd.DataFrame) -> tuple[int, ...]:
    """Counts from which 1, 2 and 3 are bid, by the judges."""
    most = min(_MOST_CALL, max(bids(studio)))
    counts = rows["count"].to_numpy(int)
    judged = rows[[f"judge_{call}" for call in range(most + 1)]].to_numpy(float)
    ends = range(int(counts.min()), int(counts.max()) + 2)
    # What is gained by each further big point, summed over all hands from a count on.
    steps = np.array(
        [
            [(judged[counts >= end, k] - judged[counts >= end, k - 1]).sum() for end in ends]
            for k in range(1, most + 1)
        ]
    )
    found = max(
        combinations_with_replacement(range(len(ends)), most),
        key=lambda chosen: sum(steps[k, i] for k, i in enumerate(chosen)),
    )
    return tuple(ends[i] for i in found)


def rules_of_thumb(studio: Studio) -> Sequence[Block]:
    """One bid for all hands, the count, a tree, the last speaker, and trump."""
    say, rules = studio.say, own_rules(studio)
    rows = calls(studio, 0)
    blocks: list[Block] = [
        Text(
            say(
                "Costs are against the full calculation, which knows what every call is worth with the "
                f"very cards; by {cards_seen(say, rules)}, first to speak unless said otherwise.",
                "Costurile sunt față de calculul complet, care știe cât face fiecare licitație chiar cu acele "
                f"cărți; după {cards_seen(say, rules)}, vorbind primul dacă nu se spune altfel.",
            )
        ),
        _constant(studio, rows),
        _count(studio, rows),
        Bullets(count_lines(studio)),
        *_last(studio),
        _trump(studio),
    ]  # fmt: skip
    return [*blocks, *_tree(studio, rows)]


def _unit(studio: Studio) -> str:
    return studio.say("big points a deal", "puncte mari pe mână")


def _constant(studio: Studio, rows: pd.DataFrame) -> Rule:
    say = studio.say
    call = constant(studio, rows)
    name = call_name(studio, call)
    return Rule(
        say(f"First to speak, say {name} with anything.", f"Vorbind primul, zi {name} cu orice."),
        cost_of(studio, rows, [call] * len(rows)),
        _unit(studio),
        highlight=True,
    )


def _count(studio: Studio, rows: pd.DataFrame) -> Rule:
    say = studio.say
    ends = count_ends(studio, rows)
    parts, top = [], int(rows["count"].max())
    bounds = [int(rows["count"].min()), *ends, top + 1]
    for call in range(len(ends) + 1):
        low, high = bounds[call], bounds[call + 1] - 1
        if high < low or low > top:
            continue
        span = f"{low}" if low == high else f"{low}–{high}"
        parts.append(f"{span}: {call_name(studio, call)}")
    told_all = "; ".join(parts)
    return Rule(
        say(
            f"First to speak, by the count below: {told_all}.",
            f"Vorbind primul, după punctajul de mai jos: {told_all}.",
        ),
        cost_of(studio, rows, by_count(rows["count"].tolist(), ends)),
        _unit(studio),
    )


def _last(studio: Studio) -> list[Block]:
    say, rules = studio.say, own_rules(studio)
    rows = calls(studio, rules.players - 1)
    call = constant(studio, rows)
    name = call_name(studio, call)
    return [
        Rule(
            say(
                f"Last to speak, when all have passed, say {name} with anything.",
                f"Ultimul la cuvânt, după numai pasuri, zi {name} cu orice.",
            ),
            cost_of(studio, rows, [call] * len(rows)),
            _unit(studio),
            highlight=True,
        )
    ]


def _trump(studio: Studio) -> Rule:
    say = studio.say
    words = names(studio)
    pick = max(words, key=lambda name: pick_gain(studio, name).value)
    return Rule(
        say(f"Make trump of {words[pick]}.", f"Fă atu din {words[pick]}."),
        -pick_gain(studio, pick),
        say("small points a deal", "puncte mici pe mână"),
        note=say(
            "Against the program's weighing of all cards of the whole hand.",
            "Față de cântărirea tuturor cărților din mâna întreagă de către program.",
        ),
        highlight=True,
    )


def _tree(studio: Studio, rows: pd.DataFrame) -> list[Block]:
    say = studio.say
    scores = {str(call): f"call_{call}" for call in bids(studio)}
    judges = {str(call): f"judge_{call}" for call in bids(studio)}
    features = told(rows, TREE)
    least = min(_LEAST, max(5, len(rows) // 12))
    tree = studio.tree(rows, features, scores, judges, leaves=_LEAVES, least=least)
    words = {
        "trumps": say("cards in the best suit", "cărți în cea mai bună culoare"),
        "trump_pair": say("K-Q in it", "K-Q în ea"),
        "best_ace": say("its ace", "asul ei"),
        "all_aces": say("aces", "ași"),
        "all_tens": say("tens", "zecari"),
        "points": say("card points", "puncte în cărți"),
    }
    choices = {str(call): call_name(studio, call) for call in bids(studio)}
    return [
        Heading(say("A small tree", "Un arbore mic")),
        Bullets(leaf_texts(tree, say, words, choices)),
        Rule(
            say("Follow the tree.", "Urmează arborele."),
            tree.cost,
            _unit(studio),
            note=say(
                "Share of hands in brackets; the cost is cross-validated.",
                "În paranteze partea mâinilor; costul este verificat încrucișat.",
            ),
        ),
    ]
