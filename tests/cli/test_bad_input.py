"""Questions that cannot be answered: status 2, one clear line a problem, and nothing else.

Every case names words that its complaint must contain: what was given, and what was expected.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from analyzer.games import TITLES
from tests.cli.command import HAND, bad, call, started

DEAL = "N:.AKQJ.AKQJ. AKQJ...AKQJ T987.T987.. ..T987.T987"
FOUR_CARDS = "N:A... K... Q... J..."
ASKED = ("--leader", "1", "--trump", "NT")
GAME_COMMANDS = ("rules", "deal", "solve", "bid-odds", "compare", "tournament")
MORE = {"solve": [DEAL], "bid-odds": [HAND], "compare": ["--each"]}
"""What a command needs besides a game to have something to do."""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["bidodds", "cutu"], ["bidodds", "did you mean bid-odds?"]),
        (["slove", "cutu"], ["slove", "did you mean solve?"]),
        (["frobnicate"], ["frobnicate", "games, rules, deal, solve, bid-odds"]),
        (["--frobnicate"], ["--frobnicate", "analyzer --help"]),
        (["help", "frobnicate"], ["frobnicate", "expected one of"]),
        ([""], ["''", "expected one of"]),
        (["games", "cutu"], ["'cutu'", "games --help"]),
        (["games", "--set", "a=b"], ["--set"]),
    ],
)
def test_unknown_commands_and_arguments(words: list[str], expected: list[str]) -> None:
    (line,) = bad(*words)
    for text in expected:
        assert text in line


@pytest.mark.parametrize("command", GAME_COMMANDS)
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], "expected a game, cutu, cupe, cruce, cuccu or cuatrola"),
        (["cutzu"], "no game 'cutzu': did you mean cutu?"),
        (["quatrola"], "no game 'quatrola': did you mean cuatrola?"),
        (["bridge"], "no game 'bridge': expected cutu, cupe, cruce, cuccu, cuatrola"),
        ([""], "no game ''"),
    ],
)
def test_unknown_games_get_the_nearest_name(command: str, words: list[str], expected: str) -> None:
    lines = bad(command, *words)
    assert any(expected in line for line in lines)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("", "the hand has no cards"),
        ("  ", "the hand has no cards"),
        ("♠AKJ97 ♥A ♦K", "7 cards"),
        ("♠AKJ97 ♥A ♦K87", "9 cards"),
        ("♠AAJ97 ♥A ♦K8", "the A of spades is given twice"),
        ("♠AKJ97 ♥A ♦KK", "the K of diamonds is given twice"),
        ("♠AKJ96 ♥A ♦K8", "the 6 of spades is not in the 32-card pack"),
        ("♠AKJ97 ♥A ♦K8 6♠", "the 6 of spades is not in the 32-card pack"),
        ("xAKJ97 hA dK8", "unknown 'x'"),
        ("♠AKJ97 ♥Z ♦K8", "unknown 'Z'"),
        ("♠AKJ97 ♥A ♦K8 extra", "'extra'"),
        ("AKJ97.A.K8.7.7", "'AKJ97.A.K8.7.7'"),
        ("..", "'..'"),
        ("one two three", "'one'"),
        ("\x1b[31m♠AKJ97", "unknown '\\x1b'"),
    ],
)
def test_hands(hand: str, expected: str) -> None:
    lines = bad("bid-odds", "cutu", hand)
    assert any(expected in line for line in lines), lines


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--deals", "0"], "--deals 0: expected a whole number from 1"),
        (["--deals", "-5"], "--deals -5: expected a whole number from 1"),
        (["--deals=-5"], "--deals -5: expected a whole number from 1"),
        (["--deals", "x"], "--deals x: expected a whole number from 1"),
        (["--deals", "1e3"], "--deals 1e3: expected a whole number"),
        (["--deals", "2.5"], "--deals 2.5: expected a whole number"),
        (["--deals", ""], "--deals '': expected a whole number"),
        (["--deals", "9" * 30], "expected a whole number from 1 to 1000000000000"),
        (["--deals", "9" * 5000], "expected a whole number from 1 to 1000000000000"),
        (["--deals"], "--deals: expected a value"),
        (["--precision", "-0.1"], "--precision -0.1: expected a number between 0 and 1"),
        (["--precision", "0"], "--precision 0: expected a number between 0 and 1"),
        (["--precision", "1"], "--precision 1: expected a number between 0 and 1"),
        (["--precision", "x"], "--precision x: expected a number between 0 and 1"),
        (["--precision", "1%"], "--precision 1%: expected a number between 0 and 1"),
        (["--precision", "nan"], "--precision nan: expected a number between 0 and 1"),
        (["--precision", "inf"], "--precision inf: expected a number between 0 and 1"),
        (["--precision=-inf"], "--precision -inf: expected a number between 0 and 1"),
        (["--precision", ""], "--precision '': expected a number between 0 and 1"),
        (["--seed", "-1"], "--seed -1: expected a whole number from 0"),
        (["--seed", str(2**64)], f"--seed {2**64}: expected a whole number from 0 to {2**64 - 1}"),
        (["--seed", "abc"], "--seed abc: expected a whole number"),
        (["--workers", "0"], "--workers 0: expected a whole number from 1"),
        (["--workers", "many"], "--workers many: expected a whole number from 1"),
        (["--format", "xml"], "--format xml: expected table, json, csv, markdown"),
        (["--format", "jsn"], "--format jsn: did you mean json?"),
        (["--format", ""], "--format '': expected table"),
        (["--play", "expertt"], "'expertt': expected random"),
        (["--play", ""], "level of play ''"),
        (["--play", ","], "level of play ''"),
        (["--play", "open,,random"], "level of play ''"),
        (["--quiet=yes"], "--quiet: expected no value"),
        (["--dealz", "5"], "unknown option --dealz: did you mean --deals?"),
        (["--precison=0.1"], "unknown option --precison: did you mean --precision?"),
        (["--xyzzy"], "unknown option --xyzzy: see analyzer bid-odds --help"),
        (["-x"], "unknown option -x"),
        (["--deal", "5"], "unknown option --deal: did you mean --deals?"),
        (["--seed", "1", "--seed", "2"], "--seed: is given twice, as 1 and as 2"),
        (["--format=csv", "--format", "json"], "--format: is given twice"),
        (["--calls", "pas", "--calls", "5"], "--calls: is given twice"),
    ],
)
def test_options(words: list[str], expected: str) -> None:
    lines = bad("bid-odds", "cutu", HAND, *words)
    assert any(expected in line for line in lines), lines


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--calls", "6", "--bids", "5"], ["--bids 5: expected 7, 8 after 6"]),
        (["--calls", "5 4"], ["call 2", "4", "6, 7, 8"]),
        (["--calls", "5 5"], ["call 2", "5", "6, 7, 8"]),
        (["--calls", "3"], ["call 1", "3", "4 to 8"]),
        (["--calls", "cinci"], ["call 1", "cinci", "4 to 8"]),
        (["--calls", "pas pas pas pas"], ["4 calls", "at most 3"]),
        (["--bids", "9"], ["--bids 9: expected 4, 5, 6, 7, 8"]),
        (["--bids", ""], ["--bids", "such as 5,6"]),
        (["--bids", "5;6"], ["--bids 5;6"]),
        (["--bids", "pas"], ["--bids pas: expected 4, 5, 6, 7, 8"]),
        (["--calls", "8", "--bids", "8"], ["--bids 8: expected none after 8"]),
        (["--seat", "5"], ["'5'", "1 to 4"]),
        (["--seat", "2", "--calls", "pas pas"], ["--seat 2", "seat 3"]),
        (["--set", "lowest_bid=5", "--bids", "4"], ["--bids 4: expected 5, 6, 7, 8"]),
    ],
)
def test_calls_and_bids_of_cutu(words: list[str], expected: list[str]) -> None:
    lines = bad("bid-odds", "cutu", HAND, *words)
    assert any(all(text in line for text in expected) for line in lines), lines


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--set", "nonsense=1"], "no house rule 'nonsense' in cutu: expected one of lowest_bid"),
        (["--set", "must_overtump=false"], "did you mean must_overtrump?"),
        (["--set", "must_overtrump=maybe"], "must_overtrump = maybe: expected true or false"),
        (["--set", "must_overtrump=1"], "must_overtrump = 1: expected true or false"),
        (["--set", "no_trump_factor=true"], "no_trump_factor = true: expected 1 or 2"),
        (["--set", "cutu_factor=4"], "cutu_factor = 4: expected 2, 1 or 3"),
        (["--set", "must_overtrump"], "'must_overtrump': expected name=value"),
        (["--set", "must_overtrump="], "expected name=value"),
        (["--set", ""], "setting '': expected name=value"),
        (["--set", "=1"], "'=1': expected name=value"),
        (["--set", "target=0"], "target = 0: expected a whole number from 1"),
        (["--set", "target=-3"], "target = -3: expected a whole number from 1"),
        (["--set", "target=2.5"], "target = 2.5: expected a whole number from 1"),
        (["--set", "target=" + "9" * 25], "expected a whole number from 1"),
        (["--set", "target=50", "--set", "target=21"], "target is given twice"),
        (["--set", "target=50,target=21"], "target is given twice"),
        (["--rules", "whits"], "no preset 'whits' for cutu: did you mean whist?"),
        (["--rules", "nothing"], "expected standard"),
        (["--rules", ""], "no preset ''"),
        (["--rules", "no/such.toml"], "rules file no/such.toml: no such file"),
        (["--rules", "."], "no preset '.'"),
        (["--rules", "./"], "is a directory"),
        (["--rules", "\0.toml"], "rules file"),
        (["--players", "3"], "--players 3: Cuțu is always for 4 players"),
        (["--players", "x"], "--players x"),
    ],
)
@pytest.mark.parametrize("command", GAME_COMMANDS)
def test_house_rules(command: str, words: list[str], expected: str) -> None:
    lines = bad(command, "cutu", *MORE.get(command, []), *words)
    assert any(expected.lower() in line.lower() for line in lines), lines


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"target = = 5", "not valid TOML"),
        (b"target 5", "not valid TOML"),
        (b"target = 5\ntarget = 6", "not valid TOML"),
        (b"target = " + b"[" * 5000, "rules file"),
        (b"target = " + b"9" * 5000, "rules file"),
        (b"\xff\xfe\x00", "not UTF-8 text"),
        (b"tarrget = 5", "did you mean target?"),
        (b"target = 0", "target = 0: expected a whole number from 1"),
        (b"target = 5.0", "target = 5.0"),
        (b"target = '5'", "target = 5"),
        (b"must_trump = 'false'", "must_trump = false: expected true or false"),
        (b"must_trump = [true]", "must_trump = [True]: expected true or false"),
        (b"[target]\nvalue = 5", "target = {'value': 5}"),
        (b"preset = 'whist'", "no house rule 'preset'"),
    ],
)
def test_rules_files(tmp_path: Path, content: bytes, expected: str) -> None:
    file = tmp_path / "ours.toml"
    file.write_bytes(content)
    lines = bad("bid-odds", "cutu", HAND, "--rules", str(file))
    assert len(lines) == 1
    assert str(file) in lines[0]
    assert expected in lines[0]


def test_a_folder_is_no_rules_file(tmp_path: Path) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    (line,) = bad("rules", "cutu", "--rules", str(folder))
    assert line == f"rules file {folder}: cannot be read (Is a directory)"


def test_every_problem_of_a_rules_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text("target = 0\nmust_trump = 3\nnonsense = 1\n")
    assert len(bad("rules", "cutu", "--rules", str(file))) == 3


@pytest.mark.parametrize("command", ["games", *GAME_COMMANDS])
def test_output_that_cannot_be_written(command: str, tmp_path: Path) -> None:
    words = [command, *(() if command == "games" else ("cutu", *MORE.get(command, [])))]
    existing = tmp_path / "kept.txt"
    existing.write_text("kept")
    for output, expected in (
        (str(tmp_path), "is a folder, expected a file"),
        (f"{tmp_path}/new/", "is a folder, expected a file"),
        (str(tmp_path / "no" / "file.txt"), f"there is no folder {tmp_path / 'no'}"),
        (str(existing / "file.txt"), "there is no folder"),
        ("", "expected the name of a file"),
        (" ", "expected the name of a file"),
        ("x" * 5000, "cannot be written"),
        ("\0", "not the name of a file"),
    ):
        (line,) = bad(*words, "--output", output)
        assert expected in line
    assert existing.read_text() == "kept"
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="a file system that takes no new files")
def test_a_folder_that_takes_no_files_is_noticed_before_the_work() -> None:
    # Root may write anywhere as far as permissions tell; /proc still refuses.
    (line,) = bad("rules", "cutu", "--output", "/proc/rules.txt")
    assert "nothing can be written in folder /proc" in line


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
def test_permissions_are_noticed_before_the_work(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("mine")
    file.chmod(0o400)
    (line,) = bad("rules", "cutu", "--output", str(file))
    assert "expected a writable file" in line
    tmp_path.chmod(0o500)
    (line,) = bad("rules", "cutu", "--output", str(tmp_path / "new.txt"))
    tmp_path.chmod(0o700)
    assert "nothing can be written" in line


def test_an_input_is_not_overwritten(tmp_path: Path) -> None:
    deals = tmp_path / "deals.txt"
    deals.write_text(DEAL)
    link = tmp_path / "link.txt"
    link.symlink_to(deals)
    for output in (deals, link):
        (line,) = bad("solve", "cutu", "--file", str(deals), "--output", str(output))
        assert "would be overwritten" in line
    rules = tmp_path / "ours.toml"
    rules.write_text("target = 50")
    (line,) = bad("deal", "cutu", "--rules", str(rules), "--output", str(rules))
    assert "would be overwritten" in line
    assert (deals.read_text(), rules.read_text()) == (DEAL, "target = 50")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--count", "0"], "--count 0: expected a whole number from 1"),
        (["--count", "1000001"], "--count 1000001: expected a whole number from 1 to 1000000"),
        (["--number", "-1"], "--number -1: expected a whole number from 0"),
        (["--number", str(2**63)], "expected a whole number from 0"),
        (["--precision", "0.1"], "unknown option --precision"),
    ],
)
@pytest.mark.parametrize("game", TITLES)
def test_deal(game: str, words: list[str], expected: str) -> None:
    (line,) = bad("deal", game, *words)
    assert expected in line


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], "expected a deal, such as N:AKJ7.T9.K8. ..., or --file FILE"),
        (["foo"], "1 hand in the deal: expected 4"),
        (["N:AK... QJ... T9..."], "3 hands in the deal: expected 4"),
        (["N:AK... QJ... T9... 87... -"], "5 hands in the deal: expected 4"),
        (["N:AK... QJ... T9... 8..."], "2, 2, 2, 1 cards: expected the same number"),
        (["N:AK... QJ... T9... -"], "2, 2, 2, 0 cards: expected the same number"),
        (["N:AK... QJ... T9... A7..."], "the A of spades"),
        (["N:AK... QJ... T9... 86..."], "the 6 of spades is not in the 32-card pack"),
        (["N:AX... QJ... T9... 87..."], "unknown rank 'X'"),
        (["Q:AK... QJ... T9... 87..."], "'Q'"),
        (["N:- - - -"], "no cards in the deal"),
        ([DEAL, "--trump", "X"], "trump 'X': expected S, H, D, C or NT"),
        ([DEAL, "--trump", ""], "trump ''"),
        ([DEAL, "--leader", "5"], "'5': expected 1 to 4"),
        ([DEAL, "--leader", "0"], "'0': expected 1 to 4"),
        ([DEAL, "--at-least", "x"], "--at-least x: expected a whole number"),
        ([DEAL, "--contract", "solo"], "--contract solo: not an option of Cuțu"),
        ([DEAL, "--declarer", "1"], "--declarer 1: not an option of Cuțu"),
        ([DEAL, "--announced", "S"], "--announced S: not an option of Cuțu"),
        ([DEAL, "--sung", "S"], "--sung S: not an option of Cuțu"),
        ([DEAL, "--leads"], "--leads: expected --trump and --leader too"),
        ([DEAL, "--line", "--leader", "2"], "--line: expected --trump too"),
        ([DEAL, *ASKED, "--leads", "--line"], "--leads, --line: expected one of them"),
        ([DEAL, *ASKED, "--leads", "--at-least", "2"], "--at-least: expected without"),
        ([FOUR_CARDS, *ASKED, "--trick", "SK"], "lies with seat 2, but seat 1 played it"),
        ([FOUR_CARDS, *ASKED, "--trick", "SA SK SQ SJ"], "trick of 4 cards: expected up to 3"),
        ([FOUR_CARDS, *ASKED, "--trick", "SA SA"], "the A of spades is given twice"),
        ([FOUR_CARDS, *ASKED, "--trick", "S7"], "cards: expected the same number in each"),
        ([FOUR_CARDS, *ASKED, "--trick", "S6"], "the 6 of spades is not in"),
        ([FOUR_CARDS, *ASKED, "--trick", ""], "no cards"),
        ([FOUR_CARDS, "--trick", "SA"], "--trick: expected --leader too"),
        ([DEAL, "--file", "deals.txt"], "expected a deal or --file, not both"),
        (["--file", "no/such.txt"], "--file no/such.txt: cannot be read (No such file"),
        (["--file", "."], "--file .: cannot be read (Is a directory)"),
        (["--file", ""], "--file '': cannot be read"),
        (["--file", os.devnull], "holds no deal"),
        ([DEAL, "--deals", "5"], "unknown option --deals"),
    ],
)
def test_solve(words: list[str], expected: str) -> None:
    lines = bad("solve", "cutu", *words)
    assert any(expected in line for line in lines), lines


def test_bad_lines_of_a_file_are_named_by_number(tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    file.write_text(f"# three deals\n{DEAL}\n\nN:AK... QJ...\n{DEAL}\nN:AX... QJ... T9... 87...\n")
    lines = bad("solve", "cutu", "--file", str(file))
    assert [line.partition(": ")[0] for line in lines] == [f"{file} line 4", f"{file} line 6"]
    # Deals that can be read and not be solved.
    file.write_text(f"{DEAL}\n\n{DEAL[:-1]}\n")
    (line,) = bad("solve", "cutu", "--file", str(file), *ASKED)
    assert line.startswith(f"{file} line 3: the four hands hold 8, 8, 8, 7 cards")
    file.write_bytes(b"\xff\xfe")
    assert bad("solve", "cutu", "--file", str(file)) == [
        f"--file {file}: cannot be read (not UTF-8 text)"
    ]


def test_of_very_many_bad_lines_only_the_first_are_told(tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    file.write_text("nonsense here\n" * 500)
    lines = bad("solve", "cutu", "--file", str(file))
    assert len(lines) == 21
    assert "more problems" in lines[-1]


def test_all_problems_at_once(tmp_path: Path) -> None:
    words = "--deals x --precision nan --seed -1 --workers 0 --format xml --play foo --calls 9"
    missing = str(tmp_path / "no" / "file")
    lines = bad("bid-odds", "cutu", "♠AKJ96 ♥A", *words.split(), "--output", missing)
    for text in (*words.split()[::2], "♠AKJ96"):
        name = {"--play": "level of play 'foo'", "--calls": "call 1"}.get(text, text)
        assert any(name in line for line in lines), name
    assert len(lines) >= 9
    lines = bad("bid-odds", "cutu", HAND, "--set", "target=0", "--set", "x=1", "--dealz", "--foo")
    assert len(lines) == 4


@pytest.mark.parametrize("game", TITLES)
def test_options_of_no_game(game: str) -> None:
    lines = bad("bid-odds", game, "--tarot", "5")
    assert any(line.startswith("unknown option --tarot") for line in lines)
    lines = bad("rules", game, "--set", "no_such_rule=1", "--rules", "no_such_preset")
    assert any("no_such_preset" in line for line in lines)
    assert bad("bid-odds", game, "xyzzy")


def test_the_python_interface_refuses_with_the_same_care() -> None:
    import numpy as np

    import analyzer

    rules = analyzer.load_rules("cutu")
    wrong: tuple[tuple[dict[str, Any], int], ...] = (
        ({"deals": 0, "workers": 0, "precision": 2.0, "seed": -1}, 4),
        ({"hand": "♠AKJ96 ♥A ♦K8", "play": "nonsense", "deals": 1.5}, 3),
        ({"precision": float("nan")}, 1),
        ({"seed": 2**64}, 1),
        ({"tarot": "5"}, 1),
    )
    for arguments, count in wrong:
        with pytest.raises(analyzer.QuestionError) as error:
            analyzer.bid_odds(rules, **arguments)
        assert len(error.value.problems) == count, error.value.problems
    with pytest.raises(analyzer.QuestionError):
        analyzer.deal(rules, n=0, seed=-1)
    for owners in (np.full(32, -1), np.full(32, 300), np.full(32, 0.5), np.zeros((2, 2, 32), int)):
        with pytest.raises(analyzer.QuestionError):
            analyzer.solve(rules, owners)
    for wrong in (np.zeros(31, int), np.zeros(32, int), np.full(32, 255)):
        with pytest.raises(analyzer.QuestionError):
            analyzer.solve(rules, wrong)
    with pytest.raises(analyzer.QuestionError):
        analyzer.solve(analyzer.load_rules("cupe"), analyzer.deal(rules, n=1))


def test_complaints_reach_any_console() -> None:
    done = call("rules", "cutu", "--players", "3", encoding="ascii")
    assert (done.status, done.out) == (2, "")
    assert "Cutu is always for 4 players" in done.err


def test_a_bad_question_ends_a_process_the_same_way() -> None:
    process = started(["bid-odds", "cutu", "♠AKJ96 ♥A ♦K8"], PYTHONIOENCODING="ascii")
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (2, b"")
    assert err.decode("ascii").count("\n") == 1
