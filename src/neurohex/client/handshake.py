"""What a client and a server say to each other before they speak of matches, and how a server hangs up.

A socket begins with a `Hello`, which carries the token, and its answer: a `Welcome`, or a `Refused` and the end of it.
After that everything is as `neurohex.match.messages` says: commands go up; replies, events and notes come down.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from neurohex.match.messages import AnyMessage, CommandId, Malformed, Name, PersonId

SOCKET_PATH: Final = "/api/socket"
LONGEST_TOKEN: Final = 1_000


class Hello(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", tag="hello"):
    """The first message of a socket."""

    id: CommandId
    token: Annotated[str, Meta(max_length=LONGEST_TOKEN)] | None = None
    """Who it is; whoever gives none may watch."""


class Welcome(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="welcome"):
    """The answer to it."""

    id: CommandId
    server: str
    """What the server is, with its version."""
    person: PersonId | None = None
    name: Name | None = None


class Close(IntEnum):
    """Why a server ends a socket. After any but `NOT_SIGNED_IN` a client may come back and go on where it was."""

    RESTART = 1012
    """The server stops; another one, or the same, will be there."""
    NOT_SIGNED_IN = 4001
    NO_HELLO = 4002
    """The first message was none, or did not come in time."""
    SLOW = 4008
    """The client did not read what it was told."""
    TOO_FAST = 4029
    """The client went on sending though it was told to wait."""


_HELLO: Final = msgspec.json.Decoder(Hello)
Told = AnyMessage | Welcome
_TOLD: Final[msgspec.json.Decoder[Told]] = msgspec.json.Decoder(Told)


def decode_hello(data: bytes) -> Hello:
    """Read the first message. Raises `Malformed`."""
    try:
        return _HELLO.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Malformed(f"expected a hello first: {' '.join(str(error).split())}") from None


def decode_told(data: bytes | str) -> Told:
    """Read whatever a server says. Raises `Malformed`."""
    try:
        return _TOLD.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Malformed(" ".join(str(error).split())) from None
