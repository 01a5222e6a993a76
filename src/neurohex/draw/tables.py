"""The view of a moment of a game, ready to be drawn."""

from __future__ import annotations

from neurohex.draw.coats import player_armies
from neurohex.draw.view import BoardView, FoundationView, UnitView
from neurohex.model import Table
from neurohex.tiles import EXTRAS, Army


def board_view(table: Table) -> BoardView:
    """The board as it is at that moment, with nets, captured units and HQ points."""
    armies = player_armies(table.game.armies)

    def army(owner: int | None) -> Army:
        return EXTRAS["bombers"] if owner is None else armies[owner]

    units = tuple(
        UnitView(
            hex=piece.index,
            tile=piece.tile,
            army=army(piece.owner),
            rotation=piece.rotation,
            wounds=piece.wounds,
            netted=piece.is_netted,
            taken_by=army(piece.controller) if piece.is_taken and piece.controller is not None else None,
        )
        for piece in table.pieces
    )
    foundations = tuple(FoundationView(lies.index, lies.tile, army(lies.owner)) for lies in table.foundations)
    points = {table.index(player.hq_hex): player.hq for player in table.players if player.hq_hex is not None}
    return BoardView(table.board, units, foundations, points)
