"""All units of a board in one call, for code that shows states. Not for search."""

from neurohex.compat import i64
from neurohex.rules.bits import has
from neurohex.rules.catalog import E_MELEE, E_RANGED, R_GAUSS
from neurohex.rules.events import GAUSS, MELEE, RANGED
from neurohex.rules.layout import (
    F_OWNER,
    F_TILE,
    FL_DISABLED,
    U_CTRL,
    U_FLAGS,
    U_OWNER,
    U_ROT,
    U_TILE,
    U_WOUNDS,
    hex_at,
)
from neurohex.rules.state import State
from neurohex.rules.strikes import bonuses, set_values, strength
from neurohex.rules.workspace import Formation

Seen = tuple[int, int, int, int, int, int, bool]
"""Hex, tile, owner, controller, rotation, wounds, and whether it is netted."""
Fighting = tuple[tuple[int, ...], list[tuple[int, int, int]]]
"""The phases in which a unit acts, highest first, and its attacks: direction, kind and strength."""


def units_seen(st: State) -> list[Seen]:
    """Every unit as it lies, by hex."""
    found: list[Seen] = []
    b = st.b
    for h in range(st.hexes):
        at = hex_at(h)
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


def foundations_seen(st: State) -> list[tuple[int, int, int]]:
    """Every foundation tile, by hex: hex, tile and owner."""
    found: list[tuple[int, int, int]] = []
    b = st.b
    for h in range(st.hexes):
        at = hex_at(h)
        if b[at + F_TILE] != 0:
            found.append((int(h), int(b[at + F_TILE]) - 1, int(b[at + F_OWNER])))
    return found


def units_fighting(st: State) -> list[Fighting]:
    """When every unit acts and how strong it is in a Battle begun now, by hex; a netted one does nothing.

    The board must be resolved.
    """
    f = bonuses(st)
    found: list[Fighting] = []
    b = st.b
    for h in range(st.hexes):
        at = hex_at(h)
        if b[at + U_TILE] != 0:
            if i64(b[at + U_FLAGS]) & FL_DISABLED:
                found.append(((), []))
            else:
                found.append((_phases(st, f, h), _attacks(st, f, h)))
    return found


def _phases(st: State, f: Formation, h: i64) -> tuple[int, ...]:
    attacks = set_values(st, f, h)
    values = {int(f.values[h * 8 + i]) for i in range(i64(8)) if has(attacks, i)}
    return tuple(sorted(values, reverse=True))


def _attacks(st: State, f: Formation, h: i64) -> list[tuple[int, int, int]]:
    tr = st.oriented(h)
    found: list[tuple[int, int, int]] = []
    for d in range(i64(6)):
        if E_MELEE[tr * 6 + d] != 0:
            found.append((int(d), MELEE, int(strength(st, f, h, d, MELEE, 0))))
        if E_RANGED[tr * 6 + d] != 0:
            found.append((int(d), RANGED, int(strength(st, f, h, d, RANGED, 0))))
        if has(R_GAUSS[tr], d):
            found.append((int(d), GAUSS, 1))
    return found
