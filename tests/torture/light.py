"""The light level: only the process that writes the log is killed, over and over.

It has the real store, the real match authority and the registry of a server, and neither sockets nor bots. It is forked
from a process that has everything loaded, so a life takes a tenth of a second. `python -m tests.torture --level light`.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import select
import signal
import time
import traceback
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from neurohex.match.authority import Match
from neurohex.rules.engine import legal_actions
from neurohex.server.metrics import Metrics
from neurohex.server.registry import MatchRegistry
from neurohex.server.settings import Settings
from neurohex.server.timekeeping import now_ms
from neurohex.server.workers import Workers
from neurohex.store import open_store
from neurohex.tiles import ARMIES
from neurohex.wire.http import Person
from neurohex.wire.messages import (
    Accepted,
    Act,
    AnyCommand,
    AnyReply,
    Clock,
    Join,
    MatchPhase,
    PlayerClock,
    Proposal,
    Refused,
    SeatPlan,
    Terms,
    Undo,
    decode_command,
    decode_event,
    decode_message,
    encode,
)
from tests.postgres import Postgres
from tests.torture.copies import Copies
from tests.torture.ledger import Page, check_clock
from tests.torture.mortal import Death
from tests.torture.report import Report

TABLES = 6
LONGEST_LIFE = 0.12
LONGEST_LIFE_ON_POSTGRESQL = 0.3
"""Seconds after its first word at which a process is killed at the latest."""
STILLBORN = 0.1
"""How often a process is killed before its first word."""
BIRTH = 0.03
"""Seconds until the first word, about."""
SECONDS_TO_SPEAK = 300.0
KILLS_PER_DATABASE = 500
KILLS_PER_COPY = 10
CLOCKS: tuple[Clock | None, ...] = (None, PlayerClock(main=3_600_000, increment=2_000))
SETTINGS = Settings(matches_per_person=1000, lease_seconds=15.0)
PEOPLE = (Person(id="ann", name="Ann"), Person(id="ben", name="Ben"))


class Line(msgspec.Struct, array_like=True):
    """A report of a process about a table."""

    table: int
    what: str
    """`made`, `sent` or `answered`."""
    text: str
    """The id of a match, a command or an answer."""
    person: int = 0


LINES = msgspec.json.Decoder(Line)


@dataclass
class Place:
    """A table as its clients know it."""

    match: str = ""
    doubtful: list[tuple[int, str]] = field(default_factory=list)
    """Commands without an answer, each with the number of the person: they are sent again."""


class Light:
    """One database, the processes that write to it, and their reports."""

    def __init__(self, database: str, folder: Path, luck: random.Random, postgres: Postgres | None = None) -> None:
        self._database = database
        self._luck = luck
        self._longest = LONGEST_LIFE if postgres is None else LONGEST_LIFE_ON_POSTGRESQL
        self._copies = Copies(database, folder, postgres)
        self._places = [Place() for _ in range(TABLES)]
        self._pages: dict[str, Page] = {}
        self._deaths: list[Death] = []
        self._died = 0
        self._rest = b""

    def run(self, kills: int, report: Report, say: Callable[[Report], None]) -> None:
        """Kill so often, then check everything. Raises `AssertionError` if a promise was broken."""
        for number in range(kills):
            self._live()
            report.kills += 1
            if number % KILLS_PER_COPY == 0:
                told = {match: self._last(page) for match, page in self._pages.items()}
                self._copies.begin(told)
            self._copies.look()
            say(report)
        while any(place.doubtful for place in self._places):
            self._live(settle=True)
        asyncio.run(self._check(report))

    @staticmethod
    def _last(page: Page) -> int:
        return max((last for _, last in page.accepted.values()), default=0)

    # --- in the process that kills ---
    def _live(self, *, settle: bool = False) -> None:
        """Run one process until its death. With `settle` it only answers pending commands, and exits by itself."""
        reading, writing = os.pipe()
        if self._died:
            self._deaths.append(Death(self._died, now_ms()))
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            _end_of_life(self._play(writing, settle=settle))
        os.close(writing)
        with os.fdopen(reading, "rb", buffering=0) as pipe:
            if settle:
                self._hear(pipe.read())
            else:
                if self._luck.random() < STILLBORN:
                    time.sleep(self._luck.uniform(0, BIRTH))
                else:
                    assert select.select([pipe], [], [], SECONDS_TO_SPEAK)[0], "a process says nothing"
                    until = time.monotonic() + self._luck.uniform(0, self._longest)
                    while (left := until - time.monotonic()) > 0:
                        if select.select([pipe], [], [], left)[0]:
                            data = os.read(reading, 1 << 16)
                            assert data, "a process has ended by itself"
                            self._hear(data)
                os.kill(pid, signal.SIGKILL)
                self._hear(pipe.read())
        _, status = os.waitpid(pid, 0)
        assert (status == 0) if settle else os.WIFSIGNALED(status), f"a process has ended with status {status}"
        self._died = now_ms()
        self._rest = b""  # a line that was cut off

    def _hear(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in map(LINES.decode, lines):
            place = self._places[line.table]
            if line.what == "made":
                place.match = line.text
                place.doubtful = []
                self._pages[line.text] = Page()
            elif line.what == "sent":
                if (line.person, line.text) not in place.doubtful:
                    place.doubtful.append((line.person, line.text))
            else:
                reply = decode_message(line.text.encode())
                assert isinstance(reply, Accepted | Refused)
                self._pages[place.match].note(PEOPLE[line.person].id, reply)
                place.doubtful = [
                    (person, text) for person, text in place.doubtful if decode_command(text.encode()).id != reply.id
                ]

    async def _check(self, report: Report) -> None:
        store = await open_store(self._database)
        try:
            logs = {match: await store.read(match) for match in self._pages}
            seeds = {match: await store.secret(match) for match in self._pages}
            damage = await store.check()
        finally:
            await store.close()
        assert damage is None, damage
        self._copies.check(logs)
        died = [death.died for death in self._deaths]
        for name, page in self._pages.items():
            log = logs[name]
            match = Match.from_events(map(decode_event, log), seeds[name])
            page.check(log)
            # Only those deaths that came in the time of the match.
            began, ended = match.created.at, max([match.at, *page.noted.values()])
            deaths = self._deaths[bisect_left(died, began) : bisect_right(died, ended) + 1]
            report.late += page.late(log, deaths)
            if match.clocks is not None:
                report.clocks += check_clock(match, log, deaths)
            report.commands += len(page.accepted)
            report.refused += len(page.refused)
        report.matches += len(self._pages)
        report.copies += self._copies.made

    # --- in the process that is killed ---
    async def _play(self, pipe: int, *, settle: bool) -> None:
        luck = random.Random(secrets.randbits(64))
        store = await open_store(self._database)
        registry = MatchRegistry(store, SETTINGS, Metrics(), Workers(0, 1.0), secrets.token_hex(4))
        await registry.start()

        def say(*words: Any) -> None:
            os.write(pipe, msgspec.json.encode(Line(*words)) + b"\n")

        async def send(number: int, person: int, command: AnyCommand) -> None:
            say(number, "sent", encode(command).decode(), person)
            replies: list[AnyReply] = []
            await registry.submit(command, PEOPLE[person], replies.append)
            if not isinstance(replies[0], Refused) or replies[0].code != "unavailable":
                say(number, "answered", encode(replies[0]).decode(), person)

        async def sit(number: int, place: Place) -> None:
            match = place.match
            for person, text in place.doubtful:
                await send(number, person, decode_command(text.encode()))
            while not settle:
                if not match or (await registry.get(match)).match.phase is MatchPhase.FINISHED:
                    terms = Terms(armies=tuple(luck.sample(sorted(ARMIES), 2)))
                    seats = (SeatPlan(person="ann"), SeatPlan(person="ben"))
                    match = await registry.make(
                        Proposal(terms=terms, seats=seats, clock=luck.choice(CLOCKS)), PEOPLE[0]
                    )
                    say(number, "made", match)
                made = (await registry.get(match)).match
                person = made.awaited() or 0
                id_ = secrets.token_hex(6)
                command: AnyCommand
                if made.phase is MatchPhase.OPEN:
                    person = next(seat for seat, taken in enumerate(made.seats) if taken.person is None)
                    command = Join(
                        id=id_, match=match, seat=person, name=PEOPLE[person].name, nonce=secrets.token_hex(16)
                    )
                elif luck.random() < 0.05:
                    command = Undo(id=id_, match=match, seen=made.last)
                else:
                    action = luck.choice(legal_actions(made.state))
                    command = Act(id=id_, match=match, seen=made.last, action=action)
                await send(number, person, command)

        await asyncio.gather(*(sit(number, place) for number, place in enumerate(self._places)))


def _end_of_life(life: Any) -> None:
    """Live, and end without anything that the parent would do at its own end."""
    status = 1
    try:
        asyncio.run(life)
        status = 0
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        os._exit(status)


def segments(kills: int) -> Iterator[int]:
    """The kills on each database: a new one now and then, so that copying it stays quick."""
    while kills > 0:
        yield min(kills, KILLS_PER_DATABASE)
        kills -= KILLS_PER_DATABASE
