"""The table in the simplest form: units, sides, and neighbours.

This package reads the rulings a second time, slowly and apart from `neurohex.rules`: it imports none of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from neurohex.board import BOARDS, Board
from neurohex.notation.position import Position, start_hq
from neurohex.tiles import ARMIES, EXTRAS, Army, Edges, Tile

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
    changed: bool = False
    """Whether a Quartermaster or Gauss Transformer changed one of its attacks in this Battle (R6.8, R30.2)."""
    venom: list[int] = field(default_factory=list)
    """The sides that its venom markers belong to."""
    paralysis: list[int] = field(default_factory=list)
    """The side of its paralysis marker, if it has one."""
    steel: list[int] = field(default_factory=list)
    """The players whose Steel Net is on it."""

    @property
    def markers(self) -> list[str]:
        return ["venom"] * len(self.venom) + ["paralysis"] * len(self.paralysis) + ["steel_net"] * len(self.steel)

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
    for other in ARMIES.values():
        for tile in other.tiles:
            if tile.name == name and tile.effect == "mine":  # any player may have one
                return tile
    raise KeyError(name)


FIRST_ARMIES: Final = ("borgo", "moloch", "outpost", "hegemony", "smart", "vegas", "doomsday")


def _is_further(army: Army) -> bool:
    return army.key not in FIRST_ARMIES


@dataclass(frozen=True, slots=True)
class Ground:
    """A foundation tile."""

    owner: int
    tile: Tile


Verdict = dict[int, tuple[int, bool, int]]
"""By hex: who controls the unit, whether it is enabled, for whom its module works."""
Judged = dict[object, Verdict]
"""Verdicts by the units they are about."""


class Table:
    """The board with its units, and the relations between players."""

    def __init__(self, position: Position, judged: Judged | None = None) -> None:
        self.judged: Judged = {} if judged is None else judged
        self.board: Board = BOARDS[position.board]
        self.ruleset = position.ruleset
        self.armies = [player.army for player in position.players]
        self.hq = [player.hq for player in position.players]
        self.teams = position.teams
        self.start = start_hq(position.ruleset, len(self.armies), position.teams)
        self.starter = position.starter
        self.out: set[int] = {p for p, points in enumerate(self.hq) if points == 0}
        """Players who are no more in the game (R10.1)."""
        self.units: dict[int, Unit] = {}
        for placed in position.units:
            if placed.player is None:
                owner, tile = NEUTRAL, next(t for t in EXTRAS["bombers"].tiles if t.name == placed.tile)
            else:
                owner, tile = placed.player, find_tile(self.armies[placed.player], placed.tile)
            here = self.board.index[placed.hex]
            self.units[here] = Unit(here, owner, tile, placed.rotation, placed.wounds)
        self.ground = {
            self.board.index[lies.hex]: Ground(lies.player, find_tile(self.armies[lies.player], lies.tile))
            for lies in position.foundations
            if lies.player is not None
        }
        self.further = any(_is_further(ARMIES[army]) for army in self.armies)
        """Whether one of the armies has more than the first seven: only then section 29 can matter (R29.3)."""
        marked = sorted((self.board.index[placed.hex], placed.markers) for placed in position.units)
        for named in (True, False):  # markers that say whose they are first
            for hex_, markers in marked:
                self._mark(self.units[hex_], [marker for marker in markers if (":" in marker) == named])

    def _mark(self, unit: Unit, markers: list[str]) -> None:
        """Find the players whose markers these are. What nobody can have put there is left out."""
        for word in markers:
            marker, _, owner = word.partition(":")
            if marker == "steel_net":
                takers = [p for p in self._givers(unit) if self._throws(p) and owner in ("", str(p))]
                if takers and not unit.is_hq:
                    unit.steel.append(takers[0])
                continue
            takers = [p for p in self._givers(unit) if self.left(marker, self.side(p)) and owner in ("", str(p))]
            if marker == "venom" and takers:
                unit.venom.append(self.side(takers[0]))
            elif marker == "paralysis" and takers and not unit.paralysis:
                unit.paralysis.append(self.side(takers[0]))

    def _givers(self, unit: Unit) -> list[int]:
        """The players, those hostile to the unit's owner first."""
        return sorted(self.players(), key=lambda p: not self.hostile(p, unit.owner))

    def _throws(self, player: int) -> bool:
        """Whether the player has a Steel Net at hand."""
        hq = next(tile for tile in self.army(player).tiles if tile.kind == "hq")
        return "steel_net" in hq.module and not any(player in unit.steel for unit in self.units.values())

    def army(self, player: int) -> Army:
        return ARMIES[self.armies[player]]

    def has_markers(self, marker: str, side: int) -> int:
        """Markers of this kind that the players of a side have together (R21.3)."""
        armies = [self.army(p) for p in self.players() if self.side(p) == side]
        return sum(army.venom_markers if marker == "venom" else army.paralysis_markers for army in armies)

    def left(self, marker: str, side: int) -> int:
        """Those that are not on the board."""
        lists = [unit.venom if marker == "venom" else unit.paralysis for unit in self.units.values()]
        return self.has_markers(marker, side) - sum(markers.count(side) for markers in lists)

    @property
    def is_deathmatch(self) -> bool:
        return len(self.armies) > 2 and not self.teams

    def is_out(self, player: int) -> bool:
        return player in self.out

    def round(self) -> list[int]:
        """The players from the one who began the Battle on."""
        number = len(self.armies)
        return [(self.starter + n) % number for n in range(number)]

    def players(self) -> range:
        return range(len(self.armies))

    def points_lost(self, hq: Unit) -> int:
        return self.start[hq.owner] - self.hq[hq.owner]

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

    def adjacent(self, one: Unit, other: Unit) -> bool:
        return other.hex in self.board.neighbours[one.hex]

    def linked(self, unit: Unit) -> list[Unit]:
        """The units that its links reach; a long link reaches two hexes, over anything."""
        reached = self.faced(unit, unit.tile.links)
        for direction, _ in unit.directions(unit.tile.long_links):
            reached += [self.units[h] for h in self.board.ray(unit.hex, direction)[:2] if h in self.units]
        return list(dict.fromkeys(reached))
