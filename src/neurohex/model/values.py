"""The values of the read model: what lies on the table, in the game's words.

Everything here is frozen, comparable and hashable, and knows no state: a value stays true of the moment it was read
from. Hexes are named as on the board, directions as `N NE SE S SW NW`, players by their seat from 0; None stands for
nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from neurohex.board import DIRECTIONS
from neurohex.tiles import Tile
from neurohex.words import faced

AttackKind = Literal["melee", "ranged", "gauss"]
Stage = Literal[
    "mercenary",
    "hq",
    "draw",
    "source",
    "discard",
    "main",
    "pushed",
    "recon",
    "captive",
    "clown",
    "quartermaster",
    "medic",
    "redraw",
    "energy",
]
"""What is awaited: `draw` of chance, everything else of a player."""
EndReason = Literal["hq", "final", "additional", "still", "score"]
"""Why a game ended: an HQ fell, points after the Final or the Additional Battle, a full board that fights without
change (R1.6), enough points of a score game."""

ENDLESS: Final = "endless"
"""The wounds of a shot that goes round without end (R11.2)."""
DESTROYS: Final = "destroys"
"""The wounds of what destroys outright (a Grenade)."""


# --- on the board ---------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Attack:
    """What one edge of a unit does now, bonuses counted in."""

    direction: str
    kind: AttackKind
    strength: int

    def __str__(self) -> str:
        return f"{self.kind} {self.strength} {self.direction}"


class Unit(NamedTuple):
    """A unit on the board, with all that holds for it now."""

    tile: Tile
    hex: str
    index: int  # type: ignore[assignment]  # the method of tuples, of no use here
    """The number of its hex."""
    owner: int | None
    """The player it belongs to; None for a bomber that belongs to nobody."""
    controller: int | None
    """The player it obeys: its owner, or its taker (R3.2)."""
    rotation: int
    """0 to 5: the direction that the printed edge N faces."""
    wounds: int
    """Wounds on it; 0 for an HQ, whose damage is in `points`."""
    points: int | None
    """The points an HQ has left; None for other units."""
    is_netted: bool
    netted_by: tuple[str, ...]
    """Hexes of the net units that hold it (R3.1)."""
    taken_by: tuple[str, ...]
    """Hexes of the units whose takeover links hold it (R3.2)."""
    initiative: tuple[int, ...]
    """The phases in which it acts in a Battle begun now, highest first; none while it is netted."""
    attacks: tuple[Attack, ...]
    """What its edges do in a Battle begun now, clockwise from north; none while it is netted."""

    @property
    def name(self) -> str:
        """The name of its tile."""
        return self.tile.name

    @property
    def facing(self) -> str:
        """The direction that the printed edge N faces."""
        return DIRECTIONS[self.rotation]

    @property
    def is_taken(self) -> bool:
        """Whether another player than its owner controls it (R3.2)."""
        return self.controller != self.owner

    @property
    def is_hq(self) -> bool:
        """Whether it is a Headquarters."""
        return self.tile.kind == "hq"

    @property
    def life(self) -> int:
        """Wounds that would destroy it now; for an HQ its points."""
        return self.tile.toughness + 1 - self.wounds if self.points is None else self.points

    @property
    def melee(self) -> dict[str, int]:
        """Strength of its melee attacks by direction."""
        return {attack.direction: attack.strength for attack in self.attacks if attack.kind == "melee"}

    @property
    def ranged(self) -> dict[str, int]:
        """Strength of its ranged attacks by direction."""
        return {attack.direction: attack.strength for attack in self.attacks if attack.kind == "ranged"}

    @property
    def gauss(self) -> tuple[str, ...]:
        """Directions of its Gauss cannons."""
        return tuple([attack.direction for attack in self.attacks if attack.kind == "gauss"])

    @property
    def armour(self) -> tuple[str, ...]:
        """Directions that its armour faces; a net does not take it away (R3.1)."""
        return faced(self.tile.armor, self.rotation)

    def __str__(self) -> str:
        """By tile and hex: `Runner C2`."""
        return f"{self.tile.name} {self.hex}"


@dataclass(frozen=True, slots=True)
class Foundation:
    """A foundation tile on the board; a unit may stand on it."""

    tile: Tile
    hex: str
    index: int
    """The number of its hex."""
    owner: int | None

    @property
    def name(self) -> str:
        """The name of its tile."""
        return self.tile.name

    def __str__(self) -> str:
        """By tile and hex: `Mine C4`."""
        return f"{self.tile.name} {self.hex}"


# --- at the table ---------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, repr=False)
class Bag(Mapping[Tile, int]):
    """How many copies of which tiles, in the order of the army's list: a pile whose order nobody knows.

    A mapping that is frozen and hashable: `bag[tile]` is 0 for a tile that is not in it.
    """

    counts: tuple[tuple[Tile, int], ...] = ()

    @property
    def total(self) -> int:
        """How many tiles there are in all."""
        return sum([count for _, count in self.counts])

    def __getitem__(self, tile: Tile) -> int:
        return next((count for other, count in self.counts if other == tile), 0)

    def __contains__(self, tile: object) -> bool:
        return any(other == tile for other, _ in self.counts)

    def __iter__(self) -> Iterator[Tile]:
        return iter([tile for tile, _ in self.counts])

    def __len__(self) -> int:
        return len(self.counts)

    def __str__(self) -> str:
        """By name, with how many there are of each: `Mutant ×3, Claws`."""
        return ", ".join(f"{tile.name} ×{count}" if count > 1 else tile.name for tile, count in self.counts)

    def __repr__(self) -> str:
        return f"<Bag: {self}>" if self.counts else "<Bag: empty>"


class Player(NamedTuple):
    """What one player has. Tiles are in the order of the army's list."""

    seat: int
    army: str
    """Key of the army."""
    name: str
    """The army's name; a second player of one army is `Borgo II` (R11.5)."""
    team: int | None
    """Number of the team; None in games without teams."""
    hq: int
    """Points of the HQ."""
    start_hq: int
    """Points the HQ began with."""
    hq_hex: str | None
    """Where the HQ stands; None while it is not on the board."""
    score: int
    """Points of a score game (R10.5); 0 in others."""
    energy: int
    """Energy of the Duel board (R9.2); 0 on others."""
    hand: tuple[Tile, ...]
    aside: tuple[Tile, ...]
    """Mercenaries kept aside (R12.1)."""
    pile: Bag
    """What is left to draw; the order is nobody's to know (R4.6)."""
    top: tuple[Tile, ...]
    """Those of the pile that are known to lie on top of it, the next to be drawn first."""
    discards: Bag
    has_terror: bool
    """Whether this player's Terror holds (R5.6)."""
    is_out: bool
    """Whether the player has left a game of more than two."""

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Awaited:
    """What is to be decided, or drawn, now."""

    player: int
    """Who decides; at `draw`, whose tile is drawn."""
    stage: Stage
    about: str | None
    """The hex of the unit that is asked about."""
    phase: int | None
    """The initiative phase of the Battle it is asked in; None outside Battles."""

    @property
    def is_chance(self) -> bool:
        """Whether chance decides: a tile is drawn."""
        return self.stage == "draw"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended."""

    reason: EndReason
    winners: tuple[int, ...]
    """Empty for a draw."""
    result: tuple[int, ...]
    """For each player 1 won, 0 drawn, -1 lost."""

    @property
    def best(self) -> tuple[int, ...]:
        """The players who won or share the draw."""
        return tuple(seat for seat, points in enumerate(self.result) if points == max(self.result))


# --- between units --------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Strike:
    """What one attack of a unit strikes as the board stands."""

    source: str
    direction: str
    """In which it leaves."""
    to: str
    kind: Literal["melee", "ranged", "gauss", "melee+ranged"]
    wounds: int | Literal["endless"]
    """0 where armour stops it (R6.3)."""
    via: tuple[str, ...]
    """Hexes of the redirectors that turn it, in order (R11.1)."""


@dataclass(frozen=True, slots=True)
class MoveSource:
    """By what a unit can be moved, or only turned, in a turn."""

    hex: str
    """Of the unit that grants it; the unit's own for its own Mobility."""
    turns_only: bool
    """Whether it is the rotation that an HQ grants, which moves nobody (R5.3)."""


@dataclass(frozen=True, slots=True)
class OpenHit:
    """A class of equal hits on one unit, of which a Medic may cancel one (section 7)."""

    wounds: int | Literal["endless", "destroys"]
    scorer: int | None
    """Whose points they would be, on an HQ in a score game; None for nobody's, and elsewhere."""
