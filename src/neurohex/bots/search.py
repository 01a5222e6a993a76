"""The search bot: plans of a whole turn, tried out against what everybody may draw and do.

Each plan (see `plans`) is played on in scenarios (see `scenarios`), everybody choosing greedily, for some turns; then
the position is judged. All plans meet the same scenarios in the same order, so that luck is shared and only the plans
differ. Trials go where the upper bound of a plan's mean is highest, and to more and more plans as they add up.
The same for a seed, a budget of nodes and the decisions asked about; a node is one position looked at.
"""

import math
from typing import Final

from neurohex.bots.evaluation import JUDGE, chance_of
from neurohex.bots.greedy import Greedy
from neurohex.bots.plans import Budget, Plan, Planner, turn_number
from neurohex.bots.scenarios import Deal, Scenario
from neurohex.compat import i64
from neurohex.rules.acts import play
from neurohex.rules.engine import Random
from neurohex.rules.layout import ACTOR, OVER, ST_DRAW, ST_HQ, STAGE
from neurohex.rules.state import State

WIDTH: Final = 32
HORIZON: Final = 2
"""Turns that are played on after a plan's own."""
LONG_HORIZON: Final = 6
"""The same while HQs are placed, which shows its effect late."""
NOTICED: Final = 30
"""How many of a hundred actions are noticed when a plan is played on: more trials tell more than better answers."""
EXPLORE: Final = 0.1
"""How much the uncertainty of a mean counts."""
AT_FIRST: Final = 4
"""Plans that are tried from the start; their number grows with the square root of all trials."""
PLANNING: Final = 0.3
"""Share of a budget that finding plans may take."""


class Search:
    """One player's thoughts through one game: what was found is kept for the next decision of the same turn."""

    def __init__(self, seed: int, width: int = WIDTH, horizon: int = HORIZON) -> None:
        self.seed = seed
        self.width = width
        self.horizon: i64 = i64(horizon)
        self.plans: list[Plan] = []
        """Those of the last decision, or after `follow` those that go on with it."""
        self._planner = Planner()
        self._greedy = Greedy(NOTICED)
        self._scenarios: list[Scenario] = []
        self._for = -1  # key of the state that the plans belong to
        self._looked: i64 = 0

    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self._planner.nodes + self._greedy.nodes + self._looked)

    def think(self, st: State, budget: Budget) -> None:
        """Find and try plans for whoever is to decide, until the budget is used up; `best` tells which to follow."""
        start = self.nodes()
        known = self.plans if self._for == st.key() else []
        if not known:
            self._scenarios = []
        self.plans = _merged(known, self._planner.plans(st, self.width, budget, PLANNING))
        self._for = st.key()
        if len(self.plans) == 1:
            return
        root = st.copy()
        planned = used = budget.used(i64(self.nodes() - start))
        trials: i64 = 0
        while used < 1.0:
            self._trial(root)
            trials += 1
            used = budget.used(i64(self.nodes() - start))
            if trials % 16 == 0 and self._lead() > float(trials) * (1.0 - used) / (used - planned):
                break  # what is left of the budget cannot change the choice

    def best(self) -> Plan:
        """The plan to follow: the one tried most, among equals that of the best mean."""
        best = self.plans[0]
        for plan in self.plans:
            if plan.tries > best.tries or (plan.tries == best.tries and plan.mean() > best.mean()):
                best = plan
        return best

    def add(self, actions: list[int], tries: int, total: float) -> None:
        """Add what somebody else found about a plan; nothing where it is none of the plans here."""
        for plan in self.plans:
            if plan.actions == actions:
                plan.tries += i64(tries)
                plan.total += total

    def follow(self, st: State, action: int) -> None:
        """An action was chosen in a state: what was found for the plans that begin with it is kept."""
        kept: list[Plan] = []
        if self._for == st.key():
            for plan in self.plans:
                if plan.actions[0] == action and len(plan.actions) > 1:
                    plan.actions = plan.actions[1:]
                    kept.append(plan)
        self.plans = kept
        expected = st.copy()
        play(expected, i64(action))
        self._for = expected.key()

    def _lead(self) -> float:
        """By how many trials the plan tried most is ahead of all that begin otherwise."""
        best = self.best()
        lead = best.tries
        for plan in self.plans:
            if plan.actions[0] != best.actions[0] and best.tries - plan.tries < lead:
                lead = best.tries - plan.tries
        return float(lead)

    # --- trials ---
    def _trial(self, root: State) -> None:
        """Try one plan in its next scenario."""
        plan = self._most_promising()
        if plan.state.b[OVER] != 0:
            self._looked += 1
            worth = chance_of(JUDGE.value(plan.state, i64(root.b[ACTOR])))
        else:
            number = int(plan.tries)
            while len(self._scenarios) <= number:
                self._scenarios.append(Scenario(root, self.seed ^ (root.key() + 7919 * len(self._scenarios))))
            worth = self._play_on(root, plan.state, self._scenarios[number])
        plan.tries += 1
        plan.total += worth

    def _most_promising(self) -> Plan:
        trials: i64 = 0
        for plan in self.plans:
            trials += plan.tries
        open_plans = AT_FIRST + int(math.sqrt(float(trials)))
        spread = EXPLORE * math.sqrt(math.log(float(trials) + 2.0))
        best = self.plans[0]
        highest = -1.0
        for plan in self.plans[:open_plans]:
            if plan.tries == 0:
                return plan
            bound = plan.mean() + spread / math.sqrt(float(plan.tries))
            if bound > highest:
                highest = bound
                best = plan
        return best

    def _play_on(self, root: State, start: State, scenario: Scenario) -> float:
        """The chance of winning for whoever decides in `root`, judged after some turns of a scenario."""
        st = start.copy()
        b = st.b
        deal = Deal(scenario)
        random = Random(scenario.seed)
        last: i64 = turn_number(root) + (self.horizon if root.b[STAGE] != ST_HQ else LONG_HORIZON)
        while b[OVER] == 0:
            if b[STAGE] != ST_DRAW:
                play(st, self._greedy.choose(st, random))
            elif turn_number(st) <= last:
                play(st, deal.draw(st))
            else:
                break
        self._looked += 1
        return chance_of(JUDGE.value(st, i64(root.b[ACTOR])))


def _merged(known: list[Plan], found: list[Plan]) -> list[Plan]:
    """Plans that were tried before, those tried most first, and then those that lead elsewhere."""
    plans = sorted(known, key=_least_tried_last)
    seen: set[int] = set()
    for plan in plans:
        seen.add(plan.state.key())
    for plan in found:
        if plan.state.key() not in seen:
            plans.append(plan)
    return plans


def _least_tried_last(plan: Plan) -> int:
    return -int(plan.tries)
