"""Which tokens were revoked: a copy in memory of what the store says, so that no request waits for the database."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from neurohex.server.identity import Bearer, Epochs
from neurohex.store import EVERYBODY, Store, Unavailable

_LOG: Final = logging.getLogger(__name__)
REFRESH_SECONDS: Final = 5.0
"""How often the store is asked. After so long at most every server refuses a token that another process revoked."""


class Revocations:
    """Revokes tokens, and tells which are revoked. `start` and `stop` begin and end the refreshing."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._epochs: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None
        self.changes = 0
        """Grows whenever anything was revoked: sockets check their token again then."""

    async def start(self) -> None:
        """Read what was revoked so far, and go on reading. Raises `Unavailable`."""
        await self.refresh()
        self._task = asyncio.create_task(self._keep_refreshing(), name="revocations")

    async def stop(self) -> None:
        """Refresh no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def is_revoked(self, bearer: Bearer) -> bool:
        """Whether a token was revoked after it was given, as far as this server knows."""
        now = self._of(bearer.person.id)
        return bearer.epochs.own < now.own or bearer.epochs.all < now.all

    async def epochs(self, person: str) -> Epochs:
        """What to write into a new token of a person, from the store itself. Raises `Unavailable`."""
        await self.refresh()
        return self._of(person)

    async def revoke(self, person: str) -> None:
        """Revoke all tokens that a person has now. Raises `Unavailable`."""
        await self._store.revoke(person)
        await self.refresh()

    async def refresh(self) -> None:
        """Read again what was revoked. Raises `Unavailable`."""
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
                _LOG.warning("%s; revoked tokens are looked up again in %g s", error, REFRESH_SECONDS)
