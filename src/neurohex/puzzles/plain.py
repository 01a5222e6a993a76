"""Shorten solutions of puzzles: no needless act."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from neurohex.puzzles.attempt import Attempt
from neurohex.puzzles.form import Puzzle
from neurohex.rules.engine import IllegalAction

_PLACE: Final = re.compile(r"(place .+) (\w\d) facing (\w+)")
_MOVE: Final = re.compile(r"(?:move|turn) (\w\d)(?: to (\w\d))? facing (\w+)( by .+)?")

Line = tuple[str, ...]


def plainest(puzzle: Puzzle) -> Puzzle:
    """The puzzle with a solution without needless acts. Drops acts that can be left out, and places a tile where it
    would be moved or turned to. Precondition: the solution wins."""
    lines = puzzle.solution
    while (shorter := next((found for found in _shorter(lines) if _wins(puzzle, found)), None)) is not None:
        lines = shorter
    return msgspec.structs.replace(puzzle, solution=lines)


def _shorter(lines: tuple[Line, ...]) -> Iterator[tuple[Line, ...]]:
    """The lines with one act less, in every way; lines that have not all the acts concerned stay as they are."""
    for act in dict.fromkeys(act for line in lines for act in line):
        yield tuple(tuple(other for other in line if other != act) for line in lines)
    for line in lines:
        for number, act in enumerate(line):
            placed = _PLACE.fullmatch(act)
            for later in line[number + 1 :] if placed else ():
                moved = _MOVE.fullmatch(later)
                if placed and moved and moved[1] == placed[2]:
                    at_once = f"{placed[1]} {moved[2] or moved[1]} facing {moved[3]}"
                    yield tuple(_replaced(one, act, later, at_once) for one in lines)


def _replaced(line: Line, act: str, later: str, at_once: str) -> Line:
    """The line with the tile placed where it went later; at the later moment, as its hex may have become free."""
    if act not in line or later not in line:
        return line
    return tuple(at_once if each == later else each for each in line if each != act)


def _wins(puzzle: Puzzle, lines: tuple[Line, ...]) -> bool:
    for line in lines:
        attempt = Attempt(puzzle)
        try:
            for act in line:
                attempt.act(act)
        except IllegalAction:
            return False
        if not attempt.may_fight or not attempt.fight().solved:
            return False
    return True
