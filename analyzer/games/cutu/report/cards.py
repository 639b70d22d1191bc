"""What cards are worth: trumps and honours, aces and voids, one more of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from analyzer.games.chapters import Block, Figure, Number, Text
from analyzer.games.cutu.report.data import (
    enough,
    hands,
    made_of,
    most_of,
    point_count,
    rules_of,
    score_of,
    share_groups,
)
from analyzer.games.cutu.report.features import FEATURES
from analyzer.games.cutu.report.words import at_level, count_text, feature_name
from analyzer.games.cutu.scoring import BIDS
from analyzer.games.studio import Studio

if TYPE_CHECKING:
    import pandas as pd

KEY_BID = 5
_MOST_TRUMPS = 6


def what_cards_are_worth(studio: Studio) -> Sequence[Block]:
    """A point count, effects of single cards, and two heat maps."""
    return [
        Text(_count_text(studio)),
        _effects(studio),
        _by_trumps(studio),
        _trumps_and_honours(studio),
        _aces_and_voids(studio),
    ]


def _count_text(studio: Studio) -> str:
    say, count, frame = studio.say, point_count(studio), hands(studio)
    fit = float(np.corrcoef(frame["points"], frame["tricks"])[0, 1])
    base, step = say.decimal(count.base, 1), say.decimal(1 / count.step, 1)
    return say(
        f"**Count a hand with its best trump:** {count_text(say, count)}. With that many points you and "
        f"your partner take about **{base} tricks and one more for every {step} points** (correlation with "
        f"the tricks of the full calculation: {say.decimal(fit, 2)}).",
        f"**Numără mâna cu atuul ei cel mai bun:** {count_text(say, count)}. Cu atâtea puncte iei, cu "
        f"partenerul, cam **{base} levate și încă una la fiecare {step} puncte** (corelația cu levatele din "
        f"calculul complet: {say.decimal(fit, 2)}).",
    )  # fmt: skip


def effects(studio: Studio) -> pd.DataFrame:
    """What one more of each feature is worth in a contract of 5, others equal."""
    frame = hands(studio)
    score = score_of(frame, rules_of(studio), "own", KEY_BID)
    return studio.effects(frame[list(FEATURES)].assign(score=score), FEATURES, "score")


def _effects(studio: Studio) -> Figure:
    say, found = studio.say, effects(studio)
    found = found.assign(words=[feature_name(say, name) for name in found["feature"]])
    found = found.sort_values("value", ascending=False, kind="stable")
    first = found.iloc[0]
    top = say.number(Number(first["value"], first["low"], first["high"]), signed=True)
    return Figure(
        key="marginal-values",
        kind="forest",
        caption=say(
            f"One more of each, in points of a contract of {KEY_BID}, {at_level(studio)}",
            f"Cât aduce încă una, în puncte la un contract de {KEY_BID}, {at_level(studio)}",
        ),
        alt=say(
            f"Dots with intervals; on top: {first['words']}, {top} points.",
            f"Puncte cu intervale; sus: {first['words']}, {top} puncte.",
        ),
        frame=found,
        x="words",
        x_label=say("one more", "încă una"),
        value_label=say("points a deal, others equal", "puncte pe mână, restul la fel"),
        signed=True,
        zero=0.0,
        note=say(
            "A longer trump suit means fewer side cards; an honour of trumps counts besides its length.",
            "Mai multe atuuri înseamnă mai puține cărți laterale; o figură de atu se adaugă lungimii.",
        ),
    )  # fmt: skip


def _by_trumps(studio: Studio) -> Figure:
    import pandas as pd

    say, frame = studio.say, hands(studio)
    frame = frame[frame["trumps"] <= _MOST_TRUMPS]
    parts = []
    for bid in BIDS:
        shares = frame[["trumps"]].assign(made=made_of(frame, "own", bid))
        found = share_groups(studio, shares, "trumps", "made", enough(shares, 10))
        parts.append(found.assign(bid=str(bid)))
    drawn = pd.concat(parts, ignore_index=True)
    return Figure(
        key="made-by-trumps",
        kind="line",
        caption=say(
            f"Making each contract, by trumps held, {at_level(studio)}",
            f"Fiecare contract, după numărul de atuuri, {at_level(studio)}",
        ),
        alt=say(
            "Five rising lines, the lower the higher the contract.",
            "Cinci linii care urcă, cu atât mai jos cu cât contractul e mai mare.",
        ),
        frame=drawn,
        x="trumps",
        series="bid",
        series_label=say("contract", "contract"),
        x_label=say("trumps held", "atuuri în mână"),
        value_label=say("contracts made", "contracte făcute"),
        percent=True,
        note=say(
            "The same play in each: what is made, not what is bid with such hands.",
            "Același joc la fiecare: ce se face, nu ce se licitează cu astfel de mâini.",
        ),
    )


def _trumps_and_honours(studio: Studio) -> Figure:
    say, frame = studio.say, hands(studio)
    frame = frame[frame["trumps"] <= _MOST_TRUMPS]
    top = frame["trump_ace"] + frame["trump_king"] + frame["trump_queen"]
    shares = frame[["trumps"]].assign(honours=top, made=made_of(frame, "own", KEY_BID))
    drawn = share_groups(studio, shares, ["trumps", "honours"], "made", enough(shares, 10))
    return Figure(
        key="trumps-and-honours",
        kind="heat",
        caption=say(
            f"Making {KEY_BID}, by length and honours of trump, {at_level(studio)}",
            f"Contractul de {KEY_BID}, după lungimea și figurile atuului, {at_level(studio)}",
        ),
        alt=_corners(studio, drawn, "trumps", "honours"),
        frame=drawn,
        x="trumps",
        series="honours",
        x_label=say("trumps held", "atuuri în mână"),
        series_label=say("of A, K, Q of trumps", "din A, K, Q de atu"),
        value_label=say("contracts made", "contracte făcute"),
        percent=True,
    )


def _aces_and_voids(studio: Studio) -> Figure:
    say, frame = studio.say, hands(studio)
    shares = frame[["aces", "voids"]].assign(made=made_of(frame, "own", KEY_BID))
    drawn = share_groups(studio, shares, ["aces", "voids"], "made", enough(shares, 10))
    return Figure(
        key="aces-and-voids",
        kind="heat",
        caption=say(
            f"Making {KEY_BID}, by side aces and voids, {at_level(studio)}",
            f"Contractul de {KEY_BID}, după ași laterali și renonse, {at_level(studio)}",
        ),
        alt=_corners(studio, drawn, "aces", "voids"),
        frame=drawn,
        x="aces",
        series="voids",
        x_label=say("side aces", "ași laterali"),
        series_label=say("void suits", "renonse"),
        value_label=say("contracts made", "contracte făcute"),
        percent=True,
    )


def _corners(studio: Studio, drawn: pd.DataFrame, x: str, y: str) -> str:
    """What a heat map shows in words: its lowest and highest cell."""
    say = studio.say
    least, most = most_of(drawn, least=True), most_of(drawn)
    low, high = say.percent(least["value"], 0), say.percent(most["value"], 0)
    return say(
        f"A grid of rates, from {low} ({least[x]:.0f} across, {least[y]:.0f} up) to {high} "
        f"({most[x]:.0f} across, {most[y]:.0f} up).",
        f"Un tabel colorat de frecvențe, de la {low} ({least[x]:.0f} pe orizontală, {least[y]:.0f} pe "
        f"verticală) la {high} ({most[x]:.0f} pe orizontală, {most[y]:.0f} pe verticală).",
    )
