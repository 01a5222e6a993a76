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

BY_RULING = {
    "R7.2: which of two Medics is saved first decides who saves a third": (
        "mississippi hegemony | D4=0.Medic/NW D3=0.Medic/SE^v C4=0.Medic/NE^v D2=0.Medic/NE^v C2=0.Medic/SE"
    ),
    "R7.3: a Medic that survives its hit": (
        "mississippi neojungle uranopolis teams=0+2 | C3=0.Medic/SE^v D3=2.Medic/NW C4=0.Mutation"
    ),
    "R21.3: a marker comes back in time": (
        "neojungle moloch | C3=0.Nightshade C2=1.Blocker B2=1.Blocker A1=1.Blocker~1^v A2=0.Slicer"
    ),
    "R29.3: a net at what holds its last source": (
        "uranopolis neojungle | B2=0.Electro_Net_Fighter/NE C2=0.Transport/SW C3=1.Net_Fighter"
    ),
    "R29.3: two nets at each other's sources": (
        "uranopolis uranopolis | C3=0.Electro_Net_Fighter C2=1.Electro_Net_Fighter/S B2=0.Transport/SE"
        " D2=1.Transport/NW"
    ),
    "R29.3: a circle of nets and power": (
        "uranopolis neojungle neojungle | B1=2.Net_Fighter/SE B2=1.Net_Fighter C2=0.Transport/S"
        " C3=0.Electro_Net_Fighter"
    ),
    "R29.3: a net and the toughness that keeps it alive": (
        "mississippi moloch | C3=0.Net_Fighter/S~1 B3=0.Mutation C4=1.Net_Fighter"
    ),
    "R29.3: captives that net each other's bearers": (
        "vegas vegas uranopolis | C3=0.Harpooner/SE C2=1.Harpooner/NW B2=1.Agitator/SE D2=0.Agitator/NW"
    ),
    "R29.3: a Scoper between a net and its power": (
        "uranopolis outpost | B2=0.Electro_Net_Fighter/NE C2=0.Transport/SW C3=1.Scoper"
    ),
    "R29.3: an Agitator at the source of a net": (
        "uranopolis vegas | C3=0.Electro_Net_Fighter/SE D3=0.Mechanic C4=1.Agitator/NE"
    ),
    "R30.2: both parts of an attack at one unit": (
        "uranopolis moloch hegemony borgo teams=0+2,1+3 | C5=2.Universal_Soldier/NE C4=1.Blocker C3=1.Blocker"
        " D4=0.Gauss_Transformer/SW"
    ),
    "R30.1: a Toxic Bomb next to Wastes": "mississippi uranopolis | B3=0.Mutation B4=1.Wastes/SW | B2=0.Toxic_Bomb",
    "R21.3: two poisoned units and one marker": "mississippi vegas | C3=0.Poisoner C2=1.HQ^vvvv D2=1.Agitator/S",
    "R21.3: teammates share their markers": (
        "neojungle vegas mississippi vegas teams=0+2,1+3 | C3=2.Poisoner C2=1.HQ^vvv D2=3.HQ^vvv"
        " B4=0.Nightshade/SE C4=1.Agitator/S"
    ),
    "R21.4: a captor without markers": (
        "vegas mississippi | C3=1.Poisoner C2=0.Agitator/S C4=1.Guard D3=1.HQ D2=1.Mutant"
    ),
    "R23.2: two bitten units and one marker": (
        "sharrash moloch | C3=0.Mutant C2=1.Blocker/S B1=1.Blocker^p A1=1.Blocker^p A2=1.Blocker^p"
        " A3=1.Blocker^p B3=1.Blocker^p D3=0.Mutant D2=1.Juggernaut"
    ),
    "R23.3: a Landfill and one marker": (
        "sharrash moloch | C3=0.Rats C4=0.Landfill C2=1.Blocker B2=1.Juggernaut D2=1.HQ^p A1=1.Blocker^p"
        " A2=1.Blocker^p A3=1.Blocker^p B4=1.Blocker^p"
    ),
    "R18.4: between two Judges": "steelpolice steelpolice | C3=0.Judge C4=1.Judge/S C5=1.Bandog",
    "R18.2: both parts of an attack come back": "steelpolice hegemony | C3=0.Judge C4=1.Universal_Soldier",
    "R18.3: a Gauss shot ends at a Judge": (
        "steelpolice moloch borgo | C3=0.Judge C5=1.Gauss_Cannon C4=2.Mutant C2=0.Officer"
    ),
    "R18.1: a redirected shot comes back": (
        "steelpolice doomsday | C3=0.Judge C5=1.Gauss_Cannon C4=1.Tripler C2=0.Officer"
    ),
    "R18.7: an HQ's own blow": "steelpolice moloch | C3=0.Judge C4=1.HQ C2=0.HQ",
    "R25.2: a blast comes back": "steelpolice sharrash | C3=0.Judge C4=1.Explosive C5=1.Medic/NE B4=1.Medic/SE",
    "R28.2: poison comes back": "steelpolice mississippi | C3=0.Judge C4=1.Poisoner",
    "R18.1: a rocket comes back": "steelpolice newyork | C3=0.Judge C4=1.Rocket_Launcher D3=1.Cop",
    "R18.1: a mortar's shot comes back": "steelpolice sharrash | C3=0.Judge C5=1.Mortar C4=1.Rats",
    "R16.2: a Judge in front of the target": (
        "steelpolice newyork | C2=0.Judge C3=0.Judge C5=1.Sharpshooter C4=1.Cop C1=0.HQ"
    ),
    "R18.1: Moloch's blow at an ally's Judge": "moloch borgo steelpolice borgo teams=0+2,1+3 | C3=2.Judge C4=0.Hybrid",
    "R18.1: a shot that comes back to a Trap": (
        "steelpolice doomsday | C3=0.Judge C4=1.Trap/S C5=1.Alpha_Shooter C2=0.HQ"
    ),
    "R14.2: a netted New York HQ": "newyork hegemony | C3=0.HQ C2=0.Cop~1 C4=1.Net_Fighter B2=0.Hammer~1",
    "R14.2: a Mutation destroyed in a phase": (
        "mississippi moloch | C3=0.Mutation C2=0.Guard~2 C4=1.Juggernaut D2=0.Guard~1"
    ),
    "R15.5: a hostile Medic saves a Spy": (
        "newyork doomsday | C3=0.Spy_Cleaner C4=1.Medic D3=1.Alpha_Shooter/NW B2=1.Omega_Shooter/SE"
    ),
    "R15.6: a hostile Boiler, own markers": (
        "newyork mississippi neojungle teams=0+2 | C3=0.Spy_Cleaner C4=1.Boiler C2=1.HQ"
    ),
    "R27.2: a Mutation on a Hole": "sharrash mississippi | C3=1.Mutation C2=1.Mutant~1 D4=0.HQ | C3=0.Hole",
    "R27.2: a Hole under three armies": (
        "sharrash steelpolice vegas | C3=1.Judge C2=2.Agitator/S D4=1.HQ | C3=0.Hole C2=0.Hole"
    ),
    "R28.7: a Toxic Bomb sets off a Trap": (
        "mississippi doomsday | C3=1.Trap C2=0.Guard D2=1.Medic B3=1.HQ C4=0.HQ | C3=0.Toxic_Bomb"
    ),
    "R28.4: a Zone that goes in the Battle": (
        "mississippi newyork | C3=0.Zone C2=1.Steel_Boxer/S C1=1.Sergeant/S D3=1.Net_Fighter/SW E2=0.Guard/S"
        " B4=0.Guard/NE"
    ),
    "R28.1: a Shadow between two HQs": "mississippi newyork:15 steelpolice:9 | C3=0.Shadow A1=1.HQ A2=2.HQ B2=1.Cop",
    "R25.1: two Explosives face each other": (
        "sharrash sharrash | C3=0.Explosive C2=1.Explosive/S C1=1.Medic/SW B1=0.Medic/SE"
    ),
    "R25.2: a blast sets off a Trap": "sharrash doomsday | C3=0.Explosive C2=1.Trap/S B2=1.Medic/SE D2=0.Rats",
    "R25.4: a poisoned Explosive": (
        "sharrash neojungle mississippi | C3=0.Explosive^v C2=1.Medic/S C4=0.Medic/NE B3=0.Medic/SE"
    ),
    "R22.3: Medics of the Motherland": "neojungle moloch | C3=0.HQ C2=0.Medic B2=0.Medic C4=0.Slicer^v D3=0.Crusher^v",
    "R22.5: an enemy on Roots": (
        "neojungle moloch | C3=0.HQ C4=1.Blocker C5=0.Swarm B4=0.Symbiont_Alpha/SE D3=0.Slicer | C4=0.Roots"
    ),
    "R22.4: Vines that a Scoper turned": "neojungle outpost | C3=0.HQ C2=0.Vines C1=1.Scoper/S C4=0.Slicer D3=0.Swarm",
    "R19.3: the HQ is netted, and a net unit freed": (
        "steelpolice hegemony | C3=0.HQ C2=1.Net_Fighter/S B2=1.Net_Fighter/SE^s"
    ),
    "R19.3, R14.4: a Mutation freed in time": (
        "steelpolice hegemony mississippi | C3=0.HQ C2=1.Net_Fighter/S A2=2.Mutation^s A1=2.Guard~1"
        " B2=2.Mutation/NW B3=1.Net_Fighter"
    ),
}
"""Positions with what chance seldom brings together."""


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


@pytest.mark.parametrize("line", BY_RULING.values(), ids=BY_RULING.keys())
def test_engine_and_reference_agree_by_ruling(line: str) -> None:
    assert not differences(parse_line(line))
