"""What to give: the worth of giving each card, of empty suits and of point cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from analyzer.games.chapters import Block, Figure, Heading, Number, Text
from analyzer.games.cupe.report.hands import (
    BELOW_QUEEN,
    HEARTS,
    KING,
    QUEEN,
    QUEEN_OF_SPADES,
    RANKS,
    SPADES,
    count,
)
from analyzer.games.cupe.report.races import cards_below
from analyzer.games.cupe.report.words import (
    NOTHING,
    SUIT_SIGNS,
    gift_hands,
    known,
    mean_of,
    own_rules,
    played,
    suits,
)
from analyzer.games.studio import Studio, first_number

if TYPE_CHECKING:
    import pandas as pd

_GROUPS = (
    ("2–4", 0, 3),
    ("5–7", 3, 6),
    ("8–10", 6, 9),
    ("J", 9, 10),
    ("Q", 10, 11),
    ("K", 11, 12),
    ("A", 12, 13),
)
_MOST_GUARDS = 5
_LEAST = 40
_FEW = 2
"""Guards up to which a queen counts as badly guarded."""


def what_to_give(studio: Studio) -> Sequence[Block]:
    """Card by card, hearts by their guards, empty suits, point cards."""
    say, rows = studio.say, gift_hands(studio)
    best = _by_card(studio, rows)
    return [
        Text(_lead(studio, rows)),
        best,
        Heading(say("Hearts: what lies below them", "Cupele: ce au sub ele")),
        Text(_hearts_text(studio, rows)),
        _hearts(studio, rows),
        Heading(say("Empty suits", "Culori golite")),
        Text(_void_text(studio, rows)),
        _points(studio, rows),
    ]


def gains(rows: pd.DataFrame) -> np.ndarray:
    """The gain of giving each card over keeping it, float64 [n, 52], NaN where it is not held."""
    found = rows[[f"gain_{card}" for card in range(52)]].to_numpy()
    return np.where(found > NOTHING, found, np.nan)


def gain_of(
    studio: Studio, rows: pd.DataFrame, cards: Sequence[int], inside: np.ndarray | None = None
) -> Number:
    """Mean gain of giving one of some cards, over the hands in ``inside`` that hold one."""
    table = gains(rows)[:, list(cards)]
    if inside is not None:
        table = table[inside]
    values = table[~np.isnan(table)]
    return mean_of(studio, values)


def queen_guards(rows: pd.DataFrame) -> np.ndarray:
    """Spades below the queen in every hand."""
    return np.asarray(count(suits(rows)[:, SPADES] & BELOW_QUEEN))


def _lead(studio: Studio, rows: pd.DataFrame) -> str:
    say = studio.say
    below = cards_below(suits(rows))
    hearts = [HEARTS * RANKS + rank for rank in range(9, RANKS)]
    high = _with_below(studio, rows, hearts, below, (0, 1))
    low = gain_of(studio, rows, [suit * RANKS + rank for suit in range(4) for rank in range(3)])
    spades = gain_of(studio, rows, [SPADES * RANKS + rank for rank in range(QUEEN)])
    queen = ""
    if own_rules(studio).exchange_high_spades:
        bare = say.number(
            gain_of(studio, rows, [QUEEN_OF_SPADES], queen_guards(rows) < _FEW), signed=True
        )
        queen = say(
            f"**Give the queen of spades with fewer than two spades below her ({bare} points).** ",
            f"**Pasează dama de pică cu mai puțin de două pici sub ea ({bare} puncte).** ",
        )
    return queen + say(
        f"**Give hearts from the jack up with at most one below them ({say.number(high, signed=True)}).** Keep "
        f"spades below the queen (giving one: {say.number(spades, signed=True)}) and the lowest cards of "
        f"every suit ({say.number(low, signed=True)}). High clubs and diamonds matter little.",
        f"**Pasează cupele de la valet în sus cu cel mult una sub ele ({say.number(high, signed=True)}).** "
        f"Păstrează picile de sub damă (a pasa una: {say.number(spades, signed=True)}) și cele mai mici cărți "
        f"din fiecare culoare ({say.number(low, signed=True)}). Treflele și carourile mari contează puțin.",
    )  # fmt: skip


def _by_card(studio: Studio, rows: pd.DataFrame) -> Figure:
    import pandas as pd

    say = studio.say
    found = []
    for suit in range(4):
        for name, first, end in _GROUPS:
            x = gain_of(studio, rows, [suit * RANKS + rank for rank in range(first, end)])
            if x.n:
                found.append(
                    {
                        "suit": SUIT_SIGNS[suit],
                        "rank": name,
                        "value": x.value,
                        "low": x.low,
                        "high": x.high,
                    }
                )
    return Figure(
        key="giving-by-card",
        kind="heat",
        caption=say("What giving a card gains over keeping it", "Ce câștigă pasarea unei cărți față de păstrarea ei"),
        alt=say(
            "A grid of suits and ranks: the queen of spades stands out, low cards are to be kept.",
            "Un tabel colorat cu culori și valori: se vede dama de pică; cărțile mici se păstrează.",
        ),
        frame=pd.DataFrame(found),
        x="rank",
        series="suit",
        x_label=say("rank", "valoarea"),
        series_label=say("suit", "culoarea"),
        value_label=say("score gained by giving it", "scor câștigat pasând-o"),
        signed=True,
        zero=0.0,
        note=played(say, "simple", len(rows))
        + say(
            " The other cards given are, either way, those that leave the least danger. Score: the "
            "others' mean points less own.",
            " Celelalte cărți pasate sunt, în ambele cazuri, cele care lasă cel mai mic pericol. Scor: "
            "media punctelor celorlalți minus ale sale.",
        ),
    )  # fmt: skip


def _hearts_text(studio: Studio, rows: pd.DataFrame) -> str:
    say = studio.say
    below = cards_below(suits(rows))
    top = [HEARTS * RANKS + rank for rank in range(9, RANKS)]
    bare, guarded = (
        _with_below(studio, rows, top, below, (0,)),
        _with_below(studio, rows, top, below, (3,)),
    )
    return say(
        f"A heart from the jack up with no lower heart: giving it gains {say.number(bare, signed=True)}. "
        f"With three or more lower hearts it is {say.number(guarded, signed=True)}: long hearts with "
        "small ones are safe, single high ones are not.",
        f"O cupă de la valet în sus fără alta sub ea: pasarea câștigă {say.number(bare, signed=True)}. "
        f"Cu trei sau mai multe sub ea: {say.number(guarded, signed=True)}. Cupele lungi cu cărți mici "
        "sunt sigure, cele mari și singure nu.",
    )  # fmt: skip


def _with_below(
    studio: Studio,
    rows: pd.DataFrame,
    cards: Sequence[int],
    below: np.ndarray,
    numbers: Sequence[int],
) -> Number:
    """Mean gain of giving cards that have so many lower ones of their suit."""
    table = gains(rows)[:, list(cards)]
    inside = np.isin(below[:, list(cards)], numbers) & ~np.isnan(table)
    return mean_of(studio, table[inside])


def _hearts(studio: Studio, rows: pd.DataFrame) -> Figure:
    import pandas as pd

    say = studio.say
    below = cards_below(suits(rows))
    found = []
    for name, first, end in (
        ("8–10", 6, 9),
        ("J", 9, 10),
        ("Q", 10, 11),
        ("K", 11, 12),
        ("A", 12, 13),
    ):
        cards = [HEARTS * RANKS + rank for rank in range(first, end)]
        for number in range(4):
            x = _with_below(studio, rows, cards, below, (number,))
            if x.n >= _LEAST:
                label = str(number) if number < 3 else "3+"
                found.append(
                    {
                        "card": f"{name}♥",
                        "below": label,
                        "value": x.value,
                        "low": x.low,
                        "high": x.high,
                    }
                )
    return Figure(
        key="hearts-by-guards",
        kind="heat",
        caption=say("Giving a heart, by the hearts below it", "Pasarea unei cupe, după cupele de sub ea"),
        alt=say(
            "A grid of hearts by the number of lower ones held: to give with none, to keep with three.",
            "Un tabel colorat al cupelor după câte sunt sub ele: fără niciuna se pasează, cu trei se păstrează.",
        ),
        frame=pd.DataFrame(found),
        x="below",
        series="card",
        x_label=say("lower hearts held", "cupe mai mici în mână"),
        series_label=say("heart", "cupa"),
        value_label=say("score gained by giving it", "scor câștigat pasând-o"),
        signed=True,
        zero=0.0,
        note=played(say, "simple", len(rows)),
    )  # fmt: skip


def void_gain(studio: Studio, rows: pd.DataFrame, suit: int) -> Number:
    """What giving all of clubs (0) or diamonds (1) gains over the best gift that does not."""
    values = known(rows[f"void_{suit}"])
    return mean_of(studio, values)


def _void_text(studio: Studio, rows: pd.DataFrame) -> str:
    say = studio.say
    clubs, diamonds = (say.number(void_gain(studio, rows, suit), signed=True) for suit in (0, 1))
    return say(
        f"Emptying clubs by the exchange is worth {clubs} against the best gift that does not, emptying "
        f"diamonds {diamonds}: an empty suit throws points away, but high cards are what is given up for it.",
        f"A goli treflele prin pasare face {clubs} față de cea mai bună pasare care nu le golește, iar a "
        f"goli carourile {diamonds}: o culoare golită aruncă puncte, dar se plătește cu pasarea altor cărți.",
    )  # fmt: skip


def points_gain(studio: Studio, rows: pd.DataFrame, name: str) -> tuple[Number, int]:
    """Giving as many point cards as possible over giving none, by hand; and how many that is."""
    most = own_rules(studio).exchange_count
    both = (rows[f"{name}_{most}"] > NOTHING) & (rows[f"{name}_0"] > NOTHING)
    part = rows[both]
    if part.empty:
        return Number(0.0, -np.inf, np.inf), most
    return mean_of(studio, part[f"{name}_{most}"] - part[f"{name}_0"]), most


def _points(studio: Studio, rows: pd.DataFrame) -> Figure:
    import pandas as pd

    say = studio.say
    most = own_rules(studio).exchange_count
    # Hands that can give any number of them: the same hands in every column.
    inside = np.ones(len(rows), np.bool_)
    for number in range(most + 1):
        inside &= rows[f"hot_{number}"].to_numpy() > NOTHING
    part = rows[inside]
    found = []
    for measure, name in (
        ("right", say("who gets them", "cine le primește")),
        ("against", say("any opponent", "orice adversar")),
    ):
        for number in range(most + 1):
            x = studio.rate(part[f"{measure}_{number}"] > 0)
            found.append(
                {"given": number, "who": name, "value": x.value, "low": x.low, "high": x.high}
            )
    return Figure(
        key="points-given",
        kind="line",
        caption=say("Slams against you, by the point cards that you give", "Grand Slam-uri împotriva ta, după cărțile cu punctaj pasate"),
        alt=say(
            "Two lines: slams of the player who gets the cards, and of any opponent.",
            "Două linii: Grand Slam-urile celui care primește cărțile și ale oricărui adversar.",
        ),
        frame=pd.DataFrame(found),
        x="given",
        series="who",
        series_label=say("slam made by", "Grand Slam făcut de"),
        x_label=say("point cards given", "cărți cu punctaj pasate"),
        value_label=say("hands", "mâini"),
        percent=True,
        note=played(say, "simple", len(part)),
    )  # fmt: skip


def the_queen(studio: Studio) -> Sequence[Block]:
    """Queen, king and ace of spades by the spades below the queen."""
    say, rows = studio.say, gift_hands(studio)
    figure = queen_frame(studio, rows)
    found = {
        number: first_number(figure, card="Q♠", guards=number)
        for number in (0, 1, 2, 3)
        if ((figure["card"] == "Q♠") & (figure["guards"] == number)).any()
    }
    give = [number for number in found if all(found[n].positive for n in found if n <= number)]
    told = "; ".join(
        say(
            f"{number} below: {say.number(x, signed=True)}",
            f"{number} sub ea: {say.number(x, signed=True)}",
        )
        for number, x in found.items()
    )
    most = max(give) if give else 0
    spades = "o pică" if most == 1 else f"{most} pici"
    return [
        Text(
            say(
                f"**With {most} or fewer spades below her the queen goes, with more she may stay.** Gain of "
                f"giving her: {told}. Spades below her are her guards: each is a round in which she "
                "need not be played. King and ace fall under the same law while others hold her.",
                f"**Cu cel mult {spades} sub ea dama pleacă, cu mai multe poate rămâne.** Câștigul "
                f"pasării ei: {told}. Picile de sub ea o păzesc: fiecare e un tur în care nu trebuie "
                "jucată. Popa și asul urmează aceeași lege cât timp dama e la alții.",
            )
        ),
        Figure(
            key="spades-by-guards",
            kind="line",
            caption=say("Giving a high spade, by the spades below the queen", "Pasarea unei pici mari, după picile de sub damă"),
            alt=say(
                "Three lines that fall with the number of guards and cross zero near three.",
                "Trei linii care coboară cu numărul de paznici și trec prin zero pe la trei.",
            ),
            frame=figure,
            x="guards",
            series="card",
            series_label=say("card", "cartea"),
            x_label=say("spades below the queen held", "pici sub damă în mână"),
            value_label=say("score gained by giving it", "scor câștigat pasând-o"),
            signed=True,
            zero=0.0,
            note=played(say, "simple", len(rows))
            + say(" King and ace: hands without the queen.", " Popa și asul: mâini fără damă."),
        ),
    ]  # fmt: skip


def queen_frame(studio: Studio, rows: pd.DataFrame) -> pd.DataFrame:
    """The gain of giving queen, king and ace of spades: ``card, guards, value, low, high, n``."""
    import pandas as pd

    guards, spades = queen_guards(rows), suits(rows)[:, SPADES]
    without = (spades >> QUEEN & 1) == 0
    found = []
    for rank, name in ((QUEEN, "Q♠"), (KING, "K♠"), (KING + 1, "A♠")):
        for number in range(_MOST_GUARDS + 1):
            inside = guards == number
            if rank != QUEEN:
                inside &= without
            x = gain_of(studio, rows, [SPADES * RANKS + rank], inside)
            if x.n >= _LEAST:
                found.append(
                    {
                        "card": name,
                        "guards": number,
                        "value": x.value,
                        "low": x.low,
                        "high": x.high,
                        "n": x.n,
                    }
                )
    return pd.DataFrame(found, columns=["card", "guards", "value", "low", "high", "n"])
