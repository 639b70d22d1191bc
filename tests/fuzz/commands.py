"""Command lines, nearly right, over every command and option that the program has."""

from __future__ import annotations

import csv
import io
from functools import cache
from importlib import import_module
from random import Random

from hypothesis import strategies as st

from analyzer.cli.arguments import COMMANDS, Parser
from analyzer.games import TITLES, load_game
from tests.fuzz import texts
from tests.fuzz.harness import Case
from tests.fuzz.texts import ANY, NUMBERS, SEATS, SEEDS, Texts, edited

Words = st.SearchStrategy[list[str]]

RULES_FILE, QUESTIONS = "ours.toml", "questions.txt"
_UNSAFE = ("--cluster", "--file", "--help", "-h")
"""Options that reach out of the test, or that have a strategy of their own."""
_OUTPUTS = st.sampled_from(
    [
        "out.txt",
        "out.txt",
        "",
        ".",
        "no/such.txt",
        "\x00",
        "x" * 5000,
        RULES_FILE,
        QUESTIONS,
        "a\x1bb",
        "\ud800",
        "out.svg",
        "out.png",
        "out.pdf",
        " ",
    ]
)
_PRESETS = st.sampled_from(
    [
        "standard",
        "standard",
        "whist",
        "short",
        RULES_FILE,
        RULES_FILE,
        "",
        "x",
        "./",
        "no.toml",
        "a\x1b.toml",
        "\x00.toml",
        "../standard",
        "STANDARD",
        "x" * 5000 + ".toml",
        "\u202e/",
    ]
)
_FORMS = st.sampled_from(["one"] * 6 + ["two"] * 2 + ["none"])
_FORMATS = st.sampled_from(["table", "json", "csv", "markdown", "JSON", " csv", "xml", "", "a\x1b"])


@cache
def parser_of(command: str, game: str) -> Parser:
    """The options of a command, with those of the game."""
    module = import_module(f"analyzer.cli.{next(c.module for c in COMMANDS if c.name == command)}")
    try:
        made: Parser = module.parser(load_game(game))
    except TypeError:
        made = module.parser()
    return made


@cache
def options_of(command: str, game: str) -> dict[str, bool]:
    """Options with a value (``True``) and without."""
    return {
        option: action.nargs is None
        for action in parser_of(command, game)._actions
        for option in action.option_strings
        if option not in _UNSAFE
    }


@cache
def values_of(option: str, game: str) -> Texts:
    """Values of an option, mostly possible; of one that nothing is known of, anything."""
    cards = texts.hands(game)
    some = st.lists(texts.card_texts(texts.PACKS.get(game, texts.PACK_32)), max_size=3).map(
        " ".join
    )
    suits = st.lists(st.sampled_from([*"SHDCOEB♠x", "NT", "fără atu", "-"]), max_size=2).map(
        ",".join
    )
    contracts = st.sampled_from(["normal", "solo", "cuatro", "quinta", "Solo", "x", ""])
    shown = st.lists(
        st.tuples(SEATS, st.sampled_from(["horse", "cat", "inn stayed", "inn", "VI", "cuckoo"])),
        max_size=3,
    )
    known: dict[str, Texts] = {
        "--calls": edited(texts.CALLS.get(game, ANY)),
        "--bids": edited(st.lists(st.sampled_from("1234568"), max_size=3).map(",".join)),
        "--seat": edited(SEATS),
        "--leader": edited(SEATS),
        "--declarer": edited(SEATS),
        "--known": edited(texts.facts(game)) if game in texts.PACKS else ANY,
        "--score": edited(texts.SCORES),
        "--turned": cards | edited(some),
        "--give": edited(st.lists(some, max_size=2).map(";".join)),
        "--gave": cards | edited(some),
        "--received": edited(some),
        "--trick": edited(some),
        "--budget": NUMBERS
        | st.sampled_from(["150000", "150,000", "1500.5", "1_000", "2 000", "1e5"]),
        "--direction": edited(st.sampled_from(["left", "right", "across", "none", "Left"])),
        "--lives": edited(
            st.sampled_from(["3,3,2,1", "1,1", "3 3 3 3", "0,0,1,1", "0,0,0,1", "9,9,9,9"])
        ),
        "--asked": edited(st.sampled_from(["1", "1,2", "2", "1 1", "4"])),
        "--shown": edited(shown.map(lambda pairs: ", ".join(" ".join(pair) for pair in pairs))),
        "--trump": edited(suits),
        "--announced": edited(suits),
        "--sung": edited(suits),
        "--contract": edited(contracts),
        "--play": edited(texts.LEVELS),
        "--rules": _PRESETS,
        "--set": texts.settings_of(game),
        "--variant": edited(st.lists(texts.settings_of(game), max_size=2).map(",".join), most=1),
        "--format": _FORMATS,
        "--output": _OUTPUTS,
        "--plot": _OUTPUTS,
        "--save-deals": st.sampled_from(
            ["saved", "", ".", "\x00", "no/such", "x" * 5000, QUESTIONS]
        ),
        "--trace": edited(texts.LEVELS),
        "--choice": edited(
            st.sampled_from(["bid=5,trump=S", "bid=pass", "", "ask=keep", "BID=5 ,trump=S"])
        ),
        "--lang": st.sampled_from(["en", "ro", "RO", "x", ""]),
        "--vs": st.sampled_from(
            ["openspiel", "openspiel:100", "openspiel:0", "openspiel:x", "x", ""]
        ),
    }
    return known.get(option, NUMBERS | ANY)


@cache
def _names(command: str, game: str, most: int) -> Words:
    names = [*options_of(command, game), "--no-such", "-x"]
    return st.lists(st.sampled_from(names), max_size=most)


@st.composite
def options(draw: st.DrawFn, command: str, game: str, most: int = 4) -> list[str]:
    """Some options of the command, each as one word, as two, or without its value."""
    kinds = options_of(command, game)
    found: list[str] = []
    for name in draw(_names(command, game, most)):
        form = draw(_FORMS)
        if not kinds.get(name, True):
            found += [f"{name}=no"] if form == "none" else [name]
            continue
        value = draw(values_of(name, game))
        found += {"one": [f"{name}={value}"], "two": [name, value], "none": [name]}[form]
    return found


def _named(draw: st.DrawFn, rnd: Random, game: str) -> str:
    """The game's name, or now and then something else."""
    return draw(texts.GAMES) if rnd.random() < 0.07 else game


def _files(draw: st.DrawFn, game: str, words: list[str]) -> tuple[tuple[str, str], ...]:
    if not any(RULES_FILE in word for word in words):
        return ()
    return ((RULES_FILE, draw(texts.toml_files(game))),)


@cache
def bid_odds(game: str) -> st.SearchStrategy[Case]:
    """``bid-odds`` with a hand, or without."""
    chosen = options("bid-odds", game)

    @st.composite
    def cases(draw: st.DrawFn) -> Case:
        words, rnd = draw(chosen), Random(draw(SEEDS))
        if rnd.random() < 0.5 and not any("--play" in word or "--deals" in word for word in words):
            words += ["--play", "random", "--deals", "2"]
        if game == "cuatrola" and rnd.random() < 0.5:
            words += ["--turned", texts.spelled(rnd, texts.PACK_20, [rnd.randint(0, 19)])]
        words.insert(
            0 if rnd.random() < 0.7 else rnd.randint(0, len(words)), _named(draw, rnd, game)
        )
        if rnd.random() < 0.85:
            words.append(draw(texts.hands(game)))
        return Case(("bid-odds", *words), _files(draw, game, words))

    return cases()


@cache
def solve(game: str) -> st.SearchStrategy[Case]:
    """``solve`` with a deal, a file of deals, or standard input."""
    chosen = options("solve", game)
    several = st.lists(texts.deals(game, 2), max_size=2)

    @st.composite
    def cases(draw: st.DrawFn) -> Case:
        words, rnd = draw(chosen), Random(draw(SEEDS))
        deal = draw(texts.deals(game, rnd.choice([2, 13])))
        files = _files(draw, game, words)
        source = rnd.choice(["deal", "deal", "file", "stdin", "none"])
        if source == "deal":
            return Case(("solve", _named(draw, rnd, game), *words, deal), files)
        content = rnd.choice(["\n", "\r\n", "\n\n# x\n"]).join([deal, *draw(several)])
        if source == "file":
            files = (*files, (QUESTIONS, content))
            return Case(("solve", game, *words, "--file", QUESTIONS), files)
        if source == "stdin":
            return Case(("solve", game, *words, "--file", "-"), files, content)
        name = rnd.choice(["", ".", "no.txt", "\x00", "a\x1b", "--line", "\ud800"])
        return Case(("solve", game, *words, "--file", name), files)

    return cases()


@cache
def other(command: str, game: str) -> st.SearchStrategy[Case]:
    """Any other command."""
    chosen, presets = options(command, game), st.lists(_PRESETS, max_size=2)

    @st.composite
    def cases(draw: st.DrawFn) -> Case:
        words, rnd = draw(chosen), Random(draw(SEEDS))
        if command == "compare":
            words += draw(presets)
        if command != "games" or rnd.random() < 0.2:
            words.insert(rnd.choice([0, 0, len(words)]), _named(draw, rnd, game))
        if command == "deal":
            # A million deals are a fair question, and take their time.
            words = [word for word in words if "--count" not in word]
            words += rnd.choice([[], ["--count", "3"], ["--count=0"], ["--count=x"]])
            words += [draw(texts.hands(game))] if rnd.random() < 0.3 else []
        return Case((command, *words), _files(draw, game, words))

    return cases()


@st.composite
def question_lines(draw: st.DrawFn, game: str) -> str:
    """A file of questions: lines like the command, or CSV."""
    rnd = Random(draw(SEEDS))
    names = [*load_game(game).odds_options]
    if rnd.random() < 0.5:
        lines = []
        for _ in range(rnd.randint(0, 3)):
            parts = [draw(texts.hands(game))]
            for name in rnd.choices([*names, "hand", "no-such"], k=rnd.randint(0, 2)):
                quote = rnd.choice(['"', "'", ""])
                value = draw(values_of(f"--{name}", game))
                parts.append(f"--{name}{rnd.choice(' =')}{quote}{value}{quote}")
            lines.append(" ".join(parts))
        return "\n".join(lines)
    columns = ["hand", *rnd.choices(names, k=rnd.randint(0, 2))]
    columns += [rnd.choice(["hand", "", "Calls", "nonsense"])] if rnd.random() < 0.2 else []
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(columns)
    for _ in range(rnd.randint(0, 3)):
        cells = [draw(texts.hands(game))]
        for name in columns[1:]:
            some = rnd.choice(["", "yes", "no", None, None, None])
            cells.append(draw(values_of(f"--{name}", game)) if some is None else some)
        writer.writerow([*cells, "x"][: len(columns) + rnd.choice([0, 0, 0, 0, -1, 1])])
    return draw(edited(st.just(table.getvalue()), most=1))


@cache
def question_files(game: str) -> st.SearchStrategy[Case]:
    """``bid-odds --file`` with a file, or standard input."""
    chosen, contents = options("bid-odds", game, most=1), question_lines(game)

    @st.composite
    def cases(draw: st.DrawFn) -> Case:
        content, words = draw(contents), draw(chosen)
        if len(content) % 2:
            return Case(("bid-odds", game, *words, "--file", "-"), (), content)
        return Case(("bid-odds", game, *words, "--file", QUESTIONS), ((QUESTIONS, content),))

    return cases()


@cache
def rules_files(game: str) -> st.SearchStrategy[Case]:
    """``rules --rules FILE``."""
    contents, chosen = texts.toml_files(game) | ANY, options("rules", game, most=1)
    return st.tuples(contents, chosen).map(
        lambda pair: Case(
            ("rules", game, "--rules", RULES_FILE, *pair[1]), ((RULES_FILE, pair[0]),)
        )
    )


def anything() -> st.SearchStrategy[Case]:
    """Any words."""
    commands = [name for c in COMMANDS for name in (c.name, *c.aliases)]
    names = [*commands, "help", "--help", "-h", "--version", "Bid_Odds", "nonsense"]
    odd = ["--", "-", "---", "--=5", "--set=", "-x", "-1"]
    words = st.lists(ANY | st.sampled_from([*names, *TITLES, *odd]), max_size=4)

    def case(pair: tuple[str, list[str]]) -> Case:
        # Files and folders of this machine, and its processors, are no matter of ours.
        safe = [w for w in pair[1] if not any(part in w for part in ("/", "--cluster", "--save"))]
        return Case((pair[0], *safe))

    return st.tuples(st.sampled_from(names) | ANY, words).map(case)
