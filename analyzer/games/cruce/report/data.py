"""The samples of the report, each asked for by one name, and what several chapters read of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from analyzer.games.cruce.report.dummy import FaceUpPlan
from analyzer.games.cruce.report.hands import LEAD_LAYOUTS, MOST_CALL, CallPlan, LeadPlan
from analyzer.games.cruce.report.samples import ContractPlan, RoundPlan
from analyzer.games.cruce.rules import CruceRules
from analyzer.games.levels import EXPERT, named_level
from analyzer.games.studio import Studio

if TYPE_CHECKING:
    import pandas as pd

_LEAST_HANDS = 60
_HANDS, _SEAT_HANDS, _LEAD_HANDS = 25, 60, 60
"""One hand for so many deals of the budget: the first speaker's calls, other seats', leads."""
_ROUNDS_EXPERT, _FACE_UP = 20, 20
PACKET = ("trumps", "best_ace", "best_ten", "trump_pair", "aces", "tens", "pairs", "voids")
"""Features whose worth is told."""
_UNIT = 5.0
"""Small points that one point of the count stands for."""


def own_rules(studio: Studio) -> CruceRules:
    """The house rules."""
    rules = studio.rules
    assert isinstance(rules, CruceRules)
    return rules


def quick(studio: Studio) -> str:
    """The level of play of questions about many deals."""
    return "simple" if studio.quick == "open" else studio.quick


def expert(studio: Studio) -> str:
    """The expert of key figures: that of the report, or the usual one."""
    return studio.play if named_level(studio.play) == EXPERT else EXPERT


def contracts(studio: Studio) -> pd.DataFrame:
    """Contracts of the first speaker, a row a deal."""
    return studio.sample("contracts", ContractPlan(own_rules(studio), quick(studio)))


def rounds(studio: Studio, play: str) -> pd.DataFrame:
    """Rounds as they are bid at a level, a row a round."""
    share = _ROUNDS_EXPERT if named_level(play) == EXPERT else 1
    deals = max(200, studio.deals // share)
    return studio.sample(f"rounds {play}", RoundPlan(own_rules(studio), play), deals)


def leads(studio: Studio) -> pd.DataFrame:
    """First leads by hand: means of points, a row a hand; NaN for what is not held."""
    found = studio.sample(
        "leads",
        LeadPlan(own_rules(studio), quick(studio)),
        max(_LEAST_HANDS, studio.deals // _LEAD_HANDS),
    ).copy()
    for lead in LeadPlan.LEADS:
        column = found[f"lead_{lead}"]
        found[f"lead_{lead}"] = column.where(column >= 0) / LEAD_LAYOUTS
    return found


def face_up(studio: Studio) -> pd.DataFrame:
    """Leads with the cards face up, a row a deal."""
    plan = FaceUpPlan(own_rules(studio))
    return studio.sample("face up", plan, max(100, studio.deals // _FACE_UP))


def match_scores(rules: CruceRules) -> list[tuple[int, int]]:
    """Scores, own and theirs, at which calls are asked about: the start and near the target."""
    last = rules.target - 1
    far = max(0, last - 6)
    found = [(0, 0), (last - 2, last - 2), (last - 1, last - 1), (last, last)]
    found += [(last, last - 1), (last - 1, last), (last, far), (far, last)]
    return list(dict.fromkeys((max(0, own), max(0, theirs)) for own, theirs in found))


def calls(studio: Studio, place: int) -> pd.DataFrame:
    """Calls of the seat that speaks after ``place`` passes, a row a hand, with its count."""
    rules = own_rules(studio)
    scores = match_scores(rules) if place == 0 else ()
    share = _HANDS if place == 0 else _SEAT_HANDS
    hands = max(_LEAST_HANDS, studio.deals // share)

    def compute() -> pd.DataFrame:
        plan = CallPlan(rules, quick(studio), place, scores)
        found = plan.means(studio.sample(f"calls after {place}", plan, hands))
        return with_count(studio, found)

    return studio.keep(
        f"values of calls after {place}", {"hands": hands, "deals": studio.deals}, compute
    )


def least(rows: pd.DataFrame, usual: int = 30) -> int:
    """Rows that a group must have to be shown: fewer where there are few in all."""
    return min(usual, max(2, len(rows) // 33))


def bids(studio: Studio) -> tuple[int, ...]:
    """The calls that are tried, 0 a pass."""
    return tuple(range(min(own_rules(studio).highest_bid, MOST_CALL) + 1))


def told(frame: pd.DataFrame, names: Sequence[str]) -> list[str]:
    """Features that vary, less those that follow from the others."""
    found: list[str] = []
    for name in names:
        columns = frame[[*found, name]].to_numpy(float)
        spread = columns - columns.mean(axis=0)
        if np.linalg.matrix_rank(spread) == len(found) + 1 and (frame[name] > 0).sum() >= 30:
            found.append(name)
    return found


def count_weights(studio: Studio) -> dict[str, int]:
    """The point count: whole points for features of the cards seen, five small points each."""

    def compute() -> pd.DataFrame:
        rows = contracts(studio)
        names = [name for name in told(rows, PACKET) if name != "voids"]
        worth = studio.effects(rows, names, "made")
        weights = worth["value"].div(_UNIT).round().clip(lower=0).astype(int)
        return worth.assign(weight=weights)[["feature", "weight"]]

    found = studio.keep("count", {"deals": studio.deals}, compute)
    weights = dict(zip(found["feature"].tolist(), found["weight"].tolist(), strict=True))
    return {str(name): int(weight) for name, weight in weights.items() if weight}


def with_count(studio: Studio, rows: pd.DataFrame) -> pd.DataFrame:
    """Rows with the point count of the cards seen."""
    weights = count_weights(studio)
    return rows.assign(count=sum(weight * rows[name] for name, weight in weights.items()))
