"""Medics: who saves whom (section 7), by the default policy, and whether there was a choice."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.model import Unit
from tests.oracle.moment import Moment
from tests.oracle.shots import Hit

MOST_STATES = 4000
"""So many states of a ward are looked at before the search for other outcomes is given up."""

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
        """The linked units of the side for which the Medic works."""
        table, moment = self.moment.table, self.moment
        side = table.side(moment.control.works_for(medic))
        return {u for u in table.linked(medic) if table.side(moment.controller(u)) == side}

    def _usable(self, state: State) -> list[int]:
        absorbed, spent, _ = state
        usable = []
        for n, medic in enumerate(self.medics):
            wounds = sum(h.wounds for i, h in enumerate(self.hits) if h.target is medic and i not in absorbed)
            if n not in spent and medic.wounds + wounds <= medic.tile.toughness:
                usable.append(n)
        return usable

    def _linked(self, medic: int, patient: int) -> bool:
        return self.medics[patient] in self.patients[medic]

    def _can_be_spent(self, medic: int, usable: list[int]) -> set[int]:
        """Which Medic is destroyed when this one would be (rule 3)."""
        stands_in: dict[int, set[int]] = {}
        may_stop: set[int] = set()
        for m in usable:
            linked = {x for x in usable if x != m and self._linked(x, m)}
            stands_in[m] = linked
            # With one that it does not link back to it is kept; one that it links back to leaves a choice.
            if all(self._linked(m, x) for x in linked):
                may_stop.add(m)
        reached, todo = {medic}, [medic]
        while todo:
            for x in stands_in[todo.pop()] - reached:
                reached.add(x)
                todo.append(x)
        if reached & may_stop:
            return reached & may_stop
        # Medics in a ring, each kept by the next: any of those that all the ways lead into.
        return {
            m for m in reached if all(m in self._closure(x, stands_in) for x in self._closure(m, stands_in))
        }

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
            if i in absorbed or hit.sets_off or hit.target in gone:
                continue
            for medic in usable:
                if hit.target in self.patients[medic]:
                    found += [Option(i, medic, x) for x in self._can_be_spent(medic, usable)]
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

    def settle(self) -> tuple[set[Unit], int]:
        """Absorb hits by the default policy; the Medics spent, and how many choices came up."""
        state: State = (frozenset(), frozenset(), 0)
        choices = 0
        while options := self.options(state):
            if len(self.outcomes(state)) > 1:
                ways = {self.outcomes(self.take(state, option)) for option in options}
                choices += len(ways) > 1
            state = self.take(state, min(options, key=self.preferred))
        for i in state[0]:
            self.hits[i].absorbed = True
        return {self.medics[n] for n in state[1]}, choices

    def outcomes(self, state: State) -> frozenset[object]:
        """All ends to which choices may lead from here; hits of one size on one unit are alike."""
        if state in self.seen or len(self.seen) > MOST_STATES:
            return self.seen.get(state, frozenset())
        options = self.options(state)
        if options:
            ends: frozenset[object] = frozenset()
            for following in {self.take(state, option) for option in options}:
                ends |= self.outcomes(following)
        else:
            absorbed, spent, _ = state
            alike = sorted((self.hits[i].target.hex, self.hits[i].wounds) for i in absorbed)
            ends = frozenset([(tuple(alike), spent)])
        self.seen[state] = ends
        return ends
