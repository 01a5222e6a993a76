"""Names of tiles in both languages: data, cases, and reading them back."""

from __future__ import annotations

import re

import pytest

from neurohex.explain import texts_pl
from neurohex.explain.declension_pl import ARMIES_OF, FORMS
from neurohex.explain.names import CASES, Name, army_names, filled, tile_name
from neurohex.model.game import ALL_TILES
from neurohex.notation import parse_line
from neurohex.notation.compact import format_line
from neurohex.tiles import ARMIES, EXTRAS, Army, Tile
from neurohex.view import texts_pl as view_texts_pl


@pytest.mark.parametrize("tile", ALL_TILES, ids=[tile.key for tile in ALL_TILES])
def test_every_tile_has_a_polish_name_with_all_cases(tile: Tile) -> None:
    assert tile.polish in FORMS
    assert f"{tile_name(tile, 'pl'):N}" == FORMS[tile.polish][CASES.index("N")]
    assert [f"{tile_name(tile, 'en'):{case}}" for case in CASES] == [tile.name] * len(CASES)


def test_no_declension_is_left_over() -> None:
    assert set(FORMS) == {tile.polish for tile in ALL_TILES}


def test_templates_use_only_known_cases() -> None:
    texts = [*texts_pl.TEXTS.values(), *view_texts_pl.TEXTS.values()]
    texts += [form for forms in texts_pl.COUNTED.values() for form in forms]
    assert set(re.findall(r"\{\w+:(\w*)\}", " ".join(texts))) <= set(CASES)


def test_a_name_stands_in_the_case_that_the_template_asks_for() -> None:
    claws = ARMIES["borgo"].tile("Claws")
    assert filled("{tile} trafia {tile:B}", {"tile": claws}, "pl") == "Nożownik trafia Nożownika"
    assert filled("{tile:B}", {"tile": claws}, "en") == "Claws"
    assert f"{tile_name(claws, 'pl').at('C2'):C}" == "Nożownikowi C2"
    assert f"{Name('Truposz', {}):B}" == "Truposz"


def test_armies_have_their_polish_names() -> None:
    assert army_names(("outpost", "borgo", "outpost"), "pl") == ("Posterunek", "Borgo", "Posterunek II")
    assert army_names(("outpost", "borgo", "outpost"), "en") == ("The Outpost", "Borgo", "The Outpost II")


def test_armies_are_declined_in_polish_sentences() -> None:
    keys = ("outpost", "borgo", "outpost", "newyork")
    genitives = [f"{name:D}" for name in army_names(keys, "pl")]
    assert genitives == ["Posterunku", "Borgo", "Posterunku II", "Nowego Jorku"]
    assert [f"{name:D}" for name in army_names(keys, "en")] == list(army_names(keys, "en"))
    assert set(ARMIES_OF) <= {army.name_pl or army.name for army in ARMIES.values()}


def test_no_polish_sentence_leaves_an_army_in_the_nominative_after_a_noun() -> None:
    texts = [*texts_pl.TEXTS.values(), *view_texts_pl.TEXTS.values()]
    texts += [form for forms in texts_pl.COUNTED.values() for form in forms]
    assert [
        text for text in texts if re.search(r"(gracza?|sztab|tury|stosu|do|dla) \{(who|player)\}", text, re.I)
    ] == []


@pytest.mark.parametrize("army", [*ARMIES.values(), *EXTRAS.values()], ids=lambda army: army.key)
def test_a_tile_is_found_by_its_polish_name(army: Army) -> None:
    for tile in army.tiles:
        assert army.tile(tile.polish.casefold()) is tile


def test_a_position_is_read_in_either_language_and_written_in_english() -> None:
    polish = "Posterunek Hegemonia:20* | B3=0.Komandos/SW B2=1.Sieciarz C2=0.Sztab C3=1.Uniwersalny_Żołnierz/S"
    english = "outpost hegemony:20* | B3=0.Commando/SW B2=1.Net_Fighter C2=0.HQ C3=1.Universal_Soldier/S"
    assert parse_line(polish) == parse_line(english)
    assert "Komandos" not in format_line(parse_line(polish))
