"""The languages of explanations: each a catalogue of texts by name, and its own forms of counted words.

No sentence stands in the code that tells things: it names a text and hands in what fills it. A new language is a pair
of catalogues like `texts_en` and `tiles_en`, and an entry in `LANGUAGES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from neurohex import words
from neurohex.errors import NeurohexError
from neurohex.explain import texts_en, texts_pl, tiles_en, tiles_pl


class UnknownLanguage(NeurohexError):
    """There are no texts in that language."""


@dataclass(frozen=True, slots=True)
class Language:
    """Texts by name, the same names in every language. Tiles, armies and hexes keep their names in all of them."""

    code: str
    """As people choose it: `en`, `pl`."""
    texts: Mapping[str, str]
    """Texts with places for what fills them."""
    counted: Mapping[str, tuple[str, ...]]
    """Texts that depend on a number, in every form that a number can ask for; `{n}` is the number."""
    form: Callable[[int], int]
    """Which of these forms a number asks for."""

    def say(self, name: str, /, **fields: object) -> str:
        """The text of that name, filled in."""
        return self.texts[name].format_map(fields)

    def count(self, name: str, n: int, /, **fields: object) -> str:
        """The text of that name in the form for `n`, filled in."""
        fields["n"] = n
        return self.counted[name][self.form(n)].format_map(fields)

    def listed(self, things: Sequence[str], last: str = "and") -> str:
        """Things as they stand in a sentence; `last` names the word before the last of them."""
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
"""Every language, by its code."""
ENGLISH: Final = LANGUAGES["en"]


def language_of(lang: str) -> Language:
    """The language of that code. Raises `UnknownLanguage`."""
    if lang not in LANGUAGES:
        raise UnknownLanguage(f'language: no words in "{lang}"; there are {", ".join(LANGUAGES)}')
    return LANGUAGES[lang]
