"""Records what clients received, and compares it with the logs."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from neurohex.client import RemoteMatch
from neurohex.match.authority import Match
from neurohex.server.timekeeping import now_ms
from neurohex.wire.messages import (
    Accepted,
    Acted,
    AnyEvent,
    Cause,
    Event,
    MatchPhase,
    Refused,
    Resumed,
    decode_event,
    encode,
)
from tests.torture.mortal import Death


@dataclass(slots=True)
class Page:
    """All replies to clients and all events of a spectator in one match, in order."""

    accepted: dict[Cause, tuple[int, int]] = field(default_factory=dict)
    """The first and the last event that were acknowledged."""
    refused: set[Cause] = field(default_factory=set)
    noted: dict[Cause, int] = field(default_factory=dict)
    """When an answer came, in milliseconds since 1970."""
    told: list[bytes] = field(default_factory=list)

    def note(self, person: str, reply: Accepted | Refused) -> None:
        """Write an answer down."""
        command = Cause(by=person, id=reply.id)
        self.noted[command] = now_ms()
        if isinstance(reply, Accepted):
            self.accepted[command] = (reply.first, reply.last)
        else:
            self.refused.add(command)

    def hear(self, told: object) -> None:
        """Record a message to the spectator."""
        if isinstance(told, Event):
            self.told.append(encode(told))

    def check(self, log: Sequence[bytes]) -> None:
        """Hold a log against this page, once nothing is under way any more.

        Raises `AssertionError` if anything that was acknowledged is lost, doubled or at another number, and where
        something is in the log that was refused or never answered.
        """
        events = [decode_event(data) for data in log]
        assert [event.n for event in events] == list(range(len(events)))
        assert [event.at for event in events] == sorted(event.at for event in events)
        assert commands_in(events) == self.accepted
        assert not self.refused & self.accepted.keys()

    def late(self, log: Sequence[bytes], deaths: Sequence[Death]) -> int:
        """How many commands were in the log when the server died, and were acknowledged only after that."""
        died = [death.died for death in deaths]
        count = 0
        for command, (first, _) in self.accepted.items():
            next_death = bisect_left(died, decode_event(log[first]).at)
            count += next_death < len(died) and died[next_death] < self.noted[command]
        return count


def commands_in(events: Sequence[AnyEvent]) -> dict[Cause, tuple[int, int]]:
    """All commands of people in a log, each with the first and the last event that it brought about.

    Raises `AssertionError` if one, also of a bot, was carried out twice: what follows from a command stands
    together, and only its first event is the command's own.
    """
    effects: dict[Cause, list[AnyEvent]] = defaultdict(list)
    for event in events:
        if event.cause is not None:
            effects[event.cause].append(event)
    for command, (first, *others) in effects.items():
        assert [event.n for event in others] == list(range(first.n + 1, first.n + 1 + len(others))), command
        again = [e for e in others if type(e) is type(first) and not (isinstance(e, Acted) and e.auto)]
        assert not again, f"{command} was carried out {1 + len(again)} times"
    return {
        command: (following[0].n, following[-1].n)
        for command, following in effects.items()
        if not command.by.startswith("bot/")
    }


def check_mirror(place: RemoteMatch, match: Match) -> None:
    """Check that a client knows exactly what the log says."""
    mirror = place.follower
    assert mirror.last == match.last
    assert mirror.actions == match.actions
    assert mirror.state == match.state
    assert mirror.seats == match.seats
    assert mirror.finished == match.finished
    assert mirror.present(match.at) == match.present(match.at)


def check_clock(match: Match, log: Sequence[bytes], deaths: Sequence[Death]) -> int:
    """No clock ran while no server was there: after each death that came upon a running clock the first event is
    `Resumed`, by which nothing after the death is charged. How many such deaths there were."""
    first, *rest = map(decode_event, log)
    mirror = Match.from_events([first], match._seed)
    running = 0
    for died, born in deaths:
        while rest and rest[0].at < born:
            mirror.absorb(rest.pop(0))
        if mirror.phase is not MatchPhase.RUNNING or not rest:
            continue
        running += 1
        back = rest[0]
        assert isinstance(back, Resumed), f"match {match.id}: the first event after a death is {back}"
        assert back.alive <= died, f"match {match.id}: the clock ran {back.alive - died} ms without a server"
    return running
