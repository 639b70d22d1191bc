"""A report as one HTML page that needs nothing else."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup, escape

from analyzer.games.chapters import Chapter, Claim, Figure, Table
from analyzer.report.pages import plots
from analyzer.report.pages.model import Report, table_texts
from analyzer.report.pages.terms import word

_TEMPLATE, _STYLE = "page.html.jinja", "page.css"
_MARKS = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*(.+?)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"\*(.+?)\*"), r"<em>\1</em>"),
)
_SIGNS = {"true": "✓", "false": "✗", "depends": "≈"}


def render(report: Report) -> str:
    """The text of ``<game>.html``."""
    style = (Path(__file__).parent / _STYLE).read_text(encoding="utf-8")
    page: str = _template().render(
        report=report, style=Markup(style), chapters=[_chapter(c, report) for c in report.chapters]
    )
    return page


@cache
def _template() -> Any:
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["marked"] = marked
    environment.globals["word"] = word
    text = (Path(__file__).parent / _TEMPLATE).read_text(encoding="utf-8")
    return environment.from_string(text)


def marked(text: str) -> Markup:
    """A text of a chapter with its emphasis as HTML.

    Examples
    --------
    >>> str(marked("**keep** a < b"))
    '<strong>keep</strong> a &lt; b'
    """
    found = str(escape(text))
    for pattern, mark in _MARKS:
        found = pattern.sub(mark, found)
    return Markup(found)


def _chapter(chapter: Chapter, report: Report) -> dict[str, Any]:
    """What the template needs of a chapter: its blocks by kind, with tables and plots drawn."""
    blocks = []
    for block in chapter.blocks:
        entry: dict[str, Any] = {"kind": type(block).__name__.lower(), "block": block}
        if isinstance(block, Table):
            entry |= {"rows": table_texts(block, report.say)}
        elif isinstance(block, Figure):
            table = block.table()
            rows = table_texts(table, report.say)
            entry |= {"svg": Markup(plots.svg(block, report.say)), "table": table, "rows": rows}
        elif isinstance(block, Claim):
            entry |= {"sign": _SIGNS[block.verdict]}
        blocks.append(entry)
    return {"key": chapter.key, "title": chapter.title, "blocks": blocks}
