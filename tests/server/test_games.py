"""Whole games over the network: dropped and resumed at every step, and with nothing in them that is secret."""

from __future__ import annotations

import asyncio
import base64
import logging
import random
from collections.abc import Iterator

import httpx
import msgspec
import pytest

from neurohex.client import Client, RemoteMatch
from neurohex.match.follower import Follower
from neurohex.rules.engine import legal_actions
from neurohex.wire.messages import Acted, Created, MatchPhase, decode_event
from tests.server.serving import guests, line, mover, play, proposal, seated, serving


async def log_of(url: str, match: str) -> list[bytes]:
    """The log of a match, event by event."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        raws = msgspec.json.decode((await http.get(f"/api/matches/{match}/events")).content, type=list[msgspec.Raw])
        return [bytes(raw) for raw in raws]


def followed(log: list[bytes]) -> Follower:
    first, *others = map(decode_event, log)
    assert isinstance(first, Created)
    follower = Follower(first)
    for event in others:
        follower.absorb(event)
    return follower


@pytest.mark.slow
async def test_at_every_step_of_a_game_each_client_is_dropped_and_resumes(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("neurohex.client.connection._FIRST_PAUSE", 0.001)
    luck = random.Random(11)
    async with serving(database) as served, guests(served.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        places = await seated(ann, ben)
        watching = await eve.watch(places[0].match)
        everybody = [*places, watching]
        steps = 0
        while not places[0].is_over:
            for place in everybody:
                place.connection.cut()
            steps += await play(places, luck, 1)
        await watching.until(lambda: watching.is_over)
        follower = followed(await log_of(served.url, places[0].match))
        assert steps > 40
        assert min(place.connection.breaks for place in everybody) >= steps * 0.9
        for place in everybody:
            assert place.follower.last == follower.last
            assert place.state == follower.state
            assert place.follower.finished == follower.finished


async def test_a_command_is_done_once_wherever_the_socket_breaks_under_it(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("neurohex.client.connection._FIRST_PAUSE", 0.001)
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as people:
        places = await seated(*people)
        luck = random.Random(3)
        acts = 0
        for _ in range(40):
            if places[0].is_over:
                break
            place = mover(places)
            acting = asyncio.create_task(place.act(luck.choice(legal_actions(place.state))))
            await asyncio.sleep(luck.uniform(0, 0.008))
            place.connection.cut()
            reply = await acting
            acts += 1
            for other in places:
                await other.until(lambda other=other, last=reply.last: other.follower.last >= last)  # type: ignore[misc]  # bound now
        log = [decode_event(each) for each in await log_of(served.url, places[0].match)]
        assert sum(isinstance(event, Acted) for event in log) == acts


async def test_each_sees_the_answer_before_the_event_and_all_see_the_same_bytes(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        places = await seated(ann, ben)
        match = places[0].match
        assert ann.signed_in is not None
        assert ben.signed_in is not None
        async with line(served.url, ann.signed_in.token) as hers, line(served.url, ben.signed_in.token) as his:
            for one in (hers, his):
                await one.answer({"type": "follow", "id": "f", "match": match, "since": places[0].follower.last + 1})
            first = places.index(mover(places))
            acting, other = (hers, his) if first == 0 else (his, hers)
            act = {"type": "act", "id": "a", "match": match, "seen": places[0].follower.last}
            await acting.say({**act, "action": legal_actions(places[0].state)[0]})
            seen = [await acting.hear()]
            while seen[-1]["type"] != "acted":
                seen.append(await acting.hear())
            assert [told["type"] for told in seen if told["type"] != "presence"] == ["accepted", "acted"]
            while (await other.hear())["type"] != "acted":
                pass
            assert other.heard[-1] == acting.heard[-1] == (await log_of(served.url, match))[-1]


def seen(place: RemoteMatch) -> tuple[tuple[int, ...], int] | None:
    return (place.presence.here, place.presence.watching) if place.presence is not None else None


async def test_presence_lists_connected_seats(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        places = await seated(ann, ben)
        async with line(served.url) as watching:
            await watching.answer({"type": "follow", "id": "f", "match": places[0].match})
            await places[0].until(lambda: seen(places[0]) == ((0, 1), 1))
        await places[0].until(lambda: seen(places[0]) == ((0, 1), 0))
        await ben.__aexit__()
        await places[0].until(lambda: seen(places[0]) == ((0,), 0))


async def test_undo_draw_and_rematch_over_the_network(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as people:
        places = await seated(*people)
        first = mover(places)
        for place in places:  # HQs
            await place.my_move()
            await place.act(legal_actions(place.state)[0])
        await first.my_move()
        before = first.state.key()
        placing = next(a for a in legal_actions(first.state) if a not in (0,))
        await first.act(placing)
        if first.follower.undoable_by() is not None:
            await first.undo()
            assert first.state.key() == before
        await places[0].offer_draw()
        await places[1].until(lambda: bool(places[1].follower.draw_agreed))
        await places[1].answer_draw(agree=True)
        await places[0].until(lambda: places[0].is_over)
        assert places[0].follower.finished is not None
        assert places[0].follower.finished.result == (0, 0)
        await places[1].offer_rematch()
        await places[0].until(lambda: bool(places[0].follower.rematch_agreed))
        await places[0].answer_rematch(agree=True)
        await places[0].until(lambda: places[0].follower.rematch is not None)
        other = places[0].follower.rematch
        assert other is not None
        again = [await client.join(other) for client in people]
        assert [place.seat for place in again] == [1, 0]
        await again[0].until(lambda: again[0].follower.phase is MatchPhase.RUNNING)


# --- secrets --------------------------------------------------------------------------------------
def spellings(secret: bytes) -> Iterator[bytes]:
    """A secret, and every long part of it, as bytes, in hexadecimal and in base64."""
    for start in range(len(secret) - 11):
        part = secret[start : start + 12]
        yield part
        yield part.hex().encode()
        yield base64.b64encode(part).rstrip(b"=")[:-1]
        yield base64.urlsafe_b64encode(part).rstrip(b"=")[:-1]


@pytest.mark.slow
async def test_no_byte_that_is_sent_or_logged_is_secret(database: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    luck = random.Random(5)
    async with (
        serving(database, accounts=True) as served,
        guests(served.url, "Ann", "Ben") as (ann, ben),
        Client(served.url) as eve,
        httpx.AsyncClient(base_url=served.url, timeout=60) as http,
    ):
        await eve.register("Eve", "correct horse battery")
        place = await ann.make(proposal("vegas", "smart", bots=(None, "random")))
        places = await seated(ann, ben)
        matches = [place.match, places[0].match]
        seeds = [await served.context.store.secret(match) for match in matches]
        tokens = [client.signed_in.token for client in (ann, ben, eve) if client.signed_in is not None]
        sent: list[bytes] = []
        async with line(served.url, tokens[2]) as one:
            for match in matches:
                await one.answer({"type": "follow", "id": "f", "match": match, "show": "en"})
            for _ in range(12):
                await play(places, luck, 1)
                if place.is_mine:
                    await place.act(luck.choice(legal_actions(place.state)))
                for match in matches:
                    await one.answer({"type": "look", "id": "l", "match": match})
                    await one.answer({"type": "undo", "id": "u", "match": match, "seen": 0})
                    paths = [f"/api/matches/{match}{path}" for path in ("", "/events", "/record")]
                    sent += [(await http.get(path)).content for path in paths]
            for path in ("/api/matches", "/api", "/metrics", "/api/openapi.json", "/api/me", "/nothing"):
                answer = await http.get(path)
                sent.append(answer.content + str(answer.headers.raw).encode())
            sent += one.heard
            assert not any(follower.is_over for follower in (place, *places))
        haystack = b"\n".join(sent)
        assert len(haystack) > 50_000
        signing = await served.context.store.once("token-key", b"")
        for secret in (*seeds, signing):
            assert [shape for shape in spellings(secret) if shape in haystack] == []
        assert [token for token in tokens if token.encode() in haystack] == []
        assert b"correct horse" not in haystack
        assert b"$argon2" not in haystack
        said = caplog.text + "".join(str(record.args) for record in caplog.records)
        assert [token for token in tokens if token in said] == []
        assert [seed for seed in seeds if seed.hex() in said] == []
        assert "correct horse" not in said
        await places[0].resign()
        after = (await http.get(f"/api/matches/{matches[1]}/events")).content
        assert seeds[1].hex().encode() in after  # revealed at the end: the scan works
