"""What the chapters share: the samples, each drawn once, and words for cards and levels."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from analyzer.games.chapters import Number
from analyzer.games.cupe.play import CARDS
from analyzer.games.cupe.report.hands import Ints
from analyzer.games.cupe.report.samples import UNKNOWN, GiftSample, TableSample
from analyzer.games.cupe.report.tries import HOPEFUL, ExpertTrySample, HabitSample, TrySample
from analyzer.games.cupe.rules import CupeRules
from analyzer.games.levels import EXPERT, named_level
from analyzer.games.speech import Speech
from analyzer.games.studio import Studio

if TYPE_CHECKING:
    import pandas as pd

LEAST, TIMES = 4_000, 2
"""Quick samples get so many times the budget of a question, and so many hands at least."""
_LEAST_GIFTS = 1_500
_SHARE, _FEW, _MOST = 40, 40, 500
"""Experts play one of so many hands of the budget, within these ends."""
NOTHING = UNKNOWN / 10
"""Values below this stand for hands that have no such outcome."""
SOURCE = ("source text", "textul de bază")
COMMON = ("common advice to players of Hearts", "sfat obișnuit între jucătorii de Hearts")


def own_rules(studio: Studio) -> CupeRules:
    """The report's rules."""
    assert isinstance(studio.rules, CupeRules)
    return studio.rules


def many(studio: Studio) -> int:
    """Hands of a quick sample."""
    return max(LEAST, TIMES * studio.deals)


def many_gifts(studio: Studio) -> int:
    """Hands of a sample of exchanges: fewer where there are more exchanges than usual."""
    return max(_LEAST_GIFTS, round(many(studio) / exchanges(studio)))


def exchanges(studio: Studio) -> float:
    """How many exchanges a hand has, in those of three cards; at least 1."""
    return max(1.0, comb(CARDS, own_rules(studio).exchange_count) / comb(CARDS, 3))


def few(studio: Studio) -> int:
    """Hands of a sample of experts."""
    return max(_FEW, min(_MOST, studio.deals // _SHARE))


def table_hands(studio: Studio, play: str) -> pd.DataFrame:
    """Whole hands at one level."""
    slow = named_level(play) == EXPERT
    plan = TableSample(own_rules(studio), play)
    return studio.sample(f"table {play}", plan, few(studio) if slow else studio.deals)


def gift_hands(studio: Studio) -> pd.DataFrame:
    """Random hands and what giving or keeping each card led to."""
    return studio.sample("gifts", GiftSample(own_rules(studio)), many_gifts(studio))


def habit_hands(studio: Studio) -> pd.DataFrame:
    """Random hands with one habit changed."""
    return studio.sample("habits", HabitSample(own_rules(studio)), many(studio))


def hopeful_hands(studio: Studio) -> pd.DataFrame:
    """Hands that could take every point, with their mean scores."""
    rows = studio.sample("tries", TrySample(own_rules(studio)), many(studio))
    rows = rows[rows["hopeful"] > 0].reset_index(drop=True)
    gain = (rows["slam_a"] + rows["slam_b"] - rows["duck_a"] - rows["duck_b"]) / 2
    return rows.assign(gain=gain, losers=rows["losers"] / 10)


def expert_tries(studio: Studio) -> pd.DataFrame:
    """Hopeful hands ducked and tried by experts, one layout each."""
    plan = ExpertTrySample(own_rules(studio), EXPERT)
    rows = studio.sample("expert tries", plan, few(studio))
    rows = rows[rows["hopeful"] > 0].reset_index(drop=True)
    return rows.assign(gain=rows["slam"] - rows["duck"], losers=rows["losers"] / 10)


def hopeless(losers: float) -> bool:
    """Whether a number of losers is beyond those that are looked at."""
    return losers > HOPEFUL


def has_slam(studio: Studio) -> bool:
    """Whether a slam is worth anything of its own."""
    return own_rules(studio).slam != "none"


def gives(studio: Studio) -> bool:
    """Whether cards are given under these rules."""
    return own_rules(studio).exchange != "none"


def suits(rows: pd.DataFrame) -> Ints:
    """The hands of a sample, int64 [n, 4]."""
    return rows[[f"suits_{s}" for s in range(4)]].to_numpy().astype(np.int64)


def known(values: pd.Series) -> pd.Series:
    """Without hands that have no such outcome."""
    return values[values > NOTHING]


def mean_of(studio: Studio, values: ArrayLike) -> Number:
    """Mean of some values; without any, a number that nothing is known of."""
    x = np.asarray(values, float)
    return studio.mean(x) if len(x) else Number(0.0, -np.inf, np.inf)


def rate(x: Number) -> Number:
    """The same number as a probability."""
    return Number(x.value, x.low, x.high, x.n, percent=True)


def played(say: Speech, play: str, count: int) -> str:
    """Small print: the level of play and how many hands."""
    return say(
        f"`{play}` play, {say.count(count)} hands.", f"Nivel `{play}`, {say.count(count)} mâini."
    )


SUIT_SIGNS = ("♣", "♦", "♥", "♠")
