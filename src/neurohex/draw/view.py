"""The input of a board drawing. It knows no rules: the caller says what is netted, taken or hit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from neurohex.board import Board
from neurohex.errors import NeurohexError
from neurohex.tiles import Army, Tile


class DrawError(NeurohexError):
    """A view cannot be drawn. The message is one line that names the field."""


@dataclass(frozen=True, slots=True)
class UnitView:
    """A unit on the board."""

    hex: int
    tile: Tile
    army: Army
    """The owner's army; gives colour and pattern."""
    rotation: int = 0
    wounds: int = 0
    netted: bool = False
    taken_by: Army | None = None
    """The army that captured the unit."""
    markers: tuple[str, ...] = ()
    """`venom`, `paralysis`, `steel_net`, one entry for each marker; `no_power` for a unit without power."""


@dataclass(frozen=True, slots=True)
class FoundationView:
    """A foundation tile on the board. A unit may stand on it."""

    hex: int
    tile: Tile
    army: Army


@dataclass(frozen=True, slots=True)
class Highlight:
    """Hexes to highlight in a colour, such as legal targets."""

    hexes: frozenset[int]
    colour: str = "#00c2ff"


@dataclass(frozen=True, slots=True)
class Arrow:
    """A hit or any other arrow between two hexes."""

    start: int
    end: int
    kind: str = ""
    """A key of `ARROW_COLOURS`, or anything else for the default colour. Without a label, a `net` and module effects
    such as `takeover` or `medic` show their sign in the middle.
    """
    label: str = ""
    """A word or number in the middle, such as the wounds."""
    via: tuple[int, ...] = ()
    """Hexes where the arrow bends, such as redirectors."""
    colour: str = ""
    """Overrides the colour of the kind."""
    void: bool = False
    """The attack has no effect: dotted, with a cross instead of the label."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """Everything in a drawing of a board. Raises `DrawError` if a hex is not on the board."""

    board: Board
    units: tuple[UnitView, ...] = ()
    foundations: tuple[FoundationView, ...] = ()
    hq_points: Mapping[int, int] = field(default_factory=dict)
    """HQ points by hex."""
    highlights: tuple[Highlight, ...] = ()
    """Later highlights cover earlier ones."""
    arrows: tuple[Arrow, ...] = ()
    part: frozenset[int] = frozenset()
    """Draw only these hexes; everything in the view must be on them. Empty means the whole board."""

    def __post_init__(self) -> None:
        places = [("part", hex_) for hex_ in sorted(self.part)]
        places += [(f"units[{n}].hex", unit.hex) for n, unit in enumerate(self.units)]
        places += [(f"foundations[{n}].hex", tile.hex) for n, tile in enumerate(self.foundations)]
        places += [("hq_points", hex_) for hex_ in self.hq_points]
        for n, highlight in enumerate(self.highlights):
            places += [(f"highlights[{n}].hexes", hex_) for hex_ in sorted(highlight.hexes)]
        for n, arrow in enumerate(self.arrows):
            places += [(f"arrows[{n}]", hex_) for hex_ in (arrow.start, *arrow.via, arrow.end)]
        for place, hex_ in places:
            if not 0 <= hex_ < len(self.board.names):
                raise DrawError(f"{place}: no hex {hex_} on the {self.board.key} board")
            if self.part and hex_ not in self.part:
                raise DrawError(f"{place}: {self.board.names[hex_]} is not in the part that is drawn")
        taken: dict[int, int] = {}
        for n, unit in enumerate(self.units):
            if taken.setdefault(unit.hex, n) != n:
                name = self.board.names[unit.hex]
                raise DrawError(f"units[{n}].hex: {name} already holds units[{taken[unit.hex]}]")
