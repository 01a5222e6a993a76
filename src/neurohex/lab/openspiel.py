"""The game for OpenSpiel. Importing this module registers it as `python_neurohex`.

    >>> import pyspiel
    >>> import neurohex.lab.openspiel
    >>> game = pyspiel.load_game("python_neurohex(armies=borgo+moloch)")
    >>> game.num_players(), game.new_initial_state().is_chance_node()
    (2, False)

Draws are explicit chance nodes, and nothing is hidden. Parameters: `armies` joined by +, and `options` as in
`mode:team;board:expanded`, with the names of `neurohex.Game`.
"""

from __future__ import annotations

from typing import Any, Final

from neurohex.api.game import Game
from neurohex.errors import NeurohexError
from neurohex.lab.encoding import Encoding
from neurohex.lab.needs import MissingExtra
from neurohex.notation.action import action_text
from neurohex.rules.actions import DRAW
from neurohex.rules.engine import State as RulesState
from neurohex.rules.engine import apply, chance_outcomes, is_chance, new_state

try:
    import pyspiel
except ImportError:
    raise MissingExtra("open_spiel is not installed: pip install 'neurohex[lab]'") from None
import numpy as np

NAME: Final = "python_neurohex"
DEFAULTS: Final = {"armies": "borgo+moloch", "options": ""}
MOST_PLAYERS: Final = 6
LONGEST: Final = 2000
"""Actions and draws of a player: property tests hold random games of every kind to it."""

_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Neuroshima Hex",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_PLAYERS,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


def parameters(game: Game) -> dict[str, str]:
    """The parameters of a game, for `pyspiel.load_game`."""
    described = game.rules.describe()
    armies = "+".join(game.armies)
    usual = Game(*game.armies).rules.describe()
    options = [
        f"{name}:{_said(value)}" for name, value in described.items() if name != "armies" and usual.get(name) != value
    ]
    return {"armies": armies, "options": ";".join(options)}


def _said(value: object) -> str:
    if isinstance(value, tuple):
        raise NeurohexError(f"options: {value} cannot be told to OpenSpiel; teams and terminals are the usual ones")
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _game(params: dict[str, Any]) -> Game:
    """The game of some parameters. Raises `NeurohexError`."""
    options: dict[str, Any] = {}
    for part in filter(None, str(params["options"]).split(";")):
        name, colon, value = part.partition(":")
        if not colon:
            raise NeurohexError(f'options: expected name:value, got "{part}"')
        options[name] = {"yes": True, "no": False}.get(value, int(value) if value.isdecimal() else value)
    if "ruleset" in options:
        options["ruleset"] = str(options["ruleset"])
    return Game(*str(params["armies"]).split("+"), **options)


class NeurohexGame(pyspiel.Game):
    """The game of some armies and options."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.encoding = Encoding(_game(given))
        players = len(self.encoding.game.armies)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=self.encoding.fields["piles"][1][-1],
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=LONGEST * players,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> NeurohexState:
        """The first moment."""
        return NeurohexState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> NeurohexObserver:
        """Observations as the encoding has them."""
        return NeurohexObserver(self)


class _Moment:
    """What OpenSpiel copies when it clones a state: the rules' state is copied, the encoding is shared."""

    def __init__(self, encoding: Encoding, rules: RulesState) -> None:
        self.encoding = encoding
        self.rules = rules

    def __deepcopy__(self, memo: dict[int, Any]) -> _Moment:
        return _Moment(self.encoding, self.rules.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return _moment_again, (self.encoding, self.rules.to_bytes())


def _moment_again(encoding: Encoding, data: bytes) -> _Moment:
    return _Moment(encoding, RulesState.from_bytes(encoding.game, data))


class NeurohexState(pyspiel.State):
    """A moment of a game."""

    def __init__(self, game: NeurohexGame) -> None:
        super().__init__(game)
        self._moment = _Moment(game.encoding, new_state(game.encoding.game))

    @classmethod
    def at(cls, game: NeurohexGame, rules: RulesState) -> NeurohexState:
        """The state of a moment of the rules, without a history."""
        state = game.new_initial_state()
        state._moment.rules = rules.copy()
        return state

    @property
    def rules(self) -> RulesState:
        """The state of the rules."""
        return self._moment.rules

    @property
    def _encoding(self) -> Encoding:
        return self._moment.encoding

    def current_player(self) -> int:
        """The player who decides; chance for a draw."""
        if self.rules.is_over():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if is_chance(self.rules) else self.rules.actor()

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._encoding.numbers(self.rules)) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The kinds of tiles that may be drawn, with their probabilities."""
        return [(action - DRAW, chance) for action, chance in chance_outcomes(self.rules)]

    def _apply_action(self, action: int) -> None:
        apply(self.rules, self.rules_action(action))

    def rules_action(self, action: int) -> int:
        """The action of the rules for an action or a draw of OpenSpiel."""
        if is_chance(self.rules):
            return DRAW + action
        return self._encoding.action_of(self.rules, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return action_text(self.rules, self.rules_action(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.rules.is_over()

    def returns(self) -> list[float]:
        """1, 0 or -1 for each player at the end, 0 before."""
        if not self.rules.is_over():
            return [0.0] * len(self.rules.game.armies)
        return [float(result) for result in self.rules.result()]

    def __str__(self) -> str:
        """The board as a line, with what is awaited."""
        from neurohex.model import Table
        from neurohex.notation.bridge import position_at

        return f"{position_at(Table(self.rules))} # key {self.rules.key()}"


class NeurohexObserver:
    """OpenSpiel's observer: the fields of the encoding as floats."""

    def __init__(self, game: NeurohexGame) -> None:
        self._encoding = game.encoding
        self.tensor = np.zeros(game.encoding.size, np.float32)
        self.dict = {
            name: self.tensor[at : at + int(np.prod(shape))].reshape(shape)
            for name, (at, shape) in game.encoding.fields.items()
        }

    def set_from(self, state: NeurohexState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        self.tensor[:] = self._encoding.observation(state.rules, max(player, 0))

    def string_from(self, state: NeurohexState, player: int) -> str:
        """What a player sees, as text: nothing is hidden."""
        return str(state)


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(_TYPE, NeurohexGame)
