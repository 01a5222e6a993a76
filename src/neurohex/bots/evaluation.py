"""Evaluation: the value of a position to a player, from the board as it is and as it would be after a Battle now.

A value is in ten-thousandths of log-odds of winning. It is a weighted sum of counted facts, own side minus foes. The
weights (`weights`) come from games of bots with slightly different weights against each other (tools/tune.py). They
change from those of an early game to those of a late one as tiles are drawn.
"""

import math
from typing import Final

from neurohex.bots.weights import WEIGHTS
from neurohex.bots.worth import Weights, Worth
from neurohex.compat import i64, vec
from neurohex.rules.acts import decide, play
from neurohex.rules.battle import begin_battle
from neurohex.rules.bits import has, lowest, rest
from neurohex.rules.catalog import A_HQ
from neurohex.rules.engine import default_choice
from neurohex.rules.flow import fight_alone
from neurohex.rules.layout import (
    ACTOR,
    BY_TILE,
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
    SHARED,
    ST_MEDIC,
    ST_POINT,
    ST_PUSHED,
    ST_SHARED,
    STAGE,
    TURN,
    U_WOUNDS,
    WINNERS,
    hex_at,
)
from neurohex.rules.legal import legal
from neurohex.rules.markers import is_poisoned, venom_on
from neurohex.rules.state import State

WON: Final = 1_000_000
"""The value of a won game, larger than any other."""
UNIT: Final = 10_000
"""Value of one unit of log-odds."""
FULL_PILE: Final = 34
"""Tiles in a full pile, about."""
DANGER: Final = 6
"""HQ points below this number count more."""

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
"""Facts of each player besides tiles: points, and how far they are below `DANGER`, now and after a Battle; hexes next
to the HQ, free ones, ones with a hostile unit; whether the HQ falls in a Battle now."""
STATE_FACTS: Final = ("disabled", "wounds")
"""Facts of a unit besides its tile. A netted unit counts only as netted."""
VENOM_FACTS: Final = ("venom", "hq venom")
"""Venom markers that a Battle leaves on units and on an HQ: they wound again in every later one (R21.2). `STATE_FACTS`
see only the wounds of the next one."""


class Judge:
    """Values positions by a table of weights. Without foresight it does not fight the Battle.

    It has no state between calls: threads can share it.
    """

    def __init__(self, weights: Weights, foresight: bool = True) -> None:
        self.foresight = foresight
        self._early = Worth(weights, 0)
        self._late = Worth(weights, 1)
        self._side_early: vec[i64] = vec[i64]([weights[name][0] for name in PLAYER_FACTS])
        self._side_late: vec[i64] = vec[i64]([weights[name][1] for name in PLAYER_FACTS])
        of_units = [f"{when} {name}" for when in ("now", "then") for name in STATE_FACTS]
        self._unit_early: vec[i64] = vec[i64]([weights[name][0] for name in of_units])
        self._unit_late: vec[i64] = vec[i64]([weights[name][1] for name in of_units])
        self._venom_early: vec[i64] = vec[i64]([weights[f"then {name}"][0] for name in VENOM_FACTS])
        self._venom_late: vec[i64] = vec[i64]([weights[f"then {name}"][1] for name in VENOM_FACTS])

    def value(self, st: State, player: i64) -> i64:
        """The value of a state to a player: WON, -WON or 0 (a draw) for a game that is over."""
        b = st.b
        if b[OVER] == 0:
            return self._worth(st, player)
        if b[WINNERS] == 0:
            return 0
        if has(i64(b[WINNERS]), player):
            return i64(0) if b[SHARED] != 0 else i64(WON)
        return -WON

    def _worth(self, st: State, player: i64) -> i64:
        game = st.game
        then = after_battle(st, i64(st.b[TURN])) if self.foresight else st
        friends = game.friends[player]
        mine: i64 = 0  # each side counts by its mean: two against one is no advantage in itself
        theirs: i64 = 0
        for p in range(game.players):
            if has(friends, p):
                theirs -= 1
            else:
                mine += 1
        early = tiles_left(st)  # the share of the early weights; that of the late ones is the rest
        late: i64 = FULL_PILE * game.players - early
        total: i64 = 0
        for p in range(game.players):
            if st.b[st.player_at(p) + P_OUT] == 0:
                total += (mine if has(friends, p) else theirs) * self._of_player(st, then, p, early, late)
        total += self._of_units(st, friends, mine, theirs, early, late, False)
        total += self._of_units(then, friends, mine, theirs, early, late, True)
        if game.more:
            total += self._of_venom(then, friends, mine, theirs, early, late)
        return total // ((early + late) * mine * -theirs)

    def _of_player(self, st: State, then: State, p: i64, early: i64, late: i64) -> i64:
        """Value of a player's points, HQ and hand, times `early` + `late`."""
        b = st.b
        at: i64 = st.player_at(p)
        facts = st.ws.facts
        player_facts(st, then, p, facts)
        total: i64 = 0
        for i in range(i64(len(PLAYER_FACTS))):
            if facts[i]:
                total += facts[i] * (self._side_early[i] * early + self._side_late[i] * late)
        for i in range(i64(b[at + P_HAND_N])):
            t: i64 = i64(b[at + P_HAND + i])
            total += self._early.hand[t] * early + self._late.hand[t] * late
        return total

    def _of_units(self, st: State, friends: i64, mine: i64, theirs: i64, early: i64, late: i64, then: bool) -> i64:
        """Value of the units of a board, times `early` + `late`; `then`: it is the board after a Battle."""
        b = st.b
        of_early = self._early.then if then else self._early.now
        of_late = self._late.then if then else self._late.now
        disabled: i64 = 2 if then else 0
        wounded: i64 = disabled + 1
        total: i64 = 0
        left = st.units
        while left:
            h = lowest(left)
            left = rest(left)
            at: i64 = hex_at(h)
            if st.controller(h) != NEUTRAL:
                worth: i64 = 0
                if has(st.netted, h):
                    worth = self._unit_early[disabled] * early + self._unit_late[disabled] * late
                else:
                    t = st.tile(h)
                    worth = of_early[t] * early + of_late[t] * late
                wounds: i64 = i64(b[at + U_WOUNDS])
                if wounds:
                    worth += wounds * (self._unit_early[wounded] * early + self._unit_late[wounded] * late)
                total += (mine if has(friends, st.controller(h)) else theirs) * worth
        return total

    def _of_venom(self, st: State, friends: i64, mine: i64, theirs: i64, early: i64, late: i64) -> i64:
        """Value of the venom markers on a board after a Battle, times `early` + `late`."""
        total: i64 = 0
        left = st.units
        while left:
            h = lowest(left)
            left = rest(left)
            if is_poisoned(st, h) and st.controller(h) != NEUTRAL:
                fact: i64 = 1 if st.ability(h) & A_HQ else 0
                worth = self._venom_early[fact] * early + self._venom_late[fact] * late
                total += (mine if has(friends, st.controller(h)) else theirs) * worth * venom_on(st, h)
        return total


JUDGE: Final = Judge(WEIGHTS)
"""The evaluation of the bots."""
BLIND: Final = Judge(WEIGHTS, False)
"""The same without foresight."""


def _points(st: State, at: i64) -> i64:
    return i64(st.b[at + P_SCORE]) if st.game.score else i64(st.b[at + P_HQ])


def _danger(st: State, at: i64) -> i64:
    """How many points an HQ is below `DANGER`."""
    if st.game.score or i64(st.b[at + P_HQ]) >= DANGER:
        return 0
    return DANGER - i64(st.b[at + P_HQ])


def player_facts(st: State, then: State, p: i64, facts: vec[i64]) -> None:
    """Write the `PLAYER_FACTS` of a player; `then` is the state after a Battle now."""
    at: i64 = st.player_at(p)
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
        h = st.step(home, d)
        if h >= 0:
            facts[4] += 1
            unit: i64 = hex_at(h)
            if st.b[unit] == 0:
                facts[5] += 1
            elif not has(friends, st.controller(h)):
                facts[6] += 1


def tiles_left(st: State) -> i64:
    """Tiles in the piles and hands of players still in the game."""
    left: i64 = 0
    for p in range(st.game.players):
        at: i64 = st.player_at(p)
        if st.b[at + P_OUT] == 0:
            left += i64(st.b[at + P_PILE_N]) + i64(st.b[at + P_HAND_N])
    full: i64 = FULL_PILE * st.game.players
    return left if left < full else full


def after_battle(st: State, starter: i64) -> State:
    """A copy of the state after a Battle fought now with default choices."""
    fought = st.copy()
    if fought.b[PHASE] == 0:
        begin_battle(fought, BY_TILE, starter)
    while not fight_alone(fought):
        decide(fought, i64(default_choice(fought)))
    return fought


def is_pending(st: State) -> bool:
    """Whether an instant, a push or a payment outside a Battle waits for a choice."""
    b = st.b
    if b[PHASE] != 0:
        return False
    return b[STAGE] == ST_MEDIC or b[STAGE] == ST_PUSHED or b[STAGE] == ST_SHARED or b[STAGE] == ST_POINT


def finish_act(st: State, but: i64) -> None:
    """Make the choices that an instant or a push waits for: the default one, or the first.

    Stops at a choice of player `but`; NEUTRAL for none.
    """
    b = st.b
    while is_pending(st) and i64(b[ACTOR]) != but:
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
