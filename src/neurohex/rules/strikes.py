"""Attacks: what each edge of a unit strikes, with bonuses, armour and redirectors.

R3.5 and R3.6 for bonuses, R6.2 to R6.4 for hits, R11.1 and R11.2 for redirectors.

`bonuses` gives the formation of a board. `strike` adds the hits of one edge to the list of hits, which `battle` and the
instants share.
"""

from typing import Final

from neurohex.compat import i64
from neurohex.events.base import AttackKind
from neurohex.events.battle import Stopped
from neurohex.rules.bits import BIT, has, lowest, rest, several
from neurohex.rules.catalog import (
    A_EXPLODE,
    A_FIGHTS,
    A_FUSED,
    A_GIVES,
    A_MEDIC,
    A_REDIRECTS,
    E_MELEE,
    E_RANGED,
    GIFT_BOTH_MELEE,
    GIFT_BOTH_RANGED,
    GIFT_CONVERTS,
    GIFT_EXTRA,
    GIFT_MASK,
    GIFT_MELEE,
    GIFT_RANGED,
    GIFT_SPEED,
    M_GIFT,
    M_SABOTAGE,
    R_ARMOUR,
    R_GAUSS,
    R_IN,
    R_OUT,
    R_REFLECT,
    RAY,
    T_ABILITY,
    T_VALUE,
    T_VALUES,
)
from neurohex.rules.events import ENDLESS, GAUSS, MELEE, MIXED, RANGED
from neurohex.rules.hits import add_hit, hit_to
from neurohex.rules.layout import NEUTRAL, SCOPERS, U_CTRL, hex_at
from neurohex.rules.lending import lend_more, muster_more, units_of
from neurohex.rules.reach import links_of, list_units, reach_of, spies_on
from neurohex.rules.refs import direction, phase_of, ref, refs
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State
from neurohex.rules.workspace import HITS_MAX, Formation, Workspace

CIRCLE: Final = 1
"""In `path_loop`: the shot comes back to where it was, and goes on as it did."""
ENDLESS_LOOP: Final = 2
"""In `path_loop`: it comes back through a redirector that splits it, or follows from such a loop (R11.2)."""
FEW_PATHS: Final = 256
"""A shot with at most this many paths is followed path by path. Otherwise each part of a path counts as often as paths
lead through it."""
ENOUGH_HITS: Final = 128
"""More hits than this on one unit in a phase change nothing: they outnumber all Medics and the points of any HQ."""
MANY_WAYS: Final = 1 << 40
EXTRAS_MAX: Final = 5
"""Extra attacks of one unit that count."""


# --- the formation (R3.5) -------------------------------------------------------------------------
def _muster(st: State) -> Formation:
    """The formation of a resolved board without bonuses and initiative: which units stand where, on which side."""
    ws = st.ws
    f = ws.formation
    b = st.b
    f.fighters = 0
    f.givers = 0
    f.medics = 0
    f.fused = 0
    f.clowns = 0
    f.redirectors = 0
    f.reflectors = 0
    f.paralysed = 0
    of_player = f.of_player
    for p in range(i64(NEUTRAL + 1)):
        of_player[p] = 0
    n: i64 = 0
    units = ws.units
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        units[n] = h
        n += 1
        at = hex_at(h)
        bit = BIT[h]
        ability = T_ABILITY[i64(b[at]) - 1]
        of_player[i64(b[at + U_CTRL])] |= bit
        if ability & A_FIGHTS:
            f.fighters |= bit
        if ability & (A_GIVES | A_MEDIC | A_FUSED | A_REDIRECTS | A_EXPLODE) and not has(st.netted, h):
            if ability & A_GIVES:
                f.givers |= bit
            if ability & A_MEDIC:
                f.medics |= bit
            if ability & A_FUSED:
                f.fused |= bit
            if ability & A_REDIRECTS:
                f.redirectors |= bit
            if ability & A_EXPLODE:
                f.clowns |= bit
    ws.n_units = n
    for p in range(i64(NEUTRAL + 1)):
        f.prey[p] = units_of(f, st.game.hits[p])
    if st.game.more:
        muster_more(st, f)
    return f


def strike_off(st: State, f: Formation, gone: i64) -> None:
    """Take units that have left out of a formation whose bonuses and sides are otherwise unchanged."""
    stay: i64 = ~gone
    f.fighters &= stay
    f.givers &= stay
    f.medics &= stay
    f.fused &= stay
    f.clowns &= stay
    f.redirectors &= stay
    of_player = f.of_player
    prey = f.prey
    for p in range(i64(NEUTRAL + 1)):
        of_player[p] &= stay
        prey[p] &= stay
    list_units(st)


def bonuses(st: State) -> Formation:
    """The formation of a resolved board with the bonuses of each unit (R3.5), without initiative."""
    f = _muster(st)
    f.acted = st.units
    ws = st.ws
    b = st.b
    f.convertible = 0
    bonus = f.bonus
    for i in range(ws.n_units):
        bonus[ws.units[i]] = 0
    scoped = b[SCOPERS] != 0
    more = st.game.more
    if more:
        lend_more(st, f)
    elif scoped and f.givers:
        work_for(st)
    left = f.givers
    while left:
        m = lowest(left)
        left = rest(left)
        t = st.tile(m)
        side = ws.works[m] if scoped else st.controller(m)
        reach = (reach_of(st, m) if more else links_of(st, m)) & st.units
        if reach:
            friends: i64 = reach & units_of(f, st.game.friends[side])
            if more:
                friends |= spies_on(st, m, side)
            _give(f, friends, M_GIFT[t])
            if M_GIFT[t] >> GIFT_CONVERTS & GIFT_MASK:
                f.convertible |= friends
            if M_SABOTAGE[t]:
                _give(f, reach & units_of(f, st.game.foes[side]), M_SABOTAGE[t])
    return f


def _give(f: Formation, units: i64, gift: i64) -> None:
    """Add a gift to the bonuses of every unit in a mask."""
    bonus = f.bonus
    while units:
        bonus[lowest(units)] += gift
        units = rest(units)


def melee_bonus(f: Formation, h: i64) -> i64:
    """What modules add to the melee attacks of the unit on `h`."""
    return f.bonus[h] >> GIFT_MELEE & GIFT_MASK


def ranged_bonus(f: Formation, h: i64) -> i64:
    """What modules add to its ranged attacks."""
    return f.bonus[h] >> GIFT_RANGED & GIFT_MASK


def speed(f: Formation, h: i64) -> i64:
    """What modules add to its initiative; negative for less."""
    return f.bonus[h] >> GIFT_SPEED


def extra_attacks(f: Formation, h: i64) -> i64:
    """Number of extra attacks that modules give it."""
    return f.bonus[h] >> GIFT_EXTRA & GIFT_MASK


def converters(f: Formation, h: i64) -> i64:
    """Number of Quartermasters linked to it."""
    return f.bonus[h] >> GIFT_CONVERTS & GIFT_MASK


# --- initiative (R3.6) ----------------------------------------------------------------------------
def set_values(st: State, f: Formation, h: i64) -> i64:
    """Fill `values`: the phases in which the unit on `h` acts (R1.4, R3.6). Gives the mask of its attacks."""
    t = st.tile(h)
    at: i64 = h * 8
    printed = T_VALUES[t]
    faster = speed(f, h)
    attacks: i64 = 0
    for i in range(printed):
        value = T_VALUE[t * 3 + i] + faster
        f.values[at + i] = value if value > 0 else i64(0)
        attacks |= BIT[i]
    extras = extra_attacks(f, h)
    if extras > 0 and printed > 0:
        attacks |= _set_extra_values(st, f, h, t, extras if extras < EXTRAS_MAX else i64(EXTRAS_MAX))
    if st.game.more and has(f.zoned, h):  # R28.4
        for i in range(i64(8)):
            f.values[at + i] = 0
    return attacks


def _set_extra_values(st: State, f: Formation, h: i64, t: i64, extras: i64) -> i64:
    """The same for extra attacks: each takes the next value down that is not printed (R1.4)."""
    printed = T_VALUES[t]
    taken: i64 = 0  # bit p: value p is printed
    for i in range(printed):
        taken |= BIT[T_VALUE[t * 3 + i]]
    faster = speed(f, h)
    attacks: i64 = 0
    # printed values come highest first
    base: i64 = T_VALUE[t * 3] if st.game.living else T_VALUE[t * 3 + printed - 1]
    for i in range(extras):
        base -= 1
        while base >= 0 and has(taken, base):
            base -= 1
        if base >= 0 or base + faster >= 0:
            f.values[h * 8 + 3 + i] = base + faster if base + faster > 0 else i64(0)
            attacks |= BIT[3 + i]
    return attacks


# --- attacks --------------------------------------------------------------------------------------
def strength(st: State, f: Formation, h: i64, d: i64, kind: i64, convert: i64) -> i64:
    """Strength of an edge's melee or ranged attack, with bonuses and the Quartermaster's change, if any."""
    edge: i64 = st.oriented(h) * 6 + d
    if convert != 0 and (convert - 1) >> 1 == d:
        return _changed_strength(st, f, h, edge, kind, (convert - 1) & 1)
    if kind == MELEE:
        return E_MELEE[edge] + melee_bonus(f, h) if E_MELEE[edge] > 0 else i64(0)
    return E_RANGED[edge] + ranged_bonus(f, h) if E_RANGED[edge] > 0 else i64(0)


def _changed_strength(st: State, f: Formation, h: i64, edge: i64, kind: i64, part: i64) -> i64:
    """The same for an edge of which the Quartermaster has changed a part (0 melee, 1 ranged) to the other type.

    The changed part joins an attack of its new type on the same edge: they are one strength (R6.8).
    """
    if part == kind:
        return 0
    total: i64 = E_MELEE[edge] + E_RANGED[edge] + (melee_bonus(f, h) if kind == MELEE else ranged_bonus(f, h))
    if st.game.living:  # R1.9
        both: i64 = GIFT_BOTH_RANGED if kind == MELEE else GIFT_BOTH_MELEE
        total += f.bonus[h] >> both & GIFT_MASK
    return total


def strike(st: State, f: Formation, h: i64, d: i64, convert: i64) -> None:
    """List the hits of the unit on `h` through its edge that faces `d` (R6.2-R6.4)."""
    tr = st.oriented(h)
    melee = strength(st, f, h, d, MELEE, convert)
    shot = strength(st, f, h, d, RANGED, convert)
    if melee > 0:
        me = st.controller(h)
        v = st.step(h, d)
        if v >= 0 and has(f.prey[me], v) and not (st.is_hq(h) and st.is_hq(v)):
            if shot > 0:  # both parts at one target are one hit
                add_hit(st.ws, h, d, v, MIXED, melee + shot - armour(st, v, d), d, me)
                shot = 0
            else:
                add_hit(st.ws, h, d, v, MELEE, melee, d, me)
    if shot > 0:
        shoot(st, f, h, d, shot, RANGED)
    if has(R_GAUSS[tr], d):
        shoot(st, f, h, d, 1, GAUSS)  # never strengthened (R3.5)


def spares_hq(st: State, f: Formation, h: i64) -> bool:
    """Whether the unit on `h` is an HQ with a melee attack at a hostile HQ, which it does not harm (R6.2)."""
    if not st.is_hq(h):
        return False
    for d in range(i64(6)):
        v = st.step(h, d)
        if v >= 0 and _is_prey(st, f, h, v) and st.is_hq(v) and strength(st, f, h, d, MELEE, 0) > 0:
            return True
    return False


def _is_prey(st: State, f: Formation, h: i64, v: i64) -> bool:
    """Whether attacks of the unit on `h` can strike a unit on `v`."""
    return has(f.prey[st.controller(h)], v)


def armour(st: State, v: i64, flight: i64) -> i64:
    """1 where the edge that a shot flying in direction `flight` strikes is armoured (R6.3)."""
    edge: i64 = flight + 3 if flight < 3 else flight - 3
    return R_ARMOUR[st.oriented(v)] >> edge & 1


def reflects(st: State, f: Formation, v: i64, flight: i64) -> bool:
    """Whether the unit on `v` reflects an attack that flies in direction `flight` (R18.1, R18.6)."""
    if not has(f.reflectors, v):
        return False
    edge: i64 = flight + 3 if flight < 3 else flight - 3
    return has(R_REFLECT[st.oriented(v)], edge)


def _turns_shot(st: State, f: Formation, h: i64, v: i64, flight: i64) -> bool:
    """Whether the friendly unit on `v` redirects a shot that comes to it flying in direction `flight` (R11.1)."""
    if not has(f.redirectors, v):
        return False
    if not has(st.game.friends[st.controller(h)], st.controller(v)):
        return False
    edge: i64 = flight + 3 if flight < 3 else flight - 3
    return has(R_IN[st.oriented(v)], edge)


def shoot(st: State, f: Formation, h: i64, d: i64, power: i64, kind: i64) -> None:
    """List the hits of a shot: at the first hostile unit in line, or with Gauss at all of them."""
    line = RAY[st.near + h * 6 + d]
    targets = line & f.prey[st.controller(h)]
    if line & f.redirectors and _meets_redirector(st, f, h, d, kind):
        _redirected(st, f, h, d, power, kind)
        return
    v = h
    while targets:
        v = st.step(v, d)
        if has(targets, v):
            _shot_hits(st, h, d, v, power, kind, d, -1, 0)
            if kind != GAUSS or reflects(st, f, v, d):  # R18.3
                return
            targets &= ~BIT[v]


def _meets_redirector(st: State, f: Formation, h: i64, d: i64, kind: i64) -> bool:
    """Whether a shot reaches a redirector that turns it: before its first target, or with Gauss anywhere in line."""
    v = st.step(h, d)
    while v >= 0:
        if _is_prey(st, f, h, v):
            if kind != GAUSS or reflects(st, f, v, d):
                return False
        elif _turns_shot(st, f, h, v, d):
            return True
        v = st.step(v, d)
    return False


def _shot_hits(st: State, h: i64, d: i64, v: i64, power: i64, kind: i64, flight: i64, node: i64, depth: i64) -> None:
    """List the hit of a shot on the unit on `v`. `node` and `depth` are its path through redirectors (-1: none)."""
    if st.is_hq(h) and st.is_hq(v):
        return
    ws = st.ws
    log = st.log
    wounds: i64 = power - armour(st, v, flight)
    if wounds > 0:
        add_hit(ws, h, d, v, kind, wounds, flight, st.controller(h))
        if node >= 0 and log is not None:
            log.paths[int(ws.n_hits) - 1] = (_path(ws, node, depth), False)
    elif log is not None:
        attack: AttackKind = "gauss" if kind == GAUSS else "ranged"
        path = refs(st, list(_path(ws, node, depth))) if node >= 0 else ()
        way, came = direction(d), direction(flight)
        log.tell(Stopped(ref(st, h), way, ref(st, v), attack, came, path, rulings=("R6.3",), phase=phase_of(st)))


def _path(ws: Workspace, node: i64, depth: i64) -> tuple[int, ...]:
    """Hexes of the redirectors on the path to a node: the path being followed, or the first one found (`depth` -1)."""
    if depth >= 0:
        return tuple([int(ws.via[i64(k)]) for k in range(int(depth))])
    found: list[int] = []
    while node != 0:
        found.insert(0, int(ws.path_hex[node]))
        node = ws.path_from[node]
    return tuple(found)


def _redirected(st: State, f: Formation, h: i64, d: i64, power: i64, kind: i64) -> None:
    """List the hits of a shot that meets redirectors: find all its paths, and the loops among them (R11.2)."""
    ws = st.ws
    n = _map_paths(st, f, h, d, kind)
    _mark_loops(st, n)
    # Units struck inside an endless loop or behind it take endless hits.
    doomed: i64 = 0
    for i in range(n):
        if ws.path_loop[i] == ENDLESS_LOOP:
            doomed |= _walk(st, f, h, d, i, power, kind, ENDLESS_LOOP, doomed, -1)
    struck: i64 = 0
    for i in range(n):
        if ws.path_loop[i] == CIRCLE:
            struck |= _walk(st, f, h, d, i, power, kind, CIRCLE, struck, -1)
    if _count_paths(st, n) <= FEW_PATHS:
        _follow(st, f, h, d, 0, power, kind, 0)
        return
    for i in range(n):
        for _way in range(min(ws.path_ways[i], ENOUGH_HITS)):
            _walk(st, f, h, d, i, power, kind, 0, 0, -1)


def _count_paths(st: State, n: i64) -> i64:
    """Fill `path_ways`: in how many ways a shot reaches each path without a loop. Gives the sum of all."""
    ws = st.ws
    for i in range(n):
        ws.path_ways[i] = 0
        ws.path_number[i] = 0
    ws.n_stacked = 0
    if ws.path_loop[0] == 0:
        _order_paths(st, 0)
        ws.path_ways[0] = 1
    total: i64 = 0
    for place in range(ws.n_stacked - 1, -1, -1):  # each after all that lead to it
        i = ws.path_stack[place]
        total += ws.path_ways[i]
        to = ws.path_to[i]
        outs = _outs(st, to) if to >= 0 else i64(0)
        for o in range(i64(6)):
            if has(outs, o) and ws.path_loop[ws.path_at[to * 6 + o]] == 0:
                m = ws.path_at[to * 6 + o]
                ways = ws.path_ways[m] + ws.path_ways[i]
                ws.path_ways[m] = ways if ways < MANY_WAYS else i64(MANY_WAYS)
    return total


def _order_paths(st: State, node: i64) -> None:
    """Push a path and its successors onto the stack, successors first (a topological order)."""
    ws = st.ws
    ws.path_number[node] = 1
    to = ws.path_to[node]
    outs = _outs(st, to) if to >= 0 else i64(0)
    for o in range(i64(6)):
        if has(outs, o):
            m = ws.path_at[to * 6 + o]
            if ws.path_number[m] == 0 and ws.path_loop[m] == 0:
                _order_paths(st, m)
    ws.path_stack[ws.n_stacked] = node
    ws.n_stacked += 1


def _follow(st: State, f: Formation, h: i64, d: i64, node: i64, power: i64, kind: i64, depth: i64) -> None:
    """Walk every path that enters no loop. Each path that reaches a target is a hit of its own."""
    ws = st.ws
    if ws.path_loop[node] != 0:
        return
    _walk(st, f, h, d, node, power, kind, 0, 0, depth)
    to = ws.path_to[node]
    if to < 0:
        return
    ws.via[depth] = to
    outs = _outs(st, to)
    for o in range(i64(6)):
        if has(outs, o):
            _follow(st, f, h, d, ws.path_at[to * 6 + o], power, kind, depth + 1)


def _is_hit_enough(ws: Workspace, v: i64) -> bool:
    """Whether more hits on the unit on `v` would change nothing. Checked only once there are very many hits."""
    if ws.n_hits < HITS_MAX // 4:
        return False
    count: i64 = 0
    for i in range(ws.n_hits):
        if hit_to(ws.hits[i]) == v:
            count += 1
    return count >= ENOUGH_HITS


def _outs(st: State, h: i64) -> i64:
    return R_OUT[st.oriented(h)]


def _map_paths(st: State, f: Formation, h: i64, d: i64, kind: i64) -> i64:
    """List every place and direction that the shot can have. Gives their number."""
    ws = st.ws
    for i in range(i64(256)):
        ws.path_at[i] = -1
    ws.path_hex[0] = h
    ws.path_dir[0] = d
    # The shooter itself is no redirector, so no path leads back to node 0.
    n: i64 = 1
    i = 0
    while i < n:
        ws.path_to[i] = -1
        ws.path_loop[i] = 0
        flight = ws.path_dir[i]
        v = st.step(ws.path_hex[i], flight)
        while v >= 0:
            if _is_prey(st, f, h, v):
                if kind != GAUSS or reflects(st, f, v, flight):
                    break
            elif _turns_shot(st, f, h, v, flight):
                ws.path_to[i] = v
                outs = _outs(st, v)
                for o in range(i64(6)):
                    if has(outs, o) and ws.path_at[v * 6 + o] < 0:
                        ws.path_at[v * 6 + o] = n
                        ws.path_hex[n] = v
                        ws.path_dir[n] = o
                        ws.path_from[n] = i
                        n += 1
                break
            v = st.step(v, flight)
        i += 1
    ws.n_paths = n
    return n


def _mark_loops(st: State, n: i64) -> None:
    """Fill `path_loop`: which paths are in a circle, and which in an endless loop or behind one (R11.2)."""
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
    """Visit a path and its successors, and find paths that lead back to each other (Tarjan's algorithm)."""
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
        if has(outs, o):
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
    """Pop the paths from `first` on off the stack. Several of them are a circle; one is if `circle` is True."""
    ws = st.ws
    start = ws.n_stacked - 1
    while ws.path_stack[start] != first:
        start -= 1
        circle = True
    endless = False
    for i in range(start, ws.n_stacked):
        to = ws.path_to[ws.path_stack[i]]
        outs = _outs(st, to) if to >= 0 else i64(0)
        if several(outs):  # a splitting redirector on the way round
            endless = True
    for i in range(start, ws.n_stacked):
        ws.path_number[ws.path_stack[i]] = -1  # done
        if circle:
            ws.path_loop[ws.path_stack[i]] = ENDLESS_LOOP if endless else CIRCLE
    ws.n_stacked = start


def _spread_endless(st: State, node: i64) -> None:
    """Mark all successors of an endless path."""
    ws = st.ws
    to = ws.path_to[node]
    outs = _outs(st, to) if to >= 0 else i64(0)
    for o in range(i64(6)):
        if has(outs, o):
            m = ws.path_at[to * 6 + o]
            if ws.path_loop[m] != ENDLESS_LOOP:
                ws.path_loop[m] = ENDLESS_LOOP
                _spread_endless(st, m)


def _walk(
    st: State, f: Formation, h: i64, d: i64, node: i64, power: i64, kind: i64, loop: i64, spare: i64, depth: i64
) -> i64:
    """List the hits along the line of one node, except on hexes in `spare`. Gives the mask of hexes struck."""
    ws = st.ws
    log = st.log
    struck: i64 = 0
    flight = ws.path_dir[node]
    v = st.step(ws.path_hex[node], flight)
    while v >= 0 and v != ws.path_to[node]:
        if _is_prey(st, f, h, v):
            if not has(spare | (struck if loop else i64(0)), v):
                if loop == ENDLESS_LOOP:
                    if power > armour(st, v, flight) and not (st.is_hq(h) and st.is_hq(v)):
                        add_hit(ws, h, d, v, kind, ENDLESS, flight, st.controller(h))
                        if log is not None:
                            log.paths[int(ws.n_hits) - 1] = (_path(ws, node, depth), True)
                        struck |= BIT[v]
                elif not _is_hit_enough(ws, v):
                    before = ws.n_hits
                    _shot_hits(st, h, d, v, power, kind, flight, node, depth)
                    if ws.n_hits > before:
                        struck |= BIT[v]
            if kind != GAUSS or reflects(st, f, v, flight):
                break
        v = st.step(v, flight)
    return struck
