"""Section 7: Medics. Whom they can save, whom they must, which of them is spent, and who decides.

                 C1
              B1    D1
           A1    C2    E1
              B2    D2
           A2    C3    E2
              B3    D3
           A3    C4    E3
              B4    D4
                 C5

Links of the Medics here, facing N: the Outpost's and Borgo's NW N NE, Moloch's N SE SW, Vegas's N, the Doomsday
Machine's the first and the second hex to the N.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules.table import Table
from tests.rules.telling import all_hits, asked, endings, gone, hits, left, points

TEAM = {"teams": "teams=0+2,1+3"}


# --- R7.1: who can save --------------------------------------------------------------------------
@pytest.mark.ruling("R7.1")
def test_a_medic_that_its_hits_destroy_saves_nobody() -> None:
    # One Runner strikes the Scoper at C2, another its Medic at C3, at once.
    result = Table("hegemony outpost", "B2=0.Runner/NE C4=0.Runner C2=1.Scoper C3=1.Medic").battle()
    assert hits(result, 2) == ["B2>C2 melee 1", "C4>C3 melee 1"]
    assert gone(result) == {2: ["C2", "C3"]}


@pytest.mark.ruling("R7.1")
def test_a_medic_hit_in_an_earlier_phase_is_no_longer_there() -> None:
    result = Table("hegemony outpost", "B2=0.Runner/NE C4=0.Ganger/NE C2=1.Scoper C3=1.Medic").battle()
    assert gone(result) == {3: ["C3"], 2: ["C2"]}


@pytest.mark.ruling("R7.1")
def test_a_medic_that_is_saved_from_its_hits_can_save() -> None:
    # The Medic at D3 saves the one at C3, which then saves the Scoper: both are spent, in that order, without choice.
    board = "B2=0.Runner/NE C4=0.Runner C2=1.Scoper C3=1.Medic D3=1.Medic/SW"
    result = Table("hegemony outpost", board).battle()
    assert hits(result, 2) == ["B2>C2 melee 1 saved", "C4>C3 melee 1 saved"]
    assert gone(result) == {2: ["C3", "D3"]}
    assert result["choices"] == 0


@pytest.mark.ruling("R7.1", "R7.2")
def test_a_medic_saved_from_one_of_two_deadly_hits_is_lost_all_the_same() -> None:
    # And the Medic that tried is spent: every hit unit with a usable Medic must use it.
    board = "B2=0.Runner/NE C4=0.Runner B3=0.Runner/NE C2=1.Scoper C3=1.Medic D3=1.Medic/SW"
    result = Table("hegemony outpost", board).battle()
    assert gone(result) == {2: ["C2", "C3", "D3"]}
    assert result["choices"] == 0  # the two hits on C3 do the same


# A Medic linked to the Scout at B3 and the Scoper at D3, both hit.
TWO_PATIENTS = "A3=0.Runner/NE D4=0.Runner B3=1.Scout D3=1.Scoper C4=1.Medic"


@pytest.mark.ruling("R7.1", "R7.2")
def test_a_medic_linked_to_several_hit_units_serves_the_one_its_controller_chooses() -> None:
    table = Table("hegemony outpost", TWO_PATIENTS)
    assert asked(table) == [(1, ["save B3 from 1 by medic C4", "save D3 from 1 by medic C4"])]
    assert gone(table.battle_choosing("save B3 from 1 by medic C4")) == {2: ["C4", "D3"]}
    assert gone(table.battle_choosing("save D3 from 1 by medic C4")) == {2: ["B3", "C4"]}


@pytest.mark.ruling("R7.1")
def test_another_medic_may_be_among_the_units_to_choose_from() -> None:
    # The Medic at C3 serves the Scoper at C2 or the Medic at B2, which looks the other way.
    board = "C1=0.Runner/S B1=0.Runner/S C2=1.Scoper B2=1.Medic/SW C3=1.Medic"
    table = Table("hegemony outpost", board)
    assert asked(table) == [(1, ["save B2 from 1 by medic C3", "save C2 from 1 by medic C3"])]
    assert gone(table.battle_choosing("save B2 from 1 by medic C3")) == {2: ["C2", "C3"]}


@pytest.mark.ruling("R7.1", "R7.2")
def test_to_save_a_medic_lets_it_save_in_its_turn() -> None:
    # As before, but the Medic at B2 is linked to the Scoper: saved itself, it must save that too.
    board = "C1=0.Runner/S B1=0.Runner/S C2=1.Scoper B2=1.Medic C3=1.Medic"
    table = Table("hegemony outpost", board)
    result = table.battle_choosing("save B2 from 1 by medic C3")
    assert hits(result, 2) == ["B1>B2 melee 1 saved", "C1>C2 melee 1 saved"]
    assert gone(result) == {2: ["B2", "C3"]}
    result = table.battle_choosing("save C2 from 1 by medic C3")
    assert hits(result, 2) == ["B1>B2 melee 1", "C1>C2 melee 1 saved"]


@pytest.mark.ruling("R7.1", "R3.1")
def test_a_netted_medic_saves_nobody() -> None:
    board = "B2=0.Runner/NE B3=0.Net_Fighter C2=1.Scoper C3=1.Medic"
    result = Table("hegemony outpost", board).battle()
    assert gone(result) == {2: ["C2"]}


@pytest.mark.ruling("R7.1")
def test_a_tough_medic_survives_its_hit_and_saves(tmp_path: Path) -> None:
    """No printed Medic has toughness; an army of one's own may have one."""
    army = """
name = "The Hospital"
colour = "#ffffff"
ink = "#000000"
pattern = "plain"
difficulty = 1
about = "Doctors."
about_pl = "Lekarze."
[[tile]]
name = "HQ"
count = 1
kind = "hq"
initiative = [0]
melee = { N = 1, NE = 1, SE = 1, S = 1, SW = 1, NW = 1 }
[[tile]]
name = "Field Doctor"
count = 28
kind = "module"
toughness = 1
module = { medic = true }
links = ["N"]
[[tile]]
name = "Battle"
count = 6
kind = "instant"
effect = "battle"
"""
    (tmp_path / "hospital.toml").write_text(army, encoding="utf-8")
    board = "B2=0.Runner/NE B3=0.Runner/NE C2=1.HQ C3=1.Field_Doctor"
    program = (
        "import json, sys\n"
        "from neurohex.notation.compact import parse_line\n"
        "from neurohex.notation.report import battle\n"
        "json.dump(battle(parse_line(sys.argv[1])), sys.stdout)\n"
    )
    command = [sys.executable, "-c", program, f"hegemony hospital | {board}"]
    environment = os.environ | {"NEUROHEX_ARMIES": str(tmp_path)}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    result = json.loads(run.stdout)
    assert hits(result, 2) == ["B2>C2 melee 1 saved", "B3>C3 melee 1"]
    assert gone(result) == {2: ["C3"], 0: ["B2"]}


# --- R7.2: who must be saved, from what ------------------------------------------------------------
@pytest.mark.ruling("R7.2")
def test_a_hit_unit_must_use_its_medic_also_where_it_would_stand() -> None:
    # One wound is nothing to a Blocker; the Medic goes nevertheless.
    result = Table("outpost moloch", "C1=0.Commando/NE C2=1.Blocker/S C3=1.Medic").battle()
    assert hits(result, 3) == ["C1>C2 ranged 1 saved"]
    assert left(result) == {"C1", "C2"}


@pytest.mark.ruling("R7.2")
def test_a_medic_cancels_one_whole_hit_and_is_destroyed() -> None:
    result = Table("outpost vegas", "C1=0.Brawler/S C2=1.Scout C3=1.Medic").battle()
    assert hits(result, 3) == ["C1>C2 melee 2 saved"]
    assert left(result) == {"C1", "C2"}


@pytest.mark.ruling("R7.2")
def test_a_medic_serves_in_one_phase_only() -> None:
    # It is spent in phase 2; the HMG's second shot kills.
    result = Table("outpost vegas", "C1=0.HMG/S C2=1.Scout C3=1.Medic").battle()
    assert all_hits(result) == ["C1>C2 ranged 1 saved", "C1>C2 ranged 1"]
    assert gone(result) == {2: ["C3"], 1: ["C2"]}


@pytest.mark.ruling("R7.2")
def test_a_medic_does_nothing_for_the_enemy() -> None:
    result = Table("outpost vegas", "C2=0.Scout C1=1.Bodyguard/S C3=1.Medic").battle()
    assert gone(result) == {2: ["C2"]}


# Hits of 2 (Brawler) and 1 (Commando) on a Blocker, toughness 2, with one Medic.
UNEQUAL = "C1=0.Brawler/S B2=0.Commando/NW C2=1.Blocker/N C3=1.Medic"


@pytest.mark.ruling("R7.2")
def test_of_unequal_hits_the_patients_controller_chooses_one() -> None:
    table = Table("outpost moloch", UNEQUAL)
    assert asked(table) == [(1, ["save C2 from 2 by medic C3", "save C2 from 1 by medic C3"])]
    assert left(table.battle_choosing("save C2 from 2 by medic C3")) == {"B2", "C1", "C2~1"}
    assert left(table.battle_choosing("save C2 from 1 by medic C3")) == {"B2", "C1", "C2~2"}
    assert table.battle()["choices"] == 1


@pytest.mark.ruling("R7.2")
def test_a_choice_between_unequal_hits_counts_also_where_the_unit_dies_either_way() -> None:
    result = Table("outpost vegas", "C1=0.Brawler/S B2=0.Commando/NW C2=1.Scout C3=1.Medic").battle()
    assert gone(result) == {3: ["C2", "C3"]}
    assert result["choices"] == 1


@pytest.mark.ruling("R7.2")
def test_hits_that_would_do_the_same_are_one_choice() -> None:
    # Two shots of 1: one is cancelled, and nobody is asked which.
    result = Table("outpost moloch", "C1=0.Commando/NE B2=0.Commando/NW C2=1.Blocker/S C3=1.Medic").battle()
    assert left(result) == {"B2", "C1", "C2~1"}
    assert sum(hit["absorbed"] for hit in result["phases"][0]["hits"]) == 1
    assert result["choices"] == 0


# A Scoper with a Medic on either side; neither Medic is linked to the other.
TWO_MEDICS = "C2=1.Scoper C1=1.Medic/S C3=1.Medic"


@pytest.mark.ruling("R7.2")
def test_of_two_medics_the_patients_controller_chooses_one() -> None:
    table = Table("hegemony outpost", f"{TWO_MEDICS} B2=0.Runner/NE")
    assert asked(table) == [(1, ["save C2 from 1 by medic C1", "save C2 from 1 by medic C3"])]
    assert gone(table.battle_choosing("save C2 from 1 by medic C3")) == {2: ["C3"]}
    assert table.battle()["choices"] == 1


@pytest.mark.ruling("R7.2")
def test_a_unit_hit_twice_uses_both_its_medics() -> None:
    result = Table("hegemony outpost", f"{TWO_MEDICS} B2=0.Runner/NE D2=0.Runner/NW").battle()
    assert hits(result, 2) == ["B2>C2 melee 1 saved", "D2>C2 melee 1 saved"]
    assert gone(result) == {2: ["C1", "C3"]}


@pytest.mark.ruling("R7.2")
@pytest.mark.parametrize("second", ["D2=0.Runner/NW", "D2=0.Runner/NW D1=0.Officer_I/S"])
def test_where_every_hit_is_cancelled_and_every_medic_spent_there_is_one_outcome_and_no_choice(second: str) -> None:
    # Equal or unequal, whichever Medic takes whichever hit.
    assert Table("hegemony outpost", f"{TWO_MEDICS} B2=0.Runner/NE {second}").battle()["choices"] == 0


@pytest.mark.ruling("R7.2")
def test_a_unit_hit_three_times_with_two_medics_keeps_one_hit() -> None:
    board = f"{TWO_MEDICS} B2=0.Runner/NE D2=0.Runner/NW B1=0.Runner/SE"
    result = Table("hegemony outpost", board).battle()
    assert gone(result) == {2: ["C1", "C2", "C3"]}


# The Outpost's Runners and Borgo's Brawlers strike each other, and each side has one Medic for its two.
BOTH_SIDES = "B2=0.Runner/SE B3=0.Runner/SE A2=0.Medic/NE C2=1.Brawler/SW C3=1.Brawler/SW D2=1.Medic/SW"


@pytest.mark.ruling("R7.2", "R6.6", "R10.7")
@pytest.mark.parametrize(("armies", "order"), [("outpost* borgo", [0, 1]), ("outpost borgo*", [1, 0])])
def test_choices_of_several_players_go_round_from_who_began_the_battle(armies: str, order: list[int]) -> None:
    questions = asked(Table(armies, BOTH_SIDES))
    assert [who for who, _ in questions] == order
    assert dict(questions) == {
        0: ["save B2 from 2 by medic A2", "save B3 from 2 by medic A2"],
        1: ["save C2 from 1 by medic D2", "save C3 from 1 by medic D2"],
    }


@pytest.mark.ruling("R7.2")
def test_the_default_policy_cancels_the_largest_hit() -> None:
    # The Scout at D3 is hit with 2, the HQ at B3 with 1.
    board = "A3=0.Runner/NE D4=0.Runner E3=0.Officer_I/SW B3=1.HQ D3=1.Scout C4=1.Medic"
    assert hits(Table("hegemony outpost", board).battle(), 2) == ["A3>B3 melee 1", "D4>D3 melee 2 saved"]


@pytest.mark.ruling("R7.2")
def test_the_default_policy_prefers_an_hq_among_equal_hits() -> None:
    board = "A3=0.Runner/NE D4=0.Runner B3=1.Scout D3=1.HQ C4=1.Medic"
    assert hits(Table("hegemony outpost", board).battle(), 2) == ["A3>B3 melee 1", "D4>D3 melee 1 saved"]


@pytest.mark.ruling("R7.2")
def test_the_default_policy_then_goes_by_hex_name() -> None:
    assert gone(Table("hegemony outpost", TWO_PATIENTS).battle()) == {2: ["C4", "D3"]}
    assert gone(Table("hegemony outpost", f"{TWO_MEDICS} B2=0.Runner/NE").battle()) == {2: ["C1"]}


# --- R7.3: which Medic is spent ----------------------------------------------------------------------
# The Medic at C4 is linked to the Medic at C3, which is linked to the Scoper at C2.
CHAIN = "C2=1.Scoper C3=1.Medic C4=1.Medic"


@pytest.mark.ruling("R7.3")
def test_the_medic_of_a_medic_is_spent_in_its_place() -> None:
    result = Table("hegemony outpost", f"{CHAIN} B2=0.Runner/NE").battle()
    assert hits(result, 2) == ["B2>C2 melee 1 saved"]
    assert gone(result) == {2: ["C4"]}
    assert result["choices"] == 0


@pytest.mark.ruling("R7.3")
def test_the_medic_that_was_kept_stays_usable() -> None:
    # The second hit costs it; a third would kill the Scoper.
    result = Table("hegemony outpost", f"{CHAIN} B2=0.Runner/NE D2=0.Runner/NW").battle()
    assert gone(result) == {2: ["C3", "C4"]}
    assert result["choices"] == 0
    result = Table("hegemony outpost", f"{CHAIN} B2=0.Runner/NE D2=0.Runner/NW C1=0.Runner/S").battle()
    assert gone(result) == {2: ["C2", "C3", "C4"]}


@pytest.mark.ruling("R7.3", "R7.1")
def test_a_medic_that_its_hits_destroy_does_not_stand_in() -> None:
    result = Table("hegemony outpost", f"{CHAIN} B2=0.Runner/NE C5=0.Runner").battle()
    assert gone(result) == {2: ["C3", "C4"]}
    assert hits(result, 2) == ["B2>C2 melee 1 saved", "C5>C4 melee 1"]


# Three long: D4 is linked to D3, D3 to C3, C3 to the Scout at C2.
LONG_CHAIN = "C2=1.Scout C3=1.Medic D3=1.Medic/NW D4=1.Medic"


@pytest.mark.ruling("R7.3")
def test_the_last_of_a_chain_of_three_is_spent_first() -> None:
    assert gone(Table("borgo doomsday", f"{LONG_CHAIN} C1=0.Brawler/S").battle()) == {2: ["D4"]}
    assert gone(Table("borgo doomsday", f"{LONG_CHAIN} C1=0.Brawler/S B1=0.Brawler/SE").battle()) == {2: ["D3", "D4"]}


@pytest.mark.ruling("R7.3", "R7.1")
def test_down_a_chain_of_three_each_saves_the_next() -> None:
    # The Mutant strikes the Medics at C3 and D3. D4 saves D3, which then saves C3, which then saves the Scout.
    result = Table("borgo doomsday", f"{LONG_CHAIN} C1=0.Brawler/S C4=0.Mutant").battle()
    assert hits(result, 2) == ["C1>C2 melee 2 saved", "C4>C3 melee 1 saved", "C4>D3 melee 1 saved"]
    assert gone(result) == {2: ["C3", "D3", "D4"]}
    assert result["choices"] == 0


@pytest.mark.ruling("R7.3")
def test_of_two_medics_linked_to_each_other_the_controller_chooses() -> None:
    # C3 serves the Hybrid at D3; C2 and C3 are linked to each other.
    table = Table("hegemony moloch", "D3=1.Hybrid/SE C3=1.Medic C2=1.Medic/NE D4=0.Runner")
    assert asked(table) == [(1, ["save D3 from 1 by medic C2", "save D3 from 1 by medic C3"])]
    assert gone(table.battle_choosing("save D3 from 1 by medic C2")) == {2: ["C2"]}
    assert gone(table.battle_choosing("save D3 from 1 by medic C3")) == {2: ["C3"]}


@pytest.mark.ruling("R7.3")
def test_in_a_ring_of_medics_the_controller_chooses() -> None:
    # C4 is linked to C3 (and to the Scout at C2 beyond it), C3 to B3, B3 to C4.
    table = Table("borgo doomsday", "C2=1.Scout C4=1.Medic C3=1.Medic/SW B3=1.Medic/SE C1=0.Brawler/S")
    assert asked(table) == [(1, [f"save C2 from 2 by medic {name}" for name in ("B3", "C3", "C4")])]
    assert gone(table.battle_choosing("save C2 from 2 by medic B3")) == {2: ["B3"]}


@pytest.mark.ruling("R7.3")
def test_where_more_than_one_could_stand_in_the_controller_chooses() -> None:
    # B3 and D3 are both linked to C3, which serves the Scout: it is one of those two.
    table = Table("borgo doomsday", "C2=1.Scout C3=1.Medic B3=1.Medic/NE D3=1.Medic/NW C1=0.Brawler/S")
    assert asked(table) == [(1, ["save C2 from 2 by medic B3", "save C2 from 2 by medic D3"])]


@pytest.mark.ruling("R7.3")
def test_a_stand_in_from_outside_keeps_one_of_two_that_are_linked_to_each_other() -> None:
    # C4 serves the Scout at C2 and is linked with C3 both ways; D3 is linked to C3. To spend C3 is to spend D3.
    table = Table("borgo doomsday", "C2=1.Scout C4=1.Medic C3=1.Medic/S D3=1.Medic/NW C1=0.Brawler/S")
    assert asked(table) == [(1, ["save C2 from 2 by medic C4", "save C2 from 2 by medic D3"])]


@pytest.mark.ruling("R7.3", "R7.1")
def test_of_two_medics_linked_to_each_other_one_saves_the_other_when_that_is_hit() -> None:
    result = Table("hegemony moloch", "C3=1.Medic C2=1.Medic/NE C4=0.Runner").battle()
    assert hits(result, 2) == ["C4>C3 melee 1 saved"]
    assert gone(result) == {2: ["C2"]}
    assert result["choices"] == 0


@pytest.mark.ruling("R7.1", "R7.2", "R7.3")
def test_what_can_come_of_a_battle_does_not_hang_on_the_names_of_hexes() -> None:
    # C2 and C3 are linked to each other, and both are hit; B1 could save the one, D3 the other. Whoever is saved first
    # can save the other. The second board is the first turned by half a turn: the same must be possible on it.
    board = "C2=1.Medic/S C3=1.Medic/N B1=1.Medic/SE D3=1.Medic/NW D2=0.Brawler/NW C4=0.Brawler/N"
    turned = "C4=1.Medic/N C3=1.Medic/S D4=1.Medic/NW B2=1.Medic/SE B3=0.Brawler/SE C2=0.Brawler/S"
    back = {"C4": "C2", "C3": "C3", "D4": "B1", "B2": "D3"}
    there = {frozenset(back[name] for name in ending) for ending in endings(Table("borgo doomsday", turned))}
    assert endings(Table("borgo doomsday", board)) == there


@pytest.mark.ruling("R7.1", "R7.3")
def test_a_medic_that_is_saved_from_its_hits_stands_in() -> None:
    # The Tripler at C3 is hit twice, and its Medic at C5 has the one at E3 to stand in. That is hit too, and D4 can
    # save it: then E3 is spent for the first hit on the Tripler, and C5 for the second. Otherwise C5 is spent at once.
    board = "C3=1.Tripler C5=1.Medic D4=1.Medic/NE E3=1.Medic/SW C2=0.Brawler/S B2=0.Brawler/SE E2=0.Mutant/S"
    result = Table("borgo doomsday", board).battle_choosing("save E3 from 1 by medic D4")
    assert all(hit.endswith("saved") for hit in hits(result, 2))
    assert gone(result) == {2: ["C5", "D4", "E3"]}
    result = Table("borgo doomsday", board).battle_choosing("save C3 from 2 by medic C5")
    assert not all(hit.endswith("saved") for hit in hits(result, 2))


@pytest.mark.ruling("R7.2")
def test_whoever_uses_medics_for_medics_chooses_where_it_ends_differently() -> None:
    # The bomb strikes B2, C2 and C3. Saved by B4, B2 can save C2; saved by D1, C3 can.
    board = "B2=1.Medic/NE B4=1.Medic C2=1.Alpha_Shooter C3=1.Medic/NE D1=1.Medic/S D2=1.Medic/SW E3=0.HQ A1=1.HQ"

    def bombed() -> Table:
        return Table("doomsday doomsday", board).hand(0, "Small Bomb").turn(0).do("small bomb B2 C2 C3")

    assert bombed().actor == 1
    assert bombed().offers() == ["save B2 from 1 by medic B4", "save C3 from 1 by medic D1"]
    ends = {tuple(sorted(bombed().do(text).now())) for text in bombed().offers()}
    assert len(ends) == 2


@pytest.mark.ruling("R7.1", "R3.4")
def test_nobody_is_asked_about_a_medic_that_works_for_another_side() -> None:
    # The Outpost's Scoper has the Medic on C3 work for the Runner on C2. Moloch's own Medic on C4 could stand in for
    # it, or save the Guard on B4: that is Moloch's to choose, though the Outpost began the Battle.
    board = "C2=0.Runner C3=1.Medic C4=1.Medic D2=0.Scoper B4=1.Guard B3=0.Brawler/S C1=1.Hybrid/S A1=0.HQ E3=1.HQ"
    table = Table("outpost moloch", board).hand(0, "Battle").turn(0).do("battle")
    assert table.actor == 1
    assert table.offers() == ["save B4 from 2 by medic C4", "save C2 from 1 by medic C4"]
    assert {"C2", "C3"} & set(table.do("save B4 from 2 by medic C4").now()) == {"C2"}  # C3 itself is spent


@pytest.mark.ruling("R7.2", "R10.2")
def test_a_teammates_medic_saves() -> None:
    table = Table("hegemony borgo outpost moloch", "C2=0.Scout C3=2.Medic C1=1.Brawler/S", **TEAM)
    assert gone(table.battle()) == {2: ["C3"]}


@pytest.mark.ruling("R7.3")
@pytest.mark.parametrize(
    ("armies", "chooser"), [("hegemony* borgo outpost moloch", 0), ("hegemony borgo outpost* moloch", 2)]
)
def test_a_choice_that_touches_two_teammates_is_made_by_the_first_going_round(armies: str, chooser: int) -> None:
    # The Outpost's Medic serves its own Scout at D3 or Hegemony's at B3.
    board = "B3=0.Scout D3=2.Scout C4=2.Medic A3=1.Brawler/NE D4=1.Brawler"
    questions = asked(Table(armies, board, **TEAM))
    assert questions == [(chooser, ["save B3 from 2 by medic C4", "save D3 from 2 by medic C4"])]


# --- R7.4: what Medics answer ------------------------------------------------------------------------
@pytest.mark.ruling("R7.4")
def test_an_hq_is_saved_like_any_unit() -> None:
    result = Table("hegemony vegas:1", "B2=0.Runner/NE C2=1.HQ C3=1.Medic").battle()
    assert hits(result, 2) == ["B2>C2 melee 1 saved"]
    assert points(result) == [20, 1]
    assert gone(result)[2] == ["C3"]


@pytest.mark.ruling("R7.4", "R8.3")
def test_a_medic_answers_a_sniper() -> None:
    table = Table("outpost vegas", "A1=0.HQ E3=1.HQ C2=1.Scout C3=1.Medic").hand(0, "Sniper").turn(0).do("snipe C2")
    assert set(table.now()) == {"A1", "C2", "E3"}


@pytest.mark.ruling("R7.2", "R7.4")
def test_the_patients_controller_chooses_in_the_others_turn_too() -> None:
    board = "A1=0.HQ E3=1.HQ C2=1.Hybrid C1=1.Medic/NE C3=1.Medic"
    table = Table("outpost moloch", board).hand(0, "Sniper").turn(0).do("snipe C2")
    assert table.actor == 1
    assert table.offers() == ["save C2 from 1 by medic C1", "save C2 from 1 by medic C3"]
    table.do("save C2 from 1 by medic C3")
    assert set(table.now()) == {"A1", "C1", "C2", "E3"}
    assert table.actor == 0


@pytest.mark.ruling("R7.4", "R7.3")
def test_a_chain_holds_against_instants() -> None:
    table = Table("borgo outpost", f"A1=0.HQ E3=1.HQ {CHAIN}").hand(0, "Grenade").turn(0)
    assert table.offers_like("grenade") == []  # only beside one's own HQ
    board = f"B2=0.HQ E3=1.HQ {CHAIN}"
    table = Table("borgo outpost", board).hand(0, "Grenade").turn(0).do("grenade C2")
    assert set(table.now()) == {"B2", "C2", "C3", "E3"}


@pytest.mark.ruling("R7.4", "R8.2")
def test_a_medic_answers_a_grenade_though_it_destroys() -> None:
    # A Blocker's toughness is no help, its Medics are; of two its controller chooses.
    board = "B1=0.HQ E3=1.HQ C2=1.Blocker C3=1.Medic"
    table = Table("borgo moloch", board).hand(0, "Grenade").turn(0).do("grenade C2")
    assert table.now()["C2"] == "1.Blocker/N"
    assert "C3" not in table.now()
    board = "B1=0.HQ E3=1.HQ C2=1.Blocker C1=1.Medic/NE C3=1.Medic"
    table = Table("borgo moloch", board).hand(0, "Grenade").turn(0).do("grenade C2")
    assert table.offers() == ["save C2 from destruction by medic C1", "save C2 from destruction by medic C3"]


@pytest.mark.ruling("R7.4", "R7.1", "R8.4")
def test_an_air_strike_that_covers_the_medic_leaves_nobody_to_save() -> None:
    board = "A1=0.HQ E1=1.HQ C4=1.Scoper C5=1.Medic D3=1.Scout B4=1.Recon_Center"
    table = Table("moloch outpost", board).hand(0, "Air Strike").turn(0).do("air strike C3")
    assert set(table.now()) == {"A1", "B4", "C4", "E1"}  # the Medic at C5 saved C4; D3 had none
    board = "A1=0.HQ E1=1.HQ C2=1.Scoper C3=1.Medic"
    table = Table("moloch outpost", board).hand(0, "Air Strike").turn(0).do("air strike C3")
    assert set(table.now()) == {"A1", "E1"}


@pytest.mark.ruling("R7.2", "R8.4")
def test_choices_about_an_instant_go_round_from_whose_turn_it_is() -> None:
    # Moloch's own Hybrid at C2 has two Medics; the Outpost's Medic at B4 serves B3 or C4. All three are struck.
    board = "E1=0.HQ E3=1.HQ C2=0.Hybrid C1=0.Medic/NE B1=0.Medic B3=1.Scout C4=1.Scoper B4=1.Medic"
    table = Table("moloch outpost", board).hand(0, "Air Strike").turn(0).do("air strike C3")
    assert (table.actor, table.offers()) == (0, ["save C2 from 1 by medic B1", "save C2 from 1 by medic C1"])
    table.do("save C2 from 1 by medic C1")
    assert (table.actor, table.offers()) == (1, ["save B3 from 1 by medic B4", "save C4 from 1 by medic B4"])
    table.do("save C4 from 1 by medic B4")
    assert set(table.now()) == {"B1", "C2", "C4", "E1", "E3"}


@pytest.mark.ruling("R7.4", "R11.4")
def test_a_medic_answers_a_small_bomb() -> None:
    board = "A1=0.HQ E3=1.HQ C2=1.Scout C3=1.Medic"
    table = Table("doomsday vegas", board).hand(0, "Small Bomb").turn(0).do("small bomb C2 C1 D1")
    assert set(table.now()) == {"A1", "C2", "E3"}


@pytest.mark.ruling("R7.4", "R9.3")
@pytest.mark.parametrize(
    ("procedure", "board"),
    [
        # The Scout on the Terminal B1, its Medic beside it at B2 or C1.
        ("procedure detonation", "B1=1.Scout C1=1.Medic/SW"),
        # The Scout at B2 between the Links on B1 and B4.
        ("procedure laser B1 B4", "B1=0.Officer B4=0.Officer B2=1.Scout A2=1.Medic/NE"),
        # The Scout at B2 beside three Links: A2, B1 and the HQ on C3.
        ("procedure elimination B2", "A2=0.Officer B1=0.Officer B2=1.Scout B3=1.Medic"),
    ],
)
def test_a_medic_answers_procedures(procedure: str, board: str) -> None:
    table = Table("duel smart vegas", f"C3=0.HQ E3=1.HQ {board}").energy(0, 4).turn(0)
    before = table.now()
    after = table.do(procedure).now()
    assert [name for name in before if name not in after] == [
        name for name, unit in before.items() if unit.startswith("1.Medic")
    ]


@pytest.mark.ruling("R7.4", "R5.5")
def test_no_medic_answers_a_mine() -> None:
    table = Table("outpost vegas", "A1=0.HQ E3=1.HQ C3=0.Medic", "C2=1.Mine").hand(0, "Runner").turn(0)
    table.do("place Runner C2 facing N")
    assert set(table.now()) == {"A1", "C3", "E3"}


@pytest.mark.ruling("R7.2", "R3.4")
def test_a_scoped_medic_serves_the_scopers_side() -> None:
    # The Bodyguard of Vegas strikes the Outpost's Scout, and the Medic of Vegas must save it.
    board = "C2=0.Scout C4=0.Scoper B2=1.Bodyguard/NE C3=1.Medic"
    result = Table("outpost vegas", board).battle()
    assert hits(result, 2) == ["B2>C2 melee 1 saved"]
    assert gone(result) == {2: ["C3"]}


@pytest.mark.ruling("R7.2", "R3.4")
def test_a_scoped_medic_does_not_serve_its_own_side() -> None:
    board = "C1=0.Runner/SW C4=0.Scoper C2=1.Bodyguard/S C3=1.Medic"
    result = Table("outpost vegas", board).battle()
    assert hits(result, 2) == ["C1>C2 melee 1"]


@pytest.mark.ruling("R7.2", "R3.3")
def test_a_captured_unit_is_saved_by_its_takers_medics_only() -> None:
    # The Hybrid at C2 is Vegas's while the Agitator (D2) holds it: Vegas's Medic saves it from Moloch's Hornet.
    board = "C2=1.Hybrid/NW D2=0.Agitator/NW C1=0.Medic/S B2=1.Hornet/NE"
    result = Table("vegas moloch", board).battle()
    assert hits(result, 2) == ["B2>C2 melee 2 saved"]
    board = "C2=1.Hybrid/NW D2=0.Agitator/NW C3=1.Medic B2=1.Hornet/NE"
    result = Table("vegas moloch", board).battle()
    assert hits(result, 2) == ["B2>C2 melee 2"]


# --- endless hits -----------------------------------------------------------------------------------
# The Delta Shooter at C4 shoots into the Tripler at C3; what leaves it to the NE comes back by D2 and D3, without end.
# What leaves it to the N strikes C2.
LOOP = "C4=0.Delta_Shooter C3=0.Tripler D2=0.Fireblast/S D3=0.Fireblast/NW"


@pytest.mark.ruling("R11.2", "R7.2")
def test_a_medic_cancels_one_of_endless_hits_and_is_spent_in_vain() -> None:
    result = Table("doomsday borgo", f"{LOOP} C2=1.HQ C1=1.Medic/S").battle()
    assert [hit for hit in hits(result, 1) if ">C2" in hit] == ["C4>C2 ranged endless"]
    assert gone(result) == {1: ["C1", "C2"]}
    assert points(result) == [20, 0]
    assert result["choices"] == 0


@pytest.mark.ruling("R7.2")
def test_the_order_of_patients_is_asked_where_a_saved_medic_could_save_a_third() -> None:
    # D4 can save C4, and C2 can save D2. Either of these two could then save D3, and D3 could save C4.
    board = "D4=0.Medic/NW D3=0.Medic/SE^v C4=0.Medic/NE^v D2=0.Medic/NE^v C2=0.Medic/SE A1=0.HQ A3=1.HQ"
    ends = set(endings(Table("mississippi hegemony", board)))
    assert ends == {frozenset(("C2", "D2", "D4")), frozenset(("C2", "C4", "D4")), frozenset(("C2", "D2", "D3"))}
