"""Section 6: explosions. Clowns by choice, Traps and Mad Bombers when set off, and chains of them.

      C1
   B1    D1
A1    C2    E1
   B2    D2
A2    C3    E2
   B3    D3
A3    C4    E3
   B4    D4
      C5
"""

from __future__ import annotations

import pytest

from tests.rules.table import Table
from tests.rules.telling import acted, all_hits, asked, gone, hits, left, points

TEAM = {"teams": "teams=0+2,1+3"}


# --- the Clown ----------------------------------------------------------------------------------
# A Clown (value 2, melee to the NW and N) among friends and foes: the Scoper and the HQ before it are the Outpost's,
# the Hybrid and the HQ behind it its own.
CROWD = "C3=0.Clown B2=1.Scoper C2=1.HQ C4=0.Hybrid/S D3=0.HQ"


@pytest.mark.ruling("R6.7")
def test_a_clown_that_attacks_is_a_warrior_like_others() -> None:
    result = Table("moloch outpost", CROWD).battle_choosing("clown C3 attacks")
    assert hits(result, 2) == ["C3>B2 melee 1", "C3>C2 melee 1"]
    assert gone(result) == {2: ["B2"]}
    assert left(result) == {"C2", "C3~1", "C4", "D3"}  # the wound is the HQ's, in phase 0


@pytest.mark.ruling("R6.7")
def test_a_clown_that_explodes_wounds_all_neighbours_of_any_side_and_is_gone() -> None:
    result = Table("moloch outpost", CROWD).battle_choosing("clown C3 explodes")
    assert acted(result)[2] == ["C3"]
    assert hits(result, 2) == [f"C3>{name} explosion 1" for name in ("B2", "C2", "C4", "D3")]
    assert gone(result) == {2: ["B2", "C3", "C4"]}
    assert points(result) == [19, 19]


@pytest.mark.ruling("R6.7")
def test_the_default_policy_lets_a_clown_attack_and_counts_the_choice() -> None:
    result = Table("moloch outpost", CROWD).battle()
    assert hits(result, 2) == ["C3>B2 melee 1", "C3>C2 melee 1"]
    assert result["choices"] == 1


@pytest.mark.ruling("R6.7", "R3.5")
def test_no_armour_and_no_bonus_change_an_explosion() -> None:
    # The Brain gives the Clown's attack 2; its explosion does 1, to the armoured Gladiator too.
    table = Table("moloch hegemony", "C3=0.Clown C4=0.Brain C2=1.Gladiator/S")
    assert table.unit("C3")["melee"] == {"NW": 2, "N": 2}
    result = table.battle_choosing("clown C3 explodes")
    assert hits(result, 2) == ["C3>C2 explosion 1", "C3>C4 explosion 1"]
    assert left(result) == {"C2~1"}


@pytest.mark.ruling("R6.7")
def test_an_explosion_does_no_harm_to_foundations() -> None:
    result = Table("moloch vegas", "C3=0.Clown", "B2=1.Mine").battle_choosing("clown C3 explodes")
    assert result["foundations"] == [{"hex": "B2", "player": 1, "tile": "Mine"}]
    assert all_hits(result) == []


@pytest.mark.ruling("R6.7", "R6.2")
def test_a_clown_that_dies_in_its_phase_explodes_nevertheless() -> None:
    # The Thug (2) strikes it with 2, as many as kill it, in the same phase.
    result = Table("moloch hegemony", "C3=0.Clown C2=1.Thug/S").battle_choosing("clown C3 explodes")
    assert hits(result, 2) == ["C2>C3 melee 2", "C3>C2 explosion 1"]
    assert gone(result) == {2: ["C2", "C3"]}


@pytest.mark.ruling("R6.7")
def test_a_clown_that_died_before_its_phase_does_not_explode() -> None:
    result = Table("moloch outpost", "C3=0.Clown C2=1.Brawler/S").battle()
    assert gone(result) == {3: ["C3"]}
    assert result["choices"] == 0


@pytest.mark.ruling("R6.7", "R6.6")
def test_with_the_mother_a_clown_may_attack_first_and_explode_then() -> None:
    # Values 2 and 1, and a question in each.
    table = Table("moloch outpost", "C3=0.Clown C4=0.Mother C2=1.HQ")
    result = table.battle_choosing("clown C3 attacks", "clown C3 explodes")
    assert hits(result, 2) == ["C3>C2 melee 1"]
    assert hits(result, 1) == ["C3>C2 explosion 1", "C3>C4 explosion 1"]
    assert points(result) == [20, 18]
    assert left(result) == {"C2"}


@pytest.mark.ruling("R6.7")
def test_a_clown_explodes_only_once() -> None:
    table = Table("moloch outpost", "C3=0.Clown C4=0.Mother C2=1.HQ")
    result = table.battle_choosing("clown C3 explodes")
    assert acted(result) == {2: ["C3"], 0: ["C2"]}
    assert points(result) == [20, 19]


@pytest.mark.ruling("R6.7", "R3.1")
def test_a_netted_clown_does_not_explode() -> None:
    result = Table("moloch hegemony", "C3=0.Clown C4=1.Net_Fighter/NW").battle()
    assert result["phases"] == []
    assert result["choices"] == 0


@pytest.mark.ruling("R6.7", "R7.4")
def test_medics_answer_the_hits_of_an_explosion() -> None:
    board = "C3=0.Clown C2=1.Bodyguard C1=1.Medic/S"
    result = Table("moloch vegas", board).battle_choosing("clown C3 explodes")
    assert hits(result, 2) == ["C3>C2 explosion 1 saved"]
    assert left(result) == {"C2"}


# A Clown with a teammate's Medic out of reach of its explosion: the Doomsday Machine's links reach two hexes.
@pytest.mark.ruling("R6.7", "R7.4")
def test_no_medic_saves_a_tile_that_explodes_and_none_is_used_up_by_it() -> None:
    table = Table("moloch borgo doomsday outpost", "C3=0.Clown C5=2.Medic", **TEAM)
    result = table.battle_choosing("clown C3 explodes")
    assert gone(result) == {2: ["C3"]}
    assert left(result) == {"C5"}


@pytest.mark.ruling("R7.4", "R6.7")
def test_a_tile_that_explodes_and_is_hit_besides_uses_up_its_medic() -> None:
    # The Brawler (2) strikes in the same phase.
    table = Table("moloch borgo doomsday outpost", "C3=0.Clown C5=2.Medic C2=1.Brawler/S", **TEAM)
    result = table.battle_choosing("clown C3 explodes")
    assert hits(result, 2) == ["C2>C3 melee 2 saved", "C3>C2 explosion 1"]
    assert gone(result) == {2: ["C2", "C3", "C5"]}


@pytest.mark.ruling("R7.4", "R7.1", "R6.7")
def test_a_medic_saved_from_the_explosion_is_spent_on_the_clown_that_dies_anyway() -> None:
    # The Medic at C4 is beside the Clown; the one at C5 saves it from the explosion. Then it can serve the Clown, which
    # the Runner hits, and so must.
    board = "C3=0.Clown C4=0.Medic C5=0.Medic C2=1.Runner/S"
    result = Table("moloch hegemony", board).battle_choosing("clown C3 explodes")
    assert hits(result, 2) == ["C2>C3 melee 1 saved", "C3>C2 explosion 1", "C3>C4 explosion 1 saved"]
    assert gone(result) == {2: ["C2", "C3", "C4", "C5"]}


# --- the Trap -----------------------------------------------------------------------------------
@pytest.mark.ruling("R6.7", "R11.3")
def test_a_trap_struck_at_its_marked_edge_explodes() -> None:
    # The Brawler strikes its N edge. All neighbours are wounded: the Brawler, both HQs, the Machine's own Fireblast.
    board = "C3=0.Trap C2=1.Brawler/S B3=1.HQ D3=0.HQ D2=0.Fireblast"
    result = Table("doomsday borgo", board).battle()
    assert acted(result)[2] == ["C2"]  # what is set off did not act
    assert hits(result, 2) == ["C2>C3 melee 2"] + [f"C3>{name} explosion 1" for name in ("B3", "C2", "D2", "D3")]
    assert gone(result) == {2: ["C2", "C3"]}
    assert points(result) == [19, 19]
    assert "D2~1" in left(result)
    assert result["choices"] == 0


@pytest.mark.ruling("R6.7", "R11.3")
def test_a_shot_from_afar_sets_off_a_trap_too() -> None:
    result = Table("doomsday borgo", "C3=0.Trap C1=1.Assassin/SW D2=1.Officer").battle()
    assert hits(result, 3) == ["C1>C3 ranged 1", "C3>D2 explosion 1"]
    assert left(result) == {"C1"}


@pytest.mark.ruling("R11.3")
def test_a_trap_struck_at_another_edge_is_an_ordinary_unit() -> None:
    result = Table("doomsday borgo", "C3=0.Trap C4=1.Brawler/N").battle()
    assert all_hits(result) == ["C4>C3 melee 2"]
    assert left(result) == {"C4"}


@pytest.mark.ruling("R6.7", "R3.1")
def test_a_netted_trap_does_not_explode() -> None:
    result = Table("doomsday hegemony", "C3=0.Trap C2=1.Runner/S B3=1.Net_Fighter").battle()
    assert all_hits(result) == ["C2>C3 melee 1"]
    assert left(result) == {"B3", "C2"}


@pytest.mark.ruling("R7.4", "R6.7")
def test_medics_do_not_answer_the_hit_that_sets_off_a_trap() -> None:
    # The Medic's link reaches the Trap from C5, where the explosion does not reach the Medic.
    result = Table("doomsday borgo", "C3=0.Trap C5=0.Medic C2=1.Brawler/S").battle()
    assert hits(result, 2) == ["C2>C3 melee 2", "C3>C2 explosion 1"]
    assert left(result) == {"C5"}


@pytest.mark.ruling("R7.4", "R11.3")
@pytest.mark.parametrize("attack", ["D2=1.Runner/SW", "C2=1.Runner/S B3=1.Net_Fighter"])
def test_medics_answer_a_hit_that_does_not_set_off_the_trap(attack: str) -> None:
    # At another edge, or while the Trap is netted.
    result = Table("doomsday hegemony", f"C3=0.Trap C5=0.Medic {attack}").battle()
    assert gone(result) == {2: ["C5"]}
    assert "C3" in left(result)


@pytest.mark.ruling("R7.4", "R6.7")
def test_a_trap_that_is_set_off_and_hit_besides_uses_up_its_medic() -> None:
    # The Brawler sets it off; the Mutant's blow arrives at another edge.
    board = "C3=0.Trap C5=0.Medic C2=1.Brawler/S B3=1.Mutant/NE"
    result = Table("doomsday borgo", board).battle()
    assert [hit for hit in hits(result, 2) if ">C3" in hit] == ["B3>C3 melee 1 saved", "C2>C3 melee 2"]
    assert gone(result) == {2: ["B3", "C2", "C3", "C5"]}


@pytest.mark.ruling("R11.3")
def test_instants_do_not_set_off_a_trap() -> None:
    table = Table("outpost doomsday", "A1=0.HQ E3=1.HQ C3=1.Trap C2=0.Scout").hand(0, "Sniper").turn(0).do("snipe C3")
    assert set(table.now()) == {"A1", "C2", "E3"}


# --- the Mad Bomber -----------------------------------------------------------------------------
@pytest.mark.ruling("R6.7", "R12.2")
def test_a_neutral_mad_bomber_wounds_all_but_hqs() -> None:
    # The Outpost's Brawler (3) sets it off, and dies of it beside friend and foe.
    board = "C3=-.Mad_Bomber C2=0.Brawler/S D2=0.Scout C4=0.HQ B3=1.Officer_I D3=1.HQ"
    result = Table("outpost hegemony", board).battle()
    assert hits(result, 3) == ["C2>C3 melee 2"] + [f"C3>{name} explosion 1" for name in ("B3", "C2", "D2")]
    assert gone(result) == {3: ["B3", "C2", "C3", "D2"]}
    assert points(result) == [20, 20]


@pytest.mark.ruling("R6.7", "R12.3")
def test_a_hired_mad_bomber_wounds_only_units_hostile_to_it_and_hqs_too() -> None:
    board = "C3=0.Mad_Bomber C2=1.Runner/S B2=0.Scout C4=0.HQ D3=1.HQ"
    result = Table("outpost hegemony", board).battle()
    assert hits(result, 2) == ["C2>C3 melee 1", "C3>C2 explosion 1", "C3>D3 explosion 1"]
    assert points(result) == [20, 19]
    assert left(result) == {"B2", "C4", "D3"}


@pytest.mark.ruling("R6.7", "R12.2")
def test_a_netted_mad_bomber_does_not_explode() -> None:
    result = Table("outpost hegemony", "C3=-.Mad_Bomber C2=1.Runner/S B3=1.Net_Fighter").battle()
    assert all_hits(result) == ["C2>C3 melee 1"]
    assert left(result) == {"B3", "C2"}


# --- chains -------------------------------------------------------------------------------------
@pytest.mark.ruling("R6.7")
def test_explosions_set_off_one_another_in_the_same_phase() -> None:
    # B2 - C3 - D3 - E3 in a line: the Clown's explosion sets off the Trap, whichever edge it comes to; the Trap's the
    # Mad Bomber; and that kills the Hybrid at the end.
    board = "B2=0.Clown C3=1.Trap/S D3=-.Mad_Bomber E3=0.Hybrid/SE"
    result = Table("moloch doomsday", board).battle_choosing("clown B2 explodes")
    assert acted(result) == {3: ["E3"], 2: ["B2"]}
    assert hits(result, 2) == [
        "B2>C3 explosion 1",
        "C3>B2 explosion 1",
        "C3>D3 explosion 1",
        "D3>C3 explosion 1",
        "D3>E3 explosion 1",
    ]
    assert gone(result) == {2: ["B2", "C3", "D3", "E3"]}


@pytest.mark.ruling("R6.7")
def test_the_far_end_of_a_chain_is_safe_when_its_middle_is_netted() -> None:
    # The same with the Trap in a net: it is destroyed without exploding.
    board = "B2=0.Clown C3=1.Trap/S C2=0.Net_Fighter/S D3=-.Mad_Bomber E3=0.Hybrid/SE"
    table = Table("moloch doomsday", board)
    assert table.disabled() == {"C3"}
    result = table.battle_choosing("clown B2 explodes")
    assert left(result) == {"D3", "E3"}


@pytest.mark.ruling("R6.7")
def test_an_explosion_does_not_set_off_a_clown() -> None:
    # The Hybrid (3) sets off the Trap; the Clown takes its wound and decides for itself in phase 2.
    board = "C1=0.Hybrid/S C3=1.Trap C4=0.Clown/S"
    table = Table("moloch doomsday", board)
    assert asked(table) == [(0, ["clown C4 attacks", "clown C4 explodes"])]
    result = table.battle()
    assert gone(result) == {3: ["C3"]}
    assert left(result) == {"C1", "C4~1"}
