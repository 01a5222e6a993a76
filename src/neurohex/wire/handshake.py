"""The handshake of a socket, and close codes.

A socket starts with a `Hello`, which carries the token. The server answers with a `Welcome`, or with a `Refused` and
closes. After that, `neurohex.wire.messages` applies: commands go up; replies, events and notes come down.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from neurohex.wire.messages import AnyMessage, CommandId, Malformed, Name, PersonId

SOCKET_PATH: Final = "/api/socket"
LONGEST_TOKEN: Final = 1_000


class Hello(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", tag="hello"):
    """The first message of a socket."""

    id: CommandId
    token: Annotated[str, Meta(max_length=LONGEST_TOKEN)] | None = None
    """Who connects. Clients without a token may watch."""


class Welcome(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="welcome"):
    """The answer to a `Hello`."""

    id: CommandId
    server: str
    """Name and version of the server."""
    person: PersonId | None = None
    name: Name | None = None


class Close(IntEnum):
    """Why a server closes a socket. After any code but `NOT_SIGNED_IN` a client may reconnect and continue."""

    RESTART = 1012
    """The server stops; it or another one will be back."""
    NOT_SIGNED_IN = 4001
    NO_HELLO = 4002
    """The first message was no hello, or none came in time."""
    SLOW = 4008
    """The client did not read its messages."""
    TOO_FAST = 4029
    """The client kept sending after it was told to wait."""


_HELLO: Final = msgspec.json.Decoder(Hello)
ServerMessage = AnyMessage | Welcome
_SERVER_MESSAGES: Final[msgspec.json.Decoder[ServerMessage]] = msgspec.json.Decoder(ServerMessage)


def decode_hello(data: bytes) -> Hello:
    """Read the first message. Raises `Malformed`."""
    try:
        return _HELLO.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Malformed(f"expected a hello first: {' '.join(str(error).split())}") from None


def decode_server_message(data: bytes | str) -> ServerMessage:
    """Read a message from a server. Raises `Malformed`."""
    try:
        return _SERVER_MESSAGES.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Malformed(" ".join(str(error).split())) from None
