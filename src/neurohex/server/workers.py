"""The processes in which bots think, so that no bot ever delays a person. Hints are thought about in one of their own,
so that they do not keep bots waiting, nor bots them.

Each thinks about one decision at a time and has a budget for it. One that crashes or does not answer in time is
ended and replaced, and the decision is asked for anew.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec

from neurohex.match.messages import Code, Terms
from neurohex.players import Forfeit, Thought
from neurohex.rules.engine import State
from neurohex.server.refusals import Refusal
from neurohex.server.worker import HEAD, Advice, Answer, AnyQuestion, Consultation, Question

_LOG: Final = logging.getLogger(__name__)
COMMAND: tuple[str, ...] = (sys.executable, "-m", "neurohex.server.worker")
_ATTEMPTS: Final = 2
_LAST_RESORT: Final = "random"
"""Who decides where a bot fails again and again: a game goes on, however badly."""
START_SECONDS = 30.0
"""What a new process may take on top of its first budget, on a busy machine."""
HINT_GRACE: Final = 5.0
"""Seconds that a hint may take beyond the time to think, on a busy machine, before its process is given up."""
MOST_WAITING: Final = 20
"""People who may wait for a hint at once: each waits for all before."""
BEST: Final = 5
"""Actions of a hint at most."""
_PROBLEMS: Final = (asyncio.IncompleteReadError, TimeoutError, OSError, msgspec.MsgspecError)


_A = TypeVar("_A", Answer, Advice)


class NoAnswer(RuntimeError):
    """No process could be brought to answer."""


class Workers:
    """A fixed number of processes, started when they are first needed."""

    def __init__(self, count: int, seconds: float, command: Sequence[str] | None = None) -> None:
        """`seconds` is the budget of a decision; `command` starts a process that does as `server.worker` does. It is
        `COMMAND` if not given."""
        command = command if command is not None else COMMAND
        self._seconds = seconds
        self._idle: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()  # the last used is started and warm
        self._workers = [_Worker(command) for _ in range(count)]
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._closed = False
        self.replaced = 0
        """Processes that were ended because they failed."""

    @property
    def pids(self) -> list[int]:
        """The processes that run now."""
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    async def choose(self, question: Question) -> int:
        """The decision of a bot, once its turn to think has come. Raises `Forfeit` where the bot gives up, and
        `NoAnswer` where nothing can be made to think."""
        asked = [question] * _ATTEMPTS + [msgspec.structs.replace(question, spec=_LAST_RESORT)]
        for attempt in asked:
            answer = await self._ask(attempt, Answer)
            if answer is not None:
                if answer.forfeit:
                    raise Forfeit(answer.forfeit)
                return answer.action
        raise self._no_answer()

    async def consult(self, question: Consultation) -> Sequence[Thought]:
        """What would be done in a state, and why. Raises `NoAnswer` where nothing can be made to think."""
        for _ in range(_ATTEMPTS):
            advice = await self._ask(question, Advice)
            if advice is not None:
                return advice.thoughts
        raise self._no_answer()

    def _no_answer(self) -> NoAnswer:
        if self._closed:
            return NoAnswer("the server is stopping")
        return NoAnswer("bots cannot think: their processes fail; the log of the server says why")

    async def _ask(self, question: AnyQuestion, kind: type[_A]) -> _A | None:
        """The answer of one process, or nothing where it failed."""
        worker = await self._idle.get()
        try:
            if self._closed:
                return None
            budget = self._seconds + (0 if worker.process else START_SECONDS)
            async with asyncio.timeout(budget):
                return await worker.ask(question, kind)
        except _PROBLEMS as problem:
            if self._closed:
                return None
            self.replaced += 1
            why = f"no answer within {budget:g} s" if isinstance(problem, TimeoutError) else "its process ended"
            who = f"bot {question.spec}" if isinstance(question, Question) else "a hint"
            _LOG.warning("%s: %s; another process is started", who, why)
            await worker.end()
            return None
        except asyncio.CancelledError:
            await worker.end()  # its answer would be taken for that to the next question
            raise
        finally:
            self._idle.put_nowait(worker)

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
        self._waiting: set[str] = set()

    @property
    def pids(self) -> list[int]:
        """The process, if it runs now."""
        return self._workers.pids

    async def think(self, person: str, state: State) -> Sequence[Thought]:
        """The best actions of a state in which a player is to decide, for a person who waits for no other hint.

        Raises `Refusal` where the person does, or too many others wait, and `NoAnswer`.
        """
        if person in self._waiting:
            raise Refusal(Code.TOO_FAST, "you wait for a hint already", self._seconds)
        if len(self._waiting) >= MOST_WAITING:
            raise Refusal(Code.TOO_FAST, "too many people wait for hints", self._seconds)
        self._waiting.add(person)
        try:
            return await self._workers.consult(
                Consultation(Terms.of(state.game), state.to_bytes(), self._seconds, BEST)
            )
        finally:
            self._waiting.discard(person)

    async def close(self) -> None:
        """Think no more: whoever waits has no answer."""
        await self._workers.close()


class _Worker:
    """One process, or the place for one."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, question: AnyQuestion, kind: type[_A]) -> _A:
        if self.process is None:
            pipe = asyncio.subprocess.PIPE
            self.process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        data = msgspec.msgpack.encode(question)
        self.process.stdin.write(HEAD.pack(len(data)) + data)
        await self.process.stdin.drain()
        head = await self.process.stdout.readexactly(HEAD.size)
        return msgspec.msgpack.decode(await self.process.stdout.readexactly(*HEAD.unpack(head)), type=kind)

    async def end(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        if process.returncode is None:
            process.kill()
        await process.wait()
