"""The third edition's example of play, the Outpost against Hegemony, as one whole game.

The book tells it in words and shows it in pictures; the hexes and facings here are such that every sentence of the
words holds. The centre and one corner fix the rest: what stands beside both HQs, what shuts the Hegemony HQ in, who
can net whom and shoot past whom leaves no other hex for most of the tiles (the board may be turned as a whole).

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

OUTPOST, HEGEMONY = 0, 1


def turns_one_to_three() -> WholeGame:
    game = WholeGame("outpost", "hegemony", ruleset="3.0")

    # Turn 1. The Outpost takes the centre, from where it can move anywhere; Hegemony hides in a corner.
    assert game.actor == OUTPOST
    game.do("place HQ C3 facing N")
    assert game.actor == HEGEMONY
    game.do("place HQ C1 facing N")

    # Turn 2, the Outpost. The first player draws one tile and discards none. C2 touches both HQs: the Medic
    # stands beside its own, and in the way of anybody who would stand beside the other.
    game.draws(OUTPOST, "Medic")
    assert not game.offers_like("draw")
    game.do("place Medic C2 facing SW", "end turn")
    assert game.discards(OUTPOST) == {}

    # Turn 3, Hegemony. Two tiles, none to discard. The HQ leaves its corner for D1, and an Officer stands beside it
    # so that a warrior on D2 would have the bonuses of both and the Outpost HQ in front of it.
    game.draws(HEGEMONY, "Move", "Officer I")
    game.do("move C1 to D1 facing N by Move", "place Officer I E1 facing SW")
    assert game.names_in_hand(HEGEMONY) == []
    trial = WholeGame("outpost", "hegemony", ruleset="3.0")
    trial.st = game.st.copy()
    trial.hand(HEGEMONY, "Runner").do("place Runner D2 facing SW")
    assert trial.look("D2")["melee"] == {"SW": 3}
    game.do("end turn")
    return game


def turns_four_to_six() -> WholeGame:
    game = turns_one_to_three()

    # Turn 4, the Outpost. Three tiles from now on, one of them discarded first. The Brawler takes that good place
    # itself and strikes the enemy HQ, twice thanks to its own; the Annihilator shuts the last way out.
    game.draws(OUTPOST, "Move", "Brawler", "Annihilator")
    assert all(offer.startswith("discard") for offer in game.offers())
    game.do("discard Move", "place Brawler D2 facing N", "place Annihilator C1 facing SW")
    brawler = game.look("D2")
    assert (brawler["initiative"], brawler["melee"]) == ([3, 2], {"N": 2})
    assert game.look("C1")["ranged"] == {"SE": 2}  # at the Hegemony HQ
    assert {"C1", "C2", "D2", "E1"} <= game.now().keys()  # all that D1 touches: the HQ cannot move
    game.do("end turn")

    # Turn 5, Hegemony. Too early for a Battle. A net over the Brawler, a Runner before the Outpost HQ.
    game.draws(HEGEMONY, "Battle", "Net Fighter", "Runner")
    game.do("discard Battle", "place Net Fighter E2 facing SW", "place Runner B3 facing NE")
    assert game.is_netted("D2")
    assert game.look("D2")["initiative"] == []
    assert game.look("B3")["melee"] == {"NE": 1}  # C3
    game.do("end turn")

    # Turn 6, the Outpost. Too early for a Battle here too. The HQ steps out of the Runner's reach, still beside the
    # Brawler; the HMG aims at the enemy HQ from afar, past its own Medic.
    game.draws(OUTPOST, "Move", "Battle", "HMG")
    game.do("discard Battle", "move C3 to D3 facing N by Move", "place HMG B2 facing NE")
    assert (game.look("B2")["initiative"], game.look("B2")["ranged"]) == ([2, 1], {"NE": 1})
    game.do("end turn")
    return game


def turns_seven_to_nine() -> WholeGame:
    game = turns_four_to_six()

    # Turn 7, Hegemony. The Universal Soldier is faster than the Annihilator it aims at. A second net holds the Outpost
    # HQ and stands in the only line of fire at the first. The Runner follows the HQ.
    game.draws(HEGEMONY, "Universal Soldier", "Ganger", "Net Fighter")
    game.do("discard Ganger", "place Universal Soldier B1 facing SE", "place Net Fighter C4 facing N")
    soldier, annihilator = game.look("B1"), game.look("C1")
    assert (soldier["melee"], soldier["ranged"]) == ({"NE": 1}, {"NE": 1})  # at C1
    assert soldier["initiative"] > annihilator["initiative"] == [2]
    assert game.is_netted("D3")
    game.do("move B3 to C3 facing SE by mobility")
    assert game.look("C3")["melee"] == {"SE": 1}  # D3
    game.do("end turn")

    # Turn 8, the Outpost. The Medic is discarded. The Commando, made faster by the Scout, aims at the nets.
    game.draws(OUTPOST, "Commando", "Scout", "Medic")
    assert not game.offers_like("move D3")  # a netted HQ stays where it is
    game.do("discard Medic", "place Commando B4 facing NW", "place Scout A3 facing N")
    assert (game.look("B4")["initiative"], game.look("B4")["ranged"]) == ([4], {"NE": 1})
    game.do("end turn")

    # Turn 9, Hegemony. The Ganger comes at the HMG from behind and covers the Universal Soldier's flank; the Boss
    # makes the Runner faster and stronger.
    game.draws(HEGEMONY, "Ganger", "Boss", "Runner")
    game.do("discard Runner", "place Ganger A1 facing S", "place Boss B3 facing NE")
    assert game.look("A1")["melee"] == {"SE": 1}  # B2
    assert (game.look("C3")["initiative"], game.look("C3")["melee"]) == ([3], {"SE": 2})
    game.do("end turn")
    return game


def turn_ten() -> WholeGame:
    game = turns_seven_to_nine()

    # Turn 10, the Outpost. Move is discarded: the HQ stays beside its Brawler. The Sniper removes the net from the HQ,
    # and with it what stood in the Commando's line of fire. Then the Battle tile.
    game.draws(OUTPOST, "Sniper", "Move", "Battle")
    game.do("discard Move")
    assert game.look("D3")["disabled"]
    game.do("snipe C4")
    assert "C4" not in game.now()
    assert not game.is_netted("D3")
    assert game.is_netted("D2")  # the Brawler is not free yet
    assert game.points() == [20, 20]
    return game


def test_the_turns_before_the_battle_can_be_played_as_told() -> None:
    game = turn_ten()
    assert game.now() == {
        "A1": "1.Ganger/S",
        "A3": "0.Scout/N",
        "B1": "1.Universal Soldier/SE",
        "B2": "0.HMG/NE",
        "B3": "1.Boss/NE",
        "B4": "0.Commando/NW",
        "C1": "0.Annihilator/SW",
        "C2": "0.Medic/SW",
        "C3": "1.Runner/SE",
        "D1": "1.HQ/N",
        "D2": "0.Brawler/N",
        "D3": "0.HQ/N",
        "E1": "1.Officer I/SW",
        "E2": "1.Net Fighter/SW",
    }
    assert game.discards(OUTPOST) == {"Move": 3, "Battle": 1, "Medic": 1, "Sniper": 1}
    assert game.discards(HEGEMONY) == {"Move": 1, "Battle": 1, "Ganger": 1, "Runner": 1, "Net Fighter": 1}


@pytest.mark.ruling("R6.1", "R6.2", "R6.5", "R7.2")
def test_the_battle_goes_phase_by_phase_as_told() -> None:
    game = turn_ten()
    game.do("battle")
    phases = game.phases()
    assert list(phases) == [4, 3, 2, 1, 0]

    # 4: only the Commando has it. Past its own HQ it kills the Net Fighter that held the Brawler.
    assert phases[4] == {"acted": ["B4"], "hits": ["B4>E2 1"], "gone": ["E2"], "hq": {}}

    # 3: all at once. The Runner wounds the Outpost HQ, the freed Brawler the Hegemony HQ: 18 each. The Ganger's blow
    # at the HMG costs the Medic instead; the Universal Soldier kills the Annihilator.
    assert sorted(phases[3]["acted"]) == ["A1", "B1", "C3", "D2"]
    assert sorted(phases[3]["hits"]) == ["A1>B2 1 saved", "B1>C1 2", "C3>D3 2", "D2>D1 2"]
    assert phases[3]["gone"] == ["C1", "C2"]
    assert phases[3]["hq"] == {OUTPOST: 18, HEGEMONY: 18}

    # 2: the Brawler again, thanks to its HQ, to 16; the HMG, still alive, to 15.
    assert sorted(phases[2]["acted"]) == ["B2", "D2"]
    assert sorted(phases[2]["hits"]) == ["B2>D1 1", "D2>D1 2"]
    assert phases[2]["gone"] == []
    assert phases[2]["hq"] == {HEGEMONY: 15}

    # 1: only the HMG, to 14.
    assert phases[1] == {"acted": ["B2"], "hits": ["B2>D1 1"], "gone": [], "hq": {HEGEMONY: 14}}

    # 0: only the HQs. Each kills what stands before it: the Brawler and the Runner.
    assert sorted(phases[0]["acted"]) == ["D1", "D3"]
    assert sorted(phases[0]["hits"]) == ["D1>D2 1", "D3>C3 1"]
    assert phases[0]["gone"] == ["C3", "D2"]
    assert phases[0]["hq"] == {}


def test_the_game_goes_on_with_hegemony_as_told() -> None:
    game = turn_ten()
    game.do("battle")
    assert game.points() == [18, 14]
    assert sorted(game.now()) == ["A1", "A3", "B1", "B2", "B3", "B4", "D1", "D3", "E1"]
    assert not game.st.is_over()
    # Turn 11 is Hegemony's, with three tiles to draw.
    assert game.actor == HEGEMONY
    game.draws(HEGEMONY, "Thug", "Guard", "Scout")
