"""Texts of the forms by language and key. Texts about the rules come from `neurohex.explain`."""

from __future__ import annotations

from typing import Final

from neurohex.explain import UnknownLanguage
from neurohex.explain.names import filled
from neurohex.view import texts_en, texts_pl

TEXTS: Final = {"en": texts_en.TEXTS, "pl": texts_pl.TEXTS}
"""The texts of each language, with the same keys."""


def say(key: str, lang: str, **fields: object) -> str:
    """The text for the key, with its fields filled in: tiles and units by name. Raises `UnknownLanguage`."""
    if lang not in TEXTS:
        raise UnknownLanguage(f'language: no words in "{lang}"; there are {", ".join(TEXTS)}')
    return filled(TEXTS[lang][key], fields, lang)
