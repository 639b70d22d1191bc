from __future__ import annotations

from pathlib import Path

import pytest

from analyzer import resources

CHECKOUT = Path(__file__).resolve().parent.parent


def test_a_checkout_reads_its_own_data_folder() -> None:
    assert resources.data_path() == CHECKOUT / "data"
    assert resources.data_path("rules", "cutu") == CHECKOUT / "data" / "rules" / "cutu"


def test_data_inside_the_package_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Beside an installed package, `data` would be some other project's folder.
    package = tmp_path / "site-packages" / "analyzer"
    (package / "data").mkdir(parents=True)
    (package.parent / "data").mkdir()
    monkeypatch.setattr(resources, "_PACKAGE", package)
    assert resources.data_path("x.toml") == package / "data" / "x.toml"


def test_missing_data_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "analyzer")
    with pytest.raises(FileNotFoundError, match="install it again"):
        resources.data_path()
