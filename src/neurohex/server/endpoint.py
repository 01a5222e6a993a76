"""Endpoints of the HTTP API, and how a request becomes a response."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from neurohex.match.follower import OutOfStep
from neurohex.server.context import ServerContext
from neurohex.server.documents import JSON
from neurohex.server.limits import Buckets, network
from neurohex.server.refusals import OTHER_VERSION, STATUS, Refusal
from neurohex.store import Unavailable, UnknownMatch
from neurohex.wire.http import Person, Problem
from neurohex.wire.messages import Code, Malformed, readable_error

Handler = Callable[["Call"], Awaitable[Any]]
"""Handles a request and returns the answer."""


class RateClass(Enum):
    """The rate limit that applies to an endpoint."""

    REQUESTS = "requests"
    """The limit for requests (`requests_per_second`)."""
    VIEWS = "views"
    """The higher limit for views (`views_per_second`): a page reads often and changes nothing."""
    FREE = "free"
    """No limit, for monitoring."""


@dataclass(frozen=True, slots=True)
class Call:
    """A request with its decoded body."""

    context: ServerContext
    request: Request
    person: Person | None
    body: Any
    """An instance of `Endpoint.body`."""

    @property
    def match(self) -> str:
        """The match id in the path."""
        return str(self.request.path_params["match"])

    @property
    def address(self) -> str:
        """The client's address, as rate limits count it (`limits.network`)."""
        return network(self.request.client.host) if self.request.client is not None else ""

    def signed_in(self) -> Person:
        """Return the signed-in person. Raises `Refusal` without a token."""
        if self.person is None:
            raise Refusal(Code.NOT_SIGNED_IN, "expected a token, as Authorization: Bearer TOKEN")
        return self.person


@dataclass(frozen=True, slots=True)
class OneOf:
    """A query parameter that takes one of a few words."""

    about: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One method and path of the API."""

    method: str
    path: str
    summary: str
    handle: Handler
    answer: Any
    """The type of the JSON answer, or the content type of any other."""
    body: Any = None
    """The type of the request body; None if there is none."""
    query: Mapping[str, str | OneOf] = field(default_factory=dict)
    """Query parameters, each with its description."""
    status: int = 200
    rate: RateClass = RateClass.REQUESTS
    long: bool = False
    """Whether the body may be as long as a record (setting `record_bytes`) instead of a message (`message_bytes`)."""


def route(endpoint: Endpoint, context: ServerContext) -> Route:
    """Return the Starlette route of an endpoint."""
    decoder: msgspec.json.Decoder[Any] | None = None
    if endpoint.body is not None:
        decoder = msgspec.json.Decoder(endpoint.body)

    async def answer(request: Request) -> Response:
        try:
            response = await _answered(endpoint, context, request, decoder)
        except ClientDisconnect:
            response = Response(status_code=400)  # the client has gone and will not read it
        context.metrics.requests.labels(str(response.status_code)).inc()
        return response

    return Route(endpoint.path, answer, methods=[endpoint.method])


async def _answered(
    endpoint: Endpoint, context: ServerContext, request: Request, decoder: msgspec.json.Decoder[Any] | None
) -> Response:
    call = Call(context, request, None, None)
    try:
        if endpoint.rate is not RateClass.FREE:
            check_rate(context.views if endpoint.rate is RateClass.VIEWS else context.requests, call.address)
        body = None
        if decoder is not None:
            most = context.settings.record_bytes if endpoint.long else context.settings.message_bytes
            body = await _body(request, most, decoder)
        answer = await endpoint.handle(Call(context, request, context.person(_token(request)), body))
    except Refusal as refusal:
        return problem(refusal)
    except UnknownMatch as error:
        return problem(Refusal(Code.UNKNOWN_MATCH, str(error)))
    except Unavailable:
        return problem(Refusal(Code.UNAVAILABLE, "the database cannot be reached", 1.0))
    except (OutOfStep, Malformed):
        return problem(Refusal(Code.MALFORMED, OTHER_VERSION))
    if isinstance(answer, Response):
        return answer
    return Response(msgspec.json.encode(answer), endpoint.status, media_type=JSON)


def check_rate(buckets: Buckets, address: str, cost: int = 1) -> None:
    """Charge an address `cost` tokens. Raises `Refusal` if it is over its limit."""
    wait = buckets.wait(address, time.monotonic(), cost)
    if wait:
        raise Refusal(Code.TOO_FAST, f"too many requests from your address: wait {wait:.1f} s", wait)


def problem(refusal: Refusal) -> Response:
    """Return the HTTP response for a refusal."""
    headers = {"retry-after": str(max(1, round(refusal.wait)))} if refusal.wait else {}
    if refusal.code is Code.NOT_SIGNED_IN:
        headers["www-authenticate"] = "Bearer"
    body = Problem(code=refusal.code.value, why=str(refusal))
    return Response(msgspec.json.encode(body), STATUS.get(refusal.code, 409), headers, JSON)


async def _body(request: Request, most: int, decoder: msgspec.json.Decoder[Any]) -> Any:
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise Refusal(Code.TOO_LARGE, f"expected at most {most} bytes")
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Refusal(Code.MALFORMED, readable_error(str(error))) from None
    except RecursionError:
        raise Refusal(Code.MALFORMED, "nested too deep") from None


def _token(request: Request) -> str | None:
    """Return the bearer token of a request. Only the `Authorization` header counts."""
    given = request.headers.get("authorization")
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    if scheme.casefold() != "bearer":
        raise Refusal(Code.NOT_SIGNED_IN, "expected a token, as Authorization: Bearer TOKEN")
    return token.strip()
