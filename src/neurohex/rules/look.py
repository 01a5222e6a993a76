"""All units of a board in one call, for code that shows states. Not for search."""

from typing import Final

from neurohex.compat import i64
from neurohex.rules.bits import has
from neurohex.rules.catalog import (
    A_BLASTS,
    A_SPECIAL,
    E_MELEE,
    E_RANGED,
    E_ROCKET,
    E_SHOTGUN,
    R_BLAST,
    R_DEMOLISH,
    R_GAUSS,
    R_POISON,
    T_ANYWHERE,
)
from neurohex.rules.events import BLAST, GAUSS, MELEE, POISON, RANGED, RAVAGER, ROCKET, SHADOW, SHOTGUN
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
    XS_PARALYSED,
    XS_UNPOWERED,
    XU_NUMB,
    XU_STATE,
    XU_STEEL,
    hex_at,
)
from neurohex.rules.markers import venom_of
from neurohex.rules.state import State
from neurohex.rules.strikes import bonuses, melee_bonus, set_values, strength
from neurohex.rules.workspace import Formation

Seen = tuple[int, int, int, int, int, int, bool]
"""Hex, tile, owner, controller, rotation, wounds, and whether it is netted."""
ANYWHERE: Final = 6
"""Stands for a direction where an attack has none (R28.1)."""
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


def markers_seen(st: State) -> dict[int, tuple[str, ...]]:
    """The markers on units, by hex: `venom`, `paralysis`, `steel_net`, one entry each."""
    return {h: tuple([kind for kind, _ in markers]) for h, markers in marker_owners(st).items()}


def marker_owners(st: State) -> dict[int, list[tuple[str, int]]]:
    """The same with the player whose army each marker is of, in the order of kinds and players."""
    found: dict[int, list[tuple[str, int]]] = {}
    if not st.game.more:
        return found
    b = st.b
    for h in range(st.hexes):
        if b[hex_at(h)] != 0:
            at = st.more_at(h)
            markers = [("venom", p) for p in range(int(NEUTRAL)) for _ in range(int(venom_of(st, h, i64(p))))]
            markers += [("paralysis", int(b[at + XU_NUMB]) - 1)] if b[at + XU_NUMB] != 0 else []
            markers += [("steel_net", p) for p in range(int(NEUTRAL)) if has(i64(b[at + XU_STEEL]), i64(p))]
            if markers:
                found[int(h)] = markers
    return found


def paralysed_seen(st: State) -> list[int]:
    """Hexes of the paralysed units, by marker or module (R23.1)."""
    if not st.game.more:
        return []
    return [
        int(h) for h in range(st.hexes) if st.b[hex_at(h)] != 0 and i64(st.b[st.more_at(h) + XU_STATE]) & XS_PARALYSED
    ]


def unpowered_seen(st: State) -> list[int]:
    """Hexes of the units that lack power (R29.1)."""
    if not st.game.has_power:
        return []
    return [
        int(h) for h in range(st.hexes) if st.b[hex_at(h)] != 0 and i64(st.b[st.more_at(h) + XU_STATE]) & XS_UNPOWERED
    ]


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
    """When every unit acts and how strong it is in a Battle begun now, by hex; a netted or paralysed one does nothing.

    The board must be resolved.
    """
    f = bonuses(st)
    found: list[Fighting] = []
    b = st.b
    for h in range(st.hexes):
        at = hex_at(h)
        if b[at + U_TILE] != 0:
            if i64(b[at + U_FLAGS]) & FL_DISABLED or has(f.paralysed, h):
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
        if st.game.more and st.ability(h) & (A_SPECIAL | A_BLASTS):
            _special_attacks(tr, d, found)
    if st.game.more and T_ANYWHERE[st.tile(h)] > 0:
        found.append((ANYWHERE, SHADOW, int(T_ANYWHERE[st.tile(h)] + melee_bonus(f, h))))
    return found


def _special_attacks(tr: i64, d: i64, found: list[tuple[int, int, int]]) -> None:
    """Append the other weapons of an edge; poison and blasts have no strength."""
    if E_ROCKET[tr * 6 + d] != 0:
        found.append((int(d), ROCKET, int(E_ROCKET[tr * 6 + d])))
    if E_SHOTGUN[tr * 6 + d] != 0:
        found.append((int(d), SHOTGUN, int(E_SHOTGUN[tr * 6 + d])))
    if has(R_POISON[tr], d):
        found.append((int(d), POISON, 0))
    if has(R_BLAST[tr], d):
        found.append((int(d), BLAST, 0))
    if has(R_DEMOLISH[tr], d):
        found.append((int(d), RAVAGER, 1))
