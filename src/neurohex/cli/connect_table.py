"""A person at the terminal in a match on a server: plays a seat or watches."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console

from neurohex.cli.choices import choices
from neurohex.cli.connect_remote import Remote
from neurohex.cli.connect_words import ONLINE_HELP, tell
from neurohex.cli.play_desk import LOOKING, Commands, Desk, read_line
from neurohex.cli.play_save import write_whole
from neurohex.cli.play_screen import seat_names
from neurohex.cli.play_words import say
from neurohex.cli.terminal import command_name, is_typed
from neurohex.explain import player_name
from neurohex.match.proof import Witness, record_of, witnessed
from neurohex.notation.record import write_record
from neurohex.wire.messages import (
    Act,
    Acted,
    AnswerDraw,
    AnyCommand,
    AnyEvent,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Finished,
    Flagged,
    Forfeited,
    How,
    Left,
    MatchPhase,
    OfferDraw,
    Paused,
    Refused,
    RematchMade,
    RematchOffered,
    Resign,
    Resigned,
    Resumed,
    Returned,
    Started,
    Undo,
    Undone,
)

_COMMANDS: Final[Commands] = {
    **LOOKING,
    "undo": ("undo", "u", "back"),
    "resign": ("resign",),
    "offer": ("offer",),
    "agree": ("agree", "accept"),
    "decline": ("decline",),
    "record": ("record",),
}
_SEAT_NEWS: Final[dict[type[AnyEvent], str]] = {
    Returned: "back",
    Resigned: "resigned",
    Flagged: "flagged",
    Undone: "undone",
    DrawOffered: "draw.offered",
    DrawAccepted: "draw.accepted",
    DrawDeclined: "draw.declined",
    RematchOffered: "rematch.offered",
}
"""Messages for what players do besides playing."""


class _MatchOver(Exception):
    """The match ended while the player was typing."""


class OnlineTable(Desk):
    """A match on a server."""

    def __init__(
        self, remote: Remote, server: str, me: str | None, console: Console, witness: Witness | None = None
    ) -> None:
        """`me` is the person at the terminal, seated or not; `witness` is their saved witness of the shuffle."""
        super().__init__(remote, console, [], _COMMANDS, ONLINE_HELP)
        self._remote = remote
        self._server = server
        self._me = me
        self._witness = witness
        self._told = len(remote.steps)  # steps already printed, or done before joining
        self._waited = ""
        self._name_seats()

    @property
    def seat(self) -> int | None:
        """The seat of the person at the terminal, if any."""
        return self._remote.follower.seat_of(self._me) if self._me is not None else None

    def _name_seats(self) -> None:
        """Name each seat by its army and player."""
        seats = self._remote.follower.seats
        whose = [say("you") if p == self.seat else seat.name or tell("free") for p, seat in enumerate(seats)]
        self.names = seat_names(self._remote.state, whose)

    # --- the match ---
    def play(self) -> int:
        """Play or watch until the end, or until the player leaves; return the exit code."""
        self._remote.on_line = lambda is_open: self.remark(tell("found" if is_open else "lost"))
        return self.sit(self._go_through)

    def _go_through(self) -> None:
        follower = self._remote.follower
        if follower.phase is not MatchPhase.OPEN:
            self._begin()
        self.remind()
        while follower.phase is not MatchPhase.FINISHED:
            mine = follower.phase is MatchPhase.RUNNING and follower.awaited() == self.seat
            if mine:
                self._decide()
            else:
                self._wait()
            self._hear(wait=not mine)
        self._finish()

    def _begin(self) -> None:
        self._name_seats()
        army = player_name(self._remote.follower.game, self.seat) if self.seat is not None else ""
        self.remark(tell("you.lead", army=army) if army else tell("you.watch"))

    def _decide(self) -> None:
        self._waited = ""
        clocks = self._remote.follower.clocks
        if clocks is not None:
            left = clocks.left(time.time_ns() // 1_000_000)
            self.remark(tell("clock", left=", ".join(f"{self.names[p]} {_span(ms)}" for p, ms in enumerate(left))))
        try:
            action = self.decide()
        except _MatchOver:
            return
        if action is not None:
            seen = self._remote.follower.last
            self._send(lambda id_: Act(id=id_, match=self._remote.match, seen=seen, action=action))

    def read(self, prompt: str) -> str:
        """Read a line; print what happened meanwhile first. Raises `_MatchOver` if that ended the match."""
        typed = super().read(prompt)
        self._hear(wait=False)
        if self._remote.follower.phase is MatchPhase.FINISHED:
            raise _MatchOver
        return typed

    def _wait(self) -> None:
        """Say once who is to move, and run commands typed meanwhile."""
        follower = self._remote.follower
        seat = follower.awaited()
        if seat is None:
            text = tell("waiting.seats", free=sum(place.person is None for place in follower.seats))
        else:
            text = tell("waiting", who=self.names[seat])
        if text != self._waited:
            self._waited = text
            self.remark(text)
        # Only at a keyboard: the lines of a script answer questions.
        if sys.stdin.isatty() and is_typed():
            typed = read_line("").strip()
            if typed and seat is not None:
                with contextlib.suppress(_MatchOver):
                    self._command(typed, choices(self._remote.state))

    def _send(self, command: Callable[[str], AnyCommand]) -> bool:
        reply = self._remote.ask(command)
        if isinstance(reply, Refused):
            self.remark(tell("refused", why=reply.why.rstrip(".")))
            return False
        while self._remote.follower.last < getattr(reply, "last", 0):
            self._hear(wait=True)
        return True

    # --- news ---
    def _hear(self, *, wait: bool) -> None:
        """Print the news."""
        for event in self._remote.news(wait=wait):
            if isinstance(event, Acted):
                self.tell(self._remote.steps[self._told :], lambda player: player == self.seat)
            else:
                self._tell_event(event)
            self._told = len(self._remote.steps)

    def _tell_event(self, event: AnyEvent) -> None:
        seat = getattr(event, "seat", None)
        who = self.names[seat] if seat is not None else ""
        if type(event) in _SEAT_NEWS:
            if seat != self.seat or isinstance(event, Flagged | Undone):
                self.remark(tell(_SEAT_NEWS[type(event)], who=who))
        elif isinstance(event, Left):
            self.remark(tell("away" if self._remote.follower.phase is MatchPhase.RUNNING else "left", who=who))
            self._name_seats()
        elif isinstance(event, Forfeited):
            self.remark(tell("forfeited", who=who, why=event.why))
        elif isinstance(event, Started):
            self.remark(tell("started"))
            self._begin()
        elif isinstance(event, Paused | Resumed):
            self.remark(tell("paused" if isinstance(event, Paused) else "resumed"))
        elif isinstance(event, RematchMade):
            self.remark(self._way("rematch.made", event.rematch), unbroken=True)
        elif not isinstance(event, Finished):
            self._name_seats()

    # --- the end ---
    def _finish(self) -> None:
        finished = self._remote.follower.finished
        assert finished is not None
        if finished.how is How.RULES and self._remote.state.is_over():
            self.tell_end()
        else:
            self.remark(tell("ended", why=finished.why))
            for player, result in enumerate(finished.result):
                if result >= 0:
                    self.tell_result(player, say("winner") if result > 0 else say("draw"))
        self.remark(self._way("proof", self._remote.match), unbroken=True)

    def leave(self) -> None:
        """See `Desk`: say how to come back."""
        key = "come.back" if self.seat is not None else "stopped.watching"
        self.remark(self._way(key, self._remote.match), unbroken=True)

    def _way(self, key: str, match: str) -> str:
        return tell(key, command=command_name(), server=self._server, match=match)

    # --- commands ---
    def do(self, name: str, words: Sequence[str]) -> None:
        """Run a command of this table."""
        match, seen = self._remote.match, self._remote.follower.last
        if name == "record":
            self._record(" ".join(words))
        elif name == "undo":
            self._send(lambda id_: Undo(id=id_, match=match, seen=seen))
        elif name == "resign":
            self._send(lambda id_: Resign(id=id_, match=match, seen=seen))
        elif name == "offer":
            self._send(lambda id_: OfferDraw(id=id_, match=match, seen=seen))
        else:
            self._send(lambda id_: AnswerDraw(id=id_, match=match, seen=seen, agree=name == "agree"))
        if self._remote.follower.phase is MatchPhase.FINISHED:
            raise _MatchOver

    def _record(self, name: str) -> None:
        if not name:
            self.remark(tell("name.a.file"))
            return
        try:
            text = witnessed(write_record(record_of(self._remote.follower)), self._witness)
            write_whole(Path(name).expanduser(), text)
        except OSError as error:
            self.remark(tell("no.record", problem=f"{name}: {error.strerror or error}"), unbroken=True)
        else:
            self.remark(tell("record.written", file=name), unbroken=True)


def _span(milliseconds: int) -> str:
    """`4:05`, `1:02:03`, `3 d 04:00:00`."""
    seconds = milliseconds // 1000
    days, seconds = divmod(seconds, 86_400)
    hours, seconds = divmod(seconds, 3_600)
    minutes, seconds = divmod(seconds, 60)
    if days:
        return f"{days} d {hours:02}:{minutes:02}:{seconds:02}"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
