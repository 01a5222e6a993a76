"""Endpoints for a page: a moment as forms of `neurohex.view`. They read and change nothing.

The rules do not run in several threads at once, so all of it happens in the event loop; each takes a few milliseconds.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Final, get_args

from msgspec import Meta
from starlette.responses import Response

from neurohex.client.forms import Body
from neurohex.explain.unit import NoUnit
from neurohex.match.messages import Action, Code, Lang
from neurohex.notation.errors import shown
from neurohex.rules.engine import IllegalAction, State
from neurohex.server.answers import BattleNow, Look, Previews
from neurohex.server.documents import Document, document
from neurohex.server.endpoint import Call, Endpoint, Handler, Pace, check_pace
from neurohex.server.looks import look_at
from neurohex.server.moments import Moment, Seen, seen
from neurohex.server.refusals import Refusal
from neurohex.view import (
    NoBattle,
    battle_preview,
    battle_preview_states,
    battle_states,
    catalogue,
    preview,
    story,
    table_sprites,
    told_from,
    unit_card,
)
from neurohex.view.forms import Catalogue, Sprites, Story, UnitCard

LANGS: Final[tuple[Lang, ...]] = get_args(Lang)
LANG_QUERY: Final = {"lang": f"the language of the texts, one of {', '.join(LANGS)}; en if not given"}
_Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
_STEPS_AT_ONCE: Final = 10
"""Steps of a story that count as one view: a whole game takes as long to tell as to look at it twenty times."""


class AtMoment(Body, frozen=True, kw_only=True):
    """A moment, and the language of its texts."""

    moment: Moment
    lang: Lang = "en"


class OfActions(AtMoment, frozen=True, kw_only=True):
    """Actions that may be played at a moment."""

    actions: Annotated[tuple[Action, ...], Meta(max_length=12)]


class FoughtBattle(Body, frozen=True, kw_only=True):
    """A Battle that was fought, as the `place` of its form says."""

    step: _Count
    """The step it began with."""
    number: _Count
    """Its number among those that began with that step, from 0."""
    until: _Count
    """How many steps it was told up to."""


class InBattle(Body, frozen=True, kw_only=True):
    """A standing that is told of a Battle."""

    place: FoughtBattle | None = None
    """If not given, it is the Battle that would be fought at the moment."""
    over: _Count | None = None
    """How many of its phases are over; if not given, all of it, and what came of it."""


class OfUnit(AtMoment, frozen=True, kw_only=True):
    """A unit on the board, or one as it is in the course of a Battle."""

    hex: Annotated[str, Meta(max_length=10)]
    battle: InBattle | None = None


class OfStory(AtMoment, frozen=True, kw_only=True):
    """What led to a moment, from a step on."""

    first: _Count = 0


class OfDrawings(Body, frozen=True, kw_only=True):
    """The game of a moment."""

    moment: Moment


async def _look(call: Call) -> Look:
    there = await seen(call.house, call.body.moment)
    return look_at(
        there.state,
        call.body.lang,
        step=there.step,
        steps=there.steps,
        undo=there.undoable_by(),
        event=there.match.last if there.match is not None else None,
        piles=there.piles(),
    )


async def _previews(call: Call) -> Previews:
    there = await seen(call.house, call.body.moment)
    previews = []
    for number, action in enumerate(call.body.actions):
        try:
            previews.append(preview(there.state, action, call.body.lang))
        except IllegalAction:
            raise Refusal(Code.MALFORMED, f"actions[{number}]: action {action} is not legal there") from None
    return {"previews": previews}


async def _unit(call: Call) -> UnitCard:
    there = await seen(call.house, call.body.moment)
    board, name = there.state.game.board, call.body.hex
    if name not in board.index:
        raise Refusal(Code.MALFORMED, f"hex: no hex {shown(name)} on the {board.key} board")
    battle = call.body.battle
    state = there.state if battle is None else _in_battle(there, battle)
    try:
        return unit_card(state, board.index[name], call.body.lang, fighting=battle is not None)
    except NoUnit as error:
        raise Refusal(Code.NOT_FOUND, f"hex: {error}") from None


def _in_battle(there: Seen, battle: InBattle) -> State:
    """The table in the course of a Battle."""
    place = battle.place
    try:
        if place is None:
            states = battle_preview_states(there.state)
        elif place.until > there.step:
            raise Refusal(Code.MALFORMED, f"battle.place.until: expected 0 to {there.step}, got {place.until}")
        else:
            steps = there.history()[place.step : place.until]
            states = battle_states(((step.before, step.events) for step in steps), place.number)
    except NoBattle as error:
        raise Refusal(Code.NOT_FOUND, f"battle: {error}") from None
    phases = len(states) - 2
    if battle.over is None:
        return states[-1]
    if battle.over > phases:
        raise Refusal(Code.MALFORMED, f"battle.over: expected 0 to {phases}, got {battle.over}")
    return states[battle.over]


async def _battle(call: Call) -> BattleNow:
    there = await seen(call.house, call.body.moment)
    return {"battle": battle_preview(there.state, call.body.lang)}


async def _story(call: Call) -> Story:
    there = await seen(call.house, call.body.moment)
    if call.body.first > there.step:
        raise Refusal(Code.MALFORMED, f"first: expected 0 to {there.step}, got {call.body.first}")
    check_pace(call.house.views, call.address, (there.step - call.body.first) // _STEPS_AT_ONCE)
    steps = there.history()
    first = told_from(steps, call.body.first, there.state)
    return story(steps[first:], call.body.lang, first=first)


async def _drawings(call: Call) -> Sprites:
    return table_sprites((await seen(call.house, call.body.moment)).state.game)


def asked_lang(call: Call) -> Lang:
    """The language in the URL; English if none is. Raises `Refusal`."""
    asked = call.request.query_params.get("lang", "en")
    for lang in LANGS:
        if asked == lang:
            return lang
    raise Refusal(Code.MALFORMED, f"lang: expected one of {', '.join(LANGS)}")


async def _catalogue(call: Call) -> Response:
    return _catalogue_in(asked_lang(call)).answer(call.request)


@lru_cache
def _catalogue_in(lang: Lang) -> Document:
    return document(catalogue(lang))


async def _sprites(call: Call) -> Response:
    return (await call.house.drawings.get()).answer(call.request)


def _view(name: str, summary: str, handle: Handler, answer: Any, body: type[Body]) -> Endpoint:
    return Endpoint("POST", f"/api/views/{name}", summary, handle, answer, body, pace=Pace.VIEWS, long=True)


ENDPOINTS: Final = (
    _view("look", "What lies on the table at a moment, and what may be done.", _look, Look, AtMoment),
    _view("previews", "What would come of actions.", _previews, Previews, OfActions),
    _view("unit", "What holds for a unit on the board, and why.", _unit, UnitCard, OfUnit),
    _view("battle", "The Battle that would be fought now.", _battle, BattleNow, AtMoment),
    _view("story", "What led to a moment, step by step.", _story, Story, OfStory),
    _view("drawings", "The drawings that a game needs besides those of all games.", _drawings, Sprites, OfDrawings),
    Endpoint(
        "GET",
        "/api/catalogue",
        "All that a game can be put together from.",
        _catalogue,
        Catalogue,
        query=LANG_QUERY,
        pace=Pace.VIEWS,
    ),
    Endpoint("GET", "/api/sprites", "The drawings that all games have in common.", _sprites, Sprites, pace=Pace.VIEWS),
)
