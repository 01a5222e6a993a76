"""Stops, crashes and restarts: every match continues where it was, and no clock ran without a server."""

from __future__ import annotations

import asyncio
import random
import signal
from collections.abc import Callable

import pytest

from neurohex.client import Client
from neurohex.rules.engine import legal_actions
from neurohex.wire.messages import Acted, AnyEvent, How, Paused, PlayerClock, Resumed, TurnClock, decode_event
from tests.ports import free_port
from tests.server.serving import Process, guests, line, mover, play, proposal, seated, serving
from tests.server.test_bots import bad
from tests.server.test_games import followed, log_of
from tests.waiting import until

HOUR = PlayerClock(main=3_600_000)
AWAY = 300
"""Seconds without a server."""


async def test_a_clock_runs_out_without_any_command(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as people:
        place = await people[0].make(proposal(clock=PlayerClock(main=300)))
        await people[1].join(place.match)
        await place.until(lambda: place.is_over)
        finished = place.follower.finished
        assert finished is not None
        assert finished.how is How.TIME
        assert finished.result[place.state.actor()] == -1


async def test_a_bot_whose_time_runs_out_loses(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neurohex.server.workers.COMMAND", bad("hang"))
    async with serving(database) as served, guests(served.url, "Ann") as (ann,):
        place = await ann.make(proposal(bots=("greedy", None), clock=PlayerClock(main=500)))
        await place.until(lambda: place.is_over)
        assert place.follower.finished is not None
        assert (place.follower.finished.how, place.follower.finished.result) == (How.TIME, (-1, 1))


@pytest.mark.slow
async def test_clients_reconnect_after_a_graceful_stop_and_no_clock_has_run(
    database: str, later: Callable[[float], None]
) -> None:
    luck, port = random.Random(8), free_port()
    async with serving(database, port=port) as served:
        url = served.url
        ann, ben = Client(url), Client(url)
        await ann.be_guest("Ann")
        await ben.be_guest("Ben")
        places = await seated(ann, ben, clock=HOUR)
        with_bot = await ann.make(proposal(bots=("random", None), clock=TurnClock(allowance=86_400_000)))
        await play(places, luck, 6)
        await with_bot.my_move()
    async with ann, ben:
        acting = asyncio.create_task(mover(places).act(legal_actions(places[0].state)[0]))  # while no server runs
        later(AWAY)
        await asyncio.sleep(0)
        assert not acting.done()
        async with serving(database, port=port):
            await acting
            await play(places, luck, 5)
            log = await log_of(url, places[0].match)
            assert [place.follower.last for place in places] == [len(log) - 1] * 2
            kinds = [type(decode_event(each)) for each in log]
            stopped, back = (followed(log[: kinds.index(kind) + 1]) for kind in (Paused, Resumed))
            assert back.at - stopped.at >= 1_000 * AWAY
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


@pytest.mark.slow
async def test_sigterm_ends_the_command_with_exit_code_0_and_loses_nothing(database: str) -> None:
    async with Process(database) as process, guests(process.url, "Ann", "Ben") as people:
        places = await seated(*people, clock=HOUR)
        await play(places, random.Random(1), 10)
        code, log = await process.end(signal.SIGTERM)
        assert code == 0
        assert "every acknowledged write is on disk" in log
        assert "Traceback" not in log
        await process.start()
        await play(places, random.Random(2), 5)
        events = [type(event) for event in await _events(process.url, places[0].match)]
        assert events.count(Acted) == 15
        assert events.count(Paused) == events.count(Resumed) == 1


@pytest.mark.slow
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
            # The new server answers the pending act, and play continues.
            before = acknowledged

            def goes_on(before: int = before, playing: asyncio.Task[None] = playing) -> bool:
                return acknowledged > before or playing.done()

            await until(goes_on)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            if places[0].is_over:
                break
        events = await _events(process.url, places[0].match)
        acted = [event for event in events if isinstance(event, Acted)]
        assert len({(event.cause.by, event.cause.id) for event in acted if event.cause is not None}) == len(acted)
        assert acknowledged <= len(acted) <= acknowledged + 2
        assert [event.n for event in events] == list(range(len(events)))
        assert sum(isinstance(event, Resumed) for event in events) >= 1 or places[0].is_over
        followed(await log_of(process.url, places[0].match))


@pytest.mark.slow
async def test_no_clock_runs_while_a_killed_server_is_away(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Longer than all the time that is left; and the first thing that the new one hears is an act."""
    monkeypatch.setattr("neurohex.client.connection._LONGEST_PAUSE", 0.2)
    async with Process(database) as process, guests(process.url, "Ann", "Ben") as people:
        places = await seated(*people, clock=PlayerClock(main=600_000))
        await process.end(signal.SIGKILL)
        acting = asyncio.create_task(mover(places).act(legal_actions(places[0].state)[0]))
        process.ahead = 3_600.0
        await process.start()
        await acting
        assert not places[0].is_over
        *_, back, acted = await _events(process.url, places[0].match)
        assert isinstance(back, Resumed)
        assert isinstance(acted, Acted)
        assert back.at - back.alive > 3_500_000


async def _events(url: str, match: str) -> list[AnyEvent]:
    return [decode_event(each) for each in await log_of(url, match)]
