"""What holds at every moment (section 3): control, nets and scoping, worked out from the board alone.

`resolve` writes each unit's controller and whether it is netted into the state. On most boards only nets need
deciding, which is quick; a board with a takeover link goes through the full repetition in `takeover`.
"""

from neurohex.compat import i64, u8
from neurohex.rules.bits import BIT, lowest
from neurohex.rules.events import FREED, NETTED, TAKEN, UNNETTED
from neurohex.rules.layout import (
    CAPTURES,
    FL_DISABLED,
    FL_TURN,
    HEADER,
    HEX_SIZE,
    NETS,
    SWAYED,
    TAKERS,
    U_CTRL,
    U_FLAGS,
    U_OWNER,
)
from neurohex.rules.nets import decide_nets, face_nets
from neurohex.rules.reach import BEARER, CAUGHT, CONTROL, COUNT, ENABLED, HOLD, NETTERS, OCC, TARGET, YES, list_units
from neurohex.rules.state import State
from neurohex.rules.takeover import decide_all, is_held_by, net_holds


def resolve(st: State) -> None:
    """Write controllers and nets into the state, and mark captives that their taker may turn (R3.1-R3.3)."""
    b = st.b
    if b[NETS] == 0 and b[TAKERS] == 0 and b[SWAYED] == 0:
        return  # nothing to decide, nothing to undo
    _decide(st)
    _write(st)


def _decide(st: State) -> None:
    """Fill CONTROL, ENABLED and HOLD from the board."""
    b = st.b
    n = list_units(st)
    if b[TAKERS] != 0:
        decide_all(st)
    else:
        i: i64 = 0
        while i < n:
            h = OCC[i]
            CONTROL[h] = BIT[i64(b[HEADER + h * HEX_SIZE + U_OWNER])]
            ENABLED[h] = YES
            HOLD[h] = 0
            i += 1
        if b[NETS] != 0:
            face_nets(st)
            decide_nets(st)


def _write(st: State) -> None:
    b = st.b
    log = st.log
    takeover = st.game.has_takeover
    b[SWAYED] = 0
    i: i64 = 0
    while i < COUNT[0]:
        h = OCC[i]
        at: i64 = HEADER + h * HEX_SIZE
        flags = i64(b[at + U_FLAGS])
        now: i64 = 0 if ENABLED[h] == YES else FL_DISABLED
        if flags & FL_DISABLED != now:
            flags ^= FL_DISABLED
            if log is not None:
                log.add(NETTED if now else UNNETTED, h, i64(b[at]) - 1)
        if takeover:
            owner = i64(b[at + U_OWNER])
            who = lowest(CONTROL[h])
            before = i64(b[at + U_CTRL])
            if log is not None and who != before:
                if who == owner:
                    log.add(FREED, h, i64(b[at]) - 1, owner)
                else:
                    log.add(TAKEN, h, i64(b[at]) - 1, who)
            b[at + U_CTRL] = u8(who)
            if who == owner:
                flags &= ~FL_TURN
                if before != owner:
                    st.set_held(h, 0)
            else:
                if before != who or st.held(h) & HOLD[h] == 0:
                    flags |= FL_TURN
                    b[CAPTURES] = 1
                st.set_held(h, HOLD[h])
        if now != 0 or b[at + U_CTRL] != b[at + U_OWNER]:
            b[SWAYED] = 1
        b[at + U_FLAGS] = u8(flags)
        i += 1


def holders_of(st: State, h: i64) -> list[int]:
    """Hexes of the bearers that hold the unit on a hex captive (R3.2)."""
    found: list[int] = []
    if st.b[TAKERS] != 0:
        _decide(st)
        i: i64 = 0
        while i < COUNT[1]:
            if TARGET[i] == h and is_held_by(st, i):
                found.append(int(BEARER[i]))
            i += 1
    return found


def net_sources(st: State, u: i64) -> list[int]:
    """Hexes of the net units that hold the unit on `u`."""
    found: list[int] = []
    _decide(st)
    if ENABLED[u] == YES:
        return found
    i: i64 = 0
    while i < COUNT[2]:
        n = NETTERS[i]
        if CAUGHT[u] >> n & 1 and ENABLED[n] == YES and (st.b[TAKERS] == 0 or net_holds(st, u, n) == YES):
            found.append(int(n))
        i += 1
    return found
