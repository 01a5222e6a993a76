"""What holds at every moment (section 3): control, nets and scoping, worked out from the board alone.

`resolve` writes each unit's controller and whether it is netted into the state. On most boards only nets
need deciding, which is quick; a board with a takeover link goes through the full repetition, in which
everything starts undecided and is narrowed down: whether a unit is enabled, who may control it, whom a
module may work for. Undecided sets only ever shrink, so the repetition ends.

The tables below are scratch paper, filled anew by each call; nothing in them outlives it, except `WORKS`,
`HOLD` and the old holds, which are read between `begin_act` and the end of the same act.
"""

from typing import Final

from neurohex.compat import i64, u8, vec
from neurohex.rules.catalog import K_HQ, M_SCOPER, M_TAKEOVER, NEXT, R_LINK, R_LONG, R_NET, T_KIND
from neurohex.rules.events import FREED, NETTED, TAKEN, UNNETTED
from neurohex.rules.layout import (
    CAPTURES,
    FL_DISABLED,
    FL_TURN,
    HEADER,
    HEX_SIZE,
    HEXES,
    NETS,
    NEUTRAL,
    SCOPERS,
    TAKERS,
    U_CTRL,
    U_FLAGS,
    U_ID,
    U_OWNER,
    U_ROT,
    U_TILE,
)
from neurohex.rules.state import State

NO: Final = 0
YES: Final = 1
OPEN: Final = 2
"""Not decided yet."""

OCC: Final = vec[i64]([0] * 40)  # hexes with units, in order
ENABLED: Final = vec[i64]([0] * 40)  # NO, YES or OPEN
CONTROL: Final = vec[i64]([0] * 40)  # bit mask of possible controllers
WORKS: Final = vec[i64]([0] * 40)  # bit mask of the players a module may work for
REACH: Final = vec[i64]([0] * 40)  # bit mask of hexes that a unit's links reach
CAST: Final = vec[i64]([0] * 40)  # bit mask of hexes that a unit's nets face
CAUGHT: Final = vec[i64]([0] * 40)  # bit mask of net units whose nets face a unit
ACTIVE: Final = vec[i64]([0] * 40)  # whether a Scoper scopes: NO, YES or OPEN
BEARER: Final = vec[i64]([0] * 256)  # takeover links: who bears them,
TARGET: Final = vec[i64]([0] * 256)  # whom they face,
LINK: Final = vec[i64]([0] * 256)  # and whether they work: NO, YES or OPEN
FAILED: Final = vec[i64]([0] * 256)  # 1: failed for good in this repetition
VOTES: Final = vec[i64]([0] * 16)
SPAN: Final = vec[i64]([0] * 40)  # what can be reached along undecided nets
HOLD: Final = vec[i64]([0] * 40)  # by unit id: bearers (ids) that hold it captive
OLD_HOLD: Final = vec[i64]([0] * 64)
OLD_CONTROL: Final = vec[i64]([0] * 64)  # by unit id: controller before the act; -1 for its owner
COUNT: Final = vec[i64]([0] * 4)  # 0: units, 1: takeover links


def links_of(st: State, h: i64) -> i64:
    """Bit mask of the hexes that the links of the unit on `h` reach; a long link reaches two in its line."""
    at: i64 = HEADER + h * HEX_SIZE
    tr: i64 = (i64(st.b[at]) - 1) * 6 + i64(st.b[at + U_ROT])
    short = R_LINK[tr]
    long = R_LONG[tr]
    mask: i64 = 0
    if short | long == 0:
        return mask
    d: i64 = 0
    while d < 6:
        if (short | long) >> d & 1:
            v = NEXT[st.near + h * 6 + d]
            if v >= 0:
                mask |= i64(1) << v
                if long >> d & 1:
                    v = NEXT[st.near + v * 6 + d]
                    if v >= 0:
                        mask |= i64(1) << v
        d += 1
    return mask


def nets_of(st: State, h: i64) -> i64:
    """Bit mask of the hexes that the nets of the unit on `h` face."""
    at: i64 = HEADER + h * HEX_SIZE
    edges = R_NET[(i64(st.b[at]) - 1) * 6 + i64(st.b[at + U_ROT])]
    mask: i64 = 0
    d: i64 = 0
    while d < 6:
        if edges >> d & 1:
            v = NEXT[st.near + h * 6 + d]
            if v >= 0:
                mask |= i64(1) << v
        d += 1
    return mask


def _units(st: State) -> i64:
    b = st.b
    n: i64 = 0
    h: i64 = 0
    while h < st.hexes:
        if b[HEADER + h * HEX_SIZE] != 0:
            OCC[n] = h
            n += 1
        h += 1
    COUNT[0] = n
    return n


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
    _units(st)
    _repeat(st)
    i = 0
    while i < COUNT[0]:
        at: i64 = HEADER + OCC[i] * HEX_SIZE
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
    n = _units(st)
    if b[TAKERS] != 0:
        _repeat(st)
    else:
        i: i64 = 0
        while i < n:
            h = OCC[i]
            CONTROL[h] = i64(1) << i64(b[HEADER + h * HEX_SIZE + U_OWNER])
            ENABLED[h] = YES
            HOLD[h] = 0
            i += 1
        if b[NETS] != 0:
            _faces(st)
            _nets_alone(st)
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


def lowest(mask: i64) -> i64:
    """Number of the lowest bit that is set."""
    n: i64 = 0
    while mask >> n & 1 == 0:
        n += 1
    return n


# --- nets (R3.1) ----------------------------------------------------------------------------------
def _faces(st: State) -> None:
    """Fill CAST and CAUGHT: which nets face which units, whoever they belong to."""
    n = COUNT[0]
    b = st.b
    occupied: i64 = 0
    i: i64 = 0
    while i < n:
        CAUGHT[OCC[i]] = 0
        occupied |= i64(1) << OCC[i]
        i += 1
    i = 0
    while i < n:
        h = OCC[i]
        at: i64 = HEADER + h * HEX_SIZE
        CAST[h] = 0
        if R_NET[(i64(b[at]) - 1) * 6 + i64(b[at + U_ROT])] != 0:
            CAST[h] = nets_of(st, h) & occupied
            j: i64 = 0
            while j < n:
                v = OCC[j]
                if CAST[h] >> v & 1:
                    CAUGHT[v] |= i64(1) << h
                j += 1
        i += 1


def _nets_alone(st: State) -> None:
    """Decide the nets where control is settled: owners control their units."""
    n = COUNT[0]
    game = st.game
    opened: i64 = 0
    i: i64 = 0
    while i < n:
        h = OCC[i]
        if CAUGHT[h]:
            me = lowest(CONTROL[h])
            j: i64 = 0
            while j < n:
                v = OCC[j]
                if CAUGHT[h] >> v & 1 and game.nets[me] & CONTROL[v] == 0:
                    CAUGHT[h] &= ~(i64(1) << v)
                    CAST[v] &= ~(i64(1) << h)
                j += 1
        if CAUGHT[h]:
            ENABLED[h] = OPEN
            opened |= i64(1) << h
        i += 1
    while opened:
        before = opened
        i = 0
        while i < n:
            h = OCC[i]
            if opened >> h & 1:
                j = 0
                ENABLED[h] = YES
                while j < n:
                    v = OCC[j]
                    if CAUGHT[h] >> v & 1:
                        if ENABLED[v] == YES:
                            ENABLED[h] = NO
                            break
                        if ENABLED[v] == OPEN:
                            ENABLED[h] = OPEN
                    j += 1
                if ENABLED[h] != OPEN:
                    opened &= ~(i64(1) << h)
            i += 1
        if opened == before:
            opened = _cancel_cycles(st, opened)


def _cancel_cycles(st: State, opened: i64) -> i64:
    """Nets inside a group that nothing undecided outside faces cancel, and its members are enabled.

    Gives the units still undecided. `CAUGHT` holds only nets that would hold if their bearer is enabled.
    """
    n = COUNT[0]
    i: i64 = 0
    while i < n:
        h = OCC[i]
        if opened >> h & 1:
            SPAN[h] = CAUGHT[h] & opened
        i += 1
    grown = True
    while grown:
        grown = False
        i = 0
        while i < n:
            h = OCC[i]
            if opened >> h & 1:
                j: i64 = 0
                more = SPAN[h]
                while j < n:
                    v = OCC[j]
                    if SPAN[h] >> v & 1:
                        more |= SPAN[v]
                    j += 1
                if more != SPAN[h]:
                    SPAN[h] = more
                    grown = True
            i += 1
    # SPAN[h] is now everything from which h can be reached along nets. A group stands alone when what
    # reaches it is the group itself: then its members all have the same SPAN, and are in it.
    i = 0
    still = opened
    while i < n:
        h = OCC[i]
        if still >> h & 1 and SPAN[h] >> h & 1:
            group = SPAN[h]
            alone = True
            j = 0
            while j < n:
                v = OCC[j]
                if group >> v & 1 and SPAN[v] != group:
                    alone = False
                j += 1
            if alone:
                j = 0
                while j < n:
                    v = OCC[j]
                    if group >> v & 1:
                        ENABLED[v] = YES
                        CAUGHT[v] &= ~group
                    j += 1
                still &= ~group
        i += 1
    return still


# --- takeover, nets and scoping together (R3.1, R3.2, R3.4) ---------------------------------------
def _repeat(st: State) -> None:
    b = st.b
    n = COUNT[0]
    everyone: i64 = (i64(1) << st.game.players) - 1
    _faces(st)
    i: i64 = 0
    links: i64 = 0
    faced: i64 = 0
    while i < n:
        h = OCC[i]
        at: i64 = HEADER + h * HEX_SIZE
        ENABLED[h] = OPEN
        ACTIVE[h] = OPEN
        REACH[h] = links_of(st, h)
        if M_TAKEOVER[i64(b[at]) - 1] != 0:
            j: i64 = 0
            while j < st.hexes:
                if REACH[h] >> j & 1 and b[HEADER + j * HEX_SIZE] != 0:
                    BEARER[links] = h
                    TARGET[links] = j
                    LINK[links] = OPEN
                    FAILED[links] = 0
                    faced |= i64(1) << j
                    links += 1
                j += 1
        i += 1
    COUNT[1] = links
    i = 0
    while i < n:
        h = OCC[i]
        at = HEADER + h * HEX_SIZE
        CONTROL[h] = i64(1) << i64(b[at + U_OWNER])
        if faced >> h & 1 and T_KIND[i64(b[at]) - 1] != K_HQ:
            CONTROL[h] |= everyone
        WORKS[h] = everyone | CONTROL[h]
        i += 1
    while True:
        if _narrow(st):
            continue
        if _fail_open_links():
            continue
        if _break_cycles(st):
            continue
        if not _settle_scopers(st):
            break
    _holders(st)


def _narrow(st: State) -> bool:
    """One round of deciding what can be decided; whether anything was."""
    n = COUNT[0]
    changed = _scoping(st)
    i: i64 = 0
    while i < COUNT[1]:
        if LINK[i] == OPEN:
            LINK[i] = _link_works(st, i)
            if LINK[i] != OPEN:
                changed = True
        i += 1
    i = 0
    while i < n:
        h = OCC[i]
        if CONTROL[h] & (CONTROL[h] - 1):
            mask = _control(st, h, -1) & CONTROL[h]
            if mask != CONTROL[h]:
                CONTROL[h] = mask
                changed = True
        if ENABLED[h] == OPEN:
            ENABLED[h] = _is_enabled(st, h)
            if ENABLED[h] != OPEN:
                changed = True
        i += 1
    return changed


def _scoping(st: State) -> bool:
    """Narrow whom each module works for, and which Scopers scope (R3.4)."""
    b = st.b
    n = COUNT[0]
    changed = False
    i: i64 = 0
    while i < n:
        h = OCC[i]
        if ACTIVE[h] == OPEN:
            ACTIVE[h] = _scopes(st, h)
            if ACTIVE[h] != OPEN:
                changed = True
        mask = _works_for(st, h, CONTROL[h])
        if mask != WORKS[h]:
            WORKS[h] = mask
            changed = True
        i += 1
    return changed and b[TAKERS] != 0


def _scopes(st: State, s: i64) -> i64:
    """Whether the unit on `s` is a Scoper that scopes what it is linked to."""
    b = st.b
    if M_SCOPER[i64(b[HEADER + s * HEX_SIZE]) - 1] == 0 or ENABLED[s] == NO:
        return NO
    answer = ENABLED[s]
    i: i64 = 0
    while i < COUNT[0]:
        r = OCC[i]
        if r != s and REACH[r] >> s & 1 and M_SCOPER[i64(b[HEADER + r * HEX_SIZE]) - 1] != 0:
            hostile = _hostile(st, CONTROL[r], CONTROL[s])
            # Of two hostile ones linked to each other neither scopes; one that is scoped scopes nothing.
            rival = ENABLED[r] if REACH[s] >> r & 1 else ACTIVE[r]
            if hostile == YES and rival == YES:
                return NO
            if hostile != NO and rival != NO:
                answer = OPEN
        i += 1
    return answer


def _works_for(st: State, m: i64, control: i64) -> i64:
    """Bit mask of the players the module on `m` may work for, were its controllers `control`."""
    b = st.b
    if b[SCOPERS] == 0 or T_KIND[i64(b[HEADER + m * HEX_SIZE]) - 1] == K_HQ:
        return control
    bearer = M_TAKEOVER[i64(b[HEADER + m * HEX_SIZE]) - 1] != 0
    certain: i64 = 0
    possible: i64 = 0
    i: i64 = 0
    while i < st.game.players:
        VOTES[i] = 0
        i += 1
    i = 0
    while i < COUNT[0]:
        s = OCC[i]
        # A takeover link that faces the Scoper wins over it.
        if ACTIVE[s] != NO and s != m and REACH[s] >> m & 1 and not (bearer and REACH[m] >> s & 1):
            hostile = _hostile(st, CONTROL[s], control)
            if hostile == YES and ACTIVE[s] == YES and CONTROL[s] & (CONTROL[s] - 1) == 0:
                certain |= CONTROL[s]
                VOTES[lowest(CONTROL[s])] += 1
            elif hostile != NO:
                possible |= CONTROL[s]
        i += 1
    if possible:
        return control | certain | possible
    if certain == 0 or not _one_side(st, certain):
        return control
    best: i64 = lowest(certain)
    i = best + 1
    while i < st.game.players:
        if VOTES[i] > VOTES[best]:
            best = i
        i += 1
    return i64(1) << best


def _one_side(st: State, mask: i64) -> bool:
    return mask & ~st.game.friends[lowest(mask)] == 0


def _hostile(st: State, one: i64, other: i64) -> i64:
    """Whether any of the players in one mask is hostile to any in the other: all are, none is, or it is open."""
    every = True
    none = True
    p: i64 = 0
    while p <= NEUTRAL:
        if one >> p & 1:
            foes = st.game.foes[p] & other
            if foes != other:
                every = False
            if foes:
                none = False
            if p == NEUTRAL and other >> NEUTRAL & 1:
                every = False
        p += 1
    if none:
        return NO
    return YES if every else OPEN


def _nets_hold(st: State, one: i64, other: i64) -> i64:
    """As `_hostile`, for nets: Moloch and its ally net each other (R10.3)."""
    every = True
    none = True
    p: i64 = 0
    while p <= NEUTRAL:
        if one >> p & 1:
            foes = st.game.nets[p] & other
            if foes != other:
                every = False
            if foes:
                none = False
        p += 1
    if none:
        return NO
    return YES if every else OPEN


def _protected(st: State, u: i64, n: i64) -> i64:
    """Whether the net unit on `n` stands in a takeover link of `u`, and so can never net it."""
    b = st.b
    if M_TAKEOVER[i64(b[HEADER + u * HEX_SIZE]) - 1] == 0 or REACH[u] >> n & 1 == 0:
        return NO
    owner = i64(b[HEADER + n * HEX_SIZE + U_OWNER])
    some = False
    every = True
    p: i64 = 0
    while p < NEUTRAL:
        if WORKS[u] >> p & 1:
            friends = st.game.friends[p]
            if friends >> owner & 1 and CONTROL[n] & friends:
                # It protects from nothing where it works for the side of the net's owner and controller.
                every = False
                if CONTROL[n] & ~friends:
                    some = True
            else:
                some = True
        p += 1
    if every:
        return YES
    return OPEN if some else NO


def _is_enabled(st: State, u: i64) -> i64:
    answer: i64 = YES
    i: i64 = 0
    while i < COUNT[0]:
        n = OCC[i]
        if CAUGHT[u] >> n & 1 and ENABLED[n] != NO:
            hold = _nets_hold(st, CONTROL[n], CONTROL[u])
            if hold != NO:
                safe = _protected(st, u, n)
                if safe == NO and hold == YES and ENABLED[n] == YES:
                    return NO
                if safe != YES:
                    answer = OPEN
        i += 1
    return answer


def _opposite(link: i64) -> i64:
    """The link that faces this one back, or -1."""
    i: i64 = 0
    while i < COUNT[1]:
        if BEARER[i] == TARGET[link] and TARGET[i] == BEARER[link]:
            return i
        i += 1
    return -1


def _would_take(st: State, link: i64, works: i64) -> i64:
    """Whether a link would take the unit it faces, working for one of `works` (R3.2)."""
    b = st.b
    at: i64 = HEADER + TARGET[link] * HEX_SIZE
    if ENABLED[BEARER[link]] == NO or T_KIND[i64(b[at]) - 1] == K_HQ:
        return NO
    hostile = _hostile(st, works, i64(1) << i64(b[at + U_OWNER]))
    if hostile == YES and ENABLED[BEARER[link]] == OPEN:
        return OPEN
    return hostile


def _netted_by_side(st: State, u: i64, works: i64) -> i64:
    """Whether the unit on `u` is in a net of the side that `works` names."""
    side: i64 = 0
    p: i64 = 0
    while p < NEUTRAL:
        if works >> p & 1:
            side |= st.game.friends[p]
        p += 1
    certain = works & (works - 1) == 0
    answer: i64 = NO
    i: i64 = 0
    while i < COUNT[0]:
        n = OCC[i]
        if CAUGHT[u] >> n & 1 and ENABLED[n] != NO and CONTROL[n] & side:
            hold = _nets_hold(st, CONTROL[n], CONTROL[u])
            safe = _protected(st, u, n)
            if hold != NO and safe != YES:
                if hold == YES and safe == NO and ENABLED[n] == YES and certain and CONTROL[n] & ~side == 0:
                    return YES
                answer = OPEN
        i += 1
    return answer


def _link_works(st: State, link: i64) -> i64:
    """Whether a takeover link counts for the unit it faces: NO where it fails or cancels."""
    b = st.b
    if FAILED[link]:
        return NO
    a = BEARER[link]
    t = TARGET[link]
    if T_KIND[i64(b[HEADER + t * HEX_SIZE]) - 1] == K_HQ or ENABLED[a] == NO:
        return NO
    answer = ENABLED[a]
    back = _opposite(link)
    if back >= 0:
        # Sides are looked at as they are apart from what these two links do to each other's bearers.
        mine = _works_for(st, a, _control(st, a, t))
        theirs = _works_for(st, t, _control(st, t, a))
        one = _netted_by_side(st, t, mine)
        two = _netted_by_side(st, a, theirs)
        if one == YES or two == YES:
            return NO
        if one == OPEN or two == OPEN:
            answer = OPEN
        one = _would_take(st, link, mine)
        two = _would_take(st, back, theirs)
        if one == YES and two == YES:
            return NO
        if one != NO and two != NO:
            answer = OPEN
        # A bearer that is taken takes nothing through its own link at the bearer that took it.
        if LINK[back] == YES and CONTROL[a] & (i64(1) << i64(b[HEADER + a * HEX_SIZE + U_OWNER])) == 0:
            if CONTROL[a] & (CONTROL[a] - 1) == 0 and CONTROL[a] == WORKS[t]:
                return NO
            answer = OPEN
        elif LINK[back] == OPEN and CONTROL[a] & (CONTROL[a] - 1):
            answer = OPEN
    if WORKS[a] & (WORKS[a] - 1):
        return OPEN
    return answer


def _control(st: State, u: i64, without: i64) -> i64:
    """Bit mask of who may control the unit on `u`, by the links that face it, one bearer's left out."""
    b = st.b
    game = st.game
    at: i64 = HEADER + u * HEX_SIZE
    owner = i64(b[at + U_OWNER])
    mine: i64 = i64(1) << owner
    if T_KIND[i64(b[at]) - 1] == K_HQ:
        return mine
    p: i64 = 0
    while p < 8:
        VOTES[8 + p] = 0
        p += 1
    undecided: i64 = 0
    maybe: i64 = mine
    i: i64 = 0
    while i < COUNT[1]:
        if TARGET[i] == u and BEARER[i] != without and LINK[i] != NO:
            maybe |= WORKS[BEARER[i]]
            if LINK[i] == YES:
                VOTES[8 + lowest(WORKS[BEARER[i]])] += 1
            else:
                undecided += 1
        i += 1
    # Counted by sides; the owner keeps it where the most is shared.
    best: i64 = -1
    most: i64 = 0
    shared = False
    runner: i64 = 0
    p = 0
    while p < game.players:
        if game.side[p] == p:
            total: i64 = 0
            q: i64 = 0
            while q < game.players:
                if game.side[q] == p:
                    total += VOTES[8 + q]
                q += 1
            if total > most:
                runner = most
                most = total
                best = p
                shared = False
            elif total == most and total > 0:
                shared = True
                runner = total
            elif total > runner:
                runner = total
        p += 1
    if undecided:
        if best >= 0 and most - runner > undecided and game.side[best] != game.side[owner]:
            return i64(1) << _captor(st, best)
        return maybe
    if best < 0 or shared or game.side[best] == game.side[owner]:
        return mine
    return i64(1) << _captor(st, best)


def _captor(st: State, side: i64) -> i64:
    """Between teammates the one with more links, then the earlier seat."""
    game = st.game
    best: i64 = -1
    p: i64 = 0
    while p < game.players:
        if game.side[p] == side and (best < 0 or VOTES[8 + p] > VOTES[8 + best]):
            best = p
        p += 1
    return best


def _fail_open_links() -> bool:
    """Nothing more can be decided: all undecided takeover links fail together."""
    failed = False
    i: i64 = 0
    while i < COUNT[1]:
        if LINK[i] == OPEN:
            LINK[i] = NO
            FAILED[i] = 1
            failed = True
        i += 1
    return failed


def _break_cycles(st: State) -> bool:
    """Only nets are undecided now: drop those that cannot hold, then cancel the cycles."""
    n = COUNT[0]
    opened: i64 = 0
    i: i64 = 0
    while i < n:
        h = OCC[i]
        j: i64 = 0
        while j < n:
            v = OCC[j]
            if CAUGHT[h] >> v & 1 and (
                _nets_hold(st, CONTROL[v], CONTROL[h]) == NO or _protected(st, h, v) == YES
            ):
                CAUGHT[h] &= ~(i64(1) << v)
            j += 1
        if ENABLED[h] == OPEN:
            opened |= i64(1) << h
        i += 1
    return opened != 0 and _cancel_cycles(st, opened) != opened


def _settle_scopers(st: State) -> bool:
    """Scopers that hang on each other in a circle scope nothing."""
    settled = False
    i: i64 = 0
    while i < COUNT[0]:
        if ACTIVE[OCC[i]] == OPEN:
            ACTIVE[OCC[i]] = NO
            settled = True
        i += 1
    return settled


def _holders(st: State) -> None:
    """Fill HOLD: the ids of the bearers by whose links each captive is held."""
    b = st.b
    i: i64 = 0
    while i < COUNT[0]:
        HOLD[OCC[i]] = 0
        i += 1
    i = 0
    while i < COUNT[1]:
        t = TARGET[i]
        who = lowest(CONTROL[t])
        if LINK[i] == YES and st.game.friends[who] & WORKS[BEARER[i]]:
            HOLD[t] |= i64(1) << i64(b[HEADER + BEARER[i] * HEX_SIZE + U_ID])
        i += 1


def work_for(st: State) -> None:
    """Fill WORKS with the one player each enabled module works for, as a number; -1 where there is none.

    The board must be resolved. Read it before anything on the board changes.
    """
    b = st.b
    n = _units(st)
    i: i64 = 0
    while i < n:
        h = OCC[i]
        at: i64 = HEADER + h * HEX_SIZE
        WORKS[h] = i64(1) << i64(b[at + U_CTRL])
        i += 1
    if b[SCOPERS] != 0:
        i = 0
        while i < n:
            h = OCC[i]
            at = HEADER + h * HEX_SIZE
            CONTROL[h] = i64(1) << i64(b[at + U_CTRL])
            ENABLED[h] = NO if i64(b[at + U_FLAGS]) & FL_DISABLED else YES
            REACH[h] = links_of(st, h)
            ACTIVE[h] = OPEN
            i += 1
        while True:
            before: i64 = 0
            i = 0
            while i < n:
                if ACTIVE[OCC[i]] == OPEN:
                    ACTIVE[OCC[i]] = _scopes(st, OCC[i])
                    if ACTIVE[OCC[i]] == OPEN:
                        before += 1
                i += 1
            after: i64 = 0
            i = 0
            while i < n:
                if ACTIVE[OCC[i]] == OPEN:
                    ACTIVE[OCC[i]] = _scopes(st, OCC[i])
                    if ACTIVE[OCC[i]] == OPEN:
                        after += 1
                i += 1
            if after == 0:
                break
            if after == before:
                _settle_scopers(st)
                break
        i = 0
        while i < n:
            WORKS[OCC[i]] = _works_for(st, OCC[i], CONTROL[OCC[i]])
            i += 1
    i = 0
    while i < n:
        h = OCC[i]
        at = HEADER + h * HEX_SIZE
        if i64(b[at + U_FLAGS]) & FL_DISABLED or b[at + U_TILE] == 0:
            WORKS[h] = -1
        else:
            WORKS[h] = lowest(WORKS[h])
        i += 1


def net_sources(st: State, u: i64) -> list[int]:
    """Hexes of the net units that hold the unit on `u`; the board must be resolved."""
    b = st.b
    found: list[int] = []
    me = i64(b[HEADER + u * HEX_SIZE + U_CTRL])
    if not i64(b[HEADER + u * HEX_SIZE + U_FLAGS]) & FL_DISABLED:
        return found
    _units(st)
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


STRIDE: Final = HEXES
