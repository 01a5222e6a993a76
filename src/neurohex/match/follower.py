"""The public state of a match. The same events always give the same state, on servers and clients.

    follower = Follower(created)
    for event in events:
        follower.absorb(event)

The authority (`neurohex.match.authority.Match`) is a follower too: it applies its own decisions in the same way, once
they are in the log.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, assert_never

from neurohex.errors import NeurohexError
from neurohex.match.clocks import Clocks
from neurohex.model.reading import turn_number
from neurohex.notation.record import Piles, key_text
from neurohex.rules.actions import ACTION_VERSION
from neurohex.rules.engine import GameError, IllegalAction, State
from neurohex.session import Course, NothingToUndo, Step
from neurohex.wire.messages import (
    Acted,
    AnyEvent,
    Created,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Finished,
    Flagged,
    Forfeited,
    How,
    Joined,
    Left,
    MatchPhase,
    Paused,
    Present,
    RematchAccepted,
    RematchDeclined,
    RematchMade,
    RematchOffered,
    Resigned,
    Resumed,
    Returned,
    Started,
    Undone,
)


class OutOfStep(NeurohexError):
    """An event that is impossible in this match, or that this version does not know. Start again from the log; if that
    fails too, another version wrote it."""


class Gap(OutOfStep):
    """Events are missing before this one: ask for them from `expected` on."""

    def __init__(self, expected: int, got: int) -> None:
        super().__init__(f"expected event {expected}, got {got}")
        self.expected: Final = expected


@dataclass(slots=True)
class Seat:
    """One seat of a match."""

    bot: str | None
    """Name of the bot; None for a person's seat."""
    reserved: str | None
    """The only person who may take it."""
    person: str | None = None
    name: str = ""
    nonce: str | None = None
    away: bool = False
    given_up: How | None = None
    undone: int = 0
    """Undos by its player in this turn."""
    offered_in: int = -1
    """The turn in which its player last offered a draw."""
    rematch_declined: bool = False


def bot_id(seat: int) -> str:
    """The person id of a bot. No host may give such an id to people."""
    return f"bot/{seat}"


class Follower:
    """The state of a match. Read-only; only `absorb` changes it."""

    def __init__(self, created: Created, on_step: Callable[[Step], None] | None = None) -> None:
        """Start with the first event. `on_step` is called with each decision and each draw; an `Undone` event undoes
        the last one.

        Raises `OutOfStep` if the match has another version.
        """
        if created.n != 0:
            raise Gap(0, created.n)
        if created.actions != ACTION_VERSION:
            raise OutOfStep(f"the match numbers actions by version {created.actions}, here it is {ACTION_VERSION}")
        try:
            self.game: Final = created.terms.game()
        except GameError as error:
            raise OutOfStep(str(error)) from None
        self.id: Final = created.match
        self.created: Final = created
        self.seats: Final = [Seat(plan.bot, plan.person) for plan in created.seats]
        for number, plan in enumerate(created.seats):
            if plan.bot is not None:
                seat = self.seats[number]
                seat.person, seat.name, seat.nonce = bot_id(number), plan.bot, plan.nonce
        self.phase = MatchPhase.OPEN
        self.last = 0
        """Number of the last event."""
        self.at = created.at
        """Time of the last event."""
        self.moved = 0
        """Number of the last event that changed who may decide what."""
        self.actions: Final[list[int]] = []
        """All actions, draws included, without undone ones."""
        self.finished: Finished | None = None
        self.draw_agreed: list[int] = []
        """Seats that want a draw, the offering one first; empty if none is offered."""
        self.offered = 0
        """Number of the event that offered the draw."""
        self.rematch_agreed: list[int] = []
        self.rematch: str | None = None
        """The id of the rematch."""
        self.seat_changes = 0
        """How often a person has joined, left or returned."""
        self.clocks = Clocks(created.clock, len(self.seats)) if created.clock is not None else None
        self.open_piles: Piles | None = None
        """The piles, if the players agreed to open piles."""
        self._course = Course(self.game)
        self._on_step = on_step

    # --- reading ---
    @property
    def state(self) -> State:
        """The current state of the game. Do not modify."""
        return self._course.state

    def awaited(self) -> int | None:
        """The seat to decide; None before the start and after the end."""
        return self.state.actor() if self.phase is MatchPhase.RUNNING else None

    def awaited_bot(self) -> str | None:
        """The name of the bot to decide; None if it is a person, or if nobody is to decide."""
        seat = self.awaited()
        return None if seat is None else self.seats[seat].bot

    def undoable_by(self) -> int | None:
        """The seat that may undo its last act, or None."""
        return self._course.undoable_by() if self.phase is MatchPhase.RUNNING else None

    def seat_of(self, person: str) -> int | None:
        """The seat of a person, or None."""
        return next((number for number, seat in enumerate(self.seats) if seat.person == person), None)

    def given_up(self) -> list[int]:
        """The seats whose players have given up."""
        return [number for number, seat in enumerate(self.seats) if seat.given_up is not None]

    def turn(self) -> int:
        """The number of the current turn, from 1; 0 before the first."""
        return turn_number(self.state)

    def present(self, now: int) -> Present:
        """A summary for a client that has lost track."""
        begun = self.phase is not MatchPhase.OPEN
        return Present(
            last=self.last,
            at=max(now, self.at),
            phase=self.phase,
            awaited=self.awaited(),
            key=key_text(self.state) if begun else None,
            state=self.state.to_bytes() if begun else None,
            left=self.clocks.left(now) if self.clocks is not None else None,
            paused=self.clocks is not None and self.clocks.paused,
        )

    def fork(self) -> Follower:
        """An independent copy, to see what comes of further events."""
        made = Follower.__new__(Follower)
        made.__dict__.update(
            self.__dict__,
            seats=[copy.copy(seat) for seat in self.seats],
            actions=list(self.actions),
            draw_agreed=list(self.draw_agreed),
            rematch_agreed=list(self.rematch_agreed),
            clocks=None if self.clocks is None else self.clocks.copy(),
            _course=self._course.copy(),
            _on_step=None,
        )
        return made

    # --- applying events ---
    def absorb(self, event: AnyEvent) -> bool:
        """Apply the next event; do nothing and return False if it is already known.

        Raises `Gap` if events are missing before it; nothing changes then. Raises `OutOfStep` if it is impossible; the
        follower is unusable after that.
        """
        if event.match != self.id:
            raise OutOfStep(f"an event of match {event.match}, expected one of {self.id}")
        if event.n <= self.last:
            return False
        if event.n != self.last + 1:
            raise Gap(self.last + 1, event.n)
        try:
            self._apply(event)
        except (IllegalAction, NothingToUndo, IndexError) as error:
            raise OutOfStep(f"event {event.n}: {error}") from None
        self.last = event.n
        self.at = event.at
        return True

    def _apply(self, event: AnyEvent) -> None:
        match event:
            case Acted():
                self._acted(event)
            case Undone():
                self._undone(event)
            case Created():
                raise OutOfStep(f"event {event.n}: the match was created before")
            case Joined() | Left() | Returned():
                self._came_or_went(event)
            case Started():
                self._started(event)
            case Resigned() | Flagged() | Forfeited():
                self.seats[event.seat].given_up = _HOW[type(event)]
                self.moved = event.n
                self.draw_agreed = []  # the players to ask have changed
            case DrawOffered():
                self.draw_agreed = [event.seat]
                self.offered = event.n
                self.seats[event.seat].offered_in = self.turn()
            case DrawAccepted():
                self.draw_agreed.append(event.seat)
            case DrawDeclined():
                self.draw_agreed = []
            case Paused():
                if self.clocks is not None:
                    self.clocks.stop(event.at)
            case Resumed():
                if self.clocks is not None:
                    self.clocks.go_on(event.alive, event.at)
            case Finished():
                self._finished(event)
            case RematchOffered() | RematchAccepted():
                self.rematch_agreed.append(event.seat)
            case RematchDeclined():
                self.rematch_agreed = []
                self.seats[event.seat].rematch_declined = True
            case RematchMade():
                self.rematch = event.rematch
            case _:
                assert_never(event)

    def _came_or_went(self, event: Joined | Left | Returned) -> None:
        seat = self.seats[event.seat]
        self.seat_changes += 1
        if isinstance(event, Joined):
            seat.person, seat.name, seat.nonce = event.person, event.name, event.nonce
        elif isinstance(event, Left) and self.phase is MatchPhase.OPEN:
            seat.person, seat.name, seat.nonce = None, "", None
        else:
            seat.away = isinstance(event, Left)

    def _started(self, event: Started) -> None:
        self.phase = MatchPhase.RUNNING
        self.moved = event.n
        for seat, nonce in zip(self.seats, event.nonces, strict=True):
            seat.nonce = nonce
        if event.piles is not None:
            self.open_piles = Piles(self.game, event.piles)
        self._run_clocks(event.at, turn=0)

    def _acted(self, event: Acted) -> None:
        if self.phase is not MatchPhase.RUNNING or event.seat != self.state.actor():
            raise OutOfStep(f"event {event.n}: seat {event.seat} is not to decide")
        turn = self.turn()
        for action in (event.action, *event.draws):
            step = self._course.step(action)
            if self._on_step is not None:
                self._on_step(step)
        self._check_key(event)
        self.actions.append(event.action)
        self.actions.extend(event.draws)
        self.moved = event.n
        if self.turn() != turn:
            for seat in self.seats:
                seat.undone = 0
        self._run_clocks(event.at, turn)

    def _undone(self, event: Undone) -> None:
        self._course.undo()
        self._check_key(event)
        self.actions.pop()
        self.moved = event.n
        self.seats[event.seat].undone += 1
        self._run_clocks(event.at, self.turn())

    def _check_key(self, event: Acted | Undone) -> None:
        if key_text(self.state) != event.key:
            raise OutOfStep(f"event {event.n}: the state is another than its key says")

    def _run_clocks(self, at: int, turn: int) -> None:
        """Run the clock of the seat to decide; `turn` is the number of the previous turn."""
        if self.clocks is not None:
            now = self.turn()
            awaited = None if self.state.is_over() else self.awaited()
            self.clocks.turn_to(awaited, at, turn=self.state.turn() if now else None, begins=now != turn)

    def _finished(self, event: Finished) -> None:
        self.phase = MatchPhase.FINISHED
        self.finished = event
        self.moved = event.n
        self.draw_agreed = []
        if self.clocks is not None:
            self.clocks.turn_to(None, event.at, turn=None, begins=False)


_HOW: Final = {Resigned: How.RESIGNED, Flagged: How.TIME, Forfeited: How.FORFEIT}
