"""Notices that it is a person's turn: asked for, confirmed, sent once by one of several servers."""

from __future__ import annotations

import asyncio
import json
import time
from email.message import EmailMessage
from typing import Any

import pytest

from neurohex.rules.engine import legal_actions
from neurohex.server.notices import Notices
from neurohex.server.settings import SettingError, Settings, read_settings
from neurohex.store import open_store
from tests.postgres import shared_postgres
from tests.server.api import apis
from tests.server.serving import guests, mover, seated, serving

MAIL: dict[str, Any] = {"smtp_host": "mail.example", "smtp_from": "hex@hex.example", "site": "https://hex.example"}


def test_how_to_talk_to_the_mail_server_is_one_of_three_words() -> None:
    assert read_settings({"smtp_security": "tls"}, {}).smtp_security == "tls"
    with pytest.raises(SettingError, match="--smtp-security: expected one of starttls, tls, none"):
        read_settings({"smtp_security": "ssl"}, {})


async def test_nothing_is_offered_unless_the_operator_set_it(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann") as (ann,), apis(served.url, ann) as (api, nobody):
        found = await api.good("GET", "/api/me/notices")
        assert found == {"by_mail": False, "by_webhook": False, "email": "", "confirmed": False, "hook": False}
        assert await api.code("PUT", "/api/me/notices", {"email": "ann@example.org"}) == "not_allowed"
        assert await api.code("PUT", "/api/me/notices", {"hook": True}) == "not_allowed"
        assert await nobody.code("GET", "/api/me/notices") == "not_signed_in"
        assert await nobody.code("PUT", "/api/me/notices", {}) == "not_signed_in"
        assert await nobody.code("POST", "/api/me/notices/code", {"code": "AAAA-BBBB"}) == "not_signed_in"


@pytest.mark.parametrize("address", ["ann", "a@b@c", "ann@x, eve@y", "Ann <ann@example.org>", "ann@x\nBcc: eve@y"])
async def test_what_is_no_address_is_refused(database: str, address: str) -> None:
    async with (
        serving(database, **MAIL) as served,
        guests(served.url, "Ann") as (ann,),
        apis(served.url, ann) as (api, _),
    ):
        assert await api.code("PUT", "/api/me/notices", {"email": address}) == "malformed"


async def test_an_address_is_confirmed_with_the_code_that_was_sent_to_it(database: str) -> None:
    sent: list[EmailMessage] = []
    async with serving(database, **MAIL) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        served.context.notices._send = sent.append
        async with apis(served.url, ann, ben) as (api, of_ben, _):
            found = await api.good("PUT", "/api/me/notices", {"email": "ann@example.org", "lang": "pl"})
            assert (found["email"], found["confirmed"]) == ("ann@example.org", False)
            (mail,) = sent
            assert mail["To"] == "ann@example.org"
            code = mail["Subject"].split()[-1]
            assert code in mail.get_content()
            assert await of_ben.code("POST", "/api/me/notices/code", {"code": code}) == "not_allowed"  # of another
            assert await api.code("POST", "/api/me/notices/code", {"code": "AAAA-AAAA"}) == "not_allowed"
            assert (await api.good("POST", "/api/me/notices/code", {"code": code.lower()}))["confirmed"]
            assert await api.code("POST", "/api/me/notices/code", {"code": code}) == "not_allowed"  # used up
            await api.good("PUT", "/api/me/notices", {"email": "other@example.org"})
            assert not (await api.good("GET", "/api/me/notices"))["confirmed"]
            await api.good("PUT", "/api/me/notices", {})
            assert (await api.good("GET", "/api/me/notices"))["email"] == ""


async def test_few_codes_can_be_asked_for(database: str) -> None:
    sent: list[EmailMessage] = []
    async with serving(database, **MAIL, passwords_per_minute=4) as served, guests(served.url, "Ann") as (ann,):
        served.context.notices._send = sent.append
        async with apis(served.url, ann) as (api, _):
            codes = [await api.ask("PUT", "/api/me/notices", {"email": f"a{n}@example.org"}) for n in range(8)]
            assert 429 in [status for status, _ in codes]
            assert len(sent) <= 4


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
async def test_a_turn_that_waits_is_told_once(database: str, kind: str) -> None:
    url = database if kind == "sqlite" else shared_postgres().new_database()
    mails: list[EmailMessage] = []
    calls: list[bytes] = []
    hook = {"turn_webhook": "https://hook.example", **MAIL}
    async with serving(url, **hook) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        served.context.notices._send = mails.append
        places = await seated(ann, ben)
        async with apis(served.url, ann, ben) as (of_ann, of_ben, _):
            for api, address in ((of_ann, "ann@example.org"), (of_ben, "ben@example.org")):
                await api.good("PUT", "/api/me/notices", {"email": address, "hook": True})
                code = mails.pop()["Subject"].split()[-1]
                await api.good("POST", "/api/me/notices/code", {"code": code})
        store = served.context.store
        settings = Settings(**{**hook, "database": url})
        servers = [Notices(store, settings, send=mails.append, call=calls.append) for _ in range(2)]
        if kind == "postgres":
            servers[1] = Notices(other := await open_store(url), settings, send=mails.append, call=calls.append)
        now = time.time()
        assert sum(await asyncio.gather(*(server.look(now) for server in servers))) == 0  # it has not waited yet
        later = now + 3600
        assert sum(await asyncio.gather(*(server.look(later) for server in servers))) == 1
        assert sum(await asyncio.gather(*(server.look(later) for server in servers))) == 0
        (mail,), (call,) = mails, calls
        acting = mover(places)
        name = "Ann" if acting is places[0] else "Ben"
        assert mail["To"] == f"{name.lower()}@example.org"
        assert f"https://hex.example/match/{acting.match}" in mail.get_content()
        told = json.loads(call)
        assert (told["name"], told["match"]) == (name, acting.match)
        # The next turn is told again, to the other.
        before = places[0].follower.awaited()
        while places[0].follower.awaited() == before:
            place = mover(places)
            await place.act(legal_actions(place.state)[0])
            last = place.follower.last
            for each in places:
                await each.until(lambda each=each, last=last: each.follower.last >= last)  # type: ignore[misc]
        assert sum([await server.look(later) for server in servers]) == 1
        assert mails[-1]["To"] != mail["To"]
        if kind == "postgres":
            await other.close()


async def test_a_mail_server_that_fails_is_not_asked_again(database: str) -> None:
    async with serving(database, **MAIL) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        await seated(ann, ben)
        sent: list[EmailMessage] = []
        served.context.notices._send = sent.append
        async with apis(served.url, ann, ben) as (*both, _):
            for api in both:
                await api.good("PUT", "/api/me/notices", {"email": "x@example.org"})
                await api.good("POST", "/api/me/notices/code", {"code": sent[-1]["Subject"].split()[-1]})

        def broken(mail: EmailMessage) -> None:
            raise ConnectionRefusedError("nobody there")

        notices = Notices(served.context.store, served.context.settings, send=broken)
        assert await notices.look(time.time() + 3600) == 0
        served.context.notices._send = sent.append
        count = len(sent)
        assert await served.context.notices.look(time.time() + 3600) == 0
        assert len(sent) == count
