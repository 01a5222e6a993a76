"""Endpoints for pictures of a moment or a Battle."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final, get_args

import msgspec
from starlette.responses import Response

from neurohex.server.documents import REVALIDATE
from neurohex.server.endpoint import Call, Endpoint, RateClass
from neurohex.server.moments import MatchSource, Source
from neurohex.server.picture_jobs import PictureWork
from neurohex.server.refusals import Refusal
from neurohex.server.sources import find_source, player_names
from neurohex.server.views import LANG_QUERY, asked_lang, view_for
from neurohex.wire.messages import Code
from neurohex.wire.views import Moment, OfPicture, PictureForm, Study

FORMS: Final[tuple[PictureForm, ...]] = get_args(PictureForm)
TYPES: Final[dict[PictureForm, str]] = {
    "png": "image/png",
    "svg": "image/svg+xml",
    "gif": "image/gif",
    "webp": "image/webp",
}


def picture_key(body: PictureWork, source: Source | None) -> bytes:
    """What decides how a picture looks. The steps of a match may be taken back, so they belong to it."""
    parts = msgspec.msgpack.encode(body)
    if isinstance(source, MatchSource):
        parts += msgspec.msgpack.encode((source.terms, source.actions[: body.moment.step]))
    return hashlib.sha256(parts).digest()


async def _picture(call: Call) -> Response:
    asked: OfPicture = call.body
    fields = {name: getattr(asked, name) for name in asked.__struct_fields__}
    return await _answered(call, PictureWork(**fields))


async def _linked(call: Call) -> Response:
    """The picture behind an address, for link previews and messages."""
    name, _, ending = str(call.request.path_params["name"]).rpartition(".")
    form = next((form for form in FORMS if form == ending), None)
    if form is None:
        raise Refusal(Code.NOT_FOUND, f"expected a name that ends with one of {', '.join(FORMS)}")
    asked = call.request.query_params
    moment = linked_moment(str(call.request.path_params["kind"]), name, asked)
    if moment is None:
        raise Refusal(Code.NOT_FOUND, "expected a picture of a match, a record, a study board or a puzzle")
    wide = asked.get("wide") == "1"
    return await _answered(call, PictureWork(moment=moment, form=form, lang=asked_lang(call), wide=wide))


def linked_moment(kind: str, name: str, asked: Mapping[str, str]) -> Moment | None:
    """The moment that a path of the page names, with its query; None for other paths. Raises `Refusal`.

    The page writes the queries of study boards (`web/src/study/link.ts`).
    """
    step = _number(asked.get("step"))
    moment: object
    if kind == "match" and name:
        moment = {"match": name, "step": step}
    elif kind == "record" and name:
        moment = {"record": name, "step": step}
    elif kind == "puzzle" and name:
        moment = {"puzzle": name}
    elif kind == "study" and ("match" in asked or "record" in asked):
        root = "match" if "match" in asked else "record"
        moment = {root: asked[root], "step": step, "then": _numbers(asked.get("then"))}
    elif kind == "study" and asked.get("line"):
        moment = {"study": _study(asked), "then": _numbers(asked.get("then"))}
    else:
        return None
    try:
        return msgspec.convert(moment, Moment)
    except msgspec.ValidationError as error:
        raise Refusal(Code.MALFORMED, str(error)) from None


def _study(asked: Mapping[str, str]) -> Study:
    fields: dict[str, object] = {"position": asked["line"]}
    if asked["line"].lstrip().startswith("{"):
        try:
            fields["position"] = msgspec.json.decode(asked["line"].encode())
        except msgspec.DecodeError as error:
            raise Refusal(Code.MALFORMED, f"line: {error}") from None
    for name in ("hands", "discards"):
        if name in asked:
            fields[name] = [[tile for tile in lot.split(",") if tile] for lot in asked[name].split(";")]
    if "turn" in asked:
        fields["turn"] = _number(asked["turn"])
    if "energy" in asked:
        fields["energy"] = _numbers(asked["energy"])
    if "terminals" in asked:
        fields["terminals"] = [name for name in asked["terminals"].split(",") if name]
    if "bomber" in asked:
        fields["bomber"] = asked["bomber"]
    return msgspec.convert(fields, Study)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= 9 else None


def _numbers(text: str | None) -> list[int]:
    found = [_number(part) for part in (text or "").split(",")]
    return [number for number in found if number is not None]


async def _answered(call: Call, body: PictureWork) -> Response:
    context = call.context
    source = await find_source(context, body.moment)
    body = msgspec.structs.replace(body, names=await player_names(context, body.moment))
    key = picture_key(body, source)

    async def make() -> bytes:
        worked = Call(context, call.request, call.person, body)
        return (await view_for(worked, "picture", source)).data

    tag = f'"{key.hex()[:32]}"'
    headers = {"etag": tag, "cache-control": REVALIDATE}
    if tag in call.request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    data = await context.pictures.get(key, make)
    return Response(data, headers=headers, media_type=TYPES[body.form])


ENDPOINTS: Final = (
    Endpoint(
        "POST",
        "/api/views/picture",
        "A moment or a Battle as a picture or an animation.",
        _picture,
        "image/*",
        OfPicture,
        rate=RateClass.VIEWS,
        long=True,
    ),
    Endpoint(
        "GET",
        "/api/pictures/{kind}/{name}",
        "The picture of a link: /api/pictures/match/MATCH.png, and record, study, puzzle.",
        _linked,
        "image/*",
        query={
            **LANG_QUERY,
            "step": "how many steps of a match or record to play; all by default",
            "wide": "1 for a picture of 1200 by 630 pixels, as link previews show them",
            "line": "the position of a study board; its other parameters are those of the page's links",
        },
        rate=RateClass.VIEWS,
    ),
)
