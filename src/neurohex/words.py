"""Wording helpers shared by texts and drawings."""

from __future__ import annotations

from collections.abc import Sequence

from neurohex.board import DIRECTIONS
from neurohex.tiles import Edges


def faced(edges: Edges, rotation: int = 0) -> tuple[str, ...]:
    """Directions that the marked edges of a turned tile face, clockwise from north."""
    return tuple(name for d, name in enumerate(DIRECTIONS) if edges[(d - rotation) % 6])


def by_strength(edges: Edges, rotation: int = 0) -> list[tuple[int, tuple[str, ...]]]:
    """Each strength with its directions, strongest first."""
    return [
        (strength, tuple(name for d, name in enumerate(DIRECTIONS) if edges[(d - rotation) % 6] == strength))
        for strength in sorted(set(edges) - {0}, reverse=True)
    ]


def listed(things: Sequence[str], last: str = "and") -> str:
    """Join words for a sentence: `a`, `a and b`, `a, b and c`."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"
