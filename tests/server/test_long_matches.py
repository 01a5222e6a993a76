"""The longest matches hold the event loop no longer than short ones, measured by processor time of each callback."""

from __future__ import annotations

import asyncio
import functools
import itertools
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Generator

import httpx
import pytest

from neurohex.match.authority import Match, open_match
from neurohex.match.proof import record_of
from neurohex.notation.record import write_record
from neurohex.rules.engine import Game, legal_actions
from neurohex.server.slicing import SLICE, run_in_slices
from neurohex.server.summaries import summary_after
from neurohex.store import News
from neurohex.wire.http import Person
from neurohex.wire.messages import (
    Accepted,
    Act,
    AnyCommand,
    AnyEvent,
    AnyReply,
    Follow,
    Join,
    MatchPhase,
    Proposal,
    Refused,
    SeatPlan,
    Shown,
    Skipped,
    Terms,
    Undo,
    decode_message,
    encode,
)
from tests.server.callbacks import LONGEST, Taken, timed
from tests.server.serving import Served, serving

GAME = Game(("borgo", "moloch", "outpost", "hegemony", "smart", "vegas"), board="expanded")
SEED = bytes(32)
EVENTS = 4_000
"""Six players who take much back write a log as long as this, and may write a longer one."""


@functools.cache
def long_match() -> tuple[Match, list[AnyEvent]]:
    """A match of six players on the largest board near its end, and its log."""
    proposal = Proposal(terms=Terms.of(GAME), seats=(SeatPlan(),) * 6)
    log = open_match(proposal, match="m", owner="p0", seed=SEED, now=0)
    match = Match.from_events(log, SEED)
    numbers, luck = itertools.count(), random.Random(5)

    def do(command: AnyCommand, who: int) -> bool:
        decision = match.decide(command, f"p{who}", 0)
        for event in decision.events:
            match.absorb(event)
            log.append(event)
        return not isinstance(decision.reply, Refused)

    for seat in range(6):
        assert do(Join(id=f"j{seat}", match="m", name=f"P{seat}", nonce=f"{seat:032x}"), seat)
    while len(match.actions) < 430:  # the whole game has about 470
        seat = match.state.actor()
        action = luck.choice(legal_actions(match.state))
        assert do(Act(id=f"a{next(numbers)}", match="m", seen=match.last, action=action), seat)
        while match.undoable_by() == seat and len(log) < EVENTS:
            back = Undo(id=f"u{next(numbers)}", match="m", seen=match.last)
            if not do(back, seat):
                break
            action = luck.choice(legal_actions(match.state))
            assert do(Act(id=f"a{next(numbers)}", match="m", seen=match.last, action=action), seat)
    assert match.phase is MatchPhase.RUNNING
    return match, log


class Ear:
    """A listener that records its messages."""

    def __init__(self) -> None:
        self.person: str | None = None
        self.events = 0
        self.shown: list[int] = []

    def send(self, *texts: str) -> None:
        self.events += len(texts)

    def show(self, text: str, instead: str) -> None:
        told = decode_message(text.encode())
        assert isinstance(told, Shown | Skipped)
        self.shown.append(told.n)

    async def until(self, n: int) -> None:
        while not self.shown or self.shown[-1] < n:
            await asyncio.sleep(0.001)


async def put(served: Served) -> None:
    """Have the long match in the database."""
    match, log = long_match()
    summary = summary_after(match, log, 1000)
    assert summary is not None
    await served.context.store.create("m", [encode(event) for event in log], SEED, summary)


async def longest(work: Callable[[], Awaitable[None]], times: int = 3) -> Taken:
    """The longest callback of some work, done several times."""
    with timed() as taken:
        for _ in range(times):
            await work()
    return max(taken)


async def do(served: Served, command: AnyCommand, who: int, listener: Ear | None = None) -> AnyReply:
    replies: list[AnyReply] = []
    await served.context.registry.submit(command, Person(id=f"p{who}", name=f"P{who}"), replies.append, listener)
    return replies[0]


@pytest.mark.slow
async def test_loading_a_long_match_makes_room_for_others(database: str) -> None:
    _, log = long_match()
    async with serving(database) as served:
        await put(served)

        async def load() -> None:
            served.context.registry._live.clear()
            table = await served.context.registry.get("m")
            assert table.match.last == log[-1].n

        held = await longest(load)
    assert held.seconds < LONGEST, held


async def test_events_written_while_a_match_is_loaded_are_read(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = long_match()
    seat = match.awaited()
    assert seat is not None
    action = legal_actions(match.state)[0]
    late = match.decide(Act(id="late", match="m", seen=match.last, action=action), f"p{seat}", 0).events
    async with serving(database) as served:
        await put(served)
        store, registry = served.context.store, served.context.registry
        secret, began, goes_on = store.secret, asyncio.Event(), asyncio.Event()

        async def slow(name: str) -> bytes:
            began.set()
            await goes_on.wait()
            return await secret(name)

        async def news() -> AsyncIterator[News]:
            yield News("m", late[-1].n)

        monkeypatch.setattr(store, "secret", slow)
        loading = asyncio.create_task(registry.get("m"))
        await began.wait()  # it has read the log
        await store.append("m", late[0].n, [encode(event) for event in late], None)
        await registry._follow_news(news())
        goes_on.set()
        table = await loading
        async with asyncio.timeout(30):
            while table.match.last < late[-1].n:
                await asyncio.sleep(0.001)


@pytest.mark.slow
async def test_the_record_of_a_long_match_makes_room_for_others(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = long_match()
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        await put(served)
        await served.context.registry.get("m")
        answer = await http.get("/api/matches/m/record")
        assert answer.text == write_record(record_of(match))

        async def get() -> None:
            await http.get("/api/matches/m/record")

        held = await longest(get)
        monkeypatch.setattr("neurohex.server.slicing.SLICE", 0.0)
        with timed() as taken:
            await get()
        assert len(taken) > len(match.actions)  # there is room after each step, however short the slices
    assert held.seconds < LONGEST, held


@pytest.mark.slow
async def test_pushes_of_a_long_match_make_room_for_others(database: str) -> None:
    numbers, luck = itertools.count(), random.Random(1)
    async with serving(database) as served:
        await put(served)
        table = await served.context.registry.get("m")
        match = table.match

        async def act(ear: Ear) -> None:
            seat = match.awaited()
            assert seat is not None
            action = luck.choice(legal_actions(match.state))
            command = Act(id=f"x{next(numbers)}", match="m", seen=match.last, action=action)
            assert isinstance(await do(served, command, seat), Accepted)
            await ear.until(match.moved)

        async def watch() -> None:
            ear = Ear()
            await do(served, Follow(id="f", match="m", since=0, show="pl"), 0, ear)
            await act(ear)
            undone = 0
            for _ in range(20):
                seat = match.undoable_by()
                if seat is not None:
                    undo = Undo(id=f"x{next(numbers)}", match="m", seen=match.last)
                    undone += isinstance(await do(served, undo, seat), Accepted)
                    await ear.until(match.moved)
                if undone == 2:
                    break
                await act(ear)
            assert undone
            table.leave(ear)

        held = await longest(watch)
    assert held.seconds < LONGEST, held


async def test_long_work_makes_room_after_each_slice_and_gives_its_result(monkeypatch: pytest.MonkeyPatch) -> None:
    now, turns = 0.0, 0
    monkeypatch.setattr("neurohex.server.slicing.time.perf_counter", lambda: now)

    async def other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    def work() -> Generator[None, None, list[int]]:
        nonlocal now
        seen = []
        for _ in range(4):
            seen.append(turns)
            now += SLICE
            yield
        return seen

    others = asyncio.create_task(other())
    assert await run_in_slices(work()) == [0, 1, 2, 3]
    others.cancel()
