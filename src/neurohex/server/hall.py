"""All matches of one server: makes them, finds them, lets those that nobody looks at go, and shares the work with
other servers on the same database."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import math
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Generator, Iterable, Sequence
from typing import Any, Final

import msgspec

from neurohex.client.forms import Person
from neurohex.match.authority import Match, open_match
from neurohex.match.follower import OutOfStep
from neurohex.match.messages import (
    AnyCommand,
    Code,
    Follow,
    Join,
    Look,
    Malformed,
    Phase,
    Proposal,
    Refused,
    SeatPlan,
    decode_event,
    encode,
)
from neurohex.match.shuffle import NONCE_BYTES, SEED_BYTES
from neurohex.server.care import Care
from neurohex.server.gentle import gently
from neurohex.server.metrics import Metrics
from neurohex.server.refusals import OTHER_VERSION, Refusal
from neurohex.server.settings import Settings
from neurohex.server.summaries import needs_care, summary_after
from neurohex.server.tables import Answer, Listener, Table
from neurohex.server.timekeeping import Timekeeper, now_ms
from neurohex.server.workers import Workers
from neurohex.store import MatchExists, News, Status, Store, Unavailable, UnknownMatch

_LOG: Final = logging.getLogger(__name__)
_DAY: Final = 86_400
_AT_ONCE: Final = 50
"""Matches that are looked at or held again at the same time, where there are many."""
_OF_OTHER_VERSION: Final = (OutOfStep, Malformed)


class Hall:
    """The tables of a server, by match. `start` and `stop` begin and end its work beside them."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics, workers: Workers, owner: str) -> None:
        """`owner` is the name under which leases are held."""
        self._store = store
        self._settings = settings
        self._metrics = metrics
        self._workers = workers
        self._keeper = Timekeeper(store, owner, settings.lease_seconds, self._store_is_back)
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._care: dict[str, Care] = {}
        self._asked: dict[str, float] = {}  # when to ask again for a lease that another server has
        self._due: dict[str, float] = {}  # matches that are held but not in memory: when they are to be looked at
        self._tasks: set[asyncio.Task[Any]] = set()
        self._rounds: list[asyncio.Task[None]] = []
        self._giving_back: asyncio.Task[None] | None = None
        self._stopping = False

    # --- people ---
    async def make(self, proposal: Proposal, maker: Person) -> str:
        """Make a match, in which a seat is kept for its maker; its id. Raises `Refusal`, also for what does not fit
        together, and `Unavailable`."""
        for number, plan in enumerate(proposal.seats):
            if plan.bot is not None and plan.bot not in self._settings.bots:
                offered = ", ".join(self._settings.bots) or "none"
                raise Refusal(Code.NOT_ALLOWED, f"seats: seat {number}: this server has the bots {offered}")
        await self._check_count(maker)
        proposal = msgspec.structs.replace(proposal, seats=_with_maker(proposal, maker), rematch_of=None)
        return await self._create(proposal, maker.id, secrets.token_hex(6))

    async def _check_count(self, maker: Person) -> None:
        most = self._settings.matches_per_person
        count = 0
        for status in (Status.OPEN, Status.RUNNING):
            count += len(await self._store.listing(status=status, person=maker.id, limit=most))
        if count >= most:
            raise Refusal(Code.NOT_ALLOWED, f"you are in {count} matches that are not over; {most} are allowed")

    async def _create(self, proposal: Proposal, owner: str, match: str) -> str:
        seed = secrets.token_bytes(SEED_BYTES)
        nonces = [secrets.token_bytes(NONCE_BYTES) for plan in proposal.seats if plan.bot is not None]
        try:
            first = open_match(proposal, match=match, owner=owner, seed=seed, bot_nonces=nonces, now=now_ms())
        except ValueError as error:  # a game that does not fit together, or seats that do not fit the game
            raise Refusal(Code.MALFORMED, str(error)) from error
        summary = summary_after(Match.from_events(first[:1], seed), first, self._open_seconds)
        assert summary is not None
        await self._store.create(match, [encode(event) for event in first], seed, summary)
        return match

    def submit(
        self, command: AnyCommand, person: Person | None, answer: Answer, listener: Listener | None = None
    ) -> asyncio.Task[None]:
        """Carry out a command to its end, whatever becomes of whoever sent it. Those for a match that is in memory are
        carried out in the order in which they are submitted. `listener` is for a command to follow."""
        return self._spawn(self._carry_out(command, person, answer, listener))

    async def _carry_out(
        self, command: AnyCommand, person: Person | None, answer: Answer, listener: Listener | None
    ) -> None:
        table: Table | None = None
        try:
            if self._stopping:
                raise Refusal(Code.UNAVAILABLE, "the server is stopping: come back in a moment")
            if person is None and not isinstance(command, Follow | Look):
                raise Refusal(Code.NOT_SIGNED_IN, "only those who have a token may do more than watch")
            table = await self.table(command.match)
            if isinstance(command, Follow):
                if listener is None:
                    raise Refusal(Code.NOT_ALLOWED, "a match is followed on a socket; here, ask for its events")
                await table.follow(command, listener, answer)
                return
            if isinstance(command, Join) and person is not None:
                command = msgspec.structs.replace(command, name=person.name)  # nobody goes by another's name
            await table.command(command, person.id if person is not None else "", answer)
        except Refusal as refusal:
            answer(Refused(id=command.id, match=command.match, code=refusal.code, why=str(refusal)))
        except UnknownMatch as error:
            answer(Refused(id=command.id, match=command.match, code=Code.UNKNOWN_MATCH, why=str(error)))
            if table is not None:
                await self._forget(table)
        except Unavailable as error:
            _LOG.error("match %s: %s", command.match, error)
            why = "the database cannot be reached: try again, with the same id"
            answer(Refused(id=command.id, match=command.match, code=Code.UNAVAILABLE, why=why))
        except _OF_OTHER_VERSION as error:
            _LOG.error("match %s cannot be read: %s", command.match, error)
            # A table that has fallen out of step may be mended by reading its log from the beginning, which the next
            # command does. A log that cannot be read stays so: whoever asks must not be told to ask again.
            if table is not None and self._tables.get(command.match) is table:
                del self._tables[command.match]
            code = Code.MALFORMED if table is None else Code.UNAVAILABLE
            answer(Refused(id=command.id, match=command.match, code=code, why=OTHER_VERSION))

    def leave(self, match: str, listener: Listener) -> None:
        """Tell a listener no more of a match."""
        table = self._tables.get(match)
        if table is not None:
            table.leave(listener)

    def is_over(self, match: str) -> bool:
        """Whether a match that somebody follows has finished."""
        table = self._tables.get(match)
        return table is None or table.match.phase is Phase.FINISHED

    # --- tables ---
    @property
    def loaded(self) -> Collection[str]:
        """The matches in memory."""
        return self._tables.keys()

    def is_loaded(self, match: str) -> bool:
        """Whether a match is in memory, or about to be: somebody has looked at it lately. Any thread may ask."""
        return match in self._tables or match in self._loading

    async def table(self, match: str) -> Table:
        """The table of a match, from its log where it is not in memory. Raises `UnknownMatch`, `Unavailable`, and
        `OutOfStep` or `Malformed` where the log is one of another version."""
        table = self._tables.get(match)
        if table is not None:
            return table
        loading = self._loading.get(match)
        if loading is None:
            loading = self._loading[match] = asyncio.create_task(self._load(match))
            loading.add_done_callback(lambda _: self._loading.pop(match))
        return await asyncio.shield(loading)

    async def _load(self, match: str) -> Table:
        events = await self._store.read(match)
        made = await gently(_replayed(events, await self._store.secret(match)))
        table = Table(
            self._store,
            self._metrics,
            self._keeper,
            made,
            events,
            open_seconds=self._open_seconds,
            on_change=self._changed,
        )
        if made.next_deadline() is not None:
            try:  # before any command: it must not find a clock that ran while nobody was there
                await table.settle_clock()
            except Unavailable:
                if match in self._keeper.held:
                    self._due[match] = 0.0  # no other server will look at it
                raise
        self._tables[match] = table
        self._due.pop(match, None)
        self._metrics.tables.set(len(self._tables))
        self._changed(table)
        return table

    @property
    def _open_seconds(self) -> float:
        return self._settings.open_days * _DAY

    def _changed(self, table: Table) -> None:
        """See whether a match needs something of the server."""
        match = table.match
        if match.phase is Phase.RUNNING and match.id not in self._care and needs_care(match):
            if match.id in self._keeper.held or time.monotonic() >= self._asked.get(match.id, 0.0):
                self._asked[match.id] = time.monotonic() + self._settings.lease_seconds
                self._spawn(self._take_care(table))
        elif match.phase is Phase.FINISHED and match.id in self._keeper.held:
            self._spawn(self._let_go(match.id))
        if match.phase is Phase.FINISHED and match.wanted_rematch() is not None:
            self._spawn(self._make_rematch(table))

    async def _hold(self, table: Table) -> bool:
        """Have the lease on a match; False where another server has it."""
        match = table.match
        if match.id not in self._keeper.held:
            if match.next_deadline() is not None:
                await table.settle_clock()
            else:
                await self._keeper.claim(match.id)
        return match.id in self._keeper.held

    def _store_is_back(self) -> None:
        """Give the time without a store back at once, so that players see the right clocks."""
        if self._giving_back is None or self._giving_back.done():
            self._giving_back = self._spawn(_for_all(list(self._keeper.held), self._give_back))

    async def _give_back(self, match: str) -> None:
        table = self._tables.get(match)
        if table is not None and table.match.next_deadline() is not None:
            with contextlib.suppress(UnknownMatch):  # deleted meanwhile
                await table.settle_clock()

    async def _take_care(self, table: Table) -> None:
        match = table.match.id
        try:
            seed = await self._store.secret(match)
            is_ours = await self._hold(table)
        except UnknownMatch:
            return  # deleted meanwhile
        except Unavailable:
            self._due[match] = 0.0  # soon again
            raise
        if not is_ours or match in self._care or match not in self._tables or self._stopping:
            return
        self._care[match] = Care(table, self._workers, self._metrics, seed)

    async def _let_go(self, match: str) -> None:
        """Take care of a match no more, and let other servers know."""
        self._due.pop(match, None)
        care = self._care.pop(match, None)
        if care is not None:
            await care.stop()
        await self._keeper.release(match)

    async def _make_rematch(self, table: Table) -> None:
        proposal = table.match.wanted_rematch()
        if proposal is None:
            return
        # The same id whoever makes it: two servers that do so at once, or one that was killed half-way, make one match.
        match = hashlib.sha256(f"rematch of {table.match.id}".encode()).hexdigest()[:12]
        with contextlib.suppress(MatchExists):
            await self._create(proposal, table.match.created.owner, match)
        await table.host(lambda now: table.match.rematched(match, now))

    # --- beside the tables ---
    async def start(self) -> None:
        """Begin to listen for news and to look after matches."""
        news = self._store.news()
        self._rounds = [
            asyncio.create_task(self._hear(news)),
            asyncio.create_task(self._every(self._settings.lease_seconds / 3, self._renew)),
            asyncio.create_task(self._every(self._settings.lease_seconds / 2, self._wake)),
            asyncio.create_task(self._every(min(5.0, self._settings.idle_seconds / 4), self._tidy)),
        ]

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Unavailable as error:
                _LOG.warning("%s; trying again", error)
            await asyncio.sleep(seconds)

    async def _hear(self, news: AsyncIterator[News]) -> None:
        """Take up what other servers write."""
        async for item in news:
            if item.gap:
                for table in list(self._tables.values()):
                    self._spawn(self._refresh(table))
                for match in self._loading:
                    self._spawn(self._refresh_loaded(match))
                self._due = dict.fromkeys(self._due, 0.0)
            elif item.match in self._tables:
                self._spawn(self._refresh(self._tables[item.match], item.number))
            elif item.match in self._loading:
                self._spawn(self._refresh_loaded(item.match, item.number))
            elif item.match in self._keeper.held:
                self._due[item.match] = 0.0

    async def _refresh_loaded(self, match: str, number: int | None = None) -> None:
        """Take up what was written into a match while it was loaded."""
        with contextlib.suppress(UnknownMatch, Unavailable, *_OF_OTHER_VERSION):  # told to whoever has it loaded
            await self._refresh(await self.table(match), number)

    async def _refresh(self, table: Table, number: int | None = None) -> None:
        """Take up what other processes wrote into a match, up to an event of that number at least."""
        try:
            await table.catch_up(number)
        except UnknownMatch:
            await self._forget(table)
            return
        told_of_more = number is None or number > table.match.last
        if told_of_more and table.match.phase is Phase.FINISHED and not table.is_busy():
            self._tables.pop(table.match.id, None)  # its events may have been rewritten: the next to ask reads them

    async def _forget(self, table: Table) -> None:
        """Let a match go that was deleted."""
        match = table.match.id
        if self._tables.get(match) is table:
            del self._tables[match]
        self._asked.pop(match, None)
        await self._let_go(match)

    async def _renew(self) -> None:
        """Keep what is held; take care no more of what was lost to another server."""
        lost = await self._keeper.renew()
        if lost:  # beside the next renewals, which must not wait for it
            self._spawn(_for_all(lost, self._hold_again))

    async def _hold_again(self, match: str) -> None:
        table = self._tables.get(match)
        if table is None or table.match.phase is not Phase.RUNNING:
            self._due.pop(match, None)  # whoever looks for matches to wake will find it
            return
        try:
            if not await self._hold(table):
                _LOG.warning("match %s: another server takes care of it now", match)
                await self._let_go(match)
        except UnknownMatch:
            await self._forget(table)

    async def _wake(self) -> None:
        """Look at the matches that nobody takes care of, and end those that have waited too long for players."""
        await _for_all(await self._store.matches_to_wake(now_ms() / 1000), self._look_at)

    async def _tidy(self) -> None:
        """Let matches go that nobody looks at, and bring back those whose time has come."""
        now = now_ms() / 1000
        await _for_all([match for match, due in self._due.items() if due <= now], self._look_at)
        for match, table in list(self._tables.items()):
            if table.is_busy() or time.monotonic() - table.used < self._settings.idle_seconds:
                continue
            if match in self._care:
                deadline = table.match.next_deadline()
                due = math.inf if deadline is None else deadline / 1000 - 2 * self._settings.idle_seconds
                if due <= now or table.match.awaited_bot() is not None:
                    continue
                await self._care.pop(match).stop()
                if table.is_busy():  # somebody has come meanwhile
                    self._changed(table)
                    continue
                self._due[match] = due
            del self._tables[match]
            self._asked.pop(match, None)
        self._metrics.tables.set(len(self._tables))

    async def _look_at(self, match: str) -> None:
        self._due.pop(match, None)
        try:
            table = await self.table(match)
            self._asked.pop(match, None)
            self._changed(table)  # it may have been here all the time, taken care of by a server that is dead now
            if table.match.phase is Phase.OPEN and now_ms() - table.match.created.at > 1000 * self._open_seconds:
                await table.host(lambda now: table.match.abort("it has waited too long for players", now))
        except (*_OF_OTHER_VERSION, UnknownMatch) as error:
            _LOG.error("match %s cannot be read: %s", match, error)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Unavailable):
            _LOG.warning("%s; trying again", error)
        elif error is not None:
            _LOG.error("something went wrong at a table", exc_info=error)

    # --- the end ---
    async def drain(self) -> None:
        """Take no more commands, and finish and answer those that are being carried out."""
        self._stopping = True
        try:
            async with asyncio.timeout(self._settings.stop_seconds):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        except TimeoutError:
            _LOG.warning("stopping before everything was written that was asked for; nothing of it was acknowledged")

    async def stop(self) -> None:
        """Stop the clocks, and let other servers take over."""
        await self.drain()
        for task in self._rounds:
            task.cancel()
        await asyncio.gather(*self._rounds, return_exceptions=True)
        try:
            async with asyncio.timeout(self._settings.stop_seconds):
                for care in self._care.values():
                    await care.stop()
                await asyncio.gather(*map(self._hand_over, list(self._keeper.held)))
        except (TimeoutError, Unavailable, *_OF_OTHER_VERSION) as error:
            _LOG.warning("stopping without having stopped all clocks: %s", str(error) or "no time is left")

    async def _hand_over(self, match: str) -> None:
        with contextlib.suppress(UnknownMatch):  # deleted meanwhile
            table = await self.table(match)
            await table.host(table.match.pause)
        await self._keeper.release(match)


async def _for_all(matches: Iterable[str], work: Callable[[str], Awaitable[None]]) -> None:
    """Do the work for all matches, a few at a time: writes that wait together share a transaction."""
    waiting = iter(matches)

    async def go_on() -> None:
        for match in waiting:
            await work(match)

    for outcome in await asyncio.gather(*(go_on() for _ in range(_AT_ONCE)), return_exceptions=True):
        if isinstance(outcome, BaseException):
            raise outcome


def _replayed(log: Sequence[bytes], seed: bytes) -> Generator[None, None, Match]:
    """The match that a log tells. Raises as `Match.from_events`."""
    match = Match.from_events(map(decode_event, log[:1]), seed)
    for data in log[1:]:
        match.absorb(decode_event(data))
        yield
    return match


def _with_maker(proposal: Proposal, maker: Person) -> tuple[SeatPlan, ...]:
    """The seats of a match, one of them kept for whoever makes it."""
    seats = list(proposal.seats)
    if all(plan.person != maker.id for plan in seats):
        free = [number for number, plan in enumerate(seats) if plan.bot is None and plan.person is None]
        if not free:
            raise Refusal(Code.NOT_ALLOWED, "seats: whoever makes a match plays in it: leave a seat for you")
        seats[free[0]] = SeatPlan(person=maker.id)
    return tuple(seats)
