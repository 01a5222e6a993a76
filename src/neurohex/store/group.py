"""Group commit: writes that wait at the same time share one transaction."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from neurohex.store.errors import StoreError, Unavailable
from neurohex.store.forms import Row
from neurohex.store.interface import Figures

MOST_IN_ONE: Final = 1000
"""Writes in one transaction, so that the first of a flood does not wait for the last."""

Outcomes = list[StoreError | None]
"""What became of each write of a batch: None where it is durable now."""


@dataclass(frozen=True, slots=True)
class Write:
    """Events to append to the log of a match, or to begin it with."""

    match: str
    number: int
    events: tuple[bytes, ...]
    summary: Row | None
    """The columns of the new summary, where there is one."""
    people: tuple[str, ...]
    """Who sits in the match, according to that summary."""
    secret: bytes | None
    """Where there is one, the match is new."""


class GroupCommit:
    """Hands waiting writes, in batches, to one function that carries them out; there is never more than one batch.

    What comes while one is under way is the next. So a lone write waits for nothing, and the busier the store, the
    more writes share the cost of a commit.

    A batch holds one write of a match at most, in the order in which they came. So whoever carries it out need not
    think about writes of one batch that build on each other or take the same number.
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
    def figures(self) -> Figures:
        """How much was written since the store was opened, and in how many transactions."""
        return Figures(self._writes, self._transactions)

    async def write(self, write: Write) -> None:
        """Return when the write is durable; raise what it was refused for."""
        if self._closing or self._task.done():
            raise Unavailable("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        self._wake.set()
        await done

    async def close(self) -> None:
        """Carry out what waits, and take no more."""
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
            finally:  # whatever happens: nobody waits for ever
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
