"""All matches of one server: creates and loads them, drops idle ones from memory, and shares the work with other
servers on the same database."""

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

from neurohex.match.authority import Match, open_match
from neurohex.match.follower import OutOfStep
from neurohex.match.shuffle import NONCE_BYTES, SEED_BYTES
from neurohex.server.game_ratings import GameRatings, check_rated
from neurohex.server.live_match import Answer, Listener, LiveMatch
from neurohex.server.metrics import Metrics
from neurohex.server.reactions import Reactions
from neurohex.server.refusals import OTHER_VERSION, Refusal
from neurohex.server.runner import MatchRunner
from neurohex.server.settings import Settings
from neurohex.server.slicing import run_in_slices
from neurohex.server.summaries import needs_runner, summary_after
from neurohex.server.timekeeping import Timekeeper, now_ms
from neurohex.server.workers import Workers
from neurohex.store import LONGEST_PAGE, MatchExists, News, Status, Store, Unavailable, UnknownMatch
from neurohex.wire.http import Person
from neurohex.wire.messages import (
    AnyCommand,
    Code,
    Follow,
    Join,
    LookCommand,
    Malformed,
    MatchPhase,
    Proposal,
    React,
    Refused,
    SeatPlan,
    decode_event,
    encode,
)

_LOG: Final = logging.getLogger(__name__)
_DAY: Final = 86_400
_CONCURRENCY: Final = 50
"""How many matches are processed concurrently in bulk work."""
NO_SEAT: Final = "there is no seat for you at a table with these people"
"""One of them has blocked the other. It does not say who, or whom."""
_UNREADABLE: Final = (OutOfStep, Malformed)


class MatchRegistry:
    """The live matches of a server. `start` and `stop` begin and end its background tasks."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        metrics: Metrics,
        workers: Workers,
        owner: str,
        ratings: GameRatings | None = None,
    ) -> None:
        """`owner` is the name under which this server takes leases."""
        self._ratings = ratings or GameRatings(store, secrets.token_bytes(SEED_BYTES))
        self._store = store
        self._reactions = Reactions(store)
        self._settings = settings
        self._metrics = metrics
        self._workers = workers
        self._keeper = Timekeeper(store, owner, settings.lease_seconds, self._store_is_back)
        self._live: dict[str, LiveMatch] = {}
        self._loading: dict[str, asyncio.Task[LiveMatch]] = {}
        self._runners: dict[str, MatchRunner] = {}
        self._asked: dict[str, float] = {}  # when to ask again for a lease of another server
        self._due: dict[str, float] = {}  # leased matches that are not in memory: when to load them
        self._tasks: set[asyncio.Task[Any]] = set()
        self._background: list[asyncio.Task[None]] = []
        self._giving_back: asyncio.Task[None] | None = None
        self._stopping = False

    # --- people ---
    async def make(self, proposal: Proposal, maker: Person) -> str:
        """Make a match with a seat reserved for its maker; return its id. Raises `Refusal`, also for an inconsistent
        proposal, and `Unavailable`."""
        for number, plan in enumerate(proposal.seats):
            if plan.bot is not None and plan.bot not in self._settings.bots:
                offered = ", ".join(self._settings.bots) or "none"
                raise Refusal(Code.NOT_ALLOWED, f"seats: seat {number}: this server has the bots {offered}")
        if proposal.rated:
            check_rated(proposal)
            await self._check_account(maker.id)
        await self._check_count(maker)
        if not (await self._store.kept_apart(maker.id)).isdisjoint(plan.person for plan in proposal.seats):
            raise Refusal(Code.NOT_ALLOWED, NO_SEAT)
        proposal = msgspec.structs.replace(proposal, seats=_with_maker(proposal, maker), rematch_of=None)
        return await self._create(proposal, maker.id, secrets.token_hex(6))

    async def _check_account(self, person: str) -> None:
        if await self._store.account_of(person) is None:
            raise Refusal(Code.NOT_ALLOWED, "rated: only people with an account play rated games")

    async def _check_count(self, maker: Person) -> None:
        most = self._settings.matches_per_person
        count = 0
        for status in (Status.OPEN, Status.RUNNING):
            after: str | None = None
            more = True
            while more and count < most:
                limit = min(most - count, LONGEST_PAGE)
                page = await self._store.listing(status=status, person=maker.id, after=after, limit=limit)
                count += len(page)
                more = len(page) == limit
                after = page[-1].match if page else None
        if count >= most:
            raise Refusal(Code.NOT_ALLOWED, f"you are in {count} matches that are not over; {most} are allowed")

    async def _create(self, proposal: Proposal, owner: str, match: str) -> str:
        seed = secrets.token_bytes(SEED_BYTES)
        nonces = [secrets.token_bytes(NONCE_BYTES) for plan in proposal.seats if plan.bot is not None]
        try:
            first = open_match(proposal, match=match, owner=owner, seed=seed, bot_nonces=nonces, now=now_ms())
        except ValueError as error:  # an inconsistent game, or seats that do not fit it
            raise Refusal(Code.MALFORMED, str(error)) from error
        summary = summary_after(Match.from_events(first[:1], seed), first, self._open_seconds)
        assert summary is not None
        await self._store.create(match, [encode(event) for event in first], seed, summary)
        return match

    def submit(
        self,
        command: AnyCommand,
        person: Person | None,
        answer: Answer,
        listener: Listener | None = None,
        address: str = "",
    ) -> asyncio.Task[None]:
        """Carry out a command, even if its sender disconnects. Commands for a match in memory run in the order of
        submission. `listener` is for `Follow`; `address` is the sender's."""
        return self._spawn(self._execute(command, person, answer, listener, address))

    async def _execute(
        self, command: AnyCommand, person: Person | None, answer: Answer, listener: Listener | None, address: str
    ) -> None:
        live: LiveMatch | None = None
        try:
            if self._stopping:
                raise Refusal(Code.UNAVAILABLE, "the server is stopping: come back in a moment")
            if person is None and not isinstance(command, Follow | LookCommand):
                raise Refusal(Code.NOT_SIGNED_IN, "only those who have a token may do more than watch")
            live = await self.get(command.match)
            if isinstance(command, Follow):
                if listener is None:
                    raise Refusal(Code.NOT_ALLOWED, "a match is followed on a socket; here, ask for its events")
                await live.follow(command, listener, answer)
                return
            if isinstance(command, React) and person is not None:
                await self._reactions.send(live, command, person.id, answer)
                return
            apart: frozenset[str] = frozenset()
            if isinstance(command, Join) and person is not None:
                apart = await self._store.kept_apart(person.id)
                if live.match.created.rated:
                    await self._check_account(person.id)
                    await self._ratings.note_origin(command.match, person.id, address)
                command = msgspec.structs.replace(command, name=person.name)  # prevents impersonation
            who = person.id if person is not None else ""
            await live.command(command, who, answer, lambda match: _no_seat(match, command, who, apart))
        except Refusal as refusal:
            answer(Refused(id=command.id, match=command.match, code=refusal.code, why=str(refusal)))
        except UnknownMatch as error:
            answer(Refused(id=command.id, match=command.match, code=Code.UNKNOWN_MATCH, why=str(error)))
            if live is not None:
                await self._forget(live)
        except Unavailable as error:
            self._keeper.outages.report(error)
            why = "the database cannot be reached: try again, with the same id"
            answer(Refused(id=command.id, match=command.match, code=Code.UNAVAILABLE, why=why))
        except _UNREADABLE as error:
            _LOG.error("match %s cannot be read: %s", command.match, error)
            # Reading the log from the start may repair a match that is out of step; the next command does so. A log
            # that cannot be read stays unreadable: do not invite the client to retry.
            if live is not None and self._live.get(command.match) is live:
                del self._live[command.match]
            code = Code.MALFORMED if live is None else Code.UNAVAILABLE
            answer(Refused(id=command.id, match=command.match, code=code, why=OTHER_VERSION))

    def leave(self, match: str, listener: Listener) -> None:
        """Remove a listener from a match."""
        live = self._live.get(match)
        if live is not None:
            live.leave(listener)

    def is_over(self, match: str) -> bool:
        """Whether a followed match has finished."""
        live = self._live.get(match)
        return live is None or live.match.phase is MatchPhase.FINISHED

    # --- live matches ---
    @property
    def loaded(self) -> Collection[str]:
        """The matches in memory."""
        return self._live.keys()

    def is_loaded(self, match: str) -> bool:
        """Whether a match is in memory or being loaded. Thread-safe."""
        return match in self._live or match in self._loading

    async def get(self, match: str) -> LiveMatch:
        """Return a match, loading it from its log if necessary. Raises `UnknownMatch`, `Unavailable`, and `OutOfStep`
        or `Malformed` if another version wrote the log."""
        live = self._live.get(match)
        if live is not None:
            return live
        loading = self._loading.get(match)
        if loading is None:
            loading = self._loading[match] = asyncio.create_task(self._load(match))
            loading.add_done_callback(lambda _: self._loading.pop(match))
        return await asyncio.shield(loading)

    async def _load(self, match: str) -> LiveMatch:
        events = await self._store.read(match)
        made = await run_in_slices(_replayed(events, await self._store.secret(match)))
        live = LiveMatch(
            self._store,
            self._metrics,
            self._keeper,
            made,
            events,
            open_seconds=self._open_seconds,
            on_change=self._changed,
        )
        if made.next_deadline() is not None:
            try:  # before any command: it must not see a clock that ran while no server was up
                await live.settle_clock()
            except Unavailable:
                if match in self._keeper.leases:
                    self._due[match] = 0.0  # no other server will load it
                raise
        self._live[match] = live
        self._due.pop(match, None)
        self._metrics.tables.set(len(self._live))
        self._changed(live)
        return live

    @property
    def _open_seconds(self) -> float:
        return self._settings.open_days * _DAY

    def _changed(self, live: LiveMatch) -> None:
        """Start a runner, release the lease or make a rematch, as the match needs."""
        match = live.match
        if match.phase is MatchPhase.RUNNING and match.id not in self._runners and needs_runner(match):
            if match.id in self._keeper.leases or time.monotonic() >= self._asked.get(match.id, 0.0):
                self._asked[match.id] = time.monotonic() + self._settings.lease_seconds
                self._spawn(self._start_runner(live))
        elif match.phase is MatchPhase.FINISHED and match.id in self._keeper.leases:
            self._spawn(self._release(match.id))
        if match.phase is MatchPhase.FINISHED and match.wanted_rematch() is not None:
            self._spawn(self._make_rematch(live))

    async def _ensure_lease(self, live: LiveMatch) -> bool:
        """Take or keep the lease on a match; False if another server has it."""
        match = live.match
        if match.id not in self._keeper.leases:
            if match.next_deadline() is not None:
                await live.settle_clock()
            else:
                await self._keeper.claim(match.id)
        return match.id in self._keeper.leases

    def _store_is_back(self) -> None:
        """Give back the time of an outage at once, so that players see the right clocks."""
        if self._giving_back is None or self._giving_back.done():
            self._giving_back = self._spawn(_for_all(list(self._keeper.leases), self._give_back))

    async def _give_back(self, match: str) -> None:
        live = self._live.get(match)
        if live is not None and live.match.next_deadline() is not None:
            with contextlib.suppress(UnknownMatch):  # deleted meanwhile
                await live.settle_clock()

    async def _start_runner(self, live: LiveMatch) -> None:
        match = live.match.id
        try:
            seed = await self._store.secret(match)
            is_leased = await self._ensure_lease(live)
        except UnknownMatch:
            return  # deleted meanwhile
        except Unavailable:
            self._due[match] = 0.0  # retry soon
            raise
        if not is_leased or match in self._runners or match not in self._live or self._stopping:
            return
        self._runners[match] = MatchRunner(live, self._workers, self._metrics, seed)

    async def _release(self, match: str) -> None:
        """Stop the runner of a match and release its lease."""
        self._due.pop(match, None)
        runner = self._runners.pop(match, None)
        if runner is not None:
            await runner.stop()
        await self._keeper.release(match)

    async def _make_rematch(self, live: LiveMatch) -> None:
        proposal = live.match.wanted_rematch()
        if proposal is None:
            return
        # A fixed id: two servers, or one that was killed half-way, make only one rematch.
        match = hashlib.sha256(f"rematch of {live.match.id}".encode()).hexdigest()[:12]
        with contextlib.suppress(MatchExists):
            await self._create(proposal, live.match.created.owner, match)
        await live.host(lambda now: live.match.rematched(match, now))

    # --- background tasks ---
    async def start(self) -> None:
        """Start the background tasks."""
        news = self._store.news()
        self._background = [
            asyncio.create_task(self._follow_news(news)),
            asyncio.create_task(self._every(self._settings.lease_seconds / 3, self._renew)),
            asyncio.create_task(self._every(self._settings.lease_seconds / 2, self._wake)),
            asyncio.create_task(self._every(min(5.0, self._settings.idle_seconds / 4), self._drop_idle)),
        ]

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Unavailable as error:
                self._keeper.outages.report(error)
            await asyncio.sleep(seconds)

    async def _follow_news(self, news: AsyncIterator[News]) -> None:
        """Read what other servers write."""
        async for item in news:
            if item.note:
                if item.match in self._live:
                    self._spawn(self._reactions.hear(self._live[item.match], item.note))
            elif item.gap:
                for live in list(self._live.values()):
                    self._spawn(self._refresh(live))
                for match in self._loading:
                    self._spawn(self._refresh_loaded(match))
                self._due = dict.fromkeys(self._due, 0.0)
            elif item.match in self._live:
                self._spawn(self._refresh(self._live[item.match], item.number))
            elif item.match in self._loading:
                self._spawn(self._refresh_loaded(item.match, item.number))
            elif item.match in self._keeper.leases:
                self._due[item.match] = 0.0

    async def _refresh_loaded(self, match: str, number: int | None = None) -> None:
        """Read events that were written while the match was being loaded."""
        with contextlib.suppress(UnknownMatch, Unavailable, *_UNREADABLE):  # the task that loads it reports them
            await self._refresh(await self.get(match), number)

    async def _refresh(self, live: LiveMatch, number: int | None = None) -> None:
        """Read events of other processes, at least up to `number`."""
        try:
            await live.catch_up(number)
        except UnknownMatch:
            await self._forget(live)
            return
        told_of_more = number is None or number > live.match.last
        if told_of_more and live.match.phase is MatchPhase.FINISHED and not live.is_busy():
            self._live.pop(live.match.id, None)  # its events may have been rewritten: the next request reads them

    async def forget(self, match: str) -> None:
        """Drop a match that was deleted, if it is in memory."""
        live = self._live.get(match)
        if live is not None:
            await self._forget(live)

    async def _forget(self, live: LiveMatch) -> None:
        """Drop a match that was deleted."""
        match = live.match.id
        if self._live.get(match) is live:
            del self._live[match]
        self._asked.pop(match, None)
        await self._release(match)

    async def _renew(self) -> None:
        """Renew all leases; try to get lost ones back."""
        lost = await self._keeper.renew()
        if lost:  # in a task of its own: the next renewal must not wait
            self._spawn(_for_all(lost, self._regain_lease))

    async def _regain_lease(self, match: str) -> None:
        live = self._live.get(match)
        if live is None or live.match.phase is not MatchPhase.RUNNING:
            self._due.pop(match, None)  # `_wake` will find it
            return
        try:
            if not await self._ensure_lease(live):
                _LOG.warning("match %s: another server has taken it over", match)
                await self._release(match)
        except UnknownMatch:
            await self._forget(live)

    async def _wake(self) -> None:
        """Load matches without a server. End open matches that have waited too long for players."""
        await _for_all(await self._store.matches_to_wake(now_ms() / 1000), self._attend)

    async def _drop_idle(self) -> None:
        """Drop idle matches from memory. Load matches that are due."""
        now = now_ms() / 1000
        await _for_all([match for match, due in self._due.items() if due <= now], self._attend)
        for match, live in list(self._live.items()):
            if live.is_busy() or time.monotonic() - live.used < self._settings.idle_seconds:
                continue
            if match in self._runners:
                deadline = live.match.next_deadline()
                due = math.inf if deadline is None else deadline / 1000 - 2 * self._settings.idle_seconds
                if due <= now or live.match.awaited_bot() is not None:
                    continue
                await self._runners.pop(match).stop()
                if live.is_busy():  # a client came meanwhile
                    self._changed(live)
                    continue
                self._due[match] = due
            del self._live[match]
            self._asked.pop(match, None)
        self._metrics.tables.set(len(self._live))

    async def _attend(self, match: str) -> None:
        self._due.pop(match, None)
        try:
            live = await self.get(match)
            self._asked.pop(match, None)
            self._changed(live)  # it may have been in memory all along, run by a server that is now dead
            if live.match.phase is MatchPhase.OPEN and now_ms() - live.match.created.at > 1000 * self._open_seconds:
                await live.host(lambda now: live.match.abort("it has waited too long for players", now))
        except (*_UNREADABLE, UnknownMatch) as error:
            _LOG.error("match %s cannot be read: %s", match, error)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    def _task_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Unavailable):
            self._keeper.outages.report(error)
        elif error is not None:
            _LOG.error("a task of a match failed", exc_info=error)

    # --- the end ---
    async def drain(self) -> None:
        """Accept no more commands; finish and answer the pending ones."""
        self._stopping = True
        try:
            async with asyncio.timeout(self._settings.stop_seconds):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        except TimeoutError:
            _LOG.warning("stopped before all pending writes were done; none of them was acknowledged")

    async def stop(self) -> None:
        """Pause the clocks and release all leases."""
        await self.drain()
        for task in self._background:
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)
        try:
            async with asyncio.timeout(self._settings.stop_seconds):
                for runner in self._runners.values():
                    await runner.stop()
                await asyncio.gather(*map(self._hand_over, list(self._keeper.leases)))
        except (TimeoutError, Unavailable, *_UNREADABLE) as error:
            _LOG.warning("stopped before all clocks were paused: %s", str(error) or "timeout")

    async def _hand_over(self, match: str) -> None:
        with contextlib.suppress(UnknownMatch):  # deleted meanwhile
            live = await self.get(match)
            await live.host(live.match.pause)
        await self._keeper.release(match)


async def _for_all(matches: Iterable[str], work: Callable[[str], Awaitable[None]]) -> None:
    """Process all matches, a few at a time: concurrent writes share a transaction."""
    waiting = iter(matches)

    async def process() -> None:
        for match in waiting:
            await work(match)

    for outcome in await asyncio.gather(*(process() for _ in range(_CONCURRENCY)), return_exceptions=True):
        if isinstance(outcome, BaseException):
            raise outcome


def _replayed(log: Sequence[bytes], seed: bytes) -> Generator[None, None, Match]:
    """Replay a log. Raises as `Match.from_events` does."""
    match = Match.from_events(map(decode_event, log[:1]), seed)
    for data in log[1:]:
        match.absorb(decode_event(data))
        yield
    return match


def _no_seat(match: Match, command: AnyCommand, who: str, apart: Collection[str]) -> Refused | None:
    """Refuse a seat with people from whom a person is kept apart. A seat reserved for the person was agreed before."""
    if not apart or any(seat.reserved == who for seat in match.seats):
        return None
    there = {match.created.owner, *(each for seat in match.seats for each in (seat.person, seat.reserved))}
    if there.isdisjoint(apart):
        return None
    return Refused(id=command.id, match=command.match, code=Code.NOT_ALLOWED, why=NO_SEAT)


def _with_maker(proposal: Proposal, maker: Person) -> tuple[SeatPlan, ...]:
    """The seats of a proposal, with one reserved for the maker."""
    seats = list(proposal.seats)
    if all(plan.person != maker.id for plan in seats):
        free = [number for number, plan in enumerate(seats) if plan.bot is None and plan.person is None]
        if not free:
            raise Refusal(Code.NOT_ALLOWED, "seats: you must play in a match that you make: leave a seat for you")
        seats[free[0]] = SeatPlan(person=maker.id)
    return tuple(seats)
