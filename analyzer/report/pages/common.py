"""Chapters that every report has: what the house rules change, and how the numbers were made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analyzer.games.chapters import Block, Col, Figure, Number, Table, Text
from analyzer.games.rules import show
from analyzer.games.speech import Speech
from analyzer.report.comparison import MATCH_SHARE, Variant, compare_rules, each_variant
from analyzer.report.pages.desk import Desk, Interrupted
from analyzer.report.pages.terms import measure_name, rule_meaning, terms, word
from analyzer.version import __version__

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.report.comparison import Comparison

_SHARE, _LEAST, _MOST = 5, 100, 3_000
"""Deals for each house rule: one of so many of the budget, but within these ends."""
_LEAST_MATCHES = 30
_DRAWN = 12
_LIBRARIES = ("numpy", "numba", "pandas", "matplotlib")


def house_rules(desk: Desk) -> list[Block]:
    """The effect table of ``compare --each``, and a forest plot of its largest effects."""
    lang = desk.say.lang
    variants = each_variant(desk.rules)
    if not variants:
        return [Text(word("house_rules_none", lang))]
    deals = max(_LEAST, min(_MOST, desk.deals // _SHARE))
    matches = max(_LEAST_MATCHES, deals // MATCH_SHARE)
    # Whole deals have calls and hidden cards: nobody plays them with the cards face up.
    play = desk.game.report_play if desk.quick == "open" else desk.quick

    def compute() -> pd.DataFrame:
        base = Variant(desk.rules.preset, desk.rules)
        found = compare_rules(
            desk.game, base, variants, play, deals, desk.seed, desk.workers, desk.watcher,
            matches,
        )  # fmt: skip
        if found.interrupted:
            raise Interrupted
        return _effects(found)

    frame = desk.keep("house-rules", {"deals": deals}, compute)
    frame = frame.assign(
        words=[_measure(desk, m, c) for m, c in zip(frame["measure"], frame["choice"], strict=True)]
    )
    say = desk.say
    note = word(
        "house_rules_note",
        lang,
        deals=say.count(deals),
        matches=say.count(matches),
        play=play,
    )
    return [
        Text(word("house_rules_intro", lang)),
        _plot(frame.head(_DRAWN), lang),
        _table(frame, desk, note),
    ]


def _effects(found: Comparison) -> pd.DataFrame:
    """A row a variant, the largest effect first: the number that it changes most."""
    import pandas as pd

    rows: list[dict[str, Any]] = []
    for v in found.ranking:
        i = found.of_variant(v)[0]
        d, unit = found.differences[i], found.deviations[i] or 1.0
        choice = ", ".join(f"{key} {value}" for key, value in d.column.choice.items())
        rows.append(
            {
                "variant": found.variants[v].name,
                "measure": d.column.measure,
                "choice": choice,
                "percent": d.column.percent,
                "base_value": d.base_value,
                "difference": d.difference,
                "low": d.low,
                "high": d.high,
                "clear": d.clear,
                "effect": d.difference / unit,
                "effect_low": d.low / unit,
                "effect_high": d.high / unit,
            }
        )
    order = sorted(range(len(rows)), key=lambda i: (not rows[i]["clear"], -abs(rows[i]["effect"])))
    return pd.DataFrame([rows[i] for i in order])


def _measure(desk: Desk, measure: str, choice: str) -> str:
    game, lang = desk.game.name, desk.say.lang
    name = measure_name(game, lang, measure)
    words = [measure_name(game, lang, part) for part in choice.split()] if choice else []
    return f"{name} ({' '.join(words)})" if words else name


def _plot(frame: pd.DataFrame, lang: str) -> Figure:
    return Figure(
        key="house-rules-effects",
        kind="forest",
        caption=word("house_rules_plot", lang),
        alt=word("house_rules_alt", lang, largest=str(frame["variant"].iloc[0])),
        frame=frame,
        x="variant",
        value="effect",
        low="effect_low",
        high="effect_high",
        x_label=word("change", lang),
        value_label=word("effect", lang),
        zero=0.0,
    )


def _table(frame: pd.DataFrame, desk: Desk, note: str) -> Table:
    """Values and differences as texts: rates in percent stand beside points."""
    say, lang = desk.say, desk.say.lang
    rows = frame.assign(
        change=[f"`{name}`" for name in frame["variant"]],
        before=[
            _before(say, v) if percent else say.decimal(v, 2)
            for v, percent in zip(frame["base_value"], frame["percent"], strict=True)
        ],
        by=[
            say.number(Number(d, low, high, percent=percent), signed=True)
            for d, low, high, percent in zip(
                frame["difference"], frame["low"], frame["high"], frame["percent"], strict=True
            )
        ],
        sure=[word("yes" if clear else "no", lang) for clear in frame["clear"]],
    )
    cols = [
        Col("change", word("change", lang)),
        Col("words", word("measure", lang)),
        Col("before", word("before", lang)),
        Col("by", word("difference", lang)),
        Col("sure", word("clear", lang)),
    ]
    return Table("house-rules", word("house_rules_table", lang), rows, cols, note)


def _before(say: Speech, rate: float) -> str:
    return f"<{say.percent(0.001)}" if rate < 0.0005 else say.percent(rate, 1)


def method(desk: Desk) -> list[Block]:
    """Level, deals, seed, rules, versions, and the command that rebuilds the page."""
    import pandas as pd

    say, lang, rules = desk.say, desk.say.lang, desk.rules
    changed = ", ".join(f"`{key}={show(value)}`" for key, value in rules.changed().items())
    named = word("rules_text", lang, preset=rules.preset, digest=rules.digest)
    found = [
        ("level", _level(desk)),
        ("deals", word("deals_text", lang, deals=say.count(desk.deals))),
        ("seed", str(desk.seed)),
        ("intervals", word("intervals_text", lang)),
        ("rules", named),
        ("changed", changed or word("nothing", lang)),
        ("versions", versions()),
        ("rebuild", f"`{command(desk)}`"),
    ]
    facts = pd.DataFrame([{"what": word(key, lang), "how": text} for key, text in found])
    values = pd.DataFrame(
        [
            {
                "rule": f"`{key}`",
                "value": show(getattr(rules, key)),
                "meaning": rule_meaning(rules.game, lang, key, rule.meaning),
            }
            for key, rule in rules.rules().items()
        ]
    )
    return [
        Table("method", word("method_table", lang), facts, _cols(("what", "how"), lang)),
        Text(word("level_note", lang)),
        Table(
            "rules", word("rules_table", lang), values, _cols(("rule", "value", "meaning"), lang)
        ),
    ]


def _cols(keys: Sequence[str], lang: str) -> list[Col]:
    return [Col(key, word(key, lang)) for key in keys]


def _level(desk: Desk) -> str:
    lang = desk.say.lang
    own = terms(desk.game.name, lang).get("levels", {}).get(desk.play)
    if own is None and lang == "en":
        own = desk.game.level_meanings.get(desk.play)
    level, _, layouts = desk.play.partition(":")
    text: str = own or word(f"level_{level}", lang)
    return f"{text} ({layouts})" if layouts else text


def versions() -> str:
    """The program's version, and those of what it computes and draws with."""
    from importlib.metadata import version

    names = [f"analyzer {__version__}", *(f"{name} {version(name)}" for name in _LIBRARIES)]
    return ", ".join(names)


def command(desk: Desk) -> str:
    """The command that makes the same page anywhere; the folder it is written to is no part."""
    rules = desk.rules
    sets = [f"--set {key}={show(value)}" for key, value in rules.changed().items()]
    parts = [f"analyzer report {rules.game} --rules {rules.preset}", *sets]
    parts += [f"--play {desk.play} --deals {desk.deals} --seed {desk.seed} --lang {desk.say.lang}"]
    return " ".join(parts)
