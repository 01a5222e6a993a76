"""What happened, as past-tense facts. Recorded only when a log is handed in.

An event is a tuple of integers: its code, then up to seven numbers as listed beside each code. Players
and hexes are numbers; `explain` turns events into sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from neurohex.compat import i64
from neurohex.events.base import Event, UnitRef

if TYPE_CHECKING:
    from neurohex.rules.state import State

NONE: Final = 255
"""Stands for "no hex" or "no player" in an event."""

DRAWN: Final = 1  # player, tile
DISCARDED: Final = 2  # player, tile
PLACED: Final = 3  # player, tile, hex, rotation
PLAYED: Final = 4  # player, tile (an instant)
MOVED: Final = 5  # player, tile, from, to, rotation, source, 1 for the second step of a Recon move
TURNED: Final = 6  # player, tile, hex, rotation
PUSHED: Final = 7  # player, tile, from, to, pusher's hex
SWAPPED: Final = 8  # player, hex, hex, 1 + new rotation of the unit now on each, 0 where it was not turned
TURN_BEGAN: Final = 9  # player, turn number
TURN_ENDED: Final = 10  # player
UNLUCKY_DRAW: Final = 11  # player
SUPPLY_ENDED: Final = 12  # player
BATTLE_BEGAN: Final = 13  # starter, cause
PHASE_BEGAN: Final = 14  # initiative
ACTED: Final = 15  # hex, tile, player
HELD: Final = 16  # hex, tile, player: would have acted but is netted
EXPLODED: Final = 17  # hex, tile, player
SET_OFF: Final = 18  # hex, tile, by the hit from hex
HIT: Final = 19  # from, direction, to, kind, wounds, medic's hex or NONE, direction of arrival
STOPPED: Final = 20  # from, direction, to, kind, direction of arrival: armour left nothing
CONVERTED: Final = 21  # hex, direction, part
HEALED: Final = 22  # medic, patient, wounds cancelled, hex of the hit's source or NONE, the Medic's owner
WOUNDED: Final = 23  # hex, tile, wounds now on it
HQ_WOUNDED: Final = 24  # player, points lost, points left, hex
DESTROYED: Final = 25  # hex, tile, owner
PHASE_ENDED: Final = 26  # initiative; only of phases in which somebody acted
BATTLE_ENDED: Final = 27
TAKEN: Final = 28  # hex, tile, taker
FREED: Final = 29  # hex, tile, owner
NETTED: Final = 30  # hex, tile
UNNETTED: Final = 31  # hex, tile
MINE_BLEW: Final = 32  # hex
FOUNDATION_GONE: Final = 33  # hex, tile
RETURNED: Final = 34  # player, tile: goes on top of that player's pile
ENERGY: Final = 35  # player, energy now, HQ points left
PROCEDURE: Final = 36  # player, procedure, energy left
HIRED: Final = 37  # player, tile
EXTRA_TURNS: Final = 38
ELIMINATED: Final = 39  # player
GAME_OVER: Final = 40  # reason, winners mask, 1 when they share a draw
SCORED: Final = 41  # player, points
REMOVED: Final = 42  # hex, tile, owner: left with its army

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
        self.events: list[tuple[int, ...]] = []
        self.facts: list[Event] = []
        self.choices: int = 0
        self.tables: list[tuple[int, State]] = []
        """States in the course of Battles, each with the number of events told before it: when a Battle begins, when
        a phase begins, when somebody is asked, after the last phase, and after all that follows from the Battle."""
        self.muted = False
        """Whether what happens now has been told already: hits are worked out again after a Medic was chosen."""
        self.paths: dict[int, tuple[tuple[int, ...], bool]] = {}
        """By hit of the running phase: the hexes of the redirectors that turned it, and whether it is in a loop."""
        self.nets: dict[int, list[Holder]] | None = None
        """By hex of a netted unit: who holds it. None before anybody has looked; so with `takers`, by unit number."""
        self.takers: dict[int, list[Holder]] = {}

    def add(
        self, code: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0, e: i64 = 0, f: i64 = 0, g: i64 = 0
    ) -> None:
        """Append one event."""
        if not self.muted:
            self.events.append((int(code), int(a), int(b), int(c), int(d), int(e), int(f), int(g)))

    def tell(self, event: Event) -> None:
        """Append one event."""
        if not self.muted:
            self.facts.append(event)

    def keep(self, st: State) -> None:
        """Keep the state as it is after the events told so far."""
        if not self.muted:
            self.tables.append((len(self.facts), st.copy()))
