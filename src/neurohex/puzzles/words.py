"""What solvers read, on a page and at a terminal: the task, hints, verdicts, proofs and the solution.

Every function takes a language, `en` or `pl`, and raises `UnknownLanguage` for another. `texts` has the words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from neurohex.events import Event
from neurohex.explain import explain
from neurohex.explain.names import army_name
from neurohex.model import Table
from neurohex.notation.action import action_text
from neurohex.notation.decoding import decode
from neurohex.notation.position import Position
from neurohex.puzzles.attempt import Attempt, Verdict
from neurohex.puzzles.form import Board, DamageGoal, Puzzle, PuzzleError, SurviveGoal, UnitGoal
from neurohex.puzzles.solver import Proof
from neurohex.puzzles.texts import points, say
from neurohex.rules.engine import IllegalAction, State, apply
from neurohex.tiles import ARMIES
from neurohex.view import act_words
from neurohex.view.offers import tile_used

HINTS: Final = 3
"""Hints of each puzzle."""
_BOTH: Final = 2


# --- the task -------------------------------------------------------------------------------------
def title(puzzle: Puzzle, lang: str = "en", number: int | None = None) -> str:
    """What a puzzle is called; `number` is its place in the collection, where it has one."""
    if puzzle.title is not None:
        return puzzle.title.pl if lang == "pl" else puzzle.title.en
    return say("title.own" if number is None else "title", lang, number=number)


def task(puzzle: Puzzle, lang: str = "en") -> str:
    """What is to be done, in two sentences. The puzzle must be one that can be set up."""
    return f"{_goal_words(puzzle, lang)} {_use_words(puzzle, lang)}"


def _goal_words(puzzle: Puzzle, lang: str) -> str:
    goal = puzzle.goal
    position = Position.parse(puzzle.position)
    army = ARMIES[position.players[1 - position.starter].army]
    if isinstance(goal, DamageGoal):
        return say("goal.damage", lang, army=army_name(army, lang), least=goal.least, points=points(goal.least, lang))
    if isinstance(goal, UnitGoal):
        return say("goal.unit", lang, tile=army.tile(goal.tile), hex=goal.hex)
    return say("goal.survive" if isinstance(goal, SurviveGoal) else "goal.hq", lang, army=army_name(army, lang))


def _use_words(puzzle: Puzzle, lang: str) -> str:
    hand = len(puzzle.hand)
    if puzzle.mode == "exactly" and puzzle.use == hand:
        return say({1: "use.one", _BOTH: "use.both"}.get(hand, "use.all"), lang, hand=hand)
    return say(f"use.{puzzle.mode}", lang, use=puzzle.use, hand=hand)


# --- verdicts and proofs --------------------------------------------------------------------------
def verdict_words(board: Board, verdict: Verdict, lang: str = "en") -> str:
    """What is to be said of an attempt, in one sentence."""
    goal = board.puzzle.goal
    army = ARMIES[board.start.game.armies[board.opponent]]
    left = verdict.fight.after.hq(board.opponent)
    counted = verdict.damage if verdict.reason == "too little damage" else left
    return say(
        verdict.reason,
        lang,
        army=army_name(army, lang),
        left=left,
        damage=verdict.damage,
        points=points(counted, lang),
        least=goal.least if isinstance(goal, DamageGoal) else 0,
        tile=army.tile(goal.tile) if isinstance(goal, UnitGoal) else "",
    )


def proof_words(found: Proof, lang: str = "en") -> str:
    """What a proof has found, in one line."""
    answer = found.answer
    if found.outcome == "unique":
        return say(f"proof.unique.{answer.unique}", lang)
    if found.outcome == "fewer tiles":
        line = _line(answer.board, answer.fewer[0].courses[0].actions, lang)
        return say("proof.fewer tiles" if line else "proof.fewer tiles.none", lang, one=line)
    if found.outcome == "several":
        one, two = (_line(answer.board, each.courses[0].actions, lang) for each in answer.solutions[:2])
        return say("proof.several", lang, count=len(answer.solutions), one=one, two=two)
    states = f"{answer.states:,}"
    return say(f"proof.{found.outcome}", lang, states=states if lang != "pl" else states.replace(",", " "))


def _line(board: Board, actions: Sequence[int], lang: str) -> str:
    state = board.start.copy()
    found: list[str] = []
    for action in actions:
        found.append(act_words(state, action, lang))
        apply(state, action)
    return ", ".join(found)


# --- help -----------------------------------------------------------------------------------------
def solved_attempt(puzzle: Puzzle, course: int = 0, place: str = "") -> Attempt:
    """An attempt with the acts of one course of the puzzle's solution, before its Battle.

    Raises `PuzzleError` for a puzzle without a solution, or with one that does not win; `place` is where it says that
    the puzzle is.
    """
    within = f"{place}.solution" if place else "solution"
    if not puzzle.solution or not puzzle.solution[course]:
        raise PuzzleError(within, "expected the acts of a solution, got none")
    attempt = Attempt(puzzle)
    for number, act in enumerate(puzzle.solution[course]):
        try:
            attempt.act(act)
        except IllegalAction as error:
            raise PuzzleError(f"{within}[{course}][{number}]", str(error)) from None
    if not attempt.may_fight or not attempt.fight().solved:
        raise PuzzleError(f"{within}[{course}]", "expected acts that reach the goal; these do not")
    return attempt


def hints(puzzle: Puzzle, lang: str = "en", place: str = "") -> tuple[str, ...]:
    """`HINTS` hints from the solution's first act, each telling more: the tile, the hex, the act.

    Where all tiles of the hand are used, the hex comes before the tile. Raises `PuzzleError` as `solved_attempt`.
    """
    attempt = solved_attempt(puzzle, 0, place)
    start, action = attempt.board.start, attempt.actions[0]
    after = start.copy()
    apply(after, action)
    decoded = decode(action)
    tile = tile_used(start, decoded)[1]
    if tile is not None:
        what = say("hint.tile", lang, tile=tile)
    else:  # a unit that moves or turns by itself
        unit = Table(start).unit_at[decoded.hex]
        what = say("hint.unit", lang, tile=unit.tile, hex=unit.hex)
    shown = None if decoded.kind == "air strike" else _changed(start, after)  # a strike is known by its centre
    where = say("hint.hex", lang, hex=shown or _named(start, action))
    act = say("hint.act", lang, act=act_words(start, action, lang))
    return (where, what, act) if puzzle.use == len(puzzle.hand) else (what, where, act)


def _named(state: State, action: int) -> str:
    """The first hex that an act names: for one that shows only after the opponent's choice, such as a push."""
    names = state.game.board.names
    return next((word for word in action_text(state, action).split() if word in names), "")


def _changed(before: State, after: State) -> str | None:
    """The hex on which an act shows: one with a unit that was not there like that, else one that has lost its unit."""
    was = {unit.hex: (unit.tile, unit.owner, unit.rotation, unit.wounds) for unit in Table(before).units}
    now = {unit.hex: (unit.tile, unit.owner, unit.rotation, unit.wounds) for unit in Table(after).units}
    new = [name for name, unit in now.items() if was.get(name) != unit]
    gone = [name for name in was if name not in now]
    laid = [
        one.hex for one in Table(after).foundations if one.hex not in {two.hex for two in Table(before).foundations}
    ]
    return next(iter(new + laid + gone), None)


def tell_line(puzzle: Puzzle, line: Sequence[str], lang: str = "en") -> tuple[list[str], list[str]]:
    """A line of acts in sentences, and its Battle."""
    attempt = Attempt(puzzle)
    events: list[Event] = []
    for act in line:
        events += attempt.act(act)
    game = attempt.board.start.game
    acts = [said.text for said in explain(game, events, lang)]
    return acts, [said.text for said in explain(game, attempt.fight().events, lang)]
