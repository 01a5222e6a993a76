"""The parts of bonuses, initiative and strength: which module gives which part.

The rules keep only sums (`strikes`). This module takes them apart, for events and for cards of units.
"""

from typing import Final

from neurohex.board import DIRECTIONS
from neurohex.compat import i64
from neurohex.events.base import Gift, Strength, StrengthKind, Timing
from neurohex.rules.bits import has, lowest, rest
from neurohex.rules.catalog import (
    A_NEEDS,
    A_POWERS,
    ALL_TILES,
    E_MELEE,
    E_RANGED,
    K_MODULE,
    R_LINK,
    R_LONG,
    T_ABILITY,
    T_KIND,
    T_VALUE,
    T_VALUES,
)
from neurohex.rules.events import MELEE
from neurohex.rules.layout import TRANSFORMED, U_ROT, hex_at
from neurohex.rules.power import feeds
from neurohex.rules.reach import links_of, reach_of, spies_on
from neurohex.rules.refs import ref
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State
from neurohex.rules.strikes import bonuses, set_values
from neurohex.rules.workspace import Formation

FRIENDLY: Final = (
    "initiative",
    "melee",
    "ranged",
    "extra_attack",
    "medic",
    "quartermaster",
    "grants_mobility",
    "toughness",
    "gives_venom",
    "gives_paralysis",
    "gauss_transformer",
)
"""Effects that a module has on linked units of the side it works for; besides power, which warriors have too."""
HOSTILE: Final = ("enemy_initiative", "enemy_initiative_zero", "paralyses_enemies", "extra_wound")
"""Effects that it has on linked units of the other sides."""

Gifts = dict[int, list[Gift]]
"""What modules give, by hex of the receiver."""


_TO_FRIENDS: Final = tuple(
    [[(effect, value) for effect, value in tile.module.items() if effect in FRIENDLY] for tile in ALL_TILES]
)
"""By tile: what it gives to friends."""
_TO_FOES: Final = tuple(
    [[(effect, value) for effect, value in tile.module.items() if effect in HOSTILE] for tile in ALL_TILES]
)
"""By tile: what it gives to foes."""


def gifts_now(st: State) -> Gifts:
    """What modules give each unit now, in order of the givers' hexes (R3.4, R3.5). The board must be resolved."""
    ws = st.ws
    b = st.b
    work_for(st)
    found: Gifts = {}
    for i in range(ws.n_units):
        m = ws.units[i]
        t = st.tile(m)
        if st.game.has_power and T_ABILITY[t] & A_POWERS and ws.works[m] >= 0:
            _give_power(st, m, found)
        tr: i64 = t * 6 + i64(b[hex_at(m) + U_ROT])
        links = R_LINK[tr] | R_LONG[tr]
        if links == 0 or ws.works[m] < 0 or not (_TO_FRIENDS[t] or _TO_FOES[t]):
            continue
        if st.game.more:
            _give_more(st, m, t, found)
            continue
        for d in range(i64(6)):
            if has(links, d):
                v = st.step(m, d)
                if v >= 0:
                    _give(st, m, t, v, found)
                    if has(R_LONG[tr], d):
                        v = st.step(v, d)
                        if v >= 0:
                            _give(st, m, t, v, found)
    return found


def _give_power(st: State, m: i64, found: Gifts) -> None:
    """Note which units that need power the source on `m` reaches (R29.1, R29.4)."""
    side = st.ws.works[m] if T_KIND[st.tile(m)] == K_MODULE else st.controller(m)
    left = feeds(st, m) & st.units
    while left:
        v = lowest(left)
        left = rest(left)
        if st.ability(v) & A_NEEDS and has(st.game.friends[side], st.controller(v)):
            found.setdefault(int(v), []).append(Gift(ref(st, m), "power", 1))


def _give(st: State, m: i64, t: i64, v: i64, found: Gifts) -> None:
    b = st.b
    if b[hex_at(v)] == 0:
        return
    control = st.controller(v)
    effects = _NONE
    if has(st.game.friends[st.ws.works[m]], control):
        effects = _TO_FRIENDS[t]
    elif has(st.game.foes[st.ws.works[m]], control):
        effects = _TO_FOES[t]
    for effect, value in effects:
        found.setdefault(int(v), []).append(Gift(ref(st, m), effect, value))


def _give_more(st: State, m: i64, t: i64, found: Gifts) -> None:
    """Note what the module on `m` gives in games with a Motherland (R22.2) or Spies (R15.1)."""
    spies = spies_on(st, m, st.ws.works[m])
    left = (reach_of(st, m) | spies) & st.units
    while left:
        v = lowest(left)
        left = rest(left)
        if has(spies, v):
            for effect, value in _TO_FRIENDS[t]:
                found.setdefault(int(v), []).append(Gift(ref(st, m), effect, value))
            if not has(st.game.friends[st.ws.works[m]], st.controller(v)) and has(links_of(st, m), v):
                for effect, value in _TO_FOES[t]:
                    found.setdefault(int(v), []).append(Gift(ref(st, m), effect, value))
            continue
        _give(st, m, t, v, found)


_NONE: Final[list[tuple[str, int]]] = []


def timings(st: State, h: i64, given: Gifts) -> list[Timing]:
    """The attacks of the unit on `h`, netted or not, printed ones first (R1.4, R3.6).

    `given` is what `gifts_now` says of the same board.
    """
    return timings_in(st, bonuses(st), h, given)


def timings_in(st: State, f: Formation, h: i64, given: Gifts) -> list[Timing]:
    """The same, for a caller that has the formation of the board."""
    attacks = set_values(st, f, h)
    t = st.tile(h)
    gifts = given.get(int(h), [])
    shifts = tuple([gift for gift in gifts if gift.effect in ("initiative", "enemy_initiative")])
    found: list[Timing] = []
    printed = T_VALUES[t]
    for i in range(printed):
        found.append(Timing(int(f.values[h * 8 + i]), int(i), int(T_VALUE[t * 3 + i]), shifts))
    sources = [gift for gift in gifts if gift.effect == "extra_attack" for _ in range(gift.value)]
    if not sources or printed == 0:
        return found
    # The same count as in `set_values`: each source takes the next value down that is not printed.
    values = [timing.base for timing in found]
    base = values[0] if st.game.living else values[-1]
    for k, source in enumerate(sources[:5]):
        base -= 1
        while base in values:
            base -= 1
        if has(attacks, 3 + k):
            found.append(Timing(int(f.values[h * 8 + 3 + i64(k)]), 3 + k, base, shifts, source))
    return found


def strength_of(st: State, h: i64, d: i64, kind: i64, convert: i64, given: Gifts) -> Strength | None:
    """The parts of the melee or ranged strength of the unit on `h` towards `d`; None if it has none (R3.5).

    `convert` is the change of an attack as the state holds it (R6.8, R1.9, R30.2), `given` what `gifts_now` says.
    """
    edge: i64 = st.oriented(h) * 6 + d
    melee = int(E_MELEE[edge])
    ranged = int(E_RANGED[edge])
    printed = melee if kind == MELEE else ranged
    effect: StrengthKind = "melee" if kind == MELEE else "ranged"
    gifts = given.get(int(h), [])
    if convert != 0 and (convert - 1) >> 1 == d:
        if (convert - 1) & 1 == kind:
            return None
        changed = ranged if kind == MELEE else melee
        other = "ranged" if kind == MELEE else "melee"
        both: set[str] = set()  # givers that strengthen both types (R1.9)
        if st.game.living:
            both = {gift.hex for gift in gifts if gift.effect == effect}
        counting = [gift for gift in gifts if gift.effect == effect or (gift.effect == other and gift.hex in both)]
        return Strength(DIRECTIONS[d], effect, printed, changed, tuple(counting))
    if printed == 0:
        return None
    if kind != MELEE and convert - TRANSFORMED == d:  # no bonus (R30.2)
        return Strength(DIRECTIONS[d], effect, printed, 0, ())
    return Strength(DIRECTIONS[d], effect, printed, 0, tuple([gift for gift in gifts if gift.effect == effect]))
