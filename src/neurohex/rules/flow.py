"""The course of a game: turns, draws, Battles that begin by themselves, the end (sections 1, 4 and 10).

`proceed` carries a state on after every act, until somebody has to decide, chance has to draw, or the game
is over. Nothing here is a player's choice; those are in `legal` and `acts`.
"""

from neurohex.compat import i64, u8, vec
from neurohex.events.course import Eliminated, ExtraTurns, Removed, SupplyEnded, TurnBegan, TurnEnded
from neurohex.rules.battle import begin_battle, next_player, run_battle
from neurohex.rules.bits import BIT
from neurohex.rules.catalog import (
    A_BOMBER,
    BOMBER_BASE,
    K_INSTANT,
    M_RECON,
    T_ABILITY,
    T_KIND,
)
from neurohex.rules.ending import contenders, finish, finish_by_points, leaders_of, one_side, score_reached
from neurohex.rules.game import Game
from neurohex.rules.influence import resolve
from neurohex.rules.layout import (
    ACTOR,
    ADDITIONAL,
    AFTER,
    ASIDE,
    ASKED,
    BATTLE,
    BLOCKED,
    BY_FULL_BOARD,
    CAPTURES,
    CHANGED,
    DEAD,
    DREW,
    END_ADDITIONAL,
    END_FINAL,
    END_HQ,
    END_STILL,
    EXTRA,
    FINAL,
    FIRST,
    FL_DISABLED,
    FL_MOBILITY,
    FL_ROTATED,
    FL_TURN,
    FL_TURNED,
    FREE,
    FRESH,
    HEADER,
    HEX_SIZE,
    KINDS,
    LAST_TURN,
    LEFT,
    LIMIT,
    NEUTRAL,
    NO_LIMIT,
    OVER,
    P_DUE,
    P_HAND,
    P_HAND_N,
    P_HQ,
    P_HQ_HEX,
    P_MERCS,
    P_OUT,
    P_PILE,
    P_PILE_N,
    P_TERROR,
    P_TIED,
    PHASE,
    PLAYED,
    PLAYER_SIZE,
    POOL,
    SEAT,
    SETUP,
    ST_CAPTURE,
    ST_DISCARD,
    ST_DRAW,
    ST_HQ,
    ST_MAIN,
    ST_MERCENARY,
    ST_OVER,
    ST_RECON,
    ST_SOURCE,
    STAGE,
    STARTER,
    SUPPLY,
    TARGET,
    TO_DRAW,
    TO_MAIN,
    TO_NEXT,
    TO_RECON,
    TURN,
    TURNS_HIGH,
    TURNS_LOW,
    U_CTRL,
    U_FLAGS,
    U_MOVED,
    U_MOVED2,
    U_OWNER,
)
from neurohex.rules.refs import players, ref
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State


def empty_state(game: Game) -> State:
    """A state with an empty board, full piles and no turn begun: where games and positions start from."""
    st = State(game, vec[u8]([0] * int(game.size)))
    b = st.b
    b[FREE] = u8(len(game.board.main_field))
    for p in range(game.players):
        at: i64 = st.po + p * PLAYER_SIZE
        b[at + P_HQ] = u8(game.start_hq[p])
        total: i64 = 0
        kind: i64 = 1  # the HQ, kind 0, lies apart
        while kind < KINDS:
            b[at + P_PILE + kind] = u8(game.counts[p * KINDS + kind])
            total += game.counts[p * KINDS + kind]
            kind += 1
        b[at + P_PILE_N] = u8(total)
    return st


def new_state(game: Game) -> State:
    """The first moment of a game: mercenaries are chosen, then HQs placed."""
    st = empty_state(game)
    b = st.b
    if game.bomber == "neutral":
        st.put(i64(game.board.centre), BOMBER_BASE, NEUTRAL, 0)
    if game.bomber_two:
        b[ASIDE] = 1
    if game.mercenaries > 0:
        b[POOL] = 31 if game.bomber == "mercenary" else 15
        b[STAGE] = ST_MERCENARY
    else:
        b[STAGE] = ST_HQ
    b[ACTOR] = u8(game.round[0])
    return st


def setup_on(st: State) -> None:
    """One more mercenary chosen or HQ placed: whose turn to do so is it now?"""
    b = st.b
    game = st.game
    n: i64 = len(game.round)
    b[SETUP] += 1
    done = i64(b[SETUP])
    hires: i64 = n * i64(game.mercenaries)
    if done < hires:
        b[ACTOR] = u8(game.round[done % n])
    elif done < hires + n:
        b[STAGE] = ST_HQ
        b[ACTOR] = u8(game.round[done % n])
    else:
        b[SEAT] = 0
        b[FIRST] = 1
        start_turn(st)
        proceed(st)


# --- turns ----------------------------------------------------------------------------------------
def start_turn(st: State) -> None:
    """The player whose seat it is begins a turn (R4.2, R4.7)."""
    b = st.b
    game = st.game
    p = game.order[i64(b[SEAT])]
    b[TURN] = u8(p)
    b[ACTOR] = u8(p)
    number: i64 = i64(b[TURNS_LOW]) + i64(b[TURNS_HIGH]) * 256
    if number < 65535:
        number += 1
    b[TURNS_LOW] = u8(number & 255)
    b[TURNS_HIGH] = u8(number >> 8)
    at: i64 = st.po + p * PLAYER_SIZE
    b[at + P_TERROR] = 0
    b[at + P_DUE] = 0
    if b[EXTRA] != 0:
        b[at + P_TIED] = 2
    b[DREW] = 0
    b[PLAYED] = 0
    b[LIMIT] = NO_LIMIT
    target = game.hand
    if game.reinforcement:
        b[LIMIT] = 2
        if number == 1:
            b[LIMIT] = 1
    elif game.alternative_start and number == 1:
        b[LIMIT] = 1
    if not game.alternative_start and number < 3:
        target = number + (3 if game.reinforcement else 0)
    b[TARGET] = u8(target)
    for h in range(st.hexes):
        there: i64 = HEADER + h * HEX_SIZE
        if b[there] != 0:
            b[there + U_MOVED] = 0
            b[there + U_MOVED2] = 0
            b[there + U_FLAGS] = u8(i64(b[there + U_FLAGS]) & ~(FL_MOBILITY | FL_ROTATED) & 255)
    log = st.log
    if log is not None:
        log.tell(TurnBegan(p, number, rulings=("R4.2" if number <= 3 else "R4.3",)))
    b[AFTER] = TO_DRAW
    if number == 1:
        resolve(st)  # HQ features start now (R4.1)


def proceed(st: State) -> None:
    """Carry on until somebody has to decide, chance has to draw, or the game is over."""
    b = st.b
    while True:
        if b[OVER] != 0:
            b[STAGE] = ST_OVER
            return
        if b[PHASE] != 0:
            if not run_battle(st):
                return
            _after_battle(st)
            log = st.log
            if log is not None:
                log.keep(st)
            continue
        if b[AFTER] == TO_RECON:
            if _offer_second_step(st):
                return
            b[AFTER] = TO_MAIN
        if b[CAPTURES] != 0 and _ask_captors(st):
            return
        if b[AFTER] == TO_NEXT and b[BATTLE] == BY_FULL_BOARD and st.game.living and b[FREE] == 0:
            # Captives have been turned: the board is still full, and fights again (R1.6).
            begin_battle(st, BY_FULL_BOARD, i64(b[STARTER]))
            continue
        if b[AFTER] == TO_NEXT:
            fought = b[BATTLE] != 0
            b[BATTLE] = 0
            _next_turn(st, fought)
            continue
        if b[AFTER] == TO_DRAW:
            _draw_on(st)
            return
        b[STAGE] = ST_MAIN
        b[ACTOR] = b[TURN]
        return


def fight_alone(st: State) -> bool:
    """Carry on a Battle fought for itself, on a position: False when somebody has to choose, True when it has
    ended and what leaves after it has left (R10.1)."""
    b = st.b
    if b[PHASE] != 0 and not run_battle(st):
        return False
    if st.game.deathmatch:
        _eliminate_dead(st)
        _orphans_leave(st)
    log = st.log
    if log is not None:
        log.keep(st)
    return True


def settle(st: State, put: bool) -> None:
    """The board has changed: work out what holds now, and whether a full board starts a Battle (R4.5)."""
    b = st.b
    filled = put and b[FREE] == 0
    resolve(st)
    if st.game.deathmatch:
        _orphans_leave(st)
    if b[FREE] != 0:
        b[BLOCKED] = 0
        if st.game.living:  # R1.7
            filled = False
    if filled and b[BLOCKED] == 0:
        begin_battle(st, BY_FULL_BOARD, i64(b[TURN]))
        b[AFTER] = TO_NEXT


def _orphans_leave(st: State) -> None:
    """Units of an army that is out leave when nobody else controls them any more (R10.1)."""
    b = st.b
    out = False
    for p in range(st.game.players):
        if b[st.po + p * PLAYER_SIZE + P_OUT] != 0:
            out = True
    again = out
    while again:
        again = False
        for h in range(st.hexes):
            at: i64 = HEADER + h * HEX_SIZE
            if b[at] != 0 and i64(b[at + U_OWNER]) != NEUTRAL and b[at + U_CTRL] == b[at + U_OWNER]:
                owner = i64(b[at + U_OWNER])
                if b[st.po + owner * PLAYER_SIZE + P_OUT] != 0:
                    _leave(st, h)
                    again = True
        if again:
            resolve(st)


def _leave(st: State, h: i64) -> None:
    b = st.b
    at: i64 = HEADER + h * HEX_SIZE
    tile: i64 = i64(b[at]) - 1
    owner = i64(b[at + U_OWNER])
    log = st.log
    if log is not None:
        log.tell(Removed(ref(st, h), rulings=("R10.1",)))
    st.lift(h)
    if T_ABILITY[tile] & A_BOMBER:
        st.bomber_leaves(tile, next_player(st, owner))  # R12.3
    else:
        st.discard(owner, tile)


def _ask_captors(st: State) -> bool:
    """Set the stage for the next captured unit that its taker may turn (R3.3); False when there is none."""
    b = st.b
    game = st.game
    n: i64 = len(game.round)
    k: i64 = 0
    while game.round[k] != i64(b[TURN]):
        k += 1
    for r in range(n):
        who = game.round[(k + r) % n]
        for h in range(st.hexes):
            at: i64 = HEADER + h * HEX_SIZE
            flags = i64(b[at + U_FLAGS])
            if b[at] != 0 and flags & FL_TURN and i64(b[at + U_CTRL]) == who:
                if flags & FL_DISABLED:  # a disabled unit cannot be turned; the moment has passed
                    b[at + U_FLAGS] = u8(flags & ~FL_TURN & 255)
                else:
                    b[STAGE] = ST_CAPTURE
                    b[ACTOR] = u8(who)
                    b[ASKED] = u8(h)
                    return True
    b[CAPTURES] = 0
    for h in range(st.hexes):  # all are turned: a captive that comes under another bearer later is turned again
        at = HEADER + h * HEX_SIZE + U_FLAGS
        b[at] = u8(i64(b[at]) & ~FL_TURNED & 255)
    return False


def has_recon(st: State, player: i64) -> bool:
    """Whether an enabled Recon Center works for the player's side (R1.5)."""
    ws = st.ws
    b = st.b
    work_for(st)
    for i in range(ws.n_units):
        h = ws.units[i]
        if (
            M_RECON[i64(b[HEADER + h * HEX_SIZE]) - 1] != 0
            and ws.works[h] >= 0
            and st.game.friends[player] >> ws.works[h] & 1
        ):
            return True
    return False


def _offer_second_step(st: State) -> bool:
    """The second half of a Recon move, unless a net or a takeover ended it (R5.7)."""
    b = st.b
    at: i64 = HEADER + i64(b[ASKED]) * HEX_SIZE
    if b[at] == 0 or i64(b[at + U_FLAGS]) & FL_DISABLED or b[at + U_CTRL] != b[TURN]:
        return False
    if not has_recon(st, i64(b[TURN])):
        return False
    b[STAGE] = ST_RECON
    b[ACTOR] = b[TURN]
    return True


# --- drawing (R4.2, R1.1) -------------------------------------------------------------------------
def _draw_on(st: State) -> None:
    b = st.b
    p = i64(b[TURN])
    at: i64 = st.po + p * PLAYER_SIZE
    b[ACTOR] = u8(p)
    if b[at + P_HAND_N] < b[TARGET] and b[at + P_PILE_N] != 0:
        b[STAGE] = ST_SOURCE if b[at + P_MERCS] != 0 else ST_DRAW
        return
    b[FRESH] = 1 if _unlucky(st, p) else 0
    b[AFTER] = TO_MAIN
    b[STAGE] = ST_DISCARD if i64(b[at + P_HAND_N]) >= st.game.hand else ST_MAIN


def drawn(st: State, player: i64) -> None:
    """A tile has been drawn from the pile: was it the last (R4.4)?"""
    b = st.b
    b[DREW] += 1
    if b[st.po + player * PLAYER_SIZE + P_PILE_N] != 0 or b[SUPPLY] != 0:
        return
    b[SUPPLY] = u8(player + 1)
    log = st.log
    game = st.game
    if game.mode == "one-vs-two":  # R10.2
        b[LEFT] = 2 if game.order[0] == player else 3
        if log is not None:
            log.tell(SupplyEnded(player, int(b[LEFT]) - 1, False, rulings=("R4.4", "R10.2")))
        return
    left: i64 = 1  # the running turn among them
    for p in range(game.players):
        at: i64 = st.po + p * PLAYER_SIZE
        if p != player and b[at + P_OUT] == 0:
            b[at + P_DUE] = 1
            left += 1
    b[LEFT] = u8(left)
    if log is not None:
        log.tell(SupplyEnded(player, left - 1, True, rulings=("R4.4",)))


def _unlucky(st: State, player: i64) -> bool:
    """May an Unlucky Draw be claimed (R1.1, R4.7)?"""
    b = st.b
    game = st.game
    at: i64 = st.po + player * PLAYER_SIZE
    n = i64(b[at + P_HAND_N])
    if game.old or n == 0 or b[at + P_PILE_N] == 0:
        return False
    if not game.living and not game.reinforcement and (n < 3 or i64(b[DREW]) < 3):
        return False
    for i in range(n):
        if T_KIND[i64(b[at + P_HAND + i])] != K_INSTANT:
            return False
    return True


# --- the end of a turn ----------------------------------------------------------------------------
def _next_turn(st: State, fought: bool) -> None:
    """End the turn, which a Battle may have done, and begin the next one or the last Battle."""
    b = st.b
    game = st.game
    log = st.log
    if log is not None:
        log.tell(TurnEnded(int(b[TURN]), fought, rulings=("R4.5" if fought else "R4.3",)))
    if b[SUPPLY] != 0:
        b[LEFT] -= 1
        if b[LEFT] == 0:
            if b[EXTRA] != 0:
                begin_battle(st, ADDITIONAL, i64(b[LAST_TURN]))
            else:
                b[LAST_TURN] = b[TURN]
                begin_battle(st, FINAL, i64(b[SUPPLY]) - 1)
            return
    n: i64 = len(game.order)
    k: i64 = i64(b[SEAT])
    while True:
        k = (k + 1) % n
        at: i64 = st.po + game.order[k] * PLAYER_SIZE
        # In the extra turns of a tie those who are tied have one each (R10.6).
        if b[at + P_OUT] == 0 and (b[EXTRA] == 0 or b[at + P_TIED] == 1):
            break
    b[SEAT] = u8(k)
    start_turn(st)


# --- after a Battle -------------------------------------------------------------------------------
def _after_battle(st: State) -> None:
    b = st.b
    game = st.game
    b[AFTER] = TO_NEXT
    if b[OVER] != 0:
        return
    if game.score:
        if score_reached(st):
            return
    elif b[DEAD] != 0:
        _hqs_fallen(st)
        if b[OVER] != 0:
            return
    if game.deathmatch:
        _orphans_leave(st)  # those freed inside the Battle
    cause = i64(b[BATTLE])
    if b[FREE] != 0:
        b[BLOCKED] = 0
    if cause >= FINAL:
        _count_up(st, cause)
        return
    if b[FREE] == 0:
        if not game.living:
            b[BLOCKED] = 1  # R1.6
        elif cause == BY_FULL_BOARD and b[CHANGED] == 0 and b[CAPTURES] == 0:
            finish_by_points(st, END_STILL)


def _hqs_fallen(st: State) -> None:
    """Who has lost an HQ in this Battle, and what follows (R10.1, R10.2)."""
    b = st.b
    game = st.game
    dead = i64(b[DEAD])
    if game.deathmatch:
        _eliminate_dead(st)
        _orphans_leave(st)
        alive = contenders(st)
        if alive == 0:
            finish(st, END_HQ, dead, True, dead)
        elif alive & (alive - 1) == 0:
            finish(st, END_HQ, alive, False, dead)
        return
    losers: i64 = 0
    for p in range(game.players):
        if dead >> p & 1:
            losers |= game.friends[p]
    everyone: i64 = BIT[game.players] - 1
    if losers != everyone:
        finish(st, END_HQ, everyone & ~losers, False, dead)
        return
    if not game.has_teams:
        finish(st, END_HQ, 0, False, dead)
        return
    if game.mode == "one-vs-two":
        finish(st, END_HQ, game.friends[i64(game.teams[1][0])], False, dead)
        return
    # Both teams lost one: the higher remaining HQ wins.
    best: i64 = -1
    winner: i64 = 0
    for p in range(game.players):
        points = i64(b[st.po + p * PLAYER_SIZE + P_HQ])
        if points > best:
            best = points
            winner = game.friends[p]
        elif points == best and winner & BIT[p] == 0:
            winner = 0
    finish(st, END_HQ, winner, False, dead)


def _eliminate_dead(st: State) -> None:
    """All whose HQ fell in this Battle are out, together."""
    b = st.b
    if b[DEAD] == 0:
        return
    for p in range(st.game.players):
        if i64(b[DEAD]) >> p & 1:
            _eliminate(st, p)
    b[DEAD] = 0
    resolve(st)


def _eliminate(st: State, player: i64) -> None:
    """An army is out: its HQ and units leave, but for those that another player controls (R10.1)."""
    b = st.b
    at: i64 = st.po + player * PLAYER_SIZE
    b[at + P_OUT] = 1
    b[at + P_TERROR] = 0
    if b[at + P_DUE] != 0 or (b[EXTRA] != 0 and b[at + P_TIED] == 1):
        b[at + P_DUE] = 0
        b[LEFT] -= 1
    log = st.log
    if log is not None:
        log.tell(Eliminated(player, rulings=("R10.1",)))
    for h in range(st.hexes):
        there: i64 = HEADER + h * HEX_SIZE
        if b[there] != 0 and i64(b[there + U_OWNER]) == player and i64(b[there + U_CTRL]) == player:
            _leave(st, h)
    _pass_bomber_on(st, player)


def _pass_bomber_on(st: State, player: i64) -> None:
    """A Mad Bomber in the hand or pile of a player who is out goes to the next one's pile (R12.2)."""
    b = st.b
    at: i64 = st.po + player * PLAYER_SIZE
    slot: i64 = 0
    while slot < i64(b[at + P_HAND_N]) and i64(b[at + P_HAND + slot]) != BOMBER_BASE:
        slot += 1
    kind = st.kind(player, BOMBER_BASE)
    if slot < i64(b[at + P_HAND_N]):
        st.from_hand(player, slot)
    elif b[at + P_PILE + kind] != 0:
        st.from_top(player, kind)
    else:
        return
    st.bomber_leaves(BOMBER_BASE, next_player(st, player))


def _count_up(st: State, cause: i64) -> None:
    """After the Final or the Additional Battle (R1.2, R10.6)."""
    b = st.b
    game = st.game
    leaders = leaders_of(st)
    if one_side(st, leaders) or cause == ADDITIONAL or game.old:
        finish_by_points(st, END_ADDITIONAL if cause == ADDITIONAL else END_FINAL)
        return
    b[EXTRA] = 1
    left: i64 = 0
    for p in range(game.players):
        tied: i64 = leaders >> p & 1
        b[st.po + p * PLAYER_SIZE + P_TIED] = u8(tied)
        left += tied
    b[LEFT] = u8(left + 1)  # the turn that has just ended is counted off next
    log = st.log
    if log is not None:
        rulings = ("R1.2",) if game.players == 2 else ("R1.2", "R10.6")
        log.tell(ExtraTurns(players(leaders), rulings=rulings))


def hq_hex(st: State, player: i64) -> i64:
    """Hex of a player's HQ, or -1."""
    return i64(st.b[st.po + player * PLAYER_SIZE + P_HQ_HEX]) - 1
