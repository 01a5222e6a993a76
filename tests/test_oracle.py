"""The engine agrees with an independent implementation of the rulings (tests/oracle)."""

from __future__ import annotations

import pytest

from neurohex.notation.compact import format_line, parse_line
from tests.oracle.compare import differences
from tests.oracle.positions import FLAVOURS, random_position

SEEDS = 80
"""Random positions of each flavour; `python -m tests.oracle` looks at as many as you like."""

SETTLED = {
    # R3.2: what is the same however an undecided link turns out is decided.
    "a tie leaves it with its owner, whoever the taken Agitator works for": (
        "vegas vegas | A3=1.Agitator/SE B4=0.Agitator/NE C4=0.Agitator/SW C3=0.HQ/NE"
    ),
    "one vote is enough, with or without the HQ's": (
        "outpost vegas | E3=1.HQ/S D3=0.Scoper/SW C3=1.Agitator/SE D2=1.Agitator/SE E2=0.Harpooner/SW"
    ),
    "a tie keeps the captor of the Agitator away from the net": (
        "expanded vegas vegas | D2=1.Agitator B1=1.HQ/NW D1=0.Agitator/SW C1=1.Harpooner/S"
    ),
    "the owner's side has it through either link": (
        "vegas vegas vegas borgo teams=0+1,2+3 | D2=1.HQ/NW D1=3.Net_Fighter/NE E1=1.Agitator/NW E2=0.Agitator"
    ),
    # R3.2: an own bearer is never netted by the unit it holds, taken or not.
    "an Agitator that keeps its own net unit": "vegas vegas | A2=0.Harpooner/NE A3=1.Agitator A1=0.Agitator/S",
    "an HQ that keeps its own net unit from a scoped Agitator": (
        "expanded vegas outpost | A2=0.Agitator/NE B3=1.Scoper B2=0.Harpooner/NE B1=0.HQ/NE"
    ),
    # R3.2, R3.4: a scoped link works for the Scoper's side, also when that side comes to control the bearer.
    "a scoped Agitator takes the one that faces it": "outpost vegas | C4=1.Agitator C3=1.Agitator/S D4=0.Scoper/SE",
    "a scoped Agitator in a ring": "vegas outpost | A2=0.Agitator A1=0.Agitator/SE B2=0.Agitator/SW C2=1.Scoper/SW",
    "a Scoper that cannot be taken settles whom a link works for": (
        "outpost vegas | C3=0.Scoper/NW C2=0.Scoper D3=1.Agitator D2=1.Agitator/NW E1=0.Scoper/NE"
    ),
    # R6.1: a value that has risen above the running phase is missed for good.
    "a missed attack does not come back": (
        "hegemony outpost vegas | C3=0.Gladiator/S C4=0.Scout D4=1.Harpooner D3=0.Runner/S B2=1.Saboteur"
        " A2=0.Net_Fighter C5=2.Mercenary/NW A3=2.Mercenary/NW B3=1.Recon_Center"
    ),
    # R10.1: a captive of an army that is out leaves when it is freed in a Battle.
    "a freed captive of a dead army": "hegemony:0 vegas borgo | C3=1.Agitator C2=0.Runner D3=2.HQ",
}


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_engine_and_reference_agree_on_random_positions(flavour: str) -> None:
    found = {}
    for seed in range(SEEDS):
        position = random_position(seed, flavour)
        different = differences(position)
        if different:
            found[format_line(position)] = different
    assert not found


@pytest.mark.parametrize("line", SETTLED.values(), ids=SETTLED.keys())
def test_engine_and_reference_agree_on_past_differences(line: str) -> None:
    assert not differences(parse_line(line))


def test_random_positions_are_reproducible() -> None:
    assert random_position(3, "takeover") == random_position(3, "takeover")
