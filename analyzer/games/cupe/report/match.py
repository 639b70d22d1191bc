"""Late in the match: chances by the totals, and how sure a slam must be to be tried."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from analyzer.games.chapters import Block, Figure, Number, Text
from analyzer.games.cupe.match import LARGEST_END, match_model
from analyzer.games.cupe.play import SEATS
from analyzer.games.cupe.report.words import hopeful_hands, own_rules
from analyzer.games.studio import Studio, first_number

if TYPE_CHECKING:
    import pandas as pd

_SHARES = (0.0, 0.2, 0.4, 0.6, 0.8, 0.95)
"""Totals that are looked at, as shares of the end."""
_CHANCES = 4096
_Z = 1.96
_VECTORS, _TIMES = 150, 128
"""Outcomes of hands that are put in at each score, and continuations of each."""
_BETWEEN = (4.0, 7.0)
"""Losers of the hands whose tries and duckings are looked at: neither sure nor hopeless."""
_BEHIND = 0.2
"""How far the two other players are behind the one named, as a share of the end."""


def late_in_the_match(studio: Studio) -> Sequence[Block]:
    """Chances of winning by totals; rates of success that a slam needs."""
    say, rules = studio.say, own_rules(studio)
    if rules.end_at > LARGEST_END:
        text = say("The end is too far away to say what a score is worth.",
                   "Sfârșitul e prea departe ca să se spună cât face un scor.")  # fmt: skip
        return [Text(text)]
    blocks: list[Block] = [Text(_chances_text(studio)), _chances(studio)]
    if rules.slam in ("add", "subtract"):
        blocks += [Text(_needs_text(studio)), _needs(studio)]
    return blocks


def totals_of(studio: Studio) -> list[int]:
    """Totals that are looked at: fewer than the end."""
    end = own_rules(studio).end_at
    return sorted({min(end - 1, round(share * end)) for share in _SHARES})


def chance_frame(studio: Studio) -> pd.DataFrame:
    """The chance of winning by own total and the others': ``own, others, value, low, high``."""
    import pandas as pd

    def compute() -> pd.DataFrame:
        scores = [(own, others) for others in totals_of(studio) for own in totals_of(studio)]
        rows = np.array([(own, *(others,) * (SEATS - 1)) for own, others in scores], np.int64)
        found = match_model(own_rules(studio)).chance(rows, times=_CHANCES, seed=studio.seed)
        frame = pd.DataFrame(scores, columns=["own", "others"])
        # Wilson's interval; a shared win is part of one.
        square = _Z**2 / _CHANCES
        middle = (found + square / 2) / (1 + square)
        half = _Z * np.sqrt(found * (1 - found) / _CHANCES + square / (4 * _CHANCES)) / (1 + square)
        low, high = np.minimum(found, middle - half), np.maximum(found, middle + half)
        return frame.assign(value=found, low=low, high=high, n=_CHANCES)

    return studio.keep(
        "chances", {"totals": totals_of(studio), "times": _CHANCES, "interval": "Wilson"}, compute
    )


def _chances_text(studio: Studio) -> str:
    say = studio.say
    totals = totals_of(studio)
    frame = chance_frame(studio)
    ahead = first_number(frame, percent=True, own=totals[2], others=totals[3])
    behind = first_number(frame, percent=True, own=totals[3], others=totals[2])
    gap = totals[3] - totals[2]
    return say(
        f"**{gap} points ahead of all three at {totals[2]} to {totals[3]} is a chance of "
        f"{say.number(ahead)} to win the match, as many behind {say.number(behind)}** (an even share is "
        f"{say.percent(1 / SEATS)}).",
        f"**Cu {gap} puncte înaintea tuturor, la {totals[2]} față de {totals[3]}, șansa de a câștiga partida "
        f"este {say.number(ahead)}, cu tot atâtea în urmă {say.number(behind)}** (o parte egală este "
        f"{say.percent(1 / SEATS)}).",
    )  # fmt: skip


def _chances(studio: Studio) -> Figure:
    say = studio.say
    return Figure(
        key="match-chances",
        kind="heat",
        caption=say("Winning the match, by own total and that of all others", "Câștigarea partidei, după totalul propriu și cel al tuturor celorlalți"),
        alt=say(
            "A grid of chances: high with a low own total, low with a high one.",
            "Un tabel colorat de șanse: mari cu total propriu mic, mici cu total mare.",
        ),
        frame=chance_frame(studio),
        x="own",
        series="others",
        x_label=say("own total", "totalul propriu"),
        series_label=say("total of each other player", "totalul fiecărui adversar"),
        value_label=say("match won", "partidă câștigată"),
        percent=True,
        note=say(
            f"Hands of `simple` players, the match continued {say.count(_CHANCES)} times; players do not "
            "look at the totals.",
            f"Mâini de jucători `simple`, partida continuată de {say.count(_CHANCES)} ori; jucătorii nu se "
            "uită la totaluri.",
        ),
    )  # fmt: skip


@dataclass(frozen=True)
class _Ways:
    """What a hand may bring, points by seat int64 [n, 4]: slam made, missed, ducked."""

    made: NDArray[np.int64]
    missed: NDArray[np.int64]
    ducked: NDArray[np.int64]


def _ways(studio: Studio) -> _Ways:
    rows = hopeful_hands(studio)
    rows = rows[rows["losers"].between(*_BETWEEN)]

    def points(way: str, frame: pd.DataFrame) -> NDArray[np.int64]:
        some = frame[[f"{way}_{seat}" for seat in range(SEATS)]].head(_VECTORS)
        return np.asarray(some.to_numpy().astype(np.int64))

    made = rows[rows["tried_made"] > 0]
    return _Ways(
        points("tried", made.head(1)),
        points("tried", rows[rows["tried_made"] < 1]),
        points("ducked", rows),
    )


def needs_frame(studio: Studio) -> pd.DataFrame:
    """Rate of success with which a try is worth as much as ducking, by ``own`` and ``lowest``.

    ``lowest`` is the best of the others; the two behind him have more.  ``value`` is 1 where no rate
    is enough and 0 where any is.
    """
    import pandas as pd

    def compute() -> pd.DataFrame:
        model, ways, rules = match_model(own_rules(studio)), _ways(studio), own_rules(studio)
        found = []
        totals = totals_of(studio)
        for done, (lowest, own) in enumerate((a, b) for a in totals for b in totals):
            studio.tick(done, len(totals) ** 2)
            more = min(rules.end_at - 1, lowest + round(_BEHIND * rules.end_at))
            start = np.array([own, lowest, more, more], np.int64)

            def worth(points: NDArray[np.int64], start: NDArray[np.int64] = start) -> Number:
                chances = model.chance(start + points, times=_TIMES, seed=studio.seed)
                return studio.mean(chances)

            ends = worth(ways.made), worth(ways.missed), worth(ways.ducked)
            found.append({"own": own, "lowest": lowest, **_needed(*ends)})
        studio.tick(1, 1)
        return pd.DataFrame(found)

    parts = {"totals": totals_of(studio), "hands": _VECTORS, "times": _TIMES, "between": _BETWEEN,
             "hopeful": len(hopeful_hands(studio))}  # fmt: skip
    return studio.keep("needs", parts, compute)


def _needed(made: Number, missed: Number, ducked: Number) -> dict[str, float]:
    """The rate p with p x made + (1 - p) x missed = ducked, with an interval by the delta method."""
    gap = made.value - missed.value
    if gap <= 0.001:
        return {"value": 1.0, "low": 1.0, "high": 1.0}
    p = (ducked.value - missed.value) / gap
    # dp = dd / gap - (1 - p) dm / gap: the made slam is one outcome, without error.
    half = np.hypot(ducked.half, (1 - p) * missed.half) / gap
    ends = [float(min(1.0, max(0.0, end))) for end in (p, p - half, p + half)]
    return {"value": ends[0], "low": ends[1], "high": ends[2]}


def _needs_text(studio: Studio) -> str:
    say = studio.say
    totals, frame = totals_of(studio), needs_frame(studio)
    few, lot = totals[1], totals[3]

    def needed(own: int, lowest: int) -> Number:
        return first_number(frame, percent=True, own=own, lowest=lowest)

    start, ahead, behind = needed(totals[0], totals[0]), needed(few, lot), needed(lot, few)
    edge = needed(totals[-1], lot)
    holds = ahead.value > behind.value
    lead = say("**Who leads should hold back, who trails should shoot.** ",
               "**Cine conduce să se abțină, cine e în urmă să încerce.** ") if holds else ""  # fmt: skip
    return lead + say(
        f"A slam that is worth trying at the start of a match from a chance of {say.number(start)} on needs "
        f"{say.number(ahead)} with {few} against {lot} for the best of the others, and {say.number(behind)} "
        f"with {lot} against {few}. Before shooting count what its points do to the others: with {totals[-1]} "
        f"against {lot} the slam needs {say.number(edge)}, for if it ends the match it must win it too.",
        f"Un Grand Slam care la începutul partidei merită încercat de la o șansă de {say.number(start)} are "
        f"nevoie de {say.number(ahead)} la {few} față de {lot} pentru cel mai bun dintre ceilalți și de "
        f"{say.number(behind)} la {lot} față de {few}. Înainte să încerci, socotește ce fac punctele în plus "
        f"celorlalți: la {totals[-1]} față de {lot} slam-ul are nevoie de {say.number(edge)}, fiindcă dacă "
        "încheie partida trebuie să o și câștige.",
    )  # fmt: skip


def _needs(studio: Studio) -> Figure:
    say = studio.say
    return Figure(
        key="slam-needs",
        kind="heat",
        caption=say("How sure a slam must be to be tried for the match", "Cât de sigur trebuie să fie un Grand Slam ca să merite încercat pentru partidă"),
        alt=say(
            "A grid of needed rates of success: low when leading near the end, 100% where a slam ends "
            "the match for somebody else.",
            "Un tabel colorat al șanselor necesare: mici când conduci spre sfârșit, 100% unde slam-ul "
            "încheie partida în folosul altcuiva.",
        ),
        frame=needs_frame(studio),
        x="own",
        series="lowest",
        x_label=say("own total", "totalul propriu"),
        series_label=say("best of the others", "cel mai bun adversar"),
        value_label=say("chance of the slam that is needed", "șansa necesară a slam-ului"),
        percent=True,
        note=say(
            f"The two other players have {round(_BEHIND * 100)}% of the end more than the best of them. "
            f"Hands of {say.plain(_BETWEEN[0])} to {say.plain(_BETWEEN[1])} losers at `simple` play; 100%: never, or nothing to gain.",
            f"Ceilalți doi au cu {round(_BEHIND * 100)} % din prag mai mult decât cel mai bun dintre ei. "
            f"Mâini cu {say.plain(_BETWEEN[0])} până la {say.plain(_BETWEEN[1])} pierzătoare la nivelul "
            "`simple`; 100 %: niciodată, sau nimic de câștigat.",
        ),
    )  # fmt: skip
