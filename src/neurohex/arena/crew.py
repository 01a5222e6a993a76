"""Play games, or do any other tasks, in this process or in several worker processes.

Games go out in batches, so that short games do not spend their time in transit. Results come back in any order. A
worker returns the games it did not start within `BATCH_SECONDS`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Final, Generic, Protocol, TypeVar

from neurohex.arena.tournament import ArenaError
from neurohex.players.pipes import finish_all
from neurohex.players.protocol import QUIT_SECONDS

LARGEST_BATCH: Final = 64
_STOP_SECONDS: Final = 3.0
"""Seconds a worker has to end its bots after a stop signal."""


def usable_cores() -> int:
    """Number of CPU cores available to this process."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class Named(Protocol):
    """A task for a worker: a game, or a board to search for puzzles."""

    @property
    def label(self) -> str:
        """Its name in errors: `game 000012-03 (greedy against random)`."""


Task = TypeVar("Task", bound=Named)
TaskIn = TypeVar("TaskIn", bound=Named, contravariant=True)
Done = TypeVar("Done")
DoneOut = TypeVar("DoneOut", covariant=True)


class Runner(Protocol[TaskIn, DoneOut]):
    """Does tasks, such as the referee of a tournament. Must be picklable."""

    def play(self, fixture: TaskIn, /) -> DoneOut:
        """Do one task."""

    def play_some(self, fixtures: Sequence[TaskIn], /) -> Sequence[DoneOut]:
        """Do tasks in order, at least one, until the batch has taken long enough."""


class GameQueue(Generic[Task]):
    """Queue of unplayed games."""

    def __init__(self, fixtures: Iterable[Task], count: int) -> None:
        """`fixtures` may be lazy; `count` is their number."""
        self._fresh = iter(fixtures)
        self._back: deque[Task] = deque()
        self.left = count

    def batch(self, workers: int) -> list[Task]:
        """The next games for one of `workers` workers. Batches shrink at the end to keep every worker busy."""
        size = max(1, min(LARGEST_BATCH, self.left // (2 * workers)))
        taken: list[Task] = []
        while len(taken) < size and self._back:
            taken.append(self._back.popleft())
        for fixture in self._fresh if len(taken) < size else ():
            taken.append(fixture)
            if len(taken) == size:
                break
        self.left -= len(taken)
        return taken

    def put_back(self, fixtures: Sequence[Task]) -> None:
        """Return unplayed games of a batch to the queue."""
        self._back.extend(fixtures)
        self.left += len(fixtures)


def play_here(referee: Runner[Task, Done], queue: GameQueue[Task]) -> Generator[list[Done], None, None]:
    """Play one game after another in this process."""
    while batch := queue.batch(1):
        for fixture in batch:
            yield [referee.play(fixture)]


def play_in_processes(
    referee: Runner[Task, Done], queue: GameQueue[Task], processes: int
) -> Generator[list[Done], None, None]:
    """Play in worker processes, which end with the iterator. Raises `ArenaError` if a worker dies."""
    # Spawn, not fork: workers must not share scratch tables, threads or open files.
    context = multiprocessing.get_context("spawn")
    workers: dict[Connection, SpawnProcess] = {}
    playing: dict[Connection, list[Task]] = {}
    try:
        for _ in range(processes):
            ours, theirs = context.Pipe()
            # not a daemon: a bot may start processes
            worker = context.Process(target=_work, args=(theirs, referee), name="neurohex arena")
            worker.start()
            theirs.close()
            workers[ours] = worker
        while True:
            for pipe in workers:
                if pipe not in playing and (batch := queue.batch(processes)):
                    _hand_over(pipe, batch)
                    playing[pipe] = batch
            if not playing:
                return
            for ready in wait(list(playing)):
                assert isinstance(ready, Connection)
                batch = playing.pop(ready)
                results: list[Done] = _results(ready, workers[ready], batch)
                queue.put_back(batch[len(results) :])
                yield results
    finally:
        _dismiss(workers)


def _hand_over(pipe: Connection, batch: list[Task]) -> None:
    try:
        pipe.send(batch)
    except BrokenPipeError:
        raise ArenaError(f"a process broke off before {batch[0].label}") from None


def _results(pipe: Connection, worker: SpawnProcess, batch: list[Task]) -> list[Done]:
    try:
        results: list[Done] = pipe.recv()
    except (EOFError, ConnectionResetError):
        worker.join(_STOP_SECONDS)
        raise ArenaError(
            f"a process broke off with exit code {worker.exitcode} in {batch[0].label} or soon after it"
        ) from None
    return results


def _dismiss(workers: dict[Connection, SpawnProcess]) -> None:
    for worker in workers.values():
        worker.terminate()
    for pipe, worker in workers.items():
        worker.join(_STOP_SECONDS)
        if worker.is_alive():
            worker.kill()
            worker.join()
        worker.close()
        pipe.close()


def _leave(number: int, frame: FrameType | None) -> None:
    """Signal handler: end this process now, its bots first.

    It does not raise: an exception in the middle of compiled rules can surface there as a MemoryError.
    """
    try:
        finish_all(QUIT_SECONDS)
    finally:
        os._exit(0)


def _work(pipe: Connection, referee: Runner[Task, Done]) -> None:
    """Worker loop: play batches until the pipe closes or a stop signal arrives."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    signal.signal(signal.SIGTERM, _leave)
    while True:
        try:
            pipe.send(referee.play_some(pipe.recv()))
        except (EOFError, BrokenPipeError, ConnectionResetError):  # the parent is gone, and the store with it
            return
