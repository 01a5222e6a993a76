"""A person or a bot on a server: makes matches, takes seats and plays.

The client computes the state of a match from its events, with the same rules as the server. Use a client from one event
loop.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from urllib.parse import urlencode, urlsplit, urlunsplit

from neurohex.client.connection import Connection, socket_url
from neurohex.client.http import RequestFailed, fetch, request
from neurohex.match.follower import Follower
from neurohex.match.proof import Witness, witnessed
from neurohex.notation.errors import RecordError
from neurohex.rules.engine import State
from neurohex.session import Step
from neurohex.wire.http import About, Credentials, Listing, Made, NewGuest, Person, SignedIn
from neurohex.wire.messages import (
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
    MatchPhase,
    OfferDraw,
    OfferRematch,
    Presence,
    Proposal,
    React,
    Reacted,
    Reaction,
    Refused,
    Resign,
    Return,
    Sent,
    Shown,
    Skipped,
    Undo,
)


class CommandRefused(RuntimeError):
    """A command that the server refused. The text is the server's."""

    def __init__(self, reply: Refused) -> None:
        super().__init__(reply.why)
        self.reply = reply

    @property
    def code(self) -> Code:
        """The code of the refusal."""
        return self.reply.code


class Client:
    """A client of one server; an asynchronous context manager. It opens its socket when first needed."""

    def __init__(self, server: str, signed_in: SignedIn | None = None) -> None:
        """`server` is `http://HOST:PORT` or `https://HOST`. Raises `ValueError` for anything else."""
        parts = urlsplit(socket_url(server))
        scheme = "https" if parts.scheme == "wss" else "http"
        self.server = urlunsplit((scheme, parts.netloc, urlsplit(server).path.rstrip("/"), "", ""))
        self.signed_in = signed_in
        self.witnesses: dict[str, Witness] = {}
        """By match, the data that later proves a fair shuffle. Noted when a seat is taken; a program that ends before
        its matches must save it."""
        self._connection: Connection | None = None

    async def __aenter__(self) -> Client:
        """Does not connect yet."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the socket."""
        if self._connection is not None:
            await self._connection.__aexit__()
            self._connection = None

    # --- identity ---
    @property
    def person(self) -> Person | None:
        """The signed-in person; None for a spectator."""
        return self.signed_in.person if self.signed_in is not None else None

    async def be_guest(self, name: str) -> Person:
        """Sign in as a new guest. This method and the following raise `RequestFailed`."""
        return await self._sign_in("/api/guests", NewGuest(name=name))

    async def register(self, name: str, password: str) -> Person:
        """Make an account and sign in to it."""
        return await self._sign_in("/api/accounts", Credentials(name=name, password=password))

    async def sign_in(self, name: str, password: str) -> Person:
        """Sign in to an account."""
        return await self._sign_in("/api/sessions", Credentials(name=name, password=password))

    async def _sign_in(self, path: str, body: NewGuest | Credentials) -> Person:
        self.signed_in = await request(self.server + path, SignedIn, body=body)
        await self.__aexit__()  # the next socket uses the new identity
        return self.signed_in.person

    # --- matches ---
    async def about(self) -> About:
        """Return what the server offers."""
        return await request(f"{self.server}/api", About)

    async def matches(
        self, *, status: MatchPhase | None = None, person: str | None = None, after: str | None = None
    ) -> Listing:
        """List matches, the newest first, by status, by person, or after one of a previous listing."""
        asked = {"status": status.value if status else None, "person": person, "after": after}
        query = urlencode({name: value for name, value in asked.items() if value is not None})
        return await request(f"{self.server}/api/matches?{query}", Listing, token=self._token)

    async def record(self, match: str) -> str:
        """Return the record of a match. If this client took a seat in it, its witness of the shuffle is included."""
        url = f"{self.server}/api/matches/{match}/record"
        try:
            return witnessed((await fetch(url, token=self._token)).decode(), self.witnesses.get(match))
        except (RecordError, UnicodeDecodeError) as error:
            raise RequestFailed(f"{url}: expected a record: {error}") from error

    async def propose(self, proposal: Proposal) -> str:
        """Make a match and return its id. Does not take a seat."""
        made = await request(f"{self.server}/api/matches", Made, token=self._token, body=proposal)
        return made.match

    async def make(self, proposal: Proposal) -> RemoteMatch:
        """Make a match and take the seat reserved for its maker."""
        return await self.join(await self.propose(proposal))

    async def join(self, match: str, seat: int | None = None, show: Lang | None = None) -> RemoteMatch:
        """Take a seat, by default any free one; or return to one's own seat."""
        remote = await self.watch(match, show)
        if remote.seat is None:
            assert self.person is not None, "sign in before taking a seat"
            name, nonce = self.person.name, secrets.token_hex(16)
            await remote.send(lambda id_: Join(id=id_, match=match, name=name, nonce=nonce, seat=seat))
            self.witnesses[match] = Witness(remote.follower.created.commitment, nonce)
        return remote

    async def watch(self, match: str, show: Lang | None = None) -> RemoteMatch:
        """Follow a match; with `show`, also receive live views. Raises `CommandRefused`."""
        remote = RemoteMatch(await self.connection(), match, self.person)
        await remote.open(show)
        return remote

    async def connection(self) -> Connection:
        """The client's connection, opened on the first call."""
        if self._connection is None:
            self._connection = await Connection(self.server, self._token).__aenter__()
        return self._connection

    @property
    def _token(self) -> str | None:
        return self.signed_in.token if self.signed_in is not None else None


class RemoteMatch:
    """A client's view of one match, as a player or spectator. Up to date with everything the server has sent."""

    def __init__(self, connection: Connection, match: str, person: Person | None) -> None:
        self.connection = connection
        self.match = match
        self.person = person
        self.presence: Presence | None = None
        self.shown: Shown | Skipped | None = None
        """The latest live view, if `show` was given."""
        self.reactions: list[Reacted] = []
        """What players have shown since this client follows."""
        self.on_step: Callable[[Step], None] | None = None
        """Called with each decision and draw, once."""
        self._follower: Follower | None = None
        self._news = asyncio.Event()

    async def open(self, show: Lang | None = None) -> None:
        """Follow the match; return once its first event is known. Raises `CommandRefused`."""
        self.connection.at_end(self._news.set)
        reply = await self.connection.follow(self.match, self._told, show=show)
        if isinstance(reply, Refused):
            raise CommandRefused(reply)
        await self.until(lambda: self._follower is not None)

    def close(self) -> None:
        """Stop following."""
        self.connection.unfollow(self.match)

    def _told(self, told: AnyEvent | AnyNote) -> None:
        if isinstance(told, Presence):
            self.presence = told
        elif isinstance(told, Shown | Skipped):
            self.shown = told
        elif isinstance(told, Reacted):
            self.reactions.append(told)
        elif isinstance(told, Created):
            self._follower = Follower(told, lambda step: self.on_step(step) if self.on_step is not None else None)
        else:
            self.follower.absorb(told)
        self._news.set()

    # --- reading ---
    @property
    def follower(self) -> Follower:
        """The state of the match."""
        assert self._follower is not None, "the match is not known before `open` has returned"
        return self._follower

    @property
    def state(self) -> State:
        """The current state of the game."""
        return self.follower.state

    @property
    def seat(self) -> int | None:
        """This client's seat, or None."""
        return self.follower.seat_of(self.person.id) if self.person is not None else None

    @property
    def is_over(self) -> bool:
        """Whether the match has finished."""
        return self.follower.phase is MatchPhase.FINISHED

    @property
    def is_mine(self) -> bool:
        """Whether this client is to decide."""
        return self.seat is not None and self.follower.awaited() == self.seat

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition on the match holds. Raises `Ended` if no more events will come."""
        while not holds():
            self.connection.check()
            self._news.clear()
            await self._news.wait()

    async def my_move(self) -> bool:
        """Wait until this client is to decide; False if the match has finished instead."""
        await self.until(lambda: self.is_over or self.is_mine)
        return not self.is_over

    # --- commands ---
    async def send(self, command: Callable[[str], AnyCommand]) -> Accepted:
        """Send a command, built with a new id; return once its events are applied here. Raises `CommandRefused`."""
        reply = await self.connection.ask(command(self.connection.new_id()))
        if isinstance(reply, Refused):
            raise CommandRefused(reply)
        assert isinstance(reply, Accepted)
        await self.until(lambda: self.follower.last >= reply.last)
        return reply

    async def act(self, action: int) -> Accepted:
        """Play an action. This method and the following raise `CommandRefused`."""
        return await self.send(lambda id_: Act(id=id_, match=self.match, seen=self.follower.last, action=action))

    async def undo(self) -> Accepted:
        """Undo the last act."""
        return await self.send(lambda id_: Undo(id=id_, match=self.match, seen=self.follower.last))

    async def resign(self) -> Accepted:
        """Resign."""
        return await self.send(lambda id_: Resign(id=id_, match=self.match, seen=self.follower.last))

    async def offer_draw(self) -> Accepted:
        """Offer a draw."""
        return await self.send(lambda id_: OfferDraw(id=id_, match=self.match, seen=self.follower.last))

    async def answer_draw(self, *, agree: bool) -> Accepted:
        """Accept or decline a draw."""
        return await self.send(lambda id_: AnswerDraw(id=id_, match=self.match, seen=self.follower.last, agree=agree))

    async def offer_rematch(self) -> Accepted:
        """Offer a rematch."""
        return await self.send(lambda id_: OfferRematch(id=id_, match=self.match))

    async def answer_rematch(self, *, agree: bool) -> Accepted:
        """Accept or decline a rematch."""
        return await self.send(lambda id_: AnswerRematch(id=id_, match=self.match, agree=agree))

    async def leave(self) -> Accepted:
        """Before the start, give up the seat; later, be away."""
        return await self.send(lambda id_: Leave(id=id_, match=self.match))

    async def come_back(self) -> Accepted:
        """Return after `leave`."""
        return await self.send(lambda id_: Return(id=id_, match=self.match))

    async def react(self, reaction: Reaction) -> None:
        """Show a reaction to all who follow."""
        reply = await self.connection.ask(React(id=self.connection.new_id(), match=self.match, reaction=reaction))
        if isinstance(reply, Refused):
            raise CommandRefused(reply)
        assert isinstance(reply, Sent)
