"""``analyzer compare``: formats, plots, variants by every way of naming them, mistakes."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.command import bad, good

RUN = ("--deals", "60", "--seed", "3", "--quiet")
KEYS = {
    "variant",
    "base",
    "choice",
    "play",
    "measure",
    "base_value",
    "value",
    "difference",
    "low",
    "high",
    "n",
    "paired",
}
"""Columns that every row of a comparison has (design, section 5)."""


def _json(*words: str) -> dict:
    def refuse(text: str) -> None:
        raise AssertionError(f"{text} is not strict JSON")

    found = json.loads(good("compare", "cutu", *words, "--format", "json"), parse_constant=refuse)
    assert isinstance(found, dict)
    return found


def test_json_has_the_documented_columns() -> None:
    found = _json("standard", "partner_exempt", *RUN)
    assert found["schema"] == "analyzer/1"
    assert found["command"] == "compare"
    for row in found["rows"]:
        assert set(row) >= KEYS
        assert row["variant"] == "partner_exempt"
        assert row["base"] == "standard"
        assert row["value"] - row["base_value"] == pytest.approx(row["difference"])
        if row["low"] is not None:
            assert row["low"] <= row["difference"] <= row["high"]
    assert len(found["summary"]) == 3
    measures = {row["measure"] for row in found["rows"]}
    assert measures <= set(found["meanings"])


def test_variants_by_preset_by_file_and_by_changes_are_the_same(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text("partner_exempt = true\n")
    ways = [
        ("standard", "partner_exempt"),
        ("standard", str(file)),
        ("--variant", "partner_exempt=true"),
    ]
    rows = [_json(*way, *RUN)["rows"] for way in ways]
    for other in rows[1:]:
        for a, b in zip(rows[0], other, strict=True):
            assert {k: v for k, v in a.items() if k != "variant"} == {
                k: v for k, v in b.items() if k != "variant"
            }


def test_a_single_preset_is_compared_with_the_standard() -> None:
    alone, both = _json("short", *RUN), _json("standard", "short", *RUN)
    assert alone["rows"] == both["rows"]


def test_a_variant_equal_to_the_base_gives_zero_of_zero_width() -> None:
    for row in _json("standard", "standard", *RUN)["rows"]:
        assert (row["difference"], row["low"], row["high"]) == (0, 0, 0)


def test_the_base_is_changed_by_set() -> None:
    found = _json("--set", "cutu_factor=3", "--variant", "cutu_factor=2", *RUN)
    assert found["rules"]["changed"] == {"cutu_factor": 3}
    assert found["variants"]["cutu_factor=2"]["changed"] == {}


def test_threads_do_not_matter() -> None:
    one, two = (
        _json("standard", "whist", *RUN, "--workers", workers)["rows"] for workers in ("1", "2")
    )
    assert one == two


def test_csv_and_table_and_markdown_tell_the_same() -> None:
    words = ("compare", "cutu", "standard", "whist", *RUN)
    rows = list(csv.DictReader(io.StringIO(good(*words, "--format", "csv"))))
    assert len(rows) == len(_json("standard", "whist", *RUN)["rows"])
    table = good(*words)
    assert max(map(len, table.splitlines())) <= 100
    markdown = good(*words, "--format", "markdown")
    assert "| whist |" in markdown
    for text in (table, markdown):
        assert "seed 3" in text


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_forest_plot_is_written(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"effects.{ending}"
    good("compare", "cutu", "standard", "whist", *RUN, "--plot", str(file))
    start = file.read_bytes()[:200]
    assert (
        (b"<svg" in file.read_bytes()[:1000]) if ending == "svg" else start.startswith(b"\x89PNG")
    )


def test_the_same_plot_twice_is_the_same_file(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.svg", "b.svg")]
    for file in files:
        good("compare", "cutu", "standard", "short", *RUN, "--plot", str(file))
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected a preset, --variant NAME=VALUE or --each"),
        (["standard", "whisk"], "did you mean whist?"),
        (["--variant", "cutu_factor=7"], "cutu_factor = 7: expected 2, 1 or 3"),
        (["--variant", "cutu_facto=7"], "did you mean cutu_factor?"),
        (["--each", "--play", "open"], "card by card"),
        (["--each", "--play", "simple,random"], "one level of play"),
        (["--each", "--deals", "1"], "--deals 1: expected a whole number from 2"),
        (["--each", "--precision", "0.1"], "fixed number of deals"),
        (["--each", "--plot", "x.pdf"], "expected a name that ends in .svg or .png"),
        (["--each", "--plot", "no/such/x.svg"], "there is no folder"),
        (["standard", "whist", "--rules", "short"], "name the base first"),
        (["no.toml", "whist"], "no such file"),
    ],
)
def test_mistakes(words: list[str], message: str) -> None:
    assert any(message in line for line in bad("compare", "cutu", *words))


def test_all_mistakes_are_told_at_once() -> None:
    lines = bad("compare", "cutu", "standard", "foo", "--variant", "x=1", "--deals", "0")
    assert len(lines) == 3
