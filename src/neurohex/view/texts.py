"""The texts of the forms by language and key. What is said of the rules comes from `neurohex.explain`."""

from __future__ import annotations

from typing import Final

from neurohex.explain import UnknownLanguage
from neurohex.view import texts_en, texts_pl

TEXTS: Final = {"en": texts_en.TEXTS, "pl": texts_pl.TEXTS}
"""The texts of each language, by the same keys."""


def say(key: str, lang: str, **fields: object) -> str:
    """The text of that key, filled in. Raises `UnknownLanguage`."""
    if lang not in TEXTS:
        raise UnknownLanguage(f'language: no words in "{lang}"; there are {", ".join(TEXTS)}')
    return TEXTS[lang][key].format(**fields)
