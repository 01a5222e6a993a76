"""Every message of a match, typed: what clients may say, what the log holds, and what is answered.

A *command* goes from a client to the match, and every command has an answer, a *reply*. What a command brings about
are *events*: numbered from 0 without a gap, they are the log, and the log is the match. The bytes of an event in the
log are the bytes that clients are told. A *note* is told and forgotten; it has no number.

All are JSON objects; the field `type` says which. Fields that are not known, and values that are too long or out of
range, are refused: `decode_command` and its fellows raise `Malformed` with one line that says where and what.
docs/match.md explains each message to people who write clients.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from neurohex.board import TERMINALS
from neurohex.match.limits import LONGEST_COMMAND
from neurohex.rules.game import Game

# --- values ---------------------------------------------------------------------------------------
_FORMS: Final[dict[str, str]] = {}
"""What each pattern below asks for, in words."""


def _text(form: str, letters: str, least: int, most: int) -> Meta:
    """A text of `least` to `most` of the letters of a class. Its pattern means the same to Python and in a schema."""
    pattern = f"^{letters}{{{least},{most}}}$(?!\\n)"
    _FORMS[pattern] = form
    return Meta(pattern=pattern, description=form)


MatchId = Annotated[str, _text("the id of a match: 1 to 40 of A-Z a-z 0-9 _ -", "[A-Za-z0-9_-]", 1, 40)]
PersonId = Annotated[str, _text("the id of a person: 1 to 80 of A-Z a-z 0-9 _ . : @ / -", "[A-Za-z0-9_.:@/-]", 1, 80)]
"""Names a person in public; what proves that somebody is that person is the host's affair."""
CommandId = Annotated[str, _text("the id of a command: 1 to 40 of A-Z a-z 0-9 _ . : -", "[A-Za-z0-9_.:-]", 1, 40)]
"""Chosen by the client, a new one for each command; a repeated one does nothing more."""
_INVISIBLE: Final = (
    r"\x00-\x1f\x7f-\xa0\xad\u061c\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ud800-\udfff"
)
"""Letters that show nothing, end a line, or turn the direction of what follows; of spaces only the plain one shows."""
Name = Annotated[
    str, _text("a name: 1 to 40 visible letters, no space at its ends", f"(?! )(?!.* $)[^{_INVISIBLE}]", 1, 40)
]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1, description="number of an event in its match")]
Milliseconds = Annotated[int, Meta(ge=0, le=2**53 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Lang = Literal["en", "pl"]
"""Languages in which a host can show a match."""
Action = Annotated[int, Meta(ge=0, le=2**31 - 1, description="an act or a draw as the rules number them")]
Nonce = Annotated[str, _text("a nonce: 16 bytes as 32 hexadecimal digits, small letters", "[0-9a-f]", 32, 32)]
"""What a seat adds to the shuffle."""
Digest = Annotated[str, _text("32 bytes as 64 hexadecimal digits, small letters", "[0-9a-f]", 64, 64)]
"""A seed, or the commitment to one."""
Key = Annotated[str, _text("the key of a state: 16 hexadecimal digits", "[0-9a-f]", 16, 16)]
Words = Annotated[str, Meta(max_length=400)]
BotSpec = Annotated[
    str, Meta(min_length=1, max_length=200, description="a player by program: NAME or NAME:key=value,…")
]
_Word = Annotated[str, Meta(max_length=40)]
_Seats = Annotated[tuple[SeatNumber, ...], Meta(max_length=6)]

T = TypeVar("T")


class Malformed(ValueError):
    """Bytes that are no message of this vocabulary; the text is one line for whoever wrote them."""

    def __init__(self, why: str, command: str = "", match: str = "") -> None:
        super().__init__(why)
        self.command: Final = command
        """The id of the command, where it could be read, so that the refusal can name it; else empty."""
        self.match: Final = match
        """The match it was for, where that could be read; else empty."""


class _Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A piece of a message."""


# --- what is agreed before a match ----------------------------------------------------------------
class Terms(_Part, frozen=True, kw_only=True):
    """A game as `Game` takes it."""

    armies: Annotated[tuple[_Word, ...], Meta(min_length=2, max_length=6)]
    ruleset: _Word = "living"
    board: _Word = "standard"
    mode: _Word = ""
    teams: Annotated[tuple[_Seats, ...], Meta(max_length=6)] = ()
    score: bool = False
    mercenaries: Annotated[int, Meta(ge=0, le=2)] = 0
    bomber: _Word = "none"
    bomber_two: bool = False
    alternative_start: bool = False
    reinforcement: bool = False
    open_piles: bool = False
    terminals: Annotated[tuple[_Word, ...], Meta(max_length=7)] = TERMINALS

    @classmethod
    def of(cls, game: Game) -> Terms:
        """The terms of a game that was put together already."""
        return msgspec.convert(game.describe(), cls)

    def game(self) -> Game:
        """The game, or that of a position for study. Raises `GameError` where its parts do not fit."""
        return Game(**{name: getattr(self, name) for name in self.__struct_fields__})


class PlayerClock(_Part, frozen=True, kw_only=True, tag_field="type", tag="player"):
    """So much time for each player's whole game, and more at the beginning of each of the player's turns."""

    main: Milliseconds
    increment: Milliseconds = 0


class TurnClock(_Part, frozen=True, kw_only=True, tag_field="type", tag="turn"):
    """So much time for each turn, a matter of days by mail; and for each choice in somebody else's turn."""

    allowance: Milliseconds


Clock = PlayerClock | TurnClock


class SeatPlan(_Part, frozen=True, kw_only=True):
    """Who is to sit in a seat: anybody (nothing given), one person, or a bot."""

    bot: BotSpec | None = None
    person: PersonId | None = None
    """The only person who may take the seat; anybody if not given."""
    nonce: Nonce | None = None
    """Of a bot: its host fixes it before any person gives one."""


Plans = Annotated[tuple[SeatPlan, ...], Meta(min_length=2, max_length=6)]


class Proposal(_Part, frozen=True, kw_only=True):
    """All that is agreed about a match that is to be made. Nonces of bots are given when it is made."""

    terms: Terms
    seats: Plans
    clock: Clock | None = None
    hints: bool = False
    """Whether players may ask a bot what it would do while the match runs."""
    private: bool = False
    """Whether a host lists the match only for those who sit in it. Whoever knows its id may follow and join it."""
    rematch_of: MatchId | None = None


# --- commands -------------------------------------------------------------------------------------
class Command(_Part, frozen=True, kw_only=True, tag_field="type"):
    """What a client asks of a match."""

    id: CommandId
    match: MatchId


class _Seen(Command, frozen=True, kw_only=True):
    """A command that means something only to somebody who knows how the match stands."""

    seen: Number
    """Number of the last event that the client knows."""


class Follow(Command, frozen=True, kw_only=True, tag="follow"):
    """Tell me all events from a number on, and those to come. Anybody may."""

    since: Number = 0
    show: Lang | None = None
    """Show me too, in this language, how the match stands after each event to come that changes it (`Shown`)."""


class Look(Command, frozen=True, kw_only=True, tag="look"):
    """How does the match stand? Anybody may ask."""


class Join(Command, frozen=True, kw_only=True, tag="join"):
    """Take a seat, and add a nonce to the shuffle. The match starts when the last seat is taken."""

    name: Name
    nonce: Nonce
    seat: SeatNumber | None = None
    """Any free one if not given."""


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Before the start: give the seat up. Afterwards: be away; seat and clock stay as they are."""


class Return(Command, frozen=True, kw_only=True, tag="return"):
    """Be back."""


class Act(_Seen, frozen=True, kw_only=True, tag="act"):
    """A decision of the player to decide."""

    action: Action


class Undo(_Seen, frozen=True, kw_only=True, tag="undo"):
    """Take back one's last act of this turn; never a draw, a Battle, or what another player has answered."""


class Resign(_Seen, frozen=True, kw_only=True, tag="resign"):
    """Give the game up."""


class OfferDraw(_Seen, frozen=True, kw_only=True, tag="offer_draw"):
    """Offer a draw to all others."""


class AnswerDraw(_Seen, frozen=True, kw_only=True, tag="answer_draw"):
    """Agree to the draw that is offered, or decline it; whoever offered it withdraws it so."""

    agree: bool


class OfferRematch(Command, frozen=True, kw_only=True, tag="offer_rematch"):
    """After the end: offer another match with sides swapped."""


class AnswerRematch(Command, frozen=True, kw_only=True, tag="answer_rematch"):
    """Agree to the rematch that is offered, or decline it."""

    agree: bool


AnyCommand = (
    Follow | Look | Join | Leave | Return | Act | Undo | Resign | OfferDraw | AnswerDraw | OfferRematch | AnswerRematch
)


# --- events: the log ------------------------------------------------------------------------------
class Cause(_Part, frozen=True, kw_only=True):
    """The command that an event follows from."""

    by: PersonId
    id: CommandId


class Event(_Part, frozen=True, kw_only=True, tag_field="type"):
    """What has happened in a match, for good."""

    match: MatchId
    n: Number
    at: Milliseconds
    """When, in milliseconds since 1970; never before the event with the number before."""
    cause: Cause | None = None
    """None where no command was: clocks, pauses, seats that pass."""


class Created(Event, frozen=True, kw_only=True, tag="created"):
    """The first event."""

    terms: Terms
    seats: Plans
    owner: PersonId
    shuffle: _Word
    """The method of the shuffle, with its version."""
    commitment: Digest
    """Binds the host to its seed before anybody gives a nonce."""
    actions: int
    """Version of the numbers of actions (`ACTION_VERSION`)."""
    clock: Clock | None = None
    hints: bool = False
    """Whether all play with the help of hints; see `Proposal`. Logs of older matches do not have it."""
    private: bool = False
    """Whether it is listed only for those who sit in it; see `Proposal`."""
    rematch_of: MatchId | None = None


class _OfSeat(Event, frozen=True, kw_only=True):
    seat: SeatNumber


class Joined(_OfSeat, frozen=True, kw_only=True, tag="joined"):
    """A person has taken a seat."""

    person: PersonId
    name: Name
    nonce: Nonce


class Left(_OfSeat, frozen=True, kw_only=True, tag="left"):
    """Before the start the seat is free again; afterwards its player is away."""


class Returned(_OfSeat, frozen=True, kw_only=True, tag="returned"):
    """The player of a seat is back."""


class Started(Event, frozen=True, kw_only=True, tag="started"):
    """All seats are taken; the piles follow from the seed and these nonces."""

    nonces: Annotated[tuple[Nonce, ...], Meta(min_length=2, max_length=6)]
    piles: Annotated[tuple[tuple[int, ...], ...], Meta(max_length=6)] | None = None
    """Numbers of the tiles of each pile, first drawn first: only where open piles were agreed."""


class Acted(_OfSeat, frozen=True, kw_only=True, tag="acted"):
    """A decision, and the draws that followed it."""

    action: Action
    words: Words
    """The action as game records tell it."""
    key: Key
    """Hash of the state afterwards, by which a client knows that it has understood."""
    draws: Annotated[tuple[Action, ...], Meta(max_length=100)] = ()
    auto: bool = False
    """Whether the match decided for a seat that has given up."""


class Undone(_OfSeat, frozen=True, kw_only=True, tag="undone"):
    """The last act has been taken back."""

    key: Key


class Resigned(_OfSeat, frozen=True, kw_only=True, tag="resigned"):
    """A player gave up."""


class Flagged(_OfSeat, frozen=True, kw_only=True, tag="flagged"):
    """A player's time ran out."""


class Forfeited(_OfSeat, frozen=True, kw_only=True, tag="forfeited"):
    """A bot could not go on."""

    why: Words


class DrawOffered(_OfSeat, frozen=True, kw_only=True, tag="draw_offered"):
    """A draw is offered to all others, until somebody declines."""


class DrawAccepted(_OfSeat, frozen=True, kw_only=True, tag="draw_accepted"):
    """One player agrees; the game is drawn when all have."""


class DrawDeclined(_OfSeat, frozen=True, kw_only=True, tag="draw_declined"):
    """One player declines, or takes the offer back: it stands no longer."""


class Paused(Event, frozen=True, kw_only=True, tag="paused"):
    """The host stops: clocks stand still."""


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """The host is back: clocks run again."""

    alive: Milliseconds
    """Until when the host is known to have been there; what lies between then and now is on nobody's clock."""


class How(StrEnum):
    """What ended a match."""

    RULES = "rules"
    RESIGNED = "resigned"
    TIME = "time"
    FORFEIT = "forfeit"
    AGREED = "agreed"
    ABORTED = "aborted"


class Finished(Event, frozen=True, kw_only=True, tag="finished"):
    """The end, with the seed that was committed to."""

    how: How
    result: Annotated[tuple[Literal[-1, 0, 1], ...], Meta(min_length=2, max_length=6)]
    """For each seat 1 won, 0 drawn, -1 lost."""
    seed: Digest
    why: Words = ""


class RematchOffered(_OfSeat, frozen=True, kw_only=True, tag="rematch_offered"):
    """A player wants another match."""


class RematchAccepted(_OfSeat, frozen=True, kw_only=True, tag="rematch_accepted"):
    """One player agrees; the host makes the match when all have."""


class RematchDeclined(_OfSeat, frozen=True, kw_only=True, tag="rematch_declined"):
    """One player declines, or takes the offer back."""


class RematchMade(Event, frozen=True, kw_only=True, tag="rematch_made"):
    """The other match is there."""

    rematch: MatchId


AnyEvent = (
    Created
    | Joined
    | Left
    | Returned
    | Started
    | Acted
    | Undone
    | Resigned
    | Flagged
    | Forfeited
    | DrawOffered
    | DrawAccepted
    | DrawDeclined
    | Paused
    | Resumed
    | Finished
    | RematchOffered
    | RematchAccepted
    | RematchDeclined
    | RematchMade
)


# --- replies --------------------------------------------------------------------------------------
class Phase(StrEnum):
    """How far a match is."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


class Present(_Part, frozen=True, kw_only=True):
    """How a match stands."""

    last: Number
    """Number of the last event."""
    at: Milliseconds
    """The moment for which times are told."""
    phase: Phase
    awaited: SeatNumber | None = None
    """The seat to decide."""
    key: Key | None = None
    state: bytes | None = None
    """`State.to_bytes()` in base64, once the match has started: all that anybody may know."""
    left: Annotated[tuple[int, ...], Meta(max_length=6)] | None = None
    """Milliseconds left to each seat; the awaited one's clock runs, unless the match is paused."""
    paused: bool = False


class Code(StrEnum):
    """Why a command is refused. Those from `TOO_LARGE` on are a host's own; the match never gives them."""

    MALFORMED = "malformed"
    UNKNOWN_MATCH = "unknown_match"
    STALE = "stale"
    AHEAD = "ahead"
    NOT_STARTED = "not_started"
    STARTED = "started"
    FINISHED = "finished"
    NOT_FINISHED = "not_finished"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    SEAT_RESERVED = "seat_reserved"
    ALREADY_SEATED = "already_seated"
    NOT_SEATED = "not_seated"
    GIVEN_UP = "given_up"
    NOT_YOUR_TURN = "not_your_turn"
    ILLEGAL = "illegal"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NO_OFFER = "no_offer"
    OFFERED = "offered"
    TOO_OFTEN = "too_often"
    HERE = "here"
    AWAY = "away"
    TOO_LARGE = "too_large"
    TOO_FAST = "too_fast"
    NOT_SIGNED_IN = "not_signed_in"
    NOT_ALLOWED = "not_allowed"
    UNAVAILABLE = "unavailable"
    NOT_FOUND = "not_found"


class Reply(_Part, frozen=True, kw_only=True, tag_field="type"):
    """The answer to a command."""

    id: str
    """The command's; empty where it could not be read."""
    match: str


class Accepted(Reply, frozen=True, kw_only=True, tag="accepted"):
    """The events `first` to `last` are in the log. A repeated command is answered as it was before."""

    first: Number
    last: Number


class Refused(Reply, frozen=True, kw_only=True, tag="refused"):
    """Nothing was done."""

    code: Code
    why: str
    present: Present | None = None
    """How the match stands, where the command was stale."""


class Following(Reply, frozen=True, kw_only=True, tag="following"):
    """Events are told from the number that was asked for; `last` is the newest."""

    last: Number


class Looked(Reply, frozen=True, kw_only=True, tag="looked"):
    """How the match stands."""

    present: Present


AnyReply = Accepted | Refused | Following | Looked


class Presence(_Part, frozen=True, kw_only=True, tag_field="type", tag="presence"):
    """A note: which seats have somebody connected just now, and how many others watch."""

    match: MatchId
    here: _Seats
    watching: Annotated[int, Meta(ge=0)] = 0


class Shown(_Part, frozen=True, kw_only=True, tag_field="type", tag="shown"):
    """A note: all that a page shows after an event that changed what anybody may decide.

    It comes after that event to those who follow with `show`, the same to all of them. It has the forms of a host that
    makes them (docs/view.md); nothing here reads them.
    """

    match: MatchId
    n: Number
    """The event after which the match stands so. Where several came together it is the last of them that matters."""
    lang: Lang
    look: Annotated[Raw, Meta(extra={"form": "Look"})]
    """What lies on the table and what may be done, as `POST /api/views/look` answers."""
    story: Annotated[Raw, Meta(extra={"form": "Story"})]
    """What led to it, from a step on before which nothing has changed, as `POST /api/views/story` answers."""
    left: Annotated[tuple[int, ...], Meta(max_length=6)] | None = None
    """Milliseconds left to each seat, in a match with clocks."""
    running: SeatNumber | None = None
    """Whose clock runs."""


class Skipped(_Part, frozen=True, kw_only=True, tag_field="type", tag="skipped"):
    """A note in place of `Shown`: the reader, or the host, has too much waiting. Ask for what stands there."""

    match: MatchId
    n: Number


AnyNote = Presence | Shown | Skipped
AnyMessage = AnyEvent | AnyReply | AnyNote
"""What a client may be told."""


# --- bytes ----------------------------------------------------------------------------------------
class _Address(Struct, frozen=True):
    """What can be read of a command that is wrong otherwise."""

    id: CommandId = ""
    match: MatchId = ""


_ENCODER: Final = msgspec.json.Encoder()
_COMMANDS: Final[msgspec.json.Decoder[AnyCommand]] = msgspec.json.Decoder(AnyCommand)
_EVENTS: Final[msgspec.json.Decoder[AnyEvent]] = msgspec.json.Decoder(AnyEvent)
_MESSAGES: Final[msgspec.json.Decoder[AnyMessage]] = msgspec.json.Decoder(AnyMessage)
_PROPOSALS: Final = msgspec.json.Decoder(Proposal)
_ADDRESSES: Final = msgspec.json.Decoder(_Address)


def encode(message: Struct) -> bytes:
    """Any message as JSON, on one line."""
    return _ENCODER.encode(message)


def decode_command(data: bytes) -> AnyCommand:
    """Read a command. Raises `Malformed`, which names the command where that much could be read."""
    if len(data) > LONGEST_COMMAND:
        raise Malformed(f"expected a command of at most {LONGEST_COMMAND} bytes, got {len(data)}")
    try:
        return _decoded(_COMMANDS, data)
    except Malformed as error:
        address = _address(data)
        raise Malformed(str(error), address.id, address.match) from None


def decode_event(data: bytes) -> AnyEvent:
    """Read an event of a log. Raises `Malformed`."""
    return _decoded(_EVENTS, data)


def decode_message(data: bytes) -> AnyMessage:
    """Read what a client was told: an event, a reply or a note. Raises `Malformed`."""
    return _decoded(_MESSAGES, data)


def decode_proposal(data: bytes) -> Proposal:
    """Read what a match is to be made of. Raises `Malformed`; whether the game fits together, `Terms.game` tells."""
    return _decoded(_PROPOSALS, data)


def _decoded(decoder: msgspec.json.Decoder[T], data: bytes) -> T:
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Malformed(said(str(error))) from None
    except RecursionError:
        raise Malformed("nested too deep") from None


def said(problem: str) -> str:
    """An error of msgspec's decoders as one line for people: the place, then what was expected there."""
    for pattern, form in _FORMS.items():
        problem = problem.replace(f"`str` matching regex {pattern!r}", form)
    what, at, place = " ".join(problem.split()).partition(" - at `$")
    return f"{place.rstrip('`').lstrip('.')}: {what}" if at else what


def _address(data: bytes) -> _Address:
    try:
        return _decoded(_ADDRESSES, data)
    except Malformed:
        return _Address()


def schema() -> dict[str, Any]:
    """The JSON schema of commands, of what clients are told, and of proposals, for an OpenAPI description."""
    named = {"Command": AnyCommand, "Message": AnyMessage, "Proposal": Proposal}
    whole, parts = msgspec.json.schema_components(named.values(), ref_template="#/components/schemas/{name}")
    return {**parts, **dict(zip(named, whole, strict=True))}
