"""The Doomsday Machine (section 11): redirectors, endless shots, the Trap, the Small Bomb, long links, the HQ's turn.

The Tripler takes shots in at its SE, S and SW edges and sends each out NW, N and NE; the Fireblast and the Doom Net
Fighter take them in at every edge but N and send them out N. The shooter is mostly on C5 and shoots N up the column
C4, C3, C2, C1. Targets are mostly modules of Hegemony, which do nothing of themselves.
"""

from __future__ import annotations

import pytest

from neurohex.board import BOARDS
from neurohex.rules.layout import ST_MAIN
from tests.rules.table import RULESETS, Table, hits, left


def first(board: str, armies: str = "doomsday hegemony", phase: int = 1) -> list[str]:
    """The hits of one phase of a Battle, without the phase."""
    return [text.removeprefix(f"{phase}: ") for text in hits(Table(armies, board).battle()) if text[0] == str(phase)]


# --- R11.1: redirectors ---------------------------------------------------------------------------
@pytest.mark.ruling("R11.1")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_tripler_sends_a_shot_out_three_ways(ruleset: str) -> None:
    board = "C5=0.Delta_Shooter/N C4=0.Tripler/N A2=1.Scout C2=1.Transport E2=1.Quartermaster"
    assert first(board, f"{ruleset} doomsday hegemony") == ["C5>A2 ranged 2", "C5>C2 ranged 2", "C5>E2 ranged 2"]


@pytest.mark.ruling("R11.1")
@pytest.mark.parametrize("redirector", ["Fireblast", "Doom_Net_Fighter"])
def test_fireblast_and_doom_net_fighter_send_it_out_one_way(redirector: str) -> None:
    board = f"C5=0.Delta_Shooter/N C4=0.{redirector}/NE E2=1.Scout C2=1.Transport A2=1.Quartermaster"
    assert first(board) == ["C5>E2 ranged 2"]


@pytest.mark.ruling("R11.1")
def test_the_shot_must_turn_and_goes_on_no_further() -> None:
    # The enemy HQ is straight ahead, and there is nobody where the Fireblast points.
    assert first("C5=0.Delta_Shooter/N C4=0.Fireblast/NE C2=1.HQ") == []


@pytest.mark.ruling("R11.1")
@pytest.mark.parametrize("shooter", ["B4=0.Delta_Shooter/NE", "D4=0.Delta_Shooter/NW", "C5=0.Delta_Shooter/N"])
def test_each_in_edge_of_a_tripler_leads_to_all_three_ways_out(shooter: str) -> None:
    board = f"{shooter} C4=0.Tripler/N A2=1.Scout C2=1.Transport E2=1.Quartermaster"
    start = shooter[:2]
    assert first(board) == [f"{start}>A2 ranged 2", f"{start}>C2 ranged 2", f"{start}>E2 ranged 2"]


@pytest.mark.ruling("R11.1")
@pytest.mark.parametrize("redirector", ["Tripler/SE", "Tripler/S", "Tripler/SW", "Fireblast/S", "Doom_Net_Fighter/S"])
def test_at_an_out_edge_it_passes_as_over_any_friend(redirector: str) -> None:
    # The S edge of C4, where the shot arrives, has one of the printed out edges.
    board = f"C5=0.Delta_Shooter/N C4=0.{redirector} A2=1.Scout C2=1.Transport E2=1.Quartermaster"
    assert first(board) == ["C5>C2 ranged 2"]


@pytest.mark.ruling("R11.1")
def test_a_disabled_redirector_lets_it_pass() -> None:
    # B4 nets C4 (net printed NE).
    board = "C5=0.Delta_Shooter/N C4=0.Tripler/N B4=1.Net_Fighter/N A2=1.Scout C2=1.Transport E2=1.Quartermaster"
    assert first(board) == ["C5>C2 ranged 2"]


@pytest.mark.ruling("R11.1")
def test_a_hostile_redirector_is_struck_like_any_unit() -> None:
    assert first("C5=0.Delta_Shooter/N C4=1.Tripler/N C2=1.Omega_Shooter", "doomsday doomsday") == ["C5>C4 ranged 2"]


@pytest.mark.ruling("R11.1")
def test_hostile_units_met_before_are_hit_as_usual() -> None:
    assert first("C5=0.Delta_Shooter/N C4=1.Scout C3=0.Tripler/N C2=1.Transport") == ["C5>C4 ranged 2"]


@pytest.mark.ruling("R11.1")
def test_it_passes_friends_on_its_way_out() -> None:
    assert first("C5=0.Delta_Shooter/N C4=0.Fireblast/NE D3=0.Medic/S E2=1.Scout") == ["C5>E2 ranged 2"]


@pytest.mark.ruling("R11.1")
def test_a_chain_of_redirectors() -> None:
    # C4 sends it NE to D3, D3 sends it N to D2.
    assert first("C5=0.Delta_Shooter/N C4=0.Fireblast/NE D3=0.Fireblast/N D1=1.Scout") == ["C5>D1 ranged 2"]


@pytest.mark.ruling("R11.1")
def test_two_triplers_in_a_row_make_five_of_one() -> None:
    targets = "A2=1.Scout E2=1.Transport A1=1.Officer_I C2=1.Officer_I E1=1.Officer_II"
    board = f"C5=0.Delta_Shooter/N C4=0.Tripler/N C3=0.Tripler/N {targets}"
    assert first(board) == [f"C5>{name} ranged 2" for name in ("A1", "A2", "C2", "E1", "E2")]


@pytest.mark.ruling("R11.1")
def test_strength_with_its_bonus_goes_along() -> None:
    # The Officer on B4 is linked to the shooter on C5.
    board = "C5=0.Delta_Shooter/N B4=0.Officer/SE C4=0.Fireblast/NE E2=1.Guard/N"
    assert first(board) == ["C5>E2 ranged 3"]


@pytest.mark.ruling("R11.1")
def test_a_bonus_on_the_redirector_adds_nothing() -> None:
    assert first("C5=0.Delta_Shooter/N D4=0.Officer/NW C4=0.Fireblast/NE E2=1.Guard/N") == ["C5>E2 ranged 2"]


@pytest.mark.ruling("R11.1")
def test_redirectors_have_no_attack_of_their_own() -> None:
    t = Table("doomsday hegemony", "C3=0.Tripler/N C2=1.Scout B2=0.Fireblast D2=0.Doom_Net_Fighter/N")
    for name in ("C3", "B2", "D2"):
        unit = t.unit(name)
        assert (unit["initiative"], unit["melee"], unit["ranged"], unit["gauss"]) == ([], {}, {}, [])
    assert t.battle()["phases"] == []


@pytest.mark.ruling("R11.1", "R3.4")
def test_redirectors_are_no_modules_and_cannot_be_scoped() -> None:
    board = "C5=0.Delta_Shooter/N C4=0.Fireblast/NE B4=1.Scoper E2=1.Officer"
    assert first(board, "doomsday outpost") == ["C5>E2 ranged 2"]


@pytest.mark.ruling("R11.1")
@pytest.mark.parametrize(("facing", "wounds"), [("N", 2), ("SW", 1), ("NE", 2)])
def test_armour_is_that_of_the_edge_where_it_arrives(facing: str, wounds: int) -> None:
    # It comes to D3 from C4, at its SW edge. The Guard of Vegas has armour printed NW, N and NE.
    board = f"C5=0.Delta_Shooter/N C4=0.Fireblast/NE D3=1.Guard/{facing}"
    assert first(board, "doomsday vegas") == [f"C5>D3 ranged {wounds}"]


@pytest.mark.ruling("R11.1", "R3.3")
def test_a_captive_redirector_serves_its_taker() -> None:
    # The Agitator on E2 holds the Fireblast on D3; the Marksman on C4 shoots NE into it, and it sends the shot N.
    board = "E2=0.Agitator/SW D3=1.Fireblast/N C4=0.Marksman/N D1=1.Scout/N"
    assert first(board, "vegas doomsday", phase=3) == ["C4>D1 ranged 1"]


@pytest.mark.ruling("R11.1", "R3.3")
def test_a_captive_redirector_is_struck_by_its_owner() -> None:
    board = "E2=0.Agitator/SW D3=1.Fireblast/N C4=1.Delta_Shooter/NE D1=0.Scout/N"
    assert first(board, "vegas doomsday") == ["C4>D3 ranged 2"]


@pytest.mark.ruling("R11.1")
def test_every_shot_of_a_friendly_unit_is_turned_at_each_of_its_edges() -> None:
    # The Omega Shooter on C5 (phase 2) shoots N, NE and NW: C4 turns the first to the NE, D4 the second to the N.
    board = "C5=0.Omega_Shooter/N C4=0.Fireblast/NE D4=0.Fireblast/N E2=1.Scout D1=1.Transport A3=1.Quartermaster"
    assert first(board, phase=2) == ["C5>E2 ranged 1", "C5>D1 ranged 1", "C5>A3 ranged 1"]


# --- R11.1, R11.2: Gauss --------------------------------------------------------------------------
@pytest.mark.ruling("R11.1")
def test_a_gauss_shot_is_turned_too_and_hits_all_on_its_ways() -> None:
    board = (
        "C5=0.Gauss_Cannon/N C4=0.Tripler/N B3=1.Scout A2=1.Transport C3=1.Officer_I C1=1.Officer_I"
        " D3=1.Quartermaster E2=1.Officer_II"
    )
    assert first(board) == [f"C5>{name} gauss 1" for name in ("A2", "B3", "C1", "C3", "D3", "E2")]


@pytest.mark.ruling("R11.1")
def test_a_gauss_shot_hits_those_before_the_redirector_as_well() -> None:
    board = "C5=0.Gauss_Cannon/N C4=1.Scout C3=0.Fireblast/NE C2=1.Transport E1=1.Quartermaster"
    assert first(board) == ["C5>C4 gauss 1", "C5>E1 gauss 1"]


@pytest.mark.ruling("R11.2")
def test_each_crossing_of_a_gauss_shot_is_a_hit() -> None:
    # N through C4 to C3, from there SE to D3, from there SW through C4 again.
    board = "C5=0.Gauss_Cannon/N C4=1.HQ C3=0.Fireblast/SE D3=0.Fireblast/SW"
    assert first(board) == ["C5>C4 gauss 1", "C5>C4 gauss 1"]
    assert Table("doomsday hegemony", board).battle()["players"][1]["hq"] == 18


@pytest.mark.ruling("R11.2")
def test_in_a_circle_a_gauss_shot_hits_each_unit_once() -> None:
    # From B4 into B3 and N over B2 to B1, SE over C2 to D2, SW over C3 to B3, and so on for ever.
    circle = "B3=0.Fireblast/N B1=0.Fireblast/SE D2=0.Doom_Net_Fighter/SW"
    board = f"B4=0.Gauss_Cannon/N {circle} B2=1.Scout C2=1.Transport C3=1.Guard/N"
    assert first(board) == ["B4>B2 gauss 1", "B4>C2 gauss 1", "B4>C3 gauss 1"]


# --- R11.2: several paths -------------------------------------------------------------------------
THREE_WAYS = "C5=0.Delta_Shooter/N C4=0.Tripler/N B3=0.Fireblast/NE D3=0.Fireblast/NW C3=1.HQ"
"""Three paths to C3: straight on, round by B3 and round by D3."""


@pytest.mark.ruling("R11.2")
def test_each_path_to_a_target_is_a_hit_of_its_own() -> None:
    assert first(THREE_WAYS) == ["C5>C3 ranged 2"] * 3
    assert Table("doomsday hegemony", THREE_WAYS).battle()["players"][1]["hq"] == 14


@pytest.mark.ruling("R11.2")
def test_a_medic_cancels_one_path() -> None:
    # Borgo's Medic on C2 has its links turned to SE, S and SW.
    fight = Table("doomsday borgo", f"{THREE_WAYS} C2=1.Medic/S").battle()
    assert sorted(hits(fight))[-3:] == ["1: C5>C3 ranged 2", "1: C5>C3 ranged 2", "1: C5>C3 ranged 2 saved"]
    assert fight["players"][1]["hq"] == 16


@pytest.mark.ruling("R11.2", "R11.1")
def test_each_path_meets_the_armour_of_its_own_edge() -> None:
    # Shots come to the S edge of C3 (straight), its SW edge (from B3) and its SE edge (from D3). The Guard of Vegas,
    # facing SE, has armour NE, SE and S.
    board = THREE_WAYS.replace("C3=1.HQ", "C3=1.Guard/SE")
    assert sorted(first(board, "doomsday vegas")) == ["C5>C3 ranged 1", "C5>C3 ranged 1", "C5>C3 ranged 2"]


# --- R11.2: endless shots -------------------------------------------------------------------------
LOOP = "C3=0.Tripler/N D2=0.Fireblast/S D3=0.Fireblast/NW"
"""C3 sends a shot NE to D2, D2 sends it S to D3, D3 sends it NW into C3 again. C3 sends it N and NW besides."""


@pytest.mark.ruling("R11.2")
def test_a_loop_through_a_tripler_is_endless_for_all_it_strikes() -> None:
    fight = Table("doomsday hegemony", f"C5=0.Delta_Shooter/N {LOOP} C2=1.Gladiator/N~1 A1=1.Scout").battle()
    assert hits(fight) == ["1: C5>A1 ranged endless", "1: C5>C2 ranged endless"]
    assert left(fight).keys() == {"C5", "C3", "D2", "D3"}


@pytest.mark.ruling("R11.2")
def test_an_endless_shot_brings_an_hq_to_zero() -> None:
    fight = Table("doomsday hegemony", f"C5=0.Gamma_Shooter/N {LOOP} C1=1.HQ").battle()
    assert hits(fight) == ["2: C5>C1 ranged endless"]
    assert fight["players"][1]["hq"] == 0
    assert "C1" not in left(fight)


@pytest.mark.ruling("R11.2")
def test_what_a_shot_strikes_on_from_the_loop_is_endless() -> None:
    # C2 sends the shot that leaves the loop to the N on to D1, to the NE.
    assert first(f"C5=0.Delta_Shooter/N {LOOP} C2=0.Doom_Net_Fighter/NE D1=1.Scout") == ["C5>D1 ranged endless"]


@pytest.mark.ruling("R11.2")
def test_an_endless_shot_of_nothing_after_armour_does_nothing() -> None:
    # The Guard of Vegas, facing S, has armour at its S edge: 1 less 1 is no hit, however often.
    guarded = f"{LOOP} C2=1.Guard/S"
    assert first(f"C5=0.Gamma_Shooter/N {guarded}", "doomsday vegas", phase=2) == []
    assert first(f"C5=0.Delta_Shooter/N {guarded}", "doomsday vegas") == ["C5>C2 ranged endless"]


@pytest.mark.ruling("R11.2")
def test_what_lies_before_the_loop_is_struck_once() -> None:
    assert first(f"C5=0.Gauss_Cannon/N C4=1.Scout {LOOP} C2=1.Transport") == [
        "C5>C2 gauss endless",
        "C5>C4 gauss 1",
    ]


@pytest.mark.ruling("R11.2")
def test_a_branch_that_never_enters_the_loop_is_struck_once() -> None:
    # A second Tripler on C4: N into the loop, NE into it by D3, NW to B3.
    board = f"C5=0.Delta_Shooter/N C4=0.Tripler/N {LOOP} B3=1.Guard C2=1.Transport"
    assert first(board) == ["C5>B3 ranged 2", "C5>C2 ranged endless"]


@pytest.mark.ruling("R11.2")
def test_an_ordinary_shot_ends_at_a_unit_in_the_loop_and_is_not_endless() -> None:
    # D3 is a hostile unit now: the way round ends there.
    board = "C5=0.Delta_Shooter/N C3=0.Tripler/N D2=0.Fireblast/S D3=1.Guard/N C2=1.Transport"
    assert first(board) == ["C5>C2 ranged 2", "C5>D3 ranged 2"]


@pytest.mark.ruling("R11.2")
def test_a_gauss_shot_goes_round_through_units_in_the_loop() -> None:
    # A wider loop: C3 NE over D2 to E1, E1 S over E2 to E3, E3 NW over D3 to C3.
    loop = "C3=0.Tripler/N E1=0.Fireblast/S E3=0.Fireblast/NW D2=1.Guard/N E2=1.Scout D3=1.Transport"
    assert first(f"C5=0.Gauss_Cannon/N {loop}") == [
        "C5>D2 gauss endless",
        "C5>D3 gauss endless",
        "C5>E2 gauss endless",
    ]


@pytest.mark.ruling("R11.2")
def test_a_medic_cancels_one_of_endless_hits_and_dies_in_vain() -> None:
    # Borgo's Medic on D1 has a link to C2 (turned SW).
    t = Table("doomsday borgo", f"C5=0.Delta_Shooter/N {LOOP} C2=1.Super_Officer/N D1=1.Medic/SW")
    fight = t.battle()
    assert fight["phases"][0]["destroyed"] == ["C2", "D1"]


@pytest.mark.ruling("R11.2")
def test_two_medics_die_in_vain() -> None:
    # Moloch's Medics (links N, SE, SW) on B1 and D1 are both linked to C2.
    t = Table("doomsday moloch", f"C5=0.Delta_Shooter/N {LOOP} C2=1.Blocker/N B1=1.Medic/N D1=1.Medic/N")
    assert t.battle()["phases"][0]["destroyed"] == ["B1", "C2", "D1"]


@pytest.mark.ruling("R11.2")
def test_a_medic_does_not_save_an_hq_from_an_endless_shot() -> None:
    fight = Table("doomsday borgo", f"C5=0.Delta_Shooter/N {LOOP} C2=1.HQ D1=1.Medic/SW").battle()
    assert fight["players"][1]["hq"] == 0


# --- R11.2: circles without a Tripler -------------------------------------------------------------
CIRCLE = "C3=0.Fireblast/NE D2=0.Doom_Net_Fighter/S D3=0.Fireblast/NW"


@pytest.mark.ruling("R11.2")
def test_in_a_circle_without_a_tripler_an_ordinary_shot_is_lost() -> None:
    assert first(f"C5=0.Delta_Shooter/N {CIRCLE} C2=1.Scout B2=1.Transport") == []


@pytest.mark.ruling("R11.2")
def test_a_tripler_before_a_circle_does_not_make_it_endless() -> None:
    # From C4 the shot goes N and NE into the circle and is lost there, and NW to B3.
    board = f"C5=0.Delta_Shooter/N C4=0.Tripler/N {CIRCLE} B3=1.Guard C2=1.Transport"
    assert first(board) == ["C5>B3 ranged 2"]


# --- R11.3: the Trap ------------------------------------------------------------------------------
@pytest.mark.ruling("R11.3")
def test_an_attack_at_its_marked_edge_sets_the_trap_off() -> None:
    # The Brawler on C2 strikes S. The Trap wounds all round it: the Brawler, an own Fireblast, the hostile HQ.
    t = Table("doomsday borgo", "C3=0.Trap/N C2=1.Brawler/S B3=0.Fireblast/N C4=1.HQ")
    fight = t.battle()
    assert hits(fight)[:4] == [
        "2: C2>C3 melee 2",
        "2: C3>C2 explosion 1",
        "2: C3>C4 explosion 1",
        "2: C3>B3 explosion 1",
    ]
    assert fight["phases"][0]["acted"] == ["C2"]
    assert fight["phases"][0]["destroyed"] == ["C2", "C3"]
    assert fight["players"][1]["hq"] == 19


@pytest.mark.ruling("R11.3")
def test_a_shot_at_its_marked_edge_sets_it_off_from_afar() -> None:
    # The HMG on C1 shoots S.
    t = Table("doomsday outpost", "C3=0.Trap/N C1=1.HMG/S B3=1.Scout")
    assert hits(t.battle()) == ["2: C1>C3 ranged 1", "2: C3>B3 explosion 1"]


@pytest.mark.ruling("R11.3")
def test_its_marked_edge_turns_with_it() -> None:
    t = Table("doomsday outpost", "C3=0.Trap/SE C1=1.HMG/S B3=1.Scout")
    assert hits(t.battle()) == ["2: C1>C3 ranged 1"]


@pytest.mark.ruling("R11.3")
def test_hit_at_another_edge_it_is_an_ordinary_unit() -> None:
    t = Table("doomsday borgo", "C3=0.Trap/N C4=1.Brawler/N C2=1.Medic")
    fight = t.battle()
    assert hits(fight) == ["2: C4>C3 melee 2"]
    assert left(fight).keys() == {"C4", "C2"}


@pytest.mark.ruling("R11.3")
def test_a_friendly_shot_does_not_set_it_off() -> None:
    t = Table("doomsday hegemony", "C3=0.Trap/S C5=0.Delta_Shooter/N C1=1.Scout")
    assert hits(t.battle()) == ["1: C5>C1 ranged 2"]


@pytest.mark.ruling("R11.3", "R6.7")
def test_an_explosion_sets_it_off_at_any_edge() -> None:
    # The Clown on C4 explodes; the Trap, marked to the N, follows in the same phase and hits C2.
    t = Table("doomsday moloch", "C3=0.Trap/N C4=1.Clown/S C2=1.Scout")
    fight = t.battle_choosing("clown C4 explodes")
    assert hits(fight) == ["2: C3>C2 explosion 1", "2: C3>C4 explosion 1", "2: C4>C3 explosion 1"]
    assert left(fight) == {}


@pytest.mark.ruling("R11.3", "R6.7")
def test_one_trap_sets_off_another() -> None:
    t = Table("doomsday doomsday", "C3=0.Trap/N C2=1.Omega_Shooter/S B3=1.Trap/N A2=0.Fireblast/N")
    # Omega's shots from C2 go S, SE and SW; the one S strikes the Trap's marked edge. B3 is lit by the explosion.
    fight = t.battle()
    assert {"2: C3>B3 explosion 1", "2: B3>A2 explosion 1", "2: B3>C3 explosion 1"} <= set(hits(fight))
    assert {"C3", "B3"} <= set(fight["phases"][0]["destroyed"])


@pytest.mark.ruling("R11.3", "R6.7")
def test_a_netted_trap_does_not_explode() -> None:
    # D3 (net printed NE, now NW) nets C3.
    t = Table("doomsday hegemony", "C3=0.Trap/N D3=1.Net_Fighter/SW C2=1.Runner/S")
    fight = t.battle()
    assert hits(fight) == ["2: C2>C3 melee 1"]
    assert left(fight).keys() == {"C2", "D3"}


@pytest.mark.ruling("R11.3", "R7.4")
def test_no_medic_answers_the_hit_that_sets_it_off() -> None:
    # The Medic on C5 reaches C4 and C3.
    t = Table("doomsday hegemony", "C3=0.Trap/N C5=0.Medic/N C2=1.Runner/S")
    fight = t.battle()
    assert hits(fight) == ["2: C2>C3 melee 1", "2: C3>C2 explosion 1"]
    assert left(fight).keys() == {"C5"}


@pytest.mark.ruling("R11.3")
def test_a_medic_answers_a_hit_at_another_edge() -> None:
    t = Table("doomsday hegemony", "C3=0.Trap/S C5=0.Medic/N C2=1.Runner/S")
    fight = t.battle()
    assert hits(fight) == ["2: C2>C3 melee 1 saved"]
    assert left(fight).keys() == {"C3", "C2"}


@pytest.mark.ruling("R11.3")
def test_instants_do_not_set_it_off() -> None:
    board = "A1=0.HQ E3=1.HQ C3=0.Trap/N C2=1.Runner/N C4=0.Medic/S"
    t = Table("doomsday hegemony", board).hand(1, "Sniper").turn(1).do("snipe C3")
    assert t.now().keys() == {"A1", "E3", "C2", "C4"}


# --- R11.4: the Small Bomb ------------------------------------------------------------------------
@pytest.mark.ruling("R11.4")
def test_the_small_bomb_covers_three_hexes_that_all_touch() -> None:
    t = Table("doomsday hegemony", "A1=0.HQ E3=1.HQ").hand(0, "Small Bomb").turn(0)
    board = BOARDS["standard"]
    offered = {frozenset(text.split()[2:]) for text in t.offers_like("small bomb")}
    expected = {
        frozenset((board.names[h], board.names[near[d]], board.names[near[(d + 1) % 6]]))
        for h, near in enumerate(board.neighbours)
        for d in range(6)
        if near[d] >= 0 and near[(d + 1) % 6] >= 0
    }
    assert len(expected) == 24
    assert offered == expected
    assert len(t.offers_like("small bomb")) == 24


@pytest.mark.ruling("R11.4")
def test_the_small_bomb_wounds_every_unit_there_and_takes_foundations() -> None:
    # Of the three hexes one has an own Fireblast (toughness 1), one a hostile unit, one a Mine.
    board = "A1=0.HQ E3=1.HQ C3=0.Fireblast/N C2=1.Bodyguard/N B2=1.Bodyguard/N"
    t = Table("doomsday vegas", board, "D2=1.Mine B3=1.Mine").hand(0, "Small Bomb").turn(0)
    t.do(next(text for text in t.offers_like("small bomb") if set(text.split()[2:]) == {"C3", "C2", "D2"}))
    assert t.now().keys() == {"A1", "E3", "C3", "B2"}
    assert t.now()["C3"] == "0.Fireblast/N~1"
    assert t.mines() == {"B3"}


@pytest.mark.ruling("R11.4")
def test_the_small_bomb_spares_hqs() -> None:
    t = Table("doomsday vegas", "C3=0.HQ C2=1.HQ D2=1.Saboteur").hand(0, "Small Bomb").turn(0)
    t.do(next(text for text in t.offers_like("small bomb") if set(text.split()[2:]) == {"C3", "C2", "D2"}))
    assert t.now().keys() == {"C3", "C2"}
    assert [t.st.hq(player) for player in (0, 1)] == [20, 20]


# --- R11.5 ----------------------------------------------------------------------------------------
@pytest.mark.ruling("R11.5")
def test_the_same_army_may_stand_on_both_sides() -> None:
    t = Table("doomsday doomsday", "C5=0.Delta_Shooter/N C4=0.Fireblast/N C3=1.Fireblast/S C1=1.HQ A1=0.HQ")
    assert hits(t.battle()) == ["1: C5>C3 ranged 1"]


# --- long links (section 2) -----------------------------------------------------------------------
@pytest.mark.ruling("R3.5")
@pytest.mark.parametrize("between", ["", "C3=1.Scout", "C3=0.Fireblast"])
def test_a_long_link_reaches_the_second_hex_over_anything(between: str) -> None:
    t = Table("doomsday hegemony", f"C4=0.Officer/N {between} C2=0.Delta_Shooter/N")
    assert t.unit("C2")["ranged"] == {"N": 3}


@pytest.mark.ruling("R3.5")
def test_a_long_link_reaches_both_hexes_and_no_third() -> None:
    t = Table(
        "doomsday hegemony",
        "C5=0.Officer/N C4=0.Omega_Shooter/N C3=0.Delta_Shooter/N C2=0.Gamma_Shooter/N D4=0.Omega_Shooter/N",
    )
    assert t.unit("C4")["ranged"] == {"N": 2, "NE": 2, "NW": 2}
    assert t.unit("C3")["ranged"] == {"N": 3}
    assert t.unit("C2")["ranged"] == {"N": 1}
    assert t.unit("D4")["ranged"] == {"N": 1, "NE": 1, "NW": 1}


@pytest.mark.ruling("R3.5")
def test_doomsdays_scout_has_short_links() -> None:
    t = Table("doomsday hegemony", "C4=0.Scout/N C3=0.Delta_Shooter C2=0.Gamma_Shooter D4=0.Omega_Shooter")
    assert (t.unit("C3")["initiative"], t.unit("C2")["initiative"]) == ([2], [2, 1])
    assert t.unit("D4")["initiative"] == [3]


@pytest.mark.ruling("R11.1", "R7.2")
def test_a_medic_saves_over_an_enemy() -> None:
    # The Medic on C4 reaches C2 over the Runner on C3, which strikes N.
    fight = Table("doomsday hegemony", "C4=0.Medic/N C3=1.Runner/N C2=0.Fireblast/N").battle()
    assert hits(fight) == ["2: C3>C2 melee 1 saved"]
    assert left(fight).keys() == {"C3", "C2"}


# --- the turn that the HQ grants (R5.3) -----------------------------------------------------------
TABLE = "A1=0.HQ E3=1.HQ C3=0.Omega_Shooter/N E1=0.Tripler/N C5=1.Runner/N"


@pytest.mark.ruling("R5.3")
def test_the_doomsday_hq_turns_one_other_own_unit_a_turn_wherever_it_is() -> None:
    t = Table("doomsday hegemony", TABLE).turn(0)
    turned = {text.split()[1] for text in t.offers_like("turn ")}
    assert turned == {"C3", "E1"}
    t.do("turn E1 facing SW by HQ")
    assert t.now()["E1"] == "0.Tripler/SW"
    assert t.stage == ST_MAIN
    assert t.offers_like("turn ") == []


@pytest.mark.ruling("R5.3")
def test_a_netted_unit_is_not_turned() -> None:
    # C4 nets C3 (net printed NE, now N).
    t = Table("doomsday hegemony", f"{TABLE} C4=1.Net_Fighter/NW").turn(0)
    assert {text.split()[1] for text in t.offers_like("turn ")} == {"E1"}


@pytest.mark.ruling("R5.3")
def test_a_netted_hq_turns_nobody() -> None:
    # A2 nets A1.
    t = Table("doomsday hegemony", f"{TABLE} A2=1.Net_Fighter/NW").turn(0)
    assert t.is_netted("A1")
    assert t.offers_like("turn ") == []


@pytest.mark.ruling("R5.3")
def test_the_hq_turns_again_in_its_next_turn() -> None:
    t = Table("doomsday hegemony", TABLE).turn(0).do("turn E1 facing SW by HQ")
    t.pile(0, "Omega Shooter", "Omega Shooter", "Omega Shooter", "Trap").begin_turn(0)
    t.do("draw Omega Shooter", "draw Omega Shooter", "draw Omega Shooter", "discard Omega Shooter")
    assert "turn E1 facing N by HQ" in t.offers()
