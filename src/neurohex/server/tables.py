"""One match in the memory of a server: takes commands in order, writes what follows, and tells it.

The order is the promise of the house: what is decided is in the log before it is acknowledged, and acknowledged before
others are told. Where another server was faster to write, its events are read and the command is decided anew.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from neurohex.match.authority import Decision, Match
from neurohex.match.messages import (
    AnyCommand,
    AnyEvent,
    AnyReply,
    Follow,
    Following,
    Joined,
    Left,
    Presence,
    Refused,
    decode_event,
    encode,
)
from neurohex.server.metrics import Metrics
from neurohex.server.shows import Shows
from neurohex.server.summaries import summary_after
from neurohex.server.timekeeping import Timekeeper, now_ms
from neurohex.store import NumberTaken, Store

Answer = Callable[[AnyReply], None]
"""Takes the reply to a command; it must not wait."""


class Listener(Protocol):
    """Somebody who follows a match."""

    person: str | None

    def tell(self, *texts: str) -> None:
        """Take messages to be sent. Never waits; whoever cannot keep up is cut off, for which messages that are told
        together count as one: somebody who asks for a long match is not slow."""

    def show(self, text: str, instead: str) -> None:
        """Take what the match shows, or a short message in its place where too much is waiting."""


class Table:
    """The match, who follows it, and the lock that puts commands in order."""

    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        keeper: Timekeeper,
        match: Match,
        events: list[bytes],
        *,
        open_seconds: float,
        on_change: Callable[[Table], None],
    ) -> None:
        """`events` are those that the match has taken up, as they are in the store. `open_seconds`: how long it may
        wait for players. `on_change` is called whenever it has taken up more."""
        self.match = match
        self.used = time.monotonic()
        """When somebody last did something here."""
        self.changed = asyncio.Event()
        """Set at each change, for whoever takes care of bots and clocks."""
        self.checked = False
        """Whether it is known who runs its clock."""
        self.may_flag = True
        """Whether that is this server, which alone may then say that somebody's time has run out."""
        self._store = store
        self._metrics = metrics
        self._keeper = keeper
        self._texts = [event.decode() for event in events]
        self._open_seconds = open_seconds
        self._on_change = on_change
        self._listeners: dict[Listener, None] = {}
        self._shows = Shows(match, now_ms)
        self._lock = asyncio.Lock()
        self._doubtful = False  # whether the log may have events that are not known here
        self._wrote = -1

    def is_busy(self) -> bool:
        """Whether somebody follows, or something is being written."""
        return bool(self._listeners) or self._lock.locked()

    @property
    def own(self) -> bool:
        """Whether this server wrote the last event."""
        return self._wrote == self.match.last

    # --- commands ---
    async def command(self, command: AnyCommand, who: str, answer: Answer) -> None:
        """Do what a person asks and answer it. Raises `Unavailable` where nothing can be acknowledged."""
        self.used = time.monotonic()
        async with self._lock:
            await self._settle(lambda now: self.match.decide(command, who, now), answer)

    async def host(self, decide: Callable[[int], Decision]) -> None:
        """Do what the server itself decides about the match. Raises `Unavailable`."""
        async with self._lock:
            await self._settle(decide, None)

    async def settle_clock(self) -> None:
        """Give back time that nobody is to be charged for, and find out who runs the clock. Raises `Unavailable`."""
        self.checked = False
        await self.host(lambda _: Decision())

    async def _settle(self, decide: Callable[[int], Decision], answer: Answer | None) -> None:
        looked = given_back = False
        while True:
            if self._doubtful:
                await self._read_on()
            first = await self._keeper.before(self, again=given_back)
            if first.events:
                if await self._written(first.events):
                    given_back = True
                    self._tell(first.events)
                continue
            decision = decide(self._now())
            if isinstance(decision.reply, Refused) and not looked:
                # The log comes first: another server may have written what makes it right, or this very command.
                looked = self._doubtful = True
                continue
            if decision.events and not await self._written(decision.events):
                continue
            if answer is None or decision.reply is not None:
                break
            self._tell(decision.events)
        if answer is not None and decision.reply is not None:
            answer(decision.reply)
        self._tell(decision.events)

    def _now(self) -> int:
        """The time at which to decide: before the end of a player's time, if its end is for another server to say."""
        deadline = None if self.may_flag else self.match.next_deadline()
        return now_ms() if deadline is None else min(now_ms(), deadline - 1)

    async def _written(self, events: tuple[AnyEvent, ...]) -> bool:
        """Put events into the log, and take them up; False where another server was first."""
        started = time.perf_counter()
        data = [encode(event) for event in events]
        summary = summary_after(self.match, events, self._open_seconds)
        self._doubtful = True  # whatever ends this, a lost connection or a cancelled task, they may have got in
        try:
            with self._keeper.outages.watched():
                await self._store.append(self.match.id, events[0].n, data, summary)
        except NumberTaken:
            self._metrics.conflicts.inc()
            return False
        self._doubtful = False
        self._wrote = events[-1].n
        self._metrics.durable.observe(time.perf_counter() - started)
        self._take_up(events, data)
        return True

    def _take_up(self, events: Sequence[AnyEvent], data: Sequence[bytes]) -> None:
        for event, each in zip(events, data, strict=True):
            self.match.absorb(event)
            self._texts.append(each.decode())
        if events:
            self.changed.set()
            self._on_change(self)

    # --- news ---
    async def catch_up(self, number: int | None = None) -> None:
        """Read what other servers have written, up to an event of that number at least, and tell it."""
        async with self._lock:
            if number is None or number > self.match.last:
                await self._read_on()

    async def _read_on(self) -> None:
        self._doubtful = True
        data = await self._store.read(self.match.id, self.match.last + 1)
        events = [decode_event(each) for each in data]
        self._take_up(events, data)
        self._doubtful = False
        self._tell(events)

    # --- listeners ---
    async def follow(self, command: Follow, listener: Listener, answer: Answer) -> None:
        """Answer, then tell a listener all events from a number on, and those to come. Raises `Unavailable`."""
        self.used = time.monotonic()
        if command.since > self.match.last + 1:
            await self.catch_up()  # another server may have told them before this one has heard of it
        reply = self.match.decide(command, "", now_ms()).reply
        assert reply is not None
        answer(reply)
        if isinstance(reply, Following):
            listener.tell(*self._texts[command.since :])
            self._shows.watch(listener, command.show)
            if listener not in self._listeners:
                self._listeners[listener] = None
                self._tell_presence()

    def leave(self, listener: Listener) -> None:
        """Tell a listener no more."""
        if listener in self._listeners:
            del self._listeners[listener]
            self._shows.watch(listener, None)
            self._tell_presence()

    def texts(self, since: int) -> list[str]:
        """The events from a number on, each as JSON."""
        return self._texts[since:]

    def _tell(self, events: Sequence[AnyEvent]) -> None:
        for event in events:
            text = self._texts[event.n]
            for listener in list(self._listeners):
                listener.tell(text)
        if any(isinstance(event, Joined | Left) for event in events):
            self._tell_presence()  # somebody who watched sits now, or the other way round
        self._shows.heard(events)

    def _tell_presence(self) -> None:
        seats = [self.match.seat_of(listener.person) if listener.person else None for listener in self._listeners]
        here = tuple(sorted({seat for seat in seats if seat is not None}))
        note = encode(Presence(match=self.match.id, here=here, watching=seats.count(None))).decode()
        for listener in list(self._listeners):
            listener.tell(note)
