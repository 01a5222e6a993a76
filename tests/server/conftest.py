"""Tests of the server are coroutines: the server and its clients share one event loop, as the rules must."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable
from pathlib import Path

import pytest

SECONDS = 300.0
"""After this time a test hangs. A busy machine never takes so long."""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run an async test in its own event loop, with a timeout."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    given = {name: pyfuncitem.funcargs[name] for name in wanted}

    async def run() -> None:
        async with asyncio.timeout(SECONDS):
            await pyfuncitem.obj(**given)

    asyncio.run(run())
    return True


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A new database, in a file."""
    return str(tmp_path / "matches.db")


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the time of the server ahead by some seconds; timers that run already go on as before."""

    def pass_time(seconds: float) -> None:
        before = time.monotonic_ns
        monkeypatch.setattr(time, "monotonic_ns", lambda: before() + round(seconds * 1e9))

    return pass_time
