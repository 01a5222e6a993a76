"""The processes in which bots think, so that no bot ever delays a person.

Each thinks about one decision at a time and has a budget for it. One that crashes or does not answer in time is
ended and replaced, and the decision is asked for anew.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence
from typing import Final

import msgspec

from neurohex.players import Forfeit
from neurohex.server.worker import HEAD, Answer, Question

_LOG: Final = logging.getLogger(__name__)
COMMAND: tuple[str, ...] = (sys.executable, "-m", "neurohex.server.worker")
_ATTEMPTS: Final = 2
_LAST_RESORT: Final = "random"
"""Who decides where a bot fails again and again: a game goes on, however badly."""
START_SECONDS = 30.0
"""What a new process may take on top of its first budget, on a busy machine."""
_PROBLEMS: Final = (asyncio.IncompleteReadError, TimeoutError, OSError, msgspec.MsgspecError)


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
            answer = await self._ask(attempt)
            if answer is not None:
                if answer.forfeit:
                    raise Forfeit(answer.forfeit)
                return answer.action
        raise NoAnswer("bots cannot think: their processes fail; the log of the server says why")

    async def _ask(self, question: Question) -> Answer | None:
        """The answer of one process, or nothing where it failed."""
        worker = await self._idle.get()
        try:
            budget = self._seconds + (0 if worker.process else START_SECONDS)
            async with asyncio.timeout(budget):
                return await worker.ask(question)
        except _PROBLEMS as problem:
            self.replaced += 1
            why = f"no answer within {budget:g} s" if isinstance(problem, TimeoutError) else "its process ended"
            _LOG.warning("bot %s: %s; another process is started", question.spec, why)
            await worker.end()
            return None
        except asyncio.CancelledError:
            await worker.end()  # its answer would be taken for that to the next question
            raise
        finally:
            self._idle.put_nowait(worker)

    async def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            await worker.end()


class _Worker:
    """One process, or the place for one."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._decoder = msgspec.msgpack.Decoder(Answer)
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, question: Question) -> Answer:
        if self.process is None:
            pipe = asyncio.subprocess.PIPE
            self.process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        data = msgspec.msgpack.encode(question)
        self.process.stdin.write(HEAD.pack(len(data)) + data)
        await self.process.stdin.drain()
        head = await self.process.stdout.readexactly(HEAD.size)
        return self._decoder.decode(await self.process.stdout.readexactly(*HEAD.unpack(head)))

    async def end(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        if process.returncode is None:
            process.kill()
        await process.wait()
