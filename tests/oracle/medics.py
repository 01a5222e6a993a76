"""Medics (R7.1-R7.4): who absorbs which hit, by the default policy, and whether there was a choice."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.choices import Chooser
from tests.oracle.model import Unit
from tests.oracle.moment import Moment
from tests.oracle.shots import Hit

MOST_STATES = 4000
"""States of a ward to try before the search for other outcomes gives up."""

State = tuple[frozenset[int], frozenset[int], int]
"""Numbers of the absorbed hits, numbers of the spent Medics, how many of them were spent on endless hits."""


@dataclass(frozen=True, slots=True)
class Option:
    """A hit, the Medic that answers it and the Medic that is spent."""

    hit: int
    medic: int
    spent: int


class Ward:
    """All Medics and all hits of one moment.

    The sides are not apart: a scoped Medic works for one side while Medics of another may save it.
    """

    def __init__(self, moment: Moment, hits: list[Hit]) -> None:
        units = sorted(moment.units.values(), key=moment.table.name)
        self.moment = moment
        self.medics = [m for m in units if m.tile.module.get("medic") and moment.enabled(m)]
        self.hits = hits
        self.patients = [self._patients(m) for m in self.medics]
        self.seen: dict[State, frozenset[object]] = {}

    def _patients(self, medic: Unit) -> set[Unit]:
        """The units that the Medic serves."""
        return {u for u in self.moment.units.values() if medic in self.moment.modules(u, "medic")}

    def _usable(self, state: State) -> list[int]:
        absorbed, spent, _ = state
        usable = []
        for n, medic in enumerate(self.medics):
            wounds = sum(h.wounds for i, h in enumerate(self.hits) if h.target is medic and i not in absorbed)
            if n not in spent and medic.wounds + wounds <= self.moment.toughness(medic):
                usable.append(n)
        return usable

    def _linked(self, medic: int, patient: int) -> bool:
        return self.medics[patient] in self.patients[medic]

    def _can_be_spent(self, medic: int, usable: list[int]) -> set[int]:
        """Which Medic may be the one destroyed when this one would be (R7.3).

        A Medic is kept by one that stands in for it, unless that one would in turn be kept by it: two that link each
        other, or a ring. Of those the controller chooses, also where a further Medic stands in for one of the ring.
        """
        stands_in = {m: {x for x in usable if x != m and self._linked(x, m)} for m in usable}
        reached = {medic} | self._closure(medic, stands_in)
        return {m for m in reached if all(m in self._closure(x, stands_in) for x in stands_in[m])}

    def _closure(self, medic: int, after: dict[int, set[int]]) -> set[int]:
        reached, todo = set[int](), [medic]
        while todo:
            for x in after[todo.pop()] - reached:
                reached.add(x)
                todo.append(x)
        return reached

    def options(self, state: State) -> list[Option]:
        absorbed, spent, _ = state
        usable = self._usable(state)
        gone = {self.medics[n] for n in spent}
        found = []
        for i, hit in enumerate(self.hits):
            if i in absorbed or hit.sets_off or not hit.wounds or hit.target in gone:
                continue
            # A patient that is a Medic does not stand in for its own helpers.
            helpers = [n for n in usable if self.medics[n] is not hit.target]
            for medic in helpers:
                if hit.target in self.patients[medic]:
                    found += [Option(i, medic, x) for x in self._can_be_spent(medic, helpers)]
        return found

    def take(self, state: State, option: Option) -> State:
        absorbed, spent, endless = state
        if self.hits[option.hit].endless:  # R11.2: one of endless hits is cancelled, and as many are left
            return absorbed, spent | {option.spent}, endless + 1
        return absorbed | {option.hit}, spent | {option.spent}, endless

    def preferred(self, option: Option) -> tuple[int, bool, str, str, str]:
        """The default policy: the largest hit, among equals one on an HQ, then by hex name."""
        hit, name = self.hits[option.hit], self.moment.table.name
        return (
            -hit.wounds,
            not hit.target.is_hq,
            name(hit.target),
            name(self.medics[option.spent]),
            name(self.medics[option.medic]),
        )

    def question(self, state: State) -> list[Option]:
        """The options of the side that chooses first in turn order. Players choose only about Medics of their side."""
        table, moment = self.moment.table, self.moment
        options = self.options(state)
        for player in table.round():
            side = table.side(player)
            own = [o for o in options if table.side(self._worker(o)) == side]
            if any(player in (self._worker(o), moment.controller(self.hits[o.hit].target)) for o in own):
                return own
        return []

    def _worker(self, option: Option) -> int:
        return self.moment.works_for(self.medics[option.spent])

    def settle(self, choose: Chooser) -> set[Unit]:
        """Absorb hits. Gives the Medics spent."""
        state: State = (frozenset(), frozenset(), 0)
        while options := self.question(state):
            options.sort(key=self.preferred)
            ways: dict[frozenset[object], Option] = {}
            for option in options:
                ways.setdefault(self.outcomes(self.take(state, option)), option)
            state = self.take(state, choose(list(ways.values())))
        for i in state[0]:
            self.hits[i].absorbed = True
        return {self.medics[n] for n in state[1]}

    def outcomes(self, state: State) -> frozenset[object]:
        """All ends that choices can lead to. Hits of one size on one unit are equal."""
        if state in self.seen or len(self.seen) > MOST_STATES:
            return self.seen.get(state, frozenset())
        options = self.question(state)
        if options:
            ends: frozenset[object] = frozenset()
            for following in {self.take(state, option) for option in options}:
                ends |= self.outcomes(following)
        else:
            absorbed, spent, _ = state
            alike = sorted((self._alike(self.hits[i], absorbed) for i in absorbed), key=str)
            ends = frozenset([(tuple(alike), spent)])
        self.seen[state] = ends
        return ends

    def _alike(self, hit: Hit, absorbed: frozenset[int]) -> tuple[object, ...]:
        """Hits that would do the same are one choice (R7.2). One that kills puts no marker (R21.3)."""
        unit = hit.target
        wounds = sum(h.wounds for i, h in enumerate(self.hits) if h.target is unit and i not in absorbed)
        table = self.moment.table
        survives = wounds < table.hq[unit.owner] if unit.is_hq else unit.wounds + wounds <= self.moment.toughness(unit)
        return unit.hex, hit.wounds, tuple(sorted(hit.carries)) if survives else ()
