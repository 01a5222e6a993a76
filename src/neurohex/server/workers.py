"""The processes in which bots think, hints are thought about and views are worked out, so that none of that ever
delays a person. Each kind has its own: bots do not wait for hints, nor views for bots.

Each works on one thing at a time and has a budget for it. One that crashes or does not answer in time is ended and
replaced, and it is asked anew. People are served in turn, however much each asks for (`fair`).
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec

from neurohex.client.forms import Body
from neurohex.match.messages import Code
from neurohex.players import Forfeit
from neurohex.server.fair import Fair
from neurohex.server.moments import Source
from neurohex.server.refusals import Refusal
from neurohex.server.showing import AtMoment
from neurohex.server.worker import HEAD, READY, Answer, AnyQuestion, Consultation, Made, Question, Showing

_LOG: Final = logging.getLogger(__name__)
COMMAND: tuple[str, ...] = (sys.executable, "-m", "neurohex.server.worker")
_ATTEMPTS: Final = 2
_LAST_RESORT: Final = "random"
"""Who decides where a bot fails again and again: a game goes on, however badly."""
START_SECONDS: Final = 30.0
"""What a new process may take to start, on a busy machine."""
HINT_GRACE: Final = 5.0
"""Seconds that a hint may take beyond the time to think, on a busy machine, before its process is given up."""
MOST_WAITING: Final = 20
"""People who may wait for a hint at once: each waits for all before."""
MOST_WAITING_EACH: Final = 5
"""Those of them at one address."""
BEST: Final = 5
"""Actions of a hint at most."""
VIEW_SECONDS: Final = 10.0
"""Seconds after which a view is given up."""
VIEWS_WAITING: Final = 500
"""Views that may wait in all, and of one address."""
VIEWS_WAITING_EACH: Final = 40
_PROBLEMS: Final = (asyncio.IncompleteReadError, TimeoutError, OSError, msgspec.MsgspecError)


_A = TypeVar("_A", Answer, Made)


class NoAnswer(RuntimeError):
    """No process could be brought to answer."""


class Workers:
    """A fixed number of processes, started when they are first needed."""

    def __init__(self, count: int, seconds: float, command: Sequence[str] | None = None) -> None:
        """`seconds` is the budget of a decision; `command` starts a process that does as `server.worker` does. It is
        `COMMAND` if not given."""
        command = command if command is not None else COMMAND
        self._seconds = seconds
        self._workers = [_Worker(command) for _ in range(count)]
        self._turns = Fair(self._workers)
        self._closed = False
        self.replaced = 0
        """Processes that were ended because they failed."""

    @property
    def pids(self) -> list[int]:
        """The processes that run now."""
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    async def choose(self, question: Question, person: str = "") -> int:
        """The decision of a bot that plays for a person, once its turn to think has come. Raises `Forfeit` where the
        bot gives up, and `NoAnswer` where nothing can be made to think."""
        asked = [question] * _ATTEMPTS + [msgspec.structs.replace(question, spec=_LAST_RESORT)]
        for attempt in asked:
            answer = await self._ask(attempt, Answer, person)
            if answer is not None:
                if answer.forfeit:
                    raise Forfeit(answer.forfeit)
                return answer.action
        raise self._no_answer()

    async def show(self, question: Consultation | Showing, who: str) -> Made:
        """What is worked out for somebody. Raises `NoAnswer` where nothing can be made to work."""
        for _ in range(_ATTEMPTS):
            shown = await self._ask(question, Made, who)
            if shown is not None:
                return shown
        raise self._no_answer()

    def waiting(self, who: str | None = None) -> int:
        """How many questions wait for a process, of all or of one."""
        return self._turns.waiting(who)

    async def warm(self) -> None:
        """Start a process, so that the first who asks need not wait for that."""
        worker = await self._turns.take("")
        try:
            await worker.start()
        except _PROBLEMS:
            await worker.end()  # whoever asks first will be told
        finally:
            self._turns.give_back("", worker, 0.0)

    def _no_answer(self) -> NoAnswer:
        if self._closed:
            return NoAnswer("the server is stopping")
        return NoAnswer("bots cannot think: their processes fail; the log of the server says why")

    async def _ask(self, question: AnyQuestion, kind: type[_A], who: str) -> _A | None:
        """The answer of one process, or nothing where it failed."""
        worker = await self._turns.take(who)
        began = time.monotonic()
        try:
            if self._closed:
                return None
            await worker.start()
            async with asyncio.timeout(self._seconds):
                return await worker.ask(question, kind)
        except _PROBLEMS as problem:
            if self._closed:
                return None
            self.replaced += 1
            why = f"no answer within {self._seconds:g} s" if isinstance(problem, TimeoutError) else "its process ended"
            _LOG.warning("%s: %s; another process is started", _what(question), why)
            await worker.end()
            return None
        except asyncio.CancelledError:
            await worker.end()  # its answer would be taken for that to the next question
            raise
        finally:
            self._turns.give_back(who, worker, time.monotonic() - began)

    async def close(self) -> None:
        """End all processes, and start no more: whoever waits for one has no answer."""
        self._closed = True
        for worker in self._workers:
            await worker.end()


class Hints:
    """Thinks for people, one hint after another."""

    def __init__(self, seconds: float, command: Sequence[str] | None = None) -> None:
        """`seconds` is how long each is thought about; `command` is as that of `Workers`."""
        self._seconds = seconds
        self._workers = Workers(1, seconds + HINT_GRACE, command)
        self._waiting: dict[str, str] = {}
        """Who waits, and at which address."""

    @property
    def pids(self) -> list[int]:
        """The process, if it runs now."""
        return self._workers.pids

    async def think(self, person: str, address: str, at: AtMoment, source: Source | None) -> Made:
        """The best actions at a moment, for a person who waits for no other hint. Addresses are served in turn, however
        many people ask at each: guests cost nothing.

        Raises `Refusal` where the person waits already, or too many others do, there or in all, and `NoAnswer`.
        """
        if person in self._waiting:
            raise Refusal(Code.TOO_FAST, "you wait for a hint already", self._seconds)
        if len(self._waiting) >= MOST_WAITING:
            raise Refusal(Code.TOO_FAST, "too many people wait for hints", self._seconds)
        if list(self._waiting.values()).count(address) >= MOST_WAITING_EACH:
            raise Refusal(Code.TOO_FAST, "too many people at your address wait for hints", self._seconds)
        self._waiting[person] = address
        try:
            return await self._workers.show(Consultation(at, source, self._seconds, BEST), address)
        finally:
            del self._waiting[person]

    async def close(self) -> None:
        """Think no more: whoever waits has no answer."""
        await self._workers.close()


class Viewers:
    """Works views out."""

    def __init__(self, count: int, command: Sequence[str] | None = None) -> None:
        """`command` is as that of `Workers`."""
        self._workers = Workers(count, VIEW_SECONDS, command)

    @property
    def pids(self) -> list[int]:
        """The processes that run now."""
        return self._workers.pids

    async def warm(self) -> None:
        """Start a process, so that the first page need not wait for that."""
        await self._workers.warm()

    async def show(self, who: str, name: str, body: Body, source: Source | None, *, packed: bool = False) -> Made:
        """A show of `showing.SHOWS` for whoever asks at an address; `packed` where it may be compressed.

        Raises `Refusal` where too many wait already, and `NoAnswer`.
        """
        if self._workers.waiting(who) >= VIEWS_WAITING_EACH or self._workers.waiting() >= VIEWS_WAITING:
            raise Refusal(Code.TOO_FAST, "too many views are waiting: try again in a moment", 1.0)
        return await self._workers.show(Showing(name, msgspec.msgpack.encode(body), source, packed), who)

    async def close(self) -> None:
        """Show no more: whoever waits has no answer."""
        await self._workers.close()


def _what(question: AnyQuestion) -> str:
    if isinstance(question, Question):
        return f"bot {question.spec}"
    return "a hint" if isinstance(question, Consultation) else f"the view {question.name}"


class _Worker:
    """One process, or the place for one."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Have a process that can be asked."""
        if self.process is None:
            pipe = asyncio.subprocess.PIPE
            self.process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
            assert self.process.stdout is not None
            async with asyncio.timeout(START_SECONDS):
                await self.process.stdout.readexactly(len(READY))

    async def ask(self, question: AnyQuestion, kind: type[_A]) -> _A:
        process = self.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        data = msgspec.msgpack.encode(question)
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
