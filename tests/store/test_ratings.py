"""Ratings by games, as databases keep them: both rows of a game or none, each game once."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from neurohex.rating import Rating
from neurohex.store import RatedGame, Status
from neurohex.store.maintenance import open_maintenance
from tests.store.databases import Database
from tests.store.samples import summary


def game(person: str, number: int, match: str, opponent: str = "x", rating: float = 1500.0) -> RatedGame:
    return RatedGame("fast", person, number, match, float(number), 1.0, opponent, Rating(rating, 90.0, 0.06))


async def test_both_rows_of_a_game_or_none(database: Database) -> None:
    async with database.opened() as store:
        first = [game("ana", 1, "m1"), game("jan", 1, "m1")]
        assert await store.add_rated(first)
        assert await store.add_rated(first)  # the same again, as after a lost connection
        assert not await store.add_rated([game("eve", 1, "m2"), game("jan", 1, "m2")])  # Jan has changed meanwhile
        assert await store.rated_games("eve") == []
        assert not await store.add_rated([game("ana", 2, "m1"), game("jan", 2, "m1")])  # counted before
        assert await store.rated_games("ana") == [first[0]]
        assert await store.last_rated("fast", "jan") == first[1]
        assert await store.last_rated("slow", "jan") is None


async def test_of_many_servers_that_count_a_game_one_does(database: Database) -> None:
    async with database.opened() as store:
        tried = [[game("ana", 1, f"m{n}"), game(f"p{n}", 1, f"m{n}")] for n in range(8)]
        assert sum(await asyncio.gather(*(store.add_rated(each) for each in tried))) == 1


async def test_the_best_are_those_with_accounts_whose_ratings_are_sure(database: Database) -> None:
    async with database.opened() as store:
        for name in ("ana", "jan", "eve"):
            await store.add_account(name.title(), "hash", name)
        await store.add_rated([game("ana", 1, "m1", rating=1600.0), game("jan", 1, "m1", rating=1400.0)])
        await store.add_rated([game("jan", 2, "m2", rating=1700.0), game("guest", 1, "m2", rating=1900.0)])
        unsure = replace(game("eve", 1, "m3"), rating=Rating(2000.0, 300.0))
        await store.add_rated([unsure])
        assert [(each.person, name) for each, name in await store.best_rated("fast", 110.0)] == [
            ("jan", "Jan"),
            ("ana", "Ana"),
        ]
        assert await store.best_rated("slow", 110.0) == []


async def test_a_finished_rated_match_is_counted_once_even_if_its_summary_is_made_again(database: Database) -> None:
    async with database.opened() as store:
        over = replace(summary(Status.FINISHED), rated=True)
        await store.create("m1", [b"0"], b"s", over)
        await store.create("m2", [b"0"], b"s", replace(over, status=Status.RUNNING))
        await store.create("m3", [b"0"], b"s", summary(Status.FINISHED))
        assert await store.matches_to_rate() == ["m1"]
        await store.mark_counted("m1")
        assert await store.matches_to_rate() == []
        await store.append("m1", 1, [b"1"], over)
        with open_maintenance(database.url) as keeping:
            keeping.project("m1", 1, over)
            assert await store.matches_to_rate() == []
            assert keeping.recount() == 1
        assert await store.matches_to_rate() == ["m1"]


async def test_origins_go_with_their_match_and_ratings_with_their_person(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m1", [b"0"], b"s", replace(summary(Status.FINISHED), rated=True))
        await store.add_origin("m1", "ana", "here")
        await store.add_origin("m1", "ana", "there")
        await store.add_origin("none", "ana", "there")
        assert await store.origins("m1") == {"ana": "there"}
        await store.add_rated([game("ana", 1, "m1", "jan"), game("jan", 1, "m1", "ana")])
        with open_maintenance(database.url) as keeping:
            keeping.forget("ana")
            keeping.remove("m1", 0)
        assert await store.origins("m1") == {}
        assert await store.rated_games("ana") == []
        assert [each.opponent for each in await store.rated_games("jan")] == ["deleted"]
