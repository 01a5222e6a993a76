"""Revoked tokens, cached in memory so that no request waits for the database."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from neurohex.server.identity import Bearer, Epochs
from neurohex.store import EVERYBODY, Store, Unavailable

_LOG: Final = logging.getLogger(__name__)
REFRESH_SECONDS: Final = 5.0
"""Refresh interval: the longest time until a server refuses a token that another process revoked."""


class Revocations:
    """Revokes tokens and caches revocations. `start` and `stop` control the refresh task."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._epochs: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None
        self.changes = 0
        """Grows with every revocation; sockets then check their token again."""

    async def start(self) -> None:
        """Read all revocations and start refreshing. Raises `Unavailable`."""
        await self.refresh()
        self._task = asyncio.create_task(self._keep_refreshing(), name="revocations")

    async def stop(self) -> None:
        """Stop refreshing."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def is_revoked(self, bearer: Bearer) -> bool:
        """Whether a token was revoked after it was issued, as far as this server knows."""
        now = self._of(bearer.person.id)
        return bearer.epochs.own < now.own or bearer.epochs.all < now.all

    async def epochs(self, person: str) -> Epochs:
        """Read the epochs for a new token from the store. Raises `Unavailable`."""
        await self.refresh()
        return self._of(person)

    async def revoke(self, person: str) -> None:
        """Revoke all current tokens of a person. Raises `Unavailable`."""
        await self._store.revoke(person)
        await self.refresh()

    async def refresh(self) -> None:
        """Read all revocations again. Raises `Unavailable`."""
        found = await self._store.revocations()
        if found != self._epochs:
            self._epochs = found
            self.changes += 1

    def _of(self, person: str) -> Epochs:
        return Epochs(self._epochs.get(person, 0), self._epochs.get(EVERYBODY, 0))

    async def _keep_refreshing(self) -> None:
        while True:
            await asyncio.sleep(REFRESH_SECONDS)
            try:
                await self.refresh()
            except Unavailable as error:
                _LOG.warning("%s; next refresh of revocations in %g s", error, REFRESH_SECONDS)
