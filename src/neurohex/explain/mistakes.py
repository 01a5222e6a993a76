"""Mistakes in positions, records and games, told in the reader's language.

The parts of the program that find a mistake tell it in English, in one line: the place, a colon, and what was expected.
Places are those of the text itself and stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from neurohex.explain.language import language_of
from neurohex.explain.mistakes_pl import ENDS, MISTAKES

_LINE: Final = re.compile(r"line (\d+)(?:, column (\d+))?")


def mistake(words: str, lang: str = "en") -> str:
    """A mistake in that language; in English if it is not known. Raises `UnknownLanguage`."""
    return _polish(words) if language_of(lang).code == "pl" else words


def _polish(words: str) -> str:
    for end, polish in ENDS.items():
        found = re.fullmatch(end, words, re.DOTALL)
        if found is not None:
            return polish.format(_polish(found[1]), *found.groups()[1:])
    return max(_tellings(words), default=(0, words))[1]


def _tellings(words: str) -> Iterator[tuple[int, str]]:
    """Every known way to tell a mistake, with the number of letters that it knows: the most is the best."""
    parts = words.split(": ")
    for number in range(len(parts)):
        for pattern, known, polish in _patterns():
            found = pattern.fullmatch(": ".join(parts[number:]))
            if found is not None:
                yield known, ": ".join([*map(_place, parts[:number]), polish.format(*map(_polish, found.groups()))])


def _place(words: str) -> str:
    """A place, which stays as it is unless it is a line of the text."""
    found = _LINE.fullmatch(words)
    if found is None:
        return words
    return f"wiersz {found[1]}, kolumna {found[2]}" if found[2] else f"wiersz {found[1]}"


@cache
def _patterns() -> list[tuple[re.Pattern[str], int, str]]:
    """Each mistake as a pattern, the number of its letters, and its Polish."""
    found = []
    for english, polish in MISTAKES.items():
        pieces = english.split("{}")
        found.append((re.compile("(.+?)".join(map(re.escape, pieces)), re.DOTALL), sum(map(len, pieces)), polish))
    return found
