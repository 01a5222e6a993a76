"""One client's side of a match, without I/O: it keeps step with the log over any line, however bad.

The line may break, and messages may come twice, late or in another order. The messenger numbers commands, keeps them
until they are answered, takes up events in their order, and says what is to be sent:

    messenger = Messenger("a-match", ids)
    send(messenger.connected())                    # after every (re)connection
    send([messenger.command(Act, action=17)])
    send(messenger.receive(message))               # for every message that comes
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from neurohex.match.follower import Follower, Gap
from neurohex.wire.messages import (
    Accepted,
    AnyCommand,
    AnyEvent,
    AnyMessage,
    AnyReply,
    Created,
    Follow,
    Following,
    Looked,
    Presence,
    Reacted,
    Refused,
    Sent,
    Shown,
    Skipped,
)

C = TypeVar("C", bound=AnyCommand)


class Messenger:
    """A client's knowledge of a match, and its pending commands."""

    def __init__(self, match: str, ids: Callable[[], str]) -> None:
        """Begin to follow a match. `ids` gives an id for each command, a new one at each call, never one that this
        person has used in this match before."""
        self.match: Final = match
        self.follower: Follower | None = None
        """The match so far; None before its first event."""
        self.unanswered: Final[dict[str, AnyCommand]] = {}
        """Commands that wait for their reply, by id, in the order in which they were given."""
        self._ids = ids
        self._follow: Follow | None = None

    @property
    def last(self) -> int:
        """Number of the last event taken up; -1 before the first."""
        return -1 if self.follower is None else self.follower.last

    def command(self, kind: type[C], /, **fields: Any) -> C:
        """A new command, to be sent; it is sent again after a reconnection until it is answered.

        `id`, `match` and `seen` are filled in: only what the kind of command needs besides is given.
        """
        if "seen" in kind.__struct_fields__:
            fields.setdefault("seen", max(0, self.last))
        command = kind(id=self._ids(), match=self.match, **fields)
        self.unanswered[command.id] = command
        return command

    def connected(self) -> list[AnyCommand]:
        """The messages for a new line, or for one that has been silent for too long: a `Follow` from the first missing
        event on, then every unanswered command, unchanged."""
        self._follow = None
        return [*self._catch_up(), *self.unanswered.values()]

    def receive(self, message: AnyMessage) -> list[AnyCommand]:
        """Handle a message; return the messages to send. Raises `OutOfStep` if the log is not understood."""
        match message:
            case Presence() | Shown() | Skipped() | Reacted():
                return []
            case Accepted() | Refused() | Following() | Looked() | Sent():
                return self._answered(message)
            case _:
                return self._told(message)

    def _told(self, event: AnyEvent) -> list[AnyCommand]:
        if event.match != self.match:
            return []
        if self.follower is None:
            if not isinstance(event, Created):
                return self._catch_up()
            self.follower = Follower(event)
            return []
        try:
            self.follower.absorb(event)
        except Gap:
            return self._catch_up()
        return []

    def _answered(self, reply: AnyReply) -> list[AnyCommand]:
        self.unanswered.pop(reply.id, None)
        if self._follow is not None and reply.id == self._follow.id:
            self._follow = None
        if isinstance(reply, Refused) and reply.present is not None and reply.present.last > self.last:
            return self._catch_up()
        return []

    def _catch_up(self) -> list[AnyCommand]:
        """Ask for missing events, unless they are already requested."""
        if self._follow is not None:
            return []
        self._follow = Follow(id=self._ids(), match=self.match, since=self.last + 1)
        return [self._follow]
