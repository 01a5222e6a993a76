"""Endpoints for matches: make, list, command, download."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import msgspec
from starlette.responses import Response

from neurohex.match.proof import record_of
from neurohex.notation.record import record_writing
from neurohex.server.documents import JSON
from neurohex.server.endpoint import Call, Endpoint, OneOf
from neurohex.server.refusals import STATUS, Refusal
from neurohex.server.slicing import run_in_slices
from neurohex.server.summaries import listed
from neurohex.store import Listed, Status, Wanted
from neurohex.wire.http import ListedMatch, Listing, Made
from neurohex.wire.messages import AnyCommand, AnyEvent, AnyReply, Code, MatchPhase, Proposal, Refused

_PAGE: Final = 50
_PAGES_AT_ONCE: Final = 10
_SCORES: Final = {"won": 1, "drawn": 0, "lost": -1}
_WORDS: Final = {"result": tuple(_SCORES), "turn": ("me",), "hidden": ("yes",)}
LONGEST_NAME: Final = 40


async def _make(call: Call) -> Made:
    return Made(match=await call.context.registry.make(call.body, call.signed_in()))


async def _list(call: Call) -> Listing:
    asked = call.request.query_params
    try:
        status = Status(asked["status"]) if "status" in asked else None
    except ValueError:
        known = ", ".join(phase.value for phase in MatchPhase)
        raise Refusal(Code.MALFORMED, f"status: expected one of {known}") from None
    person = asked.get("person")
    if person == "me":
        person = call.signed_in().id
    own = call.person is not None and person == call.person.id
    return await _found(call, status, person, _wanted(asked, own=own), asked.get("after"), private=own)


def _wanted(asked: Mapping[str, str], *, own: bool) -> Wanted:
    """The filters for a person's matches. Raises `Refusal`. Others do not see what a person has hidden."""
    for name, words in _WORDS.items():
        if name in asked and asked[name] not in words:
            raise Refusal(Code.MALFORMED, f"{name}: expected {', '.join(words)}")
    result = asked.get("result")
    return Wanted(
        army=asked.get("army", ""),
        opponent=asked.get("opponent", "")[:LONGEST_NAME],
        score=None if result is None else _SCORES[result],
        turn=asked.get("turn") == "me",
        hidden=not own or asked.get("hidden") == "yes",
    )


async def _found(
    call: Call, status: Status | None, person: str | None, wanted: Wanted, after: str | None, *, private: bool
) -> Listing:
    """Return the matches after one, with or without private ones. A search among many private ones may return few
    matches; `after` tells where to continue."""
    matches: list[ListedMatch] = []
    apart = await call.context.store.kept_apart(call.person.id) if call.person is not None and not private else ()
    for _ in range(_PAGES_AT_ONCE):
        found = await call.context.store.listing(status=status, person=person, wanted=wanted, after=after, limit=_PAGE)
        for entry in found:
            match = listed(entry if private else replace(entry, hidden=False))
            if match.private and not private:
                continue
            if match.status is MatchPhase.OPEN and apart and not _people_of(match).isdisjoint(apart):
                continue
            matches.append(match)
            if len(matches) == _PAGE:
                return Listing(matches=tuple(matches), after=entry.match)
        if len(found) < _PAGE:
            return Listing(matches=tuple(matches))
        after = found[-1].match
    return Listing(matches=tuple(matches), after=after)


def _people_of(match: ListedMatch) -> set[str | None]:
    return {match.owner, *(seat.person for seat in match.seats)}


async def _match(call: Call) -> ListedMatch:
    return listed(Listed(call.match, await call.context.store.summary(call.match)))


async def _events(call: Call) -> Response:
    since = call.request.query_params.get("since", "0")
    if not since.isascii() or not since.isdecimal() or len(since) > 9:
        raise Refusal(Code.MALFORMED, f'since: expected the number of an event, got "{since[:20]}"')
    live = await call.context.registry.get(call.match)
    return Response(f"[{','.join(live.texts(int(since)))}]", media_type=JSON)


async def _record(call: Call) -> Response:
    live = await call.context.registry.get(call.match)
    name = f'attachment; filename="neurohex-{call.match}.txt"'
    text = await run_in_slices(record_writing(record_of(live.match)))
    return Response(text, media_type="text/plain", headers={"content-disposition": name})


async def _command(call: Call) -> Response:
    command = call.body
    if command.match != call.match:
        raise Refusal(Code.MALFORMED, f"match: expected {call.match}, as in the path")
    replies: list[AnyReply] = []
    await asyncio.shield(call.context.registry.submit(command, call.person, replies.append, address=call.address))
    (reply,) = replies
    status = STATUS.get(reply.code, 409) if isinstance(reply, Refused) else 200
    return Response(msgspec.json.encode(reply), status, media_type=JSON)


ENDPOINTS: Final = (
    Endpoint(
        "GET",
        "/api/matches",
        "Matches, the newest first.",
        _list,
        Listing,
        query={
            "status": OneOf("only matches with this status", tuple(status.value for status in Status)),
            "person": "only matches of this person, reserved seats included; me for yourself",
            "army": "of a person's matches, only those with this army",
            "opponent": "of a person's matches, only those against a name with this text",
            "result": OneOf("of a person's matches, only those that ended so", _WORDS["result"]),
            "turn": OneOf("of your matches, only those in which you are to decide", _WORDS["turn"]),
            "hidden": OneOf("of your matches, also those that you have hidden", _WORDS["hidden"]),
            "after": "matches after this one: the field `after` of the previous listing",
        },
    ),
    Endpoint(
        "POST",
        "/api/matches",
        "Make a match. A seat is reserved for its maker, who must still join.",
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
        "The events of a match.",
        _events,
        list[AnyEvent],
        query={"since": "the number of the first event; 0 by default"},
    ),
    Endpoint(
        "POST",
        "/api/matches/{match}/commands",
        "Any command but follow. The socket takes the same commands.",
        _command,
        AnyReply,
        AnyCommand,
    ),
    Endpoint("GET", "/api/matches/{match}/record", "The record of a match, as a text file.", _record, "text/plain"),
)
