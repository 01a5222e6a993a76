"""Every message of a match, typed: commands, replies, events and notes.

A *command* goes from a client to the match, and every command gets a *reply*. A command causes *events*. They are
numbered from 0 without a gap; they are the log, and the log is the match. Clients receive an event as the same bytes
that are in the log. A *note* is sent once and not stored; it has no number.

All are JSON objects; the field `type` says which. Unknown fields, and values that are too long or out of range, are
refused: `decode_command` and the other decoders raise `Malformed` with one line that says where and what. docs/match.md
explains each message to people who write clients.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from neurohex.board import TERMINALS
from neurohex.errors import NeurohexError
from neurohex.rules.game import Game
from neurohex.wire.limits import LONGEST_COMMAND

# --- values ---------------------------------------------------------------------------------------
_FORMS: Final[dict[str, str]] = {}
"""A description of each pattern below."""


def _text(form: str, letters: str, least: int, most: int) -> Meta:
    """A text of `least` to `most` letters of a class. Its pattern means the same in Python and in JSON Schema."""
    pattern = f"^{letters}{{{least},{most}}}$(?!\\n)"
    _FORMS[pattern] = form
    return Meta(pattern=pattern, description=form)


MatchId = Annotated[str, _text("the id of a match: 1 to 40 of A-Z a-z 0-9 _ -", "[A-Za-z0-9_-]", 1, 40)]
PersonId = Annotated[str, _text("the id of a person: 1 to 80 of A-Z a-z 0-9 _ . : @ / -", "[A-Za-z0-9_.:@/-]", 1, 80)]
"""Public id of a person. The host decides how a person proves it."""
CommandId = Annotated[str, _text("the id of a command: 1 to 40 of A-Z a-z 0-9 _ . : -", "[A-Za-z0-9_.:-]", 1, 40)]
"""Chosen by the client, new for each command. A repeated command has no further effect."""
_INVISIBLE: Final = (
    r"\x00-\x1f\x7f-\xa0\xad\u061c\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ud800-\udfff"
)
"""Letters that are invisible, end a line or change the text direction. The only space allowed is U+0020."""
Name = Annotated[
    str, _text("a name: 1 to 40 visible letters, no space at its ends", f"(?! )(?!.* $)[^{_INVISIBLE}]", 1, 40)
]
Number = Annotated[int, Meta(ge=0, le=2**31 - 1, description="number of an event in its match")]
Milliseconds = Annotated[int, Meta(ge=0, le=2**53 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Lang = Literal["en", "pl"]
"""Languages of live views."""
Action = Annotated[int, Meta(ge=0, le=2**31 - 1, description="an act or a draw as the rules number them")]
Nonce = Annotated[str, _text("a nonce: 16 bytes as 32 hexadecimal digits, small letters", "[0-9a-f]", 32, 32)]
"""A seat's contribution to the shuffle."""
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


class Malformed(NeurohexError):
    """Bytes that are not a valid message. The text is one line for their author."""

    def __init__(self, why: str, command: str = "", match: str = "") -> None:
        super().__init__(why)
        self.command: Final = command
        """The command's id if it could be read, so that the refusal can name it; else empty."""
        self.match: Final = match
        """The command's match if it could be read; else empty."""


class _Part(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A part of a message."""


# --- before a match -------------------------------------------------------------------------------
class Terms(_Part, frozen=True, kw_only=True):
    """The arguments of a `Game`."""

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
        """The terms of a game."""
        return msgspec.convert(game.describe(), cls)

    def game(self) -> Game:
        """The game of a match or a study position. Raises `GameError` if the terms contradict each other."""
        return Game(**{name: getattr(self, name) for name in self.__struct_fields__})


class PlayerClock(_Part, frozen=True, kw_only=True, tag_field="type", tag="player"):
    """Time for each player's whole game, plus an increment at the start of each of the player's turns."""

    main: Milliseconds
    increment: Milliseconds = 0


class TurnClock(_Part, frozen=True, kw_only=True, tag_field="type", tag="turn"):
    """Time for each turn (days, in correspondence games), and for each choice in another player's turn."""

    allowance: Milliseconds


Clock = PlayerClock | TurnClock


class SeatPlan(_Part, frozen=True, kw_only=True):
    """Who may take a seat: anyone (no field set), one person, or a bot."""

    bot: BotSpec | None = None
    person: PersonId | None = None
    """The only person who may take the seat."""
    nonce: Nonce | None = None
    """For a bot: the host fixes it before any person gives one."""


Plans = Annotated[tuple[SeatPlan, ...], Meta(min_length=2, max_length=6)]


class Proposal(_Part, frozen=True, kw_only=True):
    """The agreed terms of a new match. The host adds the bots' nonces."""

    terms: Terms
    seats: Plans
    clock: Clock | None = None
    hints: bool = False
    """Whether players may ask for hints while the match runs."""
    private: bool = False
    """Whether only its players see the match in listings. Anyone who knows its id may follow and join it."""
    rated: bool = False
    """Whether the result changes ratings. Two players with accounts, or one and a bot's level; a clock; no hints."""
    rematch_of: MatchId | None = None


# --- commands -------------------------------------------------------------------------------------
class Command(_Part, frozen=True, kw_only=True, tag_field="type"):
    """A client's request to a match."""

    id: CommandId
    match: MatchId


class _Seen(Command, frozen=True, kw_only=True):
    """A command that depends on the current state of the match."""

    seen: Number
    """Number of the last event that the client has seen."""


class Follow(Command, frozen=True, kw_only=True, tag="follow"):
    """Send all events from a number on, and all later ones. Open to everyone."""

    since: Number = 0
    show: Lang | None = None
    """Also send live views in this language, after each later event that changes the match (`Shown`)."""


class LookCommand(Command, frozen=True, kw_only=True, tag="look"):
    """Ask for the current state of the match. Open to everyone."""


class Join(Command, frozen=True, kw_only=True, tag="join"):
    """Take a seat, and add a nonce to the shuffle. The match starts when the last seat is taken."""

    name: Name
    nonce: Nonce
    seat: SeatNumber | None = None
    """The default is any free seat."""


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Before the start: give up the seat. Afterwards: be away; seat and clock do not change."""


class Return(Command, frozen=True, kw_only=True, tag="return"):
    """Be back after `Leave`."""


class Act(_Seen, frozen=True, kw_only=True, tag="act"):
    """The decision of the player to act."""

    action: Action


class Undo(_Seen, frozen=True, kw_only=True, tag="undo"):
    """Undo one's last act of this turn; never a draw, a Battle, or an act that another player has answered."""


class Resign(_Seen, frozen=True, kw_only=True, tag="resign"):
    """Give up the game."""


class OfferDraw(_Seen, frozen=True, kw_only=True, tag="offer_draw"):
    """Offer a draw to all others."""


class AnswerDraw(_Seen, frozen=True, kw_only=True, tag="answer_draw"):
    """Accept or decline the offered draw. The player who offered it withdraws it by declining."""

    agree: bool


class OfferRematch(Command, frozen=True, kw_only=True, tag="offer_rematch"):
    """After the end: offer another match with sides swapped."""


class AnswerRematch(Command, frozen=True, kw_only=True, tag="answer_rematch"):
    """Accept or decline the offered rematch."""

    agree: bool


class Reaction(StrEnum):
    """What players may say to each other: one of these, and nothing else."""

    HELLO = "hello"
    LUCK = "luck"
    NICE = "nice"
    OUCH = "ouch"
    OOPS = "oops"
    MOMENT = "moment"
    THANKS = "thanks"


class React(Command, frozen=True, kw_only=True, tag="react"):
    """Show a reaction to all who follow."""

    reaction: Reaction


AnyCommand = (
    Follow
    | LookCommand
    | Join
    | Leave
    | Return
    | Act
    | Undo
    | Resign
    | OfferDraw
    | AnswerDraw
    | OfferRematch
    | AnswerRematch
    | React
)


# --- events: the log ------------------------------------------------------------------------------
class Cause(_Part, frozen=True, kw_only=True):
    """The command that caused an event."""

    by: PersonId
    id: CommandId


class Event(_Part, frozen=True, kw_only=True, tag_field="type"):
    """A permanent fact about a match."""

    match: MatchId
    n: Number
    at: Milliseconds
    """Milliseconds since 1970; never earlier than the previous event."""
    cause: Cause | None = None
    """None if no command caused it: clocks, pauses, seats that gave up."""


class Created(Event, frozen=True, kw_only=True, tag="created"):
    """The first event."""

    terms: Terms
    seats: Plans
    owner: PersonId
    shuffle: _Word
    """Name and version of the shuffle method."""
    commitment: Digest
    """Binds the host to its seed before any person gives a nonce."""
    actions: int
    """Version of the action numbers (`ACTION_VERSION`)."""
    clock: Clock | None = None
    hints: bool = False
    """See `Proposal`. Logs of older matches lack it."""
    private: bool = False
    """See `Proposal`."""
    rated: bool = False
    """See `Proposal`."""
    rematch_of: MatchId | None = None


class _OfSeat(Event, frozen=True, kw_only=True):
    seat: SeatNumber


class Joined(_OfSeat, frozen=True, kw_only=True, tag="joined"):
    """A person took a seat."""

    person: PersonId
    name: Name
    nonce: Nonce


class Left(_OfSeat, frozen=True, kw_only=True, tag="left"):
    """Before the start the seat becomes free; afterwards its player is away."""


class Returned(_OfSeat, frozen=True, kw_only=True, tag="returned"):
    """The player of a seat is back."""


class Started(Event, frozen=True, kw_only=True, tag="started"):
    """All seats are taken. The seed and these nonces determine the piles."""

    nonces: Annotated[tuple[Nonce, ...], Meta(min_length=2, max_length=6)]
    piles: Annotated[tuple[tuple[int, ...], ...], Meta(max_length=6)] | None = None
    """Tile numbers of each pile, first drawn first. Only with open piles."""


class Acted(_OfSeat, frozen=True, kw_only=True, tag="acted"):
    """A decision, and the draws that followed it."""

    action: Action
    words: Words
    """The action as game records write it."""
    key: Key
    """Hash of the state afterwards, for clients to verify theirs."""
    draws: Annotated[tuple[Action, ...], Meta(max_length=100)] = ()
    auto: bool = False
    """Whether the match acted for a seat that has given up."""


class Undone(_OfSeat, frozen=True, kw_only=True, tag="undone"):
    """The last act was undone."""

    key: Key


class Resigned(_OfSeat, frozen=True, kw_only=True, tag="resigned"):
    """A player gave up."""


class Flagged(_OfSeat, frozen=True, kw_only=True, tag="flagged"):
    """A player's time ran out."""


class Forfeited(_OfSeat, frozen=True, kw_only=True, tag="forfeited"):
    """A bot could not go on."""

    why: Words


class DrawOffered(_OfSeat, frozen=True, kw_only=True, tag="draw_offered"):
    """A player offered a draw to all others. It stands until a player declines."""


class DrawAccepted(_OfSeat, frozen=True, kw_only=True, tag="draw_accepted"):
    """A player accepted; the game is drawn when all have."""


class DrawDeclined(_OfSeat, frozen=True, kw_only=True, tag="draw_declined"):
    """A player declined or withdrew the offer, which ends it."""


class Paused(Event, frozen=True, kw_only=True, tag="paused"):
    """The host stopped; clocks stand still."""


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """The host is back; clocks run again."""

    alive: Milliseconds
    """Last moment at which the host is known to have run. No clock is charged for the time since."""


class How(StrEnum):
    """What ended a match."""

    RULES = "rules"
    RESIGNED = "resigned"
    TIME = "time"
    FORFEIT = "forfeit"
    AGREED = "agreed"
    ABORTED = "aborted"


class Finished(Event, frozen=True, kw_only=True, tag="finished"):
    """The end, with the seed that the host had committed to."""

    how: How
    result: Annotated[tuple[Literal[-1, 0, 1], ...], Meta(min_length=2, max_length=6)]
    """For each seat 1 won, 0 drawn, -1 lost."""
    seed: Digest
    why: Words = ""


class RematchOffered(_OfSeat, frozen=True, kw_only=True, tag="rematch_offered"):
    """A player offered another match."""


class RematchAccepted(_OfSeat, frozen=True, kw_only=True, tag="rematch_accepted"):
    """A player accepted; the host makes the match when all have."""


class RematchDeclined(_OfSeat, frozen=True, kw_only=True, tag="rematch_declined"):
    """A player declined or withdrew the offer."""


class RematchMade(Event, frozen=True, kw_only=True, tag="rematch_made"):
    """The host made the rematch."""

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
class MatchPhase(StrEnum):
    """The phase of a match."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


class Present(_Part, frozen=True, kw_only=True):
    """The current state of a match."""

    last: Number
    """Number of the last event."""
    at: Milliseconds
    """The moment that the times refer to."""
    phase: MatchPhase
    awaited: SeatNumber | None = None
    """The seat to decide."""
    key: Key | None = None
    state: bytes | None = None
    """`State.to_bytes()` in base64, once the match has started. It holds only public information."""
    left: Annotated[tuple[int, ...], Meta(max_length=6)] | None = None
    """Milliseconds left for each seat. The awaited seat's clock runs unless the match is paused."""
    paused: bool = False


class Code(StrEnum):
    """Why a command is refused. Only hosts use the codes from `TOO_LARGE` on, never the match."""

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
    """The command's id; empty if it could not be read."""
    match: str


class Accepted(Reply, frozen=True, kw_only=True, tag="accepted"):
    """The events `first` to `last` are in the log. A repeated command gets the same reply again."""

    first: Number
    last: Number


class Refused(Reply, frozen=True, kw_only=True, tag="refused"):
    """Nothing was done."""

    code: Code
    why: str
    present: Present | None = None
    """The current state, if the command was stale."""


class Following(Reply, frozen=True, kw_only=True, tag="following"):
    """Events follow from the requested number on; `last` is the newest."""

    last: Number


class Looked(Reply, frozen=True, kw_only=True, tag="looked"):
    """The current state of the match."""

    present: Present


class Sent(Reply, frozen=True, kw_only=True, tag="sent"):
    """The reaction is on its way to all who follow. Nothing is in the log."""


AnyReply = Accepted | Refused | Following | Looked | Sent


class Presence(_Part, frozen=True, kw_only=True, tag_field="type", tag="presence"):
    """A note: which seats are connected, and how many others watch."""

    match: MatchId
    here: _Seats
    watching: Annotated[int, Meta(ge=0)] = 0


class Shown(_Part, frozen=True, kw_only=True, tag_field="type", tag="shown"):
    """A note: a live view after an event that changed who may decide what.

    It follows that event, the same for all who follow with `show`. The host's view package makes its forms
    (docs/view.md); this package does not read them.
    """

    match: MatchId
    n: Number
    """The event that it follows. If several events came together, it is the last relevant one."""
    lang: Lang
    look: Annotated[Raw, Meta(extra={"form": "LiveLook"})]
    """The table and the legal actions. `POST /api/views/look` adds the fields of a study board."""
    story: Annotated[Raw, Meta(extra={"form": "Story"})]
    """The steps that led to it, starting before anything changed, as `POST /api/views/story` answers."""
    left: Annotated[tuple[int, ...], Meta(max_length=6)] | None = None
    """Milliseconds left for each seat, in a match with clocks."""
    running: SeatNumber | None = None
    """The seat whose clock runs."""


class Skipped(_Part, frozen=True, kw_only=True, tag_field="type", tag="skipped"):
    """A note in place of `Shown`, if the client or the host has too much queued. The client may ask for the view."""

    match: MatchId
    n: Number


class Reacted(_Part, frozen=True, kw_only=True, tag_field="type", tag="reacted"):
    """A note: a player's reaction. People who have blocked each other do not get each other's."""

    match: MatchId
    seat: SeatNumber
    reaction: Reaction


AnyNote = Presence | Shown | Skipped | Reacted
AnyMessage = AnyEvent | AnyReply | AnyNote
"""Everything that a client may receive."""


# --- bytes ----------------------------------------------------------------------------------------
class _Address(Struct, frozen=True):
    """The readable part of an invalid command."""

    id: CommandId = ""
    match: MatchId = ""


_ENCODER: Final = msgspec.json.Encoder()
_COMMANDS: Final[msgspec.json.Decoder[AnyCommand]] = msgspec.json.Decoder(AnyCommand)
_EVENTS: Final[msgspec.json.Decoder[AnyEvent]] = msgspec.json.Decoder(AnyEvent)
_MESSAGES: Final[msgspec.json.Decoder[AnyMessage]] = msgspec.json.Decoder(AnyMessage)
_PROPOSALS: Final = msgspec.json.Decoder(Proposal)
_ADDRESSES: Final = msgspec.json.Decoder(_Address)


def encode(message: Struct) -> bytes:
    """Encode a message as JSON on one line."""
    return _ENCODER.encode(message)


def decode_command(data: bytes) -> AnyCommand:
    """Read a command. Raises `Malformed` with the command's id if that could be read."""
    if len(data) > LONGEST_COMMAND:
        raise Malformed(f"expected a command of at most {LONGEST_COMMAND} bytes, got {len(data)}")
    try:
        return _decoded(_COMMANDS, data)
    except Malformed as error:
        address = _address(data)
        raise Malformed(str(error), address.id, address.match) from None


def decode_event(data: bytes) -> AnyEvent:
    """Read an event from a log. Raises `Malformed`."""
    return _decoded(_EVENTS, data)


def decode_message(data: bytes) -> AnyMessage:
    """Read an event, a reply or a note. Raises `Malformed`."""
    return _decoded(_MESSAGES, data)


def decode_proposal(data: bytes) -> Proposal:
    """Read a proposal. Raises `Malformed`. `Terms.game` checks whether its terms are consistent."""
    return _decoded(_PROPOSALS, data)


def _decoded(decoder: msgspec.json.Decoder[T], data: bytes) -> T:
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Malformed(readable_error(str(error))) from None
    except RecursionError:
        raise Malformed("nested too deep") from None


def readable_error(problem: str) -> str:
    """Turn an error of msgspec's decoders into one line for people: the place, then what was expected there."""
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
    """The JSON schema of commands, messages to clients, and proposals, for OpenAPI."""
    named = {"Command": AnyCommand, "Message": AnyMessage, "Proposal": Proposal}
    whole, parts = msgspec.json.schema_components(named.values(), ref_template="#/components/schemas/{name}")
    return {**parts, **dict(zip(named, whole, strict=True))}
