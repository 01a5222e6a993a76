"""Tokens that were revoked: for requests, for sockets that are open, on other servers."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from itsdangerous import URLSafeTimedSerializer

from neurohex.client import Client
from neurohex.server import identity, revocations
from neurohex.store import EVERYBODY, open_store
from neurohex.wire.handshake import Close
from tests.postgres import shared_postgres
from tests.server.serving import guests, line, serving
from tests.waiting import until


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def token_of(client: Client) -> str:
    assert client.signed_in is not None
    return client.signed_in.token


async def test_signing_out_everywhere_revokes_all_tokens_but_a_new_one(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        first = (await http.post("/api/guests", json={"name": "Ann"})).json()
        other = (await http.post("/api/guests", json={"name": "Ben"})).json()["token"]
        answer = await http.delete("/api/sessions", headers=bearer(first["token"]))
        assert answer.status_code == 200
        assert answer.json()["person"] == first["person"]
        refused = await http.get("/api/me", headers=bearer(first["token"]))
        assert (refused.status_code, refused.json()["code"]) == (401, "not_signed_in")
        assert refused.json()["why"] == "this token was revoked: sign in again"
        for token in (answer.json()["token"], other):
            assert (await http.get("/api/me", headers=bearer(token))).status_code == 200
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        assert (await http.get("/api/me", headers=bearer(first["token"]))).status_code == 401
        assert (await http.get("/api/me", headers=bearer(answer.json()["token"]))).status_code == 200


async def test_signing_out_needs_a_token(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        assert (await http.delete("/api/sessions")).status_code == 401
        assert await served.context.store.revocations() == {}


@pytest.mark.slow
async def test_an_account_signs_in_again_after_its_tokens_were_revoked(database: str) -> None:
    async with serving(database, accounts=True) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        who = {"name": "Ann", "password": "correct horse"}
        old = (await http.post("/api/accounts", json=who)).json()
        await served.context.revocations.revoke(old["person"]["id"])
        assert (await http.get("/api/me", headers=bearer(old["token"]))).status_code == 401
        new = (await http.post("/api/sessions", json=who)).json()
        assert new["person"] == old["person"]
        assert (await http.get("/api/me", headers=bearer(new["token"]))).status_code == 200


async def test_an_open_socket_ends_at_its_next_command(database: str) -> None:
    async with (
        serving(database) as served,
        guests(served.url, "Ann", "Ben") as (ann, ben),
        line(served.url, token_of(ann)) as hers,
        line(served.url, token_of(ben)) as his,
    ):
        assert ann.person is not None
        await served.context.revocations.revoke(ann.person.id)
        look = {"type": "look", "id": "1", "match": "none"}
        assert (await his.answer(look))["code"] == "unknown_match"
        await hers.say(look)
        assert [told async for told in hers.rest()] == []
        assert hers.socket.close_code == Close.NOT_SIGNED_IN


async def test_all_tokens_can_be_revoked_at_once(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        old = [(await http.post("/api/guests", json={"name": name})).json()["token"] for name in ("Ann", "Ben")]
        await served.context.revocations.revoke(EVERYBODY)
        for token in old:
            assert (await http.get("/api/me", headers=bearer(token))).status_code == 401
        new = (await http.post("/api/guests", json={"name": "Cid"})).json()["token"]
        assert (await http.get("/api/me", headers=bearer(new))).status_code == 200


@pytest.mark.slow
async def test_other_servers_learn_of_a_revocation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revocations, "REFRESH_SECONDS", 0.05)
    url = shared_postgres().new_database()
    async with (
        serving(url) as one,
        serving(url) as two,
        guests(one.url, "Ann") as (ann,),
        httpx.AsyncClient(base_url=two.url, timeout=60) as http,
    ):
        assert (await http.get("/api/me", headers=bearer(token_of(ann)))).status_code == 200
        assert ann.person is not None
        await one.context.revocations.revoke(ann.person.id)
        while (await http.get("/api/me", headers=bearer(token_of(ann)))).status_code == 200:
            await asyncio.sleep(0.01)  # the timeout of every test ends this if it never comes


async def test_tokens_without_epochs_are_valid_until_the_first_revocation(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        store = served.context.store
        key = await store.once("token-key", b"")
        old = str(URLSafeTimedSerializer(key, salt=identity._SALT).dumps(["guest-1", "Ann"]))
        assert (await http.get("/api/me", headers=bearer(old))).json() == {
            "id": "guest-1",
            "name": "Ann",
            "account": False,
        }
        await served.context.revocations.revoke("guest-1")
        assert (await http.get("/api/me", headers=bearer(old))).status_code == 401


async def test_a_database_that_is_away_for_a_moment_stops_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(revocations, "REFRESH_SECONDS", 0.01)
    store = await open_store(database)
    watch = revocations.Revocations(store)
    await watch.start()
    await store.close()  # from now on it raises `Unavailable`
    await until(lambda: "next refresh of revocations" in caplog.text)
    assert not watch.is_revoked(identity.Bearer(identity.guest("Ann"), identity.Epochs()))
    await watch.stop()
