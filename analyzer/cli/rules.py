"""``analyzer rules GAME``: every house rule, from the class that validates them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from analyzer.cli.arguments import FORMATS, Parser, add_output, add_rules
from analyzer.cli.files import deliver, output_path
from analyzer.cli.listing import WIDTH, Listing, listed
from analyzer.cli.output import look
from analyzer.cli.question import json_head, load_rules, rules_file

if TYPE_CHECKING:
    from analyzer.games.rules import Rules, Value


def parser() -> Parser:
    """The options of the command."""
    made = Parser(
        "rules",
        "Every house rule of a game: value, default, choices, meaning, origin.",
        {"GAME": "the game"},
        epilog="for example:\n  analyzer rules cutu --rules whist --set target=50",
    )
    add_rules(made)
    add_output(made)
    return made


def main(words: Sequence[str]) -> int:
    """Run the command."""
    args, problems = parser().read(words)
    path = output_path(problems, args.output, inputs=[rules_file(args)])
    form = problems.one_of("--format", args.format, FORMATS)
    rules = problems.attempt(lambda: load_rules(args))
    problems.settle()
    assert rules is not None
    if form == "table":
        deliver(_blocks(rules, look(path).spell), path)
        return 0
    presets = {n: type(rules).load(n).changed_from_default() for n in rules.presets()}
    head = json_head("rules", rules) | {"presets": presets}
    text = listed(_listing(rules, plain=form == "json"), form, head)
    if form == "markdown":
        text += "\n\n" + "\n".join(f"- {line}" for line in preset_lines(type(rules)))
    deliver(text, path)
    return 0


def _listing(rules: Rules, plain: bool) -> Listing:
    """A row a rule; ``plain`` keeps numbers, booleans and lists of choices, for JSON."""
    from analyzer.games.rules import show

    def written(value: Value) -> Value:
        return value if plain else show(value)

    inert = rules.inert()
    rows = []
    for key, rule in rules.rules().items():
        value = getattr(rules, key)
        meaning = rule.meaning + (f" [no effect now: {inert[key]}]" if key in inert else "")
        now, default = written(value), written(rule.default)
        choices = list(rule.choices) if plain and rule.choices else rule.expected()
        rows.append((key, now, default, choices, meaning, rule.origin))
    return Listing(("key", "value", "default", "choices", "meaning", "origin"), rows)


def _blocks(rules: Rules, spell: Callable[[str], str]) -> str:
    """One paragraph a rule: the value, what it may be, what it means, where it comes from."""
    from analyzer.games.rules import show

    inert = rules.inert()
    lines = [f"{rules.game}: {rules.preset}, digest {rules.digest}", ""]
    for key, rule in rules.rules().items():
        value, default = getattr(rules, key), rule.default
        changed = "" if value == default else f"; default {show(default)}"
        head = f"{key} = {show(value)}  ({rule.expected()}{changed})"
        lines += wrap(spell(head), WIDTH, subsequent_indent="    ")
        texts = [rule.meaning, f"from: {rule.origin}"]
        if key in inert:
            texts.insert(0, f"no effect now: {inert[key]}")
        for text in texts:
            lines += wrap(spell(text), WIDTH, initial_indent="    ", subsequent_indent="    ")
    lines += ["", "presets (--rules NAME):"]
    for line in preset_lines(type(rules)):
        lines += wrap(spell(line), WIDTH, initial_indent="  ", subsequent_indent="    ")
    return "\n".join(lines)


def preset_lines(rules: type[Rules]) -> list[str]:
    """A line for each preset: what it changes."""
    from analyzer.games.rules import show

    lines = []
    for name in rules.presets():
        changed = rules.load(name).changed_from_default()
        values = ", ".join(f"{key} = {show(value)}" for key, value in changed.items())
        lines.append(f"{name}: {values or 'all defaults'}")
    return lines
