"""Medics (R7.1-R7.4): who saves whom from what, for all hits that come at once.

The list of hits lies in `strikes`. Decisions already taken are written on the Medics themselves (which hit
each cancelled), so that the whole can be worked out again after a player has chosen.

What a decision comes to is a hit that is cancelled and a Medic that is spent: which Medic "serves" and which
stands in for it (R7.3) matters only for which of them may be the one spent. So an option is a pair: a class of
hits on a patient that would do the same, and a Medic to spend.
"""

from typing import Final

from neurohex.compat import i64, u8, vec
from neurohex.events.base import UnitRef
from neurohex.events.battle import Healed
from neurohex.rules.actions import CLASSES, MEDIC
from neurohex.rules.bits import BIT
from neurohex.rules.catalog import K_HQ, M_MEDIC, T_KIND, T_TOUGHNESS
from neurohex.rules.events import ENDLESS, EXPLOSION, HEALED, NONE, Log
from neurohex.rules.layout import (
    AC_EXPLODES,
    AC_SET_OFF,
    ACTOR,
    HEADER,
    HEX_SIZE,
    HEXES,
    PHASE,
    ST_MEDIC,
    STAGE,
    STARTER,
    TURN,
    U_ACT,
    U_CTRL,
    U_HEALS,
    U_HEALS2,
    U_OWNER,
    U_WOUNDS,
)
from neurohex.rules.reach import COUNT, OCC, WORKS, links_of
from neurohex.rules.reasons import gifts_now
from neurohex.rules.refs import phase_of, ref, weapon_of, wounds_of
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State
from neurohex.rules.strikes import H_FROM, H_FUSE, H_KIND, H_MEDIC, H_TO, H_WOUNDS, HITS

EVERYWHERE: Final = (1 << HEXES) - 1
TRIED: Final = 2000
"""So many states are looked at to find out whether a choice matters; beyond that it is asked."""

TAKEN: Final = vec[i64]([0] * 40)  # by hex: wounds of hits that stand
STRUCK: Final = vec[i64]([0] * 40)  # by hex: how many hits stand
USABLE: Final = vec[i64]([0] * 40)  # by hex: 1 for a Medic that can be spent
LINKS: Final = vec[i64]([0] * 40)  # by hex: what a Medic's links reach, friends of those it works for only
SPEND: Final = vec[i64]([0] * 40)  # by patient: bit mask of the Medics that may be the one spent
CHAIN: Final = vec[i64]([0] * 40)  # by patient: all usable Medics that serve it or stand in
OPTIONS: Final = vec[i64]([0] * 8192)
OPTION_N: Final = vec[i64]([0] * 2)  # how many options, and whose choice it is
CLASS_W: Final = vec[i64]([0] * 64)  # classes of hits on one patient: wounds,
CLASS_S: Final = vec[i64]([0] * 64)  # and whose points they would be
CLASS_H: Final = vec[i64]([0] * 64)  # the first hit of the class


def recall(st: State) -> None:
    """Write the decisions already taken into a fresh list of hits."""
    b = st.b
    h: i64 = 0
    while h < st.hexes:
        at: i64 = HEADER + h * HEX_SIZE
        if b[at] != 0:
            number: i64 = i64(b[at + U_HEALS]) + i64(b[at + U_HEALS2]) * 256
            if number > 0 and H_WOUNDS[number - 1] != ENDLESS:
                H_MEDIC[number - 1] = h + 1
        h += 1


def treat(st: State) -> bool:
    """Let Medics answer the hits in the list, as far as nobody has to choose.

    Gives True when all is done; False when a choice is needed, with the state at `ST_MEDIC` and the options
    in OPTIONS.
    """
    work_for(st)
    while True:
        if not _survey(st):
            return True
        _gather(st, EVERYWHERE)
        if OPTION_N[0] == 1 or not _matters(st):
            spend(st, OPTIONS[0])
            continue
        st.b[STAGE] = ST_MEDIC
        st.b[ACTOR] = u8(OPTION_N[1])
        return False


def list_options(st: State) -> None:
    """Fill OPTIONS for a state at `ST_MEDIC`, with its hits listed and the decisions already taken recalled."""
    work_for(st)
    _survey(st)
    _gather(st, EVERYWHERE)


def _is_spent(st: State, h: i64) -> bool:
    at: i64 = HEADER + h * HEX_SIZE
    return st.b[at + U_HEALS] != 0 or st.b[at + U_HEALS2] != 0


def _survey(st: State) -> bool:
    """Fill the tables from the hits that stand; whether any hit unit has a usable Medic."""
    b = st.b
    n = COUNT[0]
    i: i64 = 0
    while i < n:
        TAKEN[OCC[i]] = 0
        STRUCK[OCC[i]] = 0
        i += 1
    any_hit = False
    i = 0
    while i < HITS[0]:
        if H_MEDIC[i] == 0 and H_FUSE[i] == 0:
            TAKEN[H_TO[i]] += H_WOUNDS[i]
            STRUCK[H_TO[i]] += 1
            any_hit = True
        i += 1
    if not any_hit:
        return False
    medics = False
    i = 0
    while i < n:
        m = OCC[i]
        at: i64 = HEADER + m * HEX_SIZE
        USABLE[m] = 0
        t: i64 = i64(b[at]) - 1
        if M_MEDIC[t] != 0 and WORKS[m] >= 0:
            LINKS[m] = _friends_linked(st, m)
            # One that its hits destroy saves nobody (R7.1); nor does one that explodes.
            if (
                not _is_spent(st, m)
                and i64(b[at + U_ACT]) & (AC_EXPLODES | AC_SET_OFF) == 0
                and TAKEN[m] + i64(b[at + U_WOUNDS]) <= T_TOUGHNESS[t]
            ):
                USABLE[m] = 1
                medics = True
        else:
            LINKS[m] = 0
        i += 1
    if not medics:
        return False
    found = False
    i = 0
    while i < n:
        u = OCC[i]
        SPEND[u] = 0
        CHAIN[u] = 0
        if STRUCK[u] > 0 and not _is_spent(st, u):
            _chain(u)
            if SPEND[u] != 0:
                found = True
        i += 1
    return found


def _friends_linked(st: State, m: i64) -> i64:
    """Hexes linked to a Medic that hold units of the side it works for."""
    b = st.b
    reach = links_of(st, m)
    friends = st.game.friends[WORKS[m]]
    mask: i64 = 0
    i: i64 = 0
    while i < COUNT[0]:
        v = OCC[i]
        if reach >> v & 1 and friends >> i64(b[HEADER + v * HEX_SIZE + U_CTRL]) & 1:
            mask |= BIT[v]
        i += 1
    return mask


def _stand_ins(m: i64) -> i64:
    """Usable Medics linked to the Medic on `m`."""
    mask: i64 = 0
    i: i64 = 0
    while i < COUNT[0]:
        v = OCC[i]
        if v != m and USABLE[v] != 0 and LINKS[v] >> m & 1:
            mask |= BIT[v]
        i += 1
    return mask


def _closure(start: i64) -> i64:
    """Everything that can come to stand in, from the Medics in `start` on."""
    reach = start
    grown = True
    while grown:
        grown = False
        i: i64 = 0
        while i < COUNT[0]:
            v = OCC[i]
            if reach >> v & 1:
                more = reach | _stand_ins(v)
                if more != reach:
                    reach = more
                    grown = True
            i += 1
    return reach


def _chain(u: i64) -> None:
    """Which Medics may be spent for the patient on `u` (R7.3)."""
    serving: i64 = 0
    i: i64 = 0
    while i < COUNT[0]:
        m = OCC[i]
        if m != u and USABLE[m] != 0 and LINKS[m] >> u & 1:
            serving |= BIT[m]
        i += 1
    if serving == 0:
        return
    # The patient itself, where it is a Medic, does not stand in for those who save it.
    reach = _closure(serving) & ~BIT[u]
    CHAIN[u] = reach
    i = 0
    while i < COUNT[0]:
        m = OCC[i]
        if reach >> m & 1:
            # Kept, if someone stands in for it from outside any ring it is part of.
            outside = False
            ins = _stand_ins(m) & ~BIT[u]
            j: i64 = 0
            while j < COUNT[0]:
                v = OCC[j]
                if ins >> v & 1 and _closure(BIT[v]) >> m & 1 == 0:
                    outside = True
                j += 1
            if not outside:
                SPEND[u] |= BIT[m]
        i += 1


def hit_classes(st: State, u: i64) -> i64:
    """Sort the standing hits on a patient into classes that would do the same, largest first; how many."""
    n: i64 = 0
    i: i64 = 0
    while i < HITS[0]:
        if H_TO[i] == u and H_MEDIC[i] == 0 and H_FUSE[i] == 0:
            scorer = _scorer(st, i)
            k: i64 = 0
            while k < n and (CLASS_W[k] != H_WOUNDS[i] or CLASS_S[k] != scorer):
                k += 1
            if k == n and n < CLASSES:
                while k > 0 and (
                    CLASS_W[k - 1] < H_WOUNDS[i] or (CLASS_W[k - 1] == H_WOUNDS[i] and CLASS_S[k - 1] > scorer)
                ):
                    CLASS_W[k] = CLASS_W[k - 1]
                    CLASS_S[k] = CLASS_S[k - 1]
                    CLASS_H[k] = CLASS_H[k - 1]
                    k -= 1
                CLASS_W[k] = H_WOUNDS[i]
                CLASS_S[k] = scorer
                CLASS_H[k] = i
                n += 1
            elif k < n and H_FROM[i] < H_FROM[CLASS_H[k]]:
                CLASS_H[k] = i
        i += 1
    return n


def _tied(u: i64, v: i64) -> bool:
    """Whether what is done for one patient can matter to what can be done for the other."""
    if (SPEND[u] | CHAIN[u]) & (SPEND[v] | CHAIN[v]):
        return True
    # A Medic that is itself to be saved could then serve the other, or stand in for those who do.
    return LINKS[u] & (CHAIN[v] | BIT[v]) != 0 or LINKS[v] & (CHAIN[u] | BIT[u]) != 0


def _gather(st: State, circle: i64) -> None:
    """Fill OPTIONS with the next choice going round among the patients in a circle, and OPTION_N[1] with whose it is.

    Nobody is asked about a Medic that works for another side (R7.1): of the patients that hang together the options
    are those of one side's Medics, of the side that comes first.
    """
    b = st.b
    n = COUNT[0]
    game = st.game
    OPTION_N[0] = 0
    begin = i64(b[STARTER]) if b[PHASE] != 0 else i64(b[TURN])
    k: i64 = 0
    while game.round[k] != begin:
        k += 1
    for r in range(i64(len(game.round))):
        who = game.round[(k + r) % len(game.round)]
        for i in range(n):
            u = OCC[i]
            if circle >> u & 1 and SPEND[u] != 0 and i64(b[HEADER + u * HEX_SIZE + U_CTRL]) == who:
                group = _group(u, circle)
                # A choice that touches teammates' units is made by whoever of them comes first (R7.3).
                touched = _touched(st, group)
                first = k
                while touched >> game.round[first % len(game.round)] & 1 == 0:
                    first += 1
                OPTION_N[1] = game.round[first % len(game.round)]
                _list(st, group, game.friends[OPTION_N[1]])
                return


def _matters(st: State) -> bool:
    """Whether the options just gathered can end differently (R7.2); if not, nobody is asked."""
    count = OPTION_N[0]
    who = OPTION_N[1]
    circle = _circle((OPTIONS[0] - MEDIC) // (CLASSES * HEXES))
    options = [int(OPTIONS[k]) for k in range(count)]
    log = st.log
    st.log = None
    seen: dict[int, set[int]] = {}
    ends = _ends_after(st, circle, 0, options[0], seen)
    matters = False
    for option in options[1:]:
        if _ends_after(st, circle, 0, option, seen) != ends or len(seen) > TRIED:
            matters = True
            break
    st.log = log
    _survey(st)
    for k in range(count):
        OPTIONS[k] = options[k]
    OPTION_N[0] = count
    OPTION_N[1] = who
    return matters


def _ends(st: State, circle: i64, done: int, seen: dict[int, set[int]]) -> set[int]:
    """All ends that choices in the circle can lead to. `done` tells states apart: Medics spent and hits cancelled."""
    if done in seen:
        return seen[done]
    ends: set[int] = set()
    OPTION_N[0] = 0
    if len(seen) <= TRIED and _survey(st):
        _gather(st, circle)
    if OPTION_N[0] == 0:
        ends.add(done)
    else:
        for option in [int(OPTIONS[k]) for k in range(OPTION_N[0])]:
            ends |= _ends_after(st, circle, done, option, seen)
    seen[done] = ends
    return ends


def _ends_after(st: State, circle: i64, done: int, option: int, seen: dict[int, set[int]]) -> set[int]:
    """All ends after one option, which is taken back again."""
    b = st.b
    spend(st, i64(option))
    medic: i64 = (i64(option) - MEDIC) // CLASSES % HEXES
    at: i64 = HEADER + medic * HEX_SIZE
    hit: i64 = i64(b[at + U_HEALS]) + i64(b[at + U_HEALS2]) * 256 - 1
    further = done | 1 << int(medic)
    if H_MEDIC[hit] != 0:
        further |= 1 << (HEXES + int(hit))
    ends = _ends(st, circle, further, seen)
    b[at + U_HEALS] = 0
    b[at + U_HEALS2] = 0
    H_MEDIC[hit] = 0
    return ends


def _circle(u: i64) -> i64:
    """Every hex whose unit a choice about the patient on `u` can come to concern: along links, from unit to unit."""
    circle: i64 = BIT[u]
    grown = True
    while grown:
        grown = False
        for i in range(COUNT[0]):
            m = OCC[i]
            both = LINKS[m] | BIT[m]
            if LINKS[m] != 0 and both & circle and both & ~circle:
                circle |= both
                grown = True
    return circle


def _scorer(st: State, hit: i64) -> i64:
    """Whose points a hit on an HQ would be in a score game; 0 otherwise."""
    b = st.b
    if not st.game.score or H_FROM[hit] >= HEXES or T_KIND[i64(b[HEADER + H_TO[hit] * HEX_SIZE]) - 1] != K_HQ:
        return 0
    return i64(b[HEADER + H_FROM[hit] * HEX_SIZE + U_CTRL])


def _touched(st: State, group: i64) -> i64:
    """Players who may have to choose for the patients in a group: those the Medics to be spent work for, and of
    these sides those who control the patients."""
    workers: i64 = 0
    sides: i64 = 0
    controllers: i64 = 0
    for i in range(COUNT[0]):
        u = OCC[i]
        if group >> u & 1:
            controllers |= BIT[i64(st.b[HEADER + u * HEX_SIZE + U_CTRL])]
            for j in range(COUNT[0]):
                if SPEND[u] >> OCC[j] & 1:
                    workers |= BIT[WORKS[OCC[j]]]
                    sides |= st.game.friends[WORKS[OCC[j]]]
    return workers | controllers & sides


def _group(u: i64, circle: i64) -> i64:
    """The patients in the circle whose treatment hangs together with that of `u`."""
    group: i64 = BIT[u]
    n = COUNT[0]
    grown = True
    while grown:
        grown = False
        i: i64 = 0
        while i < n:
            v = OCC[i]
            if group >> v & 1:
                j: i64 = 0
                while j < n:
                    w = OCC[j]
                    if SPEND[w] != 0 and circle >> w & 1 and group >> w & 1 == 0 and _tied(v, w):
                        group |= BIT[w]
                        grown = True
                    j += 1
            i += 1
    return group


def _list(st: State, group: i64, side: i64) -> None:
    """Fill OPTIONS for the patients in a group with what the Medics of one side can do."""
    count: i64 = 0
    for i in range(COUNT[0]):
        u = OCC[i]
        if group >> u & 1:
            classes = hit_classes(st, u)
            for c in range(classes):
                for j in range(COUNT[0]):
                    m = OCC[j]
                    if SPEND[u] >> m & 1 and side >> WORKS[m] & 1:
                        OPTIONS[count] = MEDIC + (u * HEXES + m) * CLASSES + c
                        count += 1
    OPTION_N[0] = count


def spend(st: State, action: i64, asked: i64 = -1) -> None:
    """Carry out one option: mark the Medic with the hit it cancels. `asked` is the player who chose it, -1 for none."""
    b = st.b
    a: i64 = action - MEDIC
    c = a % CLASSES
    m = a // CLASSES % HEXES
    u = a // (CLASSES * HEXES)
    hit_classes(st, u)
    hit = CLASS_H[c]
    at: i64 = HEADER + m * HEX_SIZE
    b[at + U_HEALS] = u8((hit + 1) & 255)
    b[at + U_HEALS2] = u8((hit + 1) >> 8)
    if H_WOUNDS[hit] != ENDLESS:  # of endless hits one fewer is still endless
        H_MEDIC[hit] = m + 1
    log = st.log
    if log is not None:
        log.add(HEALED, m, u, H_WOUNDS[hit], H_FROM[hit], i64(b[at + U_OWNER]))
        _tell_healed(st, log, m, u, hit, asked)


def _tell_healed(st: State, log: Log, m: i64, u: i64, hit: i64, asked: i64) -> None:
    rulings = ["R7.2"]
    stands_in: list[UnitRef] = []
    reach = links_of(st, m)
    if reach >> u & 1 == 0:  # it stands in for a Medic that is linked to the patient, or for one that does
        rulings.insert(0, "R7.3")
        serving = [gift.giver for gift in gifts_now(st).get(int(u), []) if gift.effect == "medic"]
        near = [medic for medic in serving if reach >> i64(st.game.board.index[medic.hex]) & 1]
        stands_in = near or serving
        work_for(st)
    if H_WOUNDS[hit] == ENDLESS:
        rulings.append("R11.2")
    source = H_FROM[hit]
    log.tell(
        Healed(
            ref(st, m),
            ref(st, u),
            wounds_of(H_WOUNDS[hit]),
            ref(st, source) if source != NONE else None,
            H_KIND[hit] == EXPLOSION,
            weapon_of(st)[0],
            tuple(stands_in),
            int(asked) if asked >= 0 else None,
            rulings=tuple(rulings),
            phase=phase_of(st),
        )
    )


def default_option(st: State) -> int:
    """The Medic choice of the default policy: the largest hit, among equals one on an HQ, then by hex name.

    The state must be at `ST_MEDIC` with its options just listed.
    """
    b = st.b
    best: i64 = -1
    best_key: i64 = 0
    i: i64 = 0
    while i < OPTION_N[0]:
        a: i64 = OPTIONS[i] - MEDIC
        u = a // (CLASSES * HEXES)
        hit_classes(st, u)
        hq: i64 = 1 if T_KIND[i64(b[HEADER + u * HEX_SIZE]) - 1] == K_HQ else 0
        key: i64 = CLASS_W[a % CLASSES] * 2 + hq
        if best < 0 or key > best_key:
            best = OPTIONS[i]
            best_key = key
        i += 1
    return int(best)
