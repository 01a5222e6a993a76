"""The public `Action`: a decision or a draw."""

from __future__ import annotations

from typing import Any

from neurohex.api.game import Game
from neurohex.board import DIRECTIONS
from neurohex.model.reading import drawn_tile, stage_of
from neurohex.notation.action import action_text
from neurohex.notation.decoding import decode
from neurohex.rules.catalog import ALL_TILES, MERCENARY_BASE
from neurohex.rules.engine import State as RulesState
from neurohex.rules.engine import is_chance
from neurohex.tiles import Tile


class Action:
    """A decision or a draw in its state. `State.play` accepts `str(action)`.

    >>> import neurohex as nh
    >>> action = nh.Game("borgo", "moloch").start().legal_actions()[0]
    >>> action
    <Action: place HQ A1 facing N>
    >>> action.kind, action.player, action.tile, action.hex, action.facing
    ('place', 0, <Tile borgo/HQ>, 'A1', 'N')
    """

    __slots__ = ("_state", "_text", "number")

    number: int
    """The action number of `neurohex.rules.engine`."""

    def __init__(self, state: RulesState, number: int) -> None:
        """An action of a rules state, which must not change afterwards."""
        self.number = number
        self._state = state
        self._text = ""

    @property
    def text(self) -> str:
        """The text of the action, as in records."""
        if not self._text:
            self._text = action_text(self._state, self.number)
        return self._text

    @property
    def kind(self) -> str:
        """The kind: `place`, `move`, `discard`, `end`, `draw` …"""
        return decode(self.number).kind

    @property
    def is_draw(self) -> bool:
        """Whether it is a draw."""
        return is_chance(self._state)

    @property
    def player(self) -> int | None:
        """The acting player; None for chance."""
        return None if self.is_draw else self._state.actor()

    @property
    def tile(self) -> Tile | None:
        """The used tile: of the hand, the pile or the mercenaries."""
        decoded, actor, game = decode(self.number), self._state.actor(), self._state.game
        if decoded.tile_kind >= 0:
            return ALL_TILES[drawn_tile(game, actor, decoded.tile_kind)]
        if decoded.extra >= 0:
            return ALL_TILES[int(MERCENARY_BASE) + decoded.extra]
        if decoded.slot < 0:
            return None
        if stage_of(self._state) == "hq":
            return ALL_TILES[int(game.base[actor])]
        return ALL_TILES[self._state.hand(actor)[decoded.slot]]

    @property
    def hex(self) -> str | None:
        """The hex, or the hex of the moving or targeted unit."""
        place = decode(self.number).hex
        return self._state.game.board.names[place] if place >= 0 else None

    @property
    def facing(self) -> str | None:
        """The direction of the printed edge N afterwards."""
        rotation = decode(self.number).rot
        return DIRECTIONS[rotation] if rotation >= 0 else None

    def __int__(self) -> int:
        return self.number

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Action: {self.text}>"

    def __eq__(self, other: object) -> bool:
        """Equal if number and text are equal."""
        if not isinstance(other, Action):
            return NotImplemented
        return self.number == other.number and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.number)

    def __reduce__(self) -> tuple[Any, ...]:
        return _action_again, (Game.from_rules(self._state.game), self._state.to_bytes(), self.number)


def _action_again(game: Game, state: bytes, number: int) -> Action:
    return Action(RulesState.from_bytes(game.rules, state), number)
