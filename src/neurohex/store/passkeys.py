"""Passkeys of accounts: public keys of people's devices, and the challenges that devices are to sign."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from neurohex.store.storable import Row, is_storable, storable

_COLUMNS: Final = "id, person, public_key, count, label, created, used"
_ADD: Final = f"INSERT INTO passkeys ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
_OF: Final = f"SELECT {_COLUMNS} FROM passkeys WHERE person = ? ORDER BY created, id"
_ONE: Final = f"SELECT {_COLUMNS} FROM passkeys WHERE id = ?"
_USE: Final = "UPDATE passkeys SET count = ?, used = ? WHERE id = ? AND count <= ?"
_REMOVE: Final = "DELETE FROM passkeys WHERE id = ? AND person = ?"
_CHALLENGE: Final = "INSERT INTO challenges (challenge, person, expires) VALUES (?, ?, ?)"
_TAKE: Final = "DELETE FROM challenges WHERE challenge = ? AND person = ? AND expires >= ?"
_EXPIRED: Final = "DELETE FROM challenges WHERE expires < ?"


@dataclass(frozen=True, slots=True)
class Passkey:
    """A key of a person's device. Ids and keys are base64url texts."""

    id: str
    person: str
    public_key: str
    count: int
    """How often it has signed, as the device counts; 0 if it does not."""
    label: str
    created: float
    """In seconds since 1970."""
    used: float
    """When it last signed in, in seconds since 1970; 0 for never."""


class PasskeyStore(Protocol):
    """A part of `Store`."""

    async def add_passkey(self, passkey: Passkey) -> bool:
        """Store a passkey; False if there is one with its id."""

    async def passkeys(self, person: str) -> list[Passkey]:
        """Return the passkeys of a person, the oldest first."""

    async def passkey(self, name: str) -> Passkey | None:
        """Return the passkey with this id, or None."""

    async def use_passkey(self, name: str, count: int, now: float) -> bool:
        """Note a use; False if the passkey was removed, or has counted further: then it may be a copy."""

    async def remove_passkey(self, name: str, person: str) -> bool:
        """Delete a passkey of a person; False if the person has none with this id."""

    async def add_challenge(self, challenge: str, person: str, expires: float, now: float) -> None:
        """Store a challenge for a person, or for anybody (empty). Expired ones are forgotten."""

    async def take_challenge(self, challenge: str, person: str, now: float) -> bool:
        """Use a challenge up; False if there is none for this person, or it has expired. Of several takers one gets
        it."""


class PasskeySql(ABC):
    """`PasskeyStore` over an SQL database."""

    @abstractmethod
    async def _fetch(self, statement: str, values: Sequence[Any]) -> list[Row]: ...

    @abstractmethod
    async def _change(self, statement: str, values: Sequence[Any]) -> int: ...

    async def add_passkey(self, passkey: Passkey) -> bool:
        """See `PasskeyStore.add_passkey`."""
        storable(passkey.label, "passkey: the label")
        row = (passkey.id, passkey.person, passkey.public_key, passkey.count, passkey.label)
        return await self._change(_ADD, (*row, passkey.created, passkey.used)) == 1

    async def passkeys(self, person: str) -> list[Passkey]:
        """See `PasskeyStore.passkeys`."""
        return [Passkey(*row) for row in await self._fetch(_OF, (person,))] if is_storable(person) else []

    async def passkey(self, name: str) -> Passkey | None:
        """See `PasskeyStore.passkey`."""
        rows = await self._fetch(_ONE, (name,)) if is_storable(name) else []
        return Passkey(*rows[0]) if rows else None

    async def use_passkey(self, name: str, count: int, now: float) -> bool:
        """See `PasskeyStore.use_passkey`."""
        return await self._change(_USE, (count, now, name, count)) == 1

    async def remove_passkey(self, name: str, person: str) -> bool:
        """See `PasskeyStore.remove_passkey`."""
        return is_storable(name) and await self._change(_REMOVE, (name, person)) == 1

    async def add_challenge(self, challenge: str, person: str, expires: float, now: float) -> None:
        """See `PasskeyStore.add_challenge`."""
        await self._change(_EXPIRED, (now,))
        await self._change(_CHALLENGE, (challenge, person, expires))

    async def take_challenge(self, challenge: str, person: str, now: float) -> bool:
        """See `PasskeyStore.take_challenge`."""
        return is_storable(challenge) and await self._change(_TAKE, (challenge, person, now)) == 1
