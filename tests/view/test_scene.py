"""The scene equals the state: nothing more, nothing less."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from neurohex.draw import hex_middle, player_armies
from neurohex.explain import UnknownLanguage
from neurohex.notation.record import Dealer
from neurohex.notation.report import inspect
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Game, is_chance, new_state
from neurohex.rules.layout import ST_ENERGY
from neurohex.tiles import ARMIES
from neurohex.view import scene, tile_of_id
from neurohex.view.forms import PlayerForm, Scene
from neurohex.view.names import UnknownTileId, tile_id
from tests.properties.games import SEEDS, games, moments
from tests.rules.table import Table
from tests.view.forms import assert_form


@pytest.mark.slow
@settings(max_examples=15)
@given(games(), SEEDS)
def test_a_scene_is_of_its_form_and_loses_no_tile(game: Game, seed: int) -> None:
    for number, (state, _) in enumerate(moments(game, seed)):
        if number % 20 and not state.is_over():
            continue
        shown = scene(state, "pl" if number % 40 else "en")
        assert_form(shown, Scene)
        assert (shown.ending is None) == (shown.decides is not None) == (not state.is_over())
        for player in shown.players:
            assert _tiles_of(shown, player) in (_army(player), _army(player) - Counter([f"{player.army}/HQ"]))
            assert player.pile_count == sum(entry.count for entry in player.pile)


def _tiles_of(shown: Scene, player: PlayerForm) -> Counter[str]:
    """All tiles of a player's army, anywhere."""
    found = Counter(player.hand)
    for entry in (*player.pile, *player.discards):
        found[entry.tile] += entry.count
    placed = [(unit.tile, unit.owner) for unit in shown.standing.units]
    placed += [(foundation.tile, foundation.owner) for foundation in shown.standing.foundations]
    for tile, owner in placed:
        found[tile] += owner == player.player
    return Counter({tile: n for tile, n in found.items() if n and tile.startswith(f"{player.army}/")})


def _army(player: PlayerForm) -> Counter[str]:
    return Counter({tile_id(tile): tile.count for tile in ARMIES[player.army].tiles})


def test_hexes_lie_where_the_drawings_have_them() -> None:
    state = new_state(Game(("borgo", "moloch")))
    board = scene(state).board
    for h, place in enumerate(board.hexes):
        x, y = hex_middle(state.game.board, h)
        assert (place.x, place.y) == pytest.approx((x, y), abs=0.06)
    centre = next(place for place in board.hexes if place.name == "C3")
    assert (centre.x, centre.y) == (0, 0)
    assert centre.neighbours == ["C2", "D2", "D3", "C4", "B3", "B2"]
    assert board.hexes[0].neighbours == [None, "B1", "B2", "A2", None, None]
    left, top, width, height = board.box
    assert all(left < place.x < left + width and top < place.y < top + height for place in board.hexes)


def test_terminals_and_energy_are_those_of_the_game() -> None:
    terminals = ("A1", "A3", "C1", "C3", "C5", "E1", "E3")
    shown = scene(new_state(Game(("smart", "vegas"), board="duel", terminals=terminals)))
    assert tuple(place.name for place in shown.board.hexes if place.terminal) == terminals
    assert [player.energy for player in shown.players] == [0, 0]
    usual = scene(new_state(Game(("smart", "vegas"))))
    assert not any(place.terminal for place in usual.board.hexes)
    assert [player.energy for player in usual.players] == [None, None]


def test_units_show_what_inspect_tells() -> None:
    t = Table("hegemony outpost:18", "C3=0.Runner~0 C2=0.Boss/S C1=1.Commando/S D2=0.Net_Fighter/SW A1=0.HQ E3=1.HQ")
    shown = {unit.hex: unit for unit in scene(t.st).standing.units}
    for entry in inspect(t.position)["units"]:
        unit = shown[entry["hex"]]
        for key in ("initiative", "melee", "ranged", "gauss", "controller"):
            assert getattr(unit, key) == entry[key]
        assert (unit.netted, unit.owner, unit.name) == (entry["disabled"], entry["player"], entry["tile"])
    assert shown["E3"].points == 18
    assert shown["C3"].points is None


def test_nets_and_captures_name_who_holds() -> None:
    net = Table("hegemony outpost", "C3=1.Commando C2=0.Net_Fighter/SE")
    unit = next(unit for unit in scene(net.st).standing.units if unit.hex == "C3")
    assert (unit.netted, unit.netted_by, unit.initiative) == (True, ["C2"], [])
    taken = Table("vegas borgo", "C3=0.Agitator/N C2=1.Mutant")
    unit = next(unit for unit in scene(taken.st).standing.units if unit.hex == "C2")
    assert (unit.owner, unit.controller, unit.taken_by) == (1, 0, ["C3"])


def test_two_players_of_one_army_wear_different_coats() -> None:
    state = new_state(Game(("borgo", "borgo", "moloch")))
    players = scene(state).players
    second = players[1]
    assert second.coat == f"borgo~2~{second.colour.removeprefix('#')}~{second.pattern}"
    assert [player.coat for player in players] == ["borgo", second.coat, "moloch"]
    assert [player.name for player in players] == ["Borgo", "Borgo II", "Moloch"]
    assert [player.colour for player in players] == [army.colour for army in player_armies(state.game.armies)]


def test_a_bomber_of_nobody_wears_nobodys_coat() -> None:
    (unit,) = scene(new_state(Game(("borgo", "moloch"), bomber="neutral"))).standing.units
    assert (unit.hex, unit.coat, unit.owner, unit.controller) == ("C3", "bombers", None, None)


def test_open_piles_are_shown_in_order() -> None:
    game = Game(("borgo", "moloch"), open_piles=True)
    state = new_state(game)
    dealer = Dealer(game, 3)
    piles = [dealer.upcoming(state, player) for player in range(2)]
    shown = scene(state, piles=piles).players
    assert shown[0].upcoming == [tile_id(ALL_TILES[tile]) for tile in piles[0]]
    assert scene(state).players[0].upcoming is None


def test_whose_turn_it_is_and_what_holds_for_all() -> None:
    game = Game(("doomsday", "moloch"), bomber_two=True, reinforcement=True)
    states = [state.copy() for state, _ in moments(game, 4)]
    first = scene(states[0])
    assert (first.turn, first.whose, first.tiles_left) == (0, None, None)
    assert first.beside == ["bombers/Mad_Bomber_II"]
    assert first.notices == ["Mad Bomber II lies beside the board."]
    begun = scene(next(state for state in states if not is_chance(state) and state.hand(0)))
    assert (begun.turn, begun.whose, begun.tiles_left) == (1, 0, 1)
    last = scene(states[-1])
    assert last.ending is not None
    assert last.ending.result == list(states[-1].result())
    assert last.ending.words.endswith(".")


def test_who_trades_for_energy_plays_no_more_tiles() -> None:
    game = Game(("vegas", "smart"), board="duel", reinforcement=True)
    trading = next(state for state, _ in moments(game, 4) if state.stage() == ST_ENERGY)
    shown = scene(trading)
    assert shown.tiles_left == 0
    assert shown.notices == []


def test_endings_in_words() -> None:
    seen = set()
    for seed in range(12):
        *_, (state, _) = moments(Game(("borgo", "moloch")), seed)
        ending = scene(state).ending
        assert ending is not None
        seen.add(ending.words)
        polish = scene(state, "pl").ending
        assert polish is not None
        assert polish.words != ending.words
        assert ("won" in ending.words) == bool(ending.winners)
    assert any(words.startswith(("Borgo won:", "Moloch won:")) for words in seen)


def test_ids_of_tiles_lead_back_to_them() -> None:
    assert tile_id(tile_of_id("hegemony/Net_Fighter")) == "hegemony/Net_Fighter"
    assert len({tile_id(tile) for tile in ALL_TILES}) == len(ALL_TILES)
    with pytest.raises(UnknownTileId, match='no tile "borgo/Nobody"'):
        tile_of_id("borgo/Nobody")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage, match='no words in "tlh"'):
        scene(new_state(Game(("borgo", "moloch"))), "tlh")


def test_a_unit_tells_which_values_differ_from_the_printed_ones() -> None:
    # The Boss at B3 is linked to C3: +1 melee and +1 initiative.
    t = Table("hegemony outpost", "C3=0.Runner/S B3=0.Boss/NE E3=0.HQ A1=1.HQ")
    shown = {unit.hex: unit for unit in scene(t.st).standing.units}
    assert t.unit("C3")["initiative"] == shown["C3"].initiative == [3]
    shifts = [(one.kind, one.direction, one.printed, one.now) for one in shown["C3"].shifts]
    assert shifts == [("initiative", None, 2, 3), ("melee", "S", 1, 2)]
    assert shown["E3"].shifts == shown["B3"].shifts == []
    slowed = Table("hegemony outpost", "C3=0.Runner/S D3=1.Saboteur E3=0.HQ A1=1.HQ")
    (lower,) = next(unit.shifts for unit in scene(slowed.st).standing.units if unit.hex == "C3")
    assert (lower.kind, lower.printed, lower.now) == ("initiative", 2, 1)


def test_a_unit_tells_of_extra_attacks_and_of_medics() -> None:
    t = Table("outpost moloch", "C3=0.HQ C2=0.Commando C1=0.Medic/S E3=1.HQ")
    shown = {unit.hex: unit for unit in scene(t.st).standing.units}
    (extra,) = shown["C2"].shifts
    assert (extra.kind, extra.printed, extra.now) == ("initiative", None, 2)
    assert shown["C2"].initiative == [3, 2]
    assert shown["C2"].medics == ["C1"]
    assert shown["E3"].medics == []


def test_a_netted_unit_has_no_values() -> None:
    t = Table("outpost hegemony", "C3=0.HQ C2=0.Commando C1=1.Net_Fighter/SE E3=1.HQ")
    commando = next(unit for unit in scene(t.st).standing.units if unit.hex == "C2")
    assert commando.netted
    assert commando.shifts == []
