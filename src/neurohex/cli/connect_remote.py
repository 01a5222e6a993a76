"""A match on a server, for somebody at a terminal.

The network runs in a thread of its own, so that it is heard while somebody thinks; the rules run in the thread of the
terminal only, which takes up what has come when it asks for it.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final, TypeVar

from neurohex.client import Connection, Ended
from neurohex.match.follower import Follower
from neurohex.match.messages import AnyCommand, AnyEvent, AnyNote, AnyReply, Created, Event, Following, Refused, Undone
from neurohex.rules.engine import State
from neurohex.session import Step

T = TypeVar("T")
_BEAT: Final = 0.2
"""Seconds after which a wait is looked at again, so that Ctrl-C is heard."""


class Remote:
    """A followed match; `close` ends the connection. It is what a desk shows."""

    def __init__(self, server: str, token: str | None, match: str) -> None:
        """Connect and take up all that has happened. Raises `Ended`, also where the server refuses."""
        self.match: Final = match
        self.steps: list[Step] = []
        self.on_line: Callable[[bool], None] = lambda is_open: None
        """Called, in the thread of the terminal, when the connection is lost (False) and when it is back (True)."""
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
        """End the connection."""
        self._in_network(self._connection.__aexit__())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    # --- what a desk shows ---
    @property
    def state(self) -> State:
        """The game as far as it was taken up."""
        return self.follower.state

    def upcoming(self, player: int) -> tuple[int, ...]:
        """The order of a pile, where piles are open."""
        piles = self.follower.open_piles
        return piles.upcoming(self.state, player) if piles is not None else ()

    # --- news ---
    def news(self, *, wait: bool = False) -> Iterator[AnyEvent]:
        """Take up what has come, event by event; with `wait` look a moment for something to come. Raises `Ended`."""
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
        """Tell where the connection was lost or found again since the last look."""
        if self._connection.is_open != self._was_open:
            self._was_open = not self._was_open
            self.on_line(self._was_open)

    def ask(self, command: Callable[[str], AnyCommand]) -> AnyReply:
        """Send the command that is made with an id; the answer. Raises `Ended`."""
        return self._in_network(self._connection.ask(command(self._connection.new_id())))

    def _in_network(self, work: Coroutine[Any, Any, T]) -> T:
        """Have the other thread do something, and wait for it in a way that Ctrl-C can end."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        while True:
            try:
                return future.result(_BEAT)
            except TimeoutError:
                if future.done():
                    raise
                self._look()
