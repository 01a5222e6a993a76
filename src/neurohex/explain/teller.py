"""Words events: holds a language and the names of players and units."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from neurohex.events import UnitRef
from neurohex.explain.language import Language, language_of
from neurohex.explain.names import Name, army_names


class Teller:
    """Words events of games with the same armies, in one language."""

    def __init__(self, armies: tuple[str, ...], words: Language) -> None:
        self.words: Final = words
        self._players: Final[dict[int | None, str]] = {None: Name(words.say("nobody"), {})}
        self._players.update(enumerate(army_names(armies, words.code)))

    def player(self, player: int | None) -> str:
        """A player's name; `nobody` for None."""
        return self._players[player]

    def units(self, units: Sequence[UnitRef], last: str = "and") -> str:
        """Units as a list in a sentence."""
        return self.words.listed([self.words.unit(unit.tile, unit.hex) for unit in units], last)


@lru_cache(maxsize=64)
def teller_of(armies: tuple[str, ...], lang: str) -> Teller:
    """The teller for some armies and a language. Raises `UnknownLanguage`."""
    return Teller(armies, language_of(lang))
