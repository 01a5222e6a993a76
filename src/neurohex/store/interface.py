"""What every store does, and the few things it knows about a match besides its events."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

EVERYBODY: Final = ""
"""In place of a person: all of them. No person has an empty id."""


class Status(StrEnum):
    """How far a match has come."""

    OPEN = "open"
    """Made, and waiting for players."""
    RUNNING = "running"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table, as the lobby shows it."""

    person: str = ""
    """The id of the person who sits there; empty for a bot and for a free seat."""
    name: str = ""
    """The name to show; empty for a free seat."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A match at a glance: all that a lobby or a starting server learns without reading the log.

    It is replaced as a whole, in the transaction that appends the events which change it.
    """

    status: Status
    game: str
    """The description of the game, as short JSON: the store hands it back as it came."""
    seats: tuple[Seat, ...]
    created: float
    """When the match was made, in seconds since 1970; it does not change."""
    updated: float
    """When something last happened in it, in seconds since 1970."""
    deadline: float | None = None
    """From when on a server must look at the match even if nobody is connected, in seconds since 1970.

    That is the moment in which a running clock ends, or 0.0 where a bot is to act; None while it waits for people who
    have all the time in the world.
    """


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a listing."""

    match: str
    summary: Summary


@dataclass(frozen=True, slots=True)
class News:
    """Another process has appended to a match or changed it, or news may have been missed."""

    match: str = ""
    number: int = -1
    """The number of the last event appended; numbers of one match need not arrive in order. Where the log has no event
    of this number, the match was deleted or its events were rewritten: read it from the beginning."""
    gap: bool = False
    """Some news was lost: read every match that matters again. There is no match and no number then."""


@dataclass(frozen=True, slots=True)
class Account:
    """A person with a password."""

    name: str
    """As it was written when the account was made."""
    password_hash: str
    created: float
    """In seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a store has done since it was opened."""

    writes: int
    """Matches created and appends made."""
    transactions: int
    """Transactions that took."""


class Store(Protocol):
    """Event logs of matches, and what a server keeps beside them.

    Everything that writes is durable when it returns: it survives the end of this process and of the machine. Leases
    alone may be lost, as they only save work. Any method raises `Unavailable` when the database fails, and `Refused`
    as its text says. Methods may be called by many tasks of one event loop at once; appends that wait at the same time
    share one transaction, and yet each succeeds or is refused on its own. A task that is cancelled while it waits may
    find its write carried out.

    A match id is 1 to 64 letters, digits, `-` and `_`; other ids are unknown matches, and cannot be created.
    """

    async def create(self, match: str, first: Sequence[bytes], secret: bytes, summary: Summary) -> None:
        """Begin a log with its first events (one at least), numbered from 0, and keep the secret beside it.

        Raises `MatchExists` when the id is in use.
        """

    async def append(self, match: str, number: int, events: Sequence[bytes], summary: Summary | None = None) -> None:
        """Append events, the first of them with this number; and replace the summary, if there is one.

        All of it happens or nothing. Raises `NumberTaken` when there is an event of this number: of all who try the
        same number, in all processes, exactly one succeeds. Raises `NumberAhead` and `UnknownMatch` as well.
        """

    async def read(self, match: str, start: int = 0) -> list[bytes]:
        """The events from a number on, as they are now; none when the log ends before it. Raises `UnknownMatch`."""

    async def secret(self, match: str) -> bytes:
        """The secret given when the match was created. Raises `UnknownMatch`."""

    async def summary(self, match: str) -> Summary:
        """The summary of a match, as it is now. Raises `UnknownMatch`."""

    async def listing(
        self, *, status: Status | None = None, person: str | None = None, after: str | None = None, limit: int = 50
    ) -> list[Listed]:
        """Matches, the latest created first: those of a status, and those with a person in a seat, if asked for.

        A next page begins after the last match of the one before: name its id. Raises `UnknownMatch` for that id.
        """

    async def matches_to_wake(self, until: float) -> list[str]:
        """Unfinished matches that nobody takes care of and whose deadline is at most `until`, the earliest first.

        A match is taken care of while a lease on it lasts. A starting server asks with infinity, for every match with
        clocks or bots; later ones, from time to time, so as to find what a dead process left behind.
        """

    async def claim(self, match: str, owner: str, seconds: float) -> bool:
        """Take the lease on a match, or keep it for longer; False while somebody else holds it.

        Its holder runs the bots and clocks of the match. A lease saves doing things twice and protects nothing: that
        is what the numbers of events are for. Raises `UnknownMatch`.
        """

    async def renew(self, owner: str, seconds: float) -> frozenset[str]:
        """Keep every lease of an owner that has not run out for this long from now; the matches they are on."""

    async def silence(self, match: str, seconds: float) -> float | None:
        """How many seconds ago somebody last claimed or renewed the lease on a match, where leases are for `seconds`,
        also where it has run out since; None where nobody did, or where it was given back."""

    async def release(self, match: str, owner: str) -> None:
        """Give a lease back; nothing happens where this owner does not hold it."""

    def news(self) -> AsyncIterator[News]:
        """What other processes append from now on, created matches included, until the store is closed.

        An append made after this call returned is either told or covered by a gap. Each call has its own stream; one
        that is not read fast enough loses its news, and is told of a gap.
        """

    async def add_account(self, name: str, password_hash: str) -> None:
        """Make an account. Raises `NameTaken`."""

    async def account(self, name: str) -> Account | None:
        """The account of this name, in capitals or not; None where there is none."""

    async def change_password(self, name: str, password_hash: str) -> None:
        """Replace the hash of an account's password. Raises `UnknownAccount`."""

    async def once(self, key: str, value: bytes) -> bytes:
        """The value kept under a key for all servers on this database: this one, if it is the first."""

    async def add_text(self, text: str, person: str) -> str:
        """Keep a text under a name that follows from it; the name. One that is kept already stays whose it was."""

    async def text(self, name: str) -> str | None:
        """The text of that name; None where there is none."""

    async def texts_by(self, person: str) -> int:
        """How many texts a person was the first to bring."""

    async def revoke(self, person: str) -> None:
        """Count the revocations of a person's tokens up by one, or those of everybody's with `EVERYBODY`."""

    async def revocations(self) -> dict[str, int]:
        """How often tokens were revoked, by person; whoever is missing has none that were."""

    async def check(self) -> str | None:
        """Look through the whole database for damage; what was found first, on one line, or None.

        It takes as long as reading everything, and delays nobody. In SQLite the structure of the file is checked; in
        PostgreSQL, which has checksums of its own, whether any of them has failed. In both, that no log has a hole.
        """

    @property
    def figures(self) -> Figures:
        """How much was written, and how well writes share transactions."""

    async def close(self) -> None:
        """Write what is waiting, end the streams of news and let the database go; may be called again."""
