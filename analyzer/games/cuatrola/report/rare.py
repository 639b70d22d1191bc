"""Rare events: the quinta and the cuatro, who should try them and what stops them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.games.chapters import Block, Bullets, Figure, Text
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.report.data import all_hands, best_calls, calls, declared, shares
from analyzer.games.studio import Studio

if TYPE_CHECKING:
    import pandas as pd

_LEAST = 20
_BIG = (codes.CUATRO, codes.QUINTA)
_MOST_TRUMPS = 2
"""Trumps of one opponent that are told apart."""


def rare_events(studio: Studio) -> Sequence[Block]:
    """Frequency, hands that should try, and how defenders stop them."""
    say, names = studio.say, calls(studio)
    if "quinta" not in names:
        return [Text(say("These rules know no quinta.", "Regulile acestea nu cunosc quinta."))]
    frame, deals = all_hands(studio), declared(studio)
    blocks: list[Block] = [Text(_finding(studio, frame, deals, names)), _quinta(studio, frame)]
    stops = _stops(studio, deals)
    if stops is not None:
        blocks += [Text(_stop_text(studio, deals)), stops]
    blocks.append(Bullets(_facts(studio, frame, deals)))
    return blocks


def _finding(
    studio: Studio, frame: pd.DataFrame, deals: pd.DataFrame, names: tuple[str, ...]
) -> str:
    say = studio.say
    best = best_calls(frame, names)
    share = studio.rate(best == names.index("quinta"))
    quintas = deals[deals["contract"] == codes.QUINTA]
    played = studio.rate(deals["contract"] == codes.QUINTA)
    text = say(
        f"**A quinta is right with {say.number(share)} of hands**; one is played in {say.number(played)} of deals",
        f"**Quinta e bună cu {say.number(share)} din mâini**; se joacă în {say.number(played)} din jocuri",
    )
    if len(quintas) >= _LEAST:
        made = studio.rate(declarer_score(quintas) > 0)
        text += say(f", and made in {say.number(made)} of these",
                    f" și se face în {say.number(made)} din acestea")  # fmt: skip
    return text + say(". All at `simple` play.", ". Toate la nivelul `simple`.")


def declarer_score(deals: pd.DataFrame) -> pd.Series[float]:
    """Match points of the declaring pair."""
    return deals["score"] * deals["declarer"].map({0: 1, 1: -1, 2: 1, 3: -1})


def _quinta(studio: Studio, frame: pd.DataFrame) -> Figure:
    say = studio.say
    rows = frame.assign(
        held=frame["trumps"].clip(upper=4), tops=frame["trump_as"] + frame["trump_tres"],
        aces=frame["side_as"].clip(upper=1),
    )  # fmt: skip
    rows = rows[rows["held"] >= 2]
    found = shares(studio, rows, ["held", "tops", "aces"], "made_quinta", _LEAST)
    some = {
        0: say("no side as", "fără as lateral"),
        1: say("a side as or more", "cel puțin un as lateral"),
    }
    found = found.assign(
        hand=[
            say(f"{h:.0f} trumps, {t:.0f} of as and tres", f"{h:.0f} atuuri, {t:.0f} din as și tres")
            for h, t in zip(found["held"], found["tops"], strict=True)
        ],
        side=[some[int(a)] for a in found["aces"]],
    )  # fmt: skip
    return Figure(
        key="quinta-hands",
        kind="heat",
        caption=say("Quinta made, by the trumps and whether there is a side as",
                    "Quinta făcută, după atuuri și dacă există un as lateral"),
        alt=say("A grid: near zero without the two highest trumps, high with four trumps, both and an as.",
                "Un tabel colorat: aproape zero fără cele două atuuri mari, mult cu patru atuuri, amândouă și un as."),
        frame=found,
        x="side",
        series="hand",
        x_label=say("other suits", "celelalte culori"),
        series_label=say("trumps (4: four or five)", "atuuri (4: patru sau cinci)"),
        value_label=say("quinta made", "quinta făcută"),
        percent=True,
    )  # fmt: skip


def stop_rows(studio: Studio, deals: pd.DataFrame) -> pd.DataFrame:
    """Rate of cuatros and quintas made by the trumps in the longer hand of the two opponents."""
    import pandas as pd

    parts = []
    for contract in _BIG:
        own = deals[deals["contract"] == contract]
        own = own.assign(made=(declarer_score(own) > 0).astype(float))
        own = own.assign(held=own["against"].clip(upper=_MOST_TRUMPS))
        found = studio.groups(own, "held", "made", percent=True, least=_LEAST)
        parts.append(found.assign(contract=codes.CONTRACTS[contract]))
    return pd.concat(parts, ignore_index=True)


def _stops(studio: Studio, deals: pd.DataFrame) -> Figure | None:
    say = studio.say
    rows = stop_rows(studio, deals)
    if rows.empty:
        return None
    more = say("or more", "sau mai multe")
    rows = rows.assign(
        trumps=[f"{h:.0f} {more}" if h == _MOST_TRUMPS else say.plain(h) for h in rows["held"]]
    )
    return Figure(
        key="stopping",
        kind="bars",
        caption=say("Declared cuatros and quintas made, by the most trumps that one opponent holds",
                    "Cuatro și quinta declarate și făcute, după cele mai multe atuuri la un adversar"),
        alt=say("Bars for none, one, two trumps in the longer hand against the contract.",
                "Bare pentru niciun atu, unu, două în mâna mai lungă împotriva contractului."),
        frame=rows,
        x="trumps",
        series="contract",
        series_label="contract",
        x_label=say("most trumps with one opponent", "cele mai multe atuuri la un adversar"),
        value_label=say("made", "făcut"),
        percent=True,
    )  # fmt: skip


def _stop_text(studio: Studio, deals: pd.DataFrame) -> str:
    say = studio.say
    big = deals[deals["contract"].isin(_BIG)]
    big = big.assign(made=declarer_score(big) > 0)
    none, two = big[big["against"] <= 1], big[big["against"] >= 2]
    parts = [studio.rate(rows["made"]) if len(rows) else None for rows in (none, two)]
    texts = [say.number(x) if x is not None else "–" for x in parts]
    return say(
        f"**What stops them: trumps in one hand.** With at most one trump in each opponent's hand {texts[0]} of "
        f"cuatros and quintas are made, with two or more in one hand {texts[1]}.",
        f"**Ce le oprește: atuurile într-o singură mână.** Cu cel mult un atu la fiecare adversar se fac "
        f"{texts[0]} din cuatro și quinta, cu două sau mai multe într-o mână {texts[1]}.",
    )  # fmt: skip


def _facts(studio: Studio, frame: pd.DataFrame, deals: pd.DataFrame) -> list[str]:
    say = studio.say
    four = frame[frame["trumps"] >= 4]
    normal = deals[deals["contract"] == codes.NORMAL]
    swept = (normal["tricks_0"] == codes.HAND) | (normal["tricks_1"] == codes.HAND)
    held = studio.rate(frame["trumps"] >= 4)
    made = studio.chance(four["made_quinta"])
    solo = deals[deals["contract"] == codes.SOLO]
    all_five = solo[(solo["tricks_0"] == codes.HAND) | (solo["tricks_1"] == codes.HAND)]
    share = studio.rate(declarer_score(all_five) > 0) if len(all_five) else None
    lines = [
        say(f"{say.number(held)} of hands have four trumps or five; they would make a quinta in {say.number(made)}.",
            f"{say.number(held)} din mâini au patru sau cinci atuuri; ar face quinta în {say.number(made)}."),
        say(f"In {say.number(studio.rate(swept))} of normal hands a pair takes all five tricks without having said so.",
            f"În {say.number(studio.rate(swept))} din mâinile fără declarație o pereche ia toate levatele fără să fi "
            "declarat."),
    ]  # fmt: skip
    if share is not None:
        lines.append(
            say(f"When one side takes all tricks of a solo, it is the declarer in {say.number(share)}.",
                f"Când o parte ia toate levatele unui solo, e declarantul în {say.number(share)}.")
        )  # fmt: skip
    return lines
