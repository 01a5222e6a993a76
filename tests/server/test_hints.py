"""Hints: who may have them, their content, and that they delay no other request."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from neurohex.client import Client
from neurohex.explain import LANGUAGES
from neurohex.notation.action import parse_action
from neurohex.notation.compact import parse_line
from neurohex.notation.record import write_record
from neurohex.rules.engine import Game, State, apply, legal_actions
from neurohex.server import workers as workers_module
from neurohex.server.refusals import Refusal
from neurohex.server.worker import BotRequest, HintRequest
from neurohex.server.workers import MOST_WAITING, MOST_WAITING_EACH, Hints, NoAnswer, Workers
from neurohex.session import Session
from neurohex.view import act_words, analysis_state
from neurohex.wire.messages import Terms
from neurohex.wire.views import AtMoment, Hint
from tests.server.serving import Served, guests, proposal, serving
from tests.server.test_bots import REQUEST, bad
from tests.server.test_http import bearer
from tests.view.forms import assert_form
from tests.waiting import until

QUICK: dict[str, Any] = {"hint_seconds": 0.1}
LINE = "borgo hegemony:3 | C5=0.HQ C2=1.HQ C3=0.Mutant/N"
STUDY = {"study": {"position": LINE, "hands": [["borgo/Brawler", "borgo/Battle"]], "turn": 0}}
"""A position that is won by placing the Brawler against the HQ and playing Battle."""
MUTANT = {"study": {"position": LINE, "hands": [["borgo/Mutant"]], "turn": 0}}


AT = msgspec.convert({"moment": STUDY}, AtMoment)


def won() -> State:
    return analysis_state(parse_line(LINE), [["borgo/Brawler", "borgo/Battle"]], 0)


@asynccontextmanager
async def asking(served: Served, client: Client | None) -> AsyncIterator[httpx.AsyncClient]:
    headers = bearer(client) if client is not None else {}
    async with httpx.AsyncClient(base_url=served.url, headers=headers, timeout=120) as http:
        yield http


async def hint(http: httpx.AsyncClient, moment: dict[str, Any], lang: str = "en") -> Any:
    answer = await http.post("/api/views/hint", json={"moment": moment, "lang": lang})
    assert answer.status_code == 200, answer.text
    assert_form(answer.json(), Hint)
    return answer.json()


async def refused(http: httpx.AsyncClient, moment: dict[str, Any]) -> tuple[int, str, str]:
    answer = await http.post("/api/views/hint", json={"moment": moment})
    told = answer.json()
    return answer.status_code, told["code"], told["why"]


# --- content --------------------------------------------------------------------------------------
@pytest.mark.slow
async def test_the_search_finds_the_win_and_says_it_in_every_language(database: str) -> None:
    async with (
        serving(database, hint_seconds=0.5) as served,
        guests(served.url, "Ann") as (ann,),
        asking(served, ann) as http,
    ):
        for lang in LANGUAGES:
            told = await hint(http, STUDY, lang)
            best = told["thoughts"][0]
            assert told["player"] == 0
            assert len(told["thoughts"]) <= 5
            assert best["chance"] > 0.95
            assert best["action"] in legal_actions(won())
            assert best["words"] == best["line"][0] == act_words(won(), best["action"], lang)
            assert {"en": "Fight a Battle", "pl": "Stocz Bitwę"}[lang] in best["line"]
            over = best["reasons"][0]
            assert (over["kind"], over["is_gain"], over["player"], over["is_expected"]) == ("over", True, 0, False)
            assert over["text"].endswith({"en": " wins the game", "pl": " wygrywa grę"}[lang])
            tries = [each["tries"] for each in told["thoughts"]]
            assert tries == sorted(tries, reverse=True)


@pytest.mark.slow
async def test_of_records_and_of_the_lesson(database: str) -> None:
    session = Session(Game(("borgo", "moloch")), 5)
    for _ in range(6):
        session.act(legal_actions(session.state)[-1])
    async with (
        serving(database, **QUICK) as served,
        guests(served.url, "Ann") as (ann,),
        asking(served, ann) as http,
    ):
        answer = await http.post("/api/records", json={"text": write_record(session.record())})
        record = answer.json()["record"]
        assert (await hint(http, {"record": record}))["player"] == session.state.actor()
        assert (await hint(http, {"record": record, "step": 1}))["player"] == 1
        told = await hint(http, {"lesson": "facing"})
        assert told["thoughts"]


async def test_no_hint_if_no_player_is_to_decide(database: str) -> None:
    state = won()
    end = parse_action(state, "end turn")
    won_by = [parse_action(state, "place Brawler B1 facing SE")]
    apply(state, won_by[0])
    won_by.append(parse_action(state, "battle"))
    async with (
        serving(database, **QUICK) as served,
        guests(served.url, "Ann") as (ann,),
        asking(served, ann) as http,
    ):
        for then, why in (([end], "a tile is drawn"), (won_by, "the game is over")):
            told = f"moment: expected one at which a player is to decide; here {why}"
            assert await refused(http, {**STUDY, "then": then}) == (400, "malformed", told)


# --- who may have them ----------------------------------------------------------------------------
async def test_hints_need_a_token(database: str) -> None:
    async with serving(database, **QUICK) as served, asking(served, None) as http:
        assert (await refused(http, STUDY))[:2] == (401, "not_signed_in")


@pytest.mark.slow
@pytest.mark.parametrize("agreed", [True, False])
async def test_in_a_running_match_for_its_players_if_they_agreed(agreed: bool, database: str) -> None:
    async with serving(database, **QUICK) as served, guests(served.url, "Ann", "Ben", "Eve") as (ann, ben, eve):
        place = await ann.make(msgspec.structs.replace(proposal(), hints=agreed))
        other = await ben.join(place.match)
        await place.until(lambda: place.follower.awaited() is not None)
        assert place.follower.created.hints is agreed
        moment = {"match": place.match}
        for client in (ann, ben, eve):
            async with asking(served, client) as http:
                for there in (moment, {**moment, "step": 0}):
                    if agreed and client is not eve:
                        assert (await hint(http, there))["player"] == 0
                    else:
                        status, code, why = await refused(http, there)
                        assert (status, code) == (403, "not_allowed")
                        assert ("only its players" if agreed else "without hints") in why
        await other.until(lambda: other.follower.awaited() is not None)
        await other.resign()
        await place.until(lambda: place.is_over)
        async with asking(served, eve) as http:
            assert (await hint(http, {**moment, "step": 0}))["thoughts"]


@pytest.mark.slow
async def test_one_at_a_time_for_each_person(
    database: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = tmp_path_factory.mktemp("gate")
    monkeypatch.setattr(workers_module, "COMMAND", bad("gated", gate))
    async with (
        serving(database, **QUICK) as served,
        guests(served.url, "Ann", "Ben") as (ann, ben),
        asking(served, ann) as http,
        asking(served, ben) as others,
    ):
        first = asyncio.create_task(hint(http, {"lesson": "turn"}))
        await until(lambda: list(gate.iterdir()))
        answer = await http.post("/api/views/hint", json={"moment": STUDY})
        assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
        assert answer.headers["retry-after"] == "1"
        second = asyncio.create_task(hint(others, STUDY))
        await until(lambda: served.context.hints._workers.waiting())
        (gate / "all").touch()
        assert (await second)["thoughts"]  # it waited for its turn
        assert first.done()
        assert (await hint(http, STUDY))["thoughts"]


async def test_too_many_people_are_not_made_to_wait() -> None:
    hints = Hints(0.1, bad("hang"))
    waiting = [asyncio.create_task(hints.think(f"p{n}", f"a{n}", AT, None)) for n in range(MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="too many people wait for hints"):
        await hints.think("another", "b", AT, None)
    await hints.close()
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    await hints.close()


async def test_one_address_cannot_fill_the_queue_of_hints() -> None:
    hints = Hints(0.1, bad("hang"))
    asked = [asyncio.create_task(hints.think(f"p{n}", "a", AT, None)) for n in range(MOST_WAITING_EACH)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="too many people at your address wait for hints"):
        await hints.think("another", "a", AT, None)
    asked.append(asyncio.create_task(hints.think("somebody", "b", AT, None)))
    await asyncio.sleep(0)
    assert not any(task.done() for task in asked)
    assert hints._workers.waiting("a") == MOST_WAITING_EACH - 1  # one has the process
    assert hints._workers.waiting("b") == 1  # and is next
    await hints.close()
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    await hints.close()


# --- beside everything else -----------------------------------------------------------------------
@pytest.mark.slow
async def test_bots_do_not_wait_for_hints_nor_hints_for_bots() -> None:
    hints, workers = Hints(60.0), Workers(1, 60)
    try:
        thinking = asyncio.create_task(hints.think("ann", "a", msgspec.convert({"moment": MUTANT}, AtMoment), None))
        await until(lambda: hints.pids)
        for _ in range(3):
            assert await workers.choose(REQUEST) in legal_actions(State.from_bytes(REQUEST.game.game(), REQUEST.state))
        assert not thinking.done()
    finally:
        await hints.close()
        await workers.close()
    with pytest.raises(NoAnswer, match="the server is stopping"):
        await thinking
    assert hints.pids == workers.pids == []


async def test_one_process_answers_both_kinds_of_questions() -> None:
    workers = Workers(1, 20)
    try:
        for _ in range(2):
            made = await workers.show(HintRequest(AT, None, 0.1, 3), "ann")
            assert made.refusal is None
            assert 0 < len(msgspec.json.decode(made.data)["thoughts"]) <= 3
            assert await workers.choose(BotRequest(Terms.of(won().game), won().to_bytes(), "greedy", 1)) >= 0
        assert len(workers.pids) == 1
    finally:
        await workers.close()


@pytest.mark.slow
@pytest.mark.parametrize("how", ["crash", "garbage", "silence"])
async def test_a_process_that_fails_is_replaced(how: str, tmp_path: Path) -> None:
    hints = Hints(0.1, bad(how, tmp_path / "failed"))
    try:
        assert (await hints.think("ann", "a", AT, None)).data
        assert (tmp_path / "failed").exists()
    finally:
        await hints.close()


@pytest.mark.slow
async def test_a_failing_worker_is_reported(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "COMMAND", bad("crash"))
    async with (
        serving(database, **QUICK) as served,
        guests(served.url, "Ann") as (ann,),
        asking(served, ann) as http,
    ):
        status, code, why = await refused(http, STUDY)
        assert (status, code) == (503, "unavailable")
        assert "cannot think" in why
        assert (await refused(http, STUDY))[0] == 503  # and not that one waits already


async def test_a_server_that_stops_does_not_wait_for_hints(database: str) -> None:
    async with (
        serving(database, hint_seconds=60) as served,
        guests(served.url, "Ann") as (ann,),
        asking(served, ann) as http,
    ):
        waiting = asyncio.create_task(refused(http, {"lesson": "turn"}))
        await until(lambda: served.context.hints.pids)
        served.server.should_exit = True
        assert await waiting == (503, "unavailable", "the server is stopping")  # and no hint
    assert served.context.hints.pids == []
