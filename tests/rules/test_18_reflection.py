"""Section 18: reflection. A Judge that faces N reflects at its S edge."""

from __future__ import annotations

from typing import Any

import pytest

from neurohex.events import Reflected
from tests.rules.course import Course
from tests.rules.table import Table, hits, left


def reflected(result: dict[str, Any]) -> list[bool]:
    return [hit.get("reflected", False) for phase in result["phases"] for hit in phase["hits"]]


@pytest.mark.ruling("R18.1")
def test_a_blow_comes_back_to_its_attacker() -> None:
    result = Table("steelpolice hegemony", "C3=0.Judge C4=1.Runner A1=0.HQ E3=1.HQ").battle()
    assert hits(result) == ["2: C4>C4 melee 1"]
    assert reflected(result) == [True]
    assert "C4" not in left(result)
    assert left(result)["C3"] == 0


@pytest.mark.ruling("R18.1")
def test_at_another_edge_a_judge_is_hit_as_any_unit() -> None:
    result = Table("steelpolice hegemony", "C3=0.Judge/S C4=1.Runner A1=0.HQ E3=1.HQ").battle()
    assert hits(result) == ["2: C4>C3 melee 1"]
    assert reflected(result) == [False]


@pytest.mark.ruling("R18.1")
def test_a_shot_comes_back_one_hex_only() -> None:
    # The Commando on C5 shoots N, over the Runner.
    near = Table("steelpolice outpost", "C3=0.Judge C4=1.Runner/S C5=1.Commando/SW A1=0.HQ E1=1.HQ").battle()
    assert hits(near) == ["3: C5>C4 ranged 1"]
    assert reflected(near) == [True]
    far = Table("steelpolice outpost", "C2=0.Judge C5=1.Commando/SW A1=0.HQ E3=1.HQ").battle()
    assert hits(far) == []  # nobody stands on C3


@pytest.mark.ruling("R18.1", "R10.3")
def test_it_strikes_only_units_hostile_to_the_reflectors_controller() -> None:
    # Moloch's cannon hits its ally's Judge; the unit on C4 is Moloch's, and no foe of the Judge's.
    board = "C3=0.Judge C4=1.Blocker/S C5=1.{}/N A1=0.HQ A3=1.HQ E1=2.HQ E3=3.HQ"
    ally = Table("steelpolice moloch borgo outpost", board.format("Hybrid"), teams="teams=0+1,2+3").battle()
    assert hits(ally) == []
    foe = Table("steelpolice moloch borgo outpost", board.format("Hybrid"), teams="teams=0+2,1+3").battle()
    assert hits(foe) == ["3: C5>C4 ranged 1"]


@pytest.mark.ruling("R18.2", "R6.3")
def test_it_comes_back_with_what_the_reflector_would_have_taken_and_armour_counts_again() -> None:
    armoured = Table("steelpolice moloch", "C3=0.Judge C4=1.Blocker/N C5=1.Hybrid/N A1=0.HQ E1=1.HQ").battle()
    bare = Table("steelpolice moloch", "C3=0.Judge C4=1.Blocker/S C5=1.Hybrid/N A1=0.HQ E1=1.HQ").battle()
    assert hits(armoured) == []
    assert hits(bare) == ["3: C5>C4 ranged 1"]


@pytest.mark.ruling("R18.3")
def test_an_explosion_is_not_reflected() -> None:
    t = Table("steelpolice moloch", "C3=0.Judge C4=1.Clown/S A1=0.HQ E1=1.HQ")
    result = t.battle_choosing("clown C4 explodes")
    assert hits(result) == ["2: C4>C3 explosion 1"]


@pytest.mark.ruling("R18.3")
def test_an_instant_is_not_reflected() -> None:
    t = Table("steelpolice outpost", "C3=0.Judge A1=0.HQ E1=1.HQ").hand(1, "Sniper").turn(1)
    t.do("snipe C3")
    assert "C3" not in t.now()


@pytest.mark.ruling("R18.3")
def test_a_gauss_shot_does_not_go_on_past_a_reflector() -> None:
    # The cannon's SW edge faces N: it shoots along column C.
    board = "C3=0.Judge{} C2=0.Wardog C5=1.Gauss_Cannon/SE A1=0.HQ E1=1.HQ C4=1.Blocker/S"
    stopped = Table("steelpolice moloch", board.format("")).battle()
    assert "1: C5>C4 gauss 1" in hits(stopped)
    assert not any("C5>C2" in hit for hit in hits(stopped))
    turned = Table("steelpolice moloch", board.format("/S")).battle()
    assert "1: C5>C2 gauss 1" in hits(turned)


@pytest.mark.ruling("R18.4")
def test_between_two_reflecting_edges_it_is_lost() -> None:
    board = "C3=0.Judge C4=1.Judge/S C5=1.Bandog A1=0.HQ E1=1.HQ"
    assert hits(Table("steelpolice steelpolice", board).battle()) == []
    open_edge = Table("steelpolice steelpolice", board.replace("C4=1.Judge/S", "C4=1.Wardog/S")).battle()
    assert "3: C5>C4 ranged 1" in hits(open_edge)


@pytest.mark.ruling("R18.5", "R10.5")
def test_a_shot_that_comes_back_to_the_own_hq_gives_no_points() -> None:
    board = "C3=0.Judge C4=1.HQ C5=1.Commando/SW A1=0.HQ E1=2.HQ"
    c = Course("steelpolice outpost borgo", board, score=True).hand(0, "Battle").turn(0).do("battle")
    assert any(isinstance(event, Reflected) and event.to is not None for event in c.log.events)
    assert [c.st.points(p) for p in range(3)] == [0, 0, 0]


@pytest.mark.ruling("R18.6")
def test_a_disabled_judge_does_not_reflect() -> None:
    netted = Table("steelpolice hegemony", "C3=0.Judge C4=1.Runner B3=1.Net_Fighter/N A1=0.HQ E3=1.HQ")
    assert netted.disabled() == {"C3"}
    assert hits(netted.battle()) == ["2: C4>C3 melee 1"]


@pytest.mark.ruling("R18.7", "R6.2")
def test_an_hqs_own_blow_does_not_harm_it() -> None:
    result = Table("steelpolice hegemony", "C3=0.Judge C4=1.HQ A1=0.HQ").battle()
    assert hits(result) == []
    assert result["players"][1]["hq"] == 20
    assert left(result)["C3"] == 0


@pytest.mark.ruling("R18.1", "R11.3")
def test_a_blow_that_comes_back_sets_off_a_trap_at_its_marked_edge() -> None:
    # The shooter's NW edge faces N; its shot passes the Trap, and comes back to the Trap's N edge.
    board = "C3=0.Judge C4=1.Trap{} C5=1.Alpha_Shooter/NE A1=0.HQ E1=1.HQ"
    result = Table("steelpolice doomsday", board.format("")).battle()
    assert hits(result) == ["3: C4>C3 explosion 1", "3: C4>C5 explosion 1", "3: C5>C4 ranged 1"]
    assert hits(Table("steelpolice doomsday", board.format("/S")).battle()) == ["3: C5>C4 ranged 1"]
