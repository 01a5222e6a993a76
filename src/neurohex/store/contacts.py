"""Where people want to be told that it is their turn, and about which turns they were."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from neurohex.store.storable import Row, is_storable, storable

_CONTACT: Final = "person, email, lang, hook, confirmed, code, expires"
_CONTACT_OF: Final = f"SELECT {_CONTACT} FROM contacts WHERE person = ?"
_SET: Final = f"""
    INSERT INTO contacts ({_CONTACT}) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (person) DO UPDATE SET email = excluded.email, lang = excluded.lang, hook = excluded.hook,
        confirmed = excluded.confirmed, code = excluded.code, expires = excluded.expires
"""
_REMOVE: Final = "DELETE FROM contacts WHERE person = ?"
_CONFIRM: Final = """
    UPDATE contacts SET confirmed = 1, code = '' WHERE person = ? AND code = ? AND code <> '' AND expires >= ?
"""
_DUE: Final = """
    SELECT id, matches.updated, contacts.person, email, lang, hook, confirmed FROM matches
    JOIN contacts ON contacts.person = matches.turn_of
    WHERE (confirmed = 1 OR hook = 1) AND matches.updated <= ?
      AND NOT EXISTS (SELECT 1 FROM told WHERE told.match = id AND told.at >= matches.updated)
    ORDER BY matches.updated LIMIT ?
"""
# One of several servers changes the row, and sends the notice.
_TELL: Final = """
    INSERT INTO told (match, at) SELECT id, ? FROM matches WHERE id = ?
    ON CONFLICT (match) DO UPDATE SET at = excluded.at WHERE told.at < excluded.at
"""


@dataclass(frozen=True, slots=True)
class Contact:
    """How a person wants to be told."""

    person: str
    email: str = ""
    lang: str = "en"
    hook: bool = False
    """Whether the operator's webhook may be called."""
    confirmed: bool = False
    """Whether the person has received a mail at that address."""
    code: str = ""
    """The hash of the code in that mail, until it is confirmed."""
    expires: float = 0.0
    """When the code expires, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class DueNotice:
    """A turn that has waited, and whom to tell."""

    match: str
    since: float
    """When the turn began, in seconds since 1970."""
    contact: Contact


class ContactStore(Protocol):
    """A part of `Store`."""

    async def contact(self, person: str) -> Contact | None:
        """Return how a person wants to be told; None if in no way."""

    async def set_contact(self, contact: Contact) -> None:
        """Replace how a person wants to be told."""

    async def remove_contact(self, person: str) -> None:
        """Tell a person nothing more."""

    async def confirm_contact(self, person: str, code: str, now: float) -> bool:
        """Confirm an address with the hash of its code; False if it is wrong or has expired."""

    async def due_notices(self, before: float, limit: int = 100) -> list[DueNotice]:
        """Return turns that began before a moment and about which nobody was told, the oldest first."""

    async def tell(self, match: str, since: float) -> bool:
        """Note that somebody is told about a turn; False if another server has."""


class ContactSql(ABC):
    """`ContactStore` over an SQL database."""

    @abstractmethod
    async def _fetch(self, statement: str, values: Sequence[Any]) -> list[Row]: ...

    @abstractmethod
    async def _change(self, statement: str, values: Sequence[Any]) -> int: ...

    async def contact(self, person: str) -> Contact | None:
        """See `ContactStore.contact`."""
        rows = await self._fetch(_CONTACT_OF, (person,)) if is_storable(person) else []
        return contact_of(rows[0]) if rows else None

    async def set_contact(self, contact: Contact) -> None:
        """See `ContactStore.set_contact`."""
        row = (
            storable(contact.person, "contact: the person"),
            storable(contact.email, "contact: the address"),
            storable(contact.lang, "contact: the language"),
            int(contact.hook),
            int(contact.confirmed),
            contact.code,
            contact.expires,
        )
        await self._change(_SET, row)

    async def remove_contact(self, person: str) -> None:
        """See `ContactStore.remove_contact`."""
        if is_storable(person):
            await self._change(_REMOVE, (person,))

    async def confirm_contact(self, person: str, code: str, now: float) -> bool:
        """See `ContactStore.confirm_contact`."""
        return await self._change(_CONFIRM, (storable(person, "contact: the person"), code, now)) == 1

    async def due_notices(self, before: float, limit: int = 100) -> list[DueNotice]:
        """See `ContactStore.due_notices`."""
        return [
            DueNotice(match, since, contact_of((*contact, "", 0.0)))
            for match, since, *contact in await self._fetch(_DUE, (before, limit))
        ]

    async def tell(self, match: str, since: float) -> bool:
        """See `ContactStore.tell`."""
        return await self._change(_TELL, (since, match)) == 1


def contact_of(row: Sequence[Any]) -> Contact:
    """A contact from its row."""
    person, email, lang, hook, confirmed, code, expires = row
    return Contact(person, email, lang, bool(hook), bool(confirmed), code, float(expires))
