"""Writes batches to PostgreSQL exactly once, although connections may be lost at any moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import psycopg
from psycopg.errors import DeadlockDetected, ForeignKeyViolation, SerializationFailure

from neurohex.store.connections import Connection, Connector, Retry, is_lost
from neurohex.store.errors import StoreError, Unavailable
from neurohex.store.forms import PEOPLE_COLUMNS, PROJECTION
from neurohex.store.group import Outcomes, Write
from neurohex.store.listener import CHANNEL
from neurohex.store.sql import refusal

_NEW_SUMMARIES: Final = """
    unnest(%b::text[], %b::text[], %b::text[], %b::text[], %s::float8[], %s::float8[], %s::float8[], %b::text[],
        %s::int[])
        AS new (id, status, game, seats, created, updated, deadline, turn_of, rated)
"""
ADD_MATCHES: Final = f"""
    INSERT INTO matches (id, status, game, seats, created, updated, deadline, turn_of, rated, projected)
    SELECT *, {PROJECTION} FROM {_NEW_SUMMARIES}
    ORDER BY id
    ON CONFLICT DO NOTHING
    RETURNING id
"""
ADD_SECRETS: Final = """
    INSERT INTO secrets (match, secret)
    SELECT * FROM unnest(%b::text[], %b::bytea[])
    ON CONFLICT DO NOTHING
"""
# An append needs the event before its first, so that a log has no holes. Rows are inserted in key order, so that
# processes that wait for each other's keys cannot deadlock.
ADD_EVENTS: Final = """
    INSERT INTO events (match, number, data)
    SELECT match, number, data
    FROM unnest(%b::text[], %s::int[], %b::bytea[], %s::int[]) AS new (match, number, data, after)
    WHERE after IS NULL
       OR EXISTS (SELECT FROM events AS before WHERE before.match = new.match AND before.number = after)
    ORDER BY match, number
    ON CONFLICT DO NOTHING
    RETURNING match
"""
REPLACE_SUMMARIES: Final = f"""
    UPDATE matches SET status = new.status, game = new.game, seats = new.seats, updated = new.updated,
        deadline = new.deadline, turn_of = new.turn_of,
        rated = CASE WHEN matches.rated = 2 THEN 2 ELSE new.rated END, projected = {PROJECTION}
    FROM {_NEW_SUMMARIES}
    WHERE matches.id = new.id
"""
# Seats rarely change. Compare them before the summaries are replaced.
RESEATED: Final = """
    SELECT id FROM matches JOIN unnest(%b::text[], %b::text[]) AS new (match, seats) ON id = match
    WHERE matches.seats <> new.seats
"""
ADD_PEOPLE: Final = f"""
    INSERT INTO people (match, {PEOPLE_COLUMNS})
    SELECT new.match, {PEOPLE_COLUMNS}
    FROM unnest(%b::text[], %b::text[], %b::text[], %s::int[], %b::text[], %s::int[])
        AS new (match, {PEOPLE_COLUMNS}) JOIN matches ON id = match
    ON CONFLICT DO NOTHING
"""
REMOVE_PEOPLE: Final = "DELETE FROM people WHERE match = ANY (%s)"
LAST: Final = """
    SELECT id, (SELECT max(number) FROM events WHERE match = id) FROM matches WHERE id = ANY (%s)
"""

NUMBER: Final = "SELECT pg_current_xact_id()::text"
BECAME: Final = "SELECT pg_xact_status(%s::xid8)"


class NotCommitted(psycopg.OperationalError):
    """The database did not answer COMMIT with COMMIT."""


class Writer:
    """Writes batches on its own connection."""

    def __init__(
        self,
        connector: Connector,
        connection: Connection,
        payloads: Callable[[Iterable[tuple[str, int]]], Iterable[str]],
    ) -> None:
        self._connector = connector
        self._connection = connection
        self._payloads = payloads

    async def commit(self, batch: list[Write]) -> Outcomes:
        """Write a batch with at most one write for each match. Each write is atomic. Raises `Unavailable` for all.

        If the connection is lost after COMMIT was sent, the writer asks the database for the outcome of the
        transaction. So nothing is written twice, and no written event is reported as lost, unless the database stays
        away.
        """
        refused: dict[str, StoreError] = {}
        waiting = batch
        unanswered: str | None = None
        retry = Retry(self._connector)
        while waiting:
            try:
                if self._connection.closed:
                    self._connection = await self._connector.connect()
                if unanswered is not None and await self._was_committed(unanswered, retry):
                    break
                unanswered = None
                transaction, losers = await self._prepare(waiting)
                if losers:
                    await self._connection.execute("ROLLBACK")
                    refused |= await self._reasons(losers)
                    waiting = [write for write in waiting if write.match not in refused]
                    continue
                unanswered = transaction
                await self._finish()
                break
            except psycopg.Error as error:
                lost = is_lost(self._connection, error)
                # After an error in a pipeline, psycopg may be wrong about its prepared statements: reconnect.
                await self._connection.close()
                if not lost:  # the database refuses the whole transaction
                    unanswered = None
                    # If a match was deleted at this moment, the retry finds it unknown.
                    if not isinstance(error, (DeadlockDetected, SerializationFailure, ForeignKeyViolation)):
                        refused |= await self._without(error, waiting)
                        break
                await retry.wait(error)
        return [refused.get(write.match) for write in batch]

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.close()

    async def _prepare(self, batch: list[Write]) -> tuple[str, list[Write]]:
        """Start a transaction with all writes; return its number and the writes that conflict."""
        new = [write for write in batch if write.secret is not None]
        changed = [write for write in batch if write.secret is None and write.summary is not None]
        told = [(write.match, write.number + len(write.events) - 1) for write in batch]
        made, reseated = None, None
        async with self._connection.pipeline():
            ask = self._connection.execute
            await ask("BEGIN")
            number = await ask(NUMBER)
            if new:
                made = await ask(ADD_MATCHES, _columns(_summaries(new), 9))
                await ask(ADD_SECRETS, _columns([(write.match, write.secret) for write in new], 2))
                await ask(ADD_PEOPLE, _columns(_people(new), 6))
            appended = await ask(ADD_EVENTS, _columns(_events(batch), 4))
            if changed:
                columns = _columns(_summaries(changed), 9)
                reseated = await ask(RESEATED, (columns[0], columns[3]))
                await ask(REPLACE_SUMMARIES, columns)
            for payload in self._payloads(told):
                await ask("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
        if reseated is not None and (moved := await _matches(reseated)):
            await ask(REMOVE_PEOPLE, (list(moved),))
            await ask(ADD_PEOPLE, _columns(_people(write for write in changed if write.match in moved), 6))
        begun = Counter() if made is None else await _matches(made)
        places = await _matches(appended)
        losers = [
            write
            for write in batch
            if places[write.match] < len(write.events) or (write.secret is not None and not begun[write.match])
        ]
        return (await number.fetchall())[0][0], losers

    async def _finish(self) -> None:
        answer = await self._connection.execute("COMMIT")
        if answer.statusmessage != "COMMIT":
            raise NotCommitted(f"expected the database to commit, and it said {answer.statusmessage}")

    async def _was_committed(self, transaction: str, retry: Retry) -> bool:
        """Whether a transaction was committed whose COMMIT got no answer."""
        while True:
            (status,) = (await (await self._connection.execute(BECAME, (transaction,))).fetchall())[0]
            if status != "in progress":
                return bool(status == "committed")
            # Its connection is lost; the server has not noticed, or is about to commit.
            await retry.wait(psycopg.OperationalError(f"transaction {transaction} does not end"))

    async def _reasons(self, losers: list[Write]) -> dict[str, StoreError]:
        """Return the refusals of these writes."""
        answer = await self._connection.execute(LAST, ([write.match for write in losers],))
        last: dict[str, int] = dict(await answer.fetchall())
        return {write.match: refusal(write, last.get(write.match)) for write in losers}

    async def _without(self, error: psycopg.Error, batch: list[Write]) -> dict[str, StoreError]:
        """Retry the writes one by one, because only some may be at fault."""
        if len(batch) == 1:
            return {batch[0].match: self._connector.trouble(error)}
        refused: dict[str, StoreError] = {}
        for number, write in enumerate(batch):
            try:
                (outcome,) = await self.commit([write])
            except Unavailable as gone:  # the database is gone, also for the remaining writes
                return refused | {later.match: gone for later in batch[number:]}
            if outcome is not None:
                refused[write.match] = outcome
        return refused


async def _matches(answer: psycopg.AsyncCursor[tuple[Any, ...]]) -> Counter[str]:
    """How often each match occurs in the first column of an answer."""
    return Counter(row[0] for row in await answer.fetchall())


def _summaries(batch: list[Write]) -> list[tuple[Any, ...]]:
    """The rows of ADD_MATCHES and REPLACE_SUMMARIES."""
    return [(write.match, *write.summary) for write in batch if write.summary is not None]


def _people(batch: Iterable[Write]) -> list[tuple[Any, ...]]:
    """The rows of ADD_PEOPLE."""
    return [(write.match, *row) for write in batch for row in write.people]


def _events(batch: list[Write]) -> list[tuple[str, int, bytes, int | None]]:
    """The rows of ADD_EVENTS."""
    return [
        (write.match, number, data, write.number - 1 if write.secret is None else None)
        for write in batch
        for number, data in enumerate(write.events, write.number)
    ]


def _columns(rows: Sequence[Sequence[Any]], width: int) -> list[list[Any]]:
    """Transpose rows into arrays for unnest()."""
    return [[row[column] for row in rows] for column in range(width)]
