"""Playing a puzzle: acts, counting, undo, the opponent's answers, verdicts."""

from __future__ import annotations

import pytest

from neurohex.events import HqWounded
from neurohex.notation.action import action_text
from neurohex.puzzles import Attempt, HqGoal, Puzzle, SurviveGoal, UnitGoal, can_win
from neurohex.rules.engine import IllegalAction, apply
from tests.puzzles.test_solver import KNOWN


def test_a_solution_is_played_and_solves() -> None:
    attempt = Attempt(KNOWN[0])
    assert (attempt.may_fight, attempt.tiles_left) == (False, 2)
    with pytest.raises(IllegalAction, match="2 more of the tiles in hand"):
        attempt.fight()
    for act in KNOWN[0].solution[0]:
        assert attempt.act(act)
    assert (attempt.may_fight, attempt.tiles_left) == (True, 0)
    assert attempt.lines == KNOWN[0].solution[0]
    verdict = attempt.fight()
    assert verdict.solved
    assert verdict.reason == "solved"
    assert verdict.damage == 3
    assert any(isinstance(event, HqWounded) for event in verdict.events)
    assert attempt.state.hq(0) == 3  # the Battle was fought on a copy
    assert attempt.legal() == []


def test_a_wrong_try_says_what_is_missing_and_can_be_taken_back() -> None:
    attempt = Attempt(KNOWN[0])
    attempt.act("place Brawler B4 facing NE")
    attempt.act("place Net Fighter D3 facing S")
    verdict = attempt.fight()
    assert not verdict.solved
    assert verdict.reason == "hq stands"
    assert attempt.undo() == "place Net Fighter D3 facing S"
    attempt.act("place Net Fighter D3 facing N")
    assert attempt.fight().solved
    attempt.reset()
    assert attempt.lines == ()
    assert attempt.undo() is None
    assert attempt.state == attempt.board.start


def test_no_ending_discarding_or_battle() -> None:
    attempt = Attempt(KNOWN[0])
    state = attempt.state
    said = {action_text(state, action).split()[0] for action in attempt.legal()}
    assert said == {"place", "move", "turn", "grenade"}
    for words in ("end", "discard Brawler", "place Brawler A3 facing N"):
        with pytest.raises(IllegalAction):
            attempt.act(words)
    assert attempt.state == state


def test_the_opponent_answers_with_what_foils_the_solver() -> None:
    # The pushed Runner can go to three hexes; only from one of them it is still struck.
    puzzle = Puzzle(
        id="push",
        position="moloch* hegemony | E3=0.HQ C3=0.Blocker A1=1.HQ C2=1.Runner",
        hand=("Push Back", "Hybrid"),
        use=1,
        goal=UnitGoal(hex="C2", tile="Runner"),
    )
    attempt = Attempt(puzzle)
    attempt.act("push C2 from C3")
    assert (attempt.waits_for_opponent, attempt.to_play, attempt.may_fight) == (True, 1, False)
    with pytest.raises(IllegalAction, match="still to be decided"):
        attempt.fight()
    before = attempt.state
    reply = attempt.reply()
    after = before.copy()
    apply(after, reply)
    assert not can_win(attempt.board, after)
    attempt.act(reply)
    assert (attempt.waits_for_opponent, attempt.fight().reason) == (False, "unit stands")
    assert attempt.undo() == "push C2 from C3"  # with the answer to it
    assert attempt.state == attempt.board.start


def test_own_choices_in_the_battle_are_the_best_ones() -> None:
    """A Clown wins only if it explodes (R6.7); the default policy would let it attack."""
    puzzle = Puzzle(
        id="clown",
        position="moloch:5* borgo:1 | E3=0.HQ C3=1.HQ",
        hand=("Clown",),
        use=1,
        goal=HqGoal(),
    )
    attempt = Attempt(puzzle)
    attempt.act("place Clown C4 facing S")
    verdict = attempt.fight()
    assert verdict.solved
    assert verdict.fight.asked == ("clown",)


def test_a_survivor_may_use_fewer_tiles_than_at_most() -> None:
    puzzle = Puzzle(
        id="at most",
        position="moloch:5* borgo:1 | E3=0.HQ C3=1.HQ",
        hand=("Clown",),
        use=1,
        mode="at most",
        goal=SurviveGoal(),
    )
    assert Attempt(puzzle).fight().solved
