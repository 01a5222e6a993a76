"""Rulings come from the rules and the model: no sentence has a number of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import neurohex
from neurohex.explain import tiles_en, tiles_pl
from neurohex.model.rulings import DUEL, FACTS, GIFTS, OBSTACLES, SYMBOLS
from neurohex.tiles import MODULE_EFFECTS
from neurohex.view import texts_en, texts_pl
from tests.explain.stories import RULINGS

SOURCE = Path(neurohex.__file__).parent
WORDED = [*(SOURCE / "explain").glob("*.py"), *(SOURCE / "view").glob("texts_*.py")]


@pytest.mark.parametrize("path", WORDED, ids=lambda path: path.name)
def test_no_sentence_has_a_ruling_typed_into_it(path: Path) -> None:
    code = re.sub(r'"""[\s\S]*?"""|#.*', "", path.read_text(encoding="utf-8"))
    assert not re.findall(r"\bR\d+\.\d+", code)


def test_every_ruling_of_the_tables_exists() -> None:
    for table in (SYMBOLS, FACTS, GIFTS, DUEL, OBSTACLES):
        for key, numbers in table.items():
            assert numbers, key
            assert set(numbers) <= set(RULINGS), key


def test_symbols_and_terms_are_sentences_in_every_language() -> None:
    for words in (tiles_en.WORDS, tiles_pl.WORDS):
        assert {f"tile.{key}" for key in SYMBOLS} <= set(words)
    for texts in (texts_en.TEXTS, texts_pl.TEXTS):
        assert {key for key in texts if re.fullmatch(r"(duel|procedure)\.\w+\.\d", key)} == set(DUEL)


def test_every_module_effect_has_its_rulings() -> None:
    assert {f"module_{effect}" for effect in MODULE_EFFECTS} <= set(SYMBOLS)
