"""Live views: what a match looks like after each event, pushed to everyone who watches. Each is made and encoded once
for each language.

Only the steps of the newest acts are replayed, from one of a few cached states. A match without viewers costs nothing.
The work is done outside the lock of the match, in slices, so that no long match, long Battle or burst of acts blocks
the event loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from neurohex.match.authority import Match
from neurohex.model.reading import phase_of
from neurohex.rules.engine import State, apply, new_state
from neurohex.server.looks import live_look, open_piles
from neurohex.server.slicing import run_in_slices
from neurohex.session import Step, take_step
from neurohex.view import state_after, story_start
from neurohex.view.stories import story_in_pieces
from neurohex.wire.messages import Acted, AnyEvent, Lang, Shown, Skipped, Undone, encode

_LOG: Final = logging.getLogger(__name__)
MOST_WAITING: Final = 16
"""Acts of one match that may wait to be shown. Only the newest are kept: bots can be faster than any page."""
_CACHE_SIZE: Final = 8
"""Cached states of one match: how many acts can be undone without a full replay."""


class Viewer(Protocol):
    """A client that watches a match. Compared by identity."""

    def show(self, text: str, instead: str) -> None:
        """Queue a live view, or the short message `instead` if too much is queued. Never blocks."""


@dataclass(frozen=True, slots=True)
class _Batch:
    """Some events, and the match right after them."""

    events: Sequence[AnyEvent]
    actions: tuple[int, ...]
    moved: int
    undo: int | None


@dataclass(frozen=True, slots=True)
class _Moment:
    """What to show after one event. It does not change when the match goes on."""

    n: int
    state: State
    step: int
    """Number of steps that led to the state."""
    steps: int
    undo: int | None
    told: Sequence[Step]
    """The steps to tell. If they are in a Battle, they start where it starts."""
    first: int
    """The number of the first step in `told`."""


class LiveViews:
    """The viewers of one match, and the live views for them."""

    def __init__(self, match: Match, now: Callable[[], int]) -> None:
        """`now` returns the match's time in milliseconds."""
        self._match = match
        self._now = now
        self._viewers: dict[Viewer, Lang] = {}
        self._batches: deque[_Batch] = deque()
        self._making: _Batch | None = None
        """The events whose moments are being made."""
        self._waiting: deque[_Moment] = deque()
        self._task: asyncio.Task[None] | None = None
        self._cache: deque[tuple[tuple[int, ...], State]] = deque(maxlen=_CACHE_SIZE)
        """Pairs of actions and the state after them, outside Battles, the longest last. Some may have been undone
        since."""

    def watch(self, viewer: Viewer, lang: Lang | None) -> None:
        """Show a viewer every later event in a language; None stops it."""
        if lang is None:
            self._viewers.pop(viewer, None)
        else:
            self._viewers[viewer] = lang

    def on_events(self, events: Sequence[AnyEvent]) -> None:
        """Queue live views for the newest events, which the match has applied."""
        match = self._match
        if not self._viewers:
            self._cache.clear()
            return
        if not events or match.moved < events[0].n:
            return
        self._batches.append(_Batch(events, tuple(match.actions), match.moved, match.undoable_by()))
        if self._task is None:
            self._start()

    # --- what to show ---
    def _moments(self, batch: _Batch) -> Generator[None, None, list[_Moment]]:
        """One moment for each act, and one for any other change of what may be decided."""
        count = len(batch.actions)
        ends: list[tuple[int, int, int]] = []  # number of the event, its first step, the step after its last
        end = count
        undone = any(isinstance(event, Undone) for event in batch.events)
        for event in [] if undone else reversed(batch.events):
            if isinstance(event, Acted):
                begin = end - 1 - len(event.draws)
                ends.insert(0, (event.n, begin, end))
                end = begin
        if not ends or ends[-1][0] != batch.moved:
            ends.append((batch.moved, count, count))
        number, state = self._cached_for(batch.actions)
        known = number
        # Only the steps to tell record events, which costs far more than playing them.
        ahead = state.copy()
        for position, action in enumerate(batch.actions[known : ends[0][1]], known + 1):
            apply(ahead, action)
            if phase_of(ahead) is None:
                number, state = position, ahead.copy()
            yield
        steps = []
        for action in batch.actions[number:]:
            steps.append(take_step(state, action))
            yield
        moments = []
        for n, begin, end in ends:
            first = story_start(steps, begin - number, state)
            moments.append(
                _Moment(
                    n=n,
                    state=state_after(steps, end - number - 1, state),
                    step=end,
                    steps=count,
                    undo=batch.undo if n == batch.moved else None,
                    told=steps[first : end - number],
                    first=number + first,
                )
            )
        at = story_start(steps, len(steps), state)
        if number + at > known or not self._cache:
            self._cache.append((batch.actions[: number + at], state_after(steps, at - 1, state)))
        return moments

    def _cached_for(self, actions: tuple[int, ...]) -> tuple[int, State]:
        """The number of actions that lead to the latest cached state, and a copy of that state."""
        while self._cache:
            known, state = self._cache[-1]
            if actions[: len(known)] == known:
                return len(known), state.copy()
            self._cache.pop()  # undone
        return 0, new_state(self._match.game)

    # --- showing ---
    def _start(self) -> None:
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(self._ended)

    async def _run(self) -> None:
        while self._batches or self._waiting:
            while self._batches:
                self._making = self._batches.popleft()
                self._waiting.extend(await run_in_slices(self._moments(self._making)))
                self._making = None
                while len(self._waiting) > MOST_WAITING:
                    self._skip(self._waiting.popleft().n)
            moment = self._waiting[0]
            for lang in sorted(set(self._viewers.values())):
                text = await self._text(moment, lang)
                instead = self._skipped(moment.n)
                for viewer in [viewer for viewer, wanted in self._viewers.items() if wanted == lang]:
                    viewer.show(text, instead)
                await asyncio.sleep(0)
            self._waiting.popleft()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if task.cancelled():
            return
        if task.exception() is not None:  # a failure for one act must not stop the others
            _LOG.error("match %s cannot be shown", self._match.id, exc_info=task.exception())
            if self._making is not None:
                self._skip(self._making.moved)
                self._cache.clear()
            elif self._waiting:
                self._skip(self._waiting.popleft().n)
        self._making = None
        if self._batches or self._waiting:
            self._start()

    async def _text(self, moment: _Moment, lang: Lang) -> str:
        match, state = self._match, moment.state
        look = live_look(
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
        told = msgspec.Raw(
            msgspec.json.encode(await run_in_slices(story_in_pieces(moment.told, lang, first=moment.first)))
        )
        left: tuple[int, ...] | None = None
        running: int | None = None
        if match.clocks is not None:
            present = match.present(self._now())
            left, running = present.left, None if present.paused else present.awaited
        shown = Shown(match=match.id, n=moment.n, lang=lang, look=seen, story=told, left=left, running=running)
        return encode(shown).decode()

    def _skip(self, n: int) -> None:
        text = self._skipped(n)
        for viewer in list(self._viewers):
            viewer.show(text, text)

    def _skipped(self, n: int) -> str:
        return encode(Skipped(match=self._match.id, n=n)).decode()
