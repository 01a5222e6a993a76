"""Endpoints for those who learn: what a bot would do at a moment, and the lesson."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta
from starlette.responses import Response

from neurohex.client.forms import Body, Person
from neurohex.lesson import LessonError, UnknownStep, lesson, verdict
from neurohex.lesson.forms import Lesson, Verdict
from neurohex.match.messages import Action, Code, Lang, Phase
from neurohex.players.thinking import Thought, line_words
from neurohex.rules.engine import State, is_chance
from neurohex.server.answers import Hint, HintedAct
from neurohex.server.documents import Document, document
from neurohex.server.endpoint import Call, Endpoint, Pace
from neurohex.server.moments import Seen, seen
from neurohex.server.refusals import Refusal
from neurohex.server.views import LANG_QUERY, AtMoment, asked_lang
from neurohex.server.workers import NoAnswer
from neurohex.view import act_words


class LessonAttempt(Body, frozen=True, kw_only=True):
    """What was done in a step of the lesson."""

    step: Annotated[str, Meta(max_length=80)]
    then: Annotated[tuple[Action, ...], Meta(max_length=100)] = ()
    """The actions from the step's own position on."""
    lang: Lang = "en"


# --- hints ----------------------------------------------------------------------------------------
async def _hint(call: Call) -> Hint:
    person = call.signed_in()
    there = await seen(call.house, call.body.moment)
    _check_allowed(there, person)
    state = there.state.copy()  # a match goes on while its hint is thought about
    if state.is_over() or is_chance(state):
        why = "the game is over" if state.is_over() else "a tile is drawn"
        raise Refusal(Code.MALFORMED, f"moment: expected one at which somebody is to decide; here {why}")
    try:
        thoughts = await call.house.hints.think(person.id, state)
    except NoAnswer as error:
        raise Refusal(Code.UNAVAILABLE, str(error), 1.0) from error
    return {"player": state.actor(), "thoughts": [_hinted(state, thought, call.body.lang) for thought in thoughts]}


def _check_allowed(there: Seen, person: Person) -> None:
    """While a match runs its players may have hints if they agreed on them, and nobody else may whisper."""
    match = there.match
    if match is None or match.phase is Phase.FINISHED:
        return
    if not match.created.hints:
        raise Refusal(Code.NOT_ALLOWED, "this match is played without hints; they can be had when it is over")
    if match.seat_of(person.id) is None:
        raise Refusal(Code.NOT_ALLOWED, "while a match runs only its players may have hints")


def _hinted(state: State, thought: Thought, lang: Lang) -> HintedAct:
    return {
        "action": thought.action,
        "words": act_words(state, thought.action, lang),
        "chance": round(thought.chance, 4),
        "tries": thought.tries,
        "line": line_words(state, thought.line, lambda then, action: act_words(then, action, lang)),
    }


# --- the lesson -----------------------------------------------------------------------------------
async def _lesson(call: Call) -> Response:
    return _lesson_in(asked_lang(call)).answer(call.request)


@lru_cache
def _lesson_in(lang: Lang) -> Document:
    return document(lesson(lang))


async def _verdict(call: Call) -> Verdict:
    try:
        return verdict(call.body.step, call.body.then, call.body.lang)
    except UnknownStep as error:
        raise Refusal(Code.NOT_FOUND, str(error)) from None
    except LessonError as error:
        raise Refusal(Code.MALFORMED, str(error)) from None


ENDPOINTS: Final = (
    Endpoint(
        "POST",
        "/api/views/hint",
        "What a bot would do at a moment, and why.",
        _hint,
        Hint,
        AtMoment,
        pace=Pace.VIEWS,
        long=True,
    ),
    Endpoint(
        "GET",
        "/api/lesson",
        "A first lesson: what is to be read, step by step.",
        _lesson,
        Lesson,
        query=LANG_QUERY,
        pace=Pace.VIEWS,
    ),
    Endpoint(
        "POST",
        "/api/lesson",
        "Whether the task of a step is done, and if not what is missing.",
        _verdict,
        Verdict,
        LessonAttempt,
        pace=Pace.VIEWS,
    ),
)
