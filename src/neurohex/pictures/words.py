"""Words in pictures."""

from __future__ import annotations

from typing import Final

_WORDS: Final = {
    "en": {
        "turn": "Turn {n}",
        "start": "Before the first turn",
        "over": "The game is over",
        "before": "Battle",
        "phase": "Battle · initiative {n}",
        "after": "After the Battle",
    },
    "pl": {
        "turn": "Tura {n}",
        "start": "Przed pierwszą turą",
        "over": "Koniec gry",
        "before": "Bitwa",
        "phase": "Bitwa · inicjatywa {n}",
        "after": "Po Bitwie",
    },
}


def word(key: str, lang: str) -> str:
    """The words for a key; English where the language is unknown."""
    return _WORDS.get(lang, _WORDS["en"])[key]
