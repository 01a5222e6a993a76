"""One match in memory: decides commands in order, writes the events, and sends them to listeners.

The order is a promise. An event is in the log before its command is acknowledged, and the command is acknowledged
before others see the event. If another server wrote first, this one reads its events and decides the command again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from neurohex.match.authority import Decision, Match
from neurohex.server.live_views import LiveViews
from neurohex.server.metrics import Metrics
from neurohex.server.summaries import summary_after
from neurohex.server.timekeeping import Timekeeper, now_ms
from neurohex.store import NumberTaken, Store, Unavailable
from neurohex.wire.messages import (
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

Answer = Callable[[AnyReply], None]
"""Takes the reply to a command. Must not block."""


class Listener(Protocol):
    """A client that follows a match."""

    person: str | None

    def send(self, *texts: str) -> None:
        """Queue messages. Never blocks. Slow clients are disconnected; the messages of one call count as one, so a
        request for a long match does not make a client slow."""

    def show(self, text: str, instead: str) -> None:
        """Queue a live view, or the short message `instead` if too much is queued."""


class LiveMatch:
    """A match, its listeners, and the lock that puts commands in order."""

    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        keeper: Timekeeper,
        match: Match,
        events: list[bytes],
        *,
        open_seconds: float,
        on_change: Callable[[LiveMatch], None],
    ) -> None:
        """`events` are the encoded events that `match` has applied. `open_seconds` is how long it may wait for players.
        `on_change` is called after new events are applied."""
        self.match = match
        self.used = time.monotonic()
        """Time of the last activity (monotonic)."""
        self.changed = asyncio.Event()
        """Set after each change, for the match runner."""
        self.checked = False
        """Whether it is known which server runs the clock."""
        self.may_flag = True
        """Whether this server runs the clock. Only that server may decide that a player's time is up."""
        self._store = store
        self._metrics = metrics
        self._keeper = keeper
        self._texts = [event.decode() for event in events]
        self._open_seconds = open_seconds
        self._on_change = on_change
        self._listeners: dict[Listener, None] = {}
        self._views = LiveViews(match, now_ms)
        self._lock = asyncio.Lock()
        self._maybe_stale = False  # whether the log may have events that are not in memory
        self._last_written = -1

    def is_busy(self) -> bool:
        """Whether the match has listeners or a write in progress."""
        return bool(self._listeners) or self._lock.locked()

    @property
    def wrote_last(self) -> bool:
        """Whether this server wrote the last event."""
        return self._last_written == self.match.last

    # --- commands ---
    async def command(
        self,
        command: AnyCommand,
        who: str,
        answer: Answer,
        refuse: Callable[[Match], Refused | None] = lambda _: None,
    ) -> None:
        """Decide a person's command and answer it. `refuse` looks at the match first, as the log has it then. Raises
        `Unavailable` if nothing can be acknowledged."""
        self.used = time.monotonic()

        def decide(now: int) -> Decision:
            refused = refuse(self.match)
            return self.match.decide(command, who, now) if refused is None else Decision(reply=refused)

        async with self._lock:
            await self._settle(decide, answer)

    async def host(self, decide: Callable[[int], Decision]) -> None:
        """Write the server's own decision about the match. Raises `Unavailable`."""
        async with self._lock:
            await self._settle(decide, None)

    def report(self, error: Unavailable) -> None:
        """Log a store failure, at most once a minute for all matches together."""
        self._keeper.outages.report(error)

    async def settle_clock(self) -> None:
        """Give back time that no player is to be charged for, and find out who runs the clock. Raises `Unavailable`."""
        self.checked = False
        await self.host(lambda _: Decision())

    async def _settle(self, decide: Callable[[int], Decision], answer: Answer | None) -> None:
        looked = given_back = False
        while True:
            if self._maybe_stale:
                await self._read_new()
            first = await self._keeper.clock_correction(self, again=given_back)
            if first.events:
                if await self._write(first.events):
                    given_back = True
                    self._broadcast(first.events)
                continue
            decision = decide(self._now())
            if isinstance(decision.reply, Refused) and not looked:
                # Read the log first: another server may have written the missing event, or this very command.
                looked = self._maybe_stale = True
                continue
            if decision.events and not await self._write(decision.events):
                continue
            if answer is None or decision.reply is not None:
                break
            self._broadcast(decision.events)
        if answer is not None and decision.reply is not None:
            answer(decision.reply)
        self._broadcast(decision.events)

    def _now(self) -> int:
        """The time for a decision. If another server runs the clock, it lies before the player's deadline."""
        deadline = None if self.may_flag else self.match.next_deadline()
        return now_ms() if deadline is None else min(now_ms(), deadline - 1)

    async def _write(self, events: tuple[AnyEvent, ...]) -> bool:
        """Append events to the log and apply them; False if another server was first."""
        started = time.perf_counter()
        data = [encode(event) for event in events]
        summary = summary_after(self.match, events, self._open_seconds)
        self._maybe_stale = True  # a lost connection or a cancelled task leaves it open whether they were written
        try:
            with self._keeper.outages.watched():
                await self._store.append(self.match.id, events[0].n, data, summary)
        except NumberTaken:
            self._metrics.conflicts.inc()
            return False
        self._maybe_stale = False
        self._last_written = events[-1].n
        self._metrics.durable.observe(time.perf_counter() - started)
        self._apply(events, data)
        return True

    def _apply(self, events: Sequence[AnyEvent], data: Sequence[bytes]) -> None:
        for event, each in zip(events, data, strict=True):
            self.match.absorb(event)
            self._texts.append(each.decode())
        if events:
            self.changed.set()
            self._on_change(self)

    # --- news ---
    async def catch_up(self, number: int | None = None) -> None:
        """Read events of other servers, at least up to `number`, and send them to listeners."""
        async with self._lock:
            if number is None or number > self.match.last:
                await self._read_new()

    async def _read_new(self) -> None:
        self._maybe_stale = True
        data = await self._store.read(self.match.id, self.match.last + 1)
        events = [decode_event(each) for each in data]
        self._apply(events, data)
        self._maybe_stale = False
        self._broadcast(events)

    # --- listeners ---
    async def follow(self, command: Follow, listener: Listener, answer: Answer) -> None:
        """Answer, then send all events since a number and every later one. Raises `Unavailable`."""
        self.used = time.monotonic()
        if command.since > self.match.last + 1:
            await self.catch_up()  # another server may have sent events that this one has not read yet
        reply = self.match.decide(command, "", now_ms()).reply
        assert reply is not None
        answer(reply)
        if isinstance(reply, Following):
            listener.send(*self._texts[command.since :])
            self._views.watch(listener, command.show)
            if listener not in self._listeners:
                self._listeners[listener] = None
                self._send_presence()

    def leave(self, listener: Listener) -> None:
        """Remove a listener."""
        if listener in self._listeners:
            del self._listeners[listener]
            self._views.watch(listener, None)
            self._send_presence()

    def tell(self, note: str, but_not: Collection[str] = ()) -> None:
        """Send a note to all listeners but some people."""
        for listener in list(self._listeners):
            if listener.person is None or listener.person not in but_not:
                listener.send(note)

    def texts(self, since: int) -> list[str]:
        """The events since a number, each as JSON."""
        return self._texts[since:]

    def _broadcast(self, events: Sequence[AnyEvent]) -> None:
        for event in events:
            text = self._texts[event.n]
            for listener in list(self._listeners):
                listener.send(text)
        if any(isinstance(event, Joined | Left) for event in events):
            self._send_presence()  # a spectator took a seat, or a player left one
        self._views.on_events(events)

    def _send_presence(self) -> None:
        seats = [self.match.seat_of(listener.person) if listener.person else None for listener in self._listeners]
        here = tuple(sorted({seat for seat in seats if seat is not None}))
        note = encode(Presence(match=self.match.id, here=here, watching=seats.count(None))).decode()
        for listener in list(self._listeners):
            listener.send(note)
