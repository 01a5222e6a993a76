"""Whom people want to keep away from, and what they report to the operator."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from neurohex.store.storable import Row, is_storable, storable

_BLOCK: Final = """
    INSERT INTO blocks (person, blocked, name, created)
    SELECT ?, ?, ?, ? WHERE (SELECT count(*) FROM blocks WHERE person = ?) < ?
    ON CONFLICT DO NOTHING
"""
_UNBLOCK: Final = "DELETE FROM blocks WHERE person = ? AND blocked = ?"
_HAS_BLOCKED: Final = "SELECT 1 FROM blocks WHERE person = ? AND blocked = ?"
_BLOCKS: Final = "SELECT blocked, name, created FROM blocks WHERE person = ? ORDER BY created, blocked"
_KEPT_APART: Final = "SELECT blocked FROM blocks WHERE person = ? UNION SELECT person FROM blocks WHERE blocked = ?"
REPORT_COLUMNS: Final = "id, reporter, person, name, reason, match, created, closed, note"
_REPORT: Final = """
    INSERT INTO reports (id, reporter, person, name, reason, match, created)
    SELECT ?, ?, ?, ?, ?, ?, ? WHERE (SELECT count(*) FROM reports WHERE reporter = ? AND created > ?) < ?
    ON CONFLICT DO NOTHING
"""
_REPORTED: Final = """
    SELECT 1 FROM reports WHERE reporter = ? AND person = ? AND reason = ? AND match = ? AND closed IS NULL
"""


@dataclass(frozen=True, slots=True)
class Block:
    """A person whom another one has blocked."""

    person: str
    """The blocked one."""
    name: str
    """Their name at that time."""
    created: float
    """In seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a person has reported about another one."""

    id: str
    reporter: str
    person: str
    """Whom it is about."""
    name: str
    """Their name at that time."""
    reason: str
    match: str
    """Where it happened; empty if in no match. The match may have been deleted since."""
    created: float
    """In seconds since 1970."""
    closed: float | None = None
    """When the operator closed it."""
    note: str = ""
    """The operator's, when closing it."""


class MannersStore(Protocol):
    """A part of `Store`."""

    async def block(self, person: str, block: Block, most: int) -> bool:
        """Block somebody; False if the person has blocked `most` already. Blocking again changes nothing."""

    async def unblock(self, person: str, other: str) -> None:
        """Block somebody no more."""

    async def blocks(self, person: str) -> list[Block]:
        """Return whom a person has blocked, the first first."""

    async def kept_apart(self, person: str) -> frozenset[str]:
        """Return whom a person has blocked, and who has blocked that person."""

    async def add_report(self, report: Report, since: float, most: int) -> bool:
        """Store a report; False if the reporter has made `most` since a moment. An open report about the same is not
        repeated."""


class MannersSql(ABC):
    """`MannersStore` over an SQL database."""

    @abstractmethod
    async def _fetch(self, statement: str, values: Sequence[Any]) -> list[Row]: ...

    @abstractmethod
    async def _change(self, statement: str, values: Sequence[Any]) -> int: ...

    async def block(self, person: str, block: Block, most: int) -> bool:
        """See `MannersStore.block`."""
        who, whom = storable(person, "block: the person"), storable(block.person, "block: the blocked one")
        name = storable(block.name, "block: the name")
        if await self._change(_BLOCK, (who, whom, name, block.created, who, most)):
            return True
        return bool(await self._fetch(_HAS_BLOCKED, (who, whom)))

    async def unblock(self, person: str, other: str) -> None:
        """See `MannersStore.unblock`."""
        if is_storable(other):
            await self._change(_UNBLOCK, (person, other))

    async def blocks(self, person: str) -> list[Block]:
        """See `MannersStore.blocks`."""
        rows = await self._fetch(_BLOCKS, (person,)) if is_storable(person) else []
        return [Block(who, name, float(created)) for who, name, created in rows]

    async def kept_apart(self, person: str) -> frozenset[str]:
        """See `MannersStore.kept_apart`."""
        rows = await self._fetch(_KEPT_APART, (person, person)) if is_storable(person) else []
        return frozenset(who for (who,) in rows)

    async def add_report(self, report: Report, since: float, most: int) -> bool:
        """See `MannersStore.add_report`."""
        about = (
            storable(report.reporter, "report: the reporter"),
            storable(report.person, "report: the person"),
            storable(report.reason, "report: the reason"),
            storable(report.match, "report: the match"),
        )
        who, whom, reason, match = about
        name = storable(report.name, "report: the name")
        row = (report.id, who, whom, name, reason, match, report.created)
        if await self._change(_REPORT, (*row, who, since, most)):
            return True
        return bool(await self._fetch(_REPORTED, about))


def report_of(row: Sequence[Any]) -> Report:
    """A report from its row (`REPORT_COLUMNS`)."""
    which, reporter, person, name, reason, match, created, closed, note = row
    ended = None if closed is None else float(closed)
    return Report(which, reporter, person, name, reason, match, float(created), ended, note)
