"""Pictures that were made before."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

_CACHE_BYTES: Final = 32_000_000


class PictureCache:
    """Pictures by key, the least recently used dropped first. Equal requests at the same time are made once."""

    def __init__(self, most: int = _CACHE_BYTES) -> None:
        self._most = most
        self._size = 0
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._making: dict[bytes, asyncio.Future[bytes]] = {}

    async def get(self, key: bytes, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """The picture from the cache, or made now. A failure is not kept, and everybody who waits makes it again."""
        while key in self._making:
            await asyncio.wait({self._making[key]})
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        done = self._making[key] = asyncio.get_running_loop().create_future()
        try:
            made = await make()
        finally:
            del self._making[key]
            done.cancel()
        self._keep(key, made)
        return made

    def _keep(self, key: bytes, data: bytes) -> None:
        self._kept[key] = data
        self._size += len(data)
        while self._size > self._most:
            self._size -= len(self._kept.popitem(last=False)[1])
