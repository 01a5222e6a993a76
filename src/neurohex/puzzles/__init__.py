"""Puzzles: a board, some tiles, "use so many of them and win the Battle".

    >>> from neurohex.puzzles import Attempt, Puzzle, HqGoal, solve
    >>> puzzle = Puzzle(
    ...     id="example", position="living standard moloch:3 borgo:20* | A3=1.HQ/SE B3=0.Juggernaut/SW "
    ...     "C4=0.Stormtrooper/NE~1 D4=0.Blocker/S~1 E2=0.Net_Fighter/S E3=0.HQ/SW",
    ...     hand=("Brawler", "Grenade", "Net Fighter"), use=2, goal=HqGoal())
    >>> answer = solve(puzzle)
    >>> answer.unique, answer.lines(answer.solutions[0])
    ('facing', (('place Net Fighter D3 facing N', 'place Brawler B4 facing NE'),))
    >>> attempt = Attempt(puzzle)
    >>> for act in answer.lines(answer.solutions[0])[0]:
    ...     events = attempt.act(act)
    >>> attempt.fight().solved
    True

`form` reads and writes files, `Attempt` plays, `solve` finds all solutions, `prove` says whether there is one.
"""

from neurohex.bots.ends import TooManyStates
from neurohex.puzzles.attempt import Attempt, Reason, Verdict, judge
from neurohex.puzzles.collection import collection
from neurohex.puzzles.ending import Course, End, Solution
from neurohex.puzzles.form import (
    Board,
    DamageGoal,
    Goal,
    HqGoal,
    Mode,
    Puzzle,
    PuzzleError,
    SurviveGoal,
    Title,
    Unique,
    UnitGoal,
    board_of,
    load_puzzles,
    puzzle_id,
    puzzle_text,
    puzzles_text,
    read_puzzle,
    read_puzzles,
    save_puzzles,
)
from neurohex.puzzles.solver import USUAL_LIMIT, Answer, Outcome, Proof, can_win, prove, solve, solve_board

__all__ = [
    "USUAL_LIMIT",
    "Answer",
    "Attempt",
    "Board",
    "Course",
    "DamageGoal",
    "End",
    "Goal",
    "HqGoal",
    "Mode",
    "Outcome",
    "Proof",
    "Puzzle",
    "PuzzleError",
    "Reason",
    "Solution",
    "SurviveGoal",
    "Title",
    "TooManyStates",
    "Unique",
    "UnitGoal",
    "Verdict",
    "board_of",
    "can_win",
    "collection",
    "judge",
    "load_puzzles",
    "prove",
    "puzzle_id",
    "puzzle_text",
    "puzzles_text",
    "read_puzzle",
    "read_puzzles",
    "save_puzzles",
    "solve",
    "solve_board",
]
