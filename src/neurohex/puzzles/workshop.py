"""Make many puzzles: try boards one after another, and store each result at once.

A workbook is a text file next to the file of puzzles. Its first line holds the request, each other line the result of
one board. Lines are appended whole, so the same command continues where the workbook ends.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Final

import msgspec

from neurohex.arena.crew import GameQueue
from neurohex.puzzles.form import Puzzle, PuzzleError, save_puzzles
from neurohex.puzzles.make import Wish, make

WORKBOOK: Final = "neurohex-puzzle-workbook"
_VERSION: Final = 1
_BATCH_SECONDS: Final = 5.0
_MANY: Final = 1 << 40
"""Limit of boards to try; never reached in practice."""


class _Head(msgspec.Struct, frozen=True):
    format: str
    version: int
    seed: int
    wish: Wish


class Tried(msgspec.Struct, frozen=True):
    """The result of one board."""

    seed: int
    puzzles: tuple[Puzzle, ...] = ()


@dataclass(frozen=True, slots=True)
class Trial:
    """One board to try."""

    seed: int

    @property
    def label(self) -> str:
        """Its name in error messages."""
        return f"the board of seed {self.seed}"


@dataclass(frozen=True, slots=True)
class Maker:
    """Tries boards for one wish. Can be sent to any process."""

    wish: Wish

    def play(self, trial: Trial, /) -> Tried:
        """Try one board."""
        return Tried(trial.seed, tuple(make(trial.seed, self.wish)))

    def play_some(self, trials: Sequence[Trial], /) -> list[Tried]:
        """Try boards in order, at least one, for some seconds."""
        until = perf_counter() + _BATCH_SECONDS
        done: list[Tried] = []
        for trial in trials:
            done.append(self.play(trial))
            if perf_counter() >= until:
                break
        return done


Crew = Callable[[Maker, GameQueue[Trial]], Generator[list[Tried], None, None]]
"""Tries the queued boards in this process, in workers or on a cluster."""


class Workbook:
    """The boards tried so far and the puzzles found, in a file that only grows."""

    def __init__(self, path: Path, seed: int, wish: Wish) -> None:
        """Open or begin a workbook. Raises `PuzzleError` if it was begun for something else."""
        self.path: Final = path
        self.tried: set[int] = set()
        self.puzzles: list[Puzzle] = []
        self._boards: set[str] = set()
        head = _Head(WORKBOOK, _VERSION, seed, wish)
        if path.exists() and path.stat().st_size:
            self._read(head)
        else:
            self._append(msgspec.json.encode(head))

    def _read(self, head: _Head) -> None:
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1  # a line that was cut off is tried again
        first, *lines = data[:whole].splitlines() or [b""]
        try:
            begun = msgspec.json.decode(first, type=_Head)
        except msgspec.DecodeError:
            raise PuzzleError(str(self.path), "expected a workbook of neurohex puzzles make") from None
        if begun != head:
            raise PuzzleError(str(self.path), "begun with other options; give the same ones, or another file")
        for number, line in enumerate(lines, 2):
            try:
                self._take(msgspec.json.decode(line, type=Tried))
            except msgspec.DecodeError as error:
                raise PuzzleError(f"{self.path} line {number}", str(error)) from None
        if whole < len(data):
            os.truncate(self.path, whole)

    def _take(self, done: Tried) -> None:
        self.tried.add(done.seed)
        for puzzle in done.puzzles:
            if puzzle.position not in self._boards:
                self._boards.add(puzzle.position)
                self.puzzles.append(puzzle)

    def add(self, done: Tried) -> None:
        """Store the result of a board."""
        if done.seed not in self.tried:
            self._append(msgspec.json.encode(done))
            self._take(done)

    def _append(self, line: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(line + b"\n")
            file.flush()
            os.fsync(file.fileno())


def make_many(
    path: Path, puzzles: int, seed: int, wish: Wish, crew: Crew, seen: Callable[[Workbook], object]
) -> list[Puzzle]:
    """Make puzzles until there are so many, and write them to a file; all of them.

    `seen` is called as boards come in. An interruption loses nothing: what was found is in the workbook, `path` with
    `.work` at its end, and the next call goes on.
    """
    book = Workbook(path.with_name(path.name + ".work"), seed, wish)
    seen(book)
    if len(book.puzzles) < puzzles:
        trials = (Trial(number) for number in _fresh(seed, book))
        with closing(crew(Maker(wish), GameQueue(trials, _MANY))) as results:
            for batch in results:
                for done in batch:
                    book.add(done)
                seen(book)
                if len(book.puzzles) >= puzzles:
                    break
    found = book.puzzles[:puzzles]
    save_puzzles(path, found)
    return found


def _fresh(seed: int, book: Workbook) -> Iterator[int]:
    return (number for number in count(seed) if number not in book.tried)
