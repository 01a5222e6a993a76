"""The pupil's actions in a step and what the rules say about them: the material of goals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from neurohex.events import BattleEnded, Destroyed, Event, TurnEnded
from neurohex.model import Table, Unit, fight
from neurohex.model.game import State, advance
from neurohex.model.relations import gifts_to, is_useful, strikes_of
from neurohex.tiles import ARMIES, Tile

Kind = TypeVar("Kind", bound=Event)
"""A class of events."""

PUPIL: Final = 0
OPPONENT: Final = 1


class Attempt:
    """A position and the actions done from it."""

    def __init__(self, start: State) -> None:
        self.now: Final = start.copy()
        self.events: Final[list[Event]] = []
        """All events, in order."""

    def act(self, action: int) -> None:
        """Apply one more action. Raises `IllegalAction`."""
        self.events.extend(advance(self.now, action).events)

    # --- events ---
    def happened(self, kind: type[Kind]) -> list[Kind]:
        """The events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def turn_over(self) -> bool:
        """Whether the pupil's turn is over."""
        return self.now.is_over() or bool(self.happened(TurnEnded))

    @property
    def fought(self) -> bool:
        """Whether a Battle was fought to its end."""
        return bool(self.happened(BattleEnded))

    # --- the table ---
    def table(self) -> Table:
        """The current table."""
        return Table(self.now)

    @property
    def hand(self) -> list[str]:
        """The names of the tiles in the pupil's hand."""
        return [tile.name for tile in self.table().players[PUPIL].hand]

    def tile(self, name: str) -> Tile:
        """The tile of that name in the pupil's army."""
        return ARMIES[self.now.game.armies[PUPIL]].tile(name)

    def holds(self, tile: str) -> bool:
        """Whether the pupil has a tile with that name in hand."""
        return tile in self.hand

    def units(self, player: int) -> list[Unit]:
        """The units that a player controls."""
        return [unit for unit in self.table().units if unit.controller == player]

    def unit(self, player: int, name: str) -> Unit | None:
        """The first unit with that name, or None."""
        return next((unit for unit in self.units(player) if unit.name == name), None)

    # --- relations ---
    def touch(self, one: Unit, other: Unit) -> bool:
        """Whether two units are adjacent."""
        return other.index in self.now.game.board.neighbours[one.index]

    def struck(self, unit: Unit) -> list[Unit]:
        """The units that a unit's attacks would wound now."""
        hits = {strike.to for strike in strikes_of(self.now, unit.index) if strike.wounds != 0}
        return [other for other in self.table().units if other.hex in hits]

    def helps(self, module: Unit, unit: Unit) -> bool:
        """Whether a module is linked to a unit and gives it something useful."""
        given = gifts_to(self.now, unit.index)
        return any(gift.hex == module.hex and is_useful(self.now, unit.index, gift) for gift in given)

    def battle_now(self) -> list[Event]:
        """The events of a Battle fought now, with default choices."""
        return fight(self.now).log.events


def fell(events: Iterable[Event], name: str, player: int) -> bool:
    """Whether a player's unit with that name is destroyed in some events."""
    gone = (event.unit for event in events if isinstance(event, Destroyed))
    return any(unit.tile.name == name and unit.owner == player for unit in gone)
