"""The values of the read model, in the game's words.

All values are frozen, comparable and hashable, and independent of the state. Hexes have their names, directions are
`N NE SE S SW NW`, players are seats from 0; None stands for nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from neurohex.board import DIRECTIONS
from neurohex.tiles import Tile
from neurohex.words import faced

AttackKind = Literal["melee", "ranged", "gauss", "rocket", "shotgun", "poison", "blast", "shadow", "ravager"]
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
    "aim",
    "marker",
    "shared",
    "point",
]
"""The pending decision; at `draw`, chance acts."""
Carried = Literal["venom", "paralysis"]
"""Markers that hits put on units (R21.1, R23.2)."""
EndReason = Literal["hq", "final", "additional", "still", "score"]
"""Why a game ended: an HQ fell, points after the Final or the Additional Battle, a full board that fights without
change (R1.6), enough points in a score game."""

ENDLESS: Final = "endless"
"""Wounds of an endless shot (R11.2)."""
DESTROYS: Final = "destroys"
"""Wounds of a hit that destroys outright (a Grenade)."""


# --- on the board ---------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Attack:
    """The attack of one edge, with all bonuses."""

    direction: str
    """Empty for a Shadow's, which has none (R28.1)."""
    kind: AttackKind
    strength: int
    """0 for poison and for a blast, which do no counted wounds."""

    def __str__(self) -> str:
        return f"{self.kind} {self.strength} {self.direction}".rstrip()


class Unit(NamedTuple):
    """A unit on the board with its current values."""

    tile: Tile
    hex: str
    index: int  # type: ignore[assignment]  # the method of tuples, of no use here
    """The number of its hex."""
    owner: int | None
    """The owner; None for a neutral bomber."""
    controller: int | None
    """The controller: the owner, or the taker (R3.2)."""
    rotation: int
    """0 to 5: the direction that the printed edge N faces."""
    wounds: int
    """Wounds on it; 0 for an HQ, whose damage is in `points`."""
    points: int | None
    """Points left of an HQ; None for other units."""
    is_netted: bool
    """Whether it is disabled: by nets (R3.1), a Steel Net (R19.2) or for want of power (R29.1)."""
    netted_by: tuple[str, ...]
    """Hexes of the net units that hold it (R3.1)."""
    taken_by: tuple[str, ...]
    """Hexes of the units whose takeover links hold it (R3.2)."""
    initiative: tuple[int, ...]
    """Initiatives in a Battle begun now, highest first; empty if netted."""
    attacks: tuple[Attack, ...]
    """Attacks in a Battle begun now, clockwise from north; empty if netted or paralysed."""
    markers: tuple[str, ...] = ()
    """`venom`, `paralysis`, `steel_net`, one entry for each marker on it."""
    is_paralysed: bool = False
    """Whether it is paralysed, by a marker or a module (R23.1)."""
    lent_toughness: int = 0
    """Toughness that others give it (R14.1)."""
    is_unpowered: bool = False
    """Whether it lacks power (R29.1); it is disabled then."""

    @property
    def name(self) -> str:
        """The name of its tile."""
        return self.tile.name

    @property
    def facing(self) -> str:
        """The direction that the printed edge N faces."""
        return DIRECTIONS[self.rotation]

    @property
    def is_in_net(self) -> bool:
        """Whether a net (R3.1) or a Steel Net (R19.2) disables it."""
        return bool(self.netted_by) or "steel_net" in self.markers

    @property
    def is_taken(self) -> bool:
        """Whether a player other than its owner controls it (R3.2)."""
        return self.controller != self.owner

    @property
    def is_hq(self) -> bool:
        """Whether it is a Headquarters."""
        return self.tile.kind == "hq"

    @property
    def life(self) -> int:
        """Wounds that would destroy it now; for an HQ its points."""
        return self.tile.toughness + self.lent_toughness + 1 - self.wounds if self.points is None else self.points

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
        """Directions of its armour, which works even in a net (R3.1)."""
        return faced(self.tile.armor, self.rotation)

    def __str__(self) -> str:
        """By tile and hex: `Runner C2`."""
        return f"{self.tile.name} {self.hex}"


@dataclass(frozen=True, slots=True)
class Shift:
    """A value of a unit that differs from the printed one."""

    kind: Literal["initiative", "melee", "ranged"]
    direction: str | None
    """The direction of an attack as the unit lies; None for an initiative."""
    printed: int | None
    """None for an extra attack, which is not printed (R1.4)."""
    now: int


class Placed(NamedTuple):
    """A unit as it lies, without what holds for it at the moment."""

    hex: str
    owner: int | None
    tile: Tile
    rotation: int
    wounds: int
    markers: tuple[str, ...] = ()
    """`venom`, `paralysis`, `steel_net`, one entry for each marker on it; with its player, as `venom:1`, where several
    armies of the game have such markers."""


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
    """Tiles with counts, in army order: a pile in unknown order.

    A frozen, hashable mapping; `bag[tile]` is 0 for an absent tile.
    """

    counts: tuple[tuple[Tile, int], ...] = ()

    @property
    def total(self) -> int:
        """Total number of tiles."""
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
        """Names with counts: `Mutant ×3, Claws`."""
        return ", ".join(f"{tile.name} ×{count}" if count > 1 else tile.name for tile, count in self.counts)

    def __repr__(self) -> str:
        return f"<Bag: {self}>" if self.counts else "<Bag: empty>"


class Player(NamedTuple):
    """What one player has. Tiles are in army order."""

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
    """Hex of the HQ; None while it is not on the board."""
    score: int
    """Points in a score game (R10.5), otherwise 0."""
    energy: int
    """Energy on the Duel board (R9.2), otherwise 0."""
    hand: tuple[Tile, ...]
    aside: tuple[Tile, ...]
    """Mercenaries kept aside (R12.1)."""
    pile: Bag
    """Tiles left to draw, in unknown order (R4.6)."""
    top: tuple[Tile, ...]
    """Tiles known to be on top of the pile, in drawing order."""
    discards: Bag
    has_terror: bool
    """Whether this player's Terror is in effect (R5.6)."""
    is_out: bool
    """Whether the player is out of a game of more than two."""

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Awaited:
    """The pending decision or draw."""

    player: int
    """The deciding player; at `draw`, the drawing player."""
    stage: Stage
    about: str | None
    """The hex of the unit in question."""
    phase: int | None
    """The initiative phase; None outside Battles."""

    @property
    def is_chance(self) -> bool:
        """Whether chance acts: a tile is drawn."""
        return self.stage == "draw"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended."""

    reason: EndReason
    winners: tuple[int, ...]
    """Empty for a draw."""
    result: tuple[int, ...]
    """For each player: 1 won, 0 drawn, -1 lost."""

    @property
    def best(self) -> tuple[int, ...]:
        """The players who won or share the draw."""
        return tuple(seat for seat, points in enumerate(self.result) if points == max(self.result))


# --- between units --------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Strike:
    """The target of one attack on the current board."""

    source: str
    direction: str
    """The direction in which it leaves; empty for a Shadow's."""
    to: str
    kind: Literal[
        "melee", "ranged", "gauss", "melee+ranged", "rocket", "shotgun", "poison", "blast", "shadow", "ravager"
    ]
    wounds: int | Literal["endless"]
    """0 if armour stops it (R6.3)."""
    via: tuple[str, ...]
    """Hexes of the redirectors on the way, in order (R11.1)."""


@dataclass(frozen=True, slots=True)
class MoveSource:
    """A way to move, or only turn, a unit."""

    hex: str
    """Hex of the granting unit; the unit's own for Mobility."""
    turns_only: bool
    """Whether it is an HQ's rotation, which does not move (R5.3)."""


@dataclass(frozen=True, slots=True)
class OpenHit:
    """A class of equal hits on one unit, of which a Medic may cancel one (section 7)."""

    wounds: int | Literal["endless", "destroys"]
    scorer: int | None
    """The player who would score, for an HQ in a score game; otherwise None."""
    carries: tuple[Carried, ...] = ()
    """The markers that it would put on the unit (R21.1, R23.2)."""
