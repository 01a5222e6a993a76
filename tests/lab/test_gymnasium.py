"""Gymnasium's own check, whole games, and vector environments."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import neurohex.lab.gymnasium as lab
from neurohex.errors import NeurohexError
from neurohex.players import PlayerError


def test_check_env_is_clean() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # check_env samples actions without masks: an illegal one ends the game.
        check_env(gymnasium.make(lab.ID, opponent="random").unwrapped, skip_render_check=True)


def test_a_game_against_a_bot_runs_to_its_end() -> None:
    env = gymnasium.make(lab.ID, opponent="random", armies=("borgo", "moloch"))
    results = []
    for seed in range(3):
        _, info = env.reset(seed=seed)
        over = False
        env.action_space.seed(seed)
        while not over:
            _, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        results.append(reward)
    assert set(results) <= {-1.0, 0.0, 1.0}


def test_the_same_seed_gives_the_same_game() -> None:
    def played() -> list[bytes]:
        env = gymnasium.make(lab.ID, opponent="greedy")
        seen, info = env.reset(seed=11)
        rows = [seen.tobytes()]
        for _ in range(6):
            seen, _, _, _, info = env.step(int(info["action_mask"].argmax()))
            rows.append(seen.tobytes())
        env.close()
        return rows

    assert played() == played()


def test_an_illegal_action_ends_the_game() -> None:
    env = gymnasium.make(lab.ID, opponent="random", seat=0, armies=("borgo", "moloch"))
    env.reset(seed=1)
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize("mode", ["sync", "async"])
@pytest.mark.slow
def test_vector_environments_work(mode: str) -> None:
    envs = gymnasium.make_vec(lab.ID, num_envs=2, vectorization_mode=mode, opponent="random")
    seen, info = envs.reset(seed=3)
    assert seen.shape[0] == 2
    for _ in range(20):
        seen, rewards, *_, info = envs.step(np.asarray(info["action_mask"]).argmax(axis=1))
        assert rewards.shape == (2,)
    envs.close()


def test_more_players_and_boards() -> None:
    armies = ("borgo", "moloch", "smart", "vegas")
    env = gymnasium.make(lab.ID, opponent="random", armies=armies, mode="team", board="expanded")
    _, info = env.reset(seed=5)
    assert info["action_mask"].any()


def test_errors_are_one_line() -> None:
    with pytest.raises(PlayerError, match="no player is called"):
        lab.DuelEnv(opponent="gredy")
    with pytest.raises(NeurohexError, match="seat: expected 0 to 1"):
        lab.DuelEnv(seat=2)
