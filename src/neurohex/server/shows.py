"""What a match shows after each event, pushed to everybody who watches: made once for each language, encoded once.

Only the steps of the newest acts are played again, from a state that is kept for that; a match that nobody watches
costs nothing. The texts are made outside the lock of the table, one piece at a time, so that neither a long Battle nor
many acts at once hold the event loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from neurohex.match.authority import Match
from neurohex.match.messages import Acted, AnyEvent, Lang, Shown, Skipped, Undone, encode
from neurohex.rules.engine import State, new_state
from neurohex.server.looks import look_at, open_piles
from neurohex.session import Step, take_step
from neurohex.view import state_after, story, told_from

_LOG: Final = logging.getLogger(__name__)
MOST_WAITING: Final = 16
"""Acts of one match that wait to be shown; of more, only the newest are: bots can be faster than any page."""


class Viewer(Protocol):
    """Somebody who is shown a match. Viewers are told apart by identity."""

    def show(self, text: str, instead: str) -> None:
        """Take a message to be sent, or a short one in its place where too much is waiting. Never waits."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """What is to be shown after one event. Nothing in it changes when the match goes on."""

    n: int
    state: State
    step: int
    """How many steps led to the state."""
    steps: int
    undo: int | None
    told: Sequence[Step]
    """The steps to be told, from the beginning of a Battle if they are in one."""
    first: int
    """The number of the first of them."""


class Shows:
    """Those who watch one match, and what they are shown."""

    def __init__(self, match: Match, now: Callable[[], int]) -> None:
        """`now` is the time in milliseconds, as the match counts it."""
        self._match = match
        self._now = now
        self._viewers: dict[Viewer, Lang] = {}
        self._waiting: deque[_Moment] = deque()
        self._task: asyncio.Task[None] | None = None
        self._kept: tuple[int, State] | None = None
        """A number of steps and the state after them, not inside a Battle: the steps since are played again."""

    def watch(self, viewer: Viewer, lang: Lang | None) -> None:
        """Show somebody from now on what follows each event, in a language; no more if that is None."""
        if lang is None:
            self._viewers.pop(viewer, None)
        else:
            self._viewers[viewer] = lang

    def heard(self, events: Sequence[AnyEvent]) -> None:
        """The match has taken up some events, its newest: have viewers shown what stands after them."""
        if not self._viewers:
            self._kept = None
            return
        moments = self._moments(events)
        if not moments:
            return
        self._waiting.extend(moments)
        while len(self._waiting) > MOST_WAITING:
            self._skip(self._waiting.popleft())
        if self._task is None:
            self._begin()

    # --- what is to be shown ---
    def _moments(self, events: Sequence[AnyEvent]) -> list[_Moment]:
        """One moment for each act, and one for whatever else has changed what may be decided."""
        match = self._match
        if not events or match.moved < events[0].n:
            return []
        undone = any(isinstance(event, Undone) for event in events)
        number, kept = (0, new_state(match.game)) if self._kept is None or undone else self._kept
        state = kept.copy()
        steps = [take_step(state, action) for action in match.actions[number:]]
        count = number + len(steps)
        ends: list[tuple[int, int, int]] = []  # number of the event, the first of its steps, that after its last
        end = count
        for event in [] if undone else reversed(events):
            if isinstance(event, Acted):
                begin = end - 1 - len(event.draws)
                ends.insert(0, (event.n, begin, end))
                end = begin
        if not ends or ends[-1][0] != match.moved:
            ends.append((match.moved, count, count))
        moments = []
        for n, begin, end in ends:
            first = told_from(steps, begin - number, state)
            moments.append(
                _Moment(
                    n=n,
                    state=state_after(steps, end - number - 1, state),
                    step=end,
                    steps=count,
                    undo=match.undoable_by() if n == match.moved else None,
                    told=steps[first : end - number],
                    first=number + first,
                )
            )
        at = told_from(steps, len(steps), state)
        self._kept = (number + at, state_after(steps, at - 1, state))
        return moments

    # --- showing it ---
    def _begin(self) -> None:
        self._task = asyncio.create_task(self._tell())
        self._task.add_done_callback(self._ended)

    async def _tell(self) -> None:
        while self._waiting:
            moment = self._waiting[0]
            for lang in sorted(set(self._viewers.values())):
                text = await self._text(moment, lang)
                instead = self._skipped(moment)
                for viewer in [viewer for viewer, wanted in self._viewers.items() if wanted == lang]:
                    viewer.show(text, instead)
                await asyncio.sleep(0)
            if self._waiting and self._waiting[0] is moment:  # else it was skipped meanwhile
                self._waiting.popleft()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if task.cancelled():
            return
        if task.exception() is not None:  # one act that cannot be shown must not end the showing of the others
            _LOG.error("match %s cannot be shown", self._match.id, exc_info=task.exception())
            if self._waiting:
                self._skip(self._waiting.popleft())
        if self._waiting:
            self._begin()

    async def _text(self, moment: _Moment, lang: Lang) -> str:
        match, state = self._match, moment.state
        look = look_at(
            state,
            lang,
            step=moment.step,
            steps=moment.steps,
            undo=moment.undo,
            event=moment.n,
            piles=open_piles(match, state),
        )
        seen = msgspec.Raw(msgspec.json.encode(look))
        await asyncio.sleep(0)
        told = msgspec.Raw(msgspec.json.encode(story(moment.told, lang, first=moment.first)))
        left: tuple[int, ...] | None = None
        running: int | None = None
        if match.clocks is not None:
            present = match.present(self._now())
            left, running = present.left, None if present.paused else present.awaited
        shown = Shown(match=match.id, n=moment.n, lang=lang, look=seen, story=told, left=left, running=running)
        return encode(shown).decode()

    def _skip(self, moment: _Moment) -> None:
        text = self._skipped(moment)
        for viewer in list(self._viewers):
            viewer.show(text, text)

    def _skipped(self, moment: _Moment) -> str:
        return encode(Skipped(match=self._match.id, n=moment.n)).decode()
