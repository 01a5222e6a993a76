"""PettingZoo's own tests, for two, three, four and six players."""

from __future__ import annotations

import pickle
import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test

from neurohex.errors import NeurohexError
from neurohex.lab import pettingzoo
from neurohex.rules.game import GameError

TABLES: dict[str, dict[str, Any]] = {
    "two": {},
    "three": {"armies": ("borgo", "moloch", "smart")},
    "four": {"armies": ("borgo", "moloch", "smart", "vegas"), "mode": "team"},
    "six": {
        "armies": ("borgo", "moloch", "smart", "vegas", "outpost", "hegemony"),
        "board": "expanded",
        "mode": "deathmatch",
    },
}
TABLE = pytest.mark.parametrize("options", TABLES.values(), ids=TABLES)


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    with warnings.catch_warnings():
        # PettingZoo warns of every space and observation that is a dictionary, which action masks need.
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")
        warnings.filterwarnings("ignore", message="Agents have different|The base environment|.*action mask")
        yield


@TABLE
def test_api(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    api_test(pettingzoo.env(**options), num_cycles=60)


@TABLE
def test_seeds(options: dict[str, Any]) -> None:
    seed_test(partial(pettingzoo.env, **options), num_cycles=30)


@TABLE
def test_max_cycles(options: dict[str, Any]) -> None:
    max_cycles_test(
        SimpleNamespace(
            env=partial(pettingzoo.env, **options), parallel_env=partial(pettingzoo.parallel_env, **options)
        )
    )


@pytest.mark.slow
@TABLE
def test_rendering(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(pettingzoo.env, **options), {"svg": lambda text: text.startswith("<svg")})


def test_a_game_ends_with_the_result_for_all() -> None:
    env = pettingzoo.env("random", players=3)
    env.reset(seed=3)
    random = np.random.default_rng(3)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(random.choice(legal)))
    assert sorted(totals.values()) in ([-1, -1, 1], [-1, 0, 0], [0, 0, 0])


def test_an_illegal_action_ends_the_game_for_its_agent() -> None:
    env = pettingzoo.env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)  # there is no turn to end yet
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


def test_random_armies_differ_and_follow_the_seed() -> None:
    env = pettingzoo.raw_env("random", players=2)
    seen = set()
    for seed in range(8):
        env.reset(seed=seed)
        armies = env.table.state.game.armies
        env.reset(seed=seed)
        assert env.table.state.game.armies == armies
        seen.add(armies)
    assert len(seen) > 3


def test_environments_can_be_pickled() -> None:
    env = pettingzoo.env(**TABLES["four"])
    again = pickle.loads(pickle.dumps(env))
    again.reset(seed=2)
    env.reset(seed=2)
    assert np.array_equal(again.last()[0]["observation"], env.last()[0]["observation"])


def test_errors_are_one_line() -> None:
    with pytest.raises(GameError, match="armies: no army"):
        pettingzoo.env(armies=("borgo", "nobody"))
    with pytest.raises(NeurohexError, match="render_mode: expected"):
        pettingzoo.env(render_mode="opera")
