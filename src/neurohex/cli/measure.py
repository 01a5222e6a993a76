"""A process that measures one engine: `python -m neurohex.cli.measure`, with orders on standard input.

Each order is a line of JSON, `{"measure": "games", "seconds": 0.5}`, and is answered with a line. With NEUROHEX_PURE=1
the rules are the uncompiled ones. `neurohex bench` runs two such processes and sees that only one works at a time.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Final

from neurohex.pure import uses_compiled_rules
from neurohex.rules.benchmarks import (
    battle_boards,
    fight_battles,
    grow_tree,
    hold_copies,
    make_copies,
    play_games,
    unit_count,
)
from neurohex.rules.engine import Game, Random, fresh_buffer, new_state

BASE: Final = ("borgo", "moloch", "outpost", "hegemony")
NEWER: Final = ("smart", "vegas", "doomsday")
ARMIES: Final = BASE + NEWER
BOARDS: Final = 64
"""Boards to fight Battles on."""
SEED: Final = 2006


def memory_in_use() -> int | None:
    """Bytes of memory the process holds now (its resident set); None where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return None
    import resource

    return pages * resource.getpagesize()


class Bench:
    """Everything that is measured of one engine."""

    def __init__(self) -> None:
        games = [Game(pair) for pair in combinations(ARMIES, 2)]
        self.random = Random(SEED)
        self.buffer = fresh_buffer()
        self.starts = {
            "games": [new_state(game) for game in games],
            "base": [new_state(Game(pair)) for pair in combinations_with_replacement(BASE, 2)],
            "newer": [new_state(Game(pair)) for pair in combinations_with_replacement(NEWER, 2)],
            "six": [new_state(Game(six, board="expanded")) for six in combinations(ARMIES, 6)],
        }
        self.boards = battle_boards(games, Random(SEED), self.buffer, BOARDS)
        self.done = 0
        self.actions = 0

    def games(self, kind: str, count: int) -> None:
        """Random games of one kind, each set of armies in turn."""
        self.actions += play_games(self.starts[kind], self.random, self.buffer, self.done, count)

    def battles(self, count: int) -> None:
        """Battles on boards with 10 to 17 units."""
        fight_battles(self.boards, self.done, count)

    def copies(self, count: int) -> None:
        """Copies of a state."""
        make_copies(self.boards[0], count)

    def timed(self, measure: str, seconds: float) -> dict[str, float]:
        """How often something was done, for about that long, and how long it took."""
        work: Callable[[int], None] = {"battles": self.battles, "copies": self.copies}.get(
            measure, partial(self.games, measure)
        )
        self.done = self.actions = 0
        batch = 1
        begun = time.perf_counter()
        passed = 0.0
        while passed < seconds:
            work(batch)
            self.done += batch
            passed = time.perf_counter() - begun
            # Batches long enough that asking the clock costs nothing, and short enough to end in time.
            batch = max(1, int(self.done / passed * min(0.05, max(seconds - passed, 0.001))))
        return {"done": self.done, "actions": self.actions, "seconds": passed}

    def memory(self, count: int) -> dict[str, float | None]:
        """Bytes that a state and a node of a tree take: by how much the process grows when it holds that many."""
        grown: list[float | None] = []
        # All is held until the end: what the first gave back the second would take without the process growing.
        held: list[object] = []
        for hold in (hold_copies, grow_tree):
            gc.collect()
            before = memory_in_use()
            held.append(hold(self.boards[0], count))
            after = memory_in_use()
            grown.append(None if before is None or after is None else (after - before) / count)
        return {"state": grown[0], "node": grown[1], "count": count}


def main() -> None:
    """Answer orders until there are no more."""
    bench = Bench()
    units = [unit_count(board) for board in bench.boards]
    print(json.dumps({"compiled": uses_compiled_rules(), "units": [min(units), max(units)]}), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        if order["measure"] == "memory":
            print(json.dumps(bench.memory(order["count"])), flush=True)
        else:
            print(json.dumps(bench.timed(order["measure"], order["seconds"])), flush=True)


if __name__ == "__main__":
    main()
