"""What happened, as a player wants to hear it: short where it is plain, with the reasons where they matter.

`neurohex.explain` tells everything. Here draws are gathered into one sentence, and of a Battle only what had an
effect is left, each line with its phase; `full` leaves nothing out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.console import Console
from rich.text import Text

from neurohex.cli.play_words import say
from neurohex.cli.terminal import hanging_rows, with_ruling
from neurohex.draw.letters import seat_style
from neurohex.explain import Line, explain, player_name
from neurohex.rules import events as ev
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import State
from neurohex.session import Event, Step
from neurohex.words import listed

_DULL: Final = frozenset(
    (ev.ACTED, ev.WOUNDED, ev.HQ_WOUNDED, ev.PHASE_ENDED, ev.BATTLE_ENDED, ev.TURN_ENDED, ev.SCORED)
)
_LOUD: Final = frozenset((ev.BATTLE_BEGAN, ev.GAME_OVER, ev.EXTRA_TURNS, ev.SUPPLY_ENDED, ev.ELIMINATED))
_QUIET: Final = frozenset((ev.STOPPED, ev.HELD))


@dataclass(frozen=True, slots=True)
class Told:
    """One line of the story."""

    text: str
    code: int
    player: int = -1
    """Whose line it is, where it is somebody's."""
    phase: int | None = None
    ruling: str = ""
    drawn: tuple[str, ...] = ()
    """The tiles of a line about draws."""

    def shown(self, st: State, console: Console) -> list[Text]:
        """The line as a terminal shows it, wrapped under its own beginning."""
        if self.code == ev.TURN_BEGAN:
            return [Text(f" {self.text} ", f"bold {seat_style(st.game, self.player)}")]
        head = Text("  ")
        if self.phase is not None:
            head = Text(f"  {self.phase} ", "bold cyan")
        elif self.code in _LOUD:
            head = Text("» ", "bold")
        return hanging_rows(self._body(), console, head)

    def _body(self) -> Text:
        style = "bold" if self.code in _LOUD else "dim" if self.code in _QUIET else ""
        before, arrow, after = self.text.rpartition("→")
        body = Text(before if arrow else self.text, style)
        if arrow:
            body.append(f"→{after}", "bold red" if "destroyed" in after or "HQ" in after else "yellow")
        if self.ruling:
            body = with_ruling(body, f"[{self.ruling}]")
        return body


def story(steps: Iterable[Step], *, full: bool = False) -> list[Told]:
    """What happened in some steps of a game."""
    told: list[Told] = []
    for step in steps:
        lines = explain(step.before, step.events)
        told += _everything(step.events, lines) if full else _gist(step.before, step.events, lines)
    return told if full else _gathered(told)


def battle_story(before: State, events: Sequence[Event]) -> list[Told]:
    """What happens in a Battle that is only looked at, without the words that begin and end it."""
    told = _gist(before, events, explain(before, events))
    return [line for line in told if line.code != ev.BATTLE_BEGAN]


def _everything(events: Sequence[Event], lines: Sequence[Line]) -> list[Told]:
    return [
        Told(line.text, line.code, event[1] if line.code == ev.TURN_BEGAN else -1, line.phase, line.ruling)
        for event, line in zip(events, lines, strict=True)
    ]


def _gist(before: State, events: Sequence[Event], lines: Sequence[Line]) -> list[Told]:
    """The lines with an effect; wounds and deaths that a hit has told already are not told again."""
    told: list[Told] = []
    known: set[int] = set()  # hexes whose end was told by the hit
    wounded: dict[int, int] = {}
    for event, line in zip(events, lines, strict=True):
        code = line.code
        if code == ev.HIT and "→ destroyed" in line.text:
            known.add(event[3])
        if code == ev.PHASE_BEGAN:
            known.clear()
            continue
        if code == ev.HQ_WOUNDED:
            wounded[event[1]] = event[3]
        if code == ev.BATTLE_ENDED and wounded:
            points = [f"{player_name(before.game, p)} {left}" for p, left in sorted(wounded.items())]
            told.append(Told(say("after.battle", points=listed(points)), ev.BATTLE_ENDED))
            wounded.clear()
        if code in _DULL or (code == ev.DESTROYED and event[1] in known):
            continue
        owner = event[1] if code in (ev.TURN_BEGAN, ev.DRAWN) else -1
        drawn: tuple[str, ...] = ()
        if code == ev.DRAWN and line.text.endswith(f" {ALL_TILES[event[2]].name}"):
            drawn = (ALL_TILES[event[2]].name,)
        told.append(Told(line.text, code, owner, line.phase, drawn=drawn))
    return told


def _gathered(told: list[Told]) -> list[Told]:
    """Draws of one player that come in a row as one line."""
    gathered: list[Told] = []
    for line in told:
        last = gathered[-1] if gathered else line
        if line.drawn and last.drawn and last.player == line.player and line is not last:
            names = (*last.drawn, *line.drawn)
            text = line.text.removesuffix(line.drawn[0]) + listed(names)
            gathered[-1] = replace(line, text=text, drawn=names)
        else:
            gathered.append(line)
    return gathered
