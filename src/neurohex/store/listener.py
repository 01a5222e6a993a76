"""News between server processes, by PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

import psycopg

from neurohex.store.connections import LONGEST_WAIT, SHORTEST_WAIT, Connection, Connector
from neurohex.store.interface import News
from neurohex.store.streams import NewsStreams

CHANNEL: Final = "neurohex_news"
NOTES: Final = "neurohex_notes"
"""The channel of texts that are not stored. An older server does not listen to it."""
LONGEST_PAYLOAD: Final = 7900
"""Bytes of one notification. PostgreSQL's limit is 8000."""
PULSE: Final = 15.0
"""Seconds of silence after which the connection is tested: a dead one would stay silent forever."""


class Listener:
    """Listens on its own connection and reports what other stores append.

    Reports a gap after it has reconnected.
    """

    def __init__(self, connector: Connector, streams: NewsStreams, connection: Connection) -> None:
        self._connector = connector
        self._streams = streams
        self._origin = secrets.token_hex(8)
        self._task = asyncio.create_task(self._listen(connection), name="store listener")

    @classmethod
    async def start(cls, connector: Connector, streams: NewsStreams) -> Listener:
        """Start a listener. It misses nothing from now on. Raises psycopg.Error."""
        return cls(connector, streams, await _listening(connector))

    def payloads(self, appended: Iterable[tuple[str, int]]) -> Iterator[str]:
        """The notifications for matches that now have events up to these numbers."""
        text = self._origin
        for match, number in appended:
            entry = f" {match}:{number}"
            if len(text) + len(entry) > LONGEST_PAYLOAD:
                yield text
                text = self._origin
            text += entry
        if text != self._origin:
            yield text

    def note(self, match: str, text: str) -> str:
        """The notification for a text about a match. Raises ValueError if it is too long."""
        payload = f"{self._origin} {match} {text}"
        if len(payload.encode()) > LONGEST_PAYLOAD:
            raise ValueError(f"note: expected a short text, got {len(text)} letters")
        return payload

    async def close(self) -> None:
        """Stop listening."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _listen(self, connection: Connection | None) -> None:
        while True:
            if connection is None:
                connection = await self._again()
            try:
                async with connection:
                    while True:
                        async for notification in connection.notifies(timeout=PULSE):
                            if notification.channel == NOTES:
                                self._hear_note(notification.payload)
                            else:
                                self._hear(notification.payload)
                        await connection.execute("SELECT 1")
            except psycopg.Error:
                connection = None

    async def _again(self) -> Connection:
        wait = SHORTEST_WAIT
        while True:
            try:
                connection = await _listening(self._connector)
            except psycopg.Error:
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
            else:
                # Report the gap only now: readers that start from here hear of everything later.
                self._streams.publish(News(gap=True))
                return connection

    def _hear(self, payload: str) -> None:
        try:
            origin, *entries = payload.split()
            news = [News(match, int(number)) for match, number in (entry.split(":") for entry in entries)]
        except ValueError:
            # From another version or program. Its meaning is unknown; reading again is safe.
            origin, news = "", [News(gap=True)]
        if origin != self._origin:
            for piece in news:
                self._streams.publish(piece)

    def _hear_note(self, payload: str) -> None:
        origin, match, text = (*payload.split(" ", 2), "", "")[:3]
        if origin != self._origin and match and text:
            self._streams.publish(News(match, note=text))


async def _listening(connector: Connector) -> Connection:
    connection = await connector.connect()
    try:
        for channel in (CHANNEL, NOTES):
            await connection.execute(f"LISTEN {channel}".encode())
    except BaseException:
        await connection.close()
        raise
    return connection
