"""Stopping, dying and coming back: every match goes on where it was, and no clock ran while nobody was there."""

from __future__ import annotations

import asyncio
import random
import signal

import pytest

from neurohex.client import Client
from neurohex.match.messages import Acted, AnyEvent, How, Paused, PlayerClock, Resumed, TurnClock, decode_event
from neurohex.rules.engine import legal_actions
from tests.server.serving import Process, guests, line, mover, play, proposal, seated, serving
from tests.server.test_bots import bad
from tests.server.test_games import followed, log_of

HOUR = PlayerClock(main=3_600_000)


async def test_a_clock_runs_out_though_nobody_does_anything(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as people:
        places = await seated(*people, clock=PlayerClock(main=300))
        slow = mover(places).seat
        await places[0].until(lambda: places[0].is_over)
        finished = places[0].follower.finished
        assert finished is not None
        assert finished.how is How.TIME
        assert finished.result[slow or 0] == -1


async def test_a_bot_whose_time_runs_out_loses(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neurohex.server.workers.COMMAND", bad("hang"))
    async with serving(database) as served, guests(served.url, "Ann") as (ann,):
        place = await ann.make(proposal(bots=("greedy", None), clock=PlayerClock(main=500)))
        await place.until(lambda: place.is_over)
        assert place.follower.finished is not None
        assert (place.follower.finished.how, place.follower.finished.result) == (How.TIME, (-1, 1))


async def test_after_a_stop_in_good_order_clients_go_on_and_no_clock_has_run(database: str) -> None:
    luck = random.Random(8)
    async with serving(database) as served:
        url = served.url
        ann, ben = Client(url), Client(url)
        await ann.be_guest("Ann")
        await ben.be_guest("Ben")
        places = await seated(ann, ben, clock=HOUR)
        with_bot = await ann.make(proposal(bots=("random", None), clock=TurnClock(allowance=86_400_000)))
        await play(places, luck, 6)
        await with_bot.my_move()
    async with ann, ben:
        acting = asyncio.create_task(mover(places).act(legal_actions(places[0].state)[0]))  # while nobody is there
        await asyncio.sleep(1.5)
        assert not acting.done()
        async with serving(database, port=int(url.rpartition(":")[2])):
            await acting
            await play(places, luck, 5)
            log = await log_of(url, places[0].match)
            assert [place.follower.last for place in places] == [len(log) - 1] * 2
            kinds = [type(decode_event(each)) for each in log]
            stopped, back = (followed(log[: kinds.index(kind) + 1]) for kind in (Paused, Resumed))
            assert back.at - stopped.at > 1_000
            assert stopped.clocks is not None
            assert back.clocks is not None
            assert stopped.clocks.left(back.at) == back.clocks.left(back.at)
            await with_bot.act(legal_actions(with_bot.state)[0])
            await with_bot.my_move()


async def test_sockets_are_closed_as_for_a_restart(database: str) -> None:
    async with serving(database) as served, line(served.url) as one:
        served.server.should_exit = True
        assert [told async for told in one.rest()] == []
        assert one.socket.close_code == 1012


async def test_sigterm_ends_the_command_with_exit_code_0_and_all_is_kept(database: str) -> None:
    async with Process(database) as process, guests(process.url, "Ann", "Ben") as people:
        places = await seated(*people, clock=HOUR)
        await play(places, random.Random(1), 10)
        code, log = await process.end(signal.SIGTERM)
        assert code == 0
        assert "nothing that was acknowledged is lost" in log
        assert "Traceback" not in log
        await process.start()
        await play(places, random.Random(2), 5)
        events = [type(event) for event in await _events(process.url, places[0].match)]
        assert events.count(Acted) == 15
        assert events.count(Paused) == events.count(Resumed) == 1


async def test_kill_at_random_moments_loses_nothing_that_was_acknowledged_and_doubles_nothing(database: str) -> None:
    luck = random.Random(21)
    async with Process(database) as process, guests(process.url, "Ann", "Ben") as people:
        places = await seated(*people, clock=HOUR)
        acknowledged = 0
        for _ in range(2):

            async def go_on() -> None:
                nonlocal acknowledged
                while await play(places, luck, 1):
                    acknowledged += 1

            playing = asyncio.create_task(go_on())
            await asyncio.sleep(luck.uniform(0.02, 0.2))
            await process.end(signal.SIGKILL)
            await process.start()
            await asyncio.sleep(0.1)
            # Nobody gives up: the act under way is answered by the new server, and play goes on.
            before = acknowledged
            while acknowledged == before and not playing.done():
                await asyncio.sleep(0.01)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            if places[0].is_over:
                break
        await asyncio.sleep(0.2)  # one more may have been under way
        events = await _events(process.url, places[0].match)
        acted = [event for event in events if isinstance(event, Acted)]
        assert len({(event.cause.by, event.cause.id) for event in acted if event.cause is not None}) == len(acted)
        assert acknowledged <= len(acted) <= acknowledged + 2
        assert [event.n for event in events] == list(range(len(events)))
        assert sum(isinstance(event, Resumed) for event in events) >= 1 or places[0].is_over
        followed(await log_of(process.url, places[0].match))


async def test_no_clock_runs_while_a_killed_server_is_away(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Longer than all the time that is left; and the first thing that the new one hears is an act."""
    monkeypatch.setattr("neurohex.client.connection._LONGEST_PAUSE", 0.2)  # the clock runs on once the server is back
    async with Process(database) as process, guests(process.url, "Ann", "Ben") as people:
        places = await seated(*people, clock=PlayerClock(main=2_500))
        await process.end(signal.SIGKILL)
        acting = asyncio.create_task(mover(places).act(legal_actions(places[0].state)[0]))
        await asyncio.sleep(3.0)
        await process.start()
        await acting
        assert not places[0].is_over
        kinds = [type(event) for event in await _events(process.url, places[0].match)]
        assert kinds[-2:] == [Resumed, Acted]


async def _events(url: str, match: str) -> list[AnyEvent]:
    return [decode_event(each) for each in await log_of(url, match)]
