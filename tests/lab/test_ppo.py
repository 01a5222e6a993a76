"""The training example at a tiny scale: it learns, saves, loads and plays."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import neurohex as nh
from neurohex.errors import NeurohexError
from neurohex.lab.encoding import Encoding
from neurohex.lab.policy import Network, PolicyPlayer
from neurohex.lab.ppo import Settings, Trainer, against_random, draw, pairings
from neurohex.rules.engine import is_chance, legal_actions, new_state, play

TINY = Settings(games=8, steps=4, width=8, minibatch=16)
GAMES = [nh.Game("borgo", "moloch")]


def test_an_update_changes_the_network_and_follows_the_seed() -> None:
    one, two = (Trainer(GAMES, 3, TINY) for _ in range(2))
    before = one.network.weights["wp"].copy()
    assert one.update() == two.update()
    assert not np.array_equal(one.network.weights["wp"], before)
    assert np.array_equal(one.network.weights["wp"], two.network.weights["wp"])


def test_gradients_point_downhill() -> None:
    """The gradient of the log-probability of an action, against differences."""
    state = new_state(GAMES[0].rules)
    encoding = Encoding(GAMES[0])
    network = Network(encoding, 8, 1)
    network.weights = {name: array.astype(np.float64) for name, array in network.weights.items()}
    seen, mask = encoding.observation(state)[None], encoding.mask(state)[None]
    action = int(np.flatnonzero(mask[0])[3])
    logs, values, kept = network.forward(seen, mask)
    d_logits = -np.exp(logs)
    d_logits[0, action] += 1
    gradients = network.backward(kept, d_logits, np.zeros(1, np.float32), values)
    for name in ("w2", "wp", "b1"):
        array = network.weights[name]
        place = np.unravel_index(int(np.abs(gradients[name]).argmax()), array.shape)
        kept_value = array[place]
        array[place] = kept_value + 1e-4
        higher = network.forward(seen, mask)[0][0, action]
        array[place] = kept_value - 1e-4
        lower = network.forward(seen, mask)[0][0, action]
        array[place] = kept_value
        assert (higher - lower) / 2e-4 == pytest.approx(gradients[name][place], rel=1e-3)


def test_only_legal_actions_are_drawn() -> None:
    trainer = Trainer(GAMES, 1, TINY)
    logs, _, _ = trainer.network.forward(trainer.batch.observations, trainer.batch.masks)
    chosen = draw(logs, np.random.default_rng(1))
    assert trainer.batch.masks[np.arange(8), chosen].all()


def test_a_saved_model_plays(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    Trainer(GAMES, 1, TINY).network.save(path, seed=1)
    player = PolicyPlayer(path)
    state = new_state(nh.Game("smart", "vegas").rules)
    for _ in range(12):
        action = legal_actions(state)[0] if is_chance(state) else player.choose(state)
        assert action in legal_actions(state)
        play(state, action)
    assert 0 <= against_random(Network.load(path, Encoding(GAMES[0])), GAMES, 4, seed=1) <= 1


def test_errors_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(NeurohexError, match="no such file"):
        PolicyPlayer(tmp_path / "none.npz")
    broken = tmp_path / "broken.npz"
    broken.write_bytes(b"no model")
    with pytest.raises(NeurohexError, match="not a model"):
        Network.load(broken, Encoding(GAMES[0]))
    Network(Encoding(GAMES[0]), 4).save(tmp_path / "model.npz")
    with pytest.raises(NeurohexError, match="another encoding"):
        Network.load(tmp_path / "model.npz", Encoding(nh.Game("borgo", "moloch", board="duel")))


def test_pairings_are_all_pairs_from_both_seats() -> None:
    assert len(pairings(("borgo", "moloch", "smart"))) == 6
