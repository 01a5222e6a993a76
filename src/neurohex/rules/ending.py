"""The end of a game (sections 1 and 10): points, leaders, winners."""

from typing import Final

from neurohex.compat import i16, i64
from neurohex.events.course import Ending, GameOver
from neurohex.rules.bits import BIT, has, lowest
from neurohex.rules.layout import (
    END_ADDITIONAL,
    END_FINAL,
    END_HQ,
    END_SCORE,
    END_STILL,
    EXTRA,
    OVER,
    P_HQ,
    P_OUT,
    P_SCORE,
    P_TIED,
    PHASE,
    SHARED,
    ST_OVER,
    STAGE,
    WINNERS,
)
from neurohex.rules.refs import players
from neurohex.rules.state import State


def contenders(st: State) -> i64:
    """Bit mask of the players who can still win: in the game, and in the extra turns of a tie tied (R10.6)."""
    b = st.b
    mask: i64 = 0
    for p in range(st.game.players):
        at = st.player_at(p)
        if b[at + P_OUT] == 0 and (b[EXTRA] == 0 or b[at + P_TIED] != 0):
            mask |= BIT[p]
    return mask


def points_of(st: State, player: i64) -> i64:
    """Points of a player or team at the end: HQ points, or points scored."""
    b = st.b
    game = st.game
    total: i64 = 0
    for q in range(game.players):
        at = st.player_at(q)
        if game.side[q] == game.side[player] and b[at + P_OUT] == 0:
            total += i64(b[at + P_SCORE]) if game.score else i64(b[at + P_HQ])
    return total


def leaders_of(st: State) -> i64:
    """Bit mask of the players with the most points, among those who can still win."""
    able = contenders(st)
    best: i64 = -1
    mask: i64 = 0
    for p in range(st.game.players):
        if has(able, p):
            points = points_of(st, p)
            if points > best:
                best = points
                mask = 0
            if points == best:
                mask |= BIT[p]
    return mask


def one_side(st: State, mask: i64) -> bool:
    """Whether all players in a mask are on one side."""
    return mask & ~st.game.friends[lowest(mask)] == 0


def finish_by_points(st: State, reason: i64) -> None:
    """End the game: the players with the most points win; several sides share a draw."""
    leaders = leaders_of(st)
    finish(st, reason, leaders, not one_side(st, leaders))


def score_goal(st: State) -> i64:
    """Points that win a score game: 20, for a team 40 (R10.5)."""
    return i64(40) if st.game.has_teams else i64(20)


def score_reached(st: State) -> bool:
    """End the game if a player has scored enough (R1.8): most points win, equals share a draw. Gives whether it
    ended."""
    if points_of(st, lowest(leaders_of(st))) < score_goal(st):
        return False
    finish_by_points(st, END_SCORE)
    return True


def finish(st: State, reason: i64, winners: i64, shared: bool, fallen: i64 = 0) -> None:
    """End the game. A draw of all players has no winners; in a draw of some the others lose.

    `fallen` are the players whose HQs fell, where that is the reason.
    """
    b = st.b
    b[OVER] = i16(reason)
    everyone: i64 = BIT[st.game.players] - 1
    if shared and winners == everyone:
        winners = 0
        shared = False
    b[WINNERS] = i16(winners)
    b[SHARED] = 1 if shared else 0
    b[STAGE] = ST_OVER
    b[PHASE] = 0
    log = st.log
    if log is not None:
        game = st.game
        is_draw = shared or winners == 0
        log.tell(
            GameOver(
                _ENDINGS[reason],
                players(winners),
                is_draw,
                players(fallen),
                game.score,
                int(score_goal(st)) if game.score else 0,
                rulings=_rulings(st, reason, is_draw),
            )
        )


_ENDINGS: Final[dict[int, Ending]] = {
    END_HQ: "hq",
    END_FINAL: "final",
    END_ADDITIONAL: "additional",
    END_STILL: "still",
    END_SCORE: "score",
}


def _all_fell(st: State) -> bool:
    """Whether no HQ has points left."""
    for p in range(st.game.players):
        if st.b[st.player_at(p) + P_HQ] != 0:
            return False
    return True


def _rulings(st: State, reason: i64, is_draw: bool) -> tuple[str, ...]:
    if reason == END_HQ:
        if not is_draw and st.game.last_laugh & i64(st.b[WINNERS]) and _all_fell(st):
            return ("R28.8",)
        return ("R10.1",) if st.game.deathmatch else ("R10.2",) if st.game.has_teams else ("R6.5",)
    if reason == END_SCORE:
        return ("R1.8", "R10.5")
    if reason == END_STILL:
        return ("R1.6",)
    return ("R4.4",) if reason == END_FINAL and not is_draw else ("R1.2",)
