"""One sentence with the ruling behind it, and how players, hexes and units are called in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from neurohex.events import BattleBegan, Event, PhaseBegan, TurnBegan
from neurohex.explain.language import language_of
from neurohex.model.reading import army_name, tile_at
from neurohex.rules.game import Game
from neurohex.rules.state import State

HEADINGS: Final = (TurnBegan, BattleBegan, PhaseBegan)
"""Events whose lines head those that follow."""

Told = tuple[str, str]
"""A sentence and its ruling."""


class Line(NamedTuple):
    """What happened or holds, in one sentence without a full stop."""

    text: str
    ruling: str
    """Number in docs/rulings.md: `R6.2`; several are set apart by `, `."""
    phase: int | None = None
    """The initiative phase it belongs to; None outside the phases of a Battle."""
    event: Event | None = None
    """What it tells of; None where it tells what holds."""
    drawn: str = ""
    """The tile that it tells was drawn from the pile; its text ends with it."""

    @property
    def is_heading(self) -> bool:
        """Whether it heads the lines that follow: a turn, a Battle, a phase."""
        return isinstance(self.event, HEADINGS)


def rulings(*numbers: str) -> str:
    """Several rulings as a line names them, each once."""
    return ", ".join(dict.fromkeys(number for number in numbers if number))


def draws_together(lines: Sequence[Line], lang: str = "en") -> Line:
    """Lines of draws that came in a row as one: `Borgo draws Mutant, Medic and Battle`.

    `lang` is the language in which they were told. Raises `UnknownLanguage`.
    """
    words = language_of(lang)
    whose = {line.text.removesuffix(line.drawn) for line in lines}
    if len(whose) > 1 or not all(line.drawn for line in lines):
        # Of several players, or mercenaries among them: each keeps its own sentence.
        return lines[0]._replace(text="; ".join(line.text for line in lines))
    return lines[0]._replace(text=whose.pop() + words.listed([line.drawn for line in lines]))


def player_name(game: Game, player: int, lang: str = "en") -> str:
    """A player by army; a second one with the same army (R11.5) is `Borgo II`. Who is no player is `nobody`.

    Raises `UnknownLanguage`.
    """
    words = language_of(lang)
    if not 0 <= player < len(game.armies):
        return words.say("nobody")
    return army_name(game, player)


def unit_name(st: State, h: int) -> str:
    """A unit by tile and hex: `Runner C2`. Where none stands, the hex."""
    place, tile = st.game.board.names[h], tile_at(st, h)
    return place if tile is None else f"{tile.name} {place}"


def signed(value: int) -> str:
    """A change of a number: `+1`, `−1`."""
    return f"+{value}" if value >= 0 else f"−{-value}"
