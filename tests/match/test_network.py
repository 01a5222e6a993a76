"""Duplicated, late, reordered and lost messages, broken lines and crashed hosts in any mix: all clients and hosts end
up equal to the log, and nothing happens twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurohex.match.proof import record_of
from neurohex.notation.record import final_state
from neurohex.rules.engine import legal_actions
from neurohex.wire.messages import (
    Act,
    Acted,
    AnswerDraw,
    AnyCommand,
    Follow,
    Following,
    Leave,
    MatchPhase,
    OfferDraw,
    PlayerClock,
    Refused,
    Resign,
    Return,
    Undo,
    decode_command,
    decode_message,
    encode,
)
from tests.match.messenger import Messenger
from tests.match.table import ANN, BEN, EVE, Table

HAPPENINGS = st.tuples(st.integers(0, 18), st.integers(0, 2), st.integers(0, 2**16))


def numbered(who: str) -> Callable[[], str]:
    return (f"{who}-{number}" for number in count()).__next__


@dataclass
class Line:
    """A client, and the messages in flight between it and the host."""

    who: str
    messenger: Messenger
    up: list[bytes] = field(default_factory=list)
    down: list[bytes] = field(default_factory=list)
    follows: bool = False

    def send(self, commands: list[AnyCommand]) -> None:
        self.up += [encode(command) for command in commands]

    def hear(self, data: bytes) -> None:
        self.send(self.messenger.receive(decode_message(data)))


class World:
    """A host, two players and a spectator, on unreliable lines."""

    def __init__(self, main: int | None) -> None:
        self.table = Table(clock=None if main is None else PlayerClock(main=main, increment=1000))
        self.lines = [Line(who, Messenger("m", numbered(who))) for who in (ANN, BEN, EVE)]
        for line in self.lines:
            self.connect(line)

    # --- the host ---
    def at_host(self, line: Line, data: bytes) -> None:
        known = len(self.table.log)
        command = decode_command(data)
        reply = self.table.answer(line.who, command)
        new = self.table.log[known:]
        line.down.append(encode(reply))
        if isinstance(reply, Following) and isinstance(command, Follow):
            line.follows = True
            line.down += self.table.log[command.since :]
        for other in self.lines:
            if other.follows:
                other.down += new

    def crash(self) -> None:
        """The host dies with all lines and is there again, from its log."""
        self.table.restart()
        for line in self.lines:
            self.connect(line)

    def connect(self, line: Line) -> None:
        line.up.clear()
        line.down.clear()
        line.follows = False
        line.send(line.messenger.connected())

    # --- what can happen ---
    def happen(self, what: int, which: int, how: int) -> None:
        line = self.lines[which % 3]
        queue = line.up if how % 2 else line.down
        at = how // 2 % len(queue) if queue else 0
        if what == 0 and queue:
            self.deliver(line, queue, at)  # out of order
        elif what == 1 and queue:
            queue.insert(0, queue[at])  # doubled, and late
        elif what == 2 and queue:
            queue.pop(at)  # lost
        elif what == 3:
            self.connect(line)
        elif what == 4 and how % 4 == 0:
            self.crash()
        elif what == 5:
            line.send(line.messenger.connected())  # impatient
        elif what == 6:
            self.table.now += how
        elif what < 10 and queue:
            self.deliver(line, queue, 0)
        elif what < 13:
            self.deliver_all(line)
        else:
            self.want(line, how)

    def deliver(self, line: Line, queue: list[bytes], at: int) -> None:
        data = queue.pop(at)
        if queue is line.up:
            self.at_host(line, data)
        else:
            line.hear(data)

    def deliver_all(self, line: Line) -> None:
        while line.up or line.down:
            self.deliver(line, line.up or line.down, 0)

    def want(self, line: Line, how: int) -> None:
        """A client acts on what it knows, often nonsense."""
        follower = line.messenger.follower
        if follower is None or follower.phase is not MatchPhase.RUNNING:
            return
        if how % 4 and follower.awaited() != follower.seat_of(line.who):
            return  # mostly people wait for their turn
        kind = how % 16
        actions = legal_actions(follower.state)
        if kind == 0:
            command: AnyCommand = line.messenger.command(Undo)
        elif kind == 1:
            command = line.messenger.command(OfferDraw)
        elif kind == 2:
            command = line.messenger.command(AnswerDraw, agree=how % 64 == 2)
        elif kind == 3:
            command = line.messenger.command(Leave if how % 32 == 3 else Return)
        elif kind == 4 and how % 1024 == 4:
            command = line.messenger.command(Resign)
        else:
            command = line.messenger.command(Act, action=actions[how // 16 % len(actions)])
        line.send([command])

    def heal(self) -> None:
        """From now on nothing is lost any more."""
        for line in self.lines:
            self.connect(line)
        while any(line.up or line.down for line in self.lines):
            for line in self.lines:
                self.deliver_all(line)

    def check(self) -> None:
        match = self.table.match
        for line in self.lines:
            follower = line.messenger.follower
            assert follower is not None
            assert not line.messenger.unanswered
            assert follower.last == match.last == len(self.table.log) - 1
            assert follower.state == match.state
            assert follower.actions == match.actions
            assert follower.seats == match.seats
            assert follower.phase == match.phase
            assert follower.present(self.table.now) == match.present(self.table.now)
        assert final_state(record_of(match)) == match.state
        causes = Counter(
            (event.cause.by, event.cause.id)
            for event in self.table.events()
            if isinstance(event, Acted) and not event.auto and event.cause is not None
        )
        assert not causes or max(causes.values()) == 1


@pytest.mark.slow
@settings(max_examples=300)
@given(st.sampled_from((None, 100_000)), st.lists(HAPPENINGS, max_size=250))
def test_all_clients_and_hosts_end_up_equal_to_the_log(
    main: int | None, happenings: list[tuple[int, int, int]]
) -> None:
    world = World(main)
    for what, which, how in happenings:
        world.happen(what, which, how)
    world.heal()
    world.check()


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_over_bad_lines(seed: int) -> None:
    """As above, but so long that games are played to their end."""
    random = Random(seed)
    world = World(100_000_000 if seed % 2 else None)
    happened = 0
    while world.table.match.phase is MatchPhase.RUNNING:
        world.happen(random.randrange(19), random.randrange(3), random.randrange(2**16))
        happened += 1
    world.heal()
    world.check()
    kinds = Counter(type(event).__name__ for event in world.table.events())
    assert kinds["Finished"] == 1
    assert happened > 1000


def test_a_client_that_missed_the_last_word_hears_it_by_a_refusal() -> None:
    table = Table()
    messenger = Messenger("m", numbered(ANN))
    for data in table.log:
        messenger.receive(decode_message(data))
    table.act()
    stale = messenger.command(Act, action=0)
    reply = table.answer(ANN, stale)
    assert isinstance(reply, Refused)
    assert [type(command) for command in messenger.receive(reply)] == [Follow]
