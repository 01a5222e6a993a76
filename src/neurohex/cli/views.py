"""What lies on a board at a moment of a game, for pictures and for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from neurohex.draw import BoardView, FoundationView, UnitView, second_copy
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
from neurohex.tiles import ARMIES, EXTRAS, Army

_NUMERALS: Final = ("I", "II", "III", "IV", "V", "VI")


def seats(keys: Sequence[str]) -> tuple[Army, ...]:
    """The players' armies; whoever leads one that another leads already has it in another shade (R11.5)."""
    armies: list[Army] = []
    for n, key in enumerate(keys):
        army = ARMIES[key]
        earlier = keys[:n].count(key)
        for _ in range(earlier):
            army = second_copy(army)
        armies.append(replace(army, name=f"{ARMIES[key].name} {_NUMERALS[earlier]}") if earlier else army)
    return tuple(armies)


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
