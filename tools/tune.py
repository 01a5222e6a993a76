"""Tune the evaluation weights of the bots by self-play (simultaneous perturbation).

    python tools/tune.py --rounds 200 --processes 2

Each round shifts every knob a little, up or down at random. A greedy bot with the shifted weights plays one with the
opposite shift, and the knobs move towards the winner in proportion to its margin. From time to time the weights play
the initial ones. At the end they are written to src/neurohex/bots/weights.py; run `make build` to use them.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from neurohex.bots.evaluation import Judge
from neurohex.bots.greedy import Greedy
from neurohex.bots.weights import WEIGHTS
from neurohex.bots.worth import Weights
from neurohex.notation.record import Dealer
from neurohex.rules.engine import Game, Random, apply, is_chance, new_state
from neurohex.tiles import ARMIES

OUTPUT = Path(__file__).parent.parent / "src" / "neurohex" / "bots" / "weights.py"

ADDED = ("now danger", "then danger", "hq edges", "hq free", "hq foes", "hq dead")
"""Weights of either sign: the knob adds a thousand per unit."""
SCALED: dict[str, tuple[str, ...]] = {
    "units now": ("now *",),
    "units then": ("then *",),
    "points now": ("now points",),
    "points then": ("then points",),
    "unit": ("* unit",),
    "melee": ("* melee", "* melee speed"),
    "ranged": ("* ranged", "* ranged speed"),
    "speed": ("* melee speed", "* ranged speed", "* gauss speed"),
    "net": ("* net",),
    "toughness": ("* toughness", "* armor"),
    "mobility": ("* mobility",),
    "module": ("* module",),
    "wounds": ("* wounds",),
    "disabled": ("* disabled",),
    "hand units": ("hand unit", "hand attack", "hand net", "hand module"),
    "hand instants": ("hand instant",),
    "hand battle": ("hand battle",),
}
"""Weights that are multiplied by the exponential of the knob."""
LATE = {"late units": "units", "late points": "points", "late hand": "hand"}
"""Knobs that scale only the endgame weights."""
KNOBS = (*SCALED, *LATE, *ADDED)
Knobs = dict[str, float]


def _kind(name: str) -> str:
    """The group of a feature: points, units, hand, or additive."""
    if name in ADDED:
        return "added"
    if name.endswith(" points"):
        return "points"
    return "hand" if name.startswith("hand ") else "units"


def _scales(knob: str, name: str) -> bool:
    """Whether a knob scales a weight."""
    group, _, fact = name.partition(" ")
    kind = _kind(name)
    for pattern in SCALED[knob]:
        where, _, what = pattern.partition(" ")
        if what == "*":
            hit = kind == "units" and where == group
        elif what == "instant":
            hit = kind == "hand" and fact not in ("unit", "attack", "net", "module")
        elif what == "module":
            hit = kind == "units" and fact.endswith(" module")
        elif where == "*":
            hit = kind == "units" and fact == what
        else:
            hit = name == pattern
        if hit:
            return True
    return False


def apply_knobs(weights: Weights, knobs: Knobs) -> Weights:
    """The weights with all knobs applied."""
    result: Weights = {}
    for name, (early, late) in weights.items():
        if name in ADDED:
            result[name] = (round(early + 1000 * knobs[name]), round(late + 1000 * knobs[name]))
            continue
        factor = math.exp(sum(knobs[knob] for knob in SCALED if _scales(knob, name)))
        at_the_end = math.exp(sum(knobs[knob] for knob, kind in LATE.items() if kind == _kind(name)))
        result[name] = (round(early * factor), round(late * factor * at_the_end))
    return result


@dataclass(frozen=True)
class Match:
    """Games between two sets of weights, each played from both sides."""

    one: Weights
    other: Weights
    games: tuple[tuple[tuple[str, str], int], ...]

    def play(self) -> tuple[float, int, int]:
        """Score of the first set, its total HQ point margin, and the number of games."""
        eyes = (Greedy(judge=Judge(self.one)), Greedy(judge=Judge(self.other)))
        points, ahead = 0.0, 0
        for armies, seed in self.games:
            for first in (0, 1):
                game = Game(armies)
                state = new_state(game)
                dealer = Dealer(game, seed)
                luck = Random(seed)
                while not state.is_over():
                    if is_chance(state):
                        apply(state, dealer.draw(state))
                    else:
                        apply(state, int(eyes[state.actor() ^ first].choose(state, luck)))
                points += (state.result()[first] + 1) / 2
                ahead += state.hq(first) - state.hq(1 - first)
        return points, ahead, 2 * len(self.games)


def _play(match: Match) -> tuple[float, int, int]:
    return match.play()


class MatchPool:
    """Plays matches on several processes."""

    def __init__(self, pool: ProcessPoolExecutor, processes: int, seed: int) -> None:
        self._pool = pool
        self._processes = processes
        self.luck = random.Random(seed)
        self._pairs: Sequence[tuple[str, str]] = list(permutations(ARMIES, 2))

    def meet(self, one: Weights, other: Weights, games: int) -> tuple[float, float]:
        """Score of the first set from 0 to 1, and its average HQ point margin."""
        share = max(1, games // 2 // self._processes)
        matches = [
            Match(one, other, tuple((self.luck.choice(self._pairs), self.luck.getrandbits(30)) for _ in range(share)))
            for _ in range(self._processes)
        ]
        played = list(self._pool.map(_play, matches))
        count = sum(games for _, _, games in played)
        return sum(points for points, _, _ in played) / count, sum(ahead for _, ahead, _ in played) / count


def write(weights: Weights) -> None:
    """Write the module of weights."""
    OUTPUT.write_text(
        '"""Weights of the evaluation, of each fact at the beginning and at the end of a game; by tools/tune.py."""\n\n'
        "from typing import Final\n\n"
        "WEIGHTS: Final[dict[str, tuple[int, int]]] = {\n"
        + "".join(f'    "{name}": ({early}, {late}),\n' for name, (early, late) in weights.items())
        + "}\n"
    )


def main() -> None:
    """Play, follow the better weights, report progress against the initial ones, and write the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--games", type=int, default=64, help="games a round")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    knobs = dict.fromkeys(KNOBS, 0.0)
    with ProcessPoolExecutor(args.processes) as pool:
        matches = MatchPool(pool, args.processes, args.seed)
        for number in range(1, args.rounds + 1):
            done = number / args.rounds
            width = 0.25 * (1 - done / 2)
            way = {knob: matches.luck.choice((-width, width)) for knob in KNOBS}
            up = apply_knobs(WEIGHTS, {knob: knobs[knob] + way[knob] for knob in KNOBS})
            down = apply_knobs(WEIGHTS, {knob: knobs[knob] - way[knob] for knob in KNOBS})
            score, ahead = matches.meet(up, down, args.games)
            step = 0.75 * (1 - 0.7 * done) * (score - 0.5 + ahead / 50)
            knobs = {knob: knobs[knob] + step * way[knob] for knob in KNOBS}
            if number % 20 == 0 or number == args.rounds:
                score, ahead = matches.meet(apply_knobs(WEIGHTS, knobs), WEIGHTS, 200)
                print(f"round {number}: {score:.1%} against the old weights, {ahead:+.1f} HQ points", flush=True)
    write(apply_knobs(WEIGHTS, knobs))


if __name__ == "__main__":
    main()
