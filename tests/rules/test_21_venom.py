"""Section 21: venom. A Nightshade hits through its NW and N edges."""

from __future__ import annotations

from typing import Any

import pytest

from neurohex.events import Marked
from tests.rules.course import Course
from tests.rules.table import Table, hits, left


def markers(result: dict[str, Any]) -> dict[str, list[str]]:
    return {unit["hex"]: unit["markers"] for unit in result["units"] if "markers" in unit}


@pytest.mark.ruling("R21.1")
def test_a_hit_puts_one_marker_whatever_its_strength_on_hqs_too() -> None:
    result = Table("neojungle borgo", "C3=0.Nightshade C2=1.HQ C4=0.Symbiont_Alpha A3=0.HQ").battle()
    assert "2: C3>C2 melee 2" in hits(result)
    assert markers(result) == {"C2": ["venom"]}
    assert result["players"][1]["hq"] == 18


@pytest.mark.ruling("R21.1", "R7.2")
def test_a_hit_that_a_medic_cancels_puts_none() -> None:
    result = Table("neojungle mississippi", "C3=0.Nightshade C2=1.Zone C1=1.Medic/S A3=0.HQ E3=1.HQ").battle()
    assert "2: C3>C2 melee 1 saved" in hits(result)
    assert markers(result) == {}


@pytest.mark.ruling("R21.1")
def test_other_units_put_none() -> None:
    result = Table("neojungle borgo", "C3=0.Slicer C2=1.HQ A3=0.HQ").battle()
    assert hits(result)[0] == "2: C3>C2 melee 1"
    assert markers(result) == {}


@pytest.mark.ruling("R21.2", "R31.2")
def test_before_the_first_phase_each_marker_does_a_wound() -> None:
    result = Table("borgo mississippi", "C3=0.Super_Mutant^vv C2=0.Mutant^v A3=0.HQ^vv E3=1.HQ").battle()
    before = result["phases"][0]
    assert before["initiative"] == "before"
    assert before["acted"] == []
    assert [(hit["from"], hit["to"], hit["kind"], hit["wounds"]) for hit in before["hits"]] == [
        (None, "A3", "venom", 1),
        (None, "A3", "venom", 1),
        (None, "C2", "venom", 1),
        (None, "C3", "venom", 1),
        (None, "C3", "venom", 1),
    ]
    assert before["destroyed"] == ["C2", "C3"]
    assert result["players"][0]["hq"] == 18
    assert markers(result) == {"A3": ["venom", "venom"]}  # it works on from Battle to Battle


@pytest.mark.ruling("R21.2", "R7.2")
def test_each_is_a_hit_of_its_own_for_medics() -> None:
    result = Table("borgo mississippi", "C3=0.Super_Mutant^vv C4=0.Medic A3=0.HQ E3=1.HQ").battle()
    assert result["phases"][0]["destroyed"] == ["C4"]
    assert left(result)["C3"] == 1
    assert result["choices"] == 0  # equal hits are one choice


@pytest.mark.ruling("R21.3")
def test_with_too_few_markers_the_attackers_controller_says_where_they_go() -> None:
    # Three units are hit, two markers are there.
    board = "C3=0.Nightshade B3=0.Nightshade C2=1.Wall_of_Trees B2=1.HQ A3=0.HQ"
    t = Table("neojungle neojungle", board)
    asked = t.battle_choosing("mark C2")
    assert markers(asked) == {"B2": ["venom"], "C2": ["venom"]}
    assert markers(t.battle_choosing("mark B2", "mark B2")) == {"B2": ["venom", "venom"]}
    default = t.battle()
    assert markers(default) == {"B2": ["venom", "venom"]}  # HQs first
    assert default["choices"] == 2


@pytest.mark.ruling("R21.3")
def test_without_markers_nobody_is_poisoned_and_they_come_back_with_the_unit() -> None:
    none_left = Table("neojungle neojungle", "C3=0.Nightshade C2=1.Wall_of_Trees E3=1.HQ^vv A3=0.HQ").battle()
    assert markers(none_left) == {"E3": ["venom", "venom"]}
    gone = Table("neojungle borgo", "C3=0.Nightshade C2=1.HQ E1=1.Mutant^vv A3=0.HQ").battle()
    assert "E1" not in left(gone)  # its markers come back before phase 2
    assert markers(gone) == {"C2": ["venom"]}


@pytest.mark.ruling("R21.3")
def test_a_unit_that_is_destroyed_in_the_phase_takes_no_marker() -> None:
    result = Table("neojungle borgo", "C3=0.Nightshade C2=1.Mutant A3=0.HQ E3=1.HQ").battle()
    assert "C2" not in left(result)
    t = Course("neojungle borgo", "C3=0.Nightshade C2=1.Mutant A3=0.HQ E3=1.HQ").hand(0, "Battle").turn(0).do("battle")
    assert not any(isinstance(event, Marked) for event in t.log.events)


@pytest.mark.ruling("R21.3", "R3.3")
def test_a_marker_stays_when_control_changes() -> None:
    captive = Table("neojungle vegas borgo", "C3=2.Super_Mutant^v C4=1.Agitator A1=0.HQ E3=1.HQ E1=2.HQ")
    assert captive.controllers()["C3"] == 1
    assert markers(captive.battle())["C3"] == ["venom"]


@pytest.mark.ruling("R21.3")
def test_teammates_share_their_markers() -> None:
    board = "C3=0.Nightshade B3=0.Nightshade C2=2.Blocker B2=2.HQ A3=0.HQ A1=1.HQ E1=3.HQ"
    team = Table("neojungle mississippi moloch borgo", board, teams="teams=0+1,2+3").battle()
    assert team["choices"] == 0
    assert markers(team) == {"B2": ["venom", "venom"], "C2": ["venom"]}


@pytest.mark.ruling("R21.3")
def test_a_teammate_may_leave_a_marker_to_the_other() -> None:
    # One of the four markers of the team is at hand; each teammate has a use for it.
    board = "C3=0.Nightshade C2=1.HQ^vvv D4=2.Nightshade D3=3.HQ A3=0.HQ E1=2.HQ"
    team = Table("neojungle borgo neojungle moloch", board, teams="teams=0+2,1+3")
    assert markers(team.battle_choosing("mark C2")) == {"C2": ["venom"] * 4}
    assert markers(team.battle_choosing("leave markers")) == {"C2": ["venom"] * 3, "D3": ["venom"]}


@pytest.mark.ruling("R21.4")
def test_who_has_no_markers_puts_none() -> None:
    taken = Table("neojungle vegas", "C3=0.Nightshade C4=1.Agitator C2=0.Wall_of_Trees A3=0.HQ E3=1.HQ")
    assert taken.controllers()["C3"] == 1
    result = taken.battle()
    assert "2: C3>C2 melee 1" in hits(result)
    assert markers(result) == {}


@pytest.mark.ruling("R21.5", "R10.5")
def test_in_a_score_game_venom_counts_for_the_owner_of_the_marker() -> None:
    c = Course("mississippi borgo outpost", "A1=0.HQ E3=1.HQ E1=2.HQ C3=0.Poisoner/SE D3=1.Mutant", score=True)
    from neurohex.rules.markers import put_venom

    put_venom(c.st, c.st.game.board.index["E3"], 0)
    put_venom(c.st, c.st.game.board.index["A1"], 0)
    c.hand(1, "Battle").turn(1).do("battle")
    assert [c.st.points(p) for p in range(3)] == [1, 0, 0]  # none for the own HQ


@pytest.mark.ruling("R21.5", "R10.1")
def test_venom_stays_when_its_army_leaves_the_game() -> None:
    board = "C3=0.HQ C4=1.Mutant A1=1.HQ E1=1.Super_Mutant^v E3=2.HQ"
    c = Course("mississippi:1 borgo outpost", board).hand(1, "Battle").turn(1).do("battle")
    assert c.st.is_out(0)
    from neurohex.rules.markers import venom_on

    assert venom_on(c.st, c.st.game.board.index["E1"]) == 1


@pytest.mark.ruling("R21.3")
def test_a_marker_comes_back_in_time_from_a_unit_that_leaves_in_the_phase() -> None:
    board = "C3=0.Nightshade C2=1.Blocker B2=1.Blocker A1=1.Blocker~1^v A2=0.Slicer E1=0.HQ E3=1.HQ"
    result = Table("neojungle moloch", board).battle_choosing()  # nobody is asked
    assert [unit["hex"] for unit in result["units"] if "markers" in unit] == ["B2", "C2"]
