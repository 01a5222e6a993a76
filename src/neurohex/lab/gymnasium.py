"""The game for one agent against our bots, as a Gymnasium environment. Importing this module registers it.

    >>> import gymnasium
    >>> import neurohex.lab.gymnasium
    >>> env = gymnasium.make("neurohex/Duel-v0", opponent="greedy")
    >>> observation, info = env.reset(seed=7)
    >>> action = env.action_space.sample(info["action_mask"])
    >>> observation, reward, terminated, truncated, info = env.step(action)

Observations are those of the encoding. `info["action_mask"]` and `env.unwrapped.action_masks()` give the mask.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from neurohex.errors import NeurohexError
from neurohex.lab.needs import need
from neurohex.lab.pictures import RENDER_MODES, check_mode, render
from neurohex.lab.table import RANDOM, Table
from neurohex.players import Player, make_player

need("gymnasium")

import gymnasium as gym
import numpy as np
from gymnasium import spaces

if TYPE_CHECKING:
    from numpy.typing import NDArray

ID = "neurohex/Duel-v0"


class DuelEnv(gym.Env["NDArray[np.uint8]", np.int64]):
    """One agent; bots have the other seats.

    The reward is 1, 0 or -1 at the end. An illegal action ends the game with -1 and `info["illegal"]`.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        armies: Sequence[str] | str = RANDOM,
        *,
        opponent: str = "greedy",
        seat: int | None = None,
        players: int = 2,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`opponent` is a bot by name, as in the arena; `seat` the agent's, None for a random one in each game."""
        check_mode(render_mode)
        self.render_mode = render_mode
        self._table = Table(armies, players, options)
        if seat is not None and not 0 <= seat < self._table.players:
            raise NeurohexError(f"seat: expected 0 to {self._table.players - 1}, got {seat}")
        make_player(opponent, 0).close()  # refuses an unknown one now
        self._opponent = opponent
        self._fixed_seat = seat
        self._bots: dict[int, Player] = {}
        self.seat = seat or 0
        """Where the agent sits in this game."""
        encoding = self._table.encoding
        self.encoding = encoding
        self.observation_space = spaces.Box(0, 255, (encoding.size,), np.uint8)
        self.action_space = spaces.Discrete(encoding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """A new game, played on to the agent's first decision."""
        super().reset(seed=seed)
        self._end_bots()
        while True:
            self._table.restart(int(self.np_random.integers(2**31)))
            self.seat = int(self.np_random.integers(self._table.players))
            if self._fixed_seat is not None:
                self.seat = self._fixed_seat
            seeds = self.np_random.integers(2**31, size=self._table.players)
            self._end_bots()
            self._bots = {
                seat: make_player(self._opponent, int(seeds[seat]))
                for seat in range(self._table.players)
                if seat != self.seat
            }
            self._play_on()
            if not self._table.state.is_over():
                return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Play an action, and the bots' until the agent decides again."""
        if not self.action_masks()[int(action)]:
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": True}
        self._table.play(int(action))
        self._play_on()
        over = self._table.state.is_over()
        reward = float(self._table.state.result()[self.seat]) if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, over, False, self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each legal action."""
        return self.encoding.mask(self._table.state)

    def render(self) -> Any:
        """The board: letters, SVG or pixels, by the render mode."""
        return render(self._table.shown(), self.render_mode)

    def close(self) -> None:
        """End the bots."""
        self._end_bots()

    def _play_on(self) -> None:
        state = self._table.state
        while not state.is_over() and state.actor() != self.seat:
            self._table.play_rules(self._bots[state.actor()].choose(state))

    def _observation(self) -> NDArray[np.uint8]:
        return self.encoding.observation(self._table.state, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def _end_bots(self) -> None:
        for bot in self._bots.values():
            bot.close()
        self._bots = {}


if ID not in gym.registry:
    gym.register(ID, entry_point="neurohex.lab.gymnasium:DuelEnv")
