"""Sections 28 and 31: Mississippi; the order of a Battle; shared hexes."""

from __future__ import annotations

from typing import Any

import pytest

from neurohex.rules.markers import put_venom
from tests.rules.course import Course
from tests.rules.table import Table, acted, hits, left


def markers(result: dict[str, Any]) -> dict[str, list[str]]:
    return {unit["hex"]: unit["markers"] for unit in result["units"] if "markers" in unit}


# --- R28.1 Shadow ---
@pytest.mark.ruling("R28.1", "R13.6")
def test_a_shadow_hits_any_hostile_unit_on_the_board() -> None:
    t = Table("mississippi borgo:15", "A3=0.Shadow C1=1.Officer E1=1.HQ A1=0.HQ")
    assert hits(t.battle_choosing("aim A3 at C1")) == ["1: A3>C1 shadow 1"]
    default = t.battle()
    assert hits(default) == ["1: A3>E1 shadow 1"]  # the HQ
    assert default["phases"][0]["hits"][0]["direction"] is None


@pytest.mark.ruling("R28.1", "R18.3", "R11.3", "R6.3")
def test_it_comes_from_no_direction() -> None:
    judge = Table("mississippi steelpolice", "C4=0.Shadow C3=1.Judge A1=0.HQ E1=1.HQ")
    assert "1: C4>C3 shadow 1" in hits(judge.battle_choosing("aim C4 at C3"))
    trap = Table("mississippi doomsday", "C2=0.Shadow C3=1.Trap A1=0.HQ E1=1.HQ")
    assert hits(trap.battle_choosing("aim C2 at C3")) == ["1: C2>C3 shadow 1"]


@pytest.mark.ruling("R28.1", "R28.3", "R3.5")
def test_melee_bonuses_and_boilers_count() -> None:
    board = "C4=0.Shadow C5=0.Boiler B4=1.Officer/NE E1=2.HQ A1=0.HQ A3=1.HQ E3=3.HQ"
    t = Table("mississippi borgo outpost hegemony", board, teams="teams=0+1,2+3")
    result = t.battle_choosing("aim C4 at E1")
    assert hits(result) == ["1: C4>E1 shadow 2"]
    assert markers(result) == {"E1": ["venom"]}


# --- R28.2 Poison ---
@pytest.mark.ruling("R28.2")
def test_a_poisoner_puts_markers_and_does_no_wound() -> None:
    result = Table("mississippi borgo", "C3=0.Poisoner C2=1.Mutant D2=1.HQ C1=1.Medic/S A1=0.HQ").battle()
    poison = next(phase for phase in result["phases"] if phase["initiative"] == 3)["hits"]
    assert [(hit["to"], hit["kind"], hit["wounds"], hit["absorbed"]) for hit in poison] == [
        ("C2", "poison", 0, False),
        ("D2", "poison", 0, False),
    ]
    assert markers(result)["D2"] == ["venom"]
    assert "C1" in left(result)  # no Medic answers


@pytest.mark.ruling("R28.2", "R18.1", "R23.1", "R11.3")
def test_it_is_an_attack_reflected_and_paralysed_and_sets_off_nothing() -> None:
    judge = Table("mississippi steelpolice", "C4=0.Poisoner C3=1.Judge A1=0.HQ E1=1.HQ").battle()
    assert markers(judge) == {"C4": ["venom"]}
    paralysed = Table("mississippi sharrash", "C4=0.Poisoner^p C3=1.Beast/N A1=0.HQ E1=1.HQ").battle()
    assert markers(paralysed) == {}
    trap = Table("mississippi doomsday", "C2=0.Poisoner/S C3=1.Trap A1=0.HQ E1=1.HQ").battle()
    assert hits(trap) == ["3: C2>C3 poison 0"]
    assert markers(trap) == {"C3": ["venom"]}


# --- R28.3 Boiler ---
@pytest.mark.ruling("R28.3", "R21.1")
def test_a_boiler_makes_every_attack_of_a_linked_unit_venomous() -> None:
    result = Table("mississippi borgo", "C3=0.Guard/NW C4=0.Boiler C2=1.HQ A1=0.HQ").battle()
    assert "2: C3>C2 ranged 1" in hits(result)
    assert markers(result) == {"C2": ["venom"]}


@pytest.mark.ruling("R28.3", "R21.5")
def test_an_explosion_carries_no_venom() -> None:
    board = "C3=1.Clown C4=0.Boiler C2=2.HQ A1=0.HQ A3=1.HQ E3=3.HQ"
    t = Table("mississippi moloch borgo outpost", board, teams="teams=0+1,2+3")
    assert markers(t.battle_choosing("clown C3 explodes")) == {}


# --- R28.4 Zone ---
@pytest.mark.ruling("R28.4")
def test_a_zone_sets_every_value_to_zero_and_nothing_raises_it() -> None:
    t = Table("mississippi borgo", "C3=0.Zone C2=1.Assassin C1=1.Scout/S D2=1.Claws A1=0.HQ E3=1.HQ")
    assert t.unit("C2")["initiative"] == [0]
    assert t.unit("D2")["initiative"] == [0]


@pytest.mark.ruling("R28.4")
def test_several_values_make_one_attack() -> None:
    t = Table("mississippi newyork", "C3=0.Zone C2=1.Steel_Boxer/S A1=0.HQ E3=1.HQ")
    assert t.unit("C2")["initiative"] == [0]
    assert acted(t.battle()) == {0: ["A1", "C2", "E3"]}


# --- R28.5 Smokescreen ---
@pytest.mark.ruling("R28.5")
def test_a_smokescreen_turns_a_hostile_unit_that_is_not_disabled_an_hq_too() -> None:
    board = "C3=1.Runner D3=1.Thug E3=1.HQ A1=0.HQ D4=0.Net_Fighter"
    t = Table("mississippi hegemony", board).hand(0, "Smokescreen").turn(0)
    assert t.is_netted("D3")
    assert {text.split()[1] for text in t.offers_like("smokescreen")} == {"C3", "E3"}
    t.do("smokescreen C3 facing SW")
    assert t.now()["C3"] == "1.Runner/SW"


# --- R28.6 Transposition ---
@pytest.mark.ruling("R28.6", "R5.6")
def test_a_transposition_removes_one_own_unit_and_moves_another_there() -> None:
    board = "C3=0.Guard D3=0.Boiler/SE A1=0.HQ E3=1.HQ"
    t = Table("mississippi smart", board).hand(0, "Transposition").hand(1, "Terror").turn(1).do("terror").turn(0)
    offers = t.offers_like("transpose")
    assert "transpose C3 by A1" in offers
    assert not any(text.startswith("transpose A1") for text in offers)  # no HQ is removed
    t.do("transpose C3 by D3")
    assert t.now()["C3"] == "0.Boiler/SE"
    assert "D3" not in t.now()
    assert t.discards(0) == {"Guard": 1, "Transposition": 1}


@pytest.mark.ruling("R28.6")
def test_both_must_be_enabled_and_own() -> None:
    board = "C3=0.Guard D3=0.Boiler B3=1.Net_Fighter A1=0.HQ E1=1.HQ"
    t = Table("mississippi hegemony", board).hand(0, "Transposition").turn(0)
    assert t.is_netted("C3")
    assert t.offers_like("transpose") == ["transpose D3 by A1"]


# --- R28.7 Toxic Bomb ---
@pytest.mark.ruling("R28.7", "R31.2")
def test_a_toxic_bomb_explodes_in_phase_1_on_its_hex_and_around() -> None:
    board = "C3=1.Mutant/N C2=0.Mutation A1=0.HQ A3=1.HQ D3=1.Medic/S"
    result = Table("mississippi borgo", board, "C3=0.Toxic_Bomb").battle()
    phase = next(phase for phase in result["phases"] if phase["initiative"] == 1)
    assert [(hit["from"], hit["direction"], hit["to"], hit["kind"]) for hit in phase["hits"]] == [
        ("C3", None, "C3", "explosion"),
        ("C3", "N", "C2", "explosion"),
        ("C3", "SE", "D3", "explosion"),
    ]
    assert result["foundations"] == []


@pytest.mark.ruling("R28.7")
def test_phase_1_is_held_for_it_and_it_harms_hqs_and_own_units_at_the_boards_edge() -> None:
    result = Table("mississippi borgo", "A1=0.HQ E3=1.HQ", "A2=0.Toxic_Bomb").battle()
    assert [phase["initiative"] for phase in result["phases"]] == [1, 0]
    assert result["players"][0]["hq"] == 19


@pytest.mark.ruling("R28.7", "R7.2", "R11.3", "R5.5")
def test_medics_answer_it_and_it_sets_off_traps_but_harms_no_foundation() -> None:
    saved = Table("mississippi borgo", "C3=1.Mutant C4=1.Medic A1=0.HQ E3=1.HQ", "C2=0.Toxic_Bomb").battle()
    assert "1: C2>C3 explosion 1 saved" in hits(saved)
    trap = Table("mississippi doomsday", "C3=1.Trap/S C4=0.Zone A1=0.HQ E3=1.HQ", "C2=0.Toxic_Bomb").battle()
    assert "1: C3>C4 explosion 1" in hits(trap)
    two = Table("mississippi vegas", "A1=0.HQ E3=1.HQ", "C2=0.Toxic_Bomb C3=1.Mine").battle()
    assert [lies["tile"] for lies in two["foundations"]] == ["Mine"]


@pytest.mark.ruling("R28.7", "R28.3")
def test_boilers_add_nothing_to_it() -> None:
    result = Table("mississippi borgo", "C3=1.HQ C1=0.Boiler/S A1=0.HQ", "C2=0.Toxic_Bomb").battle()
    assert markers(result) == {}


# --- R28.8 ---
def fall_together(armies: str, board: str, **more: Any) -> Course:
    """A Battle in which the HQs in `armies` with 1 point fall before the first phase, each by a venom marker."""
    c = Course(armies, board, **more)
    for h, name in enumerate(c.st.game.board.names):
        if f"{name}=" in board and c.st.is_hq(h):
            put_venom(c.st, h, 0)
    return c.hand(0, "Battle").turn(0).do("battle")


@pytest.mark.ruling("R28.8")
def test_when_all_hqs_fall_together_mississippi_wins() -> None:
    c = fall_together("mississippi:1 borgo:1", "A1=0.HQ E3=1.HQ")
    assert (c.st.hq(0), c.st.hq(1)) == (0, 0)
    assert c.st.winners() == (0,)
    three = fall_together("mississippi:1 borgo:1 outpost:1", "A1=0.HQ E3=1.HQ E1=2.HQ")
    assert three.st.winners() == (0,)


@pytest.mark.ruling("R28.8")
def test_with_mississippi_on_both_sides_the_ordinary_result_holds() -> None:
    c = fall_together("mississippi:1 mississippi:1", "A1=0.HQ E3=1.HQ")
    assert (c.st.hq(0), c.st.hq(1)) == (0, 0)
    assert c.st.winners() == ()


@pytest.mark.ruling("R28.8", "R10.2")
def test_in_teams_only_if_all_hqs_fall_and_before_one_versus_two() -> None:
    board = "A1=0.HQ E3=1.HQ E1=2.HQ"
    alone = fall_together("mississippi:1 borgo:1 outpost:1", board, mode="one-vs-two")
    assert alone.st.winners() == (0,)
    some = fall_together("mississippi:1 borgo:1 outpost:9", board, mode="one-vs-two")
    assert some.st.winners() == (1, 2)


# --- section 31 ---
@pytest.mark.ruling("R31.1", "R8.4")
@pytest.mark.parametrize("what", ["unit", "foundation"])
def test_an_area_instant_strikes_the_unit_or_the_foundation_of_a_shared_hex(what: str) -> None:
    board = "C3=0.Guard A1=0.HQ E3=1.HQ D3=0.Guard"
    t = (
        Table("neojungle moloch", board.replace("Guard", "Slicer"), "C3=0.Roots B3=0.Roots")
        .hand(1, "Air Strike")
        .turn(1)
    )
    t.do("air strike C3")
    assert t.offers() == ["strike unit at C3", "strike foundation at C3"]
    t.do(f"strike {what} at C3")
    assert ("C3" in t.now()) == (what == "foundation")
    assert t.mines() == ({"C3"} if what == "unit" else set())
    assert "D3" not in t.now()


@pytest.mark.ruling("R31.1")
def test_choosing_an_hq_spares_both() -> None:
    t = Table("neojungle moloch", "C3=0.HQ E3=1.HQ", "C3=0.Roots").hand(1, "Air Strike").turn(1)
    t.do("air strike C3", "strike unit at C3")
    assert t.mines() == {"C3"}
    assert t.st.hq(0) == 20


@pytest.mark.ruling("R31.2", "R21.2", "R25.1", "R27.2")
def test_the_order_of_a_battle() -> None:
    board = "C3=0.Explosive C2=1.Mutant E1=1.Mutant^p D4=1.Super_Mutant A1=0.HQ E3=1.HQ"
    result = Table("sharrash borgo", board, "D4=0.Hole").battle()
    assert result["phases"][0]["initiative"] == "before"
    assert result["phases"][-1]["initiative"] == "after"
    assert markers(result) == {}  # paralysis has ended
