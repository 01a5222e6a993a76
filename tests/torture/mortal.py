"""`neurohex serve` in a process that is killed, at any moment, and started again at the same address."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
import time
from pathlib import Path
from typing import NamedTuple

from neurohex.server.timekeeping import now_ms
from tests.ports import free_port

SECONDS_FOR_WORKERS = 120.0
"""A process of bots ends when it has thought to its end; on a busy machine it may only just have started."""


class Death(NamedTuple):
    """A time without a server, in milliseconds since 1970."""

    died: int
    """When the process was gone."""
    born: int
    """When the next one was started."""


class Mortal:
    """A server that dies often. All that its lives wrote to standard error is in one file."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        self.deaths: list[Death] = []
        self._options = ("--port", str(self.port), "--database", database, *options)
        self._process: asyncio.subprocess.Process | None = None
        self._ended = 0

    async def begin(self) -> None:
        """Start the process, and do not wait for it."""
        if self._ended:
            self.deaths.append(Death(self._ended, now_ms()))
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "neurohex", "serve", *self._options, stdout=asyncio.subprocess.PIPE, stderr=log
            )

    async def ready(self) -> None:
        """Wait until it answers."""
        assert self._process is not None
        assert self._process.stdout is not None
        if not await self._process.stdout.readline():
            raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")

    async def kill(self) -> None:
        """SIGKILL, to the server alone: its processes of bots have to see for themselves."""
        assert self._process is not None
        process, self._process = self._process, None
        workers = children(process.pid)
        process.send_signal(signal.SIGKILL)
        await process.communicate()
        self._ended = now_ms()
        until = time.monotonic() + SECONDS_FOR_WORKERS
        while left := [pid for pid in workers if is_running(pid)]:
            assert time.monotonic() < until, f"processes of bots outlive their server: {left}"
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Have nothing left behind."""
        if self._process is not None:
            await self.kill()


def children(pid: int) -> list[int]:
    """The processes that a process has started and that are still there."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # a thread that has ended
            found += map(int, thread.read_text().split())
    return found


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
