"""The log that a state fills with `neurohex.events`, and the numbers of hits. Without a log nothing is built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from neurohex.compat import i64
from neurohex.events.base import Event, Gift, UnitRef

if TYPE_CHECKING:
    from neurohex.rules.state import State

NONE: Final = 255
"""Stands for "no hex" as the source of a hit."""

# Kinds of hits
MELEE: Final = 0
RANGED: Final = 1
GAUSS: Final = 2
MIXED: Final = 3  # the Universal Soldier's two parts
EXPLOSION: Final = 4
INSTANT: Final = 5
PROCEDURE_HIT: Final = 6
ROCKET: Final = 7
SHOTGUN: Final = 8
POISON: Final = 9
BLAST: Final = 10
VENOM: Final = 11  # by a marker; it has no source
SHADOW: Final = 12
RAVAGER: Final = 13
TOXIC: Final = 14  # the explosion of a foundation, whose hex is the source

DESTROYS: Final = 90
"""Wounds of what destroys outright, as one hit (a Grenade)."""
ENDLESS: Final = 99
"""Wounds of an endless shot (R11.2): cancelling one leaves it endless."""


class Holder:
    """A unit that holds another by a net or a takeover link, as it was when it was noted."""

    def __init__(self, unit: UnitRef, hex_: i64, tile: i64, owner: i64, number: i64) -> None:
        self.unit = unit
        self.hex: i64 = hex_
        self.tile: i64 = tile
        self.owner: i64 = owner
        self.number: i64 = number


class Log:
    """Events in the order they happened; hand one to a state to have them recorded."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.tables: list[tuple[int, State]] = []
        """States during Battles, each with the number of events before it: when a Battle begins, when a phase begins,
        when a player has to choose, after the last phase, and after all consequences of the Battle."""
        self.muted = False
        """Drop events: the hits of a phase are listed again after the choice of a Medic, and were told before."""
        self.paths: dict[int, tuple[tuple[int, ...], bool]] = {}
        """By hit of the running phase: the hexes of the redirectors that turned it, and whether it is in a loop."""
        self.gifts: dict[int, list[Gift]] | None = None
        """What modules give in the running phase, by hex of the receiver; None if not computed yet."""
        self.nets: dict[int, list[Holder]] | None = None
        """By hex of a netted unit: the units that hold it. None if not noted yet. `takers` is the same by id of a
        captive."""
        self.takers: dict[int, list[Holder]] = {}
        self.later: list[Event] = []
        """Events of markers that are dealt, told after the hits that put them."""

    def tell(self, event: Event) -> None:
        """Append one event."""
        if not self.muted:
            self.events.append(event)

    def keep(self, st: State) -> None:
        """Keep the state as it is after the events told so far."""
        if not self.muted:
            self.tables.append((len(self.events), st.copy()))
