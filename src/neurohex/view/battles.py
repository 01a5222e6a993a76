"""Battles phase by phase, in one form whether they were fought or are only looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from neurohex import events as ev
from neurohex.events import BattleBegan, BattleEnded, Event, PhaseBegan
from neurohex.model import fight
from neurohex.model.reading import DECISIONS, can_fight
from neurohex.rules.engine import Game, Log, State, apply, default_choice
from neurohex.session import Step
from neurohex.view.forms import VERSION, Battle, Beat, Phase
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
    ev.GameOver,
    ev.ExtraTurns,
)
"""What can follow by itself when the last phase of a Battle is over, and belongs to it."""


class Happened(Protocol):
    """What happened in one act: a `Log`, or a `Step` of a game."""

    @property
    def events(self) -> Sequence[Event]:
        """All that happened, in order."""

    @property
    def tables(self) -> Sequence[tuple[int, State]]:
        """States in the course of Battles, each with the number of events that came before it."""


def battle_preview(st: State, lang: str = "en") -> Battle | None:
    """The Battle that would be fought now, with the default choices in it; the state is not changed.

    None where none can be: before the first turn, inside a Battle or while Medics answer, and after the end.
    """
    told = _looked_at(st, lang)
    return None if told is None else told.battles[0]


def _looked_at(st: State, lang: str) -> Telling | None:
    if not can_fight(st):
        return None
    fought = fight(st, starter=st.turn())
    told = Telling(st.game, lang)
    told.hear(fought.log)
    told.battles[0]["assumed"] = _assumed(fought.asked, lang)
    return told


def _assumed(asked: Sequence[str], lang: str) -> list[str]:
    """What the default choices are, each once, by the stages at which somebody is asked."""
    return [say(f"assumed.{stage}", lang) for stage in dict.fromkeys(asked)]


class Telling:
    """Takes in what happened, act by act, and gathers the Battles in it."""

    def __init__(self, game: Game, lang: str) -> None:
        self.battles: list[Battle] = []
        self.states: list[list[State]] = []
        """Of each Battle the table at each standing that is told of it: before it, after each of its phases, after
        all. Not to be changed."""
        self._game = game
        self._lang = lang
        self._running = False
        self._over = False  # the last Battle's phases are over, what follows may still belong to it

    def hear(self, act: Happened, step: int | None = None) -> tuple[list[Beat], list[Battle]]:
        """Take in what happened in one act: the beats that belong to no Battle, and the Battles that began with it.

        Those may be unfinished, and go on to grow with what is heard later. `step` is the number of the act where it
        is one of a game's; the Battles then say at which place of it they were fought.
        """
        apart: list[Beat] = []
        first = len(self.battles)
        grown = self.battles[-1] if self._running else None
        tables: dict[int, list[State]] = {}
        for count, table in act.tables:
            tables.setdefault(count, []).append(table)
        if self._running and 0 in tables:
            self._look(tables[0][-1])
        for number, (event, beat) in enumerate(zip(act.events, beats(self._game, act.events, self._lang), strict=True)):
            after = tables.get(number + 1, [])
            if isinstance(event, BattleBegan):
                self._begin(event, beat, after[0])
            elif self._running:
                self._fought(event, beat, after)
            elif self._over and isinstance(event, _AFTERMATH):
                self.battles[-1]["aftermath"].append(beat)
            else:
                self._over = False
                apart.append(beat)
            if after and self._over:
                self._keep(after[-1])
            elif after and self._running and not isinstance(event, PhaseBegan):
                self._look(after[-1])
        self._over = False  # what another act brings about is its own
        begun = self.battles[first:]
        if step is not None:
            if grown is not None and grown["place"] is not None:
                grown["place"]["until"] = step + 1
            for number, battle in enumerate(begun):
                battle["place"] = {"step": step, "number": number, "until": step + 1}
        return apart, begun

    def assume(self, now: State) -> None:
        """Tell a Battle that waits for somebody to choose to its end, with the default choices, and what they were.

        `now` is the state it waits in; it is not changed. Does nothing where none waits.
        """
        after = now.copy()
        asked: list[str] = []
        while self._running:
            battle, log = self.battles[-1], Log()
            asked.append(DECISIONS[after.stage()])
            apply(after, default_choice(after), log)
            self.hear(log)
            battle["assumed"] = _assumed(asked, self._lang)
            if battle["ended"]:
                asked = []

    def _begin(self, event: BattleBegan, beat: Beat, now: State) -> None:
        at_first = standing(now)
        self.states.append([now] * 2)
        self._running, self._over = True, False
        self.battles.append(
            {
                "version": VERSION,
                "place": None,
                "starter": event.player,
                "cause": event.cause,
                "words": beat["words"],
                "ruling": beat["ruling"],
                "before": at_first,
                "phases": [],
                "aftermath": [],
                "after": at_first,
                "ended": False,
                "assumed": [],
            }
        )

    def _fought(self, event: Event, beat: Beat, after: Sequence[State]) -> None:
        """One event inside a Battle; `after` are the states kept right after it."""
        battle = self.battles[-1]
        if isinstance(event, PhaseBegan):
            self._look(after[0])
            number = len(battle["phases"])
            phase: Phase = {"number": number, "initiative": event.initiative, "beats": [], "after": battle["after"]}
            battle["phases"].append(phase)
            self.states[-1].append(self.states[-1][-1])
            if len(after) > 1:
                self._look(after[-1])
        elif isinstance(event, BattleEnded):
            self._look(after[0])
            battle["ended"] = True
            self._running, self._over = False, True
        else:
            battle["phases"][-1]["beats"].append(beat)

    def _look(self, now: State) -> None:
        """The phase that was fought last, if any, has left the board as it is now."""
        battle = self.battles[-1]
        self._keep(now)
        if battle["phases"]:
            battle["phases"][-1]["after"] = battle["after"]
            self.states[-1][-2] = self.states[-1][-1]

    def _keep(self, now: State) -> None:
        """So it is after all that was heard so far of the Battle."""
        self.battles[-1]["after"] = standing(now)
        self.states[-1][-1] = now


def battles_of(steps: Iterable[Step], lang: str = "en") -> list[Battle]:
    """The Battles in some steps of a game that follow each other."""
    told = _heard(steps, lang)
    return [] if told is None else told.battles


def _heard(steps: Iterable[Step], lang: str, until: int | None = None) -> Telling | None:
    """What some steps tell, None for no steps; nothing more is heard after the end of the Battle number `until`."""
    told: Telling | None = None
    for step in steps:
        told = told or Telling(step.before.game, lang)
        told.hear(step)
        if until is not None and (until >= len(told.battles) or told.battles[until]["ended"]):
            break
    return told


class NoBattle(ValueError):
    """There is no such Battle."""


def battle_states(steps: Iterable[Step], number: int = 0) -> list[State]:
    """The table at each standing that is told of a Battle that was fought: before it, after each of its phases, and
    after all, or as far as it is known. Not to be changed.

    It began with the first of some steps that follow each other, and `number` counts the Battles that did, from 0.
    Raises `NoBattle`.
    """
    told = _heard(steps, "en", number)
    if told is None or number >= len(told.battles):
        raise NoBattle(f"no Battle with the number {number} began there")
    return told.states[number]


def battle_preview_states(st: State) -> list[State]:
    """The same of the Battle that would be fought now, as `battle_preview` tells it. Raises `NoBattle`."""
    told = _looked_at(st, "en")
    if told is None:
        raise NoBattle("no Battle can be fought now")
    return told.states[0]
