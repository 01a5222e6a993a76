"""Events of Battles, and of instants and procedures that wound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from neurohex.events.base import (
    AttackKind,
    Direction,
    Event,
    HitKind,
    Outcome,
    Strength,
    Timing,
    UnitRef,
    Wounds,
)
from neurohex.events.course import Cause
from neurohex.tiles import Tile

AttackType = Literal["melee", "ranged", "gauss"]
"""What a Quartermaster or a Gauss Transformer changes an attack to."""
Finds = Literal["target", "nothing", "only an HQ", "open"]
"""The targets of a unit's attacks."""
GoesTo = Literal["discard", "pile", "aside", "out"]
"""Where a destroyed unit goes."""


# --- the course of a Battle -----------------------------------------------------------------------
@dataclass(frozen=True, slots=True, repr=False)
class BattleBegan(Event):
    """A Battle began."""

    name: ClassVar[str] = "battle began"
    player: int
    """The player who counts as its starter (R6.9)."""
    cause: Cause


@dataclass(frozen=True, slots=True, repr=False)
class PhaseBegan(Event):
    """A phase began in which a unit acts, or would act without a net."""

    name: ClassVar[str] = "phase began"
    initiative: int
    """`BEFORE` for venom and Explosives, `AFTER` for Holes."""


@dataclass(frozen=True, slots=True, repr=False)
class Acted(Event):
    """A unit acts in this phase."""

    name: ClassVar[str] = "acted"
    unit: UnitRef
    attacks: tuple[Timing, ...]
    """The attacks of this phase; simultaneous ones are one (R3.6)."""
    finds: Finds
    """Whether its attacks have a target. `"only an HQ"`: an HQ never strikes an HQ (R6.2). `"open"`: its controller
    must still choose (R6.6)."""


@dataclass(frozen=True, slots=True, repr=False)
class Missed(Event):
    """A unit whose controller had a choice in this phase found no target."""

    name: ClassVar[str] = "missed"
    unit: UnitRef


@dataclass(frozen=True, slots=True, repr=False)
class Held(Event):
    """A unit would act in this phase but is disabled or paralysed."""

    name: ClassVar[str] = "held"
    unit: UnitRef
    nets: tuple[UnitRef, ...]
    paralysed: bool = False
    """Whether paralysis keeps it from acting (R23.1)."""
    unpowered: bool = False
    """Whether it lacks power (R29.1)."""


@dataclass(frozen=True, slots=True, repr=False)
class Aimed(Event):
    """A unit's controller chose its target (R13.6)."""

    name: ClassVar[str] = "aimed"
    unit: UnitRef
    target: UnitRef | None
    """None for a rocket that is steered past everything."""


@dataclass(frozen=True, slots=True, repr=False)
class Converted(Event):
    """A Quartermaster (R6.8) or a Gauss Transformer (R30.2) converts one attack for this phase."""

    name: ClassVar[str] = "converted"
    unit: UnitRef
    direction: Direction
    to: AttackType
    givers: tuple[UnitRef, ...]
    """The Quartermasters or Gauss Transformers linked to the unit."""


@dataclass(frozen=True, slots=True, repr=False)
class PhaseEnded(Event):
    """A phase ended in which a unit acted."""

    name: ClassVar[str] = "phase ended"
    initiative: int
    gone: tuple[UnitRef, ...]
    """The units that left the board."""


@dataclass(frozen=True, slots=True, repr=False)
class BattleEnded(Event):
    """The last phase of a Battle is over."""

    name: ClassVar[str] = "battle ended"


# --- hits -----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, repr=False)
class Hit(Event):
    """A unit was hit (R6.4)."""

    name: ClassVar[str] = "hit"
    source: UnitRef | None
    """The attacking or exploding unit; None for an instant, a procedure, venom and a foundation."""
    direction: Direction | None
    """The direction in which the attack left its unit; None for an instant, a procedure, venom, a Shadow and the hex
    beyond a Ravager's neighbours, like `arrives`."""
    target: UnitRef
    kind: HitKind
    wounds: Wounds
    """After armour."""
    arrives: Direction | None
    """The direction of flight at the target."""
    weapon: str = ""
    """The instant or procedure: `"Sniper"`, `"Laser"`."""
    path: tuple[UnitRef, ...] = ()
    """The redirectors on the way, in order (R11.1)."""
    in_loop: bool = False
    """Whether it goes around an endless loop (R11.2)."""
    melee: Strength | None = None
    """The summands of the melee part; likewise `ranged`. None for a fixed strength."""
    ranged: Strength | None = None
    armour: int = 0
    """Wounds stopped by armour (R6.3)."""
    medic: UnitRef | None = None
    """The Medic that cancelled it."""
    outcome: Outcome | None = None
    """On the last hit of a surviving unit: the combined effect of all hits. None if it was leaving anyway."""
    reflected: bool = False
    """Whether it came back from a reflecting edge (R18.1)."""
    extra: int = 0
    """Wounds that Wastes add (R30.1); part of `wounds`."""
    ground: str = ""
    """Hex of the foundation that exploded (R28.7)."""


@dataclass(frozen=True, slots=True, repr=False)
class Stopped(Event):
    """Armour stopped a shot completely (R6.3)."""

    name: ClassVar[str] = "stopped"
    source: UnitRef
    direction: Direction
    target: UnitRef
    kind: AttackKind
    arrives: Direction
    path: tuple[UnitRef, ...] = ()
    """The redirectors on the way, in order."""


@dataclass(frozen=True, slots=True, repr=False)
class Reflected(Event):
    """An attack came to a reflecting edge and went back (R18.1)."""

    name: ClassVar[str] = "reflected"
    source: UnitRef
    """The attacker."""
    direction: Direction
    by: UnitRef
    """The reflecting unit."""
    to: UnitRef | None
    """The unit that it then hits; None if it is lost."""
    kind: AttackKind


@dataclass(frozen=True, slots=True, repr=False)
class FoundationBlew(Event):
    """A foundation exploded and is gone (R28.7)."""

    name: ClassVar[str] = "foundation blew"
    tile: Tile
    hex: str
    owner: int | None


@dataclass(frozen=True, slots=True, repr=False)
class Exploded(Event):
    """A tile exploded (R6.7)."""

    name: ClassVar[str] = "exploded"
    unit: UnitRef
    is_choice: bool
    """Whether its controller chose it instead of an attack (a Clown)."""
    harms: Literal["all", "units", "hostile", "faced"]
    """Neighbours of any side; all except HQs (R12.2); those hostile to its controller (R12.3); the one that it faces
    (R25.1)."""


@dataclass(frozen=True, slots=True, repr=False)
class SetOff(Event):
    """A hit set off a Trap or a Mad Bomber."""

    name: ClassVar[str] = "set off"
    unit: UnitRef
    by: UnitRef | None
    """None for the explosion of a foundation (R28.7)."""
    by_explosion: bool


@dataclass(frozen=True, slots=True, repr=False)
class Healed(Event):
    """A Medic was spent to cancel a hit (R7.2)."""

    name: ClassVar[str] = "healed"
    medic: UnitRef
    patient: UnitRef
    wounds: Wounds
    """Wounds of the hit. Cancelling one of endless hits leaves them endless."""
    source: UnitRef | None
    """The attacker; None for an instant or a procedure."""
    by_explosion: bool
    weapon: str
    """The instant or procedure that dealt the hit."""
    in_place_of: tuple[UnitRef, ...]
    """The Medics linked to the patient that it replaces (R7.3); empty if it is linked itself."""
    chosen_by: int | None
    """The deciding player; None if there was no choice."""


# --- outcomes -------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, repr=False)
class Wounded(Event):
    """A unit is wounded and survives."""

    name: ClassVar[str] = "wounded"
    unit: UnitRef
    wounds: int
    """All its wounds now."""


@dataclass(frozen=True, slots=True, repr=False)
class HqWounded(Event):
    """An HQ lost points."""

    name: ClassVar[str] = "hq wounded"
    player: int
    unit: UnitRef
    lost: int
    left: int
    stays: bool
    """Whether it is at 0 and stays until the end of the Battle (R10.1)."""


@dataclass(frozen=True, slots=True, repr=False)
class Scored(Event):
    """A player scored points in a score game (R10.5)."""

    name: ClassVar[str] = "scored"
    player: int
    points: int


@dataclass(frozen=True, slots=True, repr=False)
class Destroyed(Event):
    """A unit left the board."""

    name: ClassVar[str] = "destroyed"
    unit: UnitRef
    cause: Literal[
        "wounds",
        "endless",
        "outright",
        "hq",
        "mine",
        "deployed",
        "exploded",
        "spent",
        "toughness",
        "executed",
        "hole",
        "transposed",
    ]
    """Wounds above toughness; endless hits; outright destruction; an HQ at 0; a Mine; a Transporter that gave up its
    hex; an explosion; a spent Medic; toughness that others gave it is gone (R14.2); an execution (R20.1); a Hole
    (R27.2); a Transposition (R28.6)."""
    wounds: int
    """Its wounds if they destroyed it, otherwise 0."""
    goes_to: GoesTo
    """Its owner's discard pile; a draw pile (`Returned` names it); beside the board; out of the game."""
