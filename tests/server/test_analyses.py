"""Analyses: who may have them, how far they are, and that nothing is computed twice."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

import httpx
import pytest

from neurohex.analysis import GameReview, analyse, analysis_in, judging, section_of
from neurohex.notation.record import parse_record, write_record
from neurohex.rules.engine import legal_actions
from neurohex.server import analyses as analyses_module
from neurohex.server.analysis_jobs import Outline
from neurohex.server.moments import RecordSource
from neurohex.server.refusals import Refusal
from neurohex.server.worker import ViewAnswer, ViewRequest
from tests.analysis.games import played, think_little
from tests.server.serving import Process, Served, guests, seated, serving
from tests.server.test_bots import bad
from tests.server.test_http import bearer
from tests.view.forms import assert_form
from tests.waiting import until

ACTS = 6
"""Decisions of the game that is analysed: few, as processes of the server think as long as ever."""


def text(acts: int = ACTS, seed: int = 8) -> str:
    return write_record(played(acts=acts, seed=seed))


async def put(http: httpx.AsyncClient, record: str) -> dict[str, Any]:
    """The moment of an uploaded record."""
    answer = await http.post("/api/records", json={"text": record})
    assert answer.status_code == 201, answer.text
    return {"record": answer.json()["record"]}


async def ask(http: httpx.AsyncClient, moment: dict[str, Any], depth: int = 1, *, start: bool = False) -> Any:
    answer = await http.post("/api/analysis", json={"moment": moment, "depth": depth, "start": start})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def done(http: httpx.AsyncClient, moment: dict[str, Any], depth: int = 1) -> Any:
    """The state at the end; progress never goes back."""
    seen = 0
    while (state := await ask(http, moment, depth))["state"] == "running":
        assert seen <= state["done"] <= state["total"]
        seen = state["done"]
        await asyncio.sleep(0.02)
    return state


async def review_of(http: httpx.AsyncClient, moment: dict[str, Any], depth: int = 1, lang: str = "en") -> Any:
    answer = await http.post("/api/analysis/review", json={"moment": moment, "depth": depth, "lang": lang})
    assert answer.status_code == 200, answer.text
    assert_form(answer.json(), GameReview)
    return answer.json()


def client(served: Served, *headers: dict[str, str]) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=served.url, headers=headers[0] if headers else {}, timeout=120)


# --- the whole way --------------------------------------------------------------------------------
@pytest.mark.slow
async def test_a_record_is_analysed_in_the_background_and_kept(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann") as (ann,), client(served, bearer(ann)) as http:
        moment = await put(http, text())
        first = await ask(http, moment)
        assert (first["state"], first["done"], first["depths"], first["deepest"]) == ("none", 0, [], 4)
        missing = await http.post("/api/analysis/review", json={"moment": moment, "depth": 1})
        assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
        started = await ask(http, moment, start=True)
        assert started["state"] in ("running", "done")
        state = await done(http, moment)
        assert (state["state"], state["done"], state["depths"]) == ("done", state["total"], [1])
        told = await review_of(http, moment)
        assert told["depth"] == 1
        assert (await review_of(http, moment, lang="pl"))["points"] == told["points"]
        answer = await http.post("/api/analysis/record", json={"moment": moment, "depth": 1})
        record = parse_record(answer.text)
        assert analysis_in(record) is not None
        assert record.actions == played(acts=ACTS).actions
        processes = served.context.analyses.pids
    async with serving(database) as served, client(served) as http:  # kept, for those without a token too
        assert (await ask(http, moment))["state"] == "done"
        assert await review_of(http, moment) == told
        assert served.context.analyses.pids == []
    assert processes


@pytest.mark.slow
async def test_a_killed_server_keeps_what_is_computed_and_goes_on(database: str) -> None:
    async with (
        Process(database) as process,
        guests(process.url, "Ann") as (ann,),
        httpx.AsyncClient(base_url=process.url, headers=bearer(ann), timeout=120) as http,
    ):
        moment = await put(http, text(40))
        await ask(http, moment, 2, start=True)
        while (kept := (await ask(http, moment, 2))["done"]) < 2:
            await asyncio.sleep(0.02)
        await process.end(signal.SIGKILL)
    async with serving(database) as served, client(served, bearer(ann)) as http:
        state = await ask(http, moment, 2)
        assert state["state"] == "none"
        assert kept <= state["done"] < state["total"]
        asked = _counted(served)
        await ask(http, moment, 2, start=True)
        finished = await done(http, moment, 2)
        assert finished["state"] == "done"
        assert len(asked) == state["total"] - state["done"]  # nothing was computed twice


def _counted(served: Served) -> list[ViewRequest]:
    """The requests to the analysts from now on."""
    workers = served.context.analyses._workers
    seen: list[ViewRequest] = []
    show = workers.show

    async def counted(request: Any, who: str) -> ViewAnswer:
        seen.append(request)
        return await show(request, who)

    workers.show = counted  # type: ignore[method-assign]  # a spy
    return seen


@pytest.mark.slow
async def test_an_analysis_in_the_record_is_used(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    record = played(acts=ACTS)
    record.analysis = section_of(analyse(record, 1), record)
    async with serving(database) as served, guests(served.url, "Ann") as (ann,), client(served, bearer(ann)) as http:
        moment = await put(http, write_record(record))
        state = await ask(http, moment, start=True)
        assert (state["state"], state["depths"]) == ("done", [1])
        assert (await review_of(http, moment))["depth"] == 1
        assert served.context.analyses.pids == []


# --- who may --------------------------------------------------------------------------------------
@pytest.mark.slow
async def test_a_match_is_analysed_when_it_is_over(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as people, client(served) as http:
        places = await seated(*people)
        moment = {"match": places[0].match}
        answer = await http.post("/api/analysis", json={"moment": moment, "start": True})
        assert (answer.status_code, answer.json()["why"]) == (403, "a match can be analysed when it is over")
        for _ in range(3):
            mine = next(place for place in places if place.is_mine)
            await mine.act(legal_actions(mine.state)[0])
            last = mine.follower.last
            for place in places:
                await place.until(lambda place=place, last=last: place.follower.last >= last)  # type: ignore[misc]
        await places[0].resign()
        answer = await http.post("/api/analysis", json={"moment": moment, "depth": 1, "start": True})
        assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")
        http.headers.update(bearer(people[1]))
        await ask(http, moment, start=True)
        assert (await done(http, moment))["state"] == "done"
        told = await review_of(http, moment)
        assert [player["name"] for player in told["players"]] == ["Ann", "Ben"]
        assert not told["complete"]


@pytest.mark.parametrize(
    ("moment", "status", "code"),
    [
        ({"lesson": "facing"}, 400, "malformed"),
        ({"record": "nothing"}, 404, "not_found"),
        ({"match": "nothing"}, 404, "unknown_match"),
        ({}, 400, "malformed"),
    ],
)
async def test_other_moments_are_refused(database: str, moment: dict[str, Any], status: int, code: str) -> None:
    async with serving(database) as served, client(served) as http:
        for path in ("", "/review", "/record"):
            answer = await http.post(f"/api/analysis{path}", json={"moment": moment, "depth": 1})
            assert (answer.status_code, answer.json()["code"]) == (status, code)


# --- limits ---------------------------------------------------------------------------------------
def outline(number: int) -> Outline:
    return Outline(game=f"{number:032x}", pieces=3, has=0)


async def test_limits(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neurohex.server.workers.COMMAND", bad("hang"))
    monkeypatch.setattr(analyses_module, "MOST_RUNNING_EACH", 2)
    source = RecordSource("")
    async with serving(database, analysis_depth=2, analyses_per_hour=60.0) as served:
        analyses = served.context.analyses
        with pytest.raises(Refusal, match="depth: expected 1 to 2, got 3"):
            await analyses.start(outline(0), 3, source, "ann", "1.2.3.4")
        await analyses.start(outline(0), 1, source, "ann", "1.2.3.4")
        await analyses.start(outline(0), 1, source, "ben", "1.2.3.4")  # it runs already: nobody starts it again
        with pytest.raises(Refusal, match="an analysis of yours is running"):
            await analyses.start(outline(1), 1, source, "ann", "1.2.3.4")
        await analyses.start(outline(1), 1, source, "ben", "1.2.3.4")
        with pytest.raises(Refusal, match="too many analyses are running"):
            await analyses.start(outline(2), 1, source, "cid", "1.2.3.4")
        await analyses.start(outline(2), 1, source, "cid", "5.6.7.8")
        assert analyses.others(outline(0).game, 1) == 2
        monkeypatch.setattr(analyses_module, "MOST_RUNNING_EACH", 100)
        for number in range(3, 11):
            await analyses.start(outline(number), 1, source, f"person {number}", "1.2.3.4")
        with pytest.raises(Refusal, match="too many analyses from your address: wait"):
            await analyses.start(outline(11), 1, source, "person 11", "1.2.3.4")


async def test_a_server_without_analyses(database: str) -> None:
    async with serving(database, analysis_depth=0) as served:
        with pytest.raises(Refusal, match="this server makes no analyses"):
            await served.context.analyses.start(outline(0), 1, RecordSource(""), "ann", "1.2.3.4")


async def test_workers_that_fail_end_it_with_a_reason_and_it_can_be_started_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("neurohex.server.workers.COMMAND", bad("crash"))
    async with serving(database) as served:
        analyses = served.context.analyses
        for _ in range(2):
            await analyses.start(outline(0), 1, RecordSource(""), "ann", "1.2.3.4")

            def failed() -> bool:
                job = analyses.running(outline(0).game, 1)
                return job is not None and bool(job.why)

            await until(failed)
        job = analyses.running(outline(0).game, 1)
        assert job is not None
        assert "their processes fail" in job.why
        assert analyses.others("another", 1) == 0


async def test_old_analyses_are_forgotten(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neurohex.server.workers.COMMAND", bad("hang"))
    monkeypatch.setattr(analyses_module, "_DAY", -1e6)  # the future is long ago
    async with serving(database, keep_analyses_days=1) as served:
        analyses = served.context.analyses
        await served.context.store.add_analysis("old", 0, b"0")
        await analyses.start(outline(0), 1, RecordSource(""), "ann", "1.2.3.4")

        async def forgotten() -> bool:
            return not await served.context.store.analysis("old")

        while not await forgotten():
            await asyncio.sleep(0.01)


def test_depths_of_the_wire_are_those_of_the_analysis() -> None:
    assert set(judging.DEPTHS) == {1, 2, 3, 4}
