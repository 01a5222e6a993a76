"""The lesson over the network: its texts and verdicts."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from msgspec import to_builtins

from neurohex.explain import LANGUAGES
from neurohex.lesson import LESSON, lesson, state_of, verdict
from neurohex.notation.action import parse_action
from tests.server.serving import serving

RIGHT = parse_action(state_of("facing"), "place Brawler C3 facing N")
WRONG = parse_action(state_of("facing"), "place Brawler C3 facing S")


async def test_the_lesson_in_every_language_with_an_etag(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        for lang in LANGUAGES:
            answer = await http.get("/api/lesson", params={"lang": lang})
            assert answer.status_code == 200
            assert answer.json() == to_builtins(lesson(lang))
            again = await http.get(
                "/api/lesson", params={"lang": lang}, headers={"if-none-match": answer.headers["etag"]}
            )
            assert (again.status_code, again.content) == (304, b"")
        assert (await http.get("/api/lesson")).json() == to_builtins(lesson("en"))
        answer = await http.get("/api/lesson", params={"lang": "de"})
        assert (answer.status_code, answer.json()) == (
            400,
            {"code": "malformed", "why": "lang: expected one of en, pl"},
        )


@pytest.mark.slow
async def test_attempts_are_judged(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        for lang in LANGUAGES:
            for then in ([], [WRONG], [RIGHT]):
                answer = await http.post("/api/lesson", json={"step": "facing", "then": then, "lang": lang})
                assert answer.status_code == 200
                assert answer.json() == to_builtins(verdict("facing", then, lang))
                assert answer.json()["done"] is (then == [RIGHT])


@pytest.mark.slow
async def test_every_step_can_be_looked_at_and_played(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        for key in LESSON:
            answer = await http.post("/api/views/look", json={"moment": {"lesson": key}})
            assert answer.json()["choices"]["decides"]["player"] == 0
        moment = {"lesson": "facing", "then": [RIGHT]}
        answer = await http.post("/api/views/look", json={"moment": moment})
        assert {unit["hex"] for unit in answer.json()["scene"]["standing"]["units"]} == {"C2", "C3", "C5"}


@pytest.mark.parametrize(
    ("body", "status", "code", "why"),
    [
        ({"step": "fly"}, 404, "not_found", 'step: no step "fly"; expected one of place, facing, '),
        ({"step": "facing", "then": [0, 1]}, 400, "malformed", "then[1]: action 1 is not legal here"),
        ({"step": "facing", "then": [-1]}, 400, "malformed", "then[0]: Expected `int` >= 0"),
        ({"step": "facing", "then": [0] * 101}, 400, "malformed", "then: Expected `array` of length <= 100"),
        ({"step": "facing", "lang": "de"}, 400, "malformed", "lang: Invalid enum value 'de'"),
        ({"then": []}, 400, "malformed", "Object missing required field `step`"),
        ({"step": "facing", "how": 1}, 400, "malformed", "Object contains unknown field `how`"),
    ],
)
async def test_invalid_requests_are_refused_in_one_line(
    body: dict[str, Any], status: int, code: str, why: str, database: str
) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        answer = await http.post("/api/lesson", json=body)
        told = answer.json()
        assert (answer.status_code, told["code"]) == (status, code)
        assert told["why"].startswith(why)
        assert "\n" not in told["why"]
