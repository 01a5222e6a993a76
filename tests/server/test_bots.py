"""Bots at the table: they think beside everything else, and nothing that befalls them stops a game."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from neurohex.match.messages import How, Terms
from neurohex.players import Forfeit
from neurohex.rules.engine import Game, legal_actions, new_state
from neurohex.server import workers as workers_module
from neurohex.server.worker import Question
from neurohex.server.workers import NoAnswer, Workers
from tests.server.serving import guests, play, proposal, seated, serving

STATE = new_state(Game(("borgo", "moloch")))
QUESTION = Question(Terms.of(STATE.game), STATE.to_bytes(), "greedy", 7)


def bad(how: str, mark: object = "") -> tuple[str, ...]:
    return (sys.executable, str(Path(__file__).with_name("bad_worker.py")), how, str(mark))


async def chosen(workers: Workers, question: Question = QUESTION) -> int:
    try:
        return await workers.choose(question)
    finally:
        await workers.close()


# --- the processes --------------------------------------------------------------------------------
async def test_a_bot_decides_the_same_in_another_process() -> None:
    first = await chosen(Workers(1, 20))
    assert first in legal_actions(STATE)
    assert await chosen(Workers(2, 20)) == first


@pytest.mark.parametrize("how", ["crash", "hang", "garbage", "silence"])
async def test_a_process_that_fails_is_replaced_and_the_bot_plays_on(how: str, tmp_path: Path) -> None:
    workers = Workers(1, 2, bad(how, tmp_path / "failed"))
    assert await chosen(workers) == await chosen(Workers(1, 20))
    assert workers.replaced == 1


async def test_a_bot_that_fails_for_good_is_stood_in_for() -> None:
    workers = Workers(1, 20, bad("crash"))
    assert await chosen(workers) == 17
    assert workers.replaced == 2


async def test_where_nothing_can_be_started_there_is_no_answer() -> None:
    with pytest.raises(NoAnswer):
        await chosen(Workers(1, 20, ("/nonexistent/python",)))


async def test_a_bot_may_give_up() -> None:
    with pytest.raises(Forfeit, match="my king has fallen"):
        await chosen(Workers(1, 20, bad("forfeit")))


async def test_whoever_is_not_waited_for_any_more_is_stopped_and_its_answer_not_mistaken() -> None:
    workers = Workers(1, 20, bad("slow"))
    waiting = asyncio.create_task(workers.choose(QUESTION))
    while not workers.pids:
        await asyncio.sleep(0.01)
    (pid,) = workers.pids
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert workers.pids == []
    assert not Path(f"/proc/{pid}").exists()
    assert await chosen(workers) == 17


async def test_processes_think_at_the_same_time_and_each_about_one_thing() -> None:
    workers = Workers(2, 20, bad("slow"))
    try:
        await asyncio.gather(*(workers.choose(QUESTION, who) for who in "ab"))  # start them
        began = time.monotonic()
        await asyncio.gather(*(workers.choose(QUESTION, who) for who in "abab"))
        assert 1.9 < time.monotonic() - began < 3.5
        assert len(workers.pids) == 2
    finally:
        await workers.close()


async def test_a_person_with_many_bots_does_not_delay_the_bot_of_another() -> None:
    workers = Workers(2, 20, bad("slow"))
    try:
        greedy = [asyncio.create_task(workers.choose(QUESTION, "ann")) for _ in range(6)]
        await greedy[0]
        assert await workers.choose(QUESTION, "ben") == 17
        assert sum(task.done() for task in greedy) <= 3  # it did not wait for all that were before it
        assert len(workers.pids) == 2
    finally:
        await workers.close()
        await asyncio.gather(*greedy, return_exceptions=True)


async def test_no_process_is_left_when_the_server_dies(tmp_path: Path) -> None:
    program = (
        "import asyncio, os, signal, sys\n"
        "from tests.server.test_bots import QUESTION\n"
        "from neurohex.server.workers import Workers\n"
        "async def main():\n"
        "    workers = Workers(1, 20)\n"
        "    await workers.choose(QUESTION)\n"
        "    print(workers.pids[0], flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "asyncio.run(main())\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    pid = int((await process.communicate())[0])
    for _ in range(500):
        if not Path(f"/proc/{pid}").exists() or ") Z " in Path(f"/proc/{pid}/stat").read_text():
            return
        await asyncio.sleep(0.01)
    os.kill(pid, signal.SIGKILL)
    raise AssertionError("a bot thinks on though its server is dead")


# --- at the table ---------------------------------------------------------------------------------
async def test_a_whole_game_against_a_bot_whose_process_is_killed_again_and_again(database: str) -> None:
    luck = random.Random(1)
    async with serving(database) as served, guests(served.url, "Ann") as (ann,):
        place = await ann.make(proposal(bots=(None, "greedy")))
        acts = kills = 0
        while await place.my_move():
            workers = served.house.workers
            if acts % 5 == 0 and workers.pids:
                os.kill(workers.pids[0], signal.SIGKILL)
                kills += 1
            await place.act(luck.choice(legal_actions(place.state)))
            acts += 1
        assert place.follower.finished is not None
        assert place.follower.finished.how is How.RULES
        assert kills >= 3
        assert served.house.workers.replaced >= kills - 1


async def test_bots_that_think_delay_nobody(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "COMMAND", bad("slow"))
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        waiting = [await ann.make(proposal(bots=("random", None))) for _ in range(5)]
        places = await seated(ann, ben)
        began = time.monotonic()
        await play(places, random.Random(4), 20)
        assert time.monotonic() - began < 3
        assert sum(place.follower.awaited_bot() is not None for place in waiting) >= 2


async def test_a_bot_that_answers_what_is_not_legal_is_stood_in_for(
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
        assert b"neurohex_bot_fallbacks_total 0.0" not in served.house.metrics.text()
    assert "bot greedy: answered 2147483647, which is no legal action; action " in caplog.text


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
        await _until(lambda: bool(served.house.workers.pids))
        await place.resign()
        await _until(lambda: not served.house.workers.pids)


async def _until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.01)


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
