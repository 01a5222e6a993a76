"""Between positions, as programs and people write them, and states, as the rules hold them."""

from __future__ import annotations

from collections.abc import Sequence

from neurohex.board import TERMINALS
from neurohex.notation.position import PlacedFoundation, PlacedUnit, Position, PositionPlayer
from neurohex.rules.catalog import ALL_TILES, ARMY_BASE
from neurohex.rules.engine import Game, State, empty_state
from neurohex.rules.influence import resolve
from neurohex.rules.layout import (
    ACTOR,
    CAPTURES,
    F_OWNER,
    F_TILE,
    FIRST,
    FL_TURN,
    HEADER,
    HEX_SIZE,
    NEUTRAL,
    P_HQ,
    P_OUT,
    P_PILE,
    P_PILE_N,
    PLAYER_SIZE,
    ST_MAIN,
    STAGE,
    STARTER,
    TURN,
    U_FLAGS,
    U_OWNER,
    U_ROT,
    U_TILE,
    U_WOUNDS,
)
from neurohex.tiles import ARMIES, EXTRAS


def tile_number(name: str, army: str | None) -> int:
    """The number the rules give a tile, looked up in the army, then among the extras, then (a borrowed
    foundation) in any army."""
    groups = [ARMIES[army]] if army is not None else []
    for group in (*groups, *EXTRAS.values(), *ARMIES.values()):
        for i, tile in enumerate(group.tiles):
            if tile.name == name:
                return ARMY_BASE[group.key] + i
    raise KeyError(name)


def state_of(position: Position, *, terminals: Sequence[str] = TERMINALS, bomber: str = "none") -> State:
    """A state with the position on its board: the first player of the list to move, as in the middle of a turn.

    Tiles on the board are taken out of their owners' piles; hands are empty. What positions do not say, where the
    Terminals of the Duel board lie and how Mad Bomber is played, is as usual or as it is given here, where it may raise
    `GameError`.
    """
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
    st = empty_state(game)
    b = st.b
    index = game.board.index
    for number, player in enumerate(position.players):
        at = game.player_offset + number * PLAYER_SIZE
        b[at + P_HQ] = player.hq
        if player.hq == 0 and game.deathmatch:
            b[at + P_OUT] = 1  # what others hold of that army leaves when it is freed (R10.1)
    for unit in position.units:
        army = None if unit.player is None else position.players[unit.player].army
        tile = tile_number(unit.tile, army)
        owner = NEUTRAL if unit.player is None else unit.player
        st.put(index[unit.hex], tile, owner, unit.rotation)
        b[HEADER + index[unit.hex] * HEX_SIZE + U_WOUNDS] = unit.wounds
        _take_from_pile(st, owner, tile)
    for foundation in position.foundations:
        army = None if foundation.player is None else position.players[foundation.player].army
        tile = tile_number(foundation.tile, army)
        owner = NEUTRAL if foundation.player is None else foundation.player
        st.put_foundation(index[foundation.hex], tile, owner)
        _take_from_pile(st, owner, tile)
    b[STAGE] = ST_MAIN
    b[FIRST] = 1
    b[TURN] = b[ACTOR] = b[STARTER] = position.starter
    resolve(st)
    # Captives on a drawn board were taken before: the moment to turn them has passed (R3.3).
    b[CAPTURES] = 0
    for h in range(int(game.hexes)):
        b[HEADER + h * HEX_SIZE + U_FLAGS] &= ~FL_TURN
    return st


def _take_from_pile(st: State, owner: int, tile: int) -> None:
    if owner == NEUTRAL or st.is_foreign(owner, tile):
        return
    at = int(st.game.player_offset) + owner * PLAYER_SIZE
    kind = int(st.kind(owner, tile))
    if st.b[at + P_PILE + kind]:
        st.b[at + P_PILE + kind] -= 1
        st.b[at + P_PILE_N] -= 1


def position_of(st: State) -> Position:
    """The position on a state's board, units and foundations by hex."""
    game = st.game
    units: list[PlacedUnit] = []
    foundations: list[PlacedFoundation] = []
    for h, name in enumerate(game.board.names):
        if st.unit(h, U_TILE):
            owner = st.unit(h, U_OWNER)
            units.append(
                PlacedUnit(
                    hex=name,
                    player=None if owner == NEUTRAL else owner,
                    tile=ALL_TILES[st.unit(h, U_TILE) - 1].name,
                    rotation=st.unit(h, U_ROT),
                    wounds=st.unit(h, U_WOUNDS),
                )
            )
        if st.unit(h, F_TILE):
            owner = st.unit(h, F_OWNER)
            foundations.append(
                PlacedFoundation(
                    hex=name,
                    player=None if owner == NEUTRAL else owner,
                    tile=ALL_TILES[st.unit(h, F_TILE) - 1].name,
                )
            )
    teams = tuple(team for team in game.teams if len(team) > 1)
    return Position(
        ruleset=game.ruleset,
        board=game.board_key,
        players=tuple(PositionPlayer(army, st.hq(p)) for p, army in enumerate(game.armies)),
        units=tuple(units),
        foundations=tuple(foundations),
        starter=st.field(STARTER),
        teams=teams,
    )
