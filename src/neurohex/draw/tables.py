"""The view of a moment of a game, ready to be drawn."""

from __future__ import annotations

from neurohex.draw.coats import player_armies
from neurohex.draw.view import BoardView, FoundationView, UnitView
from neurohex.model import Table, Unit
from neurohex.tiles import EXTRAS, Army


def board_view(table: Table) -> BoardView:
    """The board as it is at that moment, with nets, captured units and HQ points."""
    armies = player_armies(table.game.armies)

    def army(owner: int | None) -> Army:
        return EXTRAS["bombers"] if owner is None else armies[owner]

    units = tuple(
        UnitView(
            hex=unit.index,
            tile=unit.tile,
            army=army(unit.owner),
            rotation=unit.rotation,
            wounds=unit.wounds,
            netted=unit.is_in_net,
            taken_by=army(unit.controller) if unit.is_taken and unit.controller is not None else None,
            markers=_markers(unit),
        )
        for unit in table.units
    )
    foundations = tuple(FoundationView(lies.index, lies.tile, army(lies.owner)) for lies in table.foundations)
    points = {table.index(player.hq_hex): player.hq for player in table.players if player.hq_hex is not None}
    return BoardView(table.board, units, foundations, points)


def _markers(unit: Unit) -> tuple[str, ...]:
    """The markers on a unit; want of power, and paralysis by a module, are drawn as markers too."""
    markers = unit.markers
    if unit.is_paralysed and "paralysis" not in markers:
        markers += ("paralysis",)
    if unit.is_unpowered:
        markers += ("no_power",)
    return markers
