"""Makes the forms of a moment for pages: the table, the legal actions and, on request, the study board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from neurohex.match.follower import Follower
from neurohex.rules.engine import State
from neurohex.view import VERSION, choices, scene, study_of
from neurohex.view.forms import Form
from neurohex.view.scenes import Piles
from neurohex.wire.views import LiveLook, Look


def live_look(
    state: State,
    lang: str,
    *,
    step: int,
    steps: int,
    undo: int | None,
    event: int | None,
    piles: Piles | None,
    actions: Iterable[int] | None = None,
) -> LiveLook:
    """The form that is pushed. `LiveLook` documents the arguments; pass `piles` only if piles are open."""
    return LiveLook(
        version=VERSION,
        scene=scene(state, lang, piles=piles),
        choices=choices(state, lang, actions),
        step=step,
        steps=steps,
        undo=undo,
        event=event,
    )


def look_at(
    state: State,
    lang: str,
    *,
    step: int,
    steps: int,
    undo: int | None,
    event: int | None,
    piles: Piles | None,
    actions: Iterable[int] | None = None,
) -> Look:
    """The form that a page asks for. Takes the arguments of `live_look`; `actions` restricts the legal actions."""
    live = live_look(state, lang, step=step, steps=steps, undo=undo, event=event, piles=piles, actions=actions)
    return Look(**_fields(live), **_fields(study_of(state)))


def _fields(form: Form) -> dict[str, Any]:
    return {name: getattr(form, name) for name in form.__struct_fields__}


def open_piles(match: Follower, state: State) -> Piles | None:
    """The order of all piles if the players of the match agreed to open piles; else None."""
    if match.open_piles is None:
        return None
    return [match.open_piles.upcoming(state, player) for player in range(len(state.game.armies))]
