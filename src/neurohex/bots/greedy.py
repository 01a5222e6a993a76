"""The greedy bot: it tries every action, judges the position as if a Battle followed, and takes the best.

The search uses it too, to play all players on after a plan. Lower levels make mistakes as people do: they overlook
actions, misjudge values, and do not foresee Battles.
"""

from typing import Final

from neurohex.bots.evaluation import JUDGE, Judge, finish_act
from neurohex.compat import i64, vec
from neurohex.rules.acts import play
from neurohex.rules.engine import Random, fresh_buffer
from neurohex.rules.layout import ACTOR, NEUTRAL
from neurohex.rules.legal import legal
from neurohex.rules.state import State

ALL: Final = 100
FEW: Final = 8
"""With this many actions or fewer, no level overlooks any."""


class Greedy:
    """Chooses the action of best value. `nodes` counts the positions judged."""

    def __init__(self, noticed: int = ALL, error: int = 0, judge: Judge = JUDGE) -> None:
        """`noticed`: percentage of actions that are considered at all. `error`: largest error of a value, in
        ten-thousandths of log-odds. `judge`: the evaluation to use."""
        self.noticed: i64 = i64(noticed)
        self.error: i64 = i64(error)
        self.judge = judge
        self.nodes: i64 = 0
        self._buffer: vec[i64] = fresh_buffer()

    def choose(self, st: State, random: Random) -> i64:
        """The best action for the player to act, among equals one at random. Precondition: chance is not to act."""
        buffer = self._buffer
        n = legal(st, buffer)
        if n == 1:
            return buffer[0]
        all_noticed = self.noticed >= ALL or n <= FEW
        chosen = buffer[0] if all_noticed else buffer[random.below(n)]
        me: i64 = i64(st.b[ACTOR])
        best: i64 = -(1 << 40)
        equals: i64 = 0
        for i in range(n):
            if all_noticed or random.below(ALL) < self.noticed:
                self.nodes += 1
                value = self.judge.value(after(st, buffer[i]), me)
                if self.error:
                    value += random.below(2 * self.error + 1) - self.error
                if value > best:
                    best = value
                    chosen = buffer[i]
                    equals = 1
                elif value == best:
                    equals += 1
                    if random.below(equals) == 0:
                        chosen = buffer[i]
        return chosen


def after(st: State, action: i64) -> State:
    """A copy of a state after an action, with default choices for everything that the action leads to."""
    trial = st.copy()
    play(trial, action)
    finish_act(trial, NEUTRAL)
    return trial
