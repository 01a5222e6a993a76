"""The bodies of requests and answers of the HTTP API, as typed as the messages of matches."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from neurohex.match.messages import Clock, MatchId, Name, PersonId, Phase, Terms

Password = Annotated[str, Meta(min_length=10, max_length=200)]


class Body(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a client sends."""


class Answer(Struct, frozen=True, kw_only=True):
    """What a server answers; a client reads past fields that a newer server adds."""


class NewGuest(Body, frozen=True, kw_only=True):
    """A name to play under."""

    name: Name


class Credentials(Body, frozen=True, kw_only=True):
    """An account, to be made or to be used."""

    name: Name
    password: Password


class Person(Answer, frozen=True, kw_only=True):
    """Somebody at the tables."""

    id: PersonId
    """Never given twice, and known to all; it proves nothing."""
    name: Name


class SignedIn(Answer, frozen=True, kw_only=True):
    """A token, and whose it is."""

    token: str
    """A secret: whoever has it is that person."""
    person: Person


class About(Answer, frozen=True, kw_only=True):
    """What a server offers."""

    server: str
    guests: bool
    accounts: bool
    bots: tuple[str, ...]


class ListedSeat(Answer, frozen=True, omit_defaults=True, kw_only=True):
    """A seat as the lobby shows it; a free one has neither."""

    person: PersonId | None = None
    name: str | None = None


class ListedMatch(Answer, frozen=True, omit_defaults=True, kw_only=True):
    """A match as the lobby shows it."""

    match: MatchId
    status: Phase
    terms: Terms
    seats: tuple[ListedSeat, ...]
    created: float
    """When it was made, in seconds since 1970."""
    updated: float
    clock: Clock | None = None
    hints: bool = False
    """Whether players may ask a bot what it would do while the match runs."""
    private: bool = False
    """Whether it is listed only for those who sit in it."""


class Listing(Answer, frozen=True, omit_defaults=True, kw_only=True):
    """Some matches, the latest made first."""

    matches: tuple[ListedMatch, ...]
    after: MatchId | None = None
    """Where there may be more: what to ask for next."""


class Made(Answer, frozen=True, kw_only=True):
    """A new match."""

    match: MatchId


class Problem(Answer, frozen=True, kw_only=True):
    """Why a request was refused."""

    code: str
    """One of the codes that refusals of commands have."""
    why: str
