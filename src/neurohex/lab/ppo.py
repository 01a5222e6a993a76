"""Masked PPO by self-play on a batch of games, with numpy alone. An example to read and to change.

    python -m neurohex.lab.ppo --minutes 20 --seed 1 --out model.npz
    python -m neurohex.lab.ppo --evaluate model.npz --games 400

One network plays all seats. A sample's value and advantage are those of the player who acted; where another player acts
next, the next value counts with the opposite sign. Rewards are the result, and the change of the difference of HQ
points (a potential, so that the best play stays the best).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from neurohex.api.game import Game
from neurohex.errors import NeurohexError
from neurohex.lab.batch import Batch
from neurohex.lab.needs import need
from neurohex.lab.policy import VALUE_RANGE, Network
from neurohex.tiles import ARMIES

need("numpy")

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Settings:
    """How to train."""

    games: int = 128
    """Games at once."""
    steps: int = 16
    """Decisions of each game between updates."""
    width: int = 96
    epochs: int = 2
    minibatch: int = 512
    rate: float = 1e-3
    clip: float = 0.2
    discount: float = 1.0
    trace: float = 0.95
    entropy: float = 0.02
    shaping: float = 1.0


class Adam:
    """Adam's steps for the weights of a network."""

    def __init__(self, weights: dict[str, Floats], rate: float) -> None:
        self._rate = rate
        self._mean = {name: np.zeros_like(array) for name, array in weights.items()}
        self._square = {name: np.zeros_like(array) for name, array in weights.items()}
        self._count = 0

    def step(self, weights: dict[str, Floats], gradients: dict[str, Floats]) -> None:
        """One step down the gradient, whose length is cut at 1/2."""
        self._count += 1
        norm = np.sqrt(sum(float((g * g).sum()) for g in gradients.values()))
        cut = min(1.0, 0.5 / (norm + 1e-8))
        rate = self._rate * np.sqrt(1 - 0.999**self._count) / (1 - 0.9**self._count)
        for name, gradient in gradients.items():
            g = gradient * np.float32(cut)
            mean, square = self._mean[name], self._square[name]
            mean += np.float32(0.1) * (g - mean)
            square += np.float32(0.001) * (g * g - square)
            weights[name] -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-8))


@dataclass(slots=True)
class Progress:
    """One update: what has been played, and how the network does."""

    update: int
    decisions: int
    seconds: float
    entropy: float
    value_error: float
    against_random: float | None = field(default=None)


class Trainer:
    """Self-play and updates. The same seed gives the same network on the same machine and library."""

    def __init__(self, games: Sequence[Game], seed: int, settings: Settings | None = None) -> None:
        self.settings: Final = settings or Settings()
        chosen = self.settings
        self.batch: Final = Batch(games, seeds=range(seed * 100_000, seed * 100_000 + chosen.games))
        self.network: Final = Network(self.batch.encoding, chosen.width, seed)
        self._adam: Final = Adam(self.network.weights, chosen.rate)
        self._random: Final = np.random.default_rng(seed)
        at, shape = self.batch.encoding.fields["players"]
        points = self.batch.encoding.names()["players"].index("points")
        self._mine, self._theirs = at + points, at + shape[1] + points

    def update(self) -> tuple[float, float]:
        """Play some decisions of every game and learn from them. Gives mean entropy and error of the values."""
        played = self._play()
        advantages, returns = self._credit(played)
        return self._learn(played, advantages, returns)

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
        kept["actions"] = np.empty(shape, np.int64)
        for t in range(s.steps):
            kept["observations"][t], kept["masks"][t] = batch.observations, batch.masks
            logs, values, _ = self.network.forward(batch.observations, batch.masks)
            actions = draw(logs, self._random)
            kept["values"][t], kept["actions"][t] = values, actions
            kept["logs"][t] = logs[np.arange(s.games), actions]
            kept["potentials"][t] = self._potential(batch.observations)
            players = batch.players.copy()
            batch.step(actions)
            kept["rewards"][t] = batch.rewards[np.arange(s.games), players]
            kept["signs"][t] = np.where(batch.players == players, 1.0, -1.0)
            kept["goes_on"][t] = 1.0 - batch.ends
        _, kept["last"], _ = self.network.forward(batch.observations, batch.masks)
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

    def _learn(self, played: dict[str, Any], advantages: Floats, returns: Floats) -> tuple[float, float]:
        s = self.settings
        flat = {
            name: played[name].reshape(s.steps * s.games, *played[name].shape[2:])
            for name in ("observations", "masks", "actions", "logs")
        }
        gain, goal = advantages.reshape(-1), np.clip(returns.reshape(-1), -VALUE_RANGE, VALUE_RANGE)
        gain = (gain - gain.mean()) / (gain.std() + 1e-8)
        entropies, errors = [], []
        for _ in range(s.epochs):
            order = self._random.permutation(len(gain))
            for first in range(0, len(order), s.minibatch):
                rows = order[first : first + s.minibatch]
                logs, values, kept = self.network.forward(flat["observations"][rows], flat["masks"][rows])
                chances = np.exp(logs)
                here = np.arange(len(rows))
                actions = flat["actions"][rows]
                ratio = np.exp(logs[here, actions] - flat["logs"][rows])
                g = gain[rows]
                free = np.where(g >= 0, ratio < 1 + s.clip, ratio > 1 - s.clip)
                # Gradients of -min(ratio g, clip(ratio) g) - entropy bonus, by logit.
                weight = (-g * ratio * free).astype(np.float32)
                d_logits = -chances * weight[:, None]
                d_logits[here, actions] += weight
                shown = np.where(chances > 0, logs, 0)
                entropy = -(chances * shown).sum(axis=1)
                d_logits += np.float32(s.entropy) * chances * (shown + entropy[:, None])
                d_logits /= len(rows)
                d_values = ((values - goal[rows]) / len(rows)).astype(np.float32)
                gradients = self.network.backward(kept, d_logits, d_values, values)
                self._adam.step(self.network.weights, gradients)
                entropies.append(float(entropy.mean()))
                errors.append(float(((values - goal[rows]) ** 2).mean()))
        return float(np.mean(entropies)), float(np.mean(errors))


def draw(logs: Floats, random: np.random.Generator) -> NDArray[np.int64]:
    """An action for each row, by its probabilities."""
    sums = np.exp(logs).cumsum(axis=1)
    wanted = random.random(len(logs), dtype=np.float32)[:, None] * sums[:, -1:]
    found: NDArray[np.int64] = (sums > wanted).argmax(axis=1)
    return found


def train(
    games: Sequence[Game], seed: int, *, minutes: float, settings: Settings | None = None, every: int = 25
) -> Iterator[tuple[Progress, Network]]:
    """Train for some minutes; tells of each update. Every so many updates it plays 200 games against random."""
    trainer = Trainer(games, seed, settings)
    begun = monotonic()
    update = 0
    while True:
        entropy, error = trainer.update()
        update += 1
        chosen = trainer.settings
        progress = Progress(update, update * chosen.games * chosen.steps, monotonic() - begun, entropy, error)
        over = progress.seconds >= 60 * minutes
        if over or update % every == 0:
            progress.against_random = against_random(trainer.network, games, 200, seed=seed + update)
        yield progress, trainer.network
        if over:
            return


def against_random(network: Network, games: Sequence[Game], count: int, seed: int) -> float:
    """The share of points of the network against random play, over `count` games, half of them from each seat.

    The network takes its most likely action. Half of `batch` games have it in seat 0, half in seat 1.
    """
    batch = Batch(games, seeds=range(seed * 1_000_003, seed * 1_000_003 + count))
    random = np.random.default_rng(seed)
    own = np.arange(count) % 2
    points = np.full(count, np.nan)
    while np.isnan(points).any():
        noise = random.random(batch.masks.shape, dtype=np.float32)
        actions = (batch.masks * (noise + 1)).argmax(axis=1)
        mine = np.flatnonzero((batch.players == own) & np.isnan(points))
        if len(mine):
            logs, _, _ = network.forward(batch.observations[mine], batch.masks[mine])
            actions[mine] = logs.argmax(axis=1)
        batch.step(actions)
        for game in np.flatnonzero(batch.ends):
            if np.isnan(points[game]):
                points[game] = (int(batch.rewards[game, own[game]]) + 1) / 2
    return float(points.mean())


def pairings(armies: Sequence[str] | None = None) -> list[Game]:
    """Every pair of different armies, from both seats."""
    return [Game(*pair) for pair in permutations(armies or tuple(ARMIES), 2)]


def main(argv: Sequence[str] | None = None) -> int:
    """Train or evaluate; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m neurohex.lab.ppo", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--armies", metavar="LIST", help="as borgo,moloch; all armies without it")
    parser.add_argument("--minutes", type=float, default=20.0, metavar="M", help="how long to train (20)")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--out", default="model.npz", metavar="FILE", help="the model (model.npz)")
    parser.add_argument("--curve", metavar="FILE", help="write the learning curve as JSON lines")
    parser.add_argument("--evaluate", metavar="FILE", help="instead: play a saved model against random")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="games for --evaluate (1000)")
    args = parser.parse_args(argv)
    games = pairings(args.armies.split(",") if args.armies else None)
    try:
        if args.evaluate:
            from neurohex.lab.encoding import Encoding

            network = Network.load(args.evaluate, Encoding(games[0]))
            print(f"{100 * against_random(network, games, args.games, args.seed):.1f} of 100 against random")
            return 0
        return _train(args, games)
    except (NeurohexError, OSError) as error:
        print(f"neurohex.lab.ppo: {error}", file=sys.stderr)
        return 2


def _train(args: argparse.Namespace, games: list[Game]) -> int:
    out, curve = Path(args.out), Path(args.curve) if args.curve else None
    for progress, network in train(games, args.seed, minutes=args.minutes):
        if progress.against_random is None:
            continue
        network.save(out, seed=args.seed, decisions=progress.decisions)
        line = {name: getattr(progress, name) for name in Progress.__slots__}
        if curve is not None:
            with curve.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"seed": args.seed, **line}) + "\n")
        print(
            f"{progress.decisions:>10,} decisions, {progress.seconds:6.0f} s: {100 * progress.against_random:.1f} of "
            f"100 against random, entropy {progress.entropy:.2f}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
