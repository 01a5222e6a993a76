"""Endpoints about records that people put here to look at them, and to show them to others."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.responses import Response

from neurohex.match.messages import Code
from neurohex.notation.errors import shown as quoted
from neurohex.server.endpoint import Call, Endpoint
from neurohex.server.refusals import Refusal
from neurohex.server.showing import KeptRecord, NewRecord
from neurohex.server.views import shown


async def _add(call: Call) -> KeptRecord:
    person, house = call.signed_in(), call.house
    made = await shown(call, "record", None)
    most = house.settings.records_per_person
    if await house.store.texts_by(person.id) >= most:
        raise Refusal(Code.NOT_ALLOWED, f"you have put {most} records here, and more are not allowed")
    name = await house.store.add_text(call.body.text, person.id)
    return msgspec.structs.replace(msgspec.json.decode(made.data, type=KeptRecord), record=name)


async def _text(call: Call) -> Response:
    name = str(call.request.path_params["record"])
    text = await call.house.store.text(name)
    if text is None:
        raise Refusal(Code.NOT_FOUND, f"there is no record {quoted(name)}")
    return Response(text, media_type="text/plain")


ENDPOINTS: Final = (
    Endpoint(
        "POST", "/api/records", "Put a record here, to be looked at.", _add, KeptRecord, NewRecord, {}, 201, long=True
    ),
    Endpoint("GET", "/api/records/{record}", "The text of a record.", _text, "text/plain"),
)
