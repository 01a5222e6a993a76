"""Runs long work on the event loop in short slices, so that other tasks run between them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from typing import Final, TypeVar

SLICE: Final = 0.005
"""Seconds after which work yields to other tasks."""

_T = TypeVar("_T")


async def run_in_slices(work: Generator[None, None, _T]) -> _T:
    """Run a generator to its end and return its result. Other tasks may run at each yield, so the generator must not
    rely on anything they change."""
    while True:
        until = time.perf_counter() + SLICE
        try:
            next(work)
            while time.perf_counter() < until:
                next(work)
        except StopIteration as end:
            result: _T = end.value
            return result
        await asyncio.sleep(0)
