"""Near the end of the match: the table of chances, and what to declare at each score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from analyzer.games.chapters import Block, Figure, Number, Text
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.base_plan import BIDS
from analyzer.games.cuatrola.match import match_table
from analyzer.games.cuatrola.report.data import best_calls, rules_of, scores
from analyzer.games.cuatrola.report.samples import HandSample, calls_at
from analyzer.games.studio import Studio

if TYPE_CHECKING:
    import pandas as pd

_SHARE, _LEAST = 20, 100
SEAT = codes.SEATS - 1
"""The dealer, who speaks last: nobody declares after it."""


def the_match(studio: Studio) -> Sequence[Block]:
    """Chances at every score, how many hands declare there, and what it gains."""
    say, rules = studio.say, rules_of(studio)
    found = by_score(studio)
    return [
        Text(_finding(studio, found)),
        _chances(studio),
        _declaring(studio, found),
        _gain(studio, found),
        Text(
            say(
                f"The numbers are for the dealer after three times paso, at `simple` play; from {rules.target - 1} "
                "points a pair may declare nothing under the exact cap.",
                "Numerele sunt pentru cine împarte, după de trei ori paso, la nivelul `simple`; de la "
                f"{rules.target - 1} puncte o pereche nu mai poate declara nimic când limita e exactă.",
            )
            if rules.cap == "exact"
            else say(
                "The numbers are for the dealer after three times paso, at `simple` play.",
                "Numerele sunt pentru cine împarte, după de trei ori paso, la nivelul `simple`.",
            )
        ),
        *_unfit(studio, found),
    ]  # fmt: skip


def _unfit(studio: Studio, found: pd.DataFrame) -> list[Block]:
    """Says so where others would not have passed in some of the layouts."""
    say, share = studio.say, float(found["unfit"].max())
    if share == 0.0:
        return []
    text = say.number(Number(share, share, share, percent=True))
    return [
        Text(
            say(
                f"Under these rules a seat before would hardly ever pass at some scores: in up to {text} of the "
                "layouts there no hands were found with which all would have, and it holds any cards.",
                "Cu aceste reguli, la unele scoruri cei dinainte nu spun aproape niciodată paso: în până la "
                f"{text} din împărțirile de acolo nu s-au găsit mâini cu care toți ar fi spus, și au orice cărți.",
            )
        )
    ]  # fmt: skip


def grid(target: int) -> tuple[list[int], list[int]]:
    """Own and other scores that are looked at."""
    low = [0, target - 6, target - 4, target - 3, target - 2]
    return low, [0, target - 6, target - 4, target - 2, target - 1]


def at_score(studio: Studio, own: int, other: int) -> pd.DataFrame:
    """Hands of the dealer at a score, worth in chances of the match."""
    plan = HandSample(rules_of(studio), SEAT, (own, other))
    return studio.sample(f"score-{own}-{other}", plan, max(_LEAST, studio.deals // _SHARE))


def by_score(studio: Studio) -> pd.DataFrame:
    """Share of hands that should declare and what that gains, ``own, other, share, gain``."""
    import pandas as pd

    rules = rules_of(studio)
    owns, others = grid(rules.target)
    rows = []
    wanted = [(own, other) for own in owns for other in others]
    for done, (own, other) in enumerate(wanted):
        studio.tick(done, len(wanted))
        names = tuple(BIDS[call] for call in calls_at(rules, own))
        if len(names) < 2:
            continue
        frame = at_score(studio, own, other)
        best = best_calls(frame, names)
        worth = frame[list(scores(names).values())].to_numpy(float)
        gains = worth[np.arange(len(frame)), best] - worth[:, 0]
        share, gain = studio.rate(best > 0), studio.mean(gains)
        solo = studio.rate(best == names.index("solo")) if "solo" in names else None
        rows.append(
            {"own": own, "other": other, "share": share.value, "share_low": share.low}
            | {"share_high": share.high, "gain": gain.value, "gain_low": gain.low}
            | {"gain_high": gain.high, "solo": 0.0 if solo is None else solo.value, "n": share.n}
            | {"unfit": frame["unfit"].mean()}
        )
    studio.tick(len(wanted), len(wanted))
    return pd.DataFrame(rows)


def _finding(studio: Studio, found: pd.DataFrame) -> str:
    say = studio.say
    order = found["share"].argsort()
    most, least = found.iloc[int(order.iloc[-1])], found.iloc[int(order.iloc[0])]

    def told(row: pd.Series) -> str:
        x = Number(row["share"], row["share_low"], row["share_high"], percent=True)
        return say.number(x)

    return say(
        f"**The score decides.** At {most['own']:.0f}–{most['other']:.0f} the dealer should declare "
        f"with {told(most)} of hands, at {least['own']:.0f}–{least['other']:.0f} with {told(least)}.",
        f"**Scorul hotărăște.** La {most['own']:.0f}–{most['other']:.0f}, cine împarte ar trebui să declare "
        f"cu {told(most)} din mâini, la {least['own']:.0f}–{least['other']:.0f} cu {told(least)}.",
    )  # fmt: skip


def _chances(studio: Studio) -> Figure:
    import pandas as pd

    say, rules = studio.say, rules_of(studio)
    target = rules.target
    shown = sorted(
        {0, *range(target % 2 + 1, target - 5, 2 if target < 15 else 4), *range(target - 5, target)}
    )

    def compute() -> pd.DataFrame:
        wins = match_table(rules).wins
        return pd.DataFrame(
            [
                {"own": a, "other": b, "value": round(float(wins[a, b]), 3)}
                for a in range(target)
                for b in range(target)
            ]
        )

    frame = studio.keep("match-table", {}, compute)
    frame = frame[frame["own"].isin(shown) & frame["other"].isin(shown)]
    words = frame.assign(own=frame["own"].astype(str), other=frame["other"].astype(str))
    return Figure(
        key="match-table",
        kind="heat",
        caption=say("Chance of mano's pair to win the match, at every score",
                    "Șansa perechii lui mano de a câștiga partida, la fiecare scor"),
        alt=say("A grid from dark to light: the chance grows with one's own points and falls with theirs.",
                "Un tabel colorat: șansa crește cu punctele proprii și scade cu ale celorlalți."),
        frame=words,
        x="other",
        series="own",
        x_label=say("match points of the dealer's pair", "punctele perechii celui care împarte"),
        series_label=say("match points of mano's pair", "punctele perechii lui mano"),
        value_label=say("match won", "partidă câștigată"),
        percent=True,
        exact=True,
        note=say("From 65,536 deals declared and played by simple players; known to about 0.2 pp a deal.",
                 "Din 65.536 de mâini declarate și jucate la nivelul simple; cunoscute la vreo 0,2 pp pe mână."),
    )  # fmt: skip


def _declaring(studio: Studio, found: pd.DataFrame) -> Figure:
    say = studio.say
    rows = found.assign(
        own=found["own"].astype(str), other=found["other"].astype(str), value=found["share"],
        low=found["share_low"], high=found["share_high"],
    )  # fmt: skip
    return Figure(
        key="declaring-by-score",
        kind="heat",
        caption=say("Hands with which the dealer should declare, for the match",
                    "Mâini cu care cine împarte ar trebui să declare, pentru partidă"),
        alt=say("A grid of shares by own score and theirs.",
                "Un tabel colorat cu ponderi, după scorul propriu și al celorlalți."),
        frame=rows,
        x="other",
        series="own",
        x_label=say("their match points", "punctele lor"),
        series_label=say("own match points", "punctele proprii"),
        value_label=say("hands worth a declaration", "mâini care merită declarate"),
        percent=True,
    )  # fmt: skip


def _gain(studio: Studio, found: pd.DataFrame) -> Figure:
    say = studio.say
    rows = found.assign(
        own=found["own"].astype(str), other=found["other"].astype(str), value=found["gain"],
        low=found["gain_low"], high=found["gain_high"],
    )  # fmt: skip
    return Figure(
        key="gain-by-score",
        kind="heat",
        caption=say("What declaring well adds to the chance of the match, a hand",
                    "Cât adaugă o declarație bună șansei de a câștiga partida, pe mână"),
        alt=say("A grid of gains by own score and theirs.",
                "Un tabel colorat cu câștiguri, după scorul propriu și al celorlalți."),
        frame=rows,
        x="other",
        series="own",
        x_label=say("their match points", "punctele lor"),
        series_label=say("own match points", "punctele proprii"),
        value_label=say("gain over always paso", "câștig față de paso mereu"),
        percent=True,
        signed=True,
        zero=0.0,
    )  # fmt: skip
