"""Deletes old matches, guests and records once an hour, if the operator configured it."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from neurohex.server.housekeeping import Policy, Swept, sweep
from neurohex.server.registry import MatchRegistry
from neurohex.server.settings import Settings
from neurohex.store import StoreError
from neurohex.store.maintenance import open_maintenance

_LOG: Final = logging.getLogger(__name__)
FIRST_SECONDS: Final = 600.0
"""Seconds from the start of a server to its first sweep. Players have reconnected to their matches by then."""
EACH_SECONDS: Final = 3600.0


class Sweeper:
    """Sweeps by the server's policy, in the background. Does nothing without a policy."""

    def __init__(self, settings: Settings, registry: MatchRegistry) -> None:
        self._database = settings.database
        self._policy = Policy.of(settings)
        self._registry = registry
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start sweeping."""
        if self._policy:
            self._task = asyncio.create_task(self._work(), name="sweeper")

    async def stop(self) -> None:
        """Stop. A sweep in progress finishes."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def sweep(self) -> Swept:
        """Sweep now. Raises `StoreError`."""
        # In a thread with its own connection, so that it blocks nothing. It runs no rules.
        swept = await asyncio.shield(asyncio.to_thread(self._sweep))
        if swept:
            _LOG.info("deleted by age: %s", swept)
        return swept

    def _sweep(self) -> Swept:
        with open_maintenance(self._database) as database:
            return sweep(database, self._policy, time.time(), is_in_use=self._registry.is_loaded)

    async def _work(self) -> None:
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            try:
                await self.sweep()
            except StoreError as error:
                _LOG.warning("%s; next sweep in %g s", error, EACH_SECONDS)
            await asyncio.sleep(EACH_SECONDS)
