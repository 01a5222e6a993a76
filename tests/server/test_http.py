"""HTTP requests: matches, people, health and metrics."""

from __future__ import annotations

import contextlib
import json
import random
import re
import socket
import sqlite3
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest

from neurohex.board import TERMINALS
from neurohex.client import Client, CommandRefused, RequestFailed
from neurohex.match.proof import prove
from neurohex.notation.record import parse_record
from neurohex.server.routes import ENDPOINTS
from neurohex.server.run import listen
from neurohex.server.settings import Settings
from neurohex.wire.messages import MatchPhase, PlayerClock, SeatPlan
from tests.server.serving import guests, line, play, proposal, seated, serving

NONCE = "00112233445566778899aabbccddeeff"
NOWHERE = {"match": "nowhere", "record": "nowhere", "kind": "match", "name": "nowhere.png", "passkey": "nowhere"}
"""What fills the paths of endpoints that find nothing."""
STUDY = {"kind": "study", "name": "board.svg"}
"""What fills the path of the picture of a study board, and its query."""
LINE = "living standard borgo:17* moloch:9 | C2=0.HQ C3=1.HQ C4=0.Claws"


def bearer(client: Client) -> dict[str, str]:
    assert client.signed_in is not None
    return {"authorization": f"Bearer {client.signed_in.token}"}


async def test_a_match_is_made_listed_joined_watched_and_downloaded(database: str) -> None:
    async with (
        serving(database) as served,
        guests(served.url, "Ann", "Ben") as (ann, ben),
        httpx.AsyncClient(base_url=served.url, timeout=60) as http,
    ):
        body = {"terms": {"armies": ["borgo", "moloch"]}, "seats": [{}, {}]}
        made = await http.post("/api/matches", json=body, headers=bearer(ann))
        assert made.status_code == 201
        match = made.json()["match"]
        (listed,) = (await http.get("/api/matches?status=open")).json()["matches"]
        assert listed["match"] == match
        assert listed["terms"]["armies"] == ["borgo", "moloch"]
        assert listed["seats"] == [{"person": ann.person and ann.person.id}, {}]
        for client, seat in ((ann, 0), (ben, 1)):
            join = {"type": "join", "id": "j", "match": match, "name": "Somebody", "nonce": NONCE, "seat": seat}
            answer = await http.post(f"/api/matches/{match}/commands", json=join, headers=bearer(client))
            assert (answer.status_code, answer.json()["type"]) == (200, "accepted")
        one = (await http.get(f"/api/matches/{match}")).json()
        assert (one["status"], [seat["name"] for seat in one["seats"]]) == ("running", ["Ann", "Ben"])
        events = (await http.get(f"/api/matches/{match}/events")).json()
        assert [event["type"] for event in events] == ["created", "joined", "joined", "started"]
        assert (await http.get(f"/api/matches/{match}/events?since=2")).json() == events[2:]
        assert (await http.get("/api/matches?status=open")).json() == {"matches": []}
        assert (await http.get("/api/matches?person=me", headers=bearer(ben))).json()["matches"] == [one]
        places = [await ann.watch(match), await ben.watch(match)]
        await play(places, random.Random(1))
        answer = await http.get(f"/api/matches/{match}/record")
        assert answer.headers["content-disposition"] == f'attachment; filename="neurohex-{match}.txt"'
        assert prove(parse_record(answer.text)).proven
        assert (await http.get("/api/matches?status=finished")).json()["matches"][0]["match"] == match


async def test_refusals_have_a_status_a_code_and_a_sentence(database: str) -> None:
    async with (
        serving(database, bots=("random",), message_bytes=2000) as served,
        guests(served.url, "Ann") as (ann,),
        httpx.AsyncClient(base_url=served.url, timeout=60) as http,
    ):
        good = {"terms": {"armies": ["borgo", "moloch"]}, "seats": [{}, {}]}
        made = (await http.post("/api/matches", json=good, headers=bearer(ann))).json()["match"]
        look = {"type": "look", "id": "x", "match": made}
        cases: list[tuple[str, str, Any, dict[str, str], int, str]] = [
            ("POST", "/api/matches", good, {}, 401, "not_signed_in"),
            ("POST", "/api/matches", good, {"authorization": "Bearer nonsense"}, 401, "not_signed_in"),
            ("POST", "/api/matches", good, {"authorization": "Basic QTpi"}, 401, "not_signed_in"),
            ("POST", "/api/matches", {**good, "x": 1}, bearer(ann), 400, "malformed"),
            ("POST", "/api/matches", {**good, "seats": [{}]}, bearer(ann), 400, "malformed"),
            ("POST", "/api/matches", {**good, "seats": [{}, {}, {}]}, bearer(ann), 400, "malformed"),
            ("POST", "/api/matches", {**good, "terms": {"armies": ["borgo", "x"]}}, bearer(ann), 400, "malformed"),
            ("POST", "/api/matches", {**good, "seats": [{}, {"bot": "greedy"}]}, bearer(ann), 403, "not_allowed"),
            ("POST", "/api/matches", {**good, "seats": [{"bot": "random"}] * 2}, bearer(ann), 403, "not_allowed"),
            ("POST", "/api/guests", {"name": " "}, {}, 400, "malformed"),
            ("POST", "/api/guests", {"name": "x" * 2000}, {}, 413, "too_large"),
            ("POST", "/api/accounts", {"name": "Ann", "password": "correct horse"}, {}, 403, "not_allowed"),
            ("GET", "/api/matches?status=lost", None, {}, 400, "malformed"),
            ("GET", "/api/matches?after=nowhere", None, {}, 404, "unknown_match"),
            ("GET", "/api/matches?person=me", None, {}, 401, "not_signed_in"),
            ("GET", "/api/matches/nowhere", None, {}, 404, "unknown_match"),
            ("GET", "/api/matches/nowhere/events", None, {}, 404, "unknown_match"),
            ("GET", f"/api/matches/{made}/events?since=-1", None, {}, 400, "malformed"),
            ("GET", "/api/matches/nowhere/record", None, {}, 404, "unknown_match"),
            ("POST", "/api/matches/other/commands", look, {}, 400, "malformed"),
            ("POST", f"/api/matches/{made}/commands", {**look, "type": "follow"}, {}, 403, "not_allowed"),
            ("POST", f"/api/matches/{made}/commands", {**look, "type": "return"}, bearer(ann), 409, "not_seated"),
            ("GET", "/api/me", None, {}, 401, "not_signed_in"),
        ]
        for method, path, body, headers, status, code in cases:
            answer = await http.request(method, path, json=body, headers=headers)
            told = answer.json()
            assert (answer.status_code, told["code"]) == (status, code), (method, path, body, answer.text)
            assert told["why"]
            assert "\n" not in told["why"]


async def test_a_token_in_a_url_is_ignored(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann") as (ann,):
        assert ann.signed_in is not None
        async with httpx.AsyncClient(base_url=served.url, timeout=60) as http:
            assert (await http.get("/api/me", params={"token": ann.signed_in.token})).status_code == 401
            assert (await http.get("/api/me", headers=bearer(ann))).json()["name"] == "Ann"


async def test_one_person_makes_only_so_many_matches(database: str) -> None:
    async with serving(database, matches_per_person=2) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        places = [await ann.make(proposal()) for _ in range(2)]
        with pytest.raises(RequestFailed) as caught:
            await ann.make(proposal())
        assert caught.value.code == "not_allowed"
        await ben.join(places[0].match)
        with pytest.raises(RequestFailed):
            await ann.make(proposal())
        await places[0].resign()
        await ann.make(proposal())


async def test_a_person_may_be_in_more_matches_than_one_page_holds(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(database, matches_per_person=1001) as served, guests(served.url, "Ann") as (ann,):
        await ann.make(proposal())
    monkeypatch.setattr("neurohex.server.registry.LONGEST_PAGE", 2)
    async with serving(database, matches_per_person=5) as served, guests(served.url, "Eve") as (eve,):
        for _ in range(5):
            await eve.make(proposal())
        with pytest.raises(RequestFailed, match="you are in 5 matches"):
            await eve.make(proposal())


async def test_seats_are_reserved_for_the_maker_and_for_named_people(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        assert ann.person is not None
        assert ben.person is not None
        plan = proposal("borgo", "moloch", "outpost")
        seats = (SeatPlan(), SeatPlan(person=ben.person.id), SeatPlan(person=ann.person.id))
        match = await ann.propose(type(plan)(terms=plan.terms, seats=seats))
        with pytest.raises(CommandRefused, match="reserved for another person"):
            await eve.join(match, 1)
        assert [(await person.join(match)).seat for person in (eve, ann, ben)] == [0, 2, 1]


async def test_a_player_cannot_join_under_another_name(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Eve") as (ann, eve):
        match = await ann.propose(proposal())
        assert eve.signed_in is not None
        async with line(served.url, eve.signed_in.token) as hers:
            join = {"type": "join", "id": "j", "match": match, "name": "Ann", "nonce": NONCE}
            assert (await hers.answer(join))["type"] == "accepted"
        (listed,) = (await ann.matches()).matches
        assert [seat.name for seat in listed.seats] == [None, "Eve"]


# --- accounts -------------------------------------------------------------------------------------
@pytest.mark.slow
async def test_accounts(database: str) -> None:
    async with (
        serving(database, accounts=True, guests=False) as served,
        Client(served.url) as ann,
        Client(served.url) as again,
        Client(served.url) as eve,
    ):
        person = await ann.register("Ann", "correct horse")
        assert await again.sign_in("ANN", "correct horse") == person
        for name, password in (("Ann", "correct mule"), ("Nobody", "correct horse")):
            with pytest.raises(RequestFailed) as wrong:
                await eve.sign_in(name, password)
            assert wrong.value.code == "not_signed_in"
            assert str(wrong.value) == "no account has that name and password"
        with pytest.raises(RequestFailed, match="taken"):
            await eve.register("ann", "another horse")
        with pytest.raises(RequestFailed) as no_guests:
            await eve.be_guest("Eve")
        assert no_guests.value.code == "not_allowed"
        place = await ann.make(proposal(bots=(None, "random")))
        assert (await again.watch(place.match)).seat == 0
        greek = await ann.register("\u0390na", "correct horse")
        assert await again.sign_in("\u03aa\u0301NA", "correct horse") == greek


@pytest.mark.slow
async def test_passwords_cannot_be_tried_for_long(database: str) -> None:
    async with (
        serving(database, accounts=True, passwords_per_minute=2.0) as served,
        httpx.AsyncClient(base_url=served.url, timeout=60) as http,
    ):
        body = {"name": "Ann", "password": "correct horse"}
        answers = [await http.post("/api/sessions", json=body) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [401, 401, 429]
        assert int(answers[2].headers["retry-after"]) >= 1


@pytest.mark.slow
async def test_passwords_of_an_account_cannot_be_tried_from_many_addresses(database: str) -> None:
    async with (
        serving(database, accounts=True, passwords_per_minute=2.0, proxies=("127.0.0.1",)) as served,
        httpx.AsyncClient(base_url=served.url, timeout=60) as http,
    ):
        statuses = [
            (
                await http.post(
                    "/api/sessions",
                    json={"name": name, "password": "correct horse"},
                    headers={"x-forwarded-for": f"10.0.0.{number}"},
                )
            ).status_code
            for number, name in enumerate(("Ann", "ann", "ANN", "Ben", "\u0390", "\u03aa\u0301", "\u0390"))
        ]
        assert statuses == [401, 401, 429, 401, 401, 401, 429]


async def test_a_guest_cannot_take_the_name_of_an_account_nor_an_invisible_one(database: str) -> None:
    async with (
        serving(database, accounts=True) as served,
        Client(served.url) as ann,
        Client(served.url) as eve,
    ):
        await ann.register("Ann", "correct horse")
        for name in ("Ann", "ANN", "Ａｎｎ"):
            with pytest.raises(RequestFailed, match="belongs to an account") as taken:
                await eve.be_guest(name)
            assert taken.value.code == "not_allowed"
        with pytest.raises(RequestFailed, match="visible letters"):
            await eve.be_guest("\u3164")
        await eve.be_guest("Annie")


# --- the server -----------------------------------------------------------------------------------
async def test_too_many_requests_of_an_address(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neurohex.server.endpoint.time", SimpleNamespace(monotonic=lambda: 1_000.0))
    async with (
        serving(database, requests_per_second=0.5, requests_at_once=3) as served,
        httpx.AsyncClient(base_url=served.url, timeout=60) as http,
    ):
        answers = [await http.get("/api") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[3].json()["code"] == "too_fast"
        assert answers[3].headers["retry-after"] == "2"
        assert (await http.get("/health")).status_code == 200  # monitoring has no rate limit


async def test_an_address_behind_a_proxy_is_the_one_that_it_names_if_it_is_trusted(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("neurohex.server.endpoint.time", SimpleNamespace(monotonic=lambda: 1_000.0))
    for proxies, statuses in (((), [200, 429]), (("127.0.0.1",), [200, 200])):
        async with (
            serving(
                f"{database}{len(proxies)}", proxies=proxies, requests_per_second=0.1, requests_at_once=1
            ) as served,
            httpx.AsyncClient(base_url=served.url, timeout=60) as http,
        ):
            asked = [await http.get("/api", headers={"x-forwarded-for": f"10.0.0.{n}"}) for n in (1, 2)]
            assert [answer.status_code for answer in asked] == statuses


def test_small_answers_do_not_wait_for_larger_ones() -> None:
    with contextlib.closing(listen(Settings(port=0))) as listening:
        assert listening.proto == socket.IPPROTO_TCP  # without it asyncio leaves Nagle's algorithm on


async def test_health_and_metrics(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as people:
        await play(await seated(*people), random.Random(2), 10)
        async with httpx.AsyncClient(base_url=served.url, timeout=60) as http:
            assert (await http.get("/health")).text == "ok\n"
            numbers = {"neurohex_loop_lag_seconds_count": "0.0"}
            while float(numbers["neurohex_loop_lag_seconds_count"]) < 1:  # the first is measured after a moment
                text = (await http.get("/metrics")).text
                numbers = dict(re.findall(r"^(neurohex_\w+(?:{.*})?) ([\d.e+-]+)$", text, re.MULTILINE))
            assert numbers["neurohex_connections"] == "2.0"
            assert numbers["neurohex_tables"] == "1.0"
            assert float(numbers["neurohex_tcp_connections"]) >= 3
            assert numbers["neurohex_tcp_refused"] == "0.0"
            assert numbers["neurohex_durable_seconds_count"] == "12.0"
            assert float(numbers['neurohex_commands_total{answer="accepted"}']) >= 14
            assert "Ann" not in text


async def test_metrics_can_have_their_own_address(database: str) -> None:
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as free:
        own = f"127.0.0.1:{free.getsockname()[1]}"
    async with serving(database, metrics=own) as served, httpx.AsyncClient(timeout=60) as http:
        assert (await http.get(f"{served.url}/metrics")).status_code == 404
        with served.context.metrics.serving(own):
            assert "neurohex_loop_lag_seconds_bucket" in (await http.get(f"http://{own}/metrics")).text
        with pytest.raises(OSError, match="expected HOST:PORT"), served.context.metrics.serving("nowhere"):
            pass


async def test_health_reports_a_lost_database(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        await served.context.store.close()
        answer = await http.get("/health")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")


async def test_health_and_the_log_report_damage_found_after_the_start(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as people:
        places = await seated(*people)
        await play(places, random.Random(2), 3)
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM events WHERE number = 3")
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        await served.context.integrity.done()
        answer = await http.get("/health")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert "the database is damaged" in answer.json()["why"]
        assert database not in answer.text
        assert f"{database}: the database is damaged (match {places[0].match}: its log has a hole)" in caplog.text
        assert (await http.get("/api")).status_code == 200


def references(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref":
                yield value
            else:
                yield from references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from references(value)


async def test_openapi_describes_every_endpoint(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        described = (await http.get("/api/openapi.json")).json()
        assert described["openapi"].startswith("3.1")
        schemas = described["components"]["schemas"]
        found = set(references(described))
        assert found
        assert {name.removeprefix("#/components/schemas/") for name in found} <= set(schemas)
        assert {"Act", "Acted", "Refused", "Hello", "Welcome", "Proposal"} <= set(schemas)
        ids = [operation["operationId"] for path in described["paths"].values() for operation in path.values()]
        assert len(ids) == len(set(ids)) == len(ENDPOINTS)
        for path, operations in described["paths"].items():
            for method in operations:
                answer = await http.request(method, path.format_map(NOWHERE), content=b"")
                assert answer.status_code not in (404, 405) or "nowhere" in answer.text, (method, path)
        json.dumps(described)


async def test_openapi_lists_the_words_of_a_parameter(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        described = (await http.get("/api/openapi.json")).json()["paths"]
        words = {
            (path, asked["name"]): asked["schema"].get("enum")
            for path, operations in described.items()
            for asked in operations.get("get", {}).get("parameters", [])
        }
        assert words["/api/matches", "status"] == ["open", "running", "finished"]
        assert words["/api/matches", "person"] is None
        assert words["/api/catalogue", "lang"] == words["/api/lesson", "lang"] == ["en", "pl"]
        for (path, name), known in words.items():
            for word in known or ():
                answer = await http.get(path.format_map(STUDY), params={"line": LINE, name: word})
                assert answer.status_code == 200, (path, name, word)
            if known:
                answer = await http.get(path.format_map(STUDY), params={"line": LINE, name: "nonsense"})
                assert answer.status_code == 400, (path, name)


async def test_a_wrong_method_gets_405_with_the_allowed_ones(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        paths: dict[str, set[str]] = {}
        for endpoint in ENDPOINTS:
            paths.setdefault(endpoint.path, set()).add(endpoint.method)
        for path, methods in paths.items():
            allowed = methods | ({"HEAD"} if "GET" in methods else set())
            for method in {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"} - allowed:
                answer = await http.request(method, path.format_map(NOWHERE))
                assert answer.status_code == 405, (method, path)
                assert set(answer.headers["allow"].split(", ")) == allowed
                if method != "HEAD":
                    assert answer.json()["code"] == "not_allowed"
                    assert answer.json()["why"].startswith(f"{method} is not for this path: expected ")
        assert (await http.post("/api/openapi.json")).status_code == 405
        assert (await http.get("/api/nothing")).status_code == 404


async def test_listings_show_the_agreed_terms(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        clock = PlayerClock(main=600_000, increment=5_000)
        moved = ("A1", "A3", "C1", "C3", "C5", "E1", "E3")
        wish = proposal("smart", "vegas", clock=clock, board="duel", terminals=moved)
        helped = await ann.propose(msgspec.structs.replace(wish, hints=True))
        plain = await ann.propose(proposal())
        told = {entry.match: entry for entry in (await ben.matches(status=MatchPhase.OPEN)).matches}
        assert (told[helped].hints, told[helped].clock, told[helped].terms.terminals) == (True, clock, moved)
        assert (told[plain].hints, told[plain].clock, told[plain].terms.terminals) == (False, None, TERMINALS)
        await ann.join(helped)
        await ben.join(helped)
        (running,) = (await ben.matches(status=MatchPhase.RUNNING)).matches
        assert (running.match, running.hints, running.clock) == (helped, True, clock)


async def test_a_record_has_the_players_witness_of_the_shuffle(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        places = await seated(ann, ben)
        await play(places, random.Random(4), 12)
        match = places[0].match
        await places[0].resign()
        nonces = places[0].follower.seats[0].nonce, places[0].follower.seats[1].nonce
        for client, nonce in zip((ann, ben), nonces, strict=True):
            record = parse_record(await client.record(match))
            assert record.tags["OwnNonce"] == nonce
            assert record.tags["SeenCommitment"] == places[0].follower.created.commitment
            assert prove(record).said.endswith("those that the player noted")
            lied = parse_record((await client.record(match)).replace(str(nonce), "0" * 32, 1))
            assert not prove(lied).proven
        assert "OwnNonce" not in parse_record(await eve.record(match)).tags
        await ben.join(match)  # to come back gives no other nonce
        assert ben.witnesses[match].nonce == nonces[1]


async def test_a_private_match_is_listed_only_for_its_players(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        match = await ann.propose(msgspec.structs.replace(proposal(), private=True))
        public = await ann.propose(proposal())
        assert ann.person is not None

        async def listed(client: Client, **asked: Any) -> list[str]:
            return [entry.match for entry in (await client.matches(**asked)).matches]

        assert await listed(eve) == [public]
        assert await listed(eve, status=MatchPhase.OPEN) == [public]
        assert await listed(eve, person=ann.person.id) == [public]  # nor by asking about another person
        assert await listed(ann, person="me") == [public, match]
        assert await listed(ann, person=ann.person.id) == [public, match]
        places = [await ann.join(match), await ben.join(match)]  # who knows the id may take a seat
        assert await listed(ben, person="me") == [match]
        assert await listed(eve, status=MatchPhase.RUNNING) == []
        (await eve.watch(match)).close()  # and look on
        assert places[0].follower.created.private
        await places[0].resign()
        assert await listed(eve, status=MatchPhase.FINISHED) == []
        await places[0].offer_rematch()
        await places[1].until(lambda: bool(places[1].follower.rematch_agreed))
        await places[1].answer_rematch(agree=True)
        await places[0].until(lambda: places[0].follower.rematch is not None)
        assert places[0].follower.rematch in await listed(ann, person="me")
        assert await listed(eve) == [public]


async def test_private_matches_do_not_hide_later_ones(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neurohex.server.lobby._PAGE", 2)
    monkeypatch.setattr("neurohex.server.lobby._PAGES_AT_ONCE", 2)
    async with serving(database) as served, guests(served.url, "Ann") as (ann,):
        public = [await ann.propose(proposal()) for _ in range(3)]
        for _ in range(5):
            await ann.propose(msgspec.structs.replace(proposal(), private=True))
        found: list[str] = []
        after: str | None = None
        for _ in range(9):
            listing = await ann.matches(after=after)
            assert len(listing.matches) <= 2
            found += [entry.match for entry in listing.matches]
            after = listing.after
            if after is None:
                break
        assert found == public[::-1]


async def test_listings_have_pages(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neurohex.server.lobby._PAGE", 2)
    async with serving(database) as served, guests(served.url, "Ann") as (ann,):
        made = [await ann.propose(proposal()) for _ in range(5)]
        found: list[str] = []
        after = None
        while True:
            listing = await ann.matches(status=MatchPhase.OPEN, after=after)
            found += [entry.match for entry in listing.matches]
            after = listing.after
            if after is None:
                break
        assert sorted(found) == sorted(made)
