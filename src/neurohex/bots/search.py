"""The search bot: it plans whole turns and tries the plans out.

A trial plays a plan (`plans`) on for some turns in a scenario (`scenarios`), with greedy choices for all players, and
judges the position. All plans meet the same scenarios in the same order, so they differ only by themselves, not by
luck. The next trial goes to the plan with the highest upper confidence bound; more and more plans take part as trials
add up. The result depends only on the seed, the budget of nodes and the decisions asked for. A node is one position
judged.
"""

import math
from typing import Final

from neurohex.bots.evaluation import JUDGE, WON, chance_of
from neurohex.bots.greedy import Greedy
from neurohex.bots.network import LearnedJudge, Network
from neurohex.bots.plans import Budget, Plan, Planner
from neurohex.bots.scenarios import Scenario
from neurohex.bots.trials import HORIZON, NOTICED, last_turn_of, played_on
from neurohex.compat import i64
from neurohex.rules.acts import play
from neurohex.rules.layout import ACTOR, OVER
from neurohex.rules.state import State

WIDTH: Final = 32
EXPLORE: Final = 0.1
"""How much the uncertainty of a mean counts."""
AT_FIRST: Final = 4
"""Plans that take part from the start. Their number grows with the square root of the trials."""
PLANNING: Final = 0.3
"""Share of the budget for finding plans."""


class Search:
    """The search of one player through one game. Results are kept for the next decision of the same turn."""

    def __init__(self, seed: int, width: int = WIDTH, horizon: int = HORIZON, network: Network | None = None) -> None:
        """`network` judges the ends of trials; without one, the hand-made evaluation does."""
        self.seed = seed
        self.width = width
        self.horizon: i64 = i64(horizon)
        self.plans: list[Plan] = []
        """Plans of the last decision. After `follow`, only plans that continue the action."""
        self._planner = Planner()
        self._greedy = Greedy(NOTICED)
        self._learned: LearnedJudge | None = None if network is None else LearnedJudge(network)
        self._scenarios: list[Scenario] = []
        self._for = -1  # key of the state that the plans belong to
        self._looked: i64 = 0

    def nodes(self) -> int:
        """Positions judged so far."""
        return int(self._planner.nodes + self._greedy.nodes + self._looked)

    def think(self, st: State, budget: Budget) -> None:
        """Find and try plans for the player to act until the budget is used up. `best` then gives the plan to
        follow."""
        start = self.nodes()
        key = st.key()
        known = self.plans if self._for == key else []
        if not known:
            self._scenarios = []
        self.plans = _merged(known, self._planner.plans(st, self.width, budget, PLANNING))
        self._for = key
        if len(self.plans) == 1 or self._winning() is not None:
            return
        root = st.copy()
        planned = used = budget.used(i64(self.nodes() - start))
        trials: i64 = 0
        while used < 1.0:
            self._trial(root)
            trials += 1
            used = budget.used(i64(self.nodes() - start))
            if trials % 16 == 0 and self._lead() > float(trials) * (1.0 - used) / (used - planned):
                break  # the rest of the budget cannot change the choice

    def best(self) -> Plan:
        """The plan to follow: one that wins the game, otherwise the one tried most often, among equals the one with the
        best mean."""
        won = self._winning()
        if won is not None:
            return won
        best = self.plans[0]
        for plan in self.plans:
            if plan.tries > best.tries or (plan.tries == best.tries and plan.mean() > best.mean()):
                best = plan
        return best

    def add(self, actions: list[int], tries: int, total: float) -> None:
        """Add trials of a plan that another search made. Ignored if this search does not have the plan."""
        for plan in self.plans:
            if plan.actions == actions:
                plan.tries += i64(tries)
                plan.total += total

    def follow(self, st: State, action: int) -> None:
        """Keep the plans that begin with the action chosen in a state, and their trials."""
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

    def _winning(self) -> Plan | None:
        """The shortest plan that wins the game at once."""
        found: Plan | None = None
        for plan in self.plans:
            if plan.value >= WON and (found is None or len(plan.actions) < len(found.actions)):
                found = plan
        return found

    def _lead(self) -> float:
        """By how many trials the best plan leads over all plans with another first action."""
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
                self._scenarios.append(Scenario(root, self.seed ^ (self._for + 7919 * len(self._scenarios))))
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
        """The chance of winning for the player to act in `root`, judged after some turns of a scenario."""
        st = played_on(start, scenario, self._greedy, last_turn_of(root, self.horizon))
        self._looked += 1
        me: i64 = i64(root.b[ACTOR])
        learned = self._learned
        return chance_of(JUDGE.value(st, me) if learned is None else learned.value(st, me))


def _merged(known: list[Plan], found: list[Plan]) -> list[Plan]:
    """Known plans, most tried first, then found plans that lead to other states."""
    plans = sorted(known, key=_least_tried_last)
    seen: set[int] = set()
    for plan in plans:
        seen.add(plan.key())
    for plan in found:
        if plan.key() not in seen:
            plans.append(plan)
    return plans


def _least_tried_last(plan: Plan) -> int:
    return -int(plan.tries)
