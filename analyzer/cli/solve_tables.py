"""How solved values are printed: for readers a table of what varies, for programs plain rows."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any

from analyzer.cli.listing import WIDTH, Listing, listed
from analyzer.cli.output import Look
from analyzer.cli.question import json_head
from analyzer.games.rules import show
from analyzer.report.tables import label

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from analyzer.games.base import Deals, Game, SolveQuestion
    from analyzer.games.rules import Rules

_OUT = 255
_MOST_ACROSS = 6
"""Values of one part of the question that stand side by side."""


def values(
    game: Game,
    rules: Rules,
    deals: list[Deals],
    asked: Sequence[tuple[SolveQuestion, NDArray[np.int64]]],
    form: str,
    shown_as: Look,
) -> str:
    """The value of every deal under every question."""
    shown = [game.show_question(question) for question, _ in asked]
    found = [[int(v) for v in answers] for _, answers in asked]
    many = len(deals) > 1
    names = list(dict.fromkeys(name for parts in shown for name in parts))
    if form in ("json", "csv"):
        rows = [
            [*([i + 1] if many else []), *(parts.get(name) for name in names), column[i]]
            for i in range(len(deals))
            for parts, column in zip(shown, found, strict=True)
        ]
        columns = (*(("deal",) if many else ()), *names, "value")
        same = {k: v for k, v in shown[0].items() if all(parts.get(k) == v for parts in shown)}
        return listed(Listing(columns, rows), form, _head(game, rules, deals, asked[0][0], same))
    least = asked[0][0].at_least
    texts = [
        [str(v) if least is None else "yes" if v else "no" for v in column] for column in found
    ]
    table = _pivot(
        shown, texts, names, game.solve_unit if least is None else "reached", shown_as.symbols
    )
    what = game.solve_unit if least is None else f"at least {least} {game.solve_unit}"
    what += _after(game, asked[0][0], shown_as)
    text = listed(table, form, {}, spell=shown_as.spell)
    return f"{_caption(game, rules, what, shown_as)}\n\n{text}"


def _pivot(
    shown: list[dict[str, Any]],
    texts: list[list[str]],
    names: list[str],
    unit: str,
    symbols: bool,
) -> Listing:
    """Rows and columns for a reader: the last part that varies stands across, if it is short."""
    count = len(texts[0])
    distinct = {name: list(dict.fromkeys(parts.get(name) for parts in shown)) for name in names}
    varying = [name for name in names if len(distinct[name]) > 1]
    across = varying[-1] if varying and len(distinct[varying[-1]]) <= _MOST_ACROSS else None
    if len(varying) + (count > 1) < 2:
        across = None
    down = [name for name in varying if name != across] if across or count > 1 else names
    heads = (
        [unit]
        if across is None
        else [f"{across} {label(across, value, symbols)}" for value in distinct[across]]
    )
    rows: dict[tuple[Any, ...], list[str]] = {}
    for i in range(count):
        for parts, column in zip(shown, texts, strict=True):
            key = ((i + 1,) if count > 1 else ()) + tuple(
                label(name, parts.get(name), symbols) for name in down
            )
            cells = rows.setdefault(key, [""] * len(heads))
            place = 0 if across is None else distinct[across].index(parts.get(across))
            cells[place] = column[i]
    columns = ("deal",) * (count > 1) + (*down, *heads)
    return Listing(columns, [[*key, *cells] for key, cells in rows.items()])


def details(
    game: Game,
    rules: Rules,
    deals: list[Deals],
    question: SolveQuestion,
    found: list[list[tuple[int, int]]],
    form: str,
    shown_as: Look,
    leads: bool,
) -> str:
    """Every card with its value (``leads``), or every seat with its card."""
    many, symbols = len(deals) > 1, shown_as.symbols
    plain = form in ("json", "csv")
    rows: list[list[Any]] = []
    for i, (deal, pairs) in enumerate(zip(deals, found, strict=True)):
        number = [i + 1] if many else []
        if leads:
            rows += [[*number, game.show_card(card, symbols), value] for card, value in pairs]
        elif plain:
            rows += [[*number, seat + 1, game.show_card(card, symbols)] for seat, card in pairs]
        else:
            for k, trick in enumerate(_tricks(deal, question, pairs), 1):
                cards = " ".join(game.show_card(card, symbols) for _, card in trick)
                rows.append([*number, k, trick[0][0] + 1, cards])
    asked = game.show_question(question)
    unit = "value" if plain else game.solve_unit
    names = ("card", unit) if leads else ("seat", "card") if plain else ("trick", "seat", "cards")
    columns = ("deal",) * many + names
    head = _head(game, rules, deals, question, asked)
    text = listed(Listing(columns, rows), form, head, spell=shown_as.spell)
    if plain:
        return text
    told = ", ".join(f"{name} {label(name, value, symbols)}" for name, value in asked.items())
    what = f"{game.solve_unit} after each card" if leads else "the cards from that seat on"
    what += _after(game, question, shown_as)
    return f"{_caption(game, rules, f'{told}: {what}', shown_as)}\n\n{text}"


def _tricks(
    deal: Deals, question: SolveQuestion, pairs: list[tuple[int, int]]
) -> list[list[tuple[int, int]]]:
    """Seats with their cards, trick by trick: a new one begins where a seat plays again."""
    seats = [seat for seat in deal.owners[0].tolist() if seat != _OUT]
    played = {(question.leader + k) % (max(seats) + 1) for k in range(len(question.trick))}
    tricks: list[list[tuple[int, int]]] = [[]]
    for seat, card in pairs:
        if seat in played:
            tricks.append([])
            played = set()
        played.add(seat)
        tricks[-1].append((seat, card))
    return [trick for trick in tricks if trick]


def _after(game: Game, question: SolveQuestion, shown_as: Look) -> str:
    """The cards already played, in words."""
    cards = " ".join(game.show_card(card, shown_as.symbols) for card in question.trick)
    return f", {cards} played," if cards else ""


def _caption(game: Game, rules: Rules, what: str, shown_as: Look) -> str:
    changes = ", ".join(f"{key}={show(value)}" for key, value in rules.changed().items())
    named = f"{rules.preset}{' with ' + changes if changes else ''} ({rules.digest})"
    text = f"{game.title}, {what} with best play by all. Rules: {named}."
    return fill(shown_as.spell(text), WIDTH)


def _head(
    game: Game, rules: Rules, deals: list[Deals], question: SolveQuestion, asked: dict[str, Any]
) -> dict[str, Any]:
    """What opens the JSON answer; ``asked`` are the parts of the question common to all rows."""
    head = json_head("solve", rules)
    head["deals"] = [str(game.show_deal(rules, deal, 0)["deal"]) for deal in deals]
    if question.trick:
        head["trick"] = [game.show_card(card, False) for card in question.trick]
    head |= {"unit": game.solve_unit, "question": asked}
    return head | {"method": {"plays": ["open"], "deals": len(deals), "exact": True}}
