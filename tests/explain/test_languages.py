"""Every language has all texts, in its own words and in the right forms."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

import neurohex.explain
from neurohex.cli import story_words
from neurohex.events import EVENT_TYPES
from neurohex.explain import (
    LANGUAGES,
    Line,
    UnknownLanguage,
    describe_tile,
    draws_together,
    explain,
    player_name,
    texts_en,
    texts_pl,
    tiles_en,
    tiles_pl,
    why,
)
from neurohex.model.reading import units_at
from neurohex.notation.bridge import state_of
from neurohex.notation.compact import parse_line
from neurohex.rules.engine import Game, Log, Random, fresh_buffer, play, random_action
from neurohex.tiles import ARMIES
from tests.explain import battle_sentences, further_sentences, polish_sentences, turn_sentences
from tests.explain.stories import MODES, draws, moments, random_game

SENTENCES = turn_sentences.SENTENCES + battle_sentences.SENTENCES + further_sentences.SENTENCES
FOLDER = Path(neurohex.explain.__file__).parent
CATALOGUES = ("texts_en", "texts_pl", "tiles_en", "tiles_pl", "declension_pl", "mistakes_pl")
CODE = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.py"))}
ENGLISH_WORDS = re.compile(r"\b(?:the|of|is|are|its|it|and|with|from|wounds?|shots?|hits?|nobody|foundation)\b")
UNFILLED = re.compile(r"None|[{}]|  |: ?$|^[a-ząćęłńóśźż]")


def places(text: str) -> set[str]:
    """The fields of a text."""
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


# --- catalogues -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("english", "other"),
    [
        (texts_en.TEXTS, texts_pl.TEXTS),
        (tiles_en.WORDS, tiles_pl.WORDS),
        (story_words.TEXTS["en"], story_words.TEXTS["pl"]),
    ],
    ids=["texts", "tiles", "commands"],
)
def test_no_text_is_missing_or_too_many(english: dict[str, str], other: dict[str, str]) -> None:
    assert list(other) == list(english)
    for name, text in english.items():
        assert places(other[name]) == places(text), name


@pytest.mark.parametrize(
    ("english", "other"),
    [(texts_en.COUNTED, texts_pl.COUNTED), (story_words.COUNTED["en"], story_words.COUNTED["pl"])],
    ids=["texts", "commands"],
)
def test_no_form_of_a_counted_text_is_missing(
    english: dict[str, tuple[str, ...]], other: dict[str, tuple[str, ...]]
) -> None:
    assert list(other) == list(english)
    for name, forms in english.items():
        # The number itself may be left out where its form says it: "the wound", "ranę".
        wanted = [places(form) - {"n"} for form in forms]
        assert [places(form) - {"n"} for form in other[name]] == [wanted[0]] * 3, name
        assert len(forms) == 2, name
        assert wanted[0] == wanted[1], name


def test_catalogues_do_not_share_names() -> None:
    for code, one, tiles in (("en", texts_en, tiles_en), ("pl", texts_pl, tiles_pl)):
        parts = (one.TEXTS, one.COUNTED, tiles.WORDS, story_words.TEXTS[code], story_words.COUNTED[code])
        names = [name for part in parts for name in part]
        assert len(names) == len(set(names))
    assert set(story_words.TEXTS) == set(story_words.COUNTED) == set(LANGUAGES)


def strings(module: ast.Module) -> Iterator[str]:
    """The string literals of a module, except docstrings and error messages."""
    skipped: set[ast.AST] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)
        elif isinstance(node, ast.Raise):
            skipped.update(ast.walk(node))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in skipped:
            yield node.value


WORDS_OF_EVENTS = {
    word
    for kind in EVENT_TYPES.values()
    for hint in get_type_hints(kind).values()
    for part in (hint, *get_args(hint))
    if get_origin(part) is Literal
    for word in get_args(part)
}
"""What fields of events are told apart by: `full board`."""


def test_no_sentence_stands_in_the_code() -> None:
    for name, module in CODE.items():
        if name not in CATALOGUES:
            found = {text for text in strings(module) if re.search(r"[a-z]+ [a-z]+", text)} - WORDS_OF_EVENTS
            assert not found, f"{name}.py: {found}"


def test_every_text_is_used_and_every_used_text_is_there() -> None:
    english = LANGUAGES["en"]
    known = {**english.texts, **english.counted}
    code = [module for name, module in CODE.items() if name not in CATALOGUES]
    whole = {text for module in code for text in strings(module)}
    beginnings = tuple(
        str(node.values[0].value)
        for module in code
        for node in ast.walk(module)
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant)
        if re.fullmatch(r"[a-z]+\.[a-z_]*", str(node.values[0].value))
    )
    assert [name for name in known if name not in whole and not name.startswith(beginnings)] == []
    of_cards = {"fact": "unit.", "line": "tile."}
    called = {
        of_cards.get(node.func.attr, "") + str(node.args[0].value): node.func.attr
        for module in code
        for node in ast.walk(module)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("say", "count", "fact", "line")
        if isinstance(node.args[0], ast.Constant)
    }
    assert len(called) > 100
    for name, how in called.items():
        assert name in (english.counted if how == "count" else english.texts), name


# --- forms ----------------------------------------------------------------------------------------
def test_polish_forms() -> None:
    polish = LANGUAGES["pl"]
    numbers = (0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 112, 122)
    assert ", ".join(polish.count("wounds", n) for n in numbers) == (
        "0 ran, 1 rana, 2 rany, 4 rany, 5 ran, 11 ran, 12 ran, 14 ran, 21 ran, 22 rany, 25 ran, 112 ran, 122 rany"
    )
    english = LANGUAGES["en"]
    assert ", ".join(english.count("wounds", n) for n in (0, 1, 2, 21)) == "0 wounds, 1 wound, 2 wounds, 21 wounds"


def test_lists_in_polish() -> None:
    polish = LANGUAGES["pl"]
    assert polish.listed(["N", "NE", "S"]) == "N, NE i S"
    assert polish.listed(["N", "S"], "or") == "N lub S"


def test_an_unknown_language_is_a_one_line_error() -> None:
    st = state_of(parse_line("outpost hegemony | B3=0.Commando"))
    wrong = r'^language: no words in "de"; there are en, pl$'
    with pytest.raises(UnknownLanguage, match=wrong):
        explain(st.game, [], "de")
    with pytest.raises(UnknownLanguage, match=wrong):
        why(st, st.game.board.index["B3"], "de")
    with pytest.raises(UnknownLanguage, match=wrong):
        describe_tile(ARMIES["borgo"].tile("Mutant"), "de")
    with pytest.raises(UnknownLanguage, match=wrong):
        player_name(st.game, 0, "de")
    with pytest.raises(UnknownLanguage, match=wrong):
        draws_together([Line("Borgo draws Mutant", "R4.2", drawn="Mutant")], "de")


# --- what is told ---------------------------------------------------------------------------------
def test_sentences_in_polish() -> None:
    said: dict[str, str] = {}
    for _, situation, _, _ in SENTENCES:
        before, events = situation()
        for english, polish in zip(explain(before, events), explain(before, events, "pl"), strict=True):
            compare(english, polish)
            said[english.text] = polish.text
    assert {text: said.get(text) for text in polish_sentences.EVENTS} == polish_sentences.EVENTS


@pytest.mark.parametrize(("line", "place", "english", "polish"), polish_sentences.UNITS)
def test_units_in_polish(line: str, place: str, english: str, polish: str) -> None:
    st = state_of(parse_line(line))
    h = st.game.board.index[place]
    lines = zip(why(st, h).lines, why(st, h, "pl").lines, strict=True)
    assert {one.text: other.text for one, other in lines}[english] == polish


@pytest.mark.parametrize("mode", MODES)
def test_random_games_read_alike_in_every_language(mode: str) -> None:
    buffer = fresh_buffer()
    for seed in range(60, 64):
        st, random, log = random_game(mode, seed), Random(seed), Log()
        st.log = log
        while not st.is_over():
            play(st, random_action(st, random, buffer))
        for english, polish in zip(explain(st.game, log.events), explain(st.game, log.events, "pl"), strict=True):
            compare(english, polish)
    for n, st in enumerate(moments(mode, 64)):
        for h, _ in units_at(st) if n % 16 == 0 else ():
            english_facts, polish_facts = why(st, h), why(st, h, "pl")
            assert english_facts.moves == polish_facts.moves
            assert english_facts.timings == polish_facts.timings
            for english, polish in zip(english_facts.lines, polish_facts.lines, strict=True):
                compare(english, polish)


def compare(english: Line, polish: Line) -> None:
    """Both languages have the same numbers and names, and the Polish one Polish words."""
    assert (english.ruling, english.phase, english.event) == (polish.ruling, polish.phase, polish.event)
    assert bool(english.drawn) == bool(polish.drawn)
    assert english.text != polish.text
    assert not ENGLISH_WORDS.search(polish.text), polish.text
    assert not UNFILLED.search(polish.text), polish.text
    places_named = re.compile(r"\b[A-G][1-7]\b")
    assert sorted(places_named.findall(english.text)) == sorted(places_named.findall(polish.text))


# --- draws in one line ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("lang", "expected"),
    [("en", "The Outpost draws Runner, Move and Scout"), ("pl", "Posterunek dobiera: Biegacz, Ruch i Zwiadowca")],
)
def test_draws_in_one_line(lang: str, expected: str) -> None:
    lines = explain(*draws(("Runner", "Move", "Scout", "HMG"), "Runner", "Move", "Scout"), lang)
    drawn = [line for line in lines if line.drawn]
    assert len(drawn) == 3
    assert all(line.text.endswith(line.drawn) for line in drawn)
    assert draws_together(drawn, lang).text == expected
    assert draws_together(drawn[:1], lang) == drawn[0]


def test_draws_of_several_players_are_not_merged() -> None:
    one = Line("Borgo draws Mutant", "R4.2", drawn="Mutant")
    other = Line("Moloch draws Hybrid", "R4.2", drawn="Hybrid")
    hired = Line("Borgo takes the mercenary Rifleman instead of drawing", "R12.1")
    assert draws_together([one, other]).text == "Borgo draws Mutant; Moloch draws Hybrid"
    assert draws_together([one, hired]).text == f"{one.text}; {hired.text}"
    assert draws_together([hired]) == hired


def test_who_is_no_player() -> None:
    game = Game(("borgo", "moloch"))
    assert player_name(game, 7, "pl") == "nikt"
    assert player_name(game, 1, "pl") == "Moloch"
