"""Section 4: HQs, first turns, drawing and discarding, the end of the supply, Battles that end a turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.course import Course

HQS = "C3=0.HQ A1=1.HQ"
RULESETS = ["2008", "3.0", "living"]

# Eighteen units of the Outpost and Moloch that harm nobody; the free hex is C5.
QUIET = (
    "A1=0.Scout A2=0.HQ A3=0.Scout B1=0.Medic B2=0.Medic B3=0.Officer B4=0.Saboteur C1=0.Scoper C2=0.Recon_Center "
    "C3=1.Blocker C4=1.Medic D1=1.Blocker D2=1.Medic D3=1.Brain D4=1.Mother E1=1.Officer E2=1.HQ E3=1.Scout"
)


def shifted(board: str) -> str:
    """The same board in the middle of the expanded one: A1 becomes B2, C3 becomes D4."""
    return " ".join(f"{chr(ord(unit[0]) + 1)}{int(unit[1]) + 1}{unit[2:]}" for unit in board.split())


def started(armies: str, **options: Any) -> Course:
    """A game of two with the HQs on C3 and A1."""
    return Course(armies, **options).do("place HQ C3 facing N", "place HQ A1 facing N")


# --- R4.1 HQs ---


@pytest.mark.ruling("R4.1")
def test_hqs_are_placed_in_turn_order_vegas_too() -> None:
    c = Course("vegas smart")
    assert (c.at, c.actor) == ("hq", 0)
    c.do("place HQ C3 facing SE")
    assert (c.at, c.actor) == ("hq", 1)
    c.do("place HQ C4 facing N")  # next to the other: allowed
    assert c.now() == {"C3": "0.HQ/SE", "C4": "1.HQ/N"}
    assert (c.at, c.whose) == ("draw", 0)


@pytest.mark.ruling("R4.1")
def test_hqs_go_to_any_free_hex_in_any_facing() -> None:
    c = Course("vegas smart")
    assert len(c.offers()) == 19 * 6
    c.do("place HQ C3 facing SE")
    assert len(c.offers()) == 18 * 6
    assert c.offers_like("place HQ C3") == []
    assert len(c.offers_like("place HQ E3")) == 6


@pytest.mark.ruling("R4.1", "R10.2")
def test_hqs_of_teams_are_placed_in_their_turn_order() -> None:
    c = Course("borgo outpost moloch hegemony", mode="team")
    order = []
    for place in ("A1", "A3", "E1", "E3"):
        order.append(c.actor)
        c.do(f"place HQ {place} facing N")
    assert order == [0, 2, 1, 3]


@pytest.mark.ruling("R4.1", "R3.3")
def test_hq_features_start_with_the_first_turn() -> None:
    # Vegas' HQ on C2 turns its link (printed SE) to the neutral bomber in the centre.
    c = Course("vegas smart", bomber="neutral").do("place HQ C2 facing NE")
    assert c.now()["C3"].startswith("6.")  # nobody's yet
    c.do("place HQ E3 facing N")
    assert c.now()["C3"].startswith("6>0.")
    assert (c.at, c.actor) == ("captive", 0)
    c.do("captive C3 facing N")
    assert c.at == "draw"


# --- R4.2 drawing ---


@pytest.mark.ruling("R4.2")
def test_first_turns_draw_one_then_two_then_up_to_three() -> None:
    c = started("outpost hegemony").do("draw Runner")
    assert (c.at, c.names_in_hand(0)) == ("main", ["Runner"])
    c.do("end turn", "draw Ganger", "draw Boss")
    assert (c.at, c.whose) == ("main", 1)
    c.do("end turn", "draw Commando", "draw Brawler")  # one was kept: two are drawn
    assert c.at == "discard"
    assert sorted(c.names_in_hand(0)) == ["Brawler", "Commando", "Runner"]
    c.do("discard Runner", "end turn", "draw Ganger")
    assert (c.at, c.whose) == ("discard", 1)


@pytest.mark.ruling("R4.2")
def test_whoever_kept_nothing_draws_three() -> None:
    c = started("outpost hegemony").do("draw Runner", "discard Runner", "end turn").draw_and_end()
    c.do("draw Commando", "draw Commando", "draw Commando")
    assert c.at == "discard"


@pytest.mark.ruling("R4.2")
def test_the_third_player_of_a_deathmatch_draws_three_and_discards_one() -> None:
    c = Course("outpost borgo hegemony").do("place HQ C3 facing N", "place HQ A1 facing N", "place HQ E3 facing N")
    c.do("draw Runner", "end turn", "draw Mutant", "draw Mutant", "end turn")
    c.do("draw Boss", "draw Thug", "draw Guard")
    assert (c.at, c.whose) == ("discard", 2)
    c.do("discard Boss", "end turn", "draw Runner", "draw Commando")
    assert (c.at, c.whose) == ("discard", 0)


@pytest.mark.ruling("R4.2")
def test_the_fourth_player_draws_three_too() -> None:
    c = Course("outpost borgo hegemony smart").do(*(f"place HQ {place} facing N" for place in ("A1", "A3", "E1", "E3")))
    c.draw_and_end().draw_and_end().draw_and_end()
    assert c.whose == 3
    c.do("draw Ripper", "draw Twister", "draw Move")
    assert c.at == "discard"


@pytest.mark.ruling("R4.2", "R10.2")
def test_the_loner_draws_one_then_up_to_three() -> None:
    c = Course("outpost borgo hegemony", mode="one-vs-two")
    c.do("place HQ C3 facing N", "place HQ A1 facing N", "place HQ E3 facing N")
    c.do("draw Runner", "end turn", "draw Mutant", "draw Mutant")
    assert (c.at, c.whose) == ("main", 1)
    c.do("end turn", "draw Commando", "draw Brawler")
    assert (c.at, c.whose) == ("discard", 0)


@pytest.mark.ruling("R4.2", "R4.3")
def test_a_full_hand_discards_one_before_anything_else() -> None:
    c = Course("outpost hegemony", HQS + " C1=0.Runner").begin_turn(0).do("draw Move", "draw Battle", "draw Commando")
    assert sorted(c.offers()) == ["discard Battle", "discard Commando", "discard Move"]
    c.do("discard Battle")
    assert c.at == "main"
    assert c.discards(0) == {"Battle": 1}


@pytest.mark.ruling("R4.2")
def test_with_fewer_than_three_nothing_must_be_discarded() -> None:
    c = Course("outpost hegemony", HQS).hand(0, "Move").pile(0, "Runner").begin_turn(0).do("draw Runner")
    assert c.at == "main"
    assert "end turn" in c.offers()
    assert sorted(c.names_in_hand(0)) == ["Move", "Runner"]


# --- R4.3 the main part ---


@pytest.mark.ruling("R4.3")
def test_tiles_and_units_are_used_in_any_order_and_number() -> None:
    c = Course("outpost hegemony", HQS + " C1=0.Runner").hand(0, "Move", "Commando").turn(0)
    c.do("move C1 to C2 facing N by mobility", "place Commando C1 facing N", "turn C2 facing S by Move", "end turn")
    assert c.now()["C2"] == "0.Runner/S"
    assert c.whose == 1


@pytest.mark.ruling("R4.3")
def test_any_tile_can_be_discarded_and_what_is_not_used_is_kept() -> None:
    c = Course("outpost hegemony", HQS).hand(0, "Move", "Commando").turn(0)
    c.do("discard Move")
    assert c.discards(0) == {"Move": 1}
    c.do("end turn").draw_and_end()
    assert c.names_in_hand(0) == ["Commando"]
    c.do("draw Runner", "draw Runner")
    assert c.at == "discard"


# --- R4.4 the end of the supply ---


def last_tile_drawn(head: str = "outpost:10 hegemony:9", board: str = HQS) -> Course:
    """Player 0 holds a Battle tile and draws the last tile."""
    return Course(head, board).hand(0, "Battle").pile(0, "Runner").begin_turn(0).do("draw Runner")


@pytest.mark.ruling("R4.4", "R6.9")
def test_after_the_last_tile_the_other_player_has_one_turn_and_then_comes_the_final_battle() -> None:
    c = last_tile_drawn()
    c.do("place Runner C2 facing N")  # that turn is finished as usual
    c.do("end turn")
    assert (c.whose, c.battles) == (1, [])
    c.draw_and_end()
    assert c.battles == [(0, "final")]
    assert c.st.winners() == (0,)


@pytest.mark.ruling("R4.4", "R6.9")
def test_the_final_battle_is_begun_by_who_drew_the_last_tile_also_the_second_player() -> None:
    c = Course("outpost:10 hegemony:9", HQS).pile(1, "Runner").begin_turn(1).do("draw Runner", "end turn")
    c.draw_and_end()
    assert c.battles == [(1, "final")]


@pytest.mark.ruling("R4.4", "R8.1")
def test_from_then_on_no_battle_tile_can_be_played() -> None:
    c = last_tile_drawn()
    assert "battle" not in c.offers()
    assert "discard Battle" in c.offers()
    c.hand(1, "Battle").do("end turn", "draw Boss", "draw Thug", "discard Boss")
    assert c.whose == 1
    assert "battle" not in c.offers()


@pytest.mark.ruling("R4.4")
def test_a_pile_with_a_tile_left_has_not_ended() -> None:
    c = Course("outpost hegemony", HQS).hand(0, "Battle", "Move").pile(0, "Runner", "Runner").begin_turn(0)
    c.do("draw Runner", "discard Move")
    assert "battle" in c.offers()


@pytest.mark.ruling("R4.4")
def test_a_second_pile_that_runs_out_in_the_last_turn_changes_nothing() -> None:
    c = last_tile_drawn().pile(1, "Boss")
    c.do("end turn", "draw Boss", "end turn")
    assert c.battles == [(0, "final")]


@pytest.mark.ruling("R4.4")
def test_a_full_board_still_fights_after_the_supply_has_ended() -> None:
    c = Course("outpost moloch", QUIET.replace("C3=1.Blocker", "C3=1.Hunter-Killer")).pile(0, "Runner").begin_turn(0)
    c.do("draw Runner", "place Runner C5 facing N")
    assert c.battles[0] == (0, "full board")
    assert c.whose == 1  # the other player still has a turn
    c.draw_and_end()
    assert c.battles[-1] == (0, "final")


@pytest.mark.ruling("R4.4", "R6.9")
def test_with_three_players_each_other_one_still_has_a_turn() -> None:
    c = Course("outpost:10 borgo:9 hegemony:8", "C3=0.HQ A1=1.HQ E3=2.HQ").pile(1, "Mutant").begin_turn(1)
    c.do("draw Mutant", "end turn")
    assert c.whose == 2
    c.draw_and_end()
    assert (c.whose, c.battles) == (0, [])
    c.draw_and_end()
    assert c.battles == [(1, "final")]
    assert c.st.winners() == (0,)


@pytest.mark.ruling("R4.4", "R10.1")
def test_a_player_who_is_out_has_no_more_turn() -> None:
    # Hegemony's last point goes in a Battle; then Borgo draws its last tile: only the Outpost still has a turn.
    c = Course("outpost borgo:5 hegemony:1", "A1=0.HQ A3=1.HQ E3=2.HQ E1=0.Commando/NE")
    c.hand(0, "Battle").pile(1, "Mutant").turn(0).do("battle")
    assert c.st.is_out(2)
    c.do("draw Mutant", "end turn")
    assert (c.whose, c.battles) == (0, [(0, "tile")])
    c.draw_and_end()
    assert c.battles == [(0, "tile"), (1, "final")]


@pytest.mark.ruling("R4.4")
def test_a_bio_droid_that_comes_back_can_be_drawn_but_does_not_undo_the_end() -> None:
    c = Course("smart:12 hegemony:12", "A1=0.HQ E3=1.HQ C3=0.Bio-droid").pile(0, "Ripper")
    c.hand(1, "Sniper", "Battle").begin_turn(0).do("draw Ripper", "end turn")
    c.do("draw Ganger", "discard Ganger", "snipe C3")
    assert c.top(0) == "Bio-droid"
    assert "battle" not in c.offers()
    c.do("end turn")
    assert c.battles == [(0, "final")]  # tied at 12: one more turn each
    assert (c.whose, c.at) == (0, "draw")
    c.do("draw Bio-droid", "place Bio-droid C3 facing N", "end turn").draw_and_end()
    assert c.battles == [(0, "final"), (1, "additional")]


# --- R4.5 a Battle ends the turn ---


@pytest.mark.ruling("R4.5", "R6.9", "R8.1")
def test_a_battle_by_tile_ends_the_turn_and_the_rest_is_kept() -> None:
    c = Course("outpost hegemony", HQS).hand(0, "Battle", "Runner").turn(0).do("battle")
    assert c.battles == [(0, "tile")]
    assert c.whose == 1
    assert c.names_in_hand(0) == ["Runner"]
    assert c.discards(0) == {"Battle": 1}


@pytest.mark.ruling("R4.5", "R6.9")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_full_board_starts_a_battle_of_whoever_filled_it_and_ends_the_turn(ruleset: str) -> None:
    # The Runner on C5 strikes north: Moloch's Medic on C4 falls.
    c = Course(f"{ruleset} outpost moloch", QUIET).hand(0, "Runner", "Move").turn(0)
    c.do("place Runner C5 facing NE")
    assert c.battles == [(0, "full board")]
    assert "C4" not in c.now()
    assert c.whose == 1
    assert c.names_in_hand(0) == ["Move"]


@pytest.mark.ruling("R4.5")
def test_foundation_tiles_do_not_fill_the_board() -> None:
    vegas = "A1=0.Scout A2=0.HQ A3=0.Scout B1=0.Medic B2=0.Guard B3=0.Guard B4=0.Saboteur C1=0.Agitator C2=0.Bodyguard"
    c = Course("vegas moloch", vegas + QUIET[QUIET.index(" C3=") :]).hand(0, "Mine").turn(0).do("place Mine C5")
    assert c.battles == []
    assert c.mines() == {"C5"}
    assert (c.whose, c.at) == (0, "main")


@pytest.mark.ruling("R4.5")
def test_on_the_expanded_board_the_main_field_counts_and_nothing_else() -> None:
    c = Course("expanded outpost moloch borgo vegas", shifted(QUIET) + " A1=2.HQ G4=3.HQ").hand(0, "Runner", "Brawler")
    c.turn(0).do("place Brawler A4 facing NW")  # the outer ring
    assert c.battles == []
    c.do("place Runner D6 facing NE")  # C5 of the small board
    assert c.battles == [(0, "full board")]
    assert c.whose == 1


@pytest.mark.ruling("R4.5")
def test_a_move_onto_the_last_hex_starts_the_battle() -> None:
    c = Course("expanded outpost moloch borgo vegas", shifted(QUIET) + " A1=2.HQ G4=3.HQ D7=0.Brawler/S")
    c.hand(0, "Move", "Runner").turn(0).do("move D7 to D6 facing N by Move")
    assert c.battles == [(0, "full board")]
    assert c.whose == 1


@pytest.mark.ruling("R4.5")
def test_a_push_onto_the_last_hex_starts_the_battle_of_the_pusher() -> None:
    # Vegas' Bodyguard on F5 pushes the Outpost's Brawler on E6; D7 is taken, so it goes to D6, the last hex.
    board = shifted(QUIET) + " A1=2.HQ G4=3.HQ D7=0.Runner/S E6=0.Brawler/S F5=3.Bodyguard"
    c = Course("expanded outpost moloch borgo vegas", board).hand(3, "Push Back", "Move").turn(3)
    c.do("push E6 from F5 to D6")
    assert c.battles == [(3, "full board")]
    assert c.whose == 0


@pytest.mark.ruling("R4.5", "R5.7")
def test_a_recon_move_whose_first_step_fills_the_board_ends_with_the_battle() -> None:
    # The Recon Center on D3 would give the Mobile Armor a second step; it strikes Moloch's Medic on D5 instead.
    board = shifted(QUIET) + " A1=2.HQ G4=3.HQ D7=0.Mobile_Armor"
    c = Course("expanded outpost moloch borgo vegas", board).turn(0).do("move D7 to D6 facing N by mobility")
    assert c.battles == [(0, "full board")]
    assert c.now()["D6"] == "0.Mobile Armor/N"
    assert "D5" not in c.now()
    assert c.whose == 1


# --- R4.6 what is public ---


@pytest.mark.ruling("R4.6")
def test_only_the_order_of_the_pile_is_secret() -> None:
    c = started("outpost hegemony")
    drawable = {text.removeprefix("draw ") for text in c.offers()}
    assert drawable == {
        "Mobile Armor", "Runner", "HMG", "Commando", "Annihilator", "Brawler", "Scoper", "Saboteur", "Recon Center",
        "Medic", "Officer", "Scout", "Battle", "Move", "Sniper",
    }  # fmt: skip
    assert sum(c.st.pile(0).values()) == 34
    c.do("draw Sniper")
    assert sum(c.st.pile(0).values()) == 33
    assert c.names_in_hand(0) == ["Sniper"]


# --- R4.7 Reinforcement and Alternative Start ---


@pytest.mark.ruling("R4.7")
def test_alternative_start_draws_three_discards_one_and_plays_at_most_one() -> None:
    c = started("outpost hegemony", alternative_start=True)
    c.do("draw Runner", "draw Commando", "draw Brawler")
    assert c.at == "discard"
    c.do("discard Brawler", "place Runner C2 facing N")
    assert c.offers_like("place") == []
    assert "discard Commando" in c.offers()  # the other may only be kept or discarded
    c.do("end turn", "draw Boss", "draw Thug", "draw Guard", "discard Guard")
    c.do("place Boss B1 facing N", "place Thug B2 facing N")  # from the second player on nothing is limited
    assert c.whose == 1


@pytest.mark.ruling("R4.7")
def test_reinforcement_first_turns_four_and_five_tiles_one_and_two_played() -> None:
    c = started("outpost hegemony", reinforcement=True)
    c.do("draw Runner", "draw Commando", "draw Brawler", "draw HMG")
    assert c.at == "main"  # nothing to discard
    c.do("place Runner C2 facing N")
    assert c.offers_like("place") == []
    c.do("end turn", "draw Boss", "draw Thug", "draw Guard", "draw Ganger", "draw Ganger")
    assert c.at == "main"
    c.do("place Boss B1 facing N", "place Thug B2 facing N")
    assert c.offers_like("place") == []
    c.do("end turn", "draw Medic", "draw Scout", "draw Scout")  # three were kept: up to six
    assert c.at == "discard"
    c.do("discard Scout", "place Medic D2 facing N", "place Commando D3 facing N")
    assert c.offers_like("place") == []


@pytest.mark.ruling("R4.7")
def test_reinforcement_with_alternative_start_draws_six_discards_one_and_plays_one() -> None:
    c = started("outpost hegemony", reinforcement=True, alternative_start=True)
    c.do("draw Runner", "draw Commando", "draw Brawler", "draw HMG", "draw Move", "draw Move")
    assert c.at == "discard"
    c.do("discard Move", "place Runner C2 facing N")
    assert c.offers_like("place") == []
    assert c.offers_like("turn C2 facing S by Move") == []  # an instant is a tile played too
    c.do("end turn", "draw Boss", "draw Thug", "draw Guard", "draw Ganger", "draw Ganger", "draw Scout")
    c.do("discard Scout", "place Boss B1 facing N", "place Thug B2 facing N")
    assert c.offers_like("place") == []


@pytest.mark.ruling("R4.7")
def test_reinforcement_an_unlucky_draw_takes_six_instants_and_discards_three() -> None:
    c = Course("outpost hegemony", HQS, reinforcement=True).begin_turn(0)
    c.do("draw Move", "draw Move", "draw Move", "draw Battle", "draw Battle", "draw Sniper")
    c.do("redraw", "discard Move", "discard Battle", "discard Battle")
    assert sorted(c.names_in_hand(0)) == ["Move", "Move", "Sniper"]
    c.do("draw Runner", "draw Commando", "draw HMG")
    assert c.at == "discard"
    assert "redraw" not in c.offers()


@pytest.mark.ruling("R4.7")
def test_reinforcement_one_unit_among_the_six_is_no_unlucky_draw() -> None:
    c = Course("outpost hegemony", HQS, reinforcement=True).begin_turn(0)
    c.do("draw Move", "draw Move", "draw Move", "draw Battle", "draw Battle", "draw Runner")
    assert "redraw" not in c.offers()


@pytest.mark.ruling("R4.7", "R5.4")
def test_reinforcement_a_tile_put_down_by_a_transporter_counts_as_played() -> None:
    c = Course("smart hegemony", "A1=0.HQ E3=1.HQ C3=0.Transporter", reinforcement=True)
    c.hand(0, "Ripper", "Twister", "Cyborg", "Move", "Scout").begin_turn(0).do("draw Scout", "discard Move")
    c.do("deploy Ripper at C3 facing N", "place Twister C4 facing N")
    assert c.offers_like("place") == []


@pytest.mark.ruling("R4.7")
@pytest.mark.parametrize(("ruleset", "discardable"), [("2008", False), ("3.0", True), ("living", False)])
def test_reinforcement_the_rest_is_kept_and_under_3_0_may_be_discarded(ruleset: str, discardable: bool) -> None:
    c = Course(f"{ruleset} outpost hegemony", HQS, reinforcement=True).begin_turn(0)
    c.do("draw Runner", "draw Commando", "draw Brawler", "draw HMG", "draw Move", "draw Move", "discard Move")
    assert (c.offers_like("discard") != []) is discardable
    c.do("end turn")
    assert len(c.names_in_hand(0)) == 5


@pytest.mark.ruling("R4.7", "R4.2")
def test_reinforcement_with_fewer_than_six_nothing_must_be_discarded() -> None:
    c = Course("outpost hegemony", HQS, reinforcement=True).hand(0, "Move", "Move").pile(0, "Runner", "Brawler")
    c.begin_turn(0).do("draw Runner", "draw Brawler")
    assert c.at == "main"
