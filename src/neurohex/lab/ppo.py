"""A network that plays: it imitates the greedy bot, then learns by masked PPO. With numpy alone.

    python -m neurohex.lab.ppo --seed 1 --out model.npz
    python -m neurohex.lab.ppo --evaluate model.npz --games 1000 --against greedy

Lessons: games in which greedy says for every decision what it would do. The network learns to say the same. It plays a
growing share of the decisions itself, so that it also learns what to do after its own mistakes.

Then PPO: one network plays all seats; in some games greedy has one of them. A sample's value and advantage are those of
the player who acted; where another player acts next, the next value counts with the opposite sign. Rewards are the
result, and the change of the difference of HQ points (a potential, so that the best play stays the best).

`--lessons 0` leaves out the lessons: PPO alone.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from neurohex.api.game import Game
from neurohex.errors import NeurohexError
from neurohex.lab.batch import Batch
from neurohex.lab.encoding import Encoding
from neurohex.lab.needs import MissingExtra, need

try:
    need("numpy")
except MissingExtra as missing:
    if __name__ == "__main__":
        sys.exit(f"neurohex.lab.ppo: {missing}")
    raise

import numpy as np

from neurohex.lab.policy import VALUE_RANGE, Legal, Network, Sizes
from neurohex.players import make_player
from neurohex.rules.engine import State as RulesState
from neurohex.tiles import ARMIES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Choose = Callable[[RulesState], int]


@dataclass(frozen=True, slots=True)
class Settings:
    """How to train."""

    games: int = 256
    """Games at once."""
    sizes: Sizes = field(default_factory=Sizes)
    teacher: str = "greedy"
    lesson_steps: int = 4
    """Decisions of each game between updates of the lessons."""
    lesson_rate: float = 1.5e-3
    """At the start; it falls to a tenth."""
    lesson_minibatch: int = 128
    lesson_epochs: int = 2
    minibatch: int = 512
    steps: int = 16
    """Decisions of each game between updates of PPO."""
    guests: float = 0.25
    """Share of the games in which the teacher has one seat."""
    settling: int = 4
    """Updates at the start of PPO that teach only the value, if the network has learnt before."""
    epochs: int = 2
    rate: float = 3e-4
    """Falls to a tenth."""
    clip: float = 0.2
    discount: float = 1.0
    trace: float = 0.95
    entropy: float = 0.005
    shaping: float = 1.0


class Adam:
    """Adam's steps for the weights of a network."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self._mean = {name: np.zeros_like(array) for name, array in weights.items()}
        self._square = {name: np.zeros_like(array) for name, array in weights.items()}
        self._count = 0

    def step(self, weights: dict[str, Floats], gradients: dict[str, Floats], rate: float) -> None:
        """One step down the gradient, whose length is cut at 1/2."""
        self._count += 1
        norm = np.sqrt(sum(float(np.vdot(g, g)) for g in gradients.values()))
        cut = min(1.0, 0.5 / (norm + 1e-8))
        rate *= float(np.sqrt(1 - 0.999**self._count) / (1 - 0.9**self._count))
        for name, gradient in gradients.items():
            g = gradient * np.float32(cut)
            mean, square = self._mean[name], self._square[name]
            mean += np.float32(0.1) * (g - mean)
            square += np.float32(0.001) * (g * g - square)
            weights[name] -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-8))


@dataclass(slots=True)
class Progress:
    """What has been played so far, and how the network does."""

    part: str
    """`lessons` or `ppo`."""
    decisions: int
    cpu_seconds: float
    figures: dict[str, float]
    """Lessons: how often it says the same as the teacher. PPO: mean entropy and error of the values."""
    against_random: float | None = None


class Trainer:
    """Lessons and PPO. The same seed gives the same network on the same machine and library."""

    def __init__(
        self, games: Sequence[Game], seed: int, settings: Settings | None = None, start: Path | str | None = None
    ) -> None:
        """`start`: a saved model to go on from."""
        self.settings: Final = settings or Settings()
        chosen = self.settings
        self.batch: Final = Batch(games, seeds=range(seed * 100_000, seed * 100_000 + chosen.games))
        encoding = self.batch.encoding
        self.network: Final = Network.load(start, encoding) if start else Network(encoding, chosen.sizes, seed)
        self._adam: Final = Adam(self.network.weights)
        self._random: Final = np.random.default_rng(seed)
        self._teacher: Final = make_player(chosen.teacher, seed)
        # In these games the teacher has the seat 0 or 1.
        guests = np.arange(chosen.games) < chosen.guests * chosen.games
        self._guest_seat: Final = np.where(guests, np.arange(chosen.games) % 2, -1)
        at, shape = self.batch.encoding.fields["players"]
        points = self.batch.encoding.names()["players"].index("points")
        self._mine, self._theirs = at + points, at + shape[1] + points

    # --- lessons ---
    def lesson(self, progress: float) -> float:
        """One update towards the teacher's choices, `progress` being 0 to 1. Gives how often both agreed before."""
        s, batch = self.settings, self.batch
        seen, masks, said = [], [], []
        for _ in range(s.lesson_steps):
            legal = Legal(batch.masks)
            asked = np.flatnonzero(legal.counts > 1)
            answers = legal.actions[legal.starts].copy()
            answers[asked] = batch.answers(self._teacher.choose, asked)
            seen.append(batch.observations[asked])
            masks.append(batch.masks[asked])
            said.append(answers[asked])
            played = answers.copy()
            own = np.flatnonzero(self._random.random(s.games) < 0.5 * progress)
            if len(own):
                some = legal.take(own)
                played[own] = some.draw(self.network.forward(batch.observations[own], some)[0], self._random)
            wild = self._random.random(s.games) < 0.03
            anything = legal.draw(np.zeros(len(legal.rows), np.float32), self._random)
            batch.step(np.where(wild, anything, played))
        observations, legal, chosen = np.concatenate(seen), Legal(np.concatenate(masks)), np.concatenate(said)
        rate = s.lesson_rate * (1 - 0.9 * progress)
        agreed = 0
        for epoch in range(s.lesson_epochs):
            order = self._random.permutation(len(chosen))
            for first in range(0, len(order), s.lesson_minibatch):
                rows = order[first : first + s.lesson_minibatch]
                part = legal.take(rows)
                logs, values, kept = self.network.forward(observations[rows], part)
                if epoch == 0:
                    agreed += int((part.best(logs) == chosen[rows]).sum())
                d_pairs = np.exp(logs)
                d_pairs[part.place(chosen[rows])] -= 1
                d_pairs /= len(rows)
                nothing = np.zeros(len(rows), np.float32)
                gradients = self.network.backward(kept, part, d_pairs, nothing, values)
                self._adam.step(self.network.weights, gradients, rate)
        return agreed / len(chosen)

    # --- PPO ---
    def update(self, progress: float, *, only_value: bool = False) -> tuple[float, float]:
        """Play some decisions of every game and learn from them. Gives mean entropy and error of the values."""
        played = self._play()
        advantages, returns = self._credit(played)
        return self._learn(played, advantages, returns, self.settings.rate * (1 - 0.9 * progress), only_value)

    def _potential(self, observations: NDArray[np.uint8]) -> Floats:
        """Own HQ points minus those of the next player, in twentieths."""
        mine, theirs = (observations[:, at].astype(np.float32) for at in (self._mine, self._theirs))
        return (mine - theirs) / np.float32(20)

    def _play(self) -> dict[str, Any]:
        batch, s = self.batch, self.settings
        shape = (s.steps, s.games)
        kept: dict[str, Any] = {
            "observations": np.empty((*shape, batch.encoding.size), np.uint8),
            "masks": np.empty((*shape, batch.encoding.actions), np.int8),
        }
        for name in ("values", "logs", "rewards", "potentials", "signs", "goes_on"):
            kept[name] = np.empty(shape, np.float32)
        kept["actions"], kept["own"] = np.empty(shape, np.int64), np.empty(shape, np.bool_)
        for t in range(s.steps):
            kept["observations"][t], kept["masks"][t] = batch.observations, batch.masks
            legal = Legal(batch.masks)
            logs, values, _ = self.network.forward(batch.observations, legal)
            actions = legal.draw(logs, self._random)
            guests = np.flatnonzero(batch.players == self._guest_seat)
            actions[guests] = batch.answers(self._teacher.choose, guests)
            kept["values"][t], kept["actions"][t] = values, actions
            kept["own"][t] = (batch.players != self._guest_seat) & (legal.counts > 1)
            kept["logs"][t] = logs[legal.place(actions)]
            kept["potentials"][t] = self._potential(batch.observations)
            players = batch.players.copy()
            batch.step(actions)
            kept["rewards"][t] = batch.rewards[np.arange(s.games), players]
            kept["signs"][t] = np.where(batch.players == players, 1.0, -1.0)
            kept["goes_on"][t] = 1.0 - batch.ends
        _, kept["last"], _ = self.network.forward(batch.observations, Legal(batch.masks))
        kept["last potential"] = self._potential(batch.observations)
        return kept

    def _credit(self, played: dict[str, Any]) -> tuple[Floats, Floats]:
        """Generalised advantages and the returns they imply, each from the view of the player who acted."""
        s = self.settings
        advantages = np.zeros_like(played["values"])
        value, potential = played["last"], played["last potential"]
        after = np.zeros(s.games, np.float32)
        for t in reversed(range(s.steps)):
            follows = played["signs"][t] * played["goes_on"][t]
            shaped = s.shaping * (s.discount * follows * potential - played["potentials"][t])
            error = played["rewards"][t] + shaped + s.discount * follows * value - played["values"][t]
            after = error + s.discount * s.trace * follows * after
            advantages[t] = after
            value, potential = played["values"][t], played["potentials"][t]
        return advantages, advantages + played["values"]

    def _learn(
        self, played: dict[str, Any], advantages: Floats, returns: Floats, rate: float, only_value: bool
    ) -> tuple[float, float]:
        s = self.settings
        flat = {
            name: played[name].reshape(s.steps * s.games, *played[name].shape[2:])
            for name in ("observations", "masks", "actions", "logs", "own")
        }
        legal = Legal(flat["masks"])
        own = flat["own"] & (not only_value)
        gain, goal = advantages.reshape(-1), np.clip(returns.reshape(-1), -VALUE_RANGE, VALUE_RANGE)
        gain = (gain - gain.mean()) / (gain.std() + 1e-8)
        entropies, errors = [], []
        for _ in range(s.epochs):
            order = self._random.permutation(len(gain))
            for first in range(0, len(order), s.minibatch):
                rows = order[first : first + s.minibatch]
                part = legal.take(rows)
                logs, values, kept = self.network.forward(flat["observations"][rows], part)
                chances = np.exp(logs)
                taken = part.place(flat["actions"][rows])
                ratio = np.exp(logs[taken] - flat["logs"][rows])
                g = gain[rows]
                free = np.where(g >= 0, ratio < 1 + s.clip, ratio > 1 - s.clip)
                # Gradients of -min(ratio g, clip(ratio) g) - entropy bonus, by logit; only for own decisions.
                weight = (-g * ratio * free).astype(np.float32)
                d_pairs = -chances * weight[part.rows]
                d_pairs[taken] += weight
                entropy = -np.add.reduceat(chances * logs, part.starts)
                d_pairs += np.float32(s.entropy) * chances * (logs + entropy[part.rows])
                d_pairs *= (own[rows] / np.float32(len(rows))).astype(np.float32)[part.rows]
                d_values = ((values - goal[rows]) / len(rows)).astype(np.float32)
                gradients = self.network.backward(kept, part, d_pairs, d_values, values)
                self._adam.step(self.network.weights, gradients, rate)
                entropies.append(float(entropy.mean()))
                errors.append(float(((values - goal[rows]) ** 2).mean()))
        return float(np.mean(entropies)), float(np.mean(errors))


def train(
    games: Sequence[Game],
    seed: int,
    *,
    lessons: int,
    decisions: int,
    settings: Settings | None = None,
    start: Path | str | None = None,
    points: int = 10,
    measured: int = 400,
) -> Iterator[tuple[Progress, Network]]:
    """Learn from so many decisions of lessons, then of PPO. Tells of some points of each part.

    At each of these points it plays `measured` games against random.
    """
    begun = process_time()
    trainer = Trainer(games, seed, settings, start)
    s = trainer.settings
    for part, total, each in (("lessons", lessons, s.games * s.lesson_steps), ("ppo", decisions, s.games * s.steps)):
        updates = -(-total // each)
        stops = {-(-updates * (n + 1) // points) for n in range(points)}
        told: dict[str, list[float]] = {}
        for update in range(1, updates + 1):
            done = (update - 1) / updates
            if part == "lessons":
                told.setdefault("agreement", []).append(trainer.lesson(done))
            else:
                settling = update <= s.settling and (lessons > 0 or start is not None)
                entropy, error = trainer.update(done, only_value=settling)
                told.setdefault("entropy", []).append(entropy)
                told.setdefault("value_error", []).append(error)
            if update in stops:
                figures = {name: sum(values) / len(values) for name, values in told.items()}
                told.clear()
                progress = Progress(part, update * each, process_time() - begun, figures)
                progress.against_random = against(trainer.network, games, measured, seed + update)
                yield progress, trainer.network


def against(
    network: Network, games: Sequence[Game], count: int, seed: int, choose: Choose | None = None, width: int = 250
) -> float:
    """The share of points of the network against a player, random without one, half of the games from each seat.

    The network takes its most likely action.
    """
    total = 0.0
    for first in range(0, count, width):
        size = min(width, count - first)
        total += _points(network, games, range(seed * 1_000_003 + first, seed * 1_000_003 + first + size), choose)
    return total / count


def _points(network: Network, games: Sequence[Game], seeds: range, choose: Choose | None) -> float:
    batch = Batch(games, seeds=seeds)
    random = np.random.default_rng(seeds.start)
    own = np.arange(len(seeds)) % 2
    points = np.full(len(seeds), np.nan)
    while np.isnan(points).any():
        legal = Legal(batch.masks)
        actions = legal.draw(np.zeros(len(legal.rows), np.float32), random)
        running = np.isnan(points)
        mine, theirs = (np.flatnonzero(running & ((batch.players == own) == side)) for side in (True, False))
        if len(mine):
            part = legal.take(mine)
            actions[mine] = part.best(network.forward(batch.observations[mine], part)[0])
        if choose is not None and len(theirs):
            actions[theirs] = batch.answers(choose, theirs)
        batch.step(actions)
        for game in np.flatnonzero(batch.ends):
            if np.isnan(points[game]):
                points[game] = (int(batch.rewards[game, own[game]]) + 1) / 2
    return float(points.sum())


def pairings(armies: Sequence[str] | None = None) -> list[Game]:
    """Every pair of different armies, from both seats."""
    return [Game(*pair) for pair in permutations(armies or tuple(ARMIES), 2)]


def main(argv: Sequence[str] | None = None) -> int:
    """Train or evaluate; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m neurohex.lab.ppo", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--armies", metavar="LIST", help="as borgo,moloch; all armies without it")
    parser.add_argument("--lessons", type=int, default=40_000, metavar="N", help="decisions of lessons (40,000)")
    parser.add_argument("--decisions", type=int, default=100_000, metavar="N", help="decisions of PPO (100,000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--start", metavar="FILE", help="go on from a saved model")
    parser.add_argument("--points", type=int, default=5, metavar="N", help="points of the curve in each part (5)")
    parser.add_argument("--out", default="model.npz", metavar="FILE", help="the model (model.npz)")
    parser.add_argument("--curve", metavar="FILE", help="write the learning curve as JSON lines")
    parser.add_argument("--evaluate", metavar="FILE", help="instead: play a saved model against random or a bot")
    parser.add_argument("--against", metavar="BOT", help="for --evaluate: greedy, or any other bot")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="games for --evaluate (1000)")
    args = parser.parse_args(argv)
    games = pairings(args.armies.split(",") if args.armies else None)
    try:
        return _evaluate(args, games) if args.evaluate else _train(args, games)
    except (NeurohexError, OSError) as error:
        print(f"neurohex.lab.ppo: {error}", file=sys.stderr)
        return 2


def _evaluate(args: argparse.Namespace, games: list[Game]) -> int:
    if args.games < 1:
        raise NeurohexError(f"--games: expected 1 or more, got {args.games}")
    network = Network.load(args.evaluate, Encoding(games[0]))
    choose = make_player(args.against, args.seed).choose if args.against else None
    share = against(network, games, args.games, args.seed, choose)
    spread = 1.96 * float(np.sqrt(share * (1 - share) / args.games))
    print(f"{100 * share:.1f} ± {100 * spread:.1f} of 100 against {args.against or 'random'}, {args.games} games")
    return 0


def _train(args: argparse.Namespace, games: list[Game]) -> int:
    for option in ("lessons", "decisions"):
        if getattr(args, option) < 0:
            raise NeurohexError(f"--{option}: expected 0 or more, got {getattr(args, option)}")
    if args.points < 1:
        raise NeurohexError(f"--points: expected 1 or more, got {args.points}")
    out, curve = Path(args.out), Path(args.curve) if args.curve else None
    made = train(games, args.seed, lessons=args.lessons, decisions=args.decisions, start=args.start, points=args.points)
    for progress, network in made:
        network.save(out, seed=args.seed, part=progress.part, decisions=progress.decisions)
        line = {name: getattr(progress, name) for name in Progress.__slots__}
        if curve is not None:
            with curve.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"seed": args.seed, **line}) + "\n")
        figures = ", ".join(f"{name.replace('_', ' ')} {value:.3f}" for name, value in progress.figures.items())
        print(
            f"{progress.part:8} {progress.decisions:>10,} decisions, {progress.cpu_seconds:6.0f} s of CPU time: "
            f"{100 * (progress.against_random or 0):.1f} of 100 against random, {figures}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
