"""Plays matches while their servers are killed, then checks the database against the promises."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from neurohex.client import Client
from neurohex.match.authority import Match
from neurohex.store import Store, open_store
from neurohex.wire.messages import How, decode_event
from tests.postgres import Postgres
from tests.torture.copies import Copies
from tests.torture.ledger import check_clock, check_mirror
from tests.torture.mortal import Death, Mortal
from tests.torture.report import Report
from tests.torture.tables import KINDS, Kind, Table
from tests.torture.wire import wired

OPTIONS = (
    *("--requests-per-second", "100000", "--requests-at-once", "100000"),
    *("--messages-per-second", "100000", "--messages-at-once", "100000"),
    *("--matches-per-person", "1000"),
)
LONGEST_LIFE = 0.6
"""Seconds after which a server that answers is killed at the latest."""
STILLBORN = 0.2
"""How often a server is killed before it answers at all."""
BIRTH = 0.8
"""Seconds that a server takes to start, about."""
KILLS_PER_COPY = 10
SECONDS_TO_BEGIN = 300.0
SECONDS_TO_END = 300.0
"""Time to finish the running matches after the last kill."""
IMPATIENT = patch.multiple("neurohex.client.connection", _FIRST_PAUSE=0.02, _LONGEST_PAUSE=0.1)
"""Short reconnect delays, for as much play as possible between two deaths."""


@dataclass
class Torture:
    """Tables, and the servers that they are at."""

    database: str
    folder: Path
    """For the logs of servers."""
    seed: int
    servers: int = 1
    lease: float = 0.5
    """Seconds after which another server, or the next life of the same, takes over bots and clocks."""
    kinds: Sequence[Kind] = KINDS
    postgres: Postgres | None = None
    """The server of the database, if it is one of PostgreSQL."""
    report: Report = field(default_factory=Report)

    async def run(self, kills: int, say: Callable[[Report], None] = lambda _: None) -> Report:
        """Kill servers this often while people play; then check everything. `say` receives the progress.

        Raises `AssertionError` if a promise was broken.
        """
        luck = random.Random(self.seed)
        over = asyncio.Event()
        logs = [self.folder / f"server-{number}.log" for number in range(self.servers)]
        options = (*OPTIONS, "--lease-seconds", str(self.lease))
        self._copies = Copies(self.database, self.folder, self.postgres)
        mortals = [Mortal(self.database, log, *options) for log in logs]
        async with contextlib.AsyncExitStack() as stack:
            stack.enter_context(IMPATIENT)
            for mortal in mortals:
                stack.push_async_callback(mortal.close)
                await mortal.begin()
                await mortal.ready()
            front = await stack.enter_async_context(wired(*(mortal.port for mortal in mortals)))
            address = front.url if self.servers > 1 else mortals[0].url
            eve = await stack.enter_async_context(Client(address))
            tables = [Table(address, kind, random.Random(luck.random()), eve, over) for kind in self.kinds]
            async with asyncio.timeout(SECONDS_TO_BEGIN) as limit, asyncio.TaskGroup() as playing:
                for table in tables:
                    playing.create_task(table.play())  # should one fail, all are ended
                while not all(table.is_playing for table in tables):
                    await asyncio.sleep(0.01)
                limit.reschedule(None)
                while self.report.kills < kills:
                    await self._kill(luck.choice(mortals), luck)
                    self._count(tables)
                    if self.report.kills >= KILLS_PER_COPY * (1 + self._copies.made):
                        self._copies.begin(acknowledged(tables))
                    self._copies.look()
                    self.report.copies = self._copies.made
                    say(self.report)
                over.set()
                limit.reschedule(asyncio.get_running_loop().time() + SECONDS_TO_END)
        self._count(tables)
        deaths = sorted(death for mortal in mortals for death in mortal.deaths)
        store = await open_store(self.database)
        try:
            await self._check(store, tables, deaths)
        finally:
            await store.close()
        for log in logs:
            assert "Traceback" not in log.read_text(), log.read_text()[-5000:]
        return self.report

    async def _kill(self, mortal: Mortal, luck: random.Random) -> None:
        """Let a server live for a moment, kill it, and start it again; now and then it is killed at its start too."""
        await asyncio.sleep(luck.uniform(0, LONGEST_LIFE))
        while True:
            await mortal.kill()
            self.report.kills += 1
            await mortal.begin()
            if luck.random() >= STILLBORN:
                break
            await asyncio.sleep(luck.uniform(0, BIRTH))
        await mortal.ready()

    def _count(self, tables: Sequence[Table]) -> None:
        self.report.matches = sum(len(table.seatings) for table in tables)
        pages = [seating.page for table in tables for seating in table.seatings]
        self.report.commands = sum(len(page.accepted) for page in pages)
        self.report.refused = sum(len(page.refused) for page in pages)

    async def _check(self, store: Store, tables: Sequence[Table], deaths: Sequence[Death]) -> None:
        logs = {name: await store.read(name) for name in acknowledged(tables)}
        self._copies.check(logs)
        self.report.copies = self._copies.made
        for seating in [seating for table in tables for seating in table.seatings]:
            log = logs[seating.match]
            match = Match.from_events(map(decode_event, log), await store.secret(seating.match))
            seating.page.check(log)
            assert seating.page.told == log
            for place in seating.places:
                check_mirror(place, match)
            assert match.finished is not None
            assert match.finished.how is How.RULES, match.finished
            if self.servers > 1:  # while one is dead another is there: neither clocks nor answers need wait
                continue
            self.report.late += seating.page.late(log, deaths)
            if seating.kind.clock is not None:
                self.report.clocks += check_clock(match, log, deaths)


def acknowledged(tables: Sequence[Table]) -> dict[str, int]:
    """The last event of each match that a client has received."""
    return {
        seating.match: max((last for _, last in seating.page.accepted.values()), default=0)
        for table in tables
        for seating in table.seatings
    }
