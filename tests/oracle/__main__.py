"""Look for differences between engine and reference.

    python -m tests.oracle FLAVOUR FIRST LAST
    python -m tests.oracle --army steelpolice --positions 20000 [--first N]

A flavour says what the random positions are full of; `all` is every one of them. `--army` takes the positions of one
of the further armies. Prints every position on which they differ, reduced to what the difference needs.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Iterator
from dataclasses import replace

from neurohex.notation.compact import format_line
from neurohex.notation.position import Position
from tests.oracle.compare import Difference, differences
from tests.oracle.positions import FLAVOURS, FURTHER, random_position


def compared(position: Position) -> list[Difference]:
    """The differences; a failure of either side is one."""
    try:
        return differences(position)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told
        place = traceback.extract_tb(error.__traceback__)[-1]
        return [(f"failure {place.name}", f"{type(error).__name__}: {error}", f"{place.filename}:{place.lineno}")]


def _about(position: Position) -> str:
    """The kind of the first difference, without its place."""
    found = compared(position)
    return found[0][0].split()[-1] if found else ""


def _smaller(position: Position) -> Iterator[Position]:
    for unit in position.units:
        yield replace(position, units=tuple(u for u in position.units if u is not unit))
    for lies in position.foundations:
        yield replace(position, foundations=tuple(f for f in position.foundations if f is not lies))
    for unit in position.units:
        if unit.wounds:
            yield replace(position, units=tuple(replace(u, wounds=0) if u is unit else u for u in position.units))
        for n in range(len(unit.markers)):
            less = replace(unit, markers=unit.markers[:n] + unit.markers[n + 1 :])
            yield replace(position, units=tuple(less if u is unit else u for u in position.units))


def shrink(position: Position) -> Position:
    """The position reduced to the units, foundations, wounds and markers that the difference needs."""
    about = _about(position)
    for smaller in _smaller(position):
        if _about(smaller) == about:
            return shrink(smaller)
    return position


def search(flavour: str, first: int, last: int) -> None:
    count = 0
    for seed in range(first, last):
        position = random_position(seed, flavour)
        if compared(position):
            count += 1
            small = shrink(position)
            print(f"{flavour} {seed}: {format_line(small)}")
            for point, engine, ours in compared(small):
                print(f"    {point}: engine {engine}, reference {ours}", flush=True)
    print(f"{flavour}: {count} of {last - first} positions differ", flush=True)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle")
    parser.add_argument("flavour", nargs="?", choices=("all", *FLAVOURS), metavar="FLAVOUR")
    parser.add_argument("range", nargs="*", type=int, metavar="FIRST LAST")
    parser.add_argument("--army", choices=FURTHER, help="positions of this army")
    parser.add_argument("--positions", type=int, default=20000, help="how many of them")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of them")
    told = parser.parse_args(arguments)
    if told.army is not None:
        search(told.army, told.first, told.first + told.positions)
    elif told.flavour is None or len(told.range) != 2:
        parser.error("expected FLAVOUR FIRST LAST, or --army")
    else:
        for name in FLAVOURS if told.flavour == "all" else [told.flavour]:
            search(name, *told.range)


if __name__ == "__main__":
    main(sys.argv[1:])
