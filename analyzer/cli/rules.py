"""``analyzer rules GAME``: every house rule, from the class that validates them."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from analyzer.cli.arguments import Parser, Problems, add_output, add_rules, output_path
from analyzer.cli.listing import WIDTH, Listing, listed
from analyzer.cli.output import deliver
from analyzer.cli.question import load_rules

if TYPE_CHECKING:
    from analyzer.games.rules import Rules


def main(words: Sequence[str]) -> int:
    """Run the command."""
    parser = Parser(
        "rules", "Every house rule of a game: value, default, choices, meaning, origin."
    )
    parser.add_argument("game", metavar="GAME")
    add_rules(parser)
    add_output(parser)
    args = parser.read(words)
    problems = Problems()
    path = output_path(problems, args.output)
    form = problems.one_of("--format", args.format, ("table", "json", "csv", "markdown"))
    rules = problems.attempt(lambda: load_rules(args))
    problems.settle()
    from analyzer.games.rules import show

    if form == "table":
        deliver(_blocks(rules), path)
        return 0
    inert = rules.inert()
    rows = []
    for key, rule in rules.rules().items():
        value = getattr(rules, key)
        meaning = rule.meaning + (f" [no effect now: {inert[key]}]" if key in inert else "")
        rows.append((key, show(value), show(rule.default), rule.expected(), meaning, rule.origin))
    listing = Listing(("key", "value", "default", "choices", "meaning", "origin"), rows)
    head = {
        "command": "rules",
        "game": rules.game,
        "rules": {"preset": rules.preset, "changed": rules.changed(), "digest": rules.digest},
        "presets": {n: type(rules).load(n).changed_from_default() for n in rules.presets()},
    }
    text = listed(listing, form, head)
    if form == "markdown":
        text += "\n\n" + "\n".join(f"- {line}" for line in _presets(rules))
    deliver(text, path)
    return 0


def _blocks(rules: Rules) -> str:
    """One paragraph a rule: the value, what it may be, what it means, where it comes from."""
    from analyzer.games.rules import show

    inert = rules.inert()
    lines = [f"{rules.game}: {rules.preset}, digest {rules.digest}", ""]
    for key, rule in rules.rules().items():
        value, default = getattr(rules, key), rule.default
        changed = "" if value == default else f", default {show(default)}"
        lines.append(f"{key} = {show(value)}  ({rule.expected()}{changed})")
        if key in inert:
            lines.append(f"    no effect now: {inert[key]}")
        for text in (rule.meaning, f"from: {rule.origin}"):
            lines += wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    ")
    presets = (f"  {line}" for line in _presets(rules))
    return "\n".join([*lines, "", "presets (--rules NAME):", *presets])


def _presets(rules: Rules) -> list[str]:
    from analyzer.games.rules import show

    lines = []
    for name in rules.presets():
        changed = type(rules).load(name).changed_from_default()
        values = ", ".join(f"{key} = {show(value)}" for key, value in changed.items())
        lines.append(f"{name}: {values or 'all defaults'}")
    return lines
