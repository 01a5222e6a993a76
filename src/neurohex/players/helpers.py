"""Helper processes for multi-core search: they try the same plans in other scenarios."""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Iterator
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from neurohex.bots.network import LEARNED, Network
from neurohex.bots.plans import Budget
from neurohex.bots.search import Search
from neurohex.rules.engine import Game, State

Tried = tuple[list[int], int, float]
"""A plan, its number of tries and the sum of their values."""

_SPAWN: Final = multiprocessing.get_context("spawn")  # not fork: it would copy the caller's threads and sockets
_ANOTHER: Final = 1_000_003
"""Difference between the seeds of two cores."""


JUDGES: Final = ("hand", "learned")
"""Names of the evaluations at the ends of trials."""


def network_of(judge: str) -> Network | None:
    """The network of an evaluation by its name; None for the hand-made one."""
    return LEARNED if judge == "learned" else None


def _work(questions: Connection, seed: int, width: int, horizon: int, judge: str) -> None:
    """Helper loop: answer questions until the pipe closes."""
    game = described = None
    with contextlib.suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        while True:
            description, data, nodes, seconds = questions.recv()
            if description != described:
                game, described = Game(**description), description
            assert game is not None
            search = Search(seed, width, horizon, network_of(judge))
            search.think(State.from_bytes(game, data), Budget(nodes, seconds))
            tried = [(plan.actions, int(plan.tries), plan.total) for plan in search.plans if plan.tries]
            questions.send((tried, search.nodes()))


class HelperPool:
    """A pool of helper processes, started on first use. A dead one misses one answer and is then replaced."""

    def __init__(self, count: int, seed: int, width: int, horizon: int, judge: str) -> None:
        self.nodes = 0
        """Positions searched by all helpers."""
        self._settings = [(seed + _ANOTHER * (number + 1), width, horizon, judge) for number in range(count)]
        self._working: dict[int, tuple[SpawnProcess, Connection]] = {}

    def ask(self, state: State, nodes: int, seconds: float) -> None:
        """Start a search of a state on every helper, each with that budget. Call `answers` afterwards."""
        message = (state.game.describe(), state.to_bytes(), nodes, seconds)
        for number, settings in enumerate(self._settings):
            if number not in self._working:
                self._working[number] = _started(settings)
            try:
                self._working[number][1].send(message)
            except (BrokenPipeError, ConnectionResetError):
                self._drop(number)

    def answers(self) -> Iterator[Tried]:
        """The results since the last `ask`, plan by plan."""
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
