"""Where rulings of several sections meet: positions that random ones seldom bring together."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.course import Course
from tests.rules.table import Table, hits, left


def markers(result: dict[str, Any]) -> dict[str, list[str]]:
    return {unit["hex"]: unit["markers"] for unit in result["units"] if "markers" in unit}


# --- Medics and hits that carry markers ---
@pytest.mark.ruling("R7.2", "R21.1")
def test_a_hit_with_venom_and_one_without_are_a_choice_for_a_medic() -> None:
    # The Nightshade and the Slicer hit the HQ with 1 each; only one of the hits leaves a marker.
    t = Table("neojungle borgo", "C2=0.Nightshade/S D2=0.Slicer/SW C3=1.HQ C4=1.Medic A1=0.HQ")
    assert t.battle()["choices"] == 1
    assert markers(t.battle_choosing("save C3 from 1 with venom by medic C4")) == {}
    assert markers(t.battle_choosing("save C3 from 1 by medic C4")) == {"C3": ["venom"]}


@pytest.mark.ruling("R7.2", "R23.2")
def test_so_are_one_with_paralysis_and_one_without() -> None:
    t = Table("sharrash borgo", "C2=0.Rats/S C1=0.Landfill/S D2=0.Rats/SW C3=1.HQ C4=1.Medic A1=0.HQ")
    free = t.battle_choosing("save C3 from 1 with paralysis by medic C4")
    assert "0: C3>C2 melee 1" in hits(free)
    numb = t.battle_choosing("save C3 from 1 by medic C4")
    assert not any(hit.startswith("0: C3") for hit in hits(numb))


@pytest.mark.ruling("R7.2", "R21.3")
@pytest.mark.parametrize(
    ("armies", "board"),
    [
        # No marker is left: both lie on the other army's HQ.
        ("neojungle borgo", "C2=0.Nightshade/S D2=0.Slicer/SW C3=1.Super_Mutant/N C4=1.Medic A1=0.HQ E3=1.HQ^vv"),
        # The patient is destroyed either way, and takes no marker.
        ("neojungle borgo", "C2=0.Nightshade/S D2=0.Slicer/SW C3=1.Officer/N C4=1.Medic A1=0.HQ E3=1.HQ"),
    ],
)
def test_hits_that_would_do_the_same_are_no_choice(armies: str, board: str) -> None:
    result = Table(armies, board).battle()
    assert [hit for hit in hits(result) if hit.endswith("saved")] == ["2: C2>C3 melee 1 saved"]
    assert result["choices"] == 0


# --- targets that make no difference ---
@pytest.mark.ruling("R13.6", "R16.1", "R6.3")
def test_a_sharpshooter_is_not_asked_where_armour_stops_the_shot_at_every_target() -> None:
    t = Table("newyork moloch", "C5=0.Sharpshooter C4=1.Blocker/S C3=1.Blocker/S A1=0.HQ E1=1.HQ")
    assert t.battle()["choices"] == 0
    one = Table("newyork moloch", "C5=0.Sharpshooter C4=1.Blocker/N C3=1.Blocker/S A1=0.HQ E1=1.HQ")
    assert one.battle()["choices"] == 1


@pytest.mark.ruling("R17.1")
def test_the_default_target_of_a_rocket_is_the_nearest_by_the_shortest_way() -> None:
    # From C4 the rocket comes to C5 and D4 in one more step each; C5 also by B4, which is longer.
    t = Table("newyork borgo", "C3=0.Rocket_Launcher/S C5=1.Super_Officer D4=1.Super_Mutant A1=0.HQ E1=1.HQ")
    assert "2: C3>C5 rocket 3" in hits(t.battle())


# --- reflection ---
@pytest.mark.ruling("R6.8", "R18.2")
def test_a_quartermaster_may_change_a_blow_that_comes_back_to_armour() -> None:
    board = "C3=0.Gladiator C2=1.Judge C4=0.Quartermaster A1=0.HQ E3=1.HQ"
    t = Table("hegemony steelpolice", board)
    kept = t.battle_choosing("no change at C3")
    assert hits(kept) == ["1: C3>C3 melee 2"]
    assert "C3" not in left(kept)
    changed = t.battle_choosing("change C3 N to ranged")
    assert hits(changed) == ["1: C3>C3 ranged 1"]
    assert left(changed)["C3"] == 1


@pytest.mark.ruling("R12.3", "R18.5")
def test_a_mad_bomber_explodes_whoever_hits_it() -> None:
    board = "C5=0.Delta_Shooter C4=0.Mad_Bomber C3=1.Judge A1=0.HQ E1=1.HQ"
    assert hits(Table("doomsday steelpolice", board).battle()) == ["1: C4>C3 explosion 1", "1: C5>C4 ranged 2"]


@pytest.mark.ruling("R25.2", "R7.4", "R18.1")
def test_an_explosive_that_a_judge_sends_back_uses_up_its_medic() -> None:
    board = "C3=0.Explosive C2=1.Judge C4=0.Medic/NE A1=0.HQ E1=1.HQ"
    result = Table("sharrash steelpolice", board).battle()
    assert hits(result) == ["before: C3>C3 blast destroyed saved"]
    assert result["phases"][0]["destroyed"] == ["C3", "C4"]


# --- a Spy and a Recon Center ---
@pytest.mark.ruling("R15.2", "R1.5")
def test_a_recon_center_serves_a_spy_next_to_it() -> None:
    near = Table("2008 newyork outpost", "C3=0.Spy_Cleaner C2=1.Recon_Center A1=0.HQ E1=1.HQ").hand(0, "Move").turn(0)
    assert near.do("move C3 to D2 facing N by Move").offers_like("then to D1")
    far = Table("2008 newyork outpost", "C3=0.Spy_Cleaner C1=1.Recon_Center A1=0.HQ E1=1.HQ").hand(0, "Move").turn(0)
    assert not far.do("move C3 to C2 facing N by Move").offers_like("then to")
    other = Table("2008 newyork outpost", "C3=0.Cop C2=1.Recon_Center A1=0.HQ E1=1.HQ").hand(0, "Move").turn(0)
    assert not other.do("move C3 to D2 facing N by Move").offers_like("then to")


# --- a full board (R1.6) ---
FULL = (
    "A1=0.HQ A2=0.Medic/NW A3=0.Boiler/SW B1=0.Boiler B2=0.Boiler B3=0.Medic B4=0.Mutation/S C1=0.Mutation C2=0.{} "
    "C3=1.{} C4=1.Medic/S D1=1.Officer D2=1.Officer D3=1.Scout D4=1.Scout/S E1=1.Super_Officer E2=1.Assassin/NE "
    "E3=1.HQ"
)
"""All hexes but C5. No unit harms another: only those on C2 and C3 differ."""


@pytest.mark.ruling("R1.6", "R28.2", "R21.2")
def test_poison_changes_a_full_board() -> None:
    board = FULL.format("Poisoner/S", "Super_Mutant/SE")
    c = Course("mississippi borgo", board).hand(1, "Claws").turn(1).do("place Claws C5 facing SE")
    # The Poisoner does no wound. But the marker does, in the next Battle, and the two of that one in the third.
    assert len(c.battles) == 3
    assert "C3" not in c.now()
    assert not c.st.is_over()


@pytest.mark.ruling("R1.6", "R23.2")
def test_so_does_the_end_of_paralysis() -> None:
    board = (
        FULL.replace("0.Boiler", "0.Transport")
        .replace("0.Mutation", "0.Landfill")
        .format("Rats/S^p", "Super_Mutant/SE")
    )
    c = Course("sharrash borgo", board).hand(1, "Claws").turn(1).do("place Claws C5 facing SE")
    assert len(c.battles) > 1
    assert not c.st.is_over()


# --- markers ---
@pytest.mark.ruling("R21.3", "R6.5")
def test_markers_of_a_unit_that_leaves_in_a_phase_are_at_hand_in_it() -> None:
    # Both markers lie on the Blocker, which the second phase destroys. The Nightshade then hits the HQ, too.
    board = "C3=0.Nightshade/NE C2=1.Blocker^vv D2=1.HQ D1=0.Slicer/SW A1=0.HQ"
    result = Table("neojungle moloch", board).battle()
    assert result["phases"][1]["destroyed"] == ["C2"]
    assert markers(result) == {"D2": ["venom"]}


@pytest.mark.ruling("R21.3")
@pytest.mark.parametrize("chosen", ["B2", "C2"])
def test_so_they_are_where_a_player_says_where_they_go(chosen: str) -> None:
    # The Slicer destroys the Super Officer on D2: one marker for the two units that the Nightshade hits.
    board = "C3=0.Nightshade C2=1.Super_Mutant B2=1.Super_Officer D2=1.Super_Officer^v D3=0.Slicer A3=0.HQ E1=1.HQ^v"
    result = Table("neojungle borgo", board).battle_choosing(f"mark {chosen}")
    assert markers(result) == {"E1": ["venom"], chosen: ["venom"]}


# --- takeover and the Steel Net ---
FACING = "C3=0.Agitator/N C2=1.Agitator/S{} A1=0.HQ E1=1.HQ A3=2.HQ E3=3.HQ"
"""Two Agitators that face each other. Player 0 and the Steel Police are a team."""


@pytest.mark.ruling("R3.2", "R19.2", "R19.3")
def test_of_two_agitators_that_face_each_other_a_steel_net_lets_both_links_fail() -> None:
    free = Table("vegas vegas steelpolice borgo", FACING.format(""), teams="teams=0+2,1+3")
    assert (free.controllers()["C2"], free.controllers()["C3"]) == (1, 0)
    held = Table("vegas vegas steelpolice borgo", FACING.format("^s"), teams="teams=0+2,1+3")
    assert (held.controllers()["C2"], held.controllers()["C3"]) == (1, 0)
    assert held.disabled() == {"C2"}
    assert markers(held.battle()) == {"C2": ["steel_net"]}


@pytest.mark.ruling("R3.2", "R19.2")
def test_a_steel_net_of_a_third_side_does_not() -> None:
    board = "C3=0.Agitator/N C2=1.Agitator/S^s A1=0.HQ E1=1.HQ A3=2.HQ"
    t = Table("vegas vegas steelpolice", board)
    assert (t.controllers()["C2"], t.controllers()["C3"]) == (0, 0)
    assert t.disabled() == {"C2"}


# --- reflection and Wastes ---
@pytest.mark.ruling("R18.1", "R18.2", "R30.1")
def test_wastes_beside_a_judge_add_nothing_to_what_it_sends_back() -> None:
    board = "C5=0.HQ C4=0.Guard C3=1.Judge D2=0.Wastes A1=1.HQ"
    assert hits(Table("uranopolis steelpolice", board).battle()) == ["3: C4>C4 ranged 1"]


@pytest.mark.ruling("R18.2", "R30.1")
def test_wastes_beside_the_unit_that_it_then_hits_add_a_wound() -> None:
    board = "C4=0.Gladiator C3=1.Judge C5=2.Wastes A1=0.HQ E1=1.HQ A3=2.HQ E3=3.HQ"
    t = Table("hegemony steelpolice uranopolis borgo", board, teams="teams=0+3,1+2")
    assert hits(t.battle()) == ["1: C4>C4 melee 3"]


# --- what weapons without a direction, and those before the first phase, set off ---
@pytest.mark.ruling("R25.2", "R11.3", "R23.1")
def test_an_explosive_sets_off_a_trap_unless_it_is_paralysed() -> None:
    board = "C3=0.Explosive C2=1.Trap/S{} C1=0.Rats A1=0.HQ E1=1.HQ"
    free = Table("sharrash doomsday", board.format("")).battle()
    assert free["phases"][0]["destroyed"] == ["C1", "C2", "C3"]
    numb = Table("sharrash doomsday", board.format("^p")).battle()
    assert numb["phases"][0]["destroyed"] == ["C2", "C3"]


@pytest.mark.ruling("R25.2", "R12.2")
def test_an_explosive_sets_off_a_mad_bomber() -> None:
    board = "C3=0.Explosive C2=-.Mad_Bomber C1=1.Mutant A1=0.HQ E1=1.HQ"
    assert Table("sharrash borgo", board).battle()["phases"][0]["destroyed"] == ["C1", "C2", "C3"]


@pytest.mark.ruling("R21.2", "R28.7", "R30.1")
def test_venom_and_a_toxic_bomb_do_more_beside_hostile_wastes() -> None:
    board = "C3=1.Super_Officer{} C2=2.Wastes A1=0.HQ E1=1.HQ A3=2.HQ E3=3.HQ"
    armies, teams = "mississippi borgo uranopolis moloch", "teams=0+2,1+3"
    assert hits(Table(armies, board.format("^v"), teams=teams).battle()) == ["before: None>C3 venom 2"]
    bomb = Table(armies, board.format(""), "C3=0.Toxic_Bomb", teams=teams).battle()
    assert hits(bomb) == ["1: C3>C3 explosion 2", "1: C3>C2 explosion 1"]


@pytest.mark.ruling("R16.1", "R18.1")
def test_what_a_judge_sends_back_at_a_unit_of_its_own_side_is_lost() -> None:
    board = "C5=0.Sharpshooter C4=1.Officer/S C3=1.Judge A1=0.HQ E1=1.HQ"
    assert hits(Table("newyork steelpolice", board).battle_choosing("aim C5 at C3")) == []


@pytest.mark.ruling("R24.1", "R18.1")
def test_a_mortar_shot_that_a_judge_sends_back_hits_the_unit_between() -> None:
    board = "C3=0.Mortar C2=0.Rats/S C1=1.Judge A1=0.HQ E1=1.HQ"
    assert hits(Table("sharrash steelpolice", board).battle()) == ["2: C3>C2 ranged 1"]


@pytest.mark.ruling("R20.2", "R27.2")
def test_an_executioner_on_a_hostile_hole_goes_at_the_end_of_the_battle() -> None:
    t = Table("steelpolice sharrash", "C3=1.Beast A1=0.HQ E1=1.HQ", "C3=1.Hole").hand(0, "Executioner", "Battle")
    t.turn(0).do("execute C3 by Executioner facing N")
    assert t.now()["C3"] == "0.Executioner/N"
    assert "C3" not in t.do("battle").now()


@pytest.mark.ruling("R27.1", "R14.3")
def test_a_unit_drawn_into_a_hole_away_from_its_toughness_is_destroyed() -> None:
    t = Table("sharrash newyork", "C3=1.HQ C2=1.Cop~1 A1=0.HQ", "C1=0.Hole").turn(0).do("draw C2 into C1")
    assert set(t.now()) == {"A1", "C3"}


@pytest.mark.ruling("R28.6", "R14.2")
def test_a_transposed_source_of_toughness_takes_it_along() -> None:
    t = Table("mississippi borgo", "C3=0.Mutation C2=0.Guard~2 B1=0.Shadow A1=0.HQ E1=1.HQ")
    t.hand(0, "Transposition").turn(0).do("transpose B1 by C3")
    assert t.now() == {"A1": "0.HQ/N", "B1": "0.Mutation/N", "E1": "1.HQ/N"}


@pytest.mark.ruling("R28.5", "R29.1")
def test_a_smokescreen_turns_no_unit_without_power() -> None:
    t = Table("mississippi uranopolis", "C3=1.HQ E2=1.Guard D2=1.Guard A1=0.HQ").hand(0, "Smokescreen").turn(0)
    assert {offer.split()[1] for offer in t.offers_like("smokescreen")} == {"C3", "D2"}
