"""What units do to each other as the board stands: gifts, nets, takeovers, scoping, attacks, the ways of shots.

The rules add these things up and keep the sums; here the parts get their names. Functions take a state whose board is
resolved, as every state that the rules or a `Setup` made is, and do not change it.
"""

from __future__ import annotations

from collections.abc import Iterator

from neurohex.board import DIRECTIONS
from neurohex.events import Gift, Stopped, Strength, Timing
from neurohex.model.reading import KINDS_OF_HIT, is_netted_at, tile_at, units_at
from neurohex.model.values import ENDLESS, MoveSource, Strike
from neurohex.rules import events as ev
from neurohex.rules import reasons
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
)
from neurohex.rules.reach import links_of
from neurohex.rules.reasons import gifts_now
from neurohex.rules.scoping import work_for
from neurohex.rules.strikes import (
    bonuses,
    clear_hits,
    strike,
)


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
    return tuple(gifts_now(st).get(h, ()))


def gifts_of(st: State, m: int) -> tuple[tuple[str, Gift], ...]:
    """What the module on `m` gives, each with the hex of the unit that gets it (R3.4, R3.5)."""
    names = st.game.board.names
    every = sorted(gifts_now(st).items())
    return tuple((names[h], gift) for h, gifts in every for gift in gifts if gift.hex == names[m])


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
    if tile_at(st, h) is None:
        return ()
    found = reasons.timings(st, h, gifts_now(st))
    return tuple(sorted(found, key=lambda timing: (-timing.value, timing.place)))


def strengths(st: State, h: int) -> tuple[Strength, ...]:
    """What the edges of the unit on `h` can do, netted or not, clockwise from north."""
    tile = tile_at(st, h)
    if tile is None:
        return ()
    given = gifts_now(st)
    found: list[Strength] = []
    for d, direction in enumerate(DIRECTIONS):
        parts = (reasons.strength_of(st, h, d, kind, 0, given) for kind in (MELEE, RANGED))
        found += [part for part in parts if part is not None]
        if tile.gauss[(d - st.unit(h, U_ROT)) % 6]:
            found.append(Strength(direction, "gauss", 1))
    return tuple(found)


# --- what attacks strike --------------------------------------------------------------------------
def strikes_of(st: State, h: int) -> tuple[Strike, ...]:
    """What the attacks of the unit on a hex strike; nothing while it is netted, or if it has no initiative."""
    tile = tile_at(st, h)
    if tile is None or not tile.initiative or is_netted_at(st, h):
        return ()
    names = st.game.board.names
    looked = st.copy()
    looked.log = log = Log()
    bonuses(looked)
    clear_hits(looked.ws)
    for direction in range(6):
        strike(looked, h, direction, 0)
    found: list[tuple[int, int, int, int, int, tuple[str, ...]]] = []
    ws = looked.ws
    for i in range(int(ws.n_hits)):
        via, _ = log.paths.get(i, ((), False))
        way, to, kind = int(ws.hit_dir[i]), int(ws.hit_to[i]), int(ws.hit_kind[i])
        wounds, arrives = int(ws.hit_wounds[i]), int(ws.hit_arrives[i])
        found.append((way, to, kind, wounds, arrives, _names(st, list(via))))
    clear_hits(ws)
    for event in log.events:  # armour left nothing of these
        if isinstance(event, Stopped):
            way, arrives = DIRECTIONS.index(event.direction), DIRECTIONS.index(event.arrives)
            kind = GAUSS if event.kind == "gauss" else RANGED
            to = st.game.board.index[event.target.hex]
            found.append((way, to, kind, 0, arrives, tuple(unit.hex for unit in event.path)))
    return tuple(
        Strike(
            names[h],
            DIRECTIONS[way],
            names[to],
            KINDS_OF_HIT[kind],
            ENDLESS if wounds == ev.ENDLESS else wounds,
            via,
        )
        for way, to, kind, wounds, _, via in sorted(found)
    )


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
