"""Attacks: what each edge of a unit strikes, with bonuses, armour and redirectors.

R3.5 and R3.6 for bonuses, R6.2 to R6.4 for hits, R11.1 and R11.2 for redirectors.

`bonuses` looks at the board once a phase; `strike` writes the hits of one edge into the list of hits, which
`battle` and the instants share. The lists are scratch paper: they are made anew whenever they are needed.
"""

from typing import Final

from neurohex.compat import i64
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
from neurohex.rules.events import ENDLESS, GAUSS, MELEE, MIXED, RANGED
from neurohex.rules.layout import FL_DISABLED, HEADER, HEX_SIZE, U_CTRL, U_FLAGS, U_ROT
from neurohex.rules.refs import direction, phase_of, ref, refs
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State
from neurohex.rules.workspace import HITS_MAX, Workspace

CIRCLE: Final = 1
"""In `path_loop`: the shot comes back to where it was, and goes on as it did."""
ENDLESS_LOOP: Final = 2
"""In `path_loop`: it comes back through a redirector that splits it, or follows from such a loop (R11.2)."""
FEW_PATHS: Final = 256
"""So many paths of a shot are walked one by one; of more, each of their parts as often as paths lead through it."""
ENOUGH_HITS: Final = 128
"""Hits on one unit in a phase beyond which more change nothing: all Medics together and any HQ fall to fewer."""
MANY_WAYS: Final = 1 << 40


def bonuses(st: State) -> None:
    """Add up what modules give each unit now (R3.5). The board must be resolved."""
    ws = st.ws
    b = st.b
    work_for(st)
    n = ws.n_units
    for i in range(n):
        h = ws.units[i]
        ws.speed[h] = 0
        ws.melee_bonus[h] = 0
        ws.ranged_bonus[h] = 0
        ws.both_melee[h] = 0
        ws.both_ranged[h] = 0
        ws.extras[h] = 0
        ws.converters[h] = 0
    for i in range(n):
        m = ws.units[i]
        t: i64 = i64(b[HEADER + m * HEX_SIZE]) - 1
        if M_BATTLE[t] != 0 and ws.works[m] >= 0:
            tr: i64 = t * 6 + i64(b[HEADER + m * HEX_SIZE + U_ROT])
            long = R_LONG[tr]
            links = R_LINK[tr] | long
            for d in range(i64(6)):
                if links >> d & 1:
                    v = NEXT[st.near + m * 6 + d]
                    if v >= 0:
                        _give(st, t, ws.works[m], v)
                        if long >> d & 1:
                            v = NEXT[st.near + v * 6 + d]
                            if v >= 0:
                                _give(st, t, ws.works[m], v)


def _give(st: State, t: i64, side: i64, v: i64) -> None:
    """A module of tile `t` that works for `side` gives the unit on `v`, if any, what it has to give."""
    ws = st.ws
    b = st.b
    if b[HEADER + v * HEX_SIZE] == 0:
        return
    c = i64(b[HEADER + v * HEX_SIZE + U_CTRL])
    if st.game.friends[side] >> c & 1:
        ws.speed[v] += M_INITIATIVE[t]
        ws.melee_bonus[v] += M_MELEE[t]
        ws.ranged_bonus[v] += M_RANGED[t]
        ws.extras[v] += M_EXTRA[t]
        ws.converters[v] += M_QUARTERMASTER[t]
        if M_MELEE[t] != 0 and M_RANGED[t] != 0:
            ws.both_melee[v] += M_MELEE[t]
            ws.both_ranged[v] += M_RANGED[t]
    elif st.game.foes[side] >> c & 1:
        ws.speed[v] += M_SABOTAGE[t]


def set_values(st: State, h: i64) -> i64:
    """Work out when the unit on `h` acts (R1.4, R3.6); the highest value, or -1. After `bonuses`."""
    ws = st.ws
    t: i64 = i64(st.b[HEADER + h * HEX_SIZE]) - 1
    at: i64 = h * 8
    for i in range(i64(8)):
        ws.values[at + i] = -1
    printed = T_VALUES[t]
    if printed == 0:
        return -1
    s = ws.speed[h]
    top: i64 = 0
    has: i64 = 0  # bit p: value p is printed
    i = 0
    while i < printed:
        p = T_VALUE[t * 3 + i]
        has |= BIT[p]
        v: i64 = p + s if p + s > 0 else 0
        ws.values[at + i] = v
        if v > top:
            top = v
        i += 1
    extras = ws.extras[h] if ws.extras[h] < 5 else 5
    if extras > 0:
        # printed values come highest first
        q: i64 = T_VALUE[t * 3] if st.game.living else T_VALUE[t * 3 + printed - 1]
        for i in range(extras):
            q -= 1
            while q >= 0 and has >> q & 1:
                q -= 1
            v = -1
            if q + s >= 0:
                v = q + s
            elif q >= 0:
                v = 0
            ws.values[at + 3 + i] = v
            if v > top:
                top = v
    return top


def set_all_values(st: State) -> i64:
    """Work out all bonuses (R3.5) and when each unit acts; the highest value on the board, 0 where nobody acts."""
    ws = st.ws
    bonuses(st)
    top: i64 = 0
    for i in range(ws.n_units):
        v = set_values(st, ws.units[i])
        if v > top:
            top = v
    return top


# --- the list of hits -----------------------------------------------------------------------------
def clear_hits(ws: Workspace) -> None:
    """Begin a new list."""
    ws.n_hits = 0


def add_hit(ws: Workspace, source: i64, d: i64, to: i64, kind: i64, wounds: i64, arrives: i64) -> None:
    """Append a hit."""
    n = ws.n_hits
    if n == HITS_MAX:
        raise OverflowError("battle: more hits in one phase than any board can give")
    ws.hit_from[n] = source
    ws.hit_dir[n] = d
    ws.hit_to[n] = to
    ws.hit_kind[n] = kind
    ws.hit_wounds[n] = wounds
    ws.hit_arrives[n] = arrives
    ws.hit_medic[n] = 0
    ws.hit_fuse[n] = 0
    ws.n_hits = n + 1


def strength(st: State, h: i64, d: i64, kind: i64, convert: i64) -> i64:
    """Strength of one edge's melee or ranged part, with bonuses and, if any, the Quartermaster's change."""
    ws = st.ws
    at: i64 = HEADER + h * HEX_SIZE
    edge: i64 = ((i64(st.b[at]) - 1) * 6 + i64(st.b[at + U_ROT])) * 6 + d
    m = E_MELEE[edge]
    r = E_RANGED[edge]
    if convert != 0 and (convert - 1) >> 1 == d:
        # The changed part joins what is of its new type already: one strength (R6.8).
        part: i64 = (convert - 1) & 1
        if part == kind:
            return 0
        bonus: i64 = ws.melee_bonus[h] if kind == MELEE else ws.ranged_bonus[h]
        if st.game.living:  # R1.9
            bonus += ws.both_ranged[h] if kind == MELEE else ws.both_melee[h]
        return m + r + bonus
    if kind == MELEE:
        return m + ws.melee_bonus[h] if m > 0 else 0
    return r + ws.ranged_bonus[h] if r > 0 else 0


def strike(st: State, h: i64, d: i64, convert: i64) -> None:
    """Add the hits that the unit on `h` does through its edge facing `d` (R6.2-R6.4)."""
    ws = st.ws
    b = st.b
    at: i64 = HEADER + h * HEX_SIZE
    tr: i64 = (i64(b[at]) - 1) * 6 + i64(b[at + U_ROT])
    if E_MELEE[tr * 6 + d] + E_RANGED[tr * 6 + d] == 0 and R_GAUSS[tr] >> d & 1 == 0:
        return
    melee = strength(st, h, d, MELEE, convert)
    shot = strength(st, h, d, RANGED, convert)
    if melee > 0:
        v = NEXT[st.near + h * 6 + d]
        if v >= 0 and b[HEADER + v * HEX_SIZE] != 0 and _strikes(st, h, v):
            if shot > 0:  # both parts at one target are one hit
                add_hit(ws, h, d, v, MIXED, melee + shot - _armour(st, v, d), d)
                shot = 0
            else:
                add_hit(ws, h, d, v, MELEE, melee, d)
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
    for d in range(i64(6)):
        v = NEXT[st.near + h * 6 + d]
        there = v >= 0 and st.b[HEADER + v * HEX_SIZE] != 0
        if there and _is_hq(st, v) and _in_the_way(st, h, v) and strength(st, h, d, MELEE, 0) > 0:
            return True
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
    ws = st.ws
    b = st.b
    v = NEXT[st.near + h * 6 + d]
    start = ws.n_hits
    log = st.log
    told = len(log.events) if log is not None else 0
    while v >= 0:
        if b[HEADER + v * HEX_SIZE] != 0:
            if _in_the_way(st, h, v):
                _shot_hits(st, h, d, v, power, kind, d, -1, 0)
                if kind != GAUSS:
                    return
            elif _turns_shot(st, h, v, d):
                ws.n_hits = start  # told again, with all its paths
                if log is not None:
                    del log.events[told:]
                _redirected(st, h, d, power, kind)
                return
        v = NEXT[st.near + v * 6 + d]


def _shot_hits(st: State, h: i64, d: i64, v: i64, power: i64, kind: i64, flight: i64, node: i64, depth: i64) -> None:
    """Add the hit of a shot on the unit on `v`; `node` and `depth` are its way through redirectors (-1: none)."""
    ws = st.ws
    wounds: i64 = power - _armour(st, v, flight)
    if _is_hq(st, h) and _is_hq(st, v):
        return
    log = st.log
    if wounds > 0:
        add_hit(ws, h, d, v, kind, wounds, flight)
        if node >= 0 and log is not None:
            log.paths[int(ws.n_hits) - 1] = (_path(ws, node, depth), False)
    elif log is not None:
        attack: AttackKind = "gauss" if kind == GAUSS else "ranged"
        path = refs(st, list(_path(ws, node, depth))) if node >= 0 else ()
        way, came = direction(d), direction(flight)
        log.tell(Stopped(ref(st, h), way, ref(st, v), attack, came, path, rulings=("R6.3",), phase=phase_of(st)))


def _path(ws: Workspace, node: i64, depth: i64) -> tuple[int, ...]:
    """Hexes of the redirectors on the way to a node: those of the path being followed, or where none is
    (`depth` -1), those of the first way that was found."""
    if depth >= 0:
        return tuple([int(ws.via[i64(k)]) for k in range(int(depth))])
    found: list[int] = []
    while node != 0:
        found.insert(0, int(ws.path_hex[node]))
        node = ws.path_from[node]
    return tuple(found)


def _redirected(st: State, h: i64, d: i64, power: i64, kind: i64) -> None:
    """A shot that meets redirectors: find all its ways, and the loops among them, in one pass (R11.2)."""
    ws = st.ws
    n = _map_paths(st, h, d, kind)
    _mark_loops(st, n)
    # What is struck in an endless loop or on from it takes endless hits.
    doomed: i64 = 0
    for i in range(n):
        if ws.path_loop[i] == ENDLESS_LOOP:
            doomed |= _walk(st, h, d, i, power, kind, ENDLESS_LOOP, doomed, -1)
    struck: i64 = 0
    for i in range(n):
        if ws.path_loop[i] == CIRCLE:
            struck |= _walk(st, h, d, i, power, kind, CIRCLE, struck, -1)
    if _count_paths(st, n) <= FEW_PATHS:
        _follow(st, h, d, 0, power, kind, 0)
        return
    for i in range(n):
        for _ in range(min(ws.path_ways[i], ENOUGH_HITS)):
            _walk(st, h, d, i, power, kind, 0, 0, -1)


def _count_paths(st: State, n: i64) -> i64:
    """Fill `path_ways`: in how many ways a shot comes to each path without entering a loop; how many ways in all."""
    ws = st.ws
    for i in range(n):
        ws.path_ways[i] = 0
        ws.path_number[i] = 0
    ws.n_stacked = 0
    if ws.path_loop[0] == 0:
        _order_paths(st, 0)
        ws.path_ways[0] = 1
    total: i64 = 0
    while ws.n_stacked > 0:  # each after all that lead to it
        ws.n_stacked -= 1
        i = ws.path_stack[ws.n_stacked]
        total += ws.path_ways[i]
        to = ws.path_to[i]
        outs = _outs(st, to) if to >= 0 else i64(0)
        for o in range(i64(6)):
            if outs >> o & 1 and ws.path_loop[ws.path_at[to * 6 + o]] == 0:
                m = ws.path_at[to * 6 + o]
                ways = ws.path_ways[m] + ws.path_ways[i]
                ws.path_ways[m] = ways if ways < MANY_WAYS else i64(MANY_WAYS)
    return total


def _order_paths(st: State, node: i64) -> None:
    """Put a path and all that follow from it on the stack, each above those that follow from it."""
    ws = st.ws
    ws.path_number[node] = 1
    to = ws.path_to[node]
    outs = _outs(st, to) if to >= 0 else i64(0)
    for o in range(i64(6)):
        if outs >> o & 1:
            m = ws.path_at[to * 6 + o]
            if ws.path_number[m] == 0 and ws.path_loop[m] == 0:
                _order_paths(st, m)
    ws.path_stack[ws.n_stacked] = node
    ws.n_stacked += 1


def _follow(st: State, h: i64, d: i64, node: i64, power: i64, kind: i64, depth: i64) -> None:
    """Walk every path that enters no loop; each that reaches a target is a hit of its own."""
    ws = st.ws
    if ws.path_loop[node] != 0:
        return
    _walk(st, h, d, node, power, kind, 0, 0, depth)
    to = ws.path_to[node]
    if to < 0:
        return
    ws.via[depth] = to
    outs = _outs(st, to)
    for o in range(i64(6)):
        if outs >> o & 1:
            _follow(st, h, d, ws.path_at[to * 6 + o], power, kind, depth + 1)


def _is_hit_enough(ws: Workspace, v: i64) -> bool:
    """Whether more hits on the unit on `v` would change nothing. Looked at only where redirectors make very many."""
    if ws.n_hits < HITS_MAX // 4:
        return False
    count: i64 = 0
    for i in range(ws.n_hits):
        if ws.hit_to[i] == v:
            count += 1
    return count >= ENOUGH_HITS


def _outs(st: State, h: i64) -> i64:
    at: i64 = HEADER + h * HEX_SIZE
    return R_OUT[(i64(st.b[at]) - 1) * 6 + i64(st.b[at + U_ROT])]


def _map_paths(st: State, h: i64, d: i64, kind: i64) -> i64:
    """List every place and direction the shot can have; how many there are."""
    ws = st.ws
    b = st.b
    for i in range(i64(256)):
        ws.path_at[i] = -1
    ws.path_hex[0] = h
    ws.path_dir[0] = d
    # The shooter's own hex is no redirector's: its node cannot be come back to.
    n: i64 = 1
    i = 0
    while i < n:
        ws.path_to[i] = -1
        ws.path_loop[i] = 0
        flight = ws.path_dir[i]
        v = NEXT[st.near + ws.path_hex[i] * 6 + flight]
        while v >= 0:
            if b[HEADER + v * HEX_SIZE] != 0:
                if _in_the_way(st, h, v):
                    if kind != GAUSS:
                        break
                elif _turns_shot(st, h, v, flight):
                    ws.path_to[i] = v
                    outs = _outs(st, v)
                    for o in range(i64(6)):
                        if outs >> o & 1 and ws.path_at[v * 6 + o] < 0:
                            ws.path_at[v * 6 + o] = n
                            ws.path_hex[n] = v
                            ws.path_dir[n] = o
                            ws.path_from[n] = i
                            n += 1
                    break
            v = NEXT[st.near + v * 6 + flight]
        i += 1
    ws.n_paths = n
    return n


def _mark_loops(st: State, n: i64) -> None:
    """Fill `path_loop`: which paths are in a circle, and which in an endless loop or on from one (R11.2)."""
    ws = st.ws
    for i in range(n):
        ws.path_number[i] = 0
    ws.n_stacked = 0
    ws.n_numbered = 0
    for i in range(n):
        if ws.path_number[i] == 0:
            _find_circle(st, i)
    for i in range(n):
        if ws.path_loop[i] == ENDLESS_LOOP:
            _spread_endless(st, i)


def _find_circle(st: State, node: i64) -> None:
    """Visit a path and all that follow from it. Those that lead back to each other are a circle (Tarjan)."""
    ws = st.ws
    ws.n_numbered += 1
    number = ws.n_numbered
    ws.path_number[node] = number
    lowest_number = number
    ws.path_stack[ws.n_stacked] = node
    ws.n_stacked += 1
    circle = False
    to = ws.path_to[node]
    outs = _outs(st, to) if to >= 0 else i64(0)
    for o in range(i64(6)):
        if outs >> o & 1:
            m = ws.path_at[to * 6 + o]
            if m == node:
                circle = True
            elif ws.path_number[m] == 0:
                _find_circle(st, m)
                if ws.path_low[m] < lowest_number:
                    lowest_number = ws.path_low[m]
            elif 0 < ws.path_number[m] < lowest_number:  # still on the stack
                lowest_number = ws.path_number[m]
    ws.path_low[node] = lowest_number
    if lowest_number == number:
        _close_circle(st, node, circle)


def _close_circle(st: State, first: i64, circle: bool) -> None:
    """Take the paths from `first` on off the stack: they are a circle if there are several, or `circle` is True."""
    ws = st.ws
    start = ws.n_stacked - 1
    while ws.path_stack[start] != first:
        start -= 1
        circle = True
    endless = False
    for i in range(start, ws.n_stacked):
        to = ws.path_to[ws.path_stack[i]]
        outs = _outs(st, to) if to >= 0 else i64(0)
        if outs & (outs - 1):  # a splitting redirector on the way round
            endless = True
    for i in range(start, ws.n_stacked):
        ws.path_number[ws.path_stack[i]] = -1  # done
        if circle:
            ws.path_loop[ws.path_stack[i]] = ENDLESS_LOOP if endless else CIRCLE
    ws.n_stacked = start


def _spread_endless(st: State, node: i64) -> None:
    """Mark every path that follows from an endless one."""
    ws = st.ws
    to = ws.path_to[node]
    outs = _outs(st, to) if to >= 0 else i64(0)
    for o in range(i64(6)):
        if outs >> o & 1:
            m = ws.path_at[to * 6 + o]
            if ws.path_loop[m] != ENDLESS_LOOP:
                ws.path_loop[m] = ENDLESS_LOOP
                _spread_endless(st, m)


def _walk(st: State, h: i64, d: i64, node: i64, power: i64, kind: i64, loop: i64, spare: i64, depth: i64) -> i64:
    """Add the hits along one node's line, but for the hexes in `spare`; the hexes that were struck."""
    ws = st.ws
    log = st.log
    b = st.b
    struck: i64 = 0
    flight = ws.path_dir[node]
    v = NEXT[st.near + ws.path_hex[node] * 6 + flight]
    while v >= 0 and v != ws.path_to[node]:
        if b[HEADER + v * HEX_SIZE] != 0 and _in_the_way(st, h, v):
            if (spare | (struck if loop else i64(0))) >> v & 1 == 0:
                if loop == ENDLESS_LOOP:
                    if power > _armour(st, v, flight) and not (_is_hq(st, h) and _is_hq(st, v)):
                        add_hit(ws, h, d, v, kind, ENDLESS, flight)
                        if log is not None:
                            log.paths[int(ws.n_hits) - 1] = (_path(ws, node, depth), True)
                        struck |= BIT[v]
                elif not _is_hit_enough(ws, v):
                    before = ws.n_hits
                    _shot_hits(st, h, d, v, power, kind, flight, node, depth)
                    if ws.n_hits > before:
                        struck |= BIT[v]
            if kind != GAUSS:
                break
        v = NEXT[st.near + v * 6 + flight]
    return struck
