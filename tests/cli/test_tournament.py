"""``analyzer tournament`` and ``--layouts``: formats, plots, pairs, mistakes."""

from __future__ import annotations

import csv
import io
import json
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from analyzer.cli.problems import Problems
from analyzer.cli.question import levels
from analyzer.games.cuccu.game import GAME, Cuccu
from analyzer.report.tables import level_meaning
from tests.cli.command import CHECKOUT, bad, call, good

RUN = ("--deals", "60", "--matches", "20", "--seed", "3", "--quiet")
COLUMNS = ["a", "b", "unit", "measure", "value", "low", "high", "a_value", "b_value", "n"]


class Thinking(Cuccu):
    """Cuccù with an expert that imagines layouts, as far as reading questions goes."""

    layouts = 24


def _json(*words: str) -> dict:
    def refuse(text: str) -> None:
        raise AssertionError(f"{text} is not strict JSON")

    text = good("tournament", "cuccu", *RUN, *words, "--format", "json")
    found = json.loads(text, parse_constant=refuse)
    assert isinstance(found, dict)
    return found


def test_json_tells_every_pair_and_measure() -> None:
    found = _json("--play", "expert,simple,random")
    assert (found["schema"], found["command"], found["game"]) == (
        "analyzer/1",
        "tournament",
        "cuccu",
    )
    assert found["rules"]["preset"] == "standard"
    assert found["question"]["pairs"] == [["expert", "simple"], ["simple", "random"]]
    method = found["method"]
    assert (method["deals"], method["matches"], method["seed"]) == (60, 20, 3)
    assert method["plays"] == ["expert", "simple", "random"]
    assert (method["even_share"], method["confidence"]) == (0.25, 0.95)
    measures = ["score", "lose_life", "slam", "match"]
    pairs = found["question"]["pairs"]
    told = [[row["a"], row["b"], row["measure"]] for row in found["rows"]]
    assert told == [[*pair, measure] for pair in pairs for measure in measures]
    for row in found["rows"]:
        assert list(row) == COLUMNS
        assert row["n"] == (20 if row["measure"] == "match" else 60)
        assert row["unit"] == ("match" if row["measure"] == "match" else "deal")
        assert row["low"] <= row["value"] <= row["high"]
        if row["measure"] == "score":
            assert row["a_value"] is row["b_value"] is None
        else:
            assert row["a_value"] - row["b_value"] == pytest.approx(row["value"])
    assert len(found["summary"]) == 2
    assert set(found["meanings"]) == set(measures)


def test_exchanged_levels_have_opposite_rows() -> None:
    one, other = (_json("--play", play)["rows"] for play in ("simple,random", "random,simple"))
    for a, b in zip(one, other, strict=True):
        assert (a["value"], a["low"], a["high"]) == (-b["value"], -b["high"], -b["low"])
        assert (a["a_value"], a["b_value"]) == (b["b_value"], b["a_value"])


def test_all_levels_play_when_none_is_named_the_strongest_first() -> None:
    assert _json()["question"]["pairs"] == [["expert", "simple"], ["simple", "random"]]
    every = _json("--all-pairs")["question"]["pairs"]
    assert every == [["expert", "simple"], ["expert", "random"], ["simple", "random"]]


def test_threads_do_not_matter() -> None:
    one, two = (_json("--workers", workers)["rows"] for workers in ("1", "2"))
    assert one == two


def test_no_matches() -> None:
    words = ("tournament", "cuccu", "--deals", "60", "--seed", "3", "--matches", "0", "--quiet")
    found = json.loads(good(*words, "--format", "json"))
    assert found["method"]["matches"] == 0
    assert {row["unit"] for row in found["rows"]} == {"deal"}
    assert "match" not in good(*words).replace("matches", "")


def test_a_tenth_as_many_matches_by_default() -> None:
    text = good("tournament", "cuccu", "--deals", "60", "--seed", "3", "--quiet")
    assert "60 deals and 6 matches for each pair, seed 3" in text


def test_csv_and_table_and_markdown_tell_the_same() -> None:
    words = ("tournament", "cuccu", *RUN)
    text = good(*words, "--format", "csv")
    assert text.splitlines()[0].split(",") == COLUMNS
    assert len(list(csv.DictReader(io.StringIO(text)))) == len(_json()["rows"])
    table = good(*words)
    assert max(map(len, table.splitlines())) <= 100
    markdown = good(*words, "--format", "markdown")
    assert "|  | level | against | measure |" in markdown
    for shown in (table, markdown):
        assert "seed 3" in shown
        assert "simple is ahead of random by" in shown
        assert "25 % is an even share" in shown.replace("\n", " ")


def test_two_deals_that_agree_prove_nothing() -> None:
    text = good(
        "tournament", "cuccu", "--play", "expert,simple", "--deals", "2", "--matches", "0",
        "--seed", "1", "--quiet",
    )  # fmt: skip
    assert "0 ±?" in text
    assert "too few deals to say anything" in text


def test_a_console_without_unicode() -> None:
    text = good("tournament", "cuccu", *RUN, encoding="ascii")
    assert "+-" in text


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_plot_is_written_the_same_each_time(tmp_path: Path, ending: str) -> None:
    files = [tmp_path / f"{name}.{ending}" for name in "ab"]
    for file in files:
        good("tournament", "cuccu", *RUN, "--plot", str(file))
    one, two = (file.read_bytes() for file in files)
    assert one == two
    assert b"<svg" in one[:1000] if ending == "svg" else one.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--play", "simple"], "expected two or more levels of play"),
        (["--play", "simple,simple"], "expected two or more levels of play"),
        (["--play", "best,simple"], "level of play 'best': expected random"),
        (["--play", "open,simple"], "no level 'open'"),
        (["--deals", "1"], "--deals 1: expected a whole number from 2"),
        (["--matches", "-1"], "--matches -1: expected a whole number from 0"),
        (["--matches", "x"], "--matches x: expected a whole number"),
        (["--precision", "0.1"], "fixed number of deals"),
        (["--plot", "x.pdf"], "expected a name that ends in .svg or .png"),
        (["--plot", "no/such/x.svg"], "there is no folder"),
        (["--rules", "lu_stuu"], "did you mean lu_stu?"),
        (["--vs", "openspiel"], "--vs openspiel: no other engine plays Cuccù here"),
        (["--vs"], "--vs: expected a value"),
        (["--layouts", "40"], "--layouts 40: no expert of Cuccù imagines layouts"),
        (["--layouts", "0"], "--layouts 0: expected a whole number from 1 to 10000"),
        (["--play", "expert:40,simple"], "imagines no layouts"),
        (["extra"], "unexpected argument 'extra'"),
    ],
)
def test_mistakes(words: list[str], message: str) -> None:
    assert any(message in line for line in bad("tournament", "cuccu", *words))


def test_an_engine_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    (line,) = bad("tournament", "cupe", "--vs", "openspiel", "--rules", "openspiel")
    assert line.startswith("--vs openspiel: OpenSpiel is not installed, expected")
    extra = line.partition("[")[2].partition("]")[0]
    assert f"\n{extra} = [" in (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")


def test_openspiel_plays_under_its_own_rules() -> None:
    pytest.importorskip("pyspiel")
    words = ("tournament", "cupe", "--play", "simple", "--vs", "openspiel:2", "--quiet")
    lines = bad(*words)
    assert any("--rules openspiel" in line for line in lines)
    (line,) = bad(*words, "--rules", "openspiel", "--all-pairs")
    assert "every level plays openspiel:2 only" in line
    text = good(*words, "--rules", "openspiel", "--deals", "2", "--seed", "1")
    assert "2 deals for each pair, seed 1" in text
    assert "openspiel:2: OpenSpiel's ISMCTS bot, 2 simulations a decision" in text


def test_all_mistakes_are_told_at_once() -> None:
    lines = bad("tournament", "cuccu", "--play", "best,worst", "--deals", "0", "--seed", "x")
    assert len(lines) == 4


def test_nobody_sees_all_cards_at_a_table() -> None:
    lines = bad("tournament", "cutu", "--play", "open,simple")
    assert any("nobody sees all cards at a table" in line for line in lines)


def asked(play: str | None, layouts: str | None, game: Cuccu = GAME) -> tuple[list[str], list[str]]:
    """Levels that play, and problems."""
    problems = Problems()
    found = levels(Namespace(play=play, layouts=layouts), game, ("simple", "expert"), problems)
    return found, problems.found


def test_layouts_make_experts_think_so_hard() -> None:
    game = Thinking()
    assert asked("expert,simple", "40", game) == (["expert:40", "simple"], [])
    assert asked("expert,expert:7", "40", game) == (["expert:40", "expert:7"], [])
    assert asked(None, "40", game) == (["simple", "expert:40"], [])
    assert asked(None, None, game) == ([], [])
    assert game.check_plays(["expert:40", "expert:24"]) == ("expert:40", "expert")


@pytest.mark.parametrize(
    ("play", "layouts", "problem"),
    [
        ("simple", "40", "--layouts 40: no expert is asked for, expected --play expert"),
        (
            "expert:7",
            "40",
            "--layouts 40: --play names a number of layouts too, expected one of the two",
        ),
        ("expert", "0", "--layouts 0: expected a whole number from 1 to 10000"),
        ("expert", "x", "--layouts x: expected a whole number from 1 to 10000"),
    ],
)
def test_layouts_that_cannot_be(play: str, layouts: str, problem: str) -> None:
    assert asked(play, layouts, Thinking())[1] == [problem]


@pytest.mark.parametrize("words", [("bid-odds", "cuccu", "VI"), ("compare", "cuccu", "lu_stu")])
def test_other_commands_know_layouts_too(words: tuple[str, ...]) -> None:
    (line,) = bad(*words, "--layouts", "40")
    assert line == "--layouts 40: no expert of Cuccù imagines layouts"


def test_a_level_with_layouts_is_told_in_words() -> None:
    assert level_meaning(GAME, "simple").startswith("simple: asks below")
    assert level_meaning(GAME, "expert:40").startswith("expert:40: computed")


def test_seed_is_told_beside_csv() -> None:
    done = call("tournament", "cuccu", "--deals", "10", "--matches", "0", "--format", "csv")
    assert "analyzer: seed " in done.err
