"""Sections 23 to 27: paralysis, mortars, Explosives, underground, Holes."""

from __future__ import annotations

from typing import Any

import pytest

from neurohex.rules.look import markers_seen
from tests.rules.table import Table, acted, hits, left


def markers(result: dict[str, Any]) -> dict[str, list[str]]:
    return {unit["hex"]: unit["markers"] for unit in result["units"] if "markers" in unit}


# --- section 23 ---
@pytest.mark.ruling("R23.1")
def test_a_paralysed_unit_does_not_attack_but_its_net_and_links_work() -> None:
    t = Table("sharrash hegemony", "C3=1.Runner^p C2=0.Rats/S B3=1.Net_Fighter/S^p A3=0.Beast A1=0.HQ E3=1.HQ")
    assert t.unit("C3")["paralysed"] is True
    assert t.unit("C3")["initiative"] == []
    assert t.unit("C3")["melee"] == {}
    assert "A3" in t.disabled()
    assert "C3" not in acted(t.battle()).get(2, [])


@pytest.mark.ruling("R23.1", "R6.7")
def test_a_paralysed_clown_and_trap_do_not_explode() -> None:
    clown = Table("sharrash moloch", "C3=1.Clown^p C2=0.Beast/N A1=0.HQ E3=1.HQ").battle()
    assert clown["choices"] == 0
    assert hits(clown) == []
    trap = Table("sharrash doomsday", "C3=1.Trap^p C2=0.Rats/S A1=0.HQ E3=1.HQ").battle()
    assert hits(trap) == ["2: C2>C3 melee 1"]


@pytest.mark.ruling("R23.1", "R8.2")
def test_a_paralysed_borgo_hq_allows_no_grenade() -> None:
    t = Table("sharrash borgo", "C3=1.HQ^p C2=0.Rats A1=0.HQ").hand(1, "Grenade").turn(1)
    assert not t.offers_like("grenade")


@pytest.mark.ruling("R23.1")
def test_it_moves_and_pushes_and_reflects() -> None:
    t = Table("sharrash steelpolice", "C3=1.Judge^p C4=0.Rats A1=0.HQ E3=1.HQ").turn(1)
    assert t.offers_like("move C3 to C2")
    assert "2: C4>C4 melee 1" in hits(t.battle())


@pytest.mark.ruling("R23.2")
def test_a_hit_paralyses_from_the_next_phase_on_to_the_end_of_the_battle() -> None:
    # The Mutant's initiative is 3: the Guard, whose turn is 2, does not strike.
    result = Table("sharrash hegemony", "C3=0.Mutant C2=1.Guard/S A1=0.HQ E3=1.HQ").battle()
    assert hits(result) == ["3: C3>C2 melee 1"]
    assert markers(result) == {}
    # In the same phase it still acts.
    same = Table("sharrash hegemony", "C3=0.Mutant C2=1.Guard/S C1=1.Scout/S A1=0.HQ E3=1.HQ").battle()
    assert sorted(hits(same)) == ["3: C2>C3 melee 1", "3: C3>C2 melee 1"]


@pytest.mark.ruling("R23.2", "R7.2")
def test_a_hit_that_a_medic_cancels_does_not_paralyse() -> None:
    result = Table("sharrash borgo", "C3=0.Mutant C2=1.Mutant/S C1=1.Medic/S A1=0.HQ E3=1.HQ").battle()
    assert hits(result) == ["3: C3>C2 melee 1 saved", "2: C2>C3 melee 1"]


@pytest.mark.ruling("R23.3")
def test_a_landfill_gives_it_to_linked_units() -> None:
    result = Table("sharrash hegemony", "C3=0.Rats C4=0.Landfill C2=1.HQ A1=0.HQ").battle()
    assert "2: C3>C2 melee 1" in hits(result)
    assert "C2" not in acted(result)[0]  # the HQ would act in phase 0


@pytest.mark.ruling("R23.3")
def test_the_instant_paralyses_any_hostile_unit_to_the_end_of_the_next_battle() -> None:
    t = Table("sharrash hegemony", "C3=1.Runner D3=1.Guard^p A1=0.HQ E3=1.HQ", "B2=0.Hole").hand(0, "Paralysis").turn(0)
    assert t.offers_like("paralyse") == ["paralyse C3", "paralyse E3"]  # an HQ too, and no second one
    t.do("paralyse E3")
    assert markers_seen(t.st) == {t.st.game.board.index[name]: ("paralysis",) for name in ("D3", "E3")}
    assert t.discards(0) == {"Paralysis": 1}


@pytest.mark.ruling("R23.3", "R23.4")
def test_without_a_marker_the_instant_has_no_use() -> None:
    board = "C3=1.Runner^p D3=1.Guard^p C4=1.Runner^p B3=1.Runner^p B2=1.Thug^p C2=1.Thug^p D2=1.Thug A1=0.HQ E3=1.HQ"
    t = Table("sharrash hegemony", board).hand(0, "Paralysis").turn(0)
    assert not t.offers_like("paralyse")


@pytest.mark.ruling("R23.4", "R21.3")
def test_with_too_few_markers_the_attacker_says_where_they_go() -> None:
    held = "A2=1.Thug^p A3=1.Thug^p B4=1.Thug^p E1=1.Thug^p D1=1.Thug^p"
    board = f"C3=0.Rats C4=0.Landfill C2=1.Guard/N D2=1.Guard/N B2=1.Guard/N A1=0.HQ E3=1.HQ {held}"
    t = Table("sharrash hegemony", board.replace("B2=1.Guard/N", "B2=1.Gladiator/N"))
    result = t.battle_choosing("mark D2")
    assert result["choices"] == 1


@pytest.mark.ruling("R23.5")
def test_a_paralysis_module_paralyses_linked_foes_hqs_too_while_linked() -> None:
    t = Table("mississippi hegemony", "C3=0.Paralysis C2=1.Runner D2=1.HQ A1=0.HQ")
    assert t.unit("C2")["paralysed"] is True
    assert t.unit("D2")["paralysed"] is True
    netted = Table("mississippi hegemony", "C3=0.Paralysis C2=1.Runner B3=1.Net_Fighter A1=0.HQ E3=1.HQ")
    assert "paralysed" not in netted.unit("C2")


# --- section 24 ---
@pytest.mark.ruling("R24.1")
def test_a_mortar_hits_exactly_two_hexes_away_whatever_stands_between() -> None:
    board = "C4=0.Mortar C3=1.Thug/N C2=1.Guard/N C1=1.Thug/N A1=0.HQ E3=1.HQ"
    result = Table("sharrash hegemony", board).battle()
    assert hits(result)[0] == "2: C4>C2 ranged 1"
    assert all(hit.split()[1].startswith("C4>C2") for hit in hits(result) if "C4>" in hit)
    friend = Table("sharrash hegemony", "C4=0.Mortar C2=0.Beast/N C1=1.Scout A1=0.HQ E3=1.HQ").battle()
    assert not any("C4>" in hit for hit in hits(friend))


@pytest.mark.ruling("R24.1", "R6.3")
def test_armour_counts() -> None:
    assert hits(Table("sharrash moloch", "C4=0.Mortar C2=1.Blocker/S A1=0.HQ E3=1.HQ").battle()) == []


@pytest.mark.ruling("R24.1", "R6.8")
def test_changed_by_a_quartermaster_it_is_plain_melee() -> None:
    board = "C4=0.Mortar C3=2.Thug/N C5=1.Quartermaster A1=0.HQ A3=1.HQ E3=2.HQ E1=3.HQ"
    t = Table("sharrash hegemony hegemony borgo", board, teams="teams=0+1,2+3")
    assert "2: C4>C3 melee 1" in hits(t.battle_choosing("change C4 N to melee"))


# --- section 25 ---
@pytest.mark.ruling("R25.1", "R31.2")
def test_an_explosive_destroys_what_it_faces_and_itself_before_the_first_phase() -> None:
    result = Table("sharrash hegemony", "C3=0.Explosive C2=1.Gladiator/S A1=0.HQ E3=1.HQ").battle()
    before = result["phases"][0]
    assert before["initiative"] == "before"
    assert before["hits"] == [
        {"from": "C3", "direction": "N", "to": "C2", "kind": "blast", "wounds": "destroyed", "absorbed": False}
    ]
    assert before["destroyed"] == ["C2", "C3"]


@pytest.mark.ruling("R25.1")
def test_without_a_hostile_unit_it_stays_and_an_hq_takes_nothing() -> None:
    stays = Table("sharrash hegemony", "C3=0.Explosive C2=0.Rats A1=0.HQ E3=1.HQ").battle()
    assert "C3" in left(stays)
    hq = Table("sharrash hegemony", "C3=0.Explosive C2=1.HQ A1=0.HQ").battle()
    assert hq["players"][1]["hq"] == 20
    assert "C3" not in left(hq)


@pytest.mark.ruling("R25.1", "R7.4")
def test_a_medic_saves_the_unit_and_never_the_explosive() -> None:
    board = "C3=0.Explosive C2=1.Mutant C1=1.Medic/S C4=0.Medic/NE A1=0.HQ E3=1.HQ"
    result = Table("sharrash borgo", board).battle()
    assert result["phases"][0]["destroyed"] == ["C1", "C3"]
    assert "C4" in left(result)


@pytest.mark.ruling("R25.2", "R18.1", "R11.3")
def test_it_is_an_attack_reflected_and_setting_off_traps() -> None:
    judge = Table("sharrash steelpolice", "C4=0.Explosive C3=1.Judge A1=0.HQ E3=1.HQ").battle()
    assert "C3" in left(judge)
    assert "C4" not in left(judge)
    assert judge["phases"][0]["hits"][0]["reflected"] is True
    trap = Table("sharrash doomsday", "C2=0.Explosive/S C3=1.Trap D2=0.Beast/N A1=0.HQ E3=1.HQ").battle()
    assert any(hit["kind"] == "explosion" for hit in trap["phases"][0]["hits"])


@pytest.mark.ruling("R25.3")
def test_disabled_or_paralysed_it_does_nothing() -> None:
    netted = Table("sharrash hegemony", "C3=0.Explosive C2=1.Thug B3=1.Net_Fighter A1=0.HQ E3=1.HQ")
    assert netted.disabled() == {"C3"}
    assert netted.battle()["phases"][0]["initiative"] != "before"
    paralysed = Table("sharrash mississippi", "C3=0.Explosive C2=1.Zone B3=1.Paralysis A1=0.HQ E3=1.HQ").battle()
    assert paralysed["phases"][0]["initiative"] != "before"


@pytest.mark.ruling("R25.4", "R21.2")
def test_a_poisoned_explosive_still_explodes() -> None:
    result = Table("sharrash neojungle", "C3=0.Explosive^v C2=1.Crusher A1=0.HQ E3=1.HQ").battle()
    assert result["phases"][0]["destroyed"] == ["C2", "C3"]


# --- section 26 ---
@pytest.mark.ruling("R26.1", "R26.2")
def test_the_hq_swaps_with_a_neighbour_underground_once_a_turn() -> None:
    t = Table("sharrash borgo", "C3=0.HQ C2=0.Scout/SE D2=0.Rats A1=1.HQ").turn(0)
    assert t.offers_like("castle HQ") == ["castle HQ with C2"]  # Rats are not underground
    t.do("castle HQ with C2")
    assert (t.now()["C2"], t.now()["C3"]) == ("0.HQ/N", "0.Scout/SE")
    assert not t.offers_like("castle HQ")


@pytest.mark.ruling("R26.2")
def test_with_underworlds_every_friendly_unit_is_underground() -> None:
    t = Table("sharrash borgo", "C3=0.HQ D2=0.Rats E3=0.Underworlds A1=1.HQ").turn(0)
    assert t.offers_like("castle HQ") == ["castle HQ with D2"]


@pytest.mark.ruling("R26.1")
def test_a_netted_hq_or_unit_does_not_swap() -> None:
    netted = Table("sharrash hegemony", "C3=0.HQ C2=0.Scout B3=1.Net_Fighter A1=1.HQ").turn(0)
    assert not netted.offers_like("castle HQ")


@pytest.mark.ruling("R26.3", "R3.4")
def test_a_hostile_scoper_takes_the_word() -> None:
    t = Table("sharrash outpost", "C3=0.HQ C2=0.Scout C1=1.Scoper E3=1.HQ").turn(0)
    assert not t.offers_like("castle HQ")
    both = Table("sharrash sharrash outpost", "C3=0.HQ D2=0.Rats E1=1.Underworlds A1=1.HQ E2=2.Scoper A3=2.HQ").turn(0)
    assert not both.offers_like("castle HQ")


# --- section 27 ---
@pytest.mark.ruling("R27.1")
def test_a_hole_draws_in_a_hostile_neighbour_once_a_turn() -> None:
    t = Table("sharrash hegemony", "C2=1.Runner/SE D2=1.HQ B3=0.Rats A1=0.HQ", "C3=0.Hole").turn(0)
    assert t.offers_like("draw") == ["draw C2 into C3"]  # no HQ, no own unit
    t.do("draw C2 into C3")
    assert t.now()["C3"] == "1.Runner/SE"
    assert not t.offers_like("draw")


@pytest.mark.ruling("R27.1")
def test_not_a_disabled_unit_nor_while_somebody_stands_on_it() -> None:
    netted = Table("sharrash steelpolice", "C2=1.Wardog A1=0.HQ E3=1.HQ C3=0.Rats", "C3=0.Hole").turn(0)
    assert not netted.offers_like("draw")
    laid = Table("sharrash hegemony", "C2=1.Runner A1=0.HQ E3=1.HQ").hand(0, "Hole").turn(0).do("place Hole C3")
    assert laid.offers_like("draw") == ["draw C2 into C3"]
    assert not laid.turn(1).offers_like("draw C2")


@pytest.mark.ruling("R27.2", "R31.2")
def test_after_the_last_phase_a_hostile_unit_on_it_is_destroyed() -> None:
    result = Table("sharrash borgo", "C3=1.Super_Mutant C4=1.Medic A1=0.HQ E3=1.HQ", "C3=0.Hole").battle()
    assert result["phases"][-1] == {"initiative": "after", "acted": [], "hits": [], "destroyed": ["C3"]}
    assert "C4" in left(result)  # no Medic answers
    assert [lies["hex"] for lies in result["foundations"]] == ["C3"]
    own = Table("sharrash borgo", "C3=0.Beast A1=0.HQ E3=1.HQ", "C3=0.Hole").battle()
    assert "C3" in left(own)
