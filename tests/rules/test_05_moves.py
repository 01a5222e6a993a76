"""Section 5: moves and their sources, Push Back, Castling, Rotation, Transporter, Mines, Terror, Recon moves.

A hegemonic Net Fighter has its net printed NE: facing N it nets north-east, facing NW north.
An Agitator takes what its printed N edge faces.
"""

from __future__ import annotations

from typing import Any

import pytest

from neurohex.events import Netted, Taken
from tests.rules.course import Course

FAR = "A1=0.HQ E3=1.HQ"
OLDER = ["2008", "3.0"]
RULESETS = ["2008", "3.0", "living"]


def at(armies: str, board: str, foundations: str = "", **options: Any) -> Course:
    """A board with the HQs of players 0 and 1 out of the way on A1 and E3, player 0 to play."""
    return Course(armies, f"{FAR} {board}", foundations, **options).turn(0)


# --- R5.1 moves ---


@pytest.mark.ruling("R5.1")
def test_a_move_is_a_step_a_turn_or_both() -> None:
    c = at("outpost hegemony", "C3=0.Commando").hand(0, "Move")
    steps = {text.split()[3] for text in c.offers_like("move C3")}
    assert steps == {"B2", "B3", "C2", "C4", "D2", "D3"}
    assert len(c.offers_like("move C3 to C4")) == 6
    assert len(c.offers_like("turn C3")) == 5  # as it stands it need not be turned
    c.do("move C3 to D3 facing SW by Move")
    assert c.now()["D3"] == "0.Commando/SW"
    assert c.discards(0) == {"Move": 1}


@pytest.mark.ruling("R5.1")
def test_a_move_ends_on_a_free_hex_and_a_foundation_leaves_it_free() -> None:
    c = at("outpost vegas", "C3=0.Commando C2=1.Guard C4=0.Scout", "D3=1.Mine").hand(0, "Move")
    assert {text.split()[3] for text in c.offers_like("move C3")} == {"B2", "B3", "D2", "D3"}


@pytest.mark.ruling("R5.1")
def test_a_netted_unit_neither_moves_nor_turns() -> None:
    c = at("outpost hegemony", "C3=0.Runner C4=1.Net_Fighter/NW").hand(0, "Move")
    assert c.is_netted("C3")
    assert [text for text in c.offers() if " C3 " in text] == []
    assert c.offers_like("move A1") != []  # the Move tile is good for the HQ


@pytest.mark.ruling("R5.1")
def test_mobility_is_good_for_one_move_a_turn() -> None:
    c = at("outpost hegemony", "C3=0.Runner").do("move C3 to C2 facing S by mobility")
    assert c.offers_like("move C2") == c.offers_like("turn C2") == []
    c.do("end turn").draw_and_end()
    c.do("draw Move", "draw Move", "draw Move", "discard Move", "turn C2 facing N by mobility")
    assert c.now()["C2"] == "0.Runner/N"


@pytest.mark.ruling("R5.1")
def test_a_unit_without_mobility_has_no_move_of_its_own() -> None:
    assert at("outpost hegemony", "C3=0.Commando").offers() == ["end turn"]


@pytest.mark.ruling("R5.1")
def test_a_unit_may_move_in_the_turn_it_was_placed() -> None:
    c = (
        at("outpost hegemony", "")
        .hand(0, "Runner")
        .do("place Runner C3 facing N", "move C3 to C4 facing N by mobility")
    )
    assert c.now()["C4"] == "0.Runner/N"


@pytest.mark.ruling("R5.1")
def test_a_transport_moves_each_linked_unit_once_a_turn() -> None:
    c = at("hegemony outpost", "C3=0.Transport C2=0.Thug C4=0.Boss B1=0.Guard")
    assert c.offers_like("move B1") == []  # not linked
    c.do("move C2 to D2 facing N by Transport C3")  # another side of the same Transport
    assert c.offers_like("move D2") == c.offers_like("turn D2") == []
    c.do("move C4 to C5 facing S by Transport C3")  # away from it
    assert c.now()["C5"] == "0.Boss/S"
    assert c.offers() == ["end turn"]


@pytest.mark.ruling("R5.1")
def test_a_transport_moves_what_is_put_beside_it_but_not_itself() -> None:
    c = at("hegemony outpost", "C2=0.Thug").hand(0, "Transport").do("place Transport C3 facing N")
    assert c.offers_like("move C3") == []
    c.do("turn C2 facing S by Transport C3")
    assert c.now()["C2"] == "0.Thug/S"


@pytest.mark.ruling("R5.1")
def test_a_netted_transport_moves_nobody_and_no_enemy_is_moved_by_it() -> None:
    netted = at("hegemony hegemony", "C3=0.Transport C2=0.Thug C4=1.Net_Fighter/NW")
    assert netted.offers() == ["end turn"]
    theirs = at("outpost hegemony", "C3=1.Transport C2=0.Commando")
    assert theirs.offers() == ["end turn"]


@pytest.mark.ruling("R5.1")
def test_the_smart_hq_moves_its_neighbours_once_each_and_not_itself() -> None:
    c = Course("smart outpost", "C3=0.HQ A1=1.HQ C2=0.Ripper D3=0.Cyborg").turn(0)
    assert c.offers_like("move C3") == []
    c.do("move C2 to C1 facing S by HQ C3", "turn D3 facing S by HQ C3")
    assert c.now() == {"A1": "1.HQ/N", "C1": "0.Ripper/S", "C3": "0.HQ/N", "D3": "0.Cyborg/S"}
    assert c.offers() == ["end turn"]


@pytest.mark.ruling("R5.1", "R10.2")
def test_one_unit_may_use_all_sources_each_once() -> None:
    # Hegemony's Runner on C4 touches its own Transport on C3 and its teammate Smart's HQ on D3.
    board = "C3=0.Transport C4=0.Runner D3=1.HQ A1=0.HQ E1=2.HQ A3=3.HQ"
    c = Course("hegemony smart outpost borgo", board, mode="team").hand(0, "Move", "Move").turn(0)
    c.do("turn C4 facing NE by mobility", "turn C4 facing SE by Transport C3", "turn C4 facing S by HQ D3")
    c.do("turn C4 facing SW by Move", "turn C4 facing NW by Move")
    assert c.now()["C4"] == "0.Runner/NW"
    assert c.offers_like("turn C4") == c.offers_like("move C4") == []


@pytest.mark.ruling("R5.1", "R11.5")
def test_two_transports_are_two_sources() -> None:
    board = "C3=0.Transport C5=1.Transport C4=0.Thug A1=0.HQ E1=1.HQ E3=2.HQ A3=3.HQ"
    c = Course("hegemony hegemony outpost borgo", board, mode="team").turn(0)
    c.do("turn C4 facing NE by Transport C3", "turn C4 facing SE by Transport C5")
    assert c.offers() == ["end turn"]


# --- R5.7 one act, and sources that do not join ---


@pytest.mark.ruling("R5.7")
def test_moving_and_turning_are_one_act() -> None:
    # The Agitator on C3 looks south. At C4 still looking south it would take the Commando on C5; it ends looking north.
    c = at("vegas outpost", "C3=0.Agitator/S C5=1.Commando").hand(0, "Move").do("move C3 to C4 facing N by Move")
    assert c.at == "main"
    assert not any(isinstance(event, Taken) for event in c.log.events)


@pytest.mark.ruling("R5.7")
def test_a_net_that_turns_catches_only_what_it_faces_at_the_end() -> None:
    # Moved to C4 as it was, the net would catch the Runner on D3; turned by one it looks at the empty D4.
    c = at("hegemony outpost", "C3=0.Net_Fighter D3=1.Runner").hand(0, "Move")
    c.do("move C3 to C4 facing NE by Move")
    assert not c.is_netted("D3")
    assert not any(isinstance(event, Netted) for event in c.log.events)


@pytest.mark.ruling("R5.7")
def test_two_sources_never_join_the_second_must_still_be_linked() -> None:
    c = at("hegemony outpost", "C3=0.Transport C2=0.Runner")
    c.do("move C2 to C1 facing N by mobility")
    assert c.offers_like("move C1") == []  # out of the Transport's reach
    c = at("hegemony outpost", "C3=0.Transport C2=0.Runner")
    c.do("move C2 to C1 facing N by Transport C3", "move C1 to D1 facing N by mobility")
    assert c.now()["D1"] == "0.Runner/N"


# --- R1.5 and R5.7 Recon moves ---


@pytest.mark.ruling("R1.5", "R5.7")
def test_living_each_mobility_move_becomes_two_each_with_its_own_turn() -> None:
    c = at("outpost hegemony", "B4=0.Recon_Center C1=0.Runner").do("move C1 to C2 facing S by mobility")
    assert c.at == "second step"
    c.do("then to C3 facing NE")
    assert c.now()["C3"] == "0.Runner/NE"
    assert c.offers() == ["end turn"]


@pytest.mark.ruling("R1.5", "R5.7")
def test_living_either_half_may_be_a_turn_or_be_left_out_and_the_way_may_lead_back() -> None:
    board = "B4=0.Recon_Center C1=0.Runner"
    c = at("outpost hegemony", board).do("turn C1 facing S by mobility", "then to C2 facing S")
    assert c.now()["C2"] == "0.Runner/S"
    c = at("outpost hegemony", board).do("move C1 to C2 facing N by mobility", "then facing SW")
    assert c.now()["C2"] == "0.Runner/SW"
    c = at("outpost hegemony", board).do("move C1 to C2 facing N by mobility", "stop")
    assert (c.now()["C2"], c.at) == ("0.Runner/N", "main")
    c = at("outpost hegemony", board).do("move C1 to C2 facing N by mobility", "then to C1 facing N")
    assert c.now()["C1"] == "0.Runner/N"


@pytest.mark.ruling("R1.5")
def test_living_move_tiles_are_not_changed() -> None:
    c = at("outpost hegemony", "B4=0.Recon_Center C1=0.Runner").hand(0, "Move").do("move C1 to C2 facing S by Move")
    assert c.at == "main"


@pytest.mark.ruling("R1.5")
@pytest.mark.parametrize("ruleset", OLDER)
@pytest.mark.parametrize("by", ["mobility", "Move"])
def test_before_every_move_action_may_go_two_hexes(ruleset: str, by: str) -> None:
    c = at(f"{ruleset} outpost hegemony", "B4=0.Recon_Center C1=0.Runner").hand(0, "Move")
    c.do(f"move C1 to C2 facing N by {by}", "then to C3 facing SW")
    assert c.now()["C3"] == "0.Runner/SW"
    assert c.at == "main"


@pytest.mark.ruling("R1.5")
@pytest.mark.parametrize("ruleset", OLDER)
def test_before_it_may_also_go_one_hex(ruleset: str) -> None:
    c = at(f"{ruleset} outpost hegemony", "B4=0.Recon_Center C1=0.Commando").hand(0, "Move")
    c.do("move C1 to C2 facing S by Move")
    if c.at == "second step":
        c.do("stop")
    assert c.now()["C2"] == "0.Commando/S"


@pytest.mark.ruling("R1.5")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_an_enabled_recon_center_one_hex_is_all(ruleset: str) -> None:
    none = at(f"{ruleset} outpost hegemony", "C1=0.Runner").do("move C1 to C2 facing N by mobility")
    assert none.at == "main"
    netted = at(f"{ruleset} outpost hegemony", "B3=0.Recon_Center B4=1.Net_Fighter/NW C1=0.Runner")
    netted.do("move C1 to C2 facing N by mobility")
    assert netted.at == "main"
    theirs = at(f"{ruleset} hegemony outpost", "B4=1.Recon_Center C1=0.Runner").do("move C1 to C2 facing N by mobility")
    assert theirs.at == "main"


@pytest.mark.ruling("R1.5", "R10.2")
def test_living_moves_by_transport_and_smart_hq_and_of_teammates_become_two() -> None:
    # Hegemony and the Outpost against the others: the Recon Center is the teammate's.
    board = "A1=0.HQ A3=1.HQ E1=2.HQ E3=3.HQ B4=1.Recon_Center C2=0.Transport C1=0.Thug C4=0.Runner"
    c = Course("hegemony outpost borgo moloch", board, mode="team").turn(0)
    c.do("move C1 to B1 facing N by Transport C2", "then to B2 facing S")
    assert c.now()["B2"] == "0.Thug/S"
    c.do("move C4 to D3 facing N by mobility", "then to E2 facing N")
    assert c.now()["E2"] == "0.Runner/N"
    smart = "C3=0.HQ A3=1.HQ E1=2.HQ E3=3.HQ B4=1.Recon_Center C2=0.Ripper"
    c = Course("smart outpost borgo moloch", smart, mode="team").turn(0)
    c.do("move C2 to C1 facing N by HQ C3", "then to B1 facing S")
    assert c.now()["B1"] == "0.Ripper/S"


@pytest.mark.ruling("R5.7")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_step_of_a_recon_move_must_be_legal(ruleset: str) -> None:
    # C2 is taken: the Runner cannot jump from C1 to C3, it goes round.
    c = at(f"{ruleset} outpost hegemony", "B4=0.Recon_Center C1=0.Runner C2=1.Boss")
    assert c.offers_like("move C1 to C2") == c.offers_like("move C1 to C3") == []
    c.do("move C1 to D1 facing N by mobility")
    assert c.offers_like("then to C2") == []
    c.do("then to D2 facing N")
    assert c.now()["D2"] == "0.Runner/N"


@pytest.mark.ruling("R5.7")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_net_on_the_way_ends_a_recon_move(ruleset: str) -> None:
    c = at(f"{ruleset} outpost hegemony", "B4=0.Recon_Center C1=0.Runner C3=1.Net_Fighter/NW")
    c.do("move C1 to C2 facing N by mobility")
    assert c.is_netted("C2")
    assert c.at == "main"


@pytest.mark.ruling("R5.7", "R3.3")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_takeover_on_the_way_ends_a_recon_move(ruleset: str) -> None:
    c = at(f"{ruleset} outpost vegas", "B4=0.Recon_Center C1=0.Runner C3=1.Agitator")
    c.do("move C1 to C2 facing N by mobility")
    assert (c.at, c.actor) == ("captive", 1)  # Vegas may turn it, in the Outpost's turn
    c.do("captive C2 facing S")
    assert c.now()["C2"] == "0>1.Runner/S"
    assert (c.at, c.whose) == ("main", 0)


@pytest.mark.ruling("R5.7", "R5.5")
def test_a_mine_on_the_way_ends_a_recon_move() -> None:
    c = at("outpost vegas", "B4=0.Recon_Center C1=0.Runner", "C2=1.Mine").do("move C1 to C2 facing N by mobility")
    assert "C2" not in c.now()
    assert c.at == "main"


# --- R5.2 Push Back ---


@pytest.mark.ruling("R5.2")
def test_with_three_hexes_the_pushed_units_controller_chooses() -> None:
    c = at("hegemony outpost", "C4=0.Thug C3=1.Commando/SW").hand(0, "Push Back").do("push C3 from C4")
    assert (c.at, c.actor) == ("pushed", 1)
    assert sorted(c.offers()) == ["yield to B2", "yield to C2", "yield to D2"]
    c.do("yield to D2")
    assert c.now()["D2"] == "1.Commando/SW"  # no turning
    assert (c.at, c.whose, c.actor) == ("main", 0, 0)
    assert c.discards(0) == {"Push Back": 1}


@pytest.mark.ruling("R5.2")
def test_with_two_hexes_the_controller_chooses_of_these() -> None:
    c = at("hegemony outpost", "C4=0.Thug C3=1.Commando C2=1.Scout").hand(0, "Push Back").do("push C3 from C4")
    assert sorted(c.offers()) == ["yield to B2", "yield to D2"]


@pytest.mark.ruling("R5.2")
def test_with_one_hex_there_is_no_choice() -> None:
    c = at("hegemony outpost", "C4=0.Thug C3=1.Commando C2=1.Scout B2=0.Boss").hand(0, "Push Back")
    c.do("push C3 from C4 to D2")
    assert c.now()["D2"] == "1.Commando/N"
    assert c.at == "main"


@pytest.mark.ruling("R5.2", "R8.5")
def test_with_no_hex_the_push_cannot_be_played() -> None:
    c = at("hegemony outpost", "C4=0.Thug C3=1.Commando C2=1.Scout B2=0.Boss D2=1.Medic").hand(0, "Push Back")
    assert c.offers_like("push C3 from C4") == []
    # At the edge of the board nothing lies behind.
    edge = at("hegemony outpost", "C2=0.Thug C1=1.Commando").hand(0, "Push Back")
    assert sorted(edge.offers()) == ["discard Push Back", "end turn"]


@pytest.mark.ruling("R5.2")
def test_a_netted_unit_is_not_pushed_and_does_not_push() -> None:
    victim = at("hegemony outpost", "C4=0.Thug C3=1.Commando B3=0.Net_Fighter").hand(0, "Push Back")
    assert victim.is_netted("C3")
    assert victim.offers_like("push C3") == []
    pusher = at("hegemony hegemony", "C4=0.Thug C3=1.Net_Fighter/SE").hand(0, "Push Back")
    assert pusher.is_netted("C4")  # printed NE turned SE looks south
    assert pusher.offers_like("push") == []
    # A third, free unit pushes the Net Fighter away from its victim.
    third = at("hegemony hegemony", "C4=0.Thug C3=1.Net_Fighter/SE B3=0.Boss").hand(0, "Push Back")
    third.do("push C3 from B3", "yield to D2")
    assert not third.is_netted("C4")


@pytest.mark.ruling("R5.2")
def test_an_hq_pushes_and_is_pushed() -> None:
    c = Course("hegemony outpost", "C3=0.HQ C2=1.Scout E3=1.HQ").hand(0, "Push Back").turn(0)
    c.do("push C2 from C3", "yield to C1")
    assert c.now()["C1"] == "1.Scout/N"
    c = Course("hegemony outpost", "C4=0.Thug A1=0.HQ C3=1.HQ").hand(0, "Push Back").turn(0)
    c.do("push C3 from C4", "yield to B2")
    assert c.now()["B2"] == "1.HQ/N"


@pytest.mark.ruling("R5.2")
def test_only_hostile_neighbours_are_pushed() -> None:
    c = at("hegemony outpost", "C4=0.Thug C3=0.Boss C1=1.Scout").hand(0, "Push Back")
    assert c.offers_like("push") == []


@pytest.mark.ruling("R5.2", "R3.3")
def test_a_captive_is_pushed_by_its_owner_and_its_taker_chooses() -> None:
    c = at("hegemony vegas", "C4=0.Thug C3=0.Ganger C2=1.Agitator/S").hand(0, "Push Back").do("push C3 from C4")
    assert (c.actor, sorted(c.offers())) == (1, ["yield to B2", "yield to D2"])
    c.do("yield to B2")
    assert c.now()["B2"] == "0.Ganger/N"  # free again


@pytest.mark.ruling("R5.2", "R3.3")
def test_a_captive_pushes_for_its_taker() -> None:
    c = at("vegas hegemony", "C5=0.Agitator C4=1.Thug C3=1.Ganger").hand(0, "Push Back").do("push C3 from C4")
    assert c.actor == 1


# --- R5.3 Castling, Rotation, Doomsday HQ ---


@pytest.mark.ruling("R5.3")
def test_castling_swaps_two_neighbours_and_keeps_their_facing() -> None:
    c = at("vegas outpost", "C3=0.Guard/S~1 C4=0.Scout/NE D1=0.Medic").hand(0, "Castling")
    assert c.offers_like("castle C3 D1") == c.offers_like("castle D1") == []  # not neighbours
    c.do("castle C3 C4")
    assert (c.now()["C3"], c.now()["C4"]) == ("0.Scout/NE", "0.Guard/S~1")


@pytest.mark.ruling("R5.3")
def test_castling_takes_hqs_and_no_enemies() -> None:
    c = Course("vegas outpost", "C3=0.HQ/S C4=0.Scout C2=1.Commando E3=1.HQ").hand(0, "Castling").turn(0)
    assert len(c.offers_like("castle")) == 1
    c.do("castle C3 C4")
    assert c.now()["C4"] == "0.HQ/S"


@pytest.mark.ruling("R5.3")
def test_castling_takes_no_netted_unit() -> None:
    c = at("vegas hegemony", "C3=0.Guard C4=0.Scout B3=1.Net_Fighter").hand(0, "Castling")
    assert c.is_netted("C3")
    assert c.offers_like("castle") == []


@pytest.mark.ruling("R5.3", "R3.3")
def test_castling_takes_captives_too() -> None:
    # The Agitator on C3 holds the Commando on C2; swapped, it looks from C2 to the empty C1, and the Commando is free.
    c = at("vegas outpost", "C3=0.Agitator C2=1.Commando/SE").hand(0, "Castling").do("castle C2 C3")
    assert (c.now()["C2"], c.now()["C3"]) == ("0.Agitator/N", "1.Commando/SE")


@pytest.mark.ruling("R5.3")
def test_rotation_turns_one_enabled_own_unit() -> None:
    c = at("vegas hegemony", "C3=0.Guard C4=0.Scout B3=1.Net_Fighter").hand(0, "Rotation")
    turnable = {text.split()[1] for text in c.offers_like("rotate")}
    assert turnable == {"A1", "C4"}  # the Guard on C3 is netted
    c.do("rotate C4 facing SW")
    assert c.now()["C4"] == "0.Scout/SW"
    assert c.discards(0) == {"Rotation": 1}


@pytest.mark.ruling("R5.3")
def test_the_doomsday_hq_turns_one_other_unit_a_turn() -> None:
    c = at("doomsday outpost", "C3=0.Trap C4=0.Medic")
    assert {text.split()[1] for text in c.offers_like("turn")} == {"C3", "C4"}
    c.do("turn C3 facing S by HQ")
    assert c.now()["C3"] == "0.Trap/S"
    assert c.offers() == ["end turn"]
    c.do("end turn").draw_and_end()
    c.do("draw Battle", "draw Battle", "draw Battle", "discard Battle", "turn C3 facing N by HQ")
    assert c.now()["C3"] == "0.Trap/N"


@pytest.mark.ruling("R5.3")
def test_a_netted_doomsday_hq_turns_nothing_and_no_netted_unit_is_turned() -> None:
    hq = at("doomsday hegemony", "C3=0.Trap A2=1.Net_Fighter/NW")
    assert hq.is_netted("A1")
    assert hq.offers() == ["end turn"]
    unit = at("doomsday hegemony", "C3=0.Trap C4=1.Net_Fighter/NW")
    assert unit.offers() == ["end turn"]


# --- R5.4 Transporter ---


@pytest.mark.ruling("R5.4")
def test_a_transporter_gives_its_hex_to_a_unit_from_hand() -> None:
    c = at("smart outpost", "C3=0.Transporter/S~1").hand(0, "Gauss Cannon", "Battle")
    assert len(c.offers_like("deploy")) == 6  # any facing; no instant
    c.do("deploy Gauss Cannon at C3 facing SE")
    assert c.now()["C3"] == "0.Gauss Cannon/SE"  # the wound went with the Transporter
    assert c.discards(0) == {"Transporter": 1}
    assert c.names_in_hand(0) == ["Battle"]


@pytest.mark.ruling("R5.4")
def test_a_transporter_may_move_before_and_deploy_in_the_turn_it_was_placed() -> None:
    c = at("smart outpost", "").hand(0, "Transporter", "Ripper").do("place Transporter C3 facing N")
    c.do("move C3 to C4 facing N by mobility", "deploy Ripper at C4 facing N")
    assert c.now()["C4"] == "0.Ripper/N"


@pytest.mark.ruling("R5.4")
def test_a_netted_transporter_deploys_nothing() -> None:
    c = at("smart hegemony", "C3=0.Transporter C4=1.Net_Fighter/NW").hand(0, "Ripper")
    assert c.offers_like("deploy") == []


@pytest.mark.ruling("R5.4", "R3.3")
def test_a_captured_transporter_deploys_its_takers_units_but_no_foundation() -> None:
    c = at("vegas smart", "C4=0.Agitator C3=1.Transporter").hand(0, "Guard", "Mine")
    assert c.offers_like("deploy Mine") == []
    c.do("deploy Guard at C3 facing N")
    assert c.now()["C3"] == "0.Guard/N"
    assert c.discards(1) == {"Transporter": 1}


@pytest.mark.ruling("R5.4", "R5.6")
def test_terror_does_not_stop_a_transporter() -> None:
    c = (
        at("smart smart", "C3=1.Transporter")
        .hand(0, "Terror")
        .pile(1, "Ripper", "Ripper", "Move", "Move")
        .do("terror", "end turn")
    )
    c.do("draw Ripper", "draw Move", "draw Move", "discard Move")
    assert c.offers_like("place") == []
    c.do("deploy Ripper at C3 facing N")
    assert c.now()["C3"] == "1.Ripper/N"


# --- R5.5 Mines ---


@pytest.mark.ruling("R5.5")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_unit_placed_on_a_mine_is_destroyed_with_it_whosever_it_is(owner: int) -> None:
    c = at("vegas vegas", "C4=0.Medic", f"C3={owner}.Mine").hand(0, "Guard").do("place Guard C3 facing N")
    assert "C3" not in c.now()
    assert c.mines() == set()
    assert "C4" in c.now()  # the Medic linked to C3 is not used
    assert c.discards(0)["Guard"] == 1
    assert c.discards(owner)["Mine"] == 1


@pytest.mark.ruling("R5.5")
def test_a_unit_moved_onto_a_mine_is_destroyed() -> None:
    c = at("outpost vegas", "C2=0.Runner", "C3=1.Mine").do("move C2 to C3 facing N by mobility")
    assert set(c.now()) == {"A1", "E3"}
    assert c.mines() == set()


@pytest.mark.ruling("R5.5")
def test_a_unit_pushed_onto_a_mine_is_destroyed() -> None:
    c = at("vegas outpost", "C4=0.Guard C3=1.Commando", "C2=0.Mine").hand(0, "Push Back")
    c.do("push C3 from C4", "yield to C2")
    assert "C2" not in c.now()
    assert c.discards(1) == {"Commando": 1}


@pytest.mark.ruling("R5.5")
def test_toughness_does_not_help_against_a_mine() -> None:
    c = at("moloch vegas", "", "C3=1.Mine").hand(0, "Blocker").do("place Blocker C3 facing N")
    assert "C3" not in c.now()


@pytest.mark.ruling("R5.5")
def test_a_unit_put_down_by_a_transporter_finds_no_mine_for_the_transporter_found_it_first() -> None:
    c = at("smart vegas", "C2=0.Transporter", "C3=1.Mine").hand(0, "Ripper").do("move C2 to C3 facing N by mobility")
    assert c.offers_like("deploy") == []


@pytest.mark.ruling("R5.5")
def test_an_hq_on_a_mine_only_destroys_the_mine() -> None:
    c = Course("outpost:7 vegas", "C2=0.HQ E3=1.HQ", "C3=1.Mine").hand(0, "Move").turn(0)
    c.do("move C2 to C3 facing N by Move")
    assert c.now()["C3"] == "0.HQ/N"
    assert c.mines() == set()
    assert c.st.hq(0) == 7


@pytest.mark.ruling("R5.5")
def test_a_mine_works_before_anything_else_on_the_board_is_looked_at() -> None:
    # On C3 the Agitator would take the Commando, and the net catch it: neither happens.
    c = at("vegas outpost", "C2=1.Commando", "C3=0.Mine").hand(0, "Agitator").do("place Agitator C3 facing N")
    assert c.at == "main"
    assert c.now()["C2"] == "1.Commando/N"
    c = at("hegemony vegas", "C2=1.Guard", "C3=1.Mine").hand(0, "Net Fighter").do("place Net Fighter C3 facing NW")
    assert not any(isinstance(event, (Netted, Taken)) for event in c.log.events)


@pytest.mark.ruling("R5.5", "R3.3")
def test_a_bio_droid_on_a_mine_still_returns() -> None:
    c = at("smart vegas", "", "C3=1.Mine").hand(0, "Bio-droid").do("place Bio-droid C3 facing N")
    assert c.top(0) == "Bio-droid"


@pytest.mark.ruling("R5.5")
def test_no_foundation_on_another_nor_under_a_unit() -> None:
    c = at("vegas vegas", "C2=1.Guard", "C3=1.Mine").hand(0, "Mine")
    placed = {text.removeprefix("place Mine ") for text in c.offers_like("place Mine")}
    assert len(placed) == 19 - 4
    assert not placed & {"C2", "C3", "A1", "E3"}


@pytest.mark.ruling("R5.5")
def test_battles_do_not_remove_mines() -> None:
    # A Clown explodes beside the Mine, and a shot passes over it.
    c = at("moloch vegas", "C3=0.Clown C1=0.Hybrid/S", "C2=1.Mine D3=1.Mine").hand(0, "Battle").do("battle")
    c.do("clown C3 explodes")
    assert c.mines() == {"C2", "D3"}


# --- R5.6 Terror ---


@pytest.mark.ruling("R5.6")
def test_terror_keeps_others_from_putting_tiles_down_until_the_next_own_turn() -> None:
    c = at("smart vegas", "C3=1.Guard").hand(0, "Terror", "Ripper").do("terror", "place Ripper C1 facing N", "end turn")
    c.do("draw Mine", "draw Guard", "draw Move", "discard Guard")
    assert c.offers_like("place") == []  # neither units nor foundations
    c.do("move C3 to C4 facing N by Move", "end turn").draw_and_end()  # instants and moves go on
    assert c.whose == 1
    c.do("draw Scout", "draw Scout", "discard Scout")
    assert c.offers_like("place Mine") != []


@pytest.mark.ruling("R5.6")
def test_terror_holds_against_all_other_players_until_it_is_the_players_turn_again() -> None:
    c = Course("smart vegas borgo", "A1=0.HQ E3=1.HQ E1=2.HQ").hand(0, "Terror").turn(0).do("terror", "end turn")
    c.do("draw Guard", "draw Guard", "draw Move", "discard Move")
    assert c.offers_like("place") == []
    c.do("end turn", "draw Mutant", "draw Mutant", "draw Move", "discard Move")
    assert (c.whose, c.offers_like("place")) == (2, [])
    c.do("end turn", "draw Ripper", "draw Twister", "draw Move", "discard Move")
    assert c.offers_like("place Ripper") != []
    c.do("end turn", "draw Scout", "discard Scout")
    assert (c.whose, c.offers_like("place Guard") != []) == (1, True)


@pytest.mark.ruling("R5.6", "R10.2")
def test_terror_holds_against_a_teammate_too() -> None:
    c = Course("smart borgo outpost vegas", "A1=0.HQ A3=1.HQ E1=2.HQ E3=3.HQ", mode="team").hand(0, "Terror").turn(0)
    c.do("terror", "end turn").draw_and_end()
    assert c.whose == 1
    c.do("draw Mutant", "draw Mutant", "draw Mutant", "discard Mutant")
    assert c.offers_like("place") == []


@pytest.mark.ruling("R5.6", "R12.2")
def test_terror_keeps_mad_bomber_ii_beside_the_board() -> None:
    c = Course("smart vegas", bomber_two=True).do(
        "place HQ A1 facing N", "place HQ E3 facing N", "draw Terror", "terror"
    )
    c.do("end turn", "draw Guard", "draw Guard")
    assert c.offers_like("bomber") == []
