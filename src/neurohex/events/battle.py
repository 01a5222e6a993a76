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

AttackType = Literal["melee", "ranged"]
"""The types of attacks that a Quartermaster changes."""
Finds = Literal["target", "nothing", "only an HQ", "open"]
"""Whom the attacks of a unit find."""
GoesTo = Literal["discard", "pile", "aside", "out"]
"""Where a destroyed unit goes."""


# --- the course of a Battle -----------------------------------------------------------------------
@dataclass(frozen=True, slots=True, repr=False)
class BattleBegan(Event):
    """A Battle began."""

    name: ClassVar[str] = "battle began"
    player: int
    """Who counts as the one who began it (R6.9)."""
    cause: Cause


@dataclass(frozen=True, slots=True, repr=False)
class PhaseBegan(Event):
    """A phase began in which somebody acts, or would if no net held it."""

    name: ClassVar[str] = "phase began"
    initiative: int


@dataclass(frozen=True, slots=True, repr=False)
class Acted(Event):
    """A unit acts in this phase."""

    name: ClassVar[str] = "acted"
    unit: UnitRef
    attacks: tuple[Timing, ...]
    """The attacks that come now; several that fall together are one (R3.6)."""
    finds: Finds
    """Whether its attacks find somebody to strike. `"only an HQ"`: an HQ that would strike an HQ, which none does
    (R6.2). `"open"`: its controller is still to choose what it does (R6.6)."""


@dataclass(frozen=True, slots=True, repr=False)
class Missed(Event):
    """A unit whose controller had a choice in this phase found nobody to strike."""

    name: ClassVar[str] = "missed"
    unit: UnitRef


@dataclass(frozen=True, slots=True, repr=False)
class Held(Event):
    """A unit would act in this phase but is netted."""

    name: ClassVar[str] = "held"
    unit: UnitRef
    nets: tuple[UnitRef, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Converted(Event):
    """A Quartermaster changes the type of one attack for this phase (R6.8)."""

    name: ClassVar[str] = "converted"
    unit: UnitRef
    direction: Direction
    to: AttackType
    givers: tuple[UnitRef, ...]
    """The Quartermasters linked to the unit."""


@dataclass(frozen=True, slots=True, repr=False)
class PhaseEnded(Event):
    """A phase ended in which somebody acted."""

    name: ClassVar[str] = "phase ended"
    initiative: int
    gone: tuple[UnitRef, ...]
    """What left the board."""


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
    """Who struck or exploded; None for an instant or a procedure."""
    direction: Direction | None
    """In which direction the attack left its unit; None for an instant or a procedure, so is `arrives`."""
    target: UnitRef
    kind: HitKind
    wounds: Wounds
    """After armour."""
    arrives: Direction | None
    """The direction of flight when it struck."""
    weapon: str = ""
    """The instant or procedure: `"Sniper"`, `"Laser"`."""
    path: tuple[UnitRef, ...] = ()
    """The redirectors that turned the shot, in order (R11.1)."""
    in_loop: bool = False
    """Whether it goes round a loop without end (R11.2)."""
    melee: Strength | None = None
    """What adds up to the melee part of the attack; so with `ranged`. None for what is never strengthened."""
    ranged: Strength | None = None
    armour: int = 0
    """What armour took off (R6.3)."""
    medic: UnitRef | None = None
    """The Medic that cancelled it."""
    outcome: Outcome | None = None
    """On the last hit of a unit that stands: what came of all of them. None where it was going to leave anyway."""


@dataclass(frozen=True, slots=True, repr=False)
class Stopped(Event):
    """Armour left nothing of a shot (R6.3)."""

    name: ClassVar[str] = "stopped"
    source: UnitRef
    direction: Direction
    target: UnitRef
    kind: AttackKind
    arrives: Direction
    path: tuple[UnitRef, ...] = ()
    """The redirectors that turned the shot, in order."""


@dataclass(frozen=True, slots=True, repr=False)
class Exploded(Event):
    """A tile exploded (R6.7)."""

    name: ClassVar[str] = "exploded"
    unit: UnitRef
    is_choice: bool
    """Whether its controller chose that instead of an attack (a Clown)."""
    harms: Literal["all", "units", "hostile"]
    """Neighbours of any side; all but HQs (R12.2); those hostile to its controller (R12.3)."""


@dataclass(frozen=True, slots=True, repr=False)
class SetOff(Event):
    """A hit set off a Trap or a Mad Bomber."""

    name: ClassVar[str] = "set off"
    unit: UnitRef
    by: UnitRef
    by_explosion: bool


@dataclass(frozen=True, slots=True, repr=False)
class Healed(Event):
    """A Medic was spent to cancel a hit (R7.2)."""

    name: ClassVar[str] = "healed"
    medic: UnitRef
    patient: UnitRef
    wounds: Wounds
    """Of the hit. One of endless hits less leaves them endless."""
    source: UnitRef | None
    """Who dealt the hit; None for an instant or a procedure."""
    by_explosion: bool
    weapon: str
    """The instant or procedure that dealt the hit."""
    in_place_of: tuple[UnitRef, ...]
    """The Medics linked to the patient for which it stands in (R7.3); empty where it is linked itself."""
    chosen_by: int | None
    """Who was asked; None where there was no choice."""


# --- what came of it ------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, repr=False)
class Wounded(Event):
    """A unit has wounds and stays."""

    name: ClassVar[str] = "wounded"
    unit: UnitRef
    wounds: int
    """All that it has now."""


@dataclass(frozen=True, slots=True, repr=False)
class HqWounded(Event):
    """An HQ lost points."""

    name: ClassVar[str] = "hq wounded"
    player: int
    unit: UnitRef
    lost: int
    left: int
    stays: bool
    """Whether it has none left and stays to the end of the Battle all the same (R10.1)."""


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
    cause: Literal["wounds", "endless", "outright", "hq", "mine", "deployed", "exploded", "spent"]
    """More wounds than toughness; endless hits; a hit that destroys; an HQ at 0; a Mine; a Transporter that gave up
    its hex; it exploded; a Medic that was spent."""
    wounds: int
    """All that it had, where these destroyed it; else 0."""
    goes_to: GoesTo
    """Its owner's discard pile; a draw pile (`Returned` tells whose); beside the board; out of the game."""
