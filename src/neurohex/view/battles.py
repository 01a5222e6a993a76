"""Battles phase by phase, in one form whether they were fought or are only looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from neurohex.model.reading import DECISIONS
from neurohex.notation.report import fight
from neurohex.rules import events as ev
from neurohex.rules.engine import Log, State, apply, default_choice
from neurohex.rules.layout import ADDITIONAL, BY_FULL_BOARD, BY_TILE, FINAL, FIRST, PENDING, PHASE, STARTER
from neurohex.session import Event
from neurohex.view.forms import VERSION, Battle, Beat
from neurohex.view.happenings import follow
from neurohex.view.scenes import standing
from neurohex.view.texts import say

_CAUSES: Final = {BY_TILE: "tile", BY_FULL_BOARD: "full board", FINAL: "final", ADDITIONAL: "additional"}
_AFTERMATH: Final = frozenset(
    (ev.ELIMINATED, ev.REMOVED, ev.NETTED, ev.UNNETTED, ev.TAKEN, ev.FREED, ev.RETURNED, ev.GAME_OVER, ev.EXTRA_TURNS)
)
"""What can follow by itself when the last phase of a Battle is over, and belongs to it."""


def battle_preview(st: State, lang: str = "en") -> Battle | None:
    """The Battle that would be fought now, with the default choices in it; the state is not changed.

    None where none can be: before the first turn, inside a Battle or while Medics answer, and after the end.
    """
    told = _looked_at(st, lang)
    return None if told is None else told.battles[0]


def _looked_at(st: State, lang: str) -> Telling | None:
    if not st.field(FIRST) or st.field(PHASE) or st.field(PENDING) or st.is_over():
        return None
    fought = st.copy()
    fought.b[STARTER] = st.turn()
    before = fought.copy()
    asked: list[str] = []

    def choose(now: State) -> int:
        asked.append(DECISIONS[now.stage()])
        return default_choice(now)

    log = Log()
    fight(fought, log, choose)
    told = Telling(lang)
    told.hear(before, log.events)
    told.battles[0]["assumed"] = _assumed(asked, lang)
    return told


def _assumed(asked: Sequence[str], lang: str) -> list[str]:
    """What the default choices are, each once, by the stages at which somebody is asked."""
    return [say(f"assumed.{stage}", lang) for stage in dict.fromkeys(asked)]


class Telling:
    """Takes in what happened, act by act, and gathers the Battles in it."""

    def __init__(self, lang: str) -> None:
        self.battles: list[Battle] = []
        self.states: list[list[State]] = []
        """Of each Battle the table at each standing that is told of it: before it, after each of its phases, after
        all. Not to be changed."""
        self._lang = lang
        self._running = False
        self._over = False  # the last Battle's phases are over, what follows may still belong to it

    def hear(self, before: State, events: Sequence[Event], step: int | None = None) -> tuple[list[Beat], list[Battle]]:
        """Take in the events of one act: the beats that belong to no Battle, and the Battles that began with it.

        Those may be unfinished, and go on to grow with what is heard later. `step` is the number of the act where it
        is one of a game's; the Battles then say at which place of it they were fought.
        """
        beats: list[Beat] = []
        first = len(self.battles)
        grown = self.battles[-1] if self._running else None
        now = before
        for event, beat, now in follow(before, events, self._lang):
            code = event[0]
            if code == ev.BATTLE_BEGAN:
                self._begin(event, beat, now)
            elif self._running:
                self._fought(event, beat, now)
            elif self._over and code in _AFTERMATH:
                self.battles[-1]["aftermath"].append(beat)
                self._keep(now)
            else:
                self._over = False
                beats.append(beat)
        if self._running:
            self._look(now)
        self._over = False  # what another act brings about is its own
        begun = self.battles[first:]
        if step is not None:
            if grown is not None and grown["place"] is not None:
                grown["place"]["until"] = step + 1
            for number, battle in enumerate(begun):
                battle["place"] = {"step": step, "number": number, "until": step + 1}
        return beats, begun

    def assume(self, now: State) -> None:
        """Tell a Battle that waits for somebody to choose to its end, with the default choices, and what they were.

        `now` is the state it waits in; it is not changed. Does nothing where none waits.
        """
        after = now.copy()
        asked: list[str] = []
        while self._running:
            battle, before, log = self.battles[-1], after.copy(), Log()
            asked.append(DECISIONS[after.stage()])
            apply(after, default_choice(after), log)
            self.hear(before, log.events)
            battle["assumed"] = _assumed(asked, self._lang)
            if battle["ended"]:
                asked = []

    def _begin(self, event: Event, beat: Beat, now: State) -> None:
        at_first = standing(now)
        self.states.append([now.copy()] * 2)
        self._running, self._over = True, False
        self.battles.append(
            {
                "version": VERSION,
                "place": None,
                "starter": event[1],
                "cause": _CAUSES[event[2]],
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

    def _fought(self, event: Event, beat: Beat, now: State) -> None:
        battle = self.battles[-1]
        if event[0] == ev.PHASE_BEGAN:
            self._look(now)
            number = len(battle["phases"])
            battle["phases"].append({"number": number, "initiative": event[1], "beats": [], "after": battle["after"]})
            self.states[-1].append(self.states[-1][-1])
        elif event[0] == ev.BATTLE_ENDED:
            self._look(now)
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
        self.states[-1][-1] = now.copy()


def battles_of(steps: Iterable[tuple[State, Sequence[Event]]], lang: str = "en") -> list[Battle]:
    """The Battles in some acts that follow each other, each the state before it and what happened."""
    told = Telling(lang)
    for before, events in steps:
        told.hear(before, events)
    return told.battles


class NoBattle(ValueError):
    """There is no such Battle."""


def battle_states(steps: Iterable[tuple[State, Sequence[Event]]], number: int = 0) -> list[State]:
    """The table at each standing that is told of a Battle that was fought: before it, after each of its phases, and
    after all, or as far as it is known. Not to be changed.

    It began with the first of some acts that follow each other, and `number` counts the Battles that did, from 0.
    Raises `NoBattle`.
    """
    told = Telling("en")
    for before, events in steps:
        told.hear(before, events)
        if number >= len(told.battles) or told.battles[number]["ended"]:
            break
    if number >= len(told.battles):
        raise NoBattle(f"no Battle with the number {number} began there")
    return told.states[number]


def battle_preview_states(st: State) -> list[State]:
    """The same of the Battle that would be fought now, as `battle_preview` tells it. Raises `NoBattle`."""
    told = _looked_at(st, "en")
    if told is None:
        raise NoBattle("no Battle can be fought now")
    return told.states[0]
