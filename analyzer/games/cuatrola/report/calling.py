"""When to declare: a point count, the best call by hand and seat, and hands counted exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.errors import QuestionError
from analyzer.games.chapters import Block, Col, Figure, Number, Table, Text
from analyzer.games.cuatrola import codes
from analyzer.games.cuatrola.report.data import (
    SIMPLE,
    all_hands,
    best_calls,
    calls,
    count_of,
    grouped,
    lowest,
    solo_count,
)
from analyzer.games.cuatrola.report.words import call_name, each, match_points, seat_name
from analyzer.games.studio import PointCount, Studio, first_number

if TYPE_CHECKING:
    import pandas as pd

HANDS = (
    ("3O RO AC AE HB", "1", "SO"),
    ("AO 3O AC 3C SB", "1", "HO"),
    ("3O RO HO AC SB", "2", "SO"),
    ("AO RO SO AC 3E", "4", "SO"),
    ("AO 3O RO AC SE", "1", "SO"),
    ("AO 3O RO HO AC", "1", "SO"),
)
"""Hands counted exactly: own cards, seat, turned card."""
_ALL_FROM, _FEW = 5000, 2
"""Budget from which all of them are counted, and how many below."""
_LEAST = 40
_SPAN = 14
"""Points on the axis of the count, at the most."""


def when_to_declare(studio: Studio) -> Sequence[Block]:
    """The count and its curve, the chart, named hands."""
    frame, count = all_hands(studio), solo_count(studio)
    return [
        Text(count_text(studio, frame, count)),
        _curve(studio, frame, count),
        _shares(studio, frame),
        _chart(studio, frame),
        _named(studio),
    ]


def weights_text(studio: Studio, count: PointCount) -> str:
    """``2 for every trump; 1 for the lead``."""
    say = studio.say
    by: dict[int, list[str]] = {}
    for name, weight in count.weights.items():
        if weight:
            by.setdefault(weight, []).append(each(say, name))
    return "; ".join(
        say(f"{say.plain(weight)} for {say.all_of(names)}", f"{say.plain(weight)} pentru {say.all_of(names)}")
        for weight, names in sorted(by.items(), reverse=True)
    )  # fmt: skip


def count_text(studio: Studio, frame: pd.DataFrame, count: PointCount) -> str:
    """The point count and its threshold."""
    say = studio.say
    share = studio.rate(count_of(frame, count) >= count.threshold)
    return say(
        f"**Count {weights_text(studio, count)}. From {count.threshold} points a {lowest(studio)} beats paso.** "
        f"{say.number(share)} of hands have so many. The count is fitted at `simple` play, all seats together, "
        "at 0 to 0, after the seats before said paso.",
        f"**Numără {weights_text(studio, count)}. De la {count.threshold} puncte, {lowest(studio)} e mai bun decât paso.** "
        f"{say.number(share)} din mâini au atâtea. Punctele sunt potrivite la nivelul `simple`, toate locurile "
        "împreună, la 0 la 0, după ce locurile dinainte au spus paso.",
    )  # fmt: skip


def _curve(studio: Studio, frame: pd.DataFrame, count: PointCount) -> Figure:
    import pandas as pd

    say = studio.say
    points = count_of(frame, count)
    rows = frame.assign(points=points)
    middle = min(float(count.threshold), float(points.max()))
    keep = (points >= middle - _SPAN / 2) & (points <= middle + _SPAN / 2)
    parts = []
    for call in calls(studio)[1:]:
        if call != "quinta":
            gain = rows[keep].assign(gain=rows[f"call_{call}"] - rows["call_pass"])
            parts.append(grouped(studio, gain, ["points"], "gain", _LEAST).assign(call=call))
    found = pd.concat(parts)
    return Figure(
        key="count",
        kind="line",
        caption=say("What declaring gains over paso, by points of the count",
                    "Cât câștigă declararea față de paso, după punctele numărate"),
        alt=say(f"Rising lines; that of the {lowest(studio)} crosses zero near {count.threshold} points.",
                f"Linii care urcă; cea pentru {lowest(studio)} trece de zero pe la {count.threshold} puncte."),
        frame=found,
        x="points",
        series="call",
        series_label=say("declared", "declarat"),
        x_label=say("points of the count", "puncte numărate"),
        value_label=say(f"gain over paso, {match_points(say)}", f"câștig față de paso, {match_points(say)}"),
        signed=True,
        zero=0.0,
    )  # fmt: skip


def _shares(studio: Studio, frame: pd.DataFrame) -> Figure:
    import pandas as pd

    say, names = studio.say, calls(studio)
    best = best_calls(frame, names)
    rows = []
    for seat in range(codes.SEATS):
        own = best[(frame["seat"] == seat).to_numpy()]
        for i, call in enumerate(names[1:], 1):
            x = studio.rate(own == i)
            rows.append(
                {"seat": seat_name(say, seat), "call": call, "value": x.value, "low": x.low}
                | {"high": x.high}
            )
    return Figure(
        key="worth-declaring",
        kind="bars",
        caption=say("How many hands are worth a declaration, when all before said paso",
                    "Câte mâini merită declarate, când toți dinainte au spus paso"),
        alt=say("Bars for each seat and contract; the dealer, with a sure trump, declares most often.",
                "Bare pentru fiecare loc și contract; cine împarte, cu un atu sigur, declară cel mai des."),
        frame=pd.DataFrame(rows),
        x="seat",
        series="call",
        series_label="contract",
        x_label=say("seat", "locul"),
        value_label=say("hands for which it is the best call", "mâini pentru care e cea mai bună"),
        percent=True,
        note=say("Best by 12 layouts of the other cards at `simple` play.",
                 "Cea mai bună după 12 împărțiri ale celorlalte cărți, la nivelul `simple`."),
    )  # fmt: skip


def _chart(studio: Studio, frame: pd.DataFrame) -> Table:
    import pandas as pd

    say, names = studio.say, calls(studio)
    rows = []
    trumps = frame["trumps"].clip(upper=codes.SEATS)
    for held in range(1, 5):
        for top in (0, 1):
            for aces in range(3):
                own = frame[
                    (trumps == held)
                    & (frame["trump_as"] == top)
                    & (frame["side_as"].clip(upper=2) == aces)
                ]
                row: dict[str, object] = {
                    "trumps": say.plain(held) + ("+" if held == 4 else ""),
                    "top": say("yes", "da") if top else say("no", "nu"),
                    "ases": say.plain(aces) + ("+" if aces == 2 else ""),
                    "n": len(own),
                }
                for seat in range(codes.SEATS):
                    part = own[own["seat"] == seat]
                    row[f"seat_{seat}"] = _best(studio, part, names) if len(part) >= 10 else "–"
                if len(own) >= min(_LEAST, len(frame) // 20):
                    rows.append(row)
    return Table(
        "chart",
        say("Best call by trumps and ases, and what it gains over paso (match points)",
            "Cea mai bună declarație după atuuri și ași, și câștigul față de paso (puncte de partidă)"),
        pd.DataFrame(rows),
        [
            Col("trumps", say("trumps", "atuuri")),
            Col("top", say("as of trumps", "as de atu")),
            Col("ases", say("side ases", "ași laterali")),
            *(Col(f"seat_{s}", seat_name(say, s)) for s in range(codes.SEATS)),
            Col("n", say("hands", "mâini"), "count"),
        ],
        note=say("The call that is best on average for such hands; –: too few. Within a row, guarded treses "
                 "and the rey of trumps speak for the higher call.",
                 "Declarația cea mai bună în medie pentru astfel de mâini; –: prea puține. În cadrul unui rând, "
                 "tres apărat și rey de atu îndeamnă la mai mult."),
    )  # fmt: skip


def _best(studio: Studio, part: pd.DataFrame, names: tuple[str, ...]) -> str:
    means = {name: float(part[f"call_{name}"].mean()) for name in names}
    best = max(names, key=lambda name: means[name])
    if best == "pass":
        return call_name(best)
    gain = studio.mean(part[f"call_{best}"] - part["call_pass"])
    return f"{best} {studio.say.number(gain, signed=True)}"


def _named(studio: Studio) -> Block:
    import pandas as pd

    say = studio.say
    wanted = HANDS if studio.deals >= _ALL_FROM else (HANDS[0], HANDS[4])[:_FEW]
    rows = []
    for i, (hand, seat, turned) in enumerate(wanted):
        studio.tick(i, len(wanted))
        for play in ("open", SIMPLE):
            found = studio.odds(f"{hand} {seat}", hand, plays=(play,), seat=seat, turned=turned)
            row: dict[str, object] = {
                "hand": hand.replace(" ", "\u00a0"),
                "seat": seat_name(say, int(seat) - 1),
                "turned": turned,
                "play": f"`{play}`",
            }
            for call in calls(studio)[1:]:
                row[call] = first_number(found, measure="success", contract=call).value
            row["pass"] = _with_calls(found).value
            rows.append(row)
    studio.tick(len(wanted), len(wanted))
    frame = pd.DataFrame(rows)
    return Table(
        "named-hands",
        say("Hands counted exactly: contracts made over all layouts, and what paso is worth",
            "Mâini numărate exact: contracte făcute peste toate împărțirile, și cât face paso"),
        frame,
        [
            Col("hand", say("hand", "mâna")),
            Col("turned", say("turned", "întoarsă")),
            Col("seat", say("seat", "locul")),
            Col("play", say("level", "nivel")),
            *(Col(call, call, "percent") for call in calls(studio)[1:]),
            Col("pass", say("paso, match points", "paso, puncte de partidă"), "number", signed=True),
        ],
        note=say("O oros, C copas, E espadas, B bastos; A as, 3 tres, R rey, H caballo, S sota. "
                 "open: all cards face up. Paso with the declarations that may follow.",
                 "O oros, C copas, E espadas, B bastos; A as, 3 tres, R rey, H caballo, S sota. "
                 "open: toate cărțile pe față. Paso cu declarațiile care pot urma."),
    )  # fmt: skip


def _with_calls(found: pd.DataFrame) -> Number:
    own = found[(found["contract"] == "pass") & (found["measure"] == "score")]
    if "then" in own.columns and (own["then"] == "auction").any():
        own = own[own["then"] == "auction"]
    return first_number(own)


def exact(studio: Studio, hand: str, seat: str, turned: str, contract: str) -> float | None:
    """Share of all layouts in which a contract is made double dummy; ``None`` if not allowed."""
    try:
        found = studio.odds(f"{hand} {seat}", hand, plays=("open",), seat=seat, turned=turned)
        return first_number(found, measure="success", contract=contract).value
    except (QuestionError, KeyError):
        return None
