"""What cards are worth: when they are dealt to a seat, and when a neighbour asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.cards.cuccu import CAT, CUCKOO, FOOL, HORSE, HUNTER, INN
from analyzer.games.chapters import Block, Bullets, Col, Figure, Table, Text
from analyzer.games.cuccu.report.answers import Situation, all_answers
from analyzer.games.cuccu.report.words import card_name, seat_name
from analyzer.games.cuccu.rules import CuccuRules
from analyzer.games.studio import Studio

if TYPE_CHECKING:
    import pandas as pd

SPECIAL = (CUCKOO, HUNTER, HORSE, CAT, INN, FOOL)
_MOST_SEATS = 6
REFERENCE = (13, 9, 5)
"""Ordinary cards to compare them with: X, VI, II."""


def what_cards_are_worth(studio: Studio) -> Sequence[Block]:
    """Every card in every seat, and the special cards one by one."""
    say, rules = studio.say, studio.rules
    assert isinstance(rules, CuccuRules)
    answers = all_answers(studio, rules.players)
    return [
        Text(
            say(
                "The chance of losing a life in this round, when each card is answered in the way that "
                "wins more matches.",
                "Șansa de a pierde o viață în această rundă, când la fiecare carte se răspunde în felul "
                "care câștigă mai multe partide.",
            )
        ),
        _heat(studio, answers, rules.players),
        Bullets(_powers(studio)),
        _special(studio, answers, rules),
    ]  # fmt: skip


def _heat(studio: Studio, answers: dict[tuple[int, int], Situation], players: int) -> Figure:
    import pandas as pd

    say = studio.say
    step = max(1, -(-players // _MOST_SEATS))
    seats = sorted({*range(1, players + 1, step), players})
    rows = []
    for (seat, card), found in answers.items():
        if seat in seats:
            x = found.worth("lose_life")
            rows.append(
                {"seat": seat_name(say, seat, players), "card": card_name(card), "value": x.value}
                | {"low": x.low, "high": x.high}
            )
    exact = all(found.exact for found in answers.values())
    return Figure(
        key="losing-by-card",
        kind="heat",
        caption=say("Losing a life, by card and seat", "Pierderea unei vieți, pe cărți și locuri"),
        alt=say(
            "A grid of rates, seats across and cards up: from the Matto, which nearly always "
            "loses, to the Cucco, which never does.",
            "Un tabel colorat, cu locurile pe orizontală și cărțile pe verticală: de la Matto, care "
            "pierde aproape mereu, la Cucco, care nu pierde niciodată.",
        ),
        frame=pd.DataFrame(rows),
        x="seat",
        series="card",
        x_label=say("seat, in turn order", "locul, în ordinea jocului"),
        series_label=say("card dealt", "cartea primită"),
        value_label=say("rounds with a life lost", "runde cu o viață pierdută"),
        percent=True,
        exact=exact,
    )


def _powers(studio: Studio) -> list[str]:
    say = studio.say
    return [
        say(
            f"**{card_name(CUCKOO)}** (cuckoo): refuses, and never loses.",
            f"**{card_name(CUCKOO)}** (cucul): refuză și nu pierde niciodată.",
        ),
        say(
            f"**{card_name(HUNTER)}** (hunter): refuses, and the asker loses a life.",
            f"**{card_name(HUNTER)}** (vânătorul): refuză, iar cine cere pierde o viață.",
        ),
        say(
            f"**{card_name(HORSE)}** (horse): the request jumps to the next seat.",
            f"**{card_name(HORSE)}** (calul): cererea sare la locul următor.",
        ),
        say(
            f"**{card_name(CAT)}** (cat): refuses, the asker loses a life, and the chain of swaps "
            "is undone.",
            f"**{card_name(CAT)}** (pisica): refuză, cine cere pierde o viață și șirul de schimburi "
            "se desface.",
        ),
        say(
            f"**{card_name(INN)}** (inn): stops the request, and may promise to pay for a 0.",
            f"**{card_name(INN)}** (hanul): oprește cererea și poate promite să plătească pentru un 0.",
        ),
        say(
            f"**{card_name(FOOL)}** (fool): alone it loses together with the lowest card; two count 14½.",
            f"**{card_name(FOOL)}** (nebunul): singur pierde împreună cu cea mai mică; doi fac 14½.",
        ),
    ]  # fmt: skip


def _special(studio: Studio, answers: dict[tuple[int, int], Situation], rules: CuccuRules) -> Table:
    say = studio.say
    places = _places(rules.players)
    cols = [Col("card", say("card", "cartea"))]
    for name, seat in places.items():
        head = f"{say('seat', 'locul')} {seat_name(say, seat, rules.players)}"
        cols.append(Col(name, head, "percent", f"{name}_low", f"{name}_high", signed=True))
    return Table(
        "special-cards",
        say("Match chance gained by a card, over the mean card", "Șansa de partidă adusă de o carte, față de cartea medie"),
        _special_frame(answers, places),
        cols,
        note=say(
            "All seats before kept and everybody has all lives; the better answer is given. How often "
            "a card acts stands in the first chapter, what its power changes under House rules.",
            "Toate locurile dinainte au păstrat și toți au toate viețile; se dă răspunsul mai bun. Cât "
            "de des lucrează o carte scrie în primul capitol, ce schimbă puterea ei, la Regulile casei.",
        ),
    )  # fmt: skip


def _places(players: int) -> dict[str, int]:
    """The first seat, one in the middle, and the dealer's."""
    seats = {"first": 1, "middle": (players + 1) // 2 if players > 2 else 0, "dealer": players}
    return {name: seat for name, seat in seats.items() if seat}


def _special_frame(
    answers: dict[tuple[int, int], Situation], places: dict[str, int]
) -> pd.DataFrame:
    import pandas as pd

    rows = []
    for card in (*SPECIAL, *REFERENCE):
        row: dict[str, object] = {"card": card_name(card)}
        for name, seat in places.items():
            dealt = [s.worth("match").value for (own, _), s in answers.items() if own == seat]
            mean = sum(dealt) / len(dealt)
            x = answers[seat, card].worth("match")
            row |= {
                name: x.value - mean,
                f"{name}_low": x.low - mean,
                f"{name}_high": x.high - mean,
            }
        rows.append(row)
    return pd.DataFrame(rows)
