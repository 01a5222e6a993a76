"""Makes the summaries of matches again that an older version has written, once after the start."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from neurohex.server.housekeeping import rebuild
from neurohex.server.settings import Settings
from neurohex.store import StoreError
from neurohex.store.maintenance import open_maintenance

_LOG: Final = logging.getLogger(__name__)


class Rebuilder:
    """Runs in the background. Several servers may do the same: each row is written as the log says."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._task = asyncio.create_task(self._work(), name="rebuilder")

    async def wait(self) -> None:
        """Wait until all are done."""
        await asyncio.shield(self._task)

    async def stop(self) -> None:
        """Wait for the end. What is left is done after the next start."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        try:
            # In a thread, with a connection of its own. Replaying a match takes Python's lock for short times only.
            done = await asyncio.to_thread(self._rebuild)
        except StoreError as error:
            _LOG.warning("%s; listings may lack armies and results until the next start", error)
            return
        if done:
            _LOG.info("made the summaries of %d matches again", len(done))

    def _rebuild(self) -> list[str]:
        with open_maintenance(self._settings.database) as database:
            return rebuild(database, self._settings)
