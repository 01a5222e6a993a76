"""Section 29: power."""

from __future__ import annotations

import pytest

from neurohex.events import Held, Netted
from tests.explain.stories import fought
from tests.rules.table import Table, acted, hits

HQS = "A1=0.HQ E3=1.HQ"


# --- R29.1 ---
@pytest.mark.ruling("R29.1")
def test_a_unit_that_needs_power_is_disabled_without_it() -> None:
    t = Table("uranopolis borgo", f"C3=0.Guard D1=0.Mercenary {HQS}")
    assert t.disabled() == {"C3"}
    assert t.unit("C3")["initiative"] == []
    assert t.unit("C3")["ranged"] == {}
    assert t.unit("D1")["initiative"] == [3]  # it needs none


@pytest.mark.ruling("R29.1")
def test_the_hq_powers_its_six_neighbours() -> None:
    around = "C2=0.Guard D2=0.Guard/S D3=0.Guard C4=0.Guard B3=0.Guard B2=0.Guard"
    t = Table("uranopolis borgo", f"C3=0.HQ {around} C5=0.Guard E3=1.HQ")
    assert t.disabled() == {"C5"}
    assert t.unit("C2")["ranged"] == {"N": 1, "NE": 1}


@pytest.mark.ruling("R29.1")
def test_a_mechanic_powers_through_its_two_marked_edges() -> None:
    board = f"C4=0.Mechanic B3=0.Guard C3=0.Guard D3=0.Guard {HQS}"
    assert Table("uranopolis borgo", board).disabled() == {"C3"}


@pytest.mark.ruling("R29.1")
def test_modules_power_through_their_links() -> None:
    t = Table("uranopolis borgo", f"C4=0.Combat_Generator C3=0.Guard B3=0.Guard D3=0.Guard {HQS}")
    assert t.disabled() == {"D3"}
    assert t.unit("C3")["ranged"] == {"N": 2, "NE": 2}  # and its bonus
    wide = Table("uranopolis borgo", f"C4=0.Acceleration_Generator B3=0.Guard C3=0.Guard D3=0.Guard {HQS}")
    assert wide.disabled() == {"C3"}
    assert wide.unit("D3")["initiative"] == [4]
    assert Table("uranopolis borgo", f"C4=0.Transport C3=0.Guard {HQS}").disabled() == set()


@pytest.mark.ruling("R29.1", "R10.2")
def test_only_friendly_sources_power_a_unit_a_teammates_too() -> None:
    assert Table("uranopolis uranopolis", f"C4=1.Transport C3=0.Guard {HQS}").disabled() == {"C3"}
    team = f"C4=2.Transport C3=0.Guard {HQS} A3=2.HQ E1=3.HQ"
    assert Table("uranopolis borgo uranopolis borgo", team, teams="teams=0+2,1+3").disabled() == set()


@pytest.mark.ruling("R29.1", "R3.1")
def test_a_netted_source_powers_nobody() -> None:
    t = Table("uranopolis neojungle", f"C3=0.Guard C4=0.Transport C5=1.Net_Fighter {HQS}")
    assert t.disabled() == {"C3", "C4"}


@pytest.mark.ruling("R29.1", "R3.1")
def test_a_net_without_power_holds_nobody() -> None:
    off = Table("uranopolis borgo", f"C4=0.Electro_Net_Fighter D3=1.Mutant {HQS}")
    assert off.disabled() == {"C4"}
    on = Table("uranopolis borgo", "C4=0.Electro_Net_Fighter D3=1.Mutant B3=1.Claws B4=0.HQ E1=1.HQ")
    assert on.disabled() == {"D3", "B3"}


@pytest.mark.ruling("R29.1", "R5.2", "R5.1", "R13.1")
def test_a_unit_without_power_neither_moves_nor_pushes_nor_is_pushed() -> None:
    t = Table("uranopolis hegemony", f"C3=0.Bulldozer C2=1.Runner {HQS}").hand(0, "Move").hand(1, "Push Back")
    assert not [text for text in t.turn(0).offers() if "C3" in text]
    assert not t.turn(1).offers_like("push C3")
    powered = Table("uranopolis hegemony", "C3=0.Bulldozer C2=1.Runner C4=0.HQ E3=1.HQ").hand(0, "Move")
    powered.hand(1, "Push Back")
    assert "push C2 from C3 by itself" in powered.turn(0).offers()
    assert powered.offers_like("move C3")
    assert powered.turn(1).offers_like("push C3")


@pytest.mark.ruling("R29.1", "R6.1")
def test_power_is_looked_at_between_phases() -> None:
    board = "C4=0.Transport C3=0.Inferno B3=1.Mechanic/S C5=1.Mercenary/NW A1=0.HQ E3=1.HQ"
    result = Table("uranopolis uranopolis", board).battle()
    assert hits(result) == ["3: C5>C4 melee 1"]  # the Inferno would have shot at B3 in phase 2
    assert acted(result)[2] == ["B3"]
    _, story = fought(f"uranopolis uranopolis | {board}")
    netted = [event for event in story if isinstance(event, Netted)]
    assert [(event.unit.hex, event.unpowered, event.rulings) for event in netted] == [("C3", True, ("R29.1",))]
    held = [event for event in story if isinstance(event, Held)]
    assert [(event.unit.hex, event.unpowered, event.rulings) for event in held] == [("C3", True, ("R29.1", "R6.1"))]


@pytest.mark.ruling("R29.1")
def test_power_comes_and_goes_as_sources_move_and_turn() -> None:
    t = Table("uranopolis borgo", f"C4=0.Mechanic C3=0.Guard {HQS}").turn(0)
    assert t.is_netted("C3")
    t.do("turn C4 facing NE by mobility")
    assert not t.is_netted("C3")


# --- R29.2 ---
@pytest.mark.ruling("R29.2", "R3.2")
def test_the_link_that_took_a_unit_powers_it() -> None:
    t = Table("uranopolis vegas", f"C3=0.Guard C4=1.Agitator {HQS}")
    assert t.controllers()["C3"] == 1
    assert t.disabled() == set()
    assert t.unit("C3")["ranged"] == {"N": 1, "NE": 1}
    netted = Table("uranopolis vegas neojungle", f"C3=0.Guard C4=1.Agitator C5=2.Net_Fighter {HQS} A3=2.HQ")
    assert netted.controllers()["C3"] == 0
    assert netted.disabled() == {"C3", "C4"}


# --- R29.3 ---
HANGS = "B2=0.Electro_Net_Fighter/NE C2=0.Transport/SW C3=1.Net_Fighter"
"""C3 nets the Transport, the last source of B2, which nets C3."""


@pytest.mark.ruling("R29.3", "R3.1")
def test_a_net_does_nothing_against_what_nets_its_last_source() -> None:
    assert Table("uranopolis neojungle", f"{HANGS} A3=0.HQ E3=1.HQ").disabled() == {"B2", "C2"}


@pytest.mark.ruling("R29.3")
def test_with_another_source_the_net_holds() -> None:
    assert Table("uranopolis neojungle", f"{HANGS} A1=0.HQ E3=1.HQ").disabled() == {"C3"}


@pytest.mark.ruling("R29.3")
def test_where_each_nets_what_the_other_hangs_on_both_nets_do_nothing() -> None:
    board = "C3=0.Electro_Net_Fighter C2=1.Electro_Net_Fighter/S B2=0.Transport/SE D2=1.Transport/NW"
    assert Table("uranopolis uranopolis", f"{board} A3=0.HQ E3=1.HQ").disabled() == set()


@pytest.mark.ruling("R29.3", "R3.1")
def test_what_hangs_on_each_other_in_a_circle_is_enabled() -> None:
    # C3 nets B2, which nets B1, which nets C2, which powers C3.
    board = "B1=2.Net_Fighter/SE B2=1.Net_Fighter C2=0.Transport/S C3=0.Electro_Net_Fighter"
    t = Table("uranopolis neojungle neojungle", f"{board} A3=0.HQ E3=1.HQ E1=2.HQ")
    assert t.disabled() == set()


@pytest.mark.ruling("R29.3", "R3.1", "R3.2")
def test_a_net_that_nothing_holds_decides_at_once() -> None:
    # B2 hangs on nothing that a net faces: it holds C3, whose net would have held the Transport.
    t = Table("uranopolis neojungle", "B2=0.Electro_Net_Fighter/NE B3=0.HQ C2=0.Transport/SW C3=1.Net_Fighter E3=1.HQ")
    assert t.disabled() == {"C3"}


@pytest.mark.ruling("R29.3", "R14.1", "R14.4", "R14.2")
def test_a_net_unit_hangs_on_the_toughness_that_keeps_it_alive() -> None:
    # C4 nets C3, which nets it back, and the Mutation.
    board = "B3=0.Mutation C4=1.Net_Fighter A1=0.HQ E1=1.HQ"
    sound = Table("mississippi moloch", f"C3=0.Net_Fighter/S {board}")
    assert sound.disabled() == {"B3"}  # the two nets cancel
    wounded = Table("mississippi moloch", f"C3=0.Net_Fighter/S~1 {board}")
    assert "C3" not in wounded.now()  # its net at C4 did nothing
    assert wounded.is_netted("B3")


@pytest.mark.ruling("R29.3", "R3.2")
def test_takeovers_stand_where_each_captive_nets_the_others_bearer() -> None:
    board = "C3=0.Harpooner/SE C2=1.Harpooner/NW B2=1.Agitator/SE D2=0.Agitator/NW"
    t = Table("vegas vegas uranopolis", f"{board} A3=0.HQ E3=1.HQ E1=2.HQ")
    assert (t.controllers()["C3"], t.controllers()["C2"]) == (1, 0)
    assert t.disabled() == set()


@pytest.mark.ruling("R29.3", "R3.2")
def test_a_net_beats_the_takeover_of_the_source_that_powers_it() -> None:
    # An undecided link fails: the Agitator would take the Mechanic that powers the net on the Agitator.
    board = "C3=0.Electro_Net_Fighter/SE D3=0.Mechanic C4=1.Agitator/NE A1=0.HQ E1=1.HQ"
    t = Table("uranopolis vegas", board)
    assert t.controllers()["D3"] == 0
    assert t.disabled() == {"C4"}


@pytest.mark.ruling("R29.3", "R29.4", "R3.4")
def test_a_net_holds_the_scoper_that_would_cut_it_off() -> None:
    board = HANGS.replace("1.Net_Fighter", "1.Scoper")
    assert Table("uranopolis outpost", f"{board} A3=0.HQ E3=1.HQ").disabled() == {"C3"}


# --- R29.4 ---
@pytest.mark.ruling("R29.4", "R3.4")
def test_a_generator_that_a_scoper_turned_powers_the_scopers_side() -> None:
    board = f"C4=0.Combat_Generator B3=0.Guard C3=2.Guard D4=1.Scoper {HQS} E1=2.HQ"
    t = Table("uranopolis outpost uranopolis", board, teams="teams=1+2")
    assert t.disabled() == {"B3"}
    assert t.unit("C3")["ranged"] == {"N": 2, "NE": 2}


@pytest.mark.ruling("R29.4", "R3.4")
def test_no_scoper_turns_a_mechanic_nor_takes_a_modules_own_turn() -> None:
    board = f"C4=0.Mechanic B3=0.Guard D4=1.Scoper D3=0.Transport {HQS}"
    t = Table("uranopolis outpost", board).turn(0)
    assert t.disabled() == set()
    assert "turn D3 facing S by itself" in t.offers()


# --- R29.5 ---
@pytest.mark.ruling("R29.5", "R1.5", "R5.7")
def test_a_step_onto_a_hex_without_power_ends_a_double_move() -> None:
    board = "C3=0.Guard C4=0.Transport B3=0.HQ E3=1.HQ E1=2.Recon_Center A1=2.HQ A3=3.HQ"
    t = Table("uranopolis borgo outpost borgo", board, teams="teams=0+2,1+3").turn(0)
    t.do("move C3 to B2 facing N by Transport C4")
    assert t.offers_like("then")
    dark = Table("uranopolis borgo outpost borgo", board, teams="teams=0+2,1+3").turn(0)
    dark.do("move C3 to C2 facing N by Transport C4")
    assert dark.is_netted("C2")
    assert not dark.offers_like("then")
    assert "end turn" in dark.offers()
