"""Events outside the phases of a Battle: turns, tiles, the board, nets and takeovers, the end of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from neurohex.events.base import Direction, Event, Release, UnitRef
from neurohex.tiles import Tile

Cause = Literal["tile", "full board", "final", "additional"]
"""The cause of a Battle."""
DiscardReason = Literal["choice", "full hand", "unlucky draw", "energy", "bomber"]
"""The reason of a discard."""
MoveBy = Literal["tile", "mobility", "recon", "unit"]
"""The source of a move."""
TurnBy = Literal["tile", "procedure", "taker", "hq", "itself", "smokescreen"]
"""The source of a turn."""
MarkerKind = Literal["venom", "paralysis", "steel_net"]
"""Markers on units."""
UnmarkReason = Literal["freed", "hq", "army out", "battle over"]
"""Why a marker came back: its unit came to the side of its army, its HQ is disabled (R19.3), its army left the game
(R19.5), a Battle ended (R23.2)."""
Ending = Literal["hq", "final", "additional", "still", "score"]
"""Why a game is over: an HQ fell, the Final or the Additional Battle was fought, a full board fought without change
(R1.6), enough points in a score game."""


# --- turns ----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, repr=False)
class TurnBegan(Event):
    """A turn began."""

    name: ClassVar[str] = "turn began"
    player: int
    number: int
    """Counted from 1 over all players."""


@dataclass(frozen=True, slots=True, repr=False)
class TurnEnded(Event):
    """A turn ended."""

    name: ClassVar[str] = "turn ended"
    player: int
    by_battle: bool
    """Whether a Battle ended it (R4.5)."""


@dataclass(frozen=True, slots=True, repr=False)
class Drawn(Event):
    """A tile came into a hand."""

    name: ClassVar[str] = "drawn"
    player: int
    tile: Tile
    source: Literal["pile", "aside"]
    """`"aside"`: a mercenary from beside the board instead of a draw (R12.1)."""


@dataclass(frozen=True, slots=True, repr=False)
class Discarded(Event):
    """A tile left a hand unused."""

    name: ClassVar[str] = "discarded"
    player: int
    tile: Tile
    reason: DiscardReason
    """`"energy"`: traded for energy (R9.2). `"bomber"`: the price of putting down Mad Bomber II (R12.2)."""
    pays_for: Tile | None = None
    """The tile that it pays for."""


@dataclass(frozen=True, slots=True, repr=False)
class UnluckyDraw(Event):
    """A hand of instants was exchanged."""

    name: ClassVar[str] = "unlucky draw"
    player: int
    whole_hand: bool
    """False with Reinforcement, which exchanges three tiles (R4.7)."""


@dataclass(frozen=True, slots=True, repr=False)
class SupplyEnded(Event):
    """The last tile of a pile was drawn."""

    name: ClassVar[str] = "supply ended"
    player: int
    turns_left: int
    """Other players' turns before the Final Battle."""
    each_once: bool
    """Whether every other player has one of them; not in One-vs-Two (R10.2)."""


@dataclass(frozen=True, slots=True, repr=False)
class Hired(Event):
    """A mercenary was chosen before the game."""

    name: ClassVar[str] = "hired"
    player: int
    tile: Tile


# --- tiles and the board --------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, repr=False)
class Placed(Event):
    """A tile came onto the board."""

    name: ClassVar[str] = "placed"
    player: int
    """The placing player."""
    tile: Tile
    hex: str
    facing: Direction
    owner: int | None
    """The owner on the board; None for a neutral bomber."""
    source: Literal["hand", "hq", "aside"]
    """`"hq"`: an HQ before the first turn. `"aside"`: Mad Bomber II from beside the board."""
    instead_of: UnitRef | None = None
    """The Transporter that gave up its hex (R5.4)."""


@dataclass(frozen=True, slots=True, repr=False)
class Played(Event):
    """An instant was played."""

    name: ClassVar[str] = "played"
    player: int
    tile: Tile


@dataclass(frozen=True, slots=True, repr=False)
class Moved(Event):
    """A unit moved, or only turned, by a move."""

    name: ClassVar[str] = "moved"
    player: int
    unit: UnitRef
    """The unit after the move."""
    start: str
    facing: Direction
    by: MoveBy
    """A Move tile, its own Mobility, the second step of a Recon move, another unit."""
    giver: UnitRef | None = None
    """The unit that grants the move (a Transport, a Smart HQ)."""


@dataclass(frozen=True, slots=True, repr=False)
class Turned(Event):
    """A unit was turned where it stands."""

    name: ClassVar[str] = "turned"
    player: int
    unit: UnitRef
    facing: Direction
    by: TurnBy
    """A Rotation tile, the procedure, the player who took the unit over (R3.3), an HQ (R5.3), the unit itself (R13.2),
    a hostile Smokescreen (R28.5)."""


@dataclass(frozen=True, slots=True, repr=False)
class Pushed(Event):
    """A unit was pushed to another hex."""

    name: ClassVar[str] = "pushed"
    player: int
    """The pushing player."""
    unit: UnitRef
    """The unit before the push."""
    to: str
    pusher: UnitRef
    chosen_by: int
    """Who chose the hex: the pushed unit's controller if there was a choice, otherwise the pushing player."""
    by_itself: bool = False
    """Whether the pusher used its own ability (R13.1), not a tile or procedure."""


@dataclass(frozen=True, slots=True, repr=False)
class Swapped(Event):
    """Two units changed places."""

    name: ClassVar[str] = "swapped"
    player: int
    one: UnitRef
    """The unit before the swap, like `two`."""
    two: UnitRef
    facings: tuple[Direction, Direction]
    """The new facings of `one` and `two`."""


@dataclass(frozen=True, slots=True, repr=False)
class MineBlew(Event):
    """A unit came onto a Mine."""

    name: ClassVar[str] = "mine blew"
    tile: Tile
    unit: UnitRef
    destroys: bool
    """Whether the unit is destroyed; an HQ is not (R5.5)."""


@dataclass(frozen=True, slots=True, repr=False)
class FoundationGone(Event):
    """A damaging instant removed a foundation tile."""

    name: ClassVar[str] = "foundation gone"
    tile: Tile
    hex: str
    owner: int | None
    weapon: str
    """The instant."""


@dataclass(frozen=True, slots=True, repr=False)
class Returned(Event):
    """A tile went on top of a draw pile."""

    name: ClassVar[str] = "returned"
    player: int
    """The owner of the pile."""
    tile: Tile
    to: Literal["owner", "next"]
    """Its owner (a Bio-droid, R3.3), or the next player (a Mad Bomber, R12.2)."""


@dataclass(frozen=True, slots=True, repr=False)
class ProcedureStarted(Event):
    """A procedure of the Duel board was paid for and started."""

    name: ClassVar[str] = "procedure"
    player: int
    procedure: str
    cost: int
    energy: int
    """The remaining energy."""


@dataclass(frozen=True, slots=True, repr=False)
class EnergyGained(Event):
    """A tile or an HQ point was traded for one energy."""

    name: ClassVar[str] = "energy"
    player: int
    energy: int
    """The player's energy now."""
    hq: int
    """HQ points left."""
    sold: Tile | None
    """The tile; None for an HQ point."""


# --- nets and takeovers ---------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, repr=False)
class Netted(Event):
    """A unit was caught in nets."""

    name: ClassVar[str] = "netted"
    unit: UnitRef
    nets: tuple[UnitRef, ...]
    """The units whose nets hold it."""
    steel: bool = False
    """Whether a Steel Net lies on it (R19.2)."""
    unpowered: bool = False
    """Whether it lacks power (R29.1)."""


@dataclass(frozen=True, slots=True, repr=False)
class Unnetted(Event):
    """A unit came out of its nets."""

    name: ClassVar[str] = "unnetted"
    unit: UnitRef
    released: tuple[Release, ...]
    """The former holders, and why they no longer hold it."""


@dataclass(frozen=True, slots=True, repr=False)
class Taken(Event):
    """A unit was taken over."""

    name: ClassVar[str] = "taken"
    unit: UnitRef
    player: int
    """The new controller."""
    before: int | None
    """The former controller; None for nobody."""
    takers: tuple[UnitRef, ...]
    """The units whose links hold it."""


@dataclass(frozen=True, slots=True, repr=False)
class Freed(Event):
    """A captured unit returned to its owner."""

    name: ClassVar[str] = "freed"
    unit: UnitRef
    player: int | None
    """Its owner; None for nobody."""
    before: int
    """The former controller."""
    released: tuple[Release, ...]
    """The former holders, and why they no longer hold it."""


# --- markers and costs ----------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, repr=False)
class Marked(Event):
    """A marker was put on a unit."""

    name: ClassVar[str] = "marked"
    unit: UnitRef
    marker: MarkerKind
    player: int
    """The owner of the marker."""


@dataclass(frozen=True, slots=True, repr=False)
class Unmarked(Event):
    """A marker came back from a unit that stays on the board."""

    name: ClassVar[str] = "unmarked"
    unit: UnitRef
    marker: MarkerKind
    player: int
    """The owner of the marker."""
    why: UnmarkReason


@dataclass(frozen=True, slots=True, repr=False)
class Paid(Event):
    """A player lost an HQ point as the cost of a Steel Net or an execution (R19.1, R20.1)."""

    name: ClassVar[str] = "paid"
    player: int
    left: int
    """HQ points left."""
    to: int | None = None
    """In a score game nothing is lost: this player gets a point instead (R19.4)."""


@dataclass(frozen=True, slots=True, repr=False)
class DrawnIn(Event):
    """A unit was drawn into a Hole (R27.1)."""

    name: ClassVar[str] = "drawn in"
    player: int
    unit: UnitRef
    """The unit before it moved."""
    to: str
    tile: Tile
    """The Hole."""


@dataclass(frozen=True, slots=True, repr=False)
class Transposed(Event):
    """A unit took the hex of one that was removed (R28.6)."""

    name: ClassVar[str] = "transposed"
    player: int
    unit: UnitRef
    """The unit before it moved."""
    to: str


# --- the course of the game -----------------------------------------------------------------------
@dataclass(frozen=True, slots=True, repr=False)
class ExtraTurns(Event):
    """The lead is shared after the Final Battle, so there are extra turns."""

    name: ClassVar[str] = "extra turns"
    players: tuple[int, ...]
    """The players with an extra turn."""


@dataclass(frozen=True, slots=True, repr=False)
class Eliminated(Event):
    """A player is out of a game of three or more."""

    name: ClassVar[str] = "eliminated"
    player: int


@dataclass(frozen=True, slots=True, repr=False)
class Removed(Event):
    """A unit left the board with its army (R10.1)."""

    name: ClassVar[str] = "removed"
    unit: UnitRef


@dataclass(frozen=True, slots=True, repr=False)
class GameOver(Event):
    """The game ended."""

    name: ClassVar[str] = "game over"
    reason: Ending
    best: tuple[int, ...]
    """The winners, or the players who share a draw while others lose; empty if all draw."""
    is_draw: bool
    fallen: tuple[int, ...] = ()
    """The owners of fallen HQs, if that ended the game."""
    by_score: bool = False
    """Whether scored points decided (R10.5), not HQ points."""
    goal: int = 0
    """Points that win a score game."""
