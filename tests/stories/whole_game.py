"""A whole game from the first HQ on, turn by turn, for the rulebooks' examples of play."""

from __future__ import annotations

from typing import Any

from neurohex.events import HqWounded
from neurohex.notation.bridge import position_of
from neurohex.notation.report import inspect, phases_of
from neurohex.rules.engine import Game, Log, new_state
from tests.rules.table import Table


class WholeGame(Table):
    """An empty table; draws are given as text too (`draw Runner`)."""

    def __init__(self, *armies: str, ruleset: str, board: str = "standard") -> None:
        self.st = new_state(Game(armies, ruleset=ruleset, board=board))
        self.log = Log()

    def look(self, name: str) -> dict[str, Any]:
        """`inspect` for the unit on a hex."""
        return next(entry for entry in inspect(position_of(self.st))["units"] if entry["hex"] == name)

    def draws(self, player: int, *tiles: str) -> None:
        """Let a player draw these tiles; exactly as many as the turn gives."""
        for tile in tiles:
            assert self.actor == player
            self.do(f"draw {tile}")
        assert sorted(self.names_in_hand(player)) == sorted(tiles)
        assert not self.offers_like("draw"), "the turn gives more tiles than the story tells of"

    def points(self) -> list[int]:
        """HQ points by player."""
        return [self.st.hq(player) for player in range(len(self.st.game.armies))]

    def phases(self) -> dict[int, dict[str, Any]]:
        """The Battle by phase: hexes of acting units, hits as `from>to wounds`, hexes of destroyed units.

        `"hq"` has the HQ points at the end of the phase, by player, if any were lost.
        """
        told = {
            phase["initiative"]: {
                "acted": phase["acted"],
                "hits": [
                    f"{hit['from']}>{hit['to']} {hit['wounds']}" + (" saved" if hit["absorbed"] else "")
                    for hit in phase["hits"]
                ],
                "gone": phase["destroyed"],
                "hq": {},
            }
            for phase in phases_of(self.log.events)
        }
        for event in self.log.events:
            if isinstance(event, HqWounded) and event.phase is not None:
                told[event.phase]["hq"][event.player] = event.left
        return told
