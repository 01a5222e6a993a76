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
SLOW_MS: Final = 5_000
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
        """`on_end` is called when the store can be written again after a write has failed."""
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
        present = self._present()
        lost = 0 if present is None else max(0, end - max(start, present))
        for since, until in reversed(self._past):
            if until <= start:
                break
            lost += max(0, min(end, until) - max(start, since))
        return lost

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
        failed, self._since, self._good = self._since is not None, None, now
        if failed:  # not after every slow write: giving back is writing, which may be slow
            self._on_end()


class Kept(Protocol):
    """A match in the memory of a server, as far as its clock is concerned."""

    match: Match
    checked: bool
    """Whether it is known who runs its clock."""
    may_flag: bool
    """Whether that is this server, which alone may then say that somebody's time has run out."""

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

    async def before(self, table: Kept, *, again: bool = False) -> Decision:
        """What must be written about the clock of a match before anything else is decided; often nothing.

        `again`: time was given back just now. Then an outage counts only where a player would lose by it: while every
        write is slow there would be no end of giving back. Raises `Unavailable`.
        """
        match = table.match
        while (deadline := match.next_deadline()) is not None:
            now = asked = now_ms()
            if not table.checked or now >= deadline:
                silence, taken = await self._take(match.id)
                now = now_ms()
                if not taken and silence is None:
                    continue  # a lease that has just run out
                table.checked, table.may_flag = True, taken
                # A lease that had not run out could be taken because it was our own.
                if taken and not (table.own if silence is None else silence <= self._lease):
                    # All since the last event is given back: whoever had the lease may have died before it said so.
                    return match.resume(now)
                if not taken and silence is not None:
                    # A young server may be the first after a time in which there was none, also where a dead one still
                    # has the lease; what it asked of the database last may even be done after this server started. And
                    # whose time has run out is for the holder of the lease to say: where it does not, it is dead.
                    # Should it live after all, a player gains time.
                    if match.at < self._started and 1000 * (silence + self._lease) > asked - self._started:
                        return match.resume(now)
                    if now >= deadline and not again:
                        return match.resume(now, now - round(1000 * silence))
            lost = self.outages.between(match.at, now)
            if lost and (not again or now >= deadline):
                return match.resume(now, now - lost)
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
