"""A pool that clients share fairly: heavy use by one client does not delay the others."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import Generic, TypeVar

_T = TypeVar("_T")


class FairPool(Generic[_T]):
    """Lends items. The waiting client with the least total use is next.

    If there is more than one item, no client may hold all of them, unless the pool is `whole`: for work in short
    pieces, between which others get their turn.
    """

    def __init__(self, items: list[_T], *, whole: bool = False) -> None:
        self._idle = items[:]
        self._most_each = len(items) if whole else max(1, len(items) - 1)
        self._used: dict[str, float] = {}  # seconds of use by each client
        self._lent: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[_T]]] = {}
        self._floor = 0.0  # the use that new clients start with: staying away saves up no turns

    def waiting(self, who: str | None = None) -> int:
        """How many requests wait, in all or from one client."""
        if who is not None:
            return len(self._waiting.get(who, ()))
        return sum(map(len, self._waiting.values()))

    async def acquire(self, who: str) -> _T:
        """Wait for an item and take it. The item returned last is lent first."""
        future: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(future)
        self._used[who] = max(self._used.get(who, 0.0), self._floor)
        self._lend()
        try:
            return await future
        except asyncio.CancelledError:
            if future.cancelled() or not future.done():
                self._forget(who, future)
            else:  # lent at the same moment
                self.release(who, future.result(), 0.0)
            raise

    def release(self, who: str, item: _T, seconds: float) -> None:
        """Return an item after `seconds` of use."""
        self._lent[who] -= 1
        if not self._lent[who]:
            del self._lent[who]
        self._used[who] = self._used.get(who, self._floor) + seconds
        self._idle.append(item)
        self._lend()
        for gone in [each for each, used in self._used.items() if used <= self._floor and not self._is_active(each)]:
            del self._used[gone]

    def _lend(self) -> None:
        while self._idle:
            ready = [who for who in self._waiting if self._lent[who] < self._most_each]
            if not ready:
                return
            who = min(ready, key=self._used.__getitem__)
            self._floor = max(self._floor, self._used[who])
            future = self._waiting[who].popleft()
            if not self._waiting[who]:
                del self._waiting[who]
            if future.done():  # cancelled
                continue
            self._lent[who] += 1
            future.set_result(self._idle.pop())

    def _is_active(self, who: str) -> bool:
        return who in self._waiting or who in self._lent

    def _forget(self, who: str, future: asyncio.Future[_T]) -> None:
        queue = self._waiting.get(who)
        if queue is not None and future in queue:
            queue.remove(future)
            if not queue:
                del self._waiting[who]
