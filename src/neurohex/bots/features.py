"""Facts of a position for the learned evaluation (`network`): what lies on the board, and who threatens whom.

The facts of a side come from printed facts of tiles, from the board now and after a Battle, and from its relations: who
hits whom, who acts first, what modules give, which lines to an HQ are open. No fact names an army or a tile, so a new
army needs no training of its own. Only for games of two.
"""

from typing import Final

from neurohex.bots.evaluation import PLAYER_FACTS, STATE_FACTS, after_battle, player_facts
from neurohex.bots.worth import HAND_FACTS, UNIT_FACTS, hand_facts, unit_facts
from neurohex.compat import i64, vec
from neurohex.rules.bits import BIT, has, lowest, rest
from neurohex.rules.catalog import ALL_TILES, R_ATTACKS, T_TOUGHNESS
from neurohex.rules.hits import clear_hits, hit_to, hit_wounds
from neurohex.rules.layout import (
    KINDS,
    NEUTRAL,
    P_HAND,
    P_HAND_N,
    P_HQ,
    P_HQ_HEX,
    P_PILE,
    P_PILE_N,
    TURN,
    U_WOUNDS,
    hex_at,
)
from neurohex.rules.reach import links_of
from neurohex.rules.state import State
from neurohex.rules.strikes import bonuses, extra_attacks, melee_bonus, ranged_bonus, set_values, speed, strike
from neurohex.rules.workspace import Formation

RELATIONS: Final = (
    "hq hits",
    "hq attackers",
    "targets",
    "kills",
    "first kills",
    "loot",
    "idle",
    "initiative",
    "stronger",
    "faster",
    "extra",
    "healed",
    "hq healed",
    "lines",
)
"""What the units of a side do to the other: wounds on its HQ by all attacks, units that give them; units that are hit,
that a single hit destroys, that fall before they act, and their attacks; fighters without a target; sums of initiative,
bonuses and extra attacks; units linked to a Medic, and whether the HQ is; free hexes with an open line to the hostile
HQ."""
HQ_HITS: Final = 0
HQ_ATTACKERS: Final = 1
TARGETS: Final = 2
KILLS: Final = 3
FIRST_KILLS: Final = 4
LOOT: Final = 5
IDLE: Final = 6
INITIATIVE: Final = 7
STRONGER: Final = 8
FASTER: Final = 9
EXTRA: Final = 10
HEALED: Final = 11
HQ_HEALED: Final = 12
LINES: Final = 13

_OWN: Final = ("second points", "to move", "hand", "pile")
_BOARD: Final = (*UNIT_FACTS, *STATE_FACTS, *RELATIONS)
SIDE_FACTS: Final = (
    *PLAYER_FACTS,
    *_OWN,
    *(f"hand {name}" for name in HAND_FACTS),
    *(f"pile {name}" for name in HAND_FACTS),
    *(f"now {name}" for name in _BOARD),
    *(f"then {name}" for name in _BOARD),
)
"""The facts of one side."""
SIDE: Final = len(SIDE_FACTS)
_AT_OWN: Final = len(PLAYER_FACTS)
_AT_HAND: Final = _AT_OWN + len(_OWN)
_AT_PILE: Final = _AT_HAND + len(HAND_FACTS)
_AT_NOW: Final = _AT_PILE + len(HAND_FACTS)
_AT_THEN: Final = _AT_NOW + len(_BOARD)
_N_UNIT: Final = len(UNIT_FACTS)
_N_HAND: Final = len(HAND_FACTS)
_AT_RELATIONS: Final = _N_UNIT + len(STATE_FACTS)

_OF_UNIT: Final = vec[i64]([fact for tile in ALL_TILES for fact in unit_facts(tile)])
_OF_HAND: Final = vec[i64]([fact for tile in ALL_TILES for fact in hand_facts(tile)])
_ATTACKS: Final = vec[i64](
    [(sum(tile.melee) + sum(tile.ranged) + sum(tile.gauss)) * len(tile.initiative) for tile in ALL_TILES]
)
_COUNT: Final = vec[i64]([n.bit_count() for n in range(256)])


def count_bits(mask: i64) -> i64:
    """How many bits are set."""
    n: i64 = 0
    while mask:
        mask = rest(mask)
        n += 1
    return n


def fresh_facts() -> vec[i64]:
    """A table for `write_facts`."""
    return vec[i64]([0] * (2 * SIDE))


def write_facts(st: State, x: vec[i64]) -> None:
    """Write the facts of player 0, then those of player 1. Precondition: the game has two players and is not over."""
    for i in range(i64(2 * SIDE)):
        x[i] = 0
    starter: i64 = i64(st.b[TURN])
    then = after_battle(st, starter)
    standing = then.b[then.player_at(0) + P_HQ_HEX] != 0 and then.b[then.player_at(1) + P_HQ_HEX] != 0
    second = after_battle(then, starter) if standing else then
    facts = st.ws.facts
    for p in range(i64(2)):
        at: i64 = p * SIDE
        player_facts(st, then, p, facts)
        for i in range(i64(_AT_OWN)):
            x[at + i] = facts[i]
        _own_facts(st, second, p, starter, x)
    _of_units(st, x, _AT_NOW)
    _of_units(then, x, _AT_THEN)
    _of_relations(st, x, _AT_NOW + _AT_RELATIONS)
    _of_relations(then, x, _AT_THEN + _AT_RELATIONS)


def _own_facts(st: State, second: State, p: i64, starter: i64, x: vec[i64]) -> None:
    """Points after two Battles, whose turn it is, and what is in the hand and the pile."""
    b = st.b
    at: i64 = st.player_at(p)
    to: i64 = p * SIDE
    x[to + _AT_OWN] = i64(second.b[second.player_at(p) + P_HQ])
    x[to + _AT_OWN + 1] = 1 if starter == p else 0
    x[to + _AT_OWN + 2] = i64(b[at + P_HAND_N])
    x[to + _AT_OWN + 3] = i64(b[at + P_PILE_N])
    for i in range(i64(b[at + P_HAND_N])):
        t: i64 = i64(b[at + P_HAND + i])
        for k in range(i64(_N_HAND)):
            x[to + _AT_HAND + k] += _OF_HAND[t * _N_HAND + k]
    for kind in range(i64(KINDS)):
        count: i64 = i64(b[at + P_PILE + kind])
        if count:
            t = st.game.tile_of[p * KINDS + kind]
            for k in range(i64(_N_HAND)):
                x[to + _AT_PILE + k] += count * _OF_HAND[t * _N_HAND + k]


def _of_units(st: State, x: vec[i64], at: i64) -> None:
    """Sums of the printed facts of units that are not netted, netted units, and wounds."""
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        p = st.controller(h)
        if p != NEUTRAL:
            to: i64 = p * SIDE + at
            if has(st.netted, h):
                x[to + _N_UNIT] += 1
            else:
                t = st.tile(h)
                for k in range(i64(_N_UNIT)):
                    x[to + k] += _OF_UNIT[t * _N_UNIT + k]
            x[to + _N_UNIT + 1] += i64(st.b[hex_at(h) + U_WOUNDS])


def _of_relations(st: State, x: vec[i64], at: i64) -> None:
    """Write the `RELATIONS` of a board."""
    f = bonuses(st)
    acting: i64 = f.fighters & ~st.netted
    left = acting
    while left:  # first the initiative of all, as attackers are compared with their targets
        h = lowest(left)
        left = rest(left)
        f.attacks[h] = set_values(st, f, h)
    for p in range(i64(2)):
        to: i64 = p * SIDE + at
        _of_attacks(st, f, acting & f.of_player[p], acting, x, to)
        _of_medics(st, f, p, x, to)
        home: i64 = i64(st.b[st.player_at(1 - p) + P_HQ_HEX]) - 1
        if home >= 0:
            x[to + LINES] = _open_lines(st, home, 1 - p)


def _of_attacks(st: State, f: Formation, attackers: i64, acting: i64, x: vec[i64], to: i64) -> None:
    """What the attackers hit, as if each acted alone."""
    ws = st.ws
    targets: i64 = 0
    kills: i64 = 0
    first: i64 = 0
    left = attackers
    while left:
        h = lowest(left)
        left = rest(left)
        times: i64 = _COUNT[f.attacks[h] & 255]
        top: i64 = f.values[h * 8]
        x[to + INITIATIVE] += top
        x[to + STRONGER] += melee_bonus(f, h) + ranged_bonus(f, h)
        x[to + FASTER] += speed(f, h)
        x[to + EXTRA] += extra_attacks(f, h)
        clear_hits(ws)
        edges: i64 = R_ATTACKS[st.oriented(h)]
        while edges:
            strike(st, f, h, lowest(edges), 0)
            edges = rest(edges)
        if ws.n_hits == 0:
            if not st.is_hq(h):
                x[to + IDLE] += 1
            continue
        on_hq: i64 = 0
        for i in range(ws.n_hits):
            v = hit_to(ws.hits[i])
            wounds = hit_wounds(ws.hits[i])
            if st.is_hq(v):
                on_hq += wounds
                continue
            targets |= BIT[v]
            if wounds > T_TOUGHNESS[st.tile(v)] - i64(st.b[hex_at(v) + U_WOUNDS]):
                kills |= BIT[v]
                if not has(acting, v) or f.values[v * 8] < top:
                    first |= BIT[v]
        if on_hq:
            x[to + HQ_HITS] += on_hq * times
            x[to + HQ_ATTACKERS] += 1
    clear_hits(ws)
    x[to + TARGETS] = count_bits(targets)
    x[to + KILLS] = count_bits(kills)
    x[to + FIRST_KILLS] = count_bits(first)
    while first:
        x[to + LOOT] += _ATTACKS[st.tile(lowest(first))]
        first = rest(first)


def _of_medics(st: State, f: Formation, p: i64, x: vec[i64], to: i64) -> None:
    reached: i64 = 0
    left = f.medics & f.of_player[p]
    while left:
        reached |= links_of(st, lowest(left)) & f.of_player[p]
        left = rest(left)
    x[to + HEALED] = count_bits(reached)
    home: i64 = i64(st.b[st.player_at(p) + P_HQ_HEX]) - 1
    if home >= 0 and has(reached, home):
        x[to + HQ_HEALED] = 1


def _open_lines(st: State, home: i64, owner: i64) -> i64:
    """Free hexes from which a shot would reach the HQ on `home`: its own side's units stand in the way."""
    free: i64 = 0
    for d in range(i64(6)):
        v = st.step(home, d)
        while v >= 0:
            if not has(st.units, v):
                free += 1
            elif st.controller(v) == owner:
                break
            v = st.step(v, d)
    return free
