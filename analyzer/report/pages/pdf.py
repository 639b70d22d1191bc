"""A report's page as PDF, by WeasyPrint, which is an extra."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from analyzer.errors import QuestionError
from analyzer.report.pages.plots import VARIABLES

_HINT = "--pdf needs WeasyPrint: install it with  pip install 'folk-card-analyzer[pdf]'"


def check_pdf() -> None:
    """A QuestionError that says what to install when PDF files cannot be written."""
    if find_spec("weasyprint") is None:
        raise QuestionError(_HINT)
    _weasyprint()


def pdf_of(page: str) -> bytes:
    """The PDF of an HTML page."""
    # Its SVG part knows no variables: the colours of white paper stand for them.
    for colour, variable in VARIABLES.items():
        page = page.replace(f"fill: var({variable})", f"fill: {colour}")
        page = page.replace(f"stroke: var({variable})", f"stroke: {colour}")
    content: bytes = _weasyprint().HTML(string=page).write_pdf()
    return content


def _weasyprint() -> Any:
    try:
        import weasyprint
    except OSError as error:
        # The package is there, but not the system's Pango that it draws letters with.
        raise QuestionError(f"--pdf: WeasyPrint cannot find a library it needs ({error})") from None
    return weasyprint
