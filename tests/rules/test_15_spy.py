"""Section 15: Spies gain from hostile modules and HQs."""

from __future__ import annotations

import pytest

from tests.rules.table import Table, hits, left


@pytest.mark.ruling("R15.1")
def test_a_spy_gains_from_a_hostile_module_that_serves_its_own_side_too() -> None:
    t = Table("newyork borgo", "C3=0.Spy_Cleaner C4=1.Officer B3=1.Mutant A1=0.HQ E1=1.HQ")
    assert t.unit("C3")["melee"]["N"] == 2  # the Officer's N edge faces it
    assert t.unit("B3")["melee"]["N"] == 2  # and its NW edge a Mutant


@pytest.mark.ruling("R15.1")
def test_a_spy_gains_from_a_hostile_hq() -> None:
    t = Table("newyork borgo", "C3=0.Spy_Shooter C4=1.HQ A1=0.HQ")
    assert t.unit("C3")["initiative"] == [3]  # Borgo's HQ gives initiative
    assert Table("newyork borgo", "C3=0.Cop C4=1.HQ A1=0.HQ").unit("C3")["initiative"] == [3]
    assert Table("newyork borgo", "C3=0.Hammer C4=1.HQ A1=0.HQ").unit("C3")["initiative"] == [2]


@pytest.mark.ruling("R15.1")
def test_a_disabled_spy_or_module_gives_nothing() -> None:
    t = Table("newyork hegemony", "C3=0.Spy_Cleaner C4=1.Boss B3=1.Net_Fighter A1=0.HQ E1=1.HQ")
    assert t.disabled() == {"C3"}
    assert t.unit("C3")["melee"] == {}


@pytest.mark.ruling("R15.2")
def test_a_long_link_serves_a_spy_only_on_the_neighbouring_hex() -> None:
    near = Table("newyork doomsday", "C3=0.Spy_Shooter C4=1.Officer A1=0.HQ E1=1.HQ").unit("C3")
    far = Table("newyork doomsday", "C2=0.Spy_Shooter C4=1.Officer A1=0.HQ E1=1.HQ").unit("C2")
    assert set(near["ranged"].values()) == {2}
    assert set(far["ranged"].values()) == {1}


@pytest.mark.ruling("R15.3")
def test_no_turn_from_a_doomsday_hq() -> None:
    t = Table("newyork doomsday", "C3=0.Spy_Shooter C4=1.HQ A1=0.HQ").turn(0)
    assert not t.offers_like("turn C3")


@pytest.mark.ruling("R15.4")
def test_what_harms_acts_on_a_spy_as_on_any_hostile_unit() -> None:
    t = Table("newyork outpost", "C3=0.Spy_Cleaner C4=1.Saboteur A1=0.HQ E1=1.HQ")
    assert t.unit("C3")["initiative"] == [1]


@pytest.mark.ruling("R15.4", "R3.4")
def test_a_friendly_module_that_a_hostile_scoper_turned_gives_a_spy_nothing() -> None:
    board = "C3=0.Spy_Cleaner C4=0.Officer_I{} A1=0.HQ E1=1.HQ"
    assert Table("newyork outpost", board.format("")).unit("C3")["melee"]["N"] == 2
    assert Table("newyork outpost", board.format(" C5=1.Scoper")).unit("C3")["melee"]["N"] == 1


@pytest.mark.ruling("R15.5", "R7.2")
def test_a_hostile_medic_must_serve_a_spy() -> None:
    # The Medic's N edge faces the Spy, which a Mutant of the Medic's own army hits.
    result = Table("newyork borgo", "C3=0.Spy_Shooter/S C4=1.Medic D3=1.Mutant/NW A1=0.HQ E1=1.HQ").battle()
    assert "2: D3>C3 melee 1 saved" in hits(result)
    assert "C4" not in left(result)
    assert "C3" in left(result)


@pytest.mark.ruling("R15.5")
def test_the_spys_controller_chooses_the_hit() -> None:
    board = "C3=0.Spy_Shooter/S C4=1.Medic B2=1.Mutant/SE D2=1.Super_Mutant/SW E1=0.HQ A3=1.HQ"
    t = Table("newyork borgo", board)
    seen: list[int] = []

    def choose(st: object) -> int:
        from neurohex.rules.engine import State, default_choice

        assert isinstance(st, State)
        seen.append(st.actor())
        return default_choice(st)

    t.battle(choose)
    assert set(seen) == {0}


@pytest.mark.ruling("R15.5", "R5.1")
def test_a_hostile_transport_and_smart_hq_move_a_spy_in_its_controllers_turn() -> None:
    t = Table("newyork smart", "C3=0.Spy_Cleaner C4=1.HQ A1=0.HQ")
    assert t.turn(0).offers_like("move C3 to C2 facing N by HQ C4") == ["move C3 to C2 facing N by HQ C4"]
    assert not t.turn(1).offers_like("move C3")
    transport = Table("newyork hegemony", "C3=0.Spy_Cleaner C4=1.Transport A1=0.HQ E1=1.HQ").turn(0)
    transport.do("move C3 to C2 facing N by Transport C4")
    assert transport.now()["C2"].startswith("0.Spy Cleaner")


@pytest.mark.ruling("R15.6", "R21.4")
def test_from_a_boiler_or_landfill_a_spy_gains_only_with_markers_of_its_side() -> None:
    board = "C3=0.Spy_Cleaner C4=1.Boiler C2=1.Mutation A1=0.HQ E1=1.HQ"
    result = Table("newyork mississippi", board).battle()
    assert all("markers" not in unit for unit in result["units"])
    team = Table("newyork mississippi neojungle borgo", f"{board} A3=2.HQ E3=3.HQ", teams="teams=0+2,1+3").battle()
    assert [unit.get("markers") for unit in team["units"] if unit["hex"] == "C2"] == [["venom"]]
