"""What holds at every moment (section 3): control, nets and scoping, worked out from the board alone.

`resolve` writes each unit's controller and whether it is netted into the state. On most boards only nets need
deciding, which is quick; a board with a takeover link goes through the full repetition in `takeover`.
"""

from neurohex.compat import i64, u8
from neurohex.events.base import Release
from neurohex.events.course import Freed, Netted, Taken, Unnetted
from neurohex.rules.bits import BIT, lowest
from neurohex.rules.events import Holder, Log
from neurohex.rules.layout import (
    CAPTURES,
    FL_DISABLED,
    FL_TURN,
    FL_TURNED,
    HEADER,
    HEX_SIZE,
    NETS,
    SWAYED,
    TAKERS,
    U_CTRL,
    U_FLAGS,
    U_ID,
    U_OWNER,
)
from neurohex.rules.nets import decide_nets, face_nets
from neurohex.rules.reach import (
    YES,
    links_of,
    list_units,
)
from neurohex.rules.refs import player, ref
from neurohex.rules.state import State
from neurohex.rules.takeover import decide_all, is_held_by, net_holds


def resolve(st: State) -> None:
    """Write controllers and nets into the state, and mark captives that their taker may turn (R3.1-R3.3)."""
    ws = st.ws
    b = st.b
    if b[NETS] == 0 and b[TAKERS] == 0 and b[SWAYED] == 0:
        return  # nothing to decide, nothing to undo
    _decide(st)
    log = st.log
    if log is None:
        _write(st)
        return
    before = [(int(ws.units[i64(i)]), _held_now(st, ws.units[i64(i)])) for i in range(int(ws.n_units))]
    _write(st)
    _tell(st, log, before)


def _decide(st: State) -> None:
    """Fill CONTROL, ENABLED and HOLD from the board."""
    ws = st.ws
    b = st.b
    n = list_units(st)
    if b[TAKERS] != 0:
        decide_all(st)
    else:
        for i in range(n):
            h = ws.units[i]
            ws.control[h] = BIT[i64(b[HEADER + h * HEX_SIZE + U_OWNER])]
            ws.enabled[h] = YES
            ws.hold[h] = 0
        if b[NETS] != 0:
            face_nets(st)
            decide_nets(st)


def _write(st: State) -> None:
    ws = st.ws
    b = st.b
    takeover = st.game.has_takeover
    b[SWAYED] = 0
    for i in range(ws.n_units):
        h = ws.units[i]
        at: i64 = HEADER + h * HEX_SIZE
        flags = i64(b[at + U_FLAGS])
        now: i64 = 0 if ws.enabled[h] == YES else FL_DISABLED
        if flags & FL_DISABLED != now:
            flags ^= FL_DISABLED
        if takeover:
            owner = i64(b[at + U_OWNER])
            who = lowest(ws.control[h])
            before = i64(b[at + U_CTRL])
            b[at + U_CTRL] = u8(who)
            if who == owner:
                flags &= ~FL_TURN
                if before != owner:
                    st.set_held(h, 0)
            else:
                # Turning captives gives no reason to turn one of them again, whoever then holds it (R3.3).
                if (before != who or st.held(h) & ws.hold[h] == 0) and flags & FL_TURNED == 0:
                    flags |= FL_TURN
                    b[CAPTURES] = 1
                st.set_held(h, ws.hold[h])
        if now != 0 or b[at + U_CTRL] != b[at + U_OWNER]:
            b[SWAYED] = 1
        b[at + U_FLAGS] = u8(flags)


# --- telling --------------------------------------------------------------------------------------
def _held_now(st: State, h: i64) -> tuple[bool, int]:
    """Whether the unit on a hex is netted, and who controls it, as the state has it."""
    at: i64 = HEADER + h * HEX_SIZE
    return i64(st.b[at + U_FLAGS]) & FL_DISABLED != 0, int(st.b[at + U_CTRL])


def note_holders(st: State) -> None:
    """Let the log of a state know who is held by whom now, so that it can be told why somebody comes free later."""
    log = st.log
    if log is None:
        return
    log.nets = {}
    log.takers = {}
    if st.b[SWAYED] != 0:
        _decide(st)
        _note(st, log)


def _note(st: State, log: Log) -> None:
    """The same right after `_decide`."""
    ws = st.ws
    b = st.b
    nets: dict[int, list[Holder]] = {}
    takers: dict[int, list[Holder]] = {}
    i: i64 = 0
    while i < ws.n_units:
        h = ws.units[i]
        if ws.enabled[h] != YES:
            nets[int(h)] = [_holder(st, i64(v)) for v in _net_sources(st, h)]
        i += 1
    if b[TAKERS] != 0:
        for i in range(ws.n_links):
            if is_held_by(st, i):
                number = int(b[HEADER + ws.link_target[i] * HEX_SIZE + U_ID])
                takers.setdefault(number, []).append(_holder(st, ws.link_bearer[i]))
    log.nets = nets
    log.takers = takers


def _holder(st: State, v: i64) -> Holder:
    at: i64 = HEADER + v * HEX_SIZE
    b = st.b
    return Holder(ref(st, v), v, i64(b[at]), i64(b[at + U_OWNER]), i64(b[at + U_ID]))


def _tell(st: State, log: Log, before: list[tuple[int, tuple[bool, int]]]) -> None:
    """Tell who was netted, taken over or freed since `before`, right after `_decide` and `_write`."""
    b = st.b
    nets = log.nets if log.nets is not None else {}
    takers = log.takers
    _note(st, log)
    now_nets = log.nets if log.nets is not None else {}
    now_takers = log.takers
    for hex_, (was_netted, was) in before:
        h: i64 = hex_
        at: i64 = HEADER + h * HEX_SIZE
        netted, control = _held_now(st, h)
        if netted != was_netted:
            if netted:
                held = tuple([v.unit for v in now_nets.get(hex_, [])])
                log.tell(Netted(ref(st, h), held, rulings=("R3.1",)))
            else:
                released = tuple([_why_free(st, h, v) for v in nets.get(hex_, [])])
                log.tell(Unnetted(ref(st, h), released, rulings=("R3.1",)))
        if control != was:
            owner = i64(b[at + U_OWNER])
            number = int(b[at + U_ID])
            if control == owner:
                let_go = tuple([_why_let_go(st, h, v) for v in takers.get(number, [])])
                log.tell(Freed(ref(st, h), player(owner), was, let_go, rulings=("R3.2", "R3.3")))
            else:
                bearers = tuple([v.unit for v in now_takers.get(number, [])])
                log.tell(Taken(ref(st, h), control, player(was), bearers, rulings=("R3.2",)))


def _stands(st: State, v: Holder) -> bool:
    """Whether a unit that held another still stands on the same hex."""
    b = st.b
    at: i64 = HEADER + v.hex * HEX_SIZE
    return i64(b[at]) == v.tile and i64(b[at + U_OWNER]) == v.owner and i64(b[at + U_ID]) == v.number


def _why_free(st: State, h: i64, v: Holder) -> Release:
    """Why a net unit holds the unit on `h` no longer."""
    if not _stands(st, v):
        return Release(v.unit, "gone")
    netted, control = _held_now(st, v.hex)
    if netted:
        return Release(v.unit, "netted")
    if st.game.nets[control] >> i64(st.b[HEADER + h * HEX_SIZE + U_CTRL]) & 1 == 0:
        return Release(v.unit, "friendly")
    return Release(v.unit, "turned")


def _why_let_go(st: State, h: i64, v: Holder) -> Release:
    """Why a bearer of a takeover link holds the unit on `h` no longer."""
    if not _stands(st, v):
        return Release(v.unit, "gone")
    netted, _ = _held_now(st, v.hex)
    if netted:
        return Release(v.unit, "netted")
    return Release(v.unit, "outvoted" if links_of(st, v.hex) >> h & 1 else "unlinked")


# --- asking ---------------------------------------------------------------------------------------
def holders_of(st: State, h: i64) -> list[int]:
    """Hexes of the bearers that hold the unit on a hex captive (R3.2)."""
    ws = st.ws
    found: list[int] = []
    if st.b[TAKERS] != 0:
        _decide(st)
        for i in range(ws.n_links):
            if ws.link_target[i] == h and is_held_by(st, i):
                found.append(int(ws.link_bearer[i]))
    return found


def net_sources(st: State, u: i64) -> list[int]:
    """Hexes of the net units that hold the unit on `u`."""
    ws = st.ws
    _decide(st)
    return [] if ws.enabled[u] == YES else _net_sources(st, u)


def _net_sources(st: State, u: i64) -> list[int]:
    """The same right after `_decide`, for a unit that is netted."""
    ws = st.ws
    found: list[int] = []
    for i in range(ws.n_nets):
        n = ws.net_units[i]
        if ws.caught[u] >> n & 1 and ws.enabled[n] == YES and (st.b[TAKERS] == 0 or net_holds(st, u, n) == YES):
            found.append(int(n))
    return found
