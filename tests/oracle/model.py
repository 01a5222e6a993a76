"""The table in the simplest form: units, sides, and neighbours.

This package reads the rulings a second time, slowly and apart from `neurohex.rules`: it imports none of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from neurohex.board import BOARDS, Board
from neurohex.notation.position import Position
from neurohex.tiles import ARMIES, EXTRAS, Edges, Tile

NEUTRAL: Final = -1
"""The owner of a neutral bomber (R12.2)."""

Slot = tuple[str, int]
"""One attack of a unit: ("printed", value) or ("extra", number of the source)."""


@dataclass(eq=False, slots=True)
class Unit:
    """One unit on the board; two units are never equal."""

    hex: int
    owner: int
    tile: Tile
    rotation: int
    wounds: int
    spent: set[Slot] = field(default_factory=set)
    """Attacks used up or missed in this Battle (R6.1)."""

    @property
    def is_hq(self) -> bool:
        return self.tile.kind == "hq"

    @property
    def is_module(self) -> bool:
        return self.tile.kind == "module"

    def directions(self, edges: Edges) -> Iterator[tuple[int, int]]:
        """Direction faced on the board and what is printed there, for every edge that has something."""
        for edge, value in enumerate(edges):
            if value:
                yield (edge + self.rotation) % 6, value

    def facing(self, edges: Edges, direction: int) -> int:
        """What the edge that faces this direction has."""
        return edges[(direction - self.rotation) % 6]


def find_tile(army: str, name: str) -> Tile:
    """By its own name, in the army first, then among mercenaries and bombers."""
    for tile in (*ARMIES[army].tiles, *EXTRAS["mercenaries"].tiles, *EXTRAS["bombers"].tiles):
        if tile.name == name:
            return tile
    raise KeyError(name)


class Table:
    """The board with its units, and the relations between players."""

    def __init__(self, position: Position) -> None:
        self.board: Board = BOARDS[position.board]
        self.ruleset = position.ruleset
        self.armies = [player.army for player in position.players]
        self.hq = [player.hq for player in position.players]
        self.teams = position.teams
        self.starter = position.starter
        self.units: dict[int, Unit] = {}
        for placed in position.units:
            if placed.player is None:
                owner, tile = NEUTRAL, next(t for t in EXTRAS["bombers"].tiles if t.name == placed.tile)
            else:
                owner, tile = placed.player, find_tile(self.armies[placed.player], placed.tile)
            here = self.board.index[placed.hex]
            self.units[here] = Unit(here, owner, tile, placed.rotation, placed.wounds)

    @property
    def is_deathmatch(self) -> bool:
        return len(self.armies) > 2 and not self.teams

    def players(self) -> range:
        return range(len(self.armies))

    def name(self, unit: Unit) -> str:
        return self.board.names[unit.hex]

    def side(self, player: int) -> int:
        """A number that teammates share."""
        for team in self.teams:
            if player in team:
                return min(team)
        return player

    def hostile(self, one: int, other: int) -> bool:
        return self.side(one) != self.side(other)

    def fires_on_allies(self, player: int) -> bool:
        return player != NEUTRAL and ARMIES[self.armies[player]].fires_on_allies

    def nets(self, one: int, other: int) -> bool:
        """Whether nets of one player's units work on the other's (R10.3: both ways between Moloch and its ally)."""
        moloch = self.fires_on_allies(one) or self.fires_on_allies(other)
        return self.hostile(one, other) or (one != other and moloch)

    def attacks(self, one: int, other: int) -> bool:
        """Whether attacks of one player's units hit the other's (R10.3: Moloch's hit its ally's)."""
        return self.hostile(one, other) or (one != other and self.fires_on_allies(one))

    def step(self, hex_: int, direction: int) -> int:
        return self.board.neighbours[hex_][direction]

    def neighbour(self, unit: Unit, direction: int) -> Unit | None:
        return self.units.get(self.step(unit.hex, direction))

    def faced(self, unit: Unit, edges: Edges) -> list[Unit]:
        """The units next to these edges."""
        found = (self.neighbour(unit, direction) for direction, _ in unit.directions(edges))
        return [other for other in found if other is not None]

    def linked(self, unit: Unit) -> list[Unit]:
        """The units that its links reach; a long link reaches two hexes, over anything."""
        reached = self.faced(unit, unit.tile.links)
        for direction, _ in unit.directions(unit.tile.long_links):
            reached += [self.units[h] for h in self.board.ray(unit.hex, direction)[:2] if h in self.units]
        return list(dict.fromkeys(reached))
