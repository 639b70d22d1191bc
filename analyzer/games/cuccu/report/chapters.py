"""Which chapters there are, in their order."""

from __future__ import annotations

from analyzer.games.cuccu.report.often import how_often
from analyzer.games.studio import ChapterMaker

CHAPTERS = (ChapterMaker("often", ("How often", "Cât de des"), how_often),)
