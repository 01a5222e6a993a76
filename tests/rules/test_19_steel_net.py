"""Sections 19 and 20: the Steel Net and execution."""

from __future__ import annotations

import pytest

from neurohex.events import Marked, Paid, Unmarked
from tests.rules.course import Course
from tests.rules.table import Table, hits

BOARD = "A1=0.HQ C3=1.Runner C4=1.Scout E3=1.HQ"


def police(board: str = BOARD, foes: str = "hegemony", points: int = 20) -> Table:
    return Table(f"steelpolice:{points} {foes}", board).turn(0)


# --- R19.1 ---
@pytest.mark.ruling("R19.1", "R19.2")
def test_the_steel_net_costs_a_point_and_disables_any_hostile_unit() -> None:
    t = police()
    assert t.offers_like("steel net") == ["steel net C3", "steel net C4"]  # no HQ
    t.do("steel net C3")
    assert t.st.hq(0) == 19
    assert t.is_netted("C3")
    assert [type(event) for event in t.log.events[:2]] == [Paid, Marked]
    assert t.offers_like("steel net") == []  # the one marker is not at hand
    assert not t.turn(1).offers_like("move C3")


@pytest.mark.ruling("R19.1")
def test_with_an_enabled_launcher_it_costs_nothing() -> None:
    t = police(f"{BOARD} B1=0.Net_of_Steel_Launcher", points=1).do("steel net C3")
    assert t.st.hq(0) == 1
    assert t.is_netted("C3")


@pytest.mark.ruling("R19.1")
def test_never_the_last_point() -> None:
    assert police(points=1).offers_like("steel net") == []
    assert police(points=2).offers_like("steel net") != []
    held = police(f"{BOARD} B1=0.Net_of_Steel_Launcher C1=1.Net_Fighter/S", points=1)
    assert held.disabled() == {"B1"}
    assert held.offers_like("steel net") == []


@pytest.mark.ruling("R19.1")
def test_not_while_the_hq_is_disabled_nor_in_another_players_turn() -> None:
    t = police(f"{BOARD} A2=1.Net_Fighter/NW")
    assert t.is_netted("A1")
    assert t.offers_like("steel net") == []
    assert police().turn(1).offers_like("steel net") == []


@pytest.mark.ruling("R19.1", "R7.4", "R5.2")
def test_a_medic_does_not_answer_the_cost() -> None:
    t = police(f"{BOARD} B1=0.Medic/S").do("steel net C3")
    assert t.st.hq(0) == 19
    assert "B1" in t.now()


# --- R19.2 ---
@pytest.mark.ruling("R19.2")
def test_the_marker_in_a_position_disables() -> None:
    t = Table("steelpolice hegemony", "A1=0.HQ C3=1.Runner^s E3=1.HQ")
    assert t.disabled() == {"C3"}
    assert t.unit("C3")["initiative"] == []


@pytest.mark.ruling("R19.2", "R3.1")
def test_a_steel_netted_net_unit_nets_nobody_and_does_not_free_itself() -> None:
    t = Table("steelpolice hegemony", "A1=0.HQ A3=0.Wardog C3=1.Runner B3=1.Net_Fighter/S^s E3=1.HQ")
    assert t.disabled() == {"B3"}


@pytest.mark.ruling("R19.2", "R5.2")
def test_a_steel_netted_unit_is_not_pushed() -> None:
    t = Table("steelpolice hegemony", "A1=0.HQ C2=0.Riot_Policeman C3=1.Runner^s E3=1.HQ").turn(0)
    assert t.offers_like("push") == []


# --- R19.3 ---
@pytest.mark.ruling("R19.3")
def test_it_comes_back_when_the_unit_leaves() -> None:
    t = Table("steelpolice hegemony", "A1=0.HQ C3=1.Runner^s C1=1.Scout E3=1.HQ").turn(0)
    assert t.offers_like("steel net") == []
    t.st.bury(t.st.game.board.index["C3"], 0)
    assert t.offers_like("steel net") == ["steel net C1"]


@pytest.mark.ruling("R19.3")
def test_it_comes_back_when_the_hq_is_disabled() -> None:
    t = police().do("steel net C3").hand(1, "Net Fighter").turn(1)
    t.do("place Net Fighter A2 facing NW")
    assert t.is_netted("A1")
    assert not t.is_netted("C3")
    gone = [event for event in t.log.events if isinstance(event, Unmarked)]
    assert [(event.marker, event.why, event.unit.hex) for event in gone] == [("steel_net", "hq", "C3")]


@pytest.mark.ruling("R19.3")
def test_it_comes_back_when_the_unit_comes_under_the_polices_control() -> None:
    # A Steel Police unit that Vegas holds is netted; freed, it comes back to its army, and the marker with it.
    t = Table("steelpolice vegas", "A1=0.HQ C3=0.Wardog C4=1.Agitator E3=1.HQ").turn(0)
    t.do("steel net C3")
    assert t.is_netted("C3")
    t.hand(1, "Rotation").turn(1).do("rotate C4 facing S")
    assert not t.is_netted("C3")
    assert t.now()["C3"] == "0.Wardog/N"
    assert t.turn(0).offers_like("steel net") == ["steel net C4"]


@pytest.mark.ruling("R19.3", "R3.2")
def test_nothing_else_takes_it_off() -> None:
    # A third player takes the unit over: it stays under the net.
    t = Table("steelpolice vegas hegemony", "A1=0.HQ C4=1.Agitator E3=1.HQ C3=2.Runner^s E1=2.HQ")
    assert t.controllers()["C3"] == 1
    assert "C3" in t.disabled()


# --- R19.4 ---
@pytest.mark.ruling("R19.4")
def test_in_a_score_game_the_units_controller_gets_a_point() -> None:
    board = "A1=0.HQ C3=1.Runner E3=1.HQ E1=2.HQ"
    c = Course("steelpolice hegemony borgo", board, score=True).turn(0).do("steel net C3")
    assert c.st.hq(0) == 20
    assert [c.st.points(p) for p in range(3)] == [0, 1, 0]


@pytest.mark.ruling("R19.4", "R12.2")
def test_for_a_neutral_unit_an_opponent_of_the_players_choice() -> None:
    board = "A1=0.HQ C3=-.Mad_Bomber E3=1.HQ E1=2.HQ"
    c = Course("steelpolice hegemony borgo", board, score=True, bomber="neutral").turn(0).do("steel net C3")
    assert c.offers() == ["point for player 1", "point for player 2"]
    c.do("point for player 2")
    assert [c.st.points(p) for p in range(3)] == [0, 0, 1]
    assert c.is_netted("C3")


# --- R19.5 ---
@pytest.mark.ruling("R19.5", "R10.1")
def test_when_the_army_leaves_its_marker_goes() -> None:
    board = "C3=0.HQ C4=1.Runner D3=1.Runner/NW E3=1.HQ E1=2.Mutant^s A1=2.HQ"
    c = Course("steelpolice:1 hegemony borgo", board).hand(1, "Battle").turn(1)
    assert c.is_netted("E1")
    c.do("battle")
    assert not c.is_netted("E1")


@pytest.mark.ruling("R19.5")
def test_a_steel_netted_net_unit_that_faces_the_hq_stays_held() -> None:
    t = police("A1=0.HQ B2=1.Net_Fighter E3=1.HQ").do("steel net B2")
    t.hand(1, "Move").turn(1)
    assert not t.offers_like("turn B2")
    held = Table("steelpolice hegemony", "A1=0.HQ A2=1.Net_Fighter/NW^s E3=1.HQ")
    assert held.disabled() == {"A2"}


@pytest.mark.ruling("R19.5", "R3.4")
def test_a_launcher_that_a_hostile_scoper_turned_makes_nothing_free() -> None:
    t = police("A1=0.HQ B1=0.Net_of_Steel_Launcher C1=1.Scoper C4=1.Runner E3=1.HQ", foes="outpost")
    t.do("steel net C4")
    assert t.st.hq(0) == 19


# --- section 20 ---
@pytest.mark.ruling("R20.1")
def test_an_execution_destroys_a_unit_and_takes_its_hex() -> None:
    t = police().hand(0, "Executioner")
    assert "execute C3 by Executioner facing SE" in t.offers()
    assert not t.offers_like("execute E3")  # no HQ
    t.do("execute C3 by Executioner facing SE")
    assert t.now()["C3"] == "0.Executioner/SE"
    assert t.discards(1) == {"Runner": 1}
    assert t.st.hq(0) == 19
    assert t.names_in_hand(0) == []


@pytest.mark.ruling("R20.1", "R7.4")
def test_medics_do_not_save_the_executed_unit() -> None:
    board = "A1=0.HQ C3=1.Mutant C4=1.Medic E3=1.HQ"
    t = police(board, foes="borgo").hand(0, "Executioner").do("execute C3 by Executioner facing N")
    assert t.now()["C3"].startswith("0.Executioner")
    assert "C4" in t.now()


@pytest.mark.ruling("R20.1", "R19.1")
def test_a_launcher_does_not_help_and_the_last_point_is_never_paid() -> None:
    launcher = f"{BOARD} B1=0.Net_of_Steel_Launcher"
    assert police(launcher, points=1).hand(0, "Executioner").offers_like("execute") == []
    t = police(launcher).hand(0, "Executioner").do("execute C3 by Executioner facing N")
    assert t.st.hq(0) == 19


@pytest.mark.ruling("R20.1", "R19.4")
def test_in_a_score_game_the_executed_units_controller_gets_the_point() -> None:
    board = "A1=0.HQ C3=1.Runner E3=1.HQ E1=2.HQ"
    c = Course("steelpolice hegemony borgo", board, score=True).hand(0, "Executioner").turn(0)
    c.do("execute C3 by Executioner facing N")
    assert [c.st.points(p) for p in range(3)] == [0, 1, 0]


@pytest.mark.ruling("R20.2")
def test_he_may_go_where_he_is_netted_or_taken_and_takes_no_marker_over() -> None:
    netted = police("A1=0.HQ C3=1.Runner C4=1.Net_Fighter/NW E3=1.HQ").hand(0, "Executioner")
    netted.do("execute C3 by Executioner facing N")
    assert netted.is_netted("C3")
    taken = police("A1=0.HQ C3=1.Guard C4=1.Agitator E3=1.HQ", foes="vegas").hand(0, "Executioner")
    taken.do("execute C3 by Executioner facing N")
    assert taken.now()["C3"] == "0>1.Executioner/N"
    marked = Table("steelpolice hegemony", "A1=0.HQ C3=1.Runner^s E3=1.HQ").hand(0, "Executioner").turn(0)
    marked.do("execute C3 by Executioner facing N")
    assert not marked.is_netted("C3")


@pytest.mark.ruling("R20.2", "R5.5")
def test_he_comes_onto_the_foundation_that_lies_there() -> None:
    t = Table("steelpolice vegas", "A1=0.HQ C3=1.Guard E3=1.HQ", "C3=1.Mine").hand(0, "Executioner").turn(0)
    t.do("execute C3 by Executioner facing N")
    assert "C3" not in t.now()  # the Mine takes him
    assert t.mines() == set()


@pytest.mark.ruling("R20.3", "R5.6", "R3.3")
def test_terror_does_not_stop_it_and_a_bio_droid_returns_to_its_pile() -> None:
    t = Table("steelpolice smart", "A1=0.HQ C3=1.Bio-droid E3=1.HQ").hand(1, "Terror").hand(0, "Executioner").turn(1)
    t.do("terror").turn(0)
    assert not t.offers_like("place")
    t.do("execute C3 by Executioner facing N")
    assert t.discards(1) == {"Terror": 1}
    assert len(t.st.top(1)) == 1


@pytest.mark.ruling("R20.1")
def test_only_from_the_hand() -> None:
    t = police("A1=0.HQ C2=0.Executioner C3=1.Runner E3=1.HQ")
    assert t.offers_like("execute") == []
    assert hits(Table("steelpolice hegemony", "A1=0.HQ C2=0.Executioner/S C3=1.Runner E3=1.HQ").battle())
