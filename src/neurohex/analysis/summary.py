"""What an analysis comes to: chances by turn, what each player's decisions and draws were worth, accuracy.

The chance of a player changes for three reasons, which add up to the whole change exactly:

- **decisions**: what players lost by decisions that were not the best. One's own cost chance, those of others give it;
- **draws**: what the drawn tiles were worth against the mean of those that could have been drawn;
- **foresight**: what is left. Battles have no dice: what they bring belongs to the decision that leads to them, as far
  as the search foresees it. What it sees only when it happens is counted here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from neurohex.analysis.forms import Chances, GameAnalysis, Grade, Judged, Stretch
from neurohex.events import BattleBegan
from neurohex.model.reading import turn_number
from neurohex.rules.engine import Game, Log, apply, new_state

_STEEP: Final = 4.5
"""How fast accuracy falls with the loss of a turn: a loss of a tenth leaves 64 %."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A change of one player's chance, by reason."""

    decisions: float = 0.0
    draws: float = 0.0
    foresight: float = 0.0

    @property
    def change(self) -> float:
        """The whole change."""
        return self.decisions + self.draws + self.foresight

    def __add__(self, other: Parts) -> Parts:
        return Parts(self.decisions + other.decisions, self.draws + other.draws, self.foresight + other.foresight)


@dataclass(frozen=True, slots=True)
class Point:
    """The chances at a moment."""

    step: int
    """Steps played before it."""
    turn: int
    """Number of the turn, 0 before the first."""
    chances: Chances


@dataclass(frozen=True, slots=True)
class TurnPart:
    """A turn of a game in an analysis."""

    number: int
    """0 for all before the first turn."""
    player: int
    """Whose turn it is."""
    first: int
    """The step of its first action."""
    stop: int
    """The step after its last action."""
    battles: tuple[int, ...]
    """The steps in which Battles began."""
    parts: tuple[Parts, ...]
    """By player: why the chance changed in it. The foresight of a turn ends with the look at the next one."""


@dataclass(frozen=True, slots=True)
class PlayerPart:
    """What an analysis says of one player."""

    accuracy: float | None
    """From 0 to 100: 100 if no decision lost anything; None without decisions."""
    lost: float
    """What the player's own decisions cost, from 0."""
    given: float
    """What decisions of others gave."""
    luck: float
    """What the player's own draws were worth."""
    luck_of_others: float
    """What draws of others were worth to this player."""
    foresight: float
    grades: dict[Grade, int]
    """How many decisions have each grade."""


def judged_of(analysis: GameAnalysis) -> Iterator[tuple[int, Judged]]:
    """All judged decisions with their players, in order."""
    for piece in analysis.pieces:
        if isinstance(piece, Stretch):
            for judged in piece.judged:
                yield piece.player, judged


def points_of(analysis: GameAnalysis, game: Game, actions: Sequence[int]) -> list[Point]:
    """The chances through the game: before and after the decisions of each stretch, and the result."""
    turns, _ = _course(game, actions)
    found: list[Point] = []
    for piece in analysis.pieces:
        if isinstance(piece, Stretch):
            found.append(Point(piece.first, turns[piece.first], piece.before))
            found.append(Point(piece.stop, turns[piece.stop - 1], piece.after))
    if analysis.result is not None and found:
        found.append(Point(len(actions), found[-1].turn, analysis.result))
    return found


def turns_of(analysis: GameAnalysis, game: Game, actions: Sequence[int]) -> list[TurnPart]:
    """The turns of a game, each with the reasons for its changes. The sum of all changes is the difference between the
    result (or the last chance) and the first chance."""
    turns, battles = _course(game, actions)
    parts = _parts_by_step(analysis, len(game.armies))
    found: list[TurnPart] = []
    first = 0
    for step in range(1, len(actions) + 1):
        if step < len(actions) and turns[step] == turns[first]:
            continue
        sums = [Parts()] * len(game.armies)
        for at, changes in parts:
            if first <= at < step:
                sums = [one + other for one, other in zip(sums, changes, strict=True)]
        fought = tuple(at for at in battles if first <= at < step)
        found.append(TurnPart(turns[first], _whose(game, actions, first), first, step, fought, tuple(sums)))
        first = step
    return found


def players_of(analysis: GameAnalysis, game: Game) -> list[PlayerPart]:
    """What the analysis says of each player."""
    count = len(game.armies)
    foresight = [sum(changes[p].foresight for _, changes in _parts_by_step(analysis, count)) for p in range(count)]
    return [_player(analysis, p, foresight[p]) for p in range(count)]


def accuracy_of(losses: Sequence[float]) -> float | None:
    """The accuracy of a player whose turns lost so much of the chance."""
    if not losses:
        return None
    return 100.0 * sum(math.exp(-_STEEP * max(loss, 0.0)) for loss in losses) / len(losses)


def _player(analysis: GameAnalysis, player: int, foresight: float) -> PlayerPart:
    losses: list[float] = []
    lost = given = luck = luck_of_others = 0.0
    grades: dict[Grade, int] = {"inaccuracy": 0, "mistake": 0, "blunder": 0}
    for piece in analysis.pieces:
        if not isinstance(piece, Stretch):
            if piece.player == player:
                luck += piece.luck[player]
            else:
                luck_of_others += piece.luck[player]
        elif piece.player == player:
            lost += piece.before[player] - piece.after[player]
            if piece.judged:
                losses.append(piece.before[player] - piece.after[player])
            for judged in piece.judged:
                if judged.grade in grades:
                    grades[judged.grade] += 1
        else:
            given += piece.after[player] - piece.before[player]
    return PlayerPart(accuracy_of(losses), lost, given, luck, luck_of_others, foresight, grades)


def _parts_by_step(analysis: GameAnalysis, players: int) -> list[tuple[int, list[Parts]]]:
    """Changes of all players' chances, each with the step it belongs to."""
    found: list[tuple[int, list[Parts]]] = []
    now: Chances | None = None
    at = 0
    lucky = [0.0] * players
    for piece in analysis.pieces:
        if not isinstance(piece, Stretch):
            found.append((piece.first, [Parts(draws=luck) for luck in piece.luck]))
            lucky = [one + luck for one, luck in zip(lucky, piece.luck, strict=True)]
            continue
        if now is not None:
            found.append((at, [Parts(foresight=piece.before[p] - now[p] - lucky[p]) for p in range(players)]))
        else:  # nothing is known before the first decision: luck before it is part of the first chance
            found.clear()
        found.append((piece.first, [Parts(decisions=piece.after[p] - piece.before[p]) for p in range(players)]))
        now, at, lucky = piece.after, piece.stop - 1, [0.0] * players
    if now is not None:
        end = analysis.result or now
        found.append((at, [Parts(foresight=end[p] - now[p] - lucky[p]) for p in range(players)]))
    return found


def _course(game: Game, actions: Sequence[int]) -> tuple[list[int], list[int]]:
    """The number of the turn before each action and after the last, and the steps in which Battles began."""
    state = new_state(game)
    turns, battles = [turn_number(state)], []
    for step, action in enumerate(actions):
        log = Log()
        apply(state, action, log)
        turns.append(turn_number(state))
        if any(isinstance(event, BattleBegan) for event in log.events):
            battles.append(step)
    return turns, battles


def _whose(game: Game, actions: Sequence[int], step: int) -> int:
    state = new_state(game)
    for action in actions[:step]:
        apply(state, action)
    return state.turn() if turn_number(state) else state.actor()
