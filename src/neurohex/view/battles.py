"""Battles phase by phase, in one form for fought and for previewed ones."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Final, Protocol, TypeVar

from neurohex import events as ev
from neurohex.errors import NeurohexError
from neurohex.events import BattleBegan, BattleEnded, Event, PhaseBegan
from neurohex.model import Fight, fight
from neurohex.model.game import Game, State, advance, default_choice
from neurohex.model.reading import DECISIONS, can_fight
from neurohex.session import Step
from neurohex.view.forms import VERSION, Battle, BattlePlace, Beat, Phase, Standing
from neurohex.view.happenings import beats
from neurohex.view.scenes import standing
from neurohex.view.texts import say

_AFTERMATH: Final = (
    ev.Eliminated,
    ev.Removed,
    ev.Netted,
    ev.Unnetted,
    ev.Taken,
    ev.Freed,
    ev.Returned,
    ev.Destroyed,
    ev.Marked,
    ev.Unmarked,
    ev.GameOver,
    ev.ExtraTurns,
)
"""Events that can follow the last phase and still belong to the Battle."""


_T = TypeVar("_T")


def finished(work: Generator[None, None, _T]) -> _T:
    """Run work in pieces to its end and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: _T = end.value
            return result


class Happened(Protocol):
    """The events of one act: a `Log`, or a `Step` of a game."""

    @property
    def events(self) -> Sequence[Event]:
        """All events, in order."""

    @property
    def tables(self) -> Sequence[tuple[int, State]]:
        """States during Battles, each with the number of events before it."""


def battle_preview(st: State, lang: str = "en") -> Battle | None:
    """A preview of the Battle that would be fought now, with default choices; does not change the state.

    None if there can be none: before the first turn, inside a Battle, while Medics answer, and after the end.
    """
    collected = _previewed(st, lang)
    return None if collected is None else collected.battles[0]


def _previewed(st: State, lang: str) -> BattleCollector | None:
    if not can_fight(st):
        return None
    fought = fight(st, starter=st.turn())
    collected = _collect_fight(fought, lang)
    collected.battles[0].assumed = _assumed(fought.asked, lang)
    return collected


def _collect_fight(fought: Fight, lang: str) -> BattleCollector:
    collected = BattleCollector(fought.before.game, lang)
    collected.add(fought.log)
    return collected


def battle_of_fight(fought: Fight, lang: str = "en") -> Battle:
    """The form of a Battle that was fought for itself, whatever was chosen in it."""
    return _collect_fight(fought, lang).battles[0]


def states_of_fight(fought: Fight) -> list[State]:
    """Its states: before it, after each phase, and at the end. Do not modify."""
    return _collect_fight(fought, "en").states[0]


def _assumed(asked: Sequence[str], lang: str) -> list[str]:
    """Descriptions of the default choices, each once, by the stages at which a player was asked."""
    return [say(f"assumed.{stage}", lang) for stage in dict.fromkeys(asked)]


Progress = Generator[None, None, tuple[list[Beat], list[Battle]]]
"""Work in short pieces. Returns the beats outside Battles, and the Battles that began."""


class BattleCollector:
    """Collects Battles from the events of successive acts."""

    def __init__(self, game: Game, lang: str) -> None:
        self.battles: list[Battle] = []
        self.states: list[list[State]] = []
        """The states of each Battle: before it, after each phase, and at the end. Do not modify."""
        self._game = game
        self._lang = lang
        self._running = False
        self._over = False  # the last Battle's phases are over, but what follows may still belong to it
        self._last = (b"", Standing([], [], [], None))  # the last state read, and its form

    def add(self, act: Happened, step: int | None = None) -> tuple[list[Beat], list[Battle]]:
        """Add the events of one act. Returns the beats outside Battles, and the Battles that began with the act.

        An unfinished Battle grows with later calls. `step` is the act's number if it belongs to a game; the Battles
        then record their place in it.
        """
        return finished(self.adding(act, step))

    def adding(self, act: Happened, step: int | None = None) -> Progress:
        """`add` in short pieces, one for each event."""
        apart: list[Beat] = []
        first = len(self.battles)
        grown = self.battles[-1] if self._running else None
        tables: dict[int, list[State]] = {}
        for count, table in act.tables:
            tables.setdefault(count, []).append(table)
        if self._running and 0 in tables:
            self._record_phase(tables[0][-1])
        for number, (event, beat) in enumerate(zip(act.events, beats(self._game, act.events, self._lang), strict=True)):
            after = tables.get(number + 1, [])
            if isinstance(event, BattleBegan):
                self._begin(event, beat, after[0])
            elif self._running:
                self._fought(event, beat, after)
            elif self._over and isinstance(event, _AFTERMATH):
                self.battles[-1].aftermath.append(beat)
            else:
                self._over = False
                apart.append(beat)
            if after and self._over:
                self._record(after[-1])
            elif after and self._running and not isinstance(event, PhaseBegan):
                self._record_phase(after[-1])
            yield
        self._over = False  # the next act's consequences belong to that act
        begun = self.battles[first:]
        if step is not None:
            if grown is not None and grown.place is not None:
                grown.place.until = step + 1
            for number, battle in enumerate(begun):
                battle.place = BattlePlace(step=step, number=number, until=step + 1)
        return apart, begun

    def finish(self, now: State) -> None:
        """Finish a waiting Battle with the default choices, and record them in it.

        `now` is the state in which it waits; it is not changed. Does nothing if no Battle waits.
        """
        after = now.copy()
        asked: list[str] = []
        while self._running:
            battle = self.battles[-1]
            asked.append(DECISIONS[after.stage()])
            self.add(advance(after, default_choice(after)))
            battle.assumed = _assumed(asked, self._lang)
            if battle.ended:
                asked = []

    def _begin(self, event: BattleBegan, beat: Beat, now: State) -> None:
        at_first = self._standing(now)
        self.states.append([now] * 2)
        self._running, self._over = True, False
        self.battles.append(
            Battle(
                version=VERSION,
                place=None,
                starter=event.player,
                cause=event.cause,
                words=beat.words,
                ruling=beat.ruling,
                before=at_first,
                phases=[],
                aftermath=[],
                after=at_first,
                ended=False,
                assumed=[],
            )
        )

    def _fought(self, event: Event, beat: Beat, after: Sequence[State]) -> None:
        """Add one event of a Battle; `after` are the states recorded right after it."""
        battle = self.battles[-1]
        if isinstance(event, PhaseBegan):
            self._record_phase(after[0])
            number = len(battle.phases)
            phase: Phase = Phase(number=number, initiative=event.initiative, beats=[], after=battle.after)
            battle.phases.append(phase)
            self.states[-1].append(self.states[-1][-1])
            if len(after) > 1:
                self._record_phase(after[-1])
        elif isinstance(event, BattleEnded):
            self._record_phase(after[0])
            battle.ended = True
            self._running, self._over = False, True
        else:
            battle.phases[-1].beats.append(beat)

    def _record_phase(self, now: State) -> None:
        """Record the board after the last phase, if any, and after the Battle so far."""
        battle = self.battles[-1]
        self._record(now)
        if battle.phases:
            battle.phases[-1].after = battle.after
            self.states[-1][-2] = self.states[-1][-1]

    def _record(self, now: State) -> None:
        """Record the board after the Battle so far."""
        self.battles[-1].after = self._standing(now)
        self.states[-1][-1] = now

    def _standing(self, now: State) -> Standing:
        """The board's form. A quarter of the states of Battles equal the one before."""
        known, form = self._last
        data = now.to_bytes()
        if data != known:
            form = standing(now)
            self._last = (data, form)
        return form


def battles_of(steps: Iterable[Step], lang: str = "en") -> list[Battle]:
    """The Battles in consecutive steps of a game."""
    collected = _collect(steps, lang)
    return [] if collected is None else collected.battles


def _collect(steps: Iterable[Step], lang: str, until: int | None = None) -> BattleCollector | None:
    """Collect the Battles of some steps; None without steps. Stops at the end of Battle number `until`."""
    collected: BattleCollector | None = None
    for step in steps:
        collected = collected or BattleCollector(step.before.game, lang)
        collected.add(step)
        if until is not None and (until >= len(collected.battles) or collected.battles[until].ended):
            break
    return collected


class NoBattle(NeurohexError):
    """No such Battle."""


def battle_states(steps: Iterable[Step], number: int = 0) -> list[State]:
    """The states of a fought Battle: before it, after each phase, and at the end or as far as known. Do not modify.

    `steps` are consecutive and start with the step that began the Battle; `number` (from 0) chooses among the
    Battles that it began. Raises `NoBattle`.
    """
    return battle_with_states(steps, number)[1]


def battle_with_states(steps: Iterable[Step], number: int = 0, lang: str = "en") -> tuple[Battle, list[State]]:
    """A fought Battle with the states of `battle_states`. Raises `NoBattle`."""
    collected = _collect(steps, lang, number)
    if collected is None or number >= len(collected.battles):
        raise NoBattle(f"no Battle with the number {number} began there")
    return collected.battles[number], collected.states[number]


def battle_preview_states(st: State) -> list[State]:
    """The same for the Battle of `battle_preview`. Raises `NoBattle`."""
    return preview_with_states(st)[1]


def preview_with_states(st: State, lang: str = "en") -> tuple[Battle, list[State]]:
    """The Battle of `battle_preview` with its states. Raises `NoBattle`."""
    collected = _previewed(st, lang)
    if collected is None:
        raise NoBattle("no Battle can be fought now")
    return collected.battles[0], collected.states[0]
