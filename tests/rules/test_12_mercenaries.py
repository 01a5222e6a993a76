"""Section 12: mercenaries, Mad Bomber in its three ways, Mad Bomber II.

In the boards `-` owns a neutral bomber. A Commando on C1 facing NE shoots south.
"""

from __future__ import annotations

import pytest

from neurohex.rules.engine import Game, GameError
from neurohex.rules.layout import GONE
from tests.rules.course import Course

FAR = "A1=0.HQ E3=1.HQ"


def neutral(armies: str, board: str, foundations: str = "", *, hqs: str = FAR) -> Course:
    """A game with a neutral bomber; the HQs are out of the way on A1 and E3, player 0 to play."""
    return Course(armies, f"{hqs} {board}", foundations, bomber="neutral").turn(0)


def bombers_on_board(c: Course) -> list[str]:
    return [name for name, unit in c.now().items() if "Mad Bomber" in unit]


# --- R12.1 mercenaries ---


@pytest.mark.ruling("R12.1")
def test_mercenaries_are_chosen_in_turn_order_one_at_a_time_before_the_hqs() -> None:
    c = Course("borgo moloch", mercenaries=2)
    four = ["hire Harpooner", "hire Machine Gunner", "hire Rifleman", "hire Shield Bearer"]
    assert (c.actor, c.offers()) == (0, four)
    c.do("hire Rifleman")
    assert (c.actor, "hire Rifleman" in c.offers()) == (1, False)
    c.do("hire Harpooner")
    assert c.actor == 0
    c.do("hire Machine Gunner")
    assert (c.actor, c.offers()) == (1, ["hire Shield Bearer"])
    c.do("hire Shield Bearer")
    assert (c.at, c.actor) == ("hq", 0)


@pytest.mark.ruling("R12.1")
def test_with_one_each_or_none() -> None:
    c = Course("borgo moloch", mercenaries=1).do("hire Rifleman", "hire Harpooner")
    assert c.at == "hq"
    assert Course("borgo moloch").at == "hq"


@pytest.mark.ruling("R12.1")
@pytest.mark.parametrize("armies", ["borgo moloch outpost", "borgo moloch outpost hegemony"])
def test_three_and_four_players_have_one_each(armies: str) -> None:
    c = Course(armies, mercenaries=1)
    count = len(armies.split())
    for player in range(count):
        assert c.actor == player
        c.do(c.offers()[0])
    assert c.at == "hq"
    with pytest.raises(GameError):
        Course(armies, mercenaries=2)


@pytest.mark.ruling("R12.1")
def test_five_and_six_play_without_and_two_have_two_at_most() -> None:
    armies = ("borgo", "moloch", "outpost", "hegemony", "smart", "vegas")
    for count in (5, 6):
        with pytest.raises(GameError):
            Game(armies[:count], board="expanded", mercenaries=1)
    with pytest.raises(GameError):
        Game(armies[:2], mercenaries=3)


def hired() -> Course:
    """Borgo has a Rifleman aside, Moloch a Harpooner; the first turn begins."""
    c = Course("borgo moloch", mercenaries=1).do("hire Rifleman", "hire Harpooner")
    return c.do("place HQ A1 facing N", "place HQ E3 facing N")


@pytest.mark.ruling("R12.1")
def test_a_mercenary_aside_may_be_taken_instead_of_each_draw() -> None:
    c = hired()
    assert sorted(c.offers()) == ["draw from pile", "hire Rifleman"]
    c.do("hire Rifleman")  # instead of the one tile of the first turn
    assert c.names_in_hand(0) == ["Rifleman"]
    assert sum(c.st.pile(0).values()) == 34
    assert c.at == "main"
    c.do("end turn", "draw from pile", "draw Blocker", "hire Harpooner")
    assert sorted(c.names_in_hand(1)) == ["Blocker", "Harpooner"]
    c.do("end turn")
    assert c.at == "draw"  # nothing aside any more: two tiles from the pile


@pytest.mark.ruling("R12.1")
def test_a_mercenary_may_wait_for_a_later_draw() -> None:
    c = hired().do("draw from pile", "draw Mutant", "end turn", "draw from pile", "draw Blocker", "draw from pile")
    c.do("draw Hybrid", "end turn", "hire Rifleman", "draw Claws")
    assert sorted(c.names_in_hand(0)) == ["Claws", "Mutant", "Rifleman"]
    assert c.at == "discard"


@pytest.mark.ruling("R12.1")
def test_a_mercenary_is_a_tile_of_its_army_in_everything() -> None:
    # The Rifleman (initiative 3, printed NW) next to Borgo's HQ acts one sooner; Moloch's Officer strengthens it.
    c = Course("borgo outpost", "C3=0.HQ A1=1.HQ C2=0.Rifleman", mercenaries=1)
    assert c.unit("C2")["initiative"] == [4]
    c = Course("moloch outpost", "A3=0.HQ A1=1.HQ C2=0.Rifleman/NE C3=0.Officer/NE", mercenaries=1)
    assert c.unit("C2")["ranged"] == {"N": 2}
    c.hand(1, "Sniper").turn(1).do("snipe C2")
    assert c.discards(0) == {"Rifleman": 1}


@pytest.mark.ruling("R12.1")
def test_the_shield_bearer_moves_and_the_harpooner_nets() -> None:
    c = (
        Course("borgo moloch", f"{FAR} C3=0.Shield_Bearer", mercenaries=1)
        .turn(0)
        .do("move C3 to C4 facing S by mobility")
    )
    assert c.now()["C4"] == "0.Shield Bearer/S"
    c = Course("borgo moloch", f"{FAR} C3=0.Harpooner/NE C2=1.Hybrid", mercenaries=1)
    assert c.is_netted("C2")


# --- R12.2 the neutral bomber ---


@pytest.mark.ruling("R12.2")
def test_without_a_bomber_there_is_none() -> None:
    assert Course("borgo moloch").now() == {}


@pytest.mark.ruling("R12.2", "R4.1")
def test_the_neutral_bomber_is_set_in_the_centre_before_the_hqs() -> None:
    c = Course("borgo moloch", bomber="neutral")
    assert bombers_on_board(c) == ["C3"]
    assert c.offers_like("place HQ C3") == []
    assert len(c.offers()) == 18 * 6
    assert bombers_on_board(Course("expanded borgo moloch outpost vegas", bomber="neutral")) == ["D4"]


@pytest.mark.ruling("R12.2")
def test_it_wounds_all_neighbours_of_any_side_and_spares_hqs() -> None:
    # The Commando shoots over its own Runner. Runner and Brawler fall, the Guard bears its wound, the HQ is spared.
    board = "C1=0.Commando/NE C2=0.Runner/N D3=1.Guard/S B3=0.Brawler/S"
    c = neutral("outpost vegas", f"C3=-.Mad_Bomber {board}", hqs="A1=0.HQ C4=1.HQ").hand(0, "Battle").do("battle")
    assert c.now() == {"A1": "0.HQ/N", "C1": "0.Commando/NE", "C4": "1.HQ/N", "D3": "1.Guard/S~1"}
    assert c.st.hq(1) == 20


@pytest.mark.ruling("R12.2")
def test_it_has_no_attack_and_does_nothing_until_it_is_hit() -> None:
    c = neutral("outpost vegas", "C3=-.Mad_Bomber C2=0.Scout D3=1.Scout/S").hand(0, "Battle").do("battle")
    assert {"C2", "C3", "D3"} <= set(c.now())


@pytest.mark.ruling("R12.2")
@pytest.mark.parametrize("facing", ["N", "NE", "SE", "S", "SW", "NW"])
def test_all_six_edges_are_trigger_edges(facing: str) -> None:
    c = neutral("outpost vegas", f"C3=-.Mad_Bomber/{facing} C1=0.Commando/NE B3=0.Scout").hand(0, "Battle").do("battle")
    assert "B3" not in c.now()
    assert bombers_on_board(c) == []


@pytest.mark.ruling("R12.2")
def test_melee_sets_it_off_too() -> None:
    c = neutral("hegemony vegas", "C3=-.Mad_Bomber C4=0.Thug").hand(0, "Battle").do("battle")
    assert "C4" not in c.now()


@pytest.mark.ruling("R12.2")
def test_hqs_strike_it_like_any_hostile_unit() -> None:
    c = neutral("outpost vegas", "C3=-.Mad_Bomber D3=1.Scout/S", hqs="C4=0.HQ E1=1.HQ").hand(0, "Battle").do("battle")
    assert "D3" not in c.now()
    assert c.top(1) == "Mad Bomber"


@pytest.mark.ruling("R12.2", "R7.4")
def test_medics_answer_its_explosion() -> None:
    # The Medic on B4 is linked to the Runner on B3.
    c = (
        neutral("outpost vegas", "C3=-.Mad_Bomber C1=0.Commando/NE B3=0.Runner B4=0.Medic")
        .hand(0, "Battle")
        .do("battle")
    )
    assert "B3" in c.now()
    assert "B4" not in c.now()


@pytest.mark.ruling("R12.2")
def test_after_the_explosion_it_lies_on_top_of_the_next_players_pile() -> None:
    c = neutral("outpost vegas", "C3=-.Mad_Bomber C1=0.Commando/NE").hand(0, "Battle").do("battle")
    assert c.top(1) == "Mad Bomber"
    assert (c.whose, c.offers()) == (1, ["draw Mad Bomber"])
    # Set off by player 1 in player 0's Battle it goes to the player after player 1.
    c = neutral("vegas outpost", "C3=-.Mad_Bomber C1=1.Commando/NE").hand(0, "Battle").do("battle")
    assert c.top(0) == "Mad Bomber"


@pytest.mark.ruling("R12.2")
@pytest.mark.parametrize("shooter", [0, 1, 2])
def test_with_three_players_it_goes_to_the_player_after_the_one_who_set_it_off(shooter: int) -> None:
    armies = ["vegas", "borgo", "hegemony"]
    armies[shooter] = "outpost"
    hqs = "A1=0.HQ A3=1.HQ E3=2.HQ"
    c = neutral(" ".join(armies), f"C3=-.Mad_Bomber C1={shooter}.Commando/NE", hqs=hqs).hand(0, "Battle").do("battle")
    assert c.top((shooter + 1) % 3) == "Mad Bomber"


@pytest.mark.ruling("R12.2", "R6.7")
def test_in_a_chain_the_player_who_set_off_the_first_tile_counts() -> None:
    # The Outpost shoots Doomsday's Trap on C2 at its marked edge; the Trap's explosion sets off the bomber.
    hqs = "A1=0.HQ A3=1.HQ E3=2.HQ"
    board = "C1=0.Commando/NE C2=1.Trap C3=-.Mad_Bomber D3=2.Mutant/S"
    c = neutral("outpost doomsday borgo", board, hqs=hqs).hand(0, "Battle").do("battle")
    assert "D3" not in c.now()
    assert c.top(1) == "Mad Bomber"


@pytest.mark.ruling("R12.2")
def test_hit_by_several_players_at_once_it_leaves_the_game() -> None:
    # A Commando from the north and a Claws from the south, both in phase 3.
    c = neutral("outpost borgo", "C3=-.Mad_Bomber C1=0.Commando/NE C4=1.Claws/NE").hand(0, "Battle").do("battle")
    assert bombers_on_board(c) == []
    assert (c.top(0), c.top(1)) == ("", "")
    assert "C4" not in c.now()  # it exploded all the same


@pytest.mark.ruling("R12.2")
def test_two_units_of_one_player_are_not_several_players() -> None:
    c = neutral("outpost borgo", "C3=-.Mad_Bomber C1=0.Commando/NE C5=0.Commando/SW").hand(0, "Battle").do("battle")
    assert c.top(1) == "Mad Bomber"


@pytest.mark.ruling("R12.2")
def test_a_wound_outside_a_battle_destroys_it_without_an_explosion() -> None:
    c = neutral("outpost vegas", "C3=-.Mad_Bomber C4=1.Scout").hand(0, "Sniper").do("snipe C3")
    assert bombers_on_board(c) == []
    assert "C4" in c.now()
    assert c.top(1) == "Mad Bomber"


@pytest.mark.ruling("R12.2", "R8.2")
def test_a_grenade_destroys_it_without_an_explosion() -> None:
    c = (
        neutral("borgo vegas", "C3=-.Mad_Bomber D3=1.Scout/S", hqs="C4=0.HQ E1=1.HQ")
        .hand(0, "Grenade")
        .do("grenade C3")
    )
    assert "D3" in c.now()
    assert c.top(1) == "Mad Bomber"


@pytest.mark.ruling("R12.2", "R5.5")
def test_a_mine_destroys_it_without_an_explosion() -> None:
    c = neutral("vegas outpost", "C3=-.Mad_Bomber C4=0.Guard B2=1.Scout", "C2=0.Mine").hand(0, "Push Back")
    c.do("push C3 from C4 to C2")
    assert bombers_on_board(c) == []
    assert c.mines() == set()
    assert "B2" in c.now()
    assert c.top(1) == "Mad Bomber"


@pytest.mark.ruling("R12.2", "R3.1")
def test_netted_it_does_not_explode_but_is_destroyed_and_comes_back() -> None:
    c = neutral("outpost hegemony", "C3=-.Mad_Bomber C4=1.Net_Fighter/NW C1=0.Commando/NE").hand(0, "Battle")
    assert c.is_netted("C3")
    c.do("battle")
    assert bombers_on_board(c) == []
    assert "C4" in c.now()
    assert c.top(1) == "Mad Bomber"


@pytest.mark.ruling("R12.2", "R5.2")
def test_who_pushes_it_chooses_where() -> None:
    c = neutral("vegas outpost", "C3=-.Mad_Bomber C4=0.Guard").hand(0, "Push Back")
    assert sorted(c.offers_like("push")) == ["push C3 from C4 to B2", "push C3 from C4 to C2", "push C3 from C4 to D2"]
    c.do("push C3 from C4 to D2")
    assert bombers_on_board(c) == ["D2"]
    assert (c.at, c.actor) == ("main", 0)


@pytest.mark.ruling("R12.2", "R3.2")
def test_taken_over_it_still_wounds_all_and_spares_hqs() -> None:
    # Vegas' Agitator on C4 holds the bomber; the Outpost sets it off: Vegas' own Agitator falls, the HQ on D3 does not.
    board = "C3=-.Mad_Bomber C4=0.Agitator C1=1.Commando/NE C2=1.Runner/N"
    c = neutral("vegas outpost", board, hqs="A1=0.HQ/S D3=1.HQ").hand(0, "Battle")
    assert c.now()["C3"] == "6>0.Mad Bomber/N"
    c.do("battle")
    assert set(c.now()) == {"A1", "C1", "D3"}
    assert c.st.hq(1) == 20


@pytest.mark.ruling("R12.2", "R3.2")
def test_taken_over_it_is_no_longer_hit_by_its_taker() -> None:
    c = neutral("vegas outpost", "C3=-.Mad_Bomber C4=0.Agitator C2=0.Bodyguard/S", hqs="A1=0.HQ/S E3=1.HQ")
    c.hand(0, "Battle").do("battle")
    assert bombers_on_board(c) == ["C3"]


def bomber_drawn() -> Course:
    """Vegas has drawn the bomber that the Outpost set off."""
    c = neutral("outpost vegas", "C3=-.Mad_Bomber C1=0.Commando/NE").hand(0, "Battle").do("battle")
    return c.do("draw Mad Bomber", "draw Guard", "draw Guard", "discard Guard")


@pytest.mark.ruling("R12.2")
def test_it_is_placed_kept_or_discarded_like_any_tile() -> None:
    c = bomber_drawn().do("end turn")
    assert sorted(c.names_in_hand(1)) == ["Guard", "Mad Bomber"]
    c = bomber_drawn().do("discard Mad Bomber")
    assert c.top(0) == "Mad Bomber"  # as after an explosion
    assert "Mad Bomber" not in c.discards(1)


@pytest.mark.ruling("R12.2")
def test_placed_again_it_is_still_neutral() -> None:
    c = bomber_drawn().do("place Mad Bomber C3 facing N", "place Guard C4 facing N")
    assert c.now()["C3"].startswith("6.")
    c.turn(0).hand(0, "Battle").do("battle")
    # The Commando sets it off: it wounds the Guard of the player who placed it too.
    assert c.now()["C4"] == "1.Guard/N~1"


@pytest.mark.ruling("R12.2", "R5.5")
def test_placed_on_a_mine_it_goes_to_the_player_after_who_placed_it() -> None:
    c = neutral("outpost vegas", "C3=-.Mad_Bomber C1=0.Commando/NE", "C4=1.Mine").hand(0, "Battle").do("battle")
    c.do("draw Mad Bomber", "draw Guard", "draw Guard", "discard Guard", "place Mad Bomber C4 facing N")
    assert bombers_on_board(c) == []
    assert (c.top(0), c.top(1)) == ("Mad Bomber", "")


@pytest.mark.ruling("R12.2", "R5.4")
def test_put_down_by_a_transporter_it_is_still_neutral() -> None:
    board = "C3=-.Mad_Bomber C1=0.Commando/NE B4=1.Transporter"
    c = neutral("outpost smart", board).hand(0, "Battle").do("battle")
    c.do("draw Mad Bomber", "draw Ripper", "draw Twister", "discard Ripper", "deploy Mad Bomber at B4 facing N")
    assert c.now()["B4"].startswith("6.")


@pytest.mark.ruling("R12.2", "R10.2")
def test_in_a_team_match_it_goes_to_the_next_player_in_turn_order() -> None:
    hqs = "A1=0.HQ A3=1.HQ E1=2.HQ E3=3.HQ"
    board = f"{hqs} C3=-.Mad_Bomber C1=0.Commando/NE"
    c = Course("outpost borgo hegemony vegas", board, mode="team", bomber="neutral").hand(0, "Battle").turn(0)
    c.do("battle")
    assert c.top(2) == "Mad Bomber"
    assert c.whose == 2


@pytest.mark.ruling("R12.2", "R4.4")
def test_a_bomber_that_comes_to_an_empty_pile_does_not_undo_the_end_of_the_supply() -> None:
    c = neutral("vegas:9 outpost:8", "C3=-.Mad_Bomber").pile(0, "Guard").begin_turn(0).do("draw Guard", "end turn")
    c.hand(1, "Sniper").do("draw Runner", "draw Runner", "discard Runner", "snipe C3")
    assert c.top(0) == "Mad Bomber"
    c.do("end turn")
    assert c.battles == [(0, "final")]
    assert c.st.winners() == (0,)


# --- R12.3 the bomber as a mercenary ---


def mercenary(armies: str, board: str, *, hqs: str = FAR) -> Course:
    return Course(armies, f"{hqs} {board}", mercenaries=1, bomber="mercenary").turn(0)


@pytest.mark.ruling("R12.3")
def test_as_a_mercenary_it_is_a_fifth_tile_to_choose_from() -> None:
    c = Course("borgo moloch", mercenaries=1, bomber="mercenary")
    assert len(c.offers()) == 5
    c.do("hire Mad Bomber", "hire Rifleman", "place HQ A1 facing N", "place HQ E3 facing N", "hire Mad Bomber")
    c.do("place Mad Bomber C3 facing N")
    assert c.now()["C3"] == "0.Mad Bomber/N"
    with pytest.raises(GameError):
        Game(("borgo", "moloch"), bomber="mercenary")


@pytest.mark.ruling("R12.3")
def test_as_a_mercenary_it_wounds_only_units_hostile_to_its_controller_and_hqs_too() -> None:
    # The Outpost's Runner and HQ are wounded; Borgo's Medic and HQ, as near, are not.
    board = "C3=0.Mad_Bomber C1=1.Commando/NE C2=1.Runner/N B2=0.Medic"
    c = mercenary("borgo outpost", board, hqs="D2=0.HQ C4=1.HQ").hand(0, "Battle").do("battle")
    assert set(c.now()) == {"B2", "C1", "C4", "D2"}
    assert (c.st.hq(0), c.st.hq(1)) == (20, 19)


@pytest.mark.ruling("R12.3")
def test_its_own_side_does_not_set_it_off() -> None:
    c = mercenary("outpost borgo", "C3=0.Mad_Bomber C1=0.Commando/NE C4=1.Mutant/S").hand(0, "Battle").do("battle")
    assert "C3" in c.now()  # the shot passed over it
    assert "C4" not in c.now()


@pytest.mark.ruling("R12.3", "R7.4")
def test_a_medic_does_not_answer_the_hit_that_sets_it_off() -> None:
    c = mercenary("outpost borgo", "C3=0.Mad_Bomber C4=0.Medic C2=1.Mutant/S").hand(0, "Battle").do("battle")
    assert bombers_on_board(c) == []
    assert "C4" in c.now()
    assert "C2" not in c.now()


@pytest.mark.ruling("R12.3")
def test_after_it_leaves_it_goes_to_the_next_player_and_the_player_who_places_it_owns_it() -> None:
    c = mercenary("borgo outpost", "C3=0.Mad_Bomber C1=1.Commando/NE").hand(1, "Battle").turn(1).do("battle")
    assert c.top(0) == "Mad Bomber"  # player 1 set it off
    c = mercenary("outpost borgo", "C3=1.Mad_Bomber C1=0.Commando/NE").hand(0, "Battle").do("battle")
    assert c.top(1) == "Mad Bomber"
    c.do("draw Mad Bomber", "draw Mutant", "draw Mutant", "discard Mutant", "place Mad Bomber D3 facing N")
    assert c.now()["D3"] == "1.Mad Bomber/N"


@pytest.mark.ruling("R12.3", "R5.2")
def test_as_a_mercenary_its_controller_chooses_where_it_is_pushed() -> None:
    c = mercenary("vegas outpost", "C3=1.Mad_Bomber C4=0.Guard").hand(0, "Push Back").do("push C3 from C4")
    assert (c.at, c.actor) == ("pushed", 1)


# --- R12.2 Mad Bomber II ---


def second() -> Course:
    """Outpost and Vegas, Mad Bomber II beside the board."""
    c = Course("outpost vegas", bomber_two=True).do("place HQ A1 facing N", "place HQ E3 facing N")
    return c.do("draw Runner", "end turn", "draw Guard", "draw Scout")


@pytest.mark.ruling("R12.2")
def test_mad_bomber_ii_waits_beside_the_board_and_costs_a_tile() -> None:
    c = second()
    assert bombers_on_board(c) == []
    assert len(c.offers_like("bomber C3")) == 2  # discarding the Guard or the Scout
    c.do("bomber C3 discarding Guard")
    assert c.now()["C3"].startswith("6.Mad Bomber II")
    assert c.discards(1) == {"Guard": 1}
    assert c.offers_like("bomber") == []


@pytest.mark.ruling("R12.2")
def test_mad_bomber_ii_needs_a_tile_besides_the_mandatory_discard() -> None:
    c = second().do("end turn", "draw Commando", "draw Commando")
    assert c.at == "discard"
    assert c.offers_like("bomber") == []
    c.do("discard Commando")
    assert c.offers_like("bomber") != []
    c.do("place Commando C1 facing N", "place Runner C5 facing N")
    assert c.offers_like("bomber") == []  # nothing left to discard


@pytest.mark.ruling("R12.2", "R4.7")
def test_mad_bomber_ii_counts_as_a_tile_played_where_their_number_is_limited() -> None:
    hqs = ("place HQ A1 facing N", "place HQ E3 facing N")
    c = Course("outpost vegas", bomber_two=True, alternative_start=True).do(*hqs)
    c.do("draw Runner", "draw Commando", "draw Scout", "discard Scout")
    assert c.offers_like("place") != []
    c.do("bomber C3 discarding Runner")
    assert c.offers_like("place") == []  # the first turn plays one tile
    c = Course("outpost vegas", bomber_two=True, reinforcement=True).do(*hqs)
    c.do("draw Runner", "draw Commando", "draw Scout", "draw Medic", "place Scout C5 facing N")
    assert c.offers_like("bomber") == []
    c.do("end turn", *(f"draw {name}" for name in ("Guard", "Scout", "Move", "Agitator", "Saboteur")))
    c.do("bomber C3 discarding Guard")
    assert c.offers_like("place") != []
    c.do("place Scout C1 facing N")
    assert c.offers_like("place") == []


@pytest.mark.ruling("R12.2")
def test_mad_bomber_ii_goes_to_any_free_hex() -> None:
    places = {text.split()[1] for text in second().offers_like("bomber")}
    assert len(places) == 17
    assert not places & {"A1", "E3"}


@pytest.mark.ruling("R12.2")
def test_mad_bomber_ii_explodes_like_the_first_and_lies_beside_the_board_again() -> None:
    c = second().do("bomber C3 discarding Guard", "place Scout C4 facing N", "end turn", "draw Commando", "draw Battle")
    c.do("discard Runner", "place Commando C1 facing NE", "battle")
    assert bombers_on_board(c) == []
    assert "C4" not in c.now()
    assert (c.top(0), c.top(1)) == ("", "")
    c.do("draw Guard", "draw Scout", "draw Move", "discard Move", "bomber D2 discarding Scout")
    assert bombers_on_board(c) == ["D2"]


@pytest.mark.ruling("R12.2")
def test_mad_bomber_ii_destroyed_outside_a_battle_lies_beside_the_board_again() -> None:
    c = second().do("bomber C3 discarding Guard", "end turn", "draw Sniper", "draw Move", "discard Move", "snipe C3")
    assert bombers_on_board(c) == []
    assert c.offers_like("bomber") != []


@pytest.mark.ruling("R12.2")
def test_mad_bomber_ii_hit_by_both_players_at_once_leaves_the_game() -> None:
    c = Course("outpost borgo", f"{FAR} C3=-.Mad_Bomber_II C1=0.Commando/NE C4=1.Claws/NE", bomber_two=True)
    c.hand(0, "Battle").turn(0).do("battle")
    assert bombers_on_board(c) == []
    c.do("draw Mutant", "draw Mutant", "draw Mutant", "discard Mutant")
    assert c.offers_like("bomber") == []


# --- where the rulings are silent ---


@pytest.mark.ruling("R12.2")
def test_passed_on_by_every_player_it_is_out_of_the_game() -> None:
    c = bomber_drawn().do("discard Mad Bomber", "end turn")
    c.do("draw Mad Bomber")
    while c.at != "discard":
        c.do(c.offers()[0])
    c.do("discard Mad Bomber")
    assert (c.top(0), c.top(1)) == ("", "")
    assert c.st.field(GONE) == 1


@pytest.mark.ruling("R12.2", "R10.2")
def test_in_one_against_two_the_loner_comes_after_a_team_player() -> None:
    # Player 1's Commando sets it off; after player 1 it is the Loner's turn.
    board = "A1=0.HQ E1=1.HQ E3=2.HQ C3=-.Mad_Bomber C1=1.Commando/NE"
    c = Course("borgo outpost hegemony", board, mode="one-vs-two", bomber="neutral").turn(1).hand(1, "Battle")
    assert c.do("battle").top(0) == "Mad Bomber"


@pytest.mark.ruling("R12.2", "R10.1")
def test_an_heir_who_leaves_in_the_same_battle_passes_it_on() -> None:
    # Player 0 sets the bomber off and shoots player 1's last HQ point away: it goes on to player 2.
    board = "A1=0.HQ E1=1.HQ E3=2.HQ C3=-.Mad_Bomber C1=0.Commando/NE D1=0.Commando/N"
    c = Course("outpost borgo:1 hegemony", board, bomber="neutral").turn(0).hand(0, "Battle").do("battle")
    assert c.st.is_out(1)
    assert (c.top(1), c.top(2)) == ("", "Mad Bomber")
