"""Ratings by games: Glicko-2, in pools of similar clocks, with the bots' levels as fixed points.

A match that was agreed as rated counts once, when it is over. The server looks for such matches every few seconds, so
that none is lost if a server dies between the end of a match and its count. A game counts if it ended with a result,
if both players have decided something, and if they came from different addresses.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Sequence
from typing import Final

import msgspec

from neurohex.rating import FRESH, Rating, rate_both
from neurohex.rating.anchors import BOTS
from neurohex.server.refusals import Refusal
from neurohex.server.summaries import clock_of
from neurohex.store import RatedGame, Seat, Status, Store, Unavailable, UnknownMatch
from neurohex.wire.messages import Clock, Code, PlayerClock, Proposal

_LOG: Final = logging.getLogger(__name__)
EACH_SECONDS: Final = 2.0
_TURNS: Final = 15
"""Turns of a player in a usual game of two, for comparing clocks."""
_FAST_MS: Final = 15 * 60_000
_DAY_MS: Final = 24 * 3_600_000
POOLS: Final = ("fast", "slow", "days")
"""Up to a quarter of an hour a player; up to a day; longer."""
_ATTEMPTS: Final = 50
_POINTS: Final = {1: 1.0, 0: 0.5, -1: 0.0}


class _Decided(msgspec.Struct):
    type: str
    seat: int = -1
    auto: bool = False


_DECIDED: Final = msgspec.json.Decoder(_Decided)


def pool_of(clock: Clock) -> str:
    """The pool of games with a clock."""
    usual = clock.main + _TURNS * clock.increment if isinstance(clock, PlayerClock) else _TURNS * clock.allowance
    if isinstance(clock, PlayerClock):
        return "fast" if usual <= _FAST_MS else "slow" if usual <= _DAY_MS else "days"
    return "fast" if usual <= _FAST_MS else "slow" if clock.allowance < _DAY_MS / 2 else "days"


def check_rated(proposal: Proposal) -> None:
    """Raise `Refusal` unless a proposal can be rated."""
    terms = proposal.terms
    if len(terms.armies) != 2:
        raise Refusal(Code.NOT_ALLOWED, "rated: only games of two players are")
    if proposal.clock is None:
        raise Refusal(Code.NOT_ALLOWED, "rated: expected a clock")
    if proposal.hints or terms.open_piles:
        raise Refusal(Code.NOT_ALLOWED, "rated: without hints and with secret piles only")
    for plan in proposal.seats:
        if plan.bot is not None and plan.bot not in BOTS:
            raise Refusal(Code.NOT_ALLOWED, f"rated: of the bots only {', '.join(BOTS)}")


class GameRatings:
    """Counts rated matches in the background."""

    def __init__(self, store: Store, key: bytes) -> None:
        """`key` hides addresses."""
        self._store = store
        self._key = key
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start looking for matches to count."""
        self._task = asyncio.create_task(self._work(), name="ratings")

    async def stop(self) -> None:
        """Stop. A match that is not counted is counted after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def note_origin(self, match: str, person: str, address: str) -> None:
        """Remember from where a person joins a rated match."""
        hidden = hmac.new(self._key, address.encode(), hashlib.sha256).hexdigest()
        await self._store.add_origin(match, person, hidden)

    async def look(self) -> int:
        """Count what is to be counted; return how many matches changed ratings. Raises `Unavailable`."""
        changed = 0
        for match in await self._store.matches_to_rate():
            try:
                changed += await self._count(match)
                await self._store.mark_counted(match)
            except UnknownMatch:
                continue  # deleted meanwhile
        return changed

    async def _count(self, match: str) -> bool:
        summary = await self._store.summary(match)
        clock = clock_of(summary)
        seats = summary.seats
        if summary.status is not Status.FINISHED or clock is None or any(seat.score is None for seat in seats):
            return False
        if not await self._was_played(match, len(seats)) or await self._is_one_place(match, seats):
            return False
        pool = pool_of(clock)
        for _ in range(_ATTEMPTS):
            games = await self._rows(pool, match, summary.updated, seats)
            if not games or await self._store.add_rated(games):
                return bool(games)
            if any(game.match == match for game in await self._store.rated_games(games[0].person)):
                return False  # another server has counted it
        raise Unavailable("the ratings of these players change too often")

    async def _rows(self, pool: str, match: str, at: float, seats: Sequence[Seat]) -> list[RatedGame]:
        before = [await self._standing(pool, seat) for seat in seats]
        scores = [_POINTS[seat.score or 0] for seat in seats]
        after = rate_both(before[0][1], before[1][1], scores[0])
        return [
            RatedGame(pool, seat.person, before[n][0] + 1, match, at, scores[n], _id(seats[1 - n]), after[n])
            for n, seat in enumerate(seats)
            if seat.person
        ]

    async def _standing(self, pool: str, seat: Seat) -> tuple[int, Rating]:
        if not seat.person:
            return 0, BOTS[seat.name]
        last = await self._store.last_rated(pool, seat.person)
        return (0, FRESH) if last is None else (last.number, last.rating)

    async def _was_played(self, match: str, seats: int) -> bool:
        """Whether each player has decided something: nobody gains from an opponent who never came."""
        events = [_DECIDED.decode(data) for data in await self._store.read(match)]
        return {event.seat for event in events if event.type == "acted" and not event.auto} == set(range(seats))

    async def _is_one_place(self, match: str, seats: Sequence[Seat]) -> bool:
        people = [seat.person for seat in seats if seat.person]
        origins = await self._store.origins(match)
        known = [origins.get(person) for person in people]
        return len(people) > 1 and (None in known or len(set(known)) < len(known))

    async def _work(self) -> None:
        while True:
            try:
                await self.look()
            except Unavailable as error:
                _LOG.warning("%s; counting ratings again in %g s", error, EACH_SECONDS)
            await asyncio.sleep(EACH_SECONDS)


def _id(seat: Seat) -> str:
    return seat.person or seat.name
