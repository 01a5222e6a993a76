"""What units do to each other as the board stands: gifts, nets, takeovers, scoping, attacks, the ways of shots.

The rules add these things up and keep the sums; here the parts get their names. Functions take a state whose board is
resolved, as every state that the rules or a `Setup` made is, and do not change it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from neurohex.board import DIRECTIONS
from neurohex.model.reading import KINDS_OF_HIT, is_netted_at, tile_at, units_at
from neurohex.model.values import (
    ENDLESS,
    AttackKind,
    Gift,
    MoveSource,
    Route,
    Strength,
    Strike,
    Timing,
)
from neurohex.rules import events as ev
from neurohex.rules.catalog import NEXT, R_ARMOUR
from neurohex.rules.engine import Log, State
from neurohex.rules.events import GAUSS, MELEE, RANGED
from neurohex.rules.flow import hq_hex
from neurohex.rules.influence import holders_of, net_sources
from neurohex.rules.layout import (
    FL_MOBILITY,
    FL_ROTATED,
    NEUTRAL,
    U_CTRL,
    U_FLAGS,
    U_GRANTER,
    U_MOVED,
    U_MOVED2,
    U_OWNER,
    U_ROT,
    U_TILE,
)
from neurohex.rules.reach import links_of
from neurohex.rules.scoping import work_for
from neurohex.rules.strikes import (
    bonuses,
    clear_hits,
    set_values,
    shoot,
    strike,
)

FRIENDLY: Final = ("initiative", "melee", "ranged", "extra_attack", "medic", "quartermaster", "grants_mobility")
"""Effects that a module has on linked units of the side it works for."""
_NUMBERS: Final[dict[str, int]] = {"melee": MELEE, "ranged": RANGED, "gauss": GAUSS}


def _names(st: State, hexes: list[int]) -> tuple[str, ...]:
    return tuple(st.game.board.names[h] for h in hexes)


# --- nets, takeovers, scoping ---------------------------------------------------------------------
def netted_by(st: State, h: int) -> tuple[str, ...]:
    """Hexes of the net units that hold the unit on `h` (R3.1)."""
    return _names(st, net_sources(st, h))


def taken_by(st: State, h: int) -> tuple[str, ...]:
    """Hexes of the units by whose takeover links the unit on `h` is held (R3.2)."""
    if st.unit(h, U_CTRL) == st.unit(h, U_OWNER):
        return ()
    return _names(st, holders_of(st, h))


def works_for(st: State, m: int) -> int | None:
    """The player the module on `m` works for (R3.4); None while it is netted, and for nobody's."""
    work_for(st)
    side = int(st.ws.works[m])
    return side if 0 <= side < NEUTRAL else None


def scoped_by(st: State, m: int) -> tuple[str, ...]:
    """Hexes of the Scopers by which the module on `m` works for another side than its controller's (R3.4)."""
    tile = tile_at(st, m)
    if tile is None or tile.kind != "module":
        return ()
    work_for(st)
    side = int(st.ws.works[m])
    if side < 0 or _are_friends(st, side, st.unit(m, U_CTRL)):
        return ()
    return _names(
        st,
        [
            s
            for s, scoper in units_at(st)
            if "scoper" in scoper.module
            and not is_netted_at(st, s)
            and _are_friends(st, side, st.unit(s, U_CTRL))
            and reaches(st, s, m)
        ],
    )


def reaches(st: State, m: int, h: int) -> bool:
    """Whether a link of the unit on `m` reaches the hex `h`; a long link reaches two in its line."""
    return bool(int(links_of(st, m)) >> h & 1)


def linked_hexes(st: State, m: int) -> tuple[str, ...]:
    """The hexes that the links of the unit on `m` reach."""
    mask = int(links_of(st, m))
    return _names(st, [h for h in range(len(st.game.board.names)) if mask >> h & 1])


def _are_friends(st: State, player: int, other: int) -> bool:
    return bool(int(st.game.friends[player]) >> other & 1)


# --- what modules give ----------------------------------------------------------------------------
def gifts_to(st: State, h: int) -> tuple[Gift, ...]:
    """What linked modules give the unit on `h` now, by hex of the giver (R3.4, R3.5)."""
    work_for(st)
    control = st.unit(h, U_CTRL)
    names = st.game.board.names
    found = []
    for m, tile in units_at(st):
        side = int(st.ws.works[m]) if tile.module else -1
        if side < 0 or not reaches(st, m, h):
            continue
        friend = _are_friends(st, side, control)
        foe = int(st.game.foes[side]) >> control & 1
        for effect, value in tile.module.items():
            if (friend and effect in FRIENDLY) or (foe and effect == "enemy_initiative"):
                found.append(Gift(names[m], tile, effect, value))
    return tuple(found)


def gifts_of(st: State, m: int) -> tuple[tuple[str, Gift], ...]:
    """What the module on `m` gives, each with the hex of the unit that gets it (R3.4, R3.5)."""
    name = st.game.board.names[m]
    return tuple(
        (st.game.board.names[h], gift) for h, _ in units_at(st) for gift in gifts_to(st, h) if gift.hex == name
    )


def is_useful(st: State, h: int, gift: Gift) -> bool:
    """Whether the unit on `h` has anything that the gift changes."""
    tile = tile_at(st, h)
    if tile is None:
        return False
    if gift.effect in ("initiative", "enemy_initiative", "extra_attack"):
        return bool(tile.initiative)
    if gift.effect in ("melee", "ranged"):
        own, other = (tile.melee, tile.ranged) if gift.effect == "melee" else (tile.ranged, tile.melee)
        return any(own) or (any(other) and any(more.effect == "quartermaster" for more in gifts_to(st, h)))
    return gift.effect != "quartermaster" or any(tile.melee) or any(tile.ranged)


# --- initiative and strength ----------------------------------------------------------------------
def timings(st: State, h: int) -> tuple[Timing, ...]:
    """The attacks of the unit on `h` as they stand now, netted or not, the highest first (R1.4, R3.6)."""
    tile = tile_at(st, h)
    if tile is None:
        return ()
    bonuses(st)
    set_values(st, h)
    values = [int(st.ws.values[h * 8 + place]) for place in range(8)]
    given = gifts_to(st, h)
    shifts = tuple(gift for gift in given if gift.effect in ("initiative", "enemy_initiative"))
    speed = sum(gift.value for gift in shifts)
    sources = [gift for gift in given if gift.effect == "extra_attack" for _ in range(gift.value)]
    found = []
    for place, value in enumerate(values):
        if value < 0:
            continue
        extra, known = None, True
        if place < len(tile.initiative):
            base = tile.initiative[place]
        else:
            base = value - speed
            # Held at 0 by Saboteurs, or raised to it: the value it had before is then not known, or none.
            known = base >= 0 and not (value == 0 and speed < 0)
            extra = sources[min(place - 3, len(sources) - 1)]
        found.append(Timing(value, place, base, extra, shifts, max(0, value - base - speed), known))
    return tuple(sorted(found, key=lambda timing: (-timing.value, timing.place)))


def strength(st: State, h: int, d: int, kind: AttackKind, convert: int = 0) -> Strength | None:
    """What makes up the strength of one attack of the unit on `h` towards `d`, netted or not; None if it has none.

    `convert` is the Quartermaster's change as the rules hold it: 0, or 1 + direction * 2 + part (R6.8, R1.9).
    """
    tile = tile_at(st, h)
    if tile is None:
        return None
    edge = (d - st.unit(h, U_ROT)) % 6
    if kind == "gauss":
        return Strength(DIRECTIONS[d], kind, 1, 1, 0, ()) if tile.gauss[edge] else None
    other: AttackKind = "ranged" if kind == "melee" else "melee"
    strengths = {"melee": tile.melee[edge], "ranged": tile.ranged[edge]}
    printed, changed = strengths[kind], 0
    given = gifts_to(st, h)
    counting = tuple(gift for gift in given if gift.effect == kind)
    if convert and (convert - 1) // 2 == d:
        if (convert - 1) % 2 == _NUMBERS[kind]:
            return None
        changed = strengths[other]
        if st.game.living:
            both = {gift.hex for gift in counting}
            counting = tuple(
                gift for gift in given if gift.effect == kind or (gift.effect == other and gift.hex in both)
            )
    elif not printed:
        return None
    value = printed + changed + sum(gift.value for gift in counting)
    return Strength(DIRECTIONS[d], kind, value, printed, changed, counting)


def strengths(st: State, h: int) -> tuple[Strength, ...]:
    """What the edges of the unit on `h` can do, netted or not, clockwise from north."""
    kinds: tuple[AttackKind, ...] = ("melee", "ranged", "gauss")
    every = (strength(st, h, d, kind) for d in range(6) for kind in kinds)
    return tuple(one for one in every if one is not None)


def has_armour(st: State, h: int, flight: int) -> bool:
    """Whether a shot that flies in direction `flight` strikes armour on the unit on `h` (R6.3)."""
    return bool(int(R_ARMOUR[(st.unit(h, U_TILE) - 1) * 6 + st.unit(h, U_ROT)]) >> ((flight + 3) % 6) & 1)


# --- what attacks strike --------------------------------------------------------------------------
def strikes_of(st: State, h: int) -> tuple[Strike, ...]:
    """What the attacks of the unit on a hex strike; nothing while it is netted, or if it has no initiative."""
    tile = tile_at(st, h)
    if tile is None or not tile.initiative or is_netted_at(st, h):
        return ()
    names = st.game.board.names
    found = []
    for direction, to, kind, wounds, arrives in _struck(st, h):
        ways = routes(st, h, direction, KINDS_OF_HIT[kind], to, arrives) if kind in (RANGED, GAUSS) else ()
        told: int | Literal["endless"] = ENDLESS if wounds == ev.ENDLESS else wounds
        via = ways[0].via if ways else ()
        found.append(Strike(names[h], DIRECTIONS[direction], names[to], KINDS_OF_HIT[kind], told, via))
    return tuple(found)


def _struck(st: State, h: int) -> list[tuple[int, int, int, int, int]]:
    """Direction, target, kind, wounds and direction of arrival of what all edges of a unit strike: the hits in the
    list of the rules, and those that armour stops, which only a log is told of."""
    looked = st.copy()
    looked.log = log = Log()
    bonuses(looked)
    clear_hits(st.ws)
    for direction in range(6):
        strike(looked, h, direction, 0)
    ws = looked.ws
    found = [
        (int(ws.hit_dir[i]), int(ws.hit_to[i]), int(ws.hit_kind[i]), int(ws.hit_wounds[i]), int(ws.hit_arrives[i]))
        for i in range(int(ws.n_hits))
    ]
    clear_hits(st.ws)
    found += [(event[2], event[3], event[4], 0, event[5]) for event in log.events if event[0] == ev.STOPPED]
    return sorted(found)


def routes(st: State, h: int, d: int, kind: str, to: int, flight: int) -> tuple[Route, ...]:
    """The ways in which a shot of the unit on `h` towards `d` strikes the unit on `to` flying in direction `flight`.

    In the order of the rules' hits; empty when no redirector turns the shot (R11.1). The state has no log.
    """
    clear_hits(st.ws)
    st.ws.n_paths = 0
    shoot(st, h, d, 1, _NUMBERS[kind])  # maps the paths, if a redirector is in the way
    clear_hits(st.ws)
    found: list[Route] = []
    if st.ws.n_paths:
        _follow(st, h, _NUMBERS[kind], to, flight, 0, (), (), found)
    return tuple(found)


def _follow(
    st: State,
    h: int,
    kind: int,
    to: int,
    flight: int,
    node: int,
    nodes: tuple[int, ...],
    via: tuple[int, ...],
    found: list[Route],
) -> None:
    if int(st.ws.path_dir[node]) == flight and to in _met(st, h, kind, node):
        found.append(Route(_names(st, list(via)), int(st.ws.path_loop[node]) == 2))
    turner = int(st.ws.path_to[node])
    if turner < 0:
        return
    for out in range(6):
        after = int(st.ws.path_at[turner * 6 + out])
        if after >= 0 and after != node and after not in nodes:
            _follow(st, h, kind, to, flight, after, (*nodes, node), (*via, turner), found)


def _met(st: State, h: int, kind: int, node: int) -> Iterator[int]:
    """Hexes of the units that the shot meets on one straight stretch of its way."""
    harmed = int(st.game.hits[st.unit(h, U_CTRL)])
    v = int(st.ws.path_hex[node])
    while True:
        v = int(NEXT[int(st.near) + v * 6 + int(st.ws.path_dir[node])])
        if v < 0 or v == int(st.ws.path_to[node]):
            return
        if st.unit(v, U_TILE) and harmed >> st.unit(v, U_CTRL) & 1:
            yield v
            if kind != GAUSS:
                return


# --- moves ----------------------------------------------------------------------------------------
def move_sources(st: State, h: int) -> tuple[MoveSource, ...]:
    """By what the unit on `h` can still be moved or turned this turn, if it is its controller's, apart from tiles in
    hand (R5.1, R5.3)."""
    return tuple(_move_sources(st, h))


def _move_sources(st: State, h: int) -> Iterator[MoveSource]:
    names = st.game.board.names
    tile = tile_at(st, h)
    if tile is None or is_netted_at(st, h) or st.unit(h, U_CTRL) == NEUTRAL:
        return
    if tile.mobility and not has_used_mobility(st, h):
        yield MoveSource(names[h], turns_only=False)
    used = st.unit(h, U_MOVED) + st.unit(h, U_MOVED2) * 256
    for gift in gifts_to(st, h):
        giver = st.game.board.index[gift.hex]
        if gift.effect == "grants_mobility" and not used >> st.unit(giver, U_GRANTER) & 1:
            yield MoveSource(gift.hex, turns_only=False)
    hq = int(hq_hex(st, st.unit(h, U_CTRL)))
    if hq in (-1, h) or is_netted_at(st, hq) or st.unit(hq, U_FLAGS) & FL_ROTATED:
        return
    headquarters = tile_at(st, hq)
    if headquarters is not None and "rotate_one_own_unit_per_turn" in headquarters.module:
        yield MoveSource(names[hq], turns_only=True)


def has_used_mobility(st: State, h: int) -> bool:
    """Whether the unit on `h` has used its own Mobility this turn (R5.1)."""
    return bool(st.unit(h, U_FLAGS) & FL_MOBILITY)
