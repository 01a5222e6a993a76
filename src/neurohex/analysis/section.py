"""An analysis as lines of a record (docs/records.md).

    analysis 1 depth 2 of 5f0c…
    result 0 1
    decisions 3 to 4 of 0: 0.5181 0.4819, then 0.4998 0.5002
    at 3: 0.5181, then 0.4998, error 0.0036; better: place Runner C2 facing SE; end turn
    draws 4 to 6 of 1: -0.0102 0.0102, error 0.0061

Steps count from 0. Actions are in the notation of records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from neurohex.analysis.forms import VERSION, Chances, Draws, GameAnalysis, Judged, Piece, Stretch
from neurohex.analysis.spans import game_hash, spans_of
from neurohex.notation.action import action_text, parse_action
from neurohex.notation.errors import ActionError
from neurohex.notation.record import Record
from neurohex.rules.engine import Game, IllegalAction, State, apply, new_state

_NUMBER: Final = r"-?\d\.\d{1,6}(?:e-\d+)?|-?\d"
_NUMBERS: Final = rf"(?:{_NUMBER})(?: (?:{_NUMBER}))*"
_HEAD: Final = re.compile(r"analysis (\d+) depth (\d+) of ([0-9a-f]{32})")
_RESULT: Final = re.compile(rf"result ({_NUMBERS}|none)")
_STRETCH: Final = re.compile(rf"decisions (\d+) to (\d+) of (\d): ({_NUMBERS}), then ({_NUMBERS})")
_JUDGED: Final = re.compile(rf"at (\d+): ({_NUMBER}), then ({_NUMBER}), error ({_NUMBER})(?:; better: (.+))?")
_DRAWS: Final = re.compile(rf"draws (\d+) to (\d+) of (\d): ({_NUMBERS}), error ({_NUMBER})")
_BETWEEN: Final = "; "


class _Misfit(Exception):
    """The lines are no analysis of the record."""


def section_of(analysis: GameAnalysis, record: Record) -> tuple[str, ...]:
    """The lines of an analysis of a record."""
    result = "none" if analysis.result is None else _written(analysis.result)
    head = [f"analysis {analysis.version} depth {analysis.depth} of {analysis.game}", f"result {result}"]
    return (*head, *_pieces_written(analysis.pieces, record))


def analysis_in(record: Record) -> GameAnalysis | None:
    """The analysis that a record carries; None if it has none, or one of another game or version."""
    try:
        return _read(record)
    except (_Misfit, ActionError, IllegalAction):
        return None


# --- writing --------------------------------------------------------------------------------------
def _pieces_written(pieces: Sequence[Piece], record: Record) -> Iterator[str]:
    moments = _Moments(record.game, record.actions)
    for piece in pieces:
        where = f"{piece.first} to {piece.stop} of {piece.player}"
        if isinstance(piece, Draws):
            yield f"draws {where}: {_written(piece.luck)}, error {piece.error}"
            continue
        yield f"decisions {where}: {_written(piece.before)}, then {_written(piece.after)}"
        for judged in piece.judged:
            line = f"at {judged.step}: {judged.before}, then {judged.after}, error {judged.error}"
            if judged.better:
                line += f"; better: {_BETWEEN.join(_words(moments.at(judged.step), judged.better))}"
            yield line


def _written(chances: Chances) -> str:
    return " ".join(str(chance) for chance in chances)


def _words(state: State, line: Sequence[int]) -> Iterator[str]:
    for action in line:
        yield action_text(state, action)
        apply(state, action)


class _Moments:
    """The states of a game, one after another."""

    def __init__(self, game: Game, actions: Sequence[int]) -> None:
        self._state, self._actions, self._step = new_state(game), actions, 0

    def at(self, step: int) -> State:
        """A copy of the state before a step; steps must not go back."""
        if not self._step <= step <= len(self._actions):
            raise _Misfit
        for action in self._actions[self._step : step]:
            apply(self._state, action)
        self._step = step
        return self._state.copy()


# --- reading --------------------------------------------------------------------------------------
def _read(record: Record) -> GameAnalysis:
    if len(record.analysis) < 2:
        raise _Misfit
    version, depth, game = _match(_HEAD, record.analysis[0])
    if int(version) != VERSION or game != game_hash(record.game, record.actions):
        raise _Misfit
    (told,) = _match(_RESULT, record.analysis[1])
    result = None if told == "none" else _chances(told, record)
    pieces = tuple(_pieces_read(record))
    spans = spans_of(record.game, record.actions)
    if [(piece.first, piece.stop, piece.player) for piece in pieces] != [span[:3] for span in spans]:
        raise _Misfit
    return GameAnalysis(version=VERSION, depth=int(depth), game=game, result=result, pieces=pieces)


def _pieces_read(record: Record) -> Iterator[Piece]:
    moments = _Moments(record.game, record.actions)
    lines = list(record.analysis[2:])
    while lines:
        line = lines.pop(0)
        if line.startswith("draws"):
            first, stop, player, luck, error = _match(_DRAWS, line)
            yield Draws(
                first=int(first), stop=int(stop), player=int(player), luck=_chances(luck, record), error=float(error)
            )
            continue
        first, stop, player, before, after = _match(_STRETCH, line)
        judged = []
        while lines and lines[0].startswith("at "):
            judged.append(_judged(lines.pop(0), moments))
        yield Stretch(
            first=int(first),
            stop=int(stop),
            player=int(player),
            before=_chances(before, record),
            after=_chances(after, record),
            judged=tuple(judged),
        )


def _judged(line: str, moments: _Moments) -> Judged:
    step, before, after, error, better = _match(_JUDGED, line)
    found: list[int] = []
    if better:
        state = moments.at(int(step))
        for words in better.split(_BETWEEN):
            found.append(parse_action(state, words))
            apply(state, found[-1])
    return Judged(step=int(step), before=float(before), after=float(after), error=float(error), better=tuple(found))


def _match(form: re.Pattern[str], line: str) -> tuple[str, ...]:
    match = form.fullmatch(line)
    if match is None:
        raise _Misfit
    return match.groups("")


def _chances(text: str, record: Record) -> Chances:
    found = tuple(float(word) for word in text.split())
    if len(found) != len(record.game.armies):
        raise _Misfit
    return found
