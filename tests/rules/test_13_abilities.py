"""Section 13: abilities that units use in a turn."""

from __future__ import annotations

import pytest

from tests.rules.course import Course
from tests.rules.table import Table


# --- R13.1 push_back ---
@pytest.mark.ruling("R13.1", "R5.2")
def test_a_riot_policeman_pushes_once_a_turn_without_a_tile() -> None:
    t = Table("steelpolice hegemony", "C3=0.Riot_Policeman A1=0.HQ C2=1.Runner D2=1.Runner E3=1.HQ").turn(0)
    assert t.offers_like("push") == ["push C2 from C3 by itself", "push D2 from C3 by itself"]
    t.do("push C2 from C3 by itself")
    assert t.actor == 1  # the pushed unit's controller chooses among B1, C1 and D1
    t.do("yield to C1")
    assert t.now()["C1"] == "1.Runner/N"
    assert t.names_in_hand(0) == []
    assert t.offers_like("push") == []  # once in each turn


@pytest.mark.ruling("R13.1")
def test_it_pushes_again_in_the_next_turn_and_with_a_tile_in_the_same() -> None:
    t = Table("steelpolice hegemony", "C3=0.Riot_Policeman A1=0.HQ D4=1.Runner E3=1.HQ C4=1.Runner").turn(0)
    t.hand(0, "Push Back").do("push C4 from C3 by itself", "yield to C5")
    assert t.offers_like("push") == []
    t.st.carry(t.st.game.board.index["C5"], t.st.game.board.index["C4"])
    assert t.offers_like("push C4 from C3") == ["push C4 from C3"]
    t.begin_turn(1)
    t.begin_turn(0)
    t.turn(0)
    assert "push C4 from C3 by itself" in t.offers()


@pytest.mark.ruling("R13.1")
def test_a_netted_one_pushes_nobody_and_a_captive_pushes_for_its_taker() -> None:
    netted = Table("steelpolice hegemony", "C3=0.Riot_Policeman A1=0.HQ C4=1.Net_Fighter/NW E3=1.HQ").turn(0)
    assert netted.is_netted("C3")
    assert netted.offers_like("push") == []
    taken = Table("steelpolice vegas", "C3=0.Riot_Policeman B3=0.Wardog A1=0.HQ C4=1.Agitator E3=1.HQ").turn(1)
    assert "push B3 from C3 by itself" in taken.offers()
    assert taken.turn(0).offers_like("push") == []


@pytest.mark.ruling("R13.1")
def test_it_may_push_in_the_turn_it_was_placed() -> None:
    t = Table("steelpolice hegemony", "A1=0.HQ C2=1.Runner E3=1.HQ").hand(0, "Riot Policeman").turn(0)
    t.do("place Riot Policeman C3 facing N")
    assert "push C2 from C3 by itself" in t.offers()


# --- R13.2 rotate ---
@pytest.mark.ruling("R13.2")
def test_a_transport_turns_itself_once_a_turn() -> None:
    t = Table("uranopolis borgo", "C3=0.Transport A1=0.HQ E3=1.HQ").turn(0)
    turns = [f"turn C3 facing {way} by itself" for way in ("NE", "SE", "S", "SW", "NW")]
    assert t.offers_like("turn") == turns
    t.do("turn C3 facing SE by itself")
    assert t.now()["C3"] == "0.Transport/SE"
    assert t.offers_like("turn") == []
    t.begin_turn(1)
    t.begin_turn(0)
    t.turn(0)
    assert len(t.offers_like("turn")) == 5
    netted = Table("uranopolis neojungle", "C3=0.Transport C4=1.Net_Fighter A1=0.HQ E3=1.HQ").turn(0)
    assert netted.offers_like("turn") == []


@pytest.mark.ruling("R13.2", "R5.1")
def test_it_serves_one_unit_turns_and_serves_another() -> None:
    t = Table("uranopolis borgo", "C3=0.Transport C2=0.Mercenary D3=0.Mercenary A1=0.HQ E3=1.HQ").turn(0)
    t.do("turn C2 facing S by Transport C3")
    assert not [text for text in t.offers() if text.endswith("by Transport C3")]
    t.do("turn C3 facing SE by itself")
    moves = [text for text in t.offers() if text.endswith("by Transport C3")]
    assert moves
    assert all(text.split()[1] == "D3" for text in moves)


@pytest.mark.ruling("R13.3")
def test_no_ability_is_used_while_hqs_are_placed() -> None:
    c = Course("steelpolice hegemony").do("place HQ C3 facing N")
    assert all(text.startswith("place HQ") for text in c.offers())
    c.do("place HQ C2 facing N")
    assert not c.offers_like("steel net")  # the first turn has begun with a draw


@pytest.mark.ruling("R13.4")
def test_a_teammates_unit_pushes_only_for_its_controller() -> None:
    board = "C3=1.Riot_Policeman A1=0.HQ A3=1.HQ C2=2.Runner E3=2.HQ E1=3.HQ"
    t = Table("borgo steelpolice hegemony outpost", board, teams="teams=0+1,2+3")
    assert t.turn(0).offers_like("push") == []
    assert t.turn(1).offers_like("push") == ["push C2 from C3 by itself"]


# --- R13.5 deploy ---
@pytest.mark.ruling("R13.5", "R5.4", "R5.6")
def test_a_pacifier_gives_up_its_hex_even_under_terror() -> None:
    t = Table("steelpolice smart", "C3=0.Pacifier A1=0.HQ E3=1.HQ").hand(0, "Judge").hand(1, "Terror").turn(1)
    t.do("terror").turn(0)
    assert not t.offers_like("place")
    t.do("deploy Judge at C3 facing S")
    assert t.now()["C3"] == "0.Judge/S"
    assert t.discards(0)["Pacifier"] == 1
    assert t.names_in_hand(0) == []
