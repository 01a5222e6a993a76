"""Endpoints for the page: a moment as forms of `neurohex.view`. They are read-only.

Worker processes compute them (`view_jobs`): some take long.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, get_args

from starlette.responses import Response

from neurohex.server.documents import JSON, Document, document, takes_gzip
from neurohex.server.endpoint import Call, Endpoint, OneOf, RateClass, check_rate
from neurohex.server.moments import Source
from neurohex.server.refusals import Refusal
from neurohex.server.sources import find_source
from neurohex.server.view_jobs import VIEW_JOBS, price
from neurohex.server.worker import ViewAnswer
from neurohex.server.workers import NoAnswer
from neurohex.view import catalogue
from neurohex.view.forms import Catalogue, Sentence, Sprites, Story, UnitCard
from neurohex.wire.http import Body
from neurohex.wire.messages import Code, Lang
from neurohex.wire.views import AtMoment, BattleNow, Look, OfActions, OfDrawings, OfHex, OfStory, OfUnit, Previews

LANGS: Final[tuple[Lang, ...]] = get_args(Lang)
LANG_QUERY: Final = {"lang": OneOf("the language of the texts; en by default", LANGS)}
_SECONDS_A_VIEW: Final = 0.005
"""CPU seconds that the price of one view covers. More is charged afterwards."""


async def view_for(call: Call, name: str, source: Source | None, *, packed: bool = False) -> ViewAnswer:
    """Compute a view. Charge the address its estimated price before and the rest of its real cost after. Raises
    `Refusal`."""
    context, cost = call.context, price(call.body, source)
    check_rate(context.views, call.address, cost - 1)  # the request itself has been counted as one
    try:
        answer = await context.viewers.show(call.address, name, call.body, source, packed=packed)
    except NoAnswer as error:
        raise Refusal(Code.UNAVAILABLE, str(error), 1.0) from error
    context.views.charge(call.address, answer.seconds / _SECONDS_A_VIEW - cost)
    if answer.refusal is not None:
        raise Refusal(*answer.refusal)
    return answer


def _view(name: str, summary: str, answer: Any, body: type[Body]) -> Endpoint:
    async def handle(call: Call) -> Response:
        source = await find_source(call.context, call.body.moment)
        made = await view_for(call, name, source, packed=takes_gzip(call.request.headers))
        headers = {"content-encoding": "gzip", "vary": "Accept-Encoding"} if made.packed else {}
        return Response(made.data, headers=headers, media_type=JSON)

    handle.__name__ = name
    assert VIEW_JOBS[name].body is body
    return Endpoint("POST", f"/api/views/{name}", summary, handle, answer, body, rate=RateClass.VIEWS, long=True)


def asked_lang(call: Call) -> Lang:
    """The language in the URL; the default is English. Raises `Refusal`."""
    asked = call.request.query_params.get("lang", "en")
    for lang in LANGS:
        if asked == lang:
            return lang
    raise Refusal(Code.MALFORMED, f"lang: expected one of {', '.join(LANGS)}")


async def _catalogue(call: Call) -> Response:
    return catalogue_in(asked_lang(call)).answer(call.request)


@lru_cache
def catalogue_in(lang: Lang) -> Document:
    """The catalogue. It takes 20 ms to make, so the server caches it at the start."""
    return document(catalogue(lang))


async def _sprites(call: Call) -> Response:
    return (await call.context.drawings.get()).answer(call.request)


ENDPOINTS: Final = (
    _view("look", "The table at a moment, and the legal actions.", Look, AtMoment),
    _view("previews", "The consequences of actions.", Previews, OfActions),
    _view("unit", "A unit on the board: what it can do now, and why.", UnitCard, OfUnit),
    _view("reason", "Why a hex cannot be chosen.", Sentence, OfHex),
    _view("battle", "The Battle if it were fought now.", BattleNow, AtMoment),
    _view("story", "The story that led to a moment, step by step.", Story, OfStory),
    _view("drawings", "The drawings of a game beyond the common ones.", Sprites, OfDrawings),
    Endpoint(
        "GET",
        "/api/catalogue",
        "Armies, boards, modes and variants for a game.",
        _catalogue,
        Catalogue,
        query=LANG_QUERY,
        rate=RateClass.VIEWS,
    ),
    Endpoint("GET", "/api/sprites", "The drawings common to all games.", _sprites, Sprites, rate=RateClass.VIEWS),
)
