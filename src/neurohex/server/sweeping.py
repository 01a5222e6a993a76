"""Deletes what has become too old, where the operator wants that: once an hour, beside everything else."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from neurohex.server.hall import Hall
from neurohex.server.housekeeping import Policy, Swept, sweep
from neurohex.server.settings import Settings
from neurohex.store import StoreError
from neurohex.store.maintenance import open_maintenance

_LOG: Final = logging.getLogger(__name__)
FIRST_SECONDS: Final = 600.0
"""From the start of a server to its first sweep: whoever waited for the server has come back to their match by then."""
EACH_SECONDS: Final = 3600.0


class Sweeper:
    """Sweeps by the policy of a server. `start` and `stop` begin and end it; without a policy nothing is done."""

    def __init__(self, settings: Settings, hall: Hall) -> None:
        self._database = settings.database
        self._policy = Policy.of(settings)
        self._hall = hall
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to sweep."""
        if self._policy:
            self._task = asyncio.create_task(self._work(), name="sweeper")

    async def stop(self) -> None:
        """Sweep no more; one that is under way is finished."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def sweep(self) -> Swept:
        """Sweep now. Raises `StoreError`."""
        # In a thread with a connection of its own: nobody waits for it but the disk. No rules run in it.
        swept = await asyncio.shield(asyncio.to_thread(self._sweep))
        if swept:
            _LOG.info("deleted by age: %s", swept)
        return swept

    def _sweep(self) -> Swept:
        with open_maintenance(self._database) as database:
            return sweep(database, self._policy, time.time(), is_in_use=self._hall.is_loaded)

    async def _work(self) -> None:
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            try:
                await self.sweep()
            except StoreError as error:
                _LOG.warning("%s; old matches and records are looked for again in %g s", error, EACH_SECONDS)
            await asyncio.sleep(EACH_SECONDS)
