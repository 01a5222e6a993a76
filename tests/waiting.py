"""Waiting for something that happens soon, however busy the machine is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

SECONDS = 300.0
"""After this time a test hangs. A busy machine never takes so long."""
_PAUSE = 0.01


async def until(holds: Callable[[], object]) -> None:
    """Let others run until a condition holds. Raises `AssertionError` if it never does."""
    ends = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < ends, "the condition never held"
        await asyncio.sleep(_PAUSE)


def wait_until(holds: Callable[[], object]) -> None:
    """Block until a condition holds. Raises `AssertionError` if it never does."""
    ends = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < ends, "the condition never held"
        time.sleep(_PAUSE)
