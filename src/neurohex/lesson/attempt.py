"""What a pupil has done in a step, and what the rules say about it: all that goals are made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from neurohex.events import BattleEnded, Destroyed, Event, TurnEnded
from neurohex.model import Table, Unit, fight
from neurohex.model.relations import gifts_to, is_useful, strikes_of
from neurohex.rules.engine import Log, State, apply

Kind = TypeVar("Kind", bound=Event)
"""A class of events."""

PUPIL: Final = 0
OPPONENT: Final = 1


class Attempt:
    """A position and what was done from there, act by act."""

    def __init__(self, start: State) -> None:
        self.now: Final = start.copy()
        self.events: Final[list[Event]] = []
        """All that has happened, in order."""

    def act(self, action: int) -> None:
        """Do one thing more. Raises `IllegalAction`."""
        log = Log()
        apply(self.now, action, log)
        self.events.extend(log.events)

    # --- what has happened ---
    def happened(self, kind: type[Kind]) -> list[Kind]:
        """The events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def turn_over(self) -> bool:
        """Whether the pupil can do nothing more."""
        return self.now.is_over() or bool(self.happened(TurnEnded))

    @property
    def fought(self) -> bool:
        """Whether a Battle has been fought to its end."""
        return bool(self.happened(BattleEnded))

    # --- what is there ---
    def table(self) -> Table:
        """The table as it is now."""
        return Table(self.now)

    @property
    def hand(self) -> list[str]:
        """The tiles in the pupil's hand, by name."""
        return [tile.name for tile in self.table().players[PUPIL].hand]

    def holds(self, tile: str) -> bool:
        """Whether the pupil has a tile of that name in hand."""
        return tile in self.hand

    def units(self, player: int) -> list[Unit]:
        """The units that a player controls."""
        return [unit for unit in self.table().units if unit.controller == player]

    def unit(self, player: int, name: str) -> Unit | None:
        """The first unit of that name; None where none is on the board."""
        return next((unit for unit in self.units(player) if unit.name == name), None)

    # --- what holds there ---
    def touch(self, one: Unit, other: Unit) -> bool:
        """Whether two units stand side by side."""
        return other.index in self.now.game.board.neighbours[one.index]

    def struck(self, unit: Unit) -> list[Unit]:
        """Whom the attacks of a unit would wound as the board stands."""
        hits = {strike.to for strike in strikes_of(self.now, unit.index) if strike.wounds != 0}
        return [other for other in self.table().units if other.hex in hits]

    def helps(self, module: Unit, unit: Unit) -> bool:
        """Whether a module is linked to a unit and gives it something that it can use."""
        given = gifts_to(self.now, unit.index)
        return any(gift.hex == module.hex and is_useful(self.now, unit.index, gift) for gift in given)

    def battle_now(self) -> list[Event]:
        """What would happen in a Battle if it were fought now, with the usual choices."""
        return fight(self.now).log.events


def fell(events: Iterable[Event], name: str, player: int) -> bool:
    """Whether a unit of that name and player is destroyed in some events."""
    gone = (event.unit for event in events if isinstance(event, Destroyed))
    return any(unit.tile.name == name and unit.owner == player for unit in gone)
