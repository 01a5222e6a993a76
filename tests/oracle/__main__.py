"""Look for differences between engine and reference: `python -m tests.oracle FLAVOUR FIRST LAST`.

Prints every position on which they differ, reduced to the units that the difference needs.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from neurohex.notation.compact import format_line
from neurohex.notation.position import Position
from tests.oracle.compare import differences
from tests.oracle.positions import FLAVOURS, random_position


def _about(position: Position) -> str:
    """The kind of the first difference, without its place."""
    found = differences(position)
    return found[0][0].split()[-1] if found else ""


def shrink(position: Position) -> Position:
    """The position reduced to the units that the difference needs."""
    about = _about(position)
    for unit in position.units:
        smaller = replace(position, units=tuple(u for u in position.units if u is not unit))
        if _about(smaller) == about:
            return shrink(smaller)
    return position


def main(flavour: str, first: int, last: int) -> None:
    for name in FLAVOURS if flavour == "all" else [flavour]:
        count = 0
        for seed in range(first, last):
            position = random_position(seed, name)
            if differences(position):
                count += 1
                small = shrink(position)
                print(f"{name} {seed}: {format_line(small)}")
                for point, engine, ours in differences(small):
                    print(f"    {point}: engine {engine}, reference {ours}")
        print(f"{name}: {count} of {last - first} positions differ", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
