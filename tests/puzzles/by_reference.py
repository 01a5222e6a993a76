"""Check puzzles by the slow solver of the tests, which shares no code with the shipped one.

    python -m tests.puzzles.by_reference [--ends 3000] [FILE]

FILE is a file of puzzles; the collection if not given. Puzzles with more ends than that are left out. Exits with 1
where one is wrong.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from neurohex.notation.action import parse_action
from neurohex.notation.position import Position
from neurohex.puzzles import Puzzle, UnitGoal, collection, load_puzzles
from neurohex.rules.engine import apply
from tests.puzzles.reference import Reference


def ends_of(puzzle: Puzzle) -> int:
    """How many ends a puzzle has, by its measures."""
    ends = puzzle.measures.get("ends", 0)
    return ends if isinstance(ends, int) else 0


def can_check(puzzle: Puzzle) -> bool:
    """Whether the reference knows the unit to destroy: it must be the only one of its tile."""
    if not isinstance(puzzle.goal, UnitGoal):
        return True
    position = Position.parse(puzzle.position)
    alike = [unit for unit in position.units if unit.tile == puzzle.goal.tile and unit.player != position.starter]
    return len(alike) == 1


def wrong_with(puzzle: Puzzle) -> str | None:
    """What is wrong with a puzzle that claims one solution; None if it holds."""
    reference = Reference(puzzle)
    found, fewer = reference.solutions()
    if fewer:
        return "fewer tiles win"
    if len(found) != 1:
        return f"{len(found)} solutions"
    ends = []
    for line in puzzle.solution:
        state = reference.start.copy()
        for act in line:
            apply(state, parse_action(state, act))
        ends.append(reference.end(state))
    return None if frozenset(ends) in found else "another solution"


def main() -> int:
    """Check; the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--ends", type=int, default=3000)
    args = parser.parse_args()
    puzzles = load_puzzles(args.file) if args.file is not None else list(collection())
    few = [puzzle for puzzle in puzzles if ends_of(puzzle) <= args.ends and can_check(puzzle)]
    wrong = 0
    for puzzle in few:
        begun = time.process_time()
        said = wrong_with(puzzle)
        wrong += said is not None
        print(f"{puzzle.id}: {said or 'holds'} ({time.process_time() - begun:.1f} s)", flush=True)
    print(f"{len(few)} of {len(puzzles)} puzzles checked, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
