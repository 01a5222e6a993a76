"""What readers see of a board, gathered in one call: for code that shows states, not for search."""

from neurohex.compat import i64
from neurohex.rules.catalog import E_MELEE, E_RANGED, R_GAUSS
from neurohex.rules.events import GAUSS, MELEE, RANGED
from neurohex.rules.layout import FL_DISABLED, HEADER, HEX_SIZE, U_CTRL, U_FLAGS, U_OWNER, U_ROT, U_TILE, U_WOUNDS
from neurohex.rules.state import State
from neurohex.rules.strikes import bonuses, set_values, strength

Seen = tuple[int, int, int, int, int, int, bool]
"""Hex, tile, owner, controller, rotation, wounds, and whether it is netted."""
Fighting = tuple[tuple[int, ...], list[tuple[int, int, int]]]
"""The phases in which a unit acts, highest first, and its attacks: direction, kind and strength."""


def units_seen(st: State) -> list[Seen]:
    """Every unit as it lies, by hex."""
    found: list[Seen] = []
    b = st.b
    for h in range(st.hexes):
        at: i64 = HEADER + h * HEX_SIZE
        if b[at + U_TILE] != 0:
            found.append(
                (
                    int(h),
                    int(b[at + U_TILE]) - 1,
                    int(b[at + U_OWNER]),
                    int(b[at + U_CTRL]),
                    int(b[at + U_ROT]),
                    int(b[at + U_WOUNDS]),
                    i64(b[at + U_FLAGS]) & FL_DISABLED != 0,
                )
            )
    return found


def units_fighting(st: State) -> list[Fighting]:
    """When every unit acts and how strong it is in a Battle begun now, by hex; a netted one does nothing.

    The board must be resolved.
    """
    bonuses(st)
    found: list[Fighting] = []
    b = st.b
    for h in range(st.hexes):
        at: i64 = HEADER + h * HEX_SIZE
        if b[at + U_TILE] != 0:
            if i64(b[at + U_FLAGS]) & FL_DISABLED:
                found.append(((), []))
            else:
                found.append((_phases(st, h), _attacks(st, h)))
    return found


def _phases(st: State, h: i64) -> tuple[int, ...]:
    ws = st.ws
    top = set_values(st, h)
    found: list[int] = []
    value = top
    while value >= 0:
        i: i64 = 0
        while i < 8 and ws.values[h * 8 + i] != value:
            i += 1
        if i < 8:
            found.append(int(value))
        value -= 1
    return tuple(found)


def _attacks(st: State, h: i64) -> list[tuple[int, int, int]]:
    at: i64 = HEADER + h * HEX_SIZE
    tr: i64 = (i64(st.b[at + U_TILE]) - 1) * 6 + i64(st.b[at + U_ROT])
    found: list[tuple[int, int, int]] = []
    for d in range(i64(6)):
        if E_MELEE[tr * 6 + d] != 0:
            found.append((int(d), MELEE, int(strength(st, h, d, MELEE, 0))))
        if E_RANGED[tr * 6 + d] != 0:
            found.append((int(d), RANGED, int(strength(st, h, d, RANGED, 0))))
        if R_GAUSS[tr] >> d & 1:
            found.append((int(d), GAUSS, 1))
    return found
