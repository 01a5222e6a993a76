"""Housekeeping in both databases, beside a store that is in use."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from neurohex.store import (
    EVERYBODY,
    CannotOpen,
    News,
    Seat,
    Status,
    Store,
    StoreRefusal,
    Unavailable,
    UnknownAccount,
    UnknownMatch,
)
from neurohex.store.maintenance import Entry, Maintenance, Moved, Upload, open_maintenance
from neurohex.store.sqlite import SqliteStore
from tests.store.databases import Database, PostgresDatabase, SqliteDatabase
from tests.store.samples import summary


async def test_matches_are_listed_oldest_first_with_their_last_event(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("neurohex.store.maintenance.PAGE", 2)
    async with database.opened() as store:
        for number, status in enumerate((Status.FINISHED, Status.OPEN, Status.RUNNING, Status.FINISHED, Status.OPEN)):
            people = ("ana",) if number % 2 else ("ana", "jan")
            await store.create(f"m{number}", [b"0"], b"s", summary(status, created=1000.0 + number, people=people))
        await store.append("m2", 1, [b"one", b"two"])
        with open_maintenance(database.url) as found:
            assert [entry.match for entry in found.entries()] == ["m0", "m1", "m2", "m3", "m4"]
            assert [entry.match for entry in found.entries(status=Status.OPEN)] == ["m1", "m4"]
            assert [entry.match for entry in found.entries(person="jan")] == ["m0", "m2", "m4"]
            assert [entry.match for entry in found.entries(person="jan", status=Status.FINISHED)] == ["m0"]
            assert found.entry("m2") == Entry("m2", await store.summary("m2"), 2, b"two")
            assert found.log("m2") == [b"0", b"one", b"two"]
            assert found.secret("m2") == b"s"
            for wrong in ("m9", "", "no match", "\0"):
                with pytest.raises(UnknownMatch):
                    found.entry(wrong)


async def test_a_match_is_removed_with_all_that_belongs_to_it(database: Database) -> None:
    async with database.opened() as store:
        for match in ("m1", "m2"):
            await store.create(match, [b"0", b"1"], b"secret", summary())
            assert await store.claim(match, "server", 60)
        with open_maintenance(database.url) as found:
            found.remove("m1", 1)
            assert [entry.match for entry in found.entries()] == ["m2"]
            with pytest.raises(UnknownMatch):
                found.remove("m1", 1)
        for table in ("events", "secrets", "people"):
            assert {match for (match,) in database.ask(_MATCHES_IN[table])} == {"m2"}
        with pytest.raises(UnknownMatch):
            await store.append("m1", 2, [b"2"])
        with pytest.raises(UnknownMatch):
            await store.claim("m1", "server", 60)
        await store.append("m2", 2, [b"2"])


_MATCHES_IN = {
    "events": "SELECT match FROM events",
    "secrets": "SELECT match FROM secrets",
    "people": "SELECT match FROM people",
}


async def test_a_match_that_has_gone_on_is_not_removed(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m1", [b"0"], b"secret", summary())
        with open_maintenance(database.url) as found:
            seen = found.entry("m1").last
            await store.append("m1", 1, [b"1"])
            with pytest.raises(Moved, match="match m1: something happened in it"):
                found.remove("m1", seen)
        assert await store.read("m1") == [b"0", b"1"]


async def test_no_act_is_lost_while_matches_are_removed(database: Database) -> None:
    """Either the act is in the log and the match stays, or the match is gone and the act is refused."""
    matches = [f"m{number}" for number in range(12)]
    acknowledged: dict[str, int] = {}
    removed: dict[str, int] = {}
    beaten = Event()
    async with database.opened() as store:
        for match in matches:
            await store.create(match, [b"0"], b"secret", summary())
            acknowledged[match] = 0
        players = [asyncio.create_task(_play(store, match, acknowledged)) for match in matches]
        await asyncio.to_thread(_remove_all, database.url, matches, removed, beaten)
        assert set(removed) == set(matches)
        for player in players:
            await player  # ended by `UnknownMatch`, and by nothing else
        assert acknowledged == removed
        assert beaten.is_set(), "no removal met a player: the test shows nothing"
        assert database.ask("SELECT count(*) FROM events") == [(0,)]


async def _play(store: Store, match: str, acknowledged: dict[str, int]) -> None:
    luck = random.Random(match)
    while True:
        number = acknowledged[match] + 1
        try:
            await store.append(match, number, [b"x"], summary() if luck.random() < 0.3 else None)
        except UnknownMatch:
            return
        acknowledged[match] = number


def _remove_all(url: str, matches: list[str], removed: dict[str, int], beaten: Event) -> None:
    luck = random.Random(5)
    with open_maintenance(url) as found:
        left = list(matches)
        while left:
            match = luck.choice(left)
            # Also guess ahead, to meet players who act at this very moment.
            last = found.entry(match).last + luck.choice((0, 0, 1, 2))
            try:
                found.remove(match, last)
            except Moved:
                beaten.set()
            else:
                removed[match] = last
                left.remove(match)


async def test_events_are_appended_by_the_same_rule(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m1", [b"0"], b"secret", summary())
        over = summary(Status.FINISHED, updated=2000.0)
        with open_maintenance(database.url) as found:
            with pytest.raises(Moved):
                found.append("m1", 2, [b"2"], over)
            found.append("m1", 1, [b"1", b"2"], over)
            with pytest.raises(UnknownMatch):
                found.append("m2", 1, [b"1"], over)
        assert await store.read("m1") == [b"0", b"1", b"2"]
        assert await store.summary("m1") == over


async def test_a_person_is_removed_from_a_match(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m1", [b"0", b"ana", b"jan"], b"secret", summary(Status.FINISHED))
        seats = (Seat("deleted-1", "deleted"), Seat("jan", "Jan"))
        with open_maintenance(database.url) as found:
            found.rewrite("m1", 2, {1: b"deleted-1"}, seats)
        assert await store.read("m1") == [b"0", b"deleted-1", b"jan"]
        assert (await store.summary("m1")).seats == seats
        assert await store.listing(person="ana") == []
        assert [entry.match for entry in await store.listing(person="jan")] == ["m1"]


async def test_texts_are_listed_and_removed(database: Database) -> None:
    async with database.opened() as store:
        names = [await store.add_text(text, person) for text, person in (("Ża", "ana"), ("b", "jan"), ("c", "ana"))]
        with open_maintenance(database.url) as found:
            uploads = found.uploads()
            assert [upload.name for upload in uploads] == names
            assert uploads[0] == Upload(names[0], "ana", uploads[0].created, 3)
            assert [upload.name for upload in found.uploads(person="jan")] == [names[1]]
            assert found.text(names[0]) == "Ża"
            assert found.remove_text(names[0])
            assert not found.remove_text(names[0])
            assert not found.remove_text("\0")
            assert found.text(names[0]) is None
        assert await store.text(names[0]) is None
        assert await store.texts_by("ana") == 1


async def test_people_are_found_by_their_activity(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m1", [b"0"], b"s", summary(Status.FINISHED, updated=1500.0))
        await store.create("m2", [b"0"], b"s", summary(Status.RUNNING, updated=1700.0, people=("ana",)))
        await store.add_text("text", "eva")
        with open_maintenance(database.url) as found:
            traces = found.traces()
            assert set(traces) == {"ana", "jan", "eva"}
            ana = traces["ana"]
            assert (ana.matches, ana.unfinished, ana.uploads, ana.seen) == (2, 1, 0, 1700.0)
            assert (traces["jan"].matches, traces["jan"].unfinished, traces["jan"].seen) == (1, 0, 1500.0)
            assert (traces["eva"].matches, traces["eva"].uploads) == (0, 1)
            assert found.traces("jan") == {"jan": traces["jan"]}
            assert found.traces("nobody") == found.traces("\0") == {}


async def test_accounts_and_revocations(database: Database) -> None:
    async with database.opened() as store:
        await store.add_account("Ana", "old")
        with open_maintenance(database.url) as found:
            assert [account.name for account in found.accounts()] == ["Ana"]
            found.change_password("ANA", "new")
            found.revoke("account-1")
            found.revoke(EVERYBODY)
            there = await store.account("ana")
            assert there is not None
            assert there.password_hash == "new"
            assert found.account("ana") == there
            assert await store.revocations() == {"account-1": 1, EVERYBODY: 1}
            found.remove_account("ana")
            assert found.account("ana") is None
            for wrong in ("ana", "\0"):
                with pytest.raises(UnknownAccount):
                    found.remove_account(wrong)
                with pytest.raises(UnknownAccount):
                    found.change_password(wrong, "x")


async def test_a_sound_database_has_no_flaws(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m1", [b"0", b"1"], b"s", summary())
        await store.add_text("text", "ana")
        with open_maintenance(database.url) as found:
            assert found.flaws() == []
            counts = found.counts()
            assert (counts.open, counts.running, counts.finished) == (0, 1, 0)
            assert (counts.events, counts.records, counts.accounts) == (2, 1, 0)


async def test_missing_rows_are_reported(database: Database) -> None:
    async with database.opened() as store:
        for match in ("m1", "m2", "m3"):
            await store.create(match, [b"0", b"1", b"2"], b"s", summary())
    database.ask("DELETE FROM events WHERE match = 'm1' AND number = 1")
    database.ask("DELETE FROM events WHERE match = 'm2'")
    database.ask("DELETE FROM secrets WHERE match = 'm3'")
    with open_maintenance(database.url) as found:
        assert found.flaws() == [
            "match m1: its log has a hole",
            "match m2: it has no events",
            "match m3: its secret is missing",
        ]


async def test_a_damaged_file_is_reported(sqlite: SqliteDatabase) -> None:
    async with sqlite.opened() as store:
        for number in range(30):
            await store.create(f"m{number}", [bytes(3000)], b"s", summary())
    data = bytearray(sqlite.path.read_bytes())
    for page in range(len(data) - 40_960, len(data), 4096):
        data[page : page + 200] = b"\xff" * 200
    sqlite.path.write_bytes(data)
    with open_maintenance(sqlite.url) as found:
        try:
            flaws = found.flaws()
        except Unavailable as error:
            flaws = [str(error)]
    assert flaws


async def test_compacting_gives_the_room_back(database: Database) -> None:
    async with database.opened() as store:
        for number in range(20):
            await store.create(f"m{number}", [bytes(50_000)], b"s", summary())
    with open_maintenance(database.url) as found:
        for entry in list(found.entries())[1:]:
            found.remove(entry.match, entry.last)
        before = found.size()
        await asyncio.to_thread(found.compact)
        if isinstance(database, SqliteDatabase):
            assert found.size() < before / 4
        assert [entry.match for entry in found.entries()] == ["m0"]
    async with database.opened() as store:
        assert len(await store.read("m0")) == 1


async def test_a_sqlite_file_is_not_compacted_under_a_server(sqlite: SqliteDatabase) -> None:
    async with sqlite.opened():
        with open_maintenance(sqlite.url) as found, pytest.raises(StoreRefusal, match="another server is using"):
            await asyncio.to_thread(found.compact)


async def test_maintenance_needs_an_existing_database_of_this_version(
    tmp_path: Path, postgres: PostgresDatabase
) -> None:
    missing, other = tmp_path / "none.db", tmp_path / "other.txt"
    other.write_text("no database, but a text that is long enough to be looked at as one" * 20)
    for url, said in (
        (str(missing), "there is no such database"),
        (str(tmp_path), "there is no such database"),
        (str(other), "this is not a database"),
        (postgres.url, "no server of neurohex has made it ready yet"),
        ("postgresql://localhost:1/none", "PostgreSQL database 'none'"),
        ("mysql://x", "expected sqlite"),
    ):
        with pytest.raises(CannotOpen, match=said):
            open_maintenance(url)
    assert not missing.exists()


async def test_a_database_of_another_version_is_unchanged(database: Database) -> None:
    await (await database.open_with(database.steps[:1])).close()
    with pytest.raises(CannotOpen, match="written by an older neurohex: start a server of this version on it once"):
        open_maintenance(database.url)
    await (await database.open_with((*database.steps, ("CREATE TABLE later (x INTEGER)",)))).close()
    with pytest.raises(CannotOpen, match="written by a newer neurohex: use that one"):
        open_maintenance(database.url)


@pytest.fixture
def held(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Maintenance]:
    monkeypatch.setattr("neurohex.store.maintenance_sqlite.BUSY", 0.05)

    async def make() -> None:
        async with database.opened() as store:
            await store.create("m1", [b"0"], b"s", summary())

    asyncio.run(make())
    with open_maintenance(database.url) as found:
        yield found


def _change_half(found: Maintenance) -> None:
    with found.writing():
        found.change("DELETE FROM secrets")
        found.change("DELETE FROM nothing")


def test_a_failed_change_leaves_everything(held: Maintenance, database: Database) -> None:
    if isinstance(database, SqliteDatabase):
        with database.held(), pytest.raises(Unavailable, match="another program has kept the database busy"):
            held.remove("m1", 0)
    with pytest.raises(Unavailable):
        _change_half(held)
    assert held.secret("m1") == b"s"
    held.remove("m1", 0)


async def test_a_sqlite_store_detects_writes_of_other_processes(sqlite: SqliteDatabase) -> None:
    async with sqlite.opened() as store:
        assert isinstance(store, SqliteStore)
        news = store.news()
        await store.create("m1", [b"0"], b"s", summary())
        await store._watch.look()
        await store.append("m1", 1, [b"1"])  # its own writing is no news
        await store._watch.look()
        with open_maintenance(sqlite.url) as found:
            found.entry("m1")  # nor is reading
            await store._watch.look()
            found.remove("m1", 1)
        await store._watch.look()
        assert await asyncio.wait_for(anext(news), 60) == News(gap=True)
        await store._watch.look()
        following = asyncio.ensure_future(anext(news))
        await asyncio.sleep(0)
        assert not following.done()
        following.cancel()
