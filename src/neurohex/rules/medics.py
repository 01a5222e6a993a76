"""Medics (R7.1-R7.4): who saves whom from what, for all hits that come at once.

The list of hits lies in `strikes`. Decisions already taken are written on the Medics themselves (which hit
each cancelled), so that the whole can be worked out again after a player has chosen.

What a decision comes to is a hit that is cancelled and a Medic that is spent: which Medic "serves" and which
stands in for it (R7.3) matters only for which of them may be the one spent. So an option is a pair: a class of
hits on a patient that would do the same, and a Medic to spend.
"""

from typing import Final

from neurohex.compat import i64, u8
from neurohex.events.base import UnitRef
from neurohex.events.battle import Healed
from neurohex.rules.actions import CLASSES, MEDIC
from neurohex.rules.bits import BIT
from neurohex.rules.catalog import K_HQ, M_MEDIC, T_KIND, T_TOUGHNESS
from neurohex.rules.events import ENDLESS, EXPLOSION, NONE, Log
from neurohex.rules.layout import (
    AC_EXPLODES,
    AC_SET_OFF,
    ACTOR,
    FL_DISABLED,
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
    U_FLAGS,
    U_HEALS,
    U_HEALS2,
    U_WOUNDS,
)
from neurohex.rules.reach import links_of
from neurohex.rules.reasons import gifts_now
from neurohex.rules.refs import phase_of, ref, weapon_of, wounds_of
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State
from neurohex.rules.workspace import Workspace

EVERYWHERE: Final = (1 << HEXES) - 1
TRIED: Final = 200
"""So many states are looked at to find out whether a choice matters; beyond that it is asked."""


def recall(st: State) -> None:
    """Write the decisions already taken into a fresh list of hits."""
    ws = st.ws
    b = st.b
    for h in range(st.hexes):
        at: i64 = HEADER + h * HEX_SIZE
        if b[at] != 0:
            number: i64 = i64(b[at + U_HEALS]) + i64(b[at + U_HEALS2]) * 256
            if number > 0 and ws.hit_wounds[number - 1] != ENDLESS:
                ws.hit_medic[number - 1] = h + 1


def treat(st: State) -> bool:
    """Let Medics answer the hits in the list, as far as nobody has to choose.

    Gives True when all is done; False when a choice is needed, with the state at `ST_MEDIC` and the options
    in OPTIONS.
    """
    ws = st.ws
    work_for(st)
    while True:
        if not _survey(st):
            return True
        _gather(st, EVERYWHERE)
        if ws.n_options == 1 or not _matters(st):
            spend(st, ws.options[0])
            continue
        st.b[STAGE] = ST_MEDIC
        st.b[ACTOR] = u8(ws.chooser)
        return False


def list_options(st: State) -> None:
    """Fill OPTIONS for a state at `ST_MEDIC`, with its hits listed and the decisions already taken recalled."""
    work_for(st)
    _survey(st)
    _gather(st, EVERYWHERE)


def has_medics(st: State) -> bool:
    """Whether any unit is a Medic that is not netted. The units must be listed."""
    ws = st.ws
    for i in range(ws.n_units):
        at: i64 = HEADER + ws.units[i] * HEX_SIZE
        if M_MEDIC[i64(st.b[at]) - 1] != 0 and i64(st.b[at + U_FLAGS]) & FL_DISABLED == 0:
            return True
    return False


def _is_spent(st: State, h: i64) -> bool:
    at: i64 = HEADER + h * HEX_SIZE
    return st.b[at + U_HEALS] != 0 or st.b[at + U_HEALS2] != 0


def _survey(st: State) -> bool:
    """Fill the tables from the hits that stand; whether any hit unit has a usable Medic."""
    ws = st.ws
    b = st.b
    n = ws.n_units
    for i in range(n):
        ws.wounds_due[ws.units[i]] = 0
        ws.hits_due[ws.units[i]] = 0
    any_hit = False
    i = 0
    while i < ws.n_hits:
        if ws.hit_medic[i] == 0 and ws.hit_fuse[i] == 0:
            ws.wounds_due[ws.hit_to[i]] += ws.hit_wounds[i]
            ws.hits_due[ws.hit_to[i]] += 1
            any_hit = True
        i += 1
    if not any_hit:
        return False
    medics = False
    for i in range(n):
        m = ws.units[i]
        at: i64 = HEADER + m * HEX_SIZE
        ws.usable[m] = 0
        t: i64 = i64(b[at]) - 1
        if M_MEDIC[t] != 0 and ws.works[m] >= 0:
            ws.medic_links[m] = _friends_linked(st, m)
            # One that its hits destroy saves nobody (R7.1); nor does one that explodes.
            if (
                not _is_spent(st, m)
                and i64(b[at + U_ACT]) & (AC_EXPLODES | AC_SET_OFF) == 0
                and ws.wounds_due[m] + i64(b[at + U_WOUNDS]) <= T_TOUGHNESS[t]
            ):
                ws.usable[m] = 1
                medics = True
        else:
            ws.medic_links[m] = 0
    if not medics:
        return False
    _note_helpers(ws)
    found = False
    for i in range(n):
        u = ws.units[i]
        ws.may_spend[u] = 0
        ws.may_help[u] = 0
        if ws.hits_due[u] > 0 and ws.helpers[u] != 0 and not _is_spent(st, u):
            _chain(ws, u)
            if ws.may_spend[u] != 0:
                found = True
    return found


def _friends_linked(st: State, m: i64) -> i64:
    """Hexes linked to a Medic that hold units of the side it works for."""
    ws = st.ws
    b = st.b
    reach = links_of(st, m)
    friends = st.game.friends[ws.works[m]]
    mask: i64 = 0
    for i in range(ws.n_units):
        v = ws.units[i]
        if reach >> v & 1 and friends >> i64(b[HEADER + v * HEX_SIZE + U_CTRL]) & 1:
            mask |= BIT[v]
    return mask


def _note_helpers(ws: Workspace) -> None:
    """Fill `helpers`, the usable Medics linked to each unit, and for those Medics `chain`: themselves and all that can
    come to stand in for them (R7.3)."""
    n = ws.n_units
    for i in range(n):
        ws.helpers[ws.units[i]] = 0
    for i in range(n):
        m = ws.units[i]
        if ws.usable[m] != 0:
            ws.chain[m] = BIT[m]
            for j in range(n):
                u = ws.units[j]
                if u != m and ws.medic_links[m] >> u & 1:
                    ws.helpers[u] |= BIT[m]
    grown = True
    while grown:
        grown = False
        for i in range(n):
            m = ws.units[i]
            if ws.usable[m] != 0:
                chain = ws.chain[m] | _chains_of(ws, ws.helpers[m])
                if chain != ws.chain[m]:
                    ws.chain[m] = chain
                    grown = True


def _chains_of(ws: Workspace, medics: i64) -> i64:
    """The Medics in a mask and all that can come to stand in for them."""
    found: i64 = 0
    if medics:
        for i in range(ws.n_units):
            m = ws.units[i]
            if medics >> m & 1:
                found |= ws.chain[m]
    return found


def _chain(ws: Workspace, u: i64) -> None:
    """Which Medics may be spent for the patient on `u` (R7.3). One is kept if another stands in for it from outside any
    ring that it is part of. The patient itself, where it is a Medic, does not stand in for those who save it."""
    reach = _chains_of(ws, ws.helpers[u]) & ~BIT[u]
    ws.may_help[u] = reach
    for i in range(ws.n_units):
        m = ws.units[i]
        if reach >> m & 1:
            kept = False
            stand_ins = ws.helpers[m] & ~BIT[u]
            if stand_ins:
                for j in range(ws.n_units):
                    v = ws.units[j]
                    if stand_ins >> v & 1 and ws.chain[v] >> m & 1 == 0:
                        kept = True
            if not kept:
                ws.may_spend[u] |= BIT[m]


def hit_classes(st: State, u: i64) -> i64:
    """Sort the standing hits on a patient into classes that would do the same, largest first; how many."""
    ws = st.ws
    n: i64 = 0
    i: i64 = 0
    while i < ws.n_hits:
        if ws.hit_to[i] == u and ws.hit_medic[i] == 0 and ws.hit_fuse[i] == 0:
            scorer = _scorer(st, i)
            k: i64 = 0
            while k < n and (ws.class_wounds[k] != ws.hit_wounds[i] or ws.class_scorer[k] != scorer):
                k += 1
            if k == n and n < CLASSES:
                while k > 0 and (
                    ws.class_wounds[k - 1] < ws.hit_wounds[i]
                    or (ws.class_wounds[k - 1] == ws.hit_wounds[i] and ws.class_scorer[k - 1] > scorer)
                ):
                    ws.class_wounds[k] = ws.class_wounds[k - 1]
                    ws.class_scorer[k] = ws.class_scorer[k - 1]
                    ws.class_hit[k] = ws.class_hit[k - 1]
                    k -= 1
                ws.class_wounds[k] = ws.hit_wounds[i]
                ws.class_scorer[k] = scorer
                ws.class_hit[k] = i
                n += 1
            elif k < n and ws.hit_from[i] < ws.hit_from[ws.class_hit[k]]:
                ws.class_hit[k] = i
        i += 1
    return n


def _tied(ws: Workspace, u: i64, v: i64) -> bool:
    """Whether what is done for one patient can matter to what can be done for the other."""
    if (ws.may_spend[u] | ws.may_help[u]) & (ws.may_spend[v] | ws.may_help[v]):
        return True
    # A Medic that is itself to be saved could then serve the other, or stand in for those who do.
    return ws.medic_links[u] & (ws.may_help[v] | BIT[v]) != 0 or ws.medic_links[v] & (ws.may_help[u] | BIT[u]) != 0


def _gather(st: State, circle: i64) -> None:
    """Fill OPTIONS with the next choice going round among the patients in a circle, and OPTION_N[1] with whose it is.

    Nobody is asked about a Medic that works for another side (R7.1): of the patients that hang together the options
    are those of one side's Medics, of the side that comes first.
    """
    ws = st.ws
    b = st.b
    n = ws.n_units
    game = st.game
    ws.n_options = 0
    begin = i64(b[STARTER]) if b[PHASE] != 0 else i64(b[TURN])
    k: i64 = 0
    while game.round[k] != begin:
        k += 1
    for r in range(i64(len(game.round))):
        who = game.round[(k + r) % len(game.round)]
        for i in range(n):
            u = ws.units[i]
            if circle >> u & 1 and ws.may_spend[u] != 0 and i64(b[HEADER + u * HEX_SIZE + U_CTRL]) == who:
                group = _group(ws, u, circle)
                # A choice that touches teammates' units is made by whoever of them comes first (R7.3).
                touched = _touched(st, group)
                first = k
                while touched >> game.round[first % len(game.round)] & 1 == 0:
                    first += 1
                ws.chooser = game.round[first % len(game.round)]
                _list(st, group, game.friends[ws.chooser])
                return


def _matters(st: State) -> bool:
    """Whether the options just gathered can end differently (R7.2); if not, nobody is asked."""
    ws = st.ws
    count = ws.n_options
    who = ws.chooser
    circle = _circle(ws, (ws.options[0] - MEDIC) // (CLASSES * HEXES))
    options = [int(ws.options[k]) for k in range(count)]
    log = st.log
    st.log = None
    seen: dict[int, set[int]] = {}
    matters = _differ_at_once(st, circle, options)
    ends: set[int] = set() if matters else _ends_after(st, circle, 0, options[0], seen)
    for option in options[1:] if not matters else []:
        if _ends_after(st, circle, 0, option, seen) != ends or len(seen) > TRIED:
            matters = True
            break
    st.log = log
    _survey(st)
    for k in range(count):
        ws.options[k] = options[k]
    ws.n_options = count
    ws.chooser = who
    return matters


def _differ_at_once(st: State, circle: i64, options: list[int]) -> bool:
    """Whether the first two options differ for certain: always taking the first choice after one of them leaves the
    other's Medic alive, or its hit standing. Finds most of the choices that matter, without trying all ways."""
    first, second = _done_by(st, options[0]), _done_by(st, options[1])
    return _first_end(st, circle, options[1]) & first != first or (
        _first_end(st, circle, options[0]) & second != second
    )


def _done_by(st: State, option: int) -> int:
    """What an option does, as a mask: the Medic spent and the hit cancelled."""
    spend(st, i64(option))
    return _take_back(st, option)


def _take_back(st: State, option: int) -> int:
    """Undo an option; what it had done."""
    b = st.b
    medic: i64 = (i64(option) - MEDIC) // CLASSES % HEXES
    at: i64 = HEADER + medic * HEX_SIZE
    hit: i64 = i64(b[at + U_HEALS]) + i64(b[at + U_HEALS2]) * 256 - 1
    done = 1 << int(medic)
    if st.ws.hit_medic[hit] != 0:
        done |= 1 << (HEXES + int(hit))
    b[at + U_HEALS] = 0
    b[at + U_HEALS2] = 0
    st.ws.hit_medic[hit] = 0
    return done


def _first_end(st: State, circle: i64, option: int) -> int:
    """The end after an option if the first choice is always taken from there on."""
    ws = st.ws
    taken = [option]
    spend(st, i64(option))
    while True:
        ws.n_options = 0
        if _survey(st):
            _gather(st, circle)
        if ws.n_options == 0:
            break
        taken.append(int(ws.options[0]))
        spend(st, ws.options[0])
    end = 0
    for one in reversed(taken):
        end |= _take_back(st, one)
    return end


def _ends(st: State, circle: i64, done: int, seen: dict[int, set[int]]) -> set[int]:
    """All ends that choices in the circle can lead to. `done` tells states apart: Medics spent and hits cancelled."""
    ws = st.ws
    if done in seen:
        return seen[done]
    ends: set[int] = set()
    ws.n_options = 0
    if len(seen) <= TRIED and _survey(st):
        _gather(st, circle)
    if ws.n_options == 0:
        ends.add(done)
    else:
        for option in [int(ws.options[k]) for k in range(ws.n_options)]:
            ends |= _ends_after(st, circle, done, option, seen)
    seen[done] = ends
    return ends


def _ends_after(st: State, circle: i64, done: int, option: int, seen: dict[int, set[int]]) -> set[int]:
    """All ends after one option, which is taken back again."""
    does = _done_by(st, option)
    spend(st, i64(option))
    ends = _ends(st, circle, done | does, seen)
    _take_back(st, option)
    return ends


def _circle(ws: Workspace, u: i64) -> i64:
    """Every hex whose unit a choice about the patient on `u` can come to concern: along links, from unit to unit."""
    circle: i64 = BIT[u]
    grown = True
    while grown:
        grown = False
        for i in range(ws.n_units):
            m = ws.units[i]
            both = ws.medic_links[m] | BIT[m]
            if ws.medic_links[m] != 0 and both & circle and both & ~circle:
                circle |= both
                grown = True
    return circle


def _scorer(st: State, hit: i64) -> i64:
    """Whose points a hit on an HQ would be in a score game; 0 otherwise."""
    ws = st.ws
    b = st.b
    if not st.game.score or ws.hit_from[hit] >= HEXES or T_KIND[i64(b[HEADER + ws.hit_to[hit] * HEX_SIZE]) - 1] != K_HQ:
        return 0
    return i64(b[HEADER + ws.hit_from[hit] * HEX_SIZE + U_CTRL])


def _touched(st: State, group: i64) -> i64:
    """Players who may have to choose for the patients in a group: those the Medics to be spent work for, and of
    these sides those who control the patients."""
    ws = st.ws
    workers: i64 = 0
    sides: i64 = 0
    controllers: i64 = 0
    for i in range(ws.n_units):
        u = ws.units[i]
        if group >> u & 1:
            controllers |= BIT[i64(st.b[HEADER + u * HEX_SIZE + U_CTRL])]
            for j in range(ws.n_units):
                if ws.may_spend[u] >> ws.units[j] & 1:
                    workers |= BIT[ws.works[ws.units[j]]]
                    sides |= st.game.friends[ws.works[ws.units[j]]]
    return workers | controllers & sides


def _group(ws: Workspace, u: i64, circle: i64) -> i64:
    """The patients in the circle whose treatment hangs together with that of `u`."""
    group: i64 = BIT[u]
    n = ws.n_units
    grown = True
    while grown:
        grown = False
        for i in range(n):
            v = ws.units[i]
            if group >> v & 1:
                for j in range(n):
                    w = ws.units[j]
                    if ws.may_spend[w] != 0 and circle >> w & 1 and group >> w & 1 == 0 and _tied(ws, v, w):
                        group |= BIT[w]
                        grown = True
    return group


def _list(st: State, group: i64, side: i64) -> None:
    """Fill OPTIONS for the patients in a group with what the Medics of one side can do."""
    ws = st.ws
    count: i64 = 0
    for i in range(ws.n_units):
        u = ws.units[i]
        if group >> u & 1:
            classes = hit_classes(st, u)
            for c in range(classes):
                for j in range(ws.n_units):
                    m = ws.units[j]
                    if ws.may_spend[u] >> m & 1 and side >> ws.works[m] & 1:
                        ws.options[count] = MEDIC + (u * HEXES + m) * CLASSES + c
                        count += 1
    ws.n_options = count


def spend(st: State, action: i64, asked: i64 = -1) -> None:
    """Carry out one option: mark the Medic with the hit it cancels. `asked` is the player who chose it, -1 for none."""
    ws = st.ws
    b = st.b
    a: i64 = action - MEDIC
    c = a % CLASSES
    m = a // CLASSES % HEXES
    u = a // (CLASSES * HEXES)
    hit_classes(st, u)
    hit = ws.class_hit[c]
    at: i64 = HEADER + m * HEX_SIZE
    b[at + U_HEALS] = u8((hit + 1) & 255)
    b[at + U_HEALS2] = u8((hit + 1) >> 8)
    if ws.hit_wounds[hit] != ENDLESS:  # of endless hits one fewer is still endless
        ws.hit_medic[hit] = m + 1
    log = st.log
    if log is not None:
        _tell_healed(st, log, m, u, hit, asked)


def _tell_healed(st: State, log: Log, m: i64, u: i64, hit: i64, asked: i64) -> None:
    ws = st.ws
    rulings = ["R7.2"]
    stands_in: list[UnitRef] = []
    reach = links_of(st, m)
    if reach >> u & 1 == 0:  # it stands in for a Medic that is linked to the patient, or for one that does
        rulings.insert(0, "R7.3")
        serving = [gift.giver for gift in gifts_now(st).get(int(u), []) if gift.effect == "medic"]
        near = [medic for medic in serving if reach >> i64(st.game.board.index[medic.hex]) & 1]
        stands_in = near or serving
        work_for(st)
    if ws.hit_wounds[hit] == ENDLESS:
        rulings.append("R11.2")
    source = ws.hit_from[hit]
    log.tell(
        Healed(
            ref(st, m),
            ref(st, u),
            wounds_of(ws.hit_wounds[hit]),
            ref(st, source) if source != NONE else None,
            ws.hit_kind[hit] == EXPLOSION,
            weapon_of(st)[0],
            tuple(stands_in),
            int(asked) if asked >= 0 else None,
            rulings=tuple(rulings),
            phase=phase_of(st),
        )
    )
