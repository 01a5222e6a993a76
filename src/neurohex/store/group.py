"""Group commit: writes that wait at the same time share one transaction."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from neurohex.store.errors import StoreError, Unavailable
from neurohex.store.interface import StoreCounters
from neurohex.store.storable import Row

MOST_IN_ONE: Final = 1000
"""Writes in one transaction; bounds the wait of the first one."""

Outcomes = list[StoreError | None]
"""The outcome of each write in a batch: None if it is durable."""


@dataclass(frozen=True, slots=True)
class Write:
    """Events to append to a log, or to start one with."""

    match: str
    number: int
    events: tuple[bytes, ...]
    summary: Row | None
    """The new summary as columns, if it changes."""
    people: tuple[Row, ...]
    """The people of that summary, each as PEOPLE_COLUMNS."""
    secret: bytes | None
    """Set if the match is new."""


class GroupCommit:
    """Passes waiting writes to a commit function in batches, one batch at a time.

    Writes that arrive during a commit form the next batch. So a single write does not wait, and a busy store shares the
    cost of each commit among many writes.

    A batch holds at most one write for each match, in order of arrival. So the commit function need not handle writes
    that depend on each other or compete for a number.
    """

    def __init__(self, commit: Callable[[list[Write]], Awaitable[Outcomes]]) -> None:
        self._commit = commit
        self._waiting: deque[tuple[Write, asyncio.Future[None]]] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._writes = 0
        self._transactions = 0
        self._task = asyncio.create_task(self._work(), name="group commit")

    @property
    def counters(self) -> StoreCounters:
        """Counters since the store was opened."""
        return StoreCounters(self._writes, self._transactions)

    async def write(self, write: Write) -> None:
        """Return when the write is durable, or raise its refusal."""
        if self._closing or self._task.done():
            raise Unavailable("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        self._wake.set()
        await done

    async def close(self) -> None:
        """Finish waiting writes and accept no more."""
        self._closing = True
        self._wake.set()
        await asyncio.wait({self._task})

    async def _work(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            batch = self._take()
            outcomes: Outcomes = [Unavailable("the store broke down while writing")] * len(batch)
            try:
                outcomes = await self._commit([write for write, _ in batch])
            except StoreError as error:
                outcomes = [error] * len(batch)
            finally:  # in any case: no caller may wait forever
                self._transactions += 1
                self._writes += outcomes.count(None)
                for (_, done), outcome in zip(batch, outcomes, strict=True):
                    if not done.done():
                        _answer(done, outcome)

    def _take(self) -> list[tuple[Write, asyncio.Future[None]]]:
        batch: list[tuple[Write, asyncio.Future[None]]] = []
        later: list[tuple[Write, asyncio.Future[None]]] = []
        matches: set[str] = set()
        while self._waiting and len(batch) < MOST_IN_ONE:
            entry = self._waiting.popleft()
            match = entry[0].match
            (later if match in matches else batch).append(entry)
            matches.add(match)
        self._waiting.extendleft(reversed(later))
        return batch


def _answer(done: asyncio.Future[None], outcome: StoreError | None) -> None:
    if outcome is None:
        done.set_result(None)
    else:
        done.set_exception(outcome)
