"""Pages of reports: valid, needing nothing else, the same numbers everywhere, always intervals.

Whatever holds for a page holds for the samples in reports/samples/ too: they are real pages.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

from analyzer.games.chapters import Claim, Figure, Table
from analyzer.games.speech import Speech
from analyzer.report.pages import html, markdown, plots
from analyzer.report.pages.build import write
from analyzer.report.pages.model import csv_text, finished, table_texts
from tests.report.pages_toy import (
    line_frame,
    parsed,
    table_rows,
    texts,
    toy_blocks,
    toy_report,
    with_class,
    with_ends,
)

CHECKOUT = Path(__file__).resolve().parent.parent.parent
SAMPLES = sorted((CHECKOUT / "reports" / "samples").rglob("*.html"))
PAGES = ["toy", *(str(path.relative_to(CHECKOUT)) for path in SAMPLES)]


@pytest.fixture(params=PAGES)
def page(request: pytest.FixtureRequest) -> str:
    if request.param == "toy":
        return html.render(toy_report())
    return (CHECKOUT / request.param).read_text(encoding="utf-8")


def test_pages_are_valid_and_names_in_them_are_unique(page: str) -> None:
    root = parsed(page)
    names = Counter(e.get("id") for e in root.iter() if e.get("id"))
    assert [name for name, times in names.items() if times > 1] == []
    anchors = {e.get("href", "")[1:] for e in root.iter("a")}
    assert anchors <= set(names)
    assert root.get("lang") in ("en", "ro")


def test_pages_need_nothing_else(page: str) -> None:
    root = parsed(page)
    tags = {str(e.tag).rsplit("}", 1)[-1] for e in root.iter()}
    assert not tags & {"link", "script", "img", "iframe", "object", "embed", "audio", "video"}
    for element in root.iter():
        for key, value in element.items():
            if key.rsplit("}", 1)[-1] in ("href", "src", "srcset", "action"):
                assert value.startswith("#")
    assert "@import" not in page
    assert re.findall(r"url\((?!#)", page) == []


def test_drawings_have_a_text_instead_and_no_colour_of_one_scheme_only(page: str) -> None:
    root = parsed(page)
    drawings = [e for e in root.iter() if str(e.tag).rsplit("}", 1)[-1] == "svg"]
    assert drawings
    assert all(e.get("role") == "img" and e.get("aria-label") for e in drawings)
    body = page[page.index("<body>") :]
    assert [colour for colour in plots.VARIABLES if colour in body] == []


def test_rates_in_figures_have_intervals(page: str) -> None:
    root = parsed(page)
    figures = [f for f in with_class(root, "figure", "plot") if f.get("data-rate") == "yes"]
    assert figures
    for figure in figures:
        if figure.get("data-exact") == "no":
            values = [row[-1] for row in table_rows(figure)]
            # A value that is certain by the rules, such as a structural zero, has none.
            told = [v for v in values if re.search(r"±|–|<|>", v)]
            assert len(told) >= 0.8 * len(values)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_tables_of_samples_are_their_csv_files(sample: Path) -> None:
    root = parsed(sample.read_text(encoding="utf-8"))
    say = Speech(root.get("lang") or "")
    for figure in with_class(root, "figure", "plot"):
        key = (figure.get("id") or "").removeprefix("figure-")
        text = (sample.parent / sample.stem / f"{key}.csv").read_text(encoding="utf-8")
        rows = table_rows(figure)
        frame = pd.read_csv(io.StringIO(text))
        assert len(frame) == len(rows)
        value = frame.columns[-1 if figure.get("data-exact") == "yes" else -3]
        unit = 100 if figure.get("data-rate") == "yes" else 1
        for row, (_, numbers) in zip(rows, frame.iterrows(), strict=True):
            scaled = numbers[value] * unit
            if ends := re.match(r"([\d.,]+)–([\d.,]+)", row[-1]):
                # Of a rare event only the limits are told.
                low, high = (parsed_number(end, say) for end in ends.groups())
                assert low - 1e-9 <= scaled <= high + 1e-9
                continue
            shown = re.match(r"[+−<>]?[\d.,]+", row[-1])
            assert shown
            if shown[0][0] in "<>":
                # One-sided: the limit is told, rounded outwards.
                scaled = numbers["high" if shown[0][0] == "<" else "low"] * unit
            assert near(shown[0], scaled, say)
        assert (sample.parent / sample.stem / f"{key}.png").exists()


def parsed_number(text: str, say: Speech) -> float:
    point, thousands = (",", ".") if say.lang == "ro" else (".", ",")
    return float(text.replace(thousands, "").replace(point, "."))


def near(shown: str, number: float, say: Speech) -> bool:
    """Whether a text says a number to its own digits (or a limit near it)."""
    point, thousands = (",", ".") if say.lang == "ro" else (".", ",")
    plain = shown.replace(thousands, "").replace(point, ".").replace("−", "-")
    digits = len(plain.partition(".")[2])
    limit = plain[0] in "<>"
    unit = 10.0**-digits
    return abs(float(plain.strip("<>+")) - number) <= (1 if limit else 0.51) * unit + 1e-9


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_samples_speak_one_language(sample: Path) -> None:
    words = texts(next(parsed(sample.read_text(encoding="utf-8")).iter("main")))
    if sample.parent.name == "ro":
        assert re.findall(r"\d\.\d+\u00a0?%", words) == []
    else:
        assert re.findall(r"\d,\d\d?\s?%", words) == []


def test_csv_tables_and_pages_tell_the_same_numbers() -> None:
    report = toy_report()
    root = parsed(html.render(report))
    for figure in report.figures:
        (drawn,) = [f for f in root.iter("figure") if f.get("id") == f"figure-{figure.key}"]
        frame = pd.read_csv(io.StringIO(csv_text(figure)))
        assert frame.columns.tolist() == figure.columns
        pd.testing.assert_frame_equal(frame, figure.frame[figure.columns], check_dtype=False)
        assert table_rows(drawn) == table_texts(figure.table(), report.say)


def test_markdown_has_every_number_of_the_page() -> None:
    report = toy_report()
    text = markdown.render(report)
    for block in (*report.tables, *(figure.table() for figure in report.figures)):
        for row in table_texts(block, report.say):
            assert "| " + " | ".join(row) + " |" in text
    for figure in report.figures:
        assert f"![{figure.alt}](toy/{figure.key}.png)" in text


def test_what_is_written(tmp_path: Path) -> None:
    pages = write(toy_report(), tmp_path)
    assert [page.name for page in pages] == ["toy.html", "toy.md"]
    files = {path.name for path in (tmp_path / "toy").iterdir()}
    keys = {block.key for block in toy_blocks() if isinstance(block, Figure)}
    assert files == {f"{key}{end}" for key in keys for end in (".png", ".csv")} | {"hands.csv"}
    first = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    write(toy_report(), tmp_path)
    assert {path: path.read_bytes() for path in first} == first


def test_an_unfinished_report_says_so() -> None:
    assert "aceeași comandă îl continuă" in html.render(toy_report(complete=False))
    assert "aceeași comandă îl continuă" in markdown.render(toy_report(complete=False))
    assert "aceeași comandă" not in html.render(toy_report())


def test_texts_are_escaped() -> None:
    page = html.render(toy_report())
    assert "<strong>Cere</strong> sub <code>VI</code> &amp; <em>tace</em> &lt;altfel&gt;" in page
    assert "fără atu &lt;a &amp; b&gt;" in page


@pytest.mark.parametrize("kind", ["line", "bars", "heat", "forest"])
def test_a_figure_without_an_interval_is_refused(kind: str) -> None:
    frame = line_frame().drop(columns="high")
    with pytest.raises(ValueError, match="no column high"):
        Figure("f", kind, "c", "a", frame, "trumps", "x", "y", series="play", series_label="s")


@pytest.mark.parametrize("kind", ["line", "bars", "heat", "forest"])
def test_intervals_are_drawn(kind: str) -> None:
    # The same values with wider intervals give another drawing.
    def drawing(half: float) -> str:
        frame = with_ends(x=[1, 2, 3], s=["a", "a", "a"], value=[0.2, 0.4, 0.5])
        frame = frame.assign(low=frame["value"] - half, high=frame["value"] + half)
        series = {"series": "s", "series_label": "s"} if kind == "heat" else {}
        figure = Figure("f", kind, "c", "a", frame, "x", "x", "y", **series, percent=True)
        return plots.svg(figure, Speech("en"))

    assert drawing(0.01) != drawing(0.05)


@pytest.mark.parametrize("kind", ["heat", "forest"])
def test_the_name_of_a_low_upright_axis_is_not_cut_off(kind: str) -> None:
    from matplotlib.figure import Figure as Drawing

    name = "trumps that the two opponents hold together"
    frame = with_ends(x=[0, 1], s=["a", "b"], value=[0.2, 0.4])
    axis = {"series": "s", "series_label": name} if kind == "heat" else {}
    figure = Figure("f", kind, "c", "a", frame, "x", name, "y", **axis)
    drawing = Drawing(figsize=plots._size(figure), layout="constrained")
    plots._KINDS[kind](drawing, figure, Speech("en"))
    drawing.draw_without_rendering()
    extent = drawing.axes[0].yaxis.label.get_window_extent()
    assert extent.y0 >= 0
    assert extent.y1 <= drawing.bbox.height


@pytest.mark.parametrize(
    "wrong",
    [
        {"key": "Not a file"},
        {"kind": "pie"},
        {"alt": ""},
        {"x_label": ""},
        {"x": "nowhere"},
        {"frame": line_frame().head(0)},
        {"kind": "heat"},
    ],
)
def test_impossible_figures_are_refused(wrong: dict[str, object]) -> None:
    right: dict[str, object] = {
        "key": "f", "kind": "line", "caption": "c", "alt": "a", "frame": line_frame(),
        "x": "trumps", "x_label": "x", "value_label": "y",
    }  # fmt: skip
    with pytest.raises(ValueError):
        Figure(**(right | wrong))  # type: ignore[arg-type]  # wrong on purpose


def test_impossible_tables_and_verdicts_are_refused() -> None:
    with pytest.raises(ValueError, match="no column"):
        Table("t", "c", line_frame(), [*toy_table_cols("nowhere")])
    with pytest.raises(ValueError, match="verdict"):
        Claim("a", "b", "perhaps", "c")


def toy_table_cols(key: str) -> list[object]:
    from analyzer.games.chapters import Col

    return [Col(key, "head")]


def test_numbers_are_rounded_alike_everywhere() -> None:
    frame = with_ends(x=["a"], value=[1 / 3])
    figure = Figure("f", "forest", "c", "a", frame, "x", "x", "y")
    (block,) = finished("c", "C", [figure]).blocks
    assert isinstance(block, Figure)
    assert block.frame["value"].tolist() == [0.333333]
