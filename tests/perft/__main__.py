"""`python -m tests.perft [word …]` counts again, all cases or those whose names have a word, and shows what differs."""

from __future__ import annotations

import sys
from time import perf_counter

from neurohex.rules.perft import perft
from tests.perft.cases import cases


def main(words: list[str]) -> int:
    """Count, and print differences. Gives 1 if there are any."""
    chosen = [case for case in cases() if not words or any(word in case.name for word in words)]
    wrong = 0
    began = perf_counter()
    for case in chosen:
        start = perf_counter()
        notes = []
        for count in case.counts:
            nodes = perft(case.state(), count.depth)
            if count.nodes != nodes:
                notes.append(f"  depth {count.depth}: kept {count.nodes}, counted {nodes}")
            if count.reckoned not in (None, nodes):
                notes.append(f"  depth {count.depth}: reckoned {count.reckoned}, counted {nodes}")
        wrong += bool(notes)
        print(f"{case.name} ({perf_counter() - start:.2f} s)", *notes, sep="\n")
    print(f"{len(chosen)} cases, {wrong} with differences, {perf_counter() - began:.1f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
