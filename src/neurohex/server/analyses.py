"""Analyses of games: computed piece by piece in worker processes, kept in the store, and their endpoints.

A piece is a few tenths of a second of thinking, so one person's analysis uses all workers of the pool and still lets
others in between. Pieces are kept as soon as they are computed: an analysis goes on after a restart, on any server of
the database, and equal games are analysed once. It runs on when its page is closed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from neurohex.analysis import DEPTHS, VERSION
from neurohex.server.analysis_jobs import Outline, PieceWork
from neurohex.server.limits import Buckets
from neurohex.server.moments import Source
from neurohex.server.refusals import Refusal
from neurohex.server.settings import Settings
from neurohex.server.worker import ViewRequest
from neurohex.server.workers import NoAnswer, Workers
from neurohex.store import Store, StoreError
from neurohex.wire.messages import Code

_LOG: Final = logging.getLogger(__name__)
PIECE_SECONDS: Final = 180.0
"""Timeout of one piece: the deepest ones take half a minute, and the machine may be busy."""
MOST_RUNNING: Final = 20
"""Analyses at once,"""
MOST_RUNNING_EACH: Final = 3
"""and for one address."""
_OUTLINES: Final = 1_000
"""Outlines of games in memory."""
_DAY: Final = 86_400.0
_AT_ONCE: Final = 10
"""Analyses of usual depth that an address may start in a burst."""


@dataclass(slots=True)
class Running:
    """An analysis that is being computed, or has failed."""

    address: str
    person: str
    done: int
    total: int
    why: str = ""
    """Why it failed; empty while it runs."""
    task: asyncio.Task[None] | None = field(default=None, repr=False)


class Analyses:
    """Computes analyses in the background."""

    def __init__(self, store: Store, settings: Settings, command: Sequence[str] | None = None) -> None:
        """`command` is as in `Workers`."""
        self._store = store
        self._deepest = settings.analysis_depth
        self._days = settings.keep_analyses_days
        self._workers = Workers(settings.analysis_workers, PIECE_SECONDS, command, whole=True)
        self._jobs: dict[str, Running] = {}
        self._outlines: OrderedDict[str, Outline] = OrderedDict()
        self._starts = Buckets(settings.analyses_per_hour / 3600, _AT_ONCE)

    @property
    def pids(self) -> list[int]:
        """Ids of the running worker processes."""
        return self._workers.pids

    @property
    def deepest(self) -> int:
        """The largest depth that people may ask for; 0 for none."""
        return self._deepest

    async def outline(self, name: str, make: Callable[[], Awaitable[Outline]]) -> Outline:
        """The outline of a finished match or a record, which `name` identifies: from memory, or made now."""
        outline = self._outlines.get(name)
        if outline is None:
            outline = self._outlines[name] = await make()
            if len(self._outlines) > _OUTLINES:
                self._outlines.popitem(last=False)
        self._outlines.move_to_end(name)
        return outline

    async def kept(self, game: str, depth: int) -> dict[int, bytes]:
        """The pieces of a game's analysis that the store has. Raises `Unavailable`."""
        return await self._store.analysis(_key(game, depth))

    async def counts(self, game: str) -> dict[int, int]:
        """How many pieces of a game the store has, by depth. Raises `Unavailable`."""
        counts = await self._store.analysis_counts([_key(game, depth) for depth in DEPTHS])
        return {depth: counts.get(_key(game, depth), 0) for depth in DEPTHS}

    def running(self, game: str, depth: int) -> Running | None:
        """The analysis that is being computed or has failed; None for others."""
        return self._jobs.get(_key(game, depth))

    def others(self, game: str, depth: int) -> int:
        """How many other analyses run."""
        return sum(not job.why for key, job in self._jobs.items() if key != _key(game, depth))

    async def start(self, outline: Outline, depth: int, source: Source, person: str, address: str) -> None:
        """Compute what is missing, in the background. Does nothing if that runs already, or if nothing is missing.

        Raises `Refusal` for a depth that is not allowed and for too many analyses, and `Unavailable`.
        """
        key = _key(outline.game, depth)
        if depth > self._deepest:
            allowed = f"expected 1 to {self._deepest}" if self._deepest else "this server makes no analyses"
            raise Refusal(Code.NOT_ALLOWED, f"depth: {allowed}, got {depth}")
        known = await self.kept(outline.game, depth)
        if self._is_running(key) or len(known) >= outline.pieces:
            return
        active = [job for job in self._jobs.values() if not job.why]
        if any(job.person == person for job in active):
            raise Refusal(Code.TOO_FAST, "an analysis of yours is running: wait for its end", 5.0)
        if len(active) >= MOST_RUNNING or sum(job.address == address for job in active) >= MOST_RUNNING_EACH:
            raise Refusal(Code.TOO_FAST, "too many analyses are running: try again later", 10.0)
        wait = self._starts.wait(address, time.monotonic(), max(1.0, DEPTHS[depth]))
        if wait:
            raise Refusal(Code.TOO_FAST, f"too many analyses from your address: wait {wait:.0f} s", wait)
        job = self._jobs[key] = Running(address, person, len(known), outline.pieces)
        missing = [number for number in range(outline.pieces) if number not in known]
        job.task = asyncio.create_task(self._work(key, job, missing, depth, source), name=f"analysis {key}")

    async def close(self) -> None:
        """Stop. What is computed is kept."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._workers.close()

    def _is_running(self, key: str) -> bool:
        return key in self._jobs and not self._jobs[key].why

    async def _work(self, key: str, job: Running, missing: list[int], depth: int, source: Source) -> None:
        try:
            if self._days:
                await self._store.forget_analyses(time.time() - self._days * _DAY)
            async with asyncio.TaskGroup() as group:
                for number in missing:
                    group.create_task(self._piece(key, job, number, depth, source))
        except* (NoAnswer, StoreError, Refusal) as errors:
            job.why = str(errors.exceptions[0])
            _LOG.warning("the analysis %s stopped: %s", key, job.why)
        else:
            del self._jobs[key]

    async def _piece(self, key: str, job: Running, number: int, depth: int, source: Source) -> None:
        body = msgspec.msgpack.encode(PieceWork(number=number, depth=depth))
        made = await self._workers.show(ViewRequest("analysis_piece", body, source, False), job.address)
        if made.refusal is not None:
            raise Refusal(*made.refusal)
        await self._store.add_analysis(key, number, made.data)
        job.done += 1


def _key(game: str, depth: int) -> str:
    """The name of an analysis in the store."""
    return f"{VERSION}:{depth}:{game}"
