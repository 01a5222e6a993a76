"""Small wordings that texts and drawings share."""

from __future__ import annotations

from collections.abc import Sequence

from neurohex.board import DIRECTIONS
from neurohex.tiles import Edges


def faced(edges: Edges, rotation: int = 0) -> tuple[str, ...]:
    """Names of the directions that marked edges face on a turned tile, clockwise from north."""
    return tuple(name for d, name in enumerate(DIRECTIONS) if edges[(d - rotation) % 6])


def by_strength(edges: Edges, rotation: int = 0) -> list[tuple[int, tuple[str, ...]]]:
    """Each strength, the highest first, with the directions that have it."""
    return [
        (strength, tuple(name for d, name in enumerate(DIRECTIONS) if edges[(d - rotation) % 6] == strength))
        for strength in sorted(set(edges) - {0}, reverse=True)
    ]


def listed(things: Sequence[str], last: str = "and") -> str:
    """Things as they stand in a sentence: `a`, `a and b`, `a, b and c`."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"
