"""Moments: a state of a game, and what led to it.

A moment lies in a match, in a record, on a study board, in the lesson or in a puzzle, and may continue with actions
that were not played. Nothing is cached for it: replaying a whole game takes less than a millisecond.

Nothing here waits or asks the server, so it runs in any process: `sources` finds the match or record, `resolve` does
the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Struct

from neurohex.lesson import UnknownStep, state_of
from neurohex.match.follower import Follower
from neurohex.notation.compact import parse_line
from neurohex.notation.errors import PositionError, RecordError, shown
from neurohex.notation.position import parse_position
from neurohex.notation.record import Piles as Orders
from neurohex.notation.record import Record, parse_record
from neurohex.puzzles import Attempt, Puzzle, PuzzleError, collection, read_puzzle
from neurohex.rules.engine import Game, IllegalAction, State, new_state
from neurohex.server.refusals import Refusal
from neurohex.session import Step, take_step
from neurohex.view import AnalysisError, UnknownTileId, analysis_state
from neurohex.view.scenes import Piles
from neurohex.wire.messages import Code, Terms
from neurohex.wire.views import Moment, PuzzleRef, Study

_CACHED_RECORDS: Final = 64
_CACHED_GAMES: Final = 256
_CACHED_PUZZLES: Final = 64


class MatchSource(Struct, frozen=True, tag=True):
    """The current state of a match, with everything that views of it need."""

    terms: Terms
    actions: tuple[int, ...]
    """All actions, draws included."""
    state: bytes
    """The state after them, from `State.to_bytes`."""
    undo: int | None
    """The seat that may undo the last act."""
    event: int
    """Number of the last event."""
    orders: tuple[tuple[int, ...], ...] | None
    """The order of all piles if the players agreed to open piles."""


class RecordSource(Struct, frozen=True, tag=True):
    """An uploaded record."""

    text: str


Source = MatchSource | RecordSource
"""Where a moment lies, if the moment itself is not complete. Serialisable for worker processes."""


def source_of(match: Follower) -> MatchSource:
    """The source for a match as it stands now."""
    return MatchSource(
        terms=match.created.terms,
        actions=tuple(match.actions),
        state=match.state.to_bytes(),
        undo=match.undoable_by(),
        event=match.last,
        orders=match.open_piles.orders if match.open_piles is not None else None,
    )


@dataclass(frozen=True, slots=True)
class ResolvedMoment:
    """The state at a moment and how the game got there. Do not modify."""

    state: State
    """The state at the moment."""
    step: int
    """How many steps led to it, `then` included."""
    steps: int
    """How many steps the match or record has; 0 for study boards, the lesson and puzzles."""
    match: MatchSource | None
    """The match that it belongs to."""
    start: State
    """The state before the first step."""
    actions: Sequence[int]
    """All actions from `start` to the moment."""
    is_now: bool
    """Whether it is the current state of the match."""
    attempt: Attempt | None = None
    """The puzzle attempt that it belongs to."""

    def history(self) -> list[Step]:
        """The steps from `start` to the moment."""
        state = self.start.copy()
        return [take_step(state, action) for action in self.actions]

    def undoable_by(self) -> int | None:
        """The seat that may undo the last act of the match; None if nobody can, or if this is not the current state."""
        return self.match.undo if self.match is not None and self.is_now else None

    def piles(self) -> Piles | None:
        """The order of all piles if the players of the match agreed to open piles."""
        if self.match is None or self.match.orders is None:
            return None
        piles = Orders(self.state.game, self.match.orders)
        return [piles.upcoming(self.state, player) for player in range(len(self.state.game.armies))]


LOCATIONS: Final = ("match", "record", "study", "lesson", "puzzle")
"""Fields of a moment that say where it lies. Exactly one must be set."""


def check_moment(moment: Moment, path: str = "moment") -> None:
    """Raise `Refusal` unless exactly one field of `LOCATIONS` is set."""
    given = [name for name in LOCATIONS if getattr(moment, name) is not None]
    if len(given) != 1:
        names = f"{', '.join(LOCATIONS[:-1])} and {LOCATIONS[-1]}"
        raise _wrong(path, f"expected one of {names}, got {' and '.join(given) or 'none'}")


def resolve(moment: Moment, source: Source | None, path: str = "moment") -> ResolvedMoment:
    """Compute the state at a moment. `source` comes from `sources.find_source`. Raises `Refusal` with the path of the
    invalid field."""
    if isinstance(source, MatchSource):
        return _at_step(_game_of(source.terms), source.actions, moment, path, source)
    if isinstance(source, RecordSource):
        record = _stored_record(source.text)
        return _at_step(record.game, record.actions, moment, path, None)
    if moment.step is not None:
        raise _wrong(f"{path}.step", "only a match or a record has steps: play on with then")
    if moment.puzzle is not None:
        attempt = attempt_at(moment.puzzle, moment.then, f"{path}.puzzle", f"{path}.then")
        steps = len(moment.then)
        return ResolvedMoment(attempt.state, steps, 0, None, attempt.board.start, moment.then, False, attempt)
    if moment.study is not None:
        start = _study_state(moment.study, f"{path}.study")
    else:
        start = _lesson_state(moment.lesson or "", f"{path}.lesson")
    return ResolvedMoment(_played(start, moment.then, path), len(moment.then), 0, None, start, moment.then, False)


@lru_cache(maxsize=_CACHED_GAMES)
def _game_of(terms: Terms) -> Game:
    return terms.game()


def _stored_record(text: str) -> Record:
    try:
        return _parsed(text)
    except RecordError as error:  # it was valid when it was uploaded
        why = f"this record was taken by another version of the server: {error}"
        raise Refusal(Code.UNAVAILABLE, why) from None


@lru_cache(maxsize=_CACHED_RECORDS)
def _parsed(text: str) -> Record:
    return parse_record(text)


def _at_step(
    game: Game, actions: Sequence[int], moment: Moment, path: str, match: MatchSource | None
) -> ResolvedMoment:
    """A moment of a match or a record."""
    steps = len(actions)
    step = steps if moment.step is None else moment.step
    if step > steps:
        raise _wrong(f"{path}.step", f"expected 0 to {steps}, got {step}")
    is_now = match is not None and step == steps and not moment.then
    start = new_state(game)
    if match is not None and step == steps:
        base = State.from_bytes(game, match.state)
    else:
        base = start.copy()
        for action in actions[:step]:
            take_step(base, action)
    state = _played(base, moment.then, path)
    return ResolvedMoment(state, step + len(moment.then), steps, match, start, (*actions[:step], *moment.then), is_now)


def _played(state: State, then: Sequence[int], path: str) -> State:
    """The state after more actions. Does not change the given state."""
    if not then:
        return state
    state = state.copy()
    for number, action in enumerate(then):
        try:
            take_step(state, action)
        except IllegalAction:
            raise _wrong(f"{path}.then[{number}]", f"action {action} is not legal there") from None
    return state


def _study_state(study: Study, path: str) -> State:
    try:
        given = study.position
        position = parse_line(given) if isinstance(given, str) else parse_position(given)
    except PositionError as error:
        raise _wrong(f"{path}.position", str(error).removeprefix("position: ")) from None
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
        raise Refusal(Code.MALFORMED, f"{path}.{error}") from None


def _lesson_state(key: str, path: str) -> State:
    try:
        return state_of(key)
    except UnknownStep:
        raise Refusal(Code.NOT_FOUND, f"{path}: there is no step {shown(key)}") from None


# --- puzzles --------------------------------------------------------------------------------------
def puzzle_at(given: PuzzleRef, path: str = "puzzle") -> tuple[Puzzle, int | None]:
    """Return a puzzle, and its number if it is in the collection. Raises `Refusal`."""
    if isinstance(given, str):
        for number, puzzle in enumerate(collection(), 1):
            if puzzle.id == given:
                return puzzle, number
        raise Refusal(Code.NOT_FOUND, f"{path}: there is no puzzle {shown(given)}")
    try:
        return _cached_puzzle(msgspec.json.encode(given), path), None
    except PuzzleError as error:
        raise Refusal(Code.MALFORMED, str(error)) from None


@lru_cache(maxsize=_CACHED_PUZZLES)
def _cached_puzzle(text: bytes, path: str) -> Puzzle:
    return read_puzzle(text, path)


def attempt_at(given: PuzzleRef, then: Sequence[int], path: str = "puzzle", acts: str = "then") -> Attempt:
    """Return a puzzle after some acts. Raises `Refusal` with the path of the invalid field."""
    puzzle, _ = puzzle_at(given, path)
    try:
        attempt = Attempt(puzzle)
    except PuzzleError as error:  # the collection of another version
        raise Refusal(Code.UNAVAILABLE, f"{path}: {error}") from None
    for number, action in enumerate(then):
        try:
            attempt.act(action)
        except IllegalAction:
            raise _wrong(f"{acts}[{number}]", f"action {action} is no act of this puzzle there") from None
    return attempt


def _wrong(path: str, why: str) -> Refusal:
    return Refusal(Code.MALFORMED, f"{path}: {why}")
