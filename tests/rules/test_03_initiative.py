"""Initiative (R3.6): bonuses, saboteurs and extra attacks.

Rows of `inspect`: `initiative` lists the phases in which a unit would act in a Battle begun now.
"""

from __future__ import annotations

import pytest

from tests.rules.table import RULESETS, Table, acted, hits, left


def phases(armies: str, board: str, name: str = "C3") -> list[int]:
    """When the unit on a hex acts, C3 unless told."""
    found: list[int] = Table(armies, board).unit(name)["initiative"]
    return found


# --- bonuses and saboteurs ------------------------------------------------------------------------
@pytest.mark.ruling("R3.6")
def test_scouts_and_hq_add_up() -> None:
    assert phases("borgo vegas", "C3=0.Mutant") == [2]
    assert phases("borgo vegas", "C3=0.Mutant C4=0.Scout/N") == [3]
    assert phases("borgo vegas", "C3=0.Mutant C4=0.Scout/N B3=0.Scout/NE") == [4]
    assert phases("borgo vegas", "C3=0.Mutant C4=0.Scout/N B3=0.Scout/NE D2=0.HQ") == [5]


@pytest.mark.ruling("R3.6")
def test_a_saboteur_takes_one_away() -> None:
    assert phases("borgo vegas", "C3=0.Mutant C2=1.Saboteur") == [1]


@pytest.mark.ruling("R3.6")
def test_a_saboteur_spares_its_own_side() -> None:
    assert phases("vegas borgo", "C3=0.Bodyguard C2=0.Saboteur") == [2]


@pytest.mark.ruling("R3.6")
def test_a_netted_saboteur_takes_nothing() -> None:
    # The Net Fighter on C1 has its net (printed SE) turned to the S.
    assert phases("borgo vegas", "C3=0.Mutant C2=1.Saboteur C1=0.Net_Fighter/NE") == [2]


@pytest.mark.ruling("R3.6")
def test_scout_and_saboteur_cancel() -> None:
    assert phases("borgo vegas", "C3=0.Mutant C4=0.Scout/N C2=1.Saboteur") == [2]


@pytest.mark.ruling("R3.6")
def test_nothing_acts_below_zero() -> None:
    assert phases("borgo vegas outpost", "C3=0.Net_Fighter/N C2=1.Saboteur") == [0]
    assert phases("borgo vegas outpost", "C3=0.Net_Fighter/N C2=1.Saboteur C4=2.Saboteur") == [0]
    assert phases("borgo vegas", "C3=0.HQ C2=1.Saboteur") == [0]


@pytest.mark.ruling("R3.6")
def test_two_saboteurs_and_a_scout() -> None:
    assert phases("borgo vegas outpost", "C3=0.Claws C2=1.Saboteur B2=2.Saboteur") == [1]
    assert phases("borgo vegas outpost", "C3=0.Claws C2=1.Saboteur B2=2.Saboteur C4=0.Scout/N") == [2]


@pytest.mark.ruling("R3.6")
def test_every_value_of_a_unit_is_shifted() -> None:
    assert phases("moloch vegas", "C3=0.Stormtrooper") == [2, 1]
    assert phases("moloch vegas", "C3=0.Stormtrooper C4=0.Scout/N") == [3, 2]
    assert phases("moloch vegas", "C3=0.Stormtrooper C2=1.Saboteur") == [1, 0]


@pytest.mark.ruling("R3.6")
def test_a_unit_without_initiative_gets_none() -> None:
    assert phases("moloch vegas", "C3=0.Blocker C4=0.Scout/N B3=0.Mother/NE") == []


# --- extra attacks --------------------------------------------------------------------------------
@pytest.mark.ruling("R3.6", "R1.4")
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("Commando", [3, 2]),
        ("Annihilator", [2, 1]),
        ("HMG", [2, 1, 0]),
        ("Mobile_Armor", [3, 2, 1]),
    ],
)
def test_the_outpost_hq_gives_the_next_value_down(ruleset: str, unit: str, expected: list[int]) -> None:
    assert phases(f"{ruleset} outpost vegas", f"C3=0.{unit} C4=0.HQ") == expected


@pytest.mark.ruling("R3.6", "R1.4")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_extra_attack_below_a_printed_one_is_at_zero(ruleset: str) -> None:
    assert phases(f"{ruleset} moloch vegas", "C3=0.Gauss_Cannon C4=0.Mother/N") == [1, 0]


@pytest.mark.ruling("R3.6", "R1.4")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_hq_has_no_value_left_for_an_extra_attack(ruleset: str) -> None:
    assert phases(f"{ruleset} smart vegas", "C3=0.HQ C4=0.Mother/N") == [0]
    # With initiative +1 there is room below: 1 for the HQ itself, 0 for the extra attack.
    assert phases(f"{ruleset} smart vegas", "C3=0.HQ C4=0.Mother/N B3=0.Scout/NE") == [1, 0]
    assert phases(f"{ruleset} smart vegas", "C3=0.HQ C4=0.Mother/N C2=1.Saboteur") == [0]


@pytest.mark.ruling("R3.6")
def test_an_extra_attack_is_shifted_with_the_rest() -> None:
    assert phases("smart vegas", "C3=0.Cyborg C4=0.Mother/N B3=0.Scout/NE") == [4, 3]
    assert phases("smart vegas", "C3=0.Cyborg C4=0.Mother/N C2=1.Saboteur") == [2, 1]


@pytest.mark.ruling("R3.6")
def test_a_slowed_extra_attack_stops_at_zero() -> None:
    # HMG [2, 1]: the extra attack is 0 among the printed values, so under a Saboteur it acts at 0, with the old 1.
    assert phases("outpost vegas", "C3=0.HMG C4=0.HQ C2=1.Saboteur") == [1, 0]
    assert phases("moloch vegas", "C3=0.Gauss_Cannon C4=0.Mother/N C2=1.Saboteur") == [0]
    assert phases("smart vegas outpost", "C3=0.Cyborg C4=0.Mother/N C2=1.Saboteur B2=2.Saboteur") == [1, 0]


@pytest.mark.ruling("R3.6")
def test_a_second_source_takes_the_next_value_down() -> None:
    two = "C4=0.Mother/N B3=0.Mother/NE"
    assert phases("smart vegas", f"C3=0.Cyborg {two}") == [3, 2, 1]
    assert phases("smart vegas", f"C3=0.Gauss_Cannon {two}") == [2, 1, 0]
    assert phases("smart vegas", f"C3=0.Twister {two}") == [2, 1, 0]  # the second would be -1: lost
    assert phases("smart vegas", f"C3=0.HQ {two}") == [0]


@pytest.mark.ruling("R3.6")
def test_a_second_source_below_zero_comes_up_with_a_bonus() -> None:
    # Main Processors reach over two hexes: C5 over the free C4. A Scout on D3 (link N, turned NW).
    two = "C5=0.Main_Processor/N A3=0.Main_Processor/NE"
    assert phases("doomsday vegas", f"C3=0.Delta_Shooter {two}") == [1, 0]
    assert phases("doomsday vegas", f"C3=0.Delta_Shooter {two} D3=0.Scout/NW") == [2, 1, 0]
    assert phases("doomsday vegas", f"C3=0.Gamma_Shooter {two} D3=0.Scout/NW") == [3, 2, 1, 0]
    assert phases("doomsday vegas", f"C3=0.Delta_Shooter {two} C2=1.Saboteur") == [0]


@pytest.mark.ruling("R3.6")
def test_a_netted_source_gives_no_extra_attack() -> None:
    # B4 (net printed NE) nets C4.
    assert phases("smart hegemony", "C3=0.Cyborg C4=0.Mother/N B4=1.Net_Fighter/N") == [3]


@pytest.mark.ruling("R3.6")
def test_the_extra_attack_is_a_whole_attack() -> None:
    t = Table("smart vegas", "C3=0.Cyborg/NW C4=0.Mother/N C1=1.HQ")
    assert hits(t.battle()) == ["3: C3>C1 ranged 1", "2: C3>C1 ranged 1"]


# --- sources lost in a Battle ---------------------------------------------------------------------
@pytest.mark.ruling("R3.6")
def test_a_source_that_goes_takes_the_later_attack_with_it() -> None:
    # Two Mothers: phases 3, 2 and 1. The Commando on A2 kills the one on B3 in phase 3.
    t = Table("smart outpost", "C3=0.Cyborg/N C4=0.Mother/N B3=0.Mother/NE A2=1.Commando/N")
    assert t.unit("C3")["initiative"] == [3, 2, 1]
    assert acted(t.battle()) == {3: ["A2", "C3"], 2: ["C3"]}


@pytest.mark.ruling("R3.6")
def test_whichever_source_goes_the_later_attack_is_lost() -> None:
    # The Commando on B4 has its shot (printed SE) turned to the NE and kills the Mother on C4.
    t = Table("smart outpost", "C3=0.Cyborg/N C4=0.Mother/N B3=0.Mother/NE B4=1.Commando/NW")
    assert acted(t.battle()) == {3: ["B4", "C3"], 2: ["C3"]}


@pytest.mark.ruling("R3.6")
def test_the_only_source_lost_before_its_attack() -> None:
    t = Table("smart outpost", "C3=0.Cyborg/N C4=0.Mother/N B4=1.Commando/NW")
    assert acted(t.battle()) == {3: ["B4", "C3"]}


@pytest.mark.ruling("R3.6")
def test_a_source_lost_in_the_phase_of_its_attack_has_given_it() -> None:
    # The Bodyguard on B4 strikes NE in phase 2, with the Cyborg's extra attack.
    t = Table("smart vegas", "C3=0.Cyborg/N C4=0.Mother/N B4=1.Bodyguard/N")
    assert acted(t.battle()) == {3: ["C3"], 2: ["B4", "C3"]}


@pytest.mark.ruling("R3.6")
def test_a_source_lost_after_its_attack_takes_nothing_back() -> None:
    # Phases 2, 1 and 0 for the Gauss Cannon; in phase 1 the Mercenary on D4 (ranged printed NE, now NW) kills C4.
    t = Table("smart vegas", "C3=0.Gauss_Cannon/N C4=0.Mother/N B3=0.Mother/NE D4=1.Mercenary/SW")
    assert acted(t.battle()) == {2: ["C3"], 1: ["C3", "D4"]}


# --- values that fall together --------------------------------------------------------------------
@pytest.mark.ruling("R3.6")
def test_values_that_fall_together_make_one_attack() -> None:
    # HMG [2, 1] under two Saboteurs: both at 0, one shot. The Guard on C1 has toughness 1 and armour to the N.
    t = Table("outpost vegas vegas", "C3=0.HMG/N B3=1.Saboteur D3=2.Saboteur C1=1.Guard/N")
    assert t.unit("C3")["initiative"] == [0]
    fight = t.battle()
    assert hits(fight) == ["0: C3>C1 ranged 1"]
    assert left(fight)["C1"] == 1


@pytest.mark.ruling("R3.6")
def test_an_extra_attack_that_falls_on_a_printed_one_is_one_attack() -> None:
    # Under the Saboteur the printed 1 and the extra attack are both at 0: two shots in all.
    t = Table("outpost vegas", "C3=0.HMG/N C4=0.HQ B3=1.Saboteur C1=1.HQ/N")
    assert [text for text in hits(t.battle()) if text.startswith(("1: C3", "0: C3"))] == [
        "1: C3>C1 ranged 1",
        "0: C3>C1 ranged 1",
    ]
