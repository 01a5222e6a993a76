"""Nets (R3.1): who is caught when, in pairs, chains and cycles.

The hex of the middle column C3 has C2 to its N, D2 NE, D3 SE, C4 S, B3 SW and B2 NW. Doom Net Fighters cast
their net where they face; the Net Fighter of Hegemony one edge further clockwise, that of Smart behind it.
"""

from __future__ import annotations

import pytest

from tests.rules.table import RULESETS, Table, acted, hits, left


# --- one net --------------------------------------------------------------------------------------
@pytest.mark.ruling("R3.1")
def test_a_net_disables_the_hostile_unit_it_faces() -> None:
    t = Table("doomsday hegemony", "C3=0.Doom_Net_Fighter/N C2=1.Runner/S")
    assert t.disabled() == {"C2"}
    netted = t.unit("C2")
    assert (netted["initiative"], netted["melee"]) == ([], {})


@pytest.mark.ruling("R3.1")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_nets_are_the_same_in_all_rulesets(ruleset: str) -> None:
    t = Table(f"{ruleset} doomsday hegemony", "C3=0.Doom_Net_Fighter/N C2=1.Runner/S")
    assert t.disabled() == {"C2"}


@pytest.mark.ruling("R3.1")
def test_a_net_does_not_touch_own_units() -> None:
    assert Table("doomsday hegemony", "C3=0.Doom_Net_Fighter/N C2=0.Omega_Shooter").disabled() == set()


@pytest.mark.ruling("R3.1")
def test_a_net_reaches_only_the_hex_its_edge_faces() -> None:
    around = "D2=1.Runner D3=1.Runner C4=1.Runner B3=1.Ganger B2=1.Ganger C1=1.Ganger"
    assert Table("doomsday hegemony", f"C3=0.Doom_Net_Fighter/N {around}").disabled() == set()


@pytest.mark.ruling("R3.1")
def test_a_net_master_catches_two_at_once() -> None:
    # Printed nets SE and SW: facing N they reach D3 and B3.
    t = Table("hegemony borgo", "C3=0.Net_Master/N D3=1.Mutant B3=1.Claws C4=1.Brawler")
    assert t.disabled() == {"B3", "D3"}


@pytest.mark.ruling("R3.1")
def test_every_other_player_is_hostile() -> None:
    t = Table("hegemony borgo outpost", "C3=0.Net_Master/N D3=1.Mutant B3=2.Runner")
    assert t.disabled() == {"B3", "D3"}


@pytest.mark.ruling("R3.1")
def test_a_netted_hq_neither_attacks_nor_strengthens() -> None:
    # The Hegemony HQ gives its neighbours +1 melee.
    free = Table("doomsday hegemony", "C3=0.Doom_Net_Fighter/S C2=1.HQ B2=1.Runner/S")
    assert free.unit("B2")["melee"] == {"S": 2}
    netted = Table("doomsday hegemony", "C3=0.Doom_Net_Fighter/N C2=1.HQ B2=1.Runner/S")
    assert netted.disabled() == {"C2"}
    assert netted.unit("B2")["melee"] == {"S": 1}
    fight = netted.battle()
    assert acted(fight) == {2: ["B2"]}
    assert left(fight) == {"C3": 0, "C2": 0, "B2": 0}


@pytest.mark.ruling("R3.1")
def test_a_netted_unit_keeps_armour_and_toughness() -> None:
    # The Gladiator on C3 turned round has armour to the SE, S and SW; the shot of 2 comes from the S.
    t = Table("doomsday hegemony", "B2=0.Doom_Net_Fighter/SE C3=1.Gladiator/S C5=0.Delta_Shooter/N")
    assert t.disabled() == {"C3"}
    fight = t.battle()
    assert hits(fight) == ["1: C5>C3 ranged 1"]
    assert left(fight) == {"B2": 0, "C3": 1, "C5": 0}


@pytest.mark.ruling("R3.1")
def test_the_borgo_net_fighter_strikes_whom_it_nets() -> None:
    # Net and melee 3 on the same edge, printed SE.
    t = Table("borgo hegemony", "B2=0.Net_Fighter/N C3=1.Net_Master/N")
    assert t.disabled() == {"C3"}
    assert hits(t.battle()) == ["1: B2>C3 melee 3"]


# --- chains ---------------------------------------------------------------------------------------
@pytest.mark.ruling("R3.1")
def test_a_netted_net_fighter_nets_nobody() -> None:
    # C4 nets C3, which would net C2.
    t = Table("doomsday hegemony", "C4=0.Doom_Net_Fighter/N C3=1.Net_Fighter/NW C2=0.Omega_Shooter")
    assert t.disabled() == {"C3"}


@pytest.mark.ruling("R3.1")
def test_a_chain_alternates() -> None:
    # C5 nets C4, so C3 is free and nets C2.
    t = Table(
        "doomsday hegemony",
        "C5=0.Doom_Net_Fighter/N C4=1.Net_Fighter/NW C3=0.Doom_Net_Fighter/N C2=1.Runner",
    )
    assert t.disabled() == {"C4", "C2"}


@pytest.mark.ruling("R3.1")
def test_nets_of_three_players_in_a_chain() -> None:
    # C4 (player 0) nets C3 (player 1), which leaves C2 (player 2) free to net C1.
    t = Table(
        "doomsday hegemony smart",
        "C4=0.Doom_Net_Fighter/N C3=1.Net_Fighter/NW C2=2.Net_Fighter/S C1=1.Runner",
    )
    assert t.disabled() == {"C3", "C1"}


# --- cycles ---------------------------------------------------------------------------------------
@pytest.mark.ruling("R3.1")
def test_two_that_net_each_other_are_both_free() -> None:
    assert Table("doomsday hegemony", "C3=0.Doom_Net_Fighter/N C2=1.Net_Fighter/SE").disabled() == set()


@pytest.mark.ruling("R3.1")
def test_the_other_net_of_one_in_a_pair_works() -> None:
    # The Moloch Net Fighter on C3 nets C2 (N), which nets it back, and B2 (NW).
    t = Table("moloch hegemony", "C3=0.Net_Fighter/N C2=1.Net_Fighter/SE B2=1.Runner")
    assert t.disabled() == {"B2"}


@pytest.mark.ruling("R3.1")
def test_a_pair_of_borgo_net_fighters_strikes_freely() -> None:
    t = Table("borgo borgo", "C3=0.Net_Fighter/SW C2=1.Net_Fighter/NE")
    assert t.disabled() == set()
    assert hits(t.battle()) == ["1: C2>C3 melee 3", "1: C3>C2 melee 3"]


THREE = "C3=0.Doom_Net_Fighter/N C2=1.Net_Fighter/NE D2=2.Net_Fighter/NE"
"""C3 nets C2, C2 nets D2, D2 (its net printed S) nets C3."""


@pytest.mark.ruling("R3.1")
def test_three_in_a_ring_are_free() -> None:
    assert Table("doomsday hegemony smart", THREE).disabled() == set()


@pytest.mark.ruling("R3.1")
def test_a_net_from_outside_opens_a_ring_of_three() -> None:
    # E1 nets D2; so C3 is free and nets C2.
    assert Table("doomsday hegemony smart", f"{THREE} E1=1.Net_Fighter/S").disabled() == {"D2", "C2"}


FOUR = "C3=0.Doom_Net_Fighter/N C2=1.Net_Fighter/N D1=0.Doom_Net_Fighter/S D2=1.Net_Fighter/S"
"""C3 nets C2 (N), C2 nets D1 (NE), D1 nets D2 (S), D2 nets C3 (SW)."""


@pytest.mark.ruling("R3.1")
def test_four_in_a_ring_are_free() -> None:
    assert Table("doomsday hegemony", FOUR).disabled() == set()


@pytest.mark.ruling("R3.1")
def test_a_net_from_outside_decides_a_ring_of_four() -> None:
    # The Net Master on C4 (its nets printed SE and SW now N and NW) catches C3: C2 is free and nets D1, D2 is free.
    assert Table("doomsday hegemony", f"{FOUR} C4=1.Net_Master/SW").disabled() == {"C3", "D1"}


@pytest.mark.ruling("R3.1")
def test_the_other_net_of_one_in_a_ring_of_four_works() -> None:
    # A Net Master stands on D2 instead: SW to C3 in the ring, SE to E2 outside.
    ring = FOUR.replace("D2=1.Net_Fighter/S", "D2=1.Net_Master/N")
    assert Table("doomsday hegemony", f"{ring} E2=0.Omega_Shooter").disabled() == {"E2"}


@pytest.mark.ruling("R3.1")
def test_six_in_a_ring_are_free() -> None:
    # Clockwise round C3: C2 nets D2, D2 D3, D3 C4, C4 B3, B3 B2, B2 C2.
    mine = "C2=0.Doom_Net_Fighter/SE D3=0.Doom_Net_Fighter/SW B3=0.Harpooner/NE"
    theirs = "D2=1.Net_Fighter/SE C4=1.Net_Fighter/SW B2=1.Net_Master/S"
    assert Table("doomsday hegemony", f"{mine} {theirs}").disabled() == set()


@pytest.mark.ruling("R3.1")
def test_a_net_from_outside_into_a_pair() -> None:
    # C3 and C2 net each other; C4 nets C3 too, and nobody nets C4.
    t = Table("doomsday hegemony", "C3=0.Doom_Net_Fighter/N C2=1.Net_Fighter/SE C4=1.Net_Fighter/NW")
    assert t.disabled() == {"C3"}


@pytest.mark.ruling("R3.1")
def test_a_disabled_net_from_outside_does_not_reach_into_a_pair() -> None:
    # As before, but C5 nets C4.
    t = Table(
        "doomsday hegemony",
        "C3=0.Doom_Net_Fighter/N C2=1.Net_Fighter/SE C4=1.Net_Fighter/NW C5=0.Doom_Net_Fighter/N",
    )
    assert t.disabled() == {"C4"}


@pytest.mark.ruling("R3.1")
def test_a_group_that_another_group_faces_waits_for_it() -> None:
    # C3 (nets SE and SW) and B3 net each other; C3 faces D3 too, which with D4 makes another pair.
    # The first pair cancels; then C3 nets D3, and D4 is free by that.
    t = Table(
        "hegemony doomsday",
        "C3=0.Net_Master/N B3=1.Doom_Net_Fighter/NE D3=1.Doom_Net_Fighter/S D4=0.Net_Fighter/NW",
    )
    assert t.disabled() == {"D3"}


@pytest.mark.ruling("R3.1")
def test_two_pairs_far_apart_are_all_free() -> None:
    one = "A1=0.Doom_Net_Fighter/S A2=1.Net_Fighter/NW"
    two = "E1=0.Doom_Net_Fighter/S E2=1.Net_Fighter/NW"
    assert Table("doomsday hegemony", f"{one} {two}").disabled() == set()


@pytest.mark.ruling("R3.1")
def test_two_of_a_ring_may_net_outside_it() -> None:
    # Net Masters of two players on C2 (NE into the ring, NW to B1) and D1 (S into the ring, NW to C1).
    ring = "C3=0.Net_Fighter/NW C2=1.Net_Master/S D1=0.Net_Master/NE D2=1.Net_Fighter/S"
    t = Table("hegemony hegemony", f"{ring} B1=0.Runner C1=1.Runner")
    assert t.disabled() == {"B1", "C1"}


@pytest.mark.ruling("R3.1")
def test_a_ring_and_a_pair_that_share_a_unit_are_one_group() -> None:
    # C3 nets C2 (N) and B2 (NW) with Moloch's two nets; C2 nets it back, and so does B2 (SE).
    t = Table("moloch hegemony", "C3=0.Net_Fighter/N C2=1.Net_Fighter/SE B2=1.Net_Fighter/NE")
    assert t.disabled() == set()


# --- at every moment ------------------------------------------------------------------------------
@pytest.mark.ruling("R3.1")
@pytest.mark.parametrize("first", [0, 1])
def test_who_came_first_does_not_matter(first: int) -> None:
    words = {0: "place Doom Net Fighter C3 facing N", 1: "place Net Fighter C2 facing SE"}
    t = Table("doomsday hegemony", "A1=0.HQ E3=1.HQ").hand(0, "Doom Net Fighter").hand(1, "Net Fighter")
    t.turn(first).do(words[first]).turn(1 - first).do(words[1 - first])
    assert not t.is_netted("C2")
    assert not t.is_netted("C3")


@pytest.mark.ruling("R3.1")
def test_a_unit_that_walks_into_a_net_is_caught() -> None:
    t = Table("doomsday hegemony", "A1=0.HQ E3=1.HQ C3=0.Doom_Net_Fighter/N B1=1.Runner")
    t.turn(1).do("move B1 to C2 facing S by mobility")
    assert t.is_netted("C2")
    assert t.offers_like("move C2") == []


@pytest.mark.ruling("R3.1")
def test_a_net_that_is_turned_away_frees_at_once() -> None:
    t = Table("doomsday hegemony", "A1=0.HQ E3=1.HQ C3=0.Doom_Net_Fighter/N C2=1.Runner")
    t.turn(0).do("turn C3 facing S by HQ")
    assert not t.is_netted("C2")


@pytest.mark.ruling("R3.1", "R6.1")
def test_a_net_torn_in_a_battle_frees_for_the_next_phase() -> None:
    # The Commando on B2 shoots SE in phase 3 and kills the Net Fighter on C3; the Runner on C2 is free for phase 2.
    t = Table("outpost hegemony", "B2=0.Commando/N C2=0.Runner/N B1=1.Ganger C3=1.Net_Fighter/NW")
    assert t.disabled() == {"C2"}
    fight = t.battle()
    assert hits(fight) == ["3: B2>C3 ranged 1", "2: C2>B1 melee 1"]


@pytest.mark.ruling("R3.1", "R6.1")
def test_a_net_holds_through_the_phase_in_which_it_is_torn() -> None:
    # As before with a Commando in the net: it would act in phase 3, and does not act any more.
    t = Table("outpost hegemony", "B2=0.Commando/N C2=0.Commando/N D2=1.Ganger/S C3=1.Net_Fighter/NW")
    assert hits(t.battle()) == ["3: B2>C3 ranged 1"]
