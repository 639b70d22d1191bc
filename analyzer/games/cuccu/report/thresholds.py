"""When to ask: thresholds by seat, by number of players and by lives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.cards.cuccu import FOOL, INN
from analyzer.games.chapters import Block, Col, Figure, Table, Text
from analyzer.games.cuccu.report.answers import (
    MOST_COUNTED,
    Situation,
    all_answers,
    full_lives,
    threshold,
)
from analyzer.games.cuccu.report.words import card_name, seat_name
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.studio import Studio

if TYPE_CHECKING:
    import pandas as pd

_DRAWN_SEATS = 4


def when_to_ask(studio: Studio) -> Sequence[Block]:
    """The gain of asking by card and seat, and tables of thresholds."""
    say, rules = studio.say, studio.rules
    assert isinstance(rules, CuccuRules)
    answers = all_answers(studio, rules.players)
    lowest = kept_from(answers, rules.players)
    told = "; ".join(
        f"{say('seat', 'locul')} {seat_name(say, seat, rules.players)}: **{card_name(card)}**"
        for seat, card in lowest.items()
    )
    blocks: list[Block] = [
        Text(
            say(
                f"The lowest card to keep, when everybody has all lives and the seats before kept: "
                f"{told}. Everything below it, and the Matto, asks.",
                f"Cea mai mică carte care se păstrează, când toți au toate viețile și locurile "
                f"dinainte și-au păstrat cartea: {told}. Tot ce e mai mic, și Matto, cere.",
            )
        ),
        _gains(studio, answers, rules.players),
        _by_players(studio),
    ]
    if rules.players <= MOST_COUNTED and rules.lives > 1:
        blocks.append(_by_lives(studio, rules))
    return blocks


def kept_from(answers: dict[tuple[int, int], Situation], players: int) -> dict[int, int]:
    """For each seat the lowest card from which keeping is never worse, the fool aside."""
    found = {}
    for seat in range(1, players + 1):
        asks = [
            card
            for (own, card), situation in answers.items()
            if own == seat and card != FOOL and situation.gains["match"].value > 0
        ]
        found[seat] = max(asks, default=-1) + 1
    return found


def _gains(studio: Studio, answers: dict[tuple[int, int], Situation], players: int) -> Figure:
    import pandas as pd

    say = studio.say
    step = max(1, (players - 1) // (_DRAWN_SEATS - 1)) if players > _DRAWN_SEATS else 1
    seats = sorted({*range(1, players + 1, step), players})
    rows = []
    for (seat, card), found in answers.items():
        if seat in seats and card != FOOL and card <= INN:
            gain = found.gains["match"]
            rows.append(
                {"seat": seat_name(say, seat, players), "key": card - 3, "value": gain.value}
                | {"low": gain.low, "high": gain.high}
            )
    return Figure(
        key="gain-of-asking",
        kind="line",
        caption=say("What asking gains, by card and seat", "Cât aduce cererea, pe cărți și locuri"),
        alt=say(
            "Falling lines, one a seat: the chance of winning the match gained by asking, from the "
            "Leone to the inn; each crosses zero at the seat's threshold.",
            "Linii care coboară, câte una pentru fiecare loc: șansa de a câștiga partida câștigată "
            "prin cerere, de la Leone la Taverna; fiecare trece prin zero la pragul locului.",
        ),
        frame=pd.DataFrame(rows),
        x="key",
        series="seat",
        series_label=say("seat", "locul"),
        x_label=say("number of the card (−3: Leone, 11: Taverna)", "numărul cărții (−3: Leone, 11: Taverna)"),
        value_label=say("gain in match chance", "câștig de șansă în partidă"),
        percent=True,
        signed=True,
        exact=all(found.exact for found in answers.values()),
        zero=0.0,
        note=_counted_note(studio, all(found.exact for found in answers.values())),
    )  # fmt: skip


def _counted_note(studio: Studio, exact: bool) -> str:
    if not exact:
        return ""
    return studio.say(
        "Every possible deal was counted: there is no interval.",
        "Au fost numărate toate împărțirile posibile: nu există interval.",
    )


def _by_players(studio: Studio) -> Table:
    import pandas as pd

    say = studio.say
    own = studio.rules
    assert isinstance(own, CuccuRules)
    counts = sorted({2, 3, 4, own.players})
    rows = []
    for players in counts:
        lowest = kept_from(all_answers(studio, players), players)
        row: dict[str, object] = {"players": players}
        for place, seat in _places(players).items():
            row[place] = card_name(lowest[seat]) if seat else "–"
        rows.append(row)
    heads = {
        "first": say("first seat", "primul loc"),
        "second": say("second", "al doilea"),
        "before": say("before the dealer", "înaintea celui care împarte"),
        "dealer": say("dealer", "cine împarte"),
    }
    return Table(
        "thresholds-by-players",
        say("The lowest card to keep, by number of players", "Cea mai mică păstrată, după numărul jucătorilor"),
        pd.DataFrame(rows),
        [Col("players", say("players", "jucători"), "count"), *(Col(k, v) for k, v in heads.items())],
        note=_counted_note(studio, own.players <= MOST_COUNTED),
    )  # fmt: skip


def _places(players: int) -> dict[str, int]:
    """Seats worth a column; 0 where a table has none."""
    return {
        "first": 1,
        "second": 2 if players > 3 else 0,
        "before": players - 1 if players > 2 else 0,
        "dealer": players,
    }


def _by_lives(studio: Studio, rules: CuccuRules) -> Table:
    say = studio.say
    most = rules.lives
    return Table(
        "thresholds-by-lives",
        say("The lowest card to keep, by lives", "Cea mai mică păstrată, după vieți"),
        _lives_frame(studio, rules),
        [
            Col("seat", say("seat", "locul")),
            Col("full", say(f"all have {most}", f"toți au {most}")),
            Col("own_last", say("own last life", "ultima sa viață")),
            Col("others_last", say("the others' last", "ultima a celorlalți")),
            Col("all_last", say("everybody's last", "ultima a tuturor")),
        ],
        note=say(
            "By the chance of winning the match. Who is on the last life cannot lose a second one in "
            "the same round.",
            "După șansa de a câștiga partida. Cine e la ultima viață nu poate pierde încă una în "
            "aceeași rundă.",
        ),
    )


def _lives_frame(studio: Studio, rules: CuccuRules) -> pd.DataFrame:
    import pandas as pd

    n, most = rules.players, rules.lives
    rows = []
    for seat in range(1, n + 1):
        studio.tick(seat - 1, n)
        own_last = [1 if s == seat else most for s in range(1, n + 1)]
        others_last = [most if s == seat else 1 for s in range(1, n + 1)]
        situations = {
            "full": full_lives(rules),
            "own_last": own_last,
            "others_last": others_last,
            "all_last": (1,) * n,
        }
        row: dict[str, object] = {"seat": seat_name(studio.say, seat, n)}
        for name, lives in situations.items():
            row[name] = card_name(threshold(studio, n, seat, lives))
        rows.append(row)
    studio.tick(n, n)
    return pd.DataFrame(rows)
