"""Section 1: where the rulesets differ in the course of a game (R1.1, R1.2, R1.3, R1.6, R1.7, R1.8)."""

from __future__ import annotations

import pytest

from tests.rules.course import Course

# Eighteen units that harm nobody; the free hex is C5. The Outpost's HQ on A2 and Moloch's on E2 touch only their own.
QUIET = (
    "A1=0.Scout A2=0.HQ A3=0.Scout B1=0.Medic B2=0.Medic B3=0.Officer B4=0.Saboteur C1=0.Scoper C2=0.Recon_Center "
    "C3=1.Blocker C4=1.Medic D1=1.Blocker D2=1.Medic D3=1.Brain D4=1.Mother E1=1.Officer E2=1.HQ E3=1.Scout"
)
# The same, but a Commando on C2 shoots south at the bare side of a Blocker (toughness 2) that no Medic serves.
SLOW = QUIET.replace("C2=0.Recon_Center", "C2=0.Commando/NE").replace("C3=1.Blocker", "C3=1.Blocker/S")
SLOW = SLOW.replace("C4=1.Medic", "C4=1.Medic/NE").replace("D2=1.Medic", "D2=1.Medic/NE")
HQS = "C3=0.HQ A1=1.HQ"


def to_the_final_battle(head: str, board: str = HQS) -> Course:
    """Player 0 draws the last tile, both end their turns with nothing done, and the Final Battle is over."""
    c = Course(head, board).pile(0, "Runner").pile(1, "Runner", "Ganger", "Boss", "Scout").begin_turn(0)
    c.do("draw Runner", "end turn")
    return c.do("draw Ganger", "draw Boss", "draw Scout", "discard Scout", "end turn")


# --- R1.1 Unlucky Draw ---


def drawing(ruleset: str, kept: tuple[str, ...], drawn: tuple[str, ...]) -> Course:
    c = Course(f"{ruleset} outpost hegemony", HQS).hand(0, *kept).begin_turn(0)
    return c.do(*(f"draw {name}" for name in drawn))


@pytest.mark.ruling("R1.1")
@pytest.mark.parametrize(("ruleset", "offered"), [("2008", False), ("3.0", True), ("living", True)])
def test_three_instants_drawn_together_are_an_unlucky_draw(ruleset: str, offered: bool) -> None:
    c = drawing(ruleset, (), ("Move", "Battle", "Sniper"))
    assert c.at == "discard"
    assert ("redraw" in c.offers()) is offered


@pytest.mark.ruling("R1.1")
@pytest.mark.parametrize(("ruleset", "offered"), [("2008", False), ("3.0", False), ("living", True)])
def test_an_instant_kept_from_before_counts_only_under_the_living_rules(ruleset: str, offered: bool) -> None:
    assert ("redraw" in drawing(ruleset, ("Move",), ("Battle", "Sniper")).offers()) is offered


@pytest.mark.ruling("R1.1")
@pytest.mark.parametrize("ruleset", ["2008", "3.0", "living"])
def test_one_unit_among_the_three_is_no_unlucky_draw(ruleset: str) -> None:
    assert "redraw" not in drawing(ruleset, (), ("Move", "Battle", "Runner")).offers()


@pytest.mark.ruling("R1.1")
@pytest.mark.parametrize(("ruleset", "offered"), [("2008", False), ("3.0", False), ("living", True)])
def test_one_or_two_instants_in_the_first_turns_count_under_the_living_rules(ruleset: str, offered: bool) -> None:
    c = Course(f"{ruleset} outpost hegemony").do("place HQ C3 facing N", "place HQ A1 facing N", "draw Move")
    assert ("redraw" in c.offers()) is offered
    c.do("end turn", "draw Battle", "draw Push Back")
    assert ("redraw" in c.offers()) is offered


@pytest.mark.ruling("R1.1")
def test_the_whole_hand_goes_and_as_many_are_drawn_again_any_number_of_times() -> None:
    c = drawing("3.0", (), ("Move", "Battle", "Sniper")).do("redraw")
    assert c.names_in_hand(0) == []
    assert c.discards(0) == {"Battle": 1, "Move": 1, "Sniper": 1}
    c.do("draw Move", "draw Move", "draw Battle", "redraw", "draw Runner", "draw Move", "draw Move")
    assert "redraw" not in c.offers()
    assert sorted(c.names_in_hand(0)) == ["Move", "Move", "Runner"]


@pytest.mark.ruling("R1.1")
def test_a_first_turn_redraw_draws_the_one_tile_again() -> None:
    c = Course("outpost hegemony").do("place HQ C3 facing N", "place HQ A1 facing N", "draw Move", "redraw")
    c.do("draw Commando")
    assert c.at == "main"
    assert c.names_in_hand(0) == ["Commando"]


# --- R1.2 tie after the Final Battle ---


@pytest.mark.ruling("R1.2")
def test_under_2008_a_tie_after_the_final_battle_is_a_draw() -> None:
    c = to_the_final_battle("2008 outpost:15 hegemony:15")
    assert c.battles == [(0, "final")]
    assert c.end == "final"
    assert c.st.result() == (0, 0)
    assert c.st.winners() == ()


@pytest.mark.ruling("R1.2", "R6.9")
@pytest.mark.parametrize("ruleset", ["3.0", "living"])
def test_later_a_tie_brings_one_more_turn_each_an_additional_battle_and_then_a_draw(ruleset: str) -> None:
    c = to_the_final_battle(f"{ruleset} outpost:15 hegemony:15")
    assert not c.st.is_over()
    assert (c.whose, c.at) == (0, "main")  # nothing left to draw
    c.do("end turn")
    assert (c.whose, c.at) == (1, "draw")  # a Runner is left, the hand holds two
    c.do("draw Runner", "discard Runner", "end turn")
    # The Final Battle is begun by who drew the last tile, the Additional one by who had the turn before it.
    assert c.battles == [(0, "final"), (1, "additional")]
    assert c.end == "additional"
    assert c.st.result() == (0, 0)


@pytest.mark.ruling("R1.2")
@pytest.mark.parametrize("ruleset", ["3.0", "living"])
def test_the_additional_battle_can_decide_the_game(ruleset: str) -> None:
    # Hegemony's extra turn: the Runner, still in the pile, comes next to the Outpost's HQ and strikes it.
    c = to_the_final_battle(f"{ruleset} outpost:15 hegemony:15").do("end turn")
    c.do("draw Runner", "discard Boss", "place Runner C2 facing S", "end turn")
    assert c.st.hq(0) == 14
    assert c.st.winners() == (1,)


@pytest.mark.ruling("R1.2")
@pytest.mark.parametrize("ruleset", ["2008", "3.0", "living"])
def test_no_tie_no_extra_turn(ruleset: str) -> None:
    c = to_the_final_battle(f"{ruleset} outpost:15 hegemony:14")
    assert c.end == "final"
    assert c.st.winners() == (0,)
    assert c.st.result() == (1, -1)


@pytest.mark.ruling("R1.2")
@pytest.mark.parametrize("ruleset", ["2008", "3.0", "living"])
def test_both_hqs_lost_in_one_battle_is_a_draw_at_once(ruleset: str) -> None:
    # Both at initiative 3: the Ganger on C4 strikes north, the Commando on D2 shoots south-east.
    board = "C3=0.HQ E2=1.HQ C4=1.Ganger/NE D2=0.Commando/N"
    c = Course(f"{ruleset} outpost:1 hegemony:1", board).hand(0, "Battle").turn(0).do("battle")
    assert (c.st.hq(0), c.st.hq(1)) == (0, 0)
    assert c.end == "hq"
    assert c.st.result() == (0, 0)


# --- R1.3 HQ toughness in a team match ---


@pytest.mark.ruling("R1.3")
@pytest.mark.parametrize(("ruleset", "points"), [("2008", 20), ("3.0", 15), ("living", 20)])
def test_hq_toughness_in_a_team_match(ruleset: str, points: int) -> None:
    c = Course(f"{ruleset} outpost borgo hegemony moloch", mode="team")
    assert [c.st.hq(p) for p in range(4)] == [points] * 4


@pytest.mark.ruling("R1.3")
@pytest.mark.parametrize("ruleset", ["2008", "3.0", "living"])
def test_hq_toughness_is_twenty_in_every_other_game(ruleset: str) -> None:
    assert Course(f"{ruleset} outpost borgo").st.hq(1) == 20
    assert Course(f"{ruleset} outpost borgo smart").st.hq(2) == 20
    assert Course(f"{ruleset} outpost borgo smart vegas").st.hq(3) == 20


# --- R1.6 a board that stays full ---


@pytest.mark.ruling("R1.6")
@pytest.mark.parametrize(("points", "winners"), [("20 19", (0,)), ("7 12", (1,)), ("11 11", ())])
def test_living_a_full_board_that_fights_without_change_ends_the_game(points: str, winners: tuple[int, ...]) -> None:
    mine, theirs = points.split()
    c = Course(f"outpost:{mine} moloch:{theirs}", QUIET).hand(1, "Net Fighter").turn(1)
    c.do("place Net Fighter C5 facing N")
    assert c.battles == [(1, "full board")]
    assert c.end == "still board"  # a tie too: no extra turn
    assert c.st.winners() == winners


@pytest.mark.ruling("R1.6")
def test_living_a_full_board_fights_on_until_a_unit_is_gone() -> None:
    c = Course("outpost moloch", SLOW).hand(1, "Net Fighter").turn(1).do("place Net Fighter C5 facing N")
    # Three Battles: two wounds that the Blocker bears, and the third destroys it.
    assert c.battles == [(1, "full board")] * 3
    assert "C3" not in c.now()
    assert not c.st.is_over()
    assert c.whose == 0


@pytest.mark.ruling("R1.6", "R3.3", "R4.5")
def test_living_captives_may_be_turned_between_two_full_board_battles() -> None:
    # Vegas fills C3 with an Agitator that takes the Commando on C2, whose shot SW passes Vegas' Guard on B2.
    board = (
        "A1=0.Scout A2=0.HQ A3=0.Scout/NE B1=0.Scoper B2=1.Guard B3=0.Officer B4=0.Saboteur C1=0.Medic "
        "C2=0.Commando/SE C4=1.Guard C5=0.Medic D1=1.Agitator/NE D2=1.Medic D3=1.Scout D4=1.Agitator/SE "
        "E1=1.Scout E2=1.HQ E3=1.Saboteur"
    )
    c = Course("outpost vegas", board).hand(1, "Agitator").turn(1).do("place Agitator C3 facing N")
    # First the Battle (the HQ on A2 is shot, and strikes the Guard once), then the captive, then Battle again.
    assert c.battles == [(1, "full board")]
    assert c.st.hq(0) == 19
    assert (c.at, c.actor) == ("captive", 1)
    c.do("captive C2 facing N")
    assert c.battles == [(1, "full board")] * 2
    assert c.st.hq(0) == 19  # turned away, the Commando now hits nothing
    assert "B2" not in c.now()  # the Guard's second wound
    assert c.whose == 0


@pytest.mark.ruling("R1.6")
@pytest.mark.parametrize("ruleset", ["2008", "3.0"])
@pytest.mark.parametrize("board", [QUIET, SLOW])
def test_before_a_full_board_fights_once_and_play_goes_on(ruleset: str, board: str) -> None:
    c = Course(f"{ruleset} outpost moloch", board).hand(1, "Net Fighter").turn(1)
    c.do("place Net Fighter C5 facing N")
    assert c.battles == [(1, "full board")]
    assert len(c.now()) == 19
    assert not c.st.is_over()
    assert c.whose == 0


@pytest.mark.ruling("R1.6")
@pytest.mark.parametrize("ruleset", ["2008", "3.0"])
def test_before_there_is_no_new_full_board_battle_until_a_hex_has_been_free(ruleset: str) -> None:
    c = Course(f"{ruleset} outpost moloch", QUIET).hand(1, "Net Fighter").turn(1)
    c.do("place Net Fighter C5 facing N").turn(0).hand(0, "Move", "Sniper", "Runner")
    c.do("turn C2 facing S by Move")
    assert len(c.battles) == 1  # still full, still quiet
    c.do("snipe C5", "place Runner C5 facing N")
    assert c.battles == [(1, "full board"), (0, "full board")]


@pytest.mark.ruling("R1.6", "R5.4")
@pytest.mark.parametrize("ruleset", ["2008", "3.0"])
def test_before_a_transporter_that_gives_its_hex_away_frees_none(ruleset: str) -> None:
    board = (
        "A1=0.Scout A2=0.HQ A3=0.Scout B1=0.Mother B2=0.Mother B3=0.Transporter B4=0.Officer C1=0.Officer C2=0.Officer "
        "C3=1.Blocker C4=1.Medic D1=1.Blocker D2=1.Medic D3=1.Brain D4=1.Mother E1=1.Officer E2=1.HQ E3=1.Scout"
    )
    c = Course(f"{ruleset} smart moloch", board).hand(1, "Net Fighter").turn(1)
    c.do("place Net Fighter C5 facing S").turn(0).hand(0, "Officer")
    c.do("deploy Officer at B3 facing N")
    assert c.battles == [(1, "full board")]
    assert (c.whose, c.at) == (0, "main")


# --- R1.7 the last tile placed removes a unit ---


@pytest.mark.ruling("R1.7")
@pytest.mark.parametrize(("ruleset", "fought"), [("2008", True), ("3.0", True), ("living", False)])
def test_a_last_tile_that_removes_a_unit_at_once(ruleset: str, fought: bool) -> None:
    # The Outpost is out; its Commando on D1 stays only while Vegas' Agitator on D2 holds it. Hegemony fills C3
    # with a net on that Agitator: the Commando is freed and leaves.
    board = (
        "A1=0.Transport A2=0.HQ A3=0.Boss B1=0.Quartermaster B2=0.Officer_I B3=0.Officer_II B4=0.Net_Fighter/SE "
        "C1=1.Guard C2=1.Guard C4=1.Saboteur C5=1.Medic D1=2.Commando D2=1.Agitator D3=1.Scout D4=1.Agitator/S "
        "E1=1.Agitator/NE E2=1.HQ E3=1.Scout"
    )
    c = Course(f"{ruleset} hegemony vegas outpost", board).left_game(2).hand(0, "Net Fighter").turn(0)
    assert c.now()["D1"] == "2>1.Commando/N"
    c.do("place Net Fighter C3 facing N")
    assert "D1" not in c.now()
    assert c.battles == ([(0, "full board")] if fought else [])
    assert c.whose == (1 if fought else 0)


@pytest.mark.ruling("R1.7", "R5.5")
@pytest.mark.parametrize("ruleset", ["2008", "3.0", "living"])
def test_a_unit_put_on_a_mine_never_fills_the_board(ruleset: str) -> None:
    # It is gone before anything else is looked at.
    c = Course(f"{ruleset} outpost moloch", QUIET, "C5=0.Mine").hand(1, "Net Fighter").turn(1)
    c.do("place Net Fighter C5 facing N")
    assert c.battles == []
    assert "C5" not in c.now()
    assert (c.whose, c.at) == (1, "main")


# --- R1.8 score mode ---


# Hegemony's HQ on C3 is shot by a Commando from C1 (initiative 3) and struck by a Borgo unit.
def scoring(ruleset: str, others: str, first: int, second: int) -> Course:
    board = f"C3=2.HQ C1=0.Commando/NE A1=0.HQ E3=1.HQ {others}"
    c = Course(f"{ruleset} outpost borgo hegemony", board, score=True).scored(0, first).scored(1, second)
    return c.hand(0, "Battle").turn(0).do("battle")


MUTANT = "C4=1.Mutant"  # initiative 2, one wound north
CLAWS = "C4=1.Claws/NE"  # initiative 3, one wound north
FASTER = "C4=1.Brawler B4=1.Scout/NE"  # a Brawler at initiative 3 by the Scout on B4, two wounds north


@pytest.mark.ruling("R1.8")
@pytest.mark.parametrize("ruleset", ["2008", "3.0"])
def test_before_who_first_has_twenty_after_a_phase_wins(ruleset: str) -> None:
    c = scoring(ruleset, MUTANT, 19, 19)
    assert c.end == "score"
    assert c.st.points(1) == 19  # the Battle does not go on
    assert c.st.winners() == (0,)


@pytest.mark.ruling("R1.8")
def test_living_the_score_is_looked_at_after_the_battle() -> None:
    c = scoring("living", MUTANT, 19, 19)
    assert c.end == "score"
    assert (c.st.points(0), c.st.points(1)) == (20, 20)
    assert c.st.winners() == ()
    assert c.st.result() == (0, 0, -1)  # 20:20 is a draw, with no extra turn


@pytest.mark.ruling("R1.8")
@pytest.mark.parametrize("ruleset", ["2008", "3.0"])
def test_before_of_several_at_once_the_higher_wins(ruleset: str) -> None:
    c = scoring(ruleset, FASTER, 19, 19)
    assert (c.st.points(0), c.st.points(1)) == (20, 21)
    assert c.st.winners() == (1,)


@pytest.mark.ruling("R1.8")
@pytest.mark.parametrize("ruleset", ["2008", "3.0"])
def test_before_equal_at_once_is_a_draw(ruleset: str) -> None:
    c = scoring(ruleset, CLAWS, 19, 19)
    assert c.st.result() == (0, 0, -1)


@pytest.mark.ruling("R1.8")
def test_living_no_player_passes_twenty() -> None:
    c = scoring("living", FASTER, 19, 19)
    assert (c.st.points(0), c.st.points(1)) == (20, 20)
    assert c.st.result() == (0, 0, -1)


@pytest.mark.ruling("R1.8", "R10.5")
@pytest.mark.parametrize("ruleset", ["2008", "3.0", "living"])
def test_below_twenty_the_game_goes_on(ruleset: str) -> None:
    c = scoring(ruleset, CLAWS, 18, 18)
    assert (c.st.points(0), c.st.points(1)) == (19, 19)
    assert not c.st.is_over()
    assert c.whose == 1
    assert "C3" in c.now()  # HQs have no end of points


@pytest.mark.ruling("R1.8")
@pytest.mark.parametrize("ruleset", ["2008", "3.0", "living"])
def test_after_the_final_battle_the_highest_score_wins(ruleset: str) -> None:
    c = Course(f"{ruleset} outpost borgo hegemony", "C3=2.HQ A1=0.HQ E3=1.HQ", score=True).scored(0, 7).scored(1, 9)
    c.pile(0, "Runner").begin_turn(0).do("draw Runner", "end turn").draw_and_end().draw_and_end()
    assert c.end == "final"
    assert c.st.winners() == (1,)


# Two teams at 39: a Commando shoots Hegemony's HQ once (initiative 3), a Thug strikes the Outpost's twice (2).
def team_scoring(ruleset: str) -> Course:
    board = "C3=2.HQ C1=0.Commando/NE A1=0.HQ A2=2.Thug E3=1.HQ E1=3.HQ"
    c = Course(f"{ruleset} outpost borgo hegemony vegas", board, mode="team", score=True)
    c.scored(0, 20).scored(1, 19).scored(2, 19).scored(3, 20)
    return c.hand(0, "Battle").turn(0).do("battle")


@pytest.mark.ruling("R1.8", "R10.5")
def test_living_a_team_does_not_pass_forty() -> None:
    c = team_scoring("living")
    assert c.end == "score"
    assert c.st.result() == (0, 0, 0, 0)  # 40:40
    assert c.st.points(0) + c.st.points(1) == 40
    assert c.st.points(2) + c.st.points(3) == 40


@pytest.mark.ruling("R1.8", "R10.5")
@pytest.mark.parametrize("ruleset", ["2008", "3.0"])
def test_before_the_team_that_first_has_forty_after_a_phase_wins(ruleset: str) -> None:
    c = team_scoring(ruleset)
    assert c.end == "score"
    assert c.st.winners() == (0, 1)
