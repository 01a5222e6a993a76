"""How long the solver takes on one core: `python -m tests.puzzles.timing [boards]`.

First the proofs of the collection's puzzles with three tiles. Then random boards of 7 to 13 units: three tiles in hand
and two to use, then three of three without units that move.
"""

from __future__ import annotations

import random
import statistics
import sys
import time

from neurohex.puzzles import HqGoal, Puzzle, PuzzleError, collection, prove, solve
from neurohex.puzzles.boards import constructed
from neurohex.tiles import ARMIES


def times(boards: int, use: int, *, movers: bool) -> list[float]:
    """Seconds of CPU time for each board."""
    found: list[float] = []
    seed = 0
    while len(found) < boards:
        seed += 1
        dice = random.Random(seed)
        solver, opponent = dice.sample(list(ARMIES), 2)
        draft = constructed(dice, solver, opponent)
        position = str(draft.position).replace(f"{opponent}:20", f"{opponent}:4")
        units = position.count("=")
        army = ARMIES[solver]
        own = [army.tile(unit.tile) for unit in draft.position.units if unit.player == 0]
        tiles = [army.tile(name) for name in draft.hand[:3]]
        moves = any(tile.mobility or tile.module.keys() & {"grants_mobility"} for tile in (*own, *tiles))
        if not 7 <= units <= 13 or len(tiles) < 3 or (moves and not movers):
            continue
        puzzle = Puzzle(id="", position=position, hand=draft.hand[:3], use=use, goal=HqGoal())
        begun = time.process_time()
        try:
            solve(puzzle, 50_000_000)
        except PuzzleError:
            continue
        found.append(time.process_time() - begun)
    return found


def proof_times(use: int) -> list[float]:
    """Seconds of CPU time for the proof of each puzzle of the collection with so many tiles."""
    found: list[float] = []
    for puzzle in collection():
        if puzzle.use == use:
            begun = time.process_time()
            assert prove(puzzle).holds, puzzle.id
            found.append(time.process_time() - begun)
    return found


if __name__ == "__main__":
    proved = proof_times(3)
    print(f"collection, 3 tiles: median {statistics.median(proved):.2f} s, longest {max(proved):.2f} s, {len(proved)}")
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for title, use, movers in (("2 of 3", 2, True), ("2 of 3, no movers", 2, False), ("3 of 3, no movers", 3, False)):
        took = times(count if use == 2 else max(1, count // 5), use, movers=movers)
        print(f"{title}: median {statistics.median(took):.2f} s, longest {max(took):.2f} s, {len(took)} boards")
