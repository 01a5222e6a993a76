"""A match on a server, for the terminal.

The network runs in its own thread, so messages arrive while the player thinks. The rules run only in the terminal's
thread, which applies queued events when it asks for news.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final, TypeVar

from neurohex.client import Connection, Ended
from neurohex.match.follower import Follower
from neurohex.rules.engine import State
from neurohex.session import Step
from neurohex.wire.messages import AnyCommand, AnyEvent, AnyNote, AnyReply, Created, Event, Following, Refused, Undone

T = TypeVar("T")
_BEAT: Final = 0.2
"""Seconds between checks for Ctrl-C while waiting."""


class Remote:
    """A followed match, as a `Desk` shows it. `close` ends the connection."""

    def __init__(self, server: str, token: str | None, match: str) -> None:
        """Connect and apply the whole log. Raises `Ended`, also when the server refuses."""
        self.match: Final = match
        self.steps: list[Step] = []
        self.on_line: Callable[[bool], None] = lambda is_open: None
        """Called in the terminal's thread: False when the connection is lost, True when it is back."""
        self._was_open = True
        self._told: queue.SimpleQueue[AnyEvent] = queue.SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="network", daemon=True)
        self._thread.start()
        self._connection = Connection(server, token)
        try:
            self._in_network(self._connection.__aenter__())
            reply = self._in_network(self._connection.follow(match, self._hear))
            if not isinstance(reply, Following):
                raise Ended(
                    reply.why if isinstance(reply, Refused) else "the server does not let the match be followed"
                )
            self.follower: Final = Follower(self._first(), self.steps.append)
            while self.follower.last < reply.last:
                for _ in self.news(wait=True):
                    pass
        except BaseException:
            self.close()
            raise

    def _hear(self, told: AnyEvent | AnyNote) -> None:
        if isinstance(told, Event):
            self._told.put(told)

    def _first(self) -> Created:
        while True:
            event = self._next(_BEAT)
            if isinstance(event, Created):
                return event

    def close(self) -> None:
        """Close the connection."""
        self._in_network(self._connection.__aexit__())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    # --- for the desk ---
    @property
    def state(self) -> State:
        """The game after the last applied event."""
        return self.follower.state

    def upcoming(self, player: int) -> tuple[int, ...]:
        """A pile in drawing order; only with open piles."""
        piles = self.follower.open_piles
        return piles.upcoming(self.state, player) if piles is not None else ()

    # --- news ---
    def news(self, *, wait: bool = False) -> Iterator[AnyEvent]:
        """Apply and yield the events that have arrived; with `wait`, block briefly for one. Raises `Ended`."""
        event = self._next(_BEAT if wait else 0.0)
        while event is not None:
            self.follower.absorb(event)
            if isinstance(event, Undone):
                self.steps.pop()
            yield event
            event = self._next(0.0)

    def _next(self, seconds: float) -> AnyEvent | None:
        try:
            return self._told.get(timeout=seconds) if seconds else self._told.get_nowait()
        except queue.Empty:
            self._connection.check()
            self._look()
            return None

    def _look(self) -> None:
        """Call `on_line` if the connection was lost or restored since the last call."""
        if self._connection.is_open != self._was_open:
            self._was_open = not self._was_open
            self.on_line(self._was_open)

    def ask(self, command: Callable[[str], AnyCommand]) -> AnyReply:
        """Send a command, built with a fresh id; return the reply. Raises `Ended`."""
        return self._in_network(self._connection.ask(command(self._connection.new_id())))

    def _in_network(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the network's thread and wait for it; Ctrl-C ends the wait."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        while True:
            try:
                return future.result(_BEAT)
            except TimeoutError:
                if future.done():
                    raise
                self._look()
