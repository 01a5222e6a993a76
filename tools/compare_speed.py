"""Compare the speed of the rules in several checkouts, in one run.

    python tools/compare_speed.py [--rounds N] OLD NEW [MORE ...]

Each argument is a checkout whose rules are compiled in place. Every round gives each checkout the same work in turn, so
that noise of the machine hits all of them. The figures are medians of CPU time. Ratios are relative to the first
checkout. The random games are the same in all checkouts, so their number of actions must be, too.
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

WORK: Final = {"games": 300, "battles": 4000, "copies": 400_000}
"""How much of each kind of work a round does."""
WORKER: Final = """
import json, sys, time
from neurohex.cli.measure import Bench
from neurohex.rules.engine import Random
bench = Bench()
for line in sys.stdin:
    what, count = json.loads(line)
    bench.random = Random(7)
    bench.done = bench.actions = 0
    begun = time.process_time()
    if what == "games":
        bench.games("games", count)
    else:
        getattr(bench, what)(count)
    print(json.dumps([time.process_time() - begun, bench.actions]), flush=True)
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
    first = checkouts[0]
    for checkout in checkouts:
        cells = [f"{what} {checkout.rate(what):,.0f} (×{checkout.rate(what) / first.rate(what):.2f})" for what in WORK]
        print(checkout.path, *cells, f"{checkout.actions} actions", sep="  ")
        checkout.process.communicate()


if __name__ == "__main__":
    main()
