"""What a match shows after each event, pushed to everybody who watches: made once for each language, encoded once.

Only the steps of the newest acts are played again, from one of a few states that are kept for that; a match that nobody
watches costs nothing. All of it is done outside the lock of the table, one piece at a time, so that neither a long
match, nor a long Battle, nor many acts at once hold the event loop.
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
from neurohex.match.messages import Acted, AnyEvent, Lang, Shown, Skipped, Undone, encode
from neurohex.rules.engine import State, new_state
from neurohex.server.gentle import gently
from neurohex.server.looks import look_at, open_piles
from neurohex.session import Step, take_step
from neurohex.view import state_after, story, told_from

_LOG: Final = logging.getLogger(__name__)
MOST_WAITING: Final = 16
"""Acts of one match that wait to be shown; of more, only the newest are: bots can be faster than any page."""
_MOST_KEPT: Final = 8
"""States that are kept of one match: acts that can be taken back without playing all of it again."""


class Viewer(Protocol):
    """Somebody who is shown a match. Viewers are told apart by identity."""

    def show(self, text: str, instead: str) -> None:
        """Take a message to be sent, or a short one in its place where too much is waiting. Never waits."""


@dataclass(frozen=True, slots=True)
class _Heard:
    """Some events, and the match as it stood right after them."""

    events: Sequence[AnyEvent]
    actions: tuple[int, ...]
    moved: int
    undo: int | None


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
        self._heard: deque[_Heard] = deque()
        self._making: _Heard | None = None
        """That of which moments are being made."""
        self._waiting: deque[_Moment] = deque()
        self._task: asyncio.Task[None] | None = None
        self._kept: deque[tuple[tuple[int, ...], State]] = deque(maxlen=_MOST_KEPT)
        """Actions and the states that they lead to, none inside a Battle, the longest last. The match may have taken
        some of them back since."""

    def watch(self, viewer: Viewer, lang: Lang | None) -> None:
        """Show somebody from now on what follows each event, in a language; no more if that is None."""
        if lang is None:
            self._viewers.pop(viewer, None)
        else:
            self._viewers[viewer] = lang

    def heard(self, events: Sequence[AnyEvent]) -> None:
        """The match has taken up some events, its newest: have viewers shown what stands after them."""
        match = self._match
        if not self._viewers:
            self._kept.clear()
            return
        if not events or match.moved < events[0].n:
            return
        self._heard.append(_Heard(events, tuple(match.actions), match.moved, match.undoable_by()))
        if self._task is None:
            self._begin()

    # --- what is to be shown ---
    def _moments(self, heard: _Heard) -> Generator[None, None, list[_Moment]]:
        """One moment for each act, and one for whatever else has changed what may be decided."""
        known, state = self._kept_for(heard.actions)
        number = len(known)
        steps = []
        for action in heard.actions[number:]:
            steps.append(take_step(state, action))
            yield
        count = number + len(steps)
        ends: list[tuple[int, int, int]] = []  # number of the event, the first of its steps, that after its last
        end = count
        undone = any(isinstance(event, Undone) for event in heard.events)
        for event in [] if undone else reversed(heard.events):
            if isinstance(event, Acted):
                begin = end - 1 - len(event.draws)
                ends.insert(0, (event.n, begin, end))
                end = begin
        if not ends or ends[-1][0] != heard.moved:
            ends.append((heard.moved, count, count))
        moments = []
        for n, begin, end in ends:
            first = told_from(steps, begin - number, state)
            moments.append(
                _Moment(
                    n=n,
                    state=state_after(steps, end - number - 1, state),
                    step=end,
                    steps=count,
                    undo=heard.undo if n == heard.moved else None,
                    told=steps[first : end - number],
                    first=number + first,
                )
            )
        at = told_from(steps, len(steps), state)
        if at or not self._kept:
            self._kept.append((heard.actions[: number + at], state_after(steps, at - 1, state)))
        return moments

    def _kept_for(self, actions: tuple[int, ...]) -> tuple[tuple[int, ...], State]:
        """The longest kept beginning of some actions, and a copy of the state that it leads to."""
        while self._kept:
            known, state = self._kept[-1]
            if actions[: len(known)] == known:
                return known, state.copy()
            self._kept.pop()  # it was taken back
        return (), new_state(self._match.game)

    # --- showing it ---
    def _begin(self) -> None:
        self._task = asyncio.create_task(self._tell())
        self._task.add_done_callback(self._ended)

    async def _tell(self) -> None:
        while self._heard or self._waiting:
            while self._heard:
                self._making = self._heard.popleft()
                self._waiting.extend(await gently(self._moments(self._making)))
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
        if task.exception() is not None:  # one act that cannot be shown must not end the showing of the others
            _LOG.error("match %s cannot be shown", self._match.id, exc_info=task.exception())
            if self._making is not None:
                self._skip(self._making.moved)
                self._kept.clear()
            elif self._waiting:
                self._skip(self._waiting.popleft().n)
        self._making = None
        if self._heard or self._waiting:
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

    def _skip(self, n: int) -> None:
        text = self._skipped(n)
        for viewer in list(self._viewers):
            viewer.show(text, text)

    def _skipped(self, n: int) -> str:
        return encode(Skipped(match=self._match.id, n=n)).decode()
