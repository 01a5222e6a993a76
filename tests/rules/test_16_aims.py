"""Sections 16 and 17: sharpshooters, rockets, shotguns; and the order of choices (R13.6)."""

from __future__ import annotations

import pytest

from tests.rules.table import Table, hits


# --- section 16 ---
@pytest.mark.ruling("R16.1", "R13.6")
def test_a_sharpshooter_chooses_any_hostile_unit_in_line() -> None:
    t = Table("newyork borgo", "C5=0.Sharpshooter C4=1.Scout C3=0.Scout C2=1.Officer A1=0.HQ C1=1.HQ")
    for target in ("C4", "C2", "C1"):
        result = t.battle_choosing(f"aim C5 at {target}")
        assert f"2: C5>{target} ranged 1" in hits(result)
        assert result["choices"] == 1
    assert "2: C5>C1 ranged 1" in hits(t.battle())  # by default the HQ


@pytest.mark.ruling("R16.1")
def test_one_must_be_chosen_and_a_single_target_is_no_choice() -> None:
    single = Table("newyork borgo", "C5=0.Sharpshooter C2=1.Officer A1=0.HQ E1=1.HQ").battle()
    assert hits(single) == ["2: C5>C2 ranged 1"]
    assert single["choices"] == 0
    from neurohex.notation.action import action_text
    from neurohex.rules.engine import State, default_choice, legal_actions

    offered: list[list[str]] = []

    def choose(st: State) -> int:
        offered.append([action_text(st, action) for action in legal_actions(st)])
        return default_choice(st)

    Table("newyork borgo", "C5=0.Sharpshooter C2=1.Officer C4=1.Scout/S A1=0.HQ E1=1.HQ").battle(choose)
    assert offered == [["aim C5 at C2", "aim C5 at C4"]]


@pytest.mark.ruling("R16.1", "R6.3", "R3.5")
def test_armour_and_officers_count() -> None:
    board = "C5=0.Sharpshooter C3=1.Blocker/{} B4=0.Officer_II/{} A1=0.HQ E1=1.HQ"
    assert hits(Table("newyork moloch", board.format("N", "N")).battle()) == ["2: C5>C3 ranged 1"]
    assert hits(Table("newyork moloch", board.format("S", "N")).battle()) == []
    strong = Table("newyork moloch", board.format("S", "SE")).battle()
    assert hits(strong) == ["2: C5>C3 ranged 1"]


@pytest.mark.ruling("R16.2", "R18.1")
def test_a_reflecting_unit_in_front_does_not_stop_the_shot() -> None:
    t = Table("newyork steelpolice", "C5=0.Sharpshooter C4=1.Judge C3=1.Officer A1=0.HQ E1=1.HQ")
    assert "2: C5>C3 ranged 1" in hits(t.battle_choosing("aim C5 at C3"))
    assert "2: C5>C5 ranged 1" in hits(t.battle_choosing("aim C5 at C4"))


# --- section 17: rockets ---
@pytest.mark.ruling("R17.1")
def test_a_rocket_flies_three_hexes_in_any_direction() -> None:
    t = Table("newyork borgo", "C5=0.Rocket_Launcher B2=1.Officer E3=0.HQ A1=1.HQ")
    # C4, B3, B2; or C4, C3, B2.
    assert hits(t.battle()) == ["2: C5>B2 rocket 3"]
    far = Table("newyork borgo", "C5=0.Rocket_Launcher B1=1.Officer E3=0.HQ A1=1.HQ")
    assert hits(far.battle()) == []


@pytest.mark.ruling("R17.1")
def test_it_may_be_steered_past_everything_but_not_past_the_first_hex() -> None:
    t = Table("newyork borgo", "C5=0.Rocket_Launcher C3=1.Officer A1=0.HQ E3=1.HQ")
    assert hits(t.battle_choosing("aim C5 past all")) == []
    blocked = Table("newyork borgo", "C5=0.Rocket_Launcher C4=1.Officer C3=1.Officer A1=0.HQ E3=1.HQ").battle()
    assert hits(blocked) == ["2: C5>C4 rocket 3"]
    assert blocked["choices"] == 0


@pytest.mark.ruling("R17.1")
def test_its_first_hex_must_exist_and_it_passes_friends_and_its_launcher() -> None:
    out = Table("newyork borgo", "C5=0.Rocket_Launcher/S B4=1.Officer A1=0.HQ E3=1.HQ")
    assert hits(out.battle()) == []
    back = Table("newyork borgo", "C4=0.Rocket_Launcher C3=0.Cop B4=1.Officer E1=0.HQ A1=1.HQ")
    assert hits(back.battle_choosing("aim C4 at B4")) == ["2: C4>B4 rocket 3"]  # over C3 and B3, or back over C4


@pytest.mark.ruling("R17.3", "R6.3")
def test_armour_on_the_edge_of_arrival_lowers_it_and_nothing_strengthens_it() -> None:
    board = "C5=0.Rocket_Launcher B4=0.Officer_II/SE C4=1.Blocker/S A1=0.HQ E1=1.HQ"
    assert hits(Table("newyork moloch", board).battle()) == ["2: C5>C4 rocket 2"]
    t = Table("newyork moloch", "C5=0.Rocket_Launcher C3=1.Blocker/S A1=0.HQ E1=1.HQ")
    assert "2: C5>C3 rocket 2" in hits(t.battle_choosing("aim C5 at C3 from S"))


@pytest.mark.ruling("R17.1", "R18.1")
def test_a_rocket_is_reflected_along_its_last_step() -> None:
    t = Table("newyork steelpolice", "C5=0.Rocket_Launcher C4=0.Cop/S C3=1.Judge A1=0.HQ E1=1.HQ")
    assert "2: C5>C4 rocket 3" in hits(t.battle_choosing("aim C5 at C3 from S"))


# --- section 17: shotguns ---
@pytest.mark.ruling("R17.2")
@pytest.mark.parametrize(("name", "strength"), [("C4", 3), ("C3", 2), ("C2", 1), ("C1", 0)])
def test_a_shotgun_is_weaker_the_farther(name: str, strength: int) -> None:
    result = Table("newyork borgo", f"C5=0.Shotgun {name}=1.Officer A1=0.HQ E3=1.HQ").battle()
    assert hits(result) == ([f"2: C5>{name} shotgun {strength}"] if strength else [])


@pytest.mark.ruling("R17.2", "R17.3")
def test_it_hits_the_first_hostile_unit_past_friends_less_armour_and_without_bonus() -> None:
    board = "C5=0.Shotgun B4=0.Officer_II/SE C4=0.Cop C3=1.Blocker/S C2=1.Scout A1=0.HQ E1=1.HQ"
    assert "2: C5>C3 shotgun 1" in hits(Table("newyork moloch", board).battle())


@pytest.mark.ruling("R17.4", "R6.8")
def test_a_quartermaster_changes_neither() -> None:
    board = "C5=0.{} B4=1.Quartermaster/SE C4=2.Mutant/S A1=0.HQ E1=1.HQ E3=2.HQ A3=3.HQ"
    for tile in ("Shotgun", "Rocket_Launcher"):
        t = Table("newyork hegemony borgo outpost", board.format(tile), teams="teams=0+1,2+3")
        assert t.battle()["choices"] == 0


@pytest.mark.ruling("R17.4", "R11.1")
def test_redirectors_turn_plain_shots_only() -> None:
    board = "C5=0.{} C4=1.Fireblast C2=2.Officer B3=2.Scout A1=0.HQ E1=1.HQ E3=2.HQ A3=3.HQ"
    shotgun = Table("newyork doomsday borgo outpost", board.format("Shotgun"), teams="teams=0+1,2+3").battle()
    assert "2: C5>C2 shotgun 1" in hits(shotgun)


# --- R13.6 ---
@pytest.mark.ruling("R13.6", "R6.6")
def test_targets_are_chosen_going_round_from_who_began_before_any_hit() -> None:
    from neurohex.rules.engine import State, default_choice

    mine = "C5=0.Sharpshooter D3=0.Officer_I D2=0.Officer_I A1=0.HQ"
    board = f"{mine} C4=1.Officer_I C3=1.Officer_I D4=1.Sharpshooter E1=1.HQ"
    asked: list[int] = []

    def choose(st: State) -> int:
        asked.append(st.actor())
        return default_choice(st)

    Table("newyork:20* newyork", board).battle(choose)
    Table("newyork newyork:20*", board).battle(choose)
    assert asked == [0, 1, 1, 0]
