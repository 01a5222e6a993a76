"""A person, or a bot, on a server: makes matches, takes seats in them, and plays.

The state of a match here is worked out from its events by the same rules as on the server. The rules must not run in
two threads of one process at once: use all clients of a process from one event loop.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from urllib.parse import urlencode, urlsplit, urlunsplit

from neurohex.client.connection import Connection, socket_url
from neurohex.client.forms import About, Credentials, Listing, Made, NewGuest, Person, SignedIn
from neurohex.client.http import RequestFailed, fetch, request
from neurohex.match.follower import Follower
from neurohex.match.messages import (
    Accepted,
    Act,
    AnswerDraw,
    AnswerRematch,
    AnyCommand,
    AnyEvent,
    AnyNote,
    Code,
    Created,
    Join,
    Lang,
    Leave,
    OfferDraw,
    OfferRematch,
    Phase,
    Presence,
    Proposal,
    Refused,
    Resign,
    Return,
    Shown,
    Skipped,
    Undo,
)
from neurohex.match.proof import Witness, witnessed
from neurohex.notation.errors import RecordError
from neurohex.rules.engine import State
from neurohex.session import Step


class Refusal(RuntimeError):
    """A command that the server refused; the text is the server's."""

    def __init__(self, reply: Refused) -> None:
        super().__init__(reply.why)
        self.reply = reply

    @property
    def code(self) -> Code:
        """Why."""
        return self.reply.code


class Client:
    """Somebody on a server. `async with` closes its socket, which is opened when it is first needed."""

    def __init__(self, server: str, signed_in: SignedIn | None = None) -> None:
        """`server`: where it is, `http://HOST:PORT` or `https://HOST`. Raises `ValueError` for anything else."""
        parts = urlsplit(socket_url(server))
        scheme = "https" if parts.scheme == "wss" else "http"
        self.server = urlunsplit((scheme, parts.netloc, urlsplit(server).path.rstrip("/"), "", ""))
        self.signed_in = signed_in
        self.witnesses: dict[str, Witness] = {}
        """By match, what proves later that its piles were shuffled fairly. Kept when a seat is taken; a program that
        ends before its matches do has to store it."""
        self._connection: Connection | None = None

    async def __aenter__(self) -> Client:
        """Nothing is sent yet."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the socket."""
        if self._connection is not None:
            await self._connection.__aexit__()
            self._connection = None

    # --- who ---
    @property
    def person(self) -> Person | None:
        """Who this is; None for somebody who only watches."""
        return self.signed_in.person if self.signed_in is not None else None

    async def be_guest(self, name: str) -> Person:
        """Be somebody new of that name. This, and all that follows, raises `RequestFailed`."""
        return await self._sign_in("/api/guests", NewGuest(name=name))

    async def register(self, name: str, password: str) -> Person:
        """Make an account, and be its owner."""
        return await self._sign_in("/api/accounts", Credentials(name=name, password=password))

    async def sign_in(self, name: str, password: str) -> Person:
        """Be the owner of an account."""
        return await self._sign_in("/api/sessions", Credentials(name=name, password=password))

    async def _sign_in(self, path: str, body: NewGuest | Credentials) -> Person:
        self.signed_in = await request(self.server + path, SignedIn, body=body)
        await self.__aexit__()  # the next socket is opened as this person
        return self.signed_in.person

    # --- matches ---
    async def about(self) -> About:
        """What the server offers."""
        return await request(f"{self.server}/api", About)

    async def matches(
        self, *, status: Phase | None = None, person: str | None = None, after: str | None = None
    ) -> Listing:
        """Matches, the latest made first: of one status, of one person, after one of another listing."""
        asked = {"status": status.value if status else None, "person": person, "after": after}
        query = urlencode({name: value for name, value in asked.items() if value is not None})
        return await request(f"{self.server}/api/matches?{query}", Listing, token=self._token)

    async def record(self, match: str) -> str:
        """The record of a match. Where this client took a seat in it, what it kept of the shuffle is in it too."""
        url = f"{self.server}/api/matches/{match}/record"
        try:
            return witnessed((await fetch(url, token=self._token)).decode(), self.witnesses.get(match))
        except (RecordError, UnicodeDecodeError) as error:
            raise RequestFailed(f"{url}: expected a record: {error}") from error

    async def propose(self, proposal: Proposal) -> str:
        """Make a match, whose id comes back; the seat in it is still to be taken."""
        made = await request(f"{self.server}/api/matches", Made, token=self._token, body=proposal)
        return made.match

    async def make(self, proposal: Proposal) -> Place:
        """Make a match and take the seat in it that is kept for whoever makes it."""
        return await self.join(await self.propose(proposal))

    async def join(self, match: str, seat: int | None = None, show: Lang | None = None) -> Place:
        """Take a seat of a match, any that is free if none is named; or, where one sits there, come back to it."""
        place = await self.watch(match, show)
        if place.seat is None:
            assert self.person is not None, "a client must be somebody before it can take a seat"
            name, nonce = self.person.name, secrets.token_hex(16)
            await place.send(lambda id_: Join(id=id_, match=match, name=name, nonce=nonce, seat=seat))
            self.witnesses[match] = Witness(place.follower.created.commitment, nonce)
        return place

    async def watch(self, match: str, show: Lang | None = None) -> Place:
        """Follow a match; with `show`, also what a page shows after each event to come. Raises `Refusal`."""
        place = Place(await self.connection(), match, self.person)
        await place.open(show)
        return place

    async def connection(self) -> Connection:
        """The socket of this client."""
        if self._connection is None:
            self._connection = await Connection(self.server, self._token).__aenter__()
        return self._connection

    @property
    def _token(self) -> str | None:
        return self.signed_in.token if self.signed_in is not None else None


class Place:
    """Where a client sits or stands at one match. What comes after `until` is as new as what the server has told."""

    def __init__(self, connection: Connection, match: str, person: Person | None) -> None:
        self.connection = connection
        self.match = match
        self.person = person
        self.presence: Presence | None = None
        self.shown: Shown | Skipped | None = None
        """What a page shows after the newest event that it was told of, where that was asked for."""
        self.on_step: Callable[[Step], None] | None = None
        """Is told each decision and draw, once."""
        self._follower: Follower | None = None
        self._news = asyncio.Event()

    async def open(self, show: Lang | None = None) -> None:
        """Begin to follow; returns once the match is known. Raises `Refusal`."""
        self.connection.at_end(self._news.set)
        reply = await self.connection.follow(self.match, self._told, show=show)
        if isinstance(reply, Refused):
            raise Refusal(reply)
        await self.until(lambda: self._follower is not None)

    def close(self) -> None:
        """Follow no more."""
        self.connection.unfollow(self.match)

    def _told(self, told: AnyEvent | AnyNote) -> None:
        if isinstance(told, Presence):
            self.presence = told
        elif isinstance(told, Shown | Skipped):
            self.shown = told
        elif isinstance(told, Created):
            self._follower = Follower(told, lambda step: self.on_step(step) if self.on_step is not None else None)
        else:
            self.follower.absorb(told)
        self._news.set()

    # --- reading ---
    @property
    def follower(self) -> Follower:
        """How the match stands."""
        assert self._follower is not None, "the match is not known before `open` has returned"
        return self._follower

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.follower.state

    @property
    def seat(self) -> int | None:
        """Where this client sits."""
        return self.follower.seat_of(self.person.id) if self.person is not None else None

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.follower.phase is Phase.FINISHED

    @property
    def is_mine(self) -> bool:
        """Whether it is this client that is to decide."""
        return self.seat is not None and self.follower.awaited() == self.seat

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds, of which the events tell. Raises `Ended` where no more events will come."""
        while not holds():
            self.connection.check()
            self._news.clear()
            await self._news.wait()

    async def my_move(self) -> bool:
        """Wait until this client is to decide; False where the match has ended instead."""
        await self.until(lambda: self.is_over or self.is_mine)
        return not self.is_over

    # --- commands ---
    async def send(self, command: Callable[[str], AnyCommand]) -> Accepted:
        """Send the command that is made with an id; its events are known here when this returns. Raises `Refusal`."""
        reply = await self.connection.ask(command(self.connection.new_id()))
        if isinstance(reply, Refused):
            raise Refusal(reply)
        assert isinstance(reply, Accepted)
        await self.until(lambda: self.follower.last >= reply.last)
        return reply

    async def act(self, action: int) -> Accepted:
        """Decide. This, and all that follows, raises `Refusal`."""
        return await self.send(lambda id_: Act(id=id_, match=self.match, seen=self.follower.last, action=action))

    async def undo(self) -> Accepted:
        """Take back the last decision."""
        return await self.send(lambda id_: Undo(id=id_, match=self.match, seen=self.follower.last))

    async def resign(self) -> Accepted:
        """Give up."""
        return await self.send(lambda id_: Resign(id=id_, match=self.match, seen=self.follower.last))

    async def offer_draw(self) -> Accepted:
        """Offer a draw."""
        return await self.send(lambda id_: OfferDraw(id=id_, match=self.match, seen=self.follower.last))

    async def answer_draw(self, *, agree: bool) -> Accepted:
        """Agree to a draw, or not."""
        return await self.send(lambda id_: AnswerDraw(id=id_, match=self.match, seen=self.follower.last, agree=agree))

    async def offer_rematch(self) -> Accepted:
        """Offer another match."""
        return await self.send(lambda id_: OfferRematch(id=id_, match=self.match))

    async def answer_rematch(self, *, agree: bool) -> Accepted:
        """Agree to another match, or not."""
        return await self.send(lambda id_: AnswerRematch(id=id_, match=self.match, agree=agree))

    async def leave(self) -> Accepted:
        """Before the start give the seat up, later be away."""
        return await self.send(lambda id_: Leave(id=id_, match=self.match))

    async def come_back(self) -> Accepted:
        """Be back."""
        return await self.send(lambda id_: Return(id=id_, match=self.match))
