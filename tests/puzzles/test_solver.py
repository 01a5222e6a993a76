"""The solver against a slow one, and against puzzles that are known."""

from __future__ import annotations

import msgspec
import pytest

from neurohex.puzzles import Answer, HqGoal, Puzzle, Solution, prove, solve
from neurohex.rules.engine import apply
from tests.puzzles.random_puzzles import random_puzzle
from tests.puzzles.reference import End, Reference

KNOWN = [
    Puzzle(
        id="9e3ddc0d",
        position="living standard moloch:3 borgo:20* | A3=1.HQ/SE B3=0.Juggernaut/SW C4=0.Stormtrooper/NE~1 "
        "D4=0.Blocker/S~1 E2=0.Net_Fighter/S E3=0.HQ/SW",
        hand=("Brawler", "Grenade", "Move", "Net Fighter"),
        use=2,
        goal=HqGoal(),
        unique="facing",
        solution=(("place Net Fighter D3 facing N", "place Brawler B4 facing NE"),),
    ),
    Puzzle(
        id="92435811",
        position="living standard moloch:20* outpost:5 | C4=1.HQ B4=0.HQ B3=1.Commando/SE C5=1.Medic/S "
        "D3=0.Hunter-Killer/SE C3=1.Commando",
        hand=("Armored Hunter", "Move", "Protector", "Push Back", "Stormtrooper"),
        use=2,
        goal=HqGoal(),
        unique="facing",
        solution=(("push C4 from B4 to D4", "place Stormtrooper C4 facing SE"),),
    ),
    Puzzle(
        id="462ce7f4",
        position="living standard vegas:20* smart:5 | C1=1.HQ D4=0.HQ D1=1.Officer/SW B1=1.Twister/S "
        "C2=1.Net_Fighter/S",
        hand=("Agitator", "Guard", "Marksman", "Mine"),
        use=2,
        goal=HqGoal(),
        unique="facing",
        solution=(("place Marksman A1 facing N", "place Agitator B2 facing N", "captive B1 facing NE"),),
    ),
]


def ends_of(reference: Reference, solution: Solution) -> frozenset[End]:
    """The ends of a solution as the reference sees them."""
    ends = []
    for course in solution.courses:
        state = reference.start.copy()
        for action in course.actions:
            apply(state, action)
        ends.append(reference.end(state))
    return frozenset(ends)


def agree(puzzle: Puzzle) -> Answer:
    """Compare with the reference; what was found."""
    reference = Reference(puzzle)
    wanted, fewer = reference.solutions()
    answer = solve(puzzle)
    assert not answer.stopped
    assert {ends_of(reference, solution) for solution in answer.solutions} == wanted
    assert len(answer.solutions) == len(wanted)
    assert bool(answer.fewer) == fewer
    return answer


@pytest.mark.parametrize("puzzle", KNOWN, ids=lambda puzzle: str(puzzle.id))
def test_known_puzzles_are_unique(puzzle: Puzzle) -> None:
    proof = prove(puzzle)
    assert proof.holds, proof.words
    assert proof.answer.unique == "facing"


def small(seeds: range, units: int, hand: int, use: int, states: int) -> list[Puzzle]:
    """Random puzzles with few enough states for the reference: not those with many units that move."""
    puzzles = [random_puzzle(seed, units, hand, use) for seed in seeds]
    return [puzzle for puzzle in puzzles if not solve(puzzle, limit=states).stopped]


@pytest.mark.slow
def test_one_tile_of_three_as_the_reference_finds() -> None:
    answers = [agree(puzzle) for puzzle in small(range(14), units=12, hand=3, use=1, states=400)]
    assert len(answers) >= 4
    assert any(answer.solutions for answer in answers)
    assert not all(answer.solutions for answer in answers)


@pytest.mark.slow
def test_two_tiles_on_crowded_boards_as_the_reference_finds() -> None:
    answers = [agree(puzzle) for puzzle in small(range(100, 126), units=16, hand=2, use=2, states=1200)]
    assert len(answers) >= 4
    assert any(answer.solutions for answer in answers)


def test_the_solver_stops_at_its_limit_and_says_so() -> None:
    answer = solve(KNOWN[0], limit=500)
    assert answer.stopped
    assert not answer.solutions
    assert answer.unique is None
    proof = prove(KNOWN[0], limit=500)
    assert proof.outcome == "stopped"
    assert "too many states" in proof.words


def test_proofs_name_what_is_wrong() -> None:
    def outcome(**changes: object) -> str:
        return prove(msgspec.structs.replace(KNOWN[0], **changes), place="puzzles[0]").words

    assert outcome(use=1, solution=()) == "puzzles[0].solution: there is none"
    assert "the acts given do not win" in outcome(
        solution=(("place Net Fighter D3 facing N", "place Brawler B4 facing N"),)
    )
    assert outcome(solution=(("place Net Fighter D3 facing N",),)).startswith(
        "puzzles[0].solution[0]: expected 2 tiles"
    )
    assert outcome(solution=(("place Net Fighter E3 facing N",),)).startswith("puzzles[0].solution[0][0]: ")
    wide = KNOWN[0].position.replace("moloch:3", "moloch:1")
    assert outcome(position=wide).startswith("puzzles[0].use: fewer than 2 tiles win: ")
    assert outcome(position=wide, mode="at most").startswith("puzzles[0].unique: ")
