"""Cuts a game into the spans that are judged one by one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from neurohex.bots.trials import chances_of
from neurohex.model.reading import turn_number
from neurohex.notation.record import Record
from neurohex.rules.engine import Game, State, apply, is_chance, new_state

_DIGITS: Final = 32


class Span(NamedTuple):
    """Decisions or draws of one player in a row."""

    first: int
    """The step of the first, from 0."""
    stop: int
    """The step after the last."""
    player: int
    is_draw: bool


def game_hash(game: Game, actions: Sequence[int]) -> str:
    """A hash of a game and all its actions, 32 hexadecimal digits. Names of players and other tags do not count."""
    told = sorted((name, value) for name, value in game.describe().items())
    return hashlib.sha256(msgspec.json.encode((told, list(actions)))).hexdigest()[:_DIGITS]


def spans_of(game: Game, actions: Sequence[int]) -> list[Span]:
    """The spans of a game, in order and without gaps. Raises `IllegalAction`."""
    spans: list[Span] = []
    state = new_state(game)
    before: object = None
    for step, action in enumerate(actions):
        player, draws = state.actor(), is_chance(state)
        here = player, draws, turn_number(state)  # plans end with the turn, so a span does too
        if here == before:
            spans[-1] = spans[-1]._replace(stop=step + 1)
        else:
            spans.append(Span(step, step + 1, player, draws))
        before = here
        apply(state, action)
    return spans


def states_of(game: Game, actions: Sequence[int], span: Span) -> list[State]:
    """The states of a span: before each of its actions, and after the last. Raises `IllegalAction`."""
    state = new_state(game)
    for action in actions[: span.first]:
        apply(state, action)
    states = [state.copy()]
    for action in actions[span.first : span.stop]:
        apply(state, action)
        states.append(state.copy())
    return states


def result_of(record: Record) -> tuple[float, ...] | None:
    """What each player got: 1, 0 or a share of a draw; None if the rules have not ended the game."""
    state = new_state(record.game)
    for action in record.actions:
        apply(state, action)
    return tuple(chances_of(state)) if state.is_over() else None
