"""Pools of worker processes for bots, hints, proofs and views, so that none of them delays the event loop. Each kind
has its own pool: bots do not wait for hints, nor views for bots.

A worker handles one request at a time, with a timeout. One that crashes or times out is killed and replaced, and the
request is retried. Clients share a pool fairly (`fair_pool`).
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec

from neurohex.players import Forfeit
from neurohex.server.fair_pool import FairPool
from neurohex.server.moments import Source
from neurohex.server.refusals import Refusal
from neurohex.server.worker import HEAD, READY, AnyRequest, BotAnswer, BotRequest, HintRequest, ViewAnswer, ViewRequest
from neurohex.wire.http import Body
from neurohex.wire.messages import Code
from neurohex.wire.views import AtMoment

_LOG: Final = logging.getLogger(__name__)
COMMAND: tuple[str, ...] = (sys.executable, "-m", "neurohex.server.worker")
_ATTEMPTS: Final = 2
_FALLBACK_BOT: Final = "random"
"""The bot that decides if another fails repeatedly: a match must go on."""
START_SECONDS: Final = 30.0
"""Timeout for the start of a process, on a busy machine."""
HINT_GRACE: Final = 5.0
"""Seconds beyond the thinking time before a hint times out, on a busy machine."""
_TYPICAL_PROOF: Final = 5.0
"""Typical seconds for a proof."""
PROOF_SECONDS: Final = 60.0
"""Timeout of a proof, on a busy machine."""
MOST_WAITING: Final = 20
"""People who may wait for a hint, or for a proof; each waits for all before."""
MOST_WAITING_EACH: Final = 5
"""The same for one address."""
BEST: Final = 5
"""Maximum number of actions in a hint."""
VIEW_SECONDS: Final = 10.0
"""Timeout of a view."""
VIEWS_WAITING: Final = 500
"""Views that may wait in all."""
VIEWS_WAITING_EACH: Final = 40
"""Views that may wait for one address."""
_LOWER_PRIORITY: Final[int] = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
"""Windows lowers the priority at the start of a process. Elsewhere workers do it themselves."""
_WORKER_ERRORS: Final = (asyncio.IncompleteReadError, TimeoutError, OSError, msgspec.MsgspecError)


_A = TypeVar("_A", BotAnswer, ViewAnswer)


class NoAnswer(RuntimeError):
    """No worker could answer."""


class Workers:
    """A pool with a fixed number of processes, each started when first needed."""

    def __init__(
        self, count: int, seconds: float, command: Sequence[str] | None = None, *, whole: bool = False
    ) -> None:
        """`seconds` is the timeout of a request. `command` starts a process that behaves like `server.worker`; the
        default is `COMMAND`. `whole` lets one client use all processes (`FairPool`)."""
        command = command if command is not None else COMMAND
        self._seconds = seconds
        self._workers = [_Worker(command) for _ in range(count)]
        self._pool = FairPool(self._workers, whole=whole)
        self._closed = False
        self.replaced = 0
        """Processes that were killed because they failed."""

    @property
    def pids(self) -> list[int]:
        """Ids of the running processes."""
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    async def choose(self, request: BotRequest, person: str = "") -> int:
        """Return a bot's decision. The bot thinks on behalf of `person`. Raises `Forfeit` if the bot gives up, and
        `NoAnswer` if no worker can answer."""
        asked = [request] * _ATTEMPTS + [msgspec.structs.replace(request, spec=_FALLBACK_BOT)]
        for attempt in asked:
            answer = await self._ask(attempt, BotAnswer, person)
            if answer is not None:
                if answer.forfeit:
                    raise Forfeit(answer.forfeit)
                return answer.action
        raise self._no_answer()

    async def show(self, request: HintRequest | ViewRequest, who: str) -> ViewAnswer:
        """Return a view or hint. Raises `NoAnswer` if no worker can answer."""
        for _ in range(_ATTEMPTS):
            shown = await self._ask(request, ViewAnswer, who)
            if shown is not None:
                return shown
        raise self._no_answer()

    def waiting(self, who: str | None = None) -> int:
        """How many requests wait, in all or from one client."""
        return self._pool.waiting(who)

    async def warm(self) -> None:
        """Start a process in advance."""
        worker = await self._pool.acquire("")
        try:
            await worker.start()
        except _WORKER_ERRORS:
            await worker.end()  # the first request will report it
        finally:
            self._pool.release("", worker, 0.0)

    def _no_answer(self) -> NoAnswer:
        if self._closed:
            return NoAnswer("the server is stopping")
        return NoAnswer("bots cannot think: their processes fail; see the log of the server")

    async def _ask(self, request: AnyRequest, kind: type[_A], who: str) -> _A | None:
        """Ask one worker; None if it failed."""
        worker = await self._pool.acquire(who)
        began = time.monotonic()
        try:
            if self._closed:
                return None
            await worker.start()
            async with asyncio.timeout(self._seconds):
                return await worker.ask(request, kind)
        except _WORKER_ERRORS as problem:
            if self._closed:
                return None
            self.replaced += 1
            why = f"no answer within {self._seconds:g} s" if isinstance(problem, TimeoutError) else "its process ended"
            _LOG.warning("%s: %s; starting another process", _name_of(request), why)
            await worker.end()
            return None
        except asyncio.CancelledError:
            await worker.end()  # its late answer would be read as the answer to the next request
            raise
        finally:
            self._pool.release(who, worker, time.monotonic() - began)

    async def close(self) -> None:
        """Kill all processes and start no more. Pending requests fail with `NoAnswer`."""
        self._closed = True
        for worker in self._workers:
            await worker.end()


class _QueuedWorker:
    """A pool of one process with a bounded queue, for people's requests."""

    def __init__(self, what: str, typical: float, most: float, command: Sequence[str] | None) -> None:
        """`what` names a request in refusals. `typical` is its typical duration and `most` its timeout, in seconds.
        `command` is as in `Workers`."""
        self._what = what
        self._typical = typical
        self._workers = Workers(1, most, command)
        self._waiting: dict[str, str] = {}
        """Address of each waiting person."""

    @property
    def pids(self) -> list[int]:
        """Id of the process, if it runs."""
        return self._workers.pids

    async def _ask(self, person: str, address: str, request: HintRequest | ViewRequest) -> ViewAnswer:
        """Answer a person who has no other request pending. The queue is fair by address, not by person, because
        guests are free to create.

        Raises `Refusal` if the person or too many others wait already, at this address or in all; and `NoAnswer`.
        """
        if person in self._waiting:
            raise Refusal(Code.TOO_FAST, f"you wait for a {self._what} already", self._typical)
        if len(self._waiting) >= MOST_WAITING:
            raise Refusal(Code.TOO_FAST, f"too many people wait for {self._what}s", self._typical)
        if list(self._waiting.values()).count(address) >= MOST_WAITING_EACH:
            raise Refusal(Code.TOO_FAST, f"too many people at your address wait for {self._what}s", self._typical)
        self._waiting[person] = address
        try:
            return await self._workers.show(request, address)
        finally:
            del self._waiting[person]

    async def close(self) -> None:
        """Stop. Pending requests fail with `NoAnswer`."""
        await self._workers.close()


class Hints(_QueuedWorker):
    """Computes hints, one after another."""

    def __init__(self, seconds: float, command: Sequence[str] | None = None) -> None:
        """`seconds` is the thinking time. `command` is as in `Workers`."""
        super().__init__("hint", seconds, seconds + HINT_GRACE, command)

    async def think(self, person: str, address: str, at: AtMoment, source: Source | None) -> ViewAnswer:
        """Return the best actions at a moment. Raises `Refusal` and `NoAnswer`."""
        return await self._ask(person, address, HintRequest(at, source, self._typical, BEST))


class Provers(_QueuedWorker):
    """Proves puzzles that people made, one after another."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        """`command` is as in `Workers`."""
        super().__init__("proof", _TYPICAL_PROOF, PROOF_SECONDS, command)

    async def prove(self, person: str, address: str, body: Body) -> ViewAnswer:
        """Return a proof. Raises `Refusal` and `NoAnswer`."""
        return await self._ask(person, address, ViewRequest("puzzle_proof", msgspec.msgpack.encode(body), None, False))


class Viewers:
    """Computes views."""

    def __init__(self, count: int, command: Sequence[str] | None = None) -> None:
        """`command` is as in `Workers`."""
        self._workers = Workers(count, VIEW_SECONDS, command)

    @property
    def pids(self) -> list[int]:
        """Ids of the running processes."""
        return self._workers.pids

    async def warm(self) -> None:
        """Start a process before the first page asks."""
        await self._workers.warm()

    async def show(self, who: str, name: str, body: Body, source: Source | None, *, packed: bool = False) -> ViewAnswer:
        """Return a view of `view_jobs.VIEW_JOBS` for a client at an address; `packed` allows gzip.

        Raises `Refusal` if too many requests wait already, and `NoAnswer`.
        """
        if self._workers.waiting(who) >= VIEWS_WAITING_EACH or self._workers.waiting() >= VIEWS_WAITING:
            raise Refusal(Code.TOO_FAST, "too many views are waiting: try again in a moment", 1.0)
        return await self._workers.show(ViewRequest(name, msgspec.msgpack.encode(body), source, packed), who)

    async def close(self) -> None:
        """Stop. Pending requests fail with `NoAnswer`."""
        await self._workers.close()


def _name_of(request: AnyRequest) -> str:
    if isinstance(request, BotRequest):
        return f"bot {request.spec}"
    return "a hint" if isinstance(request, HintRequest) else f"the view {request.name}"


class _Worker:
    """One worker process, started on demand."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the process unless it runs, and wait until it is ready."""
        if self.process is None:
            pipe = asyncio.subprocess.PIPE
            self.process = await asyncio.create_subprocess_exec(
                *self._command, stdin=pipe, stdout=pipe, creationflags=_LOWER_PRIORITY
            )
            assert self.process.stdout is not None
            async with asyncio.timeout(START_SECONDS):
                await self.process.stdout.readexactly(len(READY))

    async def ask(self, request: AnyRequest, kind: type[_A]) -> _A:
        process = self.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        data = msgspec.msgpack.encode(request)
        process.stdin.write(HEAD.pack(len(data)) + data)
        await process.stdin.drain()
        head = await process.stdout.readexactly(HEAD.size)
        return msgspec.msgpack.decode(await process.stdout.readexactly(*HEAD.unpack(head)), type=kind)

    async def end(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        if process.returncode is None:
            process.kill()
        await process.wait()
