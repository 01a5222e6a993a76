"""Endpoints for puzzles: the collection, attempts, hints, solutions, proofs and ratings."""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Any, Final

import msgspec
from starlette.responses import Response

from neurohex.puzzles.forms import (
    PuzzleAttempt,
    PuzzleHint,
    PuzzleProof,
    PuzzleRatings,
    Puzzles,
    PuzzleSolution,
    PuzzleStanding,
)
from neurohex.puzzles.presenting import listing
from neurohex.server import puzzle_ratings
from neurohex.server.documents import JSON, Document, document, takes_gzip
from neurohex.server.endpoint import Call, Endpoint, RateClass, check_rate
from neurohex.server.puzzle_views import PROOF_PRICE
from neurohex.server.refusals import Refusal
from neurohex.server.views import LANG_QUERY, asked_lang, view_for
from neurohex.server.worker import ViewAnswer
from neurohex.server.workers import NoAnswer
from neurohex.wire.http import Body
from neurohex.wire.messages import Code, Lang
from neurohex.wire.views import OfAttempt, OfHint, OfProof, OfPuzzle


async def _puzzles(call: Call) -> Response:
    return puzzles_in(asked_lang(call)).answer(call.request)


@lru_cache
def puzzles_in(lang: Lang) -> Document:
    """The collection. It is slow to make, so the server caches it at the start."""
    return document(listing(lang))


class _Judged(msgspec.Struct):
    """The part of a `PuzzleVerdict` that ratings need."""

    solved: bool


class _Tried(msgspec.Struct):
    """The part of a `PuzzleAttempt` that ratings need."""

    verdict: _Judged


def _show(name: str, summary: str, answer: Any, body: type[Body]) -> Endpoint:
    async def handle(call: Call) -> Response:
        made = await view_for(call, f"puzzle_{name}", None, packed=takes_gzip(call.request.headers))
        if call.person is not None and isinstance(call.body.puzzle, str):
            await _count(call, call.person.id, made)
        headers = {"content-encoding": "gzip", "vary": "Accept-Encoding"} if made.packed else {}
        return Response(made.data, headers=headers, media_type=JSON)

    handle.__name__ = f"puzzle_{name}"
    return Endpoint("POST", f"/api/puzzles/{name}", summary, handle, answer, body, rate=RateClass.VIEWS)


async def _count(call: Call, person: str, made: ViewAnswer) -> None:
    """Count a person's attempt: a Battle by its verdict, a hint or the solution as not solved."""
    solved = False
    if isinstance(call.body, OfAttempt):
        if not call.body.fight:
            return
        data = gzip.decompress(made.data) if made.packed else made.data
        solved = msgspec.json.decode(data, type=_Tried).verdict.solved
    await puzzle_ratings.count(call.context.store, person, call.body.puzzle, solved)


async def _standing(call: Call) -> PuzzleStanding:
    return await puzzle_ratings.standing(call.context.store, call.signed_in().id)


async def _ratings(call: Call) -> PuzzleRatings:
    return await puzzle_ratings.difficulties(call.context.store)


async def _proof(call: Call) -> Response:
    person, context = call.signed_in(), call.context
    check_rate(context.views, call.address, PROOF_PRICE - 1)
    try:
        made = await context.provers.prove(person.id, call.address, call.body)
    except NoAnswer as error:
        raise Refusal(Code.UNAVAILABLE, str(error), 1.0) from error
    if made.refusal is not None:
        raise Refusal(*made.refusal)
    return Response(made.data, media_type=JSON)


ENDPOINTS: Final = (
    Endpoint("GET", "/api/puzzles/standing", "Your puzzle rating and results.", _standing, PuzzleStanding),
    Endpoint("GET", "/api/puzzles/ratings", "The ratings of all puzzles.", _ratings, PuzzleRatings),
    Endpoint(
        "GET", "/api/puzzles", "The collection of puzzles.", _puzzles, Puzzles, query=LANG_QUERY, rate=RateClass.VIEWS
    ),
    _show("attempt", "A puzzle after some acts, and the verdict of its Battle.", PuzzleAttempt, OfAttempt),
    _show("hint", "A hint for a puzzle.", PuzzleHint, OfHint),
    _show("solution", "The solution of a puzzle, with its Battles.", PuzzleSolution, OfPuzzle),
    Endpoint(
        "POST",
        "/api/puzzles/proof",
        "Whether a puzzle that a player made has exactly one solution.",
        _proof,
        PuzzleProof,
        OfProof,
        rate=RateClass.VIEWS,
    ),
)
