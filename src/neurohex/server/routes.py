"""The HTTP API: each endpoint with what it takes, what it gives and what it does. `openapi` describes the same list."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from neurohex.client.forms import About, Credentials, ListedMatch, Listing, Made, NewGuest, Person, Problem, SignedIn
from neurohex.match.follower import OutOfStep
from neurohex.match.messages import AnyCommand, AnyEvent, AnyReply, Code, Malformed, Phase, Proposal, Refused
from neurohex.match.proof import record_of
from neurohex.notation.record import write_record
from neurohex.server import metrics
from neurohex.server.house import SERVER, House
from neurohex.server.identity import BadPassword, account, guest
from neurohex.server.refusals import STATUS, Refusal
from neurohex.server.summaries import listed
from neurohex.store import Listed, NameTaken, Status, Unavailable, UnknownMatch

_PAGE: Final = 50
_JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Call:
    """A request that has been read."""

    house: House
    request: Request
    person: Person | None
    body: Any
    """Of the type that the endpoint takes."""

    @property
    def match(self) -> str:
        """The match in the path."""
        return str(self.request.path_params["match"])

    def signed_in(self) -> Person:
        """Who asks. Raises `Refusal` for somebody without a token."""
        if self.person is None:
            raise Refusal(Code.NOT_SIGNED_IN, "expected a token, as Authorization: Bearer TOKEN")
        return self.person


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One request that can be made."""

    method: str
    path: str
    summary: str
    handle: Callable[[Call], Awaitable[Any]]
    answer: Any
    """The type of the answer in JSON, or the content type of another."""
    body: Any = None
    """The type of what is sent, if anything is."""
    query: Mapping[str, str] = field(default_factory=dict)
    """What may be asked for in the URL, each with what it means."""
    status: int = 200
    free: bool = False
    """Whether it is answered however often it is asked for: for what watches over the server."""


# --- who ------------------------------------------------------------------------------------------
async def _guest(call: Call) -> SignedIn:
    if not call.house.settings.guests:
        raise Refusal(Code.NOT_ALLOWED, "this server takes no guests: make an account")
    return _signed_in(call, guest(call.body.name))


async def _register(call: Call) -> SignedIn:
    _check_accounts(call)
    house, name = call.house, call.body.name
    try:
        await house.store.add_account(name, await house.passwords.hash(call.body.password))
    except NameTaken as error:
        raise Refusal(Code.NOT_ALLOWED, str(error)) from error
    return _signed_in(call, account(name))


async def _sign_in(call: Call) -> SignedIn:
    _check_accounts(call)
    kept = await call.house.store.account(call.body.name)
    try:
        await call.house.passwords.check(call.body.password, kept.password_hash if kept is not None else None)
    except BadPassword as error:
        raise Refusal(Code.NOT_SIGNED_IN, str(error)) from error
    return _signed_in(call, account(kept.name if kept is not None else call.body.name))


def _check_accounts(call: Call) -> None:
    if not call.house.settings.accounts:
        raise Refusal(Code.NOT_ALLOWED, "this server has no accounts: play as a guest")
    wait = call.house.tries.wait(_address(call.request), time.monotonic())
    if wait:
        raise Refusal(Code.TOO_FAST, f"too many passwords were tried: wait {wait:.0f} s", wait)


def _signed_in(call: Call, person: Person) -> SignedIn:
    return SignedIn(token=call.house.tokens.give(person), person=person)


async def _me(call: Call) -> Person:
    return call.signed_in()


# --- matches --------------------------------------------------------------------------------------
async def _about(call: Call) -> About:
    settings = call.house.settings
    return About(server=SERVER, guests=settings.guests, accounts=settings.accounts, bots=settings.bots)


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
    found = await call.house.store.listing(status=status, person=person, after=asked.get("after"), limit=_PAGE)
    more = found[-1].match if len(found) == _PAGE else None
    return Listing(matches=tuple(listed(entry) for entry in found), after=more)


async def _match(call: Call) -> ListedMatch:
    return listed(Listed(call.match, await call.house.store.summary(call.match)))


async def _events(call: Call) -> Response:
    since = call.request.query_params.get("since", "0")
    if not since.isascii() or not since.isdecimal() or len(since) > 9:
        raise Refusal(Code.MALFORMED, f'since: expected the number of an event, got "{since[:20]}"')
    table = await call.house.hall.table(call.match)
    return Response(f"[{','.join(table.texts(int(since)))}]", media_type=_JSON)


async def _record(call: Call) -> Response:
    table = await call.house.hall.table(call.match)
    name = f'attachment; filename="neurohex-{call.match}.txt"'
    text = write_record(record_of(table.match))
    return Response(text, media_type="text/plain", headers={"content-disposition": name})


async def _command(call: Call) -> Response:
    command = call.body
    if command.match != call.match:
        raise Refusal(Code.MALFORMED, f"match: expected {call.match}, as in the path")
    replies: list[AnyReply] = []
    await asyncio.shield(call.house.hall.submit(command, call.person, replies.append))
    (reply,) = replies
    status = STATUS.get(reply.code, 409) if isinstance(reply, Refused) else 200
    return Response(msgspec.json.encode(reply), status, media_type=_JSON)


# --- the server -----------------------------------------------------------------------------------
async def _health(call: Call) -> Response:
    await call.house.store.listing(limit=1)
    return Response("ok\n", media_type="text/plain")


async def _metrics(call: Call) -> Response:
    return Response(call.house.metrics.text(), media_type=metrics.CONTENT_TYPE)


ENDPOINTS: Final = (
    Endpoint("GET", "/api", "What this server offers.", _about, About),
    Endpoint(
        "POST", "/api/guests", "Play under a name: a token for somebody new.", _guest, SignedIn, NewGuest, {}, 201
    ),
    Endpoint("POST", "/api/accounts", "Make an account.", _register, SignedIn, Credentials, {}, 201),
    Endpoint("POST", "/api/sessions", "A token for the owner of an account.", _sign_in, SignedIn, Credentials, {}, 201),
    Endpoint("GET", "/api/me", "Whose token it is.", _me, Person),
    Endpoint(
        "GET",
        "/api/matches",
        "Matches, the latest made first.",
        _list,
        Listing,
        query={
            "status": "only those that are open, running or finished",
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
    Endpoint("GET", "/health", "Whether the server and its database are well.", _health, "text/plain", free=True),
    Endpoint("GET", "/metrics", "Numbers for Prometheus.", _metrics, metrics.CONTENT_TYPE, free=True),
)


# --- from requests to answers ---------------------------------------------------------------------
def route(endpoint: Endpoint, house: House) -> Route:
    """The route of an endpoint."""
    decoder: msgspec.json.Decoder[Any] | None = None
    if endpoint.body is not None:
        decoder = msgspec.json.Decoder(endpoint.body)

    async def answer(request: Request) -> Response:
        try:
            response = await _answered(endpoint, house, request, decoder)
        except ClientDisconnect:
            response = Response(status_code=400)  # nobody is there to read it
        house.metrics.requests.labels(str(response.status_code)).inc()
        return response

    return Route(endpoint.path, answer, methods=[endpoint.method])


async def _answered(
    endpoint: Endpoint, house: House, request: Request, decoder: msgspec.json.Decoder[Any] | None
) -> Response:
    try:
        wait = 0.0 if endpoint.free else house.requests.wait(_address(request), time.monotonic())
        if wait:
            raise Refusal(Code.TOO_FAST, f"too many requests from your address: wait {wait:.1f} s", wait)
        body = await _body(request, house.settings.message_bytes, decoder) if decoder is not None else None
        answer = await endpoint.handle(Call(house, request, house.person(_token(request)), body))
    except Refusal as refusal:
        return _problem(refusal)
    except UnknownMatch as error:
        return _problem(Refusal(Code.UNKNOWN_MATCH, str(error)))
    except Unavailable:
        return _problem(Refusal(Code.UNAVAILABLE, "the database cannot be reached", 1.0))
    except (OutOfStep, Malformed):
        return _problem(Refusal(Code.UNAVAILABLE, "this match was written by another version of the server"))
    if isinstance(answer, Response):
        return answer
    return Response(msgspec.json.encode(answer), endpoint.status, media_type=_JSON)


def _problem(refusal: Refusal) -> Response:
    headers = {"retry-after": str(max(1, round(refusal.wait)))} if refusal.wait else {}
    if refusal.code is Code.NOT_SIGNED_IN:
        headers["www-authenticate"] = "Bearer"
    body: Struct = Problem(code=refusal.code.value, why=str(refusal))
    return Response(msgspec.json.encode(body), STATUS.get(refusal.code, 409), headers, _JSON)


async def _body(request: Request, most: int, decoder: msgspec.json.Decoder[Any]) -> Any:
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise Refusal(Code.TOO_LARGE, f"expected at most {most} bytes")
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Refusal(Code.MALFORMED, " ".join(str(error).split())) from None
    except RecursionError:
        raise Refusal(Code.MALFORMED, "nested too deep") from None


def _token(request: Request) -> str | None:
    """The token of a request, from its header and from nowhere else."""
    given = request.headers.get("authorization")
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    if scheme.casefold() != "bearer":
        raise Refusal(Code.NOT_SIGNED_IN, "expected a token, as Authorization: Bearer TOKEN")
    return token.strip()


def _address(request: Request) -> str:
    return request.client.host if request.client is not None else ""
