"""Bonuses of modules and HQs (R3.5).

The hex C3 has C2 to its N, D2 NE, D3 SE, C4 S, B3 SW and B2 NW.
"""

from __future__ import annotations

import pytest

from tests.rules.table import Table, hits

SIX = ("C2", "D2", "D3", "C4", "B3", "B2")


# --- sums -----------------------------------------------------------------------------------------
@pytest.mark.ruling("R3.5")
def test_an_officer_strengthens_whom_it_is_linked_to() -> None:
    # Borgo's Officer on C4 has links NW, N and NE: B3, C3 and D3.
    t = Table("borgo hegemony", "C4=0.Officer/N C3=0.Brawler/N B3=0.Brawler/N C5=0.Mutant/N")
    assert t.unit("C3")["melee"] == {"N": 3}
    assert t.unit("B3")["melee"] == {"N": 3}
    assert t.unit("C5")["melee"] == {"N": 1, "NE": 1, "NW": 1}


@pytest.mark.ruling("R3.5")
def test_two_officers_of_a_kind_both_count() -> None:
    t = Table("borgo hegemony", "C3=0.Brawler/N C4=0.Officer/N B3=0.Officer/NE")
    assert t.unit("C3")["melee"] == {"N": 4}


@pytest.mark.ruling("R3.5")
def test_different_sources_add_up() -> None:
    # Officer I and the Boss (links NW and N) from D3 and C4, Officer II from B3, and the HQ on B2.
    t = Table("hegemony borgo", "C3=0.Runner/N C4=0.Boss/N D3=0.Officer_I/N B3=0.Officer_II/N B2=0.HQ")
    assert t.unit("C3")["melee"] == {"N": 1 + 1 + 1 + 1 + 1}
    assert t.unit("C3")["initiative"] == [3]


@pytest.mark.ruling("R3.5")
def test_one_module_serves_each_unit_at_its_links() -> None:
    t = Table("outpost hegemony", "C3=0.Officer C2=0.HMG/N D2=0.Commando/N B3=0.Annihilator/N")
    assert t.unit("C2")["ranged"] == {"N": 2}
    assert t.unit("D2")["ranged"] == {"SE": 2}
    assert t.unit("B3")["ranged"] == {"SW": 3}


@pytest.mark.ruling("R3.5")
def test_a_link_reaches_no_further_than_the_next_hex() -> None:
    t = Table("smart vegas", "C4=0.Officer/N C2=0.Cyborg/N")
    assert t.unit("C2")["ranged"] == {"NE": 1}


@pytest.mark.ruling("R3.5")
def test_a_module_turns_with_its_tile() -> None:
    # Smart's Officer has one link, printed N.
    assert Table("smart vegas", "C4=0.Officer/N C3=0.Cyborg/N").unit("C3")["ranged"] == {"NE": 2}
    assert Table("smart vegas", "C4=0.Officer/NE C3=0.Cyborg/N").unit("C3")["ranged"] == {"NE": 1}
    assert Table("smart vegas", "C4=0.Officer/NE D3=0.Cyborg/N").unit("D3")["ranged"] == {"NE": 2}


@pytest.mark.ruling("R3.5")
def test_a_module_does_nothing_for_the_enemy() -> None:
    t = Table("outpost smart", "C3=0.Officer C2=1.Cyborg/N D2=0.Commando/N")
    assert t.unit("C2")["ranged"] == {"NE": 1}
    assert t.unit("D2")["ranged"] == {"SE": 2}


@pytest.mark.ruling("R3.5")
def test_a_netted_module_counts_for_nothing() -> None:
    # B4 (net printed NE) nets one of the two Officers.
    t = Table("borgo hegemony", "C3=0.Brawler/N C4=0.Officer/N B3=0.Officer/NE B4=1.Net_Fighter/N")
    assert t.disabled() == {"C4"}
    assert t.unit("C3")["melee"] == {"N": 3}


@pytest.mark.ruling("R3.5", "R10.2")
def test_a_teammates_bonus_reaches() -> None:
    t = Table("borgo moloch hegemony smart", "C3=0.Brawler/N C4=2.Officer_I/N", teams="teams=0+2,1+3")
    assert t.unit("C3")["melee"] == {"N": 3}


@pytest.mark.ruling("R3.5")
def test_long_links_of_a_kind_add_up_too() -> None:
    # Doomsday's Officers reach two hexes: from C5 over C4, and from A3 over B3.
    t = Table("doomsday borgo", "C3=0.Delta_Shooter/N C5=0.Officer/N A3=0.Officer/NE")
    assert t.unit("C3")["ranged"] == {"N": 4}


# --- HQs ------------------------------------------------------------------------------------------
@pytest.mark.ruling("R3.5")
@pytest.mark.parametrize("facing", ["N", "NE", "SE", "S", "SW", "NW"])
def test_an_hqs_bonus_reaches_all_six_neighbours(facing: str) -> None:
    around = " ".join(f"{name}=0.Mutant" for name in SIX)
    t = Table("borgo hegemony", f"C3=0.HQ/{facing} {around} C1=0.Claws")
    assert all(t.unit(name)["initiative"] == [3] for name in SIX)
    assert t.unit("C1")["initiative"] == [3]  # as printed: it is two hexes away


@pytest.mark.ruling("R3.5")
@pytest.mark.parametrize("army", ["borgo", "moloch", "outpost", "hegemony", "smart", "doomsday"])
def test_an_hqs_bonus_is_not_for_itself(army: str) -> None:
    hq = Table(f"{army} vegas", "C3=0.HQ").unit("C3")
    assert hq["initiative"] == [0]
    assert hq["melee"] == {"N": 1, "NE": 1, "SE": 1, "S": 1, "SW": 1, "NW": 1}


@pytest.mark.ruling("R3.5")
def test_an_hq_is_strengthened_by_modules_like_any_unit() -> None:
    t = Table("borgo hegemony", "C3=0.HQ C4=0.Officer/N B3=0.Scout/NE")
    assert t.unit("C3")["melee"] == {"N": 2, "NE": 2, "SE": 2, "S": 2, "SW": 2, "NW": 2}
    assert t.unit("C3")["initiative"] == [1]


@pytest.mark.ruling("R3.5")
def test_each_hq_gives_what_is_printed_on_it() -> None:
    assert Table("moloch borgo", "C3=0.HQ C2=0.Hybrid/N").unit("C2")["ranged"] == {"N": 2}
    assert Table("hegemony borgo", "C3=0.HQ C2=0.Runner/N").unit("C2")["melee"] == {"N": 2}
    assert Table("outpost borgo", "C3=0.HQ C2=0.Commando/N").unit("C2")["initiative"] == [3, 2]


@pytest.mark.ruling("R3.5")
def test_an_hq_does_nothing_for_hostile_neighbours() -> None:
    assert Table("hegemony borgo", "C3=0.HQ C2=1.Brawler/N").unit("C2")["melee"] == {"N": 2}


# --- types of attack ------------------------------------------------------------------------------
@pytest.mark.ruling("R3.5")
def test_a_bonus_goes_to_each_attack_of_its_type() -> None:
    t = Table("hegemony borgo", "C3=0.Gladiator/N C4=0.Officer_I/N")
    assert t.unit("C3")["melee"] == {"N": 3, "NE": 3, "NW": 3}
    t = Table("moloch borgo", "C3=0.Protector/N C4=0.HQ")
    assert t.unit("C3")["ranged"] == {"N": 2, "NE": 2, "NW": 2}


@pytest.mark.ruling("R3.5")
def test_a_bonus_goes_to_no_other_type() -> None:
    # The Juggernaut: melee N 2, ranged NE 1. Moloch's Officer (ranged) has links NW, NE and S.
    t = Table("moloch borgo", "C3=0.Juggernaut/N C2=0.Officer/N")
    assert (t.unit("C3")["melee"], t.unit("C3")["ranged"]) == ({"N": 2}, {"NE": 2})
    t = Table("hegemony borgo", "C3=0.Universal_Soldier/N C4=0.Officer_I/N")
    assert (t.unit("C3")["melee"], t.unit("C3")["ranged"]) == ({"NW": 2}, {"NW": 1})


@pytest.mark.ruling("R3.5")
def test_the_brain_strengthens_both_types() -> None:
    t = Table("moloch borgo", "C3=0.Juggernaut/N C4=0.Brain/N")
    assert (t.unit("C3")["melee"], t.unit("C3")["ranged"]) == ({"N": 3}, {"NE": 2})


@pytest.mark.ruling("R3.5")
def test_a_bonus_makes_no_attack_where_there_is_none() -> None:
    t = Table("moloch borgo", "C3=0.Blocker/N C4=0.Brain/N")
    assert (t.unit("C3")["melee"], t.unit("C3")["ranged"]) == ({}, {})
    t = Table("moloch borgo", "C3=0.Hybrid/N C4=0.Brain/N")
    assert (t.unit("C3")["melee"], t.unit("C3")["ranged"]) == ({}, {"N": 2})


@pytest.mark.ruling("R3.5")
def test_a_bonus_counts_in_the_hit() -> None:
    t = Table("moloch hegemony", "C3=0.Hybrid/N C4=0.HQ C1=1.Guard/S")
    assert hits(t.battle()) == ["3: C3>C1 ranged 2"]


@pytest.mark.ruling("R3.5")
def test_a_gauss_shot_is_never_strengthened() -> None:
    # Its shot, printed SW, is turned to the NW, where B2 and A1 lie.
    t = Table("moloch hegemony", "C3=0.Gauss_Cannon/NE C4=0.Brain/N D3=0.HQ B2=1.Guard/N A1=1.HQ")
    assert t.unit("C3")["gauss"] == ["NW"]
    assert hits(t.battle()) == [
        "1: C3>A1 gauss 1",
        "1: C3>B2 gauss 1",
    ]


@pytest.mark.ruling("R3.5")
def test_an_explosion_is_never_strengthened() -> None:
    t = Table("moloch hegemony", "C3=0.Clown/N B2=0.Brain/SE C2=1.Guard/S D2=0.HQ")
    assert t.unit("C3")["melee"] == {"N": 2, "NW": 2}
    fight = t.battle_choosing("clown C3 explodes")
    assert [text for text in hits(fight) if text.startswith("2: C3")] == [
        "2: C3>C2 explosion 1",
        "2: C3>D2 explosion 1",
        "2: C3>B2 explosion 1",
    ]


# --- in a Battle ----------------------------------------------------------------------------------
@pytest.mark.ruling("R3.5")
def test_a_module_lost_in_one_phase_is_missed_in_the_next() -> None:
    # The Ganger on D4 (melee NW) kills the Officer on C4 in phase 3; the Brawler on C3 strikes without it in phase 2.
    t = Table("borgo hegemony", "C3=0.Brawler/N C4=0.Officer/N D4=1.Ganger/N C2=1.HQ")
    assert hits(t.battle()) == ["3: D4>C4 melee 1", "2: C3>C2 melee 2", "0: C2>C3 melee 1"]


@pytest.mark.ruling("R3.5")
def test_a_module_lost_in_a_phase_still_counts_in_it() -> None:
    # The Ganger and the Claws (initiative 3) act together.
    t = Table("borgo hegemony", "C3=0.Claws/NE C4=0.Officer/N D4=1.Ganger/N C2=1.HQ")
    assert hits(t.battle())[:2] == ["3: C3>C2 melee 2", "3: D4>C4 melee 1"]
