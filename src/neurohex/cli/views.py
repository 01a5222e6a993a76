"""What lies on a board at a moment of a game, for pictures and for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from neurohex.draw import BoardView, FoundationView, UnitView, player_armies
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import State
from neurohex.rules.layout import (
    F_OWNER,
    F_TILE,
    FL_DISABLED,
    NEUTRAL,
    U_CTRL,
    U_FLAGS,
    U_OWNER,
    U_ROT,
    U_TILE,
    U_WOUNDS,
)
from neurohex.tiles import EXTRAS, Army


def seats(keys: Sequence[str]) -> tuple[Army, ...]:
    """The players' armies; whoever leads one that another leads already has it in another shade (R11.5)."""
    return player_armies(keys)


def board_view(st: State) -> BoardView:
    """The board as it is now: netted and captured units and the HQs' points as the rules see them."""
    armies = seats(st.game.armies)
    nobody = EXTRAS["bombers"]
    units: list[UnitView] = []
    foundations: list[FoundationView] = []
    points: dict[int, int] = {}
    for h in range(len(st.game.board.names)):
        if st.unit(h, U_TILE):
            tile = ALL_TILES[st.unit(h, U_TILE) - 1]
            owner, control = st.unit(h, U_OWNER), st.unit(h, U_CTRL)
            units.append(
                UnitView(
                    hex=h,
                    tile=tile,
                    army=nobody if owner == NEUTRAL else armies[owner],
                    rotation=st.unit(h, U_ROT),
                    wounds=st.unit(h, U_WOUNDS),
                    netted=bool(st.unit(h, U_FLAGS) & FL_DISABLED),
                    taken_by=armies[control] if control not in (owner, NEUTRAL) else None,
                )
            )
            if tile.kind == "hq":
                points[h] = st.hq(owner)
        if st.unit(h, F_TILE):
            owner = st.unit(h, F_OWNER)
            army = nobody if owner == NEUTRAL else armies[owner]
            foundations.append(FoundationView(h, ALL_TILES[st.unit(h, F_TILE) - 1], army))
    return BoardView(st.game.board, tuple(units), tuple(foundations), points)
