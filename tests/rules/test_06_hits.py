"""Section 6: what an attack hits, and how hard. Melee, shots, Gauss, HQs, armour, the Universal Soldier.

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
from tests.rules.telling import acted, all_hits, gone, hits, left, points

TEAM = {"teams": "teams=0+2,1+3"}


# --- R6.2: whom an attack hits ------------------------------------------------------------------
@pytest.mark.ruling("R6.2")
def test_melee_strikes_the_hostile_neighbour() -> None:
    # A Mutant strikes to the NW, N and NE.
    result = Table("borgo outpost", "C3=0.Mutant B2=1.Scout C2=1.Scout D2=1.Scoper").battle()
    assert hits(result, 2) == ["C3>B2 melee 1", "C3>C2 melee 1", "C3>D2 melee 1"]
    assert left(result) == {"C3"}


@pytest.mark.ruling("R6.2")
@pytest.mark.parametrize("between", ["", "C2=0.Recon_Center"])
def test_melee_reaches_no_further_than_the_neighbour(between: str) -> None:
    result = Table("outpost hegemony", f"C3=0.Brawler C1=1.HQ {between}").battle()
    assert acted(result) == {3: ["C3"], 0: ["C1"]}
    assert hits(result, 3) == []


@pytest.mark.ruling("R6.2")
def test_melee_does_not_strike_a_friend() -> None:
    result = Table("outpost hegemony", "C3=0.Brawler C2=0.HQ").battle()
    assert all_hits(result) == []


@pytest.mark.ruling("R6.2")
def test_a_shot_hits_the_first_hostile_unit_past_friends_and_free_hexes() -> None:
    # From C5 to the N: its own Scout, a free hex, its own Medic, then the Runner; the HQ behind is out of it.
    result = Table("outpost hegemony", "C5=0.Commando/SW C4=0.Scout C2=1.Runner C1=1.HQ").battle()
    assert all_hits(result) == ["C5>C2 ranged 1"]
    result = Table("outpost hegemony", "C5=0.Commando/SW C4=0.Scout C3=0.HQ C2=1.Officer_I C1=1.HQ").battle()
    assert hits(result, 3) == ["C5>C2 ranged 1"]
    assert points(result) == [20, 20]


@pytest.mark.ruling("R6.2")
def test_a_shot_reaches_across_the_whole_board() -> None:
    assert all_hits(Table("outpost hegemony", "A1=0.Commando E3=1.Officer_I").battle()) == ["A1>E3 ranged 1"]


@pytest.mark.ruling("R6.2")
def test_a_shot_flies_over_a_mine() -> None:
    result = Table("outpost vegas", "C5=0.Commando/SW C1=1.Scout", "C3=1.Mine").battle()
    assert all_hits(result) == ["C5>C1 ranged 1"]
    assert [foundation["hex"] for foundation in result["foundations"]] == ["C3"]


@pytest.mark.ruling("R6.2")
def test_a_gauss_shot_hits_every_hostile_unit_in_line_past_friends() -> None:
    # From C5 to the N: Officer, Smart's own Scout, the HQ, a Scout.
    board = "C5=0.Gauss_Cannon/NW C4=1.Officer_I C3=0.Scout C2=1.HQ C1=1.Scout"
    result = Table("smart hegemony", board).battle()
    assert hits(result, 2) == ["C5>C1 gauss 1", "C5>C2 gauss 1", "C5>C4 gauss 1"]
    assert points(result) == [20, 19]
    assert gone(result)[2] == ["C1", "C4"]


@pytest.mark.ruling("R6.2")
def test_all_act_on_the_board_as_it_stood_at_the_start_of_the_phase() -> None:
    # Commando and Gangers have 3. The Commando dies of the blow from B2 and shoots nevertheless; the Ganger it hits, at
    # C2, strikes nevertheless.
    board = "C3=0.Commando/SW C2=1.Ganger B2=1.Ganger/S B1=0.Scout"
    result = Table("outpost hegemony", board).battle()
    assert hits(result, 3) == ["B2>C3 melee 1", "C2>B1 melee 1", "C3>C2 ranged 1"]
    assert gone(result) == {3: ["B1", "C2", "C3"]}


@pytest.mark.ruling("R6.2")
def test_an_hq_strikes_all_six_neighbours() -> None:
    # A Saboteur cannot slow it below 0.
    board = "C3=0.HQ C2=1.Scout D2=1.Scout D3=1.Officer C4=1.Saboteur B3=1.Recon_Center B2=1.Scoper"
    result = Table("hegemony outpost", board).battle()
    assert hits(result, 0) == [f"C3>{name} melee 1" for name in ("B2", "B3", "C2", "C4", "D2", "D3")]
    assert left(result) == {"C3"}


@pytest.mark.ruling("R6.2")
@pytest.mark.parametrize("officer", ["", "C4=0.Officer_I"])
def test_an_hq_never_harms_an_hq(officer: str) -> None:
    result = Table("hegemony outpost", f"C3=0.HQ C2=1.HQ {officer}").battle()
    assert acted(result) == {0: ["C2", "C3"]}
    assert all_hits(result) == []
    assert points(result) == [20, 20]


@pytest.mark.ruling("R6.2", "R6.8")
@pytest.mark.parametrize("enemies", ["C1=1.HQ", "C2=1.HQ", "C2=1.HQ C1=1.Scoper"])
def test_an_hq_does_not_harm_an_hq_by_a_quartermaster_either_nor_what_stands_behind_it(enemies: str) -> None:
    # Shot or struck, nothing comes of it, so that there is nothing to choose.
    result = Table("hegemony outpost", f"C3=0.HQ C4=0.Quartermaster {enemies}").battle()
    assert all_hits(result) == []
    assert points(result) == [20, 20]
    assert result["choices"] == 0


# --- R6.3: armour -------------------------------------------------------------------------------
# A Blocker facing S has its armour there; shots from below arrive at it, shots from above do not.
@pytest.mark.ruling("R6.3", "R6.4")
@pytest.mark.parametrize(
    ("shooter", "wounds"),
    [
        ("C4=0.Commando/SW", 0),  # 1 from the S
        ("C4=0.Annihilator/SE", 1),  # 2 from the S
        ("C1=0.Commando/NE", 1),  # 1 from the N
        ("C1=0.Annihilator/NW", 2),  # 2 from the N
    ],
)
def test_armour_takes_1_off_a_shot_at_its_edge(shooter: str, wounds: int) -> None:
    result = Table("outpost moloch", f"{shooter} C2=1.Blocker/S").battle()
    assert [hit["wounds"] for phase in result["phases"] for hit in phase["hits"]] == ([wounds] if wounds else [])


@pytest.mark.ruling("R6.3")
def test_armour_stops_a_gauss_shot_for_its_bearer_only() -> None:
    # The shot does nothing to the Blocker and goes on to the Hybrid behind it.
    result = Table("smart moloch", "C5=0.Gauss_Cannon/NW C4=1.Blocker/S C3=1.Hybrid").battle()
    assert hits(result, 2) == ["C5>C3 gauss 1"]


@pytest.mark.ruling("R6.3")
def test_armour_does_nothing_against_melee() -> None:
    result = Table("outpost moloch", "C3=0.Brawler C2=1.Blocker/S").battle()
    assert all_hits(result) == ["C3>C2 melee 2"]


@pytest.mark.ruling("R6.3")
def test_armour_of_a_netted_unit_still_works() -> None:
    board = "C5=0.Universal_Soldier/NE B3=0.Net_Fighter C3=1.Blocker/S"
    table = Table("hegemony moloch", board)
    assert table.disabled() == {"C3"}
    assert all_hits(table.battle()) == []


@pytest.mark.ruling("R6.3")
def test_armour_does_nothing_against_instants() -> None:
    sniper = Table("outpost moloch", "A1=0.HQ E3=1.HQ C2=1.Blocker/S").hand(0, "Sniper").turn(0).do("snipe C2")
    assert sniper.now()["C2"] == "1.Blocker/S~1"
    strike = Table("moloch hegemony", "A1=0.HQ E3=1.HQ C2=1.Gladiator/S").hand(0, "Air Strike").turn(0)
    assert strike.do("air strike C3").now()["C2"] == "1.Gladiator/S~1"


@pytest.mark.ruling("R6.3")
def test_armour_does_nothing_against_an_explosion() -> None:
    table = Table("moloch hegemony", "C3=0.Clown C2=1.Gladiator/S")
    result = table.battle_choosing("clown C3 explodes")
    assert hits(result, 2) == ["C3>C2 explosion 1"]
    assert left(result) == {"C2~1"}


@pytest.mark.ruling("R6.3", "R9.3")
def test_armour_does_nothing_against_procedures() -> None:
    # The Laser between B1 and B4 goes through the Blocker at B2, armour or not.
    table = Table("duel smart moloch", "C3=0.HQ E3=1.HQ B1=0.Cyborg B4=0.Officer B2=1.Blocker").energy(0, 3).turn(0)
    assert "B2" not in table.do("procedure laser B1 B4").now()


# --- R6.4: one edge in one phase is one hit -------------------------------------------------------
@pytest.mark.ruling("R6.4")
def test_each_edge_is_a_hit_of_its_own() -> None:
    # A Thug strikes with 2 to the N, 1 to the NW and NE.
    result = Table("hegemony moloch", "C3=0.Thug C2=1.HQ B2=1.Blocker D2=1.Blocker").battle()
    assert hits(result, 2) == ["C3>B2 melee 1", "C3>C2 melee 2", "C3>D2 melee 1"]


@pytest.mark.ruling("R6.4")
def test_a_universal_soldier_strikes_a_neighbour_with_both_parts_in_one_hit() -> None:
    result = Table("hegemony outpost", "C3=0.Universal_Soldier/NE C2=1.HQ").battle()
    assert hits(result, 3) == ["C3>C2 melee+ranged 2"]


@pytest.mark.ruling("R6.4")
@pytest.mark.parametrize("between", ["", "C3=0.Scout"])
def test_a_universal_soldier_hits_at_a_distance_with_its_shot_only(between: str) -> None:
    # A friend beside it is no target for the blow and no obstacle for the shot.
    result = Table("hegemony outpost", f"C4=0.Universal_Soldier/NE C2=1.HQ {between}").battle()
    assert hits(result, 3) == ["C4>C2 ranged 1"]


@pytest.mark.ruling("R6.4", "R6.3")
def test_armour_takes_1_off_a_universal_soldiers_shot_but_not_off_its_blow() -> None:
    beside = Table("hegemony moloch", "C3=0.Universal_Soldier/NE C2=1.Blocker/S").battle()
    assert [hit["wounds"] for hit in beside["phases"][0]["hits"]] == [1]
    afar = Table("hegemony moloch", "C4=0.Universal_Soldier/NE C2=1.Blocker/S").battle()
    assert all_hits(afar) == []


@pytest.mark.ruling("R6.4", "R3.5")
@pytest.mark.parametrize(
    ("place", "target", "officers", "wounds"),
    [
        # Hegemony's Officer strengthens the blow, the Outpost's (a teammate) the shot; both stand beside C4 and C3.
        ("C3", "C2=1.HQ", "C4=0.Officer_I", 3),
        ("C3", "C2=1.HQ", "C4=2.Officer", 3),
        ("C3", "C2=1.HQ", "C4=0.Officer_I D3=2.Officer", 4),
        ("C3", "C2=3.Blocker/S", "C4=0.Officer_I", 2),  # armoured: blow 2, shot 0
        ("C3", "C2=3.Blocker/S", "C4=2.Officer", 2),  # armoured: blow 1, shot 1
        ("C3", "C2=3.Blocker/S", "C4=0.Officer_I D3=2.Officer", 3),
        ("C3", "C1=1.HQ", "C4=0.Officer_I", 1),  # at a distance the blow's bonus is nothing
        ("C3", "C1=1.HQ", "C4=2.Officer", 2),
        ("C3", "C1=3.Blocker/S", "C4=2.Officer", 1),
    ],
)
def test_bonuses_strengthen_each_part_of_a_universal_soldiers_attack(
    place: str, target: str, officers: str, wounds: int
) -> None:
    board = f"{place}=0.Universal_Soldier/NE {target} {officers}"
    result = Table("hegemony borgo outpost moloch", board, **TEAM).battle()
    assert [hit["wounds"] for hit in result["phases"][0]["hits"]] == [wounds]


@pytest.mark.ruling("R6.4", "R7.2")
def test_a_medic_cancels_both_parts_of_a_universal_soldiers_attack() -> None:
    result = Table("hegemony vegas", "C3=0.Universal_Soldier/NE C2=1.Bodyguard C1=1.Medic/S").battle()
    assert hits(result, 3) == ["C3>C2 melee+ranged 2 saved"]
    assert gone(result) == {3: ["C1"]}


@pytest.mark.ruling("R6.4", "R7.2")
@pytest.mark.parametrize(
    "board",
    [
        "C4=0.Commando/SW C2=1.Guard/S C1=1.Medic/S",  # armour leaves nothing of the shot
        "C3=0.HQ C2=1.HQ C1=1.Medic/S",  # an HQ does not harm an HQ
    ],
)
def test_a_hit_of_0_is_no_hit_and_uses_up_no_medic(board: str) -> None:
    result = Table("outpost vegas", board).battle()
    assert all_hits(result) == []
    assert gone(result) == {}
    assert result["choices"] == 0
