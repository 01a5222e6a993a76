"""The time of a server, and which of it the clocks of matches may be charged for.

Nobody is charged for time in which no server could have taken an act: after a crash, while nobody held the lease on a
match, and while the store could not be written. Such time is given back by an event `resumed`, which is written before
anything else is decided about the match.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from neurohex.match.authority import Decision, Match
from neurohex.store import Store, Unavailable

_LOG: Final = logging.getLogger(__name__)
SLOW_MS: Final = 2_000
"""A write that takes longer counts as a time in which the store could not be written."""
_MOST_OUTAGES: Final = 1_000

_ZERO: Final = time.time_ns() - time.monotonic_ns()


def now_ms() -> int:
    """The time in milliseconds since 1970, by the wall clock as it was when this process started.

    It never jumps: who sets the clock of the machine does not change that of a player.
    """
    return (_ZERO + time.monotonic_ns()) // 1_000_000


class Outages:
    """When the store could not be written, as far as this server has noticed."""

    def __init__(self, on_end: Callable[[], None]) -> None:
        """`on_end` is called when the store can be written again."""
        self._on_end = on_end
        self._past: list[tuple[int, int]] = []  # in order, without overlap
        self._since: int | None = None
        self._good = now_ms()  # when the last write began that went well
        self._under_way: dict[object, int] = {}  # when each began, the oldest first

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Around every write to the store."""
        mark, began = object(), now_ms()
        self._under_way[mark] = began
        try:
            yield
        except Unavailable:
            if self._since is None:
                self._since = min(self._good, began)
            raise
        except BaseException as error:
            if isinstance(error, Exception):  # a refusal: the store is well
                self._went_well(began)
            raise
        else:
            self._went_well(began)
        finally:
            del self._under_way[mark]

    def between(self, start: int, end: int) -> int:
        """The milliseconds of this time in which the store could not be written."""
        outages = [*self._past[-_MOST_OUTAGES:], *([] if (since := self._present()) is None else [(since, end)])]
        return sum(max(0, min(end, until) - max(start, since)) for since, until in outages)

    def _present(self) -> int | None:
        """Since when the store has not been writable; None where it is."""
        oldest = next(iter(self._under_way.values()), None)
        if self._since is None and (oldest is None or now_ms() - oldest <= SLOW_MS):
            return None
        start = self._since if self._since is not None else min(self._good, oldest or self._good)
        return max(start, self._past[-1][1]) if self._past else start

    def _went_well(self, began: int) -> None:
        now = now_ms()
        if self._since is None and now - began <= SLOW_MS:
            self._good = max(self._good, began)
            return
        start = self._since if self._since is not None else min(self._good, began)
        if self._past:
            start = max(start, self._past[-1][1])
        self._past.append((start, now))
        del self._past[:-_MOST_OUTAGES]
        self._since = None
        self._good = now
        self._on_end()


class Kept(Protocol):
    """A match in the memory of a server, as far as its clock is concerned."""

    match: Match
    checked: bool
    """Whether it is known who runs its clock."""

    @property
    def own(self) -> bool:
        """Whether this server wrote its last event."""


class Timekeeper:
    """The leases of one server, and the time that it gives back."""

    def __init__(self, store: Store, owner: str, lease_seconds: float, on_end: Callable[[], None]) -> None:
        """`owner` is the name under which leases are held. `on_end` is called when an outage of the store is over."""
        self.outages = Outages(on_end)
        self.held: set[str] = set()
        """The matches on which this server has the lease."""
        self._store = store
        self._owner = owner
        self._lease = lease_seconds
        self._started = now_ms()

    async def before(self, table: Kept) -> Decision:
        """What must be written about the clock of a match before anything else is decided; often nothing.

        Where this is nothing and the time of a player has run out, it may be decided so. Raises `Unavailable`.
        """
        match = table.match
        while (deadline := match.next_deadline()) is not None:
            now = now_ms()
            lost = self.outages.between(match.at, now)
            if lost:
                return match.resume(now, now - lost)
            if table.checked and now < deadline:
                break
            silence, taken = await self._take(match.id)
            asked, now = now, now_ms()
            if self.outages.between(match.at, now):
                continue
            if taken:
                table.checked = True
                # A lease that had not run out could be taken because it was our own.
                if table.own if silence is None else silence <= self._lease:
                    break  # this server was there all the time
                # All since the last event is given back: whoever had the lease may have died before it said so.
                return match.resume(now)
            if silence is None:
                continue  # a lease that has just run out
            table.checked = True
            # A young server may be the first after a time in which there was none, also where a dead one still has the
            # lease. And whose time has run out is for the holder of the lease to say: where it does not, it is dead.
            # Should it live after all, a player gains some seconds.
            young = match.at < self._started and 1000 * silence > asked - self._started
            if young:
                return match.resume(now)
            if now >= deadline:
                return match.resume(now, now - round(1000 * silence))
            break
        return Decision()

    async def claim(self, match: str) -> bool:
        """Have the lease on a match whose clock does not run; False where another server has it."""
        return (await self._take(match))[1]

    async def _take(self, match: str) -> tuple[float | None, bool]:
        with self.outages.watched():
            silence = await self._store.silence(match, self._lease)
            taken = await self._store.claim(match, self._owner, self._lease)
        if taken:
            self.held.add(match)
        return silence, taken

    async def renew(self) -> set[str]:
        """Keep what is held; the matches that are held no longer."""
        before = set(self.held)
        with self.outages.watched():
            kept = await self._store.renew(self._owner, self._lease)
        self.held -= before - kept
        return before - kept

    async def release(self, match: str) -> None:
        """Let other servers have a match."""
        self.held.discard(match)
        await self._store.release(match, self._owner)
