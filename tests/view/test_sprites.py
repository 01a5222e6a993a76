"""The stacked layers equal the drawing."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from neurohex.draw import player_armies, tile_group
from neurohex.draw.svg import num
from neurohex.rules.engine import Game, new_state
from neurohex.tiles import ARMIES, Army, Tile
from neurohex.view import scene, sprites, table_sprites, tile_id
from neurohex.view.forms import Coat, Sprites
from neurohex.view.names import all_groups
from tests.view.forms import assert_form


def body(found: Sprites, name: str) -> list[ElementTree.Element]:
    symbol = ElementTree.fromstring(found.symbols[name])
    assert (symbol.tag, symbol.get("id")) == ("symbol", name)
    return list(symbol)


def turned(part: ElementTree.Element, degrees: int) -> ElementTree.Element:
    """A page's rotation of the edges: each edge moves on."""
    for piece in part.iter():
        turn = re.fullmatch(r"rotate\((\d+)\)", piece.get("transform", ""))
        if turn:
            piece.set("transform", f"rotate({(int(turn[1]) + degrees) % 360})")
    return part


def laid(found: Sprites, coat: str, tile: Tile, rotation: int, *, netted: bool) -> list[str]:
    """The parts of a tile as a page stacks them."""
    sprite = sprites().tiles[tile_id(tile)]
    middles = found.coats[coat].middles.get(tile_id(tile), sprite.middles)
    middle = found if middles[rotation] in found.symbols else sprites()
    parts = body(found, found.coats[coat].ground)
    if sprite.edges:
        parts += [turned(part, 60 * rotation) for part in body(sprites(), sprite.edges)]
    if netted:
        parts += body(found, found.netted)
    return [ElementTree.tostring(part, encoding="unicode") for part in [*parts, *body(middle, middles[rotation])]]


def drawn(tile: Tile, army: Army, rotation: int, *, netted: bool) -> list[str]:
    """The parts of the drawing, without HQ points."""
    points = 7 if tile.kind == "hq" else None
    root = ElementTree.fromstring(tile_group(tile, army, rotation, points=points, netted=netted))
    for plate in root.iterfind(".//g[@class='points']"):
        (number,) = plate.findall("text")
        assert number.text == "7"
        plate.remove(number)
    return [ElementTree.tostring(part, encoding="unicode") for part in root]


@pytest.mark.parametrize("netted", [False, True])
def test_every_tile_in_every_rotation_is_its_drawing(netted: bool) -> None:
    found = sprites()
    for army in all_groups():
        for tile in army.tiles:
            if tile.is_unit:
                for rotation in range(6):
                    expected = drawn(tile, army, rotation, netted=netted)
                    assert laid(found, army.key, tile, rotation, netted=netted) == expected
            else:
                assert laid(found, army.key, tile, 0, netted=False) == drawn(tile, army, 0, netted=False)


def test_a_second_player_of_an_army_has_it_in_other_colours() -> None:
    game = Game(("borgo", "borgo"))
    found = table_sprites(game)
    assert_form(found, Sprites)
    coat = scene(new_state(game)).players[1].coat
    assert set(found.coats) == {coat}
    second = player_armies(game.armies)[1]
    assert found.coats[coat].name == "Borgo II"
    for tile in second.tiles:
        for rotation in range(6) if tile.is_unit else (0,):
            expected = drawn(tile, second, rotation, netted=False)
            assert laid(found, coat, tile, rotation, netted=False) == expected


@pytest.mark.slow
def test_coats_and_symbols_of_different_tables_can_be_kept_together() -> None:
    armies = list(ARMIES)
    tables = [
        *(Game((army, army)) for army in armies),
        *(Game((army, other, army)) for army in armies for other in armies if other != army),
        Game(("borgo",) * 4),
    ]
    drawings = [sprites(), *map(table_sprites, tables)]
    symbols: dict[str, str] = {}
    coats: dict[str, Coat] = {}
    for found in drawings:
        for name, symbol in found.symbols.items():
            assert symbols.setdefault(name, symbol) == symbol, name
        for key, coat in found.coats.items():
            assert coats.setdefault(key, coat) == coat, key
    shades = {coat.colour for key, coat in coats.items() if key.startswith("borgo~2")}
    assert len(shades) > 1, "the shade depends on the table"


def test_they_are_of_their_form_and_small_enough_to_load_at_once() -> None:
    found = sprites()
    assert_form(found, Sprites)
    assert sum(map(len, found.symbols.values())) < 700_000
    ids = {
        *(name for tile in found.tiles.values() for name in (*tile.middles, tile.edges, tile.under)),
        *(name for coat in found.coats.values() for name in (coat.ground, coat.taken, coat.taker)),
        found.netted,
        found.wound,
        *found.markers.values(),
        None,
    }
    assert ids == {*found.symbols, None}
    assert all("<title" not in symbol for symbol in found.symbols.values())
    assert set(found.boards) == {"standard", "expanded", "duel"}


def test_marks_have_their_corners() -> None:
    found = sprites()
    assert len(found.corners) == 6
    for sprite in found.tiles.values():
        for corners in sprite.free:
            assert len(set(corners)) == len(corners) == 6
            assert set(corners) <= set(range(6))


def test_initiative_discs_lie_where_they_are_drawn() -> None:
    found = sprites()
    for name, sprite in found.tiles.items():
        for rotation, spots in enumerate(sprite.discs):
            drawn = ElementTree.fromstring(found.symbols[sprite.middles[rotation]])
            holders = [part for part in drawn.iter("g") if part.find("g[@class='initiative']") is not None]
            shown = [part for part in drawn.iter("g") if part.get("class") == "initiative"]
            assert len(spots) == len(shown) == len(sprite.initiative), name
            places = [holder.get("transform", "") for holder in holders] or [""]
            for (x, y), place in zip(spots, places, strict=True):
                assert place.startswith(f"translate({num(x)} {num(y)})") or (x, y) == (0, 0), (name, rotation)
    assert [tile for tile, sprite in found.tiles.items() if len(sprite.discs) not in (0, 6)] == []


def test_a_board_with_other_terminals_is_drawn_anew() -> None:
    terminals = ("A1", "A3", "C1", "C3", "C5", "E1", "E3")
    moved = table_sprites(Game(("smart", "vegas"), board="duel", terminals=terminals))
    assert list(moved.boards) == ["duel"]
    assert moved.boards["duel"].svg != sprites().boards["duel"].svg
    assert table_sprites(Game(("smart", "vegas"), board="duel")).boards == {}


def test_every_coat_of_a_game_is_somewhere() -> None:
    game = Game(("borgo", "moloch", "borgo"), bomber="neutral")
    coats = {**sprites().coats, **table_sprites(game).coats}
    shown = scene(new_state(game))
    assert {player.coat for player in shown.players} | {u.coat for u in shown.standing.units} <= set(coats)
