"""What several chapters rest on: the samples, asked for once, and a few numbers from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from analyzer.games.chapters import Number
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.base_plan import BIDS
from analyzer.games.cuatrola.report.features import FEATURES
from analyzer.games.cuatrola.report.samples import (
    AnswerSample,
    DeclaredSample,
    HandSample,
    LeadSample,
    calls_at,
)
from analyzer.games.cuatrola.rules import CuatrolaRules
from analyzer.games.studio import PointCount, Studio

if TYPE_CHECKING:
    import pandas as pd

SIMPLE = "simple"
_HANDS_SHARE, _DECLARED_TIMES, _TRIED_TIMES, _EXPERT_SHARE, _LEAST = 2, 5, 4, 10, 100
COUNTED = (*FEATURES, "lead")
"""Features of point counts: those of the hand, and the lead."""


def rules_of(studio: Studio) -> CuatrolaRules:
    """The house rules."""
    assert isinstance(studio.rules, CuatrolaRules)
    return studio.rules


def calls(studio: Studio) -> tuple[str, ...]:
    """Calls that may be made at 0 to 0, ``pass`` first."""
    return tuple(BIDS[call] for call in calls_at(rules_of(studio)))


def lowest(studio: Studio) -> str:
    """The lowest contract that may be declared: solo, where the rules have it."""
    return calls(studio)[1]


def effects(
    studio: Studio, frame: pd.DataFrame, features: Sequence[str], value: str, percent: bool = False
) -> dict[str, Number]:
    """What one more of each feature is worth, by feature."""
    found = studio.effects(frame, features, value)
    return {
        str(row["feature"]): Number(row["value"], row["low"], row["high"], int(row["n"]), percent)
        for _, row in found.iterrows()
    }


def seat_hands(studio: Studio, seat: int) -> pd.DataFrame:
    """Hands of one seat, :class:`HandSample`, with ``seat`` and ``lead``."""
    deals = max(_LEAST, studio.deals // _HANDS_SHARE)
    found = studio.sample(f"hands-{seat}", HandSample(rules_of(studio), seat), deals)
    leads = seat == 0 or rules_of(studio).contract_lead == "soloist"
    found = found.assign(seat=seat, lead=float(leads), ases=found["side_as"] + found["trump_as"])
    for call in calls(studio):
        both = found[f"call_{call}_a"] + found[f"call_{call}_b"]
        found[f"call_{call}"] = both / 2
    return found


def all_hands(studio: Studio) -> pd.DataFrame:
    """Hands of the four seats together."""
    import pandas as pd

    parts = []
    for seat in range(codes.SEATS):
        studio.tick(seat, codes.SEATS)
        parts.append(seat_hands(studio, seat))
    studio.tick(codes.SEATS, codes.SEATS)
    return pd.concat(parts, ignore_index=True)


def declared(studio: Studio, play: str = SIMPLE) -> pd.DataFrame:
    """Deals as declared, :class:`DeclaredSample`; few where experts play."""
    few = play != SIMPLE
    deals = studio.deals // _EXPERT_SHARE if few else studio.deals * _DECLARED_TIMES
    plan = DeclaredSample(rules_of(studio), play)
    return studio.sample(f"declared-{play}", plan, max(_LEAST, deals))


def leads(studio: Studio) -> pd.DataFrame:
    """Mano's leads, :class:`LeadSample`."""
    return studio.sample("leads", LeadSample(rules_of(studio)), studio.deals * _TRIED_TIMES)


def answers(studio: Studio) -> pd.DataFrame:
    """Last players and pairs to be sung, :class:`AnswerSample`."""
    return studio.sample("answers", AnswerSample(rules_of(studio)), studio.deals * _TRIED_TIMES)


def grouped(
    studio: Studio, frame: pd.DataFrame, by: Sequence[str], value: str, least: int
) -> pd.DataFrame:
    """Groups of at least so many rows; of fewer where there would be none to draw."""
    found = studio.groups(frame, by, value, least=least)
    while found.empty and least > 1:
        least //= 2
        found = studio.groups(frame, by, value, least=least)
    return found


def shares(
    studio: Studio, frame: pd.DataFrame, by: Sequence[str], value: str, least: int = 30
) -> pd.DataFrame:
    """Means of shares from 0 to 1 by group, as :meth:`Studio.groups`, with ends within these.

    Where all shares of a group are 0, or all 1, the interval is that of a rate of its hands.
    """
    found = grouped(studio, frame, by, value, least)
    found = found.assign(low=found["low"].clip(lower=0.0), high=found["high"].clip(upper=1.0))
    same = (found["low"] == found["high"]) & found["value"].isin((0.0, 1.0))
    for i, row in found[same].iterrows():
        x = studio.rate(np.full(int(row["n"]), row["value"] == 1.0))
        found.loc[i, ["low", "high"]] = [x.low, x.high]
    return found


def scores(names: tuple[str, ...], half: str = "a") -> dict[str, str]:
    """Columns of :class:`HandSample` by call: what it was worth in one half of the layouts."""
    return {name: f"call_{name}_{half}" for name in names}


def best_calls(frame: pd.DataFrame, names: tuple[str, ...], half: str = "b") -> NDArray[np.int64]:
    """The best call of each hand by one half of the layouts, as an index."""
    worth = frame[list(scores(names, half).values())].to_numpy(float)
    return np.asarray(worth.argmax(axis=1), np.int64)


def solo_count(studio: Studio) -> PointCount:
    """Points that tell the lowest contract from paso, over all seats."""
    frame = all_hands(studio)
    names = ("pass", lowest(studio))
    return studio.points(frame, COUNTED, scores(names), scores(names, "b"))


def count_of(frame: pd.DataFrame, count: PointCount) -> NDArray[np.float64]:
    """The points of each hand."""
    total = np.zeros(len(frame))
    for name, weight in count.weights.items():
        total += weight * frame[name].to_numpy(float)
    return total


def paired(studio: Studio, frame: pd.DataFrame, one: str, other: str) -> Number | None:
    """Mean of one column less another over the rows that have both; ``None`` for too few."""
    rows = frame[(frame[one] > _NO_CARD) & (frame[other] > _NO_CARD)]
    if len(rows) < 2:
        return None
    return studio.mean(rows[one] - rows[other])


_NO_CARD = -90
"""Results below stand for cards that are not there (samples.NO_CARD)."""
