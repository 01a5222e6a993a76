"""Codes with which another device becomes the same person: each once, for a few minutes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from neurohex.store.storable import Row, storable

_ADD: Final = "INSERT INTO codes (code, person, name, expires) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
_OF: Final = "SELECT person, name, expires FROM codes WHERE code = ?"
_TAKE: Final = "DELETE FROM codes WHERE code = ?"
_FORGET: Final = "DELETE FROM codes WHERE person = ? OR expires < ?"


@dataclass(frozen=True, slots=True)
class Code:
    """Whom a code names."""

    person: str
    name: str
    expires: float
    """In seconds since 1970."""


class CodeStore(Protocol):
    """A part of `Store`."""

    async def add_code(self, code: str, given: Code, now: float) -> None:
        """Store a person's code, by its hash. Older ones of the person, and expired ones, are forgotten."""

    async def take_code(self, code: str, now: float) -> Code | None:
        """Use a code up, by its hash; None if there is none or it has expired. Of several takers one gets it."""


class CodeSql(ABC):
    """`CodeStore` over an SQL database."""

    @abstractmethod
    async def _fetch(self, statement: str, values: Sequence[Any]) -> list[Row]: ...

    @abstractmethod
    async def _change(self, statement: str, values: Sequence[Any]) -> int: ...

    async def add_code(self, code: str, given: Code, now: float) -> None:
        """See `CodeStore.add_code`."""
        person = storable(given.person, "code: the person")
        await self._change(_FORGET, (person, now))
        await self._change(_ADD, (code, person, storable(given.name, "code: the name"), given.expires))

    async def take_code(self, code: str, now: float) -> Code | None:
        """See `CodeStore.take_code`."""
        rows = await self._fetch(_OF, (code,))
        if not rows or rows[0][2] < now or await self._change(_TAKE, (code,)) == 0:
            return None
        return Code(*rows[0])
