"""Shared parts of events: their base class, and the units, sums and reasons that they name."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, Literal

from neurohex.tiles import Tile

Direction = str
"""`N`, `NE`, `SE`, `S`, `SW` or `NW`."""
Wounds = int | Literal["endless", "destroys"]
"""Wounds of a hit: a number, `"endless"` (R11.2), or `"destroys"` for outright destruction."""
StrengthKind = Literal["melee", "ranged", "gauss"]
"""Kinds of attacks that are printed on edges."""
HitKind = Literal[
    "melee",
    "ranged",
    "gauss",
    "melee+ranged",
    "explosion",
    "instant",
    "procedure",
    "rocket",
    "shotgun",
    "poison",
    "blast",
    "venom",
    "shadow",
    "ravager",
]
"""The origin of a hit. `"melee+ranged"` are both parts of a Universal Soldier's attack on one target."""
AttackKind = HitKind
"""An attack that was stopped or reflected: a kind of hit that a unit does in a phase."""
BEFORE = 100
"""The phase before the first one (R31.2): venom and Explosives."""
AFTER = -1
"""What comes after phase 0 (R31.2): Holes."""


@dataclass(frozen=True, slots=True, repr=False)
class UnitRef:
    """A unit at the moment of an event."""

    tile: Tile
    hex: str
    owner: int | None
    """None for a neutral bomber, like `controller`."""
    controller: int | None

    def __str__(self) -> str:
        return f"{self.tile.name} {self.hex}"

    def __repr__(self) -> str:
        taken = "" if self.controller == self.owner else f", controller={self.controller}"
        return f"<{self.tile.name} {self.hex}, owner={self.owner}{taken}>"


@dataclass(frozen=True, slots=True)
class Gift:
    """The effect of one module on one unit through its links (R3.5); a Saboteur's value is negative."""

    giver: UnitRef
    effect: str
    """As in `neurohex.tiles.LINKED_EFFECTS`."""
    value: int

    @property
    def hex(self) -> str:
        """The module's hex."""
        return self.giver.hex

    @property
    def tile(self) -> Tile:
        """The module."""
        return self.giver.tile

    def __str__(self) -> str:
        """The module by tile and hex: `Boss C1`."""
        return str(self.giver)


@dataclass(frozen=True, slots=True)
class Strength:
    """The summands of one attack's strength, or of one part of it (R3.5)."""

    direction: Direction
    kind: StrengthKind
    printed: int
    """The printed strength of that kind; 0 if the edge has only a converted attack."""
    changed: int = 0
    """The printed strength of the other kind that a Quartermaster converted (R6.8)."""
    gifts: tuple[Gift, ...] = ()
    """Bonuses of modules, by hex."""

    @property
    def value(self) -> int:
        """The strength, before armour."""
        return self.printed + self.changed + sum(gift.value for gift in self.gifts)

    @property
    def is_sum(self) -> bool:
        """Whether it has more than one summand."""
        return (self.printed > 0) + (self.changed > 0) + len(self.gifts) > 1


@dataclass(frozen=True, slots=True)
class Timing:
    """One attack of a unit in a Battle: its phase, and the reasons (R1.4, R3.6)."""

    value: int
    """The phase in which it acts."""
    place: int
    """0 to 2 for printed values, 3 on for extra attacks."""
    base: int
    """The value before modules: the printed one, or that of an extra attack, which may be -1."""
    gifts: tuple[Gift, ...] = ()
    """Bonuses of modules, and Saboteurs' deductions."""
    extra: Gift | None = None
    """The giver of an extra attack; None for a printed one."""

    @property
    def raised(self) -> int:
        """By how much it was raised to the minimum of 0."""
        return max(0, self.value - self.base - sum(gift.value for gift in self.gifts))


ReleaseReason = Literal["gone", "netted", "unpowered", "friendly", "turned", "outvoted", "unlinked"]
"""Why a holder no longer holds a unit: it left its hex; it is netted itself; it lacks power (R29.1); it is no longer
hostile; its net faces another way or does nothing; its link is outvoted or fails; its link no longer reaches."""


@dataclass(frozen=True, slots=True)
class Release:
    """Why a net or a takeover link no longer holds a unit."""

    unit: UnitRef
    """The holder while it still held the other."""
    why: ReleaseReason


@dataclass(frozen=True, slots=True)
class Outcome:
    """The combined effect of all hits of a phase or instant on a unit."""

    what: Literal["destroyed", "wounded", "hq"]
    amount: int = 0
    """Its wounds now; for an HQ the points left."""


@dataclass(frozen=True, slots=True, repr=False)
class Event:
    """Something that happened. Players are numbers; hexes and directions are names."""

    name: ClassVar[str] = ""
    """The kind of event in JSON: `"drawn"`, `"phase began"`."""

    rulings: tuple[str, ...] = field(kw_only=True)
    """The deciding rulings, as numbers of docs/rulings.md, most important first."""
    phase: int | None = field(kw_only=True, default=None)
    """The initiative phase, `BEFORE` or `AFTER`; None outside the phases of a Battle."""

    def __repr__(self) -> str:
        shown = [f"{one.name}={_shown(getattr(self, one.name))}" for one in fields(self) if not one.kw_only]
        shown += [] if self.phase is None else [f"phase={self.phase}"]
        return f"{type(self).__name__}({', '.join([*shown, f'rulings={self.rulings}'])})"


def _shown(value: Any) -> str:
    return f"<{value.name}>" if isinstance(value, Tile) else repr(value)


def fill_slots_directly(*kinds: Any) -> None:
    """Give frozen classes an `__init__` that writes into their slots.

    The `dataclass` one calls `object.__setattr__` by name for each field and takes twice as long; the rules build
    hundreds of events per game.
    """
    for kind in kinds:
        known: dict[str, Any] = {}
        plain: list[str] = []
        by_name: list[str] = []
        lines: list[str] = []
        for one in fields(kind):
            known[f"set_{one.name}"] = getattr(kind, one.name).__set__
            default = ""
            if one.default is not MISSING:
                known[f"default_{one.name}"] = one.default
                default = f"=default_{one.name}"
            (by_name if one.kw_only else plain).append(one.name + default)
            lines.append(f"    set_{one.name}(self, {one.name})\n")
        arguments = ", ".join(["self", *plain, *(["*", *by_name] if by_name else [])])
        exec(f"def __init__({arguments}):\n{''.join(lines)}", known)
        made: Any = known["__init__"]
        made.__annotations__ = kind.__init__.__annotations__
        made.__qualname__ = f"{kind.__qualname__}.__init__"
        made.__module__ = kind.__module__
        kind.__init__ = made
