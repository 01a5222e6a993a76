"""One sentence with the ruling behind it, and how players, hexes and units are called in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from neurohex.explain.language import Language, language_of
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.events import BATTLE_BEGAN, PHASE_BEGAN, TURN_BEGAN
from neurohex.rules.game import Game
from neurohex.rules.layout import F_TILE, U_TILE
from neurohex.rules.state import State
from neurohex.tiles import ARMIES, Tile

HEADINGS: Final = (TURN_BEGAN, BATTLE_BEGAN, PHASE_BEGAN)
"""Events whose lines head those that follow."""

INSTANT_RULINGS: Final = {
    "battle": "R8.1",
    "move": "R5.1",
    "push_back": "R5.2",
    "grenade": "R8.2",
    "sniper": "R8.3",
    "air_strike": "R8.4",
    "terror": "R5.6",
    "rotation": "R5.3",
    "castling": "R5.3",
    "small_bomb": "R11.4",
    "mine": "R5.5",
}
"""The ruling behind each instant and foundation, by its effect."""

Told = tuple[str, str]
"""A sentence and its ruling."""

_COPIES: Final = ("", " II", " III", " IV", " V", " VI")


@dataclass(frozen=True, slots=True)
class Line:
    """What happened or holds, in one sentence without a full stop."""

    text: str
    ruling: str
    """Number in docs/rulings.md: `R6.2`; several are set apart by `, `."""
    phase: int | None = None
    """The initiative phase it belongs to; None outside the phases of a Battle."""
    code: int = 0
    """The event that it tells (`neurohex.rules.events`); 0 where it tells what holds."""
    drawn: str = ""
    """The tile that it tells was drawn from the pile; its text ends with it."""

    @property
    def is_heading(self) -> bool:
        """Whether it heads the lines that follow: a turn, a Battle, a phase."""
        return self.code in HEADINGS


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
        return replace(lines[0], text="; ".join(line.text for line in lines))
    return replace(lines[0], text=whose.pop() + words.listed([line.drawn for line in lines]))


def player_name(game: Game, player: int, lang: str = "en") -> str:
    """A player by army; a second one with the same army (R11.5) is `Borgo II`. Who is no player is `nobody`.

    Raises `UnknownLanguage`.
    """
    words = language_of(lang)
    if not 0 <= player < len(game.armies):
        return words.say("nobody")
    key = game.armies[player]
    return ARMIES[key].name + _COPIES[game.armies[:player].count(key)]


def tile_of(st: State, h: int) -> Tile:
    """The tile of the unit on a hex."""
    return ALL_TILES[st.unit(h, U_TILE) - 1]


def unit_name(st: State, h: int) -> str:
    """A unit by tile and hex: `Runner C2`. Where none stands, the hex."""
    place = st.game.board.names[h]
    return f"{tile_of(st, h).name} {place}" if st.unit(h, U_TILE) else place


def foundation_name(st: State, h: int, words: Language) -> str:
    """The tile that lies under everything on a hex, and the hex: `Mine C4`."""
    name = ALL_TILES[st.unit(h, F_TILE) - 1].name if st.unit(h, F_TILE) else words.say("foundation")
    return f"{name} {st.game.board.names[h]}"


def signed(value: int) -> str:
    """A change of a number: `+1`, `−1`."""
    return f"+{value}" if value >= 0 else f"−{-value}"
