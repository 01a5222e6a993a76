"""Speed of environments side by side, each giving observation and mask for every step.

    python -m neurohex.lab.bench ENGINE

measures one engine on request: it reads orders as lines of JSON and answers each, as `neurohex bench --lab` asks.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import permutations
from time import process_time
from typing import Any, Final

from neurohex.lab.needs import need

Step = Callable[[], int]
"""Plays one round of random actions; gives the number of steps."""
GAMES: Final = 256
"""Games at once, where an engine has batches."""


def ours() -> Step:
    """Our batch over all pairings of the armies, one process."""
    from neurohex.api.game import Game
    from neurohex.lab.batch import Batch
    from neurohex.tiles import ARMIES

    batch = Batch([Game(*pair) for pair in permutations(ARMIES, 2)], seeds=range(GAMES))

    def step() -> int:
        batch.step(batch.random_actions())
        return GAMES

    return step


def pettingzoo_chess() -> Step:
    """PettingZoo's chess."""
    import numpy as np

    chess = import_module("pettingzoo.classic.chess_v6")
    env = chess.raw_env()
    env.reset(seed=1)
    random = np.random.default_rng(1)

    def step() -> int:
        observation, _, over, cut, _ = env.last()
        if over or cut:
            env.reset()
            return 0
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[random.integers(len(legal))]))
        return 1

    return step


def openspiel_chess() -> Step:
    """OpenSpiel's chess in C++, through its Python interface."""
    import numpy as np
    import pyspiel

    game = pyspiel.load_game("chess")
    random = np.random.default_rng(1)
    state: Any = game.new_initial_state()

    def step() -> int:
        nonlocal state
        if state.is_terminal():
            state = game.new_initial_state()
        state.observation_tensor(state.current_player())
        state.legal_actions_mask()
        legal = state.legal_actions()
        state.apply_action(legal[int(random.integers(len(legal)))])
        return 1

    return step


def pgx_chess() -> Step:
    """Pgx's chess on the CPU, in batches."""
    jax: Any = need("jax")
    pgx: Any = need("pgx")
    env = pgx.make("chess")
    init, advance = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    state: Any = init(jax.random.split(jax.random.PRNGKey(1), GAMES))
    key: Any = jax.random.PRNGKey(2)

    def step() -> int:
        nonlocal state, key
        key, sub = jax.random.split(key)
        logits = jax.numpy.log(state.legal_action_mask.astype("float32") + 1e-9)
        state = advance(state, jax.random.categorical(sub, logits))
        state.observation.block_until_ready()
        return GAMES

    return step


ENGINES: Final[dict[str, Callable[[], Step]]] = {
    "neurohex": ours,
    "pettingzoo chess": pettingzoo_chess,
    "openspiel chess": openspiel_chess,
    "pgx chess": pgx_chess,
}


def measure(step: Step, seconds: float) -> dict[str, float]:
    """Steps in about that many seconds of CPU time."""
    begun = process_time()
    done = 0
    while process_time() - begun < seconds:
        done += step()
    return {"done": done, "seconds": process_time() - begun}


def main() -> int:
    """Answer orders until the input ends."""
    step = ENGINES[sys.argv[1]]()
    step()
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        print(json.dumps(measure(step, float(json.loads(line)["seconds"]))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
