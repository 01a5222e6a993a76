"""The log of a game: turn by turn, each act in words with its consequences, and complete Battles."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Final

from neurohex.events import TurnBegan
from neurohex.model.game import State
from neurohex.model.reading import phase_of, turn_number
from neurohex.notation.action import action_text
from neurohex.notation.decoding import decode
from neurohex.session import CHANCE, Step
from neurohex.view.battles import BattleCollector, finished
from neurohex.view.forms import VERSION, Beat, Entry, Story, TurnForm
from neurohex.view.happenings import beats
from neurohex.view.texts import say

_TURN: Final = TurnBegan.name


def story(steps: Sequence[Step], lang: str = "en", *, first: int = 0) -> Story:
    """The story of consecutive steps of a game.

    `first` is the number of the first step; a story must not begin inside a Battle (`story_start`). An act belongs to
    the turn in which it was decided, with all its consequences, even after the next turn has begun.
    """
    return finished(story_in_pieces(steps, lang, first=first))


def story_in_pieces(steps: Sequence[Step], lang: str = "en", *, first: int = 0) -> Generator[None, None, Story]:
    """`story` in short pieces, for an event loop: a Battle of six armies can be long."""
    if not steps:
        return Story(version=VERSION, first=first, steps=0, turns=[])
    collector = BattleCollector(steps[0].before.game, lang)
    turns = [_running(steps[0].before, lang)]
    for number, step in enumerate(steps, first):
        happened, battles = yield from collector.adding(step, number)
        entry: Entry = Entry(
            step=number,
            player=None if step.player == CHANCE else step.player,
            action=step.action,
            kind=decode(step.action).kind,
            words=action_text(step.before, step.action),
            beats=[beat for beat in happened if beat.what != _TURN],
            battles=battles,
        )
        turns[-1].entries.append(entry)
        turns += [_turn(beat) for beat in happened if beat.what == _TURN]
    return Story(version=VERSION, first=first, steps=len(steps), turns=turns)


def story_start(steps: Sequence[Step], number: int, now: State) -> int:
    """The last possible start of a story at or before step `number`: one that is not inside a Battle.

    `now` is the state after the last step; `number` may be the number of steps.
    """
    while number > 0 and phase_of(state_after(steps, number - 1, now)) is not None:
        number -= 1
    return number


def _running(st: State, lang: str) -> TurnForm:
    """The current turn of a state, or the time before the first turn."""
    number = turn_number(st)
    if not number:
        return TurnForm(turn=0, player=None, words=say("before", lang), entries=[])
    return _turn(next(beats(st.game, [TurnBegan(st.turn(), number, rulings=())], lang)))


def _turn(beat: Beat) -> TurnForm:
    return TurnForm(turn=beat.now or 0, player=beat.player, words=beat.words, entries=[])


def state_after(steps: Sequence[Step], number: int, now: State) -> State:
    """The state after the step with that number; `now` is the state after the last step.

    -1 is the state before the first step. Do not modify it.
    """
    return steps[number + 1].before if number + 1 < len(steps) else now
