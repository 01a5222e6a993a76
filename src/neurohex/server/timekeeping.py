"""The server's time, and which part of it clocks may charge to players.

Players are not charged for time in which no server could have accepted an act: after a crash, while no server held the
lease, and while the store could not be written. An event `resumed` gives such time back; it is written before anything
else is decided about the match.
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
"""A slower write counts as an outage of the store."""
_REPORT_MS: Final = 60_000
_MOST_OUTAGES: Final = 1_000

_ZERO: Final = time.time_ns() - time.monotonic_ns()


def now_ms() -> int:
    """Milliseconds since 1970, by the wall clock at the start of this process.

    It never jumps: setting the machine's clock does not change a player's clock.
    """
    return (_ZERO + time.monotonic_ns()) // 1_000_000


class Outages:
    """When the store could not be written, as far as this server noticed."""

    def __init__(self, on_end: Callable[[], None]) -> None:
        """`on_end` is called when a write succeeds again after a failure."""
        self._on_end = on_end
        self._past: list[tuple[int, int]] = []  # in order, without overlap
        self._since: int | None = None
        self._last_success = now_ms()  # start of the last successful write
        self._in_progress: dict[object, int] = {}  # start of each write in progress, oldest first
        self._report_again = 0

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Wrap every write to the store in this."""
        mark, began = object(), now_ms()
        self._in_progress[mark] = began
        try:
            yield
        except Unavailable as error:
            if self._since is None:
                self._since = min(self._last_success, began)
            self.report(error)
            raise
        except BaseException as error:
            if isinstance(error, Exception):  # a refusal: the store works
                self._succeeded(began)
            raise
        else:
            self._succeeded(began)
        finally:
            del self._in_progress[mark]

    def report(self, error: Unavailable) -> None:
        """Log a store failure, at most once a minute: every match notices it and retries each second."""
        if now_ms() >= self._report_again:
            self._report_again = now_ms() + _REPORT_MS
            _LOG.warning("%s; trying again", error)

    def between(self, start: int, end: int) -> int:
        """Milliseconds of outage between two moments."""
        present = self._present()
        lost = 0 if present is None else max(0, end - max(start, present))
        for since, until in reversed(self._past):
            if until <= start:
                break
            lost += max(0, min(end, until) - max(start, since))
        return lost

    def _present(self) -> int | None:
        """Start of the current outage, or None."""
        oldest = next(iter(self._in_progress.values()), None)
        if self._since is None and (oldest is None or now_ms() - oldest <= SLOW_MS):
            return None
        start = self._since if self._since is not None else min(self._last_success, oldest or self._last_success)
        return max(start, self._past[-1][1]) if self._past else start

    def _succeeded(self, began: int) -> None:
        now = now_ms()
        if self._since is None and now - began <= SLOW_MS:
            self._last_success = max(self._last_success, began)
            return
        start = self._since if self._since is not None else min(self._last_success, began)
        if self._past:
            start = max(start, self._past[-1][1])
        self._past.append((start, now))
        del self._past[:-_MOST_OUTAGES]
        failed, self._since, self._last_success = self._since is not None, None, now
        if failed:  # not after a slow write: giving time back is a write too, which may be slow
            self._on_end()


class ClockedMatch(Protocol):
    """What the timekeeper needs of a match in memory."""

    match: Match
    checked: bool
    """Whether it is known which server runs the clock."""
    may_flag: bool
    """Whether this server runs the clock. Only that server may decide that a player's time is up."""

    @property
    def wrote_last(self) -> bool:
        """Whether this server wrote its last event."""


class Timekeeper:
    """The leases of one server, and the time it gives back."""

    def __init__(self, store: Store, owner: str, lease_seconds: float, on_end: Callable[[], None]) -> None:
        """`owner` is the name under which this server takes leases. `on_end` is called after an outage of the store."""
        self.outages = Outages(on_end)
        self.leases: set[str] = set()
        """Matches whose lease this server holds."""
        self._store = store
        self._owner = owner
        self._lease = lease_seconds
        self._started = now_ms()

    async def clock_correction(self, live: ClockedMatch, *, again: bool = False) -> Decision:
        """Return what must be written about a clock before anything else is decided; usually nothing.

        `again`: time was given back a moment ago. An outage then counts only if a player would lose by it; otherwise
        slow writes would give time back forever. Raises `Unavailable`.
        """
        match = live.match
        while (deadline := match.next_deadline()) is not None:
            now = asked = now_ms()
            if not live.checked or now >= deadline:
                ours = match.id in self.leases
                silence, taken = await self._take(match.id)
                now = now_ms()
                if not taken and silence is None:
                    continue  # the lease expired at this moment
                live.checked, live.may_flag = True, taken
                # Another server's lease may expire between the two questions of `_take`.
                if taken and not (live.wrote_last if silence is None else ours and silence <= self._lease):
                    # Give back all time since the last event: the last holder may have died right after it.
                    return match.resume(now)
                if not taken and silence is not None:
                    # A young server may be the first after a time without any, even if a dead one still has the lease:
                    # its last request to the database may have been processed after this server started. And the
                    # holder of the lease must flag a clock; if it does not, it is dead. If it lives after all, a
                    # player gains time.
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
        """Take the lease on a match whose clock is stopped; False if another server has it."""
        return (await self._take(match))[1]

    async def _take(self, match: str) -> tuple[float | None, bool]:
        with self.outages.watched():
            silence = await self._store.silence(match, self._lease)
            taken = await self._store.claim(match, self._owner, self._lease)
        if taken:
            self.leases.add(match)
        return silence, taken

    async def renew(self) -> set[str]:
        """Renew all leases; return the matches whose lease was lost."""
        before = set(self.leases)
        with self.outages.watched():
            renewed = await self._store.renew(self._owner, self._lease)
        self.leases -= before - renewed
        return before - renewed

    async def release(self, match: str) -> None:
        """Release the lease on a match."""
        self.leases.discard(match)
        await self._store.release(match, self._owner)
