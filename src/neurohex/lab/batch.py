"""Thousands of games at once, in arrays that the caller may own.

    >>> import numpy as np, neurohex as nh
    >>> from neurohex.lab.batch import Batch
    >>> batch = Batch([nh.Game("borgo", "moloch")], seeds=range(4))
    >>> batch.masks.shape == (4, batch.encoding.actions), batch.players.tolist()
    (True, [0, 0, 0, 0])
    >>> batch.step(batch.masks.argmax(axis=1))
    >>> batch.players.tolist()
    [1, 1, 1, 1]

`Batch` steps its games in this process. `SharedBatch` splits them over processes that write into shared memory.
"""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.shared_memory import SharedMemory
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from neurohex.api.game import Game
from neurohex.errors import NeurohexError
from neurohex.lab.encoding import Encoding
from neurohex.lab.needs import need
from neurohex.rules.engine import Game as RulesGame
from neurohex.rules.engine import State as RulesState
from neurohex.tensors.games import Games

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(slots=True)
class Arrays:
    """The arrays of a batch. Any C-contiguous arrays of these types and shapes will do."""

    observations: NDArray[np.uint8]
    """(games, size)"""
    masks: NDArray[np.int8]
    """(games, actions)"""
    rewards: NDArray[np.int8]
    """(games, players), by seat: 1, 0 or -1 when a game has just ended, else 0."""
    ends: NDArray[np.int8]
    """(games,): 1 for a game that has just ended. All else in its row is of its next game."""
    players: NDArray[np.uint8]
    """(games,): the seat of the player to act."""


_TYPES: Final = {"observations": "uint8", "masks": "int8", "rewards": "int8", "ends": "int8", "players": "uint8"}


def shapes(encoding: Encoding, count: int) -> dict[str, tuple[int, ...]]:
    """The shape of each array for a number of games. All are of bytes."""
    return {
        "observations": (count, encoding.size),
        "masks": (count, encoding.actions),
        "rewards": (count, len(encoding.game.armies)),
        "ends": (count,),
        "players": (count,),
    }


class _WithArrays:
    """Reads its arrays by name."""

    arrays: Arrays

    @property
    def observations(self) -> NDArray[np.uint8]:
        """What the player to act of each game sees."""
        return self.arrays.observations

    @property
    def masks(self) -> NDArray[np.int8]:
        """1 for each legal action of each game."""
        return self.arrays.masks

    @property
    def rewards(self) -> NDArray[np.int8]:
        """By seat, of the games that have just ended."""
        return self.arrays.rewards

    @property
    def ends(self) -> NDArray[np.int8]:
        """Which games have just ended."""
        return self.arrays.ends

    @property
    def players(self) -> NDArray[np.uint8]:
        """The seat to act in each game."""
        return self.arrays.players


class Batch(_WithArrays):
    """Games stepped together in compiled code. A game that ends begins again at once, from its own seed."""

    def __init__(
        self, games: Sequence[Game | RulesGame], seeds: Iterable[int], *, arrays: Arrays | None = None
    ) -> None:
        """One game for each seed. Each draws its next game from `games` by its seed.

        All of `games` need the same board, number of players and variants. `arrays` are the caller's own; without them
        the batch makes some. Raises `NeurohexError` if games or arrays do not fit.
        """
        rules = _rules(games)
        self.encoding: Final = Encoding(rules[0])
        given = list(seeds)
        self._games: Final = Games(rules, given)
        wanted = shapes(self.encoding, len(given))
        np = need("numpy")
        if arrays is None:
            arrays = Arrays(**{name: np.zeros(shape, dtype=_TYPES[name]) for name, shape in wanted.items()})
        for name, shape in wanted.items():
            array = getattr(arrays, name)
            if array.shape != shape or array.itemsize != 1 or not array.flags.c_contiguous or not array.flags.writeable:
                raise NeurohexError(f"{name}: expected a writable C-contiguous array of bytes of shape {shape}")
        self.arrays = arrays
        flat = {name: memoryview(getattr(arrays, name)).cast("B") for name in wanted}
        self._seen: Final = (flat["observations"], flat["masks"])
        self._told: Final = (flat["rewards"], flat["ends"])
        self._seats: Final = flat["players"]
        self._games.watch(*self._seen, self._seats)

    def __len__(self) -> int:
        return int(self._games.count)

    def step(self, actions: Sequence[int] | NDArray[Any]) -> None:
        """Play one action in each game and fill the arrays. Raises `IllegalAction`, with nothing played."""
        np = need("numpy")
        chosen = np.ascontiguousarray(actions, dtype="int64")
        if chosen.shape != (len(self),):
            raise NeurohexError(f"actions: expected {len(self)} of them, got an array of shape {chosen.shape}")
        self._games.step(memoryview(chosen), *self._seen, *self._told, self._seats)

    def random_actions(self) -> list[int]:
        """A legal action of each game, each as likely. It follows from the game's seed, in any company."""
        return self._games.random_actions()

    def answers(self, choose: Callable[[RulesState], int], numbers: Iterable[int]) -> list[int]:
        """What a player chooses in some of the games, as numbers for `step`: `batch.answers(bot.choose, [0, 3])`."""
        return self._games.answers(choose, [int(number) for number in numbers])

    def state(self, number: int) -> RulesState:
        """A copy of the state of one game."""
        return self._games.state(number)

    @property
    def finished(self) -> int:
        """Games ended so far."""
        return int(self._games.finished)


class SharedBatch(_WithArrays):
    """A batch whose games run in several processes that write into shared memory. Close it, or use `with`."""

    def __init__(self, games: Sequence[Game | RulesGame], seeds: Iterable[int], *, processes: int = 2) -> None:
        """As `Batch`. The games are split evenly; the processes do not matter to how they go."""
        np = need("numpy")
        rules = _rules(games)
        given = list(seeds)
        if not 1 <= processes <= len(given):
            raise NeurohexError(f"processes: expected 1 to {len(given)}, got {processes}")
        self.encoding: Final = Encoding(rules[0])
        wanted = {**shapes(self.encoding, len(given)), "actions": (len(given) * 8,)}
        self._memory: Final = SharedMemory(create=True, size=sum(_count(shape) for shape in wanted.values()))
        views = _views(np, self._memory, wanted)
        self._actions: Any = views.pop("actions").view("int64")
        self.arrays = Arrays(**views)
        self._workers: Final[list[tuple[SpawnProcess, Connection]]] = []
        # Spawn, not fork: a process must not share scratch tables or threads with this one.
        context = multiprocessing.get_context("spawn")
        described = [game.describe() for game in rules]
        bounds = [len(given) * n // processes for n in range(processes + 1)]
        try:
            for first, end in pairwise(bounds):
                ours, theirs = context.Pipe()
                order = (theirs, described, given, first, end, self._memory.name, wanted)
                worker = context.Process(target=_work, args=order, name="neurohex batch", daemon=True)
                worker.start()
                theirs.close()
                self._workers.append((worker, ours))
            self._wait()
        except BaseException:
            self.close()
            raise

    def __len__(self) -> int:
        return len(self._actions)

    def step(self, actions: Sequence[int] | NDArray[Any]) -> None:
        """As `Batch.step`; an illegal action in one process leaves only the games of that process unplayed."""
        np = need("numpy")
        chosen = np.asarray(actions)
        if chosen.shape != (len(self),):
            raise NeurohexError(f"actions: expected {len(self)} of them, got an array of shape {chosen.shape}")
        self._actions[:] = chosen
        for _, pipe in self._workers:
            pipe.send(True)
        self._wait()

    def _wait(self) -> None:
        wrong = ""
        for worker, pipe in self._workers:
            try:
                wrong = pipe.recv() or wrong
            except EOFError:
                worker.join(1)
                raise NeurohexError(f"a process of the batch ended with exit code {worker.exitcode}") from None
        if wrong:
            raise NeurohexError(wrong)

    def close(self) -> None:
        """End the processes and free the memory. The arrays cannot be used afterwards."""
        for _, pipe in self._workers:
            with contextlib.suppress(OSError):
                pipe.send(False)
            pipe.close()
        for worker, _ in self._workers:
            worker.join(5)
            if worker.is_alive():
                worker.kill()
                worker.join()
        self._workers.clear()
        np = need("numpy")
        empty = np.zeros(0, dtype="uint8")
        self._actions = empty
        self.arrays = Arrays(empty, empty, empty, empty, empty)
        with contextlib.suppress(BufferError):  # an array that the caller still holds keeps the memory alive
            self._memory.close()
        with contextlib.suppress(FileNotFoundError):
            self._memory.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _rules(games: Sequence[Game | RulesGame]) -> list[RulesGame]:
    """The games for the rules. Refuses games whose arrays would differ."""
    rules = [game.rules if isinstance(game, Game) else game for game in games]
    if not rules:
        raise NeurohexError("games: expected at least one")
    kinds = [{**game.describe(), "armies": len(game.armies)} for game in rules]
    for kind in kinds[1:]:
        if kind != kinds[0]:
            raise NeurohexError("games: all games of a batch need the same board, number of players and variants")
    return rules


def _count(shape: tuple[int, ...]) -> int:
    count = 1
    for size in shape:
        count *= size
    return -(-count // 8) * 8  # every array begins at a multiple of eight bytes


def _views(np: Any, memory: SharedMemory, wanted: dict[str, tuple[int, ...]]) -> dict[str, Any]:
    views: dict[str, Any] = {}
    at = 0
    for name, shape in wanted.items():
        views[name] = np.ndarray(shape, dtype=_TYPES.get(name, "uint8"), buffer=memory.buf, offset=at)
        at += _count(shape)
    return views


def _work(
    pipe: Connection,
    described: list[dict[str, Any]],
    seeds: list[int],
    first: int,
    end: int,
    name: str,
    wanted: dict[str, tuple[int, ...]],
) -> None:
    """Worker loop: step the games from `first` up to `end` whenever told to."""
    np = need("numpy")
    memory = SharedMemory(name=name)
    views = _views(np, memory, wanted)
    actions = views.pop("actions").view("int64")[first:end]
    mine = Arrays(**{name: view[first:end] for name, view in views.items()})
    games = [RulesGame(**game) for game in described]
    with contextlib.suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        batch = Batch(games, seeds[first:end], arrays=mine)
        pipe.send("")
        while pipe.recv():
            try:
                batch.step(actions)
            except NeurohexError as error:
                pipe.send(str(error))
            else:
                pipe.send("")
