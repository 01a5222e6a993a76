"""A look through the whole database after the start, while people play."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

from neurohex.store import Store, Unavailable

_LOG: Final = logging.getLogger(__name__)
RETRY_SECONDS: Final = 60.0
"""Until a check that could not be finished is begun again."""


class Checkup:
    """Checks a store once, in the background. `damage` says what was found."""

    def __init__(self, store: Store) -> None:
        self.damage: str | None = None
        """What is wrong with the database, on one line; None while nothing is known to be."""
        self._store = store
        self._task = asyncio.create_task(self._run(), name="checkup")

    async def done(self) -> None:
        """Wait for the end of the check."""
        await asyncio.shield(self._task)

    async def stop(self) -> None:
        """End the check, finished or not."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        while True:
            try:
                self.damage = await self._store.check()
            except Unavailable as error:
                _LOG.warning("the check of the database was not finished: %s; trying again", error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                break
        if self.damage is not None:
            _LOG.error("%s", self.damage)
