"""Deletion by age and by command, and what is never deleted; on both databases, while servers run."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Event

import httpx
import pytest

from neurohex.client import CommandRefused
from neurohex.rules.engine import legal_actions
from neurohex.server import housekeeping
from neurohex.server.housekeeping import HousekeepingError, Policy, Swept, sweep
from neurohex.server.sweeping import Sweeper
from neurohex.store import Status, Store, Unavailable, UnknownMatch, open_store, watching
from neurohex.store.maintenance import Maintenance, Moved, open_maintenance
from neurohex.wire.messages import Code, How, MatchPhase, PlayerClock, TurnClock
from tests.postgres import shared_postgres
from tests.server.aged import DAY, put_match
from tests.server.serving import Served, guests, mover, play, proposal, seated, serving
from tests.waiting import until

NOW = time.time()
ANN, BEN, CID = "guest-ann", "guest-ben", "guest-cid"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "matches.db") if request.param == "sqlite" else shared_postgres().new_database()


@asynccontextmanager
async def both(url: str) -> AsyncIterator[tuple[Store, Maintenance]]:
    """A store, as a server has it, and the database open for housekeeping beside it."""
    store = await open_store(url)
    try:
        with open_maintenance(url) as database:
            yield store, database
    finally:
        await store.close()


def matches(database: Maintenance) -> set[str]:
    return {entry.match for entry in database.entries()}


# --- by age ---------------------------------------------------------------------------------------
async def test_only_abandoned_matches_are_swept(url: str) -> None:
    async with both(url) as (store, database):
        month, day = NOW - 31 * DAY, NOW - DAY
        await put_match(store, "old-running", month, ANN, BEN)
        await put_match(store, "old-open", month, ANN)
        await put_match(store, "old-with-bot", month, ANN, bot=True)
        await put_match(store, "old-over", month, ANN, BEN, over=True)
        await put_match(store, "young-running", day, ANN, BEN)
        await put_match(store, "young-over", day, ANN, BEN, over=True)
        await put_match(store, "by-mail", month, ANN, BEN, clock=TurnClock(allowance=60 * DAY * 1000))
        await put_match(store, "paused", month, ANN, BEN, clock=PlayerClock(main=60_000))
        await put_match(store, "open-with-clock", month, ANN, clock=PlayerClock(main=60_000))
        everything = matches(database)
        expected = {"old-running", "old-open", "old-with-bot", "open-with-clock"}
        dry = sweep(database, Policy(abandoned=30), NOW, dry_run=True)
        assert set(dry.abandoned) == expected
        assert matches(database) == everything
        swept = sweep(database, Policy(abandoned=30), NOW)
        assert (set(swept.abandoned), swept.finished, swept.guests, swept.records) == (expected, [], [], [])
        assert matches(database) == everything - expected
        assert sweep(database, Policy(finished=30), NOW).finished == ["old-over"]
        assert not sweep(database, Policy(abandoned=30, finished=30), NOW)
        assert not sweep(database, Policy(), NOW + 1000 * DAY)


async def test_a_match_that_changes_during_the_sweep_stays(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with both(url) as (store, database):
        await put_match(store, "m1", NOW - 90 * DAY, ANN, BEN)
        remove = database.remove

        def late(match: str, last: int) -> None:
            with open_maintenance(url) as other:  # another process writes between check and deletion
                housekeeping.end_match(other, match, "first")
            remove(match, last)

        monkeypatch.setattr(database, "remove", late)
        assert not sweep(database, Policy(abandoned=30), NOW)
        assert await store.read("m1")


async def test_records_and_guests_are_swept_by_age(url: str) -> None:
    async with both(url) as (store, database):
        await put_match(store, "m1", NOW - 90 * DAY, ANN, BEN, over=True)
        await put_match(store, "m2", NOW - 10 * DAY, BEN, CID, over=True)
        await put_match(store, "m3", NOW - 90 * DAY, "account-1", bot=True, over=True)
        await put_match(store, "m4", NOW - 90 * DAY, "guest-dan", BEN)
        name = await store.add_text("a record", CID)
        assert not sweep(database, Policy(guests=100, records=1), NOW)
        swept = sweep(database, Policy(guests=30), NOW)
        assert swept == Swept(guests=[ANN])  # Dan sits in a match that is not over, and account-1 is no guest
        assert ANN not in str(await store.read("m1"))
        assert ANN not in database.traces()
        assert sweep(database, Policy(records=1), NOW + 2 * DAY) == Swept(records=[name])
        assert matches(database) == {"m1", "m2", "m3", "m4"}


# --- by hand --------------------------------------------------------------------------------------
async def test_a_match_is_deleted_only_when_it_is_over(url: str) -> None:
    async with both(url) as (store, database):
        await put_match(store, "m1", NOW - 900 * DAY, ANN, BEN)
        with pytest.raises(HousekeepingError, match=r"match m1 is not over: end it first \(neurohex admin end m1\)"):
            housekeeping.delete_match(database, "m1")
        housekeeping.end_match(database, "m1", "because")
        with pytest.raises(HousekeepingError, match="over already"):
            housekeeping.end_match(database, "m1", "because")
        found = housekeeping.read_match(database, "m1")
        assert found.finished is not None
        assert (found.finished.how, found.finished.why, found.finished.result) == (How.ABORTED, "because", (0, 0))
        assert (await store.summary("m1")).status is Status.FINISHED
        housekeeping.delete_match(database, "m1", dry_run=True)
        housekeeping.delete_match(database, "m1")
        with pytest.raises(UnknownMatch):
            await store.read("m1")


async def test_a_deleted_person_is_named_nowhere(url: str) -> None:
    async with both(url) as (store, database):
        await store.add_account("Ann", "hash")
        ann = housekeeping.person(database, "ann").id
        await put_match(store, "with-ben", NOW, ann, BEN, over=True)
        await put_match(store, "with-bot", NOW, ann, bot=True, over=True)
        await put_match(store, "left-it", NOW, BEN, CID, over=True, left=ann)
        await put_match(store, "left-open", NOW, BEN, left=ann)
        name = await store.add_text("mine", ann)
        before = housekeeping.record_text(database, "with-ben")
        assert ann in before
        dry = housekeeping.delete_person(database, "Ann", dry_run=True)
        assert await store.account("Ann") is not None
        erased = housekeeping.delete_person(database, "Ann")
        assert erased == dry
        assert (erased.deleted, sorted(erased.renamed)) == (["with-bot"], ["left-it", "with-ben"])
        assert (erased.left, erased.records, erased.account) == (["left-open"], [name], True)
        for match in ("with-ben", "left-it"):
            log = b"".join(await store.read(match))
            assert ann.encode() not in log
            assert BEN.encode() in log
            assert ann not in housekeeping.record_text(database, match)
            found = housekeeping.read_match(database, match)  # the log still plays through
            assert found.phase is MatchPhase.FINISHED
        assert [seat.name for seat in (await store.summary("with-ben")).seats] == ["deleted", BEN]
        assert await store.account("Ann") is None
        assert await store.text(name) is None
        assert (await store.revocations())[ann] == 1
        assert database.flaws() == []
        with pytest.raises(HousekeepingError, match='no person "Ann"'):
            housekeeping.delete_person(database, "Ann")


async def test_a_person_in_an_unfinished_match_cannot_be_deleted(url: str) -> None:
    async with both(url) as (store, database):
        await put_match(store, "m1", NOW, ANN, BEN)
        with pytest.raises(
            HousekeepingError, match=rf"{ANN} sits in matches that are not over: end them first .*end m1"
        ):
            housekeeping.delete_person(database, ANN)
        assert await store.revocations() == {}
        assert matches(database) == {"m1"}


async def test_people_are_listed_with_the_names_they_go_by(url: str) -> None:
    async with both(url) as (store, database):
        await store.add_account("Zoe", "hash")
        await put_match(store, "m1", NOW, ANN, BEN)
        known = housekeeping.people(database)
        assert [(each.name, each.account is not None) for each in known] == [("Zoe", True), (ANN, False), (BEN, False)]
        assert housekeeping.person(database, known[0].id).name == "Zoe"
        assert housekeeping.person(database, ANN).name == ANN


async def test_logs_that_cannot_be_replayed_are_reported(url: str) -> None:
    async with both(url) as (store, database):
        await put_match(store, "m1", NOW, ANN, BEN)
        await put_match(store, "m2", NOW, ANN, BEN, over=True)
        assert list(housekeeping.unreadable(database)) == []
        summary = await store.summary("m1")
        await store.append("m1", 4, [b'{"type":"someday"}'], summary)
        await store.append("m2", 5, [b'{"type":"returned","match":"m2","n":5,"at":1,"seat":1}'], summary)
        found = sorted(housekeeping.unreadable(database))
        assert found[0] == "match m1: this match was written by another version of the server"
        assert found[1].startswith("match m2: ")
        with pytest.raises(HousekeepingError, match="another version"):
            housekeeping.end_match(database, "m1", "x")


# --- beside a server ------------------------------------------------------------------------------
@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "LOOK_SECONDS", 0.05)


async def until_gone(served: Served, match: str) -> None:
    await until(lambda: match not in served.context.registry.loaded)


async def test_players_see_that_their_match_was_ended(url: str) -> None:
    async with serving(url) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        places = await seated(ann, ben)
        await play(places, random.Random(1), 6)

        def end() -> None:
            with open_maintenance(url) as database:
                housekeeping.end_match(database, places[0].match, "the operator has ended it")

        end()  # here and not in a thread: the rules run in it
        for place in places:
            await place.until(lambda place=place: place.is_over)  # type: ignore[misc]  # bound now
            assert place.follower.finished is not None
            assert place.follower.finished.why == "the operator has ended it"


async def test_a_server_drops_deleted_matches(url: str) -> None:
    async with serving(url) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        places = await seated(ann, ben)
        match = places[0].match
        with open_maintenance(url) as database:
            housekeeping.end_match(database, match, "over")
            housekeeping.delete_match(database, match)
        await until_gone(served, match)
        async with httpx.AsyncClient(base_url=served.url, timeout=60) as http:
            assert (await http.get(f"/api/matches/{match}")).status_code == 404
            assert (await http.get(f"/api/matches/{match}/events")).status_code == 404
        places = await seated(ann, ben)  # everything else continues
        await play(places, random.Random(2), 4)


async def test_an_act_in_a_deleted_match_is_refused_at_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "LOOK_SECONDS", 1000.0)
    async with serving(url) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        places = await seated(ann, ben)
        place = mover(places)
        monkeypatch.setattr(served.context.registry, "_refresh", _nothing)  # it has not been heard of yet
        with open_maintenance(url) as database:
            database.remove(place.match, database.entry(place.match).last)
        with pytest.raises(CommandRefused) as refused:
            await place.act(legal_actions(place.state)[0])
        assert refused.value.code is Code.UNKNOWN_MATCH
        await until_gone(served, place.match)


async def _nothing(*_: object) -> None:
    """Replaces the server's handling of news."""


async def test_bots_and_clocks_of_a_deleted_match_end(url: str, caplog: pytest.LogCaptureFixture) -> None:
    async with serving(url, lease_seconds=0.5) as served, guests(served.url, "Ann") as (ann,):
        place = await ann.make(proposal(bots=[None, "random"], clock=PlayerClock(main=600_000)))
        await place.until(lambda: place.is_mine)
        with open_maintenance(url) as database:
            last = database.entry(place.match).last
            database.remove(place.match, last)
        await until_gone(served, place.match)
    assert "Traceback" not in caplog.text
    assert "its runner failed" not in caplog.text


async def test_a_renamed_match_is_read_again(url: str) -> None:
    async with serving(url) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        places = await seated(ann, ben)
        match = places[0].match
        assert ann.person is not None
        with open_maintenance(url) as database:
            housekeeping.end_match(database, match, "over")
        for place in places:
            await place.until(lambda place=place: place.is_over)  # type: ignore[misc]  # bound now
        for client in (ann, ben):
            await client.__aexit__()
        with open_maintenance(url) as database:
            housekeeping.delete_person(database, ann.person.id)
        async with httpx.AsyncClient(base_url=served.url, timeout=60) as http:
            while ann.person.id in (await http.get(f"/api/matches/{match}/events")).text:
                await asyncio.sleep(0.01)


async def test_nothing_that_is_played_is_lost_under_sweeps(url: str) -> None:
    """People play on a server while sweeps go on all the time, with a policy that is far too eager."""
    over = Event()
    met = 0

    def sweep_on() -> None:
        nonlocal met
        with open_maintenance(url) as database:
            while not over.is_set():
                for entry in database.entries():
                    if entry.summary.status is not Status.FINISHED:
                        # As if the match had been looked at one or two events ago, and seemed abandoned.
                        for behind in (1, 2):
                            with pytest.raises((Moved, UnknownMatch)):
                                database.remove(entry.match, entry.last - behind)
                            met += 1
                sweep(database, Policy(abandoned=1, finished=1, guests=1, records=1), time.time())

    async with serving(url) as served, guests(served.url, "Ann", "Ben", "Cid", "Dan") as people:
        sweeping = asyncio.create_task(asyncio.to_thread(sweep_on))
        games = [await seated(*people[:2]), await seated(*people[2:])]
        try:
            acts = await asyncio.gather(*(play(places, random.Random(7 + n), 30) for n, places in enumerate(games)))
        finally:
            over.set()
            await sweeping
        assert met
        for places, done in zip(games, acts, strict=True):
            events = await served.context.store.read(places[0].match)
            assert sum(b'"type":"acted"' in event for event in events) >= done == 30
            assert len(events) == places[0].follower.last + 1


async def test_a_server_sweeps_by_its_settings_and_spares_loaded_matches(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    store = await open_store(url)
    try:
        for match in ("m1", "m2"):
            await put_match(store, match, NOW - 40 * DAY, ANN, BEN)
    finally:
        await store.close()
    async with (
        serving(url, keep_abandoned_days=30) as served,
        httpx.AsyncClient(base_url=served.url, timeout=60) as http,
    ):
        assert (await http.get("/api/matches/m2/events")).status_code == 200  # loads it
        sweeper = Sweeper(served.context.settings, served.context.registry)
        assert await sweeper.sweep() == Swept(abandoned=["m1"])
        assert "deleted by age: 1 abandoned and 0 finished matches" in caplog.text
        assert (await http.get("/api/matches/m1")).status_code == 404
        assert (await http.get("/api/matches/m2")).status_code == 200


async def test_sweeping_continues_when_the_database_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("neurohex.server.sweeping.FIRST_SECONDS", 0.0)
    monkeypatch.setattr("neurohex.server.sweeping.EACH_SECONDS", 0.01)
    tried = asyncio.Event()
    swept = Sweeper.sweep

    async def fails_once(self: Sweeper) -> Swept:
        if "next sweep" not in caplog.text:
            raise Unavailable("gone")
        found = await swept(self)
        tried.set()
        return found

    monkeypatch.setattr(Sweeper, "sweep", fails_once)
    async with serving(str(tmp_path / "m.db"), keep_records_days=1):
        await tried.wait()
    assert "gone; next sweep in" in caplog.text


async def test_nothing_is_swept_unless_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sweeper, "_work", None)  # would fail if it were begun
    async with serving(str(tmp_path / "m.db")):
        pass
