"""What the commands print, on every kind of console, and that it is the same everywhere."""

from __future__ import annotations

import csv
import io
import json
import math
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import analyzer
from analyzer.cli.listing import to_json
from analyzer.games import TITLES, load_game
from tests.cli.command import HAND, call, good

FAST = ("--play", "random", "--deals", "200", "--seed", "7", "--workers", "1")
ODDS = ("bid-odds", "cutu", HAND, *FAST)
DEAL = "N:.AKQJ.AKQJ. AKQJ...AKQJ T987.T987.. ..T987.T987"
WIDTH = 100
ESCAPE = "\x1b"
SUIT_SIGNS = "♠♥♦♣"
COMMANDS = {
    "games": ("games",),
    "rules": ("rules", "cutu", "--rules", "whist"),
    "deal": ("deal", "cutu", "--seed", "7", "--count", "3"),
    "solve": ("solve", "cutu", DEAL),
    "bid-odds": ODDS,
    "base rates": ("bid-odds", "cutu", *FAST),
}


def strict(text: str) -> Any:
    """Parse JSON that must hold no NaN and no infinity, in ASCII."""

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    text.encode("ascii")
    return json.loads(text, parse_constant=refuse)


def without_seconds(text: str) -> str:
    return re.sub(r'"seconds": [0-9.e+-]+', '"seconds": 0', text)


# --- JSON and CSV: the same keys and columns for every game


def check_rows(answer: dict[str, Any]) -> None:
    for row in answer["rows"]:
        assert {"choice", "play", "measure", "value", "low", "high", "n"} <= set(row)
        assert set(row) <= {"choice", "play", "measure", "value", "low", "high", "n", "note"}
        assert math.isfinite(row["value"])
        assert isinstance(row["n"], int)
        for end, sign in (("low", 1), ("high", -1)):
            assert row[end] is None or sign * (row["value"] - row[end]) >= -1e-12
        if row["measure"] in ("success", "slam", "slam_against", "slam_any"):
            assert 0 <= row["low"] <= row["high"] <= 1


@pytest.mark.parametrize("deals", ["1", "2", "200"])
def test_json_of_bid_odds(deals: str) -> None:
    answer = strict(good(*ODDS[:-5], deals, *ODDS[-4:], "--format", "json"))
    assert list(answer)[:5] == ["schema", "command", "game", "version", "rules"]
    assert {"question", "method", "rows", "advice"} <= set(answer)
    assert (answer["schema"], answer["command"], answer["game"]) == (
        "analyzer/1", "bid-odds", "cutu",
    )  # fmt: skip
    assert answer["version"] == analyzer.__version__
    assert answer["rules"].keys() == {"preset", "changed", "digest"}
    assert answer["question"]["hand"] == HAND
    method = answer["method"]
    assert {"plays", "deals", "exact", "seed", "interval", "confidence", "seconds"} <= set(method)
    assert (method["plays"], method["deals"], method["seed"]) == (["random"], int(deals), 7)
    assert (method["exact"], method["interval"], method["confidence"]) == (False, "wilson", 0.95)
    check_rows(answer)
    choices = [row["choice"] for row in answer["rows"]]
    assert {"bid": "pass"} in choices
    assert all(choice["bid"] == "pass" or type(choice["bid"]) is int for choice in choices)
    assert {choice.get("trump") for choice in choices} == {None, "S", "H", "D", "C", "NT"}
    advice = answer["advice"]
    assert {
        "choice", "play", "measure", "value", "margin", "margin_low", "margin_high",
    } <= set(advice)  # fmt: skip
    assert advice["choice"] in choices


def test_a_slam_that_never_came_has_an_upper_limit() -> None:
    hand = "♠987 ♥987 ♦87"
    answer = strict(good("bid-odds", "cutu", hand, *FAST, "--format", "json"))
    never = [row for row in answer["rows"] if row["measure"] == "slam" and row["value"] == 0]
    never = [row for row in never if "trump" in row["choice"]]
    assert never
    # Wilson's upper limit at 0 of n: z² / (n + z²), 1.959964² / (200 + 1.959964²) = 0.018845.
    assert {round(row["high"], 6) for row in never} == {0.018845}
    table = good("bid-odds", "cutu", hand, *FAST)
    assert "<1.9" in table
    assert not re.search(r"(?<![\d.])0(\.0+)? ±0(\.0+)?(?![\d.])", table)


def test_csv_is_the_frame_of_the_python_interface() -> None:
    text = good(*ODDS, "--format", "csv")
    frame = analyzer.bid_odds(
        analyzer.load_rules("cutu"), HAND, play="random", deals=200, seed=7
    ).frame
    assert text.splitlines()[0] == "bid,trump,play,measure,value,low,high,n"
    assert list(frame.columns) == text.splitlines()[0].split(",")
    back = pd.read_csv(io.StringIO(text), dtype={"bid": str, "trump": str})
    assert len(back) == len(frame)
    for column in ("value", "low", "high", "n"):
        # Every digit is printed: what is read is what was computed.
        assert (back[column].to_numpy() == frame[column].to_numpy()).all()
    assert back["bid"].tolist() == [str(bid) for bid in frame["bid"]]
    assert back["trump"].fillna("").tolist() == frame["trump"].fillna("").tolist()


def test_json_and_csv_have_the_same_rows() -> None:
    rows = strict(good(*ODDS, "--format", "json"))["rows"]
    read = list(csv.DictReader(io.StringIO(good(*ODDS, "--format", "csv"))))
    assert len(rows) == len(read)
    for row, cells in zip(rows, read, strict=True):
        assert (str(row["choice"]["bid"]), row["play"], row["measure"]) == (
            cells["bid"], cells["play"], cells["measure"],
        )  # fmt: skip
        assert row["value"] == float(cells["value"])


def test_lists_as_json_and_csv() -> None:
    games = strict(good("games", "--format", "json"))
    assert [game["game"] for game in games["games"]] == list(TITLES)
    deals = strict(good(*COMMANDS["deal"], "--format", "json"))
    assert [deal["number"] for deal in deals["deals"]] == [0, 1, 2]
    assert deals["seed"] == 7
    solved = strict(good(*COMMANDS["solve"], "--format", "json"))
    assert solved["unit"] == "tricks"
    assert solved["deals"] == [DEAL]
    assert len(solved["rows"]) == 20
    assert {frozenset(row) for row in solved["rows"]} == {frozenset(("trump", "leader", "value"))}
    for words in COMMANDS.values():
        rows = list(csv.reader(io.StringIO(good(*words, "--format", "csv"))))
        assert len(rows) > 1
        assert {len(row) for row in rows} == {len(rows[0])}


@pytest.mark.parametrize("game", TITLES)
def test_rules_as_json_and_csv(game: str) -> None:
    answer = strict(good("rules", game, "--format", "json"))
    keys = list(load_game(game).rules.rules())
    assert [row["key"] for row in answer["rows"]] == keys
    assert "standard" in answer["presets"]
    rows = list(csv.DictReader(io.StringIO(good("rules", game, "--format", "csv"))))
    assert [row["key"] for row in rows] == keys
    assert all(row["meaning"] and row["origin"] and row["choices"] for row in rows)


def test_json_refuses_what_is_no_json() -> None:
    with pytest.raises(ValueError, match="JSON"):
        to_json({"value": math.nan})


def test_markdown_tables_are_rectangular() -> None:
    for words in COMMANDS.values():
        if words[0] == "deal":
            continue
        text = good(*words, "--format", "markdown")
        tables = re.findall(r"(?:^\|.*\|\n?)+", text, re.MULTILINE)
        assert tables
        for table in tables:
            lines = table.splitlines()
            assert {line.count("|") - line.count("\\|") for line in lines} == {lines[0].count("|")}
            assert set(lines[1]) <= set("|-: ")


# --- tables for readers


@pytest.mark.parametrize("game", TITLES)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_rules_fit_the_console(game: str, encoding: str) -> None:
    for preset in load_game(game).rules.presets():
        text = good("rules", game, "--rules", preset, encoding=encoding)
        assert max(map(len, text.splitlines())) <= WIDTH


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize("name", COMMANDS)
def test_every_line_fits_every_console(name: str, encoding: str) -> None:
    text = good(*COMMANDS[name], encoding=encoding)
    assert max(map(len, text.splitlines())) <= WIDTH
    assert not set(text) & {*SUIT_SIGNS, ESCAPE, "?"} - ({"?"} if "odds" in name else set())
    assert all(line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize(
    "words",
    [
        ("♠KQJT987 ♥A", "--play", "random,simple,open", "--deals", "30"),
        ("♠987 ♥987 ♦87", "--play", "random,simple,open", "--deals", "2"),
        (HAND, "--play", "random", "--deals", "1", "--calls", "pas 4 pas"),
        (HAND, "--play", "random", "--precision", "0.2", "--rules", "whist"),
        (HAND, "--play", "random", "--deals", "9", "--set", "four_is_free=true,no_trump_factor=2"),
        ("--play", "random,simple,open", "--deals", "30"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_tables_of_odds_fit_the_console(words: tuple[str, ...], encoding: str) -> None:
    text = good("bid-odds", "cutu", *words, "--seed", "1", encoding=encoding)
    lines = text.splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert "Rules: " in text
    assert "seed 1" in text
    # Columns are aligned: under every rule of dashes all lines end at or before its end.
    ends = [i for i, line in enumerate(lines) if set(line) == {"-"}]
    assert ends
    for i in ends:
        body = lines[i + 1 : lines.index("", i)]
        assert max(map(len, body)) <= len(lines[i])


def test_the_table_says_all_that_a_number_needs() -> None:
    text = good(*ODDS)
    for part in (
        "Cuțu: sAKJ97 hA dK8",
        "Rules: standard (",
        "200 deals, seed 7",
        "95 % interval",
        "success %",
        "±",
        "random: any legal card",
    ):
        assert part in text
    assert re.search(r"^\* ", text, re.MULTILINE), "the best choice is marked"
    assert re.search(r"^As a contract, if it is played: ", text, re.MULTILINE)
    assert re.search(r"^As a call, with the others still to speak: ", text, re.MULTILINE)
    changed = good(*ODDS, "--set", "must_overtrump=false", "--rules", "partner_exempt")
    assert "Rules: partner_exempt with must_overtrump=false (" in changed


def test_few_deals_are_no_evidence_and_the_sentence_stays_short() -> None:
    text = good("bid-odds", "cutu", HAND, "--play", "random", "--deals", "1", "--seed", "3")
    sentence = text[text.index("not enough evidence") : text.index("As a call")]
    assert "others" in sentence
    assert len(sentence) < 400
    assert "1 deal, seed 3" in text
    assert "more deals" in sentence


def test_a_line_of_play_is_shown_trick_by_trick() -> None:
    text = good("solve", "cutu", DEAL, "--leader", "1", "--trump", "S", "--line")
    tricks = [line.split() for line in text.splitlines() if re.match(r"\d", line)]
    assert [row[0] for row in tricks] == [str(k) for k in range(1, 9)]
    assert len({card for row in tricks for card in row[2:]}) == 32
    rows = strict(
        good("solve", "cutu", DEAL, "--leader", "1", "--trump", "S", "--line", "--format", "json")
    )["rows"]
    assert [row["card"] for row in rows] == [card for row in tricks for card in row[2:]]
    partial = good(
        "solve", "cutu", "N:AK... QJ... T9... 87...", "--leader", "1", "--trump", "S", "--line",
        "--trick", "SA",
    )  # fmt: skip
    # Seat 1 has led the ace: three cards follow, then a whole trick led by its winner.
    body = [line.split() for line in partial.splitlines() if re.match(r"\d", line)]
    assert [(row[1], len(row[2:])) for row in body] == [("2", 3), ("1", 4)]


def test_solve_says_what_its_numbers_are() -> None:
    text = good("solve", "cutu", DEAL)
    assert text.startswith("Cuțu, tricks with best play by all. Rules: standard (")
    assert re.search(r"^NT +8 +8 +8 +8$", text, re.MULTILINE)
    text = good("solve", "cutu", DEAL, "--at-least", "4")
    assert text.startswith("Cuțu, at least 4 tricks")
    assert re.search(r"^H +yes +no +yes +no$", text, re.MULTILINE)


def test_deals_go_from_deal_to_solve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deals = good("deal", "cutu", "--seed", "7", "--count", "3")
    file = tmp_path / "deals.txt"
    file.write_text(deals)
    one = ("--trump", "NT", "--leader", "1", "--format", "csv")
    together = good("solve", "cutu", "--file", str(file), *one)
    assert together.splitlines()[0] == "deal,trump,leader,value"
    for line, row in zip(deals.splitlines(), together.splitlines()[1:], strict=True):
        assert good("solve", "cutu", line, *one).splitlines()[1] == row.partition(",")[2]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(deals.encode())))
    assert good("solve", "cutu", "--file", "-", *one) == together


# --- the same answer however it is asked


SPELLINGS = [
    ["sAKJ97 hA dK8"],
    ["AKJ97.A.K8."],
    ["AS KS JS 9S 7S AH KD 8D"],
    ["A♠ K♠ J♠ 9♠ 7♠ A♥ K♦ 8♦"],
    ["♠\ufe0fAKJ97 ♥\ufe0fA ♦\ufe0fK8"],
    ["♠AKJ97\u00a0♥A\u00a0♦K8"],
    ["♠AKJ97", "♥A", "♦K8"],
    ["  8D KD AH 7S 9S JS KS AS  "],
    ["♠akj97 ♥a ♦k8 ♣-"],
]


@pytest.mark.parametrize("form", ["table", "json", "csv", "markdown"])
def test_many_spellings_one_answer(form: str) -> None:
    # The same answer, byte for byte apart from the time.
    expected = without_seconds(good(*ODDS, "--format", form))
    for words in SPELLINGS:
        text = good("bid-odds", "cutu", *words, *FAST, "--format", form)
        assert without_seconds(text) == expected
    for game in ("Cuțu", "Cuţu", "CUTU", "Cut\u0326u", "cuțu"):
        assert without_seconds(good("bid-odds", game, HAND, *FAST, "--format", form)) == expected
    assert without_seconds(good("odds", *ODDS[1:], "--format", form)) == expected


def test_words_may_come_in_any_order() -> None:
    expected = good(*ODDS)
    assert good("bid-odds", *FAST, "cutu", HAND) == expected
    assert good("bid-odds", "--seed", "7", "cutu", "♠AKJ97", *FAST, "♥A", "♦K8") == expected
    assert good("bid-odds", *FAST, "--", "cutu", HAND) == expected
    assert good("bid-odds", "cutu", HAND, *(f"{a}={b}" for a, b in _pairs(FAST))) == expected
    assert good(*ODDS, "--seed", "7") == expected


def _pairs(words: tuple[str, ...]) -> list[tuple[str, str]]:
    return list(zip(words[::2], words[1::2], strict=True))


def test_workers_do_not_matter() -> None:
    words = ("bid-odds", "cutu", HAND, "--play", "random", "--deals", "5000", "--seed", "7")
    for form in ("table", "json", "csv"):
        one = good(*words, "--workers", "1", "--format", form)
        two = good(*words, "--workers", "2", "--format", form)
        assert without_seconds(one) == without_seconds(two)


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("form", ["table", "json", "csv", "markdown"])
def test_a_file_holds_what_a_pipe_gets(name: str, form: str, tmp_path: Path) -> None:
    file = tmp_path / "result.txt"
    done = call(*COMMANDS[name], "--format", form, "--output", str(file))
    assert (done.status, done.out) == (0, "")
    expected = good(*COMMANDS[name], "--format", form)
    assert without_seconds(file.read_bytes().decode()) == without_seconds(expected)
    assert [path.name for path in tmp_path.iterdir()] == ["result.txt"]


def test_a_file_is_replaced_as_it_is(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("before")
    real.chmod(0o640)
    link.symlink_to(real)
    good("games", "--output", str(link))
    assert link.is_symlink()
    assert "cutu" in real.read_text()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="devices as files")
def test_a_device_is_written_to_and_stays_one(tmp_path: Path) -> None:
    good("games", "--output", "/dev/null")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    reader = subprocess.Popen(["cat", str(fifo)], stdout=subprocess.PIPE)
    good("games", "--output", str(fifo))
    out, _ = reader.communicate(timeout=30)
    assert b"cutu" in out
    assert stat.S_ISFIFO(fifo.stat().st_mode)


def test_a_result_whose_folder_vanished_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from analyzer.cli import deal

    folder = tmp_path / "gone"
    folder.mkdir()
    expected = good("deal", "cutu", "--seed", "7")

    def vanish(text: str, path: Path | None) -> None:
        folder.rmdir()
        original(text, path)

    original = deal.deliver
    monkeypatch.setattr(deal, "deliver", vanish)
    done = call("deal", "cutu", "--seed", "7", "--output", str(folder / "deal.txt"))
    assert (done.status, done.out) == (2, expected)
    assert "the result was printed instead" in done.err


# --- seeds and notes


def test_a_seed_that_was_drawn_is_told() -> None:
    words = ("bid-odds", "cutu", HAND, "--play", "random", "--deals", "50")
    for form, find in (
        ("table", lambda done: re.search(r"50 deals, seed (\d+)", done.out)),
        ("json", lambda done: re.search(r'"seed": (\d+)', done.out)),
        ("markdown", lambda done: re.search(r"50 deals, seed (\d+)", done.out)),
        ("csv", lambda done: re.search(r"^analyzer: seed (\d+)$", done.err, re.MULTILINE)),
    ):
        done = call(*words, "--format", form)
        found = find(done)
        assert found is not None
        again = good(*words, "--format", form, "--seed", found[1])
        assert without_seconds(again) == without_seconds(done.out)
    done = call("deal", "cutu")
    found = re.fullmatch(r"analyzer: seed (\d+)\n", done.err)
    assert found is not None
    assert good("deal", "cutu", "--seed", found[1]) == done.out


@pytest.mark.parametrize("name", COMMANDS)
def test_quiet_leaves_stderr_empty(name: str) -> None:
    words = [word for word in COMMANDS[name] if word not in ("--seed", "7")]
    done = call(*words, "--quiet", "--format", "csv")
    assert (done.status, done.err) == (0, "")


def test_a_precision_out_of_reach_is_told() -> None:
    words = ("bid-odds", "cutu", HAND, "--play", "random", "--seed", "1")
    done = call(*words, "--precision", "0.001", "--deals", "600")
    assert done.status == 0
    assert "confidence sequence" in done.out
    assert done.err == "analyzer: the precision was not reached within 600 deals\n"
    answer = strict(good(*words, "--precision", "0.2", "--format", "json"))
    assert answer["method"]["interval"] == "confidence sequence"
    rates = [row for row in answer["rows"] if row["measure"] == "success"]
    assert max(row["high"] - row["low"] for row in rates) / 2 <= 0.2


# --- every game


@pytest.mark.parametrize("game", TITLES)
def test_deals_of_every_game(game: str) -> None:
    text = good("deal", game, "--seed", "7", "--count", "4")
    assert len(text.splitlines()) == 4
    assert (
        text.splitlines()[2:]
        == good("deal", game, "--seed", "7", "--number", "2", "--count", "2").splitlines()
    )
    answer = strict(good("deal", game, "--seed", "7", "--count", "4", "--format", "json"))
    assert [deal["deal"] for deal in answer["deals"]] == [
        line.split("  ")[0] for line in text.splitlines()
    ]


@pytest.mark.parametrize("game", TITLES)
def test_base_rates_of_every_game(game: str) -> None:
    level = load_game(game).levels[0]
    words = ("bid-odds", game, "--play", level, "--deals", "40", "--seed", "7")
    answer = strict(good(*words, "--format", "json"))
    assert (answer["command"], answer["game"]) == ("bid-odds", game)
    assert answer["rows"]
    check_rows(answer)
    for encoding in ("utf-8", "ascii"):
        text = good(*words, encoding=encoding)
        assert max(map(len, text.splitlines())) <= WIDTH
        assert f"{level}: " in text
        assert not set(text) & {*SUIT_SIGNS, ESCAPE}


@pytest.mark.parametrize("name", [*TITLES.values(), *(t.upper() for t in TITLES.values())])
def test_accented_names_are_names(name: str) -> None:
    assert good("rules", name).startswith(next(k for k, v in TITLES.items() if v == name.title()))
