"""Section 6: the course of a Battle. Phases, who acts when, what is spent, wounds, who is asked first.

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

from neurohex.events import BattleBegan
from tests.rules.table import RULESETS, Table
from tests.rules.telling import acted, all_hits, asked, gone, hits, left, points


# --- R6.1: phases -------------------------------------------------------------------------------
@pytest.mark.ruling("R6.1")
def test_phases_run_from_the_highest_value_down_to_0() -> None:
    # Commando 3, HMG 2 and 1, HQs 0: all act, though nobody has anything to strike.
    result = Table("outpost hegemony", "A1=0.Commando B1=0.HMG C5=0.HQ E1=1.HQ").battle()
    assert acted(result) == {3: ["A1"], 2: ["B1"], 1: ["B1"], 0: ["C5", "E1"]}
    assert all_hits(result) == []


@pytest.mark.ruling("R6.1")
def test_the_first_phase_is_the_highest_value_there_is_with_bonuses() -> None:
    # A Commando (3) between two Scouts begins at 5; the Scouts have no value of their own.
    table = Table("outpost hegemony", "C3=0.Commando C4=0.Scout/N C2=0.Scout/NE")
    assert table.unit("C3")["initiative"] == [5]
    assert acted(table.battle()) == {5: ["C3"]}


@pytest.mark.ruling("R6.1")
def test_phases_in_which_nobody_acts_are_passed_over() -> None:
    assert acted(Table("outpost hegemony", "A1=0.Commando C5=0.HQ").battle()) == {3: ["A1"], 0: ["C5"]}
    assert Table("outpost hegemony", "A1=0.Scoper B1=1.Net_Fighter").battle()["phases"] == []


@pytest.mark.ruling("R6.1")
def test_bonuses_are_fixed_at_the_start_of_a_phase() -> None:
    # The Ganger (3) kills the Officer while the Commando (3) shoots with its bonus: 2 wounds kill the Guard at C3.
    result = Table("outpost hegemony", "B2=0.Commando A1=0.Officer C3=1.Guard A2=1.Ganger/NE").battle()
    assert hits(result, 3) == ["A2>A1 melee 1", "B2>C3 ranged 2"]
    assert gone(result) == {3: ["A1", "C3"]}


@pytest.mark.ruling("R6.1")
def test_bonuses_are_worked_out_anew_between_phases() -> None:
    # The Officer dies in phase 3, so the HMG shoots with 1 in phases 2 and 1.
    board = "B2=0.HMG/SE A1=0.Officer C3=1.HQ A2=1.Ganger/NE"
    result = Table("outpost hegemony", board).battle()
    assert all_hits(result) == ["A2>A1 melee 1", "B2>C3 ranged 1", "B2>C3 ranged 1", "C3>B2 melee 1"]


@pytest.mark.ruling("R6.1")
def test_a_net_holds_to_the_end_of_the_phase_in_which_its_unit_dies() -> None:
    # Both Commandos have 3. The netted one at C3 is held in phase 3 although the other kills the Net Fighter then,
    # and it does not make up for it in phase 2 or later.
    board = "C3=0.Commando/SW C1=1.Officer_I B3=1.Net_Fighter/N B4=0.Commando/SW"
    table = Table("outpost hegemony", board)
    assert table.disabled() == {"C3"}
    result = table.battle()
    assert acted(result) == {3: ["B4"]}
    assert left(result) == {"B4", "C1", "C3"}


@pytest.mark.ruling("R6.1")
def test_a_unit_freed_before_its_phase_acts_in_it() -> None:
    # The same with an Annihilator (2) in the net: the net is gone in time.
    board = "C3=0.Annihilator/SE C1=1.Officer_I B3=1.Net_Fighter/N B4=0.Commando/SW"
    result = Table("outpost hegemony", board).battle()
    assert acted(result) == {3: ["B4"], 2: ["C3"]}
    assert hits(result, 2) == ["C3>C1 ranged 2"]
    assert gone(result) == {3: ["B3"], 2: ["C1"]}


@pytest.mark.ruling("R6.1")
def test_being_netted_in_one_phase_spends_only_that_phases_attack() -> None:
    # The HMG (2, 1) is held in 2, when the Annihilator (2) kills the Net Fighter, and shoots in 1: the HQ has 19 left.
    board = "C3=0.HMG B3=1.Net_Fighter/N B4=0.Annihilator/SE C2=1.HQ"
    result = Table("outpost hegemony", board).battle()
    assert acted(result) == {2: ["B4"], 1: ["C3"], 0: ["C2"]}
    assert points(result) == [20, 19]


@pytest.mark.ruling("R6.1")
def test_a_net_that_becomes_free_catches_from_the_next_phase_on() -> None:
    # A Hegemony net (B3) holds Smart's Net Fighter (C3) until the Cyborg (3) kills it. From phase 2 on Smart's net
    # holds the Runner (2) at C4, which so never strikes the Net Fighter.
    board = "C3=0.Net_Fighter B4=0.Cyborg/NW B3=1.Net_Fighter/N C4=1.Runner/N"
    table = Table("smart hegemony", board)
    assert table.disabled() == {"C3"}
    result = table.battle()
    assert acted(result) == {3: ["B4"]}
    assert left(result) == {"B4", "C3", "C4"}


@pytest.mark.ruling("R6.1", "R3.3")
def test_control_is_worked_out_anew_between_phases() -> None:
    # The Agitator (C4) has the Stormtrooper (2, 1): in phase 2 it shoots Moloch's own Blocker at C2. Moloch's Guard
    # kills the Agitator in that phase, and in phase 1 the Stormtrooper shoots past the Blocker at the Bodyguard.
    board = "C3=0.Stormtrooper C2=0.Blocker C5=0.Guard C4=1.Agitator C1=1.Bodyguard"
    result = Table("moloch vegas", board).battle()
    assert acted(result) == {2: ["C1", "C3", "C5"], 1: ["C3"]}
    assert hits(result, 2) == ["C3>C2 ranged 1", "C5>C4 ranged 1"]
    assert hits(result, 1) == ["C3>C1 ranged 1"]
    assert left(result) == {"C2~1", "C3", "C5"}


@pytest.mark.ruling("R6.1")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_situations_1_and_5_an_attack_made_with_a_bonus_is_not_made_again_without(ruleset: str) -> None:
    # A Runner (2) with a Scout acts in 3. The Hybrid kills the Scout in the same phase; the Runner is 2 again,
    # but spent.
    board = "C3=0.Runner C4=0.Scout C2=1.Blocker C5=1.Hybrid"
    result = Table(f"{ruleset} hegemony moloch", board).battle()
    assert acted(result) == {3: ["C3", "C5"]}
    assert hits(result, 3) == ["C3>C2 melee 1", "C5>C4 ranged 1"]
    assert left(result) == {"C2~1", "C3", "C5"}


@pytest.mark.ruling("R6.1")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_situation_2_a_value_that_rises_past_the_running_phase_is_missed(ruleset: str) -> None:
    # The Saboteur (C4) slows the Hybrid at C3 from 3 to 2. The other Hybrid, out of its reach at A2, kills it in 3. The
    # first is 3 again, and phase 3 is over.
    board = "C3=0.Hybrid A2=0.Hybrid/SE C4=1.Saboteur C2=1.Recon_Center"
    table = Table(f"{ruleset} moloch outpost", board)
    assert table.unit("C3")["initiative"] == [2]
    result = table.battle()
    assert acted(result) == {3: ["A2"]}
    assert left(result) == {"A2", "C2", "C3"}


@pytest.mark.ruling("R6.1")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_situation_3_a_bonus_that_comes_back_too_late_costs_the_attack(ruleset: str) -> None:
    # The Hornet (2) would have 3 by the Scout, which is netted. The Hybrid kills the Net Fighter in 3: too late for 3,
    # and in 2 the Hornet's value is 3.
    board = "C3=0.Hornet C4=0.Scout B3=0.Hybrid/S B4=1.Net_Fighter C2=1.Officer_I"
    table = Table(f"{ruleset} moloch hegemony", board)
    assert table.unit("C3")["initiative"] == [2]
    result = table.battle()
    assert acted(result) == {3: ["B3"]}
    assert left(result) == {"B3", "C2", "C3", "C4"}


@pytest.mark.ruling("R6.1", "R3.6")
def test_situation_4_two_values_slowed_to_0_before_the_first_are_one_attack() -> None:
    # A Juggernaut (1) with the Mother has 1 and 0. Under the Saboteur both fall to 0: one attack.
    table = Table("moloch vegas", "C3=0.Juggernaut C4=0.Mother B3=1.Saboteur C2=1.HQ")
    assert table.unit("C3")["initiative"] == [0]
    result = table.battle()
    assert acted(result) == {0: ["C2", "C3"]}
    assert points(result) == [20, 18]


@pytest.mark.ruling("R6.1", "R3.6")
def test_situation_4_slowed_after_its_first_attack_it_still_makes_the_second_at_0() -> None:
    # Moloch's net (B4) holds the Saboteur until the Mercenary (1) kills the Net Fighter. The Juggernaut has made its
    # attack of phase 1 by then, and makes its attack of phase 0, slowed or not: 2 + 2 wounds to the HQ.
    board = "C3=0.Juggernaut C4=0.Mother B4=0.Net_Fighter B3=1.Saboteur C5=1.Mercenary/SW C2=1.HQ"
    table = Table("moloch vegas", board)
    assert table.disabled() == {"B3"}
    assert table.unit("C3")["initiative"] == [1, 0]
    result = table.battle()
    assert acted(result) == {1: ["C3", "C5"], 0: ["C2", "C3"]}
    assert gone(result) == {1: ["B4"]}
    assert points(result) == [20, 16]


@pytest.mark.ruling("R6.1")
def test_a_unit_freed_and_slowed_at_once_does_not_act_late() -> None:
    # One net of Moloch's holds a Vegas Saboteur (B3) and an Outpost Commando (C3, value 3). Another Commando kills the
    # Net Fighter in 3: the Saboteur works again and the Commando's value is 2, but its attack is spent.
    board = "C4=2.Net_Fighter B3=0.Saboteur C3=1.Commando/SW D4=1.Commando/S C2=2.Blocker"
    table = Table("vegas outpost moloch", board)
    assert table.disabled() == {"B3", "C3"}
    result = table.battle()
    assert acted(result) == {3: ["D4"]}
    assert left(result) == {"B3", "C2", "C3", "D4"}


@pytest.mark.ruling("R6.1")
def test_a_unit_with_two_values_makes_all_its_attacks_in_each() -> None:
    # Mobile Armor (3, 2): melee 2 to the N, ranged 1 to the NW, both times.
    result = Table("outpost moloch", "C3=0.Mobile_Armor C2=1.HQ A1=1.Blocker").battle()
    assert hits(result, 3) == hits(result, 2) == ["C3>A1 ranged 1", "C3>C2 melee 2"]
    assert points(result) == [20, 16]


# --- R6.5: wounds -------------------------------------------------------------------------------
@pytest.mark.ruling("R6.5", "R6.2")
def test_two_that_kill_each_other_both_strike() -> None:
    result = Table("hegemony outpost", "C3=0.Runner C2=1.Runner/SW").battle()
    assert hits(result, 2) == ["C2>C3 melee 1", "C3>C2 melee 1"]
    assert gone(result) == {2: ["C2", "C3"]}


@pytest.mark.ruling("R6.5")
def test_a_unit_is_destroyed_by_more_wounds_than_its_toughness() -> None:
    # A Blocker (toughness 2) has two wounds after phase 3 and stays; the third in phase 2 is one too many.
    result = Table("outpost moloch", "C3=0.Brawler C4=0.HMG C2=1.Blocker").battle()
    assert [hits(result, n) for n in (3, 2, 1)] == [["C3>C2 melee 2"], ["C4>C2 ranged 1"], []]
    assert gone(result) == {2: ["C2"]}


@pytest.mark.ruling("R6.5")
@pytest.mark.parametrize(("wounds", "there"), [("", True), ("~1", True), ("~2", False)])
def test_wounds_from_before_the_battle_count(wounds: str, there: bool) -> None:
    result = Table("outpost moloch", f"C4=0.Commando/SW C2=1.Blocker{wounds}").battle()
    assert ("C2" in {unit["hex"] for unit in result["units"]}) is there


@pytest.mark.ruling("R6.5")
def test_a_wounded_unit_that_stays_acts_as_before() -> None:
    # The Guard (toughness 1, value 2) has a wound from phase 3 and strikes in 2.
    result = Table("outpost hegemony", "C2=0.Commando/NE C3=1.Guard").battle()
    assert all_hits(result) == ["C2>C3 ranged 1", "C3>C2 melee 1"]
    assert left(result) == {"C3~1"}


@pytest.mark.ruling("R6.5")
def test_wounds_of_one_phase_count_together_at_its_end() -> None:
    # Two shots at the Runner: both are its own, none goes on to the HQ behind it.
    result = Table("outpost hegemony", "C4=0.Commando/SW C5=0.Commando/SW C3=1.Runner/S C2=1.HQ").battle()
    assert hits(result, 3) == ["C4>C3 ranged 1", "C5>C3 ranged 1"]
    assert gone(result) == {3: ["C3"]}
    assert points(result) == [20, 20]


@pytest.mark.ruling("R6.5")
def test_what_is_destroyed_leaves_before_the_next_phase() -> None:
    # In phase 3 the Runner before the HQ dies; in phase 2 the Annihilator shoots through where it stood.
    result = Table("outpost hegemony", "C4=0.Commando/SW C5=0.Annihilator/SE C3=1.Runner/N C2=1.HQ").battle()
    assert all_hits(result) == ["C4>C3 ranged 1", "C5>C2 ranged 2"]
    assert points(result) == [20, 18]


@pytest.mark.ruling("R6.5")
def test_an_hq_loses_as_many_points_as_it_has_wounds() -> None:
    # 2 from the Brawler and 1 from the Commando in one phase.
    result = Table("outpost hegemony:17", "C3=0.Brawler C4=0.Commando/SW C2=1.HQ").battle()
    assert points(result) == [20, 14]


@pytest.mark.ruling("R6.5")
def test_an_hq_never_goes_past_0_and_leaves_at_the_end_of_the_phase() -> None:
    # With 1 point left it takes 2; in phase 2 the HMG already shoots past its place, and in phase 0 it is not there.
    result = Table("outpost hegemony:1", "C3=0.Brawler C4=0.HMG C2=1.HQ C1=1.Officer_I").battle()
    assert gone(result) == {3: ["C2"], 2: ["C1"]}
    assert acted(result) == {3: ["C3"], 2: ["C4"], 1: ["C4"]}
    assert points(result) == [20, 0]
    assert left(result) == {"C3", "C4"}


@pytest.mark.ruling("R6.5")
def test_the_battle_goes_on_after_an_hq_is_gone_and_its_bonus_with_it() -> None:
    # The Hegemony HQ falls in 3. In 2 its Runner, no longer beside it, strikes the other HQ with 1, not 2.
    board = "C3=0.Brawler C2=1.HQ B1=1.Runner/SW A1=0.HQ"
    table = Table("outpost hegemony:2", board)
    assert table.unit("B1")["melee"] == {"SW": 2}
    result = table.battle()
    assert hits(result, 2) == ["B1>A1 melee 1"]
    assert points(result) == [19, 0]


@pytest.mark.ruling("R6.5")
def test_both_hqs_can_fall_in_one_battle() -> None:
    # The first in phase 3, the second in phase 2.
    board = "C3=0.Brawler C2=1.HQ B1=1.Runner/SW A1=0.HQ"
    result = Table("outpost:1 hegemony:2", board).battle()
    assert gone(result) == {3: ["C2"], 2: ["A1"]}
    assert points(result) == [0, 0]


@pytest.mark.ruling("R6.5")
def test_in_a_game_both_hqs_gone_is_a_draw_and_one_gone_is_lost() -> None:
    board = "C3=0.Brawler C2=1.HQ B1=1.Runner/SW A1=0.HQ"
    both = Table("outpost:1 hegemony:2", board).hand(0, "Battle").turn(0).do("battle")
    assert both.st.is_over()
    assert both.st.winners() == ()
    one = Table("outpost:2 hegemony:2", board).hand(0, "Battle").turn(0).do("battle")
    assert one.st.is_over()
    assert one.st.winners() == (0,)


# --- R6.6: who is asked first -------------------------------------------------------------------
# Both have something to decide in phase 2: Moloch's Clown, and Hegemony's Runner with a Quartermaster.
TWO_CHOICES = "C3=0.Clown C2=1.HQ B4=1.Runner/NE B3=1.Quartermaster/S D3=0.Hybrid/NE"


@pytest.mark.ruling("R6.6", "R10.7")
@pytest.mark.parametrize(("armies", "order"), [("moloch* hegemony", [0, 1]), ("moloch hegemony*", [1, 0])])
def test_choices_before_the_hits_go_round_from_who_began_the_battle(armies: str, order: list[int]) -> None:
    # The Runner at B4 faces NE: C4 is free, D3 has the Hybrid, which it can shoot but not strike.
    questions = asked(Table(armies, TWO_CHOICES))
    assert [who for who, _ in questions] == order
    assert dict(questions)[0] == ["clown C3 attacks", "clown C3 explodes"]
    assert dict(questions)[1] == ["no change at B4", "change B4 NE to ranged"]


@pytest.mark.ruling("R6.6")
def test_choices_come_before_the_hits_and_medics_after_them() -> None:
    # The Clown (2) may explode although the Runner's blow falls in the same phase; then the Medics of the other side
    # are asked, with all hits on the table.
    board = "C3=0.Clown C2=1.Runner/S B2=1.Runner B1=1.Medic/S D1=1.Medic/NW"
    questions = asked(Table("moloch* outpost", board), "clown C3 explodes")
    assert questions[0] == (0, ["clown C3 attacks", "clown C3 explodes"])
    assert {who for who, _ in questions[1:]} == {1}


@pytest.mark.ruling("R6.6")
def test_going_round_comes_back_to_the_first_seat_last() -> None:
    # Seats 0 and 2 have a Clown each, and seat 1 began: seat 2 is asked before seat 0.
    board = "A1=0.Clown E3=2.Clown B4=0.Guard C5=1.HQ"
    questions = asked(Table("moloch outpost* moloch", board))
    assert [who for who, _ in questions] == [2, 0]


@pytest.mark.ruling("R6.6", "R3.3")
def test_a_captured_clown_is_its_takers_to_command() -> None:
    questions = asked(Table("moloch* vegas", "C3=0.Clown C4=1.Agitator"))
    assert questions == [(1, ["clown C3 attacks", "clown C3 explodes"])]


# --- R6.9: who begins ---------------------------------------------------------------------------
def starters(table: Table) -> list[int]:
    return [event.player for event in table.log.events if isinstance(event, BattleBegan)]


@pytest.mark.ruling("R6.9")
def test_who_plays_the_tile_begins_the_battle() -> None:
    table = Table("outpost hegemony", "A1=0.HQ E3=1.HQ").hand(1, "Battle").turn(1).do("battle")
    assert starters(table) == [1]


# All but C3, with the nets and blows of nobody in reach of anybody.
FULL = (
    "A1=0.HQ A2=0.Scout A3=0.Scout B1=0.Medic B2=0.Medic B3=0.Recon_Center B4=0.Officer C1=0.HMG/N C2=0.Commando "
    "C4=1.Transport C5=1.Scout D1=1.Officer_I D2=1.Officer_I D3=1.Officer_II D4=1.Quartermaster E1=1.Boss "
    "E2=1.Runner/NE E3=1.HQ"
)


@pytest.mark.ruling("R6.9", "R4.5")
def test_who_fills_the_board_begins_the_battle() -> None:
    table = Table("outpost hegemony", FULL).hand(1, "Runner").turn(1).do("place Runner C3 facing N")
    assert starters(table)[:1] == [1]
    table = Table("outpost hegemony", FULL).hand(0, "Brawler").turn(0).do("place Brawler C3 facing N")
    assert starters(table)[:1] == [0]


def last_turns(ruleset: str) -> Table:
    """Seat 0 draws its last tile; seat 1, which has tiles enough, has the turn before the Final Battle."""
    table = Table(f"{ruleset} outpost hegemony", "A1=0.HQ E3=1.HQ")
    table.pile(0, "Scoper").pile(1, "Thug", "Guard", "Boss", "Scout").begin_turn(0)
    return table.do("draw Scoper", "end turn", "draw Thug", "draw Guard", "draw Boss", "discard Boss")


@pytest.mark.ruling("R6.9", "R4.4")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_first_drew_the_last_tile_begins_the_final_battle(ruleset: str) -> None:
    table = last_turns(ruleset).do("end turn")
    assert starters(table) == [0]


@pytest.mark.ruling("R6.9")
def test_it_stays_the_first_also_when_another_draws_the_last_tile_later() -> None:
    table = Table("outpost hegemony", "A1=0.HQ E3=1.HQ").pile(0, "Scoper").pile(1, "Thug")
    table.begin_turn(0).do("draw Scoper", "end turn", "draw Thug", "end turn")
    assert starters(table)[0] == 0


@pytest.mark.ruling("R6.9", "R1.2")
@pytest.mark.parametrize("ruleset", ["3.0", "living"])
def test_who_took_the_turn_before_the_final_battle_begins_an_additional_battle(ruleset: str) -> None:
    table = last_turns(ruleset).do("end turn")
    while not table.st.is_over():
        offers = table.offers()
        table.do(next((offer for offer in offers if offer == "end turn"), offers[0]))
    assert starters(table) == [0, 1]
