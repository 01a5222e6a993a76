"""Detects writes by other processes to a SQLite file, such as `neurohex admin`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from neurohex.store.errors import Unavailable
from neurohex.store.interface import News
from neurohex.store.streams import NewsStreams

LOOK_SECONDS: Final = 2.0
"""Polling interval."""
VERSION: Final = "PRAGMA data_version"
"""A number that changes when another connection commits. Ask on the writing connection: then only other processes
change it."""


class Watch:
    """Polls for writes by other processes and reports each as a gap."""

    def __init__(self, version: Callable[[], Awaitable[int]], streams: NewsStreams) -> None:
        """`version` runs `VERSION` on the writing connection."""
        self._version = version
        self._streams = streams
        self._seen: int | None = None
        self._task = asyncio.create_task(self._work(), name="store watch")

    async def look(self) -> None:
        """Poll now. Raises `Unavailable`."""
        version = await self._version()
        if self._seen not in (None, version):
            self._streams.publish(News(gap=True))
        self._seen = version

    async def close(self) -> None:
        """Stop polling."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while True:
            with suppress(Unavailable):  # readers and writers report it; here the next round retries
                await self.look()
            await asyncio.sleep(LOOK_SECONDS)
