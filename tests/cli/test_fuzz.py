"""Any words whatever: a result, or status 2 with one clear line a problem; never a traceback.

ANALYZER_FUZZ=100000 in the environment runs so many examples instead of a few hundred.
"""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyzer.cards import PACK_32, format_hand, parse_hand
from analyzer.games import TITLES, load_game
from tests.cli.command import call

EXAMPLES = int(os.environ.get("ANALYZER_FUZZ", "300"))
fuzzed = settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

CARDS = [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT987"]
ANYTHING = st.text(max_size=12) | st.text(alphabet="AKQJT9876543210♠♥♦♣shdc. -|,=:", max_size=30)
HANDS = st.one_of(
    st.permutations(CARDS).map(lambda cards: " ".join(cards[:8])),
    st.permutations(CARDS).map(
        lambda cards: format_hand(parse_hand(" ".join(cards[:8]), PACK_32), PACK_32)
    ),
    st.lists(st.sampled_from([*CARDS, "6S", "10H", "♠", "dK", "-"]), max_size=10).map(" ".join),
    ANYTHING,
)  # fmt: skip
CALLS = st.lists(
    st.sampled_from(["pas", "p", "4", "5", "6", "7", "8", "3", "9", "-"]), max_size=5
).map(" ".join)
DEALS = st.one_of(
    st.tuples(st.permutations(CARDS), st.integers(0, 3)).map(
        lambda pair: " | ".join(
            " ".join(pair[0][seat * pair[1] : (seat + 1) * pair[1]]) or "-" for seat in range(4)
        )
    ),
    ANYTHING,
)


def settings_of(game: str) -> st.SearchStrategy[str]:
    """House-rule settings, most of them possible."""
    rules = load_game(game).rules.rules()
    values = sorted({str(v).lower() for rule in rules.values() for v in rule.choices})
    return st.tuples(
        st.sampled_from([*rules, "nonsense"]), st.sampled_from([*values, "0", "7", "-1", "x", ""])
    ).map("=".join)


def option(name: str, values: st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    """The option as two words, as one, or without its value."""
    return st.tuples(st.just(name), values, st.sampled_from(["two", "two", "one", "none"])).map(
        lambda parts: {
            "two": [parts[0], parts[1]],
            "one": [f"{parts[0]}={parts[1]}"],
            "none": [parts[0]],
        }[parts[2]]
    )


def numbers(*usual: str) -> st.SearchStrategy[str]:
    # Text that is a large number would be a legal question that takes for ever.
    wrong = ["0", "-1", "1.5", "x", "", "nan", "inf", "1e3", "²", "9" * 40, "-0", "+", "1_", "\x00"]
    return st.sampled_from([*usual, *usual, *usual, *wrong])


COMMON = st.one_of(
    option("--format", st.sampled_from(["table", "json", "csv", "markdown", "xml", "JSON", ""])),
    option("--rules", st.sampled_from(["standard", "whist", "short", "", "x", "./", "no.toml"])),
    option("--set", settings_of("cutu") | ANYTHING),
    option("--players", st.sampled_from(["2", "4", "x", ""])),
    option("--output", st.sampled_from(["", ".", "no/such", "\x00", "x" * 5000])),
    st.just(["--quiet"]),
    st.sampled_from([["--"], ["-x"], ["--no-such"], ["--=5"], ["-"], ["---"], ["--set="]]),
)
ODDS = st.one_of(
    COMMON,
    option("--calls", CALLS | ANYTHING),
    option("--bids", st.sampled_from(["4", "5,6", "8", "9", "x", "", "4 5", "5,,6"])),
    option("--seat", st.sampled_from(["1", "2", "3", "4", "5", "N", "W", "x"])),
    option("--play", st.sampled_from(["random", "random,random", "none", "", ",", "Random"])),
    option("--deals", numbers("1", "2", "7")),
    option("--precision", numbers("0.4", "0.45")),
    option("--seed", numbers("1", str(2**64 - 1), str(2**64))),
    option("--workers", numbers("1", "2")),
)
SOLVE = st.one_of(
    COMMON,
    option("--trump", st.sampled_from(["S", "H", "D", "C", "NT", "♠", "x", "O"])),
    option("--leader", st.sampled_from(["1", "2", "3", "4", "0", "5", "N", "x"])),
    option("--trick", st.lists(st.sampled_from(CARDS), max_size=4).map(" ".join) | ANYTHING),
    option("--at-least", numbers("1", "3")),
    option("--contract", st.sampled_from(["solo", "x"])),
    option("--file", st.sampled_from(["", ".", "no.txt", "-", os.devnull])),
    st.sampled_from([["--leads"], ["--line"]]),
)


def flat(parts: list[list[str]]) -> list[str]:
    return [word for part in parts for word in part]


def check(words: list[str]) -> None:
    done = call(*words)
    assert done.status in (0, 2), words
    if done.status == 2:
        assert done.out == ""
        lines = done.err.splitlines()
        assert lines
        assert len(set(lines)) == len(lines)
        for line in lines:
            assert line.startswith("analyzer: ")
            assert len(line) > 18
            assert "Error" not in line
        return
    assert done.out.strip() or "--output" in " ".join(words)
    if done.out.startswith("{"):
        json.loads(done.out, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))
    elif done.out.startswith("bid,"):
        assert len({len(row) for row in csv.reader(io.StringIO(done.out))}) == 1


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"nonsense\n")))


@fuzzed
@given(hand=HANDS, options=st.lists(ODDS, max_size=3).map(flat), first=st.booleans())
def test_bid_odds(hand: str, options: list[str], first: bool) -> None:
    usual = [] if "--deals" in options or "--play" in options else ["--play", "random"]
    usual += [] if any("--deals" in word for word in options) else ["--deals", "3"]
    words = [*options, "cutu", hand] if first else ["cutu", hand, *options]
    check(["bid-odds", *usual, *words])


@fuzzed
@given(deal=DEALS, options=st.lists(SOLVE, max_size=4).map(flat))
def test_solve(deal: str, options: list[str]) -> None:
    check(["solve", "cutu", *([deal] if deal else []), *options])


@fuzzed
@given(
    command=st.sampled_from(["rules", "deal", "games", "help", "--version", "-h", "nonsense"]),
    game=st.sampled_from([*TITLES, *TITLES.values(), "bridge", "", "cutzu"]),
    options=st.lists(
        COMMON | option("--count", numbers("1", "3")) | option("--number", numbers("0", "5")),
        max_size=4,
    ).map(flat),
)
def test_lists(command: str, game: str, options: list[str]) -> None:
    check([command, game, *options])


@fuzzed
@given(words=st.lists(ANYTHING, max_size=4))
def test_anything(words: list[str]) -> None:
    check(words)


@pytest.mark.parametrize("game", TITLES)
def test_house_rules_in_any_combination(game: str) -> None:
    @fuzzed
    @given(changes=st.lists(settings_of(game), max_size=4))
    def any_of(changes: list[str]) -> None:
        check(["rules", game, "--format", "json", *flat([["--set", text] for text in changes])])

    any_of()


@fuzzed
@given(content=st.text(max_size=60) | st.lists(settings_of("cutu"), max_size=4).map("\n".join))
def test_rules_files(content: str, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(content, encoding="utf-8", errors="surrogatepass")
    check(["rules", "cutu", "--rules", str(file)])
