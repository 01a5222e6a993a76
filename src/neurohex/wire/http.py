"""Request and response bodies of the HTTP API."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from neurohex.wire.messages import Clock, How, Lang, MatchId, MatchPhase, Name, PersonId, SeatNumber, Terms

EmailAddress = Annotated[str, Meta(max_length=200, pattern=r"^([^\s@<>,;:\"\\()\[\]]+@[^\s@<>,;:\"\\()\[\]]+)?$")]
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
    account: bool = False
    """Whether the person has an account."""


class SignedIn(Answer, frozen=True, kw_only=True):
    """A token and its owner."""

    token: str
    """A secret: anyone who has it can act as that person."""
    person: Person


class LinkRequest(Body, frozen=True, kw_only=True):
    """Asks for a code for another device."""

    origin: Annotated[str, Meta(max_length=200, pattern=r"^https?://[A-Za-z0-9.:\[\]-]+$")]
    """Where the page of this server is, such as https://hex.example."""


class Link(Answer, frozen=True, kw_only=True):
    """A code with which another device becomes the same person, once."""

    code: str
    url: str
    """The page that takes the code."""
    qr: tuple[str, ...]
    """The URL as a QR code: a text of 0 and 1 for each row, with a margin to be added."""
    seconds: int
    """How long it is valid."""


class LinkClaim(Body, frozen=True, kw_only=True):
    """The code of another device."""

    code: Annotated[str, Meta(min_length=4, max_length=40)]


class Farewell(Body, frozen=True, kw_only=True):
    """Delete everything about me."""

    password: Annotated[str, Meta(max_length=200)] = ""
    """Of the account."""
    name: Annotated[str, Meta(max_length=40)] = ""
    """Of a guest, to be sure."""


class PasskeyOptions(Answer, frozen=True, kw_only=True):
    """What a browser needs for a passkey."""

    options: str
    """JSON for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`."""


class NewPasskey(Body, frozen=True, kw_only=True):
    """A passkey that a browser has made."""

    credential: Annotated[str, Meta(max_length=4000)]
    """The JSON of `PublicKeyCredential.toJSON`."""
    label: Annotated[str, Meta(min_length=1, max_length=40)]
    """What its owner calls it."""


class PasskeySignIn(Body, frozen=True, kw_only=True):
    """What a passkey has signed."""

    credential: Annotated[str, Meta(max_length=4000)]
    """The JSON of `PublicKeyCredential.toJSON`."""


class Passkey(Answer, frozen=True, kw_only=True):
    """A passkey of yours."""

    id: str
    label: str
    created: float
    """In seconds since 1970."""
    used: float | None
    """When it last signed in, in seconds since 1970; null for never."""


class Passkeys(Answer, frozen=True, kw_only=True):
    """Your passkeys, the oldest first."""

    passkeys: tuple[Passkey, ...]


class About(Answer, frozen=True, kw_only=True):
    """What a server offers."""

    server: str
    guests: bool
    accounts: bool
    passkeys: bool
    """Whether accounts may have passkeys."""
    bots: tuple[str, ...]
    animations: bool
    """Whether it makes GIF and WebP."""


class ListedSeat(Answer, frozen=True, omit_defaults=True, kw_only=True):
    """A seat as the lobby shows it. A free seat has neither field."""

    person: PersonId | None = None
    name: str | None = None
    score: int | None = None
    """1 won, 0 drawn, -1 lost; missing while the match is not over, and if it was aborted."""


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
    rated: bool = False
    """Whether its result changes ratings."""
    owner: PersonId | None = None
    """Who made it."""
    awaited: SeatNumber | None = None
    """The seat to decide, while the match runs."""
    left: tuple[int, ...] | None = None
    """Milliseconds left for each seat at `updated`. The clock of the awaited seat has run since."""
    how: How | None = None
    """What ended it."""
    hidden: bool = False
    """Whether you have hidden it from your own lists."""


class Listing(Answer, frozen=True, omit_defaults=True, kw_only=True):
    """Some matches, the newest first."""

    matches: tuple[ListedMatch, ...]
    after: MatchId | None = None
    """Pass this as `after` for the next page, if there may be one."""


class Done(Answer, frozen=True, kw_only=True):
    """Done; there is nothing more to say."""


class Turns(Answer, frozen=True, kw_only=True):
    """Where you are to decide."""

    matches: tuple[MatchId, ...]
    """The longest waiting first, 50 at most."""


class Score(Answer, frozen=True, kw_only=True):
    """How many games ended how."""

    won: int
    drawn: int
    lost: int


class ArmyRecord(Answer, frozen=True, kw_only=True):
    """Your results with one army."""

    army: str
    people: Score
    """Games in which other people had a part."""
    bots: Score
    """Games against bots only."""


class ArmyRecords(Answer, frozen=True, kw_only=True):
    """Your results with each army that you have played."""

    armies: tuple[ArmyRecord, ...]


class RatingPoint(Answer, frozen=True, kw_only=True):
    """A rating after a game."""

    match: MatchId
    at: float
    """When the game ended, in seconds since 1970."""
    score: float
    """1 won, 0.5 drawn, 0 lost."""
    rating: int


class PoolRating(Answer, frozen=True, kw_only=True):
    """Your rating in games with similar clocks."""

    pool: str
    rating: int
    deviation: int
    provisional: bool
    """Whether it is not sure yet."""
    games: int
    history: tuple[RatingPoint, ...]
    """The last hundred games, in order."""


class MyRatings(Answer, frozen=True, kw_only=True):
    """Your ratings. A pool without games is missing."""

    pools: tuple[PoolRating, ...]


class LeaderboardEntry(Answer, frozen=True, kw_only=True):
    """A person whose rating is sure, or a bot's level."""

    person: PersonId | None
    """None for a bot."""
    name: str
    rating: int
    deviation: int
    games: int


class Leaderboard(Answer, frozen=True, kw_only=True):
    """The best of a pool, the best first."""

    pool: str
    entries: tuple[LeaderboardEntry, ...]


class NoticeWishes(Body, frozen=True, kw_only=True):
    """How you want to be told that it is your turn."""

    email: EmailAddress = ""
    """Empty for no mail. A new address gets a code first."""
    hook: bool = False
    """Whether the operator's webhook may be called for you."""
    lang: Lang = "en"


class NoticeCode(Body, frozen=True, kw_only=True):
    """The code in a first mail."""

    code: Annotated[str, Meta(min_length=4, max_length=40)]


class NoticeSettings(Answer, frozen=True, kw_only=True):
    """What the server can send, and what you have asked for."""

    by_mail: bool
    by_webhook: bool
    email: str
    confirmed: bool
    """Whether the address has been confirmed. No other mail is sent before that."""
    hook: bool


class Made(Answer, frozen=True, kw_only=True):
    """A new match."""

    match: MatchId


class Problem(Answer, frozen=True, kw_only=True):
    """Why a request was refused."""

    code: str
    """A code as in refusals of commands."""
    why: str
