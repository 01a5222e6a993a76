"""Bots and clocks: what happens in a match though no person does anything.

A match that has any is taken care of by one server at a time, the one that holds the lease. Should two do it for a
moment, the numbers of events still let only one of them write.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from typing import Final

from neurohex.match.messages import AnyReply, Phase, Refused
from neurohex.players import Forfeit
from neurohex.players.fallback import checked
from neurohex.server.metrics import Metrics
from neurohex.server.tables import Table
from neurohex.server.timekeeping import now_ms
from neurohex.server.worker import Question
from neurohex.server.workers import NoAnswer, Workers
from neurohex.store import Unavailable, UnknownMatch

_LOG: Final = logging.getLogger(__name__)
_PAUSE: Final = 1.0
"""Seconds after which is tried again what could not be done."""


class Care:
    """Lets the bots of a match act and its clocks run out, until it is over or `stop` is called."""

    def __init__(self, table: Table, workers: Workers, metrics: Metrics, seed: bytes) -> None:
        """`seed` is the match's, from which its bots have theirs."""
        self._table = table
        self._workers = workers
        self._metrics = metrics
        self._seed = seed
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(self._ended)

    async def stop(self) -> None:
        """Take care no more; a bot that thinks is interrupted."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            _LOG.error("match %s: nobody takes care of it", self._table.match.id, exc_info=task.exception())

    async def _run(self) -> None:
        match = self._table.match
        while match.phase is Phase.RUNNING:
            self._table.changed.clear()
            try:
                if match.clocks is not None and match.clocks.paused:  # by a server that has stopped
                    await self._table.host(match.resume)
                elif match.awaited_bot() is not None:
                    await self._let_bot_act()
                else:
                    await self._wait()
            except UnknownMatch:
                return  # deleted: there is nothing left to take care of
            except (Unavailable, NoAnswer) as problem:
                _LOG.warning("match %s: %s; trying again", match.id, problem)
                await asyncio.sleep(_PAUSE)

    async def _wait(self) -> None:
        """Wait until something changes or the clock of the player to decide has run out."""
        deadline = self._table.match.next_deadline()
        try:
            async with asyncio.timeout(None if deadline is None else max(0.0, (deadline - now_ms()) / 1000)):
                await self._table.changed.wait()
        except TimeoutError:
            await self._table.host(self._table.match.tick)

    async def _let_bot_act(self) -> None:
        match = self._table.match
        seat, spec, moved = match.awaited(), match.awaited_bot(), match.moved
        assert seat is not None
        assert spec is not None
        began = time.perf_counter()
        question = Question(match.created.terms, match.state.to_bytes(), spec, bot_seed(self._seed, seat))
        thinking = asyncio.create_task(self._workers.choose(question, match.created.owner))
        changing = asyncio.create_task(self._changed_from(moved))
        try:
            deadline = match.next_deadline()
            seconds = None if deadline is None else max(0.0, (deadline - now_ms()) / 1000)
            await asyncio.wait((thinking, changing), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if not thinking.done():  # somebody gave up, or the bot's time is over: the question stands no longer
                await self._table.host(match.tick)
                return
            action = thinking.result()
        except Forfeit as reason:
            why = str(reason)
            await self._table.host(lambda now: match.forfeit(seat, why, now))
            return
        finally:
            for task in (thinking, changing):
                task.cancel()
            await asyncio.gather(thinking, changing, return_exceptions=True)
        self._metrics.thought.observe(time.perf_counter() - began)
        self._metrics.workers_replaced.set(self._workers.replaced)
        if match.moved == moved:
            action, wrong = checked(match.state, action)
            if wrong:
                self._metrics.bot_fallbacks.inc()
                _LOG.warning("match %s: bot %s: %s; action %d was taken instead", match.id, spec, wrong, action)
            command, who = match.bot_act(action)
            replies: list[AnyReply] = []
            await self._table.command(command, who, replies.append)
            if isinstance(replies[0], Refused) and match.moved == moved:
                why = f"action {action} was refused: {replies[0].why}"  # never seen; a match must not stall
                await self._table.host(lambda now: match.forfeit(seat, why, now))

    async def _changed_from(self, moved: int) -> None:
        while self._table.match.moved == moved:
            self._table.changed.clear()
            await self._table.changed.wait()


def bot_seed(seed: bytes, seat: int) -> int:
    """A bot's own luck: the same after a restart, and unknown to all until the match is over."""
    return int.from_bytes(hashlib.sha256(b"neurohex-bot\0" + bytes([seat]) + seed).digest()[:7], "big")
