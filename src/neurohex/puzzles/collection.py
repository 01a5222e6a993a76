"""The puzzles that come with neurohex, in the order in which they are best solved."""

from __future__ import annotations

import os
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from neurohex.puzzles.form import Puzzle, PuzzleError, load_puzzles, read_puzzles

INSTEAD: Final = "NEUROHEX_PUZZLES"
"""Environment variable: the path of a file of puzzles to have instead of the collection."""


@cache
def collection() -> tuple[Puzzle, ...]:
    """All of them, easier ones first; those of the file that `NEUROHEX_PUZZLES` names, where it names one.

    Raises `PuzzleError` and `OSError` for such a file only.
    """
    instead = os.environ.get(INSTEAD)
    if instead:
        return tuple(load_puzzles(Path(instead)))
    return tuple(read_puzzles(files("neurohex.puzzles").joinpath("collection.json").read_bytes()))


def puzzle_of(name: str) -> Puzzle:
    """A puzzle of the collection by its id, or by its number, from 1. Raises `PuzzleError`."""
    puzzles = collection()
    for puzzle in puzzles:
        if puzzle.id == name:
            return puzzle
    if name.isdecimal() and 1 <= int(name) <= len(puzzles):
        return puzzles[int(name) - 1]
    raise PuzzleError(name, f"no such puzzle; expected a number from 1 to {len(puzzles)}, or an id")
