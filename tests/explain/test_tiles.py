"""`describe_tile` for every tile, in every language."""

from __future__ import annotations

import re

import pytest

from neurohex.board import DIRECTIONS
from neurohex.explain import LANGUAGES, describe_tile, tile_lines
from neurohex.tiles import ARMIES, EXTRAS, MODULE_EFFECTS, Tile
from tests.explain.stories import RULINGS

ALL_TILES = [tile for group in (ARMIES, EXTRAS) for army in group.values() for tile in army.tiles]
KEY_WORDS = {
    "en": {
        "melee": "Melee attack of strength",
        "ranged": "Ranged attack of strength",
        "gauss": "Gauss shot at",
        "armor": "Armour at",
        "net": "Net at",
        "links": "Linked at",
        "long_links": "Long link at",
        "trigger": "sets it off",
        "redirect_in": "Redirector:",
        "toughness": "Toughness",
        "mobility": "Mobility:",
        "all": "all six edges",
        "any": "any edge",
    },
    "pl": {
        "melee": "Cios o sile",
        "ranged": "Strzał o sile",
        "gauss": "Strzał Gaussa na",
        "armor": "Pancerz na",
        "net": "Sieć na",
        "links": "Łączy się na",
        "long_links": "Długie połączenie na",
        "trigger": "uruchamia",
        "redirect_in": "Przekierowanie:",
        "toughness": "Wytrzymałość",
        "mobility": "Mobilność:",
        "all": "wszystkich sześciu krawędziach",
        "any": "dowolnej krawędzi",
    },
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("tile", ALL_TILES, ids=[f"{tile.army}-{tile.name}" for tile in ALL_TILES])
def test_every_symbol_of_a_tile_is_described(tile: Tile, lang: str) -> None:
    told = describe_tile(tile, lang)
    words = KEY_WORDS[lang]
    assert told[0].startswith(f"{tile.polish if lang == 'pl' else tile.name}:")
    assert str(tile.count) in told[0]
    other_names = {*tile.also_called, tile.name} if lang == "pl" else {*tile.also_called}
    for name in other_names - {tile.polish}:
        assert name in told[1]
    for sentence in told[1:]:
        assert sentence.endswith(".")
        assert not re.search(r"[{}]|None|  ", sentence)
    cited = set(re.findall(r"R\d+\.\d+(?=[,)])", " ".join(told)))
    assert cited <= RULINGS
    for field in ("gauss", "armor", "net", "links", "long_links", "trigger", "redirect_in"):
        edges = getattr(tile, field)
        found = [sentence for sentence in told if words[field] in sentence]
        assert bool(found) == any(edges), field
        if found:
            _names_edges(found[0], edges, words)
    for field in ("melee", "ranged"):
        edges = getattr(tile, field)
        found = [sentence for sentence in told if sentence.startswith(words[field])]
        assert len(found) == len(set(edges) - {0})
        for power in set(edges) - {0}:
            sentence = next(sentence for sentence in found if f"{words[field]} {power} " in sentence)
            _names_edges(sentence, tuple(int(value == power) for value in edges), words)
    assert any(sentence.startswith(words["toughness"]) for sentence in told) == bool(tile.toughness)
    if tile.toughness:
        assert any(f"{words['toughness']} {tile.toughness}:" in sentence for sentence in told)
    assert any(sentence.startswith(words["mobility"]) for sentence in told) == tile.mobility
    for value in tile.initiative:
        assert re.search(rf"(?:Initiative|Inicjatywa) [^:]*\b{value}\b", " ".join(told))
    table = LANGUAGES[lang].texts
    texts = [line.text for line in tile_lines(tile, lang)]
    for effect in tile.module:
        assert any(text.endswith(table[f"tile.module_{effect}"][8:]) for text in texts), effect
    for ability in tile.abilities:
        assert table[f"tile.ability_{ability}"] in texts
    if not tile.is_unit:
        assert texts[-1] == table[f"tile.effect_{tile.effect}"]


def _names_edges(sentence: str, edges: tuple[int, ...], words: dict[str, str]) -> None:
    if all(edges):
        assert words["all"] in sentence or words["any"] in sentence
        return
    before = sentence.split(":")[0] if words["redirect_in"] not in sentence else sentence
    named = set(re.findall(r"\b(?:NE|NW|SE|SW|N|S)\b", before))
    wanted = {DIRECTIONS[edge] for edge in range(6) if edges[edge]}
    assert named >= wanted
    if words["redirect_in"] not in sentence:
        assert named == wanted


def test_languages_cite_the_same_rulings() -> None:
    english, polish = LANGUAGES["en"].texts, LANGUAGES["pl"].texts
    cited = re.compile(r"R\d+\.\d+")
    for name, text in english.items():
        assert cited.findall(text) == cited.findall(polish[name]), name


def test_every_effect_of_a_module_has_its_text() -> None:
    names = [name for name in LANGUAGES["en"].texts if name.startswith("tile.module_")]
    assert {name.removeprefix("tile.module_") for name in names} == set(MODULE_EFFECTS)


def test_descriptions_include_strengths_and_module_values() -> None:
    assert "+1 strength to the melee attacks of linked friendly units (R3.5)." in describe_tile(
        ARMIES["hegemony"].tile("Boss")
    )
    assert any(text.startswith("−1 initiative") for text in describe_tile(ARMIES["vegas"].tile("Saboteur")))
    assert any(text.startswith("−1 do inicjatywy") for text in describe_tile(ARMIES["vegas"].tile("Saboteur"), "pl"))
