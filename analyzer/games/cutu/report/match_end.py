"""The bid near the end of a match, by the chance of winning it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.chapters import Block, Col, Figure, Heading, Number, Table, Text
from analyzer.games.cutu.match import match_table
from analyzer.games.cutu.report.data import call_of, cuts, deals, enough, hands, picked, rules_of
from analyzer.games.cutu.report.deal_sample import SIDES
from analyzer.games.cutu.report.hand_sample import score_name, scores_near_the_end
from analyzer.games.cutu.report.words import call_name
from analyzer.games.cutu.scoring import FIRST_BID
from analyzer.games.studio import Studio

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

AGAINST_FIVE = 6
"""State of the auction (``kernels.auction``): an opponent's 5 stands."""
_RAISES = (0, 3, 4)
"""Calls over a 5: pas, 6, 7."""
_LEAST = 20
_FIVE, _SIX = 2, 3


def first_calls(studio: Studio) -> tuple[int, ...]:
    """Calls of the first speaker up to 7, pas first."""
    return (0, *range(rules_of(studio).lowest_bid - FIRST_BID + 1, 5))


def win_values(frame: pd.DataFrame, score: tuple[int, int], calls: Sequence[int]) -> Floats:
    """Chances of the match after the first speaker's calls, float64 [rows, calls]."""
    names = [f"win_{score_name(score)}_{call}" for call in calls]
    return frame[names].to_numpy(float)


def over_five(studio: Studio) -> list[tuple[int, pd.DataFrame]]:
    """Deals in which an opponent's 5 stands, by the seat that is asked."""
    frame = deals(studio)
    return [(seat, frame[frame[f"state_{seat}"] == AGAINST_FIVE]) for seat in (1, 2, 3)]


def raise_values(studio: Studio, score: tuple[int, int] | None) -> tuple[Floats, Floats]:
    """Points of hands over which a 5 stands, and worth of pas, 6, 7: chances, or points."""
    points, worth = [], []
    for seat, rows in over_five(studio):
        own, other = (
            rows[[f"{side}_{seat}_{call}" for call in _RAISES]].to_numpy(np.int64) for side in SIDES
        )
        values = (own - other).astype(float)
        if score is not None:
            # The deal moves on: the second speaker's side speaks first in the next deal.
            table = match_table(rules_of(studio))
            values = table.chance(score[0] + own, score[1] + other, seat % 2 == 1)
        points.append(rows[f"points_{seat}"].to_numpy(float))
        worth.append(values)
    return np.concatenate(points), np.concatenate(worth)


def near_the_end(studio: Studio) -> list[Block]:
    """Thresholds by score, what they gain, and raising over a 5."""
    say = studio.say
    table, gains = _rows(studio)
    score, most = max(gains, key=lambda pair: pair[1].value)
    told = "{}–{}".format(*score)
    text = say(
        f"It matters most at **{told}** with a 5 against you: bidding by the score wins "
        f"{say.number(most, signed=True)} of matches more, from such a deal on, than bidding by points.",
        f"Contează cel mai mult la **{told}**, cu un 5 împotrivă: licitând după scor câștigi cu "
        f"{say.number(most, signed=True)} mai multe partide, de la o astfel de mână, decât după puncte.",
    )  # fmt: skip
    if not most.positive:
        text = say(
            "At the scores below bidding by points is as good as can be told from so few deals.",
            "La scorurile de mai jos, din atâtea mâini nu se vede ceva mai bun decât licitația după puncte.",
        )
    return [
        Heading(say("Near the end of the match", "Spre sfârșitul partidei")),
        Text(text),
        table,
        _raise(studio),
    ]


def _rows(studio: Studio) -> tuple[Table, list[tuple[tuple[int, int], Number]]]:
    import pandas as pd

    say, frame, rules = studio.say, hands(studio), rules_of(studio)
    calls = first_calls(studio)
    points = frame["points"].to_numpy(float)
    by_points = cuts(points, np.stack([call_of(frame, call) for call in calls], axis=1))
    over_points, over_values = raise_values(studio, None)
    over_by_points = cuts(over_points, over_values)
    rows: list[dict[str, Any]] = []
    gains = []
    for score in scores_near_the_end(rules.target):
        values = win_values(frame, score, calls)
        edges = cuts(points, values)
        own = _gain(studio, points, values, edges, by_points)
        _, chances = raise_values(studio, score)
        over_edges = cuts(over_points, chances)
        over = _gain(studio, over_points, chances, over_edges, over_by_points)
        gains.append((score, over))
        rows.append(
            {
                "score": "{}–{}".format(*score),
                "five": _from(edges[calls.index(_FIVE) - 1]),
                "six": _from(edges[calls.index(_SIX) - 1]),
                "raise": _from(over_edges[0]),
            }
            | {"own": own.value, "own_low": own.low, "own_high": own.high}
            | {"over": over.value, "over_low": over.low, "over_high": over.high}
        )
    usual = {
        "score": say("by points", "după puncte"),
        "five": _from(by_points[calls.index(_FIVE) - 1]),
        "six": _from(by_points[calls.index(_SIX) - 1]),
        "raise": _from(over_by_points[0]),
    }
    nothing = dict.fromkeys(("own", "own_low", "own_high", "over", "over_low", "over_high"), 0.0)
    gain = say("gain", "câștig")
    cols = [
        Col("score", say("score, ours–theirs", "scorul, al nostru–al lor")),
        Col("five", say("first: 5 from", "primul: 5 de la")),
        Col("six", say("first: 6 from", "primul: 6 de la")),
        Col("own", gain, "percent", "own_low", "own_high", signed=True),
        Col("raise", say("over their 5: 6 from", "peste 5-ul lor: 6 de la")),
        Col("over", gain, "percent", "over_low", "over_high", signed=True),
    ]
    table = Table(
        "at-the-score",
        say("Points from which to bid, by score", "De la câte puncte se licitează, după scor"),
        pd.DataFrame([usual | nothing, *rows]),
        cols,
        note=say(
            "Gain: chance of the match against the thresholds for points in the first row. Chances from "
            "the table of matches (docs/cutu.md).",
            "Câștig: șansa de partidă față de pragurile pentru puncte din primul rând. Șanse din tabelul "
            "partidelor (docs/cutu.md).",
        ),
    )  # fmt: skip
    return table, gains


def _from(edge: float) -> str:
    return "–" if edge == float("inf") else f"{edge:.0f}"


def _gain(
    studio: Studio, points: Floats, values: Floats, edges: list[float], usual: list[float]
) -> Number:
    every = np.arange(len(points))
    won = values[every, picked(points, edges)] - values[every, picked(points, usual)]
    x = studio.mean(won)
    return Number(x.value, x.low, x.high, x.n, percent=True)


def _raise(studio: Studio) -> Figure:
    import pandas as pd

    say, parts = studio.say, []
    for score in scores_near_the_end(rules_of(studio).target):
        points, chances = raise_values(studio, score)
        rows = pd.DataFrame({"points": points, "gain": chances[:, 1] - chances[:, 0]})
        rows["points"] = rows["points"].clip(4, 14)
        part = studio.groups(rows, "points", "gain", least=enough(rows, _LEAST))
        parts.append(part.assign(score="{}–{}".format(*score)))
    return Figure(
        key="over-five",
        kind="line",
        caption=say(
            f"Bidding {call_name(_SIX)} over the opponents' {call_name(_FIVE)} instead of pas, by score",
            f"A spune {call_name(_SIX)} peste {call_name(_FIVE)}-ul adversarilor în loc de pas, după scor",
        ),
        alt=say(
            "Rising lines, one a score; they cross zero at different strengths.",
            "Linii care urcă, câte una pe scor; trec prin zero la puncte diferite.",
        ),
        frame=pd.concat(parts, ignore_index=True),
        x="points",
        series="score",
        series_label=say("score, ours–theirs", "scorul, al nostru–al lor"),
        x_label=say("points of the hand (ends: or beyond)", "punctele mâinii (la capete: sau dincolo)"),
        value_label=say("chance of the match", "șansa de partidă"),
        percent=True,
        signed=True,
        zero=0.0,
    )  # fmt: skip
