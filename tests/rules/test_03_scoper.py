"""The Scoper (R3.4) on every kind of module it can meet.

The Scoper links to all six neighbours. In most tests it stands on C4 (player 0, the Outpost), S of a module of
player 1 on C3, whose links reach C2 (N), D2 (NE) or B2 (NW).
"""

from __future__ import annotations

import pytest

from neurohex.notation.action import parse_action
from neurohex.rules.engine import State
from neurohex.rules.layout import ST_CAPTURE, ST_MAIN, ST_RECON
from tests.rules.table import RULESETS, Table, hits, left


# --- bonuses --------------------------------------------------------------------------------------
@pytest.mark.ruling("R3.4")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_scoped_officer_strengthens_the_scopers_side(ruleset: str) -> None:
    board = "C3=1.Officer_II/N C2=0.Runner/N B2=1.Runner/N"
    alone = Table(f"{ruleset} outpost hegemony", board)
    assert (alone.unit("C2")["melee"], alone.unit("B2")["melee"]) == ({"NW": 1}, {"N": 2})
    scoped = Table(f"{ruleset} outpost hegemony", f"{board} C4=0.Scoper")
    assert (scoped.unit("C2")["melee"], scoped.unit("B2")["melee"]) == ({"NW": 2}, {"N": 1})


@pytest.mark.ruling("R3.4")
def test_a_scoped_scout_quickens_the_scopers_side() -> None:
    t = Table("outpost hegemony", "C3=1.Scout/N C4=0.Scoper C2=0.Runner B2=1.Runner")
    assert (t.unit("C2")["initiative"], t.unit("B2")["initiative"]) == ([3], [2])


@pytest.mark.ruling("R3.4")
def test_a_scoped_boss_gives_both_its_bonuses() -> None:
    # Links N and NW.
    t = Table("outpost hegemony", "C3=1.Boss/N C4=0.Scoper C2=0.Runner/N B2=1.Runner/N")
    assert (t.unit("C2")["initiative"], t.unit("C2")["melee"]) == ([3], {"NW": 2})
    assert (t.unit("B2")["initiative"], t.unit("B2")["melee"]) == ([2], {"N": 1})


@pytest.mark.ruling("R3.4")
def test_a_scoped_brain_strengthens_both_kinds() -> None:
    # Links N, SE and SW.
    t = Table("outpost moloch", "C3=1.Brain/N C4=0.Scoper C2=0.Mobile_Armor/N D3=1.Hybrid/N")
    assert (t.unit("C2")["melee"], t.unit("C2")["ranged"]) == ({"N": 3}, {"NW": 2})
    assert t.unit("D3")["ranged"] == {"N": 1}


@pytest.mark.ruling("R3.4")
def test_a_scoped_mother_gives_the_extra_attack() -> None:
    assert Table("outpost smart", "C3=1.Mother/N C4=0.Scoper C2=0.Commando").unit("C2")["initiative"] == [3, 2]
    assert Table("outpost smart", "C3=1.Mother/N C4=0.Scoper C2=1.Cyborg").unit("C2")["initiative"] == [3]
    assert Table("outpost smart", "C3=1.Mother/N C2=1.Cyborg").unit("C2")["initiative"] == [3, 2]


@pytest.mark.ruling("R3.4")
def test_a_module_scoped_from_two_hexes_away_on_its_long_link() -> None:
    # Doomsday's Officer on C4 reaches C3 and C2; the Scoper stands on C5.
    t = Table("outpost doomsday", "C4=1.Officer/N C5=0.Scoper C3=1.Omega_Shooter/N C2=0.HMG/N")
    assert t.unit("C2")["ranged"] == {"N": 2}
    assert t.unit("C3")["ranged"] == {"N": 1, "NE": 1, "NW": 1}


@pytest.mark.ruling("R3.4")
def test_the_module_reaches_no_further_than_its_own_links() -> None:
    # D3 is next to the Officer, but not at a link.
    t = Table("outpost hegemony", "C3=1.Officer_II/N C4=0.Scoper D3=0.Runner/N")
    assert t.unit("D3")["melee"] == {"NW": 1}


# --- what a module does to the other side ---------------------------------------------------------
@pytest.mark.ruling("R3.4")
def test_a_scoped_saboteur_slows_its_own_side() -> None:
    t = Table("outpost vegas", "C3=1.Saboteur C4=0.Scoper C2=0.Runner B2=1.Bodyguard")
    assert (t.unit("C2")["initiative"], t.unit("B2")["initiative"]) == ([2], [1])


@pytest.mark.ruling("R3.4")
def test_a_scoped_saboteur_slows_all_enemies_of_the_scoper() -> None:
    t = Table("outpost vegas borgo", "C3=1.Saboteur C4=0.Scoper C2=0.Runner B2=1.Bodyguard D2=2.Mutant")
    slowed = {name: t.unit(name)["initiative"] for name in ("C2", "B2", "D2")}
    assert slowed == {"C2": [2], "B2": [1], "D2": [1]}


@pytest.mark.ruling("R3.4")
def test_a_scoped_agitator_takes_for_the_scopers_side() -> None:
    assert Table("outpost vegas", "C3=1.Agitator/N C4=0.Scoper C2=1.Bodyguard").controllers()["C2"] == 0
    assert Table("outpost vegas", "C3=1.Agitator/N C4=0.Scoper C2=0.Runner").controllers()["C2"] == 0
    assert Table("outpost vegas borgo", "C3=1.Agitator/N C4=0.Scoper C2=2.Mutant").controllers()["C2"] == 0


@pytest.mark.ruling("R3.4", "R3.3")
def test_the_scopers_controller_turns_what_a_scoped_agitator_takes() -> None:
    t = Table("outpost vegas", "A1=0.HQ E3=1.HQ C3=1.Agitator/N C2=1.Bodyguard/N").hand(0, "Scoper").turn(0)
    t.do("place Scoper C4 facing N")
    assert (t.stage, t.actor) == (ST_CAPTURE, 0)
    t.do("captive C2 facing SE")
    assert t.now()["C2"] == "1>0.Bodyguard/SE"


@pytest.mark.ruling("R3.4")
def test_a_takeover_link_that_faces_the_scoper_wins() -> None:
    t = Table("outpost vegas", "C3=1.Agitator/S C4=0.Scoper B3=1.Scout/NE")
    assert t.controllers() == {"C3": 1, "C4": 1, "B3": 1}


@pytest.mark.ruling("R3.4")
def test_another_scoper_beside_turns_the_agitator_that_faces_the_first() -> None:
    # C4 is in the link, D2 is not: the Agitator works for player 2 and takes the Scoper of player 0 for it.
    t = Table("outpost vegas outpost", "C3=1.Agitator/S C4=0.Scoper D2=2.Scoper")
    assert t.controllers() == {"C3": 1, "C4": 2, "D2": 2}


@pytest.mark.ruling("R3.4")
def test_a_scoper_that_another_agitator_takes_turns_none() -> None:
    # The Scoper on C4 is linked to the Agitator on C3, but in the link of the one on B4: it is taken, and C3 takes C2.
    t = Table("vegas outpost", "C3=0.Agitator/N C2=1.Runner C4=1.Scoper B4=0.Agitator/NE")
    assert t.controllers() == {"C3": 0, "C2": 0, "C4": 0, "B4": 0}


@pytest.mark.ruling("R3.4", "R3.2")
def test_a_scoped_agitator_is_counted_for_the_scopers_side() -> None:
    # C3 of player 2 is faced by two Agitators of player 0; the Scoper of player 1 on D4 turns one of them: one each.
    board = "C3=2.Mutant C4=0.Agitator/N B3=0.Agitator/NE"
    assert Table("vegas outpost borgo", board).controllers()["C3"] == 0
    assert Table("vegas outpost borgo", f"{board} D4=1.Scoper").controllers()["C3"] == 2


@pytest.mark.ruling("R3.4", "R3.2")
def test_a_scoped_agitator_keeps_a_unit_for_its_owner() -> None:
    # The link of C4 works for player 1, the owner of the Runner: one link each, so the owner keeps it.
    t = Table("vegas outpost", "C3=1.Runner C4=0.Agitator/N D4=1.Scoper C2=0.Agitator/S")
    assert t.controllers()["C3"] == 1


@pytest.mark.ruling("R3.4")
def test_scoping_a_trap_changes_nothing() -> None:
    # The Brawler on C2 strikes the Trap's marked edge; all its neighbours are wounded, whoever's they are.
    t = Table("outpost doomsday", "C3=1.Trap/N C4=0.Scoper C2=0.Brawler/S B2=1.Omega_Shooter/S")
    assert hits(t.battle()) == [
        "3: C2>C3 melee 2",
        "3: C3>C2 explosion 1",
        "3: C3>C4 explosion 1",
        "3: C3>B2 explosion 1",
    ]


# --- moves ----------------------------------------------------------------------------------------
@pytest.mark.ruling("R3.4")
def test_a_scoped_transport_moves_the_scopers_units() -> None:
    board = "A1=0.HQ E3=1.HQ C3=1.Transport C2=0.HMG B2=1.Ganger"
    alone = Table("outpost hegemony", board)
    assert alone.turn(0).offers_like("move C2") == []
    assert alone.turn(1).offers_like("move B2")
    scoped = Table("outpost hegemony", f"{board} C4=0.Scoper")
    moves = scoped.turn(0).offers_like("move C2")
    assert moves
    assert all(text.endswith("by Transport C3") for text in moves)
    assert scoped.turn(1).offers_like("move B2") == []


@pytest.mark.ruling("R3.4", "R1.5")
def test_a_scoped_recon_center_works_for_the_scopers_side() -> None:
    board = "A1=0.HQ E3=1.HQ E1=1.Recon_Center D2=0.Scoper B2=0.Runner C5=1.Runner"
    mine = Table("outpost outpost", board).turn(0).do("move B2 to B1 facing N by mobility")
    assert (mine.stage, mine.actor) == (ST_RECON, 0)
    theirs = Table("outpost outpost", board).turn(1).do("move C5 to C4 facing N by mobility")
    assert (theirs.stage, theirs.actor) == (ST_MAIN, 1)


# --- Medics and choices ---------------------------------------------------------------------------
@pytest.mark.ruling("R3.4")
def test_a_scoped_medic_saves_the_scopers_side() -> None:
    # A1 kills B2 in phase 3, and the Medic lets it die; in phase 2 it saves C2 from the Brawler on C1.
    t = Table(
        "outpost borgo",
        "C3=1.Medic/N C4=0.Scoper C2=0.Runner/N B2=1.Mutant/S A1=0.Commando/N C1=1.Brawler/S",
    )
    fight = t.battle()
    assert hits(fight) == ["3: A1>B2 ranged 1", "2: C1>C2 melee 2 saved"]
    assert left(fight).keys() == {"C4", "C2", "A1", "C1"}


@pytest.mark.ruling("R3.4", "R7.1")
def test_the_scopers_controller_chooses_whom_a_scoped_medic_saves() -> None:
    # Brawlers on C1 and E1 strike C2 and D2 in phase 2, both linked to the Medic on C3.
    t = Table("outpost borgo", "C3=1.Medic/N C4=0.Scoper C2=0.Runner/N D2=0.HMG/N C1=1.Brawler/S E1=1.Brawler/SW")
    asked: list[int] = []

    def choose(st: State) -> int:
        asked.append(st.actor())
        return parse_action(st, "save D2 from 2 by medic C3")

    fight = t.battle(choose)
    assert asked == [0]
    assert {"2: C1>C2 melee 2", "2: E1>D2 melee 2 saved"} <= set(hits(fight))
    assert left(fight).keys() == {"C4", "D2", "C1", "E1"}


@pytest.mark.ruling("R3.4", "R6.8")
def test_a_scoped_quartermaster_changes_an_attack_for_the_scopers_side() -> None:
    # The Quartermaster on C4 is linked to the Brawler on C3 (melee N 2); C1 is two hexes off.
    t = Table("outpost hegemony", "C4=1.Quartermaster/N C5=0.Scoper C3=0.Brawler/N C1=1.Guard/S")
    asked: list[int] = []

    def choose(st: State) -> int:
        asked.append(st.actor())
        return parse_action(st, "change C3 N to ranged")

    assert hits(t.battle(choose)) == ["3: C3>C1 ranged 2"]
    assert asked == [0]


@pytest.mark.ruling("R3.4", "R6.8")
def test_a_scoped_quartermaster_serves_its_own_side_no_more() -> None:
    t = Table("outpost hegemony", "C4=1.Quartermaster/N C5=0.Scoper C3=1.Thug/N C1=0.HQ")
    fight = t.battle()
    assert fight["choices"] == 0
    assert hits(fight) == []


# --- what scoping does not change -----------------------------------------------------------------
@pytest.mark.ruling("R3.4")
def test_the_tile_stays_its_controllers_in_all_else() -> None:
    # The scoped Officer strengthens the Brawler that strikes it; its own side's Runner on B3 does not.
    t = Table("outpost hegemony", "C3=1.Officer_II/N C4=0.Scoper C2=0.Brawler/S B3=1.Runner/NE")
    assert t.controllers()["C3"] == 1
    assert hits(t.battle()) == ["3: C2>C3 melee 3"]


@pytest.mark.ruling("R3.4")
def test_a_scoped_module_keeps_its_toughness() -> None:
    t = Table("outpost borgo", "C3=1.Super_Officer/N C4=0.Scoper B2=0.Commando/N")
    fight = t.battle()
    assert hits(fight) == ["3: B2>C3 ranged 1"]
    assert left(fight)["C3"] == 1


@pytest.mark.ruling("R3.4")
def test_an_hq_is_never_scoped() -> None:
    t = Table("outpost hegemony", "C3=1.HQ C4=0.Scoper C2=0.Runner/N B2=1.Runner/N")
    assert (t.unit("C2")["melee"], t.unit("B2")["melee"]) == ({"NW": 1}, {"N": 2})
    # Facing SW the Vegas HQ has its link to the N.
    assert Table("outpost vegas", "C3=1.HQ/SW C4=0.Scoper C2=0.Runner").controllers()["C2"] == 1


@pytest.mark.ruling("R3.4")
def test_a_disabled_scoper_scopes_nothing() -> None:
    # D4 nets C4 (net printed NE, now NW).
    t = Table("outpost hegemony", "C3=1.Officer_II/N C4=0.Scoper D4=1.Net_Fighter/SW C2=0.Runner/N B2=1.Runner/N")
    assert t.disabled() == {"C4"}
    assert (t.unit("C2")["melee"], t.unit("B2")["melee"]) == ({"NW": 1}, {"N": 2})


@pytest.mark.ruling("R3.4")
def test_a_disabled_module_gives_nothing_scoped_or_not() -> None:
    # D3 (net printed NW) nets C3.
    t = Table("outpost hegemony", "C3=1.Officer_II/N C4=0.Scoper D3=0.Harpooner/N C2=0.Runner/N B2=1.Runner/N")
    assert t.disabled() == {"C3"}
    assert (t.unit("C2")["melee"], t.unit("B2")["melee"]) == ({"NW": 1}, {"N": 1})


@pytest.mark.ruling("R3.4")
def test_a_scoper_does_nothing_to_its_own_sides_modules() -> None:
    t = Table("outpost hegemony", "C3=0.Officer C4=0.Scoper C2=0.HMG/N")
    assert t.unit("C2")["ranged"] == {"N": 2}


# --- more than one Scoper -------------------------------------------------------------------------
@pytest.mark.ruling("R3.4")
def test_of_two_hostile_scopers_side_by_side_neither_scopes() -> None:
    # C3 scopes the Officer on C2 (six links), unless a hostile Scoper stands next to it.
    board = "C3=0.Scoper C2=1.Officer C1=1.HMG/N D1=0.HMG/N"
    one = Table("outpost outpost", board)
    assert (one.unit("C1")["ranged"], one.unit("D1")["ranged"]) == ({"N": 1}, {"N": 2})
    two = Table("outpost outpost", f"{board} C4=1.Scoper")
    assert (two.unit("C1")["ranged"], two.unit("D1")["ranged"]) == ({"N": 2}, {"N": 1})


@pytest.mark.ruling("R3.4")
def test_a_disabled_scoper_does_not_hold_another() -> None:
    # As before, but D4 (net printed NW) nets the Scoper on C4.
    board = "C3=0.Scoper C2=1.Officer C1=1.HMG/N D1=0.HMG/N C4=1.Scoper D4=0.Harpooner/N"
    t = Table("outpost outpost", board)
    assert t.disabled() == {"C4"}
    assert (t.unit("C1")["ranged"], t.unit("D1")["ranged"]) == ({"N": 1}, {"N": 2})


@pytest.mark.ruling("R3.4")
def test_three_scopers_in_a_row_scope_nothing() -> None:
    # C5, C4 and C3 of three players; the Officer of player 1 on C2 stays its own.
    t = Table("outpost outpost outpost", "C5=0.Scoper C4=1.Scoper C3=2.Scoper C2=1.Officer C1=1.HMG/N D1=2.HMG/N")
    assert (t.unit("C1")["ranged"], t.unit("D1")["ranged"]) == ({"N": 2}, {"N": 1})


@pytest.mark.ruling("R3.4")
def test_a_module_scoped_by_two_sides_stays_its_controllers() -> None:
    t = Table("outpost hegemony outpost", "C3=1.Officer_II/N C4=0.Scoper D2=2.Scoper C2=0.Runner/N B2=1.Runner/N")
    assert (t.unit("C2")["melee"], t.unit("B2")["melee"]) == ({"NW": 1}, {"N": 2})


@pytest.mark.ruling("R3.4")
def test_teammates_who_scope_the_same_module_are_one_side() -> None:
    t = Table(
        "outpost hegemony outpost borgo",
        "C3=1.Officer_II/N C4=0.Scoper D2=2.Scoper C2=0.Runner/N B2=2.Runner/N",
        teams="teams=0+2,1+3",
    )
    assert (t.unit("C2")["melee"], t.unit("B2")["melee"]) == ({"NW": 2}, {"NW": 2})


@pytest.mark.ruling("R3.4", "R3.3")
def test_a_captive_scoper_scopes_for_its_taker() -> None:
    t = Table("vegas outpost", "C3=0.Agitator/N C2=1.Scoper C1=1.Officer B1=0.Marksman/N D1=1.Commando/N")
    assert (t.unit("B1")["ranged"], t.unit("D1")["ranged"]) == ({"NE": 2}, {"SE": 1})


@pytest.mark.ruling("R3.4", "R3.3")
def test_an_owners_scoper_gets_the_use_of_its_captive_module_back() -> None:
    # The Officer on C2 is taken from C3; the Scoper on C1 is its owner's.
    t = Table("vegas outpost", "C3=0.Agitator/N C2=1.Officer C1=1.Scoper D1=1.Commando/N D2=0.Marksman/N")
    assert t.controllers()["C2"] == 0
    assert (t.unit("D1")["ranged"], t.unit("D2")["ranged"]) == ({"SE": 2}, {"NE": 1})


@pytest.mark.ruling("R3.4")
def test_a_scoper_lost_in_a_battle_gives_the_module_back_for_the_next_phase() -> None:
    # The Ganger on D4 (melee NW) kills the Scoper in phase 3; in phase 2 the Officer serves B2 again.
    t = Table("outpost hegemony", "C3=1.Officer_II/N C4=0.Scoper D4=1.Ganger/N B2=1.Runner/N B1=0.HQ")
    assert hits(t.battle()) == ["3: D4>C4 melee 1", "2: B2>B1 melee 2", "0: B1>B2 melee 1"]
