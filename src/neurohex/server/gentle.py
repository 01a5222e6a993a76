"""Long work on the event loop, done in short slices so that everything else goes on between them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from typing import Final, TypeVar

SLICE: Final = 0.005
"""Seconds after which work makes room for other work."""

_T = TypeVar("_T")


async def gently(work: Generator[None, None, _T]) -> _T:
    """Run a generator to its end and return its result. Where it yields, other tasks may run: the generator must not
    rely on anything that they change."""
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
