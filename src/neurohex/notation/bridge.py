"""Convert between positions (notation) and states (rules)."""

from __future__ import annotations

from collections.abc import Sequence

from neurohex.board import TERMINALS
from neurohex.model import Table
from neurohex.notation.position import PlacedFoundation, PlacedUnit, Position, PositionPlayer
from neurohex.rules.catalog import ARMY_BASE
from neurohex.rules.engine import Game, State
from neurohex.rules.setup import Setup
from neurohex.tiles import ARMIES, EXTRAS


def tile_number(name: str, army: str | None) -> int:
    """The rules' number of a tile: looked up in the army, then the extras, then (a borrowed foundation) any army."""
    groups = [ARMIES[army]] if army is not None else []
    for group in (*groups, *EXTRAS.values(), *ARMIES.values()):
        for i, tile in enumerate(group.tiles):
            if tile.name == name:
                return ARMY_BASE[group.key] + i
    raise KeyError(name)


def state_of(position: Position, *, terminals: Sequence[str] = TERMINALS, bomber: str = "none") -> State:
    """A state with the position on its board; the position's starter is in the middle of a turn.

    Tiles on the board are removed from their owners' piles; hands are empty. `terminals` (Duel board) and `bomber`
    (how Mad Bomber is played) are not part of positions. Invalid values raise `GameError`.
    """
    return setup_of(position, terminals=terminals, bomber=bomber).state()


def setup_of(position: Position, *, terminals: Sequence[str] = TERMINALS, bomber: str = "none") -> Setup:
    """Like `state_of`, but returns the `Setup`, to which callers can add hands, discards and the turn."""
    game = Game(
        tuple(player.army for player in position.players),
        ruleset=position.ruleset,
        board=position.board,
        mode="position",
        teams=position.teams,
        terminals=tuple(terminals),
        bomber=bomber,
        strict=False,
    )
    setup = Setup(game)
    index = game.board.index
    for number, player in enumerate(position.players):
        setup.set_hq(number, player.hq)
    for unit in position.units:
        setup.put(index[unit.hex], placed_tile(position, unit), unit.player, unit.rotation, unit.wounds)
        setup.mark(index[unit.hex], unit.markers)
    for foundation in position.foundations:
        setup.lay(index[foundation.hex], placed_tile(position, foundation), foundation.player)
    setup.set_starter(position.starter)
    return setup


def placed_tile(position: Position, placed: PlacedUnit | PlacedFoundation) -> int:
    """The rules' number of a position's tile."""
    return tile_number(placed.tile, None if placed.player is None else position.players[placed.player].army)


def position_of(st: State) -> Position:
    """The position on a state's board, units and foundations by hex."""
    return position_at(Table(st))


def position_at(table: Table) -> Position:
    """The position on a table's board."""
    game = table.game
    return Position(
        ruleset=game.ruleset,
        board=game.board_key,
        players=tuple([PositionPlayer(army, hq) for army, hq in zip(game.armies, table.hq, strict=True)]),
        units=tuple(
            [
                PlacedUnit(unit.hex, unit.owner, unit.tile.name, unit.rotation, unit.wounds, unit.markers)
                for unit in table.placed
            ]
        ),
        foundations=tuple([PlacedFoundation(lies.hex, lies.owner, lies.tile.name) for lies in table.foundations]),
        starter=table.starter,
        teams=tuple(team for team in game.teams if len(team) > 1),
    )
