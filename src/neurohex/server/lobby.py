"""Endpoints about matches: making, listing, commanding and downloading them."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from starlette.responses import Response

from neurohex.client.forms import ListedMatch, Listing, Made
from neurohex.match.messages import AnyCommand, AnyEvent, AnyReply, Code, Phase, Proposal, Refused
from neurohex.match.proof import record_of
from neurohex.notation.record import record_writing
from neurohex.server.documents import JSON
from neurohex.server.endpoint import Call, Endpoint, OneOf
from neurohex.server.gentle import gently
from neurohex.server.refusals import STATUS, Refusal
from neurohex.server.summaries import listed
from neurohex.store import Listed, Status

_PAGE: Final = 50
_PAGES_AT_ONCE: Final = 10


async def _make(call: Call) -> Made:
    return Made(match=await call.house.hall.make(call.body, call.signed_in()))


async def _list(call: Call) -> Listing:
    asked = call.request.query_params
    try:
        status = Status(asked["status"]) if "status" in asked else None
    except ValueError:
        known = ", ".join(phase.value for phase in Phase)
        raise Refusal(Code.MALFORMED, f"status: expected one of {known}") from None
    person = asked.get("person")
    if person == "me":
        person = call.signed_in().id
    own = call.person is not None and person == call.person.id
    return await _found(call, status, person, asked.get("after"), private=own)


async def _found(call: Call, status: Status | None, person: str | None, after: str | None, *, private: bool) -> Listing:
    """The next matches after one; private ones only if wanted. Where there are many of those it may find few others
    at once, and says from where to go on."""
    matches: list[ListedMatch] = []
    for _ in range(_PAGES_AT_ONCE):
        found = await call.house.store.listing(status=status, person=person, after=after, limit=_PAGE)
        for entry in found:
            match = listed(entry)
            if match.private and not private:
                continue
            matches.append(match)
            if len(matches) == _PAGE:
                return Listing(matches=tuple(matches), after=entry.match)
        if len(found) < _PAGE:
            return Listing(matches=tuple(matches))
        after = found[-1].match
    return Listing(matches=tuple(matches), after=after)


async def _match(call: Call) -> ListedMatch:
    return listed(Listed(call.match, await call.house.store.summary(call.match)))


async def _events(call: Call) -> Response:
    since = call.request.query_params.get("since", "0")
    if not since.isascii() or not since.isdecimal() or len(since) > 9:
        raise Refusal(Code.MALFORMED, f'since: expected the number of an event, got "{since[:20]}"')
    table = await call.house.hall.table(call.match)
    return Response(f"[{','.join(table.texts(int(since)))}]", media_type=JSON)


async def _record(call: Call) -> Response:
    table = await call.house.hall.table(call.match)
    name = f'attachment; filename="neurohex-{call.match}.txt"'
    text = await gently(record_writing(record_of(table.match)))
    return Response(text, media_type="text/plain", headers={"content-disposition": name})


async def _command(call: Call) -> Response:
    command = call.body
    if command.match != call.match:
        raise Refusal(Code.MALFORMED, f"match: expected {call.match}, as in the path")
    replies: list[AnyReply] = []
    await asyncio.shield(call.house.hall.submit(command, call.person, replies.append))
    (reply,) = replies
    status = STATUS.get(reply.code, 409) if isinstance(reply, Refused) else 200
    return Response(msgspec.json.encode(reply), status, media_type=JSON)


ENDPOINTS: Final = (
    Endpoint(
        "GET",
        "/api/matches",
        "Matches, the latest made first.",
        _list,
        Listing,
        query={
            "status": OneOf("only those that are so far", tuple(status.value for status in Status)),
            "person": "only those in which this person sits, or a seat is kept for them; me for oneself",
            "after": "those after this match: the field `after` of the listing before",
        },
    ),
    Endpoint(
        "POST",
        "/api/matches",
        "Make a match. A seat is kept for its maker, who is still to join.",
        _make,
        Made,
        Proposal,
        {},
        201,
    ),
    Endpoint("GET", "/api/matches/{match}", "A match as the lobby shows it.", _match, ListedMatch),
    Endpoint(
        "GET",
        "/api/matches/{match}/events",
        "What has happened in a match, event by event.",
        _events,
        list[AnyEvent],
        query={"since": "the number of the first event that is wanted; 0 if not given"},
    ),
    Endpoint(
        "POST",
        "/api/matches/{match}/commands",
        "Any command but to follow, such as to join; the same commands go over the socket.",
        _command,
        AnyReply,
        AnyCommand,
    ),
    Endpoint("GET", "/api/matches/{match}/record", "The record of a match, as a text file.", _record, "text/plain"),
)
