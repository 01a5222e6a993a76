"""What all events share: their base class, and the units, sums and reasons that they name."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, Literal

from neurohex.tiles import Tile

Direction = str
"""`N`, `NE`, `SE`, `S`, `SW` or `NW`."""
Wounds = int | Literal["endless", "destroys"]
"""Wounds of a hit: a number, `"endless"` (R11.2), or `"destroys"` for what destroys outright."""
StrengthKind = Literal["melee", "ranged", "gauss"]
"""Kinds of attacks that are printed on edges."""
AttackKind = Literal["melee", "ranged", "gauss", "melee+ranged"]
"""What strikes through one edge; `"melee+ranged"` are both parts of a Universal Soldier's attack on one target."""
HitKind = Literal["melee", "ranged", "gauss", "melee+ranged", "explosion", "instant", "procedure"]
"""What a hit comes from."""


@dataclass(frozen=True, slots=True, repr=False)
class UnitRef:
    """A unit as it stood at the moment of an event."""

    tile: Tile
    hex: str
    owner: int | None
    """None for a bomber that belongs to nobody; so is `controller`."""
    controller: int | None

    def __str__(self) -> str:
        return f"{self.tile.name} {self.hex}"

    def __repr__(self) -> str:
        taken = "" if self.controller == self.owner else f", controller={self.controller}"
        return f"<{self.tile.name} {self.hex}, owner={self.owner}{taken}>"


@dataclass(frozen=True, slots=True)
class Gift:
    """What one module gives one unit through its links (R3.5); a Saboteur's value is below 0."""

    giver: UnitRef
    effect: str
    """As in `neurohex.tiles.LINKED_EFFECTS`."""
    value: int

    @property
    def hex(self) -> str:
        """Where the module stands."""
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
    """What makes up the strength of one attack, or of one part of it (R3.5)."""

    direction: Direction
    kind: StrengthKind
    printed: int
    """The printed strength of that kind; 0 where the edge has only what was changed into it."""
    changed: int = 0
    """The printed strength of the other kind that a Quartermaster changed into this one (R6.8)."""
    gifts: tuple[Gift, ...] = ()
    """What modules add, in the order of their hexes."""

    @property
    def value(self) -> int:
        """The strength, before armour."""
        return self.printed + self.changed + sum(gift.value for gift in self.gifts)

    @property
    def is_sum(self) -> bool:
        """Whether more than one number adds up to it."""
        return (self.printed > 0) + (self.changed > 0) + len(self.gifts) > 1


@dataclass(frozen=True, slots=True)
class Timing:
    """One of the attacks a unit has in a Battle: when it acts, and why then (R1.4, R3.6)."""

    value: int
    """The phase in which it acts."""
    place: int
    """0 to 2 for printed values, 3 on for extra attacks."""
    base: int
    """The value before modules change it: the printed one, or that of an extra attack, which may be -1."""
    gifts: tuple[Gift, ...] = ()
    """What modules add and Saboteurs take."""
    extra: Gift | None = None
    """What gives the extra attack; None for a printed one."""

    @property
    def raised(self) -> int:
        """How far it was raised to 0, below which no value falls."""
        return max(0, self.value - self.base - sum(gift.value for gift in self.gifts))


@dataclass(frozen=True, slots=True)
class Release:
    """Why a unit holds another no longer, by a net or a takeover link."""

    unit: UnitRef
    """As it stood when it still held the other."""
    why: Literal["gone", "netted", "friendly", "turned", "outvoted", "unlinked"]
    """It has left its hex; it is netted itself; it is no longer hostile to the other; its net faces another way; its
    link is outvoted or fails; its link no longer reaches the other."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What all hits of a phase or instant together did to a unit."""

    what: Literal["destroyed", "wounded", "hq"]
    amount: int = 0
    """Wounds now on it; for an HQ the points left."""


@dataclass(frozen=True, slots=True, repr=False)
class Event:
    """Something that happened. Players are numbers, hexes and directions are names."""

    name: ClassVar[str] = ""
    """What the kind of event is called in JSON: `"drawn"`, `"phase began"`."""

    rulings: tuple[str, ...] = field(kw_only=True)
    """The rulings that decided it, by their numbers in docs/rulings.md, the most important first."""
    phase: int | None = field(kw_only=True, default=None)
    """The initiative phase it belongs to; None outside the phases of a Battle."""

    def __repr__(self) -> str:
        shown = [f"{one.name}={_shown(getattr(self, one.name))}" for one in fields(self) if not one.kw_only]
        shown += [] if self.phase is None else [f"phase={self.phase}"]
        return f"{type(self).__name__}({', '.join([*shown, f'rulings={self.rulings}'])})"


def _shown(value: Any) -> str:
    return f"<{value.name}>" if isinstance(value, Tile) else repr(value)


def fill_slots_directly(*kinds: Any) -> None:
    """Give frozen classes an `__init__` that writes into their slots.

    The one that `dataclass` makes calls `object.__setattr__` by name for each field and takes twice as long; the rules
    build hundreds of events a game.
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
