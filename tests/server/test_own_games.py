"""A person's own games: whose turn, filters, records, and who may leave, hide and delete what."""

from __future__ import annotations

import random
import sqlite3
from typing import Any

import pytest

from neurohex.server.housekeeping import rebuild
from neurohex.server.settings import Settings
from neurohex.store.maintenance import open_maintenance
from neurohex.wire.messages import PlayerClock
from tests.postgres import shared_postgres
from tests.server.api import Api, apis
from tests.server.serving import guests, mover, play, proposal, seated, serving
from tests.waiting import until


async def ids(api: Api, **query: str) -> list[str]:
    """The person's matches."""
    return [match["match"] for match in (await api.good("GET", "/api/matches", person="me", **query))["matches"]]


async def one(api: Api, match: str) -> dict[str, Any]:
    found: dict[str, Any] = await api.good("GET", f"/api/matches/{match}")
    return found


async def test_it_is_known_whose_turn_it_is_and_how_much_time_is_left(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        clock = PlayerClock(main=600_000, increment=5_000)
        places = await seated(ann, ben, clock=clock)
        match = places[0].match
        async with apis(served.url, ann, ben) as (of_ann, of_ben, _):
            both = {0: of_ann, 1: of_ben}
            for acts in (1, 1, 5, 20):
                await play(places, random.Random(3), acts)
                last = max(place.follower.last for place in places)
                for place in places:
                    await place.until(lambda place=place, last=last: place.follower.last >= last)  # type: ignore[misc]
                awaited = places[0].follower.awaited()
                assert awaited is not None
                listed = await one(of_ann, match)
                assert listed["awaited"] == awaited
                for seat, api in both.items():
                    turns = (await api.good("GET", "/api/me/turns"))["matches"]
                    assert turns == ([match] if seat == awaited else [])
                    assert await ids(api, turn="me") == turns
                known = places[0].follower.clocks
                assert known is not None
                assert listed["left"][1 - awaited] == known.left(round(listed["updated"] * 1000))[1 - awaited]
            await mover(places).resign()
            await until(lambda: _is_over(served.context, match))
            listed = await one(of_ann, match)
            assert listed["how"] == "resigned"
            assert "awaited" not in listed
            assert sorted(seat["score"] for seat in listed["seats"]) == [-1, 1]
            assert (await of_ann.good("GET", "/api/me/turns"))["matches"] == []


def _is_over(context: Any, match: str) -> bool:
    return bool(context.registry.is_over(match))


async def test_games_are_found_by_army_opponent_and_result(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben Łoś") as (ann, ben):
        places = await seated(ann, ben)
        against_bot = await ann.make(proposal("vegas", "borgo", bots=(None, "random")))
        async with apis(served.url, ann, ben) as (of_ann, of_ben, nobody):
            await places[0].resign()
            await against_bot.resign()
            lost = places[0].match
            assert set(await ids(of_ann, result="lost")) == {lost, against_bot.match}
            assert await ids(of_ann, army="vegas") == [against_bot.match]
            assert await ids(of_ann, opponent="łOŚ") == [lost]
            assert await ids(of_ben, result="won") == [lost]
            assert await ids(of_ben, result="drawn") == []
            assert await of_ann.code("GET", "/api/matches", person="me", result="best") == "malformed"
            assert await nobody.code("GET", "/api/matches", person="me", army="vegas") == "not_signed_in"
            records = {each["army"]: each for each in (await of_ann.good("GET", "/api/me/armies"))["armies"]}
            assert records["vegas"]["bots"] == {"won": 0, "drawn": 0, "lost": 1}
            assert records["borgo"]["people"] == {"won": 0, "drawn": 0, "lost": 1}
            assert await nobody.code("GET", "/api/me/armies") == "not_signed_in"
            assert await nobody.code("GET", "/api/me/turns") == "not_signed_in"


async def test_only_a_player_hides_a_finished_game_and_only_from_oneself(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        places = await seated(ann, ben)
        match = places[0].match
        path = f"/api/matches/{match}/hidden"
        async with apis(served.url, ann, ben, eve) as (of_ann, of_ben, of_eve, nobody):
            assert await of_ann.code("POST", path) == "not_finished"
            await places[0].resign()
            assert await of_eve.code("POST", path) == "not_seated"
            assert await nobody.code("POST", path) == "not_signed_in"
            await of_ann.good("POST", path)
            assert await ids(of_ann) == []
            assert await ids(of_ann, hidden="yes") == [match]
            assert await ids(of_ben) == [match]
            who = ann.signed_in.person.id if ann.signed_in else ""
            seen = (await of_ben.good("GET", "/api/matches", person=who))["matches"]
            assert [(each["match"], each.get("hidden")) for each in seen] == [(match, None)]
            await of_ann.good("DELETE", path)
            assert await ids(of_ann) == [match]
            assert await of_ann.code("POST", "/api/matches/none/hidden") == "unknown_match"


async def test_a_game_with_others_is_left_and_not_deleted(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        places = await seated(ann, ben)
        path = f"/api/matches/{places[0].match}"
        async with apis(served.url, ann, ben, eve) as (of_ann, of_ben, of_eve, nobody):
            assert await of_ann.code("DELETE", path) == "not_allowed"
            assert await of_eve.code("DELETE", path) == "not_seated"
            assert await nobody.code("DELETE", path) == "not_signed_in"
            assert await of_eve.code("POST", f"{path}/leave") == "not_seated"
            assert await nobody.code("POST", f"{path}/leave") == "not_signed_in"
            await of_ann.good("POST", f"{path}/leave")
            assert (await one(of_ben, places[0].match))["how"] == "resigned"
            assert await of_ann.code("POST", f"{path}/leave") == "finished"
            assert await of_ann.code("DELETE", path) == "not_allowed"  # it is Ben's too


async def test_the_only_person_deletes_a_game_in_every_phase(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        alone = await ann.make(proposal(bots=(None, "random")))
        waiting = await ann.make(proposal())
        over = await ann.make(proposal(bots=(None, "random")))
        await over.resign()
        async with apis(served.url, ann, ben) as (of_ann, of_ben, _):
            for place in (alone, waiting, over):
                assert await of_ben.code("DELETE", f"/api/matches/{place.match}") == "not_seated"
                await of_ann.good("DELETE", f"/api/matches/{place.match}")
                assert await of_ann.code("GET", f"/api/matches/{place.match}") == "unknown_match"
            assert await ids(of_ann, hidden="yes") == []
            left = await ann.make(proposal())
            await of_ann.good("POST", f"/api/matches/{left.match}/leave")
            assert (await one(of_ann, left.match))["seats"][0].get("name") is None
            await of_ann.good("DELETE", f"/api/matches/{left.match}")  # its maker still may


PEOPLE = "SELECT person, match, army, score, others, alone FROM people ORDER BY person, match"


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
async def test_summaries_are_made_again_from_the_log(database: str, kind: str) -> None:
    url = database if kind == "sqlite" else shared_postgres().new_database()
    async with serving(url) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        timed = await seated(ann, ben, clock=PlayerClock(main=600_000, increment=1_000))
        await play(timed, random.Random(1), 30)
        running = await seated(ann, ben)
        await play(running, random.Random(2), 7)
        over = await seated(ann, ben)
        await over[1].resign()
        await until(lambda: _is_over(served.context, over[0].match))
        waiting = await ann.make(proposal())
        matches = {timed[0].match, running[0].match, over[0].match, waiting.match}
    with open_maintenance(url) as keeping:
        before = {match: keeping.entry(match).summary for match in matches}
        rows = keeping.fetch(PEOPLE)
        assert set(rebuild(keeping, Settings(), everything=True)) == matches
        assert {match: keeping.entry(match).summary for match in matches} == before
        assert keeping.fetch(PEOPLE) == rows
        # As an older version has written them. The clock of the first one would run on.
        old = '{"terms":{"armies":["borgo","moloch"]}}'
        untimed = matches - {timed[0].match}
        for match in untimed:
            keeping.change("UPDATE matches SET projected = 0, game = ?, turn_of = NULL WHERE id = ?", (old, match))
        keeping.change("UPDATE people SET army = '', score = NULL, others = '', alone = 0")
    async with serving(url) as served:
        await served.context.rebuilder.wait()
        assert {match: await served.context.store.summary(match) for match in untimed} == {
            match: before[match] for match in untimed
        }
    with open_maintenance(url) as keeping:
        assert [row for row in keeping.fetch(PEOPLE) if row[1] in untimed] == [row for row in rows if row[1] in untimed]


async def test_a_log_that_cannot_be_read_keeps_its_summary(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        match = (await seated(ann, ben))[0].match
    connection = sqlite3.connect(database)
    connection.execute("UPDATE matches SET projected = 0")
    connection.execute("UPDATE events SET data = ? WHERE number = 1", (b"{}",))
    connection.commit()
    connection.close()
    async with serving(database) as served:
        await served.context.rebuilder.wait()
        assert len((await served.context.store.summary(match)).seats) == 2
