"""Battles phase by phase, in one form whether they were fought or are only looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from neurohex.notation.report import fight
from neurohex.players.situation import STAGES
from neurohex.rules import events as ev
from neurohex.rules.engine import Log, State, default_choice
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
    if not st.field(FIRST) or st.field(PHASE) or st.field(PENDING) or st.is_over():
        return None
    fought = st.copy()
    fought.b[STARTER] = st.turn()
    before = fought.copy()
    asked: list[str] = []

    def choose(now: State) -> int:
        asked.append(STAGES[now.stage()])
        return default_choice(now)

    log = Log()
    fight(fought, log, choose)
    told = Telling(lang)
    told.hear(before, log.events)
    battle = told.battles[0]
    battle["assumed"] = [say(f"assumed.{stage}", lang) for stage in dict.fromkeys(asked)]
    return battle


class Telling:
    """Takes in what happened, act by act, and gathers the Battles in it."""

    def __init__(self, lang: str) -> None:
        self.battles: list[Battle] = []
        self._lang = lang
        self._running = False
        self._over = False  # the last Battle's phases are over, what follows may still belong to it

    def hear(self, before: State, events: Sequence[Event]) -> tuple[list[Beat], list[Battle]]:
        """Take in the events of one act: the beats that belong to no Battle, and the Battles that began with it.

        Those may be unfinished, and go on to grow with what is heard later.
        """
        beats: list[Beat] = []
        first = len(self.battles)
        now = before
        for event, beat, now in follow(before, events, self._lang):
            code = event[0]
            if code == ev.BATTLE_BEGAN:
                self._begin(event, beat, now)
            elif self._running:
                self._fought(event, beat, now)
            elif self._over and code in _AFTERMATH:
                self.battles[-1]["aftermath"].append(beat)
                self.battles[-1]["after"] = standing(now)
            else:
                self._over = False
                beats.append(beat)
        if self._running:
            self._look(now)
        self._over = False  # what another act brings about is its own
        return beats, self.battles[first:]

    def _begin(self, event: Event, beat: Beat, now: State) -> None:
        at_first = standing(now)
        self._running, self._over = True, False
        self.battles.append(
            {
                "version": VERSION,
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
            battle["phases"].append({"initiative": event[1], "beats": [], "after": battle["after"]})
        elif event[0] == ev.BATTLE_ENDED:
            self._look(now)
            battle["ended"] = True
            self._running, self._over = False, True
        else:
            battle["phases"][-1]["beats"].append(beat)

    def _look(self, now: State) -> None:
        """The phase that was fought last, if any, has left the board as it is now."""
        battle = self.battles[-1]
        battle["after"] = standing(now)
        if battle["phases"]:
            battle["phases"][-1]["after"] = battle["after"]


def battles_of(steps: Iterable[tuple[State, Sequence[Event]]], lang: str = "en") -> list[Battle]:
    """The Battles in some acts that follow each other, each the state before it and what happened."""
    told = Telling(lang)
    for before, events in steps:
        told.hear(before, events)
    return told.battles
