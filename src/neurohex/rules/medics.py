"""Medics (R7.1-R7.4): which Medic cancels which hit, for all hits that come at once.

`hits` holds the list of hits. The state records each decision on the Medic: the number of the hit that it cancelled. So
the rules can list the hits again after a player has chosen, and go on from there.

A decision cancels one hit and spends one Medic. Which Medic "serves" and which stands in for it (R7.3) matters only for
which of them may be spent. So an option is a pair: a class of equal hits on a patient, and the Medic to spend.
"""

from typing import Final

from neurohex.compat import i16, i64
from neurohex.events.base import UnitRef
from neurohex.events.battle import Healed
from neurohex.rules.actions import CLASSES, MEDIC
from neurohex.rules.bits import BIT, has, lowest, rest, several
from neurohex.rules.catalog import A_SPY, M_MEDIC
from neurohex.rules.events import ENDLESS, EXPLOSION, NONE, TOXIC, VENOM, Log
from neurohex.rules.game import Game
from neurohex.rules.hits import cancel, hit_by, hit_from, hit_kind, hit_to, hit_wounds, is_open, restore, stands
from neurohex.rules.layout import (
    AC_EXPLODES,
    AC_SET_OFF,
    ACTOR,
    HEXES,
    P_HQ,
    PHASE,
    ST_MEDIC,
    STAGE,
    STARTER,
    TURN,
    U_ACT,
    U_HEALS,
    U_HEALS2,
    U_WOUNDS,
    hex_at,
)
from neurohex.rules.markers import marks_of
from neurohex.rules.reach import links_of, reach_of, spies_on
from neurohex.rules.reasons import gifts_now
from neurohex.rules.refs import phase_of, ref, weapon_of, wounds_of
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State
from neurohex.rules.workspace import Workspace

EVERYWHERE: Final = (1 << HEXES) - 1
TRIED: Final = 200
"""States to try in order to find out whether a choice matters. Beyond that the player is asked."""


def recall_decisions(st: State) -> None:
    """Cancel the hits that Medics have answered already. Precondition: the hits were just listed."""
    ws = st.ws
    b = st.b
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        at = hex_at(h)
        number: i64 = i64(b[at + U_HEALS]) + i64(b[at + U_HEALS2]) * 256
        if number > 0 and hit_wounds(ws.hits[number - 1]) != ENDLESS:
            cancel(ws, number - 1, h)


def medic_reach(st: State, medics: i64) -> i64:
    """Mask of all hexes that the links of some Medics reach."""
    found: i64 = 0
    while medics:
        m = lowest(medics)
        found |= reach_of(st, m) if st.game.more else links_of(st, m)
        medics = rest(medics)
    return found


def treat(st: State) -> bool:
    """Let Medics cancel hits of the list until a player has to choose.

    Gives True if all is done. Gives False if a player has to choose: the state is then at `ST_MEDIC`, and the workspace
    holds the `options`.
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
        st.b[ACTOR] = i16(ws.chooser)
        return False


def list_options(st: State) -> None:
    """Fill `options` for a state at `ST_MEDIC`. Precondition: the hits were listed, then `recall_decisions` was
    called."""
    work_for(st)
    _survey(st)
    _gather(st, EVERYWHERE)


def _is_spent(st: State, h: i64) -> bool:
    at = hex_at(h)
    return st.b[at + U_HEALS] != 0 or st.b[at + U_HEALS2] != 0


def _survey(st: State) -> bool:
    """Fill the tables of Medics and patients from the hits that stand. Gives whether any patient has a usable Medic."""
    ws = st.ws
    b = st.b
    n = ws.n_units
    for i in range(n):
        ws.wounds_due[ws.units[i]] = 0
        ws.hits_due[ws.units[i]] = 0
    any_hit = False
    for i in range(ws.n_hits):
        hit = ws.hits[i]
        if is_open(hit):
            ws.wounds_due[hit_to(hit)] += hit_wounds(hit)
            ws.hits_due[hit_to(hit)] += 1
            any_hit = True
    if not any_hit:
        return False
    medics = False
    for i in range(n):
        m = ws.units[i]
        at = hex_at(m)
        ws.usable[m] = 0
        t: i64 = i64(b[at]) - 1
        if M_MEDIC[t] != 0 and ws.works[m] >= 0:
            ws.medic_links[m] = _friends_linked(st, m)
            # A Medic that its hits destroy cancels nothing (R7.1), nor does one that explodes.
            if (
                not _is_spent(st, m)
                and i64(b[at + U_ACT]) & (AC_EXPLODES | AC_SET_OFF) == 0
                and ws.wounds_due[m] + i64(b[at + U_WOUNDS]) <= st.toughness(m)
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
            _fill_may_spend(ws, u)
            if ws.may_spend[u] != 0:
                found = True
    return found


def _friends_linked(st: State, m: i64) -> i64:
    """Hexes linked to a Medic that hold units of the side it works for."""
    ws = st.ws
    reach = reach_of(st, m) if st.game.more else links_of(st, m)
    friends = st.game.friends[ws.works[m]]
    mask: i64 = spies_on(st, m, ws.works[m]) if st.game.more else i64(0)  # R15.5
    for i in range(ws.n_units):
        v = ws.units[i]
        if has(reach, v) and has(friends, st.controller(v)):
            mask |= BIT[v]
    return mask


def _note_helpers(ws: Workspace) -> None:
    """Fill `helpers`: by unit, the usable Medics linked to it; and `chain`: by usable Medic, itself and all that can
    stand in for it, directly or through others (R7.3)."""
    n = ws.n_units
    for i in range(n):
        ws.helpers[ws.units[i]] = 0
    for i in range(n):
        m = ws.units[i]
        if ws.usable[m] != 0:
            for j in range(n):
                u = ws.units[j]
                if u != m and has(ws.medic_links[m], u):
                    ws.helpers[u] |= BIT[m]
    _chain_up(ws, EVERYWHERE)


def _chain_up(ws: Workspace, among: i64) -> None:
    """Fill `chain`, with those that stand in among the Medics of a mask."""
    n = ws.n_units
    for i in range(n):
        m = ws.units[i]
        ws.chain[m] = BIT[m]
    grown = True
    while grown:
        grown = False
        for i in range(n):
            m = ws.units[i]
            if ws.usable[m] != 0:
                chain = ws.chain[m] | _chains_of(ws, ws.helpers[m] & among)
                if chain != ws.chain[m]:
                    ws.chain[m] = chain
                    grown = True


def _chains_of(ws: Workspace, medics: i64) -> i64:
    """Some Medics, and all that can stand in for them."""
    found: i64 = 0
    if medics:
        for i in range(ws.n_units):
            m = ws.units[i]
            if has(medics, m):
                found |= ws.chain[m]
    return found


def _fill_may_spend(ws: Workspace, u: i64) -> None:
    """Find the Medics that may be spent for the patient on `u` (R7.3).

    A Medic is kept if another stands in for it from outside any ring that it is part of. A patient that is a Medic does
    not stand in for its own helpers.
    """
    if ws.usable[u] != 0:
        _chain_up(ws, ~BIT[u])
    reach = _chains_of(ws, ws.helpers[u]) & ~BIT[u]
    ws.may_help[u] = reach
    for i in range(ws.n_units):
        m = ws.units[i]
        if has(reach, m):
            kept = False
            stand_ins = ws.helpers[m] & ~BIT[u]
            if stand_ins:
                for j in range(ws.n_units):
                    v = ws.units[j]
                    if has(stand_ins, v) and not has(ws.chain[v], m):
                        kept = True
            if not kept:
                ws.may_spend[u] |= BIT[m]
    if ws.usable[u] != 0:
        _chain_up(ws, EVERYWHERE)


def hit_classes(st: State, u: i64) -> i64:
    """Sort the standing hits on a patient into classes of equal hits, largest first. Gives the number of classes.

    Hits are equal if they do as many wounds, would score for the same player and carry the same markers (R21.1, R23.2).
    """
    ws = st.ws
    n: i64 = 0
    for i in range(ws.n_hits):
        hit = ws.hits[i]
        if hit_to(hit) == u and is_open(hit):
            wounds = hit_wounds(hit)
            scorer = _scorer(st, hit)
            marks = marks_of(st, hit) if st.game.more and st.b[PHASE] != 0 else i64(0)
            k = _class_of(ws, n, wounds, scorer, marks)
            if k >= 0:
                if hit_from(hit) < hit_from(ws.hits[ws.class_hit[k]]):
                    ws.class_hit[k] = i
            elif n < CLASSES:
                _insert_class(ws, n, wounds, scorer, marks, i)
                n += 1
    return n


def _class_of(ws: Workspace, n: i64, wounds: i64, scorer: i64, marks: i64) -> i64:
    """The number of a class among the first `n`; -1 if it is new."""
    for k in range(n):
        if ws.class_wounds[k] == wounds and ws.class_scorer[k] == scorer and ws.class_marks[k] == marks:
            return k
    return -1


def _insert_class(ws: Workspace, n: i64, wounds: i64, scorer: i64, marks: i64, hit: i64) -> None:
    """Put a new class in its place among the first `n`: more wounds first, then the earlier scorer, then in the order
    of the list of hits."""
    k = n
    while k > 0 and (
        ws.class_wounds[k - 1] < wounds or (ws.class_wounds[k - 1] == wounds and ws.class_scorer[k - 1] > scorer)
    ):
        ws.class_wounds[k] = ws.class_wounds[k - 1]
        ws.class_scorer[k] = ws.class_scorer[k - 1]
        ws.class_marks[k] = ws.class_marks[k - 1]
        ws.class_hit[k] = ws.class_hit[k - 1]
        k -= 1
    ws.class_wounds[k] = wounds
    ws.class_scorer[k] = scorer
    ws.class_marks[k] = marks
    ws.class_hit[k] = hit


def _tied(ws: Workspace, u: i64, v: i64) -> bool:
    """Whether the treatment of one patient can affect that of the other."""
    if (ws.may_spend[u] | ws.may_help[u]) & (ws.may_spend[v] | ws.may_help[v]):
        return True
    # A patient that is a Medic could then serve the other, or stand in for its helpers.
    return _serves_then(ws, u) & (ws.may_help[v] | BIT[v]) != 0 or _serves_then(ws, v) & (ws.may_help[u] | BIT[u]) != 0


def _serves_then(ws: Workspace, u: i64) -> i64:
    """The units that the patient on `u`, once saved, can serve as a Medic, or through Medics that it would save."""
    found = ws.medic_links[u]
    grown = found != 0
    while grown:
        grown = False
        for i in range(ws.n_units):
            w = ws.units[i]
            if has(found, w) and ws.hits_due[w] > 0 and ws.medic_links[w] & ~found:
                found |= ws.medic_links[w]
                grown = True
    return found


def _gather(st: State, circle: i64) -> None:
    """Fill `options` with the next choice about the patients in a circle, and `chooser` with the player who makes it.

    Players choose only about Medics that work for their side (R7.1). Where patients of several sides affect each other,
    the side that comes first in turn order chooses first.
    """
    ws = st.ws
    b = st.b
    n = ws.n_units
    game = st.game
    ws.n_options = 0
    begin = i64(b[STARTER]) if b[PHASE] != 0 else i64(b[TURN])
    for r in range(game.players):
        who = _in_round(game, begin, r)
        for i in range(n):
            u = ws.units[i]
            if has(circle, u) and ws.may_spend[u] != 0 and st.controller(u) == who:
                group = _group(ws, u, circle)
                if game.has_spies and not several(group) and st.ability(u) & A_SPY:
                    # A Spy's controller chooses the Medic and the hit, whoever the Medics work for (R15.5).
                    ws.chooser = who
                    _list_for(st, group, EVERYWHERE)
                    return
                ws.chooser = _first_of(game, begin, _touched(st, group))
                _list_for(st, group, game.friends[ws.chooser])
                return


def _in_round(game: Game, begin: i64, r: i64) -> i64:
    """The player who comes `r` places after `begin` when choices go round (R10.7)."""
    return game.round[(game.place[begin] + r) % game.players]


def _first_of(game: Game, begin: i64, players: i64) -> i64:
    """Who of a mask of players comes first, going round from `begin`: that teammate chooses for all (R7.3)."""
    for r in range(game.players):
        who = _in_round(game, begin, r)
        if has(players, who):
            return who
    raise AssertionError("a choice of Medics without a player to make it")


def _matters(st: State) -> bool:
    """Whether the options just gathered can end differently (R7.2). If not, the first is taken without asking."""
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
    """Whether the first two options differ for certain.

    They do if taking one of them, and then always the first choice, leaves the other's Medic alive or its hit standing.
    That finds most choices that matter, without trying every sequence.
    """
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
    at = hex_at(medic)
    hit: i64 = i64(b[at + U_HEALS]) + i64(b[at + U_HEALS2]) * 256 - 1
    done = 1 << int(medic)
    if not stands(st.ws.hits[hit]):
        done |= 1 << (HEXES + int(hit))
    b[at + U_HEALS] = 0
    b[at + U_HEALS2] = 0
    restore(st.ws, hit)
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
    """All hexes whose units a choice about the patient on `u` can affect, along the links of Medics."""
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
    """The player who would score with a hit on an HQ in a score game; 0 otherwise."""
    if not st.game.score:
        return 0
    source = hit_from(hit)
    if not st.is_hq(hit_to(hit)):
        return 0
    if hit_kind(hit) in (VENOM, TOXIC):
        return hit_by(hit)  # R21.5
    return st.controller(source) if source != NONE else i64(0)


def _touched(st: State, group: i64) -> i64:
    """Players who may choose for the patients in a group: the players that the Medics work for, and teammates of theirs
    who control patients."""
    ws = st.ws
    workers: i64 = 0
    sides: i64 = 0
    controllers: i64 = 0
    for i in range(ws.n_units):
        u = ws.units[i]
        if has(group, u):
            controllers |= BIT[st.controller(u)]
            for j in range(ws.n_units):
                if has(ws.may_spend[u], ws.units[j]):
                    workers |= BIT[ws.works[ws.units[j]]]
                    sides |= st.game.friends[ws.works[ws.units[j]]]
    return workers | controllers & sides


def _group(ws: Workspace, u: i64, circle: i64) -> i64:
    """The patients in the circle whose treatment can affect that of `u`, directly or through others."""
    group: i64 = BIT[u]
    n = ws.n_units
    grown = True
    while grown:
        grown = False
        for i in range(n):
            v = ws.units[i]
            if has(group, v):
                for j in range(n):
                    w = ws.units[j]
                    if ws.may_spend[w] != 0 and has(circle, w) and not has(group, w) and _tied(ws, v, w):
                        group |= BIT[w]
                        grown = True
    return group


def _list_for(st: State, group: i64, side: i64) -> None:
    """Fill `options` with what the Medics of one side can do for the patients in a group."""
    ws = st.ws
    count: i64 = 0
    for i in range(ws.n_units):
        u = ws.units[i]
        if has(group, u):
            classes = hit_classes(st, u)
            doomed = _is_doomed(st, u)
            for c in range(classes):
                if doomed and c > 0 and ws.class_wounds[c] == ws.class_wounds[c - 1]:
                    continue  # a unit that leaves takes no marker (R21.3), so these hits do the same
                for j in range(ws.n_units):
                    m = ws.units[j]
                    if has(ws.may_spend[u], m) and has(side, ws.works[m]):
                        ws.options[count] = MEDIC + (u * HEXES + m) * CLASSES + c
                        count += 1
    ws.n_options = count


def _is_doomed(st: State, u: i64) -> bool:
    """Whether a patient leaves at the end of this phase even if all Medics that could answer its hits do."""
    ws = st.ws
    if not st.game.more or st.b[PHASE] == 0 or (st.is_hq(u) and (st.game.score or st.game.deathmatch)):
        return False
    if has(ws.exploding, u):
        return True
    open_hits: list[int] = []
    for i in range(ws.n_hits):
        hit = ws.hits[i]
        if hit_to(hit) == u and is_open(hit):
            if hit_wounds(hit) == ENDLESS:
                return True
            open_hits.append(int(hit_wounds(hit)))
    open_hits.sort()
    left: i64 = 0
    for wounds in open_hits[: max(0, len(open_hits) - int(ws.may_help[u]).bit_count())]:
        left += i64(wounds)
    if st.is_hq(u):
        return left >= i64(st.b[st.player_at(st.owner(u)) + P_HQ])
    return left + i64(st.b[hex_at(u) + U_WOUNDS]) > st.toughness(u)


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
    at = hex_at(m)
    b[at + U_HEALS] = i16((hit + 1) & 255)
    b[at + U_HEALS2] = i16((hit + 1) >> 8)
    if hit_wounds(ws.hits[hit]) != ENDLESS:  # one endless hit fewer is still endless
        cancel(ws, hit, m)
    log = st.log
    if log is not None:
        _tell_healed(st, log, m, u, ws.hits[hit], asked)


def _tell_healed(st: State, log: Log, m: i64, u: i64, hit: i64, asked: i64) -> None:
    rulings = ["R7.2"]
    stands_in: list[UnitRef] = []
    reach = links_of(st, m)
    if not has(reach, u):  # it stands in for a Medic that is linked to the patient, or for one that does
        rulings.insert(0, "R7.3")
        serving = [gift.giver for gift in gifts_now(st).get(int(u), []) if gift.effect == "medic"]
        near = [medic for medic in serving if has(reach, i64(st.game.board.index[medic.hex]))]
        stands_in = near or serving
        work_for(st)
    if hit_wounds(hit) == ENDLESS:
        rulings.append("R11.2")
    source = hit_from(hit)
    log.tell(
        Healed(
            ref(st, m),
            ref(st, u),
            wounds_of(hit_wounds(hit)),
            ref(st, source) if source != NONE else None,
            hit_kind(hit) == EXPLOSION,
            weapon_of(st)[0],
            tuple(stands_in),
            int(asked) if asked >= 0 else None,
            rulings=tuple(rulings),
            phase=phase_of(st),
        )
    )
