"""How long the solver takes on one core: `python -m tests.puzzles.timing [boards]`.

First the proofs of the collection's puzzles with three tiles. Then random boards of 7 to 13 units: three tiles in hand
and two to use, then three of three without units that move. Each board is solved twice: with an HQ that falls to the
best ends only, as in a puzzle, and with an HQ of 4 points, which often falls to thousands.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Iterator

import msgspec

from neurohex.puzzles import HqGoal, Puzzle, PuzzleError, TooManyStates, board_of, collection, prove, solve
from neurohex.puzzles.boards import constructed
from neurohex.puzzles.measures import survey
from neurohex.tiles import ARMIES

_LIMIT = 50_000_000
_FEW_POINTS = 4


def boards(use: int, *, movers: bool) -> Iterator[Puzzle]:
    """Random boards with three tiles in hand; both HQs have 20 points."""
    seed = 0
    while True:
        seed += 1
        dice = random.Random(seed)
        solver, opponent = dice.sample(list(ARMIES), 2)
        draft = constructed(dice, solver, opponent)
        position = str(draft.position)
        army = ARMIES[solver]
        own = [army.tile(unit.tile) for unit in draft.position.units if unit.player == 0]
        tiles = [army.tile(name) for name in draft.hand[:3]]
        moves = any(tile.mobility or tile.module.keys() & {"grants_mobility"} for tile in (*own, *tiles))
        if 7 <= position.count("=") <= 13 and len(tiles) == 3 and (movers or not moves):
            puzzle = Puzzle(id="", position=position, hand=draft.hand[:3], use=use, goal=HqGoal())
            try:
                board_of(puzzle)
            except PuzzleError:
                continue
            yield puzzle


def with_points(puzzle: Puzzle, points: int) -> Puzzle:
    """The puzzle with so many points of the hostile HQ."""
    head, bar, units = puzzle.position.partition(" | ")
    players = head.split(" ")
    number = next(at for at, word in enumerate(players) if ":" in word and not word.endswith("*"))
    players[number] = f"{players[number].partition(':')[0]}:{points}"
    return msgspec.structs.replace(puzzle, position=f"{' '.join(players)}{bar}{units}")


def seconds(puzzle: Puzzle) -> float:
    """Seconds of CPU time for all solutions."""
    begun = time.process_time()
    solve(puzzle, _LIMIT)
    return time.process_time() - begun


def times(count: int, use: int, *, movers: bool) -> tuple[list[float], list[float]]:
    """Seconds for each board: as a puzzle, and with an HQ of few points."""
    sharp: list[float] = []
    dull: list[float] = []
    for puzzle in boards(use, movers=movers):
        try:
            best = survey(board_of(puzzle), _LIMIT).best(use)
        except TooManyStates:
            continue
        if best >= 1:
            sharp.append(seconds(with_points(puzzle, best)))
            dull.append(seconds(with_points(puzzle, _FEW_POINTS)))
        if len(sharp) == count:
            break
    return sharp, dull


def proof_times(use: int) -> list[float]:
    """Seconds of CPU time for the proof of each puzzle of the collection with so many tiles."""
    found: list[float] = []
    for puzzle in collection():
        if puzzle.use == use:
            begun = time.process_time()
            assert prove(puzzle).holds, puzzle.id
            found.append(time.process_time() - begun)
    return found


def told(title: str, took: list[float]) -> None:
    """Print a line of the table."""
    print(f"{title}: median {statistics.median(took):.2f} s, longest {max(took):.2f} s, {len(took)}", flush=True)


if __name__ == "__main__":
    told("collection, 3 tiles", proof_times(3))
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for title, use, movers in (("2 of 3", 2, True), ("3 of 3, no movers", 3, False)):
        sharp, dull = times(wanted if use == 2 else max(1, wanted // 3), use, movers=movers)
        told(f"{title}, best ends only", sharp)
        told(f"{title}, HQ of {_FEW_POINTS}", dull)
