"""Section 10: Deathmatch, One-vs-Two, team matches, score games, ties of several players."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from neurohex.rules.engine import Game, GameError
from tests.rules.course import Course

RULESETS = ["2008", "3.0", "living"]
CORNERS = "A1=0.HQ A3=1.HQ E1=2.HQ E3=3.HQ"


def team(armies: str, board: str, **options: Any) -> Course:
    """Players 0 and 1 against 2 and 3, HQs in the corners, player 0 to play."""
    return Course(armies, f"{CORNERS} {board}", mode="team", **options).turn(0)


# --- R10.1 Deathmatch ---

# A Commando on C1 shoots south at Hegemony's HQ on C3 (one point left) in phase 3.
SHOT = "A1=0.HQ E1=1.HQ C3=2.HQ C1=0.Commando/NE"


@pytest.mark.ruling("R10.1")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_hq_at_0_works_to_the_end_of_the_battle_and_then_leaves_with_its_army(ruleset: str) -> None:
    # In phase 2 the Runner on D2 still has the HQ's bonus; in phase 0 the HQ still strikes the Mutant on C4.
    board = f"{SHOT} D2=2.Runner/NE C4=1.Mutant/S A3=2.Boss"
    c = Course(f"{ruleset} outpost borgo hegemony:1", board).hand(0, "Battle").turn(0).do("battle")
    assert c.st.hq(1) == 18
    assert set(c.now()) == {"A1", "C1", "E1"}
    assert c.st.is_out(2)
    assert not c.st.is_over()
    assert c.whose == 1


@pytest.mark.ruling("R10.1")
def test_an_eliminated_player_has_no_more_turns() -> None:
    c = Course("outpost borgo hegemony:1", SHOT).hand(0, "Battle").turn(0).do("battle").draw_and_end()
    assert c.whose == 0


@pytest.mark.ruling("R10.1", "R3.3")
def test_units_that_another_player_controls_stay_until_they_are_freed() -> None:
    c = Course("outpost vegas hegemony:1", f"{SHOT} E3=1.Agitator/SW D4=2.Guard/S A3=2.Boss").hand(
        0, "Battle", "Sniper"
    )
    c.turn(0).do("battle")
    assert c.now()["D4"] == "2>1.Guard/S"
    assert "A3" not in c.now()
    c.draw_and_end()
    c.do("draw Commando", "draw Runner", "discard Runner", "snipe E3")
    assert "D4" not in c.now()


@pytest.mark.ruling("R10.1", "R3.3")
def test_a_captive_freed_inside_a_battle_leaves_after_its_last_phase() -> None:
    # Hegemony is out. The Commando kills the Agitator on C3 in phase 3; in phase 2 the freed Runner on C2 still strikes
    # Vegas' Scout on B1, and then leaves.
    board = "A3=0.HQ E3=1.HQ C5=0.Commando/SW C3=1.Agitator C2=2.Runner/NW B1=1.Scout"
    c = Course("outpost vegas hegemony", board).left_game(2).hand(0, "Battle").turn(0)
    assert c.now()["C2"] == "2>1.Runner/NW"
    c.do("battle")
    assert set(c.now()) == {"A3", "E3", "C5"}


@pytest.mark.ruling("R10.1")
def test_foundation_tiles_stay_when_their_army_leaves() -> None:
    c = Course("outpost borgo vegas:1", SHOT, "B4=2.Mine").hand(0, "Battle").turn(0).do("battle")
    assert c.st.is_out(2)
    assert c.mines() == {"B4"}


@pytest.mark.ruling("R10.1", "R3.3")
def test_captives_of_an_army_that_leaves_are_free() -> None:
    c = Course("outpost borgo vegas:1", f"{SHOT} D4=2.Agitator D3=1.Mutant/S").hand(0, "Battle").turn(0).do("battle")
    assert c.now()["D3"] == "1.Mutant/S"


@pytest.mark.ruling("R10.1")
def test_the_last_one_standing_wins() -> None:
    # Two Commandos, two HQs with one point each.
    board = "A1=0.HQ C3=1.HQ E3=2.HQ C1=0.Commando/NE E1=0.Commando/NE"
    c = Course("outpost borgo:1 hegemony:1", board).hand(0, "Battle").turn(0).do("battle")
    assert c.end == "hq"
    assert c.st.result() == (1, -1, -1)


@pytest.mark.ruling("R10.1")
def test_all_gone_together_is_a_draw_among_them() -> None:
    # Hegemony went before; now the last two lose their last point in one Battle.
    board = "A1=0.HQ C3=1.HQ C1=0.Commando/NE A2=1.Claws/NE"
    c = Course("outpost:1 borgo:1 hegemony", board).left_game(2).hand(0, "Battle").turn(0).do("battle")
    assert c.end == "hq"
    assert c.st.winners() == ()
    assert c.st.result() == (0, 0, -1)


@pytest.mark.ruling("R10.1")
def test_four_players_go_on_without_the_first() -> None:
    board = "A1=0.HQ C3=1.HQ E1=2.HQ E3=3.HQ C1=0.Commando/NE"
    c = Course("outpost borgo:1 hegemony moloch", board).hand(0, "Battle").turn(0).do("battle")
    assert c.whose == 2
    c.draw_and_end().draw_and_end().draw_and_end()
    assert c.whose == 2


@pytest.mark.ruling("R10.1")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_after_the_final_battle_the_most_points_win(ruleset: str) -> None:
    c = Course(f"{ruleset} outpost:8 borgo:11 hegemony:9", "A1=0.HQ C3=1.HQ E3=2.HQ").pile(0, "Runner").begin_turn(0)
    c.do("draw Runner", "end turn").draw_and_end().draw_and_end()
    assert c.end == "final"
    assert c.st.result() == (-1, 1, -1)


# --- R10.4 five and six ---


@pytest.mark.ruling("R10.4")
@pytest.mark.parametrize("score", [False, True])
def test_five_and_six_play_deathmatch_on_the_expanded_board(score: bool) -> None:
    armies = ("borgo", "moloch", "outpost", "hegemony", "smart", "vegas")
    for count in (5, 6):
        assert Game(armies[:count], board="expanded", score=score).mode == "deathmatch"
        with pytest.raises(GameError):
            Game(armies[:count], board="standard", score=score)
        with pytest.raises(GameError):
            Game(armies[:count], board="expanded", mode="team")


@pytest.mark.ruling("R10.4", "R4.2")
def test_six_players_place_their_hqs_and_draw_one_two_and_then_three_each() -> None:
    c = Course("expanded borgo moloch outpost hegemony smart vegas")
    for place in ("A1", "D1", "G1", "G4", "D7", "A4"):
        c.do(f"place HQ {place} facing N")
    drawn = []
    for player in range(6):
        assert c.whose == player
        before = sum(c.st.pile(player).values())
        c.draw_and_end()
        drawn.append(before - sum(c.st.pile(player).values()))
    assert drawn == [1, 2, 3, 3, 3, 3]


# --- R10.2 team match ---


@pytest.mark.ruling("R10.2")
def test_team_turns_go_1_3_2_4() -> None:
    c = Course("outpost borgo hegemony moloch", mode="team")
    c.do(*(f"place HQ {place} facing N" for place in ("A1", "E1", "A3", "E3")))
    order = []
    for _ in range(5):
        order.append(c.whose)
        c.draw_and_end()
    assert order == [0, 2, 1, 3, 0]


@pytest.mark.ruling("R10.2")
def test_bonuses_reach_teammates_units() -> None:
    # Borgo's HQ on A3 quickens the Outpost's Commando on A2; the Outpost's Officer strengthens Hegemony's soldiers.
    c = team("outpost borgo hegemony vegas", "A2=0.Commando")
    assert c.unit("A2")["initiative"] == [4, 3]  # printed 3, one more by Borgo, an extra attack by the Outpost's HQ
    c = team("outpost hegemony borgo vegas", "C3=0.Officer C2=1.Universal_Soldier/NE")
    assert c.unit("C2")["ranged"] == {"N": 2}
    assert c.unit("C2")["melee"] == {"N": 1}


@pytest.mark.ruling("R10.2", "R7.4")
def test_a_medic_serves_a_teammates_unit() -> None:
    c = team("hegemony outpost smart vegas", "C3=0.Thug C4=1.Medic").hand(2, "Sniper").turn(2).do("snipe C3")
    assert "C3" in c.now()
    assert "C4" not in c.now()


@pytest.mark.ruling("R10.2")
def test_attacks_pass_teammates_and_nets_do_not_catch_them() -> None:
    # The Commando on C5 shoots north over the teammate's Runner on C4 at Borgo's Mutant on C2.
    c = team("outpost hegemony borgo vegas", "C5=0.Commando/SW C4=1.Runner/S C2=2.Mutant/N C3=1.Net_Fighter/SE")
    assert c.disabled() == set()
    told = c.battle()
    assert [hit["to"] for phase in told["phases"] for hit in phase["hits"]] == ["C2"]


@pytest.mark.ruling("R10.2")
def test_melee_does_not_hit_teammates_and_hqs_do_not_strike_them() -> None:
    # Runner and Mutant face each other, and the Thug stands between the two HQs of its side.
    c = team("hegemony borgo outpost vegas", "A2=0.Thug C3=0.Runner C2=1.Mutant/S")
    told = c.battle()
    assert [hit for phase in told["phases"] for hit in phase["hits"]] == []


@pytest.mark.ruling("R10.2")
def test_move_and_push_back_do_not_work_on_teammates() -> None:
    c = team("hegemony outpost borgo vegas", "C3=0.Thug C4=1.Commando").hand(0, "Move", "Push Back")
    assert c.offers_like("push") == []
    assert {text.split()[1] for text in c.offers() if text.split()[0] in ("move", "turn")} == {"A1", "C3"}


@pytest.mark.ruling("R10.2")
def test_a_teammates_unit_does_not_push_an_enemy_for_one() -> None:
    c = team("hegemony outpost borgo vegas", "C4=1.Commando C3=2.Mutant").hand(0, "Push Back")
    assert c.offers_like("push") == []


@pytest.mark.ruling("R10.2")
def test_nobody_uses_the_abilities_of_a_teammates_tiles() -> None:
    c = team("smart outpost borgo vegas", "C3=1.Runner").hand(0, "Ripper")
    assert c.offers_like("move C3") == c.offers_like("turn C3") == []
    c = team("outpost smart borgo vegas", "C3=1.Transporter").hand(0, "Commando")
    assert c.offers_like("deploy") == c.offers_like("move C3") == []


@pytest.mark.ruling("R10.2")
def test_transport_and_smart_hq_serve_a_teammates_unit_in_the_teammates_own_turn() -> None:
    board = "C3=1.Transport C4=0.Commando"
    c = team("outpost hegemony borgo vegas", board).do("turn C4 facing S by Transport C3")
    assert c.now()["C4"] == "0.Commando/S"
    c = team("outpost hegemony borgo vegas", board).turn(1)
    assert c.offers_like("turn C4") == c.offers_like("move C4") == []  # not in the Transport's owner's turn
    c = Course("outpost smart borgo vegas", "A1=0.HQ C3=1.HQ E1=2.HQ E3=3.HQ C4=0.Commando", mode="team").turn(0)
    c.do("move C4 to C5 facing N by HQ C3")
    assert c.now()["C5"] == "0.Commando/N"


@pytest.mark.ruling("R10.2", "R6.9")
def test_in_a_team_match_every_other_player_has_one_more_turn() -> None:
    c = team("outpost:9 borgo:9 hegemony:9 vegas:8", "").pile(2, "Boss").begin_turn(2).do("draw Boss", "end turn")
    order = []
    while not c.st.is_over():
        order.append(c.whose)
        c.draw_and_end()
    assert order == [1, 3, 0]
    assert c.battles == [(2, "final")]
    assert c.st.winners() == (0, 1)  # 18 points against 17


@pytest.mark.ruling("R10.2")
def test_a_team_that_loses_an_hq_loses() -> None:
    c = team("outpost borgo:1 hegemony vegas", "A2=2.Ganger/SW").hand(0, "Battle").do("battle")
    # The Ganger's blow, printed NW, turned SW looks south at A3.
    assert c.st.hq(1) == 0
    assert c.end == "hq"
    assert c.st.result() == (-1, -1, 1, 1)


@pytest.mark.ruling("R10.2", "R10.3")
def test_a_team_that_loses_an_hq_by_its_own_moloch_loses_too() -> None:
    # The Hybrid on A3 shoots north at its ally's HQ.
    c = Course("outpost:1 moloch hegemony vegas", "A1=0.HQ E2=1.HQ E1=2.HQ E3=3.HQ A3=1.Hybrid", mode="team")
    c.hand(0, "Battle").turn(0).do("battle")
    assert c.st.hq(0) == 0
    assert c.st.result() == (-1, -1, 1, 1)


@pytest.mark.ruling("R10.2")
@pytest.mark.parametrize(
    ("left", "result"), [("12 11", (1, 1, -1, -1)), ("11 12", (-1, -1, 1, 1)), ("9 9", (0, 0, 0, 0))]
)
def test_both_teams_losing_an_hq_the_higher_remaining_one_wins(left: str, result: tuple[int, ...]) -> None:
    # A Ganger strikes Borgo's HQ on A3, a Commando shoots Hegemony's on E1 (from E2, north), both in phase 3.
    mine, theirs = left.split()
    board = "A2=2.Ganger/SW E2=0.Commando/SW A1=0.HQ A3=1.HQ E1=2.HQ C5=3.HQ"
    c = Course(f"outpost:{mine} borgo:1 hegemony:1 vegas:{theirs}", board, mode="team").hand(0, "Battle").turn(0)
    c.do("battle")
    assert (c.st.hq(1), c.st.hq(2)) == (0, 0)
    assert c.st.result() == result


@pytest.mark.ruling("R10.2")
def test_three_players_cannot_be_fewer_in_a_team_match() -> None:
    with pytest.raises(GameError):
        Game(("borgo", "moloch", "outpost"), mode="team")


# --- R10.2 One-vs-Two ---


def loner(head: str, board: str = "A1=0.HQ C3=1.HQ E3=2.HQ") -> Course:
    return Course(head, board, mode="one-vs-two")


@pytest.mark.ruling("R10.2")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_vs_two_points_and_order(ruleset: str) -> None:
    c = Course(f"{ruleset} outpost borgo hegemony", mode="one-vs-two")
    assert [c.st.hq(p) for p in range(3)] == [20, 13, 13]
    c.do("place HQ A1 facing N", "place HQ C3 facing N", "place HQ E3 facing N")
    order = []
    for _ in range(6):
        order.append(c.whose)
        c.draw_and_end()
    assert order == [0, 1, 0, 2, 0, 1]


@pytest.mark.ruling("R10.2")
@pytest.mark.parametrize(("before", "following"), [(2, 1), (1, 2)])
def test_when_the_loner_drew_the_last_tile_only_the_next_opponent_has_a_turn(before: int, following: int) -> None:
    # The Loner has the first and the third place in the order of turns.
    c = loner("outpost:9 borgo:6 hegemony:5").pile(0, "Runner").turn(before).do("end turn", "draw Runner", "end turn")
    assert c.whose == following
    c.draw_and_end()
    assert c.battles == [(0, "final")]
    assert c.st.result() == (-1, 1, 1)  # 11 points against 9


@pytest.mark.ruling("R10.2")
@pytest.mark.parametrize(("drew", "mate"), [(1, 2), (2, 1)])
def test_when_a_team_player_drew_it_the_loner_and_the_teammate_have_a_turn(drew: int, mate: int) -> None:
    c = loner("outpost:12 borgo:6 hegemony:5").pile(drew, "Scout").begin_turn(drew).do("draw Scout", "end turn")
    assert c.whose == 0
    c.draw_and_end()
    assert c.whose == mate
    c.draw_and_end()
    assert c.battles == [(drew, "final")]
    assert c.st.result() == (1, -1, -1)


@pytest.mark.ruling("R10.2")
def test_one_vs_two_the_first_side_to_lose_an_hq_loses() -> None:
    board = "A1=0.HQ C3=1.HQ E3=2.HQ C1=0.Commando/NE"
    c = loner("outpost borgo:1 hegemony", board).hand(0, "Battle").turn(0).do("battle")
    assert c.st.result() == (1, -1, -1)


@pytest.mark.ruling("R10.2")
def test_one_vs_two_both_sides_losing_an_hq_the_team_wins() -> None:
    board = "A1=0.HQ C3=1.HQ E3=2.HQ C1=0.Commando/NE A2=2.Ganger/NE"
    c = loner("outpost:1 borgo:1 hegemony", board).hand(0, "Battle").turn(0).do("battle")
    assert (c.st.hq(0), c.st.hq(1)) == (0, 0)
    assert c.st.result() == (-1, 1, 1)


@pytest.mark.ruling("R10.2", "R10.6")
def test_one_vs_two_a_tie_brings_one_turn_to_each_of_the_three() -> None:
    c = loner("outpost:11 borgo:6 hegemony:5").pile(1, "Scout").begin_turn(1).do("draw Scout", "end turn")
    c.draw_and_end().draw_and_end()  # the Loner, then the teammate
    assert c.battles == [(1, "final")]
    order = []
    while not c.st.is_over():
        order.append(c.whose)
        c.draw_and_end()
    assert sorted(order) == [0, 1, 2]
    assert order[0] == 0  # on from the teammate, who had the last turn
    assert c.battles[-1] == (2, "additional")
    assert c.st.result() == (0, 0, 0)


# --- R10.3 Moloch in a team ---


def hits(c: Course) -> list[tuple[str, str]]:
    """All hits of a Battle fought now, as (from, to)."""
    return [(hit["from"], hit["to"]) for phase in c.battle()["phases"] for hit in phase["hits"]]


@pytest.mark.ruling("R10.3")
def test_molochs_attacks_hit_its_allys_units_and_not_the_other_way_round() -> None:
    # The Hybrid shoots north at the ally's Scout on C2; the ally's Commando on B4 shoots north over the Blocker.
    c = team("moloch outpost borgo vegas", "C4=0.Hybrid C2=1.Scout/S B4=1.Commando/SW B2=0.Blocker")
    assert hits(c) == [("C4", "C2")]


@pytest.mark.ruling("R10.3")
def test_molochs_melee_gauss_and_hq_hit_the_ally_too() -> None:
    c = team("moloch outpost borgo vegas", "C3=0.Hornet C2=1.Scout/S")
    assert hits(c) == [("C3", "C2")]
    c = team(
        "moloch outpost borgo vegas", "C4=0.Gauss_Cannon/SE C3=1.Scout/NE C1=2.Scout/N"
    )  # printed SW, turned: north
    assert hits(c) == [("C4", "C1"), ("C4", "C3")]
    c = team("moloch outpost borgo vegas", "A2=1.Scout/NE")
    assert ("A1", "A2") in hits(c)


@pytest.mark.ruling("R10.3")
def test_moloch_wounds_its_allys_hq() -> None:
    c = team("moloch outpost borgo vegas", "C3=0.Hybrid/SW")  # in line with A3
    assert c.battle()["players"][1]["hq"] == 19


@pytest.mark.ruling("R10.3")
def test_nets_work_both_ways_between_moloch_and_its_ally() -> None:
    c = team("moloch hegemony borgo vegas", "C4=0.Net_Fighter C3=1.Thug/S D4=1.Net_Fighter/NW D3=0.Hybrid")
    assert c.disabled() == {"C3", "D3"}


@pytest.mark.ruling("R10.3")
def test_push_back_works_both_ways_between_moloch_and_its_ally() -> None:
    c = team("moloch hegemony borgo vegas", "C4=0.Hybrid C3=1.Thug").hand(0, "Push Back").do("push C3 from C4")
    assert c.actor == 1
    c = team("moloch hegemony borgo vegas", "C4=0.Hybrid C3=1.Thug/S").hand(1, "Push Back").turn(1)
    c.do("push C4 from C3")
    assert c.actor == 0


@pytest.mark.ruling("R10.3")
def test_bonuses_flow_both_ways_between_moloch_and_its_ally() -> None:
    # Moloch's Officer, turned NE, has its links N, SE and SW; the Outpost's reaches all six neighbours.
    c = team("moloch outpost borgo vegas", "C4=0.Officer/NE C3=1.Commando/SW D1=1.Officer D2=0.Hybrid")
    assert c.unit("C3")["ranged"] == {"N": 2}
    assert c.unit("D2")["ranged"] == {"N": 2}


@pytest.mark.ruling("R10.3", "R7.4")
def test_a_medic_serves_molochs_ally_even_against_moloch() -> None:
    c = team("moloch outpost borgo vegas", "C4=0.Hybrid C2=1.Commando C1=1.Medic/S")
    left = {unit["hex"] for unit in c.battle()["units"]}
    assert "C2" in left
    assert "C1" not in left


@pytest.mark.ruling("R10.3")
def test_saboteur_scoper_and_takeover_do_not_work_between_moloch_and_its_ally() -> None:
    c = team("moloch outpost borgo hegemony", "C3=0.Hybrid C4=1.Saboteur")
    assert c.unit("C3")["initiative"] == [3]
    # The ally's Scoper beside Moloch's Officer: its bonus still reaches both.
    c = team("moloch outpost borgo hegemony", "C4=0.Officer/NE C3=0.Hybrid C5=1.Scoper B4=1.Commando/SW")
    assert c.unit("C3")["ranged"] == {"N": 2}
    c = team("moloch vegas borgo hegemony", "C3=0.Hybrid C4=1.Agitator")
    assert c.controllers()["C3"] == 0


@pytest.mark.ruling("R10.3", "R8.2")
def test_a_grenade_is_not_for_an_ally_and_molochs_either() -> None:
    board = "C3=0.HQ A3=1.HQ E1=2.HQ E3=3.HQ C2=1.Hybrid C4=2.Commando"
    c = Course("borgo moloch outpost vegas", board, mode="team").hand(0, "Grenade").turn(0)
    assert c.offers_like("grenade") == ["grenade C4"]


@pytest.mark.ruling("R10.3", "R11.1")
def test_an_allys_redirector_is_hit_by_molochs_shots() -> None:
    # The Fireblast on C3 faces SE. Moloch's shot from the south strikes it and goes nowhere.
    c = team("moloch doomsday borgo vegas", "C5=0.Hybrid C3=1.Fireblast/SE D3=2.Scout/N C1=2.Medic/N")
    assert hits(c) == [("C5", "C3")]


@pytest.mark.ruling("R10.3", "R11.1")
def test_other_teammates_redirectors_turn_each_others_shots() -> None:
    # The Outpost's shot from the south goes into the Fireblast on C3 and leaves it south-east, at the Scout on D3.
    c = team("outpost doomsday borgo vegas", "C5=0.Commando/SW C3=1.Fireblast/SE D3=2.Scout/N C1=2.Medic/N")
    assert hits(c) == [("C5", "D3")]


# --- R10.5 score games (R1.8 has the goal) ---


@pytest.mark.ruling("R10.5")
def test_an_explosion_scores_for_its_controller() -> None:
    c = Course("moloch borgo outpost", "A1=0.HQ E3=1.HQ C3=2.HQ C4=0.Clown/S", score=True).hand(0, "Battle").turn(0)
    c.do("battle", "clown C4 explodes")
    assert [c.st.points(p) for p in range(3)] == [1, 0, 0]


@pytest.mark.ruling("R10.5")
def test_an_explosion_scores_nothing_at_the_own_hq() -> None:
    c = Course("moloch borgo outpost", "C3=0.HQ E3=1.HQ A1=2.HQ C4=0.Clown/S", score=True).hand(0, "Battle").turn(0)
    c.do("battle", "clown C4 explodes")
    assert [c.st.points(p) for p in range(3)] == [0, 0, 0]


@pytest.mark.ruling("R10.5", "R3.3")
def test_a_captives_wounds_score_for_its_taker() -> None:
    # Vegas' Agitator on C5 holds Hegemony's Thug on C4, which strikes the Outpost's HQ on C3 for two.
    board = "A1=0.HQ C3=1.HQ E3=2.HQ C5=0.Agitator C4=2.Thug"
    c = Course("vegas outpost hegemony", board, score=True).hand(0, "Battle").turn(0).do("battle")
    assert [c.st.points(p) for p in range(3)] == [2, 0, 0]


@pytest.mark.ruling("R10.5")
def test_points_of_a_team_are_added_up() -> None:
    # The Outpost shoots, Borgo strikes: 39 and two more.
    board = "A1=0.HQ A3=1.HQ C3=2.HQ E3=3.HQ C1=0.Commando/NE C4=1.Mutant"
    c = Course("outpost borgo hegemony vegas", board, mode="team", score=True).scored(0, 20).scored(1, 18)
    c.hand(0, "Battle").turn(0).do("battle")
    assert c.end == "score"
    assert c.st.winners() == (0, 1)


@pytest.mark.ruling("R10.5", "R10.3")
def test_molochs_wounds_on_its_allys_hq_score_nothing() -> None:
    board = "C3=0.HQ A3=1.HQ E1=2.HQ E3=3.HQ C4=1.Hybrid"
    c = Course("outpost moloch hegemony vegas", board, mode="team", score=True).hand(0, "Battle").turn(0).do("battle")
    assert [c.st.points(p) for p in range(4)] == [0, 0, 0, 0]


# --- R10.6 ties ---


@pytest.mark.ruling("R10.6", "R6.9")
@pytest.mark.parametrize(("drew", "order", "last"), [(0, [0, 2], 2), (1, [2, 0], 0), (2, [2, 0], 1)])
def test_only_those_tied_for_the_lead_have_an_extra_turn(drew: int, order: list[int], last: int) -> None:
    c = Course("outpost:9 borgo:7 hegemony:9", "A1=0.HQ C3=1.HQ E3=2.HQ").pile(drew, "Scout").begin_turn(drew)
    c.do("draw Scout", "end turn").draw_and_end().draw_and_end()
    assert c.battles == [(drew, "final")]
    turns = []
    while not c.st.is_over():
        turns.append(c.whose)
        c.draw_and_end()
    assert turns == order
    assert c.battles == [(drew, "final"), (last, "additional")]
    assert c.st.result() == (0, -1, 0)


@pytest.mark.ruling("R10.6")
def test_the_hqs_of_those_behind_can_no_longer_win_or_lose() -> None:
    # Borgo has one point. In its extra turn the Outpost turns the Commando on C1 to Borgo's HQ on C3.
    board = "A1=0.HQ C3=1.HQ E3=2.HQ C1=0.Commando A3=1.Mutant/S"
    c = Course("outpost:9 borgo:1 hegemony:9", board).pile(0, "Scout").hand(0, "Move", "Move").begin_turn(0)
    c.do("draw Scout", "discard Scout", "end turn").draw_and_end().draw_and_end()
    assert (c.whose, c.battles) == (0, [(0, "final")])
    c.do("turn C1 facing NE by Move", "end turn").draw_and_end()
    assert c.battles[-1] == (2, "additional")
    assert not c.st.is_out(1)
    assert {"A3", "C3"} <= set(c.now())
    assert c.st.result() == (0, -1, 0)


@pytest.mark.ruling("R10.6")
def test_units_of_those_behind_decide_the_tie_of_others() -> None:
    # Borgo's Assassin on C5 shoots north (printed NW, turned NE): the Boss on C4 falls in the Final Battle, and in the
    # Additional Battle the way to the Outpost's HQ on C2 is free.
    board = "C2=0.HQ E1=1.HQ E3=2.HQ C5=1.Assassin/NE C4=2.Boss/S"
    c = Course("outpost:9 borgo:1 hegemony:9", board).pile(0, "Scout").begin_turn(0)
    c.do("draw Scout", "end turn").draw_and_end().draw_and_end()
    assert "C4" not in c.now()
    assert c.st.hq(0) == 9
    c.draw_and_end().draw_and_end()
    assert c.end == "additional"
    assert c.st.hq(0) == 8
    assert c.st.result() == (-1, -1, 1)


@pytest.mark.ruling("R10.6")
def test_tied_teams_all_four_have_an_extra_turn() -> None:
    c = team("outpost:9 borgo:8 hegemony:7 vegas:10", "").pile(0, "Scout").begin_turn(0).do("draw Scout", "end turn")
    c.draw_and_end().draw_and_end().draw_and_end()
    turns = []
    while not c.st.is_over():
        turns.append(c.whose)
        c.draw_and_end()
    assert turns == [0, 2, 1, 3]
    assert c.battles == [(0, "final"), (3, "additional")]
    assert c.st.result() == (0, 0, 0, 0)


@pytest.mark.ruling("R10.6", "R1.2")
def test_under_2008_a_tie_of_several_is_a_draw_among_them() -> None:
    c = Course("2008 outpost:9 borgo:7 hegemony:9", "A1=0.HQ C3=1.HQ E3=2.HQ").pile(0, "Scout").begin_turn(0)
    c.do("draw Scout", "end turn").draw_and_end().draw_and_end()
    assert c.end == "final"
    assert c.st.result() == (0, -1, 0)


@pytest.mark.ruling("R10.6", "R10.5")
@pytest.mark.parametrize("ruleset", ["3.0", "living"])
def test_a_tied_score_has_extra_turns_too(ruleset: str) -> None:
    c = Course(f"{ruleset} outpost borgo hegemony", "A1=0.HQ C3=1.HQ E3=2.HQ", score=True).scored(0, 5).scored(1, 5)
    c.pile(0, "Scout").begin_turn(0).do("draw Scout", "end turn").draw_and_end().draw_and_end()
    turns = []
    while not c.st.is_over():
        turns.append(c.whose)
        c.draw_and_end()
    assert turns == [0, 1]
    assert c.st.result() == (0, 0, -1)


# --- R1.6 full boards that change nothing that counts ---


def fought_out(script: str) -> str:
    """What a script prints, run apart with a time limit: Battles without end shall fail a test, not hang it."""
    path = os.pathsep.join(sys.path)
    try:
        done = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
    except subprocess.TimeoutExpired:
        pytest.fail("the full board is fought over without end")
    return done.stdout.strip()


SCRIPT = """
from tests.rules.course import Course
from neurohex.notation.action import parse_action
from neurohex.rules.engine import apply
{}
apply(c.st, parse_action(c.st, "{}"))
print(c.end, c.st.result())
"""


@pytest.mark.ruling("R1.6", "R10.5")
def test_molochs_wounds_on_its_allys_hq_keep_no_full_board_of_a_score_game_alive() -> None:
    # All is quiet but for Moloch's Hybrid on C3, which shoots its ally's HQ on A3: in a score game that is no wound.
    board = (
        "A1=0.HQ A2=0.Blocker A3=1.HQ B1=0.Blocker B2=0.Medic B3=0.Brain B4=1.Scout C1=2.Medic C2=2.Saboteur "
        "C3=0.Hybrid/SW C4=3.Transport D1=2.Guard D2=2.Guard D3=3.Boss D4=3.Officer_I E1=2.HQ E2=2.Scout E3=3.HQ"
    )
    setup = (
        f"c = Course('moloch outpost vegas hegemony', {board!r}, mode='team', score=True)"
        ".scored(2, 3).hand(3, 'Officer II').turn(3)"
    )
    assert fought_out(SCRIPT.format(setup, "place Officer II C5 facing N")) == "still board (-1, -1, 1, 1)"


@pytest.mark.ruling("R1.6", "R10.6")
def test_wounds_on_the_hq_of_those_behind_keep_no_full_board_alive() -> None:
    # Outpost and Moloch are tied and have their extra turns; Moloch's Hybrid on D1 shoots the netted HQ of Hegemony on
    # C1, which can no longer lose. The Outpost fills C5.
    board = (
        "A1=0.Scout A2=0.HQ A3=0.Scout B1=0.Medic B2=0.Medic B3=0.Officer B4=0.Saboteur C1=2.HQ C2=1.Net_Fighter "
        "C3=1.Blocker C4=1.Medic D1=1.Hybrid/NW D2=1.Medic D3=1.Brain D4=1.Mother E1=1.Officer E2=1.HQ E3=1.Scout"
    )
    setup = (
        f"c = Course('outpost:9 moloch:9 hegemony:5', {board!r}).pile(0, 'Runner').begin_turn(0)"
        ".do('draw Runner', 'end turn').draw_and_end().draw_and_end()"
    )
    assert fought_out(SCRIPT.format(setup, "place Runner C5 facing S")) == "still board (0, 0, -1)"


# --- R10.7 the order of choices ---


@pytest.mark.ruling("R10.7", "R6.6")
@pytest.mark.parametrize(("starter", "asked"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_choices_go_in_turn_order_from_the_player_who_began_the_battle(starter: int, asked: list[int]) -> None:
    board = "A1=0.HQ A3=1.HQ E3=2.HQ C1=0.Clown C3=1.Clown C5=2.Clown"
    c = Course("moloch moloch moloch", board).hand(starter, "Battle").turn(starter).do("battle")
    order = []
    for _ in range(3):
        order.append(c.actor)
        c.do(c.offers_like("clown")[0])
    assert order == asked
