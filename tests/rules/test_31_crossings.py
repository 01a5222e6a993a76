"""Where rulings of several sections meet: positions that random ones seldom bring together."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.table import Table, hits


def markers(result: dict[str, Any]) -> dict[str, list[str]]:
    return {unit["hex"]: unit["markers"] for unit in result["units"] if "markers" in unit}


# --- Medics and hits that carry markers ---
@pytest.mark.ruling("R7.2", "R21.1")
def test_a_hit_with_venom_and_one_without_are_a_choice_for_a_medic() -> None:
    # The Nightshade and the Slicer hit the HQ with 1 each; only one of the hits leaves a marker.
    t = Table("neojungle borgo", "C2=0.Nightshade/S D2=0.Slicer/SW C3=1.HQ C4=1.Medic A1=0.HQ")
    assert t.battle()["choices"] == 1
    assert markers(t.battle_choosing("save C3 from 1 with venom by medic C4")) == {}
    assert markers(t.battle_choosing("save C3 from 1 by medic C4")) == {"C3": ["venom"]}


@pytest.mark.ruling("R7.2", "R23.2")
def test_so_are_one_with_paralysis_and_one_without() -> None:
    t = Table("sharrash borgo", "C2=0.Rats/S C1=0.Landfill/S D2=0.Rats/SW C3=1.HQ C4=1.Medic A1=0.HQ")
    free = t.battle_choosing("save C3 from 1 with paralysis by medic C4")
    assert "0: C3>C2 melee 1" in hits(free)
    numb = t.battle_choosing("save C3 from 1 by medic C4")
    assert not any(hit.startswith("0: C3") for hit in hits(numb))


@pytest.mark.ruling("R7.2", "R21.3")
@pytest.mark.parametrize(
    ("armies", "board"),
    [
        # No marker is left: both lie on the other army's HQ.
        ("neojungle borgo", "C2=0.Nightshade/S D2=0.Slicer/SW C3=1.Super_Mutant/N C4=1.Medic A1=0.HQ E3=1.HQ^vv"),
        # The patient is destroyed either way, and takes no marker.
        ("neojungle borgo", "C2=0.Nightshade/S D2=0.Slicer/SW C3=1.Officer/N C4=1.Medic A1=0.HQ E3=1.HQ"),
    ],
)
def test_hits_that_would_do_the_same_are_no_choice(armies: str, board: str) -> None:
    result = Table(armies, board).battle()
    assert [hit for hit in hits(result) if hit.endswith("saved")] == ["2: C2>C3 melee 1 saved"]
    assert result["choices"] == 0
