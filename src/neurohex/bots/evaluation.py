"""What a position is worth to a side: what lies on the board, and what a Battle now would make of it.

A value is in ten-thousandths of log-odds of winning. It is a sum of counted facts, those of one's own side less those
of the foes, each with a weight (`weights`) found by letting bots with slightly different weights play each other
(tools/tune.py). Weights go from those of a beginning game to those of an ending one as tiles are drawn.
"""

import math
from typing import Final

from neurohex.bots.weights import WEIGHTS
from neurohex.bots.worth import Weights, Worth
from neurohex.compat import i64, vec
from neurohex.rules.acts import decide, play
from neurohex.rules.battle import begin_battle
from neurohex.rules.catalog import NEXT
from neurohex.rules.engine import default_choice
from neurohex.rules.flow import fight_alone
from neurohex.rules.layout import (
    ACTOR,
    BY_TILE,
    FL_DISABLED,
    HEADER,
    HEX_SIZE,
    NEUTRAL,
    OVER,
    P_HAND,
    P_HAND_N,
    P_HQ,
    P_HQ_HEX,
    P_OUT,
    P_PILE_N,
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

WON: Final = 1_000_000
"""The value of a won game: more than any position's."""
UNIT: Final = 10_000
"""How many of a value's units make one of log-odds."""
FULL_PILE: Final = 34
"""Tiles that a player has to draw at the beginning, about."""
DANGER: Final = 6
"""HQ points below which each one counts more."""

PLAYER_FACTS: Final = (
    "now points",
    "now danger",
    "then points",
    "then danger",
    "hq edges",
    "hq free",
    "hq foes",
    "hq dead",
)
"""What is counted of each player besides tiles: points and how far they are below `DANGER`, now and after a Battle;
neighbours of the HQ on the board, free ones, those with a foe's unit; whether the HQ falls in a Battle now."""
STATE_FACTS: Final = ("disabled", "wounds")
"""What is counted of a unit that is not printed on it: a netted one counts as that alone."""


class Judge:
    """Values positions by a table of weights; without foresight as if a Battle changed nothing."""

    def __init__(self, weights: Weights, foresight: bool = True) -> None:
        self.foresight = foresight
        self._early = Worth(weights, 0)
        self._late = Worth(weights, 1)
        self._side_early: vec[i64] = vec[i64]([weights[name][0] for name in PLAYER_FACTS])
        self._side_late: vec[i64] = vec[i64]([weights[name][1] for name in PLAYER_FACTS])
        of_units = [f"{when} {name}" for when in ("now", "then") for name in STATE_FACTS]
        self._unit_early: vec[i64] = vec[i64]([weights[name][0] for name in of_units])
        self._unit_late: vec[i64] = vec[i64]([weights[name][1] for name in of_units])
        # Where a position's worth is added up: with the weights of the beginning, and with those of the end.
        self._sum_early: i64 = 0
        self._sum_late: i64 = 0
        self._facts: vec[i64] = vec[i64]([0] * len(PLAYER_FACTS))

    def value(self, st: State, player: i64) -> i64:
        """What a state is worth to a player; WON and -WON for a game that is over, 0 for a draw."""
        b = st.b
        if b[OVER] == 0:
            return self._worth(st, player)
        if b[WINNERS] == 0:
            return 0
        if i64(b[WINNERS]) >> player & 1:
            return 0 if b[SHARED] != 0 else i64(WON)
        return -WON

    def _worth(self, st: State, player: i64) -> i64:
        game = st.game
        then = after_battle(st, i64(st.b[TURN])) if self.foresight else st
        friends = game.friends[player]
        mine: i64 = 0  # each side counts by its mean, so that two against one is no advantage in itself
        theirs: i64 = 0
        for p in range(game.players):
            if friends >> p & 1:
                theirs -= 1
            else:
                mine += 1
        self._sum_early = 0
        self._sum_late = 0
        for p in range(game.players):
            if st.b[st.po + p * PLAYER_SIZE + P_OUT] == 0:
                self._add_player(st, then, p, mine if friends >> p & 1 else theirs)
        self._add_units(st, friends, mine, theirs, False)
        self._add_units(then, friends, mine, theirs, True)
        left = tiles_left(st)
        full: i64 = FULL_PILE * game.players
        return (self._sum_early * left + self._sum_late * (full - left)) // (full * mine * -theirs)

    def _add_player(self, st: State, then: State, p: i64, sign: i64) -> None:
        """Add a player's points, HQ and hand."""
        b = st.b
        at: i64 = st.po + p * PLAYER_SIZE
        facts = self._facts
        player_facts(st, then, p, facts)
        i: i64 = 0
        while i < len(facts):
            if facts[i]:
                self._sum_early += sign * facts[i] * self._side_early[i]
                self._sum_late += sign * facts[i] * self._side_late[i]
            i += 1
        early = self._early.hand
        late = self._late.hand
        i = 0
        while i < i64(b[at + P_HAND_N]):
            t: i64 = i64(b[at + P_HAND + i])
            self._sum_early += sign * early[t]
            self._sum_late += sign * late[t]
            i += 1

    def _add_units(self, st: State, friends: i64, mine: i64, theirs: i64, then: bool) -> None:
        """Add the units of a board; `then` for the one after a Battle."""
        b = st.b
        early = self._early.then if then else self._early.now
        late = self._late.then if then else self._late.now
        disabled: i64 = 2 if then else 0
        wounded: i64 = disabled + 1
        for h in range(st.hexes):
            at: i64 = HEADER + h * HEX_SIZE
            if b[at] != 0 and i64(b[at + U_CTRL]) != NEUTRAL:
                t: i64 = i64(b[at]) - 1
                sign: i64 = mine if friends >> i64(b[at + U_CTRL]) & 1 else theirs
                wounds: i64 = i64(b[at + U_WOUNDS])
                if i64(b[at + U_FLAGS]) & FL_DISABLED:
                    self._sum_early += sign * self._unit_early[disabled]
                    self._sum_late += sign * self._unit_late[disabled]
                else:
                    self._sum_early += sign * early[t]
                    self._sum_late += sign * late[t]
                if wounds:
                    self._sum_early += sign * wounds * self._unit_early[wounded]
                    self._sum_late += sign * wounds * self._unit_late[wounded]


JUDGE: Final = Judge(WEIGHTS)
"""Values positions as the bots do."""
BLIND: Final = Judge(WEIGHTS, False)
"""The same without looking at the Battle."""


def _points(st: State, at: i64) -> i64:
    return i64(st.b[at + P_SCORE]) if st.game.score else i64(st.b[at + P_HQ])


def _danger(st: State, at: i64) -> i64:
    """How many points an HQ is below `DANGER`."""
    if st.game.score or i64(st.b[at + P_HQ]) >= DANGER:
        return 0
    return DANGER - i64(st.b[at + P_HQ])


def player_facts(st: State, then: State, p: i64, facts: vec[i64]) -> None:
    """Write what `PLAYER_FACTS` counts for a player; `then` is the state after a Battle now."""
    at: i64 = st.po + p * PLAYER_SIZE
    facts[0] = _points(st, at)
    facts[1] = _danger(st, at)
    facts[2] = _points(then, at)
    facts[3] = _danger(then, at)
    facts[4] = 0
    facts[5] = 0
    facts[6] = 0
    facts[7] = 1 if then.b[at + P_HQ_HEX] == 0 and st.b[at + P_HQ_HEX] != 0 else 0
    home: i64 = i64(st.b[at + P_HQ_HEX]) - 1
    if home < 0:
        return
    friends = st.game.friends[p]
    for d in range(i64(6)):
        h = NEXT[st.near + home * 6 + d]
        if h >= 0:
            facts[4] += 1
            unit: i64 = HEADER + h * HEX_SIZE
            if st.b[unit] == 0:
                facts[5] += 1
            elif not friends >> i64(st.b[unit + U_CTRL]) & 1:
                facts[6] += 1


def tiles_left(st: State) -> i64:
    """Tiles still to be played, in piles and hands, of those still in the game."""
    left: i64 = 0
    for p in range(st.game.players):
        at: i64 = st.po + p * PLAYER_SIZE
        if st.b[at + P_OUT] == 0:
            left += i64(st.b[at + P_PILE_N]) + i64(st.b[at + P_HAND_N])
    full: i64 = FULL_PILE * st.game.players
    return left if left < full else full


def after_battle(st: State, starter: i64) -> State:
    """A copy on which a Battle has been fought now, with the default choices."""
    fought = st.copy()
    if fought.b[PHASE] == 0:
        begin_battle(fought, BY_TILE, starter)
    while not fight_alone(fought):
        decide(fought, i64(default_choice(fought)))
    return fought


def finish_act(st: State, but: i64) -> None:
    """Carry an instant or a push through the choices that it waits for, with the default or first choice of each.

    Stops at a choice of player `but`; NEUTRAL for all of them.
    """
    b = st.b
    while b[PHASE] == 0 and (b[STAGE] == ST_MEDIC or b[STAGE] == ST_PUSHED) and i64(b[ACTOR]) != but:
        if b[STAGE] == ST_MEDIC:
            play(st, i64(default_choice(st)))
        else:
            legal(st, st.ws.actions)
            play(st, st.ws.actions[0])


def chance_of(value: i64) -> float:
    """A value as the chance of winning, from 0 to 1."""
    if value >= WON:
        return 1.0
    if value <= -WON:
        return 0.0
    return 1.0 / (1.0 + math.exp(-float(value) / UNIT))
