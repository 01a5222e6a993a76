"""Attacks: what each edge of a unit strikes, with bonuses, armour and redirectors.

R3.5 and R3.6 for bonuses, R6.2 to R6.4 for hits, R11.1 and R11.2 for redirectors.

`bonuses` looks at the board once a phase; `strike` writes the hits of one edge into the list of hits, which
`battle` and the instants share. The lists are scratch paper: they are made anew whenever they are needed.
"""

from typing import Final

from neurohex.compat import i64, vec
from neurohex.events.base import AttackKind
from neurohex.events.battle import Stopped
from neurohex.rules.bits import BIT
from neurohex.rules.catalog import (
    A_REDIRECTS,
    E_MELEE,
    E_RANGED,
    K_HQ,
    M_BATTLE,
    M_EXTRA,
    M_INITIATIVE,
    M_MELEE,
    M_QUARTERMASTER,
    M_RANGED,
    M_SABOTAGE,
    NEXT,
    R_ARMOUR,
    R_GAUSS,
    R_IN,
    R_LINK,
    R_LONG,
    R_OUT,
    T_ABILITY,
    T_KIND,
    T_VALUE,
    T_VALUES,
)
from neurohex.rules.events import ENDLESS, GAUSS, MELEE, MIXED, RANGED, STOPPED
from neurohex.rules.layout import FL_DISABLED, HEADER, HEX_SIZE, U_CTRL, U_FLAGS, U_ROT
from neurohex.rules.reach import COUNT, OCC, WORKS
from neurohex.rules.refs import direction, phase_of, ref, refs
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State

# By hex: sums of what linked modules give.
SPEED: Final = vec[i64]([0] * 40)
MELEE_BONUS: Final = vec[i64]([0] * 40)
RANGED_BONUS: Final = vec[i64]([0] * 40)
BOTH_MELEE: Final = vec[i64]([0] * 40)  # the part of each that comes from modules that strengthen both (R1.9)
BOTH_RANGED: Final = vec[i64]([0] * 40)
EXTRAS: Final = vec[i64]([0] * 40)  # sources of extra attacks
CONVERTERS: Final = vec[i64]([0] * 40)  # Quartermasters linked

VALUES: Final = vec[i64]([0] * 320)
"""VALUES[hex * 8 + i]: when attack i acts: 0-2 printed values, 3-7 extra attacks; -1 for none."""

# The list of hits.
HITS_MAX: Final = 4096
HITS: Final = vec[i64]([0] * 1)
H_FROM: Final = vec[i64]([0] * HITS_MAX)
H_DIR: Final = vec[i64]([0] * HITS_MAX)
H_TO: Final = vec[i64]([0] * HITS_MAX)
H_KIND: Final = vec[i64]([0] * HITS_MAX)
H_WOUNDS: Final = vec[i64]([0] * HITS_MAX)
H_ARRIVES: Final = vec[i64]([0] * HITS_MAX)  # direction of flight when it strikes
H_MEDIC: Final = vec[i64]([0] * HITS_MAX)  # 1 + hex of the Medic that cancelled it
H_FUSE: Final = vec[i64]([0] * HITS_MAX)  # 1: it set off a Trap or Mad Bomber, and Medics do not answer it

# Paths of a shot through redirectors: a node is a shot leaving a hex in a direction.
NODES: Final = vec[i64]([0] * 1)
N_HEX: Final = vec[i64]([0] * 256)
N_DIR: Final = vec[i64]([0] * 256)
N_TO: Final = vec[i64]([0] * 256)  # the redirector it comes to, or -1
N_LOOP: Final = vec[i64]([0] * 256)  # 0 no, 1 in a circle, 2 endless
N_FROM: Final = vec[i64]([0] * 256)  # the node from which it is first reached
NODE_AT: Final = vec[i64]([0] * 256)  # by hex * 6 + direction: node, or -1
VIA: Final = vec[i64]([0] * 256)  # the redirectors on the path that is being followed
SEEN: Final = vec[i64]([0] * 256)
SEEN2: Final = vec[i64]([0] * 256)


def bonuses(st: State) -> None:
    """Add up what modules give each unit now (R3.5). The board must be resolved."""
    b = st.b
    work_for(st)
    n = COUNT[0]
    i: i64 = 0
    while i < n:
        h = OCC[i]
        SPEED[h] = 0
        MELEE_BONUS[h] = 0
        RANGED_BONUS[h] = 0
        BOTH_MELEE[h] = 0
        BOTH_RANGED[h] = 0
        EXTRAS[h] = 0
        CONVERTERS[h] = 0
        i += 1
    i = 0
    while i < n:
        m = OCC[i]
        t: i64 = i64(b[HEADER + m * HEX_SIZE]) - 1
        if M_BATTLE[t] != 0 and WORKS[m] >= 0:
            tr: i64 = t * 6 + i64(b[HEADER + m * HEX_SIZE + U_ROT])
            long = R_LONG[tr]
            links = R_LINK[tr] | long
            d: i64 = 0
            while d < 6:
                if links >> d & 1:
                    v = NEXT[st.near + m * 6 + d]
                    if v >= 0:
                        _give(st, t, WORKS[m], v)
                        if long >> d & 1:
                            v = NEXT[st.near + v * 6 + d]
                            if v >= 0:
                                _give(st, t, WORKS[m], v)
                d += 1
        i += 1


def _give(st: State, t: i64, side: i64, v: i64) -> None:
    """A module of tile `t` that works for `side` gives the unit on `v`, if any, what it has to give."""
    b = st.b
    if b[HEADER + v * HEX_SIZE] == 0:
        return
    c = i64(b[HEADER + v * HEX_SIZE + U_CTRL])
    if st.game.friends[side] >> c & 1:
        SPEED[v] += M_INITIATIVE[t]
        MELEE_BONUS[v] += M_MELEE[t]
        RANGED_BONUS[v] += M_RANGED[t]
        EXTRAS[v] += M_EXTRA[t]
        CONVERTERS[v] += M_QUARTERMASTER[t]
        if M_MELEE[t] != 0 and M_RANGED[t] != 0:
            BOTH_MELEE[v] += M_MELEE[t]
            BOTH_RANGED[v] += M_RANGED[t]
    elif st.game.foes[side] >> c & 1:
        SPEED[v] += M_SABOTAGE[t]


def set_values(st: State, h: i64) -> i64:
    """Work out when the unit on `h` acts (R1.4, R3.6); the highest value, or -1. After `bonuses`."""
    t: i64 = i64(st.b[HEADER + h * HEX_SIZE]) - 1
    at: i64 = h * 8
    i: i64 = 0
    while i < 8:
        VALUES[at + i] = -1
        i += 1
    printed = T_VALUES[t]
    if printed == 0:
        return -1
    s = SPEED[h]
    top: i64 = 0
    has: i64 = 0  # bit p: value p is printed
    i = 0
    while i < printed:
        p = T_VALUE[t * 3 + i]
        has |= BIT[p]
        v: i64 = p + s if p + s > 0 else 0
        VALUES[at + i] = v
        if v > top:
            top = v
        i += 1
    extras = EXTRAS[h] if EXTRAS[h] < 5 else 5
    if extras > 0:
        # printed values come highest first
        q: i64 = T_VALUE[t * 3] if st.game.living else T_VALUE[t * 3 + printed - 1]
        i = 0
        while i < extras:
            q -= 1
            while q >= 0 and has >> q & 1:
                q -= 1
            v = -1
            if q + s >= 0:
                v = q + s
            elif q >= 0:
                v = 0
            VALUES[at + 3 + i] = v
            if v > top:
                top = v
            i += 1
    return top


# --- the list of hits -----------------------------------------------------------------------------
def clear_hits() -> None:
    """Begin a new list."""
    HITS[0] = 0


def add_hit(source: i64, d: i64, to: i64, kind: i64, wounds: i64, arrives: i64) -> None:
    """Append a hit."""
    n = HITS[0]
    if n == HITS_MAX:
        raise OverflowError("battle: more hits in one phase than any board can give")
    H_FROM[n] = source
    H_DIR[n] = d
    H_TO[n] = to
    H_KIND[n] = kind
    H_WOUNDS[n] = wounds
    H_ARRIVES[n] = arrives
    H_MEDIC[n] = 0
    H_FUSE[n] = 0
    HITS[0] = n + 1


def strength(st: State, h: i64, d: i64, kind: i64, convert: i64) -> i64:
    """Strength of one edge's melee or ranged part, with bonuses and, if any, the Quartermaster's change."""
    at: i64 = HEADER + h * HEX_SIZE
    edge: i64 = ((i64(st.b[at]) - 1) * 6 + i64(st.b[at + U_ROT])) * 6 + d
    m = E_MELEE[edge]
    r = E_RANGED[edge]
    if convert != 0 and (convert - 1) >> 1 == d:
        # The changed part joins what is of its new type already: one strength (R6.8).
        part: i64 = (convert - 1) & 1
        if part == kind:
            return 0
        bonus: i64 = MELEE_BONUS[h] if kind == MELEE else RANGED_BONUS[h]
        if st.game.living:  # R1.9
            bonus += BOTH_RANGED[h] if kind == MELEE else BOTH_MELEE[h]
        return m + r + bonus
    if kind == MELEE:
        return m + MELEE_BONUS[h] if m > 0 else 0
    return r + RANGED_BONUS[h] if r > 0 else 0


def strike(st: State, h: i64, d: i64, convert: i64) -> None:
    """Add the hits that the unit on `h` does through its edge facing `d` (R6.2-R6.4)."""
    b = st.b
    at: i64 = HEADER + h * HEX_SIZE
    tr: i64 = (i64(b[at]) - 1) * 6 + i64(b[at + U_ROT])
    melee = strength(st, h, d, MELEE, convert)
    shot = strength(st, h, d, RANGED, convert)
    if melee > 0:
        v = NEXT[st.near + h * 6 + d]
        if v >= 0 and b[HEADER + v * HEX_SIZE] != 0 and _strikes(st, h, v):
            if shot > 0:  # both parts at one target are one hit
                add_hit(h, d, v, MIXED, melee + shot - _armour(st, v, d), d)
                shot = 0
            else:
                add_hit(h, d, v, MELEE, melee, d)
    if shot > 0:
        shoot(st, h, d, shot, RANGED)
    if R_GAUSS[tr] >> d & 1:
        shoot(st, h, d, 1, GAUSS)  # never strengthened (R3.5)


def _strikes(st: State, h: i64, v: i64) -> bool:
    """Whether an attack of the unit on `h` harms the unit on `v`: hostile, and not HQ on HQ (R6.2)."""
    return _in_the_way(st, h, v) and not (_is_hq(st, h) and _is_hq(st, v))


def spares_hq(st: State, h: i64) -> bool:
    """Whether the unit on `h` is an HQ with a melee edge at a hostile HQ, which it does not harm (R6.2)."""
    if not _is_hq(st, h):
        return False
    d: i64 = 0
    while d < 6:
        v = NEXT[st.near + h * 6 + d]
        there = v >= 0 and st.b[HEADER + v * HEX_SIZE] != 0
        if there and _is_hq(st, v) and _in_the_way(st, h, v) and strength(st, h, d, MELEE, 0) > 0:
            return True
        d += 1
    return False


def _in_the_way(st: State, h: i64, v: i64) -> bool:
    b = st.b
    me = i64(b[HEADER + h * HEX_SIZE + U_CTRL])
    return st.game.hits[me] >> i64(b[HEADER + v * HEX_SIZE + U_CTRL]) & 1 != 0


def _is_hq(st: State, h: i64) -> bool:
    return T_KIND[i64(st.b[HEADER + h * HEX_SIZE]) - 1] == K_HQ


def _armour(st: State, v: i64, flight: i64) -> i64:
    """1 where the edge that a shot flying in direction `flight` strikes is armoured (R6.3)."""
    at: i64 = HEADER + v * HEX_SIZE
    edge: i64 = flight + 3 if flight < 3 else flight - 3
    return R_ARMOUR[(i64(st.b[at]) - 1) * 6 + i64(st.b[at + U_ROT])] >> edge & 1


def _turns_shot(st: State, h: i64, v: i64, flight: i64) -> bool:
    """Whether the friendly unit on `v` redirects a shot that comes to it flying in direction `flight` (R11.1)."""
    b = st.b
    at: i64 = HEADER + v * HEX_SIZE
    t: i64 = i64(b[at]) - 1
    if T_ABILITY[t] & A_REDIRECTS == 0 or i64(b[at + U_FLAGS]) & FL_DISABLED:
        return False
    if st.game.friends[i64(b[HEADER + h * HEX_SIZE + U_CTRL])] >> i64(b[at + U_CTRL]) & 1 == 0:
        return False
    edge: i64 = flight + 3 if flight < 3 else flight - 3
    return R_IN[t * 6 + i64(b[at + U_ROT])] >> edge & 1 != 0


def shoot(st: State, h: i64, d: i64, power: i64, kind: i64) -> None:
    """Add the hits of a shot: the first hostile unit in line, or with Gauss all of them."""
    b = st.b
    v = NEXT[st.near + h * 6 + d]
    start = HITS[0]
    log = st.log
    told = len(log.events) if log is not None else 0
    facts = len(log.facts) if log is not None else 0
    while v >= 0:
        if b[HEADER + v * HEX_SIZE] != 0:
            if _in_the_way(st, h, v):
                _shot_hits(st, h, d, v, power, kind, d, -1, 0)
                if kind != GAUSS:
                    return
            elif _turns_shot(st, h, v, d):
                HITS[0] = start  # told again, with all its paths
                if log is not None:
                    del log.events[told:]
                    del log.facts[facts:]
                _redirected(st, h, d, power, kind)
                return
        v = NEXT[st.near + v * 6 + d]


def _shot_hits(st: State, h: i64, d: i64, v: i64, power: i64, kind: i64, flight: i64, node: i64, depth: i64) -> None:
    """Add the hit of a shot on the unit on `v`; `node` and `depth` are its way through redirectors (-1: none)."""
    wounds: i64 = power - _armour(st, v, flight)
    if _is_hq(st, h) and _is_hq(st, v):
        return
    log = st.log
    if wounds > 0:
        add_hit(h, d, v, kind, wounds, flight)
        if node >= 0 and log is not None:
            log.paths[int(HITS[0]) - 1] = (_path(node, depth), False)
    elif log is not None:
        log.add(STOPPED, h, d, v, kind, flight)
        attack: AttackKind = "gauss" if kind == GAUSS else "ranged"
        path = refs(st, list(_path(node, depth))) if node >= 0 else ()
        way, came = direction(d), direction(flight)
        log.tell(Stopped(ref(st, h), way, ref(st, v), attack, came, path, rulings=("R6.3",), phase=phase_of(st)))


def _path(node: i64, depth: i64) -> tuple[int, ...]:
    """Hexes of the redirectors on the way to a node: those in VIA, or where that is not known (`depth` -1), on the
    first way that was found."""
    if depth >= 0:
        return tuple([int(VIA[i64(k)]) for k in range(int(depth))])
    found: list[int] = []
    while node != 0:
        found.insert(0, int(N_HEX[node]))
        node = N_FROM[node]
    return tuple(found)


def _redirected(st: State, h: i64, d: i64, power: i64, kind: i64) -> None:
    """A shot that meets redirectors: find all its ways, and the loops among them, in one pass (R11.2)."""
    n = _map_paths(st, h, d, kind)
    _mark_loops(st, n)
    # What is struck in an endless loop or on from it takes endless hits.
    doomed: i64 = 0
    i: i64 = 0
    while i < n:
        if N_LOOP[i] == 2:
            doomed |= _walk(st, h, d, i, power, kind, 2, doomed, -1)
        i += 1
    struck: i64 = 0
    i = 0
    while i < n:
        if N_LOOP[i] == 1:
            struck |= _walk(st, h, d, i, power, kind, 1, struck, -1)
        i += 1
    _follow(st, h, d, 0, power, kind, 0)


def _follow(st: State, h: i64, d: i64, node: i64, power: i64, kind: i64, depth: i64) -> None:
    """Walk every path that enters no loop; each that reaches a target is a hit of its own."""
    if N_LOOP[node] != 0:
        return
    _walk(st, h, d, node, power, kind, 0, 0, depth)
    to = N_TO[node]
    if to < 0:
        return
    VIA[depth] = to
    outs = _outs(st, to)
    o: i64 = 0
    while o < 6:
        if outs >> o & 1:
            _follow(st, h, d, NODE_AT[to * 6 + o], power, kind, depth + 1)
        o += 1


def _outs(st: State, h: i64) -> i64:
    at: i64 = HEADER + h * HEX_SIZE
    return R_OUT[(i64(st.b[at]) - 1) * 6 + i64(st.b[at + U_ROT])]


def _map_paths(st: State, h: i64, d: i64, kind: i64) -> i64:
    """List every place and direction the shot can have; how many there are."""
    b = st.b
    i: i64 = 0
    while i < 256:
        NODE_AT[i] = -1
        i += 1
    N_HEX[0] = h
    N_DIR[0] = d
    # The shooter's own hex is no redirector's: its node cannot be come back to.
    n: i64 = 1
    i = 0
    while i < n:
        N_TO[i] = -1
        N_LOOP[i] = 0
        flight = N_DIR[i]
        v = NEXT[st.near + N_HEX[i] * 6 + flight]
        while v >= 0:
            if b[HEADER + v * HEX_SIZE] != 0:
                if _in_the_way(st, h, v):
                    if kind != GAUSS:
                        break
                elif _turns_shot(st, h, v, flight):
                    N_TO[i] = v
                    outs = _outs(st, v)
                    o: i64 = 0
                    while o < 6:
                        if outs >> o & 1 and NODE_AT[v * 6 + o] < 0:
                            NODE_AT[v * 6 + o] = n
                            N_HEX[n] = v
                            N_DIR[n] = o
                            N_FROM[n] = i
                            n += 1
                        o += 1
                    break
            v = NEXT[st.near + v * 6 + flight]
        i += 1
    NODES[0] = n
    return n


def _spread(st: State, node: i64, seen: vec[i64]) -> None:
    """Mark every node that can be reached from `node`, itself only where it comes back to itself."""
    to = N_TO[node]
    if to < 0:
        return
    outs = _outs(st, to)
    o: i64 = 0
    while o < 6:
        if outs >> o & 1:
            m = NODE_AT[to * 6 + o]
            if seen[m] == 0:
                seen[m] = 1
                _spread(st, m, seen)
        o += 1


def _mark_loops(st: State, n: i64) -> None:
    i: i64 = 0
    while i < n:
        j: i64 = 0
        while j < n:
            SEEN[j] = 0
            j += 1
        _spread(st, i, SEEN)
        if SEEN[i] != 0:
            # i comes back to itself. Is there a splitting redirector on the way round?
            endless = False
            j = 0
            while j < n:
                if SEEN[j] != 0 and not endless:
                    k: i64 = 0
                    while k < n:
                        SEEN2[k] = 0
                        k += 1
                    _spread(st, j, SEEN2)
                    outs = _outs(st, N_TO[j]) if N_TO[j] >= 0 else i64(0)
                    if (SEEN2[i] != 0 or j == i) and outs & (outs - 1) != 0:
                        endless = True
                j += 1
            if endless:
                N_LOOP[i] = 2
                j = 0
                while j < n:
                    if SEEN[j] != 0:
                        N_LOOP[j] = 2
                    j += 1
            elif N_LOOP[i] == 0:
                N_LOOP[i] = 1
        i += 1


def _walk(st: State, h: i64, d: i64, node: i64, power: i64, kind: i64, loop: i64, spare: i64, depth: i64) -> i64:
    """Add the hits along one node's line, but for the hexes in `spare`; the hexes that were struck."""
    log = st.log
    b = st.b
    struck: i64 = 0
    flight = N_DIR[node]
    v = NEXT[st.near + N_HEX[node] * 6 + flight]
    while v >= 0 and v != N_TO[node]:
        if b[HEADER + v * HEX_SIZE] != 0 and _in_the_way(st, h, v):
            if (spare | (struck if loop else i64(0))) >> v & 1 == 0:
                if loop == 2:
                    if power > _armour(st, v, flight) and not (_is_hq(st, h) and _is_hq(st, v)):
                        add_hit(h, d, v, kind, ENDLESS, flight)
                        if log is not None:
                            log.paths[int(HITS[0]) - 1] = (_path(node, depth), True)
                        struck |= BIT[v]
                else:
                    before = HITS[0]
                    _shot_hits(st, h, d, v, power, kind, flight, node, depth)
                    if HITS[0] > before:
                        struck |= BIT[v]
            if kind != GAUSS:
                break
        v = NEXT[st.near + v * 6 + flight]
    return struck
