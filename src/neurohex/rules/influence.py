"""Control, nets, power and scoping (sections 3 and 29), computed from the board alone.

`resolve` writes each unit's controller and whether it is disabled into the state. On most boards it only has to
decide nets, which is quick. `takeover` decides boards with takeover links.
"""

from neurohex.compat import i16, i64
from neurohex.events.base import Release, ReleaseReason
from neurohex.events.course import Freed, Netted, Taken, Unnetted
from neurohex.rules.bits import BIT, has, lowest, rest
from neurohex.rules.catalog import A_NEEDS
from neurohex.rules.events import Holder, Log
from neurohex.rules.layout import (
    CAPTURES,
    FL_DISABLED,
    FL_TURN,
    FL_TURNED,
    NETS,
    SWAYED,
    TAKERS,
    U_CTRL,
    U_FLAGS,
    U_ID,
    U_OWNER,
    XU_STEEL,
    hex_at,
)
from neurohex.rules.nets import decide_nets, face_nets, net_holds, plainly_netted
from neurohex.rules.power import plainly_disabled
from neurohex.rules.reach import (
    YES,
    links_of,
    list_units,
)
from neurohex.rules.refs import player, ref
from neurohex.rules.state import State
from neurohex.rules.takeover import decide_all, is_held_by, no_link_faces


def resolve(st: State) -> bool:
    """Write controllers and nets into the state, and mark captives that their taker may turn (R3.1-R3.3).

    Gives whether any unit was netted, freed, or changed its controller.
    """
    ws = st.ws
    b = st.b
    ws.bound = steel_netted(st) if st.game.has_steel else i64(0)
    if b[NETS] == 0 and b[TAKERS] == 0 and b[SWAYED] == 0 and ws.bound == 0 and not st.game.has_power:
        return False  # nothing to decide, nothing to undo
    log = st.log
    if log is None and (b[TAKERS] == 0 or no_link_faces(st)) and not _has_captives(st):
        netted = plainly_disabled(st) if st.game.has_power else plainly_netted(st)
        if netted >= 0:
            return _write_nets(st, netted)
    _decide(st)
    if log is None:
        return _write(st)
    before = [(int(ws.units[i64(i)]), _held_now(st, ws.units[i64(i)])) for i in range(int(ws.n_units))]
    changed = _write(st)
    _tell(st, log, before)
    return changed


def steel_netted(st: State) -> i64:
    """Mask of the units under a Steel Net, which disables them whatever stands where (R19.2)."""
    b = st.b
    found: i64 = 0
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        if b[st.more_at(h) + XU_STEEL] != 0:
            found |= BIT[h]
    return found


def _decide(st: State) -> None:
    """Fill `control`, `enabled` and `hold` from the board."""
    ws = st.ws
    b = st.b
    ws.bound = steel_netted(st) if st.game.has_steel else i64(0)
    n = list_units(st)
    if b[TAKERS] != 0 or st.game.more:
        decide_all(st)
    else:
        ws.dark = 0
        for i in range(n):
            h = ws.units[i]
            ws.control[h] = BIT[st.owner(h)]
            ws.enabled[h] = YES
            ws.hold[h] = 0
        ws.n_nets = 0
        if b[NETS] != 0:
            face_nets(st)
            decide_nets(st)


def _has_captives(st: State) -> bool:
    """Whether the state says of any unit that another player than its owner controls it."""
    b = st.b
    if not st.game.has_takeover or b[SWAYED] == 0:
        return False
    left = st.units
    while left:
        at = hex_at(lowest(left))
        left = rest(left)
        if b[at + U_CTRL] != b[at + U_OWNER]:
            return True
    return False


def _write_nets(st: State, netted: i64) -> bool:
    """Write into the state which units are netted; owners control all of them. Gives whether anything changed."""
    b = st.b
    b[SWAYED] = 1 if netted else 0
    left: i64 = netted ^ st.netted
    if left == 0:
        return False
    st.netted = netted
    while left:
        at: i64 = hex_at(lowest(left)) + U_FLAGS
        left = rest(left)
        b[at] = i16(i64(b[at]) ^ FL_DISABLED)
    return True


def _write(st: State) -> bool:
    """Write what `_decide` found into the state. Gives whether anything changed."""
    ws = st.ws
    b = st.b
    takeover = st.game.has_takeover
    changed = False
    swayed = False
    for i in range(ws.n_units):
        h = ws.units[i]
        at = hex_at(h)
        flags = i64(b[at + U_FLAGS])
        now: i64 = 0 if ws.enabled[h] == YES else FL_DISABLED
        if flags & FL_DISABLED != now:
            flags ^= FL_DISABLED
            st.netted ^= BIT[h]
            changed = True
        if takeover:
            owner = i64(b[at + U_OWNER])
            who = lowest(ws.control[h])
            before = i64(b[at + U_CTRL])
            b[at + U_CTRL] = i16(who)
            changed = changed or who != before
            if who == owner:
                flags &= ~FL_TURN
                if before != owner:
                    st.set_held(h, 0)
            else:
                # While captives are being turned, none of them is turned twice, even under a new bearer (R3.3).
                if (before != who or st.held(h) & ws.hold[h] == 0) and flags & FL_TURNED == 0:
                    flags |= FL_TURN
                    b[CAPTURES] = 1
                st.set_held(h, ws.hold[h])
        if now != 0 or b[at + U_CTRL] != b[at + U_OWNER]:
            swayed = True
        b[at + U_FLAGS] = i16(flags)
    b[SWAYED] = 1 if swayed else 0
    return changed


# --- telling --------------------------------------------------------------------------------------
def _held_now(st: State, h: i64) -> tuple[bool, int]:
    """Whether the unit on a hex is netted, and who controls it, as the state has it."""
    at = hex_at(h)
    return i64(st.b[at + U_FLAGS]) & FL_DISABLED != 0, int(st.b[at + U_CTRL])


def note_holders(st: State) -> None:
    """Note in the log who holds whom now, so that later events can say why a unit is freed."""
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
    for i in range(ws.n_units):
        h = ws.units[i]
        if ws.enabled[h] != YES:
            nets[int(h)] = [_holder(st, i64(v)) for v in _net_sources(st, h)]
    if b[TAKERS] != 0:
        for i in range(ws.n_links):
            if is_held_by(st, i):
                number = int(b[hex_at(ws.link_target[i]) + U_ID])
                takers.setdefault(number, []).append(_holder(st, ws.link_bearer[i]))
    log.nets = nets
    log.takers = takers


def _holder(st: State, v: i64) -> Holder:
    at = hex_at(v)
    b = st.b
    return Holder(ref(st, v), v, i64(b[at]), st.owner(v), i64(b[at + U_ID]))


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
        at = hex_at(h)
        netted, control = _held_now(st, h)
        if netted != was_netted:
            if netted:
                held = tuple([v.unit for v in now_nets.get(hex_, [])])
                steel = has(st.ws.bound, h)
                dark = has(st.ws.dark, h)
                why = [*(["R3.1"] if held else []), *(["R19.2"] if steel else []), *(["R29.1"] if dark else [])]
                log.tell(Netted(ref(st, h), held, steel, dark, rulings=tuple(why)))
            else:
                released = tuple([_why_free(st, h, v) for v in nets.get(hex_, [])])
                needs = st.ability(h) & A_NEEDS != 0 and not released
                log.tell(Unnetted(ref(st, h), released, rulings=(_why_powered(st, h),) if needs else ("R3.1",)))
        if control != was:
            owner = st.owner(h)
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
    at = hex_at(v.hex)
    return i64(b[at]) == v.tile and i64(b[at + U_OWNER]) == v.owner and i64(b[at + U_ID]) == v.number


def _why_powered(st: State, h: i64) -> str:
    """The ruling by which a unit that lacked power has it now."""
    return "R29.1" if st.controller(h) == st.owner(h) else "R29.2"


def _why_free(st: State, h: i64, v: Holder) -> Release:
    """Why a net unit holds the unit on `h` no longer."""
    if not _stands(st, v):
        return Release(v.unit, "gone")
    netted, control = _held_now(st, v.hex)
    if netted:
        return Release(v.unit, _why_idle(st, v))
    if not has(st.game.nets[control], st.controller(h)):
        return Release(v.unit, "friendly")
    return Release(v.unit, "turned")


def _why_idle(st: State, v: Holder) -> ReleaseReason:
    """Why a holder that still stands on its hex is disabled."""
    log = st.log
    nets = log.nets if log is not None and log.nets is not None else {}
    return "unpowered" if has(st.ws.dark, v.hex) and not nets.get(int(v.hex)) else "netted"


def _why_let_go(st: State, h: i64, v: Holder) -> Release:
    """Why a bearer of a takeover link holds the unit on `h` no longer."""
    if not _stands(st, v):
        return Release(v.unit, "gone")
    netted, _ = _held_now(st, v.hex)
    if netted:
        return Release(v.unit, _why_idle(st, v))
    return Release(v.unit, "outvoted" if has(links_of(st, v.hex), h) else "unlinked")


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
    sure = st.b[TAKERS] == 0 and not st.game.more  # `caught` holds only nets that work
    found: list[int] = []
    for i in range(ws.n_nets):
        n = ws.net_units[i]
        if has(ws.caught[u], n) and ws.enabled[n] == YES and (sure or net_holds(st, u, n) == YES):
            found.append(int(n))
    return found
