"""Building a report: the same bytes however it is computed, stopped and resumed, or said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analyzer.errors import QuestionError
from analyzer.games.base import Plan
from analyzer.games.chapters import Block, Col, Figure, Table, Text
from analyzer.games.cuccu.game import Cuccu
from analyzer.games.rules import Rules
from analyzer.games.studio import ChapterMaker, Studio, first_number
from analyzer.report.pages.build import Wanted, build, write
from analyzer.report.pages.desk import Desk
from analyzer.report.pages.store import Store
from analyzer.run.runs import Progress
from tests.toy import Pressing, Toy

ODDS = [Col("bid", "bid"), Col("value", "made", "percent", "low", "high")]


class Counted(Toy):
    """The toy, which counts how often it is computed."""

    batches = 0

    def compute(self, seed: int, first: int, count: int, workspace: Any) -> Any:
        Counted.batches += 1
        return super().compute(seed, first, count, workspace)


def first(studio: Studio) -> Sequence[Block]:
    found = studio.estimates("toy", Counted())
    made = found[found["measure"] == "success"]
    x = first_number(found, True, bid=1, measure="success")
    say = studio.say
    return [
        Text(say(f"made {say.number(x)}", f"făcut {say.number(x)}")),
        Table("odds", "o", made, ODDS),
    ]


def second(studio: Studio) -> Sequence[Block]:
    rows = studio.sample("rows", Counted(), 200)
    rows = rows.assign(half=np.arange(200) % 2)
    found = studio.groups(rows, "half", "success_1", percent=True)
    return [Figure("groups", "bars", "c", "a", found, "half", "x", "made", percent=True)]


def pressed(studio: Studio) -> Sequence[Block]:
    studio.estimates("pressed", Pressing(), 10_000)
    return [Text("never")]


class Quick(Cuccu):
    """Cuccù by name and rules; a coin and a die in all else."""

    makers = (
        ChapterMaker("first", ("First", "Întâi"), first),
        ChapterMaker("second", ("Second", "Apoi"), second),
    )

    def chapters(self, rules: Rules) -> Sequence[ChapterMaker]:
        return self.makers

    def study(self, rules: Rules, play: str) -> list[Plan]:
        return [Toy()]


class Stopped(Quick):
    makers = (
        Quick.makers[0],
        ChapterMaker("pressed", ("Pressed", "Apăsat"), pressed),
        Quick.makers[1],
    )


def wanted(game: Cuccu | None = None, **changes: Any) -> Wanted:
    game = game or Quick()
    rules = game.rules.load("standard", {"lives": 2})
    return Wanted(game, rules, **({"play": "simple", "deals": 500} | changes))


def files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_pages_do_not_depend_on_threads_or_on_what_was_kept(tmp_path: Path) -> None:
    write(build(wanted(workers=1), Store(None)), tmp_path / "a")
    write(build(wanted(workers=2), Store(tmp_path / "kept")), tmp_path / "b")
    before = Counted.batches
    write(build(wanted(workers=2), Store(tmp_path / "kept")), tmp_path / "c")
    assert Counted.batches == before
    assert files(tmp_path / "a") == files(tmp_path / "b") == files(tmp_path / "c")


def test_another_language_computes_nothing_again(tmp_path: Path) -> None:
    build(wanted(), Store(tmp_path))
    before = Counted.batches
    found = build(wanted(lang="ro"), Store(tmp_path))
    assert Counted.batches == before
    assert [c.title for c in found.chapters] == ["Întâi", "Apoi", "Regulile casei", "Metoda"]
    (text,) = [b for b in found.chapters[0].blocks if isinstance(b, Text)]
    assert text.text.startswith("făcut ")
    assert "\u00a0%" in text.text


def test_another_seed_budget_or_rule_is_computed_again(tmp_path: Path) -> None:
    one = build(wanted(), Store(tmp_path)).tables[0].frame
    for changes in ({"seed": 2}, {"deals": 400}):
        other = build(wanted(**changes), Store(tmp_path)).tables[0].frame
        assert not other["value"].equals(one["value"])


def test_ctrl_c_keeps_what_was_finished_and_the_next_run_goes_on(tmp_path: Path) -> None:
    found = build(wanted(Stopped()), Store(tmp_path))
    assert not found.complete
    assert [c.key for c in found.chapters] == ["first", "method"]
    before = Counted.batches
    resumed = build(wanted(), Store(tmp_path))
    # The first chapter was kept; of the second, 200 rows were still to be computed.
    assert resumed.complete
    assert Counted.batches > before
    assert resumed.tables[0].frame.equals(found.tables[0].frame)


def test_ctrl_c_between_runs_ends_it_too() -> None:
    @contextmanager
    def watch(title: str) -> Iterator[Progress | None]:
        if "2/4" in title:
            raise KeyboardInterrupt
        yield None

    found = build(wanted(), Store(None), watch)
    assert [c.key for c in found.chapters] == ["first", "method"]


def test_the_method_says_how_to_make_the_page_again() -> None:
    found = build(wanted(seed=7), Store(None))
    (table,) = [t for t in found.tables if t.key == "method"]
    told = "\n".join(table.frame["how"])
    assert (
        "`analyzer report cuccu --rules standard --set lives=2 --play simple --deals 500 --seed 7 "
        "--lang en`"
    ) in told
    assert found.say.count(500) in told


def test_keys_used_twice_are_told() -> None:
    class Twice(Quick):
        makers = (Quick.makers[0], ChapterMaker("again", ("A", "A"), first))

    with pytest.raises(ValueError, match="keys used twice: odds"):
        build(wanted(Twice()), Store(None))


def test_a_game_without_chapters_says_so() -> None:
    class Bare(Quick):
        def chapters(self, rules: Rules) -> Sequence[ChapterMaker]:
            return super(Cuccu, self).chapters(rules)

    with pytest.raises(QuestionError, match="no strategy report yet"):
        build(wanted(Bare()), Store(None))


def desk() -> Desk:
    asked = wanted()
    from analyzer.games.speech import Speech

    return Desk(asked.game, asked.rules, "simple", 300, 1, Speech("en"), Store(None))


def test_rows_are_the_deals_of_the_estimates() -> None:
    studio = desk()
    rows = studio.sample("rows", Toy())
    found = studio.estimates("all", Toy())
    for bid in (1, 2, 3):
        row = found[(found["bid"] == bid) & (found["measure"] == "score")].iloc[0]
        assert rows[f"score_{bid}"].mean() == pytest.approx(row["value"])
    assert len(rows) == 300


def test_rules_of_thumb_cost_what_they_lose() -> None:
    # Two hands in three are worth 1 more when asked with; the rule that always keeps loses 2/3.
    frame = pd.DataFrame({"card": [1, 2, 3] * 40, "ask": [1.0, 1.0, -1.0] * 40, "keep": 0.0})
    studio, scores = desk(), {"keep": "keep", "ask": "ask"}
    assert studio.cost(frame, ["keep"] * 120, scores).value == pytest.approx(2 / 3)
    tree = studio.tree(frame, ["card"], scores, least=10)
    assert [leaf.choice for leaf in tree.leaves] == ["ask", "keep"]
    assert tree.leaves[0].ranges == {"card": (None, 2.0)}
    assert tree.leaves[1].ranges == {"card": (3.0, None)}
    assert tree.cost.value == 0
    count = studio.points(frame, ["card"], scores)
    assert (count.above, count.below) == ("ask", "keep")
    assert count.weights["card"] * 2 >= count.threshold > count.weights["card"] * 3


def test_independent_judges_make_an_honest_reference() -> None:
    # Scores are noise: the better of two is worth nothing, though the best in hindsight is 1.1.
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(rng.normal(size=(4000, 4)), columns=["a", "b", "ja", "jb"])
    studio, scores = desk(), {"x": "a", "y": "b"}
    honest = studio.cost(frame, ["x"] * 4000, scores, {"x": "ja", "y": "jb"})
    assert honest.low <= 0 <= honest.high
    assert studio.cost(frame, ["x"] * 4000, scores).low > 0.4


def test_the_store_keeps_frames_as_they_are(tmp_path: Path) -> None:
    frame = pd.DataFrame(
        {
            "bid": pd.Series([1, "pass", None], dtype=object),
            "value": [0.1, float("inf"), -2.0],
            "n": [1, 2, 3],
            "clear": [True, False, True],
        }
    )
    Store(tmp_path).put({"a": 1}, frame)
    found = Store(tmp_path).get({"a": 1})
    assert found is not None
    pd.testing.assert_frame_equal(found, frame)
    assert Store(tmp_path).get({"a": 2}) is None
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:40])
    assert Store(tmp_path).get({"a": 1}) is None
