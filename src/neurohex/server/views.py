"""Endpoints for a page: a moment as forms of `neurohex.view`. They read and change nothing.

They are worked out by `showing` in processes of their own: some take long, and the rules do not run in threads.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, get_args

from starlette.responses import Response

from neurohex.client.forms import Body
from neurohex.match.messages import Code, Lang
from neurohex.server.answers import BattleNow, Look, Previews
from neurohex.server.documents import JSON, Document, document, takes_gzip
from neurohex.server.endpoint import Call, Endpoint, OneOf, Pace, check_pace
from neurohex.server.finding import find
from neurohex.server.moments import Source
from neurohex.server.refusals import Refusal
from neurohex.server.showing import SHOWS, AtMoment, OfActions, OfDrawings, OfStory, OfUnit, price
from neurohex.server.worker import Made
from neurohex.server.workers import NoAnswer
from neurohex.view import catalogue
from neurohex.view.forms import Catalogue, Sprites, Story, UnitCard

LANGS: Final[tuple[Lang, ...]] = get_args(Lang)
LANG_QUERY: Final = {"lang": OneOf("the language of the texts; en if not given", LANGS)}
_SECONDS_A_VIEW: Final = 0.005
"""Processor time that one view stands for: what takes more is charged for it afterwards."""


async def shown(call: Call, name: str, source: Source | None, *, packed: bool = False) -> Made:
    """Have a show worked out, and charge the address for what it costs: what can be told before, and then what it
    really took. Raises `Refusal`."""
    house, cost = call.house, price(call.body, source)
    check_pace(house.views, call.address, cost - 1)  # one was counted when the request came
    try:
        answer = await house.viewers.show(call.address, name, call.body, source, packed=packed)
    except NoAnswer as error:
        raise Refusal(Code.UNAVAILABLE, str(error), 1.0) from error
    house.views.charge(call.address, answer.seconds / _SECONDS_A_VIEW - cost)
    if answer.refusal is not None:
        raise Refusal(*answer.refusal)
    return answer


def _view(name: str, summary: str, answer: Any, body: type[Body]) -> Endpoint:
    async def handle(call: Call) -> Response:
        source = await find(call.house, call.body.moment)
        made = await shown(call, name, source, packed=takes_gzip(call.request.headers))
        headers = {"content-encoding": "gzip", "vary": "Accept-Encoding"} if made.packed else {}
        return Response(made.data, headers=headers, media_type=JSON)

    handle.__name__ = name
    assert SHOWS[name].body is body
    return Endpoint("POST", f"/api/views/{name}", summary, handle, answer, body, pace=Pace.VIEWS, long=True)


def asked_lang(call: Call) -> Lang:
    """The language in the URL; English if none is. Raises `Refusal`."""
    asked = call.request.query_params.get("lang", "en")
    for lang in LANGS:
        if asked == lang:
            return lang
    raise Refusal(Code.MALFORMED, f"lang: expected one of {', '.join(LANGS)}")


async def _catalogue(call: Call) -> Response:
    return catalogue_in(asked_lang(call)).answer(call.request)


@lru_cache
def catalogue_in(lang: Lang) -> Document:
    """The catalogue; it takes 20 ms to make, so that is done before anybody asks."""
    return document(catalogue(lang))


async def _sprites(call: Call) -> Response:
    return (await call.house.drawings.get()).answer(call.request)


ENDPOINTS: Final = (
    _view("look", "What lies on the table at a moment, and what may be done.", Look, AtMoment),
    _view("previews", "What would come of actions.", Previews, OfActions),
    _view("unit", "What holds for a unit on the board, and why.", UnitCard, OfUnit),
    _view("battle", "The Battle that would be fought now.", BattleNow, AtMoment),
    _view("story", "What led to a moment, step by step.", Story, OfStory),
    _view("drawings", "The drawings that a game needs besides those of all games.", Sprites, OfDrawings),
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
