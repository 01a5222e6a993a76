"""What a drawing of a board is made from. It knows no rules: whoever asks says what is netted, taken or hit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from neurohex.board import Board
from neurohex.tiles import Army, Tile


class DrawError(ValueError):
    """A view that cannot be drawn; its text is one line that names the place."""


@dataclass(frozen=True, slots=True)
class UnitView:
    """A unit on the board."""

    hex: int
    tile: Tile
    army: Army
    """Its owner's army, which gives it colour and pattern."""
    rotation: int = 0
    wounds: int = 0
    netted: bool = False
    taken_by: Army | None = None
    """The army that has captured it."""


@dataclass(frozen=True, slots=True)
class FoundationView:
    """A foundation tile on the board; a unit may lie on it."""

    hex: int
    tile: Tile
    army: Army


@dataclass(frozen=True, slots=True)
class Highlight:
    """Hexes to be marked in a colour, such as those where a tile may go."""

    hexes: frozenset[int]
    colour: str = "#00c2ff"


@dataclass(frozen=True, slots=True)
class Arrow:
    """A hit, or whatever else goes from one hex to another."""

    start: int
    end: int
    kind: str = ""
    """A kind of `ARROW_COLOURS` has its own colour. A `net` and a module's effect, such as `takeover` or `medic`,
    have their sign in the middle where there is no label."""
    label: str = ""
    """A word or number in its middle, such as the wounds."""
    via: tuple[int, ...] = ()
    """Hexes at which it bends, such as redirectors."""
    colour: str = ""
    """Instead of the colour of its kind."""
    void: bool = False
    """Whether it comes to nothing: dotted, with a cross in place of its label."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """Everything that a drawing of a board shows. Raises `DrawError` where a hex is not on the board."""

    board: Board
    units: tuple[UnitView, ...] = ()
    foundations: tuple[FoundationView, ...] = ()
    hq_points: Mapping[int, int] = field(default_factory=dict)
    """Points of the HQ on a hex, by the hex."""
    highlights: tuple[Highlight, ...] = ()
    """Later ones lie over earlier ones."""
    arrows: tuple[Arrow, ...] = ()
    part: frozenset[int] = frozenset()
    """The hexes to draw, with all that is in the view among them; the whole board where there are none."""

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
