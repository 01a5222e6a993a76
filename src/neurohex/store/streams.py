"""News on its way to those who follow it."""

from __future__ import annotations

import asyncio
import weakref
from collections import deque
from typing import Final, Self

from neurohex.store.interface import News

MOST_WAITING: Final = 10_000
"""News that one stream holds for a slow reader before it forgets them and tells of a gap."""


class NewsStream:
    """An iterator over news, from the moment in which it was made."""

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

    def tell(self, news: News) -> None:
        """Hand on one piece of news."""
        if news.gap or len(self._waiting) >= MOST_WAITING:
            # A gap asks to read everything again: what waited before it says nothing more.
            self._waiting.clear()
            news = News(gap=True)
        self._waiting.append(news)
        self._wake.set()

    def end(self) -> None:
        """No more news after those that wait."""
        self._ended = True
        self._wake.set()


class NewsStreams:
    """All streams of one store; one that nobody holds any more is forgotten."""

    def __init__(self) -> None:
        self._streams: weakref.WeakSet[NewsStream] = weakref.WeakSet()
        self._ended = False

    def open(self) -> NewsStream:
        """A new stream; it ends at once when the streams have ended."""
        stream = NewsStream()
        if self._ended:
            stream.end()
        self._streams.add(stream)
        return stream

    def tell(self, news: News) -> None:
        """Hand news to every stream."""
        for stream in list(self._streams):
            stream.tell(news)

    def end(self) -> None:
        """End every stream."""
        self._ended = True
        for stream in list(self._streams):
            stream.end()
