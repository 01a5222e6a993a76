"""The interface of every store, and the values it uses."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from neurohex.rating import Rating
from neurohex.store.codes import CodeStore
from neurohex.store.contacts import ContactStore
from neurohex.store.manners import MannersStore
from neurohex.store.passkeys import PasskeyStore
from neurohex.store.ratings import RatingStore

LONGEST_PAGE: Final = 1000
"""The largest `limit` of a listing."""
EVERYBODY: Final = ""
"""All people, in place of a person's id. No person has an empty id."""


class Status(StrEnum):
    """The phase of a match."""

    OPEN = "open"
    """Waiting for players."""
    RUNNING = "running"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as the lobby shows it."""

    person: str = ""
    """Id of the person in the seat; empty for a bot and for a free seat."""
    name: str = ""
    """The name to show; empty for a free seat."""
    army: str = ""
    """What the seat plays with. The store compares it in queries."""
    score: int | None = None
    """1 won, 0 drawn, -1 lost; None while the match is not over, or if it ended without a result."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a lobby or a starting server needs to know about a match without reading its log.

    It is replaced as a whole, in the transaction that appends the events that change it.
    """

    status: Status
    game: str
    """The description of the game as JSON. The store does not interpret it."""
    seats: tuple[Seat, ...]
    created: float
    """Time of creation in seconds since 1970; never changes."""
    updated: float
    """Time of the last event in seconds since 1970."""
    deadline: float | None = None
    """When a server must load the match even if no client is connected, in seconds since 1970.

    The moment a running clock ends, or 0.0 if a bot is to act; None if only people without a clock are to act.
    """
    turn_of: str = ""
    """Id of the person who is to decide; empty for a bot, and if nobody is."""
    rated: bool = False
    """Whether the match is to be counted for ratings when it is over."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a listing."""

    match: str
    summary: Summary
    hidden: bool = False
    """Whether the person whose matches are listed has hidden it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches of a person to list. An empty field asks for nothing."""

    army: str = ""
    """Those in which the person plays this army."""
    opponent: str = ""
    """Those in which somebody else, or a bot, has a name with this text; case does not count."""
    score: int | None = None
    """Those that ended with this score for the person."""
    turn: bool = False
    """Those in which the person is to decide."""
    hidden: bool = False
    """Also those that the person has hidden."""


@dataclass(frozen=True, slots=True)
class ArmyScore:
    """How many games of a person ended alike."""

    army: str
    alone: bool
    """Whether these are games without another person."""
    score: int
    games: int


@dataclass(frozen=True, slots=True)
class News:
    """A notice that another process appended to a match or changed it, or that notices were lost."""

    match: str = ""
    number: int = -1
    """Number of the last appended event. The numbers of one match may arrive out of order. If the log has no event with
    this number, the match was deleted or its events were rewritten: read it from the beginning."""
    gap: bool = False
    """Notices were lost: read every relevant match again. `match` and `number` are then unset."""
    note: str = ""
    """Nothing was appended: this is a text that another process sent (`Store.send_note`)."""


@dataclass(frozen=True, slots=True)
class Account:
    """A person with a password."""

    name: str
    """As written when the account was made."""
    password_hash: str
    created: float
    """In seconds since 1970."""
    person: str | None = None
    """Id of its owner. Older accounts lack it: there it follows from the name."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating after so many results."""

    number: int
    """Results so far, this one included."""
    rating: Rating


@dataclass(frozen=True, slots=True)
class PuzzleResult:
    """What became of a person's first attempt at a puzzle, and both ratings after it."""

    person: str
    puzzle: str
    solved: bool
    created: float
    """In seconds since 1970."""
    by: Rated
    """The person."""
    of: Rated
    """The puzzle."""


@dataclass(frozen=True, slots=True)
class StoreCounters:
    """Counters of a store since it was opened."""

    writes: int
    """Created matches and appends."""
    transactions: int
    """Successful transactions."""


class Store(ContactStore, CodeStore, PasskeyStore, RatingStore, MannersStore, Protocol):
    """Event logs of matches, and other data of a server.

    A write is durable when the method returns: it survives a crash of the process and of the machine. Only leases may
    be lost. Any method raises `Unavailable` if the database fails, and `StoreRefusal` as documented. Tasks of one event
    loop may call methods concurrently; waiting appends share a transaction, but each succeeds or fails on its own. The
    write of a cancelled task may still be carried out.

    A match id has 1 to 64 letters, digits, `-` and `_`. Other ids are unknown matches and cannot be created.
    """

    async def create(self, match: str, first: Sequence[bytes], secret: bytes, summary: Summary) -> None:
        """Start a log with its first events (at least one), numbered from 0, and store the secret.

        Raises `MatchExists` if the id is in use.
        """

    async def append(self, match: str, number: int, events: Sequence[bytes], summary: Summary | None = None) -> None:
        """Append events, the first with this number, and replace the summary if one is given. Atomic.

        Raises `NumberTaken` if an event with this number exists: of all attempts for the same number, in all processes,
        exactly one succeeds. Also raises `NumberAhead` and `UnknownMatch`.
        """

    async def read(self, match: str, start: int = 0) -> list[bytes]:
        """Return the events from a number on; none if the log ends before it. Raises `UnknownMatch`."""

    async def secret(self, match: str) -> bytes:
        """Return the secret that the match was created with. Raises `UnknownMatch`."""

    async def summary(self, match: str) -> Summary:
        """Return the current summary. Raises `UnknownMatch`."""

    async def listing(
        self,
        *,
        status: Status | None = None,
        person: str | None = None,
        wanted: Wanted | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> list[Listed]:
        """Return matches, the newest first, optionally only those with a status or with a person in a seat, and of
        those, only the `wanted` ones.

        `after` is the last match of the previous page. Raises `UnknownMatch` if it does not exist, and `ValueError` for
        a limit over `LONGEST_PAGE`.
        """

    async def turns(self, person: str, limit: int = 50) -> list[str]:
        """Return the matches in which a person is to decide, the longest waiting first."""

    async def army_scores(self, person: str) -> list[ArmyScore]:
        """Count a person's finished games by army and score."""

    async def hide(self, person: str, match: str, hidden: bool) -> None:
        """Hide a match from a person's own lists, or show it again. Raises `UnknownMatch`."""

    async def matches_to_wake(self, until: float) -> list[str]:
        """Return unfinished matches without a lease whose deadline is at most `until`, the earliest first.

        A starting server asks with infinity, for every match with clocks or bots. Later it asks now and then, to find
        the matches of a dead process.
        """

    async def claim(self, match: str, owner: str, seconds: float) -> bool:
        """Take or extend the lease on a match; False while another owner holds it.

        The holder runs the bots and clocks of the match. A lease only avoids duplicate work; event numbers protect the
        log. Raises `UnknownMatch`.
        """

    async def renew(self, owner: str, seconds: float) -> frozenset[str]:
        """Extend all unexpired leases of an owner to this long from now; return their matches."""

    async def silence(self, match: str, seconds: float) -> float | None:
        """Return the seconds since the lease on a match was last claimed or renewed, even if it has expired since;
        None if it never was, or if it was released. `seconds` is the duration of leases."""

    async def release(self, match: str, owner: str) -> None:
        """Release a lease. Does nothing if this owner does not hold it."""

    def news(self) -> AsyncIterator[News]:
        """Return a stream of other processes' appends from now on, created matches included, until the store closes.

        The stream reports every append made after this call returned, or a gap. Each call opens its own stream. A
        stream that is not read fast enough drops its news and reports a gap.
        """

    async def send_note(self, match: str, text: str) -> None:
        """Send a short text about a match to all other processes, as news. It is not stored: a process that does not
        listen at this moment misses it. A lost connection may repeat it."""

    async def add_account(self, name: str, password_hash: str, person: str | None = None) -> None:
        """Make an account of a person. Raises `NameTaken`, also if the person has an account."""

    async def account(self, name: str) -> Account | None:
        """Return the account with this name, ignoring case; None if there is none."""

    async def account_of(self, person: str) -> Account | None:
        """Return the account of a person, or None."""

    async def change_password(self, name: str, password_hash: str) -> None:
        """Replace the hash of an account's password. Raises `UnknownAccount`."""

    async def once(self, key: str, value: bytes) -> bytes:
        """Return the value stored under a key for all servers on this database; store `value` if there is none."""

    async def add_text(self, text: str, person: str) -> str:
        """Store a text under a name derived from it; return the name. A stored text keeps its first owner."""

    async def text(self, name: str) -> str | None:
        """Return the text with this name; None if there is none."""

    async def texts_by(self, person: str) -> int:
        """Return how many texts a person owns."""

    async def revoke(self, person: str) -> None:
        """Increase the revocation count of a person, or of all with `EVERYBODY`."""

    async def revocations(self) -> dict[str, int]:
        """Return the revocation counts by person; a missing person has none."""

    async def add_puzzle_result(self, result: PuzzleResult) -> bool:
        """Store a result; False, and nothing is stored, if it conflicts with another.

        It does if the person has a result with this puzzle, or if the person or the puzzle has a result with the same
        number: their ratings have changed since the caller read them.
        """

    async def puzzle_results(self, person: str) -> list[PuzzleResult]:
        """All results of a person, in order."""

    async def puzzle_ratings(self) -> dict[str, Rated]:
        """The ratings of all puzzles that have results."""

    async def puzzle_rating(self, puzzle: str) -> Rated | None:
        """The rating of a puzzle; None if it has no result yet."""

    async def add_analysis(self, game: str, number: int, data: bytes) -> None:
        """Keep a part of the analysis of a game, under a name for game and depth. Does nothing if it is kept."""

    async def analysis(self, game: str) -> dict[int, bytes]:
        """The kept parts of an analysis, by number."""

    async def analysis_counts(self, games: Sequence[str]) -> dict[str, int]:
        """How many parts of each of these analyses are kept; those without any are left out."""

    async def forget_analyses(self, before: float) -> None:
        """Delete the parts of analyses that were kept before a time, in seconds since 1970."""

    async def check(self) -> str | None:
        """Check the whole database for damage; return the first finding on one line, or None.

        It reads everything, and delays no other call. For SQLite it checks the structure of the file; for PostgreSQL,
        whether a checksum has failed. For both it checks that no log has a hole.
        """

    @property
    def counters(self) -> StoreCounters:
        """Counters of writes and transactions."""

    async def close(self) -> None:
        """Finish pending writes, end the news streams and close the database. May be called again."""
