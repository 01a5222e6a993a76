"""CPU time of event loop callbacks, for tests that nothing blocks the loop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import resource
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
    """CPU time of one callback. The other fields distinguish our freezes from the machine's: a host's stolen time
    is charged to whatever runs."""

    seconds: float
    """CPU time of its thread."""
    what: str
    system: float
    """Seconds of it in the kernel."""
    faults: int
    """Pages that were first touched."""
    switches: int
    """How often others were put in its place."""


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
        what, before = _what(self), resource.getrusage(resource.RUSAGE_THREAD)
        began = time.thread_time()
        run(self)
        seconds, after = time.thread_time() - began, resource.getrusage(resource.RUSAGE_THREAD)
        taken.append(
            Taken(
                seconds,
                what,
                after.ru_stime - before.ru_stime,
                after.ru_minflt - before.ru_minflt,
                after.ru_nivcsw - before.ru_nivcsw,
            )
        )

    gc.collect()
    gc.disable()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Handle, "_run", measured)
            yield taken
    finally:
        gc.enable()
