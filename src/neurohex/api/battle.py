"""The public `Battle`: fought on a copy of a state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from neurohex.events import Acted, Destroyed, Event, Hit, PhaseBegan, PhaseEnded, UnitRef
from neurohex.model import Fight, Stage

if TYPE_CHECKING:
    from neurohex.api.state import State


@dataclass(frozen=True, slots=True)
class Phase:
    """One initiative phase in which a unit acted."""

    initiative: int
    events: tuple[Event, ...]

    @property
    def acted(self) -> tuple[UnitRef, ...]:
        """The units that acted."""
        return tuple(event.unit for event in self.events if isinstance(event, Acted))

    @property
    def hits(self) -> tuple[Hit, ...]:
        """All hits, including cancelled ones."""
        return tuple(event for event in self.events if isinstance(event, Hit))

    @property
    def destroyed(self) -> tuple[UnitRef, ...]:
        """The units that left the board."""
        return tuple(event.unit for event in self.events if isinstance(event, Destroyed))


class Battle:
    """One Battle without the rest of the game: its events and the state after it.

    >>> import neurohex as nh
    >>> battle = nh.State.from_position("outpost hegemony* | C3=0.HQ C2=1.Runner/S A1=1.HQ").fight()
    >>> battle
    <Battle: phases 2, 0; 2 hits, 1 destroyed>
    >>> [(str(hit.source), str(hit.target), hit.wounds) for hit in battle.hits]
    [('Runner C2', 'HQ C3', 1), ('HQ C3', 'Runner C2', 1)]
    >>> battle.after.players[0].hq
    19
    >>> battle.story()[2:4]
    ['Runner C2 acts at 2: printed 2', 'Runner C2 strikes S: hits HQ C3 for 1 → 19 HQ points left']
    """

    before: State
    """The state before the Battle."""
    after: State
    """The state after it; no turn follows."""
    events: tuple[Event, ...]
    """All events, in order."""
    phases: tuple[Phase, ...]
    """The phases in which a unit acted."""
    choices: tuple[Stage, ...]
    """The choices inside it, in order: `clown`, `quartermaster`, `medic`."""

    def __init__(self, fought: Fight, before: State, after: State) -> None:
        """Created by `State.fight`."""
        self._fought: Final = fought
        self.before = before
        self.after = after
        self.events = tuple(fought.log.events)
        self.phases = tuple(_phases(self.events))
        self.choices = fought.asked

    @property
    def hits(self) -> tuple[Hit, ...]:
        """All hits of all phases, including cancelled ones."""
        return tuple(hit for phase in self.phases for hit in phase.hits)

    @property
    def destroyed(self) -> tuple[UnitRef, ...]:
        """The units that left the board."""
        return tuple(unit for phase in self.phases for unit in phase.destroyed)

    def story(self, lang: str = "en") -> list[str]:
        """The events as sentences, in English or Polish (`pl`)."""
        from neurohex.explain import explain

        return [line.text for line in explain(self._fought.after.game, self.events, lang)]

    def _repr_html_(self) -> str:
        """A stepper for notebooks: the board before, each phase in sentences, the board after; without scripts."""
        from neurohex.api.display import stepper
        from neurohex.explain import explain

        game = self._fought.after.game
        told = [(f"phase {p.initiative}", [line.text for line in explain(game, p.events)]) for p in self.phases]
        before, after = self.before.svg(size=70), self.after.svg(size=70)
        return stepper([("before", before, []), *((title, "", lines) for title, lines in told), ("after", after, [])])

    def __repr__(self) -> str:
        phases = ", ".join(str(phase.initiative) for phase in self.phases) or "none"
        return f"<Battle: phases {phases}; {len(self.hits)} hits, {len(self.destroyed)} destroyed>"


def _phases(events: tuple[Event, ...]) -> list[Phase]:
    found: list[Phase] = []
    first = 0
    for number, event in enumerate(events):
        if isinstance(event, PhaseBegan):
            first = number
        elif isinstance(event, PhaseEnded):
            found.append(Phase(event.initiative, events[first : number + 1]))
    return found
