"""Who is next where many wait for a few: a queue in which nobody waits because somebody else asks for much."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import Generic, TypeVar

_T = TypeVar("_T")


class Fair(Generic[_T]):
    """Lends things out. Of those who wait, the one who has had them for the shortest time is next.

    Where there are several things, nobody has all of them at once: one is left for somebody else.
    """

    def __init__(self, things: list[_T]) -> None:
        self._idle = things[:]
        self._most_each = max(1, len(things) - 1)
        self._had: dict[str, float] = {}  # for how long each has had things; newcomers begin where the others are
        self._has: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[_T]]] = {}
        self._floor = 0.0  # what newcomers begin with, so that nobody saves up turns by staying away

    def waiting(self, who: str | None = None) -> int:
        """How many requests wait, of all or of one."""
        if who is not None:
            return len(self._waiting.get(who, ()))
        return sum(map(len, self._waiting.values()))

    async def take(self, who: str) -> _T:
        """One of the things, once it is one's turn. The last one that was given back comes first."""
        future: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(future)
        self._had[who] = max(self._had.get(who, 0.0), self._floor)
        self._lend()
        try:
            return await future
        except asyncio.CancelledError:
            if future.cancelled() or not future.done():
                self._forget(who, future)
            else:  # it was lent in the same moment
                self.give_back(who, future.result(), 0.0)
            raise

    def give_back(self, who: str, thing: _T, seconds: float) -> None:
        """Give a thing back after having had it for some time."""
        self._has[who] -= 1
        if not self._has[who]:
            del self._has[who]
        self._had[who] = self._had.get(who, self._floor) + seconds
        self._idle.append(thing)
        self._lend()
        for gone in [each for each, had in self._had.items() if had <= self._floor and not self._is_here(each)]:
            del self._had[gone]

    def _lend(self) -> None:
        while self._idle:
            ready = [who for who in self._waiting if self._has[who] < self._most_each]
            if not ready:
                return
            who = min(ready, key=self._had.__getitem__)
            self._floor = max(self._floor, self._had[who])
            future = self._waiting[who].popleft()
            if not self._waiting[who]:
                del self._waiting[who]
            if future.done():  # cancelled
                continue
            self._has[who] += 1
            future.set_result(self._idle.pop())

    def _is_here(self, who: str) -> bool:
        return who in self._waiting or who in self._has

    def _forget(self, who: str, future: asyncio.Future[_T]) -> None:
        queue = self._waiting.get(who)
        if queue is not None and future in queue:
            queue.remove(future)
            if not queue:
                del self._waiting[who]
