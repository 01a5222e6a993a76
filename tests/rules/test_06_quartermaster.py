"""Section 6: the Quartermaster, who lets a linked unit change one edge's attack once a Battle.

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

from tests.rules.table import RULESETS, Table
from tests.rules.telling import all_hits, asked, hits, left, points

TEAM = {"teams": "teams=0+2,1+3"}


@pytest.mark.ruling("R6.8")
def test_a_blow_may_become_a_shot() -> None:
    table = Table("hegemony outpost", "C4=0.Runner C5=0.Quartermaster C1=1.HQ")
    assert asked(table) == [(0, ["no change at C4", "change C4 N to ranged"])]
    result = table.battle_choosing("change C4 N to ranged")
    assert hits(result, 2) == ["C4>C1 ranged 1"]
    assert points(result) == [20, 19]


@pytest.mark.ruling("R6.8")
def test_it_need_not_and_the_default_policy_changes_nothing() -> None:
    table = Table("hegemony outpost", "C4=0.Runner C5=0.Quartermaster C1=1.HQ")
    assert points(table.battle_choosing("no change at C4")) == [20, 20]
    result = table.battle()
    assert points(result) == [20, 20]
    assert result["choices"] == 1


@pytest.mark.ruling("R6.8")
def test_a_shot_may_become_a_blow() -> None:
    # A hired Rifleman before the Blocker's armour: the shot does nothing, the blow 1.
    table = Table("hegemony moloch", "C3=0.Rifleman/NE C4=0.Quartermaster C2=1.Blocker/S")
    assert asked(table) == [(0, ["no change at C3", "change C3 N to melee"])]
    assert all_hits(table.battle()) == []
    assert all_hits(table.battle_choosing("change C3 N to melee")) == ["C3>C2 melee 1"]


@pytest.mark.ruling("R6.8", "R6.2")
def test_a_changed_attack_follows_the_rules_of_its_new_type() -> None:
    # A blow that became a shot passes a friend, hits the first hostile unit only, and is lowered by armour.
    board = "C4=0.Runner C5=0.Quartermaster C3=0.Scout C2=1.Medic/NE C1=1.HQ"
    result = Table("hegemony moloch", board).battle_choosing("change C4 N to ranged")
    assert hits(result, 2) == ["C4>C2 ranged 1"]
    armoured = Table("hegemony moloch", "C4=0.Runner C5=0.Quartermaster C2=1.Blocker/S").battle()
    assert armoured["choices"] == 0


@pytest.mark.ruling("R6.8")
def test_only_one_edge_changes() -> None:
    # The Thug strikes to the NW (1), N (2) and NE (1); somebody stands two hexes away in each line.
    board = "C4=0.Thug C5=0.Quartermaster A2=1.Blocker C2=1.HQ E2=1.Scout"
    table = Table("hegemony moloch", board)
    (question,) = asked(table)
    assert sorted(question[1]) == [
        "change C4 N to ranged",
        "change C4 NE to ranged",
        "change C4 NW to ranged",
        "no change at C4",
    ]
    assert hits(table.battle_choosing("change C4 NE to ranged"), 2) == ["C4>E2 ranged 1"]
    assert hits(table.battle_choosing("change C4 N to ranged"), 2) == ["C4>C2 ranged 2"]


# A Runner with a second attack by a teammate's Outpost HQ: values 2 and 1.
TWICE = "C4=0.Runner C5=0.Quartermaster D4=2.HQ C1=1.HQ"


@pytest.mark.ruling("R6.8")
def test_a_change_in_one_phase_is_the_only_one_of_the_battle() -> None:
    table = Table("hegemony borgo outpost moloch", TWICE, **TEAM)
    assert table.unit("C4")["initiative"] == [2, 1]
    result = table.battle_choosing("change C4 N to ranged")
    assert all_hits(result) == ["C4>C1 ranged 1"]


@pytest.mark.ruling("R6.8")
def test_who_does_not_change_in_one_phase_may_change_in_the_next() -> None:
    table = Table("hegemony borgo outpost moloch", TWICE, **TEAM)
    result = table.battle_choosing("no change at C4", "change C4 N to ranged")
    assert hits(result, 2) == []
    assert hits(result, 1) == ["C4>C1 ranged 1"]


@pytest.mark.ruling("R6.8")
def test_the_next_battle_brings_a_new_change() -> None:
    table = Table("hegemony outpost", "C4=0.Runner C5=0.Quartermaster A3=0.HQ C1=1.HQ")
    table.hand(0, "Battle").turn(0).do("battle", "change C4 N to ranged")
    table.hand(0, "Battle").turn(0).do("battle", "change C4 N to ranged")
    assert table.st.hq(1) == 18


# --- with bonuses -------------------------------------------------------------------------------
@pytest.mark.ruling("R6.8", "R3.5")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_bonus_of_the_old_type_is_left_behind(ruleset: str) -> None:
    # Hegemony's Officer gives the blow 2; as a shot it is 1.
    table = Table(f"{ruleset} hegemony outpost", "C4=0.Runner C5=0.Quartermaster D4=0.Officer_I C1=1.HQ")
    assert table.unit("C4")["melee"] == {"N": 2}
    assert hits(table.battle_choosing("change C4 N to ranged"), 2) == ["C4>C1 ranged 1"]


@pytest.mark.ruling("R6.8", "R3.5")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_bonus_of_the_new_type_is_gained(ruleset: str) -> None:
    # The Outpost's Officer, a teammate's, strengthens shots; Hegemony's strengthens the Rifleman's blow.
    board = "C4=0.Runner C5=0.Quartermaster B4=2.Officer C1=1.HQ"
    table = Table(f"{ruleset} hegemony borgo outpost moloch", board, **TEAM)
    assert table.unit("C4")["melee"] == {"N": 1}
    assert hits(table.battle_choosing("change C4 N to ranged"), 2) == ["C4>C1 ranged 2"]
    board = "C3=0.Rifleman/NE C4=0.Quartermaster D3=0.Officer_I C2=1.Blocker/S"
    table = Table(f"{ruleset} hegemony moloch", board)
    assert all_hits(table.battle_choosing("change C3 N to melee")) == ["C3>C2 melee 2"]


@pytest.mark.ruling("R1.9", "R6.8")
@pytest.mark.parametrize(("ruleset", "strength"), [("2008", 2), ("3.0", 2), ("living", 3)])
def test_the_brain_gives_a_changed_attack_one_bonus_or_both(ruleset: str, strength: int) -> None:
    # Moloch's Brain strengthens a teammate's Runner: the blow is 2 everywhere.
    board = "C4=0.Runner C5=0.Quartermaster B4=2.Brain/NE C1=1.HQ"
    table = Table(f"{ruleset} hegemony borgo moloch outpost", board, **TEAM)
    assert table.unit("C4")["melee"] == {"N": 2}
    assert hits(table.battle_choosing("change C4 N to ranged"), 2) == [f"C4>C1 ranged {strength}"]


@pytest.mark.ruling("R1.9", "R6.8")
@pytest.mark.parametrize(("ruleset", "strength"), [("2008", 2), ("3.0", 2), ("living", 3)])
def test_beside_the_brain_an_officer_still_gives_its_own_type_only(ruleset: str, strength: int) -> None:
    # Runner, Brain and Hegemony's Officer: the blow is 3; the shot has the Officer's bonus no more.
    board = "C4=0.Runner C5=0.Quartermaster B4=2.Brain/NE D4=0.Officer_I C1=1.HQ"
    table = Table(f"{ruleset} hegemony borgo moloch outpost", board, **TEAM)
    assert table.unit("C4")["melee"] == {"N": 3}
    assert hits(table.battle_choosing("change C4 N to ranged"), 2) == [f"C4>C1 ranged {strength}"]


@pytest.mark.ruling("R1.9", "R6.8")
@pytest.mark.parametrize(("ruleset", "strength"), [("2008", 2), ("3.0", 2), ("living", 3)])
def test_the_brain_and_a_shot_that_becomes_a_blow(ruleset: str, strength: int) -> None:
    board = "C4=0.Rifleman/NE C5=0.Quartermaster B4=2.Brain/NE C3=1.HQ"
    table = Table(f"{ruleset} hegemony borgo moloch outpost", board, **TEAM)
    assert table.unit("C4")["ranged"] == {"N": 2}
    if strength == 2:  # shot or blow, the same: nothing to choose
        result = table.battle()
        assert result["choices"] == 0
    else:
        result = table.battle_choosing("change C4 N to melee")
    assert [hit["wounds"] for hit in result["phases"][0]["hits"]] == [strength]


# --- HQs, Gauss, the Universal Soldier ------------------------------------------------------------
@pytest.mark.ruling("R6.8")
def test_an_hq_may_change_an_edge_too() -> None:
    # One edge shoots at the far Blocker, whose armour faces away; the others strike.
    table = Table("hegemony moloch", "C3=0.HQ C4=0.Quartermaster C1=1.Blocker/N D2=1.Blocker")
    result = table.battle_choosing("change C3 N to ranged")
    assert hits(result, 0) == ["C3>C1 ranged 1", "C3>D2 melee 1"]


@pytest.mark.ruling("R6.8")
def test_a_gauss_shot_cannot_be_changed() -> None:
    board = "C4=2.Gauss_Cannon/NW C5=0.Quartermaster C3=1.Scout C1=1.HQ"
    result = Table("hegemony borgo smart moloch", board, **TEAM).battle()
    assert hits(result, 2) == ["C4>C1 gauss 1", "C4>C3 gauss 1"]
    assert result["choices"] == 0


def soldier(around: str, change: str = "") -> list[str]:
    """The hits of a Universal Soldier on C4, facing N, with a Quartermaster, in a team with the Outpost."""
    board = f"C4=0.Universal_Soldier/NE C5=0.Quartermaster {around}"
    table = Table("hegemony borgo outpost moloch", board, **TEAM)
    return hits(table.battle_choosing(change) if change else table.battle(), 3)


@pytest.mark.ruling("R6.8", "R6.4")
def test_a_universal_soldiers_blow_may_join_its_shot() -> None:
    assert soldier("C1=1.HQ") == ["C4>C1 ranged 1"]
    assert soldier("C1=1.HQ", "change C4 N to ranged") == ["C4>C1 ranged 2"]


@pytest.mark.ruling("R6.8", "R6.3")
def test_two_parts_of_one_type_are_one_strength_and_armour_counts_once() -> None:
    assert soldier("C2=3.Blocker/S") == []
    assert soldier("C2=3.Blocker/S", "change C4 N to ranged") == ["C4>C2 ranged 1"]


@pytest.mark.ruling("R6.8", "R6.3")
def test_a_universal_soldiers_shot_may_join_its_blow() -> None:
    # Against armour: blow 1 and nothing of the shot, or one blow of 2. As shots they would be 2 less 1: no other hit.
    board = "C4=0.Universal_Soldier/NE C5=0.Quartermaster C3=3.Blocker/S"
    table = Table("hegemony borgo outpost moloch", board, **TEAM)
    assert asked(table) == [(0, ["no change at C4", "change C4 N to melee"])]
    assert soldier("C3=3.Blocker/S", "change C4 N to melee") == ["C4>C3 melee 2"]


@pytest.mark.ruling("R6.8", "R3.5")
def test_one_strength_has_each_bonus_once() -> None:
    # Hegemony's Officer: against armour blow 2 and nothing, or one blow of 1 + 1 + 1.
    assert [hit.split()[-1] for hit in soldier("D4=0.Officer_I C3=3.Blocker/S")] == ["2"]
    assert soldier("D4=0.Officer_I C3=3.Blocker/S", "change C4 N to melee") == ["C4>C3 melee 3"]
    # The Outpost's Officer: a shot of 2, or one of 1 + 1 + 1.
    assert soldier("B4=2.Officer C1=1.HQ") == ["C4>C1 ranged 2"]
    assert soldier("B4=2.Officer C1=1.HQ", "change C4 N to ranged") == ["C4>C1 ranged 3"]
    # A bonus for blows does nothing for the joined shot.
    assert soldier("D4=0.Officer_I C1=1.HQ", "change C4 N to ranged") == ["C4>C1 ranged 2"]


# --- whether there is a choice ----------------------------------------------------------------------
@pytest.mark.ruling("R6.8")
@pytest.mark.parametrize(
    "board",
    [
        "C4=0.Runner C5=0.Quartermaster C3=1.HQ",  # blow or shot, 1 wound to the HQ
        "C4=0.Runner C5=0.Quartermaster",  # nobody in line
        "C4=0.Runner C5=0.Quartermaster/NW C1=1.HQ",  # not linked
        "C4=0.Scout C5=0.Quartermaster C1=1.HQ",  # no attack
    ],
)
def test_there_is_no_choice_where_a_change_would_change_no_hit(board: str) -> None:
    assert Table("hegemony outpost", board).battle()["choices"] == 0


@pytest.mark.ruling("R6.8", "R3.1")
def test_a_netted_quartermaster_helps_nobody() -> None:
    table = Table("hegemony smart", "C4=0.Runner C5=0.Quartermaster D4=1.Net_Fighter/NE C1=1.HQ")
    assert table.disabled() == {"C5"}
    assert table.battle()["choices"] == 0


@pytest.mark.ruling("R6.8", "R3.4")
def test_a_scoped_quartermaster_helps_the_scopers_side() -> None:
    # The HMG (2, 1) before the Gladiator's armour changes its shot into a blow; the Outpost decides.
    board = "C4=0.HMG B4=0.Scoper C5=1.Quartermaster C3=1.Gladiator/SE"
    table = Table("outpost hegemony*", board)
    assert asked(table)[0] == (0, ["no change at C4", "change C4 N to melee"])
    result = table.battle_choosing("change C4 N to melee")
    assert hits(result, 2) == ["C4>C3 melee 1"]
    assert "C3~1" in left(result)
