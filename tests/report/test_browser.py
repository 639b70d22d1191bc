"""Pages in a real browser, where there is one: nothing runs off a phone, both schemes drawn."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from analyzer.report.pages import html
from tests.report.pages_toy import toy_report

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
CHECKOUT = Path(__file__).resolve().parent.parent.parent
SAMPLES = sorted((CHECKOUT / "reports" / "samples").glob("*.html"))
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-quic",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars",
)  # fmt: skip
DARK, LIGHT = 0, 1
PHONE = 390
# The narrowest window of headless Chromium is wider than a phone, so the page is put in a frame.
FRAME = """<!DOCTYPE html><meta charset="utf-8"><title>?</title>
<iframe id="phone" src="page.html" width="{width}" height="800"></iframe>
<script>
onload = () => {{
  const page = document.getElementById("phone").contentDocument;
  const wide = [...page.querySelectorAll("main > section > *")]
    .filter(e => e.getBoundingClientRect().right > {width}).map(e => e.className || e.tagName);
  document.title = page.documentElement.scrollWidth + " " + wide.join(",");
}};
</script>"""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


def browse(folder: Path, *words: str) -> str:
    assert CHROMIUM is not None
    flags = [*FLAGS, f"--user-data-dir={folder / 'user'}", "--allow-file-access-from-files"]
    done = subprocess.run(
        [CHROMIUM, *flags, *words], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def pages() -> list[str]:
    # One sample stands for all: a browser takes seconds to start.
    return ["toy", *(path.name for path in SAMPLES[:1])]


@pytest.mark.parametrize("name", pages())
def test_no_page_runs_off_a_phone(name: str, tmp_path: Path) -> None:
    if name == "toy":
        text = html.render(toy_report())
    else:
        text = (CHECKOUT / "reports" / "samples" / name).read_text(encoding="utf-8")
    (tmp_path / "page.html").write_text(text, encoding="utf-8")
    frame = tmp_path / "frame.html"
    frame.write_text(FRAME.format(width=PHONE), encoding="utf-8")
    dom = browse(tmp_path, "--virtual-time-budget=5000", "--dump-dom", frame.as_uri())
    found = re.search(r"<title>(\d+) (.*?)</title>", dom)
    assert found is not None
    assert (int(found[1]), found[2]) == (PHONE, "")


@pytest.mark.parametrize("scheme", [DARK, LIGHT])
def test_both_colour_schemes_are_drawn(scheme: int, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    page = tmp_path / "page.html"
    page.write_text(html.render(toy_report()), encoding="utf-8")
    shot = tmp_path / "shot.png"
    setting = f"--blink-settings=preferredColorScheme={scheme}"
    browse(tmp_path, setting, "--window-size=800,1200", f"--screenshot={shot}", page.as_uri())
    with image.open(shot) as picture:
        grey = picture.convert("L")
        corner, colours = grey.getpixel((2, 2)), len(picture.convert("RGB").getcolors(1 << 24))
    assert corner < 60 if scheme == DARK else corner > 200
    # Text and plots were drawn: a blank page has one colour.
    assert colours > 50
