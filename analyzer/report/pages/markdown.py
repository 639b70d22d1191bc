"""A report as Markdown, with plots as PNG files beside it."""

from __future__ import annotations

from analyzer.games.chapters import Block, Bullets, Claim, Figure, Heading, Rule, Table, Text
from analyzer.games.speech import Speech
from analyzer.report.pages.model import Report, table_texts
from analyzer.report.pages.terms import word


def render(report: Report) -> str:
    """The text of ``<game>.md``; plots and CSV files are in the folder ``<game>``."""
    parts = [f"# {report.title}", report.subtitle]
    if not report.complete:
        parts.append(f"**{word('unfinished', report.say.lang)}**")
    for chapter in report.chapters:
        parts.append(f"## {chapter.title}")
        parts += [_block(block, report) for block in chapter.blocks]
    return "\n\n".join(parts) + "\n"


def _block(block: Block, report: Report) -> str:
    say = report.say
    match block:
        case Text():
            return block.text
        case Heading():
            return f"### {block.text}"
        case Bullets():
            return "\n".join(f"- {item}" for item in block.items)
        case Table():
            note = f"\n\n*{block.note}*" if block.note else ""
            return f"**{block.caption}**\n\n{_table(block, say)}{note}"
        case Figure():
            return _figure(block, report)
        case Rule():
            lang = say.lang
            cost = f"{word('costs', lang)} {say.interval(block.cost)} {block.unit}"
            note = f" {block.note}" if block.note else ""
            return f"> **{word('rule_of_thumb', lang)}.** {block.text} *({cost})*{note}"
        case Claim():
            verdict = word(f"verdict_{block.verdict}", say.lang)
            source = f"{word('source', say.lang)}: {block.source}"
            return f"> “{block.text}” **{verdict.upper()}** ({source})\n>\n> {block.evidence}"


def _figure(figure: Figure, report: Report) -> str:
    name = f"{report.game}/{figure.key}"
    note = f"\n\n*{figure.note}*" if figure.note else ""
    table = _table(figure.table(), report.say)
    summary = word("numbers", report.say.lang)
    return (
        f"**{figure.caption}** ([CSV]({name}.csv))\n\n"
        f"![{_plain(figure.alt)}]({name}.png){note}\n\n"
        f"<details><summary>{summary}</summary>\n\n{table}\n\n</details>"
    )


def _plain(text: str) -> str:
    return text.replace("[", "(").replace("]", ")").replace("\n", " ")


def _table(table: Table, say: Speech) -> str:
    head = [col.head for col in table.cols]
    marks = ["---" if col.kind == "text" else "---:" for col in table.cols]
    lines = [head, marks, *table_texts(table, say)]
    return "\n".join(
        "| " + " | ".join(text.replace("|", "\\|") for text in line) + " |" for line in lines
    )
