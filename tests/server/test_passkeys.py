"""Passkeys: made, used, listed and removed by their owner only; nothing is accepted twice, or from another site."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from neurohex.client import Client
from neurohex.server import passkeys
from neurohex.store.maintenance import open_maintenance
from tests.postgres import shared_postgres
from tests.server.api import Api, apis
from tests.server.authenticator import PRESENT, Device
from tests.server.serving import Served, guests, serving

PASSWORD = "correct horse battery"
SITE = "https://hex.example"


@asynccontextmanager
async def two_accounts(database: str, **settings: Any) -> AsyncIterator[tuple[Served, Api, Api, Api]]:
    """A server with a site; the requests of Ann, of Ben, and of nobody."""
    wanted = {"accounts": True, "site": SITE, "passwords_per_minute": 500, **settings}
    async with serving(database, **wanted) as served, Client(served.url) as ann, Client(served.url) as ben:
        await ann.register("Ann", PASSWORD)
        await ben.register("Ben", PASSWORD)
        async with apis(served.url, ann, ben) as (of_ann, of_ben, nobody):
            yield served, of_ann, of_ben, nobody


async def asked(api: Api, path: str = "/api/me/passkey-options") -> str:
    return str((await api.good("POST", path))["options"])


async def added(api: Api, device: Device, label: str = "My phone") -> dict[str, Any]:
    body = {"credential": device.make(await asked(api)), "label": label}
    return dict(await api.good("POST", "/api/me/passkeys", body))


async def signed_in(nobody: Api, device: Device) -> tuple[int, Any]:
    credential = device.sign(await asked(nobody, "/api/passkeys/options"))
    return await nobody.ask("POST", "/api/passkeys/sessions", {"credential": credential})


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
async def test_a_passkey_signs_in_until_its_owner_removes_it(database: str, kind: str) -> None:
    url = database if kind == "sqlite" else shared_postgres().new_database()
    async with two_accounts(url) as (_, ann, ben, nobody):
        assert (await nobody.good("GET", "/api"))["passkeys"]
        device = Device(SITE)
        made = await added(ann, device)
        assert (made["label"], made["used"]) == ("My phone", None)
        for _ in range(2):
            status, answer = await signed_in(nobody, device)
            assert status == 201
            assert answer["person"] == await ann.good("GET", "/api/me")
            assert await Api(ann._http, answer["token"]).good("GET", "/api/me") == answer["person"]
        (listed,) = (await ann.good("GET", "/api/me/passkeys"))["passkeys"]
        assert listed == {**made, "used": listed["used"]}
        assert listed["used"] >= made["created"]

        assert (await ben.good("GET", "/api/me/passkeys"))["passkeys"] == []
        assert await ben.code("DELETE", f"/api/me/passkeys/{made['id']}") == "not_found"
        assert await nobody.code("DELETE", f"/api/me/passkeys/{made['id']}") == "not_signed_in"
        assert await nobody.code("GET", "/api/me/passkeys") == "not_signed_in"
        assert (await signed_in(nobody, device))[0] == 201

        await ann.good("DELETE", f"/api/me/passkeys/{made['id']}")
        assert (await signed_in(nobody, device))[1]["code"] == "not_signed_in"
        assert (await ann.good("GET", "/api/me/passkeys"))["passkeys"] == []


async def test_what_a_device_signed_counts_once(database: str) -> None:
    async with two_accounts(database) as (_, ann, _ben, nobody):
        device = Device(SITE)
        body = {"credential": device.make(await asked(ann)), "label": "Key"}
        answers = await asyncio.gather(*(ann.ask("POST", "/api/me/passkeys", body) for _ in range(4)))
        assert sorted(status for status, _ in answers) == [201, 403, 403, 403]
        signed = {"credential": device.sign(await asked(nobody, "/api/passkeys/options"))}
        answers = await asyncio.gather(*(nobody.ask("POST", "/api/passkeys/sessions", signed) for _ in range(4)))
        assert sorted(status for status, _ in answers) == [201, 403, 403, 403]


async def test_a_challenge_is_for_one_person_one_purpose_and_a_few_minutes(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_accounts(database) as (_, ann, ben, nobody):
        of_ann = {"credential": Device(SITE).make(await asked(ann)), "label": "Key"}
        assert await ben.code("POST", "/api/me/passkeys", of_ann) == "not_allowed"
        await ann.good("POST", "/api/me/passkeys", of_ann)
        device = Device(SITE)
        await added(ann, device)
        for_nobody = json.loads(await asked(nobody, "/api/passkeys/options"))
        making = json.dumps({**for_nobody, "rp": {"id": for_nobody["rpId"]}})
        body = {"credential": Device(SITE).make(making), "label": "Key"}
        assert await ann.code("POST", "/api/me/passkeys", body) == "not_allowed"
        monkeypatch.setattr(passkeys, "CHALLENGE_SECONDS", -1.0)
        assert (await signed_in(nobody, device))[1]["code"] == "not_allowed"
        monkeypatch.setattr(passkeys, "CHALLENGE_SECONDS", 300.0)
        assert (await signed_in(nobody, device))[0] == 201


async def test_a_wrong_signature_site_or_unverified_person_is_refused(database: str) -> None:
    async with two_accounts(database) as (_, ann, _ben, nobody):
        device = Device(SITE)
        await added(ann, device)
        for wrong in (Device("https://evil.example"), Device(SITE, flags=PRESENT)):
            body = {"credential": wrong.make(await asked(ann)), "label": "Key"}
            assert await ann.code("POST", "/api/me/passkeys", body) == "not_allowed"
        stranger = Device(SITE)
        stranger._id = device._id  # another key under the same id
        assert (await signed_in(nobody, stranger))[1]["code"] == "not_allowed"
        device.origin = "https://evil.example"
        assert (await signed_in(nobody, device))[1]["code"] == "not_allowed"
        device.origin, device.flags = SITE, PRESENT
        assert (await signed_in(nobody, device))[1]["code"] == "not_allowed"
        device.flags = 5
        assert (await signed_in(nobody, device))[0] == 201
        device.count -= 1  # a copy of the device has not counted on
        assert (await signed_in(nobody, device))[1]["code"] == "not_allowed"
        for broken in ("", "[]", "{}", '{"response": 1}', '{"response": {"clientDataJSON": "e30"}}', "[" * 3000):
            status, _ = await nobody.ask("POST", "/api/passkeys/sessions", {"credential": broken})
            assert status == 400, broken


async def test_only_accounts_have_passkeys(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two_accounts(database) as (served, ann, _, nobody), guests(served.url, "Guest") as (guest,):
        async with apis(served.url, guest) as (of_guest, _nobody):
            assert await of_guest.code("POST", "/api/me/passkey-options") == "not_allowed"
        monkeypatch.setattr(passkeys, "MOST", 1)
        await added(ann, Device(SITE))
        assert await ann.code("POST", "/api/me/passkey-options") == "not_allowed"
        assert await nobody.code("POST", "/api/me/passkey-options") == "not_signed_in"


async def test_a_server_without_the_library_says_so(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "find_spec", lambda name: None)
    async with two_accounts(database) as (_, ann, _ben, nobody):
        assert not (await nobody.good("GET", "/api"))["passkeys"]
        status, answer = await ann.ask("POST", "/api/me/passkey-options")
        assert status == 403
        assert answer["why"] == 'this server has no passkeys: it needs pip install "neurohex[passkeys]"'
        assert await nobody.code("POST", "/api/passkeys/options") == "not_allowed"


async def test_without_a_site_the_address_of_the_request_counts(database: str) -> None:
    async with two_accounts(database, site="") as (served, ann, _, nobody):
        device = Device(served.url)
        await added(ann, device)
        assert (await signed_in(nobody, device))[0] == 201
        device.origin = "https://evil.example"
        assert (await signed_in(nobody, device))[1]["code"] == "not_allowed"


async def test_passkeys_are_exported_and_go_with_their_owner(database: str) -> None:
    async with two_accounts(database) as (_, ann, ben, nobody):
        device, of_ben = Device(SITE), Device(SITE)
        await added(ann, device)
        await added(ben, of_ben)
        await asked(ann)
        exported = await ann.good("GET", "/api/me/export")
        assert [each["label"] for each in exported["passkeys"]] == ["My phone"]
        me = (await ann.good("GET", "/api/me"))["id"]
        await ann.good("DELETE", "/api/me", {"password": PASSWORD})
        assert (await signed_in(nobody, device))[1]["code"] == "not_signed_in"
        assert (await signed_in(nobody, of_ben))[0] == 201
    with open_maintenance(database) as keeping:
        for table in ("passkeys", "challenges"):
            assert keeping.fetch(f"SELECT count(*) FROM {table} WHERE person = ?", (me,)) == [(0,)]


@pytest.mark.slow
async def test_one_of_two_servers_asks_and_the_other_verifies() -> None:
    url = shared_postgres().new_database()
    async with (
        two_accounts(url) as (_, ann, _ben, nobody),
        serving(url, accounts=True, site=SITE) as other,
        apis(other.url) as (there,),
    ):
        device = Device(SITE)
        body = {"credential": device.make(await asked(ann)), "label": "Key"}
        await Api(there._http, ann.token).good("POST", "/api/me/passkeys", body)
        signed = {"credential": device.sign(await asked(there, "/api/passkeys/options"))}
        both = await asyncio.gather(*(each.ask("POST", "/api/passkeys/sessions", signed) for each in (there, nobody)))
        assert sorted(status for status, _ in both) == [201, 403]
