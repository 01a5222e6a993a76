"""Bots and clocks: what happens in a match without a person's command.

Only the server that holds the lease runs a match. If two run it for a moment, event numbers let only one of them write.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from typing import Final

from neurohex.players import Forfeit
from neurohex.players.fallback import checked
from neurohex.server.live_match import LiveMatch
from neurohex.server.metrics import Metrics
from neurohex.server.timekeeping import now_ms
from neurohex.server.worker import BotRequest
from neurohex.server.workers import NoAnswer, Workers
from neurohex.store import Unavailable, UnknownMatch
from neurohex.wire.messages import AnyReply, MatchPhase, Refused

_LOG: Final = logging.getLogger(__name__)
_RETRY_SECONDS: Final = 1.0
"""Seconds before a retry."""


class MatchRunner:
    """Plays the bots of a match and flags its clocks, until it is over or `stop` is called."""

    def __init__(self, live: LiveMatch, workers: Workers, metrics: Metrics, seed: bytes) -> None:
        """`seed` is the match's seed; the bots' seeds derive from it."""
        self._live = live
        self._workers = workers
        self._metrics = metrics
        self._seed = seed
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(self._ended)

    async def stop(self) -> None:
        """Stop, interrupting a bot that is thinking."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            _LOG.error("match %s: its runner failed", self._live.match.id, exc_info=task.exception())

    async def _run(self) -> None:
        match = self._live.match
        while match.phase is MatchPhase.RUNNING:
            self._live.changed.clear()
            try:
                if match.clocks is not None and match.clocks.paused:  # by a server that has shut down
                    await self._live.host(match.end_pause)  # a command may have ended it meanwhile
                elif match.awaited_bot() is not None:
                    await self._let_bot_act()
                else:
                    await self._wait()
            except UnknownMatch:
                return  # deleted
            except Unavailable as error:
                self._live.report(error)
                await asyncio.sleep(_RETRY_SECONDS)
            except NoAnswer as problem:
                _LOG.warning("match %s: %s; trying again", match.id, problem)
                await asyncio.sleep(_RETRY_SECONDS)

    async def _wait(self) -> None:
        """Wait for a change or for the deadline of the player to act."""
        deadline = self._live.match.next_deadline()
        try:
            async with asyncio.timeout(None if deadline is None else max(0.0, (deadline - now_ms()) / 1000)):
                await self._live.changed.wait()
        except TimeoutError:
            await self._live.host(self._live.match.tick)

    async def _let_bot_act(self) -> None:
        match = self._live.match
        seat, spec, moved = match.awaited(), match.awaited_bot(), match.moved
        assert seat is not None
        assert spec is not None
        began = time.perf_counter()
        request = BotRequest(match.created.terms, match.state.to_bytes(), spec, bot_seed(self._seed, seat))
        thinking = asyncio.create_task(self._workers.choose(request, match.created.owner))
        changing = asyncio.create_task(self._changed_from(moved))
        try:
            deadline = match.next_deadline()
            seconds = None if deadline is None else max(0.0, (deadline - now_ms()) / 1000)
            await asyncio.wait((thinking, changing), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if not thinking.done():  # a player gave up, or the bot's time is up
                await self._live.host(match.tick)
                return
            action = thinking.result()
        except Forfeit as reason:
            why = str(reason)
            await self._live.host(lambda now: match.forfeit(seat, why, now))
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
                _LOG.warning("match %s: bot %s: %s; played action %d instead", match.id, spec, wrong, action)
            command, who = match.bot_act(action)
            replies: list[AnyReply] = []
            await self._live.command(command, who, replies.append)
            if isinstance(replies[0], Refused) and match.moved == moved:
                why = f"action {action} was refused: {replies[0].why}"  # should not happen, but a match must not stall
                await self._live.host(lambda now: match.forfeit(seat, why, now))

    async def _changed_from(self, moved: int) -> None:
        while self._live.match.moved == moved:
            self._live.changed.clear()
            await self._live.changed.wait()


def bot_seed(seed: bytes, seat: int) -> int:
    """The seed of a bot: the same after a restart, secret until the match is over."""
    return int.from_bytes(hashlib.sha256(b"neurohex-bot\0" + bytes([seat]) + seed).digest()[:7], "big")
