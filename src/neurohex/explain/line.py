"""A sentence with its ruling, and the names of players, hexes and units in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from neurohex.events import BattleBegan, Event, PhaseBegan, TurnBegan
from neurohex.explain.language import language_of
from neurohex.explain.names import Name, army_names
from neurohex.model.game import Game, State
from neurohex.model.reading import tile_at

HEADINGS: Final = (TurnBegan, BattleBegan, PhaseBegan)
"""Events whose lines are headings."""

Told = tuple[str, str]
"""A sentence and its ruling."""


class Line(NamedTuple):
    """One event or fact, in one sentence without a full stop."""

    text: str
    ruling: str
    """Number in docs/rulings.md, `R6.2`; several are separated by `, `."""
    phase: int | None = None
    """The initiative phase; None outside the phases of a Battle."""
    event: Event | None = None
    """The event it reports; None for a fact."""
    drawn: str = ""
    """The tile drawn from the pile, if the line reports a draw. The text ends with it."""

    @property
    def is_heading(self) -> bool:
        """Whether it is a heading: a turn, a Battle, a phase."""
        return isinstance(self.event, HEADINGS)


def rulings(*numbers: str) -> str:
    """Several rulings in a line's form, without duplicates."""
    return ", ".join(dict.fromkeys(number for number in numbers if number))


def draws_together(lines: Sequence[Line], lang: str = "en") -> Line:
    """Merge consecutive draws into one line: `Borgo draws Mutant, Medic and Battle`.

    `lang` is the language of the lines. Raises `UnknownLanguage`.
    """
    words = language_of(lang)
    whose = {line.text.removesuffix(line.drawn) for line in lines}
    if len(whose) > 1 or not all(line.drawn for line in lines):
        # Draws of several players, or of mercenaries: keep each sentence.
        return lines[0]._replace(text="; ".join(line.text for line in lines))
    return lines[0]._replace(text=whose.pop() + words.listed([line.drawn for line in lines]))


def player_name(game: Game, player: int, lang: str = "en") -> str:
    """A player's name: the army's; `Borgo II` for a second player with the same army (R11.5); `nobody` for no
    player.

    Raises `UnknownLanguage`.
    """
    return str(player_in_cases(game, player, lang))


def player_in_cases(game: Game, player: int, lang: str) -> Name:
    """The same name for a template, which may ask for a case: `{who:D}`. Raises `UnknownLanguage`."""
    words = language_of(lang)
    if not 0 <= player < len(game.armies):
        return Name(words.say("nobody"), {})
    return army_names(game.armies, lang)[player]


def unit_name(st: State, h: int, lang: str = "en") -> str:
    """A unit by tile and hex, `Runner C2`; only the hex if no unit stands there. Raises `UnknownLanguage`."""
    place, tile = st.game.board.names[h], tile_at(st, h)
    return place if tile is None else language_of(lang).unit(tile, place)


def signed(value: int) -> str:
    """A signed number: `+1`, `−1`."""
    return f"+{value}" if value >= 0 else f"−{-value}"
