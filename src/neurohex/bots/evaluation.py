"""What a position is worth to a side: what lies on the board, and what a Battle now would make of it.

Numbers are in hundredths of an HQ point. Compiled with the rules.
"""

from typing import Final

from neurohex.compat import i64, vec
from neurohex.rules.acts import decide, play
from neurohex.rules.battle import begin_battle
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import default_choice, fresh_buffer
from neurohex.rules.flow import fight_alone
from neurohex.rules.layout import (
    BY_TILE,
    FL_DISABLED,
    HEADER,
    HEX_SIZE,
    NEUTRAL,
    OVER,
    P_HAND,
    P_HAND_N,
    P_HQ,
    P_OUT,
    P_SCORE,
    PHASE,
    PLAYER_SIZE,
    SHARED,
    ST_MEDIC,
    ST_PUSHED,
    STAGE,
    TURN,
    U_CTRL,
    U_FLAGS,
    U_WOUNDS,
    WINNERS,
)
from neurohex.rules.legal import legal
from neurohex.rules.state import State
from neurohex.tiles import Tile

WON: Final = 1_000_000
HQ_POINT: Final = 100
PROMISED: Final = 60
"""An HQ point that a Battle now would bring: worth less than one that is off already."""


def _worth(tile: Tile) -> int:
    """What a tile is worth on the board, by its printed facts."""
    if tile.kind == "hq" or not tile.is_unit:
        return 0
    strikes = sum(tile.melee) * 10 + sum(tile.ranged) * 22 + sum(tile.gauss) * 35
    speed = 1 + (max(tile.initiative) + len(tile.initiative) - 1) / 4 if tile.initiative else 0
    worth = 25 + strikes * speed + 12 * tile.toughness + 5 * sum(tile.armor) + 35 * sum(tile.net)
    if tile.module:
        worth += 15 + 6 * (sum(tile.links) + 2 * sum(tile.long_links))
    return round(worth + 10 * tile.mobility + 8 * sum(tile.redirect_out))


WORTH: Final = vec[i64]([_worth(tile) for tile in ALL_TILES])


def _kept(tile: Tile) -> int:
    """What a tile is worth in the hand, still to be played."""
    if tile.is_unit:
        return round(_worth(tile) * 0.4)
    return {"battle": 45, "sniper": 40, "air_strike": 40, "grenade": 45, "move": 22, "push_back": 25}.get(
        tile.effect, 20
    )


KEPT: Final = vec[i64]([_kept(tile) for tile in ALL_TILES])


_BUFFER: Final = fresh_buffer()


def material(st: State, player: i64) -> i64:
    """HQ points (or points scored), units and hands: those of the player's side less those of its foes."""
    b = st.b
    game = st.game
    friends = game.friends[player]
    total: i64 = 0
    p: i64 = 0
    while p < game.players:
        at: i64 = st.po + p * PLAYER_SIZE
        sign: i64 = 1 if friends >> p & 1 else -1
        if game.score:
            total += sign * i64(b[at + P_SCORE]) * HQ_POINT
        else:
            total += sign * i64(b[at + P_HQ]) * HQ_POINT
        if b[at + P_OUT] == 0:
            i: i64 = 0
            while i < i64(b[at + P_HAND_N]):
                total += sign * KEPT[i64(b[at + P_HAND + i])]
                i += 1
        p += 1
    h: i64 = 0
    while h < st.hexes:
        at = HEADER + h * HEX_SIZE
        if b[at] != 0 and i64(b[at + U_CTRL]) != NEUTRAL:
            worth: i64 = WORTH[i64(b[at]) - 1] - 10 * i64(b[at + U_WOUNDS])
            if i64(b[at + U_FLAGS]) & FL_DISABLED:
                worth = worth // 2
            total += worth if friends >> i64(b[at + U_CTRL]) & 1 else -worth
        h += 1
    return total


def after_battle(st: State, starter: i64) -> State:
    """A copy on which a Battle has been fought now, with the default choices."""
    fought = st.copy()
    if fought.b[PHASE] == 0:
        begin_battle(fought, BY_TILE, starter)
    while not fight_alone(fought):
        decide(fought, i64(default_choice(fought)))
    return fought


def finish_act(st: State) -> None:
    """An instant or a push that waits for somebody's choice is carried through, with the default or first choice."""
    b = st.b
    while b[PHASE] == 0 and (b[STAGE] == ST_MEDIC or b[STAGE] == ST_PUSHED):
        n = legal(st, _BUFFER)
        play(st, i64(default_choice(st)) if b[STAGE] == ST_MEDIC and n > 0 else _BUFFER[0])


def evaluate(st: State, player: i64) -> i64:
    """What a state is worth to a player; WON and -WON for a game that is over."""
    b = st.b
    if b[OVER] != 0:
        if b[WINNERS] == 0:
            return 0
        if i64(b[WINNERS]) >> player & 1:
            return 0 if b[SHARED] != 0 else i64(WON)
        return -WON
    now = material(st, player)
    then = material(after_battle(st, i64(b[TURN])), player)
    return now + (then - now) * PROMISED // 100
