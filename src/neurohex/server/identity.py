"""Guests with a name, accounts with a password, and their signed tokens.

A token names its bearer and carries the person's revocation epochs at the time of issue. It is valid until the person's
tokens are revoked again (`neurohex.server.revocations`). It travels in the `Authorization` header or in the first
message of a socket, never in a URL, and is never logged.
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

from neurohex.store import Account
from neurohex.wire.handshake import LONGEST_TOKEN
from neurohex.wire.http import Person

_SALT: Final = "neurohex-token-1"  # change it with the token format
_DAY: Final = 86_400


class BadToken(ValueError):
    """A token with a bad signature, or one that has expired."""


class BadPassword(ValueError):
    """The password does not match the account."""


@dataclass(frozen=True, slots=True)
class Epochs:
    """How often tokens had been revoked at some moment."""

    own: int = 0
    """Revocations for this person."""
    all: int = 0
    """Revocations for everybody."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """The content of a token."""

    person: Person
    epochs: Epochs
    """Revocation epochs at the time of issue."""


class Tokens:
    """Signs and verifies tokens."""

    def __init__(self, key: bytes, days: int) -> None:
        """`key` is the server's secret. Anyone who knows it can forge tokens."""
        self._serializer = URLSafeTimedSerializer(key, salt=_SALT)
        self._seconds = days * _DAY

    def give(self, person: Person, epochs: Epochs) -> str:
        """Issue a token. It is valid until the person's epochs exceed `epochs`."""
        return str(self._serializer.dumps([person.id, person.name, epochs.own, epochs.all, int(person.account)]))

    def read(self, token: str) -> Bearer:
        """Verify a token and return its content. The caller checks revocation. Raises `BadToken`, whose text does not
        contain the token."""
        try:
            if len(token) > LONGEST_TOKEN:
                raise BadToken("this token is longer than any of this server")
            (who, name, *epochs), given = self._serializer.loads(token, return_timestamp=True)
            own, everybody, *account = epochs or (0, 0)  # version 0.1 issued tokens without epochs
            has_account = bool(account[0]) if account else str(who).startswith(ACCOUNT)
            # `max_age` would also refuse tokens from the future, but the clocks of servers differ.
            if time.time() - given.timestamp() > self._seconds:
                raise BadToken("this token is too old: ask for a new one")
        except (BadSignature, ValueError, TypeError) as error:
            if isinstance(error, BadToken):
                raise
            raise BadToken("this token was not given by this server") from error
        return Bearer(Person(id=str(who), name=str(name), account=has_account), Epochs(int(own), int(everybody)))


def guest(name: str) -> Person:
    """A new guest with this name."""
    return Person(id=f"{GUEST}{secrets.token_hex(12)}", name=name)


GUEST: Final = "guest-"
"""Prefix of the id of a person who was a guest first."""
ACCOUNT: Final = "account-"
"""Prefix of the id of a person who had an account first."""


def account(name: str) -> Person:
    """The owner of a new account. Pass the name as the store has it: for a few letters, such as the Greek \u0390,
    another spelling of the same name (`name_key`) would give another id."""
    # Matches hold the id, so this formula never changes.
    key = unicodedata.normalize("NFKC", name).casefold()
    return Person(id=f"{ACCOUNT}{hashlib.sha256(key.encode()).hexdigest()[:24]}", name=name, account=True)


def owner(known: Account) -> Person:
    """The owner of an account: a guest who made it stays the same person."""
    return account(known.name) if known.person is None else Person(id=known.person, name=known.name, account=True)


_CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that people do not confuse."""
_CODE_LENGTH: Final = 8


def new_code() -> str:
    """A code for people to type: 8 letters and digits, 39 bits."""
    letters = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
    return f"{letters[:4]}-{letters[4:]}"


def code_hash(code: str) -> str:
    """The hash under which a code is stored. Case, spaces and hyphens do not count."""
    plain = "".join(letter for letter in code.upper() if letter.isalnum())
    return hashlib.sha256(plain.encode()).hexdigest()


_BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters by Unicode category that render as nothing."""
_SHOWN: Final = ("L", "N", "P", "S")


def is_visible(name: str) -> bool:
    """Whether a name has a visible character, no invisible one, and no two spaces in a row."""
    plain = unicodedata.normalize("NFKC", name)
    hidden = any(letter in _BLANK or unicodedata.category(letter) in ("Cf", "Cc", "Zl", "Zp") for letter in name)
    return not hidden and "  " not in name and any(unicodedata.category(letter)[0] in _SHOWN for letter in plain)


class Passwords:
    """Hashes and verifies passwords with Argon2, one at a time, in a thread."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._one = asyncio.Semaphore(1)  # a hash needs much memory: parallel requests must not exhaust it
        self._dummy_hash = ""

    async def hash(self, password: str) -> str:
        """Return the hash to store."""
        async with self._one:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def check(self, password: str, stored: str | None) -> None:
        """Raise `BadPassword` unless the password matches the hash. Without an account (`None`) the check takes the
        same time and fails."""
        if not self._dummy_hash:
            self._dummy_hash = await self.hash(secrets.token_hex(16))
        async with self._one:
            try:
                await asyncio.to_thread(self._hasher.verify, stored or self._dummy_hash, password)
            except (VerifyMismatchError, VerificationError, InvalidHashError) as error:
                raise BadPassword("no account has that name and password") from error
        if stored is None:  # cannot match: the dummy password is random
            raise BadPassword("no account has that name and password")
