"""Streams of news for subscribers."""

from __future__ import annotations

import asyncio
import weakref
from collections import deque
from typing import Final, Self

from neurohex.store.interface import News

MOST_WAITING: Final = 10_000
"""News queued for a slow reader. Beyond that the stream drops them and reports a gap."""


class NewsStream:
    """An asynchronous iterator over news since its creation."""

    def __init__(self) -> None:
        self._waiting: deque[News] = deque()
        self._wake = asyncio.Event()
        self._ended = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> News:
        while not self._waiting:
            if self._ended:
                raise StopAsyncIteration
            self._wake.clear()
            await self._wake.wait()
        return self._waiting.popleft()

    def publish(self, news: News) -> None:
        """Queue one piece of news."""
        if news.gap or len(self._waiting) >= MOST_WAITING:
            # After a gap everything is read again, so older news are obsolete.
            self._waiting.clear()
            news = News(gap=True)
        self._waiting.append(news)
        self._wake.set()

    def end(self) -> None:
        """End the stream after the queued news."""
        self._ended = True
        self._wake.set()


class NewsStreams:
    """All streams of one store. Holds them weakly."""

    def __init__(self) -> None:
        self._streams: weakref.WeakSet[NewsStream] = weakref.WeakSet()
        self._ended = False

    def open(self) -> NewsStream:
        """Open a stream. It ends at once if the store is closed."""
        stream = NewsStream()
        if self._ended:
            stream.end()
        self._streams.add(stream)
        return stream

    def publish(self, news: News) -> None:
        """Send news to every stream."""
        for stream in list(self._streams):
            stream.publish(news)

    def end(self) -> None:
        """End every stream."""
        self._ended = True
        for stream in list(self._streams):
            stream.end()
