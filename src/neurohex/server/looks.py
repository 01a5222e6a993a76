"""A moment as pages take it: one form for what lies on the table, what may be done, and how it is set up for study."""

from __future__ import annotations

from neurohex.match.follower import Follower
from neurohex.rules.engine import State
from neurohex.server.answers import Look
from neurohex.view import VERSION, choices, scene, study_of
from neurohex.view.scenes import Piles


def look_at(
    state: State, lang: str, *, step: int, steps: int, undo: int | None, event: int | None, piles: Piles | None
) -> Look:
    """The form of a state. What the arguments mean is said at the fields of `Look`; `piles` are for open piles only."""
    return {
        "version": VERSION,
        "scene": scene(state, lang, piles=piles),
        "choices": choices(state, lang),
        "step": step,
        "steps": steps,
        "undo": undo,
        "event": event,
        **study_of(state),
    }


def open_piles(match: Follower, state: State) -> Piles | None:
    """The order of all piles in a state of a match, where its players agreed to know it."""
    if match.open_piles is None:
        return None
    return [match.open_piles.upcoming(state, player) for player in range(len(state.game.armies))]
