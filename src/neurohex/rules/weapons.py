"""Attacks of games with more than the basic rules: choosing a target, special weapons, reflection, extra wounds.

`strike_edge` lists the hits of one edge in every game; `strike_beyond` those that go through no edge. Then
`reflect_hits` sends back what arrives at reflecting edges (section 18), and `worsen_hits` adds the wounds of Wastes
(R30.1).
"""

from typing import Final

from neurohex.compat import i16, i64
from neurohex.events.battle import Reflected, Stopped
from neurohex.rules.bits import BIT, has, lowest, rest
from neurohex.rules.catalog import (
    A_MORTAR,
    A_SHARP,
    A_SPECIAL,
    E_RANGED,
    E_ROCKET,
    E_SHOTGUN,
    R_ATTACKS,
    R_DEMOLISH,
    R_POISON,
    R_ROCKET,
    R_TRIGGER,
    T_ANYWHERE,
)
from neurohex.rules.events import (
    BLAST,
    DESTROYS,
    ENDLESS,
    GAUSS,
    MELEE,
    MIXED,
    POISON,
    RANGED,
    RAVAGER,
    ROCKET,
    SHADOW,
    SHOTGUN,
)
from neurohex.rules.hits import (
    NO_WAY,
    add_hit,
    add_reflected,
    clear_hits,
    hit_arrives,
    hit_effect,
    hit_from,
    hit_kind,
    hit_to,
    hit_way,
    hit_wounds,
    join,
    light_fuse,
    worsen,
)
from neurohex.rules.layout import P_HQ, TRANSFORMED, U_CONVERT, XU_AIM, hex_at
from neurohex.rules.refs import KINDS, direction, phase_of, ref
from neurohex.rules.state import State
from neurohex.rules.strikes import armour, melee_bonus, reflects, shoot, strength, strike
from neurohex.rules.workspace import Formation

ROCKET_RANGE: Final = 3
_SHOTS: Final = (RANGED, GAUSS, MIXED, ROCKET, SHOTGUN)
"""Kinds of attacks that armour lowers (R6.3, R17.3)."""
_TURNED_BACK: Final = (MELEE, RANGED, GAUSS, MIXED, ROCKET, SHOTGUN, POISON, BLAST)
"""Kinds of attacks that are reflected (R18.1)."""


# --- listing hits ---------------------------------------------------------------------------------
def strike_edge(st: State, f: Formation, h: i64, d: i64, convert: i64) -> None:
    """List the hits of the unit on `h` through its edge that faces `d`. Rockets and shotguns are neither changed nor
    turned by redirectors (R17.4)."""
    if not st.game.more:
        strike(st, f, h, d, convert)
        return
    ability = st.ability(h)
    edge: i64 = st.oriented(h) * 6 + d
    if convert - TRANSFORMED == d:
        _strike_transformed(st, f, h, d, E_RANGED[edge])
    elif ability & (A_SHARP | A_MORTAR) and E_RANGED[edge] > 0 and (convert - 1) >> 1 != d:
        if ability & A_MORTAR:
            _lob(st, f, h, d)
        else:
            _snipe(st, f, h, d)
    else:
        strike(st, f, h, d, convert)
    if ability & A_SPECIAL:
        if E_ROCKET[edge] > 0:
            _launch(st, f, h, d, E_ROCKET[edge])
        elif E_SHOTGUN[edge] > 0:
            _spray(st, f, h, d, E_SHOTGUN[edge])
        elif has(R_POISON[st.oriented(h)], d):
            _poison(st, f, h, d)


def strike_beyond(st: State, f: Formation, h: i64) -> None:
    """List the hits of the unit on `h` that go through no edge: a Shadow's and a Ravager's."""
    if st.ability(h) & A_SPECIAL == 0:
        return
    power = T_ANYWHERE[st.tile(h)]
    if power > 0:  # R28.1
        aim = _aim_of(st, f, h)
        if aim > 0:
            v: i64 = (aim - 1) // 6
            add_hit(st.ws, h, 0, v, SHADOW, power + melee_bonus(f, h), 0, st.controller(h))
    edges = R_DEMOLISH[st.oriented(h)]
    if edges:
        _demolish(st, f, h, edges)


def may_hit(st: State, f: Formation, h: i64, v: i64) -> bool:
    """Whether an attack of the unit on `h` can strike the unit on `v`. An HQ never harms an HQ (R6.2)."""
    return v >= 0 and has(f.prey[st.controller(h)], v) and not (st.is_hq(h) and st.is_hq(v))


def _shot(st: State, h: i64, d: i64, v: i64, power: i64, kind: i64, flight: i64) -> None:
    """List the hit of a shot that comes to the unit on `v`, less its armour (R6.3)."""
    wounds: i64 = power - armour(st, v, flight)
    if wounds > 0:
        add_hit(st.ws, h, d, v, kind, wounds, flight, st.controller(h))
        return
    log = st.log
    if log is not None:
        way, came = direction(d), direction(flight)
        log.tell(Stopped(ref(st, h), way, ref(st, v), KINDS[kind], came, rulings=("R6.3",), phase=phase_of(st)))


def _strike_transformed(st: State, f: Formation, h: i64, d: i64, power: i64) -> None:
    """A ranged attack that shoots as Gauss, with its own strength and no bonus (R30.2). A melee part stays; at the
    neighbour both parts are one hit (R6.4)."""
    ws = st.ws
    melee = strength(st, f, h, d, MELEE, 0)
    first = ws.n_hits
    shoot(st, f, h, d, power, GAUSS)
    v = st.step(h, d)
    if melee == 0 or not may_hit(st, f, h, v):
        return
    kind: i64 = MIXED
    for i in range(first, ws.n_hits):
        hit = ws.hits[i]
        if hit_to(hit) == v and hit_arrives(hit) == d and hit_wounds(hit) < DESTROYS:
            join(ws, i, MIXED, melee)
            return
        if hit_to(hit) == v and hit_wounds(hit) == ENDLESS:
            kind = MELEE
    add_hit(ws, h, d, v, kind, melee, d, st.controller(h))


def _lob(st: State, f: Formation, h: i64, d: i64) -> None:
    """A mortar hits the unit exactly two hexes away, whatever stands between (R24.1)."""
    v = st.step(h, d)
    if v >= 0:
        v = st.step(v, d)
        if may_hit(st, f, h, v):
            _shot(st, h, d, v, strength(st, f, h, d, RANGED, 0), RANGED, d)


def _snipe(st: State, f: Formation, h: i64, d: i64) -> None:
    """A sharpshooter hits the unit in its line that its controller chose, over all others (R16.1, R16.2)."""
    aim = _aim_of(st, f, h)
    if aim > 0:
        _shot(st, h, d, (aim - 1) // 6, strength(st, f, h, d, RANGED, 0), RANGED, d)


def _launch(st: State, f: Formation, h: i64, d: i64, power: i64) -> None:
    """A rocket hits what it was steered to (R17.1); it is never strengthened (R17.3)."""
    aim = _aim_of(st, f, h)
    if aim > 0:
        _shot(st, h, d, (aim - 1) // 6, power, ROCKET, (aim - 1) % 6)


def _spray(st: State, f: Formation, h: i64, d: i64, power: i64) -> None:
    """A shotgun hits the first hostile unit in line, the weaker the farther (R17.2, R17.3)."""
    v = st.step(h, d)
    while v >= 0 and power > 0:
        if has(f.prey[st.controller(h)], v):
            if may_hit(st, f, h, v):
                _shot(st, h, d, v, power, SHOTGUN, d)
            return
        power -= 1
        v = st.step(v, d)


def _poison(st: State, f: Formation, h: i64, d: i64) -> None:
    """A poisoned edge puts a marker on the neighbour and does no wound; no Medic answers (R28.2)."""
    v = st.step(h, d)
    if may_hit(st, f, h, v):
        add_hit(st.ws, h, d, v, POISON, 0, d, st.controller(h))
        light_fuse(st.ws, st.ws.n_hits - 1)


def _demolish(st: State, f: Formation, h: i64, edges: i64) -> None:
    """A Ravager hits two neighbours and the hex that touches both, with 1 (R30.3)."""
    first = lowest(edges)
    second = lowest(rest(edges))
    if second - first == 5:  # N and NW: NW comes first clockwise
        first, second = second, first
    one = st.step(h, first)
    two = st.step(h, second)
    beyond: i64 = -1
    if one >= 0:
        beyond = st.step(one, second)
    elif two >= 0:
        beyond = st.step(two, first)
    for v, d in ((one, first), (two, second), (beyond, i64(NO_WAY))):
        if may_hit(st, f, h, v):
            add_hit(st.ws, h, d, v, RAVAGER, 1, d, st.controller(h))


# --- targets that are chosen (R13.6) --------------------------------------------------------------
def aims(st: State, f: Formation, h: i64) -> list[int]:
    """What the unit on `h` can aim at, as numbers after `actions.AIM`, in ascending order.

    Ways of a rocket to one target that do the same are one: the first direction stands for them.
    """
    found: list[int] = []
    tr = st.oriented(h)
    if T_ANYWHERE[st.tile(h)] > 0:
        left = f.prey[st.controller(h)]
        while left:
            v = lowest(left)
            left = rest(left)
            if may_hit(st, f, h, v):
                found.append(int(1 + v * 6))
        return found
    for d in range(i64(6)):
        if st.ability(h) & A_SHARP and E_RANGED[tr * 6 + d] > 0:
            v = st.step(h, d)
            while v >= 0:
                if may_hit(st, f, h, v):
                    found.append(int(1 + v * 6 + d))
                v = st.step(v, d)
        elif has(R_ROCKET[tr], d):
            _steer(st, f, h, st.step(h, d), d, ROCKET_RANGE, found)
    return sorted(found)


def _steer(st: State, f: Formation, h: i64, v: i64, d: i64, left: i64, found: list[int]) -> None:
    """Add what a rocket that flies in direction `d` onto the hex `v` can come to, with `left` hexes to fly (R17.1)."""
    if v < 0:
        return
    if has(f.prey[st.controller(h)], v):  # a hostile unit ends it
        if may_hit(st, f, h, v):
            _add_way(st, f, v, d, found)
        return
    if 0 not in found:
        found.append(0)  # it may fall short of everything
    if left > 1:
        for turn in range(i64(6)):
            _steer(st, f, h, st.step(v, turn), turn, left - 1, found)


def _add_way(st: State, f: Formation, v: i64, d: i64, found: list[int]) -> None:
    """Add the way to the unit on `v` in direction `d`, unless one that does the same is there; the first direction of
    those stays."""
    code = int(1 + v * 6 + d)
    for other in range(i64(6)):
        known = int(1 + v * 6 + other)
        if known in found and _same_way(st, f, v, d, other):
            if d < other:
                found.remove(known)
                break
            return
    found.append(code)


def _same_way(st: State, f: Formation, v: i64, d: i64, other: i64) -> bool:
    """Whether a shot at the unit on `v` does the same from two directions of flight."""
    if d == other:
        return True
    if reflects(st, f, v, d) or reflects(st, f, v, other) or armour(st, v, d) != armour(st, v, other):
        return False
    fuses = R_TRIGGER[st.oriented(v)] if has(f.fused, v) else i64(0)
    return has(fuses, (d + 3) % 6) == has(fuses, (other + 3) % 6)


def default_aim(st: State, f: Formation, h: i64) -> int:
    """The target of the default policy, as a number after `actions.AIM`; 0 without a target.

    A Shadow takes the hostile HQ with most points lost, else the unit first by hex name. A sharpshooter and a rocket
    take the first HQ on the way, else the first hostile unit; of several equally far the first by hex name, then by
    direction.
    """
    best = 0
    best_key: i64 = -1
    for code in aims(st, f, h):
        if code > 0:
            v: i64 = (i64(code) - 1) // 6
            hq: i64 = 1 if st.is_hq(v) else 0
            if T_ANYWHERE[st.tile(h)] > 0:
                owner = st.owner(v)
                lost = st.game.start_hq[owner] - i64(st.b[st.player_at(owner) + P_HQ]) if hq else i64(0)
                key: i64 = hq * 1000 + lost
            else:
                key = hq * 1000 + 100 - _distance(st, f, h, i64(code))
            if key > best_key:
                best = code
                best_key = key
    return best


def _distance(st: State, f: Formation, h: i64, code: i64) -> i64:
    """How many hexes a shot flies to its target; a rocket by the shortest way that does the same."""
    target: i64 = (code - 1) // 6
    tr = st.oriented(h)
    for d in range(i64(6)):
        if has(R_ROCKET[tr], d):
            for steps in range(i64(1), i64(ROCKET_RANGE + 1)):
                for last in range(i64(6)):
                    if _same_way(st, f, target, last, (code - 1) % 6) and _comes_to(
                        st, f, h, st.step(h, d), d, steps, target, last
                    ):
                        return steps
    distance: i64 = 1
    v = st.step(h, (code - 1) % 6)
    while v >= 0 and v != target:
        distance += 1
        v = st.step(v, (code - 1) % 6)
    return distance


def _comes_to(st: State, f: Formation, h: i64, v: i64, d: i64, steps: i64, target: i64, last: i64) -> bool:
    """Whether a rocket on `v` can come to its target, flying there in direction `last`, in exactly `steps` hexes."""
    if v < 0:
        return False
    if steps == 1:
        return v == target and d == last
    if has(f.prey[st.controller(h)], v):
        return False
    for turn in range(i64(6)):
        if _comes_to(st, f, h, st.step(v, turn), turn, steps - 1, target, last):
            return True
    return False


def _aim_of(st: State, f: Formation, h: i64) -> i64:
    """The target chosen for the unit on `h` in this phase, or that of the default policy."""
    chosen = i64(st.b[st.more_at(h) + XU_AIM])
    return chosen - 1 if chosen > 0 else i64(default_aim(st, f, h))


def must_aim(st: State, f: Formation, h: i64) -> bool:
    """Whether the controller of the unit on `h` still has to choose among several targets in this phase."""
    if st.b[st.more_at(h) + XU_AIM] != 0:
        return False
    if st.ability(h) & A_SHARP and st.b[hex_at(h) + U_CONVERT] != 0:
        return False  # its one ranged edge was changed (R24.1)
    choices = aims(st, f, h)
    return len(choices) > 1 and (T_ANYWHERE[st.tile(h)] > 0 or _aims_differ(st, f, h, choices))


def _aims_differ(st: State, f: Formation, h: i64, choices: list[int]) -> bool:
    """Whether it matters which of its targets the unit on `h` aims at: armour may stop the shot at all of them. Clears
    the list of hits."""
    at: i64 = st.more_at(h) + XU_AIM
    effects: list[list[int]] = []
    for choice in choices:
        st.b[at] = i16(choice + 1)
        effect: list[int] = []
        edges = R_ATTACKS[st.oriented(h)]
        while edges:
            effect += edge_effect(st, f, h, lowest(edges), 0)
            edges = rest(edges)
        effects.append(effect)
    st.b[at] = 0
    return any(effect != effects[0] for effect in effects)


def edge_effect(st: State, f: Formation, h: i64, d: i64, convert: i64) -> list[int]:
    """What the edge of the unit on `h` that faces `d` does, after reflection: one `hits.hit_effect` for each hit.
    Clears the list of hits and tells nothing."""
    ws = st.ws
    log = st.log
    st.log = None
    clear_hits(ws)
    strike_edge(st, f, h, d, convert)
    if f.reflectors & ws.struck:
        reflect_hits(st, f)
    found = [int(hit_effect(ws.hits[i])) for i in range(ws.n_hits)]
    clear_hits(ws)
    st.log = log
    return sorted(found)


# --- reflection (section 18) ----------------------------------------------------------------------
def reflect_hits(st: State, f: Formation) -> None:
    """Send back the hits in the list that arrive at reflecting edges."""
    ws = st.ws
    log = st.log
    hits = [int(ws.hits[i]) for i in range(ws.n_hits)]
    if not any(_comes_back(st, f, i64(hit)) for hit in hits):
        return
    paths = log.paths if log is not None else {}
    kept: dict[int, tuple[tuple[int, ...], bool]] = {}
    ws.n_hits = 0
    ws.struck = 0
    for number, one in enumerate(hits):
        hit = i64(one)
        if _comes_back(st, f, hit):
            _send_back(st, f, hit)
            continue
        if number in paths:
            kept[int(ws.n_hits)] = paths[number]
        ws.hits[ws.n_hits] = hit
        ws.struck |= BIT[hit_to(hit)]
        ws.n_hits += 1
    if log is not None:
        log.paths = kept


def _comes_back(st: State, f: Formation, hit: i64) -> bool:
    return hit_kind(hit) in _TURNED_BACK and reflects(st, f, hit_to(hit), hit_arrives(hit))


def _send_back(st: State, f: Formation, hit: i64) -> None:
    """A hit goes back one hex along its line and strikes the unit there, if hostile to the reflector (R18.1). It stays
    its attacker's (R18.5)."""
    v = hit_to(hit)
    kind = hit_kind(hit)
    flight: i64 = (hit_arrives(hit) + 3) % 6
    to = st.step(v, flight)
    wounds = hit_wounds(hit)  # what the reflecting unit would have taken (R18.2)
    strikes = (
        to >= 0
        and has(st.units, to)
        and has(st.game.foes[st.controller(v)], st.controller(to))
        and not reflects(st, f, to, flight)  # R18.4
        and not (st.is_hq(to) and (kind == BLAST or st.is_hq(hit_from(hit))))  # R25.2, R18.7
    )
    if strikes and kind in _SHOTS and armour(st, to, flight):
        if wounds < DESTROYS:
            wounds -= 1
        elif wounds == ENDLESS and _endless_power(st, f, hit) <= 1 + armour(st, v, hit_arrives(hit)):
            wounds = 0
    if strikes and (wounds > 0 or kind == POISON):
        add_reflected(st.ws, hit, to, wounds)
        if kind == POISON:
            light_fuse(st.ws, st.ws.n_hits - 1)
    else:
        strikes = False
    log = st.log
    if log is not None:
        target = ref(st, to) if strikes else None
        by, source = ref(st, v), ref(st, hit_from(hit))
        way = direction(hit_way(hit))
        rulings = ("R18.1",) if strikes else ("R18.1", "R18.4")
        log.tell(Reflected(source, way, by, target, KINDS[kind], rulings=rulings, phase=phase_of(st)))


def _endless_power(st: State, f: Formation, hit: i64) -> i64:
    """Strength of the shot behind an endless hit."""
    h = hit_from(hit)
    way = hit_way(hit)
    convert = i64(st.b[hex_at(h) + U_CONVERT])
    if hit_kind(hit) == GAUSS:
        return E_RANGED[st.oriented(h) * 6 + way] if convert - TRANSFORMED == way else i64(1)
    return strength(st, f, h, way, RANGED, convert)


# --- extra wounds (R30.1) -------------------------------------------------------------------------
def worsen_hits(st: State, f: Formation) -> None:
    """Every hit of 1 or more wounds on a unit next to hostile Wastes does more."""
    ws = st.ws
    for i in range(ws.n_hits):
        hit = ws.hits[i]
        if has(f.frail, hit_to(hit)) and 0 < hit_wounds(hit) < DESTROYS:
            worsen(ws, i, f.wastes[hit_to(hit)])
