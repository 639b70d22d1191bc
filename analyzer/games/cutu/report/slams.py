"""Rare events: who makes a cuțu, what stops it, and whether it is worth trying."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.games.chapters import Block, Bullets, Figure, Heading, Number, Rule, Text
from analyzer.games.cutu.duties import CARDS
from analyzer.games.cutu.report.data import (
    call_of,
    enough,
    hands,
    histogram,
    most_of,
    net_table,
    rules_of,
    share_groups,
    share_of,
)
from analyzer.games.cutu.report.often import contracts, level_odds
from analyzer.games.cutu.report.words import at_level, call_name
from analyzer.games.cutu.scoring import BIDS
from analyzer.games.studio import Studio, first_number

if TYPE_CHECKING:
    import pandas as pd

_STRONG = 10
"""Of so many hands the strongest one is looked at when bidding 8 is tried."""
_SAFE_BID = 5


def rare_events(studio: Studio) -> Sequence[Block]:
    """Making, stopping, and who should try."""
    return [
        Text(_summary(studio)),
        _making(studio),
        Heading(studio.say("What stops it", "Ce îl oprește")),
        _stopping(studio),
        Heading(studio.say("Who should try", "Cine să încerce")),
        Bullets(_trying(studio)),
        _bid_eight(studio),
    ]


def _summary(studio: Studio) -> str:
    say, frame = studio.say, contracts(studio)
    played = frame[frame["played"]]
    made, against = studio.rate(played["slam"]), studio.rate(played["against"])
    odds = level_odds(studio)
    levels = [
        f"{play} {say.number(first_number(odds, True, play=play, measure='slam', trump='own'))}"
        for play in ("simple", "expert", "open")
    ]
    return say(
        f"As hands are bid, the declarers take all {CARDS} tricks in {say.number(made)} of contracts and "
        f"none in {say.number(against)}. With a random hand and its best suit for trump, by level: "
        f"{say.all_of(levels)}.",
        f"Cum se licitează, echipa cu contractul ia toate cele {CARDS} levate în {say.number(made)} din "
        f"contracte și niciuna în {say.number(against)}. Cu o mână la întâmplare și atuul ei cel mai bun, pe "
        f"niveluri: {say.all_of(levels)}.",
    )  # fmt: skip


def slam_frame(studio: Studio) -> pd.DataFrame:
    """Hands with the share of layouts in which all tricks are taken."""
    frame = hands(studio)
    return frame.assign(
        slam=histogram(frame, "own")[:, CARDS], all_aces=frame["aces"] + frame["trump_ace"]
    )


def _making(studio: Studio) -> Figure:
    say, frame = studio.say, slam_frame(studio)
    frame = frame[frame["trumps"] <= 6]
    drawn = share_groups(studio, frame, ["trumps", "all_aces"], "slam", enough(frame, 10))
    best = most_of(drawn)
    top = say.percent(best["value"], 0)
    return Figure(
        key="cutu-made",
        kind="heat",
        caption=say(
            f"A cuțu, by trumps and aces of the declarer, {at_level(studio)}",
            f"Un cuțu, după atuurile și așii celui care joacă, {at_level(studio)}",
        ),
        alt=say(
            f"A grid of rates, highest ({top}) with {best['trumps']:.0f} trumps and "
            f"{best['all_aces']:.0f} aces.",
            f"Un tabel colorat, cel mai mult ({top}) cu {best['trumps']:.0f} atuuri și "
            f"{best['all_aces']:.0f} ași.",
        ),
        frame=drawn,
        x="trumps",
        series="all_aces",
        x_label=say("trumps held", "atuuri în mână"),
        series_label=say("aces, that of trumps too", "ași, cu cel de atu"),
        value_label=say("all tricks taken", "toate levatele"),
        percent=True,
    )


def _stopping(studio: Studio) -> Figure:
    import pandas as pd

    say, frame = studio.say, contracts(studio)
    frame = frame[frame["played"]]
    suit = frame[frame["no_trump"] == 0]
    kinds = [
        (say("no ace", "niciun as"), frame, frame["aces_against"] == 0),
        (say("one ace", "un as"), frame, frame["aces_against"] == 1),
        (say("two aces", "doi ași"), frame, frame["aces_against"] == 2),
        (say("ace of trumps", "asul de atu"), suit, suit["trump_ace_against"] == 1),
        (say("no trump in either hand", "niciun atu"), suit, suit["trumps_against"] == 0),
        (say("at most one trump each", "cel mult câte un atu"), suit, suit["longest_against"] == 1),
        (say("two trumps together", "două atuuri la unul"), suit, suit["longest_against"] == 2),
        (say("three trumps together", "trei atuuri la unul"), suit, suit["longest_against"] == 3),
    ]
    rows = []
    for words, among, inside in kinds:
        if inside.sum() >= 20:
            x = studio.rate(among[inside]["slam"])
            rows.append({"held": words, "value": x.value, "low": x.low, "high": x.high})
    return Figure(
        key="cutu-stopped",
        kind="forest",
        caption=say(
            f"A cuțu as bid, by what the defenders hold, {at_level(studio)}",
            f"Un cuțu, după ce are apărarea, {at_level(studio)}",
        ),
        alt=say(
            "Dots with intervals: the rate falls with every ace and every trump of the defenders.",
            "Puncte cu intervale: frecvența scade cu fiecare as și fiecare atu al apărării.",
        ),
        frame=pd.DataFrame(rows),
        x="held",
        x_label=say("the defenders hold", "apărarea are"),
        value_label=say("all tricks taken against them", "toate levatele luate"),
        percent=True,
        zero=0.0,
    )


def break_even(studio: Studio) -> Number:
    """Chance of all tricks from which one sure trick may be risked for it, contract safe."""
    net = net_table(rules_of(studio), "own", _SAFE_BID)
    # Sure: one trick short of all; risked: two short when it fails.
    risk, gain = float(net[CARDS - 1] - net[CARDS - 2]), float(net[CARDS] - net[CARDS - 1])
    chance = risk / (risk + gain) if risk + gain > 0 else 1.0
    return Number(chance, chance, chance, percent=True)


def _trying(studio: Studio) -> list[str]:
    say, frame, rules = studio.say, slam_frame(studio), rules_of(studio)
    net = net_table(rules, "own", _SAFE_BID)
    gain = float(net[CARDS] - net[CARDS - 1])
    chance = break_even(studio)
    ready = studio.rate(frame["slam"] >= chance.value)
    lines = [
        say(
            f"The eighth trick is worth **{say.decimal(gain, 0, signed=True)}** points after seven. With the "
            f"contract safe, risk one trick for it from a chance of **{say.number(chance)}** on.",
            f"A opta levată aduce **{say.decimal(gain, 0, signed=True)}** puncte după șapte. Cu contractul "
            f"sigur, riscă o levată pentru ea de la o șansă de **{say.number(chance)}** în sus.",
        ),
        say(
            f"{say.number(ready)} of random hands have that chance before the first card, with their best trump.",
            f"{say.number(ready)} din mâinile la întâmplare au șansa aceasta înainte de prima carte, cu atuul "
            "lor cel mai bun.",
        ),
    ]  # fmt: skip
    points = frame.groupby("points")["slam"].agg(["mean", "size"])
    enough = points[(points["size"] >= 10) & (points["mean"] >= chance.value)]
    if len(enough):
        least = int(enough.index.min())
        share = share_of(studio, frame[frame["points"] >= least]["slam"])
        lines.append(
            say(
                f"By the point count: from **{least} points** on, where {say.number(share)} of deals end in a "
                "cuțu.",
                f"După puncte: de la **{least} puncte** în sus, unde {say.number(share)} din mâini se termină "
                "cu un cuțu.",
            )
        )  # fmt: skip
    lines.append(
        say(
            "To make it: hold every ace or be able to trump its suit, and draw the trumps; to stop it: one "
            "ace in a suit that the declarers cannot trump, or three trumps in one hand.",
            "Ca să-l faci: toți așii, sau renonsă unde lipsesc, și atuurile scoase; ca să-l oprești: un as "
            "într-o culoare în care nu se poate tăia, sau trei atuuri într-o mână.",
        )
    )
    return lines


def _bid_eight(studio: Studio) -> Rule:
    """What calling 8 costs the strongest hands against their best other call."""
    say, frame = studio.say, slam_frame(studio)
    top = frame[frame["slam"] >= frame["slam"].quantile(1 - 1 / _STRONG)]
    last = len(BIDS)
    calls = {call: call_of(top, call) for call in range(1, last)}
    best = max(calls, key=lambda call: calls[call].mean())
    cost = studio.mean(calls[best] - call_of(top, last))
    return Rule(
        say(
            f"Bid {BIDS[-1]} when you hope for a cuțu.",
            f"Licitează {BIDS[-1]} când speri la un cuțu.",
        ),
        cost,
        say("points a deal, bid with such hands", "puncte pe mână, licitat cu astfel de mâini"),
        note=say(
            "All tricks pay the same after any bid. The tenth of hands with most chances of a cuțu, as first "
            f"to speak; against {call_name(best)} with them.",
            "Toate levatele plătesc la fel după orice licitație. Zecimea mâinilor cu cele mai mari șanse de "
            f"cuțu, primul la licitație; față de {call_name(best)} cu ele.",
        ),
    )
