"""Section 22: the Motherland and Roots."""

from __future__ import annotations

import pytest

from tests.rules.table import Table, hits, left

# The HQ on A1 touches B2, which touches C3: the Motherland. The Alpha on C4 is linked to C3.
LAND = "A1=0.HQ B2=0.Slicer C3=0.Crusher C4=0.Symbiont_Alpha E3=1.HQ"


def melee(t: Table, name: str) -> int:
    strengths: dict[str, int] = t.unit(name)["melee"]
    return max(strengths.values())


@pytest.mark.ruling("R22.1", "R22.2", "R22.3")
def test_a_module_linked_to_the_motherland_works_on_all_of_it_the_hq_too() -> None:
    t = Table("neojungle borgo", LAND)
    assert (melee(t, "A1"), melee(t, "B2"), melee(t, "C3")) == (2, 2, 3)
    apart = Table("neojungle borgo", f"{LAND} E1=0.Crusher")
    assert melee(apart, "E1") == 2  # it touches nothing of it


@pytest.mark.ruling("R22.1")
def test_only_while_the_hq_is_enabled() -> None:
    t = Table("neojungle hegemony", f"{LAND} A2=1.Net_Fighter/NW")
    assert "A1" in t.disabled()
    assert (melee(t, "B2"), melee(t, "C3")) == (1, 3)


@pytest.mark.ruling("R22.1")
def test_netted_units_pass_it_on_and_taken_ones_do_not() -> None:
    netted = Table("neojungle hegemony", f"{LAND} A2=1.Net_Fighter")
    assert netted.disabled() == {"B2"}
    assert melee(netted, "A1") == 2
    taken = Table("neojungle vegas", f"{LAND} C2=1.Agitator/SW")
    assert taken.controllers()["B2"] == 1
    assert (melee(taken, "A1"), melee(taken, "C3")) == (1, 3)


@pytest.mark.ruling("R22.2")
def test_a_disabled_module_and_one_that_is_not_linked_give_nothing() -> None:
    turned = Table("neojungle borgo", LAND.replace("C4=0.Symbiont_Alpha", "C4=0.Symbiont_Alpha/S"))
    assert (melee(turned, "A1"), melee(turned, "C3")) == (1, 2)


@pytest.mark.ruling("R22.2")
def test_common_tiles_belong_and_allies_do_not() -> None:
    common = Table("neojungle borgo", LAND.replace("B2=0.Slicer", "B2=0.Shield_Bearer"))
    assert melee(common, "A1") == 2
    ally = "A1=0.HQ B2=1.Mutant C3=0.Crusher C4=0.Symbiont_Alpha E3=1.HQ E1=2.HQ C1=3.HQ"
    team = Table("neojungle borgo outpost hegemony", ally, teams="teams=0+1,2+3")
    assert (melee(team, "A1"), melee(team, "C3")) == (1, 3)


@pytest.mark.ruling("R22.3", "R7.2")
def test_a_medic_serves_any_unit_of_it() -> None:
    # The Medic on C4 is linked to C3; the hit is on B2.
    board = "A1=0.HQ B2=0.Slicer/NW C3=0.Crusher/SE C4=0.Medic C2=1.Hornet/SW E3=1.HQ"
    result = Table("neojungle moloch", board).battle()
    assert "2: C2>B2 melee 2 saved" in hits(result)
    assert "C4" not in left(result)


@pytest.mark.ruling("R22.4", "R3.4")
def test_scoped_vines_harm_the_whole_motherland() -> None:
    board = "A1=0.HQ B2=0.Slicer C3=0.Crusher C4=0.Vines{} E3=1.HQ"
    free = Table("neojungle outpost", board.format(""))
    assert free.unit("B2")["initiative"] == [2]
    scoped = Table("neojungle outpost", board.format(" C5=1.Scoper"))
    assert [scoped.unit(name)["initiative"] for name in ("A1", "B2", "C3")] == [[0], [1], [0]]


@pytest.mark.ruling("R22.5")
def test_roots_pass_it_on_whoever_stands_on_them() -> None:
    board = "A1=0.HQ C3=0.Crusher C4=0.Symbiont_Alpha E3=1.HQ{}"
    assert melee(Table("neojungle borgo", board.format("")), "A1") == 1
    assert melee(Table("neojungle borgo", board.format(""), "B2=0.Roots"), "A1") == 2
    assert melee(Table("neojungle borgo", board.format(" B2=1.Mutant"), "B2=0.Roots"), "A1") == 2


@pytest.mark.ruling("R22.5")
def test_a_module_linked_to_roots_alone_does_nothing() -> None:
    t = Table("neojungle borgo", "A1=0.HQ B3=0.Symbiont_Alpha E3=1.HQ", "B2=0.Roots")
    assert melee(t, "A1") == 1  # B3 is linked to B2, where only Roots lie


@pytest.mark.ruling("R22.5", "R5.5")
def test_roots_are_laid_on_free_hexes_and_damaging_instants_remove_them() -> None:
    t = Table("neojungle outpost", "A1=0.HQ E3=1.HQ", "C3=0.Roots").hand(0, "Roots").hand(1, "Sniper").turn(0)
    assert "place Roots C3" not in t.offers()
    t.do("place Roots B2")
    assert t.mines() == {"B2", "C3"}
    t.turn(1).do("snipe foundation C3")
    assert t.mines() == {"B2"}


@pytest.mark.ruling("R22.5", "R6.7")
def test_explosions_do_not_harm_roots() -> None:
    t = Table("neojungle moloch", "A1=0.HQ C3=1.Clown E3=1.HQ", "C2=0.Roots C3=0.Roots")
    result = t.battle_choosing("clown C3 explodes")
    assert [lies["hex"] for lies in result["foundations"]] == ["C2", "C3"]


@pytest.mark.ruling("R22.5", "R5.5")
def test_a_unit_comes_onto_roots_unharmed() -> None:
    t = Table("neojungle borgo", "A1=0.HQ E3=1.HQ", "C3=0.Roots").hand(1, "Mutant").turn(1)
    t.do("place Mutant C3 facing N")
    assert t.now()["C3"] == "1.Mutant/N"
    assert t.mines() == {"C3"}
