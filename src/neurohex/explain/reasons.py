"""Why a unit is as it is: who gives it what, who holds it, and which way a shot went.

The rules add these things up and keep only the sums; here the parts get their names. All functions take a board
that is resolved, and read the tables of the rules right after filling them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from neurohex.explain.language import ENGLISH, Language
from neurohex.explain.line import signed, tile_of, unit_name
from neurohex.rules.catalog import NEXT, R_ARMOUR
from neurohex.rules.events import GAUSS, MELEE, RANGED
from neurohex.rules.influence import holders_of
from neurohex.rules.layout import FL_DISABLED, U_CTRL, U_FLAGS, U_OWNER, U_ROT, U_TILE
from neurohex.rules.reach import links_of
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State
from neurohex.rules.strikes import (
    bonuses,
    clear_hits,
    set_values,
    shoot,
)
from neurohex.tiles import Tile

FRIENDLY: Final = ("initiative", "melee", "ranged", "extra_attack", "medic", "quartermaster", "grants_mobility")
"""Effects that a module has on linked units of the side it works for."""
TYPES: Final = {MELEE: "melee", RANGED: "ranged"}


@dataclass(frozen=True, slots=True)
class Gift:
    """What one module gives one unit through its links; a Saboteur's is below 0."""

    giver: int
    """Hex of the module."""
    effect: str
    """As in `neurohex.tiles.MODULE_EFFECTS`."""
    value: int


@dataclass(frozen=True, slots=True)
class Part:
    """One of the numbers that add up to a strength or an initiative."""

    text: str
    value: int


@dataclass(frozen=True, slots=True)
class Attack:
    """One of the attacks a unit has in a Battle: when it acts, and why then."""

    value: int
    place: int
    """Its place in the rules' table: 0 to 2 printed values, 3 on extra attacks."""
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """The redirectors that turned a shot, in order, and whether it went on without end (R11.2)."""

    via: tuple[int, ...]
    endless: bool


def units(st: State) -> Iterator[int]:
    """Hexes with units, in order."""
    return (h for h in range(int(st.hexes)) if st.unit(h, U_TILE))


def is_netted(st: State, h: int) -> bool:
    """Whether the unit on a hex is caught in a net."""
    return bool(st.unit(h, U_FLAGS) & FL_DISABLED)


# --- what modules give ----------------------------------------------------------------------------
def works_for(st: State, m: int) -> int:
    """The player the module on `m` works for; -1 while it is netted."""
    work_for(st)
    return int(st.ws.works[m])


def gifts_of(st: State, m: int) -> list[tuple[int, Gift]]:
    """What the module on `m` gives to whom, by hex of the receiver (R3.4, R3.5)."""
    return [(h, gift) for h in units(st) for gift in gifts(st, h) if gift.giver == m]


def gifts(st: State, h: int) -> list[Gift]:
    """What linked modules give the unit on `h` now, by hex of the giver (R3.4, R3.5)."""
    work_for(st)
    control = st.unit(h, U_CTRL)
    found = []
    for m in units(st):
        module = tile_of(st, m).module
        side = int(st.ws.works[m])
        if not module or side < 0 or not int(links_of(st, m)) >> h & 1:
            continue
        friend = int(st.game.friends[side]) >> control & 1
        foe = int(st.game.foes[side]) >> control & 1
        for effect, value in module.items():
            if (friend and effect in FRIENDLY) or (foe and effect == "enemy_initiative"):
                found.append(Gift(m, effect, value))
    return found


def is_useful(st: State, h: int, gift: Gift) -> bool:
    """Whether the unit on `h` has anything that the gift changes."""
    tile = tile_of(st, h)
    changes = any(other.effect == "quartermaster" for other in gifts(st, h))
    if gift.effect in ("initiative", "enemy_initiative", "extra_attack"):
        return bool(tile.initiative)
    if gift.effect == "melee":
        return any(tile.melee) or (changes and any(tile.ranged))
    if gift.effect == "ranged":
        return any(tile.ranged) or (changes and any(tile.melee))
    return gift.effect != "quartermaster" or any(tile.melee) or any(tile.ranged)


def scopers(st: State, m: int) -> tuple[int, ...]:
    """Hexes of the Scopers by which the module on `m` works for another side than its controller's (R3.4)."""
    side = works_for(st, m) if tile_of(st, m).kind == "module" else -1
    if side < 0 or int(st.game.friends[side]) >> st.unit(m, U_CTRL) & 1:
        return ()
    return tuple(
        s
        for s in units(st)
        if "scoper" in tile_of(st, s).module
        and not is_netted(st, s)
        and int(st.game.friends[side]) >> st.unit(s, U_CTRL) & 1
        and int(links_of(st, s)) >> m & 1
    )


def takers(st: State, h: int) -> tuple[int, ...]:
    """Hexes of the units by whose takeover links the unit on `h` is held (R3.2)."""
    if st.unit(h, U_CTRL) == st.unit(h, U_OWNER):
        return ()
    return tuple(holders_of(st, h))


# --- initiative and strength ----------------------------------------------------------------------
def attacks(st: State, h: int, words: Language = ENGLISH) -> list[Attack]:
    """The attacks of the unit on `h` as they stand now, netted or not, the highest first (R1.4, R3.6)."""
    tile = tile_of(st, h)
    bonuses(st)
    set_values(st, h)
    values = [int(st.ws.values[h * 8 + place]) for place in range(8)]
    given = gifts(st, h)
    shifts = [_shift(st, gift) for gift in given if gift.effect in ("initiative", "enemy_initiative")]
    speed = sum(part.value for part in shifts)
    sources = [unit_name(st, gift.giver) for gift in given if gift.effect == "extra_attack" for _ in range(gift.value)]
    found = []
    for place, value in enumerate(values):
        if value < 0:
            continue
        if place < len(tile.initiative):
            base = tile.initiative[place]
            first = Part(words.say("part.printed", value=base), base)
        else:
            base = value - speed
            # Held at 0 by Saboteurs, or raised to it: the value it had before is then not known, or none.
            known = base >= 0 and not (value == 0 and speed < 0)
            source = sources[min(place - 3, len(sources) - 1)]
            first = Part(words.say("part.extra_at" if known else "part.extra", value=base, unit=source), base)
        parts = [first, *shifts]
        lost = value - base - speed
        if lost > 0:
            parts.append(Part(words.say("part.floor"), lost))
        found.append(Attack(value, place, tuple(parts)))
    return sorted(found, key=lambda attack: (-attack.value, attack.place))


def _shift(st: State, gift: Gift) -> Part:
    return Part(f"{unit_name(st, gift.giver)} {signed(gift.value)}", gift.value)


def strength_parts(st: State, h: int, d: int, kind: int, convert: int = 0, words: Language = ENGLISH) -> list[Part]:
    """What makes up the strength of the melee or ranged attack of the unit on `h` towards `d`; nothing if it has none.

    `convert` is the Quartermaster's change as the state holds it (R6.8, R1.9).
    """
    tile = tile_of(st, h)
    edge = (d - st.unit(h, U_ROT)) % 6
    strengths = {MELEE: tile.melee[edge], RANGED: tile.ranged[edge]}
    other = RANGED if kind == MELEE else MELEE
    parts = []
    if strengths[kind]:
        parts.append(Part(words.say("part.printed", value=strengths[kind]), strengths[kind]))
    given = gifts(st, h)
    effects = [TYPES[kind]]
    kept: set[int] = set()
    if convert and (convert - 1) // 2 == d:
        if (convert - 1) % 2 == kind:
            return []
        changed = strengths[other]
        name = "part.to_ranged" if kind == RANGED else "part.to_melee"
        parts.append(Part(words.say(name, value=changed), changed))
        if st.game.living:
            kept = {gift.giver for gift in given if gift.effect == TYPES[kind]}
            effects.append(TYPES[other])
    elif not strengths[kind]:
        return []
    counting = (gift for gift in given if gift.effect == effects[0] or (gift.effect in effects and gift.giver in kept))
    return [*parts, *(_shift(st, gift) for gift in counting)]


def armour_at(st: State, h: int, flight: int) -> int:
    """1 where a shot that flies in direction `flight` strikes armour on the unit on `h` (R6.3)."""
    return int(R_ARMOUR[(st.unit(h, U_TILE) - 1) * 6 + st.unit(h, U_ROT)]) >> ((flight + 3) % 6) & 1


# --- explosions -----------------------------------------------------------------------------------
def blast(words: Language, tile: Tile, *, is_neutral: bool) -> tuple[str, str]:
    """Whom the explosion of a tile wounds, in words, and its rulings."""
    if tile.army != "bombers":
        return words.say("exploded.at_all"), "R6.7"
    if is_neutral:
        return words.say("exploded.at_units"), "R6.7, R12.2"
    return words.say("exploded.at_hostile"), "R6.7, R12.3"


# --- the way of a shot ----------------------------------------------------------------------------
def routes(st: State, h: int, d: int, kind: int, to: int, flight: int) -> list[Route]:
    """The ways in which a shot of the unit on `h` towards `d` strikes the unit on `to` flying in direction `flight`.

    In the order of the rules' hits; empty when no redirector turns the shot (R11.1). The state has no log.
    """
    clear_hits(st.ws)
    st.ws.n_paths = 0
    shoot(st, h, d, 1, kind)  # maps the paths, if a redirector is in the way
    clear_hits(st.ws)
    found: list[Route] = []
    if st.ws.n_paths:
        _follow(st, h, kind, to, flight, 0, (), (), found)
    return found


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
    if int(st.ws.path_dir[node]) == flight and to in _struck(st, h, kind, node):
        found.append(Route(via, int(st.ws.path_loop[node]) == 2))
    turner = int(st.ws.path_to[node])
    if turner < 0:
        return
    for out in range(6):
        after = int(st.ws.path_at[turner * 6 + out])
        if after >= 0 and after != node and after not in nodes:
            _follow(st, h, kind, to, flight, after, (*nodes, node), (*via, turner), found)


def _struck(st: State, h: int, kind: int, node: int) -> Iterator[int]:
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
