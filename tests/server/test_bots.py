"""Bots at the table: they think beside everything else, and nothing that befalls them stops a game."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
from pathlib import Path

import msgspec
import pytest

from neurohex.players import Forfeit
from neurohex.rules.engine import Game, legal_actions, new_state
from neurohex.server import workers as workers_module
from neurohex.server.worker import BotRequest
from neurohex.server.workers import NoAnswer, Workers
from neurohex.wire.messages import How, Terms
from tests.server.serving import guests, play, proposal, seated, serving
from tests.torture.mortal import is_running
from tests.waiting import until

STATE = new_state(Game(("borgo", "moloch")))
REQUEST = BotRequest(Terms.of(STATE.game), STATE.to_bytes(), "greedy", 7)


def bad(how: str, mark: object = "") -> tuple[str, ...]:
    return (sys.executable, str(Path(__file__).with_name("bad_worker.py")), how, str(mark))


def numbered(seed: int) -> BotRequest:
    """A request that a `gated` process can identify."""
    return msgspec.structs.replace(REQUEST, seed=seed)


async def chosen(workers: Workers, request: BotRequest = REQUEST) -> int:
    try:
        return await workers.choose(request)
    finally:
        await workers.close()


# --- the processes --------------------------------------------------------------------------------
@pytest.mark.slow
async def test_a_bot_decides_the_same_in_another_process() -> None:
    first = await chosen(Workers(1, 20))
    assert first in legal_actions(STATE)
    assert await chosen(Workers(2, 20)) == first


@pytest.mark.slow
@pytest.mark.parametrize("how", ["crash", "hang", "garbage", "silence"])
async def test_a_process_that_fails_is_replaced_and_the_bot_plays_on(how: str, tmp_path: Path) -> None:
    failed = tmp_path / "failed"
    workers = Workers(1, 1.0, bad(how, failed))

    async def be_patient() -> None:
        """Only the process that hangs has little time."""
        await until(failed.exists)
        workers._seconds = 60.0

    action, _ = await asyncio.gather(chosen(workers), be_patient())
    assert action == await chosen(Workers(1, 60))
    assert workers.replaced == 1


@pytest.mark.slow
async def test_a_random_bot_replaces_one_that_keeps_failing() -> None:
    workers = Workers(1, 20, bad("crash"))
    assert await chosen(workers) == 17
    assert workers.replaced == 2


async def test_no_answer_if_no_process_starts() -> None:
    with pytest.raises(NoAnswer):
        await chosen(Workers(1, 20, ("/nonexistent/python",)))


async def test_a_bot_may_give_up() -> None:
    with pytest.raises(Forfeit, match="my king has fallen"):
        await chosen(Workers(1, 20, bad("forfeit")))


@pytest.mark.linux
async def test_a_cancelled_request_stops_its_process_and_its_late_answer_is_dropped(tmp_path: Path) -> None:
    workers = Workers(1, 60, bad("gated", tmp_path))
    waiting = asyncio.create_task(workers.choose(REQUEST))
    await until(lambda: list(tmp_path.iterdir()))
    (pid,) = workers.pids
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert workers.pids == []
    assert not Path(f"/proc/{pid}").exists()
    (tmp_path / "all").touch()
    assert await chosen(workers) == 17


@pytest.mark.slow
async def test_processes_think_at_the_same_time_and_each_about_one_thing(tmp_path: Path) -> None:
    workers = Workers(2, 60, bad("gated", tmp_path))
    thinking = [asyncio.create_task(workers.choose(numbered(place), who)) for place, who in enumerate("abab")]
    try:
        await until(lambda: len(list(tmp_path.iterdir())) == 2)
        assert {file.name for file in tmp_path.iterdir()} <= {f"{p} has {q}" for p in workers.pids for q in range(4)}
        assert workers.waiting() == 2
        (tmp_path / "all").touch()
        assert await asyncio.gather(*thinking) == [17] * 4
        assert len(workers.pids) == 2
    finally:
        await workers.close()
        await asyncio.gather(*thinking, return_exceptions=True)


@pytest.mark.slow
async def test_a_person_with_many_bots_does_not_delay_the_bot_of_another(tmp_path: Path) -> None:
    workers = Workers(2, 60, bad("gated", tmp_path))
    greedy = [asyncio.create_task(workers.choose(numbered(place), "ann")) for place in range(6)]
    try:
        await until(lambda: list(tmp_path.iterdir()))
        (tmp_path / "100").touch()
        assert await workers.choose(numbered(100), "ben") == 17
        assert not any(task.done() for task in greedy)
        assert len(workers.pids) == 2
    finally:
        await workers.close()
        await asyncio.gather(*greedy, return_exceptions=True)


@pytest.mark.slow
async def test_no_process_is_left_when_the_server_dies(tmp_path: Path) -> None:
    program = (
        "import asyncio, os, signal, sys\n"
        "from tests.server.test_bots import REQUEST\n"
        "from neurohex.server.workers import Workers\n"
        "async def main():\n"
        "    workers = Workers(1, 20)\n"
        "    await workers.choose(REQUEST)\n"
        "    print(workers.pids[0], flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(main())\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    pid = int((await process.communicate())[0])
    try:
        await until(lambda: not is_running(pid))
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


# --- at the table ---------------------------------------------------------------------------------
@pytest.mark.slow
async def test_a_whole_game_against_a_bot_whose_process_is_killed_again_and_again(database: str) -> None:
    luck = random.Random(1)
    async with serving(database) as served, guests(served.url, "Ann") as (ann,):
        place = await ann.make(proposal(bots=(None, "greedy")))
        acts = kills = 0
        while await place.my_move():
            workers = served.context.workers
            if acts % 5 == 0 and workers.pids:
                os.kill(workers.pids[0], signal.SIGKILL)
                kills += 1
            await place.act(luck.choice(legal_actions(place.state)))
            acts += 1
        assert place.follower.finished is not None
        assert place.follower.finished.how is How.RULES
        assert kills >= 3
        assert served.context.workers.replaced >= kills - 1


async def test_thinking_bots_delay_no_person(
    database: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers_module, "COMMAND", bad("gated", tmp_path_factory.mktemp("gate")))
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        waiting = [await ann.make(proposal(bots=("random", None))) for _ in range(5)]
        places = await seated(ann, ben)
        await play(places, random.Random(4), 20)
        assert all(place.follower.awaited_bot() is not None for place in waiting)


@pytest.mark.slow
async def test_an_illegal_answer_of_a_bot_is_replaced(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(workers_module, "COMMAND", bad("illegal"))
    async with serving(database) as served, guests(served.url, "Ann") as (ann,):
        place = await ann.make(proposal(bots=("greedy", None)))
        luck = random.Random(3)
        while not place.is_over:
            await place.until(lambda: place.is_mine or place.is_over)
            if not place.is_over:
                await place.act(luck.choice(legal_actions(place.state)))
        assert place.follower.finished is not None
        assert place.follower.finished.how is How.RULES
        assert b"neurohex_bot_fallbacks_total 0.0" not in served.context.metrics.text()
    assert "bot greedy: answered 2147483647, which is no legal action; played action " in caplog.text


async def test_a_bot_that_cannot_go_on_loses(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    why = "my king has fallen"
    monkeypatch.setattr(workers_module, "COMMAND", bad("forfeit"))
    async with serving(database) as served, guests(served.url, "Ann") as (ann,):
        place = await ann.make(proposal(bots=("greedy", None)))
        await place.until(lambda: place.is_over)
        finished = place.follower.finished
        assert finished is not None
        assert (finished.how, finished.result) == (How.FORFEIT, (-1, 1))
        assert why in finished.why


async def test_a_bot_is_interrupted_when_its_opponent_resigns(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "COMMAND", bad("hang"))
    async with serving(database) as served, guests(served.url, "Ann") as (ann,):
        place = await ann.make(proposal(bots=("greedy", None)))
        await until(lambda: served.context.workers.pids)
        await place.resign()
        await until(lambda: not served.context.workers.pids)


@pytest.mark.slow
async def test_four_players_three_of_them_bots(database: str) -> None:
    async with serving(database, bot_workers=2) as served, guests(served.url, "Ann") as (ann,):
        armies = ("borgo", "moloch", "outpost", "hegemony")
        place = await ann.make(proposal(*armies, bots=("random", None, "random", "random"), mode="team"))
        luck = random.Random(2)
        for _ in range(12):
            if not await place.my_move():
                break
            await place.act(luck.choice(legal_actions(place.state)))
        assert place.follower.turn() >= 2
