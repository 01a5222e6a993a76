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
    TAKERS,
    U_CTRL,
    U_FLAGS,
    U_ID,
    U_OWNER,
)
from neurohex.rules.nets import decide_nets, face_nets
from neurohex.rules.reach import CONTROL, COUNT, ENABLED, HOLD, OCC, OLD_CONTROL, OLD_HOLD, YES, list_units, nets_of
from neurohex.rules.state import State
from neurohex.rules.takeover import decide_all


def begin_act(st: State) -> None:
    """Remember who is held by whom, before a change, so that new captures can be told from old ones (R3.3)."""
    if not st.game.has_takeover:
        return
    i: i64 = 0
    while i < 64:
        OLD_HOLD[i] = 0
        OLD_CONTROL[i] = -1
        i += 1
    b = st.b
    if b[TAKERS] == 0:
        return
    n = list_units(st)
    captives = False
    i = 0
    while i < n:
        at: i64 = HEADER + OCC[i] * HEX_SIZE
        if b[at + U_CTRL] != b[at + U_OWNER]:
            captives = True
        i += 1
    if not captives:
        return
    decide_all(st)
    i = 0
    while i < n:
        at = HEADER + OCC[i] * HEX_SIZE
        uid = i64(b[at + U_ID])
        OLD_HOLD[uid] = HOLD[OCC[i]]
        if b[at + U_CTRL] != b[at + U_OWNER]:
            OLD_CONTROL[uid] = i64(b[at + U_CTRL])
        i += 1


def forget(st: State, h: i64) -> None:
    """The unit on `h` has just come onto the board: whatever bore its id before does not count."""
    if st.game.has_takeover:
        uid = i64(st.b[HEADER + h * HEX_SIZE + U_ID])
        OLD_HOLD[uid] = 0
        OLD_CONTROL[uid] = -1


def resolve(st: State) -> None:
    """Write controllers and nets into the state, and mark captives that their taker may turn (R3.1-R3.3)."""
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
    _write(st)


def _write(st: State) -> None:
    b = st.b
    log = st.log
    takeover = st.game.has_takeover
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
            if log is not None and who != i64(b[at + U_CTRL]):
                if who == owner:
                    log.add(FREED, h, i64(b[at]) - 1, owner)
                else:
                    log.add(TAKEN, h, i64(b[at]) - 1, who)
            b[at + U_CTRL] = u8(who)
            uid = i64(b[at + U_ID])
            if who == owner:
                flags &= ~FL_TURN
                OLD_CONTROL[uid] = -1
                OLD_HOLD[uid] = 0
            else:
                if OLD_CONTROL[uid] != who or OLD_HOLD[uid] & HOLD[h] == 0:
                    flags |= FL_TURN
                    b[CAPTURES] = 1
                OLD_CONTROL[uid] = who
                OLD_HOLD[uid] = HOLD[h]
        b[at + U_FLAGS] = u8(flags)
        i += 1


def net_sources(st: State, u: i64) -> list[int]:
    """Hexes of the net units that hold the unit on `u`; the board must be resolved."""
    b = st.b
    found: list[int] = []
    me = i64(b[HEADER + u * HEX_SIZE + U_CTRL])
    if not i64(b[HEADER + u * HEX_SIZE + U_FLAGS]) & FL_DISABLED:
        return found
    list_units(st)
    n = COUNT[0]
    i: i64 = 0
    while i < n:
        v = OCC[i]
        at: i64 = HEADER + v * HEX_SIZE
        if (
            not i64(b[at + U_FLAGS]) & FL_DISABLED
            and nets_of(st, v) >> u & 1
            and st.game.nets[i64(b[at + U_CTRL])] >> me & 1
        ):
            found.append(int(v))
        i += 1
    return found
