"""The samples in reports/samples/ are what this program writes: one is built again and compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from analyzer.report.pages.common import versions

CHECKOUT = Path(__file__).resolve().parent.parent.parent
SAMPLES = CHECKOUT / "reports" / "samples"
REBUILT = "cuccu"
"""The game whose sample is built again."""


@pytest.fixture
def writer() -> Iterator[ModuleType]:
    path = CHECKOUT / "scripts" / "reports"
    loader = SourceFileLoader("write_reports", str(path))
    spec = spec_from_loader("write_reports", loader)
    assert spec is not None
    module = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(path.parent)
        loader.exec_module(module)
        yield module


def plain(text: str, versions_differ: bool) -> str:
    """The text without what other versions of the libraries may write otherwise."""
    if not versions_differ:
        return text
    text = re.sub(r"<svg.*?</svg>", "<svg>", text, flags=re.S)
    return re.sub(r"analyzer \d+\.\d+\S*, numpy [^|<\n]*", "versions", text)


def test_a_sample_is_built_again_the_same(
    writer: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer.checkout, "ROOT", tmp_path)
    writer.rebuild(REBUILT, "en", tmp_path)
    stored = (SAMPLES / f"{REBUILT}.md").read_text(encoding="utf-8")
    differ = versions() not in stored
    for name in (f"{REBUILT}.html", f"{REBUILT}.md"):
        kept, made = (folder / name for folder in (SAMPLES, tmp_path))
        texts = [plain(path.read_text(encoding="utf-8"), differ) for path in (kept, made)]
        assert texts[0] == texts[1], "run scripts/reports"
    kept = {path.name: path for path in (SAMPLES / REBUILT).glob("*.csv")}
    made = {path.name: path for path in (tmp_path / REBUILT).glob("*.csv")}
    assert kept.keys() == made.keys()
    for name in kept.keys() - ({"method.csv"} if differ else set()):
        assert kept[name].read_bytes() == made[name].read_bytes()


def test_every_sample_has_its_plots() -> None:
    for page in SAMPLES.rglob("*.md"):
        plots = re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
        assert plots
        assert all((page.parent / plot).is_file() for plot in plots)
