"""A small network on observations, with numpy alone: masked policy and value. Saved models are players.

python -m neurohex.lab.seat policy model.npz      seats a model in the arena
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from neurohex.errors import NeurohexError
from neurohex.lab.encoding import Encoding, check_fits
from neurohex.lab.needs import need
from neurohex.rules.engine import State as RulesState

need("numpy")

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_LARGE: Final = {"points": 20.0, "scored": 20.0, "pile": 34.0, "turn": 60.0, "limit": 9.0, "phase": 8.0, "top": 42.0}
"""What some numbers are divided by. Counts in piles are divided by 6."""
_LEFT_OUT: Final = ("tile number", "army")
"""Numbers that are names."""
_ILLEGAL: Final = -1e9
VALUE_RANGE: Final = 2.0
"""Values lie between minus and plus this: what a player gains from here on, the result and the shaping together."""


def input_scale(encoding: Encoding) -> Floats:
    """A factor for each byte of an observation, so that inputs are of the order of 1; 0 for numbers that are names."""
    scale = np.ones(encoding.size, dtype=np.float32)
    fields, names = encoding.fields, encoding.names()
    for field, labels in names.items():
        at, shape = fields[field]
        part = scale[at : at + int(np.prod(shape))].reshape(shape)
        for n, label in enumerate(labels):
            factor = 0.0 if label in _LEFT_OUT else 1 / _LARGE.get(label, 1.0)
            if field == "board":
                part[n] = factor
            else:
                part[..., n] = factor
    at, shape = fields["piles"]
    scale[at : at + int(np.prod(shape))] = 1 / 6
    return scale


class Network:
    """Two hidden layers; one output for each action and one for the value to the player to act."""

    def __init__(self, encoding: Encoding, width: int = 64, seed: int = 0) -> None:
        self.encoding: Final = encoding
        self.scale: Final = input_scale(encoding)
        random = np.random.default_rng(seed)

        def layer(rows: int, columns: int, gain: float) -> Floats:
            drawn: Floats = (random.standard_normal((rows, columns)) * gain / np.sqrt(rows)).astype(np.float32)
            return drawn

        self.weights: dict[str, Floats] = {
            "w1": layer(encoding.size, width, 3.0),  # few inputs are not 0
            "b1": np.zeros(width, np.float32),
            "w2": layer(width, width, 1.4),
            "b2": np.zeros(width, np.float32),
            "wp": layer(width, encoding.actions, 0.1),
            "bp": np.zeros(encoding.actions, np.float32),
            "wv": layer(width, 1, 0.5),
            "bv": np.zeros(1, np.float32),
        }

    def forward(self, observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> tuple[Floats, Floats, Any]:
        """Log-probabilities of the actions, values, and what `backward` needs."""
        w = self.weights
        x = observations * self.scale
        h1 = np.maximum(x @ w["w1"] + w["b1"], 0)
        h2 = np.maximum(h1 @ w["w2"] + w["b2"], 0)
        logits = h2 @ w["wp"] + w["bp"]
        logits[masks == 0] = _ILLEGAL
        logits -= logits.max(axis=1, keepdims=True)
        logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        values = VALUE_RANGE * np.tanh(h2 @ w["wv"] + w["bv"])[:, 0]
        return logs, values, (x, h1, h2)

    def backward(self, kept: Any, d_logits: Floats, d_values: Floats, values: Floats) -> dict[str, Floats]:
        """Gradients of the weights from those of the logits and values."""
        x, h1, h2 = kept
        w = self.weights
        dv = (d_values * (VALUE_RANGE - values**2 / VALUE_RANGE))[:, None]
        dh2 = d_logits @ w["wp"].T + dv @ w["wv"].T
        dh2[h2 <= 0] = 0
        dh1 = dh2 @ w["w2"].T
        dh1[h1 <= 0] = 0
        return {
            "w1": x.T @ dh1,
            "b1": dh1.sum(axis=0),
            "w2": h1.T @ dh2,
            "b2": dh2.sum(axis=0),
            "wp": h2.T @ d_logits,
            "bp": d_logits.sum(axis=0),
            "wv": h2.T @ dv,
            "bv": dv.sum(axis=0),
        }

    def save(self, path: Path | str, **about: object) -> None:
        """Save the weights and what they were made for."""
        described = json.dumps({"encoding": self.encoding.describe(), **about})
        arrays: dict[str, Any] = {"about": np.array(described), **self.weights}
        np.savez_compressed(path, **arrays)

    @classmethod
    def load(cls, path: Path | str, encoding: Encoding) -> Network:
        """A saved network. Raises `NeurohexError` if it is none, or was made for another encoding."""
        try:
            with np.load(path, allow_pickle=False) as data:
                about = json.loads(str(data["about"]))
                weights = {name: data[name] for name in data.files if name != "about"}
        except FileNotFoundError:
            raise NeurohexError(f"{path}: no such file") from None
        except (ValueError, KeyError, OSError) as error:
            raise NeurohexError(f"{path}: not a model of neurohex.lab ({error})") from None
        check_fits(about["encoding"], encoding)
        network = cls(encoding, width=len(weights["b1"]))
        network.weights = weights
        return network


class PolicyPlayer:
    """A player that takes the most likely action of a saved network."""

    def __init__(self, path: Path | str, seed: int = 0) -> None:
        self._path: Final = Path(path)
        if not self._path.is_file():
            raise NeurohexError(f"{path}: no such file")
        self._network: Network | None = None

    def choose(self, state: RulesState) -> int:
        """The most likely legal action."""
        if self._network is None:
            self._network = Network.load(self._path, Encoding(state.game))
        encoding = self._network.encoding
        observation, mask = encoding.observation(state), encoding.mask(state)
        logs, _, _ = self._network.forward(observation[None], mask[None])
        return encoding.action_of(state, int(logs[0].argmax()))

    def close(self) -> None:
        """Nothing is held."""
