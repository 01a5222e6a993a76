"""Sizes that both sides of a match agree on. Nothing is imported here, so that settings can be shown without more."""

from __future__ import annotations

from typing import Final

LONGEST_COMMAND: Final = 4096
"""Bytes of a command; the longest that means anything has a tenth of it."""
