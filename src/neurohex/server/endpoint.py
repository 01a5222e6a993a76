"""What an endpoint of the HTTP API is, and the way from a request to its answer."""

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

from neurohex.client.forms import Person, Problem
from neurohex.match.follower import OutOfStep
from neurohex.match.messages import Code, Malformed, said
from neurohex.server.documents import JSON
from neurohex.server.house import House
from neurohex.server.limits import Buckets, network
from neurohex.server.refusals import OTHER_VERSION, STATUS, Refusal
from neurohex.store import Unavailable, UnknownMatch

Handler = Callable[["Call"], Awaitable[Any]]
"""Does what is asked; gives what is to be answered."""


class Pace(Enum):
    """How often an endpoint may be asked."""

    REQUESTS = "requests"
    """As the settings for requests say."""
    VIEWS = "views"
    """As the settings for views say: a page looks often, and changes nothing."""
    FREE = "free"
    """However often: for what watches over the server."""


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

    @property
    def address(self) -> str:
        """Where the request comes from, as limits count it."""
        return network(self.request.client.host) if self.request.client is not None else ""

    def signed_in(self) -> Person:
        """Who asks. Raises `Refusal` for somebody without a token."""
        if self.person is None:
            raise Refusal(Code.NOT_SIGNED_IN, "expected a token, as Authorization: Bearer TOKEN")
        return self.person


@dataclass(frozen=True, slots=True)
class OneOf:
    """Something that may be asked for in the URL, and is one of a few words."""

    about: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One request that can be made."""

    method: str
    path: str
    summary: str
    handle: Handler
    answer: Any
    """The type of the answer in JSON, or the content type of another."""
    body: Any = None
    """The type of what is sent, if anything is."""
    query: Mapping[str, str | OneOf] = field(default_factory=dict)
    """What may be asked for in the URL, each with what it means."""
    status: int = 200
    pace: Pace = Pace.REQUESTS
    long: bool = False
    """Whether what is sent may be as long as a record (the setting `record_bytes`), not only as a message."""


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
    call = Call(house, request, None, None)
    try:
        if endpoint.pace is not Pace.FREE:
            check_pace(house.views if endpoint.pace is Pace.VIEWS else house.requests, call.address)
        body = None
        if decoder is not None:
            most = house.settings.record_bytes if endpoint.long else house.settings.message_bytes
            body = await _body(request, most, decoder)
        answer = await endpoint.handle(Call(house, request, house.person(_token(request)), body))
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


def check_pace(buckets: Buckets, address: str, cost: int = 1) -> None:
    """Count something that an address asks for. Raises `Refusal` where that is too much."""
    wait = buckets.wait(address, time.monotonic(), cost)
    if wait:
        raise Refusal(Code.TOO_FAST, f"too many requests from your address: wait {wait:.1f} s", wait)


def problem(refusal: Refusal) -> Response:
    """A refusal as an answer."""
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
        raise Refusal(Code.MALFORMED, said(str(error))) from None
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
