"""The games of a person: whose turn it is, filters, records with armies, and what was hidden."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from neurohex.store import ArmyScore, Seat, Status, Store, Summary, UnknownMatch, Wanted
from neurohex.store.maintenance import Moved, open_maintenance
from tests.store.databases import Database
from tests.store.samples import summary

ANA = Seat("ana", "Ana", "borgo")
JAN = Seat("jan", "Łukasz_%", "moloch")
BOT = Seat("", "level3", "moloch")


def game(*seats: Seat, status: Status = Status.FINISHED, turn_of: str = "", at: float = 1.0) -> Summary:
    return Summary(status, "{}", seats, at, at, None, turn_of)


def ended(*scores: int, seats: tuple[Seat, ...] = (ANA, JAN)) -> Summary:
    return game(*(replace(seat, score=score) for seat, score in zip(seats, scores, strict=True)))


async def found(store: Store, person: str = "ana", **wanted: object) -> list[str]:
    listed = await store.listing(person=person, wanted=Wanted(**wanted))  # type: ignore[arg-type]  # checked where used
    return sorted(entry.match for entry in listed)


async def test_games_are_filtered_by_army_opponent_and_result(database: Database) -> None:
    async with database.opened() as store:
        await store.create("won", [b"0"], b"s", ended(1, -1))
        await store.create("lost", [b"0"], b"s", ended(-1, 1, seats=(replace(ANA, army="vegas"), BOT)))
        await store.create("aborted", [b"0"], b"s", game(ANA, JAN))
        assert await found(store) == ["aborted", "lost", "won"]
        assert await found(store, army="borgo") == ["aborted", "won"]
        assert await found(store, army="moloch") == []
        assert await found(store, "jan", army="moloch") == ["aborted", "won"]
        assert await found(store, score=-1) == ["lost"]
        assert await found(store, "jan", score=-1) == ["won"]
        for part, expected in {
            "łuk": ["aborted", "won"],
            "ŁUKASZ": ["aborted", "won"],
            "_%": ["aborted", "won"],
            "%l": [],
            "_": ["aborted", "won"],
            "LEVEL": ["lost"],
            "ana": [],
            "!": [],
            "\0": [],
        }.items():
            assert await found(store, opponent=part) == expected, part
        assert await found(store, army="borgo", opponent="łuk", score=1) == ["won"]


async def test_the_record_with_each_army_tells_people_from_bots(database: Database) -> None:
    async with database.opened() as store:
        for number, made in enumerate([ended(1, -1), ended(1, -1), ended(0, 0), ended(-1, 1, seats=(ANA, BOT))]):
            await store.create(f"m{number}", [b"0"], b"s", made)
        await store.create("aborted", [b"0"], b"s", game(ANA, JAN))
        await store.create("running", [b"0"], b"s", game(ANA, JAN, status=Status.RUNNING))
        assert await store.army_scores("ana") == [
            ArmyScore("borgo", False, 0, 1),
            ArmyScore("borgo", False, 1, 2),
            ArmyScore("borgo", True, -1, 1),
        ]
        assert await store.army_scores("jan") == [ArmyScore("moloch", False, -1, 2), ArmyScore("moloch", False, 0, 1)]
        assert await store.army_scores("\0") == []


async def test_whose_turn_it_is_changes_with_the_summary(database: Database) -> None:
    async with database.opened() as store:
        await store.create("a", [b"0"], b"s", game(ANA, JAN, status=Status.RUNNING, turn_of="ana", at=5.0))
        await store.create("b", [b"0"], b"s", game(ANA, BOT, status=Status.RUNNING, turn_of="ana", at=3.0))
        await store.create("c", [b"0"], b"s", game(ANA, BOT, status=Status.RUNNING, at=3.0))
        assert await store.turns("ana") == ["b", "a"]
        assert await store.turns("ana", 1) == ["b"]
        assert await store.turns("") == await store.turns("\0") == []
        assert await found(store, turn=True) == ["a", "b"]
        await store.append("b", 1, [b"1"], game(ANA, BOT, status=Status.RUNNING, at=6.0))
        await store.append("a", 1, [b"1"])
        assert await store.turns("ana") == ["a"]
        assert (await store.summary("a")).turn_of == "ana"


async def test_a_game_is_hidden_from_its_person_only(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"s", ended(1, -1))
        await store.hide("ana", "m", True)
        await store.hide("ana", "m", True)
        assert await found(store) == []
        assert await found(store, "jan") == ["m"]
        (entry,) = await store.listing(person="ana", wanted=Wanted(hidden=True))
        assert entry.hidden
        (entry,) = await store.listing(person="jan")
        assert not entry.hidden
        await store.hide("ana", "m", False)
        assert await found(store) == ["m"]
        with pytest.raises(UnknownMatch):
            await store.hide("ana", "none", True)


async def test_a_hidden_game_can_be_deleted(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"s", ended(1, -1))
        await store.hide("ana", "m", True)
        with open_maintenance(database.url) as keeping:
            keeping.remove("m", 0)
        assert database.ask("SELECT count(*) FROM hidden") == [(0,)]


async def test_a_summary_is_made_again_only_if_the_log_has_not_gone_on(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"s", summary(people=("ana",)))
        database.ask('UPDATE matches SET projected = 0, seats = \'[["ana","Ana"]]\'')
        database.ask("UPDATE people SET army = '', others = ''")
        with open_maintenance(database.url) as keeping:
            (entry,) = keeping.entries(outdated=True)
            await store.append("m", 1, [b"1"])
            with pytest.raises(Moved):
                keeping.project("m", entry.last, game(ANA, JAN))
            keeping.project("m", 1, game(ANA, JAN))
            assert list(keeping.entries(outdated=True)) == []
        assert await found(store, army="borgo") == ["m"]
        assert await found(store, "jan", opponent="ana") == ["m"]


async def test_a_new_summary_at_the_same_moment_wins(database: Database) -> None:
    """An append with a summary, and a rebuild from the log before it: the append's summary stays."""
    async with database.opened() as store:
        for number in range(20):
            match = f"m{number}"
            await store.create(match, [b"0"], b"s", game(ANA, JAN, status=Status.RUNNING, turn_of="ana"))

            def rebuild(match: str = match) -> None:
                with open_maintenance(database.url) as keeping:
                    keeping.project(match, 0, game(ANA, JAN, status=Status.RUNNING, turn_of="ana"))

            await asyncio.gather(
                asyncio.to_thread(rebuild),
                store.append(match, 1, [b"1"], game(ANA, JAN, status=Status.RUNNING, turn_of="jan")),
                return_exceptions=True,
            )
            assert (await store.summary(match)).turn_of == "jan"
