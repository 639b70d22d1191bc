"""``analyzer rules GAME``: every house rule, from the class that validates them."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.cli.arguments import Parser, Problems, add_output, add_rules, output_path
from analyzer.cli.listing import Listing, listed
from analyzer.cli.output import deliver
from analyzer.cli.question import load_rules


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

    inert = rules.inert()
    rows = []
    for key, rule in rules.rules().items():
        value = getattr(rules, key)
        meaning = rule.meaning + (f" [no effect now: {inert[key]}]" if key in inert else "")
        rows.append((key, show(value), show(rule.default), rule.expected(), meaning, rule.origin))
    listing = Listing(("key", "value", "default", "choices", "meaning", "origin"), rows)
    presets = {name: type(rules).load(name).changed_from_default() for name in rules.presets()}
    head = {
        "command": "rules",
        "game": rules.game,
        "rules": {"preset": rules.preset, "changed": rules.changed(), "digest": rules.digest},
        "presets": presets,
    }
    text = listed(listing, form, head)
    if form in ("table", "markdown"):
        lines = [
            f"{name}: "
            + (", ".join(f"{k}={show(v)}" for k, v in changed.items()) or "all defaults")
            for name, changed in presets.items()
        ]
        listed_presets = "\n".join(
            f"- {line}" if form == "markdown" else f"  {line}" for line in lines
        )
        text += f"\n\nDigest of these values: {rules.digest}. Presets (--rules NAME):\n\n"
        text += listed_presets
    deliver(text, path)
    return 0
