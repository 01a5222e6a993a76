"""Endpoints for learners: hints and the lesson."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from starlette.responses import Response

from neurohex.lesson import lesson
from neurohex.lesson.forms import Lesson, Verdict
from neurohex.match.authority import Match
from neurohex.server.documents import JSON, Document, document
from neurohex.server.endpoint import Call, Endpoint, RateClass, check_rate
from neurohex.server.refusals import Refusal
from neurohex.server.sources import find_match, find_source
from neurohex.server.view_jobs import price
from neurohex.server.views import LANG_QUERY, asked_lang, view_for
from neurohex.server.workers import NoAnswer
from neurohex.wire.http import Person
from neurohex.wire.messages import Code, Lang, MatchPhase
from neurohex.wire.views import AtMoment, Hint, LessonAttempt


# --- hints ----------------------------------------------------------------------------------------
async def _hint(call: Call) -> Response:
    person, context, moment = call.signed_in(), call.context, call.body.moment
    source = await find_source(context, moment)
    if moment.match is not None:
        _check_allowed(await find_match(context, moment.match, moment.step), person)
    check_rate(context.views, call.address, price(call.body, source) - 1)
    try:
        made = await context.hints.think(person.id, call.address, call.body, source)
    except NoAnswer as error:
        raise Refusal(Code.UNAVAILABLE, str(error), 1.0) from error
    if made.refusal is not None:
        raise Refusal(*made.refusal)
    return Response(made.data, media_type=JSON)


def _check_allowed(match: Match, person: Person) -> None:
    """While a match runs, only its players may have hints, and only if they agreed on them. Raises `Refusal`."""
    if match.phase is MatchPhase.FINISHED:
        return
    if not match.created.hints:
        raise Refusal(Code.NOT_ALLOWED, "this match is played without hints; they can be had when it is over")
    if match.seat_of(person.id) is None:
        raise Refusal(Code.NOT_ALLOWED, "while a match runs only its players may have hints")


# --- the lesson -----------------------------------------------------------------------------------
async def _lesson(call: Call) -> Response:
    return _lesson_in(asked_lang(call)).answer(call.request)


@lru_cache
def _lesson_in(lang: Lang) -> Document:
    return document(lesson(lang))


async def _verdict(call: Call) -> Response:
    return Response((await view_for(call, "verdict", None)).data, media_type=JSON)


ENDPOINTS: Final = (
    Endpoint(
        "POST",
        "/api/views/hint",
        "What a bot would do at a moment, and why.",
        _hint,
        Hint,
        AtMoment,
        rate=RateClass.VIEWS,
        long=True,
    ),
    Endpoint(
        "GET",
        "/api/lesson",
        "The first lesson, step by step.",
        _lesson,
        Lesson,
        query=LANG_QUERY,
        rate=RateClass.VIEWS,
    ),
    Endpoint(
        "POST",
        "/api/lesson",
        "Whether a step is solved, or what is missing.",
        _verdict,
        Verdict,
        LessonAttempt,
        rate=RateClass.VIEWS,
    ),
)
