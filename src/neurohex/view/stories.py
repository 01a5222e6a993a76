"""The log of a game: turn by turn, every act in words with what came of it, and the Battles whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from neurohex.events import TurnBegan
from neurohex.model.reading import phase_of, turn_number
from neurohex.notation.action import action_text, decode
from neurohex.rules.engine import State
from neurohex.session import CHANCE, Step
from neurohex.view.battles import Telling
from neurohex.view.forms import VERSION, Beat, Entry, Story, TurnForm
from neurohex.view.happenings import beats
from neurohex.view.texts import say

_TURN: Final = TurnBegan.name


def story(steps: Sequence[Step], lang: str = "en", *, first: int = 0) -> Story:
    """What happened in some steps of a game that follow each other, as a session or a follower has them.

    `first` is the number of the first of them; a story may begin anywhere but inside a Battle (`told_from`). An act
    belongs to the turn in which it was decided; what it brings about after a turn has begun is told there too.
    """
    if not steps:
        return {"version": VERSION, "first": first, "steps": 0, "turns": []}
    told = Telling(steps[0].before.game, lang)
    turns = [_running(steps[0].before, lang)]
    for number, step in enumerate(steps, first):
        happened, battles = told.hear(step, number)
        entry: Entry = {
            "step": number,
            "player": None if step.player == CHANCE else step.player,
            "action": step.action,
            "kind": decode(step.action).kind,
            "words": action_text(step.before, step.action),
            "beats": [beat for beat in happened if beat["what"] != _TURN],
            "battles": battles,
        }
        turns[-1]["entries"].append(entry)
        turns += [_turn(beat) for beat in happened if beat["what"] == _TURN]
    return {"version": VERSION, "first": first, "steps": len(steps), "turns": turns}


def told_from(steps: Sequence[Step], number: int, now: State) -> int:
    """The last step at or before that of a number from which on a story can be told: one that is not inside a Battle.

    `now` is the state after the last of the steps, whose number may be asked for as well.
    """
    while number > 0 and phase_of(state_after(steps, number - 1, now)) is not None:
        number -= 1
    return number


def _running(st: State, lang: str) -> TurnForm:
    """The turn that runs in a state; before the first one, that."""
    number = turn_number(st)
    if not number:
        return {"turn": 0, "player": None, "words": say("before", lang), "entries": []}
    return _turn(beats(st.game, [TurnBegan(st.turn(), number, rulings=())], lang)[0])


def _turn(beat: Beat) -> TurnForm:
    return {"turn": beat["now"] or 0, "player": beat["player"], "words": beat["words"], "entries": []}


def state_after(steps: Sequence[Step], number: int, now: State) -> State:
    """The state after the step of that number, as a replay shows it; `now` is the state after the last of them.

    -1 is the state before the first. Not to be changed.
    """
    return steps[number + 1].before if number + 1 < len(steps) else now
