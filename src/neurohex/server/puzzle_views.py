"""Computes views of puzzles: attempts, hints, solutions and proofs. Runs in worker processes, as `view_jobs` does."""

from __future__ import annotations

from typing import Final

from neurohex.puzzles import PuzzleError, presenting
from neurohex.puzzles.forms import PuzzleAttempt, PuzzleHint, PuzzleProof, PuzzleSolution
from neurohex.rules.engine import IllegalAction
from neurohex.server.looks import look_at
from neurohex.server.moments import Source, attempt_at, puzzle_at
from neurohex.server.refusals import Refusal
from neurohex.wire.messages import Code
from neurohex.wire.views import OfAttempt, OfHint, OfProof, OfPuzzle

REPLY_STATES: Final = 60_000
"""States that the opponent searches for each choice before the Battle: less than half a second."""
PROOF_STATES: Final = 2_000_000
"""States that a proof searches: some seconds."""
PROOF_PRICE: Final = 60
"""Price of a proof in views. Proofs have their own process, and each person waits for one at a time."""


def attempt(body: OfAttempt, _: Source | None) -> PuzzleAttempt:
    """A puzzle after some acts and the opponent's replies."""
    puzzle, number = puzzle_at(body.puzzle)
    played = attempt_at(body.puzzle, body.then)
    while played.waits_for_opponent:
        played.act(played.reply(REPLY_STATES))
    verdict = None
    if body.fight:
        try:
            verdict = presenting.verdict_on(played, body.lang)
        except IllegalAction as error:
            raise Refusal(Code.MALFORMED, f"fight: {error}") from None
    steps = len(played.actions)
    return PuzzleAttempt(
        puzzle=presenting.entry(puzzle, body.lang, number),
        player=played.board.solver,
        acts=presenting.acts_of(played, body.lang),
        used=played.tiles_used,
        left=played.tiles_left,
        may_fight=played.may_fight,
        look=look_at(
            played.state, body.lang, step=steps, steps=0, undo=None, event=None, piles=None, actions=played.legal()
        ),
        verdict=verdict,
    )


def hint(body: OfHint, _: Source | None) -> PuzzleHint:
    """One of the hints of a puzzle."""
    puzzle, _number = puzzle_at(body.puzzle)
    try:
        return presenting.hint(puzzle, body.number, body.lang, "puzzle")
    except PuzzleError as error:
        raise Refusal(Code.MALFORMED, str(error)) from None


def solution(body: OfPuzzle, _: Source | None) -> PuzzleSolution:
    """The solution of a puzzle, with its Battles."""
    puzzle, _number = puzzle_at(body.puzzle)
    try:
        return presenting.solution(puzzle, body.lang, "puzzle")
    except PuzzleError as error:
        raise Refusal(Code.MALFORMED, str(error)) from None


def proof(body: OfProof, _: Source | None) -> PuzzleProof:
    """Whether a puzzle has one solution."""
    puzzle, _number = puzzle_at(body.puzzle)
    return presenting.proof(puzzle, PROOF_STATES, body.lang, "puzzle")
