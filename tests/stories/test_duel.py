"""The Duel rulebook's example of play, Vegas against Smart, as one whole game.

The hexes and facings are such that what the book tells turn by turn holds. One word of it cannot hold besides: the
book calls the place of the Vegas HQ a corner. The Bodyguard must touch the Smart HQ in the centre to strike it, the
Gauss Cannon must touch it too and have both the Bodyguard and the Vegas HQ in its line, the captured Gauss Cannon must
be turned to aim at the centre, and the Bodyguard must be a threat to it; such a line ends in the middle of a side, at
D1 or the like, never in a corner.

                 C1
              B1    D1
           A1    C2    E1
              B2    D2
           A2    C3    E2
              B3    D3
           A3    C4    E3
              B4    D4
                 C5
"""

from __future__ import annotations

import pytest

from tests.stories.whole_game import WholeGame

VEGAS, SMART = 0, 1


def turns_one_to_four() -> WholeGame:
    game = WholeGame("vegas", "smart", ruleset="3.0", board="duel")

    # Turn 1. Vegas at the rim, easy to defend; Smart in the middle, where its HQ can move the most units.
    game.do("place HQ D1 facing N", "place HQ C3 facing N")

    # Turn 2, Vegas: one tile. The Bodyguard can strike the Smart HQ, and blocks a good place for its shooters.
    game.draws(VEGAS, "Bodyguard")
    game.do("place Bodyguard D2 facing SW", "end turn")
    assert game.discards(VEGAS) == {}

    # Turn 3, Smart: two tiles. The Gauss Cannon, beside its HQ, aims at the Bodyguard and the Vegas HQ behind it. The
    # Mother stands beside both and gives the Gauss Cannon a second attack.
    game.draws(SMART, "Gauss Cannon", "Mother")
    game.do("place Gauss Cannon D3 facing NW", "place Mother C4 facing NE")
    assert (game.look("D3")["initiative"], game.look("D3")["gauss"]) == ([2, 1], ["N"])
    game.do("end turn")

    # Turn 4, Vegas: the Scout is discarded. The Medic serves the HQ. The Agitator takes the Gauss Cannon, and Vegas
    # turns it upon its own HQ. The Mother is still Smart's and gives it nothing.
    game.draws(VEGAS, "Medic", "Agitator", "Scout")
    game.do("discard Scout", "place Medic C1 facing SE", "place Agitator D4 facing N")
    assert game.now()["D3"].startswith("1>0.Gauss Cannon")
    game.do("captive D3 facing SW")
    cannon = game.look("D3")
    assert (cannon["player"], cannon["controller"]) == (SMART, VEGAS)
    assert (cannon["initiative"], cannon["gauss"]) == ([2], ["NW"])  # C3
    assert game.look("C4")["controller"] == SMART
    game.do("end turn")
    return game


def turns_five_and_six() -> WholeGame:
    game = turns_one_to_four()

    # Turn 5, Smart: Terror is discarded. The Mother pushes the Agitator away (E3 is the only hex away from it), and the
    # Gauss Cannon is Smart's again, facing as Vegas left it. The HQ turns it back. The Cyborg, beside the HQ, aims at
    # the Agitator, past the HQ and the Gauss Cannon.
    game.draws(SMART, "Push Back", "Terror", "Cyborg")
    game.do("discard Terror")
    game.do(*[offer for offer in game.offers() if offer.startswith("push D4 from C4")])
    assert game.now()["E3"] == "0.Agitator/N"
    assert game.now()["D3"] == "1.Gauss Cannon/SW"
    assert game.look("D3")["initiative"] == [2, 1]
    game.do("turn D3 facing NW by HQ C3", "place Cyborg B2 facing NE")
    assert game.look("D3")["gauss"] == ["N"]
    assert game.look("B2")["ranged"] == {"SE": 1}
    game.do("end turn")

    # Turn 6, Vegas: the Guard is discarded. The Scout makes the Bodyguard faster than the Gauss Cannon opposite; the
    # Mercenary stands right before the Smart HQ, with two wounds to deal.
    game.draws(VEGAS, "Guard", "Mercenary", "Scout")
    game.do("discard Guard", "place Scout C2 facing SE", "place Mercenary B3 facing N")
    bodyguard = game.look("D2")
    assert bodyguard["initiative"] == [3]
    assert bodyguard["melee"] == {"S": 1, "SW": 1, "NW": 1}  # the Gauss Cannon too
    assert game.look("B3")["ranged"] == {"NE": 2}  # C3
    game.do("end turn")
    return game


def turn_seven() -> WholeGame:
    game = turns_five_and_six()

    # Turn 7, Smart: the Transporter is discarded. By the HQ's gift the Gauss Cannon steps out of the Bodyguard's reach,
    # in its old line; the Mother turns after it; the Cyborg turns to the Mercenary, who is slower. Another Gauss
    # Cannon has both the Medic and the Scout in its line, past the Mother and the HQ. Then the Battle tile.
    game.draws(SMART, "Gauss Cannon", "Battle", "Transporter")
    game.do("discard Transporter", "move D3 to D4 facing NW by HQ C3")
    assert game.look("D4")["initiative"] == [2]
    game.do("turn C4 facing SE by HQ C3", "turn B2 facing SE by HQ C3", "place Gauss Cannon C5 facing NW")
    assert (game.look("D4")["initiative"], game.look("D4")["gauss"]) == ([2, 1], ["N"])
    assert (game.look("C5")["initiative"], game.look("C5")["gauss"]) == ([2], ["N"])
    assert game.look("B2")["ranged"] == {"S": 1}
    assert game.look("B2")["initiative"] > game.look("B3")["initiative"] == [1]
    return game


def test_the_turns_before_the_battle_can_be_played_as_told() -> None:
    game = turn_seven()
    assert game.now() == {
        "B2": "1.Cyborg/SE",
        "B3": "0.Mercenary/N",
        "C1": "0.Medic/SE",
        "C2": "0.Scout/SE",
        "C3": "1.HQ/N",
        "C4": "1.Mother/SE",
        "C5": "1.Gauss Cannon/NW",
        "D1": "0.HQ/N",
        "D2": "0.Bodyguard/SW",
        "D4": "1.Gauss Cannon/NW",
        "E3": "0.Agitator/N",
    }
    assert game.points() == [20, 20]


@pytest.mark.ruling("R6.1", "R6.2", "R6.5", "R7.1")
def test_the_battle_goes_phase_by_phase_as_told() -> None:
    game = turn_seven()
    game.do("battle")
    phases = game.phases()

    # 3: the Cyborg and the Bodyguard, at once. The Mercenary dies; the Smart HQ has 19 left.
    assert sorted(phases[3]["acted"]) == ["B2", "D2"]
    assert sorted(phases[3]["hits"]) == ["B2>B3 1", "D2>C3 1"]
    assert phases[3]["gone"] == ["B3"]
    assert phases[3]["hq"] == {SMART: 19}

    # 2: both Gauss Cannons, through all in their lines. The Medic is struck down itself and saves nobody.
    assert sorted(phases[2]["acted"]) == ["C5", "D4"]
    assert sorted(phases[2]["hits"]) == ["C5>C1 1", "C5>C2 1", "D4>D1 1", "D4>D2 1"]
    assert phases[2]["gone"] == ["C1", "C2", "D2"]
    assert phases[2]["hq"] == {VEGAS: 19}

    # 1: only the Gauss Cannon that the Mother serves.
    assert phases[1] == {"acted": ["D4"], "hits": ["D4>D1 1"], "gone": [], "hq": {VEGAS: 18}}

    # 0: neither HQ has anything to strike.
    assert phases[0]["hits"] == []
    assert phases[0]["gone"] == []
    assert list(phases) == [3, 2, 1, 0]


def test_the_game_goes_on_with_vegas_as_told() -> None:
    game = turn_seven()
    game.do("battle")
    assert game.points() == [18, 19]
    assert sorted(game.now()) == ["B2", "C3", "C4", "C5", "D1", "D4", "E3"]
    # Turn 8 is Vegas's, with three tiles to draw.
    assert game.actor == VEGAS
    game.draws(VEGAS, "Saboteur", "Marksman", "Rotation")
