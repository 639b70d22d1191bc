"""Rules of thumb for the first call, with what each loses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from analyzer.games.chapters import Block, Bullets, Heading, Number, Rule, Text
from analyzer.games.cutu.kernels.auction import CALLS
from analyzer.games.cutu.report.bidding import chart_words
from analyzer.games.cutu.report.data import (
    call_of,
    cuts,
    hands,
    judged,
    picked,
    point_count,
    rules_of,
)
from analyzer.games.cutu.report.features import FEATURES
from analyzer.games.cutu.report.hand_sample import LAYOUTS
from analyzer.games.cutu.report.words import at_level, call_name, count_text, feature_name, unit
from analyzer.games.cutu.scoring import FIRST_BID
from analyzer.games.studio import Studio, leaf_texts

if TYPE_CHECKING:
    import pandas as pd

_TOP = CALLS - 1
"""A bid of 8 is left out of the rules: it never pays."""
_FOLDS = 5


def rules_of_thumb(studio: Studio) -> Sequence[Block]:
    """Thresholds of the count, one bid for all, trumps alone, a tree and a simpler count."""
    say, frame = studio.say, judged_hands(studio)
    calls = legal_calls(studio)
    scores, judges = columns(calls)
    fixed = [
        _always(studio, frame, call, scores, judges)
        for call in calls
        if call_name(call) in ("pas", "5")
    ]
    return [
        Text(
            say(
                f"First to speak; {at_level(studio)}. A cost is what a rule loses a deal against the full "
                f"calculation: what the whole hand tells, and every call tried in {LAYOUTS} other layouts.",
                f"Primul la licitație; {at_level(studio)}. Costul este pierderea pe mână față de calculul "
                f"complet: tot ce spune mâna, și fiecare licitație încercată în alte {LAYOUTS} împărțiri.",
            )
        ),
        _thresholds(studio, calls),
        *fixed,
        *_tree(studio, frame, scores, judges),
        _five_or_six(studio, frame),
    ]


def legal_calls(studio: Studio) -> tuple[int, ...]:
    """Calls of the first speaker, pas first, without 8."""
    first = rules_of(studio).lowest_bid - FIRST_BID + 1
    return (0, *range(first, _TOP))


def columns(calls: Sequence[int]) -> tuple[dict[str, str], dict[str, str]]:
    """Columns of scores and of judges by the call's index as a text."""
    return (
        {str(call): f"call_{call}_a" for call in calls},
        {str(call): f"judge_{call}" for call in calls},
    )


def judged_hands(studio: Studio) -> pd.DataFrame:
    """Hands with what the full calculation makes of each call."""
    frame, calls = hands(studio), legal_calls(studio)
    halves = [np.stack([frame[f"call_{c}_{h}"] for c in calls], axis=1) for h in ("a", "b")]
    found = judged(frame, (*FEATURES, "bin", "points"), halves[0], halves[1])
    return frame.assign(**{f"judge_{call}": found[:, c] for c, call in enumerate(calls)})


def thresholds(studio: Studio) -> tuple[list[float], Number]:
    """Points from which each call after pas is made, and their cost on hands not fitted to."""
    frame, calls = judged_hands(studio), legal_calls(studio)
    scores, judges = columns(calls)
    points = frame["points"].to_numpy(float)
    values = np.stack([call_of(frame, call) for call in calls], axis=1)
    parts = np.arange(len(points)) % _FOLDS
    picks = np.zeros(len(points), np.int64)
    for part in range(_FOLDS):
        out = parts == part
        picks[out] = picked(points[out], cuts(points[~out], values[~out]))
    cost = studio.cost(frame, [str(calls[p]) for p in picks], scores, judges)
    return cuts(points, values), cost


def _thresholds(studio: Studio, calls: Sequence[int]) -> Rule:
    say = studio.say
    edges, cost = thresholds(studio)
    words = chart_words(say, calls, edges)
    told = "; ".join(
        say(f"{call_name(call)} with {points}", f"{call_name(call)} cu {points}")
        for call, points in words.items()
    )
    count = count_text(say, point_count(studio)).replace("**", "")
    return Rule(
        say(
            f"Count {count}. First to speak call {told} points.",
            f"Numără {count}. Primul la licitație spune {told} puncte.",
        ),
        cost,
        unit(say),
        highlight=True,
    )


def _always(
    studio: Studio,
    frame: pd.DataFrame,
    call: int,
    scores: dict[str, str],
    judges: dict[str, str],
) -> Rule:
    say = studio.say
    cost = studio.cost(frame, [str(call)] * len(frame), scores, judges)
    return Rule(
        say(
            f"Always call {call_name(call)}, whatever you hold.",
            f"Spune mereu {call_name(call)}, orice ai avea.",
        ),
        cost,
        unit(say),
        highlight=call > 0,
    )


def _tree(
    studio: Studio, frame: pd.DataFrame, scores: dict[str, str], judges: dict[str, str]
) -> list[Block]:
    say = studio.say
    least = max(20, len(frame) // 100)
    rows = frame.assign(all_aces=frame["aces"] + frame["trump_ace"])
    tree = studio.tree(rows, ("trumps", "all_aces", "voids"), scores, judges, 5, least)
    words = {
        "trumps": say("trumps", "atuuri"),
        "all_aces": say("aces", "ași"),
        "voids": say("voids", "renonse"),
    }
    names = {str(call): call_name(call) for call in range(CALLS)}
    lines = leaf_texts(tree, say, words, names)
    told = "; ".join(line.rpartition(" (")[0].replace("**", "") for line in lines)
    return [
        Heading(say("A small tree", "Un arbore mic")),
        Bullets(lines),
        Rule(
            say(f"The first call by trumps and aces: {told}.", f"Prima licitație după atuuri și ași: {told}."),
            tree.cost,
            unit(say),
            note=say(
                "Trumps: cards in the suit with most expected tricks, nearly always the longest.",
                "Atuuri: cărțile din culoarea care promite cele mai multe levate, mai mereu cea mai lungă.",
            ),
            highlight=True,
        ),
    ]  # fmt: skip


def _five_or_six(studio: Studio, frame: pd.DataFrame) -> Rule:
    """A count that only tells 5 from 6."""
    say = studio.say
    scores, judges = columns((2, 3))
    count = studio.points(frame, FEATURES, scores, judges, most=2)
    parts = [
        f"{feature_name(say, name)} {weight}" for name, weight in count.weights.items() if weight
    ]
    low, high = call_name(int(count.below)), call_name(int(count.above))
    return Rule(
        say(
            f"Between {low} and {high}: count {', '.join(parts)}; from {count.threshold} on call {high}.",
            f"Între {low} și {high}: numără {', '.join(parts)}; de la {count.threshold} spune {high}.",
        ),
        count.cost,
        unit(say),
        note=say(
            "Cost against the better of these two calls.",
            "Costul față de cea mai bună dintre aceste două licitații.",
        ),
    )
