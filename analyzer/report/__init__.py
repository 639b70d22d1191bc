"""Tables, plots and pages; called as a function, :func:`analyzer.report.pages.ask.report`.

``analyzer.report`` is both this package and a function of the public interface: Python binds a
package's name in its parent as soon as any of its modules is imported, so the package itself
must be what is called.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _CallablePackage(ModuleType):
    def __call__(self, *args: Any, **options: Any) -> Any:
        from analyzer.report.pages.ask import report

        return report(*args, **options)


sys.modules[__name__].__class__ = _CallablePackage
