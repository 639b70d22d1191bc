"""What all tests share."""

from __future__ import annotations

import hypothesis

# The first call of a kernel compiles it, which no deadline for a single example survives.
hypothesis.settings.register_profile("analyzer", deadline=None)
hypothesis.settings.load_profile("analyzer")
