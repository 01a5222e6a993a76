"""The course of a game: turns, draws, Battles that begin by themselves, the end (sections 1, 4 and 10).

`proceed` advances a state after every action until a player has to decide, chance has to draw, or the game is over.
Players' choices are in `legal` and `acts`.
"""

from neurohex.compat import i16, i64, vec
from neurohex.events.course import Eliminated, ExtraTurns, Removed, SupplyEnded, TurnBegan, TurnEnded
from neurohex.rules.battle import begin_battle, run_battle
from neurohex.rules.bits import BIT, has, lowest, rest, several
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
    FL_PUSHED,
    FL_ROTATED,
    FL_SPUN,
    FL_TURN,
    FL_TURNED,
    FREE,
    FRESH,
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
    POOL,
    SCOPERS,
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
    XF_USED,
    hex_at,
)
from neurohex.rules.reach import spies_on
from neurohex.rules.refs import players, ref
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State
from neurohex.rules.upkeep import uphold
from neurohex.rules.wounds import next_player


def empty_state(game: Game) -> State:
    """A state with an empty board, full piles and no turn begun: where games and positions start from."""
    st = State.of(game, vec[i16]([0] * int(game.size)))
    b = st.b
    b[FREE] = i16(len(game.board.main_field))
    for p in range(game.players):
        at = st.player_at(p)
        b[at + P_HQ] = i16(game.start_hq[p])
        total: i64 = 0
        for kind in range(i64(1), i64(KINDS)):  # the HQ, kind 0, lies apart
            b[at + P_PILE + kind] = i16(game.counts[p * KINDS + kind])
            total += game.counts[p * KINDS + kind]
        b[at + P_PILE_N] = i16(total)
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
    b[ACTOR] = i16(game.round[0])
    return st


def setup_on(st: State) -> None:
    """Go on after a mercenary was chosen or an HQ placed: set the next player to do so, or begin the first turn."""
    b = st.b
    game = st.game
    n: i64 = len(game.round)
    b[SETUP] += 1
    done = i64(b[SETUP])
    hires: i64 = n * i64(game.mercenaries)
    if done < hires:
        b[ACTOR] = i16(game.round[done % n])
    elif done < hires + n:
        b[STAGE] = ST_HQ
        b[ACTOR] = i16(game.round[done % n])
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
    b[TURN] = i16(p)
    b[ACTOR] = i16(p)
    number: i64 = i64(b[TURNS_LOW]) + i64(b[TURNS_HIGH]) * 256
    if number < 65535:
        number += 1
    b[TURNS_LOW] = i16(number & 255)
    b[TURNS_HIGH] = i16(number >> 8)
    at = st.player_at(p)
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
    b[TARGET] = i16(target)
    left = st.units
    while left:
        there = hex_at(lowest(left))
        left = rest(left)
        b[there + U_MOVED] = 0
        b[there + U_MOVED2] = 0
        b[there + U_FLAGS] = i16(i64(b[there + U_FLAGS]) & ~(FL_MOBILITY | FL_ROTATED | FL_PUSHED | FL_SPUN) & 255)
    if game.more:
        for h in range(st.hexes):
            b[st.more_at(h) + XF_USED] = 0
    log = st.log
    if log is not None:
        log.tell(TurnBegan(p, number, rulings=("R4.2" if number <= 3 else "R4.3",)))
    b[AFTER] = TO_DRAW
    if number == 1:
        uphold(st)  # HQ features start now (R4.1)


def proceed(st: State) -> None:
    """Advance the state until a player has to decide, chance has to draw, or the game is over."""
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
            cause = i64(b[BATTLE])
            b[BATTLE] = 0
            _next_turn(st, cause)
            continue
        if b[AFTER] == TO_DRAW:
            _draw_on(st)
            return
        b[STAGE] = ST_MAIN
        b[ACTOR] = b[TURN]
        return


def fight_alone(st: State) -> bool:
    """Advance a Battle on a position, outside of a game. Gives False if a player has to choose, True once the Battle
    has ended and eliminated armies have left (R10.1)."""
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
    """Resolve the board after a change, and begin a Battle if it is full (R4.5). `put`: a unit came onto a free hex."""
    b = st.b
    filled = put and b[FREE] == 0
    uphold(st)
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
    """Remove units of eliminated armies that no other player controls any more (R10.1)."""
    b = st.b
    out = False
    for p in range(st.game.players):
        if b[st.player_at(p) + P_OUT] != 0:
            out = True
    again = out
    while again:
        again = False
        for h in range(st.hexes):
            at = hex_at(h)
            if b[at] != 0 and st.owner(h) != NEUTRAL and b[at + U_CTRL] == b[at + U_OWNER]:
                owner = st.owner(h)
                if b[st.player_at(owner) + P_OUT] != 0:
                    _leave(st, h)
                    again = True
        if again:
            uphold(st)


def _leave(st: State, h: i64) -> None:
    tile = st.tile(h)
    owner = st.owner(h)
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
    first = game.place[i64(b[TURN])]
    for r in range(n):
        who = game.round[(first + r) % n]
        left = st.units
        while left:
            h = lowest(left)
            left = rest(left)
            at = hex_at(h)
            flags = i64(b[at + U_FLAGS])
            if flags & FL_TURN and i64(b[at + U_CTRL]) == who:
                if flags & FL_DISABLED:  # a disabled unit cannot be turned; the moment has passed
                    b[at + U_FLAGS] = i16(flags & ~FL_TURN & 255)
                else:
                    b[STAGE] = ST_CAPTURE
                    b[ACTOR] = i16(who)
                    b[ASKED] = i16(h)
                    return True
    b[CAPTURES] = 0
    left = st.units
    while left:  # all are turned; a captive that comes under another bearer later may be turned again
        at = hex_at(lowest(left)) + U_FLAGS
        left = rest(left)
        b[at] = i16(i64(b[at]) & ~FL_TURNED & 255)
    return False


def has_recon(st: State, h: i64) -> bool:
    """Whether an enabled Recon Center serves the unit on `h`: one that works for the side of its controller (R1.5), or
    a hostile one next to a Spy (R15.2)."""
    scoped = st.b[SCOPERS] != 0
    if scoped:
        work_for(st)
    friends = st.game.friends[st.controller(h)]
    left: i64 = st.units & ~st.netted
    while left:
        m = lowest(left)
        left = rest(left)
        if M_RECON[st.tile(m)] != 0:
            side = st.ws.works[m] if scoped else st.controller(m)
            if has(friends, side) or has(spies_on(st, m, side), h):
                return True
    return False


def _offer_second_step(st: State) -> bool:
    """Offer the second step of a Recon move, unless a net, a takeover (R5.7) or want of power (R29.5) ended it."""
    b = st.b
    at = hex_at(i64(b[ASKED]))
    if b[at] == 0 or i64(b[at + U_FLAGS]) & FL_DISABLED or b[at + U_CTRL] != b[TURN]:
        return False
    if not has_recon(st, i64(b[ASKED])):
        return False
    b[STAGE] = ST_RECON
    b[ACTOR] = b[TURN]
    return True


# --- drawing (R4.2, R1.1) -------------------------------------------------------------------------
def _draw_on(st: State) -> None:
    b = st.b
    p = i64(b[TURN])
    at = st.player_at(p)
    b[ACTOR] = i16(p)
    if b[at + P_HAND_N] < b[TARGET] and b[at + P_PILE_N] != 0:
        b[STAGE] = ST_SOURCE if b[at + P_MERCS] != 0 else ST_DRAW
        return
    b[FRESH] = 1 if _unlucky(st, p) else 0
    b[AFTER] = TO_MAIN
    b[STAGE] = ST_DISCARD if i64(b[at + P_HAND_N]) >= st.game.hand else ST_MAIN


def drawn(st: State, player: i64) -> None:
    """Count a tile drawn from the pile. The last one ends the supply (R4.4)."""
    b = st.b
    b[DREW] += 1
    if b[st.player_at(player) + P_PILE_N] != 0 or b[SUPPLY] != 0:
        return
    b[SUPPLY] = i16(player + 1)
    log = st.log
    game = st.game
    if game.mode == "one-vs-two":  # R10.2
        b[LEFT] = 2 if game.order[0] == player else 3
        if log is not None:
            log.tell(SupplyEnded(player, int(b[LEFT]) - 1, False, rulings=("R4.4", "R10.2")))
        return
    left: i64 = 1  # the running turn among them
    for p in range(game.players):
        at = st.player_at(p)
        if p != player and b[at + P_OUT] == 0:
            b[at + P_DUE] = 1
            left += 1
    b[LEFT] = i16(left)
    if log is not None:
        log.tell(SupplyEnded(player, left - 1, True, rulings=("R4.4",)))


def _unlucky(st: State, player: i64) -> bool:
    """May an Unlucky Draw be claimed (R1.1, R4.7)?"""
    b = st.b
    game = st.game
    at = st.player_at(player)
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
def _next_turn(st: State, cause: i64) -> None:
    """End the turn and begin the next one or the last Battle. A Battle of this `cause` ended the turn; 0 is none."""
    b = st.b
    log = st.log
    # After a drawn Final Battle the turn has ended already: the Battle came after it (R1.2).
    if log is not None and cause < FINAL:
        fought = cause != 0
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
    b[SEAT] = i16(_next_seat(st))
    start_turn(st)


def _next_seat(st: State) -> i64:
    """The next place in the order of turns whose player has a turn."""
    b = st.b
    game = st.game
    n: i64 = len(game.order)
    for r in range(i64(1), n + 1):
        seat: i64 = (i64(b[SEAT]) + r) % n
        at = st.player_at(game.order[seat])
        # In the extra turns of a tie each tied player has one (R10.6).
        if b[at + P_OUT] == 0 and (b[EXTRA] == 0 or b[at + P_TIED] == 1):
            return seat
    raise AssertionError("nobody has a turn: the game should have ended")


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
        _orphans_leave(st)  # units freed during the Battle
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
    """Apply the loss of HQs in this Battle: eliminate players or end the game (R10.1, R10.2)."""
    b = st.b
    game = st.game
    dead = i64(b[DEAD])
    if game.deathmatch:
        _eliminate_dead(st)
        _orphans_leave(st)
        alive = contenders(st)
        if alive == 0:
            laughing = _last_laugh(st, dead)
            finish(st, END_HQ, laughing or dead, laughing == 0, dead)
        elif not several(alive):
            finish(st, END_HQ, alive, False, dead)
        return
    losers: i64 = 0
    for p in range(game.players):
        if has(dead, p):
            losers |= game.friends[p]
    everyone: i64 = BIT[game.players] - 1
    if losers != everyone:
        finish(st, END_HQ, everyone & ~losers, False, dead)
        return
    if dead == everyone and _last_laugh(st, dead):
        finish(st, END_HQ, _last_laugh(st, dead), False, dead)
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
        points = i64(b[st.player_at(p) + P_HQ])
        if points > best:
            best = points
            winner = game.friends[p]
        elif points == best and winner & BIT[p] == 0:
            winner = 0
    finish(st, END_HQ, winner, False, dead)


def _last_laugh(st: State, dead: i64) -> i64:
    """Mask of the players who win although all HQs have fallen together: the side of the one army that does (R28.8).
    With such armies on several sides nobody does."""
    armies = st.game.last_laugh & dead
    if armies == 0 or not one_side(st, armies):
        return 0
    return st.game.friends[lowest(armies)] & dead


def _eliminate_dead(st: State) -> None:
    """Eliminate all players whose HQ fell in this Battle, together."""
    b = st.b
    if b[DEAD] == 0:
        return
    for p in range(st.game.players):
        if has(i64(b[DEAD]), p):
            _eliminate(st, p)
    b[DEAD] = 0
    uphold(st)


def _eliminate(st: State, player: i64) -> None:
    """Eliminate an army: remove its HQ and its units, except units that another player controls (R10.1)."""
    b = st.b
    at = st.player_at(player)
    b[at + P_OUT] = 1
    b[at + P_TERROR] = 0
    if b[at + P_DUE] != 0 or (b[EXTRA] != 0 and b[at + P_TIED] == 1):
        b[at + P_DUE] = 0
        b[LEFT] -= 1
    log = st.log
    if log is not None:
        log.tell(Eliminated(player, rulings=("R10.1",)))
    for h in range(st.hexes):
        there = hex_at(h)
        if b[there] != 0 and st.owner(h) == player and st.controller(h) == player:
            _leave(st, h)
    _pass_bomber_on(st, player)


def _pass_bomber_on(st: State, player: i64) -> None:
    """Move a Mad Bomber from the hand or pile of an eliminated player to the next player's pile (R12.2)."""
    b = st.b
    at = st.player_at(player)
    slot: i64 = -1
    for i in range(i64(b[at + P_HAND_N])):
        if i64(b[at + P_HAND + i]) == BOMBER_BASE:
            slot = i
    kind = st.kind(player, BOMBER_BASE)
    if slot >= 0:
        st.from_hand(player, slot)
    elif b[at + P_PILE + kind] != 0:
        st.from_top(player, kind)
    else:
        return
    st.bomber_leaves(BOMBER_BASE, next_player(st, player))


def _count_up(st: State, cause: i64) -> None:
    """Count points after the Final or the Additional Battle: end the game, or give extra turns (R1.2, R10.6)."""
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
        b[st.player_at(p) + P_TIED] = i16(tied)
        left += tied
    b[LEFT] = i16(left + 1)  # the turn that has just ended is counted off next
    log = st.log
    if log is not None:
        rulings = ("R1.2",) if game.players == 2 else ("R1.2", "R10.6")
        log.tell(ExtraTurns(players(leaders), rulings=rulings))


def hq_hex(st: State, player: i64) -> i64:
    """Hex of a player's HQ, or -1."""
    return i64(st.b[st.player_at(player) + P_HQ_HEX]) - 1
