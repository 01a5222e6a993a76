"""Sizes that both sides of a match agree on. This module imports nothing, so that `--help` stays fast."""

from __future__ import annotations

from typing import Final

LONGEST_COMMAND: Final = 4096
"""Maximum bytes of a command. The longest valid one has a tenth of that."""
