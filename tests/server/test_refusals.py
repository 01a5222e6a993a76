"""Whatever is refused, is refused with its code and a sentence, and the next command is heard as if nothing were."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from neurohex.client.client import RemoteMatch
from neurohex.rules.engine import legal_actions
from neurohex.wire.http import SignedIn
from tests.server.serving import Line, Served, guests, hello_of, line, mover, proposal, seated, serving


@contextlib.asynccontextmanager
async def running(database: str, **settings: Any) -> AsyncIterator[tuple[Served, list[RemoteMatch], list[Line]]]:
    """A match of two, each also with a bare socket."""
    async with contextlib.AsyncExitStack() as stack:
        served = await stack.enter_async_context(serving(database, **settings))
        people = await stack.enter_async_context(guests(served.url, "Ann", "Ben"))
        places = await seated(*people)
        lines = [await stack.enter_async_context(line(served.url, token(person.signed_in))) for person in people]
        yield served, places, lines


def token(signed_in: SignedIn | None) -> str:
    assert signed_in is not None
    return signed_in.token


def act(place: RemoteMatch, *, id_: str = "x", seen: int | None = None, action: int | None = None) -> dict[str, Any]:
    chosen = legal_actions(place.state)[0] if action is None else action
    last = place.follower.last if seen is None else seen
    return {"type": "act", "id": id_, "match": place.match, "seen": last, "action": chosen}


def refused(answer: dict[str, Any], code: str, id_: str = "x") -> bool:
    """Whether it is a refusal of that code, with one line for people."""
    assert answer["why"]
    assert "\n" not in answer["why"]
    return (answer["type"], answer["code"], answer["id"]) == ("refused", code, id_)


async def door(url: str, origin: str | None = None) -> int:
    """The status with which a socket is answered; 101 where it is let in."""
    try:
        async with line(url, origin=origin):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


# --- of matches -----------------------------------------------------------------------------------
async def test_not_seated(database: str) -> None:
    async with (
        running(database) as (served, places, _),
        guests(served.url, "Eve") as (eve,),
        line(served.url, token(eve.signed_in)) as hers,
    ):
        assert refused(await hers.answer(act(places[0])), "not_seated")


async def test_not_your_turn(database: str) -> None:
    async with running(database) as (_, places, lines):
        other = lines[1 - places.index(mover(places))]
        assert refused(await other.answer(act(places[0])), "not_your_turn")


async def test_stale_with_the_present_state(database: str) -> None:
    async with running(database) as (_, places, lines):
        first = places.index(mover(places))
        behind = act(places[first], id_="again")
        await places[first].act(behind["action"])
        answer = await lines[first].answer(behind)
        assert refused(answer, "stale", "again")
        assert answer["present"]["last"] == places[first].follower.last


async def test_ahead(database: str) -> None:
    async with running(database) as (_, places, lines):
        assert refused(await lines[0].answer(act(places[0], seen=1000)), "ahead")
        follow = {"type": "follow", "id": "x", "match": places[0].match, "since": 1000}
        assert refused(await lines[0].answer(follow), "ahead")


async def test_illegal(database: str) -> None:
    async with running(database) as (_, places, lines):
        first = places.index(mover(places))
        assert refused(await lines[first].answer(act(places[first], action=2**31 - 1)), "illegal")


async def test_finished(database: str) -> None:
    async with running(database) as (_, places, lines):
        await places[0].resign()
        for one in lines:
            assert refused(await one.answer(act(places[0])), "finished")


async def test_unknown_match(database: str) -> None:
    async with running(database) as (_, places, lines):
        for match in ("nowhere", "x" * 40):
            command = {**act(places[0]), "match": match}
            assert refused(await lines[0].answer(command), "unknown_match")
            follow = {"type": "follow", "id": "x", "match": match}
            assert refused(await lines[0].answer(follow), "unknown_match")


async def test_a_repeated_command_is_answered_as_before_and_does_nothing_more(database: str) -> None:
    async with running(database) as (_, places, lines):
        first = places.index(mover(places))
        command = act(places[first], id_="once")
        answers = [await lines[first].answer(command) for _ in range(3)]
        assert answers[0]["type"] == "accepted"
        assert answers == [answers[0]] * 3
        await places[0].until(lambda: places[0].follower.last == answers[0]["last"])


# --- of the server --------------------------------------------------------------------------------
MALFORMED: tuple[str | bytes, ...] = (
    "",
    "not JSON",
    "[]",
    "7",
    '"act"',
    "{}",
    '{"type": "act"}',
    '{"type": "dance", "id": "x", "match": "m"}',
    '{"type": "look", "id": "x", "match": "m", "more": 1}',
    '{"type": "look", "id": "x", "match": "../m"}',
    '{"type": "act", "id": "x", "match": "m", "seen": -1, "action": 1}',
    '{"type": "act", "id": "x", "match": "m", "seen": 1, "action": 1.5}',
    "[" * 3000,
    b"\x00\xff\xfe",
    '{"type": "hello", "id": "again"}',
)


async def test_malformed(database: str) -> None:
    async with serving(database) as served, line(served.url) as one:
        for message in MALFORMED:
            answer = await one.answer(message)
            assert (answer["type"], answer["code"]) == ("refused", "malformed"), message
            assert answer["why"]
            after = await one.answer({"type": "look", "id": "x", "match": "nowhere"})
            assert after["code"] == "unknown_match"


async def test_the_refusal_of_a_malformed_command_has_its_id(database: str) -> None:
    async with serving(database) as served, line(served.url) as one:
        answer = await one.answer({"type": "look", "id": "mine", "match": "m", "more": 1})
        assert refused(answer, "malformed", "mine")


async def test_too_large(database: str) -> None:
    async with serving(database, message_bytes=2000) as served, line(served.url) as one:
        command = {"type": "look", "id": "x", "match": "nowhere"}
        assert (await one.answer(str(command) + " " * 2000))["code"] == "too_large"
        assert (await one.answer(command))["code"] == "unknown_match"


async def test_far_too_large_ends_the_socket(database: str) -> None:
    async with serving(database) as served, line(served.url) as one:
        await one.say("x" * 100_000)
        assert [told async for told in one.rest()] == []
        assert one.socket.close_code == 1009


async def test_too_fast(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr("neurohex.server.socket.time", SimpleNamespace(monotonic=lambda: now))
    async with serving(database, messages_per_second=5.0, messages_at_once=3) as served, line(served.url) as one:
        command = {"type": "look", "id": "x", "match": "nowhere"}
        codes = [(await one.answer(command))["code"] for _ in range(5)]
        assert codes == ["unknown_match"] * 3 + ["too_fast"] * 2
        now += 0.3
        assert (await one.answer(command))["code"] == "unknown_match"


async def test_clients_that_keep_sending_too_fast_are_disconnected(database: str) -> None:
    async with serving(database, messages_per_second=0.1, messages_at_once=5) as served, line(served.url) as one:
        for _ in range(12):
            await one.say({"type": "look", "id": "x", "match": "nowhere"})
        codes = [told.get("code") async for told in one.rest()]
        assert codes.count("too_fast") == 6
        assert one.socket.close_code == 4029


async def test_wrong_origin(database: str) -> None:
    async with serving(database) as served:
        for origin in ("https://elsewhere.example", "null", "http://127.0.0.1:1", "x", ""):
            assert await door(served.url, origin) == 403, origin


async def test_only_its_own_and_named_origins_may_open_sockets(database: str) -> None:
    async with serving(database, origins=("https://hex.example",)) as served:
        for origin in (served.url, "https://hex.example", None):
            async with line(served.url, origin=origin):
                pass


async def test_bad_token(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann") as (ann,):
        for wrong in ("", "nonsense", token(ann.signed_in)[:-3], f"{token(ann.signed_in)}x"):
            async with line(served.url, hello=False) as one:
                answer = await one.answer(hello_of(wrong))
                assert refused(answer, "not_signed_in", "hello")
                assert [told async for told in one.rest()] == []
                assert one.socket.close_code == 4001


async def test_clients_without_a_token_may_only_watch(database: str) -> None:
    async with running(database) as (served, places, _), line(served.url) as one:
        match = places[0].match
        assert (await one.answer({"type": "follow", "id": "f", "match": match}))["type"] == "following"
        assert (await one.answer({"type": "look", "id": "l", "match": match}))["type"] == "looked"
        assert refused(await one.answer(act(places[0])), "not_signed_in")
        join = {"type": "join", "id": "x", "match": match, "name": "Eve", "nonce": "0" * 32}
        assert refused(await one.answer(join), "not_signed_in")


async def test_no_hello(database: str) -> None:
    async with serving(database, hello_seconds=0.2) as served:
        async with line(served.url, hello=False) as silent:
            assert [told async for told in silent.rest()] == []
            assert silent.socket.close_code == 4002
        async with line(served.url, hello=False) as rude:
            assert (await rude.answer({"type": "look", "id": "x", "match": "m"}))["code"] == "malformed"
            assert [told async for told in rude.rest()] == []
            assert rude.socket.close_code == 4002


async def test_too_many_connections_of_an_address(database: str) -> None:
    async with serving(database, connections_per_address=2) as served:
        async with line(served.url), line(served.url):
            assert await door(served.url) == 429
        async with line(served.url):  # a place is given back
            pass


async def test_signed_in_clients_go_first_if_all_sockets_are_taken(database: str) -> None:
    async with (
        serving(database, connections=2) as served,
        guests(served.url, "Ann", "Ben") as (ann, ben),
        line(served.url) as watching,
        line(served.url, token(ann.signed_in)),
        line(served.url, token(ben.signed_in)),
    ):
        assert [told async for told in watching.rest()] == []
        assert watching.socket.close_code == 4029
        assert await door(served.url) == 429


async def test_too_many_matches_on_one_socket(database: str) -> None:
    async with (
        serving(database, matches_per_connection=2) as served,
        guests(served.url, "Ann") as (ann,),
        line(served.url) as one,
    ):
        matches = [await ann.propose(proposal()) for _ in range(3)]
        answers = [await one.answer({"type": "follow", "id": "x", "match": match}) for match in matches]
        assert [answer["type"] for answer in answers] == ["following", "following", "refused"]
        assert refused(answers[2], "not_allowed")


async def test_matches_that_are_over_make_room_on_a_socket(database: str) -> None:
    async with (
        serving(database, matches_per_connection=2) as served,
        guests(served.url, "Ann", "Ben") as (ann, ben),
        line(served.url) as one,
    ):
        matches = [await ann.propose(proposal()) for _ in range(3)]
        for match in matches[:2]:
            assert (await one.answer({"type": "follow", "id": "x", "match": match}))["type"] == "following"
        here = await ann.join(matches[0])
        await ben.join(matches[0])
        await here.resign()
        assert (await one.answer({"type": "follow", "id": "y", "match": matches[2]}))["type"] == "following"
        again = await one.answer({"type": "follow", "id": "z", "match": matches[1]})
        assert again["type"] == "following"  # it is followed already
