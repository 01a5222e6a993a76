"""One's own identity and data: a guest becomes an account, another device joins, export, farewell."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest

from neurohex.client import Client
from neurohex.server import personal
from neurohex.store.maintenance import open_maintenance
from tests.postgres import shared_postgres
from tests.server.api import Api, api_of, apis
from tests.server.serving import guests, proposal, seated, serving

PASSWORD = "correct horse battery"
ORIGIN = "https://hex.example"


async def matches(api: Api) -> list[str]:
    return [each["match"] for each in (await api.good("GET", "/api/matches", person="me"))["matches"]]


async def test_a_guest_becomes_an_account_and_keeps_everything(database: str) -> None:
    async with serving(database, accounts=True) as served, guests(served.url, "Guest 1", "Ben") as (ann, ben):
        places = await seated(ann, ben)
        async with apis(served.url, ann, ben) as (api, of_ben, nobody):
            before = await api.good("GET", "/api/me")
            assert not before["account"]
            made = await api.good("POST", "/api/accounts", {"name": "Ann", "password": PASSWORD})
            assert made["person"] == {"id": before["id"], "name": "Ann", "account": True}
            assert await matches(api) == [places[0].match]
            assert (await api.good("GET", "/api/me"))["account"]  # with the old token too
            assert await api.code("POST", "/api/accounts", {"name": "Ann 2", "password": PASSWORD}) == "not_allowed"
            assert await of_ben.code("POST", "/api/accounts", {"name": "ANN", "password": PASSWORD}) == "not_allowed"
            there = await nobody.good("POST", "/api/sessions", {"name": "ann", "password": PASSWORD})
            assert there["person"]["id"] == before["id"]
            elsewhere = Api(api._http, there["token"])
            assert await matches(elsewhere) == [places[0].match]
            await elsewhere.good("POST", f"/api/matches/{places[0].match}/leave")  # and may act there
            fresh = await nobody.good("POST", "/api/accounts", {"name": "Eve", "password": PASSWORD})
            assert fresh["person"]["id"].startswith("account-")


async def test_an_account_of_a_guest_is_no_guest_for_the_operator(database: str) -> None:
    from neurohex.server.housekeeping import Policy, people, person, sweep

    async with serving(database, accounts=True) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        places = await seated(ann, ben)
        await places[0].resign()
        async with apis(served.url, ann) as (api, _):
            me = (await api.good("POST", "/api/accounts", {"name": "Ann", "password": PASSWORD}))["person"]["id"]
    with open_maintenance(database) as keeping:
        assert person(keeping, "ann").id == person(keeping, me).id == me
        known = {each.id: each for each in people(keeping)}
        assert known[me].account is not None
        assert len(known) == 2
        swept = sweep(keeping, Policy(guests=1), 4e9)
        assert me not in swept.guests
        assert len(swept.guests) == 1


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
async def test_another_device_becomes_the_same_person_once(database: str, kind: str) -> None:
    url = database if kind == "sqlite" else shared_postgres().new_database()
    async with serving(url) as served, guests(served.url, "Ann") as (ann,):
        place = await ann.make(proposal())
        async with apis(served.url, ann) as (api, nobody):
            link = await api.good("POST", "/api/links", {"origin": ORIGIN})
            assert link["url"] == f"{ORIGIN}/join#{link['code']}"
            assert {len(row) for row in link["qr"]} == {len(link["qr"])}
            assert set("".join(link["qr"])) == {"0", "1"}
            claims = await asyncio.gather(
                *(nobody.ask("POST", "/api/links/claims", {"code": link["code"].lower()}) for _ in range(5))
            )
            (signed_in,) = [answer for status, answer in claims if status == 200]
            assert signed_in["person"] == await api.good("GET", "/api/me")
            assert await matches(Api(api._http, signed_in["token"])) == [place.match]
            assert await nobody.code("POST", "/api/links/claims", {"code": link["code"]}) == "not_allowed"
            first = await api.good("POST", "/api/links", {"origin": ORIGIN})
            await api.good("POST", "/api/links", {"origin": ORIGIN})
            assert await nobody.code("POST", "/api/links/claims", {"code": first["code"]}) == "not_allowed"  # replaced
            assert await nobody.code("POST", "/api/links", {"origin": ORIGIN}) == "not_signed_in"
            assert await api.code("POST", "/api/links", {"origin": "javascript:alert(1)"}) == "malformed"


async def test_a_code_expires(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal, "LINK_SECONDS", -1.0)
    async with serving(database) as served, guests(served.url, "Ann") as (ann,), apis(served.url, ann) as (api, nobody):
        link = await api.good("POST", "/api/links", {"origin": ORIGIN})
        assert await nobody.code("POST", "/api/links/claims", {"code": link["code"]}) == "not_allowed"


async def test_codes_cannot_be_guessed_fast(database: str) -> None:
    async with serving(database, passwords_per_minute=5) as served, httpx.AsyncClient(base_url=served.url) as http:
        tried = [await http.post("/api/links/claims", json={"code": f"AAAA-AAA{n}"}) for n in range(9)]
        assert [answer.status_code for answer in tried].count(429) >= 3


async def test_an_export_holds_everything_about_a_person_and_nothing_of_others(database: str) -> None:
    async with serving(database, accounts=True) as served, guests(served.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        places = await seated(ann, ben)
        await places[0].resign()
        other = await seated(ben, eve)
        async with apis(served.url, ann, ben) as (api, _, nobody):
            await api.good("POST", "/api/accounts", {"name": "Ann", "password": PASSWORD})
            await api.good("POST", f"/api/matches/{places[0].match}/hidden")
            found = await api.good("GET", "/api/me/export")
            assert found["account"]["name"] == "Ann"
            assert found["hidden"] == [places[0].match]
            assert [each["id"] for each in found["matches"]] == [places[0].match]
            assert found["matches"][0]["log"][0]["type"] == "created"
            assert "Ended" in found["matches"][0]["text"]
            text = json.dumps(found)
            assert other[0].match not in text
            assert "argon2" not in text
            assert await nobody.code("GET", "/api/me/export") == "not_signed_in"


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
async def test_a_farewell_deletes_everything(database: str, kind: str) -> None:
    url = database if kind == "sqlite" else shared_postgres().new_database()
    async with serving(url, accounts=True) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        shared = await seated(ann, ben)
        alone = await ann.make(proposal(bots=(None, "random")))
        waiting = await ann.make(proposal())
        async with apis(served.url, ann, ben) as (api, of_ben, nobody):
            me = (await api.good("POST", "/api/accounts", {"name": "Ann", "password": PASSWORD}))["person"]["id"]
            assert await api.code("DELETE", "/api/me", {"name": "Ann"}) == "not_allowed"
            assert await api.code("DELETE", "/api/me", {"password": "wrong wrong wrong"}) == "not_allowed"
            assert await nobody.code("DELETE", "/api/me", {"name": "Ann"}) == "not_signed_in"
            await api.good("DELETE", "/api/me", {"password": PASSWORD})
            assert await api.code("GET", "/api/me") == "not_signed_in"
            assert await nobody.code("POST", "/api/sessions", {"name": "Ann", "password": PASSWORD}) == "not_signed_in"
            left = await of_ben.good("GET", f"/api/matches/{shared[0].match}")
            assert "deleted" in [seat["name"] for seat in left["seats"]]
            assert sorted(seat["score"] for seat in left["seats"]) == [-1, 1]
            for match in (alone.match, waiting.match):
                assert await of_ben.code("GET", f"/api/matches/{match}") == "unknown_match"
    with open_maintenance(url) as keeping:
        assert keeping.naming(me) == []
        for table in ("people", "hidden", "contacts", "codes"):
            assert keeping.fetch(f"SELECT count(*) FROM {table} WHERE person = ?", (me,)) == [(0,)]


async def test_a_guest_says_farewell_with_the_own_name(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann") as (ann,), apis(served.url, ann) as (api, _):
        assert await api.code("DELETE", "/api/me", {"name": "Ben"}) == "not_allowed"
        await api.good("DELETE", "/api/me", {"name": "Ann"})
        assert await api.code("GET", "/api/me") == "not_signed_in"


async def test_older_accounts_get_their_owner(database: str) -> None:
    async with serving(database, accounts=True) as served, Client(served.url) as ann:
        await ann.register("Ann", PASSWORD)
        async with httpx.AsyncClient(base_url=served.url) as http:
            me = (await api_of(http, ann).good("GET", "/api/me"))["id"]
    with open_maintenance(database) as keeping:
        keeping.change("UPDATE accounts SET person = NULL")
    async with serving(database, accounts=True) as served:
        await served.context.rebuilder.wait()
        found = await served.context.store.account_of(me)
        assert found is not None
        assert found.name == "Ann"
