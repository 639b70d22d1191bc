"""What cards are worth: contracts made by trumps and ases, marginal values, the lead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.games.chapters import Block, Figure, Number, Text
from analyzer.games.cuatrola.report.data import all_hands, calls, effects, lowest, rules_of, shares
from analyzer.games.cuatrola.report.features import FEATURES
from analyzer.games.cuatrola.report.words import feature_name, seat_name
from analyzer.games.studio import Studio

if TYPE_CHECKING:
    import pandas as pd

_MOST_TRUMPS, _MOST_ASES = 4, 2
_MADE = ("pass", "solo", "cuatro")


def what_cards_are_worth(studio: Studio) -> Sequence[Block]:
    """Heat maps, effects, the lead; and why there is no trump to choose."""
    say, frame = studio.say, all_hands(studio)
    blocks: list[Block] = [Text(_finding(studio, frame)), _by_seat(studio, frame)]
    blocks += [
        _by_ases(studio, frame, contract)
        for contract in calls(studio)
        if contract in ("solo", "cuatro")
    ]
    blocks += [
        _effects(studio, frame),
        Text(_marginal_text(studio, frame)),
        *_lead(studio, frame),
        Text(
            say(
                "**Which trump?** There is nothing to choose: the dealer's turned card makes it.",
                "**Ce atu?** Nu e nimic de ales: îl face cartea întoarsă a celui care împarte.",
            )
        ),
    ]
    return blocks


def _finding(studio: Studio, frame: pd.DataFrame) -> str:
    say, low = studio.say, lowest(studio)
    three = frame[frame["trumps"] == 3]
    one = frame[frame["trumps"] == 1]
    few, many = _mean(studio, one[f"made_{low}"]), _mean(studio, three[f"made_{low}"])
    return say(
        f"**Trumps make contracts.** With one trump a {low} succeeds in {say.number(few)} of deals, with three in "
        f"{say.number(many)}. All numbers here are at `simple` play, for a hand whose predecessors said paso.",
        f"**Atuurile fac contractul.** Cu un atu, un {low} reușește în {say.number(few)} din mâini, cu trei în "
        f"{say.number(many)}. Toate numerele de aici sunt la nivelul `simple`, după ce locurile dinainte au "
        "spus paso.",
    )  # fmt: skip


def _mean(studio: Studio, values: pd.Series[float]) -> Number:
    return studio.chance(values)


def _by_seat(studio: Studio, frame: pd.DataFrame) -> Figure:
    say, low = studio.say, lowest(studio)
    rows = frame.assign(held=frame["trumps"].clip(upper=_MOST_TRUMPS))
    found = shares(studio, rows, ["seat", "held"], f"made_{low}")
    top = say(f"{_MOST_TRUMPS} or more", f"{_MOST_TRUMPS} sau mai multe")
    found = found.assign(
        place=[seat_name(say, int(s)) for s in found["seat"]],
        trumps=[top if h == _MOST_TRUMPS else say.plain(h) for h in found["held"]],
    )
    return Figure(
        key="solo-by-trumps-and-seat",
        kind="heat",
        caption=say(f"{low.capitalize()} made, by trumps and seat",
                    f"{low.capitalize()} făcut, după atuuri și loc"),
        alt=say(
            "A grid, seats across and trumps up: the rate grows with every trump in every seat.",
            "Un tabel colorat, locurile pe orizontală și atuurile pe verticală: rata crește cu fiecare atu, pe "
            "orice loc.",
        ),
        frame=found,
        x="place",
        series="trumps",
        x_label=say("seat", "locul"),
        series_label=say("trumps held", "atuuri în mână"),
        value_label=say(f"{low} made", f"{low} făcut"),
        percent=True,
    )  # fmt: skip


def _by_ases(studio: Studio, frame: pd.DataFrame, contract: str) -> Figure:
    say = studio.say
    rows = frame.assign(
        held=frame["trumps"].clip(upper=_MOST_TRUMPS), aces=frame["side_as"].clip(upper=_MOST_ASES)
    )
    found = shares(studio, rows, ["aces", "held"], f"made_{contract}")
    more = say("or more", "sau mai multe")

    def capped(value: float, most: int) -> str:
        return f"{most} {more}" if value == most else say.plain(value)

    found = found.assign(
        trumps=[capped(h, _MOST_TRUMPS) for h in found["held"]],
        ases=[capped(a, _MOST_ASES) for a in found["aces"]],
    )
    return Figure(
        key=f"{contract}-by-trumps-and-ases",
        kind="heat",
        caption=say(
            f"{contract.capitalize()} made, by trumps and side ases, all seats",
            f"{contract.capitalize()} făcut, după atuuri și ași laterali, toate locurile",
        ),
        alt=say(
            "A grid: more trumps and more ases of other suits, more contracts made.",
            "Un tabel colorat: mai multe atuuri și mai mulți ași laterali, mai multe contracte făcute.",
        ),
        frame=found,
        x="ases",
        series="trumps",
        x_label=say("ases of other suits", "ași laterali"),
        series_label=say("trumps held", "atuuri în mână"),
        value_label=say(f"{contract} made", f"{contract} făcut"),
        percent=True,
    )


def effect_rows(studio: Studio, frame: pd.DataFrame, contract: str) -> pd.DataFrame:
    """What one more of each feature adds to the rate of a contract (``pass``: a normal hand)."""
    return studio.effects(frame, (*FEATURES, "lead"), f"made_{contract}")


def _effects(studio: Studio, frame: pd.DataFrame) -> Figure:
    import pandas as pd

    say = studio.say
    names = {
        "pass": say("normal hand won", "mână fără declarație câștigată"),
        "solo": say("solo made", "solo făcut"),
        "cuatro": say("cuatro made", "cuatro făcut"),
    }
    parts = []
    for contract in _MADE:
        if contract in calls(studio):
            found = effect_rows(studio, frame, contract)
            parts.append(found.assign(contract=names[contract]))
    rows = pd.concat(parts)
    rows = rows.assign(card=[feature_name(say, str(f)) for f in rows["feature"]])
    return Figure(
        key="one-more",
        kind="forest",
        caption=say("What one more card of a kind adds, other things equal",
                    "Cât adaugă încă o carte de un fel, restul fiind la fel"),
        alt=say("Points with intervals for each kind of card; the as of trumps and a side as stand out.",
                "Puncte cu intervale pentru fiecare fel de carte; se disting asul de atu și asul lateral."),
        frame=rows,
        x="card",
        series="contract",
        series_label=say("what is won", "ce se câștigă"),
        x_label=say("one more", "încă un/o"),
        value_label=say("change of the rate", "schimbarea ratei"),
        percent=True,
        signed=True,
        zero=0.0,
        note=say("Honours of trumps come on top of the trump that they are; leading: seat 1 against the others.",
                 "Onorurile de atu se adaugă la atuul care sunt; ieșirea: locul 1 față de celelalte."),
    )  # fmt: skip


def _marginal_text(studio: Studio, frame: pd.DataFrame) -> str:
    say = studio.say
    low = lowest(studio)
    normal = effects(studio, frame, (*FEATURES, "lead"), "made_pass", True)
    solo = effects(studio, frame, (*FEATURES, "lead"), f"made_{low}", True)

    def told(found: dict[str, Number], name: str) -> str:
        return say.number(found[name], signed=True)

    return say(
        f"**The as of trumps** adds {told(solo, 'trump_as')} to a {low} beyond being a trump. A pair that sings 20 "
        f"adds {told(normal, 'side_pairs')} to a normal hand, the 40 adds {told(normal, 'trump_pair')}.",
        f"**Asul de atu** adaugă {told(solo, 'trump_as')} unui contract {low}, pe lângă faptul că e atu. O pereche care cântă "
        f"20 adaugă {told(normal, 'side_pairs')} unei mâini fără declarație, 40 adaugă {told(normal, 'trump_pair')}.",
    )  # fmt: skip


def lead_gains(studio: Studio, frame: pd.DataFrame) -> pd.DataFrame:
    """Rate gained by leading first with the same cards, by seat and contract: ``value, low, high``."""
    import pandas as pd

    rows = []
    for seat in sorted(frame["seat"].unique()):
        own = frame[(frame["seat"] == seat) & (frame["trumps"] >= 2)]
        for contract in calls(studio)[1:]:
            gain = own[f"led_{contract}"] - own[f"made_{contract}"]
            if gain.abs().max() > 0:
                x = studio.mean(gain)
                rows.append(
                    {"seat": int(seat), "contract": contract, "value": x.value, "low": x.low}
                    | {"high": x.high, "n": x.n}
                )
    return pd.DataFrame(rows, columns=["seat", "contract", "value", "low", "high", "n"])


def _lead(studio: Studio, frame: pd.DataFrame) -> list[Block]:
    say = studio.say
    rows = lead_gains(studio, frame)
    if rows.empty or rules_of(studio).contract_lead == "soloist":
        return []
    rows = rows.assign(place=[seat_name(say, s) for s in rows["seat"]])
    best = rows.iloc[int(rows["value"].to_numpy().argmax())]
    gain = say.number(Number(best["value"], best["low"], best["high"], percent=True), signed=True)
    return [
        Figure(
            key="lead",
            kind="bars",
            caption=say("What the first lead would add to a declarer with two trumps or more",
                        "Cât i-ar aduce prima ieșire unui declarant cu două atuuri sau mai multe"),
            alt=say(f"Bars for the seats that do not lead; the most is {gain}, for a {best['contract']}.",
                    f"Bare pentru locurile care nu ies; cel mai mult, {gain}, la {best['contract']}."),
            frame=rows,
            x="place",
            series="contract",
            series_label="contract",
            x_label=say("seat", "locul"),
            value_label=say("change of the rate",
                            "schimbarea ratei"),
            percent=True,
            signed=True,
            zero=0.0,
            note=say("The same cards, led by the declarer instead of the seat that the rules name.",
                     "Aceleași cărți, cu ieșirea declarantului în locul celui numit de reguli."),
        )
    ]  # fmt: skip
