"""What a pupil has done in a step, and what the rules say about it: all that goals are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from neurohex.explain.reasons import is_netted, units
from neurohex.notation.report import fight
from neurohex.rules import events as ev
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Log, State, apply
from neurohex.rules.layout import U_CTRL, U_TILE
from neurohex.session import Event
from neurohex.view import reach

PUPIL: Final = 0
OPPONENT: Final = 1


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the board."""

    name: str
    place: str
    """The name of its hex."""
    hex: int
    player: int

    def __str__(self) -> str:
        return f"{self.name} {self.place}"


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
    def happened(self, code: int) -> list[Event]:
        """The events of a kind."""
        return [event for event in self.events if event[0] == code]

    @property
    def turn_over(self) -> bool:
        """Whether the pupil can do nothing more."""
        return self.now.is_over() or bool(self.happened(ev.TURN_ENDED))

    @property
    def fought(self) -> bool:
        """Whether a Battle has been fought to its end."""
        return bool(self.happened(ev.BATTLE_ENDED))

    # --- what is there ---
    @property
    def hand(self) -> list[str]:
        """The tiles in the pupil's hand, by name."""
        return [ALL_TILES[tile].name for tile in self.now.hand(PUPIL)]

    def holds(self, tile: str) -> bool:
        """Whether the pupil has a tile of that name in hand."""
        return tile in self.hand

    def units(self, player: int) -> list[Unit]:
        """The units of a player."""
        return [unit for unit in self._units() if unit.player == player]

    def unit(self, player: int, name: str) -> Unit | None:
        """The first unit of that name; None where none is on the board."""
        return next((unit for unit in self.units(player) if unit.name == name), None)

    def _units(self) -> Iterable[Unit]:
        names = self.now.game.board.names
        for h in units(self.now):
            tile = ALL_TILES[self.now.unit(h, U_TILE) - 1]
            yield Unit(tile.name, names[h], h, self.now.unit(h, U_CTRL))

    # --- what holds there ---
    def touch(self, one: Unit, other: Unit) -> bool:
        """Whether two units stand side by side."""
        return other.hex in self.now.game.board.neighbours[one.hex]

    def struck(self, unit: Unit) -> list[Unit]:
        """Whom the attacks of a unit would wound as the board stands."""
        hits = {hit["to"] for hit in reach(self.now, unit.hex)["hits"] if hit["wounds"] != 0}
        return [other for other in self._units() if other.place in hits]

    def helps(self, module: Unit, unit: Unit) -> bool:
        """Whether a module is linked to a unit and gives it something."""
        return any(gift["to"] == unit.place for gift in reach(self.now, module.hex)["gives"])

    def netted(self, unit: Unit) -> bool:
        """Whether a unit is in a net."""
        return is_netted(self.now, unit.hex)

    def battle_now(self) -> list[Event]:
        """What would happen in a Battle if it were fought now, with the usual choices."""
        log = Log()
        fight(self.now.copy(), log)
        return log.events


def fell(events: Iterable[Event], name: str, player: int) -> bool:
    """Whether a unit of that name and player is destroyed in some events."""
    return any(event[0] == ev.DESTROYED and ALL_TILES[event[2]].name == name and event[3] == player for event in events)
