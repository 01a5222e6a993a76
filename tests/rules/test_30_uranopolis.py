"""Section 30: Wastes, Gauss Transformer, Ravager and Ray of Uranopolis."""

from __future__ import annotations

import pytest

from neurohex.events import Converted, Hit
from tests.explain.stories import fought, played
from tests.rules.table import Table, hits, left
from tests.rules.telling import asked, points

HQS = "A1=0.HQ E3=1.HQ"


# --- R30.1 Wastes ---
@pytest.mark.ruling("R30.1")
def test_wastes_add_a_wound_to_what_wounds_a_linked_hostile_unit() -> None:
    board = "C3=1.Blocker C4=0.Wastes B3=0.Mercenary A1=0.HQ E1=1.HQ"
    assert hits(Table("uranopolis moloch", board).battle()) == ["3: B3>C3 melee 2"]
    apart = Table("uranopolis moloch", board.replace("C4=", "C5="))
    assert hits(apart.battle()) == ["3: B3>C3 melee 1"]


@pytest.mark.ruling("R30.1")
def test_hqs_too_and_every_hit_for_itself() -> None:
    board = "C3=1.HQ C4=0.Wastes B3=0.Mercenary B2=0.Mercenary/NE A1=0.HQ"
    result = Table("uranopolis moloch", board).battle()
    assert [hit for hit in hits(result) if hit.startswith("3")] == ["3: B2>C3 melee 2", "3: B3>C3 melee 2"]
    assert points(result)[1] == 16


@pytest.mark.ruling("R30.1")
def test_own_units_and_netted_wastes_add_nothing() -> None:
    own = Table("uranopolis moloch", "C3=0.Wastes C4=0.Mechanic B3=1.Hunter-Killer/SE A1=0.HQ E1=1.HQ").battle()
    assert all(hit.endswith(" 1") for hit in hits(own))
    netted = "C3=1.Blocker C4=0.Wastes B3=0.Mercenary C5=1.Net_Fighter A1=0.HQ E1=1.HQ"
    assert "3: B3>C3 melee 1" in hits(Table("uranopolis moloch", netted).battle())


@pytest.mark.ruling("R30.1", "R6.3")
def test_what_does_no_wound_gets_none() -> None:
    board = "C3=1.Blocker C4=0.Wastes C2=0.Guard/S C1=0.HQ E1=1.HQ"
    assert hits(Table("uranopolis moloch", board).battle()) == []  # armour stops it
    assert hits(Table("uranopolis moloch", board.replace("Blocker", "Blocker/S")).battle()) == ["3: C2>C3 ranged 2"]


@pytest.mark.ruling("R30.1", "R28.2")
def test_poison_does_no_wound_next_to_wastes() -> None:
    board = "C3=1.Blocker C4=0.Wastes B3=2.Poisoner A1=0.HQ E1=1.HQ A3=2.HQ B1=3.HQ"
    t = Table("uranopolis moloch mississippi borgo", board, teams="teams=0+2,1+3")
    assert "3: B3>C3 poison 0" in hits(t.battle())


@pytest.mark.ruling("R30.1", "R21.2")
def test_venom_does_one_more() -> None:
    board = "C3=1.Blocker^v C4=0.Wastes A1=0.HQ E1=1.HQ A3=2.HQ B1=3.HQ"
    t = Table("uranopolis moloch neojungle borgo", board, teams="teams=0+2,1+3")
    assert hits(t.battle()) == ["before: None>C3 venom 2"]


@pytest.mark.ruling("R30.1", "R30.4", "R8.3")
def test_an_instant_does_one_more() -> None:
    board = "C3=1.Blocker C4=0.Wastes A1=0.HQ E1=1.HQ"
    _, events = played(Table("uranopolis moloch", board).hand(0, "Ray").turn(0), "ray C1 S")
    struck = [event for event in events if isinstance(event, Hit)]
    assert [(hit.target.hex, hit.wounds, hit.extra, hit.rulings) for hit in struck] == [
        ("C3", 2, 1, ("R30.4", "R30.1")),
        ("C4", 1, 0, ("R30.4",)),
    ]


@pytest.mark.ruling("R30.1", "R19.1")
def test_costs_are_no_wounds() -> None:
    t = Table("steelpolice uranopolis", "C3=0.HQ C4=1.Wastes D3=1.Mercenary E1=1.HQ").turn(0)
    t.do("steel net D3")
    assert t.st.hq(0) == 19


@pytest.mark.ruling("R30.1", "R7.2")
def test_a_medic_cancels_the_hit_with_its_extra_wound() -> None:
    board = "C3=1.Hybrid C4=0.Wastes B3=0.Mercenary D3=1.Medic/NW A1=0.HQ E1=1.HQ"
    result = Table("uranopolis moloch", board).battle()
    assert "3: B3>C3 melee 2 saved" in hits(result)
    assert "C3" in left(result)


# --- R30.2 Gauss Transformer ---
LINE = (
    "C5=0.Inferno/SE C4=1.Blocker C3=1.Blocker C2=1.Blocker/S D4=0.Gauss_Transformer/SW B4=0.Mechanic/S A1=0.HQ E1=1.HQ"
)
"""An Inferno with strength 2 that faces north, linked to a Gauss Transformer."""


@pytest.mark.ruling("R30.2", "R6.8", "R13.6")
def test_a_linked_unit_may_shoot_as_gauss_once_a_battle() -> None:
    t = Table("uranopolis moloch", LINE)
    assert hits(t.battle()) == ["2: C5>C4 ranged 2"]  # by default nothing is changed
    assert asked(t) == [(0, ["no change at C5", "change C5 N to gauss"])]
    assert hits(t.battle_choosing("change C5 N to gauss")) == [
        "2: C5>C2 gauss 1",  # armour
        "2: C5>C3 gauss 2",
        "2: C5>C4 gauss 2",
    ]
    _, events = fought(f"uranopolis moloch | {LINE}", "change C5 N to gauss")
    (change,) = [event for event in events if isinstance(event, Converted)]
    assert (change.to, change.rulings, [unit.hex for unit in change.givers]) == ("gauss", ("R30.2",), ["D4"])
    assert all("R30.2" in event.rulings for event in events if isinstance(event, Hit))


@pytest.mark.ruling("R30.2", "R3.5")
def test_the_gauss_shot_has_its_own_strength_and_no_bonus() -> None:
    t = Table("uranopolis moloch", LINE.replace("B4=0.Mechanic/S", "B4=0.Combat_Generator/SE"))
    assert t.unit("C5")["ranged"] == {"N": 3}
    assert "2: C5>C4 gauss 2" in hits(t.battle_choosing("change C5 N to gauss"))


@pytest.mark.ruling("R30.2", "R6.8")
def test_it_changes_one_attack_of_a_unit_in_a_battle() -> None:
    board = "C5=0.Drill/NW C4=1.Blocker C3=1.Juggernaut D4=0.Gauss_Transformer/SW B4=0.HQ E1=1.HQ"
    t = Table("uranopolis moloch", board)
    first = t.battle_choosing("change C5 N to gauss")
    assert [hit for hit in hits(first) if "gauss" in hit and ">C4" in hit] == ["3: C5>C4 gauss 1"]
    later = t.battle_choosing("no change at C5", "change C5 N to gauss")
    assert [hit.split(":")[0] for hit in hits(later) if "gauss" in hit] == ["2", "2"]


@pytest.mark.ruling("R30.2", "R6.8")
def test_without_a_difference_nothing_is_asked() -> None:
    alone = Table("uranopolis moloch", LINE.replace("C3=1.Blocker C2=1.Blocker/S ", ""))
    assert asked(alone) == []


@pytest.mark.ruling("R30.2", "R24.1", "R16.1")
def test_a_mortar_and_a_sharpshooter_shoot_plain_gauss() -> None:
    board = "C5=2.Mortar C4=1.Blocker C3=1.Blocker D4=0.Gauss_Transformer/SW A1=0.HQ E1=1.HQ A3=2.HQ B1=3.HQ"
    t = Table("uranopolis moloch sharrash borgo", board, teams="teams=0+2,1+3")
    assert "2: C5>C3 ranged 1" in hits(t.battle())
    changed = hits(t.battle_choosing("change C5 N to gauss"))
    assert [hit for hit in changed if hit.startswith("2")] == ["2: C5>C3 gauss 1", "2: C5>C4 gauss 1"]
    sharp = board.replace("2.Mortar", "2.Sharpshooter")
    t = Table("uranopolis moloch newyork borgo", sharp, teams="teams=0+2,1+3")
    assert hits(t.battle_choosing("change C5 N to gauss")) == ["2: C5>C3 gauss 1", "2: C5>C4 gauss 1"]


@pytest.mark.ruling("R30.2", "R6.4")
def test_a_melee_part_joins_the_gauss_shot_at_the_neighbour() -> None:
    board = (
        "C5=2.Universal_Soldier/NE C4=1.Blocker C3=1.Blocker D4=0.Gauss_Transformer/SW A1=0.HQ E1=1.HQ A3=2.HQ B1=3.HQ"
    )
    t = Table("uranopolis moloch hegemony borgo", board, teams="teams=0+2,1+3")
    changed = t.battle_choosing("change C5 N to gauss")
    assert [hit for hit in hits(changed) if "C5>" in hit] == ["3: C5>C3 gauss 1", "3: C5>C4 melee+ranged 2"]


@pytest.mark.ruling("R30.2", "R6.6")
def test_players_are_asked_going_round_from_the_one_who_began() -> None:
    two = (
        "C5=0.Inferno/SE C4=1.Mechanic C3=1.Mechanic D4=0.Gauss_Transformer/SW B4=0.HQ "
        "C1=1.Inferno/NW C2=0.Mechanic B1=1.Gauss_Transformer/NE D1=1.HQ"
    )
    t = Table("uranopolis uranopolis", two)
    assert [player for player, _ in asked(t)] == [0, 1]


# --- R30.3 Ravager ---
@pytest.mark.ruling("R30.3")
def test_a_ravager_hits_two_neighbours_and_the_hex_that_touches_both() -> None:
    board = "B3=0.Ravager A3=0.HQ C3=1.Blocker C4=1.Blocker D3=1.Blocker C2=1.Blocker E1=1.HQ"
    result = Table("uranopolis moloch", board).battle()
    assert sorted(hits(result)) == ["3: B3>C3 ravager 1", "3: B3>C4 ravager 1", "3: B3>D3 ravager 1"]
    ways = {hit["to"]: hit["direction"] for phase in result["phases"] for hit in phase["hits"]}
    assert ways == {"C3": "NE", "C4": "SE", "D3": None}


@pytest.mark.ruling("R30.3", "R6.3", "R3.5")
def test_no_armour_and_no_bonus_change_it_and_own_units_are_spared() -> None:
    board = "B3=0.Ravager B4=0.Combat_Generator C3=1.Blocker/SW C4=0.Mechanic D3=1.HQ A3=0.HQ"
    result = Table("uranopolis moloch", board).battle()
    assert sorted(hit for hit in hits(result) if "ravager" in hit) == ["3: B3>C3 ravager 1", "3: B3>D3 ravager 1"]
    assert points(result)[1] == 19


@pytest.mark.ruling("R30.3", "R18.3", "R11.3")
def test_it_is_not_reflected_and_sets_off_no_trap() -> None:
    judge = Table("uranopolis steelpolice", "B3=0.Ravager C3=1.Judge/NE A3=0.HQ E1=1.HQ")
    assert "3: B3>C3 ravager 1" in hits(judge.battle())
    trap = Table("uranopolis doomsday", "B3=0.Ravager C3=1.Trap/SW A3=0.HQ E1=1.HQ")
    assert hits(trap.battle()) == ["3: B3>C3 ravager 1"]


@pytest.mark.ruling("R30.3")
def test_at_the_edge_of_the_board_it_hits_what_is_there() -> None:
    board = "E2=0.Ravager/NE E3=1.Blocker D3=1.Blocker E1=0.HQ A1=1.HQ"
    assert hits(Table("uranopolis moloch", board).battle()) == ["3: E2>E3 ravager 1"]


# --- R30.4 Ray ---
@pytest.mark.ruling("R30.4")
def test_a_ray_wounds_every_unit_of_a_line_from_edge_to_edge_but_hqs() -> None:
    board = "C1=1.HQ C3=1.Blocker C4=0.Inferno C5=0.Mechanic A1=0.HQ"
    t = Table("uranopolis moloch", board).hand(0, "Ray").turn(0)
    t.do("ray C1 S")
    assert t.now()["C3"] == "1.Blocker/N~1"
    assert t.now()["C4"] == "0.Inferno/N~1"
    assert "C5" not in t.now()
    assert t.st.hq(1) == 20
    assert t.names_in_hand(0) == []


@pytest.mark.ruling("R30.4")
def test_there_are_fifteen_lines_on_the_standard_board_and_more_on_the_expanded_one() -> None:
    t = Table("uranopolis moloch", HQS).hand(0, "Ray").turn(0)
    assert len(t.offers_like("ray")) == 15
    big = Table("expanded uranopolis moloch borgo outpost", "A1=0.HQ G4=1.HQ").hand(0, "Ray").turn(0)
    assert len(big.offers_like("ray")) == 21


@pytest.mark.ruling("R30.4", "R31.1", "R5.5")
def test_foundation_tiles_on_the_line_go() -> None:
    t = Table("uranopolis newyork", f"C3=1.Cop {HQS}", "C2=1.Mine C4=1.Mine B2=1.Mine").hand(0, "Ray").turn(0)
    t.do("ray C1 S")
    assert t.mines() == {"B2"}
    shared = Table("uranopolis sharrash", f"C3=1.Rats {HQS}", "C3=1.Hole").hand(0, "Ray").turn(0)
    shared.do("ray C1 S")
    assert shared.offers() == ["strike unit at C3", "strike foundation at C3"]
    shared.do("strike foundation at C3")
    assert shared.mines() == set()
    assert "C3" in shared.now()


@pytest.mark.ruling("R30.4", "R7.4")
def test_medics_answer_a_ray() -> None:
    t = Table("uranopolis moloch", f"C3=1.Hybrid B3=1.Medic/NE {HQS}").hand(0, "Ray").turn(0)
    t.do("ray C1 S")
    assert "C3" in t.now()
    assert "B3" not in t.now()
