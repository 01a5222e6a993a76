"""Who somebody is: guests with a name, accounts with a password, and the signed tokens that both carry.

A token says who its bearer is, and was signed by this server. It also says how often the tokens of that person had been
revoked when it was given: it is valid until they are revoked once more (`neurohex.server.revocations`). A token
travels in the `Authorization` header of a request or in the first message of a socket, never in a URL, and it is never
logged.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
import unicodedata
from dataclasses import dataclass
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from itsdangerous import BadSignature, URLSafeTimedSerializer

from neurohex.client.forms import Person
from neurohex.client.handshake import LONGEST_TOKEN
from neurohex.store import name_key

_SALT: Final = "neurohex-token-1"  # names what is signed; a new form of tokens takes a new one
_DAY: Final = 86_400


class BadToken(ValueError):
    """A token that this server did not give, or gave too long ago."""


class BadPassword(ValueError):
    """A password that does not fit the name."""


@dataclass(frozen=True, slots=True)
class Epochs:
    """How often tokens had been revoked at some moment."""

    own: int = 0
    """Those of one person."""
    all: int = 0
    """Those of everybody."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """What a token says."""

    person: Person
    epochs: Epochs
    """As they were when it was given."""


class Tokens:
    """Signs and reads tokens."""

    def __init__(self, key: bytes, days: int) -> None:
        """`key` is the server's secret: whoever has it can be anybody."""
        self._serializer = URLSafeTimedSerializer(key, salt=_SALT)
        self._seconds = days * _DAY

    def give(self, person: Person, epochs: Epochs) -> str:
        """A token for somebody, valid until their tokens are revoked more often than `epochs` says."""
        return str(self._serializer.dumps([person.id, person.name, epochs.own, epochs.all]))

    def read(self, token: str) -> Bearer:
        """What a token says; whether it was revoked is for the caller to check. Raises `BadToken`, which does not
        repeat the token."""
        try:
            if len(token) > LONGEST_TOKEN:
                raise BadToken("this token is longer than any of this server")
            (who, name, *epochs), given = self._serializer.loads(token, return_timestamp=True)
            own, everybody = epochs or (0, 0)  # tokens of version 0.1 have none
            # Not by `max_age`, which refuses tokens of the future: clocks of several servers differ, and are set back.
            if time.time() - given.timestamp() > self._seconds:
                raise BadToken("this token is too old: ask for a new one")
        except (BadSignature, ValueError, TypeError) as error:
            if isinstance(error, BadToken):
                raise
            raise BadToken("this token was not given by this server") from error
        return Bearer(Person(id=str(who), name=str(name)), Epochs(int(own), int(everybody)))


def guest(name: str) -> Person:
    """Somebody new with that name."""
    return Person(id=f"guest-{secrets.token_hex(12)}", name=name)


def account(name: str) -> Person:
    """Whoever has the account of that name, in capitals or not, as the store tells names apart (`name_key`)."""
    return Person(id=f"account-{hashlib.sha256(name_key(name).encode()).hexdigest()[:24]}", name=name)


_BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters by their category that show nothing."""
_SHOWN: Final = ("L", "N", "P", "S")


def is_visible(name: str) -> bool:
    """Whether a name shows something, and nothing in it is invisible, a second space in a row included."""
    plain = unicodedata.normalize("NFKC", name)
    hidden = any(letter in _BLANK or unicodedata.category(letter) in ("Cf", "Cc", "Zl", "Zp") for letter in name)
    return not hidden and "  " not in name and any(unicodedata.category(letter)[0] in _SHOWN for letter in plain)


class Passwords:
    """Hashes and checks passwords with Argon2, one at a time and beside everything else that runs."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._one = asyncio.Semaphore(1)  # a hash takes much memory: nobody may fill it by asking often
        self._nobody = ""

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        async with self._one:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def check(self, password: str, kept: str | None) -> None:
        """Raise `BadPassword` unless it is the one. Without an account (`None`) it takes as long, and fails."""
        if not self._nobody:
            self._nobody = await self.hash(secrets.token_hex(16))
        async with self._one:
            try:
                await asyncio.to_thread(self._hasher.verify, kept or self._nobody, password)
            except (VerifyMismatchError, VerificationError, InvalidHashError) as error:
                raise BadPassword("no account has that name and password") from error
        if kept is None:  # cannot be: nobody knows that password
            raise BadPassword("no account has that name and password")
