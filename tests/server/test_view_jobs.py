"""Views in worker processes: their content, their price, and that none of them blocks the server."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import httpx
import msgspec
import pytest

from neurohex.notation.record import write_record
from neurohex.rules.engine import Game, legal_actions
from neurohex.server.moments import MatchSource, RecordSource
from neurohex.server.refusals import Refusal
from neurohex.server.view_jobs import price
from neurohex.server.workers import VIEWS_WAITING_EACH, Viewers
from neurohex.session import Session
from neurohex.wire.http import Body
from neurohex.wire.messages import Terms
from neurohex.wire.views import AtMoment, NewRecord, OfActions, OfStory
from tests.server.serving import serving
from tests.server.test_bots import bad

STUDY = {"study": {"position": "borgo hegemony:3 | C5=0.HQ C2=1.HQ C3=0.Mutant/N"}}
LOOK = msgspec.convert({"moment": STUDY}, AtMoment)


def body(kind: type[Body], **given: Any) -> Any:
    return msgspec.convert(given, kind)


def match_of(steps: int) -> MatchSource:
    return MatchSource(Terms(armies=("borgo", "moloch")), tuple(range(steps)), b"", None, 1, None)


@pytest.mark.parametrize(
    ("kind", "given", "source", "cost"),
    [
        (AtMoment, {"moment": {"match": "m"}}, match_of(500), 1),
        (AtMoment, {"moment": STUDY}, None, 2),
        (AtMoment, {"moment": {"lesson": "x", "then": [1] * 200}}, None, 5),
        (AtMoment, {"moment": {"record": "r"}}, RecordSource("x" * 12_000), 4),
        (OfActions, {"moment": {"match": "m"}, "actions": [1] * 12}, match_of(5), 12),
        (OfActions, {"moment": {"match": "m"}, "actions": []}, match_of(5), 1),
        (OfStory, {"moment": {"match": "m"}}, match_of(500), 51),
        (OfStory, {"moment": {"match": "m", "step": 100}}, match_of(500), 11),
        (OfStory, {"moment": {"match": "m"}, "first": 480}, match_of(500), 3),
        (NewRecord, {"text": "x" * 60_000}, None, 16),
    ],
)
def test_prices(kind: type[Body], given: dict[str, Any], source: Any, cost: int) -> None:
    assert price(body(kind, **given), source) == cost


@pytest.mark.slow
async def test_slow_views_are_charged_afterwards(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neurohex.server.views._SECONDS_A_VIEW", 1e-6)
    async with (
        serving(database, views_per_second=1.0, views_at_once=50) as served,
        httpx.AsyncClient(base_url=served.url, timeout=40) as http,
    ):
        assert (await http.post("/api/views/look", json={"moment": STUDY})).status_code == 200
        answer = await http.post("/api/views/look", json={"moment": STUDY})
        assert answer.status_code == 429
        assert 40 <= int(answer.headers["retry-after"]) <= 60  # never more than a full bucket is owed


@pytest.mark.slow
async def test_a_view_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neurohex.server.workers.VIEW_SECONDS", 0.2)
    viewers = Viewers(1, bad("hang"))
    try:
        with pytest.raises(RuntimeError, match="their processes fail"):
            await viewers.show("ann", "look", LOOK, None)
    finally:
        await viewers.close()


async def test_an_address_with_too_many_waiting_views_is_refused_and_others_are_not() -> None:
    viewers = Viewers(1, bad("hang"))
    waiting = [asyncio.create_task(viewers.show("ann", "look", LOOK, None)) for _ in range(VIEWS_WAITING_EACH + 1)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="too many views are waiting"):
        await viewers.show("ann", "look", LOOK, None)
    other = asyncio.create_task(viewers.show("ben", "look", LOOK, None))
    await asyncio.sleep(0)
    assert not other.done()
    for task in (*waiting, other):
        task.cancel()
    await asyncio.gather(*waiting, other, return_exceptions=True)
    await viewers.close()


async def test_workers_compress_their_answers(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=40) as http:
        asked = {"moment": STUDY}
        packed = await http.post("/api/views/look", json=asked)
        plain = await http.post("/api/views/look", json=asked, headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.json() == plain.json()


async def test_a_record_is_read_beside_the_server() -> None:
    session = Session(Game(("borgo", "moloch")), 3)
    luck = random.Random(3)
    while not session.state.is_over():
        session.act(luck.choice(legal_actions(session.state)))
    viewers = Viewers(1)
    try:
        made = await viewers.show("ann", "record", NewRecord(text=write_record(session.record())), None)
        told = msgspec.json.decode(made.data)
        assert (told["complete"], told["armies"], told["record"]) == (True, ["borgo", "moloch"], "")
        assert made.seconds > 0
        broken = await viewers.show("ann", "record", NewRecord(text="no record"), None)
        assert broken.refusal is not None
        assert broken.refusal[1].startswith("text: ")
    finally:
        await viewers.close()
