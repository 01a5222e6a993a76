"""Languages of explanations: a catalogue of texts by key, and plural forms.

The code contains no sentences: it names a text and passes the fields. A new language is a pair of catalogues like
`texts_en` and `tiles_en`, and an entry in `LANGUAGES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from neurohex import words
from neurohex.errors import NeurohexError
from neurohex.explain import texts_en, texts_pl, tiles_en, tiles_pl
from neurohex.explain.names import Name, filled, tile_name, unit_at
from neurohex.tiles import Tile


class UnknownLanguage(NeurohexError):
    """There are no texts in that language."""


@dataclass(frozen=True, slots=True)
class Language:
    """Texts by key, with the same keys in every language, and the names of tiles, units and armies."""

    code: str
    """The language code: `en`, `pl`."""
    texts: Mapping[str, str]
    """Templates by key."""
    counted: Mapping[str, tuple[str, ...]]
    """Templates that depend on a number, in every plural form; `{n}` is the number."""
    form: Callable[[int], int]
    """The plural form of a number, as an index."""

    def say(self, name: str, /, **fields: object) -> str:
        """The text for the key, with its fields filled in. Tiles and units may be passed as such."""
        return filled(self.texts[name], fields, self.code)

    def count(self, name: str, n: int, /, **fields: object) -> str:
        """The text for the key in the plural form for `n`, with its fields filled in."""
        fields["n"] = n
        return filled(self.counted[name][self.form(n)], fields, self.code)

    def tile(self, tile: Tile) -> Name:
        """The name of a tile."""
        return tile_name(tile, self.code)

    def other_names(self, tile: Tile) -> tuple[str, ...]:
        """Names of a tile in other editions; the English ones too where it has a Polish name."""
        return (tile.name, *tile.also_called) if self.code != "en" else tile.also_called

    def unit(self, tile: Tile, place: str) -> Name:
        """The name of a unit, by tile and hex: `Runner C2`."""
        return unit_at(tile, place, self.code)

    def weapon(self, name: str) -> str:
        """The name of an instant tile that hits, or of a procedure."""
        return self.texts[f"weapon.{name}"]

    def listed(self, things: Sequence[str], last: str = "and") -> str:
        """A list as part of a sentence; `last` is the key of the word before the last item."""
        return words.listed(things, self.texts[last])


def english_form(n: int) -> int:
    """1 wound, 2 wounds."""
    return 0 if n == 1 else 1


def polish_form(n: int) -> int:
    """1 rana, 2 rany, 5 ran; 22 rany, but 12 ran."""
    if n == 1:
        return 0
    return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2


LANGUAGES: Final = {
    language.code: language
    for language in (
        Language("en", {**texts_en.TEXTS, **tiles_en.WORDS}, texts_en.COUNTED, english_form),
        Language("pl", {**texts_pl.TEXTS, **tiles_pl.WORDS}, texts_pl.COUNTED, polish_form),
    )
}
"""Every language by its code."""
ENGLISH: Final = LANGUAGES["en"]


def language_of(lang: str) -> Language:
    """The language with that code. Raises `UnknownLanguage`."""
    if lang not in LANGUAGES:
        raise UnknownLanguage(f'language: no words in "{lang}"; there are {", ".join(LANGUAGES)}')
    return LANGUAGES[lang]
