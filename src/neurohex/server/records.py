"""Endpoints for uploaded records."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.responses import Response

from neurohex.notation.errors import shown
from neurohex.server.endpoint import Call, Endpoint
from neurohex.server.refusals import Refusal
from neurohex.server.views import view_for
from neurohex.wire.messages import Code
from neurohex.wire.views import NewRecord, StoredRecord


async def _add(call: Call) -> StoredRecord:
    person, context = call.signed_in(), call.context
    made = await view_for(call, "record", None)
    most = context.settings.records_per_person
    if await context.store.texts_by(person.id) >= most:
        raise Refusal(Code.NOT_ALLOWED, f"you have uploaded {most} records, and more are not allowed")
    name = await context.store.add_text(call.body.text, person.id)
    return msgspec.structs.replace(msgspec.json.decode(made.data, type=StoredRecord), record=name)


async def _text(call: Call) -> Response:
    name = str(call.request.path_params["record"])
    text = await call.context.store.text(name)
    if text is None:
        raise Refusal(Code.NOT_FOUND, f"there is no record {shown(name)}")
    return Response(text, media_type="text/plain")


ENDPOINTS: Final = (
    Endpoint("POST", "/api/records", "Upload a record.", _add, StoredRecord, NewRecord, {}, 201, long=True),
    Endpoint("GET", "/api/records/{record}", "The text of a record.", _text, "text/plain"),
)
