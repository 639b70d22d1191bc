"""The grand slam: when a try pays, how often it is made, and what stops it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from analyzer.games.chapters import Block, Figure, Heading, Number, Text
from analyzer.games.cupe.report.hands import ACE, HEARTS, QUEEN, RANKS, SPADES
from analyzer.games.cupe.report.tries import HALVES, HOPEFUL, LAYOUTS
from analyzer.games.cupe.report.words import (
    NOTHING,
    SUIT_SIGNS,
    expert_tries,
    gift_hands,
    gives,
    habit_hands,
    hopeful_hands,
    mean_of,
    played,
    rate,
)
from analyzer.games.studio import Studio

if TYPE_CHECKING:
    import pandas as pd

_LEAST = 12
_STEP = 2
"""Width of the groups of losers."""
_RANKS = "23456789TJQKA"


def when_a_slam_pays(studio: Studio) -> Sequence[Block]:
    """Gains by losers at two levels, rates by hand, and cards that stop a slam."""
    say = studio.say
    rows, experts = hopeful_hands(studio), expert_tries(studio)
    frame = by_losers(studio, rows, experts)
    blocks: list[Block] = [
        Text(_lead(studio, rows, experts)),
        *([_gain(studio, frame, len(rows), len(experts))] if len(frame) else []),
        *_heat(studio, rows),
        Heading(say("How to stop one", "Cum se oprește")),
        Text(_stopping(studio, rows, experts)),
    ]
    return [*blocks, Text(_low_hearts(studio)), _feared(studio)] if gives(studio) else blocks


def made_rate(studio: Studio, rows: pd.DataFrame) -> Number:
    """How often a try at simple play is made, over all layouts of the hands."""
    return rate(mean_of(studio, rows["made"] / (len(HALVES) * LAYOUTS)))


def by_losers(studio: Studio, rows: pd.DataFrame, experts: pd.DataFrame) -> pd.DataFrame:
    """The gain of trying by losers and level: ``losers, play, value, low, high, n``."""
    import pandas as pd

    parts = []
    for play, frame in (("simple", rows), ("expert", experts)):
        grouped = frame.assign(group=(frame["losers"] // _STEP * _STEP + _STEP / 2))
        found = studio.groups(grouped, "group", "gain", least=_LEAST)
        parts.append(found.assign(play=play))
    both = pd.concat(parts, ignore_index=True)
    sure: pd.DataFrame = both[np.isfinite(both["low"].astype(float))].reset_index(drop=True)
    return sure


def _lead(studio: Studio, rows: pd.DataFrame, experts: pd.DataFrame) -> str:
    say = studio.say
    few = rows[rows["losers"] <= 3]
    gain, made = mean_of(studio, few["gain"]), made_rate(studio, few)
    edge = rows[(rows["losers"] > 7)]
    back = mean_of(studio, edge["gain"])
    among = experts[experts["losers"] <= 5]
    expert = say.number(mean_of(studio, among["gain"]), signed=True) if len(among) else "?"
    return say(
        f"**With at most three losers try the slam: it is made in {say.number(made)} of hands and gains "
        f"{say.number(gain, signed=True)} points over ducking.** With more than seven the try costs: "
        f"{say.number(back, signed=True)}. Among experts, who see it coming, hands with up to five "
        f"losers gain {expert}. A loser is a card that is likely to lose a trick: low cards of a suit, "
        "less what the cards from the ace down draw from the others (docs/cupe.md).",
        f"**Cu cel mult trei cărți pierzătoare încearcă Grand Slam-ul: se face în {say.number(made)} din "
        f"mâini și câștigă {say.number(gain, signed=True)} puncte față de ferire.** Cu peste șapte "
        f"încercarea costă: {say.number(back, signed=True)}. Între experți, care îl văd venind, mâinile cu "
        f"cel mult cinci pierzătoare câștigă {expert}. Pierzătoare e o carte care probabil pierde o levată: "
        "cărțile mici ale unei culori, minus cât atrag de la ceilalți cărțile de la as în jos "
        "(docs/cupe.md).",
    )  # fmt: skip


def _gain(studio: Studio, frame: pd.DataFrame, simple: int, expert: int) -> Figure:
    say = studio.say
    return Figure(
        key="slam-gain-by-losers",
        kind="line",
        caption=say("Trying the slam against ducking, by losers in the hand", "Încercarea de Grand Slam față de ferire, după cărțile pierzătoare"),
        alt=say(
            "Two falling lines, one a level of play: tries gain much with few losers and cost with many.",
            "Două linii care coboară, câte una pe nivel: cu puține pierzătoare încercarea câștigă mult, cu multe costă.",
        ),
        frame=frame,
        x="group",
        series="play",
        series_label=say("level of play", "nivelul de joc"),
        x_label=say("losers after the exchange (middle of the group)", "cărți pierzătoare după pasare (mijlocul grupei)"),
        value_label=say("score gained by trying", "scor câștigat încercând"),
        signed=True,
        zero=0.0,
        note=say(
            f"Hands with at most {say.plain(HOPEFUL)} losers: {say.count(simple)} at `simple` play, each "
            f"on {2 * LAYOUTS} layouts, {say.count(expert)} at `expert` play, one layout each.",
            f"Mâini cu cel mult {say.plain(HOPEFUL)} pierzătoare: {say.count(simple)} la nivelul `simple`, "
            f"fiecare pe {2 * LAYOUTS} repartiții, {say.count(expert)} la `expert`, câte o repartiție.",
        ),
    )  # fmt: skip


def _heat(studio: Studio, rows: pd.DataFrame) -> list[Figure]:
    say = studio.say
    near = rows.assign(
        top=rows["sure"].clip(1, 8).astype(int), leaks=rows["stops"].clip(0, 3).astype(int)
    )
    frame = studio.groups(near, ["leaks", "top"], "gain", least=_LEAST)
    if frame.empty:
        return []
    drawn = Figure(
        key="slam-gain-by-hand",
        kind="heat",
        caption=say("Trying the slam against ducking, by sure cards and open suits", "Încercarea față de ferire, după cărțile sigure și culorile deschise"),
        alt=say(
            "A grid of gains: best with all suits headed by the ace, worst with three open suits.",
            "Un tabel colorat de câștiguri: cel mai bine cu as în fruntea fiecărei culori, cel mai rău cu trei culori deschise.",
        ),
        frame=frame,
        x="top",
        series="leaks",
        x_label=say("cards from the ace down without a gap (1: or none, 8: or more)", "cărți de la as în jos fără gol (1: sau 0, 8: sau peste)"),
        series_label=say("suits held without their ace", "culori ținute fără as"),
        value_label=say("score gained by trying", "scor câștigat încercând"),
        signed=True,
        zero=0.0,
        note=played(say, "simple", len(rows)),
    )  # fmt: skip
    return [drawn]


def _stopping(studio: Studio, rows: pd.DataFrame, experts: pd.DataFrame) -> str:
    say = studio.say
    few, same = rows[rows["losers"] <= 5], experts[experts["losers"] <= 5]
    simple = say.number(made_rate(studio, few))
    expert = say.number(studio.rate(same["made"] > 0)) if len(same) else "?"
    habits = habit_hands(studio)
    kept = rate(mean_of(studio, habits["against_no_stopper"] - habits["against_usual"]))
    missed = mean_of(studio, habits["score_usual"] - habits["score_no_stopper"])
    return say(
        f"Hands with at most five losers make the slam in {simple} against simple players and in {expert} "
        f"against experts: who watches for it stops it. One trick with one heart is enough. Keeping "
        f"the best heart when one player has all points so far saves {say.number(missed)} points a hand: "
        f"without the habit slams against change by {say.number(kept, signed=True)}.",
        f"Mâinile cu cel mult cinci pierzătoare fac Grand Slam-ul în {simple} împotriva jucătorilor simpli "
        f"și în {expert} împotriva experților: cine se păzește îl oprește. O levată cu o cupă ajunge. "
        f"Păstrarea celei mai bune cupe, când un singur jucător are toate punctele, salvează "
        f"{say.number(missed)} puncte pe mână: fără acest obicei, slam-urile împotrivă se schimbă cu "
        f"{say.number(kept, signed=True)}.",
    )  # fmt: skip


def _low_hearts(studio: Studio) -> str:
    say = studio.say
    two, ace = feared(studio, HEARTS * RANKS), feared(studio, SPADES * RANKS + ACE)
    return say(
        f"In the exchange a low heart is a gift of poison for a shooter: giving the 2♥ changes slams "
        f"against you by {say.number(two, signed=True)}, giving the A♠ by {say.number(ace, signed=True)}.",
        f"La pasare, o cupă mică e otravă pentru cine vrea Grand Slam: pasarea lui 2♥ schimbă slam-urile "
        f"împotriva ta cu {say.number(two, signed=True)}, a asului A♠ cu {say.number(ace, signed=True)}.",
    )  # fmt: skip


def feared(studio: Studio, card: int) -> Number:
    """How much more often others make the slam when a card is given instead of kept."""
    values = gift_hands(studio)[f"feared_{card}"]
    values = values[values > NOTHING]
    return rate(mean_of(studio, values))


def _feared(studio: Studio) -> Figure:
    import pandas as pd

    say = studio.say
    cards = [HEARTS * RANKS + rank for rank in (0, 1, 2, 4, 6, 8, QUEEN, QUEEN + 1, ACE)]
    cards += [SPADES * RANKS + rank for rank in (QUEEN, QUEEN + 1, ACE)]
    found = []
    for card in cards:
        x = feared(studio, card)
        if x.n > 1:
            name = _RANKS[card % RANKS].replace("T", "10") + SUIT_SIGNS[card // RANKS]
            found.append({"card": name, "value": x.value, "low": x.low, "high": x.high})
    return Figure(
        key="slams-against-by-card",
        kind="forest",
        caption=say("Slams against you when a card is given instead of kept", "Grand Slam-uri împotriva ta când o carte e pasată, nu păstrată"),
        alt=say(
            "Dots with intervals: giving the high spades makes slams of others more frequent, giving "
            "low hearts less.",
            "Puncte cu intervale: pasarea picilor mari face mai dese slam-urile altora, a cupelor mici mai rare.",
        ),
        frame=pd.DataFrame(found),
        x="card",
        x_label=say("card given", "cartea pasată"),
        value_label=say("change of slams against", "schimbarea slam-urilor împotrivă"),
        percent=True,
        signed=True,
        zero=0.0,
        note=played(say, "simple", len(gift_hands(studio))),
    )  # fmt: skip
