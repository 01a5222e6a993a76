"""Markers on units: venom (section 21) and paralysis (section 23).

An army's markers that lie on no unit are at hand; the state does not count them. Teammates share theirs (R21.3). Hits
put markers at the end of a phase, after Medics, on units that survive it. With too few markers a player chooses where
they go.
"""

from typing import Final

from neurohex.compat import i16, i64
from neurohex.events.course import Marked, MarkerKind, Unmarked
from neurohex.rules.actions import MARK
from neurohex.rules.bits import BIT, has, lowest, rest
from neurohex.rules.events import MIXED, POISON, RAVAGER, ROCKET, SHADOW, SHOTGUN, VENOM
from neurohex.rules.hits import hit_by, hit_from, hit_kind, hit_to, hit_wounds, stands
from neurohex.rules.layout import (
    ACTOR,
    CHANGED,
    NEUTRAL,
    P_HQ,
    ST_MARK,
    STAGE,
    STARTER,
    U_HEALS,
    U_HEALS2,
    U_WOUNDS,
    X_ASKED,
    X_DEALT,
    X_NUMBED,
    XU_DOSE,
    XU_NUMB,
    XU_STEEL,
    XU_VENOM,
    hex_at,
)
from neurohex.rules.refs import phase_of, ref
from neurohex.rules.state import State
from neurohex.rules.workspace import Formation

VENOM_MARKER: Final = 0
NUMB_MARKER: Final = 1
_KINDS: Final[tuple[MarkerKind, ...]] = ("venom", "paralysis")
_RULINGS: Final = (("R21.1",), ("R23.2",))
_MOST: Final = 15
"""Venom markers of one player on one unit that the state can hold."""


# --- what lies where ------------------------------------------------------------------------------
def venom_of(st: State, h: i64, player: i64) -> i64:
    """Venom markers of a player on the unit on `h`."""
    at: i64 = st.more_at(h) + XU_VENOM + (player >> 1)
    return i64(st.b[at]) >> (player & 1) * 4 & 15


def venom_on(st: State, h: i64) -> i64:
    """All venom markers on the unit on `h`."""
    total: i64 = 0
    for p in range(i64(NEUTRAL)):
        total += venom_of(st, h, p)
    return total


def is_poisoned(st: State, h: i64) -> bool:
    """Whether a venom marker lies on the unit on `h`."""
    b = st.b
    at = st.more_at(h)
    return i64(b[at]) + i64(b[at + 1]) + i64(b[at + 2]) != 0


def put_venom(st: State, h: i64, player: i64) -> None:
    """Put a venom marker of a player on the unit on `h`."""
    at: i64 = st.more_at(h) + XU_VENOM + (player >> 1)
    if venom_of(st, h, player) < _MOST:
        st.b[at] = i16(i64(st.b[at]) + (16 if player & 1 else 1))


def at_hand(st: State, player: i64, kind: i64, leaving: i64) -> i64:
    """Markers that a player's own army still has at hand. Those on the units in `leaving` come back (R21.3)."""
    left = st.game.venom[player] if kind == VENOM_MARKER else st.game.numbing[player]
    if left == 0:
        return 0
    units = st.units & ~leaving
    while units:
        h = lowest(units)
        units = rest(units)
        if kind == VENOM_MARKER:
            left -= venom_of(st, h, player)
        elif i64(st.b[st.more_at(h) + XU_NUMB]) == player + 1:
            left -= 1
    return left if left > 0 else i64(0)


def shared_at_hand(st: State, player: i64, kind: i64, leaving: i64) -> i64:
    """Markers that a player can put: own ones and those of teammates (R21.3)."""
    total: i64 = 0
    for q in range(st.game.players):
        if has(st.game.friends[player], q):
            total += at_hand(st, q, kind, leaving)
    return total


def _donor(st: State, player: i64, kind: i64, leaving: i64) -> i64:
    """Whose marker a player puts: the own, then those of teammates, in seat order."""
    if at_hand(st, player, kind, leaving) > 0:
        return player
    for q in range(st.game.players):
        if has(st.game.friends[player], q) and at_hand(st, q, kind, leaving) > 0:
            return q
    return -1


def paralyse(st: State, h: i64, player: i64) -> bool:
    """Put a paralysis marker of a player's side on the unit on `h`, if one is at hand. Gives whether it was."""
    donor = _donor(st, player, NUMB_MARKER, 0)
    if donor < 0:
        return False
    st.b[st.more_at(h) + XU_NUMB] = i16(donor + 1)
    return True


def steel_net_at_hand(st: State, player: i64) -> bool:
    """Whether the Steel Net of a player lies on no unit (R19.1)."""
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        if has(i64(st.b[st.more_at(h) + XU_STEEL]), player):
            return False
    return True


def end_paralysis(st: State) -> None:
    """Take off all paralysis markers: a Battle has ended (R23.2, R31.2)."""
    b = st.b
    log = st.log
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        at: i64 = st.more_at(h) + XU_NUMB
        if b[at] != 0:
            if log is not None:
                owner = int(b[at]) - 1
                log.tell(Unmarked(ref(st, h), "paralysis", owner, "battle over", rulings=("R23.2", "R31.2")))
            b[at] = 0
            b[CHANGED] = 1  # the next Battle is another one (R1.6)


# --- dealing (R21.3, R23.4) -----------------------------------------------------------------------
def begin_dealing(st: State) -> None:
    """No marker of this phase is dealt yet."""
    if not st.game.has_markers:
        return
    b = st.b
    at = st.game.more_offset
    b[at + X_DEALT] = 0
    b[at + X_NUMBED] = 0
    _forget_doses(st)


def deal(st: State, f: Formation) -> bool:
    """Put the markers of the hits that stand on the units that survive them.

    Gives False if a player has to choose where they go: the state is then at `ST_MARK`.
    """
    b = st.b
    game = st.game
    first = game.place[i64(b[STARTER])]
    for kind in range(i64(2)):
        marks = f.venomous if kind == VENOM_MARKER else f.numbing
        if not _has_markers(st, kind) or not _any_puts(st, marks, kind):
            continue
        at: i64 = game.more_offset + (X_DEALT if kind == VENOM_MARKER else X_NUMBED)
        for r in range(game.players):
            who = game.round[(first + r) % game.players]
            if has(i64(b[at]), who):
                continue
            if not _deal_of(st, marks, kind, who):
                b[STAGE] = ST_MARK
                b[ACTOR] = i16(who)
                b[game.more_offset + X_ASKED] = i16(kind)
                return False
            b[at] = i16(i64(b[at]) | BIT[who])
            _forget_doses(st)
    return True


def _has_markers(st: State, kind: i64) -> bool:
    for p in range(st.game.players):
        if (st.game.venom[p] if kind == VENOM_MARKER else st.game.numbing[p]) > 0:
            return True
    return False


def _any_puts(st: State, marks: i64, kind: i64) -> bool:
    ws = st.ws
    for i in range(ws.n_hits):
        if _puts(ws.hits[i], marks, kind):
            return True
    return False


def _puts(hit: i64, marks: i64, kind: i64) -> bool:
    """Whether a hit puts a marker: by a unit in `marks`, standing, with 1 or more wounds (R21.1); or poison (R28.2)."""
    weapon = hit_kind(hit)
    if weapon == POISON:
        return kind == VENOM_MARKER
    is_attack = weapon <= MIXED or weapon in (ROCKET, SHOTGUN, SHADOW, RAVAGER)
    return is_attack and stands(hit) and hit_wounds(hit) > 0 and has(marks, hit_from(hit))


def marks_of(st: State, hit: i64) -> i64:
    """Mask of the kinds of markers that a hit of the running phase would put: 1 venom, 2 paralysis.

    Precondition: the workspace holds the formation of the phase.
    """
    f = st.ws.formation
    leave: i64 = st.ws.struck | st.ws.exploding | f.medics  # those that may leave in this phase
    found: i64 = 0
    if _puts(hit, f.venomous, VENOM_MARKER) and shared_at_hand(st, hit_by(hit), VENOM_MARKER, leave) > 0:
        found |= 1
    numb = st.b[st.more_at(hit_to(hit)) + XU_NUMB] != 0
    if not numb and _puts(hit, f.numbing, NUMB_MARKER) and shared_at_hand(st, hit_by(hit), NUMB_MARKER, leave) > 0:
        found |= 2
    return found


def _leaving(st: State) -> i64:
    """Mask of the units that the hits of this phase remove."""
    found: i64 = 0
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        if not _survives(st, h):
            found |= BIT[h]
    return found


def _survives(st: State, h: i64) -> bool:
    """Whether the unit on `h` is still on the board after the hits of this phase."""
    ws = st.ws
    b = st.b
    at = hex_at(h)
    if has(ws.exploding, h) or b[at + U_HEALS] != 0 or b[at + U_HEALS2] != 0:
        return False
    pain: i64 = 0
    for i in range(ws.n_hits):
        hit = ws.hits[i]
        if hit_to(hit) == h and stands(hit):
            pain += hit_wounds(hit)
    if st.is_hq(h):
        return st.game.score or st.game.deathmatch or pain < i64(b[st.player_at(st.owner(h)) + P_HQ])
    return i64(b[at + U_WOUNDS]) + pain <= st.toughness(h)


def _count_wants(st: State, marks: i64, kind: i64, who: i64) -> i64:
    """Fill `wanted`: by hex, the markers that hits of a player put there and that are not dealt yet. Gives the sum."""
    ws = st.ws
    left = st.units
    while left:
        ws.wanted[lowest(left)] = 0
        left = rest(left)
    for i in range(ws.n_hits):
        hit = ws.hits[i]
        if hit_by(hit) == who and hit_kind(hit) != VENOM and _puts(hit, marks, kind):
            ws.wanted[hit_to(hit)] += 1
    total: i64 = 0
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        if ws.wanted[h] > 0:
            at = st.more_at(h)
            if not _survives(st, h):
                ws.wanted[h] = 0
            elif kind == NUMB_MARKER:  # a paralysed unit takes no second one (R23.3)
                ws.wanted[h] = 0 if st.b[at + XU_NUMB] != 0 else 1
            else:
                ws.wanted[h] -= i64(st.b[at + XU_DOSE])
            total += ws.wanted[h]
    return total


def _mates_want(st: State, marks: i64, kind: i64, who: i64) -> i64:
    """Markers that teammates who deal later could use."""
    at: i64 = st.game.more_offset + (X_DEALT if kind == VENOM_MARKER else X_NUMBED)
    total: i64 = 0
    for q in range(st.game.players):
        if q != who and has(st.game.friends[who], q) and not has(i64(st.b[at]), q):
            total += _count_wants(st, marks, kind, q)
    return total


def _deal_of(st: State, marks: i64, kind: i64, who: i64) -> bool:
    """Put the markers of one player, as far as there is no choice. Gives False if the player has to choose."""
    ws = st.ws
    mates = _mates_want(st, marks, kind, who)
    total = _count_wants(st, marks, kind, who)
    if total == 0:
        return True
    pool = shared_at_hand(st, who, kind, _leaving(st))
    if pool == 0:
        return True
    if pool >= total + mates:
        _put_all(st, kind, who, total)
        return True
    targets: i64 = 0
    left = st.units
    while left:
        if ws.wanted[lowest(left)] > 0:
            targets += 1
        left = rest(left)
    if pool > mates and targets == 1:
        # No other way, but for what may be left to a teammate.
        _put_all(st, kind, who, (pool if pool < total else total) if mates == 0 else pool - mates)
        return mates == 0 or _deal_of(st, marks, kind, who)
    return False


def _put_all(st: State, kind: i64, who: i64, count: i64) -> None:
    """Put markers of a player on the units in `wanted`, in order of their hexes, as many as `count`."""
    ws = st.ws
    left = st.units
    while left and count > 0:
        h = lowest(left)
        if ws.wanted[h] > 0:
            _put(st, kind, who, h)
            ws.wanted[h] -= 1
            count -= 1
        else:
            left = rest(left)


def _put(st: State, kind: i64, who: i64, h: i64) -> None:
    donor = _donor(st, who, kind, _leaving(st))
    at = st.more_at(h)
    st.b[CHANGED] = 1  # also where poison did no wound (R1.6)
    if kind == VENOM_MARKER:
        put_venom(st, h, donor)
        st.b[at + XU_DOSE] += 1
    else:
        st.b[at + XU_NUMB] = i16(donor + 1)
    log = st.log
    if log is not None:
        log.later.append(Marked(ref(st, h), _KINDS[kind], donor, rulings=_RULINGS[kind], phase=phase_of(st)))


def _forget_doses(st: State) -> None:
    left = st.units
    while left:
        st.b[st.more_at(lowest(left)) + XU_DOSE] = 0
        left = rest(left)


# --- the choice -----------------------------------------------------------------------------------
def mark_options(st: State, f: Formation) -> list[int]:
    """The choices at `ST_MARK`, as numbers after `actions.MARK`. Precondition: the hits are listed, Medics done."""
    who = i64(st.b[ACTOR])
    kind = i64(st.b[st.game.more_offset + X_ASKED])
    marks = f.venomous if kind == VENOM_MARKER else f.numbing
    mates = _mates_want(st, marks, kind, who)
    _count_wants(st, marks, kind, who)
    found: list[int] = []
    if shared_at_hand(st, who, kind, _leaving(st)) <= mates:
        found.append(0)  # the rest are left to teammates, who can use them all (R21.3)
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        if st.ws.wanted[h] > 0:
            found.append(int(1 + h))
    return found


def choose_mark(st: State, action: i64) -> None:
    """Carry out a choice at `ST_MARK`. Precondition: the hits are listed, Medics done."""
    b = st.b
    who = i64(b[ACTOR])
    kind = i64(b[st.game.more_offset + X_ASKED])
    choice: i64 = action - MARK
    if choice > 0:
        _put(st, kind, who, choice - 1)
        return
    at: i64 = st.game.more_offset + (X_DEALT if kind == VENOM_MARKER else X_NUMBED)
    b[at] = i16(i64(b[at]) | BIT[who])
    _forget_doses(st)


def default_mark(st: State, options: list[int]) -> int:
    """The choice of the default policy: HQs first, then by hex name."""
    targets = [option for option in options if option > 0]
    hqs = [option for option in targets if st.is_hq(i64(option) - 1)]
    return (hqs or targets or options)[0]
