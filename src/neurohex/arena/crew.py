"""Games played here: in this process, or in several others at once.

A crew takes fixtures and gives results as they come, in any order. Games go out in batches, so that fast ones do not
spend their time on the way; what a worker did not come to within `BATCH_SECONDS` is put back for whoever is free.
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
from typing import Final

from neurohex.arena.plan import Fixture
from neurohex.arena.play import Referee, Result
from neurohex.arena.tournament import ArenaError
from neurohex.players.pipes import finish_all
from neurohex.players.protocol import QUIT_SECONDS

LARGEST_BATCH: Final = 64
_PATIENCE: Final = 3.0
"""Seconds that a worker has to leave its bots when it is told to stop."""


def usable_cores() -> int:
    """How many processes can play at once on this machine."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class Waiting:
    """The games that nobody plays yet."""

    def __init__(self, fixtures: Iterable[Fixture], count: int) -> None:
        """`count` fixtures, which may be made as they are asked for."""
        self._fresh = iter(fixtures)
        self._back: deque[Fixture] = deque()
        self.left = count

    def batch(self, workers: int) -> list[Fixture]:
        """Some games for one of so many workers: fewer towards the end, so that all are busy until then."""
        size = max(1, min(LARGEST_BATCH, self.left // (2 * workers)))
        taken: list[Fixture] = []
        while len(taken) < size and self._back:
            taken.append(self._back.popleft())
        for fixture in self._fresh if len(taken) < size else ():
            taken.append(fixture)
            if len(taken) == size:
                break
        self.left -= len(taken)
        return taken

    def put_back(self, fixtures: Sequence[Fixture]) -> None:
        """Games of a batch that were not played."""
        self._back.extend(fixtures)
        self.left += len(fixtures)


def play_here(referee: Referee, waiting: Waiting) -> Generator[list[Result], None, None]:
    """Play one game after the other in this process."""
    while batch := waiting.batch(1):
        for fixture in batch:
            yield [referee.play(fixture)]


def play_in_processes(referee: Referee, waiting: Waiting, processes: int) -> Generator[list[Result], None, None]:
    """Play in so many processes at once; they end when the iterator does. Raises `ArenaError` where one breaks off."""
    # A fresh interpreter for each: the rules' scratch tables, threads and open files are nobody else's.
    context = multiprocessing.get_context("spawn")
    workers: dict[Connection, SpawnProcess] = {}
    playing: dict[Connection, list[Fixture]] = {}
    try:
        for _ in range(processes):
            ours, theirs = context.Pipe()
            # not a daemon: a bot may want processes of its own
            worker = context.Process(target=_work, args=(theirs, referee), name="neurohex arena")
            worker.start()
            theirs.close()
            workers[ours] = worker
        while True:
            for pipe in workers:
                if pipe not in playing and (batch := waiting.batch(processes)):
                    _hand_over(pipe, batch)
                    playing[pipe] = batch
            if not playing:
                return
            for ready in wait(list(playing)):
                assert isinstance(ready, Connection)
                batch = playing.pop(ready)
                results = _results(ready, workers[ready], batch)
                waiting.put_back(batch[len(results) :])
                yield results
    finally:
        _dismiss(workers)


def _hand_over(pipe: Connection, batch: list[Fixture]) -> None:
    try:
        pipe.send(batch)
    except BrokenPipeError:
        raise ArenaError(f"a process broke off before game {batch[0].id}") from None


def _results(pipe: Connection, worker: SpawnProcess, batch: list[Fixture]) -> list[Result]:
    try:
        results: list[Result] = pipe.recv()
    except (EOFError, ConnectionResetError):
        worker.join(_PATIENCE)
        raise ArenaError(
            f"a process broke off with exit code {worker.exitcode} in game {batch[0].id} or one soon after it "
            f"({' against '.join(bot.name for bot in batch[0].bots)})"
        ) from None
    return results


def _dismiss(workers: dict[Connection, SpawnProcess]) -> None:
    for worker in workers.values():
        worker.terminate()
    for pipe, worker in workers.items():
        worker.join(_PATIENCE)
        if worker.is_alive():
            worker.kill()
            worker.join()
        worker.close()
        pipe.close()


def _leave(number: int, frame: FrameType | None) -> None:
    """End this process now, its programs first.

    Not by an exception: one that is raised in the middle of compiled rules can pass for a lack of memory there.
    """
    try:
        finish_all(QUIT_SECONDS)
    finally:
        os._exit(0)


def _work(pipe: Connection, referee: Referee) -> None:
    """What a worker does: play what it is handed until nobody hands it anything, or it is told to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the chief's to answer
    signal.signal(signal.SIGTERM, _leave)
    while True:
        try:
            pipe.send(referee.play_some(pipe.recv()))
        except (EOFError, BrokenPipeError, ConnectionResetError):  # the chief is gone, and the folder with it
            return
