"""The learned evaluation: a small network over the facts of `features`, with whole numbers only.

It has one layer of hidden units and is antisymmetric: what is good for one side is as bad for the other. The weights
are in `judge.json`, made by tools/train_judge.py. They are kept by the names of facts: facts that the file does not
know count nothing, so that new effects of tiles do no harm. Without the file, and in games of more than two, the
hand-made evaluation (`evaluation`) judges.
"""

import json
from pathlib import Path
from typing import Any, Final

from neurohex.bots.evaluation import JUDGE
from neurohex.bots.features import SIDE, SIDE_FACTS, fresh_facts, write_facts
from neurohex.compat import i64, vec
from neurohex.rules.layout import OVER
from neurohex.rules.state import State

VERSION: Final = 1
"""Version of the file's form."""
FILE: Final = Path(__file__).with_name("judge.json")
ONE: Final = 1 << 16
"""A weight of 1 in the file's whole numbers."""
COARSE: Final = 256
"""Sums of hidden units lose this factor before they are multiplied, so that nothing overflows."""
LARGEST: Final = 1 << 32
"""Larger sums count as this one."""


class Network:
    """The weights of a file, by the facts of `features`. Threads can share it."""

    def __init__(self, data: dict[str, Any]) -> None:
        if data["version"] != VERSION:
            raise ValueError(f"{FILE.name}: expected version {VERSION}; tools/train_judge.py makes the file")
        hidden = len(data["bias"])
        self.hidden: i64 = i64(hidden)
        rows: dict[str, int] = {name: i for i, name in enumerate(data["facts"])}
        own: list[int] = []
        other: list[int] = []
        linear: list[int] = []
        for name in SIDE_FACTS:
            known = name in rows
            own += data["own"][rows[name]] if known else [0] * hidden
            other += data["other"][rows[name]] if known else [0] * hidden
            linear.append(data["linear"][rows[name]] if known else 0)
        self.own: vec[i64] = vec[i64](own)
        self.other: vec[i64] = vec[i64](other)
        self.linear: vec[i64] = vec[i64](linear)
        self.bias: vec[i64] = vec[i64](data["bias"])
        self.out: vec[i64] = vec[i64](data["out"])


class LearnedJudge:
    """Values positions by a network, as `Judge` does by weights. Has scratch tables: one for each thread."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._facts: vec[i64] = fresh_facts()
        hidden = int(network.hidden)
        self._one: vec[i64] = vec[i64]([0] * hidden)
        self._two: vec[i64] = vec[i64]([0] * hidden)

    def value(self, st: State, player: i64) -> i64:
        """The value of a state to a player, as `Judge.value`."""
        if st.b[OVER] != 0 or st.game.players != 2:
            return JUDGE.value(st, player)
        write_facts(st, self._facts)
        worth = self.of_facts(self._facts)
        return worth if player == 0 else -worth

    def of_facts(self, x: vec[i64]) -> i64:
        """The value to player 0 of facts as `write_facts` writes them."""
        network = self.network
        hidden = network.hidden
        one = self._one  # hidden units as player 0 sees the board,
        two = self._two  # and as player 1 does
        own = network.own
        other = network.other
        for j in range(hidden):
            one[j] = network.bias[j]
            two[j] = network.bias[j]
        total: i64 = 0
        for i in range(i64(SIDE)):
            mine = x[i]
            theirs = x[SIDE + i]
            if mine != theirs:
                total += (mine - theirs) * network.linear[i]
            if mine != 0 or theirs != 0:
                at: i64 = i * hidden
                for j in range(hidden):
                    one[j] += mine * own[at + j] + theirs * other[at + j]
                    two[j] += theirs * own[at + j] + mine * other[at + j]
        folded: i64 = 0
        for j in range(hidden):
            folded += (_active(one[j]) - _active(two[j])) * network.out[j]
        return total // ONE + folded // (ONE * ONE // COARSE)


def _active(sum_: i64) -> i64:
    """What a hidden unit passes on, in steps of `COARSE`."""
    if sum_ <= 0:
        return 0
    return (sum_ if sum_ < LARGEST else i64(LARGEST)) // COARSE


def _packaged() -> Network | None:
    return Network(json.loads(FILE.read_text())) if FILE.exists() else None


LEARNED: Final = _packaged()
"""The network of the package; None without its file."""
