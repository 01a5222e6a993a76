"""Request and response bodies of the HTTP API."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from neurohex.wire.messages import Clock, MatchId, MatchPhase, Name, PersonId, Terms

Password = Annotated[str, Meta(min_length=10, max_length=200)]


class Body(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A request body."""


class Answer(Struct, frozen=True, kw_only=True):
    """A response body. Clients ignore unknown fields, which newer servers may add."""


class NewGuest(Body, frozen=True, kw_only=True):
    """A name to play under."""

    name: Name


class Credentials(Body, frozen=True, kw_only=True):
    """Name and password of an account, to make it or to sign in."""

    name: Name
    password: Password


class Person(Answer, frozen=True, kw_only=True):
    """A guest or the owner of an account."""

    id: PersonId
    """Unique and public. It proves nothing."""
    name: Name


class SignedIn(Answer, frozen=True, kw_only=True):
    """A token and its owner."""

    token: str
    """A secret: anyone who has it can act as that person."""
    person: Person


class About(Answer, frozen=True, kw_only=True):
    """What a server offers."""

    server: str
    guests: bool
    accounts: bool
    bots: tuple[str, ...]
    animations: bool
    """Whether it makes GIF and WebP."""


class ListedSeat(Answer, frozen=True, omit_defaults=True, kw_only=True):
    """A seat as the lobby shows it. A free seat has neither field."""

    person: PersonId | None = None
    name: str | None = None


class ListedMatch(Answer, frozen=True, omit_defaults=True, kw_only=True):
    """A match as the lobby shows it."""

    match: MatchId
    status: MatchPhase
    terms: Terms
    seats: tuple[ListedSeat, ...]
    created: float
    """Time of creation, in seconds since 1970."""
    updated: float
    clock: Clock | None = None
    hints: bool = False
    """Whether players may ask for hints while the match runs."""
    private: bool = False
    """Whether only its players see it in listings."""


class Listing(Answer, frozen=True, omit_defaults=True, kw_only=True):
    """Some matches, the newest first."""

    matches: tuple[ListedMatch, ...]
    after: MatchId | None = None
    """Pass this as `after` for the next page, if there may be one."""


class Made(Answer, frozen=True, kw_only=True):
    """A new match."""

    match: MatchId


class Problem(Answer, frozen=True, kw_only=True):
    """Why a request was refused."""

    code: str
    """A code as in refusals of commands."""
    why: str
