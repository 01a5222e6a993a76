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

DESTROYS: Final = 90
"""Wounds of what destroys outright, as one hit (a Grenade)."""
ENDLESS: Final = 99
"""Wounds of an endless shot (R11.2): cancelling one leaves it endless."""


class Holder:
    """A unit that holds another by a net or a takeover link, as it stood then."""

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
        self.choices: int = 0
        self.tables: list[tuple[int, State]] = []
        """States in the course of Battles, each with the number of events told before it: when a Battle begins, when
        a phase begins, when somebody is asked, after the last phase, and after all that follows from the Battle."""
        self.muted = False
        """Whether what happens now has been told already: hits are worked out again after a Medic was chosen."""
        self.paths: dict[int, tuple[tuple[int, ...], bool]] = {}
        """By hit of the running phase: the hexes of the redirectors that turned it, and whether it is in a loop."""
        self.gifts: dict[int, list[Gift]] | None = None
        """What modules give in the running phase, by hex of the receiver; None where nobody has looked."""
        self.nets: dict[int, list[Holder]] | None = None
        """By hex of a netted unit: who holds it. None before anybody has looked; so with `takers`, by unit number."""
        self.takers: dict[int, list[Holder]] = {}

    def tell(self, event: Event) -> None:
        """Append one event."""
        if not self.muted:
            self.events.append(event)

    def keep(self, st: State) -> None:
        """Keep the state as it is after the events told so far."""
        if not self.muted:
            self.tables.append((len(self.events), st.copy()))
