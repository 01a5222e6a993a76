"""A process that measures one engine: `python -m neurohex.cli.measure`, with requests on standard input.

Each request is a line of JSON, `{"measure": "games", "seconds": 0.5}`, and gets one line in answer. NEUROHEX_PURE=1
selects the uncompiled rules. `neurohex bench` runs two such processes and lets only one work at a time.
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
"""Number of boards for the Battles."""
SEED: Final = 2006


def memory_in_use() -> int | None:
    """Resident set size of the process in bytes; None if the system does not report it."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return None
    import resource

    return pages * resource.getpagesize()


class Bench:
    """The measures of one engine."""

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
        """Play random games of one kind, rotating through its sets of armies."""
        self.actions += play_games(self.starts[kind], self.random, self.buffer, self.done, count)

    def battles(self, count: int) -> None:
        """Fight Battles on boards with 10 to 17 units."""
        fight_battles(self.boards, self.done, count)

    def copies(self, count: int) -> None:
        """Copy a state."""
        make_copies(self.boards[0], count)

    def timed(self, measure: str, seconds: float) -> dict[str, float]:
        """Repeat a measure for about that many seconds; return the count and the time taken."""
        work: Callable[[int], None] = {"battles": self.battles, "copies": self.copies}.get(
            measure, partial(self.games, measure)
        )
        self.done = self.actions = 0
        batch = 1
        begun = time.process_time()
        passed = 0.0
        while passed < seconds:
            work(batch)
            self.done += batch
            passed = time.process_time() - begun
            # Batches: long enough that reading the clock costs nothing, short enough to end in time.
            batch = max(1, int(self.done / passed * min(0.05, max(seconds - passed, 0.001))))
        return {"done": self.done, "actions": self.actions, "seconds": passed}

    def memory(self, count: int) -> dict[str, float | None]:
        """Bytes per state and per tree node, from the growth of the process while it holds `count` of each."""
        grown: list[float | None] = []
        # Hold everything until the end: freed memory would be reused, and the process would not grow.
        held: list[object] = []
        for hold in (hold_copies, grow_tree):
            gc.collect()
            before = memory_in_use()
            held.append(hold(self.boards[0], count))
            after = memory_in_use()
            grown.append(None if before is None or after is None else (after - before) / count)
        return {"state": grown[0], "node": grown[1], "count": count}


def main() -> None:
    """Answer requests until the end of the input."""
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
