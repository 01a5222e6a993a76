"""Trials: a position played on for some turns with greedy choices of all players, in scenarios that plans share."""

from typing import Final

from neurohex.bots.evaluation import JUDGE, chance_of
from neurohex.bots.greedy import Greedy
from neurohex.bots.plans import turn_number
from neurohex.bots.scenarios import Deal, Scenario
from neurohex.compat import i64
from neurohex.rules.acts import play
from neurohex.rules.engine import Random
from neurohex.rules.layout import OVER, ST_DRAW, ST_HQ, STAGE
from neurohex.rules.state import State

HORIZON: Final = 2
"""Turns to play on after the turn of the plan."""
LONG_HORIZON: Final = 6
"""The same while HQs are placed, as their places take effect late."""
NOTICED: Final = 30
"""Percentage of actions that greedy choices consider in a trial: more trials help more than better replies."""
_STRIDE: Final = 7919
"""Difference between the seeds of two scenarios."""


def last_turn_of(root: State, horizon: i64) -> i64:
    """The number of the turn that a trial of a plan for `root` plays last."""
    return turn_number(root) + (horizon if root.b[STAGE] != ST_HQ else i64(LONG_HORIZON))


def played_on(start: State, scenario: Scenario, greedy: Greedy, last: i64) -> State:
    """A copy of a state, played on with the draws of a scenario until the turn after `last` or the end of the game."""
    st = start.copy()
    b = st.b
    deal = Deal(scenario)
    random = Random(scenario.seed)
    while b[OVER] == 0:
        if b[STAGE] != ST_DRAW:
            play(st, greedy.choose(st, random))
        elif turn_number(st) <= last:
            play(st, deal.draw(st))
        else:
            break
    return st


class Trials:
    """Trials of many ends of plans for one root, each in the same scenarios. `nodes` counts the positions judged."""

    def __init__(self, root: State, seed: int, horizon: int = HORIZON) -> None:
        self.seed = seed
        self._root = root.copy()
        self._greedy = Greedy(NOTICED)
        self._last: i64 = last_turn_of(root, i64(horizon))
        self._scenarios: dict[int, Scenario] = {}
        self._looked: i64 = 0

    def nodes(self) -> int:
        """Positions judged so far."""
        return int(self._greedy.nodes + self._looked)

    def chances(self, end: State, number: int) -> list[float]:
        """Each player's chance to win after `end`, in the scenario of a number. The chances of all sides add up to 1.

        A shared win or a draw counts in equal parts.
        """
        st = end
        if end.b[OVER] == 0:
            scenario = self._scenarios.get(number)
            if scenario is None:
                scenario = Scenario(self._root, self.seed + _STRIDE * number)
                self._scenarios[number] = scenario
            st = played_on(end, scenario, self._greedy, self._last)
        self._looked += 1
        return chances_of(st)


def chances_of(st: State) -> list[float]:
    """Each player's chance to win by the evaluation, or the result of a game that is over. All sides add up to 1."""
    players = int(st.game.players)
    found = [chance_of(JUDGE.value(st, i64(p))) for p in range(players)]
    total = 0.0
    sides: set[int] = set()
    for p in range(players):
        friends = int(st.game.friends[i64(p)])
        if friends not in sides:
            sides.add(friends)
            total += found[p]
    if total <= 0.0:
        return found
    return [chance / total for chance in found]
