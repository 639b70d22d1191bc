"""Any words whatever: a result, or status 2 with one clear line a problem; never a traceback.

``scripts/fuzz --inputs 100000`` throws as many inputs at the same surfaces as asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.fuzz.harness import Case, cut_short, run
from tests.fuzz.nonsense import FILES, RIGHT
from tests.fuzz.surfaces import SURFACES

INPUTS = 40
"""Inputs of a surface of share 1."""


@pytest.fixture(autouse=True, scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with cut_short(tmp_path_factory.mktemp("fuzz")):
        yield


@pytest.mark.parametrize("name", SURFACES)
def test_any_text(name: str) -> None:
    surface = SURFACES[name]

    @settings(
        max_examples=INPUTS * surface.share,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(surface.inputs)
    def each(case: Any) -> None:
        surface.holds(case)

    each()


@pytest.mark.parametrize("words", RIGHT)
def test_what_is_spoiled_was_right(words: tuple[str, ...]) -> None:
    done = run(Case(words))
    assert done is None or done.status == 0, done


@pytest.mark.parametrize(("words", "name", "content"), FILES)
def test_files_that_are_spoiled_were_right(words: tuple[str, ...], name: str, content: str) -> None:
    done = run(Case(words, ((name, content),)))
    assert done is None or done.status == 0, done
