"""Notices when another process writes to a SQLite file, such as a command for housekeeping."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from neurohex.store.errors import Unavailable
from neurohex.store.interface import News
from neurohex.store.streams import NewsStreams

LOOK_SECONDS: Final = 2.0
"""How often the file is looked at."""
VERSION: Final = "PRAGMA data_version"
"""A number that changes when another connection than the one that asks has committed something. The connection that
asks must be the one that writes: then only other processes change it."""


class Watch:
    """Tells of a gap whenever another process has written."""

    def __init__(self, version: Callable[[], Awaitable[int]], streams: NewsStreams) -> None:
        """`version` asks the connection that writes for `VERSION`."""
        self._version = version
        self._streams = streams
        self._seen: int | None = None
        self._task = asyncio.create_task(self._work(), name="store watch")

    async def look(self) -> None:
        """Look now. Raises `Unavailable`."""
        version = await self._version()
        if self._seen not in (None, version):
            self._streams.tell(News(gap=True))
        self._seen = version

    async def close(self) -> None:
        """Look no more."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while True:
            with suppress(Unavailable):  # whoever reads or writes is told so; here it is tried again
                await self.look()
            await asyncio.sleep(LOOK_SECONDS)
