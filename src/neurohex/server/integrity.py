"""Checks the whole database after the start, in the background."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

from neurohex.store import Store, Unavailable

_LOG: Final = logging.getLogger(__name__)
RETRY_SECONDS: Final = 60.0
"""Delay before a failed check is retried."""


class IntegrityCheck:
    """Checks a store once, in the background, and sets `damage`."""

    def __init__(self, store: Store) -> None:
        self.damage: str | None = None
        """What is wrong with the database, on one line; None if nothing is known."""
        self._store = store
        self._task = asyncio.create_task(self._run(), name="integrity check")

    async def done(self) -> None:
        """Wait until the check is complete."""
        await asyncio.shield(self._task)

    async def stop(self) -> None:
        """Cancel the check."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        while True:
            try:
                self.damage = await self._store.check()
            except Unavailable as error:
                _LOG.warning("could not finish the check of the database: %s; trying again", error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                break
        if self.damage is not None:
            _LOG.error("%s", self.damage)
