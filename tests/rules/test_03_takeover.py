"""Takeover (R3.2, R3.3): who controls whom, what a captive does, and when it may be turned.

An Agitator takes the unit it faces. The link of the Vegas HQ is printed SE: facing SW it reaches N.
The hex C3 has C2 to its N, D2 NE, D3 SE, C4 S, B3 SW and B2 NW.
"""

from __future__ import annotations

import pytest

from neurohex.events import BattleEnded
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.layout import ST_CAPTURE, ST_MAIN, ST_RECON
from tests.rules.table import RULESETS, Table, acted, hits


# --- R3.2: whom a link takes ----------------------------------------------------------------------
@pytest.mark.ruling("R3.2")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_agitator_takes_the_hostile_unit_it_faces(ruleset: str) -> None:
    t = Table(f"{ruleset} vegas hegemony", "C3=0.Agitator/N C2=1.Runner/S D2=1.Runner/S")
    assert t.controllers() == {"C3": 0, "C2": 0, "D2": 1}
    assert t.unit("C2")["player"] == 1


@pytest.mark.ruling("R3.2")
def test_the_vegas_hq_takes_the_hostile_unit_at_its_link() -> None:
    around = "C2=1.Runner D2=1.Runner D3=1.Runner C4=1.Ganger B3=1.Ganger B2=1.Ganger"
    t = Table("vegas hegemony", f"C3=0.HQ/N {around}")
    assert t.controllers() == {"C3": 0, "C2": 1, "D2": 1, "D3": 0, "C4": 1, "B3": 1, "B2": 1}


@pytest.mark.ruling("R3.2")
def test_an_hq_is_never_taken() -> None:
    assert Table("vegas hegemony", "C3=0.Agitator/N C2=1.HQ").controllers() == {"C3": 0, "C2": 1}
    assert Table("vegas hegemony", "C3=0.HQ/SW C2=1.HQ").controllers() == {"C3": 0, "C2": 1}


@pytest.mark.ruling("R3.2")
def test_a_teammates_unit_is_not_taken() -> None:
    t = Table("vegas borgo hegemony outpost", "C3=0.Agitator/N C2=2.Runner", teams="teams=0+2,1+3")
    assert t.controllers() == {"C3": 0, "C2": 2}


@pytest.mark.ruling("R3.2")
def test_a_netted_bearer_takes_nothing() -> None:
    # B3 nets C3 (its net printed NE).
    t = Table("vegas hegemony", "C3=0.Agitator/N C2=1.Runner B3=1.Net_Fighter/N")
    assert t.disabled() == {"C3"}
    assert t.controllers()["C2"] == 1
    t = Table("vegas hegemony", "C3=0.HQ/SW C2=1.Runner B3=1.Net_Fighter/N")
    assert t.disabled() == {"C3"}
    assert t.controllers()["C2"] == 1


# --- R3.2: takeover beats the net -----------------------------------------------------------------
@pytest.mark.ruling("R3.2")
@pytest.mark.parametrize("bearer", ["Agitator/N", "HQ/SW"])
def test_a_net_unit_in_the_link_is_taken_and_nets_not_the_bearer(bearer: str) -> None:
    t = Table("vegas hegemony", f"C3=0.{bearer} C2=1.Net_Fighter/SE")
    assert t.controllers() == {"C3": 0, "C2": 0}
    assert t.disabled() == set()


@pytest.mark.ruling("R3.2")
def test_where_takeovers_cancel_the_net_unit_still_cannot_net_the_bearers() -> None:
    # C2 is faced by player 0 (from C3) and player 2 (from C1): its owner keeps it. Its net faces C3.
    t = Table("vegas hegemony vegas", "C3=0.Agitator/N C2=1.Net_Fighter/SE C1=2.Agitator/S")
    assert t.controllers()["C2"] == 1
    assert t.disabled() == set()


@pytest.mark.ruling("R3.2")
def test_a_link_that_is_outvoted_still_protects() -> None:
    # Player 2 has two links on C2 and gets it; its net faces the Agitator of player 0.
    t = Table("vegas hegemony vegas", "C3=0.Agitator/N C2=1.Net_Fighter/SE C1=2.Agitator/S B1=2.Agitator/SE")
    assert t.controllers()["C2"] == 2
    assert t.disabled() == set()


@pytest.mark.ruling("R3.2", "R3.4")
def test_a_link_that_works_for_the_net_units_side_protects_from_nothing() -> None:
    # The Scoper on B3 turns the Agitator to player 1, whose Harpooner on C2 (net printed NW, now S) nets it.
    t = Table("vegas outpost", "C3=0.Agitator/N C2=1.Harpooner/SW B3=1.Scoper")
    assert t.controllers() == {"C3": 0, "C2": 1, "B3": 1}
    assert t.disabled() == {"C3"}


@pytest.mark.ruling("R3.2", "R10.3")
def test_a_link_of_molochs_ally_protects_from_nothing() -> None:
    # Moloch and its ally net each other; the Net Fighter on C2 nets C3 (S) and D2 (SE).
    t = Table("vegas borgo moloch hegemony", "C3=0.Agitator/N C2=2.Net_Fighter/S", teams="teams=0+2,1+3")
    assert t.controllers() == {"C3": 0, "C2": 2}
    assert t.disabled() == {"C3"}


@pytest.mark.ruling("R3.2")
def test_a_captured_net_unit_in_the_link_of_its_own_army_cannot_net_that_bearer() -> None:
    # The Harpooner on C2 (net printed NW, now S) is taken by two links against the one of its own army on C3.
    t = Table("vegas vegas", "C3=0.Agitator/N C2=0.Harpooner/SW C1=1.Agitator/S B1=1.Agitator/SE")
    assert t.controllers()["C2"] == 1
    assert t.disabled() == set()


@pytest.mark.ruling("R3.2")
def test_a_net_from_elsewhere_stops_the_bearer_of_a_net_unit() -> None:
    # C2 faces C3 in vain, B3 nets it: so C2 is not taken.
    t = Table("vegas hegemony", "C3=0.Agitator/N C2=1.Net_Fighter/SE B3=1.Net_Fighter/N")
    assert t.controllers()["C2"] == 1
    assert t.disabled() == {"C3"}


@pytest.mark.ruling("R3.2")
def test_links_that_hang_on_their_own_success_fail() -> None:
    # C3 takes C2, which then faces D2, and D2 (of C2's own side) faces C3: D2 nets C3, and C2 is free.
    t = Table("vegas hegemony", "C3=0.Agitator/N C2=1.Net_Fighter/NE D2=1.Net_Fighter/S")
    assert t.controllers() == {"C3": 0, "C2": 1, "D2": 1}
    assert t.disabled() == {"C3"}


@pytest.mark.ruling("R3.2")
def test_all_undecided_links_fail_together() -> None:
    # A ring round C3: C2 takes D2, which would net D3, which nets C4, which takes B3, which would net B2,
    # which nets C2. Both takeovers hang on each other, so both fail: D3 nets C4 and B2 nets C2.
    mine = "C2=0.Agitator/SE C4=0.Agitator/NW"
    theirs = "D2=1.Net_Fighter/SE D3=1.Net_Fighter/S B3=1.Harpooner/NE B2=1.Net_Master/S"
    t = Table("vegas hegemony", f"{mine} {theirs}")
    assert t.controllers() == {"C2": 0, "C4": 0, "D2": 1, "D3": 1, "B3": 1, "B2": 1}
    assert t.disabled() == {"C2", "C4"}


@pytest.mark.ruling("R3.2")
def test_undecided_links_fail_before_net_cycles_are_broken() -> None:
    # D2 nets C3. D1 (two nets, S and SE) nets D2 and E1, and E1 nets D1 back. While that pair is undecided, so is
    # the link of C3: it fails for good. Then the pair cancels, D1 nets D2, and C3 is free but has taken nobody.
    nets = "D2=1.Net_Fighter/S D1=2.Net_Fighter/S E1=1.Net_Fighter/SW"
    t = Table("vegas hegemony moloch", f"C3=0.Agitator/N C2=1.Runner {nets}")
    assert t.disabled() == {"D2"}
    assert t.controllers()["C2"] == 1


@pytest.mark.ruling("R3.2")
def test_a_captive_out_of_its_takers_net() -> None:
    # D1 (net printed NW, now SW) would net C2, but C2 is on its side now.
    t = Table("vegas hegemony", "C3=0.Agitator/N C2=1.Runner D1=0.Harpooner/NW")
    assert t.controllers()["C2"] == 0
    assert t.disabled() == set()


@pytest.mark.ruling("R3.2")
def test_a_netted_unit_can_be_taken() -> None:
    # Player 2 nets C2; player 0 takes it, and it stays in the net of player 2.
    t = Table("vegas hegemony doomsday", "C3=0.Agitator/N C2=1.Runner C1=2.Doom_Net_Fighter/S")
    assert t.controllers()["C2"] == 0
    assert t.disabled() == {"C2"}


# --- R3.2: links that face each other -------------------------------------------------------------
@pytest.mark.ruling("R3.2")
def test_two_agitators_face_to_face_cancel() -> None:
    t = Table("vegas vegas", "C3=0.Agitator/N C2=1.Agitator/S")
    assert t.controllers() == {"C3": 0, "C2": 1}
    assert t.disabled() == set()


@pytest.mark.ruling("R3.2")
def test_an_hq_takes_the_agitator_that_faces_it() -> None:
    # The Agitator would take no HQ, so nothing cancels.
    assert Table("vegas vegas", "C3=0.HQ/SW C2=1.Agitator/S").controllers() == {"C3": 0, "C2": 0}


@pytest.mark.ruling("R3.2")
def test_of_two_face_to_face_both_fail_where_one_is_in_a_net_of_the_other() -> None:
    # D2 (net printed NW, now SW) nets C3: it takes nothing, and is not taken either.
    t = Table("vegas vegas", "C3=0.Agitator/N C2=1.Agitator/S D2=1.Harpooner/NW")
    assert t.disabled() == {"C3"}
    assert t.controllers() == {"C3": 0, "C2": 1, "D2": 1}


@pytest.mark.ruling("R3.2")
def test_of_two_face_to_face_one_in_a_net_of_a_third_is_taken() -> None:
    # D2 nets C3 for player 2: then C3 would take nobody, nothing cancels, and C2 takes it.
    t = Table("vegas vegas doomsday", "C3=0.Agitator/N C2=1.Agitator/S D2=2.Doom_Net_Fighter/SW")
    assert t.disabled() == {"C3"}
    assert t.controllers() == {"C3": 1, "C2": 1, "D2": 2}


@pytest.mark.ruling("R3.2")
def test_a_link_that_is_netted_away_leaves_no_trace() -> None:
    # As before, with the net on C3 cast by player 2's Harpooner (printed NW, now SW). Player 2 has an Agitator on C4
    # besides, which would take C3, but is netted by B4 (net printed NE): it must not matter.
    board = "C3=0.Agitator/N C2=1.Agitator/S D2=2.Harpooner/NW B4=3.Net_Fighter/N"
    for more in ("", "C4=2.Agitator/N"):
        t = Table("vegas vegas vegas hegemony", f"{board} {more}")
        assert "C3" in t.disabled()
        assert t.controllers()["C3"] == 1


@pytest.mark.ruling("R3.2")
def test_an_agitator_from_the_side_takes_one_of_two_face_to_face() -> None:
    t = Table("vegas vegas", "C3=0.Agitator/N C2=1.Agitator/S B1=0.Agitator/SE")
    assert t.controllers() == {"C3": 0, "C2": 0, "B1": 0}


@pytest.mark.ruling("R3.2")
def test_links_that_cancel_are_not_counted() -> None:
    # C3 and C2 cancel; the one link of player 2 on C2 is then alone.
    t = Table("vegas vegas vegas", "C3=0.Agitator/N C2=1.Agitator/S B1=2.Agitator/SE")
    assert t.controllers() == {"C3": 0, "C2": 2, "B1": 2}


@pytest.mark.ruling("R3.2")
def test_a_captive_agitator_takes_for_its_taker() -> None:
    # C3 takes C2, which takes C1 of its own army.
    t = Table("vegas vegas", "C3=0.Agitator/N C2=1.Agitator/N C1=1.Bodyguard")
    assert t.controllers() == {"C3": 0, "C2": 0, "C1": 0}


@pytest.mark.ruling("R3.2")
def test_a_captive_agitator_and_the_one_it_takes_face_to_face() -> None:
    # Two links of player 0 take C3; it then takes C2, which faces it and takes nothing there.
    t = Table("vegas vegas", "C4=0.Agitator/N D3=0.Agitator/NW C3=1.Agitator/N C2=1.Agitator/S")
    assert t.controllers() == {"C4": 0, "D3": 0, "C3": 0, "C2": 0}


@pytest.mark.ruling("R3.2")
def test_links_whose_side_hangs_on_each_other_fail() -> None:
    # One link of player 0 on C3. If C2 is its owner's, its link at C3 keeps C3 for the owner; if C3 is taken, it
    # takes C2. Neither can be decided, so both these links fail, and C4 takes C3 alone.
    t = Table("vegas vegas", "C4=0.Agitator/N C3=1.Agitator/N C2=1.Agitator/S")
    assert t.controllers() == {"C4": 0, "C3": 0, "C2": 1}


@pytest.mark.ruling("R3.2")
def test_a_captive_agitator_takes_back_nothing_of_its_takers() -> None:
    t = Table("vegas vegas", "C3=0.Agitator/N C2=1.Agitator/N C1=0.Bodyguard")
    assert t.controllers() == {"C3": 0, "C2": 0, "C1": 0}


# --- R3.2: several links --------------------------------------------------------------------------
@pytest.mark.ruling("R3.2")
def test_the_side_with_most_links_has_it() -> None:
    t = Table("vegas hegemony vegas", "C3=1.Runner C4=0.Agitator/N B3=0.Agitator/NE C2=2.Agitator/S")
    assert t.controllers()["C3"] == 0
    t = Table("vegas hegemony vegas", "C3=1.Runner C4=0.Agitator/N B3=2.Agitator/NE C2=2.Agitator/S")
    assert t.controllers()["C3"] == 2


@pytest.mark.ruling("R3.2")
def test_the_owner_keeps_it_where_the_most_is_shared() -> None:
    t = Table("vegas hegemony vegas", "C3=1.Runner C4=0.Agitator/N C2=2.Agitator/S")
    assert t.controllers()["C3"] == 1
    two_each = "C4=0.Agitator/N B3=0.Agitator/NE C2=2.Agitator/S D2=2.Agitator/SW"
    assert Table("vegas hegemony vegas", f"C3=1.Runner {two_each}").controllers()["C3"] == 1


@pytest.mark.ruling("R3.2")
def test_the_owners_own_links_count_for_the_owner() -> None:
    one_each = "C3=1.Bodyguard C4=0.Agitator/N C2=1.Agitator/S"
    assert Table("vegas vegas", one_each).controllers()["C3"] == 1
    assert Table("vegas vegas", f"{one_each} B3=0.Agitator/NE").controllers()["C3"] == 0
    assert Table("vegas vegas", f"{one_each} B3=0.Agitator/NE D2=1.Agitator/SW").controllers()["C3"] == 1


@pytest.mark.ruling("R3.2")
def test_links_of_netted_bearers_are_not_counted() -> None:
    # Two links of player 0 against one of player 2, but C4 is netted by B4 (net printed NE).
    t = Table(
        "vegas hegemony vegas",
        "C3=1.Runner C4=0.Agitator/N B3=0.Agitator/NE C2=2.Agitator/S B4=1.Net_Fighter/N",
    )
    assert t.disabled() == {"C4"}
    assert t.controllers()["C3"] == 1


@pytest.mark.ruling("R3.2")
def test_teammates_add_their_links_and_the_one_with_more_has_it() -> None:
    mates = "teams=0+2,1+3"
    one_each = "C3=1.Runner C4=0.Agitator/N C2=2.Agitator/S"
    assert Table("vegas hegemony vegas borgo", one_each, teams=mates).controllers()["C3"] == 0
    more = f"{one_each} B3=2.Agitator/NE"
    assert Table("vegas hegemony vegas borgo", more, teams=mates).controllers()["C3"] == 2
    # Two of the team against one of the owner's mate.
    against = f"{one_each} B3=3.Agitator/NE"
    assert Table("vegas hegemony vegas vegas", against, teams=mates).controllers()["C3"] == 0


@pytest.mark.ruling("R3.2")
def test_the_mate_of_the_owner_keeps_it_for_the_owner() -> None:
    # One link of each side: shared, so it stays with its owner, not with the owner's mate.
    t = Table("vegas hegemony borgo vegas", "C3=1.Runner C4=0.Agitator/N C2=3.Agitator/S", teams="teams=0+2,1+3")
    assert t.controllers()["C3"] == 1


@pytest.mark.ruling("R3.2")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_hq_takes_the_agitator_that_faces_it_netted_or_not(ruleset: str) -> None:
    # The HQ's link and C3's both face C4, which faces the HQ and is in the Harpooner's net; D3 stands by it.
    board = "B3=1.Harpooner/S B4=1.HQ/NW C3=1.Agitator/S C4=0.Agitator/SW D3=0.Agitator/SW"
    t = Table(f"{ruleset} vegas vegas", board)
    assert t.controllers()["C4"] == 1
    assert t.disabled() == set()


@pytest.mark.ruling("R3.2")
def test_a_bearer_taken_by_a_team_takes_nothing_from_it_and_the_link_it_faces_counts_again() -> None:
    # D1 takes C1 for the team; then C1's link takes nothing from B1, whose own link counts: one each, the earlier seat.
    board = "B1=1.Agitator/NE C1=0.Agitator/SW D1=2.Agitator/NW"
    t = Table("vegas vegas vegas", board, teams="teams=0,1+2")
    assert t.controllers() == {"B1": 1, "C1": 1, "D1": 2}


# --- R3.3: a captive is its taker's in everything -------------------------------------------------
@pytest.mark.ruling("R3.3")
def test_a_captive_attacks_for_its_taker() -> None:
    t = Table("vegas hegemony", "C3=0.Agitator/N C2=1.Thug/N C1=1.Ganger/N D1=0.Guard")
    # The Thug strikes N with 2 and NE with 1: C1 is its old friend, D1 its new one.
    assert hits(t.battle()) == ["2: C2>C1 melee 2"]


@pytest.mark.ruling("R3.3")
def test_a_captive_is_attacked_by_its_owner_and_not_by_its_taker() -> None:
    t = Table("vegas hegemony", "C3=0.Agitator/N C2=1.Quartermaster D2=0.Bodyguard/N B2=1.Runner/NE")
    assert hits(t.battle()) == ["2: B2>C2 melee 1"]


@pytest.mark.ruling("R3.3")
def test_a_captive_nets_its_own_army() -> None:
    t = Table("vegas hegemony", "C3=0.Agitator/N C2=1.Net_Fighter/NW C1=1.Ganger")
    assert t.disabled() == {"C1"}


@pytest.mark.ruling("R3.3")
def test_a_captive_module_serves_its_taker() -> None:
    # The Officer's links reach C1 (N) and B1 (NW).
    t = Table("vegas hegemony", "C3=0.Agitator/N C2=1.Officer_I/N C1=0.Bodyguard/S B1=1.Runner/S")
    assert t.unit("C1")["melee"] == {"SE": 2, "S": 2, "SW": 2}
    assert t.unit("B1")["melee"] == {"S": 1}


@pytest.mark.ruling("R3.3")
def test_a_captive_gets_its_takers_bonuses_and_no_longer_its_owners() -> None:
    # A Vegas Scout (initiative +1) on D2 and the Hegemony HQ (melee +1) on B2, both linked to the Runner on C2.
    t = Table("vegas hegemony", "C3=0.Agitator/N C2=1.Runner/N D2=0.Scout/NW B2=1.HQ")
    runner = t.unit("C2")
    assert (runner["initiative"], runner["melee"]) == ([3], {"N": 1})


@pytest.mark.ruling("R3.3")
def test_a_captive_moves_for_its_taker_only() -> None:
    t = Table("vegas hegemony", "A1=0.HQ E3=1.HQ C3=0.Agitator/N C2=1.Runner/N")
    t.turn(0)
    assert t.offers_like("move C2 to C1")
    t.turn(1)
    assert t.offers_like("move C2") == []


@pytest.mark.ruling("R3.3")
def test_a_captive_that_moves_out_of_the_link_is_free_again() -> None:
    t = Table("vegas hegemony", "A1=0.HQ E3=1.HQ C3=0.Agitator/N C2=1.Runner/N")
    t.turn(0).do("move C2 to C1 facing SE by mobility")
    assert t.now()["C1"] == "1.Runner/SE"


# --- R3.3: wounds and death -----------------------------------------------------------------------
@pytest.mark.ruling("R3.3")
def test_a_captive_keeps_its_wounds_and_a_freed_one_too() -> None:
    t = Table("vegas hegemony", "A1=0.HQ E3=1.HQ C2=1.Guard/N~1").hand(0, "Agitator", "Move").turn(0)
    t.do("place Agitator C3 facing N", "captive C2 facing N")
    assert t.now()["C2"] == "1>0.Guard/N~1"
    t.do("turn C3 facing S by Move")
    assert t.now()["C2"] == "1.Guard/N~1"


@pytest.mark.ruling("R3.3")
def test_a_captive_that_dies_goes_to_its_owners_discard_pile() -> None:
    # B2 strikes NE in phase 2, the captive on C2 has no attack.
    board = "A3=0.HQ E3=1.HQ C3=0.Agitator/N C2=1.Net_Fighter/N B2=1.Runner/NE"
    t = Table("vegas hegemony", board).hand(0, "Battle").turn(0).do("battle")
    assert "C2" not in t.now()
    assert t.discards(1) == {"Net Fighter": 1}
    assert t.discards(0) == {"Battle": 1}


@pytest.mark.ruling("R3.3")
def test_a_captive_bio_droid_returns_to_its_owners_pile() -> None:
    # The Golem on D1 shoots SW (printed SE, turned by two) with 2 in phase 2; the Bio-droid shoots off the board.
    board = "A3=0.HQ E3=1.HQ C3=0.Agitator/N C2=1.Bio-droid/NW D1=1.Golem_MK3/SE B2=0.Guard"
    t = Table("vegas smart", board).hand(0, "Battle").turn(0)
    before = pile(t, 1)
    assert "Bio-droid" not in before
    t.do("battle")
    assert "C2" not in t.now()
    assert t.discards(1) == {}
    assert pile(t, 1)["Bio-droid"] == 1


def pile(t: Table, player: int) -> dict[str, int]:
    """A draw pile by name."""
    return {ALL_TILES[tile].name: n for tile, n in t.st.pile(player).items()}


# --- R3.3: the turn of a captive ------------------------------------------------------------------
@pytest.mark.ruling("R3.3")
def test_the_taker_may_turn_a_captive_at_once_and_once() -> None:
    t = Table("vegas hegemony", "A1=0.HQ E3=1.HQ C2=1.Ganger/N").hand(0, "Agitator").turn(0)
    t.do("place Agitator C3 facing N")
    assert (t.stage, t.actor) == (ST_CAPTURE, 0)
    facings = ("N", "NE", "SE", "S", "SW", "NW")
    assert sorted(t.offers()) == sorted(f"captive C2 facing {d}" for d in facings)
    t.do("captive C2 facing SW")
    assert t.now()["C2"] == "1>0.Ganger/SW"
    assert (t.stage, t.actor) == (ST_MAIN, 0)


@pytest.mark.ruling("R3.3")
def test_the_taker_turns_it_also_in_its_owners_turn() -> None:
    t = Table("vegas hegemony", "A1=0.HQ E3=1.HQ C3=0.Agitator/N B1=1.Runner/N").turn(1)
    t.do("move B1 to C2 facing S by mobility")
    assert (t.stage, t.actor) == (ST_CAPTURE, 0)
    t.do("captive C2 facing NE")
    assert t.now()["C2"] == "1>0.Runner/NE"
    assert (t.stage, t.actor) == (ST_MAIN, 1)


@pytest.mark.ruling("R3.3")
def test_a_captive_turned_against_a_bearer_changes_the_board_at_once() -> None:
    # The captive Net Fighter is turned so that it nets C1 (net printed NE).
    t = Table("vegas hegemony", "A1=0.HQ E3=1.HQ C2=1.Net_Fighter/N C1=1.Ganger").hand(0, "Agitator").turn(0)
    t.do("place Agitator C3 facing N", "captive C2 facing NW")
    assert t.is_netted("C1")


@pytest.mark.ruling("R3.3")
def test_a_captive_agitator_that_is_turned_takes_more() -> None:
    t = Table("vegas vegas", "A1=0.HQ E3=1.HQ C2=1.Agitator/N D1=1.Bodyguard/N").hand(0, "Agitator").turn(0)
    t.do("place Agitator C3 facing N", "captive C2 facing NE")
    assert t.now()["D1"] == "1>0.Bodyguard/N"
    assert (t.stage, t.actor) == (ST_CAPTURE, 0)
    t.do("captive D1 facing S")
    assert t.stage == ST_MAIN


@pytest.mark.ruling("R3.3")
def test_a_captive_that_is_netted_cannot_be_turned() -> None:
    # The Net Fighter on C1 (net printed NE, now S) holds C2 as soon as it is hostile.
    t = Table("vegas hegemony", "A1=0.HQ E3=1.HQ C2=1.Ganger/N C1=1.Net_Fighter/SE").hand(0, "Agitator").turn(0)
    t.do("place Agitator C3 facing N")
    assert t.now()["C2"] == "1>0.Ganger/N"
    assert t.is_netted("C2")
    assert t.stage == ST_MAIN


TORN = "A1=0.HQ/N E3=1.HQ C3=0.Agitator/N B3=1.Net_Fighter/N A3=0.Marksman/N C2=1.Runner/NE D2=0.Guard/SE D1=1.Ganger/S"
"""B3 nets C3; the Marksman on A3 shoots NE and kills B3 in phase 3, and C3 takes the Runner on C2."""


@pytest.mark.ruling("R3.3")
def test_one_taken_inside_a_battle_is_turned_after_it() -> None:
    t = Table("vegas hegemony", TORN).hand(0, "Battle").turn(0)
    assert t.controllers()["C2"] == 1
    t.do("battle")
    # From phase 2 on it is its taker's, still facing NE.
    assert "D1" not in t.now()
    assert (t.stage, t.actor) == (ST_CAPTURE, 0)
    t.do("captive C2 facing S")
    assert t.now()["C2"] == "1>0.Runner/S"
    assert t.st.turn() == 1


@pytest.mark.ruling("R3.3")
def test_one_taken_and_freed_inside_a_battle_is_not_turned() -> None:
    # As before, but the Runner on C4 kills the Agitator in phase 2.
    t = Table("vegas hegemony", f"{TORN} C4=1.Runner/N").hand(0, "Battle").turn(0).do("battle")
    assert t.now()["C2"] == "1.Runner/NE"
    assert t.stage != ST_CAPTURE
    assert t.st.turn() == 1


@pytest.mark.ruling("R3.3")
def test_one_taken_inside_a_battle_acts_for_its_taker_from_the_next_phase() -> None:
    fight = Table("vegas hegemony", TORN).battle()
    assert acted(fight)[2] == ["C2"]
    assert "2: C2>D1 melee 1" in hits(fight)


FULL = (
    "A1=0.HQ/N A2=0.Guard B1=0.Guard B2=0.Scout C1=0.Scout C2=0.Medic A3=0.Saboteur {B3}"
    " E3=1.HQ E2=1.Officer E1=1.Officer D4=1.Officer D3=1.Officer D2=1.Mother D1=1.Mother"
    " C5=1.Transporter C4=1.Transporter B4=1.Scout"
)
"""All hexes but C3 and B3. Nobody here attacks but the HQs, and each HQ has only its own units round it."""


@pytest.mark.ruling("R3.3", "R4.5")
@pytest.mark.parametrize(
    ("ruleset", "b3"),
    [
        ("2008", "B3=0.Harpooner/SW"),
        ("3.0", "B3=0.Harpooner/SW"),
        ("living", "B3=0.Machine_Gunner/S"),  # shoots SE past the captive on C4 and kills D4, so play goes on
    ],
)
def test_one_taken_by_the_tile_that_fills_the_board_is_turned_after_the_battle(ruleset: str, b3: str) -> None:
    t = Table(f"{ruleset} vegas smart", FULL.format(B3=b3)).hand(0, "Agitator").turn(0)
    t.do("place Agitator C3 facing S")
    assert BattleEnded in [type(event) for event in t.log.events]
    assert (t.stage, t.actor) == (ST_CAPTURE, 0)
    t.do("captive C4 facing S")
    assert t.now()["C4"] == "1>0.Transporter/S"


def captive_on_c2(*hand: str, more: str = "", army: str = "hegemony", unit: str = "Ganger") -> Table:
    """The unit on C2 has just been taken by the Agitator on C3 and left as it was."""
    t = Table(f"vegas {army}", f"A1=0.HQ E3=1.HQ C2=1.{unit}/N {more}").hand(0, "Agitator", *hand).turn(0)
    return t.do("place Agitator C3 facing N", "captive C2 facing N")


@pytest.mark.ruling("R3.3")
def test_not_again_when_its_bearer_moved_and_still_holds_it() -> None:
    t = captive_on_c2("Move").do("move C3 to D2 facing NW by Move")
    assert t.now()["C2"] == "1>0.Ganger/N"
    assert t.stage == ST_MAIN


@pytest.mark.ruling("R3.3")
def test_not_again_when_nothing_about_it_changed() -> None:
    t = captive_on_c2("Guard").do("place Guard E1 facing N")
    assert t.stage == ST_MAIN


@pytest.mark.ruling("R3.3")
def test_not_again_when_a_second_bearer_joins_or_leaves() -> None:
    t = captive_on_c2("Agitator", "Move").do("place Agitator B2 facing NE")
    assert t.stage == ST_MAIN
    t.do("turn B2 facing N by Move")
    assert t.stage == ST_MAIN
    assert t.now()["C2"] == "1>0.Ganger/N"


@pytest.mark.ruling("R3.3")
def test_again_when_it_was_let_go_between() -> None:
    t = captive_on_c2("Move", "Move").do("turn C3 facing S by Move")
    assert t.now()["C2"] == "1.Ganger/N"
    t.do("turn C3 facing N by Move")
    assert (t.stage, t.actor) == (ST_CAPTURE, 0)


@pytest.mark.ruling("R3.3")
def test_again_when_bearers_are_castled() -> None:
    # The Agitator of D3 faces N too: on C3 it holds C2 in place of the first.
    t = captive_on_c2("Castling", more="D3=0.Agitator/N").do("castle C3 D3")
    assert t.now()["C2"] == "1>0.Ganger/N"
    assert (t.stage, t.actor) == (ST_CAPTURE, 0)
    t.do("captive C2 facing S")
    assert t.now()["C2"] == "1>0.Ganger/S"


@pytest.mark.ruling("R3.3")
def test_again_when_captives_are_castled() -> None:
    # D2 holds D1, C3 holds C2; the two captives change places.
    t = captive_on_c2("Castling", "Agitator", more="D1=1.Runner/N")
    t.do("place Agitator D2 facing N", "captive D1 facing N", "castle C2 D1")
    assert t.now()["C2"] == "1>0.Runner/N"
    assert t.now()["D1"] == "1>0.Ganger/N"
    asked = set()
    for _ in range(2):
        assert (t.stage, t.actor) == (ST_CAPTURE, 0)
        asked.add(t.offers()[0].split()[1])
        t.do(t.offers()[0])
    assert asked == {"C2", "D1"}
    assert t.stage == ST_MAIN


@pytest.mark.ruling("R3.3")
def test_again_when_it_is_pushed_on_to_another_bearer() -> None:
    # Player 1 pushes the captive from D2; only B2 is free on the far side of C2, and B3 has its link there.
    t = captive_on_c2("Agitator", more="D2=1.Runner B1=1.Ganger C1=1.Ganger").hand(1, "Push Back")
    t.do("place Agitator B3 facing N").turn(1)
    pushes = t.offers_like("push C2 from D2")
    assert len(pushes) == 1
    t.do(pushes[0])
    assert t.now()["B2"] == "1>0.Ganger/N"
    assert (t.stage, t.actor) == (ST_CAPTURE, 0)


@pytest.mark.ruling("R3.3")
def test_not_between_the_two_steps_of_a_recon_move() -> None:
    # The captive Runner goes from the link of C3 into that of B3; a captive Recon Center on D1 lets it go on.
    t = captive_on_c2("Agitator", "Agitator", more="D1=1.Recon_Center", army="outpost", unit="Runner")
    t.do("place Agitator D2 facing N", "captive D1 facing N", "place Agitator B3 facing N")
    t.do("move C2 to B2 facing N by mobility")
    assert (t.stage, t.actor) == (ST_RECON, 0)
    t.do("stop")
    assert (t.stage, t.actor) == (ST_CAPTURE, 0)
    assert all(text.startswith("captive B2") for text in t.offers())


@pytest.mark.ruling("R3.3")
def test_a_freed_unit_keeps_its_facing() -> None:
    t = Table("vegas hegemony", "A1=0.HQ E3=1.HQ C2=1.Ganger/N").hand(0, "Agitator", "Move").turn(0)
    t.do("place Agitator C3 facing N", "captive C2 facing SW", "turn C3 facing S by Move")
    assert t.now()["C2"] == "1.Ganger/SW"
    assert t.stage == ST_MAIN


@pytest.mark.ruling("R3.3")
def test_control_changes_hands_from_one_taker_to_another_with_a_new_turn() -> None:
    # Player 2 outvotes player 0 with a second link.
    board = "A1=0.HQ E3=1.HQ E1=2.HQ C3=0.Agitator/N C2=1.Ganger/N C1=2.Agitator/N"
    t = Table("vegas hegemony vegas", board).hand(2, "Agitator", "Move")
    t.turn(2).do("turn C1 facing S by Move")
    assert t.now()["C2"] == "1.Ganger/N"
    t.do("place Agitator B1 facing SE")
    assert t.now()["C2"] == "1>2.Ganger/N"
    assert (t.stage, t.actor) == (ST_CAPTURE, 2)


@pytest.mark.ruling("R3.3")
def test_turning_a_captive_gives_no_reason_to_turn_it_again() -> None:
    # A Scoper beside a ring of three Agitators makes them take each other, however they are turned.
    board = "A1=0.HQ A3=1.HQ D3=0.Agitator/SE D4=0.Agitator/NE E3=0.Agitator/SW"
    t = Table("vegas outpost", board).hand(1, "Scoper").turn(1).do("place Scoper C4 facing N")
    turned = []
    while t.stage == ST_CAPTURE:
        text = next(text for text in t.offers() if text.split()[-1] != t.now()[text.split()[1]].split("/")[1])
        turned.append(text.split()[1])
        t.do(text)
    assert turned
    assert len(turned) == len(set(turned))
    assert t.stage == ST_MAIN


@pytest.mark.ruling("R3.3")
def test_a_captive_that_its_own_turn_brings_under_another_bearer_is_not_turned_again() -> None:
    board = "A1=0.HQ A3=1.HQ D3=0.Agitator/NW D4=0.Agitator/NE E3=1.Agitator/SW"
    t = Table("vegas vegas", board).hand(0, "Move").turn(0).do("turn D3 facing SE by Move")
    assert (t.stage, t.actor) == (ST_CAPTURE, 0)
    assert all(text.startswith("captive E3") for text in t.offers())
    t.do("captive E3 facing NW")
    assert t.now()["E3"] == "1>0.Agitator/NW"
    assert t.stage == ST_MAIN


@pytest.mark.ruling("R3.3")
def test_the_taker_of_several_captives_chooses_which_to_turn_first() -> None:
    # C3 takes the Agitator on C2, whose link then takes the Bodyguard on C1.
    def taken() -> Table:
        board = "A1=0.HQ E3=1.HQ C2=1.Agitator/N C1=1.Bodyguard/N"
        return Table("vegas vegas", board).hand(0, "Agitator").turn(0).do("place Agitator C3 facing N")

    t = taken()
    assert [text.split()[1] for text in t.offers()] == ["C1"] * 6 + ["C2"] * 6
    t.do("captive C2 facing SE")  # away from C1, which is free before anybody turned it
    assert t.now()["C1"] == "1.Bodyguard/N"
    assert t.stage == ST_MAIN
    t = taken().do("captive C1 facing S")
    assert [text.split()[1] for text in t.offers()] == ["C2"] * 6
    t.do("captive C2 facing N")
    assert t.now()["C1"] == "1>0.Bodyguard/S"
    assert t.stage == ST_MAIN
