"""The log of a game: turn by turn, every act in words with what came of it, and the Battles whole."""

from __future__ import annotations

from collections.abc import Sequence

from neurohex.notation.action import action_text, decode
from neurohex.rules.engine import State
from neurohex.session import CHANCE, Step
from neurohex.view.battles import Telling
from neurohex.view.forms import VERSION, Beat, Entry, Story, TurnForm
from neurohex.view.texts import say

_TURN = "turn began"


def story(steps: Sequence[Step], lang: str = "en", *, first: int = 0) -> Story:
    """What happened in some steps of a game that follow each other, as a session or a follower has them.

    `first` is the number of the first of them; a story may begin anywhere but inside a Battle. An act belongs to the
    turn in which it was decided; what it brings about after a turn has begun is told there too.
    """
    told = Telling(lang)
    turns = [_before(lang)]
    for number, step in enumerate(steps, first):
        beats, battles = told.hear(step.before, step.events)
        entry: Entry = {
            "step": number,
            "player": None if step.player == CHANCE else step.player,
            "action": step.action,
            "kind": decode(step.action).kind,
            "words": action_text(step.before, step.action),
            "beats": [beat for beat in beats if beat["what"] != _TURN],
            "battles": battles,
        }
        turns[-1]["entries"].append(entry)
        turns += [_turn(beat) for beat in beats if beat["what"] == _TURN]
    begun = turns if turns[0]["entries"] else turns[1:]
    return {"version": VERSION, "steps": len(steps), "turns": begun}


def _before(lang: str) -> TurnForm:
    """What comes before the first turn that is told."""
    return {"turn": 0, "player": None, "words": say("before", lang), "entries": []}


def _turn(beat: Beat) -> TurnForm:
    return {"turn": beat["now"] or 0, "player": beat["player"], "words": beat["words"], "entries": []}


def state_after(steps: Sequence[Step], number: int, now: State) -> State:
    """The state after the step of that number, as a replay shows it; `now` is the state after the last of them.

    -1 is the state before the first. Not to be changed.
    """
    return steps[number + 1].before if number + 1 < len(steps) else now
