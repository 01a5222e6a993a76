"""CPU time of event loop callbacks, for tests that nothing blocks the loop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import threading
import time
from asyncio.events import Handle
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

LONGEST = 0.025
"""Seconds of processor time that nothing in the event loop may take at once."""


@dataclass(frozen=True, order=True)
class Taken:
    """CPU time of one callback."""

    seconds: float
    """CPU time of its thread."""
    what: str


def _what(handle: Any) -> str:
    """Where the task of a callback resumes; the callback itself if it belongs to no task."""
    task = getattr(handle._callback, "__self__", None)
    if not isinstance(task, asyncio.Task):
        return str(getattr(handle._callback, "__qualname__", type(handle._callback).__qualname__))
    place: Any = task.get_coro()
    frame = ""
    while place is not None:
        here = getattr(place, "cr_frame", None)
        frame = f"{frame} > {here.f_code.co_qualname}:{here.f_lineno}" if here is not None else frame
        place = getattr(place, "cr_await", None)
    return frame


@contextlib.contextmanager
def timed() -> Iterator[list[Taken]]:
    """The processor time of everything that the event loop of this thread does, and what that was.

    The garbage collector is off meanwhile: a round of it takes long among the many objects of all tests, and it falls
    on whatever happens to run. What a server sets for it (`run`) does not hold in tests.
    """
    taken: list[Taken] = []
    run, here = Handle._run, threading.get_ident()

    def measured(self: Handle) -> None:
        if threading.get_ident() != here:
            run(self)
            return
        what, began = _what(self), time.thread_time()
        run(self)
        taken.append(Taken(time.thread_time() - began, what))

    gc.collect()
    gc.disable()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Handle, "_run", measured)
            yield taken
    finally:
        gc.enable()
