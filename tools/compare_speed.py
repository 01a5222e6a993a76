"""Compare the speed of the rules in several checkouts, in one run.

    python tools/compare_speed.py [--rounds N] OLD NEW [MORE ...]

Each argument is a checkout whose rules are compiled in place. Every round gives each checkout the same work in turn, so
that noise of the machine hits all of them. The figures are medians of CPU time, and medians of the ratios to the first
checkout in the same round. The random games are the same in all checkouts, so their number of actions must be, too.
Positions are those that the search judges on boards of random games; searches of different checkouts may choose
differently.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Final

WORK: Final = {"games": 300, "battles": 4000, "copies": 400_000, "positions": 40_000}
"""How much of each kind of work a round does."""
WORKER: Final = """
import json, sys, time
from neurohex.cli.measure import Bench
from neurohex.players import make_player
from neurohex.rules.benchmarks import battle_boards
from neurohex.rules.engine import Game, Random, fresh_buffer
bench = Bench()
armies = ("borgo", "moloch", "outpost", "hegemony", "smart", "vegas", "doomsday")
boards = battle_boards([Game((a, b)) for a in armies for b in armies if a < b], Random(7), fresh_buffer(), 64)
for line in sys.stdin:
    what, count = json.loads(line)
    bench.random = Random(7)
    bench.done = bench.actions = 0
    begun, share = time.process_time(), 1.0
    if what == "games":
        bench.games("games", count)
    elif what == "positions":
        player, number = make_player("search:nodes=1000", 7), 0
        while player.nodes < count:
            player.choose(boards[number % 64].copy())
            number += 1
        share = count / player.nodes
    else:
        getattr(bench, what)(count)
    print(json.dumps([(time.process_time() - begun) * share, bench.actions]), flush=True)
"""


class Checkout:
    """A process that runs the rules of one checkout."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            env={**os.environ, "PYTHONPATH": str(path / "src"), "NEUROHEX_PURE": "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.seconds: dict[str, list[float]] = {what: [] for what in WORK}
        self.actions = 0

    def do(self, what: str) -> None:
        """Do one round of one kind of work and note the CPU time."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([what, WORK[what]]) + "\n")
        self.process.stdin.flush()
        seconds, actions = json.loads(self.process.stdout.readline())
        self.seconds[what].append(seconds)
        if what == "games":
            self.actions = actions

    def rate(self, what: str) -> float:
        """How often a second of CPU time."""
        return WORK[what] / statistics.median(self.seconds[what])

    def ratio(self, what: str, other: Checkout) -> float:
        """How many times as fast as another checkout, as the median over rounds."""
        return statistics.median(b / a for a, b in zip(self.seconds[what], other.seconds[what], strict=True))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("checkouts", type=Path, nargs="+")
    args = parser.parse_args()
    checkouts = [Checkout(path.resolve()) for path in args.checkouts]
    for number in range(args.rounds):
        for checkout in checkouts if number % 2 == 0 else reversed(checkouts):
            for what in WORK:
                checkout.do(what)
    for checkout in checkouts:
        cells = [f"{what} {checkout.rate(what):,.0f} (×{checkout.ratio(what, checkouts[0]):.2f})" for what in WORK]
        print(checkout.path, *cells, f"{checkout.actions} actions", sep="  ")
        checkout.process.communicate()


if __name__ == "__main__":
    main()
