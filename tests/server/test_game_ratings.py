"""Ratings by games: which count, once each, by kill and by two servers; who may play for them."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from collections.abc import AsyncIterator
from typing import Any

import pytest

from neurohex.client import Client, RemoteMatch, RequestFailed
from neurohex.rating import FRESH, rate_both
from neurohex.rating.anchors import BOTS
from neurohex.rules.engine import legal_actions
from neurohex.server.game_ratings import GameRatings, pool_of
from neurohex.store import open_store
from neurohex.store.maintenance import open_maintenance
from neurohex.wire.messages import PlayerClock, Proposal, SeatPlan, Terms, TurnClock
from tests.postgres import shared_postgres
from tests.server.api import apis
from tests.server.serving import Process, play, serving

PASSWORD = "correct horse battery"
CLOCK = PlayerClock(main=600_000, increment=5_000)


def rated(*seats: SeatPlan, **more: Any) -> Proposal:
    terms = more.pop("terms", Terms(armies=("borgo", "moloch")))
    return Proposal(terms=terms, seats=seats or (SeatPlan(), SeatPlan()), **{"clock": CLOCK, "rated": True, **more})


@contextlib.asynccontextmanager
async def accounts(url: str, *names: str) -> AsyncIterator[list[Client]]:
    async with contextlib.AsyncExitStack() as stack:
        people = []
        for name in names:
            client = await stack.enter_async_context(Client(url))
            await client.register(name, PASSWORD)
            people.append(client)
        yield people


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every person plays from an address of their own."""
    noted = GameRatings.note_origin

    async def note(self: GameRatings, match: str, person: str, address: str) -> None:
        await noted(self, match, person, person)

    monkeypatch.setattr(GameRatings, "note_origin", note)


async def sat(one: Client, other: Client, proposal: Proposal | None = None) -> list[RemoteMatch]:
    places = [await one.make(proposal or rated())]
    places.append(await other.join(places[0].match))
    for place in places:
        await place.until(lambda place=place: place.follower.awaited() is not None)  # type: ignore[misc]  # bound now
    return places


async def started(one: Client, other: Client) -> list[RemoteMatch]:
    """A rated game in which both have decided something."""
    places = await sat(one, other)
    await play(places, random.Random(4), 6)
    return places


def test_clocks_that_are_alike_share_a_pool() -> None:
    minute, day = 60_000, 86_400_000
    assert pool_of(PlayerClock(main=10 * minute, increment=5_000)) == "fast"
    assert pool_of(PlayerClock(main=25 * minute, increment=10_000)) == "slow"
    assert pool_of(PlayerClock(main=7 * day)) == "days"
    assert pool_of(TurnClock(allowance=minute)) == "fast"
    assert pool_of(TurnClock(allowance=60 * minute)) == "slow"
    assert pool_of(TurnClock(allowance=day)) == "days"


def test_bots_stand_in_the_order_of_their_levels() -> None:
    ratings = [BOTS[f"level{n}"].rating for n in range(1, 7)]
    assert ratings == sorted(ratings)
    assert abs(sum(ratings) / 6 - 1500) < 1


@pytest.mark.usefixtures("apart")
async def test_a_rated_game_changes_both_ratings_once(database: str) -> None:
    async with serving(database, accounts=True) as served, accounts(served.url, "Ann", "Ben") as (ann, ben):
        places = await started(ann, ben)
        await places[0].resign()
        await served.context.ratings.look()
        assert await served.context.ratings.look() == 0
        async with apis(served.url, ann, ben) as (of_ann, of_ben, nobody):
            lost, won = rate_both(FRESH, FRESH, 0.0)
            (pool,) = (await of_ann.good("GET", "/api/me/ratings"))["pools"]
            assert (pool["pool"], pool["rating"], pool["games"]) == ("fast", round(lost.rating), 1)
            assert pool["provisional"]
            assert pool["history"][0]["match"] == places[0].match
            (pool,) = (await of_ben.good("GET", "/api/me/ratings"))["pools"]
            assert pool["rating"] == round(won.rating)
            assert await nobody.code("GET", "/api/me/ratings") == "not_signed_in"
            board = await nobody.good("GET", "/api/ratings", pool="fast")
            assert [entry["name"] for entry in board["entries"]] == sorted(BOTS, key=lambda n: -BOTS[n].rating)
            assert await nobody.code("GET", "/api/ratings", pool="best") == "malformed"
            listed = await of_ann.good("GET", f"/api/matches/{places[0].match}")
            assert listed["rated"]


@pytest.mark.usefixtures("apart")
async def test_a_rematch_is_rated_too_and_a_game_against_a_bot_counts_for_the_person(database: str) -> None:
    async with serving(database, accounts=True) as served, accounts(served.url, "Ann", "Ben") as (ann, ben):
        alone = await ann.make(rated(SeatPlan(), SeatPlan(bot="level1")))
        async with apis(served.url, ann) as (api, _):
            assert await api.code("DELETE", f"/api/matches/{alone.match}") == "not_allowed"  # no way out of a lost game
        for _ in range(8):
            assert await alone.my_move()
            await alone.act(legal_actions(alone.state)[0])
        assert await alone.my_move()  # the bot has decided something meanwhile
        await alone.resign()
        await served.context.ratings.look()
        async with apis(served.url, ann) as (api, _):
            (pool,) = (await api.good("GET", "/api/me/ratings"))["pools"]
            assert pool["rating"] == round(rate_both(FRESH, BOTS["level1"], 0.0)[0].rating)
            assert await api.code("DELETE", f"/api/matches/{alone.match}") == "not_allowed"  # the rating rests on it
        places = await started(ann, ben)
        await places[0].resign()
        for place in places:
            await place.until(lambda place=place: place.is_over)  # type: ignore[misc]  # bound now
        await places[0].offer_rematch()
        await places[1].until(lambda: bool(places[1].follower.rematch_agreed))
        await places[1].answer_rematch(agree=True)
        await places[0].until(lambda: places[0].follower.rematch is not None)
        again = places[0].follower.rematch
        assert again is not None
        assert (await served.context.registry.get(again)).match.created.rated


async def test_a_game_from_one_address_does_not_count(database: str) -> None:
    async with serving(database, accounts=True) as served, accounts(served.url, "Ann", "Ben") as (ann, ben):
        places = await started(ann, ben)
        await places[0].resign()
        assert await served.context.ratings.look() == 0
        assert await served.context.store.matches_to_rate() == []
        for client in (ann, ben):
            assert client.signed_in is not None
            assert await served.context.store.rated_games(client.signed_in.person.id) == []
        with open_maintenance(database) as keeping:
            kept = keeping.fetch("SELECT address FROM origins")
        assert len(kept) == 2
        assert all("127" not in address or len(address) == 64 for (address,) in kept)


@pytest.mark.usefixtures("apart")
async def test_a_game_that_was_not_played_does_not_count(database: str) -> None:
    async with serving(database, accounts=True) as served, accounts(served.url, "Ann", "Ben") as (ann, ben):
        places = await sat(ann, ben)
        await places[1].resign()  # before anybody decided anything
        assert await served.context.ratings.look() == 0


@pytest.mark.parametrize(
    "proposal",
    [
        pytest.param(rated(clock=None), id="no clock"),
        pytest.param(rated(hints=True), id="hints"),
        pytest.param(rated(terms=Terms(armies=("borgo", "moloch"), open_piles=True)), id="open piles"),
        pytest.param(rated(SeatPlan(), SeatPlan(bot="random")), id="a bot without a rating"),
        pytest.param(
            rated(SeatPlan(), SeatPlan(), SeatPlan(), terms=Terms(armies=("borgo", "moloch", "outpost"))), id="three"
        ),
    ],
)
async def test_what_cannot_be_rated_is_refused(database: str, proposal: Proposal) -> None:
    async with serving(database, accounts=True) as served, accounts(served.url, "Ann") as (ann,):
        with pytest.raises(RequestFailed) as caught:
            await ann.propose(proposal)
        assert caught.value.code == "not_allowed"


async def test_guests_play_no_rated_games(database: str) -> None:
    async with (
        serving(database, accounts=True) as served,
        accounts(served.url, "Ann") as (ann,),
        Client(served.url) as guest,
    ):
        await guest.be_guest("Ben")
        with pytest.raises(RequestFailed):
            await guest.propose(rated())
        place = await ann.make(rated())
        with pytest.raises(Exception, match="only people with an account"):
            await guest.join(place.match)


@pytest.mark.slow
@pytest.mark.usefixtures("apart")
async def test_two_servers_count_each_game_once(database: str) -> None:
    url = shared_postgres().new_database()
    async with serving(url, accounts=True) as one, serving(url, accounts=True) as other:
        await one.context.ratings.stop()
        await other.context.ratings.stop()
        async with accounts(one.url, "Ann", "Ben") as (ann, ben):
            matches = []
            for _ in range(3):
                places = await started(ann, ben)
                await places[0].resign()
                matches.append(places[0].match)
            await asyncio.gather(*(each.context.ratings.look() for each in (one, other, one, other)))
            for client in (ann, ben):
                who = client.signed_in.person.id if client.signed_in else ""
                games = await one.context.store.rated_games(who)
                assert [game.number for game in games] == [1, 2, 3]
                assert sorted(game.match for game in games) == sorted(matches)
            assert await other.context.store.matches_to_rate() == []


@pytest.mark.slow
@pytest.mark.posix
async def test_a_game_is_counted_although_the_server_was_killed_at_its_end(database: str) -> None:
    async with Process(database, "--accounts", "yes") as server, accounts(server.url, "Ann", "Ben") as (ann, ben):
        places = await started(ann, ben)
        await places[0].resign()
        me = ann.signed_in.person.id if ann.signed_in else ""
        await server.end(signal.SIGKILL)
    with open_maintenance(database) as keeping:  # as if it had died before it looked, and from two addresses
        keeping.change("UPDATE origins SET address = person")
        keeping.recount()
    store = await open_store(database)
    try:
        assert await GameRatings(store, b"key").look() == 1
        assert [game.match for game in await store.rated_games(me)] == [places[0].match]
        assert await GameRatings(store, b"key").look() == 0
    finally:
        await store.close()
