"""Endpoints for analyses of games."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.responses import Response

from neurohex.analysis import GameReview
from neurohex.server.analysis_jobs import Outline, OutlineWork, ReviewWork
from neurohex.server.documents import JSON, takes_gzip
from neurohex.server.endpoint import Call, Endpoint, RateClass
from neurohex.server.moments import RecordSource, Source
from neurohex.server.refusals import Refusal
from neurohex.server.sources import find_match, find_source, player_names
from neurohex.server.views import view_for
from neurohex.server.worker import ViewAnswer
from neurohex.wire.messages import Code, MatchPhase
from neurohex.wire.views import AnalysisState, Moment, OfAnalysis, OfReview


async def _analysis(call: Call) -> AnalysisState:
    body: OfAnalysis = call.body
    analyses = call.context.analyses
    source, outline = await _outline(call, body.moment)
    if body.start and outline.has < body.depth:
        await analyses.start(outline, body.depth, source, call.signed_in().id, call.address)
    counts = await analyses.counts(outline.game)
    depths = [depth for depth, count in counts.items() if count >= outline.pieces or depth == outline.has]
    job = analyses.running(outline.game, body.depth)
    is_done = any(depth >= body.depth for depth in depths)
    return AnalysisState(
        game=outline.game,
        depth=body.depth,
        state="done" if is_done else "none" if job is None else "failed" if job.why else "running",
        done=outline.pieces if is_done else counts[body.depth],
        total=outline.pieces,
        ahead=analyses.others(outline.game, body.depth),
        depths=tuple(depths),
        deepest=analyses.deepest,
        why=job.why if job is not None else "",
    )


async def _review(call: Call) -> Response:
    made = await _made(call, "analysis_review", packed=takes_gzip(call.request.headers))
    headers = {"content-encoding": "gzip", "vary": "Accept-Encoding"} if made.packed else {}
    return Response(made.data, headers=headers, media_type=JSON)


async def _analysed_record(call: Call) -> Response:
    return Response((await _made(call, "analysis_record", packed=False)).data, media_type="text/plain")


async def _made(call: Call, name: str, *, packed: bool) -> ViewAnswer:
    body: OfReview = call.body
    source, outline = await _outline(call, body.moment)
    kept = await call.context.analyses.kept(outline.game, body.depth)
    pieces: tuple[bytes, ...] | None = None
    if len(kept) >= outline.pieces:
        pieces = tuple(kept[number] for number in range(outline.pieces))
    elif not outline.has:
        raise Refusal(Code.NOT_FOUND, f"this game is not analysed at depth {body.depth}")
    names = await player_names(call.context, body.moment)
    work = ReviewWork(depth=body.depth, pieces=pieces, names=names, lang=body.lang)
    return await view_for(Call(call.context, call.request, call.person, work), name, source, packed=packed)


async def _outline(call: Call, moment: Moment) -> tuple[Source, Outline]:
    """The source of a game that may be analysed, and its outline. Raises `Refusal` and `UnknownMatch`."""
    source = await find_source(call.context, moment)
    name = f"record {moment.record}"
    if moment.match is not None:
        match = await find_match(call.context, moment.match, None)
        if match.phase is not MatchPhase.FINISHED:
            raise Refusal(Code.NOT_ALLOWED, "a match can be analysed when it is over")
        name = f"match {moment.match}"
    elif not isinstance(source, RecordSource):
        raise Refusal(Code.MALFORMED, "moment: expected a match or a record")
    assert source is not None

    async def make() -> Outline:
        asked = Call(call.context, call.request, call.person, OutlineWork())
        return msgspec.json.decode((await view_for(asked, "analysis_outline", source)).data, type=Outline)

    return source, await call.context.analyses.outline(name, make)


ENDPOINTS: Final = (
    Endpoint(
        "POST",
        "/api/analysis",
        "How far the analysis of a game is; starts it or goes on with it.",
        _analysis,
        AnalysisState,
        OfAnalysis,
        rate=RateClass.VIEWS,
    ),
    Endpoint(
        "POST",
        "/api/analysis/review",
        "An analysis in words: chances, costly decisions, luck, accuracy.",
        _review,
        GameReview,
        OfReview,
        rate=RateClass.VIEWS,
    ),
    Endpoint(
        "POST",
        "/api/analysis/record",
        "The record of a game with its analysis.",
        _analysed_record,
        "text/plain",
        OfReview,
        rate=RateClass.VIEWS,
    ),
)
