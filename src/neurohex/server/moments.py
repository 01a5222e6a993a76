"""Moments: which state of which game is looked at, and what led to it.

A moment lies in a match, in a record, on a board for study or at a step of the lesson, and may go on from there with
actions that nobody has played. Nothing is kept for it: to play a whole game again takes less than a millisecond.

Nothing here waits or asks the server: `finding` looks up the match or record, and `seen` works out the rest, in
whatever process.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from neurohex.client.forms import Body
from neurohex.lesson import UnknownStep, state_of
from neurohex.match.follower import Follower
from neurohex.match.messages import Action, Code, MatchId, SeatNumber, Terms
from neurohex.notation.compact import parse_line
from neurohex.notation.errors import PositionError, RecordError, shown
from neurohex.notation.position import parse_position
from neurohex.notation.record import Piles as Orders
from neurohex.notation.record import Record, parse_record
from neurohex.rules.engine import Game, IllegalAction, State, new_state
from neurohex.server.refusals import Refusal
from neurohex.session import Step, take_step
from neurohex.view import AnalysisError, UnknownTileId, analysis_state
from neurohex.view.scenes import Piles

_RECORDS_KEPT: Final = 64
_GAMES_KEPT: Final = 256
_Id = Annotated[str, Meta(max_length=80)]


class Study(Body, frozen=True, kw_only=True):
    """A board for study: a position, with tiles in hand if one likes."""

    position: Annotated[str, Meta(max_length=20_000)] | dict[str, Any]
    """On one line, or as the JSON form of a position."""
    hands: Annotated[tuple[Annotated[tuple[_Id, ...], Meta(max_length=20)], ...], Meta(max_length=6)] = ()
    """Ids of the tiles in hand, by player."""
    discards: Annotated[tuple[Annotated[tuple[_Id, ...], Meta(max_length=60)], ...], Meta(max_length=6)] = ()
    """Ids of the tiles on the discard piles, by player."""
    energy: Annotated[tuple[Annotated[int, Meta(ge=0, le=100)], ...], Meta(max_length=6)] = ()
    """What players have of it, on a board that has any."""
    turn: SeatNumber | None = None
    """Whose turn it is; if not given, that of the position's starter."""
    terminals: Annotated[tuple[Annotated[str, Meta(max_length=10)], ...], Meta(max_length=20)] | None = None
    """Hexes of the Terminals, on a board that has any; if not given, the usual ones."""
    bomber: Literal["none", "neutral", "mercenary"] = "none"
    """How Mad Bomber is played, as a game's description has it."""


class Moment(Body, frozen=True, kw_only=True):
    """Which state is looked at: one of a match, of a record, of a board for study or of the lesson."""

    match: MatchId | None = None
    record: _Id | None = None
    study: Study | None = None
    lesson: _Id | None = None
    """Key of a step of the lesson."""
    step: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    """After so many steps of a match or record; if not given, as it stands now, or at its end."""
    then: Annotated[tuple[Action, ...], Meta(max_length=1_000)] = ()
    """Actions, draws among them, that are played on from there."""


class MatchSource(Struct, frozen=True, tag=True):
    """A match as it stands, with all that views of it need."""

    terms: Terms
    actions: tuple[int, ...]
    """All that was done, draws among it."""
    state: bytes
    """The state that they led to, as `State.to_bytes` gives it."""
    undo: int | None
    """The seat that may take back the last act."""
    event: int
    """Number of the last event."""
    orders: tuple[tuple[int, ...], ...] | None
    """The order of all piles, where the players agreed to know it."""


class RecordSource(Struct, frozen=True, tag=True):
    """A record that somebody has put here."""

    text: str


Source = MatchSource | RecordSource
"""Where a moment lies, where the moment itself does not say all of it. It can be sent to another process."""


def source_of(match: Follower) -> MatchSource:
    """A match as it stands."""
    return MatchSource(
        terms=match.created.terms,
        actions=tuple(match.actions),
        state=match.state.to_bytes(),
        undo=match.undoable_by(),
        event=match.last,
        orders=match.open_piles.orders if match.open_piles is not None else None,
    )


@dataclass(frozen=True, slots=True)
class Seen:
    """What a moment shows; not to be changed."""

    state: State
    """The state at the moment."""
    step: int
    """How many steps led to it, those of `then` among them."""
    steps: int
    """How many steps the match or record has; 0 on boards for study and in the lesson."""
    match: MatchSource | None
    """The match it is of."""
    start: State
    """The state before the first step of all."""
    actions: Sequence[int]
    """All that was played since, up to the moment."""
    is_now: bool
    """Whether it is the match as it stands."""

    def history(self) -> list[Step]:
        """The steps that led from `start` to the moment."""
        state = self.start.copy()
        return [take_step(state, action) for action in self.actions]

    def undoable_by(self) -> int | None:
        """The seat that may take back the last act of the match; None where none can, or it is not looked at as it
        stands."""
        return self.match.undo if self.match is not None and self.is_now else None

    def piles(self) -> Piles | None:
        """The order of all piles, where the players of the match agreed to know it."""
        if self.match is None or self.match.orders is None:
            return None
        piles = Orders(self.state.game, self.match.orders)
        return [piles.upcoming(self.state, player) for player in range(len(self.state.game.armies))]


def check_moment(moment: Moment, place: str = "moment") -> None:
    """Raise `Refusal` unless a moment lies in exactly one place."""
    given = [name for name in ("match", "record", "study", "lesson") if getattr(moment, name) is not None]
    if len(given) != 1:
        raise _wrong(place, f"expected one of match, record, study and lesson, got {' and '.join(given) or 'none'}")


def seen(moment: Moment, source: Source | None, place: str = "moment") -> Seen:
    """What a moment shows; `source` is where it lies, as `finding.find` gives it. Raises `Refusal`, which names the
    place that is wrong."""
    if isinstance(source, MatchSource):
        return _on_the_way(_game_of(source.terms), source.actions, moment, place, source)
    if isinstance(source, RecordSource):
        record = _kept_record(source.text)
        return _on_the_way(record.game, record.actions, moment, place, None)
    if moment.step is not None:
        raise _wrong(f"{place}.step", "only a match or a record has steps: play on with then")
    if moment.study is not None:
        start = _set_up(moment.study, f"{place}.study")
    else:
        start = _taught(moment.lesson or "", f"{place}.lesson")
    return Seen(_played(start, moment.then, place), len(moment.then), 0, None, start, moment.then, False)


@lru_cache(maxsize=_GAMES_KEPT)
def _game_of(terms: Terms) -> Game:
    return terms.game()


def _kept_record(text: str) -> Record:
    try:
        return _parsed(text)
    except RecordError as error:  # it was good when it came
        why = f"this record was taken by another version of the server: {error}"
        raise Refusal(Code.UNAVAILABLE, why) from None


@lru_cache(maxsize=_RECORDS_KEPT)
def _parsed(text: str) -> Record:
    return parse_record(text)


def _on_the_way(game: Game, actions: Sequence[int], moment: Moment, place: str, match: MatchSource | None) -> Seen:
    """A moment of a match or a record."""
    steps = len(actions)
    step = steps if moment.step is None else moment.step
    if step > steps:
        raise _wrong(f"{place}.step", f"expected 0 to {steps}, got {step}")
    is_now = match is not None and step == steps and not moment.then
    start = new_state(game)
    if match is not None and step == steps:
        there = State.from_bytes(game, match.state)
    else:
        there = start.copy()
        for action in actions[:step]:
            take_step(there, action)
    state = _played(there, moment.then, place)
    return Seen(state, step + len(moment.then), steps, match, start, (*actions[:step], *moment.then), is_now)


def _played(state: State, then: Sequence[int], place: str) -> State:
    """The state after some more actions; the one that is given stays as it is."""
    if not then:
        return state
    state = state.copy()
    for number, action in enumerate(then):
        try:
            take_step(state, action)
        except IllegalAction:
            raise _wrong(f"{place}.then[{number}]", f"action {action} is not legal there") from None
    return state


def _set_up(study: Study, place: str) -> State:
    try:
        given = study.position
        position = parse_line(given) if isinstance(given, str) else parse_position(given)
    except PositionError as error:
        raise _wrong(f"{place}.position", str(error).removeprefix("position: ")) from None
    try:
        return analysis_state(
            position,
            study.hands,
            study.turn,
            discards=study.discards,
            energy=study.energy,
            terminals=study.terminals,
            bomber=study.bomber,
        )
    except (AnalysisError, UnknownTileId) as error:
        raise Refusal(Code.MALFORMED, f"{place}.{error}") from None


def _taught(key: str, place: str) -> State:
    try:
        return state_of(key)
    except UnknownStep:
        raise Refusal(Code.NOT_FOUND, f"{place}: there is no step {shown(key)}") from None


def _wrong(place: str, why: str) -> Refusal:
    return Refusal(Code.MALFORMED, f"{place}: {why}")
