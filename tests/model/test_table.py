"""The read model is correct on boards with known facts."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from neurohex.model import (
    Attack,
    Awaited,
    Bag,
    DuelSide,
    Ending,
    OpenHit,
    Player,
    Table,
    Unit,
    duel_side,
    fight,
    unit_at,
)
from neurohex.model.reading import army_name, can_fight, drawn_tile, kinds_of
from neurohex.notation.action import parse_action
from neurohex.notation.bridge import state_of
from neurohex.notation.compact import parse_line
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Game, State, apply, default_choice, legal_actions, new_state
from neurohex.tiles import ARMIES, EXTRAS
from tests.rules.table import Table as Board


def table_of(line: str) -> Table:
    return Table(state_of(parse_line(line)))


def the(unit: Unit | None) -> Unit:
    assert unit is not None
    return unit


# --- units ----------------------------------------------------------------------------------------
def test_a_unit_has_its_printed_facts_and_its_bonuses() -> None:
    table = table_of("hegemony outpost | C2=0.Runner/S C1=0.Boss/S C3=1.HQ")
    runner = the(table.unit("C2"))
    assert runner.tile is ARMIES["hegemony"].tile("Runner")
    assert (runner.hex, runner.index, runner.owner, runner.controller) == ("C2", table.board.index["C2"], 0, 0)
    assert (runner.rotation, runner.facing, runner.wounds, runner.points) == (3, "S", 0, None)
    assert runner.initiative == (3,)
    assert runner.attacks == (Attack("S", "melee", 2),)
    assert (runner.melee, runner.ranged, runner.gauss) == ({"S": 2}, {}, ())
    assert (str(runner), str(runner.attacks[0]), runner.life) == ("Runner C2", "melee 2 S", 1)
    assert (runner.is_netted, runner.is_taken, runner.is_hq) == (False, False, False)


def test_an_hq_has_points_and_no_wounds() -> None:
    hq = the(table_of("hegemony outpost:7 | C3=1.HQ").unit("C3"))
    assert (hq.points, hq.life, hq.wounds, hq.is_hq) == (7, 7, 0, True)


def test_a_netted_unit_names_the_nets_and_does_nothing() -> None:
    table = table_of("hegemony doomsday | C2=0.Runner/S C3=1.Doom_Net_Fighter/N A1=0.HQ")
    runner = the(table.unit("C2"))
    assert (runner.is_netted, runner.netted_by, runner.initiative, runner.attacks) == (True, ("C3",), (), ())
    assert the(table.unit("C3")).netted_by == ()


def test_a_taken_unit_obeys_its_taker() -> None:
    runner = the(table_of("vegas hegemony | C3=0.Agitator/N C2=1.Runner/S").unit("C2"))
    assert (runner.owner, runner.controller, runner.is_taken, runner.taken_by) == (1, 0, True, ("C3",))


def test_wounds_leave_life() -> None:
    tile = next(tile for tile in ARMIES["borgo"].tiles if tile.toughness == 1 and tile.is_unit)
    unit = the(table_of(f"borgo moloch | C3=0.{tile.name.replace(' ', '_')}~1").unit("C3"))
    assert (unit.wounds, unit.life) == (1, 1)


def test_a_bomber_is_nobodys() -> None:
    unit = the(table_of("borgo moloch | C3=-.Mad_Bomber").unit("C3"))
    assert (unit.owner, unit.controller, unit.is_taken) == (None, None, False)
    assert unit.tile in EXTRAS["bombers"].tiles


def test_foundations_lie_under_units() -> None:
    table = table_of("borgo moloch | C3=0.Mutant | C3=1.Mine A1=1.Mine")
    assert [(str(lies), lies.owner) for lies in table.foundations] == [("Mine A1", 1), ("Mine C3", 1)]
    lies = table.foundation("C3")
    assert lies is not None
    assert lies.name == "Mine"
    assert table.foundation("B1") is None
    assert table.unit("C3") is not None


def test_a_hex_is_named_or_numbered_and_must_be_on_the_board() -> None:
    table = table_of("borgo moloch | C3=0.HQ")
    assert table.unit("C3") is table.unit(table.board.index["C3"])
    assert table.unit("C2") is None
    for place in ("Z9", -1, 19):
        with pytest.raises(KeyError):
            table.unit(place)


def test_one_unit_alone_is_as_among_all() -> None:
    st = state_of(parse_line("hegemony outpost | C2=0.Runner/S C1=0.Boss/S C3=1.HQ"))
    assert unit_at(st, st.game.board.index["C2"]) == Table(st).unit("C2")
    assert unit_at(st, st.game.board.index["A1"]) is None


# --- values ---------------------------------------------------------------------------------------
def test_values_are_frozen_comparable_and_can_be_copied_and_sent() -> None:
    line = "hegemony borgo:15 | C2=0.Runner/S C3=1.Net_Fighter/N A1=0.HQ"
    table, same = table_of(line), table_of(line)
    values: tuple[Any, ...] = (*table.units, *table.players, table.awaited)
    assert values == (*same.units, *same.players, same.awaited)
    for value in values:
        assert hash(value) == hash(copy.deepcopy(value))
        assert pickle.loads(pickle.dumps(value)) == value
    with pytest.raises(AttributeError):
        table.units[0].wounds = 1  # type: ignore[misc]


def test_a_table_stays_as_it_was_when_the_game_goes_on() -> None:
    st = new_state(Game(("borgo", "moloch")))
    table = Table(st)
    apply(st, parse_action(st, "place HQ C3 facing N"))
    assert table.units == ()
    assert table.awaited == Awaited(0, "hq", None, None)
    assert [unit.hex for unit in Table(st).units] == ["C3"]
    own = table.state()
    apply(own, legal_actions(own)[0])
    assert table.units == ()


# --- players --------------------------------------------------------------------------------------
def test_a_player_has_hand_pile_and_discards() -> None:
    board = Board("borgo:17 borgo", "C3=0.HQ C2=0.Mutant").hand(0, "Battle", "Mutant")
    one, other = Table(board.st).players
    assert (one.seat, one.army, one.name, other.name) == (0, "borgo", "Borgo", "Borgo II")
    assert (one.hq, one.start_hq, one.hq_hex, other.hq_hex) == (17, 20, "C3", None)
    assert sorted(tile.name for tile in one.hand) == ["Battle", "Mutant"]
    copies = ARMIES["borgo"].tile("Mutant").count
    mutant = ARMIES["borgo"].tile("Mutant")
    assert (one.pile[mutant], other.pile[mutant]) == (copies - 2, copies)
    assert (one.pile.total, mutant in one.pile, ARMIES["moloch"].tile("HQ") in one.pile) == (31, True, False)
    assert (one.discards, len(one.discards), one.discards[mutant]) == (Bag(), 0, 0)
    assert f"Mutant ×{copies}" in str(other.pile)
    assert (repr(Bag()), repr(Bag(((mutant, 2),)))) == ("<Bag: empty>", "<Bag: Mutant ×2>")
    assert (one.score, one.energy, one.team, one.is_out, one.has_terror, one.aside, one.top) == (
        (0, 0, None, False, False, (), ())
    )


def test_players_count_mercenaries_and_teams() -> None:
    game = Game(("borgo", "moloch", "outpost", "hegemony"), mode="team", mercenaries=1)
    st = new_state(game)
    assert [player.team for player in Table(st).players] == [0, 0, 1, 1]
    hire = legal_actions(st)[0]
    apply(st, hire)
    (hired,) = Table(st).players[0].aside
    assert hired in EXTRAS["mercenaries"].tiles


def test_every_kind_that_can_be_drawn_has_a_tile() -> None:
    game = Game(("borgo", "borgo"))
    for player in range(2):
        kinds = kinds_of(game, player)
        assert {ALL_TILES[tile] for tile in kinds} >= set(ARMIES["borgo"].tiles)
        assert all(drawn_tile(game, player, kind) == tile for tile, kind in kinds.items())
    assert [army_name(game, player) for player in range(2)] == ["Borgo", "Borgo II"]


# --- the moment -----------------------------------------------------------------------------------
def test_awaited_follows_the_game() -> None:
    st = new_state(Game(("borgo", "moloch")))
    seen = []
    for words in ("place HQ C3 facing N", "place HQ A1 facing N", "draw Mutant", "discard Mutant"):
        seen.append(Table(st).awaited)
        apply(st, parse_action(st, words))
    assert [one and (one.player, one.stage, one.is_chance) for one in seen] == [
        (0, "hq", False),
        (1, "hq", False),
        (0, "draw", True),
        (0, "main", False),
    ]
    table = Table(st)
    assert (table.turn, table.whose, table.phase, table.beside, table.turns_left) == (1, 0, None, None, None)


def test_before_the_first_turn_it_is_nobodys_turn() -> None:
    table = Table(new_state(Game(("borgo", "moloch"), bomber_two=True)))
    assert (table.turn, table.whose, table.tiles_left, table.can_fight) == (0, None, None, False)
    assert table.beside is not None
    assert table.beside.army == "bombers"


def test_a_pushed_unit_is_what_its_controller_is_asked_about() -> None:
    board = Board("moloch borgo", "C4=0.HQ C3=1.Mutant A1=1.HQ").hand(0, "Push Back").turn(0)
    board.do("push C3 from C4")
    assert Table(board.st).awaited == Awaited(1, "pushed", "C3", None)


def test_an_ending_names_the_winners() -> None:
    board = Board("borgo moloch:1", "C3=0.HQ C2=0.Mutant/N C1=1.HQ").hand(0, "Battle").turn(0)
    board.do("battle")
    table = Table(board.st)
    assert table.ending == Ending("hq", (0,), (1, -1))
    assert table.ending is not None
    assert table.ending.best == (0,)
    assert table.awaited is None


def test_medics_are_asked_about_open_hits() -> None:
    # The Medic at C3 serves the Scoper at C2 or the other Medic, at B2.
    st = state_of(parse_line("hegemony outpost | C1=0.Runner/S B1=0.Runner/S C2=1.Scoper B2=1.Medic/SW C3=1.Medic"))
    asked: list[tuple[Awaited | None, dict[str, tuple[OpenHit, ...]]]] = []

    def choose(now: State) -> int:
        table = Table(now)
        hits = {unit.hex: table.open_hits(unit.hex) for unit in table.units if table.open_hits(unit.hex)}
        asked.append((table.awaited, hits))
        return default_choice(now)

    fight(st, choose)
    hit = (OpenHit(1, None),)
    assert asked == [(Awaited(1, "medic", None, 2), {"B2": hit, "C2": hit})]
    assert Table(st).open_hits("C2") == ()


# --- Battles --------------------------------------------------------------------------------------
def test_a_fight_leaves_the_state_alone() -> None:
    st = state_of(parse_line("outpost hegemony* | C3=0.HQ C2=1.Runner/S A1=1.HQ"))
    before = st.copy()
    fought = fight(st)
    assert st == before == fought.before
    assert fought.after.hq(0) == 19
    assert fought.asked == ()
    assert fought.log.events
    assert can_fight(st)
    assert not can_fight(new_state(Game(("borgo", "moloch"))))


def test_a_fight_tells_who_was_asked() -> None:
    st = state_of(parse_line("hegemony moloch | C3=1.Clown C2=0.Runner/S A1=0.HQ E3=1.HQ"))
    assert fight(st).asked == ("clown",)


# --- the Duel board -------------------------------------------------------------------------------
def test_links_are_enabled_units_on_terminals() -> None:
    st = state_of(parse_line("living duel borgo moloch | C3=0.HQ A2=0.Mutant B2=0.Mutant D4=1.HQ"))
    side = duel_side(st, 0)
    assert isinstance(side, DuelSide)
    assert side.links == ("A2", "C3")
    assert "rotation" in side.possible
    assert duel_side(st, 1).links == ("D4",)


def test_a_player_is_called_by_army() -> None:
    player: Player = Table(new_state(Game(("borgo", "moloch")))).players[1]
    assert str(player) == "Moloch"
