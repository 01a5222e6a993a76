"""What happened, in the form a player wants: short, with reasons where they matter.

`neurohex.explain` reports everything. This module merges draws into one sentence and keeps only the effective lines
of a Battle, each with its phase. `full` keeps every line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.console import Console
from rich.text import Text

from neurohex import events as ev
from neurohex.cli.play_words import say
from neurohex.cli.terminal import hanging_rows, with_ruling
from neurohex.draw.letters import seat_style
from neurohex.events import Event
from neurohex.explain import Line, explain, player_name
from neurohex.rules.engine import Game, State
from neurohex.session import Step
from neurohex.words import listed

_DULL: Final = (
    ev.Acted,
    ev.Missed,
    ev.Wounded,
    ev.HqWounded,
    ev.PhaseEnded,
    ev.BattleEnded,
    ev.TurnEnded,
    ev.Scored,
)
_LOUD: Final = (ev.BattleBegan, ev.GameOver, ev.ExtraTurns, ev.SupplyEnded, ev.Eliminated)
_QUIET: Final = (ev.Stopped, ev.Held)


@dataclass(frozen=True, slots=True)
class Told:
    """One line of the story."""

    text: str
    event: Event
    """The event it reports."""
    phase: int | None = None
    ruling: str = ""
    drawn: tuple[str, ...] = ()
    """The tiles, if the line is about draws."""

    def shown(self, st: State, console: Console) -> list[Text]:
        """The line as the terminal shows it, with a hanging indent."""
        if isinstance(self.event, ev.TurnBegan):
            return [Text(f" {self.text} ", f"bold {seat_style(st.game, self.event.player)}")]
        head = Text("  ")
        if self.phase is not None:
            head = Text(f"  {self.phase} ", "bold cyan")
        elif isinstance(self.event, _LOUD):
            head = Text("» ", "bold")
        return hanging_rows(self._body(), console, head)

    def _body(self) -> Text:
        style = "bold" if isinstance(self.event, _LOUD) else "dim" if isinstance(self.event, _QUIET) else ""
        before, arrow, after = self.text.rpartition("→")
        body = Text(before if arrow else self.text, style)
        if arrow:
            body.append(f"→{after}", "bold red" if "destroyed" in after or "HQ" in after else "yellow")
        if self.ruling:
            body = with_ruling(body, f"[{self.ruling}]")
        return body


def story(steps: Iterable[Step], *, full: bool = False) -> list[Told]:
    """The story of some steps."""
    told: list[Told] = []
    for step in steps:
        game = step.before.game
        told += _everything(game, step.events) if full else _gist(game, step.events)
    return told if full else _gathered(told)


def battle_story(game: Game, events: Sequence[Event]) -> list[Told]:
    """The story of a previewed Battle, without its opening and closing lines."""
    return [line for line in _gist(game, events) if not isinstance(line.event, ev.BattleBegan)]


def _lines(game: Game, events: Sequence[Event]) -> Iterator[tuple[Event, Line]]:
    return zip(events, explain(game, events), strict=True)


def _everything(game: Game, events: Sequence[Event]) -> list[Told]:
    return [Told(line.text, event, line.phase, line.ruling) for event, line in _lines(game, events)]


def _gist(game: Game, events: Sequence[Event]) -> list[Told]:
    """The effective lines. Omits wounds and deaths that a hit has already reported."""
    told: list[Told] = []
    known: set[str] = set()  # hexes whose destruction a hit reported
    wounded: dict[int, int] = {}
    for event, line in _lines(game, events):
        match event:
            case ev.Hit(outcome=ev.Outcome(what="destroyed")):
                known.add(event.target.hex)
            case ev.PhaseBegan():
                known.clear()
                continue
            case ev.HqWounded():
                wounded[event.player] = event.left
            case ev.BattleEnded() if wounded:
                points = [f"{player_name(game, p)} {left}" for p, left in sorted(wounded.items())]
                told.append(Told(say("after.battle", points=listed(points)), event))
                wounded.clear()
        if isinstance(event, _DULL) or (isinstance(event, ev.Destroyed) and event.unit.hex in known):
            continue
        told.append(Told(line.text, event, line.phase, drawn=(line.drawn,) if line.drawn else ()))
    return told


def _gathered(told: list[Told]) -> list[Told]:
    """Merge consecutive draws of one player into one line."""
    gathered: list[Told] = []
    for line in told:
        last = gathered[-1] if gathered else line
        if line is not last and line.drawn and last.drawn and _drawer(last) == _drawer(line):
            names = (*last.drawn, *line.drawn)
            text = line.text.removesuffix(line.drawn[0]) + listed(names)
            gathered[-1] = replace(line, text=text, drawn=names)
        else:
            gathered.append(line)
    return gathered


def _drawer(line: Told) -> int | None:
    return line.event.player if isinstance(line.event, ev.Drawn) else None
