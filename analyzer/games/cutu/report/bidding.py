"""When to bid: calls by strength, seat and what was bid; near the end of the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from analyzer.games.chapters import Block, Col, Figure, Table, Text
from analyzer.games.cutu.kernels.auction import CALLS
from analyzer.games.cutu.match import LARGEST_TARGET
from analyzer.games.cutu.report.data import call_of, cuts, deals, enough, hands, picked, rules_of
from analyzer.games.cutu.report.deal_sample import SIDES
from analyzer.games.cutu.report.match_end import near_the_end
from analyzer.games.cutu.report.words import at_level, call_name
from analyzer.games.cutu.scoring import FIRST_BID
from analyzer.games.speech import Speech
from analyzer.games.studio import Studio

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

_SEATS_STATES = (
    (0, 0), (1, 0), (1, 6), (1, 7), (2, 2), (2, 3), (2, 6), (2, 7),
    (3, 2), (3, 3), (3, 6), (3, 7),
)  # fmt: skip
"""Seats and states of the auction (``kernels.auction``) that come up often enough."""
_ENOUGH, _LEAST = 150, 20
_MOST_HEAT = 6


@dataclass(frozen=True, eq=False)
class Situation:
    """A seat with what it has heard: points of the hands, and the worth of legal calls.

    ``values`` float64 [rows, calls] for ``calls``, pas first.
    """

    seat: int
    state: int
    points: Floats
    calls: tuple[int, ...]
    values: Floats

    @property
    def edges(self) -> list[float]:
        """Points from which each call after pas is made."""
        return cuts(self.points, self.values)

    def words(self, say: Speech) -> str:
        """The situation in words."""
        order = (say("1st", "primul"), say("2nd", "al 2-lea"), say("3rd", "al 3-lea"), say("4th", "al 4-lea"))[self.seat]  # fmt: skip
        if self.state == 0:
            return order if self.seat == 0 else say(f"{order}, all pas", f"{order}, toți pas")
        bid = call_name(self.state if self.state < CALLS - 1 else self.state - CALLS + 2)
        if self.state < CALLS - 1:
            return say(f"{order}, partner {bid}", f"{order}, partener {bid}")
        return say(f"{order}, against {bid}", f"{order}, contra {bid}")


def situations(studio: Studio) -> list[Situation]:
    """Situations of the auction that come up often enough, by seat."""
    first_bid = rules_of(studio).lowest_bid - FIRST_BID + 1
    found, frame = [], deals(studio)
    for seat, state in _SEATS_STATES:
        highest = state if state < CALLS - 1 else state - CALLS + 2
        calls = (0, *range(max(highest + 1, first_bid), CALLS))
        if seat == 0:
            own = hands(studio)
            values = np.stack([call_of(own, call) for call in calls], axis=1)
            points = own["points"].to_numpy(float)
        else:
            rows = frame[frame[f"state_{seat}"] == state]
            values = net_of(rows, seat, calls)
            points = rows[f"points_{seat}"].to_numpy(float)
        if seat == 0 or len(points) >= _ENOUGH:
            found.append(Situation(seat, state, points, calls, values))
    return found


def net_of(rows: pd.DataFrame, seat: int, calls: Sequence[int]) -> Floats:
    """Points of a seat's side minus the other's after calls, float64 [rows, calls]."""
    own, other = (
        rows[[f"{side}_{seat}_{call}" for call in calls]].to_numpy(float) for side in SIDES
    )
    return np.asarray(own - other)


def when_to_bid(studio: Studio) -> Sequence[Block]:
    """Calls by points, the chart of thresholds, raises by situation, the end of the match."""
    found = situations(studio)
    blocks: list[Block] = [
        Text(_summary(studio, found[0])),
        _calls(studio, found[0]),
        _chart(studio, found),
        _raises(studio, found),
    ]
    if rules_of(studio).target <= LARGEST_TARGET:
        blocks += near_the_end(studio)
    return blocks


def chart_words(say: Speech, calls: Sequence[int], edges: Sequence[float]) -> dict[int, str]:
    """For each call the points with which it is made, such as ``5–11``; those never made left out."""
    ends = [0.0, *edges, float("inf")]
    words = {}
    for call, low, high in zip(calls, ends[:-1], ends[1:], strict=True):
        if high <= low or low == float("inf"):
            continue
        if high == float("inf"):
            words[call] = f"{low:.0f}+" if low else say("always", "mereu")
        elif low == 0.0:
            words[call] = f"≤{high - 1:.0f}"
        else:
            words[call] = f"{low:.0f}–{high - 1:.0f}" if high - 1 > low else f"{low:.0f}"
    return words


def _summary(studio: Studio, first: Situation) -> str:
    say = studio.say
    words = chart_words(say, first.calls, first.edges)
    told = "; ".join(
        say(f"**{call_name(call)}** with {points}", f"**{call_name(call)}** cu {points}")
        for call, points in words.items()
    )
    picks = picked(first.points, first.edges)
    rows = np.arange(len(picks))
    gain = studio.mean(first.values[rows, picks] - first.values[:, 0])
    passes = studio.rate(picks == 0)
    return say(
        f"First to speak, by points of the count above: {told}. So you pass with only {say.number(passes)} of "
        f"hands; against passing always, this brings {say.number(gain, signed=True)} points a deal. Passing "
        "gives nothing away in itself, but the others then play the hand.",
        f"Primul la licitație, după punctele de mai sus: {told}. Deci spui pas doar cu {say.number(passes)} din "
        f"mâini; față de a spune mereu pas, aduce {say.number(gain, signed=True)} puncte pe mână. Pasul nu "
        "costă nimic prin el însuși, dar atunci mâna o joacă ceilalți.",
    )  # fmt: skip


def _calls(studio: Studio, first: Situation) -> Figure:
    import pandas as pd

    say, parts = studio.say, []
    shown = [c for c in first.calls if c < CALLS - 1]
    for call in shown:
        values = first.values[:, first.calls.index(call)]
        rows = pd.DataFrame({"points": first.points, "worth": values})
        parts.append(
            studio.groups(rows, "points", "worth", least=enough(rows, _LEAST)).assign(
                call=call_name(call)
            )
        )
    drawn = pd.concat(parts, ignore_index=True)
    return Figure(
        key="calls-by-points",
        kind="line",
        caption=say(
            f"What the first call is worth, by points of the hand, {at_level(studio)}",
            f"Cât face prima licitație, după punctele mâinii, {at_level(studio)}",
        ),
        alt=say(
            "Rising lines, one a call; the lines of higher bids are steeper and cross the others later.",
            "Linii care urcă, câte una pe licitație; cele mai mari urcă mai repede și le taie pe celelalte "
            "mai târziu.",
        ),
        frame=drawn,
        x="points",
        series="call",
        series_label=say("call", "licitație"),
        x_label=say("points of the hand", "punctele mâinii"),
        value_label=say("points a deal, own side minus theirs", "puncte pe mână, ale noastre minus ale lor"),
        signed=True,
        zero=0.0,
        note=say(
            "The others answer by the bidding model; pas is what happens when they bid.",
            "Ceilalți răspund după modelul de licitație; pas: ce se întâmplă când licitează ei.",
        ),
    )  # fmt: skip


def _chart(studio: Studio, found: Sequence[Situation]) -> Table:
    import pandas as pd

    say, rows = studio.say, []
    shown = sorted({call for s in found for call in chart_words(say, s.calls, s.edges)})
    for s in found:
        words = chart_words(say, s.calls, s.edges)
        picks = picked(s.points, s.edges)
        gain = studio.mean(s.values[np.arange(len(picks)), picks] - s.values[:, 0])
        row: dict[str, Any] = {"where": s.words(say), "n": len(picks)}
        row |= {f"call_{call}": words.get(call, "–") for call in shown}
        rows.append(row | {"gain": gain.value, "low": gain.low, "high": gain.high})
    cols = [Col("where", say("seat, highest bid", "locul, licitația"))]
    cols += [Col(f"call_{call}", call_name(call)) for call in shown]
    cols.append(
        Col(
            "gain", say("gain over pas", "câștig față de pas"), "number", "low", "high", signed=True
        )
    )
    return Table(
        "when-to-bid",
        say(
            f"Points with which to make each call, {at_level(studio)}",
            f"Cu câte puncte se face fiecare licitație, {at_level(studio)}",
        ),
        pd.DataFrame(rows),
        cols,
        note=say(
            "Fitted to the deals in which the auction came to that seat so; high thresholds rest on few "
            "hands. Gain: points a deal over always saying pas.",
            "Potrivite pe mâinile în care licitația a ajuns așa la acel loc; pragurile înalte stau pe puține "
            "mâini. Câștigul: puncte pe mână față de a spune mereu pas.",
        ),
    )  # fmt: skip


def _raises(studio: Studio, found: Sequence[Situation]) -> Figure:
    import pandas as pd

    say, rows = studio.say, []
    busy = sorted(found[1:], key=lambda s: -len(s.points))
    kept = [s for s in found if s is found[0] or s in busy[: _MOST_HEAT - 1]]
    for s in kept:
        call = 2 if s.state == 0 else s.calls[1]
        gain = s.values[:, s.calls.index(call)] - s.values[:, 0]
        band = np.clip(s.points // 2 * 2, 4, 14)
        part = studio.groups(
            pd.DataFrame({"band": band, "gain": gain}), "band", "gain", least=enough(gain, _LEAST)
        )
        name = f"{s.words(say)} →\u00a0{call_name(call)}"
        rows.append(part.assign(where=name))
    drawn = pd.concat(rows, ignore_index=True)
    words = {b: f"{b:.0f}–{b + 1:.0f}" for b in drawn["band"].unique()}
    words |= {4.0: "≤5", 14.0: "14+"}
    drawn = drawn.sort_values("band", kind="stable").assign(
        hand=lambda frame: frame["band"].map(words)
    )
    order = list(
        dict.fromkeys(s.assign(o=i)["where"].iloc[0] for i, s in enumerate(rows) if len(s))
    )
    drawn = drawn.assign(o=drawn["where"].map(order.index)).sort_values(
        ["band", "o"], kind="stable"
    )
    return Figure(
        key="raises",
        kind="heat",
        caption=say(
            f"Bidding (after the arrow) instead of pas, {at_level(studio)}",
            f"A licita (după săgeată) în loc de pas, {at_level(studio)}",
        ),
        alt=say(
            "A grid of gains and losses, situations across and points of the hand up: weak hands lose by "
            "going over a bid, strong ones gain.",
            "Un tabel colorat, situațiile pe orizontală și punctele pe verticală: mâinile slabe pierd dacă "
            "trec peste o licitație, cele tari câștigă.",
        ),
        frame=drawn,
        x="where",
        series="hand",
        x_label=say("seat and highest bid so far", "locul și licitația cea mai mare"),
        series_label=say("points of the hand", "punctele mâinii"),
        value_label=say("points a deal against pas", "puncte pe mână față de pas"),
        signed=True,
        zero=0.0,
    )  # fmt: skip
