"""Section 14: toughness from others. New York's HQ gives its neighbours one point more."""

from __future__ import annotations

import pytest

from neurohex.board import BOARDS
from neurohex.events import Destroyed
from neurohex.model import Table as Seen
from tests.rules.course import Course
from tests.rules.table import Table, hits, left


def life(t: Table, name: str) -> int:
    unit = Seen(t.st).unit(name)
    assert unit is not None
    return unit.life


@pytest.mark.ruling("R14.1")
def test_the_hq_gives_its_neighbours_a_point_but_not_itself_nor_foes() -> None:
    t = Table("newyork borgo", "C3=0.HQ C2=0.Cop D2=1.Mutant A1=0.Cop A3=1.HQ")
    assert (life(t, "C2"), life(t, "A1"), life(t, "D2"), life(t, "C3")) == (2, 1, 1, 20)
    netted = Table("newyork hegemony", "C3=0.HQ C2=0.Cop B3=1.Net_Fighter E1=1.HQ")
    assert netted.disabled() == {"C3"}
    assert life(netted, "C2") == 1


@pytest.mark.ruling("R14.1")
def test_several_sources_add_up_and_reach_allies_but_no_hq() -> None:
    t = Table("mississippi borgo", "B3=0.Mutation C4=0.Mutation/N C3=0.Mutant B2=0.HQ E1=1.HQ")
    assert life(t, "C3") == 5  # B3's NE edge and C4's N edge reach it
    assert life(t, "B2") == 20  # B3's N edge reaches the HQ
    team = Table("newyork borgo hegemony outpost", "C3=0.HQ C2=1.Mutant A1=1.HQ E3=2.HQ E1=3.HQ", teams="teams=0+1,2+3")
    assert life(team, "C2") == 2


@pytest.mark.ruling("R14.2")
def test_a_unit_that_loses_its_point_is_destroyed_at_once_and_no_medic_answers() -> None:
    t = Table("newyork hegemony", "C3=0.HQ C2=0.Cop~1 A1=0.Cop E1=1.HQ").hand(1, "Net Fighter").turn(1)
    t.do("place Net Fighter B3 facing N")
    assert t.is_netted("C3")
    assert "C2" not in t.now()
    gone = [event for event in t.log.events if isinstance(event, Destroyed)]
    assert [(event.cause, event.unit.hex, event.rulings) for event in gone] == [("toughness", "C2", ("R14.2",))]
    medic = Table("mississippi hegemony", "C3=0.Mutation C2=0.Mutant~1 C1=0.Medic/S A1=0.HQ E1=1.HQ").hand(
        1, "Net Fighter"
    )
    assert medic.now()["C2"].endswith("~1")
    medic.turn(1).do("place Net Fighter B3 facing N")
    assert "C2" not in medic.now()
    assert "C1" in medic.now()


@pytest.mark.ruling("R14.2", "R6.5")
def test_it_is_looked_at_between_phases() -> None:
    # Phase 2: the Hornet destroys the Mutation; the wounded Mutant goes with it, in the same phase.
    board = "C3=0.Mutation C2=0.Mutant~2 D3=1.Hornet/NW D4=1.Officer A1=0.HQ E1=1.HQ"
    result = Table("mississippi moloch", board).battle()
    assert hits(result)[0].startswith("2: D3>C3 melee")
    phase = next(phase for phase in result["phases"] if phase["initiative"] == 2)
    assert phase["destroyed"] == ["C2", "C3"]


@pytest.mark.ruling("R14.2")
def test_a_position_with_such_a_unit_is_put_right_first() -> None:
    result = Table("newyork borgo", "C3=0.HQ A1=0.Cop~1 E1=1.HQ").battle()
    assert "A1" not in left(result)
    assert result["phases"] == [{"initiative": 0, "acted": ["C3", "E1"], "hits": [], "destroyed": []}]


@pytest.mark.ruling("R14.3")
def test_a_unit_that_moves_away_dies_and_one_that_stays_next_to_a_source_lives() -> None:
    board = "C3=0.HQ C2=0.Cop~1 E1=1.HQ"
    away = Table("newyork borgo", board).hand(0, "Move").turn(0).do("move C2 to C1 facing N by Move")
    assert "C1" not in away.now()
    along = Table("newyork borgo", board).hand(0, "Move").turn(0).do("move C2 to D2 facing N by Move")
    assert along.now()["D2"] == "0.Cop/N~1"
    source = Table("newyork borgo", board).hand(0, "Move").turn(0).do("move C3 to B2 facing N by Move")
    assert source.now()["C2"] == "0.Cop/N~1"


@pytest.mark.ruling("R14.3", "R5.5")
def test_it_sets_off_a_mine_first() -> None:
    t = Table("newyork vegas", "C3=0.HQ C2=0.Cop~1 E3=1.HQ", "C1=1.Mine").hand(0, "Move").turn(0)
    t.do("move C2 to C1 facing N by Move")
    assert t.mines() == set()
    assert [event.cause for event in t.log.events if isinstance(event, Destroyed)] == ["mine"]


@pytest.mark.ruling("R14.3")
def test_a_swap_is_legal_though_it_kills() -> None:
    # The wounded Guard lives by the Mutation of its captor's side: it swaps with a unit away from the link.
    t = Table("mississippi vegas", "C3=0.Mutation C2=0.Mutant~1 C1=0.Guard A1=0.HQ E3=1.HQ").hand(0, "Move").turn(0)
    assert "move C2 to B1 facing N by Move" in t.offers()  # a hex without a source may be entered
    duel = (
        Table("duel mississippi vegas", "C4=0.Mutation C3=0.Mutant~1 B1=0.Guard A1=0.HQ E3=1.HQ").energy(0, 2).turn(0)
    )
    duel.do("procedure swap B1 facing N with C3 facing N")
    assert duel.now()["C3"] == "0.Guard/N"
    assert "B1" not in duel.now()


@pytest.mark.ruling("R14.4")
def test_nets_are_decided_before_the_weak_go_and_then_anew() -> None:
    # The wounded Net Fighter nets the Runner as long as it stands; netting the HQ kills it and frees the Runner.
    board = "C3=0.HQ C2=0.Net_Fighter/NE~1 C1=1.Mutant E1=1.HQ"
    t = Table("newyork hegemony", board.replace("Mutant", "Runner")).hand(1, "Net Fighter").turn(1)
    assert t.is_netted("C1")
    t.do("place Net Fighter B3 facing N")
    assert "C2" not in t.now()
    assert not t.is_netted("C1")


@pytest.mark.ruling("R14.5", "R1.7", "R4.5")
@pytest.mark.parametrize(("ruleset", "fights"), [("living", False), ("3.0", True)])
def test_a_tile_that_fills_the_board_and_kills_a_unit_starts_no_battle_under_the_living_rules(
    ruleset: str, fights: bool
) -> None:
    names = BOARDS["standard"].names
    taken = {"C3": "0.HQ", "C2": "0.Cop~1", "E3": "1.HQ", "B3": ""}
    board = " ".join(f"{name}={taken.get(name, '1.Scout')}" for name in names if taken.get(name, "x"))
    c = Course(f"{ruleset} newyork hegemony", board).hand(1, "Net Fighter").turn(1)
    c.do("place Net Fighter B3 facing N")
    assert bool(c.battles) == fights
