"""The public `State`: a moment of a game with its history."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from neurohex.api.action import Action
from neurohex.api.battle import Battle
from neurohex.api.game import Game
from neurohex.api.record import Record
from neurohex.errors import NeurohexError
from neurohex.events import Event
from neurohex.model import Awaited, Ending, Foundation, Player, Table, Unit, fight
from neurohex.model.reading import can_fight
from neurohex.notation.action import parse_action
from neurohex.notation.bridge import position_at, state_of
from neurohex.notation.errors import ActionError, RecordError
from neurohex.notation.position import Position
from neurohex.notation.record import Dealer
from neurohex.notation.record import Record as NotedRecord
from neurohex.rules.engine import (
    IllegalAction,
    Log,
    apply,
    chance_outcomes,
    default_choice,
    is_chance,
    legal_actions,
    new_state,
)
from neurohex.rules.engine import State as RulesState
from neurohex.session import NothingToUndo
from neurohex.tiles import Tile

if TYPE_CHECKING:
    from neurohex.api.thought import Thought
    from neurohex.players import Player as BotPlayer
    from neurohex.players.thinking import Searching

_WIDTH: Final = 100
"""Columns of the board as text."""


class _Step(NamedTuple):
    """One played action."""

    before: RulesState
    number: int
    is_dealt: bool
    """Whether it was an automatic draw."""


class State:
    """A game at its current moment, with its history.

    `Game.start` starts a game; `State.from_position` sets up a board. `play` and `undo` change the state in place;
    `copy` returns an independent one.

    >>> import neurohex as nh
    >>> state = nh.Game("borgo", "moloch").start(seed=7)
    >>> events = state.play("place HQ C3 facing N")
    >>> state["C3"].name, state["C3"].owner, state.to_play
    ('HQ', 0, 1)
    >>> state.undo()
    <Action: place HQ C3 facing N>
    >>> state.play("place HQ Z9 facing N")
    Traceback (most recent call last):
    neurohex.rules.engine.IllegalAction: "place HQ Z9 facing N": no hex "Z9" on the standard board; near: place HQ E3 \
facing N, place HQ E2 facing N, place HQ E1 facing N
    """

    _read: Table | None
    _offered: RulesState | None

    def __init__(self, game: Game, *, seed: int | None = None) -> None:
        """The initial state; `Game.start` does the same."""
        self._begin(game, seed, new_state(game.rules))
        self._deal(Log())

    def _begin(self, game: Game, seed: int | None, first: RulesState) -> None:
        self._game = game
        self._seed = seed
        self._dealer = None if seed is None else Dealer(game.rules, seed)
        self._first = first.copy()
        self._steps: list[_Step] = []
        self._changed(first)

    @classmethod
    def from_position(cls, position: Position | str) -> State:
        """A set-up board, in the middle of its starter's turn, with empty hands. Raises `PositionError`.

        >>> import neurohex as nh
        >>> state = nh.State.from_position("vegas hegemony | C3=0.Agitator C2=1.Runner/S")
        >>> state["C2"].owner, state["C2"].controller, state["C2"].taken_by
        (1, 0, ('C3',))
        """
        read = Position.parse(position) if isinstance(position, str) else position
        return cls._from_rules(state_of(read))

    @classmethod
    def _from_rules(cls, first: RulesState, game: Game | None = None, seed: int | None = None) -> State:
        """A state without history. Takes ownership of the rules state."""
        state = cls.__new__(cls)
        state._begin(Game.from_rules(first.game) if game is None else game, seed, first)
        return state

    @classmethod
    def _replayed(cls, game: Game, seed: int | None, numbers: Iterable[int], *, draws_on: bool = True) -> State:
        """The state after some actions from the start; with `draws_on` and a seed, automatic draws continue."""
        state = cls._from_rules(new_state(game.rules), game, seed)
        for number in numbers:
            state._step(number, is_dealt=seed is not None and is_chance(state._now))
        if draws_on:
            state._deal(Log())
        return state

    # --- values ---
    @property
    def game(self) -> Game:
        """The description of the game."""
        return self._game

    @property
    def seed(self) -> int | None:
        """The seed of automatic draws; None if draws are actions."""
        return self._seed

    @property
    def rules(self) -> RulesState:
        """A copy for `neurohex.rules.engine`, the fast integer interface."""
        return self._now.copy()

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units on the board, by hex."""
        return self._table.units

    @property
    def foundations(self) -> tuple[Foundation, ...]:
        """All foundation tiles on the board, by hex."""
        return self._table.foundations

    @property
    def players(self) -> tuple[Player, ...]:
        """What each player has."""
        return self._table.players

    def __getitem__(self, place: str) -> Unit | None:
        """The unit on a hex, or None. Raises `KeyError` for an unknown hex."""
        if not isinstance(place, str):  # also reached by `for … in state`, which Python tries with 0, 1, 2 …
            raise TypeError(f'expected the name of a hex such as "C3", not {place!r}; state.units has all units')
        if place.upper() not in self._game.hexes:
            raise KeyError(f'no hex "{place}" on the {self._game.board} board')
        return self._table.unit(place.upper())

    def hand(self, player: int) -> tuple[Tile, ...]:
        """The tiles in a player's hand."""
        return self.players[player].hand

    # --- turn and decision ---
    @property
    def turn(self) -> int:
        """The number of the current turn, from 1; 0 before the first."""
        return self._table.turn

    @property
    def whose(self) -> int | None:
        """The player whose turn it is; None before the first turn."""
        return self._table.whose

    @property
    def phase(self) -> int | None:
        """The current initiative phase; None outside Battles."""
        return self._table.phase

    @property
    def tiles_left(self) -> int | None:
        """Number of tiles that may still be played this turn; None without a limit."""
        return self._table.tiles_left

    @property
    def turns_left(self) -> int | None:
        """Turns left before the Final Battle; None while piles last (R4.4)."""
        return self._table.turns_left

    @property
    def awaited(self) -> Awaited | None:
        """The pending decision and its player; None after the end."""
        return self._table.awaited

    @property
    def to_play(self) -> int | None:
        """The deciding player; None if a tile must be drawn, or the game is over."""
        awaited = self.awaited
        return None if awaited is None or awaited.is_chance else awaited.player

    @property
    def is_chance(self) -> bool:
        """Whether a tile must be drawn."""
        return is_chance(self._now)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._now.is_over()

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None while it runs."""
        return self._table.ending

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who won; empty while the game runs, and for a draw."""
        return self._now.winners()

    def legal_actions(self) -> list[Action]:
        """All legal actions in a fixed order; if a tile must be drawn, the possible draws."""
        offered = self._offer()
        return [Action(offered, number) for number in dict.fromkeys(legal_actions(offered))]

    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """The possible draws with their probabilities; empty unless a tile must be drawn.

        >>> import neurohex as nh
        >>> state = nh.Game("borgo", "moloch").start()
        >>> events = [state.play(text) for text in ("place HQ C3 facing N", "place HQ A1 facing N")]
        >>> max(state.chance_outcomes(), key=lambda outcome: outcome[1])
        (<Action: draw Mutant>, 0.17647058823529413)
        """
        offered = self._offer()
        return [(Action(offered, number), chance) for number, chance in chance_outcomes(offered)]

    def action(self, said: Action | str | int) -> Action:
        """Find a legal action: by text as in records, by number, or as an action of an equal state.

        Raises `IllegalAction`, which names the wrong part and similar legal actions.
        """
        offered = self._offer()
        if isinstance(said, Action):
            if said._state is offered:
                return said
            said = said.text
        if isinstance(said, str):
            try:
                return Action(offered, parse_action(offered, said))
            except ActionError as error:
                raise IllegalAction(str(error)) from None
        if said not in legal_actions(offered):
            raise IllegalAction(f"action {said} is not legal here")
        return Action(offered, said)

    def is_legal(self, action: Action | str | int) -> bool:
        """Whether an action is legal now."""
        try:
            self.action(action)
        except IllegalAction:
            return False
        return True

    # --- playing ---
    def play(self, action: Action | str | int) -> tuple[Event, ...]:
        """Play an action with everything that follows automatically; return the events in order.

        With a seed this includes draws. Raises `IllegalAction` and then changes nothing.
        """
        number = self.action(action).number
        log = Log()
        self._step(number, log)
        self._deal(log)
        return tuple(log.events)

    def undo(self) -> Action:
        """Take back and return the last action, with the automatic draws after it.

        Raises `NothingToUndo` at the start.
        """
        chosen = next((n for n in range(len(self._steps) - 1, -1, -1) if not self._steps[n].is_dealt), None)
        if chosen is None:
            raise NothingToUndo("nothing was played that could be taken back")
        step = self._steps[chosen]
        del self._steps[chosen:]
        self._changed(step.before.copy())
        return Action(step.before, step.number)

    @property
    def history(self) -> tuple[Action, ...]:
        """All played actions, including draws."""
        return tuple(Action(step.before, step.number) for step in self._steps)

    def _step(self, number: int, log: Log | None = None, *, is_dealt: bool = False) -> None:
        before = self._now.copy()
        apply(self._now, number, log)
        self._steps.append(_Step(before, number, is_dealt))
        self._changed(self._now)

    def _deal(self, log: Log) -> None:
        while self._dealer is not None and is_chance(self._now):
            self._step(self._dealer.draw(self._now), log, is_dealt=True)

    def _changed(self, now: RulesState) -> None:
        self._now = now
        self._read = self._offered = None

    @property
    def _table(self) -> Table:
        """This moment as frozen values."""
        if self._read is None:
            self._read = Table(self._now)
        return self._read

    def _offer(self) -> RulesState:
        """A copy that never changes, for the actions of this moment."""
        if self._offered is None:
            self._offered = self._now.copy()
        return self._offered

    def _chosen_by(self, player: BotPlayer) -> Action:
        offered = self._to_decide()
        return Action(offered, player.choose(offered.copy()))

    def _considered_by(self, player: Searching) -> list[Thought]:
        from neurohex.api.thought import Thought, plan_actions

        offered = self._to_decide()
        return [
            Thought(line[0], each.chance, each.tries, line, each.reasons, offered.game)
            for each in player.consider(offered.copy())
            if (line := plan_actions(offered, each.line))
        ]

    def _to_decide(self) -> RulesState:
        """A copy that never changes. Raises `IllegalAction` if nobody is to decide."""
        if self.to_play is None:
            reason = "the game is over" if self.is_over else "a tile is to be drawn"
            raise IllegalAction(f"nobody is to decide now: {reason}")
        return self._offer()

    # --- previews and reasons ---
    def fight(self, choose: Callable[[State], Action | str | int] | None = None) -> Battle:
        """Fight a Battle now, on a copy.

        `choose` makes the choices inside it. Without it a Clown attacks, a Quartermaster changes nothing and a Medic
        cancels the largest hit. Raises `IllegalAction` if no Battle is possible: before the first turn, inside a
        Battle, after the end.
        """
        if not can_fight(self._now):
            raise IllegalAction("no Battle can be fought now")

        def chosen(waiting: RulesState) -> int:
            if choose is None:
                return default_choice(waiting)
            state = State._from_rules(waiting.copy(), self._game)
            return state.action(choose(state)).number

        fought = fight(self._now, chosen, starter=self._now.turn())
        before, after = (State._from_rules(state.copy(), self._game) for state in (fought.before, fought.after))
        return Battle(fought, before, after)

    def why(self, place: str, lang: str = "en") -> list[str]:
        """A unit's current values with reasons, each sentence with its ruling; in English or Polish (`pl`).

        Raises `NeurohexError` if there is no unit on the hex.

        >>> import neurohex as nh
        >>> state = nh.State.from_position("hegemony outpost | C2=0.Runner/S C1=0.Boss/S C3=1.HQ")
        >>> print(*state.why("C2")[:3], sep="\\n")
        Runner C2 belongs to Hegemony (R3.3)
        It acts at 3: printed 2, Boss C1 +1 (R3.6)
        Its melee attack S has strength 2: printed 1, Boss C1 +1 (R3.5)
        """
        from neurohex.explain import why

        index = self._game.rules.board.index
        if place.upper() not in index:
            raise NeurohexError(f'no hex "{place}" on the {self._game.board} board')
        return [f"{line.text} ({line.ruling})" for line in why(self._now, index[place.upper()], lang).lines]

    def story(self, lang: str = "en", events: Iterable[Event] | None = None) -> list[str]:
        """Events of this game as sentences, in English or Polish (`pl`). Without `events`: the whole game so far.

        >>> import neurohex as nh
        >>> state = nh.Game("borgo", "moloch").start(seed=7)
        >>> events = state.play("place HQ C3 facing N")
        >>> state.story("en", events)
        ['Borgo places its HQ on C3, facing N']
        """
        from neurohex.explain import explain

        if events is None:
            log = Log()
            again = self._first.copy()
            for step in self._steps:
                apply(again, step.number, log)
            events = log.events
        return [line.text for line in explain(self._game.rules, events, lang)]

    # --- other forms ---
    def position(self) -> Position:
        """The board as a position; `str(state.position())` is its one-line text."""
        return position_at(self._table)

    def record(self, **tags: str) -> Record:
        """The game so far. `tags` are added to it, such as `Player0="Ann"`.

        Raises `RecordError` for a set-up board, which has no start, and for an invalid tag.
        """
        if self._game.mode == "position":
            raise RecordError("", "a board that was set up has no record: it does not begin with a first moment")
        seed = {} if self._seed is None else {"Seed": str(self._seed)}
        numbers = [step.number for step in self._steps]
        return Record(NotedRecord(self._game.rules, {**seed, **tags}, numbers, complete=self.is_over))

    def copy(self) -> State:
        """An independent state with the same history."""
        other = State._from_rules(self._now.copy(), self._game)
        other._seed, other._dealer, other._first = self._seed, self._dealer, self._first
        other._steps = list(self._steps)
        return other

    def svg(self, *, size: int = 100, legend: bool = False) -> str:
        """A picture of the board as an SVG document; a tile is `size` pixels wide."""
        from neurohex.draw.boards import board_svg
        from neurohex.draw.tables import board_view

        return board_svg(board_view(self._table), size=size, legend=legend)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """The board as text."""
        from neurohex.draw.letters import board_letters

        return board_letters(self._table, _WIDTH)

    def __repr__(self) -> str:
        awaited = self.awaited
        if awaited is None:
            moment = f"won by {', '.join(map(str, self.winners))}" if self.winners else "drawn"
        elif awaited.is_chance:
            moment = f"turn {self.turn}, player {awaited.player} draws"
        else:
            moment = f"turn {self.turn}, player {awaited.player} to play"
        return f"<State: {self._game!r}, {moment}>"

    @property
    def key(self) -> int:
        """A stable 62-bit hash of this moment, the same on every machine and in every run."""
        return self._now.key()

    def __eq__(self, other: object) -> bool:
        """Equal games at equal moments, regardless of history."""
        if not isinstance(other, State):
            return NotImplemented
        return self._now == other._now

    def __hash__(self) -> int:
        """Hash of this moment: do not play on with a state that is a dict key."""
        return hash(self._now)

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        steps = [(step.number, step.is_dealt) for step in self._steps]
        return _state_again, (self._game, self._seed, self._first.to_bytes(), steps)


def _state_again(game: Game, seed: int | None, first: bytes, steps: list[tuple[int, bool]]) -> State:
    state = State._from_rules(RulesState.from_bytes(game.rules, first), game, seed)
    for number, is_dealt in steps:
        state._step(number, is_dealt=is_dealt)
    return state
