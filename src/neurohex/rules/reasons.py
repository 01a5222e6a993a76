"""The parts of what the rules add up: who gives a unit what, why it acts when it acts, why it strikes as it does.

The rules themselves keep only sums (`strikes`). Here they are taken apart for events and for cards of units.
"""

from typing import Final

from neurohex.board import DIRECTIONS
from neurohex.compat import i64
from neurohex.events.base import Gift, Strength, StrengthKind, Timing
from neurohex.rules.catalog import ALL_TILES, E_MELEE, E_RANGED, NEXT, R_LINK, R_LONG, T_VALUE, T_VALUES
from neurohex.rules.events import MELEE
from neurohex.rules.layout import HEADER, HEX_SIZE, U_CTRL, U_ROT
from neurohex.rules.refs import ref
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State
from neurohex.rules.strikes import bonuses, set_values

FRIENDLY: Final = ("initiative", "melee", "ranged", "extra_attack", "medic", "quartermaster", "grants_mobility")
"""Effects that a module has on linked units of the side it works for."""

Gifts = dict[int, list[Gift]]
"""What modules give, by hex of the receiver."""


_TO_FRIENDS: Final = tuple(
    [[(effect, value) for effect, value in tile.module.items() if effect in FRIENDLY] for tile in ALL_TILES]
)
"""By tile: what it gives to friends."""
_TO_FOES: Final = tuple(
    [[(effect, value) for effect, value in tile.module.items() if effect == "enemy_initiative"] for tile in ALL_TILES]
)
"""By tile: what it gives to foes."""


def gifts_now(st: State) -> Gifts:
    """What modules give whom now, for each receiver by hex of the giver (R3.4, R3.5). The board must be resolved."""
    ws = st.ws
    b = st.b
    work_for(st)
    found: Gifts = {}
    i: i64 = 0
    while i < ws.n_units:
        m = ws.units[i]
        t: i64 = i64(b[HEADER + m * HEX_SIZE]) - 1
        tr: i64 = t * 6 + i64(b[HEADER + m * HEX_SIZE + U_ROT])
        links = R_LINK[tr] | R_LONG[tr]
        i += 1
        if links == 0 or ws.works[m] < 0 or not (_TO_FRIENDS[t] or _TO_FOES[t]):
            continue
        for d in range(i64(6)):
            if links >> d & 1:
                v = NEXT[st.near + m * 6 + d]
                if v >= 0:
                    _give(st, m, t, v, found)
                    if R_LONG[tr] >> d & 1:
                        v = NEXT[st.near + v * 6 + d]
                        if v >= 0:
                            _give(st, m, t, v, found)
    return found


def _give(st: State, m: i64, t: i64, v: i64, found: Gifts) -> None:
    b = st.b
    if b[HEADER + v * HEX_SIZE] == 0:
        return
    control = i64(b[HEADER + v * HEX_SIZE + U_CTRL])
    effects = _NONE
    if st.game.friends[st.ws.works[m]] >> control & 1:
        effects = _TO_FRIENDS[t]
    elif st.game.foes[st.ws.works[m]] >> control & 1:
        effects = _TO_FOES[t]
    for effect, value in effects:
        found.setdefault(int(v), []).append(Gift(ref(st, m), effect, value))


_NONE: Final[list[tuple[str, int]]] = []


def timings(st: State, h: i64, given: Gifts) -> list[Timing]:
    """The attacks of the unit on `h`, netted or not, printed ones first (R1.4, R3.6).

    `given` is what `gifts_now` says of the same board.
    """
    bonuses(st)
    set_values(st, h)
    return timings_set(st, h, given)


def timings_set(st: State, h: i64, given: Gifts) -> list[Timing]:
    """The same where `set_values` has been called for the unit."""
    ws = st.ws
    t: i64 = i64(st.b[HEADER + h * HEX_SIZE]) - 1
    gifts = given.get(int(h), [])
    shifts = tuple([gift for gift in gifts if gift.effect in ("initiative", "enemy_initiative")])
    found: list[Timing] = []
    printed = T_VALUES[t]
    for i in range(printed):
        found.append(Timing(int(ws.values[h * 8 + i]), int(i), int(T_VALUE[t * 3 + i]), shifts))
    sources = [gift for gift in gifts if gift.effect == "extra_attack" for _ in range(gift.value)]
    if not sources or printed == 0:
        return found
    # The same count as in `set_values`: each source takes the next value down that is not printed.
    has = [timing.base for timing in found]
    base = has[0] if st.game.living else has[-1]
    for k, source in enumerate(sources[:5]):
        base -= 1
        while base >= 0 and base in has:
            base -= 1
        value = ws.values[h * 8 + 3 + i64(k)]
        if value >= 0:
            found.append(Timing(int(value), 3 + k, base, shifts, source))
    return found


def strength_of(st: State, h: i64, d: i64, kind: i64, convert: i64, given: Gifts) -> Strength | None:
    """What adds up to the melee or ranged strength of the unit on `h` towards `d`; None if it has none (R3.5).

    `convert` is the Quartermaster's change as the state holds it (R6.8, R1.9), `given` what `gifts_now` says.
    """
    at: i64 = HEADER + h * HEX_SIZE
    edge: i64 = ((i64(st.b[at]) - 1) * 6 + i64(st.b[at + U_ROT])) * 6 + d
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
    return Strength(DIRECTIONS[d], effect, printed, 0, tuple([gift for gift in gifts if gift.effect == effect]))
