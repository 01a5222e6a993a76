"""The server answers any input and keeps running."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from neurohex.server.routes import ENDPOINTS
from neurohex.wire.handshake import Hello, decode_hello, decode_server_message
from neurohex.wire.messages import Malformed
from tests.server.serving import Line, Served, guests, line, proposal, serving

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
TEXTS = st.text(alphabet=st.characters(codec="utf-8"), max_size=40)
TYPES = ("follow", "look", "join", "leave", "return", "act", "undo", "resign", "offer_draw", "answer_draw", "hello")
FIELDS = ("seen", "action", "seat", "nonce", "name", "agree", "since", "token")
NEARLY = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES), "id": st.just("x") | LEAVES, "match": st.just("MATCH") | LEAVES},
    optional={name: JSON | st.integers(0, 3000) for name in FIELDS},
)
WORDS = st.sampled_from(
    ("living", "duel", "outpost", "hegemony:18*", "borgo:0", "|", "C3=0.HQ", "A1=1.HQ", "B2=1.Net_Fighter/S~1")
)
MOMENTS = st.fixed_dictionaries(
    {},
    optional={
        "match": st.just("MATCH") | LEAVES,
        "record": LEAVES,
        "lesson": st.just("place") | LEAVES,
        "study": st.fixed_dictionaries(
            {"position": st.lists(WORDS, max_size=9).map(" ".join) | JSON},
            optional={"hands": st.just([["outpost/Runner"] * 2]) | JSON, "turn": st.integers(0, 6) | LEAVES},
        ),
        "step": st.integers(0, 3) | LEAVES,
        "then": st.lists(st.integers(0, 400), max_size=3) | JSON,
    },
)
VIEWS = st.fixed_dictionaries(
    {"moment": MOMENTS | MOMENTS | JSON},
    optional={
        "lang": st.sampled_from(("en", "pl")) | LEAVES,
        "hex": st.sampled_from(("C3", "Z9")) | LEAVES,
        "actions": st.lists(st.integers(0, 400), max_size=3) | JSON,
        "first": st.integers(0, 3) | LEAVES,
    },
)
ANYTHING = st.binary(max_size=300) | st.text(max_size=300) | JSON.map(json.dumps) | NEARLY.map(json.dumps)


class Bench:
    """A server for many examples, with an event loop that runs while one is tried."""

    def __init__(self, runner: asyncio.Runner, served: Served, one: Line, http: httpx.AsyncClient, match: str) -> None:
        self.run = runner.run
        self.served = served
        self.line = one
        self.http = http
        self.match = match


@pytest.fixture
def bench(database: str) -> Iterator[Bench]:
    with asyncio.Runner() as runner:
        stack = contextlib.AsyncExitStack()

        async def open_() -> Bench:
            served = await stack.enter_async_context(serving(database))
            (ann,) = await stack.enter_async_context(guests(served.url, "Ann"))
            place = await ann.make(proposal(bots=(None, "random")))
            assert ann.signed_in is not None
            one = await stack.enter_async_context(line(served.url, ann.signed_in.token))
            http = await stack.enter_async_context(httpx.AsyncClient(base_url=served.url, timeout=60))
            http.headers["authorization"] = f"Bearer {ann.signed_in.token}"
            return Bench(runner, served, one, http, place.match)

        made = runner.run(open_())
        try:
            yield made
        finally:
            runner.run(stack.aclose())


@pytest.mark.slow
def test_every_message_is_answered_and_the_socket_stays_open(bench: Bench) -> None:
    @settings(max_examples=300, suppress_health_check=[HealthCheck.nested_given])
    @given(ANYTHING)
    def every(message: str | bytes) -> None:
        if isinstance(message, str):
            message = message.replace("MATCH", bench.match).encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        answer: dict[str, Any] = bench.run(bench.line.answer(message))
        assert answer["type"] in ("refused", "accepted", "following", "looked")

    every()
    look = {"type": "look", "id": "still", "match": bench.match}
    assert bench.run(bench.line.answer(look))["type"] == "looked"


@pytest.mark.slow
def test_every_request_is_answered_and_no_error_is_the_servers(bench: Bench) -> None:
    points = [point for point in ENDPOINTS if point.body is not None]

    @settings(max_examples=60)
    @given(st.sampled_from(points), ANYTHING, st.sampled_from(("nowhere", "MATCH", "..", "%00", "a b", "ł")))
    def every(point: Any, body: str | bytes, match: str) -> None:
        data = body if isinstance(body, bytes) else body.encode("utf-8", "replace")
        path = point.path.replace("{match}", match.replace("MATCH", bench.match))
        answer = bench.run(bench.http.request(point.method, path, content=data.replace(b"MATCH", bench.match.encode())))
        assert answer.status_code < 500
        if answer.status_code >= 400 and answer.headers["content-type"] == "application/json":
            assert answer.json()["why"]

    every()


@pytest.mark.slow
def test_every_moment_gets_a_view_or_a_refusal(bench: Bench) -> None:
    views = [point for point in ENDPOINTS if point.path.startswith("/api/views/") and not point.path.endswith("hint")]

    @settings(max_examples=150)
    @given(st.sampled_from(views), VIEWS)
    def every(point: Any, body: dict[str, Any]) -> None:
        data = json.dumps(body).replace("MATCH", bench.match).encode("utf-8", "replace")
        answer = bench.run(bench.http.post(point.path, content=data))
        assert answer.status_code < 500
        assert answer.status_code == 200 or answer.json()["why"]

    every()


@given(
    st.text(alphabet=st.characters(codec="utf-8"), max_size=40),
    st.sampled_from(("status", "person", "after", "since", "lang")),
)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_url_is_answered(bench: Bench, text: str, name: str) -> None:
    for path in ("/api/matches", f"/api/matches/{bench.match}/events", "/api/catalogue"):
        assert bench.run(bench.http.get(path, params={name: text})).status_code < 500


# --- parsers alone --------------------------------------------------------------------------------
@given(st.binary(max_size=400) | JSON.map(lambda value: json.dumps(value).encode()))
def test_a_message_is_understood_or_malformed_in_one_line(data: bytes) -> None:
    for read in (decode_hello, decode_server_message):
        why = ""
        try:
            read(data)
        except Malformed as error:
            why = str(error)
        assert "\n" not in why


@given(st.from_regex(r"\A[A-Za-z0-9_.:-]{1,40}\Z"), st.none() | TEXTS)
def test_a_hello_round_trips(id_: str, token: str | None) -> None:
    hello = Hello(id=id_, token=token)
    assert decode_hello(msgspec.json.encode(hello)) == hello
