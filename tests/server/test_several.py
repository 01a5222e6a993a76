"""Several servers of the same matches, on one PostgreSQL: any of them takes any command, and any may die."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal

import pytest

from neurohex.client import Client, RemoteMatch
from neurohex.rules.engine import legal_actions
from neurohex.wire.messages import Acted, PlayerClock, decode_event
from tests.postgres import shared_postgres
from tests.server.serving import Process, guests, mover, play, proposal, serving
from tests.server.test_games import followed, log_of

pytestmark = pytest.mark.slow


@pytest.fixture
def shared() -> str:
    """An empty database of a PostgreSQL server."""
    return shared_postgres().new_database()


async def test_two_players_on_two_servers(shared: str) -> None:
    async with (
        serving(shared) as one,
        serving(shared) as other,
        guests(one.url, "Ann") as (ann,),
        guests(other.url, "Ben") as (ben,),
    ):
        first = await ann.make(proposal())
        places = [first, await ben.join(first.match)]
        await play(places, random.Random(5))
        assert places[0].follower.finished == places[1].follower.finished is not None
        logs = [await log_of(served.url, first.match) for served in (one, other)]
        assert logs[0] == logs[1]
        followed(logs[0])


async def test_a_token_of_one_server_is_good_at_the_other(shared: str) -> None:
    async with serving(shared) as one, serving(shared) as other, guests(one.url, "Ann") as (ann,):
        place = await ann.make(proposal(bots=(None, "random")))
        async with Client(other.url, ann.signed_in) as there:
            assert (await there.watch(place.match)).seat == 0


async def test_both_at_the_same_moment_and_only_one_gets_in(shared: str) -> None:
    """The same person acts on two servers at once, with the same knowledge: one act is done, the other is stale."""
    async with (
        serving(shared) as one,
        serving(shared) as other,
        guests(one.url, "Ann", "Ben") as (ann, ben),
        Client(other.url, ann.signed_in) as ann_there,
        Client(other.url, ben.signed_in) as ben_there,
    ):
        here = [await ann.make(proposal())]
        here.append(await ben.join(here[0].match))
        there = [await client.watch(here[0].match) for client in (ann_there, ben_there)]
        luck = random.Random(9)
        conflicts = 0
        for _ in range(25):
            last = max(place.follower.last for place in (*here, *there))
            for place in (*here, *there):
                await place.until(lambda place=place, last=last: place.follower.last >= last)  # type: ignore[misc]  # bound now
            if here[0].is_over:
                break
            pair = [mover(here), mover(there)]
            acting = [place.act(luck.choice(legal_actions(place.state))) for place in pair]
            done = await asyncio.gather(*acting, return_exceptions=True)
            codes = [getattr(each, "code", None) for each in done]
            assert codes.count(None) >= 1
            conflicts += codes.count(None) == 1
            assert {code for code in codes if code is not None} <= {"stale", "not_your_turn", "illegal", "finished"}
        assert conflicts > 5
        assert await log_of(one.url, here[0].match) == await log_of(other.url, here[0].match)


async def test_when_a_server_dies_another_takes_over_its_bots_and_clocks(shared: str) -> None:
    lease = ("--lease-seconds", "1")
    async with (
        Process(shared, *lease) as one,
        Process(shared, *lease) as other,
        guests(one.url, "Ann") as (ann,),
        Client(other.url, ann.signed_in) as again,
    ):
        match = (await ann.make(proposal(bots=(None, "greedy"), clock=PlayerClock(main=3_600_000)))).match
        place = await again.watch(match)
        await _some_acts(place, 3)
        await one.end(signal.SIGKILL)
        await _some_acts(place, 6)  # the bot answers, from the other server
        assert len([e for e in map(decode_event, await log_of(other.url, match)) if isinstance(e, Acted)]) >= 9


async def test_a_killed_server_loses_nothing_and_its_clients_continue_on_another(shared: str) -> None:
    luck = random.Random(14)
    async with Process(shared) as one, Process(shared) as other, guests(one.url, "Ann", "Ben") as (ann, ben):
        first = await ann.make(proposal())
        places = [first, await ben.join(first.match)]
        await play(places, luck, 8)
        acting = asyncio.create_task(mover(places).act(luck.choice(legal_actions(first.state))))
        await one.end(signal.SIGKILL)
        acting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await acting
        async with Client(other.url, ann.signed_in) as ann_there, Client(other.url, ben.signed_in) as ben_there:
            again = [await client.watch(first.match) for client in (ann_there, ben_there)]
            assert again[0].follower.last >= first.follower.last
            assert again[0].follower.actions[: len(first.follower.actions)] == first.follower.actions
            await play(again, luck, 8)


async def _some_acts(place: RemoteMatch, acts: int) -> None:
    luck = random.Random(acts)
    for _ in range(acts):
        assert await place.my_move()
        await place.act(luck.choice(legal_actions(place.state)))
