"""A small report with every kind of block, and pages as a browser reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

import html5lib
import numpy as np
import pandas as pd

from analyzer.games.chapters import (
    Block,
    Bullets,
    Claim,
    Col,
    Figure,
    Heading,
    Number,
    Rule,
    Table,
    Text,
)
from analyzer.games.speech import Speech
from analyzer.report.pages.model import Report, finished


def with_ends(**columns: Any) -> pd.DataFrame:
    frame = pd.DataFrame(columns)
    return frame.assign(low=frame["value"] - 0.03, high=frame["value"] + 0.04)


def line_frame() -> pd.DataFrame:
    parts = [
        with_ends(trumps=np.arange(2, 9), value=np.linspace(0.1, 0.8, 7) * share, play=play)
        for play, share in (("simple", 1.0), ("open", 0.9))
    ]
    return pd.concat(parts)


def toy_blocks() -> list[Block]:
    """A figure of each kind, a table, and all kinds of text."""
    cells = [(i, j) for i in range(4) for j in range(3)]
    heat = with_ends(
        aces=[i for i, _ in cells], kings=[j for _, j in cells], value=np.linspace(0.1, 0.9, 12)
    )
    forest = with_ends(rule=["fără atu <a & b>", "întâi ♠", "șlem"], value=[0.2, -0.1, 0.02])
    bars = with_ends(contract=["pas", "solo ♥"], value=[0.4, 0.25])
    table = with_ends(hand=["♠A K", "♥10"], value=[0.5, 0.125], n=[12345, 6])
    return [
        Text("**Cere** sub `VI` & *tace* <altfel>."),
        Heading("Mai departe"),
        Bullets(["unu", "doi"]),
        Figure("lines", "line", "Linii", "Două linii.", line_frame(), "trumps", "atuuri", "făcut",
               series="play", series_label="nivel", percent=True),
        Figure("heat", "heat", "Hartă", "Un tabel.", heat, "aces", "ași", "făcut",
               series="kings", series_label="popi", percent=True),
        Figure("forest", "forest", "Efecte", "Puncte cu intervale.", forest, "rule", "regulă",
               "diferență", percent=True, signed=True, zero=0.0),
        Figure("bars", "bars", "Bare", "Două bare.", bars, "contract", "contract", "făcut",
               percent=True),
        Table("hands", "Mâini", table, [
            Col("hand", "mâna"), Col("value", "făcut", "percent", "low", "high"),
            Col("n", "împărțiri", "count"),
        ], note="Mărunt."),
        Rule("Păstrează de la **VI**.", Number(0.0123, 0.011, 0.0135, 1000), "vieți pe rundă"),
        *(Claim("Nu da înapoi.", "cartea", verdict, "dovada") for verdict in
          ("true", "false", "depends")),
    ]  # fmt: skip


def toy_report(lang: str = "ro", complete: bool = True) -> Report:
    chapter = finished("toy", "Jucărie", toy_blocks())
    return Report("toy", "Jucărie: raport", "împărțiri: 1.000", Speech(lang), (chapter,), complete)


def parsed(page: str) -> Element:
    """The page as a tree; an error for anything that is not valid HTML."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    root: Element = parser.parse(page)
    return root


def texts(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def with_class(root: Element, tag: str, name: str) -> Iterator[Element]:
    return (e for e in root.iter(tag) if name in (e.get("class") or "").split())


def table_rows(element: Element) -> list[list[str]]:
    """Texts of the cells of the first table within an element, without its head."""
    body = next(element.iter("tbody"))
    return [["".join(cell.itertext()) for cell in row.iter("td")] for row in body.iter("tr")]
