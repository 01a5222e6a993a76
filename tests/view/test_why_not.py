"""A hex that cannot be chosen says why."""

from __future__ import annotations

import pytest

from neurohex.tiles import ARMIES
from neurohex.view import choices, tile_of_id, why_not
from neurohex.view.forms import HexChoice, Sentence
from tests.rules.table import Table
from tests.view.forms import assert_form

OUTPOST = ARMIES["outpost"]


def table() -> Table:
    return Table("outpost hegemony", "C3=0.HQ C2=0.Runner E3=1.HQ A1=1.Thug")


@pytest.mark.parametrize(
    ("hex_", "kind", "tile", "unit", "words", "rulings"),
    [
        ("A1", "place", "Commando", None, "A1 is not free: Thug A1 stands there.", ["R5.1"]),
        ("C3", "move", None, "C2", "C3 is not free: HQ C3 stands there.", ["R5.1"]),
        ("E1", "move", None, "C2", "E1 is too far: a unit goes to a free hex next to it.", ["R5.1"]),
        ("E1", "snipe", "Sniper", None, "There is no unit on E1.", []),
        ("C2", "snipe", "Sniper", None, "Runner C2 is your own unit.", []),
        ("E3", "snipe", "Sniper", None, "HQ E3 is an HQ: this does not work on HQs.", []),
    ],
)
def test_what_is_seen_there(
    hex_: str, kind: str, tile: str | None, unit: str | None, words: str, rulings: list[str]
) -> None:
    used = None if tile is None else OUTPOST.tile(tile)
    told = why_not(table().st, hex_, kind=kind, tile=used, unit=unit)
    assert_form(told, Sentence)
    assert (told.words, told.rulings) == (words, rulings)


def test_the_rule_of_the_tile_explains_the_rest() -> None:
    t = Table("hegemony outpost", "C3=0.HQ C2=0.Runner E3=1.HQ A1=1.Commando").hand(0, "Push Back").turn(0)
    told = why_not(t.st, "A1", kind="push", tile=ARMIES["hegemony"].tile("Push Back"), unit="C2")
    assert told.words.startswith("Not A1. Push Back: ")
    assert told.rulings


def test_terror_is_named() -> None:
    t = Table("outpost smart", "C3=0.HQ E3=1.HQ").hand(1, "Terror").turn(1).do("terror").hand(0, "Runner").turn(0)
    told = why_not(t.st, "A1", kind=None, tile=OUTPOST.tile("Runner"))
    assert told.words == "Terror of Smart: nobody else may put a tile on a free hex."


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_every_hex_that_an_offer_lacks_has_a_sentence(lang: str) -> None:
    t = Table("outpost hegemony", "C3=0.HQ C2=0.Runner B2=1.Thug E3=1.HQ").hand(0, "Commando", "Sniper", "Move").turn(0)
    asked = 0
    for offer in choices(t.st).offers:
        if not isinstance(offer.then, HexChoice):
            continue
        tile = None if offer.tile is None else tile_of_id(offer.tile)
        for name in t.st.game.board.names:
            if name not in offer.then.hexes:
                told = why_not(t.st, name, lang, kind=offer.kind, tile=tile, unit=offer.unit)
                assert told.words.endswith(".")
                assert name in told.words
                asked += 1
    assert asked > 40


def test_units_have_their_polish_names() -> None:
    told = why_not(table().st, "A1", "pl", kind="place", tile=OUTPOST.tile("Commando"))
    assert told.words == "A1 nie jest wolny: stoi tam Bydlak A1."
