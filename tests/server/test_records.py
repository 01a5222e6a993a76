"""Uploaded records: stored unchanged, found by their hash, refused if broken."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from neurohex.client import Client
from neurohex.notation.record import write_record
from neurohex.rules.engine import Game, legal_actions
from neurohex.session import Session
from tests.server.serving import guests, serving
from tests.server.test_http import bearer


def text_of(acts: int = 6, **tags: str) -> str:
    session = Session(Game(("borgo", "moloch")), seed=5, tags=tags)
    for _ in range(acts):
        session.act(legal_actions(session.state)[-1])
    return write_record(session.record())


async def put(http: httpx.AsyncClient, text: str, client: Client | None) -> httpx.Response:
    headers = bearer(client) if client is not None else {}
    return await http.post("/api/records", json={"text": text}, headers=headers)


@pytest.mark.slow
async def test_a_record_is_stored_once_and_returned_unchanged(database: str) -> None:
    text = (
        text_of(Player0="Ann", Date="2026-01-02", Note='<script>alert("ż")</script>') + "; a remark \0 \N{HONEYBEE}\n"
    )
    async with (
        serving(database) as served,
        guests(served.url, "Ann", "Ben") as (ann, ben),
        httpx.AsyncClient(base_url=served.url, timeout=60) as http,
    ):
        answer = await put(http, text, ann)
        assert answer.status_code == 201
        kept = answer.json()
        assert kept == {
            "record": kept["record"],
            "steps": text.count("\n0: ") + text.count("\n1: "),
            "armies": ["borgo", "moloch"],
            "players": ["Ann", None],
            "date": "2026-01-02",
            "title": "Ann (Borgo) – Moloch",
            "complete": False,
            "message": kept["message"],
        }
        assert kept["message"].startswith("unfinished")
        assert (await put(http, text, ben)).json() == kept
        assert (await put(http, text_of(), ben)).json()["record"] != kept["record"]
        given = await http.get(f"/api/records/{kept['record']}")
        assert given.text == text
        assert given.headers["content-type"] == "text/plain; charset=utf-8"
        assert given.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in given.headers["content-security-policy"]
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        assert (await http.get(f"/api/records/{kept['record']}")).text == text
        look = await http.post("/api/views/look", json={"moment": {"record": kept["record"]}})
        assert look.json()["steps"] == kept["steps"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "text: the record is empty"),
        ("hello\n", 'text: line 1: expected [Neurohex "1"], the first tag of a record, got "hello"'),
        (text_of() + "0: fly\n", f"text: line {text_of().count(chr(10)) + 1}: "),
        (text_of().replace('"borgo"', '"dragons"'), 'text: line 5: Army0: no army "dragons"'),
    ],
)
async def test_a_broken_record_is_refused_with_its_line(database: str, text: str, why: str) -> None:
    async with (
        serving(database) as served,
        guests(served.url, "Ann") as (ann,),
        httpx.AsyncClient(base_url=served.url, timeout=60) as http,
    ):
        answer = await put(http, text, ann)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
        assert answer.json()["why"].startswith(why), answer.text
        assert "\n" not in answer.json()["why"]


@pytest.mark.slow
async def test_mistakes_are_told_in_polish_too(database: str) -> None:
    async with (
        serving(database) as served,
        guests(served.url, "Ann") as (ann,),
        httpx.AsyncClient(base_url=served.url, timeout=60) as http,
    ):
        asked = {"text": "hello\n", "lang": "pl"}
        answer = await http.post("/api/records", json=asked, headers=bearer(ann))
        assert answer.status_code == 400
        assert answer.json()["why"].startswith('text: wiersz 1: powinien tu być [Neurohex "1"], pierwszy znacznik')
        study = {"moment": {"study": {"position": "borgo moloch | Z9=0.HQ"}}, "lang": "pl"}
        answer = await http.post("/api/views/look", json=study)
        assert answer.json()["why"].endswith('Z9=0.HQ: na tej planszy (standard) nie ma heksu "Z9"')


@pytest.mark.slow
async def test_other_refusals(database: str) -> None:
    async with (
        serving(database, records_per_person=2, record_bytes=5000) as served,
        guests(served.url, "Ann", "Ben") as (ann, ben),
        httpx.AsyncClient(base_url=served.url, timeout=60) as http,
    ):

        def told(answer: httpx.Response) -> tuple[int, Any]:
            return answer.status_code, answer.json()["code"]

        assert told(await put(http, text_of(), None)) == (401, "not_signed_in")
        assert told(await put(http, text_of() + ";" * 5000, ann)) == (413, "too_large")
        assert told(await http.post("/api/records", json={"text": 1}, headers=bearer(ann))) == (400, "malformed")
        assert told(await http.get("/api/records/nothing")) == (404, "not_found")
        for acts in (1, 2):
            assert (await put(http, text_of(acts), ann)).status_code == 201
        assert told(await put(http, text_of(3), ann)) == (403, "not_allowed")
        assert (await put(http, text_of(3), ben)).status_code == 201


async def test_no_record_is_a_secret_of_the_server(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        for name in ("token-key", "%00", "..%2f..%2fetc%2fpasswd"):
            assert (await http.get(f"/api/records/{name}")).status_code == 404
