"""The game as a PettingZoo environment.

    >>> from neurohex.lab import pettingzoo
    >>> env = pettingzoo.env(armies=("borgo", "moloch", "smart"), mode="deathmatch")
    >>> env.reset(seed=7)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> action = env.action_space(env.agent_selection).sample(observation["action_mask"])
    >>> env.step(action)

`env` is PettingZoo's AEC interface: the agent to act is the player who decides, who may decide several times in a row.
`parallel_env`, and `env` with `max_cycles`, ask all agents in each cycle: only the action of the player who decides
counts, the others' are ignored, and so is an illegal one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from neurohex.lab.needs import need
from neurohex.lab.pictures import RENDER_MODES, check_mode, render
from neurohex.lab.table import Table

need("pettingzoo")
need("gymnasium")

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec, wrappers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Observation = dict[str, NDArray[Any]]

ARMIES = ("borgo", "moloch")
"""Who plays when nobody says otherwise."""


def env(
    armies: Sequence[str] | str = ARMIES,
    *,
    players: int = 2,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: Any,
) -> Any:
    """The environment. `armies` by seat, or "random" for `players` different armies in each game; `options` are those
    of `neurohex.Game`.

    An illegal action ends the game for all, with -1 for the agent who played it. With `max_cycles` the agents act in
    cycles, as in `parallel_env`.
    """
    if max_cycles is not None:
        cycles = parallel_env(armies, players=players, max_cycles=max_cycles, render_mode=render_mode, **options)
        return parallel_to_aec(cycles)
    made: Any = raw_env(armies, players=players, render_mode=render_mode, **options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class _Seats:
    """Agents, spaces and observations, which both interfaces share."""

    def _seat(self, table: Table, render_mode: str | None) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        self.table = table
        encoding = table.encoding
        self.possible_agents = [f"player_{seat}" for seat in range(table.players)]
        self.agents = self.possible_agents[:]
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 255, (encoding.size,), np.uint8),
            "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(encoding.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The observation and the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of the encoding."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """What an agent sees. The mask is empty for all but the player who decides."""
        seat = self.possible_agents.index(agent)
        encoding, state = self.table.encoding, self.table.state
        decides = not state.is_over() and state.actor() == seat
        mask = encoding.mask(state) if decides else np.zeros(encoding.actions, dtype=np.int8)
        return {"observation": encoding.observation(state, seat), "action_mask": mask}

    def _decides(self) -> str:
        return self.possible_agents[self.table.state.actor()]

    def _results(self) -> dict[str, float]:
        results = self.table.state.result()
        return {agent: float(results[seat]) for seat, agent in enumerate(self.possible_agents)}

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board: letters, SVG or pixels, by the render mode."""
        return render(self.table.shown(), self.render_mode)

    def close(self) -> None:
        """Nothing is held."""


class raw_env(_Seats, AECEnv, EzPickle):  # noqa: N801 - PettingZoo's name for it
    """The AEC environment without wrappers."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "neurohex_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        armies: Sequence[str] | str = ARMIES,
        *,
        players: int = 2,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, armies, players=players, render_mode=render_mode, **options)
        AECEnv.__init__(self)
        self._seat(Table(armies, players, options), render_mode)
        self._seeds = np.random.default_rng()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. Without a seed the games go on from the last one given."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.table.restart(int(self._seeds.integers(2**31)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._decides()

    def step(self, action: int | None) -> None:
        """Play an action of the agent to act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.table.play(int(action))
        self._clear_rewards()
        if self.table.state.is_over():
            self.rewards = self._results()
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._decides()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


class parallel_env(_Seats, ParallelEnv, EzPickle):  # noqa: N801 - PettingZoo's name for it
    """All agents act in each cycle; the action of the player who decides counts. Truncated after `max_cycles`."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "neurohex_v0",
        "is_parallelizable": True,
        "render_fps": 1,
    }

    def __init__(
        self,
        armies: Sequence[str] | str = ARMIES,
        *,
        players: int = 2,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, armies, players=players, max_cycles=max_cycles, render_mode=render_mode, **options)
        self._seat(Table(armies, players, options), render_mode)
        self._seeds = np.random.default_rng()
        self.max_cycles = max_cycles
        self._cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new game. Without a seed the games go on from the last one given."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.table.restart(int(self._seeds.integers(2**31)))
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One cycle."""
        agents = self.agents[:]
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        agent = self._decides()
        number = int(actions[agent])
        if self.table.encoding.mask(self.table.state)[number]:
            self.table.play(number)
        else:
            infos[agent]["illegal"] = True
        self._cycles += 1
        over = self.table.state.is_over()
        late = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        rewards = self._results() if over else dict.fromkeys(agents, 0.0)
        seen = self._seen()
        if over or late:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, late), infos

    def _seen(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}
