"""The training example at a tiny scale: it learns, saves, loads and plays."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import neurohex as nh
from neurohex.errors import NeurohexError
from neurohex.lab.batch import Batch
from neurohex.lab.encoding import Encoding
from neurohex.lab.policy import Legal, Network, PolicyPlayer, Sizes
from neurohex.lab.ppo import Settings, Trainer, against, main, pairings
from neurohex.players import make_player
from neurohex.rules.engine import is_chance, legal_actions, new_state, play

SMALL = Sizes(hex=4, near=4, tile=4, wide=8, all=8, spread=2, out=4)
TINY = Settings(games=8, steps=4, sizes=SMALL, minibatch=16)
GAMES = [nh.Game("borgo", "moloch")]


@pytest.mark.parametrize("part", ["lesson", "update"])
def test_an_update_changes_the_network_and_follows_the_seed(part: str) -> None:
    one, two = (Trainer(GAMES, 3, TINY) for _ in range(2))
    before = {name: array.copy() for name, array in one.network.weights.items()}
    assert getattr(one, part)(0.5) == getattr(two, part)(0.5)
    for name, array in one.network.weights.items():
        assert np.array_equal(array, two.network.weights[name])
    for name in ("hex", "near", "tile", "wide", "fits"):  # openings have no moves
        assert not np.array_equal(one.network.weights[name], before[name]), name


def test_gradients_point_downhill() -> None:
    """The gradients of the log-probability of an action and of the value, against differences."""
    batch = Batch(GAMES, seeds=[1])
    for _ in range(20):
        batch.step(batch.masks.shape[1] - 1 - batch.masks[:, ::-1].argmax(axis=1))
    encoding = batch.encoding
    network = Network(encoding, SMALL, 1)
    network.weights = {name: array.astype(np.float64) for name, array in network.weights.items()}
    for name in network.weights:
        if name.endswith("+"):
            network.weights[name] += 0.1
    seen, legal = batch.observations, Legal(np.ones((1, encoding.actions), np.int8))
    action = 40

    def goal() -> float:
        logs, values, _ = network.forward(seen, legal)
        return float(logs[action] + values[0])

    logs, values, kept = network.forward(seen, legal)
    d_pairs = -np.exp(logs)
    d_pairs[action] += 1
    gradients = network.backward(kept, legal, d_pairs, np.ones(1, np.float32), values)
    assert set(gradients) == set(network.weights)
    for name, array in network.weights.items():
        place = np.unravel_index(int(np.abs(gradients[name]).argmax()), array.shape)
        assert abs(gradients[name][place]) > 1e-6, name
        kept_value = array[place]
        array[place] = kept_value + 1e-5
        higher = goal()
        array[place] = kept_value - 1e-5
        lower = goal()
        array[place] = kept_value
        assert (higher - lower) / 2e-5 == pytest.approx(gradients[name][place], rel=1e-3), name


def test_every_action_has_its_own_logit() -> None:
    for game in (GAMES[0], nh.Game("borgo", "moloch", board="duel", mercenaries=1, bomber_two=True)):
        network = Network(Encoding(game), SMALL)
        where = network._where
        assert len(set(where.tolist())) == network.encoding.actions


def test_only_legal_actions_are_drawn() -> None:
    trainer = Trainer(GAMES, 1, TINY)
    trainer.update(0.0)
    legal = Legal(trainer.batch.masks)
    logs, _, _ = trainer.network.forward(trainer.batch.observations, legal)
    rows = np.arange(8)
    for chosen in (legal.draw(logs, np.random.default_rng(1)), legal.best(logs)):
        assert trainer.batch.masks[rows, chosen].all()
    some = np.array([5, 2, 7])
    part = legal.take(some)
    assert part.actions.tolist() == [a for row in some for a in np.flatnonzero(trainer.batch.masks[row])]
    again, _, _ = trainer.network.forward(trainer.batch.observations[some], part)
    assert np.array_equal(part.best(again), legal.best(logs)[some])


@pytest.mark.slow
def test_lessons_teach() -> None:
    trainer = Trainer(GAMES, 1, Settings(games=32, minibatch=64, lesson_steps=8))
    first = np.mean([trainer.lesson(0.0) for _ in range(4)])
    for _ in range(30):
        trainer.lesson(0.0)
    assert np.mean([trainer.lesson(0.0) for _ in range(4)]) > first + 0.15


def test_a_saved_model_plays(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    Trainer(GAMES, 1, TINY).network.save(path, seed=1)
    player = PolicyPlayer(path)
    state = new_state(nh.Game("smart", "vegas").rules)
    for _ in range(12):
        action = legal_actions(state)[0] if is_chance(state) else player.choose(state)
        assert action in legal_actions(state)
        play(state, action)
    network = Network.load(path, Encoding(GAMES[0]))
    assert 0 <= against(network, GAMES, 4, seed=1) <= 1
    assert against(network, GAMES, 4, 1, make_player("greedy", 1).choose) < 0.5


@pytest.mark.slow
def test_the_commands_train_and_evaluate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, curve = str(tmp_path / "model.npz"), tmp_path / "curve.jsonl"
    order = ["--armies", "borgo,moloch", "--lessons", "1", "--decisions", "0", "--out", model, "--curve", str(curve)]
    assert main(order) == 0
    assert json.loads(curve.read_text().splitlines()[0])["part"] == "lessons"
    assert main(["--armies", "borgo,moloch", "--evaluate", model, "--games", "4", "--against", "greedy"]) == 0
    assert "of 100 against greedy, 4 games" in capsys.readouterr().out
    assert main(["--evaluate", model, "--against", "nobody"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_errors_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(NeurohexError, match="no such file"):
        PolicyPlayer(tmp_path / "none.npz")
    broken = tmp_path / "broken.npz"
    broken.write_bytes(b"no model")
    with pytest.raises(NeurohexError, match="not a model"):
        Network.load(broken, Encoding(GAMES[0]))
    Network(Encoding(GAMES[0]), SMALL).save(tmp_path / "model.npz")
    with pytest.raises(NeurohexError, match="another encoding"):
        Network.load(tmp_path / "model.npz", Encoding(nh.Game("borgo", "moloch", board="duel")))


def test_pairings_are_all_pairs_from_both_seats() -> None:
    assert len(pairings(("borgo", "moloch", "smart"))) == 6
