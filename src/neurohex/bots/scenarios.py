"""Scenarios: each is one order of all piles, so that plans are compared with the same luck."""

from neurohex.compat import i64, vec
from neurohex.rules.actions import DRAW
from neurohex.rules.engine import Random, fresh_buffer
from neurohex.rules.layout import ACTOR, KINDS, P_PILE
from neurohex.rules.legal import legal
from neurohex.rules.state import State


class Scenario:
    """One order of every pile. It depends on the seed and the contents of the piles alone, not on what is played."""

    def __init__(self, st: State, seed: int) -> None:
        """Shuffle the piles of a state. Their real order is unknown."""
        self.seed = seed
        random = Random(seed)
        self.orders: list[list[int]] = []
        for p in range(st.game.players):
            self.orders.append(_shuffled(st, p, random))


def _shuffled(st: State, player: i64, random: Random) -> list[int]:
    at: i64 = st.player_at(player) + P_PILE
    kinds: list[int] = []
    for kind in range(i64(KINDS)):
        count: i64 = i64(st.b[at + kind])
        while count > 0:
            kinds.append(int(kind))
            count -= 1
    last: i64 = i64(len(kinds)) - 1
    while last > 0:
        other = random.below(last + 1)
        kinds[last], kinds[other] = kinds[other], kinds[last]
        last -= 1
    return kinds


class Deal:
    """Draws from a scenario, in one game that goes on from the state the scenario was made for."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self._at: vec[i64] = vec[i64]([0] * 6)
        self._buffer: vec[i64] = fresh_buffer()

    def draw(self, st: State) -> i64:
        """The next draw, as an action. Precondition: chance is to act."""
        n = legal(st, self._buffer)
        if n == 1:
            return self._buffer[0]
        p: i64 = i64(st.b[ACTOR])
        bag: i64 = st.player_at(p) + P_PILE
        order = self.scenario.orders[p]
        while self._at[p] < len(order):
            kind: i64 = i64(order[self._at[p]])
            self._at[p] = self._at[p] + 1
            if st.b[bag + kind] != 0:  # 0: it lay on top of the pile, known to all, and was drawn out of order
                return DRAW + kind
        return self._buffer[0]
