"""Plans: a player's actions up to the end of the turn, found by a beam search.

Each step tries every action in each of the best states so far, and keeps the best of the states reached, once each
whatever the order of actions was, until the turn is over.
"""

import time
from typing import Final

from neurohex.bots.evaluation import JUDGE, chance_of, finish_act, is_pending
from neurohex.compat import i64, vec
from neurohex.rules.acts import play
from neurohex.rules.engine import fresh_buffer
from neurohex.rules.layout import (
    ACTOR,
    LEFT,
    NEUTRAL,
    OVER,
    ST_DRAW,
    STAGE,
    SUPPLY,
    TURNS_HIGH,
    TURNS_LOW,
)
from neurohex.rules.legal import legal
from neurohex.rules.state import State

LONGEST: Final = 12
"""Longest plan, in actions. The rest of a longer turn is planned later."""
LAST_WIDTH: Final = 20_000
"""States to keep in the last turn before the Final Battle: no tile is drawn any more, and all ends can be seen."""
LAST_SHARE: Final = 0.9
"""Share of the budget for finding plans then."""


class Budget:
    """How long to think: a number of positions, or seconds from now on; 0 for no such limit."""

    def __init__(self, nodes: int, seconds: float) -> None:
        self.nodes: i64 = i64(nodes)
        self.seconds = seconds
        self._start = time.perf_counter()

    def used(self, nodes: i64) -> float:
        """The share used up after `nodes` positions; 1 or more at the end."""
        share = float(nodes) / float(self.nodes) if self.nodes else 0.0
        if self.seconds:
            return max(share, (time.perf_counter() - self._start) / self.seconds)
        return share


class Plan:
    """Actions up to the end of a turn, the state they lead to, and the results of its trials."""

    def __init__(self, actions: list[int], state: State, value: i64) -> None:
        self.actions = actions
        self.state = state
        self.value: i64 = value
        self.tries: i64 = 0
        self.total = 0.0
        self._key = -1

    def key(self) -> int:
        """The key of the state, computed once: hashing a state takes as long as a third of a Battle."""
        if self._key < 0:
            self._key = self.state.key()
        return self._key

    def mean(self) -> float:
        """The chance of winning with it, from 0 to 1: the mean of its trials, or its static value before the first."""
        return self.total / float(self.tries) if self.tries else chance_of(self.value)


def turn_number(st: State) -> i64:
    """How many turns have begun."""
    return i64(st.b[TURNS_LOW]) + 256 * i64(st.b[TURNS_HIGH])


def is_last_turn(st: State) -> bool:
    """Whether the running turn is the last one before the Final or the Additional Battle (R4.4)."""
    return st.b[SUPPLY] != 0 and st.b[LEFT] == 1


def _worst_first(plan: Plan) -> int:
    # Among equals the shorter one is better: it keeps options open.
    return int(plan.value) * (LONGEST + 1) - len(plan.actions)


def _best(plans: list[Plan], width: i64, seen: set[int]) -> list[Plan]:
    """The best `width` plans that lead to states not seen yet, best first."""
    plans.sort(key=_worst_first)
    kept: list[Plan] = []
    while plans and i64(len(kept)) < width:
        plan = plans.pop()
        key = plan.key()
        if key not in seen:
            seen.add(key)
            kept.append(plan)
    return kept


class Planner:
    """Finds plans. `nodes` counts the positions judged."""

    def __init__(self) -> None:
        self.nodes: i64 = 0
        self._buffer: vec[i64] = fresh_buffer()

    def plans(self, st: State, width: int, budget: Budget, share: float) -> list[Plan]:
        """The best plans of the player to act, best first: at least one, at most `width`.

        Stops once `share` of the budget is used. Then some plans may not reach the end of the turn. In the last turn
        of a game it goes through all ends of the turn if the budget allows.
        """
        me: i64 = i64(st.b[ACTOR])
        is_last = is_last_turn(st)
        kept: i64 = i64(LAST_WIDTH) if is_last else i64(width)
        enough = LAST_SHARE if is_last else share
        turn = turn_number(st)
        start = self.nodes
        whole: list[Plan] = []
        front: list[Plan] = [Plan([], st, 0)]
        seen: set[int] = set()
        depth = 0
        while front and depth < LONGEST:
            further: list[Plan] = []
            stopped = False
            for plan in front:
                if whole and budget.used(self.nodes - start) > enough:
                    stopped = True
                    break
                for longer in self._longer(plan, me):
                    b = longer.state.b
                    goes_on = b[OVER] == 0 and b[STAGE] != ST_DRAW and i64(b[ACTOR]) == me
                    if goes_on and turn_number(longer.state) == turn:
                        further.append(longer)
                    else:
                        whole.append(longer)
            front = _best(further, kept, seen)
            depth += 1
            if stopped:
                break
        whole.extend(front)
        return _best(whole, i64(width), set())

    def _longer(self, plan: Plan, me: i64) -> list[Plan]:
        """A plan with each action that may follow. Others choose by default, one's own choices are part of the plan."""
        n = legal(plan.state, self._buffer)
        longer: list[Plan] = []
        for i in range(n):
            action = self._buffer[i]
            state = plan.state.copy()
            play(state, action)
            finish_act(state, me)
            judged = state
            if is_pending(state):  # an act can be judged when it is done
                judged = state.copy()
                finish_act(judged, NEUTRAL)
            self.nodes += 1
            longer.append(Plan([*plan.actions, int(action)], state, JUDGE.value(judged, me)))
        return longer
