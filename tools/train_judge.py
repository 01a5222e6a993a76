"""Train the learned evaluation of the bots on games. Needs numpy.

    python tools/train_judge.py play data/ --games 20000      # noisy games; goes on where it stopped
    python tools/train_judge.py search data/ --games 500      # games of the search, which judge more truly
    python tools/train_judge.py train data/                   # train and write src/neurohex/bots/judge.json
    python tools/train_judge.py siblings --moments 200        # how well the evaluations rank plans

`play` lets two greedy bots play that overlook and misjudge, with any two armies, and keeps positions at the ends of
turns with their facts and the result. `search` keeps positions of games between searches, with a target that is half
the result and half the chance that the search saw. `train` trains on both: every tenth game is held out. `siblings`
compares plans of one turn: how the evaluation right after a plan goes together with the mean of many trials of it,
which play on for six turns with the hand-made evaluation at the end.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path
from typing import Any, Final

import numpy as np

from neurohex.bots.evaluation import JUDGE, chance_of
from neurohex.bots.features import SIDE, SIDE_FACTS, fresh_facts, write_facts
from neurohex.bots.greedy import Greedy
from neurohex.bots.network import FILE, ONE, VERSION, LearnedJudge, Network
from neurohex.bots.plans import Budget
from neurohex.bots.search import Search
from neurohex.notation.record import Dealer
from neurohex.rules.engine import Game, Random, State, is_chance, legal_actions, new_state, play
from neurohex.tiles import ARMIES

CHUNK: Final = 500
"""Games of one file."""
KEPT: Final = 10
"""Positions of a game that are kept."""
HIDDEN: Final = 32
UNIT: Final = 10_000
"""One unit of log-odds in values."""
SEARCH_NODES: Final = 600

Array = np.ndarray[Any, Any]


# --- games ----------------------------------------------------------------------------------------
def facts_of(state: State) -> list[int]:
    """The facts of a state."""
    facts = fresh_facts()
    write_facts(state, facts)
    return [int(fact) for fact in facts]


def noisy_game(seed: int) -> list[tuple[list[int], float]]:
    """Facts at ends of turns, with the result for player 0 (1, 0.5 or 0)."""
    dice, random_ = random.Random(seed), Random(seed)
    game = Game(tuple(dice.choice(tuple(ARMIES)) for _ in range(2)))
    state, dealer = new_state(game), Dealer(game, seed)
    players = [Greedy(noticed=dice.choice((25, 40, 60)), error=dice.choice((500, 1500, 3000))) for _ in range(2)]
    ends: list[State] = []
    turn = -1
    while not state.is_over():
        if is_chance(state):
            if state.turn() != turn:
                turn = state.turn()
                ends.append(state.copy())
            play(state, dealer.draw(state))
        else:
            play(state, players[state.actor()].choose(state, random_))
    result = (state.result()[0] + 1) / 2
    return [(facts_of(end), result) for end in dice.sample(ends, min(KEPT, len(ends)))]


def searched_game(seed: int) -> list[tuple[list[int], float]]:
    """Facts at the ends of a search's plans, with a target of half result and half chance."""
    dice = random.Random(seed)
    game = Game(tuple(dice.choice(tuple(ARMIES)) for _ in range(2)))
    state, dealer = new_state(game), Dealer(game, seed)
    searches = [Search(seed), Search(seed + 1)]
    ends: list[tuple[list[int], int, float]] = []
    while not state.is_over():
        if is_chance(state):
            play(state, dealer.draw(state))
            continue
        actor, actions = state.actor(), legal_actions(state)
        action = actions[0]
        if len(actions) > 1:
            searches[actor].think(state, Budget(SEARCH_NODES, 0.0))
            best = searches[actor].best()
            action = best.actions[0]
            some = dice.sample(searches[actor].plans, min(2, len(searches[actor].plans)))
            tried = [plan for plan in some if plan.tries >= 4 and not plan.state.is_over()]
            ends += [(facts_of(plan.state), actor, plan.mean()) for plan in tried]
            if dice.randrange(8) == 0:
                action = dice.choice(actions)
        searches[actor].follow(state, action)
        play(state, action)
    result = (state.result()[0] + 1) / 2
    return [(facts, 0.5 * result + 0.5 * (chance if actor == 0 else 1 - chance)) for facts, actor, chance in ends]


def make_games(folder: Path, kind: str, games: int) -> None:
    """Play games in files of `CHUNK`; files that exist are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    one_game = noisy_game if kind == "play" else searched_game
    for first in range(0, games, CHUNK):
        path = folder / f"{kind}-{first:07}.npz"
        if path.exists():
            continue
        begun = time.perf_counter()
        numbers, facts, targets = [], [], []
        for seed in range(first, min(first + CHUNK, games)):
            for x, target in one_game(seed):
                numbers.append(seed)
                facts.append(x)
                targets.append(target)
        made = path.with_suffix(".part")
        with made.open("wb") as out:
            np.savez_compressed(
                out, game=np.array(numbers), facts=np.array(facts, np.int16), target=np.array(targets, np.float32)
            )
        made.rename(path)
        print(f"{path.name}: {len(facts)} positions, {time.perf_counter() - begun:.0f} s", file=sys.stderr, flush=True)


# --- training -------------------------------------------------------------------------------------
def load(folder: Path) -> tuple[Array, Array, Array]:
    """Facts, targets, and which positions are held out."""
    facts, targets, held = [], [], []
    for path in sorted(folder.glob("*.npz")):
        data = np.load(path)
        facts.append(data["facts"])
        targets.append(data["target"])
        held.append(data["game"] % 10 == 9)
    if not facts:
        sys.exit(f"{folder}: no games; play some first")
    return np.concatenate(facts), np.concatenate(targets), np.concatenate(held)


class Trainer:
    """An antisymmetric network with a linear part, trained by Adam on the log loss."""

    def __init__(self, scale: Array, seed: int) -> None:
        dice = np.random.default_rng(seed)
        self.scale = scale
        self.weights: dict[str, Array] = {
            "own": dice.normal(0, 0.5 / np.sqrt(SIDE), (SIDE, HIDDEN)),
            "other": dice.normal(0, 0.5 / np.sqrt(SIDE), (SIDE, HIDDEN)),
            "bias": np.zeros(HIDDEN),
            "out": dice.normal(0, 0.3, HIDDEN),
            "linear": np.zeros(SIDE),
        }
        self._first = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._second = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self._steps = 0

    def odds(self, mine: Array, theirs: Array) -> tuple[Array, Array, Array]:
        """Log-odds of player 0, and the hidden units of both views. Facts are scaled."""
        w = self.weights
        one = np.maximum(mine @ w["own"] + theirs @ w["other"] + w["bias"], 0)
        two = np.maximum(theirs @ w["own"] + mine @ w["other"] + w["bias"], 0)
        return (one - two) @ w["out"] + (mine - theirs) @ w["linear"], one, two

    def step(self, mine: Array, theirs: Array, target: Array, rate: float, decay: float) -> None:
        """One step of Adam on a batch."""
        w = self.weights
        odds, one, two = self.odds(mine, theirs)
        error = (1 / (1 + np.exp(-odds)) - target) / len(target)
        back_one = (error[:, None] * w["out"]) * (one > 0)
        back_two = (-error[:, None] * w["out"]) * (two > 0)
        slopes = {
            "own": mine.T @ back_one + theirs.T @ back_two,
            "other": theirs.T @ back_one + mine.T @ back_two,
            "bias": back_one.sum(0) + back_two.sum(0),
            "out": (one - two).T @ error,
            "linear": (mine - theirs).T @ error,
        }
        self._steps += 1
        for name, slope in slopes.items():
            first, second = self._first[name], self._second[name]
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            size = np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8
            w[name] -= rate * (first / (1 - 0.9**self._steps) / size + decay * w[name])

    def loss(self, mine: Array, theirs: Array, target: Array) -> float:
        """Mean log loss."""
        odds = self.odds(mine, theirs)[0]
        return float(np.mean(np.logaddexp(0, odds) - target * odds))

    def data(self, about: str) -> dict[str, Any]:
        """The file of the package: whole numbers, values in ten-thousandths of log-odds."""
        w = self.weights
        per_fact = ONE / self.scale
        return {
            "version": VERSION,
            "about": about,
            "facts": list(SIDE_FACTS),
            "own": np.rint(w["own"] * per_fact[:, None]).astype(int).tolist(),
            "other": np.rint(w["other"] * per_fact[:, None]).astype(int).tolist(),
            "linear": np.rint(w["linear"] * per_fact * UNIT).astype(int).tolist(),
            "bias": np.rint(w["bias"] * ONE).astype(int).tolist(),
            "out": np.rint(w["out"] * ONE * UNIT).astype(int).tolist(),
        }


def train(folder: Path, out: Path, epochs: int, seed: int) -> None:
    """Train, print the curve, and write the weights of the epoch with the least loss on held-out games."""
    facts, target, held = load(folder)
    scale = np.maximum(facts.reshape(-1, SIDE).astype(np.float32).std(0), 0.05)
    x = (facts.reshape(-1, 2, SIDE) / scale).astype(np.float32)
    mine, theirs = x[:, 0], x[:, 1]
    trainer, dice = Trainer(scale, seed), np.random.default_rng(seed)
    index = np.flatnonzero(~held)
    best, kept = np.inf, {}
    print(f"{len(index)} positions to train on, {held.sum()} held out")
    for epoch in range(epochs):
        dice.shuffle(index)
        rate = 2e-3 * (1 - epoch / epochs) + 2e-5
        for begin in range(0, len(index), 256):
            batch = index[begin : begin + 256]
            trainer.step(mine[batch], theirs[batch], target[batch], rate, 1e-3)
        seen = trainer.loss(mine[~held][:20000], theirs[~held][:20000], target[~held][:20000])
        loss = trainer.loss(mine[held], theirs[held], target[held])
        print(f"epoch {epoch + 1}: loss {seen:.4f}, held out {loss:.4f}", flush=True)
        if loss < best:
            best, kept = loss, {name: value.copy() for name, value in trainer.weights.items()}
    trainer.weights = kept
    about = f"tools/train_judge.py: {len(index)} positions, held-out log loss {best:.4f}"
    out.write_text(json.dumps(trainer.data(about), separators=(",", ":")) + "\n")
    print(f"{out}: held-out loss {best:.4f}")


# --- siblings -------------------------------------------------------------------------------------
def siblings(moments: int, weights: Path, trials: int) -> None:
    """Print how well evaluations go together with the means of long trials, over the plans of one decision."""
    learned = LearnedJudge(Network(json.loads(weights.read_text()))) if weights.exists() else None
    found: dict[str, list[float]] = {"hand-made": [], "learned": []}
    seed = 10**6
    while len(found["hand-made"]) < moments:
        seed += 1
        state = _moment(seed)
        if state is None:
            continue
        search = Search(seed, 12, 6, None)
        search.think(state, Budget(trials * 12 * 90, 0.0))
        plans = [plan for plan in search.plans if plan.tries >= 12 and not plan.state.is_over()]
        means = [plan.mean() for plan in plans]
        if len(plans) < 4 or np.std(means) < 0.01:
            continue
        me = state.actor()
        found["hand-made"].append(_correlation([chance_of(JUDGE.value(plan.state, me)) for plan in plans], means))
        if learned is not None:
            found["learned"].append(_correlation([chance_of(learned.value(plan.state, me)) for plan in plans], means))
    for name, values in found.items():
        if values:
            error = np.std(values) / np.sqrt(len(values))
            print(f"{name}: correlation {np.mean(values):.3f} ± {1.96 * error:.3f} over {len(values)} decisions")
    if learned is not None:
        gain = np.array(found["learned"]) - np.array(found["hand-made"])
        print(f"difference {gain.mean():+.3f} ± {1.96 * gain.std() / np.sqrt(len(gain)):.3f}")


def _moment(seed: int) -> State | None:
    """The beginning of a turn's main part in a noisy game, or None if the game ended before."""
    dice, random_ = random.Random(seed), Random(seed)
    game = Game(tuple(dice.choice(tuple(ARMIES)) for _ in range(2)))
    state, dealer, eyes = new_state(game), Dealer(game, seed), Greedy(60, 1000)
    for _ in range(dice.randrange(10, 90)):
        if state.is_over():
            return None
        play(state, dealer.draw(state) if is_chance(state) else eyes.choose(state, random_))
    while not state.is_over() and (is_chance(state) or len(legal_actions(state)) < 6):
        play(state, dealer.draw(state) if is_chance(state) else eyes.choose(state, random_))
    return None if state.is_over() else state


def _correlation(values: list[float], means: list[float]) -> float:
    return 0.0 if np.std(values) < 1e-9 else float(np.corrcoef(values, means)[0, 1])


def main() -> None:
    """Play, train or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "search", "train", "siblings"))
    parser.add_argument("folder", type=Path, nargs="?", default=Path("data"))
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path, default=FILE, help="the file to write or to compare")
    parser.add_argument("--moments", type=int, default=200)
    parser.add_argument("--trials", type=int, default=30, help="trials of each plan, about")
    args = parser.parse_args()
    if args.what in ("play", "search"):
        make_games(args.folder, args.what, args.games)
    elif args.what == "train":
        train(args.folder, args.weights, args.epochs, args.seed)
    else:
        siblings(args.moments, args.weights, args.trials)


if __name__ == "__main__":
    main()
