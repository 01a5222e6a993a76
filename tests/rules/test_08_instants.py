"""Section 8: Battle, Grenade, Sniper and Air Strike, with what Medics make of them."""

from __future__ import annotations

import pytest

from tests.rules.course import Course

FAR = "A1=0.HQ E3=1.HQ"


def at(armies: str, board: str, foundations: str = "") -> Course:
    """A board with the HQs out of the way on A1 and E3, player 0 to play."""
    return Course(armies, f"{FAR} {board}", foundations).turn(0)


# --- Battle ---


@pytest.mark.ruling("R8.1", "R4.4")
def test_a_battle_tile_starts_a_battle_until_the_supply_has_ended() -> None:
    c = at("borgo outpost", "").hand(0, "Battle")
    assert "battle" in c.offers()
    c = at("borgo outpost", "").hand(0, "Battle").pile(0, "Mutant").begin_turn(0).do("draw Mutant")
    assert "battle" not in c.offers()
    assert "discard Battle" in c.offers()


# --- Grenade ---


def grenade(armies: str, board: str) -> Course:
    """Borgo's HQ in the centre, a Grenade in hand."""
    return Course(armies, f"C3=0.HQ A1=1.HQ {board}").hand(0, "Grenade").turn(0)


@pytest.mark.ruling("R8.2")
def test_a_grenade_destroys_a_hostile_unit_next_to_the_own_hq_however_tough() -> None:
    c = grenade("borgo moloch", "C2=1.Blocker/S C4=0.Mutant D1=1.Guard")
    assert c.offers_like("grenade") == ["grenade C2"]  # not the own Mutant, not the Guard two hexes away
    c.do("grenade C2")
    assert "C2" not in c.now()
    assert c.discards(1) == {"Blocker": 1}
    assert c.discards(0) == {"Grenade": 1}
    assert (c.at, c.whose) == ("main", 0)


@pytest.mark.ruling("R8.2")
def test_a_grenade_does_not_harm_an_hq() -> None:
    c = Course("borgo moloch", "C3=0.HQ C2=1.HQ").hand(0, "Grenade").turn(0)
    assert sorted(c.offers()) == ["discard Grenade", "end turn"]


@pytest.mark.ruling("R8.2")
def test_a_netted_hq_throws_no_grenade() -> None:
    c = grenade("borgo hegemony", "C4=1.Net_Fighter/NW C2=1.Ganger")
    assert c.is_netted("C3")
    assert c.offers_like("grenade") == []


@pytest.mark.ruling("R8.2")
def test_a_grenade_reaches_a_netted_unit_and_a_captive_of_the_enemy() -> None:
    c = grenade("borgo vegas", "C2=0.Brawler B2=1.Agitator/NE")  # the Agitator on B2 looks north-east at C2
    assert c.now()["C2"] == "0>1.Brawler/N"
    assert sorted(c.offers_like("grenade")) == ["grenade B2", "grenade C2"]
    c.do("grenade C2")
    assert c.discards(0)["Brawler"] == 1


@pytest.mark.ruling("R8.2", "R7.4")
def test_a_medic_answers_a_grenade() -> None:
    c = grenade("borgo outpost", "C2=1.Commando C1=1.Medic/S").do("grenade C2")
    assert "C2" in c.now()
    assert "C1" not in c.now()
    assert c.discards(1) == {"Medic": 1}


@pytest.mark.ruling("R8.2", "R7.2")
def test_with_two_medics_the_patients_controller_chooses_which_is_spent() -> None:
    c = grenade("borgo outpost", "C2=1.Commando C1=1.Medic/S B1=1.Medic/SE").do("grenade C2")
    assert c.actor == 1
    assert sorted(c.offers()) == [
        "save C2 from destruction by medic B1",
        "save C2 from destruction by medic C1",
    ]
    c.do("save C2 from destruction by medic B1")
    assert {"C1", "C2"} <= set(c.now())
    assert "B1" not in c.now()
    assert (c.at, c.actor) == ("main", 0)


# --- Sniper ---


@pytest.mark.ruling("R8.3")
def test_a_sniper_wounds_any_hostile_unit_but_an_hq() -> None:
    c = at("outpost moloch", "C3=1.Blocker/S C1=1.Hybrid B2=0.Runner").hand(0, "Sniper")
    assert sorted(c.offers_like("snipe")) == ["snipe C1", "snipe C3"]
    c.do("snipe C3")
    assert c.now()["C3"] == "1.Blocker/S~1"
    assert c.discards(0) == {"Sniper": 1}


@pytest.mark.ruling("R8.3")
def test_a_sniper_destroys_what_has_no_toughness_left() -> None:
    c = at("outpost moloch", "C3=1.Blocker~2 C1=1.Hybrid").hand(0, "Sniper")
    c.do("snipe C3")
    assert "C3" not in c.now()
    c = at("outpost moloch", "C1=1.Hybrid").hand(0, "Sniper").do("snipe C1")
    assert "C1" not in c.now()


@pytest.mark.ruling("R8.3", "R6.3")
def test_armour_does_not_help_against_a_sniper() -> None:
    # Every armoured edge of the Gladiator, whichever way it stands, is no shield.
    c = at("outpost hegemony", "C3=1.Gladiator").hand(0, "Sniper").do("snipe C3")
    assert c.now()["C3"] == "1.Gladiator/N~1"


@pytest.mark.ruling("R8.3", "R7.4")
def test_a_medic_answers_a_sniper() -> None:
    c = at("outpost moloch", "C3=1.Blocker C4=1.Medic").hand(0, "Sniper").do("snipe C3")
    assert c.now()["C3"] == "1.Blocker/N"
    assert "C4" not in c.now()


@pytest.mark.ruling("R8.3", "R7.4")
def test_a_netted_medic_answers_nothing() -> None:
    c = at("hegemony moloch", "C3=1.Hybrid C4=1.Medic C5=0.Net_Fighter/NW").hand(0, "Sniper").do("snipe C3")
    assert "C3" not in c.now()
    assert "C4" in c.now()


@pytest.mark.ruling("R8.3")
def test_a_sniper_shoots_a_captive_of_the_enemy_and_not_an_own_captive() -> None:
    c = at("vegas outpost", "C3=0.Agitator C2=1.Commando").hand(0, "Sniper")
    assert c.offers_like("snipe C2") == []
    c = at("outpost vegas", "C3=1.Agitator C2=0.Commando").hand(0, "Sniper").do("snipe C2")
    assert c.discards(0) == {"Commando": 1, "Sniper": 1}


@pytest.mark.ruling("R8.3", "R5.5")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_sniper_removes_any_foundation_tile(owner: int) -> None:
    c = at("vegas vegas", "", f"C3={owner}.Mine").hand(0, "Sniper")
    assert c.offers_like("snipe") == ["snipe foundation C3"]
    c.do("snipe foundation C3")
    assert c.mines() == set()
    assert c.discards(owner)["Mine"] == 1


# --- Air Strike ---


@pytest.mark.ruling("R8.4")
def test_an_air_strike_needs_all_seven_hexes_on_the_board() -> None:
    c = at("moloch outpost", "").hand(0, "Air Strike")
    aimed = {text.removeprefix("air strike ") for text in c.offers_like("air strike")}
    assert aimed == {"B2", "B3", "C2", "C3", "C4", "D2", "D3"}


@pytest.mark.ruling("R8.4")
def test_on_the_expanded_board_an_air_strike_may_be_aimed_at_the_whole_main_field() -> None:
    board = "A1=0.HQ G4=1.HQ A4=2.HQ G1=3.HQ"
    c = Course("expanded moloch outpost borgo vegas", board).hand(0, "Air Strike").turn(0)
    aimed = {text.removeprefix("air strike ") for text in c.offers_like("air strike")}
    main = "B2 B3 B4 C2 C3 C4 C5 D2 D3 D4 D5 D6 E2 E3 E4 E5 F2 F3 F4"
    assert aimed == set(main.split())


@pytest.mark.ruling("R8.4", "R6.3")
def test_an_air_strike_wounds_every_unit_there_own_ones_too_and_spares_hqs() -> None:
    # Around C3: Commando C2 and Runner B3 fall, Moloch's own Blocker and Hybrid are hit too, the HQ on C4 is spared.
    board = "A1=0.HQ C4=1.HQ C3=0.Blocker C2=1.Commando B3=1.Runner D3=0.Hybrid C1=1.Scout"
    c = Course("moloch outpost", board).hand(0, "Air Strike").turn(0).do("air strike C3")
    assert c.now() == {"A1": "0.HQ/N", "C1": "1.Scout/N", "C3": "0.Blocker/N~1", "C4": "1.HQ/N"}
    assert c.st.hq(1) == 20


@pytest.mark.ruling("R8.4")
def test_an_air_strike_spares_the_own_hq_too() -> None:
    c = Course("moloch outpost", "C3=0.HQ A1=1.HQ").hand(0, "Air Strike").turn(0).do("air strike C3")
    assert c.st.hq(0) == 20


@pytest.mark.ruling("R8.4", "R5.5")
def test_an_air_strike_clears_the_foundations_it_covers() -> None:
    c = at("moloch vegas", "", "C3=1.Mine C1=1.Mine").hand(0, "Air Strike").do("air strike C4")
    assert c.mines() == {"C1"}


@pytest.mark.ruling("R8.4", "R7.2")
def test_a_medic_outside_an_air_strike_saves_one_of_its_patients_as_its_controller_chooses() -> None:
    # The Medic on B4 is linked to B3 and C4, both in the strike.
    c = at("moloch outpost", "B3=1.Commando C4=1.Runner B4=1.Medic").hand(0, "Air Strike").do("air strike C3")
    assert c.actor == 1
    assert sorted(c.offers()) == ["save B3 from 1 by medic B4", "save C4 from 1 by medic B4"]
    c.do("save C4 from 1 by medic B4")
    assert set(c.now()) == {"A1", "E3", "C4"}


@pytest.mark.ruling("R8.4", "R7.1")
def test_a_medic_that_the_air_strike_destroys_saves_nobody() -> None:
    c = at("moloch outpost", "C2=1.Commando C3=1.Medic").hand(0, "Air Strike").do("air strike C3")
    assert set(c.now()) == {"A1", "E3"}


@pytest.mark.ruling("R8.4", "R7.4")
def test_an_air_strike_makes_its_players_own_medics_work() -> None:
    c = at("moloch outpost", "C4=0.Hybrid C5=0.Medic").hand(0, "Air Strike").do("air strike C3")
    assert "C4" in c.now()
    assert "C5" not in c.now()


@pytest.mark.ruling("R8.4")
def test_an_air_strike_on_empty_ground_may_be_called() -> None:
    c = at("moloch outpost", "").hand(0, "Air Strike").do("air strike C3")
    assert c.discards(0) == {"Air Strike": 1}


# --- any instant ---


@pytest.mark.ruling("R8.5", "R4.3")
@pytest.mark.parametrize(
    ("armies", "tile"),
    [
        ("borgo outpost", "Battle"),
        ("borgo outpost", "Move"),
        ("borgo outpost", "Grenade"),
        ("moloch outpost", "Air Strike"),
        ("moloch outpost", "Push Back"),
        ("smart outpost", "Sniper"),
        ("smart outpost", "Terror"),
        ("vegas outpost", "Rotation"),
        ("vegas outpost", "Castling"),
        ("doomsday outpost", "Small Bomb"),
    ],
)
def test_every_instant_can_be_discarded_instead(armies: str, tile: str) -> None:
    c = at(armies, "").hand(0, tile).do(f"discard {tile}")
    assert c.discards(0) == {tile: 1}
    assert c.names_in_hand(0) == []


@pytest.mark.ruling("R8.5")
@pytest.mark.parametrize(
    ("armies", "tile"),
    [
        ("borgo outpost", "Grenade"),
        ("moloch outpost", "Push Back"),
        ("smart outpost", "Sniper"),
        ("vegas outpost", "Castling"),
    ],
)
def test_an_instant_with_no_legal_use_can_only_be_discarded_or_kept(armies: str, tile: str) -> None:
    c = at(armies, "").hand(0, tile)  # only the two HQs are on the board, far apart
    assert sorted(c.offers()) == [f"discard {tile}", "end turn"]
    c.do("end turn")
    assert c.names_in_hand(0) == [tile]
