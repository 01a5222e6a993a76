"""Section 9: the Duel board. Its Terminals are A2, B1, B4, C3, D1, D4 and E2."""

from __future__ import annotations

from typing import Any

import pytest

from neurohex.rules.engine import Game
from tests.rules.course import Course

FAR = "A1=0.HQ/S E3=1.HQ"  # facing S, Vegas' HQ on A1 has its link off the board
TERMINALS = ["A2", "B1", "B4", "C3", "D1", "D4", "E2"]


def duel(armies: str, board: str, energy: int, foundations: str = "", **options: Any) -> Course:
    """A Duel board with the HQs beside the Terminals, on A1 and E3; player 0 has energy and is to play."""
    return Course(f"duel {armies}", f"{FAR} {board}", foundations, **options).energy(0, energy).turn(0)


# --- R9.1 Terminals and Links ---


@pytest.mark.ruling("R9.1")
def test_the_default_terminals_are_the_centre_and_the_midpoints_of_the_sides() -> None:
    names = "A2 A3 B1 B2 B3 B4 C1 C2 C3 C4 C5 D1 D2 D3 D4 E1 E2"
    for name in names.split():
        c = duel("vegas smart", f"{name}=0.Saboteur", 1)
        assert (c.offers_like("procedure rotation") != []) is (name in TERMINALS), name


@pytest.mark.ruling("R9.1")
def test_the_terminals_are_a_setting() -> None:
    others = ("A3", "B1", "B4", "C3", "D1", "D4", "E2")
    c = duel("vegas smart", "A2=0.Guard A3=0.Saboteur", 1, terminals=others)
    assert {text.split()[2] for text in c.offers_like("procedure")} == {"A3"}


@pytest.mark.ruling("R9.1")
def test_warriors_modules_and_hqs_are_links_netted_units_and_foundations_are_not() -> None:
    c = Course("duel hegemony smart", "A2=0.HQ E3=1.HQ B1=0.Runner C3=0.Boss", "D4=0.Mine").energy(0, 1).turn(0)
    assert {text.split()[2] for text in c.offers_like("procedure rotation")} == {"A2", "B1", "C3"}
    c = duel("vegas hegemony", "C3=0.Guard C4=1.Net_Fighter/NW", 5)
    assert c.is_netted("C3")
    assert c.offers_like("procedure") == []


@pytest.mark.ruling("R9.1", "R3.3")
def test_a_captive_on_a_terminal_is_its_takers_link() -> None:
    c = duel("vegas smart", "C4=0.Agitator C3=1.Cyborg", 1).do("procedure rotation C3 facing S")
    assert c.now()["C3"] == "1>0.Cyborg/S"


@pytest.mark.ruling("R9.1")
def test_other_boards_have_no_procedures_and_no_energy_to_buy() -> None:
    c = Course("vegas smart", f"{FAR} C3=0.Guard").energy(0, 5).hand(0, "Move").turn(0)
    assert c.offers_like("procedure") == c.offers_like("sell") == []


# --- R9.2 energy ---


@pytest.mark.ruling("R9.2")
def test_a_game_begins_without_energy() -> None:
    c = Course("duel vegas smart").do("place HQ C3 facing N", "place HQ A2 facing N")
    assert (c.energy_of(0), c.energy_of(1)) == (0, 0)


@pytest.mark.ruling("R9.2")
def test_kept_tiles_and_hq_points_are_traded_for_one_each() -> None:
    c = duel("vegas:20 smart", "", 0).hand(0, "Guard", "Battle")
    c.do("sell Guard", "sell Battle", "sell HQ point", "sell HQ point")
    assert c.energy_of(0) == 4
    assert c.st.hq(0) == 18
    assert c.discards(0) == {"Battle": 1, "Guard": 1}
    c.do("end turn")
    assert c.whose == 1
    assert c.energy_of(0) == 4  # it stays


@pytest.mark.ruling("R9.2")
def test_once_energy_is_bought_the_turn_can_only_end() -> None:
    c = duel("vegas smart", "C3=0.Guard", 4).hand(0, "Guard", "Move", "Battle").do("sell Guard")
    assert sorted(c.offers()) == ["end turn"]  # five: nothing more to buy, no Procedure, no tile
    c = duel("vegas smart", "C3=0.Guard", 1).hand(0, "Guard", "Move", "Battle").do("sell Guard")
    assert sorted(c.offers()) == ["end turn", "sell Battle", "sell HQ point", "sell Move"]


@pytest.mark.ruling("R9.2")
def test_energy_past_five_cannot_be_bought() -> None:
    c = duel("vegas smart", "", 5).hand(0, "Guard")
    assert c.offers_like("sell") == []


@pytest.mark.ruling("R9.2")
def test_the_last_hq_point_cannot_be_traded() -> None:
    c = duel("vegas:2 smart", "", 0).do("sell HQ point")
    assert c.st.hq(0) == 1
    assert c.offers() == ["end turn"]
    assert duel("vegas:1 smart", "", 0).offers_like("sell") == []


@pytest.mark.ruling("R9.2", "R4.2")
def test_nothing_is_traded_before_the_discard() -> None:
    c = duel("vegas smart", "", 0).begin_turn(0).do("draw Guard", "draw Battle", "draw Move")
    assert c.at == "discard"
    assert c.offers_like("sell") == []
    c.do("discard Move")
    assert sorted(c.offers_like("sell")) == ["sell Battle", "sell Guard", "sell HQ point"]


@pytest.mark.ruling("R9.2", "R10.5")
def test_in_a_score_game_hq_points_cannot_be_traded() -> None:
    c = Course("duel vegas smart borgo", "A1=0.HQ E3=1.HQ E1=2.HQ", score=True).hand(0, "Guard").turn(0)
    assert c.offers_like("sell") == ["sell Guard"]


# --- R9.3 procedures ---


@pytest.mark.ruling("R9.3")
def test_rotation_costs_one_and_turns_a_link() -> None:
    c = duel("vegas smart", "C3=0.Guard C4=0.Scout", 1)
    assert {text.split()[2] for text in c.offers_like("procedure")} == {"C3"}
    c.do("procedure rotation C3 facing SW")
    assert c.now()["C3"] == "0.Guard/SW"
    assert c.energy_of(0) == 0
    assert c.offers_like("procedure") == []


@pytest.mark.ruling("R9.3")
def test_any_number_of_procedures_between_tiles() -> None:
    c = duel("vegas smart", "C3=0.Guard", 5).hand(0, "Scout", "Battle")
    c.do("procedure rotation C3 facing S", "place Scout A2 facing N", "procedure swap A2 facing N with C3 facing NE")
    c.do("procedure rotation A2 facing N", "battle")
    assert c.energy_of(0) == 1
    assert (c.now()["A2"], c.now()["C3"]) == ("0.Guard/N", "0.Scout/N")


@pytest.mark.ruling("R9.3")
def test_swap_costs_two_and_changes_two_links_wherever_they_are_both_may_turn() -> None:
    c = duel("vegas smart", "A2=0.Guard E2=0.Scout/S", 2)
    c.do("procedure swap A2 facing NE with E2 facing SW")
    assert c.now()["E2"] == "0.Guard/NE"
    assert c.now()["A2"] == "0.Scout/SW"
    assert c.energy_of(0) == 0


@pytest.mark.ruling("R9.3")
def test_swap_takes_no_hq_no_hostile_link_and_two_energy() -> None:
    c = Course("duel vegas smart", "A2=0.HQ B1=0.Guard D4=1.Cyborg E3=1.HQ").energy(0, 5).turn(0)
    assert c.offers_like("procedure swap") == []
    assert duel("vegas smart", "A2=0.Guard E2=0.Scout/S", 1).offers_like("procedure swap") == []


@pytest.mark.ruling("R9.3", "R5.2")
def test_push_back_costs_three_and_a_link_pushes() -> None:
    c = duel("vegas smart", "C3=0.Guard C2=1.Cyborg B3=0.Scout B2=1.Ripper", 4)
    pushers = {text.split()[4] for text in c.offers_like("procedure push")}
    assert pushers == {"C3"}  # the Scout on B3 is no Link
    c.do("procedure push C2 from C3")
    assert c.actor == 1  # C1, B1 and D1 are free
    assert sorted(c.offers()) == ["yield to B1", "yield to C1", "yield to D1"]
    c.do("yield to C1")
    assert c.now()["C1"] == "1.Cyborg/N"
    assert c.energy_of(0) == 1
    assert c.offers_like("procedure push") == []


@pytest.mark.ruling("R9.3", "R5.2")
def test_push_back_by_an_hq_that_is_a_link_and_not_of_a_netted_unit() -> None:
    c = Course("duel hegemony smart", "C3=0.HQ C2=1.Cyborg E3=1.HQ").energy(0, 3).turn(0)
    c.do("procedure push C2 from C3", "yield to C1")
    assert c.now()["C1"] == "1.Cyborg/N"
    c = Course("duel hegemony smart", "C3=0.HQ C2=1.Cyborg E3=1.HQ B2=0.Net_Fighter").energy(0, 3).turn(0)
    assert c.is_netted("C2")
    assert c.offers_like("procedure push") == []


@pytest.mark.ruling("R9.3")
def test_laser_costs_three_and_destroys_the_hostile_units_between_two_links_in_one_line() -> None:
    # A2 - B2 - C2 - D1 is one straight line.
    c = duel("vegas smart", "A2=0.Guard D1=0.Scout B2=1.Transporter C2=1.Cyborg B3=1.Ripper", 3)
    assert c.offers_like("procedure laser") == ["procedure laser A2 D1"]
    c.do("procedure laser A2 D1")
    assert set(c.now()) == {"A1", "E3", "A2", "D1", "B3"}  # the Transporter's toughness does not help
    assert c.energy_of(0) == 0


@pytest.mark.ruling("R9.3")
def test_laser_spares_own_units_and_hqs() -> None:
    board = "A1=0.HQ/S B1=0.Guard B2=0.Scout B3=1.Cyborg B4=0.Saboteur E3=1.HQ"
    c = Course("duel vegas smart", board).energy(0, 3).turn(0).do("procedure laser B1 B4")
    assert set(c.now()) == {"A1", "B1", "B2", "B4", "E3"}
    c = Course("duel vegas smart", "A1=0.HQ/S B1=0.Guard B2=1.HQ B3=1.Cyborg B4=0.Saboteur").energy(0, 3).turn(0)
    c.do("procedure laser B1 B4")
    assert c.now()["B2"] == "1.HQ/N"
    assert c.st.hq(1) == 20
    assert "B3" not in c.now()


@pytest.mark.ruling("R9.3")
def test_laser_refused_without_line_links_or_energy() -> None:
    # C3 and A2 lie in no straight line.
    assert duel("vegas smart", "A2=0.Guard C3=0.Scout B2=1.Cyborg B3=1.Ripper", 5).offers_like("procedure laser") == []
    # B3 is no Terminal.
    assert duel("vegas smart", "B1=0.Guard B3=0.Scout B2=1.Cyborg", 5).offers_like("procedure laser") == []
    # Two energy are too few.
    assert duel("vegas smart", "B1=0.Guard B4=0.Scout B2=1.Cyborg", 2).offers_like("procedure laser") == []
    # A netted Link is none.
    c = duel("vegas hegemony", "B1=0.Guard B4=0.Scout B2=1.Net_Fighter/NW", 5)
    assert c.is_netted("B1")
    assert c.offers_like("procedure laser") == []


@pytest.mark.ruling("R9.3", "R7.4")
def test_medics_answer_a_laser_one_hit_each() -> None:
    # Vegas' only Medic is linked to the Guard on B3, not to the Scout on B2.
    c = duel("smart vegas", "B1=0.Ripper B4=0.Cyborg B2=1.Scout B3=1.Guard C4=1.Medic/NW", 3)
    c.do("procedure laser B1 B4")
    assert "B3" in c.now()
    assert "B2" not in c.now()
    assert "C4" not in c.now()


@pytest.mark.ruling("R9.3")
def test_elimination_costs_three_and_destroys_a_unit_next_to_three_links() -> None:
    # B2 touches the Terminals A2, B1 and C3.
    c = duel("vegas smart", "A2=0.Guard B1=0.Scout C3=0.Saboteur B2=1.Transporter C2=1.Cyborg", 3)
    assert c.offers_like("procedure elimination") == ["procedure elimination B2"]  # C2 touches only two
    c.do("procedure elimination B2")
    assert "B2" not in c.now()
    assert c.energy_of(0) == 0


@pytest.mark.ruling("R9.3")
def test_elimination_refused_with_two_links_of_hqs_and_without_energy() -> None:
    two = duel("vegas smart", "A2=0.Guard B1=0.Scout C3=1.Cyborg B2=1.Transporter", 5)
    assert two.offers_like("procedure elimination") == []
    hq = Course("duel vegas smart", "A1=0.HQ/S B2=1.HQ A2=0.Guard B1=0.Scout C3=0.Saboteur").energy(0, 5).turn(0)
    assert hq.offers_like("procedure elimination") == []
    poor = duel("vegas smart", "A2=0.Guard B1=0.Scout C3=0.Saboteur B2=1.Cyborg", 2)
    assert poor.offers_like("procedure elimination") == []
    netted = duel("vegas hegemony", "A2=0.Guard B1=0.Scout C3=0.Saboteur B2=1.Ganger C4=1.Net_Fighter/NW", 5)
    assert netted.is_netted("C3")
    assert netted.offers_like("procedure elimination") == []


@pytest.mark.ruling("R9.3")
def test_elimination_counts_an_hq_among_the_three_links() -> None:
    c = Course("duel vegas smart", "A2=0.HQ/N B1=0.Scout C3=0.Saboteur B2=1.Cyborg E3=1.HQ").energy(0, 3).turn(0)
    assert c.offers_like("procedure elimination") == ["procedure elimination B2"]


@pytest.mark.ruling("R9.3", "R7.4")
def test_a_medic_answers_an_elimination() -> None:
    c = duel("smart vegas", "A2=0.Ripper B1=0.Scout C3=0.Mother B2=1.Guard B3=1.Medic", 3)
    c.do("procedure elimination B2")
    assert "B2" in c.now()
    assert "B3" not in c.now()


@pytest.mark.ruling("R9.3")
def test_detonation_costs_four_and_destroys_all_hostile_links_but_hqs() -> None:
    board = "A1=0.HQ/S C3=1.HQ A2=1.Transporter B1=1.Cyborg D4=0.Guard C4=1.Ripper"
    c = Course("duel vegas smart", board).energy(0, 4).turn(0).do("procedure detonation")
    assert c.now() == {"A1": "0.HQ/S", "C3": "1.HQ/N", "C4": "1.Ripper/N", "D4": "0.Guard/N"}
    assert c.energy_of(0) == 0
    assert c.st.hq(1) == 20


@pytest.mark.ruling("R9.3", "R9.1")
def test_detonation_passes_a_netted_unit_that_is_no_link() -> None:
    c = duel("hegemony smart", "A2=1.Ripper C3=1.Cyborg B3=0.Net_Fighter", 4)  # the net looks at C3
    c.do("procedure detonation")
    assert "C3" in c.now()
    assert "A2" not in c.now()


@pytest.mark.ruling("R9.3")
def test_detonation_refused_without_hostile_links_or_energy() -> None:
    assert duel("vegas smart", "A2=0.Guard C4=1.Ripper", 5).offers_like("procedure detonation") == []
    assert duel("vegas smart", "A2=1.Ripper", 3).offers_like("procedure detonation") == []


@pytest.mark.ruling("R9.3", "R7.4")
def test_medics_answer_a_detonation() -> None:
    # The Medic on B2 is linked to B1 alone; of the two Links only the Guard on B1 is saved.
    c = duel("smart vegas", "B1=1.Guard D4=1.Guard B2=1.Medic", 4).do("procedure detonation")
    assert c.now() == {"A1": "0.HQ/S", "E3": "1.HQ/N", "B1": "1.Guard/N"}


@pytest.mark.ruling("R9.3", "R7.2")
def test_a_medic_linked_to_two_links_saves_the_one_its_controller_chooses() -> None:
    # The Outpost's Medic on C5, facing N, is linked to B4 and D4, both Terminals.
    c = duel("smart outpost", "B4=1.Commando D4=1.Runner C5=1.Medic", 4).do("procedure detonation")
    assert c.actor == 1
    c.do("save D4 from destruction by medic C5")
    assert set(c.now()) == {"A1", "E3", "D4"}


@pytest.mark.ruling("R9.3", "R4.5")
def test_a_procedure_does_not_end_the_turn() -> None:
    c = duel("vegas smart", "A2=1.Ripper", 4).hand(0, "Guard").do("procedure detonation", "place Guard A2 facing N")
    assert (c.whose, c.at) == (0, "main")


@pytest.mark.ruling("R9.1")
def test_terminals_are_a_setting_of_the_board_and_are_drawn_where_they_are() -> None:
    hexes = ("A1", "A3", "C1", "C3", "C5", "E1", "E3")
    game = Game(("smart", "vegas"), board="duel", terminals=hexes)
    assert [game.board.names[int(h)] for h in game.terminal] == list(hexes)
    assert [game.board.names[h] for h in game.board.terminals] == list(hexes)
