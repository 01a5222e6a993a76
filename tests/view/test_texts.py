"""Both languages have the same texts."""

from __future__ import annotations

from string import Formatter

from neurohex.explain import LANGUAGES
from neurohex.model.reading import DECISIONS
from neurohex.notation.decoding import ACTION_KINDS
from neurohex.view.texts import TEXTS


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_there_are_texts_in_every_language_of_the_explanations() -> None:
    assert set(TEXTS) == set(LANGUAGES)


def test_the_languages_have_the_same_texts_with_the_same_places_to_fill() -> None:
    english, polish = TEXTS["en"], TEXTS["pl"]
    assert set(english) == set(polish)
    assert {key for key in english if fields(english[key]) != fields(polish[key])} == set()
    names = {"mode.deathmatch", "duel.terminal", "procedure.laser"}
    assert {key for key in english if english[key] == polish[key]} == names


def test_every_decision_and_every_kind_of_action_has_its_words() -> None:
    assert {key for key in TEXTS["en"] if key.startswith("ask.")} == {f"ask.{s}" for s in (*DECISIONS.values(), "draw")}
    assert {key for key in TEXTS["en"] if key.startswith("do.")} == {f"do.{k}" for k in (*ACTION_KINDS, "stop")}
