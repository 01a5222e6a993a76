"""Players that keep playing whatever happens, each with its own reconnecting client."""

from __future__ import annotations

import asyncio
import random
import secrets
from dataclasses import dataclass, field

from neurohex.client import Client, CommandRefused, RemoteMatch, RequestFailed
from neurohex.rules.engine import legal_actions
from neurohex.tiles import ARMIES
from neurohex.wire.messages import (
    Accepted,
    Clock,
    Code,
    Join,
    MatchPhase,
    PlayerClock,
    Proposal,
    Refused,
    SeatPlan,
    Terms,
    TurnClock,
)
from tests.torture.ledger import Page

PAUSE = 0.05
"""Seconds before a request to a dead server is repeated."""
WELCOME = frozenset(
    {Code.STALE, Code.NOT_YOUR_TURN, Code.FINISHED, Code.NOTHING_TO_UNDO, Code.OFFERED, Code.NO_OFFER, Code.TOO_OFTEN}
)
"""Refusals that players who do not wait for each other may get."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The game of a table."""

    bot: str | None = None
    clock: Clock | None = None


KINDS = (
    Kind(),
    Kind(clock=PlayerClock(main=3_600_000, increment=2_000)),
    Kind(bot="greedy"),
    Kind(bot="random", clock=TurnClock(allowance=3_600_000)),
    Kind(),
)


@dataclass
class Seating:
    """One match and its clients."""

    match: str
    kind: Kind
    places: list[RemoteMatch]
    page: Page = field(default_factory=Page)


@dataclass
class Table:
    """One match after another, until `over` is set; then the last one is played to its end."""

    address: str
    kind: Kind
    luck: random.Random
    eve: Client
    """A spectator."""
    over: asyncio.Event
    pace: float = 0.04
    clients: list[Client] = field(default_factory=list)
    seatings: list[Seating] = field(default_factory=list)

    @property
    def is_playing(self) -> bool:
        """Whether the first match has started."""
        return bool(self.seatings) and self.seatings[0].places[0].follower.phase is not MatchPhase.OPEN

    async def play(self) -> None:
        """Play. Raises `AssertionError` if a client receives something impossible."""
        self.clients = [Client(self.address) for _ in range(1 if self.kind.bot is not None else 2)]
        try:
            for number, client in enumerate(self.clients):
                await self._guest(client, f"Player {number}")
            while not self.over.is_set():
                await self._one_match()
        finally:
            for client in self.clients:
                await client.__aexit__()

    @staticmethod
    async def _guest(client: Client, name: str) -> None:
        while client.person is None:
            try:
                await client.be_guest(name)
            except RequestFailed:
                await asyncio.sleep(PAUSE)

    async def _one_match(self) -> None:
        match = await self._make(self.clients[0])
        seating = Seating(match, self.kind, [await client.watch(match) for client in self.clients])
        self.seatings.append(seating)
        watching = await self.eve.connection()
        await watching.follow(match, seating.page.hear)
        for place in seating.places:
            await self._join(place, seating.page)
        await asyncio.gather(*(self.decide(place, seating.page) for place in seating.places))
        while len(seating.page.told) <= seating.places[0].follower.last:
            await asyncio.sleep(PAUSE)
        watching.unfollow(match)
        for place in seating.places:
            place.close()

    async def _make(self, client: Client) -> str:
        armies = tuple(self.luck.sample(sorted(ARMIES), 2))
        seats = (SeatPlan(), SeatPlan(bot=self.kind.bot))
        while True:
            try:
                return await client.propose(Proposal(terms=Terms(armies=armies), seats=seats, clock=self.kind.clock))
            except RequestFailed:  # it may have been made after all; no client knows, and none plays it
                await asyncio.sleep(PAUSE)

    @staticmethod
    async def _join(place: RemoteMatch, page: Page) -> None:
        person = place.person
        assert person is not None
        nonce = secrets.token_hex(16)
        reply = await place.send(lambda id_: Join(id=id_, match=place.match, name=person.name, nonce=nonce))
        page.note(person.id, reply)

    async def decide(self, place: RemoteMatch, page: Page) -> None:
        """Play one seat to the end of its match: decide when asked, and now and then do something else."""
        person = place.person
        assert person is not None
        while await place.my_move():
            await asyncio.sleep(self.luck.uniform(0, self.pace))
            if not place.is_mine:
                continue
            try:
                reply: Accepted | Refused = await self._something(place)
            except CommandRefused as refusal:
                if refusal.code not in WELCOME:
                    raise
                reply = refusal.reply
            page.note(person.id, reply)

    async def _something(self, place: RemoteMatch) -> Accepted:
        follower, seat = place.follower, place.seat
        assert seat is not None
        if follower.seats[seat].away:
            return await place.come_back()
        if follower.draw_agreed and seat not in follower.draw_agreed:
            return await place.answer_draw(agree=False)
        whim = self.luck.random()
        if whim < 0.05 and follower.undoable_by() == seat:
            return await place.undo()
        if 0.05 <= whim < 0.08:
            return await place.offer_draw()
        if 0.08 <= whim < 0.1:
            return await place.leave()
        return await place.act(self.luck.choice(legal_actions(place.state)))
