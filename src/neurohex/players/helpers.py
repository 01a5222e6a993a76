"""Other cores that help a search: processes that try the same plans in other scenarios."""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Iterator
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from neurohex.bots.plans import Budget
from neurohex.bots.search import Search
from neurohex.rules.engine import Game, State

Tried = tuple[list[int], int, float]
"""A plan, how often it was tried, and the sum of what came of it."""

_SPAWN: Final = multiprocessing.get_context("spawn")  # a fork would copy whatever threads and sockets the caller has
_ANOTHER: Final = 1_000_003
"""Between the seeds of two cores."""


def _work(questions: Connection, seed: int, width: int, horizon: int) -> None:
    """The life of a helping process: a question, an answer, until the other end is closed."""
    game = described = None
    with contextlib.suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        while True:
            description, data, nodes, seconds = questions.recv()
            if description != described:
                game, described = Game(**description), description
            assert game is not None
            search = Search(seed, width, horizon)
            search.think(State.from_bytes(game, data), Budget(nodes, seconds))
            tried = [(plan.actions, int(plan.tries), plan.total) for plan in search.plans if plan.tries]
            questions.send((tried, search.nodes()))


class Helpers:
    """So many processes, started when first asked. One that died is missed once and replaced."""

    def __init__(self, count: int, seed: int, width: int, horizon: int) -> None:
        self.nodes = 0
        """Positions that the helpers have looked at."""
        self._settings = [(seed + _ANOTHER * (number + 1), width, horizon) for number in range(count)]
        self._working: dict[int, tuple[SpawnProcess, Connection]] = {}

    def ask(self, state: State, nodes: int, seconds: float) -> None:
        """Let all think about a state, each with that budget; `answers` must follow."""
        message = (state.game.describe(), state.to_bytes(), nodes, seconds)
        for number, settings in enumerate(self._settings):
            if number not in self._working:
                self._working[number] = _started(settings)
            try:
                self._working[number][1].send(message)
            except (BrokenPipeError, ConnectionResetError):
                self._drop(number)

    def answers(self) -> Iterator[Tried]:
        """What was found since the last question, plan by plan."""
        for number, (_, pipe) in list(self._working.items()):
            try:
                tried, nodes = pipe.recv()
            except (EOFError, ConnectionResetError):
                self._drop(number)
                continue
            self.nodes += nodes
            yield from tried

    def close(self) -> None:
        """End all processes."""
        for number in list(self._working):
            self._drop(number)

    def _drop(self, number: int) -> None:
        process, pipe = self._working.pop(number)
        pipe.close()
        process.join(1.0)
        if process.is_alive():
            process.kill()
            process.join()
        process.close()


def _started(settings: tuple[Any, ...]) -> tuple[SpawnProcess, Connection]:
    here, there = _SPAWN.Pipe()
    process = _SPAWN.Process(target=_work, args=(there, *settings), daemon=True)
    process.start()
    there.close()
    return process, here
