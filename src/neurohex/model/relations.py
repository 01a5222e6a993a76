"""Relations between units on the current board: gifts, nets, takeovers, scoping, attacks, paths of shots.

The rules keep only sums; this module names the parts. Functions take a state with a resolved board, as the rules and
`Setup` make it, and do not change it.
"""

from __future__ import annotations

from collections.abc import Iterator

from neurohex.board import DIRECTIONS
from neurohex.events import Gift, Stopped, Strength, Timing
from neurohex.model.reading import (
    KINDS_OF_HIT,
    controller_at,
    has_given_turn,
    has_served,
    has_used_mobility_at,
    is_netted_at,
    is_paralysed_at,
    owner_at,
    rotation_at,
    seat_or_none,
    tile_at,
    units_at,
)
from neurohex.model.values import ENDLESS, MoveSource, Strike
from neurohex.rules import events as ev
from neurohex.rules import flow, reasons
from neurohex.rules.engine import Log, State
from neurohex.rules.events import GAUSS, MELEE, RANGED, SHADOW
from neurohex.rules.hits import clear_hits, hit_arrives, hit_kind, hit_to, hit_way, hit_wounds
from neurohex.rules.influence import holders_of, net_sources
from neurohex.rules.power import feeds
from neurohex.rules.reach import find_homelands, links_of, reach_of
from neurohex.rules.reasons import gifts_now
from neurohex.rules.scoping import work_for
from neurohex.rules.strikes import bonuses
from neurohex.rules.weapons import reflect_hits, strike_beyond, strike_edge, worsen_hits


def _names(st: State, hexes: list[int]) -> tuple[str, ...]:
    return tuple(st.game.board.names[h] for h in hexes)


# --- nets, takeovers, scoping ---------------------------------------------------------------------
def netted_by(st: State, h: int) -> tuple[str, ...]:
    """Hexes of the net units that hold the unit on `h` (R3.1)."""
    return _names(st, net_sources(st, h))


def taken_by(st: State, h: int) -> tuple[str, ...]:
    """Hexes of the units whose takeover links hold the unit on `h` (R3.2)."""
    if controller_at(st, h) == owner_at(st, h):
        return ()
    return _names(st, holders_of(st, h))


def works_for(st: State, m: int) -> int | None:
    """The player for whom the module on `m` works (R3.4); None if it is netted or neutral."""
    work_for(st)
    return seat_or_none(int(st.ws.works[m]))


def scoped_by(st: State, m: int) -> tuple[str, ...]:
    """Hexes of the Scopers that make the module on `m` work for another side than its controller's (R3.4)."""
    tile = tile_at(st, m)
    if tile is None or tile.kind != "module":
        return ()
    work_for(st)
    side = int(st.ws.works[m])
    if side < 0 or _are_friends(st, side, controller_at(st, m)):
        return ()
    return _names(
        st,
        [
            s
            for s, scoper in units_at(st)
            if "scoper" in scoper.module
            and not is_netted_at(st, s)
            and _are_friends(st, side, controller_at(st, s))
            and reaches(st, s, m)
        ],
    )


def reaches(st: State, m: int, h: int) -> bool:
    """Whether a link of the unit on `m` reaches the hex `h`; a long link reaches two hexes."""
    return bool(int(links_of(st, m)) >> h & 1)


def linked_hexes(st: State, m: int) -> tuple[str, ...]:
    """The hexes that the links of the unit on `m` reach; one that reaches the Motherland reaches all of it (R22.2)."""
    if st.game.has_homeland:
        find_homelands(st)
    mask = int(reach_of(st, m))
    return _names(st, [h for h in range(len(st.game.board.names)) if mask >> h & 1])


def powered_hexes(st: State, m: int) -> tuple[str, ...]:
    """The hexes that the unit on `m` powers, by edges or links (R29.1)."""
    mask = int(feeds(st, m))
    return _names(st, [h for h in range(len(st.game.board.names)) if mask >> h & 1])


def _are_friends(st: State, player: int, other: int | None) -> bool:
    return other is not None and bool(int(st.game.friends[player]) >> other & 1)


# --- gifts ----------------------------------------------------------------------------------------
def gifts_to(st: State, h: int) -> tuple[Gift, ...]:
    """Current gifts of linked modules to the unit on `h`, by the giver's hex (R3.4, R3.5)."""
    return tuple(gifts_now(st).get(h, ()))


def gifts_of(st: State, m: int) -> tuple[tuple[str, Gift], ...]:
    """Current gifts of the module on `m`, each with the receiver's hex (R3.4, R3.5)."""
    names = st.game.board.names
    every = sorted(gifts_now(st).items())
    return tuple((names[h], gift) for h, gifts in every for gift in gifts if gift.hex == names[m])


def is_useful(st: State, h: int, gift: Gift) -> bool:
    """Whether the gift changes anything for the unit on `h`."""
    tile = tile_at(st, h)
    if tile is None:
        return False
    if gift.effect in ("initiative", "enemy_initiative", "extra_attack"):
        return bool(tile.initiative)
    if gift.effect in ("melee", "ranged"):
        own, other = (tile.melee, tile.ranged) if gift.effect == "melee" else (tile.ranged, tile.melee)
        return any(own) or (any(other) and any(more.effect == "quartermaster" for more in gifts_to(st, h)))
    if gift.effect == "gauss_transformer":
        return any(tile.ranged)
    return gift.effect != "quartermaster" or any(tile.melee) or any(tile.ranged)


# --- initiative and strength ----------------------------------------------------------------------
def timings(st: State, h: int) -> tuple[Timing, ...]:
    """The initiatives of the unit on `h`, netted or not, highest first (R1.4, R3.6)."""
    if tile_at(st, h) is None:
        return ()
    found = reasons.timings(st, h, gifts_now(st))
    return tuple(sorted(found, key=lambda timing: (-timing.value, timing.place)))


def strengths(st: State, h: int) -> tuple[Strength, ...]:
    """The attack strengths of the unit on `h` by edge, netted or not, clockwise from north."""
    tile = tile_at(st, h)
    if tile is None:
        return ()
    given = gifts_now(st)
    found: list[Strength] = []
    for d, direction in enumerate(DIRECTIONS):
        parts = (reasons.strength_of(st, h, d, kind, 0, given) for kind in (MELEE, RANGED))
        found += [part for part in parts if part is not None]
        if tile.gauss[(d - rotation_at(st, h)) % 6]:
            found.append(Strength(direction, "gauss", 1))
    return tuple(found)


# --- what attacks strike --------------------------------------------------------------------------
def strikes_of(st: State, h: int) -> tuple[Strike, ...]:
    """The targets of the unit's attacks; where it chooses, those of the default policy. Empty if it is netted or
    paralysed or has no initiative."""
    tile = tile_at(st, h)
    if tile is None or not tile.initiative or is_netted_at(st, h) or is_paralysed_at(st, h):
        return ()
    names = st.game.board.names
    looked = st.copy()
    looked.log = log = Log()
    formation = bonuses(looked)
    clear_hits(looked.ws)
    for direction in range(6):
        strike_edge(looked, formation, h, direction, 0)
    if st.game.more:
        strike_beyond(looked, formation, h)
        reflect_hits(looked, formation)
        worsen_hits(looked, formation)
    found: list[tuple[int, int, int, int, int, tuple[str, ...]]] = []
    ws = looked.ws
    for i in range(int(ws.n_hits)):
        via, _ = log.paths.get(i, ((), False))
        hit = ws.hits[i]
        way, to, kind = hit_way(hit), hit_to(hit), hit_kind(hit)
        found.append((way, to, kind, hit_wounds(hit), hit_arrives(hit), _names(st, list(via))))
    clear_hits(ws)
    for event in log.events:  # stopped by armour
        if isinstance(event, Stopped):
            way, arrives = DIRECTIONS.index(event.direction), DIRECTIONS.index(event.arrives)
            kind = GAUSS if event.kind == "gauss" else RANGED
            to = st.game.board.index[event.target.hex]
            found.append((way, to, kind, 0, arrives, tuple(unit.hex for unit in event.path)))
    return tuple(
        Strike(
            names[h],
            DIRECTIONS[way] if kind != SHADOW and way < len(DIRECTIONS) else "",  # R30.3 strikes from no side
            names[to],
            KINDS_OF_HIT[kind],
            ENDLESS if wounds == ev.ENDLESS else wounds,
            via,
        )
        for way, to, kind, wounds, _, via in sorted(found)
    )


# --- moves ----------------------------------------------------------------------------------------
def move_sources(st: State, h: int) -> tuple[MoveSource, ...]:
    """Ways to move or turn the unit on `h` this turn, on its controller's turn, without tiles in hand (R5.1, R5.3)."""
    return tuple(_move_sources(st, h))


def _move_sources(st: State, h: int) -> Iterator[MoveSource]:
    names = st.game.board.names
    tile = tile_at(st, h)
    player = controller_at(st, h)
    if tile is None or player is None or is_netted_at(st, h):
        return
    if tile.mobility and not has_used_mobility_at(st, h):
        yield MoveSource(names[h], turns_only=False)
    for gift in gifts_to(st, h):
        giver = st.game.board.index[gift.hex]
        if gift.effect == "grants_mobility" and not has_served(st, giver, h):
            yield MoveSource(gift.hex, turns_only=False)
    hq = int(flow.hq_hex(st, player))
    if hq in (-1, h) or is_netted_at(st, hq) or has_given_turn(st, hq):
        return
    headquarters = tile_at(st, hq)
    if headquarters is not None and "rotate_one_own_unit_per_turn" in headquarters.module:
        yield MoveSource(names[hq], turns_only=True)


def has_recon(st: State, h: int) -> bool:
    """Whether an enabled Recon Center serves the unit on `h` (R1.5, R15.2)."""
    return flow.has_recon(st, h)
