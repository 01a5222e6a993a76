"""Units, players, directions and weapons as events name them. Used only with a log."""

from typing import Final

from neurohex.board import DIRECTIONS
from neurohex.compat import i64
from neurohex.events.base import HitKind, UnitRef, Wounds
from neurohex.rules.bits import has
from neurohex.rules.catalog import (
    ALL_TILES,
    EF_BOMB,
    EF_DETONATE,
    EF_ELIMINATE,
    EF_GRENADE,
    EF_LASER,
    EF_RAY,
    EF_SNIPER,
    EF_STRIKE,
)
from neurohex.rules.events import DESTROYS, ENDLESS
from neurohex.rules.layout import NEUTRAL, PENDING, PHASE, U_ROT, hex_at
from neurohex.rules.state import State

KINDS: Final[tuple[HitKind, ...]] = (
    "melee",
    "ranged",
    "gauss",
    "melee+ranged",
    "explosion",
    "instant",
    "procedure",
    "rocket",
    "shotgun",
    "poison",
    "blast",
    "venom",
    "shadow",
    "ravager",
    "explosion",
)
"""Kinds of hits, by number."""
_WEAPONS: Final = {
    int(EF_GRENADE): ("Grenade", "R8.2"),
    int(EF_SNIPER): ("Sniper", "R8.3"),
    int(EF_STRIKE): ("Air Strike", "R8.4"),
    int(EF_BOMB): ("Small Bomb", "R11.4"),
    int(EF_RAY): ("Ray", "R30.4"),
    int(EF_LASER): ("Laser", "R9.3"),
    int(EF_ELIMINATE): ("Elimination", "R9.3"),
    int(EF_DETONATE): ("Detonation", "R9.3"),
}
_NO_WEAPON: Final = ("", "")


_MOST_KEPT: Final = 20000
_KEPT: Final[dict[int, UnitRef]] = {}
"""Cache of references: they are values, and the same units appear in many events."""


def ref(st: State, h: i64) -> UnitRef:
    """The unit on a hex. There must be one."""
    tile = st.tile(h)
    owner = st.owner(h)
    control = st.controller(h)
    key = int((((st.near + h) * 4096 + tile) * 8 + owner) * 8 + control)
    found = _KEPT.get(key)
    if found is None:
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        found = UnitRef(ALL_TILES[tile], st.game.board.names[h], player(owner), player(control))
        _KEPT[key] = found
    return found


def refs(st: State, hexes: list[int]) -> tuple[UnitRef, ...]:
    """The units on some hexes."""
    return tuple([ref(st, i64(h)) for h in hexes])


def player(number: i64) -> int | None:
    """A player; None for `NEUTRAL`."""
    return None if number == NEUTRAL else int(number)


def players(mask: i64) -> tuple[int, ...]:
    """The players of a bit mask."""
    return tuple([p for p in range(NEUTRAL) if has(mask, i64(p))])


def direction(d: i64) -> str:
    """The name of a direction or facing."""
    return DIRECTIONS[d]


def facing_of(st: State, h: i64) -> i64:
    """The rotation of the unit on a hex."""
    return i64(st.b[hex_at(h) + U_ROT])


def hex_name(st: State, h: i64) -> str:
    """The name of a hex."""
    return st.game.board.names[h]


def wounds_of(number: i64) -> Wounds:
    """The wounds of a hit."""
    if number == ENDLESS:
        return "endless"
    return "destroys" if number == DESTROYS else int(number)


def phase_of(st: State) -> int | None:
    """The running phase; None outside a Battle."""
    return int(st.b[PHASE]) - 1 if st.b[PHASE] != 0 else None


def weapon_of(st: State) -> tuple[str, str]:
    """The instant or procedure whose hits are being dealt with, and its ruling; empty in a Battle."""
    return _WEAPONS.get(int(st.b[PENDING]), _NO_WEAPON)
