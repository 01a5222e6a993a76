"""Manners: reactions, blocks and reports, and who may do what."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
from collections.abc import AsyncIterator
from typing import Any

import pytest

from neurohex.cli import main
from neurohex.client import Client, CommandRefused
from neurohex.server import manners, reactions
from neurohex.store.maintenance import open_maintenance
from neurohex.wire.messages import Reacted, Reaction
from tests.postgres import shared_postgres
from tests.server.api import Api, apis
from tests.server.serving import Process, guests, line, proposal, seated, serving

PASSWORD = "correct horse battery"


@contextlib.asynccontextmanager
async def accounts(url: str, *names: str) -> AsyncIterator[list[Client]]:
    async with contextlib.AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Client(url)) for _ in names]
        for client, name in zip(people, names, strict=True):
            await client.register(name, PASSWORD)
        yield people


def id_of(client: Client) -> str:
    assert client.person is not None
    return client.person.id


async def refused(doing: Any) -> str:
    with pytest.raises(CommandRefused) as caught:
        await doing
    return caught.value.code.value


# --- reactions ---
async def test_a_reaction_reaches_all_at_the_table_and_is_not_in_the_log(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        places = [*await seated(ann, ben)]
        watching = await eve.watch(places[0].match)
        last = places[0].follower.last
        await places[1].react(Reaction.NICE)
        expected = [Reacted(match=places[0].match, seat=1, reaction=Reaction.NICE)]
        for place in (*places, watching):
            await place.until(lambda place=place: bool(place.reactions))  # type: ignore[misc]  # bound now
            assert place.reactions == expected
        assert await refused(watching.react(Reaction.HELLO)) == "not_seated"
        async with apis(served.url, ann) as (api, nobody):
            path = f"/api/matches/{places[0].match}/"
            command = {"type": "react", "id": "x1", "match": places[0].match, "reaction": "thanks"}
            assert await nobody.code("POST", f"{path}commands", command) == "not_signed_in"
            assert await api.code("POST", f"{path}commands", {**command, "reaction": "free text"}) == "malformed"
            assert (await api.good("POST", f"{path}commands", command))["type"] == "sent"
            events = await api.good("GET", f"{path}events")
            assert [event["n"] for event in events] == list(range(last + 1))
        await places[0].resign()
        await places[0].react(Reaction.THANKS)  # after the end too
        await watching.until(lambda: len(watching.reactions) == 3)


async def test_reactions_are_limited_and_a_repeated_command_reacts_once(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        places = await seated(ann, ben)
        assert ann.signed_in is not None
        async with line(served.url, ann.signed_in.token) as socket:
            command = {"type": "react", "id": "same", "match": places[0].match, "reaction": "hello"}
            for _ in range(3):
                assert (await socket.answer(command))["type"] == "sent"
            for _ in range(reactions.AT_ONCE - 1):
                await places[0].react(Reaction.OOPS)
            assert (await socket.answer({**command, "id": "more"}))["code"] == "too_often"
            assert (await socket.answer(command))["type"] == "sent"
        await places[1].react(Reaction.MOMENT)  # another person's are counted apart
        await places[1].until(lambda: Reaction.MOMENT in [each.reaction for each in places[1].reactions])
        assert [each.reaction for each in places[1].reactions] == [
            Reaction.HELLO,
            *[Reaction.OOPS] * (reactions.AT_ONCE - 1),
            Reaction.MOMENT,
        ]


# --- blocks ---
async def test_who_may_block_and_whom(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manners, "MOST_BLOCKS", 2)
    async with (
        serving(database, accounts=True) as served,
        accounts(served.url, "Ann", "Ben", "Tom") as (ann, ben, tom),
        guests(served.url, "Eve") as (eve,),
    ):
        places = await seated(ann, eve)
        async with apis(served.url, ann, ben, eve) as (api, of_ben, of_eve, nobody):
            path = "/api/me/blocks"
            assert await nobody.code("POST", path, {"person": id_of(ben)}) == "not_signed_in"
            assert await nobody.code("GET", path) == "not_signed_in"
            assert await of_eve.code("POST", path, {"person": id_of(ann)}) == "not_allowed"  # a guest
            assert await api.code("POST", path, {"person": id_of(ann)}) == "not_allowed"
            assert await api.code("POST", path, {"person": "account-none"}) == "not_found"
            assert await api.code("POST", path, {"person": id_of(eve)}) == "not_found"
            assert await api.code("POST", path, {"person": id_of(eve), "match": "none"}) == "unknown_match"
            assert await api.code("POST", path, {"person": id_of(ben), "match": places[0].match}) == "not_seated"
            found = await api.good("POST", path, {"person": id_of(ben)})
            assert [(each["person"], each["name"]) for each in found["people"]] == [(id_of(ben), "Ben")]
            found = await api.good("POST", path, {"person": id_of(eve), "match": places[0].match})
            assert [each["name"] for each in found["people"]] == ["Ben", "Eve"]
            assert await api.code("POST", path, {"person": id_of(tom)}) == "too_often"
            assert await of_ben.good("GET", path) == {"people": []}  # the blocked one sees nothing
            await of_ben.good("DELETE", path, {"person": id_of(ann)})  # and lifts nothing
            assert len((await api.good("GET", path))["people"]) == 2
            assert len((await api.good("DELETE", path, {"person": id_of(ben)}))["people"]) == 1


async def listed(api: Api) -> list[str]:
    return [each["match"] for each in (await api.good("GET", "/api/matches", status="open"))["matches"]]


async def test_people_kept_apart_take_no_seats_at_each_others_tables(database: str) -> None:
    async with (
        serving(database, accounts=True) as served,
        accounts(served.url, "Ann", "Ben", "Tom") as (ann, ben, tom),
        apis(served.url, ann, ben, tom) as (of_ann, of_ben, of_tom, nobody),
    ):
        by_ann, by_ben = await ann.propose(proposal()), await ben.propose(proposal())
        by_tom = (await tom.make(proposal("borgo", "moloch", "outpost"))).match
        await of_ann.good("POST", "/api/me/blocks", {"person": id_of(ben)})
        assert set(await listed(of_ann)) == {by_ann, by_tom}
        assert set(await listed(of_ben)) == {by_ben, by_tom}
        assert set(await listed(of_tom)) == set(await listed(nobody)) == {by_ann, by_ben, by_tom}
        assert await refused(ann.join(by_ben)) == "not_allowed"
        assert await refused(ben.join(by_ann)) == "not_allowed"
        await ann.join(by_tom)
        assert await refused(ben.join(by_tom)) == "not_allowed"  # a third person's table, with Ann at it
        assert by_tom not in await listed(of_ben)
        invited = {"terms": {"armies": ["borgo", "moloch"]}, "seats": [{}, {"person": id_of(ann)}]}
        assert await of_ben.code("POST", "/api/matches", invited) == "not_allowed"
        await of_ann.good("DELETE", "/api/me/blocks", {"person": id_of(ben)})
        await ben.join(by_tom)
        await ben.join(by_ann)


async def test_a_game_that_runs_goes_on_without_reactions_and_so_does_a_rematch(database: str) -> None:
    async with (
        serving(database, accounts=True) as served,
        accounts(served.url, "Ann", "Ben") as (ann, ben),
        guests(served.url, "Eve") as (eve,),
        apis(served.url, ann) as (api, _),
    ):
        places = await seated(ann, ben)
        watching = await eve.watch(places[0].match)
        await api.good("POST", "/api/me/blocks", {"person": id_of(ben)})
        await places[1].react(Reaction.OUCH)
        await places[0].react(Reaction.HELLO)
        await watching.until(lambda: len(watching.reactions) == 2)
        await places[0].resign()  # events come in order: no reaction is under way any more
        await places[1].until(lambda: places[1].is_over)
        assert [each.seat for each in places[0].reactions] == [0]
        assert [each.seat for each in places[1].reactions] == [1]
        await places[0].offer_rematch()
        await places[1].until(lambda: bool(places[1].follower.rematch_agreed))
        await places[1].answer_rematch(agree=True)
        await places[0].until(lambda: places[0].follower.rematch is not None)
        assert places[0].follower.rematch is not None
        again = [await client.join(places[0].follower.rematch) for client in (ann, ben)]  # both have agreed to it
        await again[0].until(lambda: again[0].follower.awaited() is not None)


# --- reports ---
async def test_who_may_report_whom(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manners, "REPORTS_A_DAY", 3)
    async with (
        serving(database, accounts=True) as served,
        accounts(served.url, "Ann", "Ben") as (ann, ben),
        guests(served.url, "Eve", "Tom") as (eve, tom),
        apis(served.url, ann, ben, eve) as (api, of_ben, of_eve, nobody),
    ):
        match = (await seated(ann, eve))[0].match
        other = (await seated(eve, tom))[0].match
        about = {"person": id_of(eve), "reason": "stalling", "match": match}
        assert await nobody.code("POST", "/api/reports", about) == "not_signed_in"
        assert await of_eve.code("POST", "/api/reports", {**about, "person": id_of(ann)}) == "not_allowed"
        assert await of_ben.code("POST", "/api/reports", about) == "not_seated"
        assert await api.code("POST", "/api/reports", {**about, "match": other}) == "not_seated"
        assert await api.code("POST", "/api/reports", {**about, "match": None}) == "not_found"
        assert await api.code("POST", "/api/reports", {**about, "person": id_of(ann)}) == "not_allowed"
        assert await api.code("POST", "/api/reports", {**about, "reason": "his hat"}) == "malformed"
        assert await api.code("POST", "/api/reports", {**about, "text": "free"}) == "malformed"
        for _ in range(3):
            await api.good("POST", "/api/reports", about)  # counts once
        await api.good("POST", "/api/reports", {"person": id_of(ben), "reason": "name"})
        await api.good("POST", "/api/reports", {**about, "reason": "reactions"})
        assert await api.code("POST", "/api/reports", {**about, "reason": "leaving"}) == "too_often"
        told = json.dumps(await of_eve.good("GET", "/api/me/export"))
        assert "stalling" not in told  # nobody learns who has reported them
        mine = await api.good("GET", "/api/me/export")
        assert [each["reason"] for each in mine["reports"]] == ["stalling", "name", "reactions"]


def admin(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    code = main(["admin", *words, "--json"])
    out, err = capsys.readouterr()
    return json.loads(out) if code == 0 else err


async def test_the_operator_lists_shows_and_closes_reports(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    async with (
        serving(database, accounts=True) as served,
        accounts(served.url, "Ann", "Ben") as (ann, ben),
        apis(served.url, ann) as (api, _),
    ):
        for reason in ("name", "help"):
            await api.good("POST", "/api/reports", {"person": id_of(ben), "reason": reason})
        there = ("--database", database)
        assert admin(capsys, "status", *there)["reports"] == 2
        first, second = admin(capsys, "reports", *there)["reports"]
        assert (first["reason"], first["name"], first["by"]) == ("name", "Ben", "Ann")
        (shown,) = admin(capsys, "reports", first["id"], *there)["reports"]
        assert shown["about_the_same"] == 1
        assert main(["admin", "reports", *there]) == 0
        assert first["id"] in capsys.readouterr().out
        (closed,) = admin(capsys, "reports", first["id"], "--close", "--note", "warned", *there)["reports"]
        assert closed["closed"] > 0
        assert closed["note"] == "warned"
        assert [each["id"] for each in admin(capsys, "reports", *there)["reports"]] == [second["id"]]
        assert len(admin(capsys, "reports", "--all", "--person", "ben", *there)["reports"]) == 2
        assert "closed already" in admin(capsys, "reports", first["id"], "--close", *there)
        assert "no report" in admin(capsys, "reports", "nothing", *there)
        assert "expected the ids" in admin(capsys, "reports", "--close", *there)
        assert "goes with --close" in admin(capsys, "reports", first["id"], "--note", "x", *there)
        exported = json.loads(_out(capsys, "export", "person", "Ann", *there))
        assert len(exported["reports"]) == 2


def _out(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["admin", *words]) == 0
    return capsys.readouterr().out


async def test_a_farewell_takes_blocks_and_reports_along(database: str) -> None:
    async with (
        serving(database, accounts=True) as served,
        accounts(served.url, "Ann", "Ben") as (ann, ben),
        apis(served.url, ann, ben) as (api, of_ben, _),
    ):
        await api.good("POST", "/api/me/blocks", {"person": id_of(ben)})
        await of_ben.good("POST", "/api/me/blocks", {"person": id_of(ann)})
        await api.good("POST", "/api/reports", {"person": id_of(ben), "reason": "help"})
        await of_ben.good("POST", "/api/reports", {"person": id_of(ann), "reason": "name"})
        await api.good("DELETE", "/api/me", {"password": PASSWORD})
        assert await of_ben.good("GET", "/api/me/blocks") == {"people": []}
        with open_maintenance(database) as keeping:
            (left,) = keeping.reports()
            assert (left.reason, left.reporter == id_of(ann)) == ("help", False)
            assert keeping.fetch("SELECT count(*) FROM blocks") == [(0,)]


# --- several servers, and one that dies ---
@pytest.mark.slow
async def test_two_servers_pass_reactions_on_and_keep_people_apart() -> None:
    shared = shared_postgres().new_database()
    async with (
        serving(shared, accounts=True) as one,
        serving(shared, accounts=True) as other,
        accounts(one.url, "Ann") as (ann,),
        accounts(other.url, "Ben", "Tom") as (ben, tom),
        apis(one.url, ann) as (api, _),
    ):
        first = await ann.make(proposal())
        second = await ben.join(first.match)
        watching = await tom.watch(first.match)
        await first.react(Reaction.LUCK)
        for place in (first, second, watching):
            await place.until(lambda place=place: bool(place.reactions))  # type: ignore[misc]  # bound now
            assert place.reactions == [Reacted(match=first.match, seat=0, reaction=Reaction.LUCK)]
        await api.good("POST", "/api/me/blocks", {"person": id_of(ben)})
        await first.react(Reaction.OOPS)
        await watching.until(lambda: len(watching.reactions) == 2)
        await second.react(Reaction.OUCH)
        await watching.until(lambda: len(watching.reactions) == 3)
        await first.resign()
        await second.until(lambda: second.is_over)
        assert [each.reaction for each in second.reactions] == [Reaction.LUCK, Reaction.OUCH]
        assert [each.reaction for each in first.reactions] == [Reaction.LUCK, Reaction.OOPS]
        table = await ann.propose(proposal())
        assert await refused(ben.join(table)) == "not_allowed"  # on the other server


@pytest.mark.slow
async def test_blocks_and_reports_survive_a_kill(database: str) -> None:
    async with Process(database, "--accounts", "yes") as server, contextlib.AsyncExitStack() as stack:
        ann, ben = await stack.enter_async_context(accounts(server.url, "Ann", "Ben"))
        async with apis(server.url, ann) as (api, _):
            await asyncio.gather(
                api.good("POST", "/api/me/blocks", {"person": id_of(ben)}),
                api.good("POST", "/api/reports", {"person": id_of(ben), "reason": "name"}),
            )
            await server.end(signal.SIGKILL)
            await server.start()
            table = await ann.propose(proposal())
            async with Client(server.url, ben.signed_in) as again:
                assert await refused(again.join(table)) == "not_allowed"
    with open_maintenance(database) as keeping:
        assert [each.reason for each in keeping.reports()] == ["name"]
