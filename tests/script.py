"""Scripts of the checkout as modules, to test what they say."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from types import ModuleType

import pytest

from tests.cli.command import CHECKOUT


def load_script(name: str) -> ModuleType:
    """The script ``scripts/NAME`` without running it."""
    path = CHECKOUT / "scripts" / name
    loader = SourceFileLoader(name.replace("-", "_"), str(path))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(path.parent)
        loader.exec_module(module)
    return module
