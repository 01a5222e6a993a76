"""Endpoints for those who learn: what a bot would do at a moment, and the lesson."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from starlette.responses import Response

from neurohex.client.forms import Person
from neurohex.lesson import lesson
from neurohex.lesson.forms import Lesson, Verdict
from neurohex.match.authority import Match
from neurohex.match.messages import Code, Lang, Phase
from neurohex.server.answers import Hint
from neurohex.server.documents import JSON, Document, document
from neurohex.server.endpoint import Call, Endpoint, Pace, check_pace
from neurohex.server.finding import find, find_match
from neurohex.server.refusals import Refusal
from neurohex.server.showing import AtMoment, LessonAttempt, price
from neurohex.server.views import LANG_QUERY, asked_lang, shown
from neurohex.server.workers import NoAnswer


# --- hints ----------------------------------------------------------------------------------------
async def _hint(call: Call) -> Response:
    person, house, moment = call.signed_in(), call.house, call.body.moment
    source = await find(house, moment)
    if moment.match is not None:
        _check_allowed(await find_match(house, moment.match, moment.step), person)
    check_pace(house.views, call.address, price(call.body, source) - 1)
    try:
        made = await house.hints.think(person.id, call.address, call.body, source)
    except NoAnswer as error:
        raise Refusal(Code.UNAVAILABLE, str(error), 1.0) from error
    if made.refusal is not None:
        raise Refusal(*made.refusal)
    return Response(made.data, media_type=JSON)


def _check_allowed(match: Match, person: Person) -> None:
    """While a match runs its players may have hints if they agreed on them, and nobody else may whisper."""
    if match.phase is Phase.FINISHED:
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
    return Response((await shown(call, "verdict", None)).data, media_type=JSON)


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
