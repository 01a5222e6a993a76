"""The part of a formation that only games with more than the basic rules have (`Game.more`).

Who is paralysed, reflects, spies, chooses targets; and what modules lend besides bonuses: venom (R28.3), paralysis
(R23.3), a Zone (R28.4), Wastes (R30.1), a Gauss Transformer (R30.2).
"""

from neurohex.compat import i64
from neurohex.rules.bits import BIT, has, lowest, rest
from neurohex.rules.catalog import (
    A_AIMS,
    A_LENDS,
    A_NUMBS,
    A_REFLECTS,
    A_SPY,
    A_VENOM,
    EF_TOXIC,
    M_GIVES_NUMB,
    M_GIVES_VENOM,
    M_TRANSFORMS,
    M_WASTES,
    M_ZONE,
    T_EFFECT,
)
from neurohex.rules.layout import F_TILE, SCOPERS, XS_PARALYSED, XU_STATE, hex_at
from neurohex.rules.reach import find_homelands, reach_of, spies_on
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State
from neurohex.rules.workspace import Formation


def units_of(f: Formation, players: i64) -> i64:
    """Mask of the units that the players in a mask control."""
    found: i64 = 0
    while players:
        found |= f.of_player[lowest(players)]
        players = rest(players)
    return found


def muster_more(st: State, f: Formation) -> None:
    """Fill the masks of units with abilities of their own, and take out of others what paralysis forbids (R23.1)."""
    b = st.b
    f.spies = 0
    f.venomous = 0
    f.numbing = 0
    f.aiming = 0
    f.toxic = _toxic_bombs(st) if st.game.has_toxic else i64(0)
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        bit = BIT[h]
        ability = st.ability(h)
        if i64(b[st.more_at(h) + XU_STATE]) & XS_PARALYSED:
            f.paralysed |= bit
        if ability & A_VENOM:
            f.venomous |= bit
        if ability & A_NUMBS:
            f.numbing |= bit
        if not has(st.netted, h):
            if ability & A_REFLECTS:
                f.reflectors |= bit
            if ability & A_SPY:
                f.spies |= bit
            if ability & A_AIMS:
                f.aiming |= bit
    f.fused &= ~f.paralysed
    f.clowns &= ~f.paralysed
    f.aiming &= ~f.paralysed


def _toxic_bombs(st: State) -> i64:
    """Mask of the hexes with Toxic Bombs."""
    b = st.b
    found: i64 = 0
    for h in range(st.hexes):
        tile: i64 = i64(b[hex_at(h) + F_TILE]) - 1
        if tile >= 0 and T_EFFECT[tile] == EF_TOXIC:
            found |= BIT[h]
    return found


def lend_more(st: State, f: Formation) -> None:
    """Fill the masks of units to which modules lend something. Afterwards `works` and `homeland` are filled too, where
    the game needs them."""
    ws = st.ws
    scoped = st.b[SCOPERS] != 0
    if scoped:
        work_for(st)
    if st.game.has_homeland:
        find_homelands(st)
    f.zoned = 0
    f.transformable = 0
    f.frail = 0
    left = st.units & ~st.netted
    while left:
        m = lowest(left)
        left = rest(left)
        if st.ability(m) & A_LENDS == 0:
            continue
        t = st.tile(m)
        side = ws.works[m] if scoped else st.controller(m)
        reach = reach_of(st, m) & st.units
        friends: i64 = reach & units_of(f, st.game.friends[side]) | spies_on(st, m, side)
        foes: i64 = reach & units_of(f, st.game.foes[side])
        if M_GIVES_VENOM[t] != 0:
            f.venomous |= friends
        if M_GIVES_NUMB[t] != 0:
            f.numbing |= friends
        if M_TRANSFORMS[t] != 0:
            f.transformable |= friends
        if M_ZONE[t] != 0:
            f.zoned |= foes
        if M_WASTES[t] != 0:
            _weaken(f, foes, M_WASTES[t])


def _weaken(f: Formation, units: i64, wounds: i64) -> None:
    """Hits do more wounds to units next to hostile Wastes; several add up (R30.1)."""
    while units:
        h = lowest(units)
        units = rest(units)
        f.wastes[h] = (f.wastes[h] if has(f.frail, h) else i64(0)) + wounds
        f.frail |= BIT[h]
