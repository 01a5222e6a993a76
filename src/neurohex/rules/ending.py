"""Who has won (sections 1 and 10): points, leaders, and the moment a game is over."""

from typing import Final

from neurohex.compat import i64, u8
from neurohex.events.course import Ending, GameOver
from neurohex.rules.bits import BIT, lowest
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
    PLAYER_SIZE,
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
        at: i64 = st.po + p * PLAYER_SIZE
        if b[at + P_OUT] == 0 and (b[EXTRA] == 0 or b[at + P_TIED] != 0):
            mask |= BIT[p]
    return mask


def points_of(st: State, player: i64) -> i64:
    """What a player, or a team, has to show at the end: HQ points, or points scored."""
    b = st.b
    game = st.game
    total: i64 = 0
    for q in range(game.players):
        at: i64 = st.po + q * PLAYER_SIZE
        if game.side[q] == game.side[player] and b[at + P_OUT] == 0:
            total += i64(b[at + P_SCORE]) if game.score else i64(b[at + P_HQ])
    return total


def leaders_of(st: State) -> i64:
    """Bit mask of the players with the most points, of those who may still win."""
    able = contenders(st)
    best: i64 = -1
    mask: i64 = 0
    for p in range(st.game.players):
        if able >> p & 1:
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
    """The game is over, and those with the most points have won; several sides share a draw."""
    leaders = leaders_of(st)
    finish(st, reason, leaders, not one_side(st, leaders))


def score_goal(st: State) -> i64:
    """Points that win a score game: 20, for a team 40 (R10.5)."""
    return 40 if st.game.has_teams else 20


def score_reached(st: State) -> bool:
    """Has somebody scored enough (R1.8)? If so the game is over: the higher wins, equals share a draw."""
    if points_of(st, lowest(leaders_of(st))) < score_goal(st):
        return False
    finish_by_points(st, END_SCORE)
    return True


def finish(st: State, reason: i64, winners: i64, shared: bool, fallen: i64 = 0) -> None:
    """The game is over. A draw among all has no winners; one among some leaves the others as losers.

    `fallen` are the players whose HQs fell, where that is the reason.
    """
    b = st.b
    b[OVER] = u8(reason)
    everyone: i64 = BIT[st.game.players] - 1
    if shared and winners == everyone:
        winners = 0
        shared = False
    b[WINNERS] = u8(winners)
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


def _rulings(st: State, reason: i64, is_draw: bool) -> tuple[str, ...]:
    if reason == END_HQ:
        return ("R10.1",) if st.game.deathmatch else ("R10.2",) if st.game.has_teams else ("R6.5",)
    if reason == END_SCORE:
        return ("R1.8", "R10.5")
    if reason == END_STILL:
        return ("R1.6",)
    return ("R4.4",) if reason == END_FINAL and not is_draw else ("R1.2",)
