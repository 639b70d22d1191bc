"""Rules of thumb for declaring, with what each loses against the full calculation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from analyzer.games.chapters import Block, Bullets, Heading, Number, Rule, Text
from analyzer.games.cuatrola.report.calling import weights_text
from analyzer.games.cuatrola.report.data import (
    COUNTED,
    all_hands,
    calls,
    count_of,
    lowest,
    scores,
    solo_count,
)
from analyzer.games.cuatrola.report.samples import LAYOUTS
from analyzer.games.cuatrola.report.words import call_name, match_points
from analyzer.games.studio import PointCount, Studio, leaf_texts

if TYPE_CHECKING:
    import pandas as pd

TRUMP, SIDE_AS, SIDE_TRES = 0.9, 0.55, 0.4
"""Tricks that a bot of the sources expects of a card (rulebook, section 14)."""
LIMITS = {"solo": 2.5, "cuatro": 3.5, "quinta": 4.5}
"""Expected tricks from which it declares; the solo's is ours."""
_DECLARE_FROM = 3


def rules_of_thumb(studio: Studio) -> Sequence[Block]:
    """Counts, a tree, and simple habits."""
    say, frame, names = studio.say, all_hands(studio), calls(studio)
    count, low = solo_count(studio), lowest(studio)
    unit = match_points(say)
    blocks: list[Block] = [
        Text(
            say(
                "A cost is what the rule loses a hand against the full calculation, which tries every call "
                f"with the same five cards in {LAYOUTS} other layouts at `simple` play; all seats, at 0 to 0.",
                "Costul este pierderea pe mână față de calculul complet, care încearcă fiecare declarație cu "
                f"aceleași cinci cărți în alte {LAYOUTS} împărțiri, la nivelul `simple`; toate locurile, la 0 la 0.",
            )
        ),
        Rule(
            say(
                f"Count {weights_text(studio, count)}. Declare {low} from {count.threshold} points, else paso.",
                f"Numără {weights_text(studio, count)}. Declară {low} de la {count.threshold} puncte, altfel paso.",
            ),
            cost_of(studio, frame, np.where(count_of(frame, count) >= count.threshold, low, "pass")),
            unit,
            highlight=True,
        ),
    ]  # fmt: skip
    if {"solo", "cuatro"} <= set(names):
        blocks += _cuatro(studio, frame, count)
    blocks += [
        Rule(
            say(f"{low.capitalize()} with three trumps or more and an as, else paso.",
                f"{low.capitalize()} cu trei atuuri sau mai multe și un as, altfel paso."),
            cost_of(studio, frame, three_and_as(frame, low)),
            unit,
            highlight=True,
        ),
        Rule(
            say("Always paso.", "Mereu paso."),
            cost_of(studio, frame, np.full(len(frame), "pass")),
            unit,
        ),
        Rule(
            say(
                f"Count {say.plain(TRUMP)} tricks a trump, {say.plain(SIDE_AS)} a side as, {say.plain(SIDE_TRES)} "
                f"a side tres; solo from {say.plain(LIMITS['solo'])}, cuatro from {say.plain(LIMITS['cuatro'])}, "
                f"quinta from {say.plain(LIMITS['quinta'])}.",
                f"Numără {say.plain(TRUMP)} levate de atu, {say.plain(SIDE_AS)} de as lateral, "
                f"{say.plain(SIDE_TRES)} de tres lateral; solo de la {say.plain(LIMITS['solo'])}, cuatro de la "
                f"{say.plain(LIMITS['cuatro'])}, quinta de la {say.plain(LIMITS['quinta'])}.",
            ),
            cost_of(studio, frame, expected_calls(frame, names)),
            unit,
            note=say("The bots of one of the sources.", "Jucătorii automați ai uneia dintre surse."),
        ),
        *_tree(studio, frame, names),
    ]  # fmt: skip
    return blocks


def cost_of(studio: Studio, frame: pd.DataFrame, picks: NDArray[np.str_]) -> Number:
    """What picking so loses a hand."""
    names = calls(studio)
    return studio.cost(frame, [str(p) for p in picks], scores(names), scores(names, "b"))


def three_and_as(frame: pd.DataFrame, low: str) -> NDArray[np.str_]:
    """The lowest contract with three trumps and an as of any suit."""
    enough = (frame["trumps"] >= _DECLARE_FROM) & (frame["ases"] > 0)
    return np.where(enough, low, "pass")


def expected_tricks(frame: pd.DataFrame) -> NDArray[np.float64]:
    """Tricks as the bots of the sources count them."""
    found = TRUMP * frame["trumps"] + SIDE_AS * frame["side_as"] + SIDE_TRES * frame["side_tres"]
    return found.to_numpy(float)


def expected_calls(frame: pd.DataFrame, names: Sequence[str]) -> NDArray[np.str_]:
    """What those bots declare."""
    picks = np.full(len(frame), "pass", dtype="<U6")
    for call, limit in LIMITS.items():
        if call in names:
            picks[expected_tricks(frame) >= limit - 1e-9] = call
    return picks


def cuatro_count(studio: Studio) -> PointCount:
    """Points that tell a cuatro from a solo, among hands that count enough for a solo."""
    frame, count = all_hands(studio), solo_count(studio)
    rows = frame[count_of(frame, count) >= count.threshold].reset_index(drop=True)
    names = ("solo", "cuatro")
    return studio.points(rows, COUNTED, scores(names), scores(names, "b"))


def _cuatro(studio: Studio, frame: pd.DataFrame, count: PointCount) -> list[Block]:
    say = studio.say
    second = cuatro_count(studio)
    solo = count_of(frame, count) >= count.threshold
    cuatro = solo & (count_of(frame, second) >= second.threshold)
    picks = np.where(cuatro, "cuatro", np.where(solo, "solo", "pass"))
    return [
        Rule(
            say(
                f"The same, and of the hands worth a solo declare cuatro with {second.threshold} points or more, "
                f"counting {weights_text(studio, second)}.",
                f"La fel, iar dintre mâinile bune de solo declară cuatro cu {second.threshold} puncte sau mai "
                f"multe, numărând {weights_text(studio, second)}.",
            ),
            cost_of(studio, frame, picks),
            match_points(say),
        )
    ]


def _tree(studio: Studio, frame: pd.DataFrame, names: Sequence[str]) -> list[Block]:
    say = studio.say
    picks = tuple(name for name in names if name != "quinta")
    columns = scores(picks), scores(picks, "b")
    tree = studio.tree(
        frame, ("trumps", "trump_as", "ases"), *columns, 6, max(20, len(frame) // 200)
    )
    words = {
        "trumps": say("trumps", "atuuri"),
        "trump_as": say("as of trumps", "asul de atu"),
        "ases": say("ases in all", "ași în total"),
    }
    return [
        Heading(say("A small tree", "Un arbore mic")),
        Bullets(leaf_texts(tree, say, words, {name: call_name(name) for name in picks})),
        Rule(
            say("Declare by the tree above.", "Declară după arborele de mai sus."),
            tree.cost,
            match_points(say),
            note=say("Quinta left out.", "Fără quinta."),
        ),
    ]
