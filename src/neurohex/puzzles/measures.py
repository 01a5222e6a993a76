"""How good and how hard a puzzle is, in figures.

- `ends`: different ends of the turn, with the tiles that the puzzle asks for.
- `near_misses`: ends that come within one point of the goal (goals about HQs only).
- `best_with_one_less`: the most that fewer tiles do.
- `quiet_tiles`: tiles of the solution that alone do nothing for the goal.
- `naive`: the share of the ways of a naive player, who always takes the act that looks best at once, that solve it.
- `phases`: phases of the Battle in which what the puzzle is about is hit: an HQ, or the unit to destroy.
- `solved_by`: the lowest level of the bots that solves it, `none` where none does.
- `score`: how hard it is, from these figures (`score_of`).
- `version`: of these definitions. Only figures of the same version can be compared.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from neurohex.bots.ends import GOAL_KEEP, GOAL_SCORE, EndSearch, Group, hand_of, limit_tiles, may_end, tiles_played
from neurohex.events import Hit
from neurohex.notation.action import action_text, parse_action
from neurohex.notation.bridge import setup_of, tile_number
from neurohex.notation.errors import ActionError
from neurohex.notation.position import Position
from neurohex.players.levels import LEVELS
from neurohex.puzzles.ending import Change, end_of
from neurohex.puzzles.form import Board, Puzzle, SurviveGoal, UnitGoal, board_of
from neurohex.puzzles.solver import search_for
from neurohex.puzzles.themes import play_line
from neurohex.rules.engine import State, apply, legal_actions
from neurohex.tiles import ARMIES

VERSION: Final = 2
"""Increases when a figure changes its meaning."""
SURVEY_LIMIT: Final = 3_000_000
"""Limit of states in a survey."""
_FIRST_LEVEL: Final = 2
"""Levels below this number in `LEVELS` overlook things at random, and say nothing about a puzzle."""
_MOST_DECISIONS: Final = 12


@dataclass(frozen=True, slots=True)
class Survey:
    """All ends of a puzzle's turn by the tiles used, each judged by points instead of yes or no."""

    board: Board
    groups: dict[tuple[int, ...], Group]
    """By the numbers of the tiles used, ascending."""

    def best(self, tiles: int) -> int:
        """The best result with this number of tiles."""
        return max((int(group.best) for used, group in self.groups.items() if len(used) == tiles), default=-1)


def survey(board: Board, limit: int = SURVEY_LIMIT, floor: int = -2) -> Survey:
    """Look at all ends, with fewer tiles too. Raises `TooManyStates`.

    Ends that are surely worth less than `floor` may be left out of all figures but the number of ends. HQ points must
    be high enough not to get in the way: what a Battle does is counted up to the points there are.
    """
    goal = board.puzzle.goal
    if isinstance(goal, UnitGoal):
        search = search_for(board, limit)
    else:
        kind = GOAL_KEEP if isinstance(goal, SurviveGoal) else GOAL_SCORE
        search = EndSearch(board.solver, kind, 0, board.points, limit)
    search.set_floor(floor)
    start = board.start.copy()
    hand = Counter(start.hand(board.solver))
    groups = {}
    for left, group in search.survey(start).items():
        groups[tuple(sorted((hand - Counter(hand_of(left))).elements()))] = group
    return Survey(board, groups)


def changes_of(board: Board, state: State) -> frozenset[Change]:
    """What differs from the start of a puzzle."""
    return end_of(board.start, state, board.solver).changes


def naive_share(found: Survey, solution: frozenset[Change], tiles: int) -> float:
    """The share of a naive player's turns that find the solution.

    The player takes one tile after the other, each time an end that is best for so many tiles and better than the one
    before; where no tile makes it better, the player is stuck.
    """
    share = 1.0
    reached = found.best(0)
    for used in range(1, tiles + 1):
        best = found.best(used)
        if best <= reached:
            return 0.0
        groups = [group for key, group in found.groups.items() if len(key) == used and group.best == best]
        count = sum(int(group.best_count) for group in groups)
        ends = [changes_of(found.board, arrival.state) for group in groups for arrival in group.kept]
        share *= sum(_leads_to(end, solution) for end in ends) / count
        if not share:
            return 0.0
        reached = best
    return round(share, 3)


def _leads_to(end: frozenset[Change], solution: frozenset[Change]) -> bool:
    return end <= solution


def quiet_tiles(board: Board, actions: Sequence[int], base: int) -> int:
    """Tiles of a solution that alone, as they are used there, make nothing better than doing nothing (`base`).

    Counted by leaving all other acts out, in the order of the solution; an act that cannot be done alone is quiet.
    """
    goal = board.puzzle.goal
    quiet = 0
    tiles = _tile_acts(board, actions)
    for words in tiles:
        state = board.start.copy()
        try:
            for action in words:
                if action not in legal_actions(state):
                    raise ValueError
                apply(state, action)
        except ValueError:
            quiet += 1
            continue
        if not may_end(state, board.solver):
            quiet += 1
            continue
        if isinstance(goal, UnitGoal):
            worth = search_for(board).worth(state)
        else:
            kind = GOAL_KEEP if isinstance(goal, SurviveGoal) else GOAL_SCORE
            worth = EndSearch(board.solver, kind, 0, board.points, SURVEY_LIMIT).worth(state)
        quiet += worth <= base
    return quiet


def _tile_acts(board: Board, actions: Sequence[int]) -> list[list[int]]:
    """The acts of each tile: playing it, and what had to be decided because of it. By number, as they are at the start.

    Slots of the hand change when tiles leave it, so placing is looked up again among the acts of the start.
    """
    state = board.start.copy()
    tiles: list[list[int]] = []
    for action in actions:
        played = tiles_played(state)
        words = action_text(state, action)
        pending = not may_end(state, board.solver)
        apply(state, action)
        if tiles_played(state) > played:
            try:
                tiles.append([parse_action(board.start, words)])
            except ActionError:
                tiles.append([-1])
        elif pending and tiles:
            tiles[-1].append(action)
    return tiles


def phases_of(puzzle: Puzzle, line: Sequence[str]) -> int:
    """Phases in which what the puzzle is about is hit: the hostile HQ, the unit to destroy, or the HQ to save."""
    played = play_line(puzzle, line)
    goal = puzzle.goal
    owner = played.board.solver if isinstance(goal, SurviveGoal) else played.board.opponent
    phases = set()
    for event in played.verdict.events:
        if isinstance(event, Hit) and event.target.owner == owner:
            name = event.target.tile.name if isinstance(goal, UnitGoal) else event.target.tile.kind
            if name == (goal.tile if isinstance(goal, UnitGoal) else "hq"):
                phases.add(event.phase)
    return len(phases)


# --- bots -----------------------------------------------------------------------------------------
def solved_by(board: Board, seed: int = 1) -> str:
    """The lowest level of the bots that solves a puzzle, given a Battle tile to begin the Battle with."""
    for level in LEVELS[_FIRST_LEVEL:]:
        state = _with_battle_tile(board)
        for _ in range(_MOST_DECISIONS):
            # A fresh bot for each decision: a plan of an earlier one would not know what others have chosen since.
            action = level.make(seed).choose(state.copy())
            if state.actor() == board.solver and _is_fight(state, action):
                enough = board.puzzle.mode == "at most" or tiles_played(state) == board.puzzle.use
                if enough and search_for(board).worth(state) > 0:
                    return level.name
                break
            if _is_end(state, action):
                break
            apply(state, action)
    return "none"


def _is_fight(state: State, action: int) -> bool:
    return action_text(state, action) == "battle"


def _is_end(state: State, action: int) -> bool:
    return action_text(state, action) in ("end", "end turn")


def _with_battle_tile(board: Board) -> State:
    """The start with a Battle tile in hand, and room to play it after the tiles of the puzzle."""
    puzzle = board.puzzle
    position = Position.parse(puzzle.position)
    army = ARMIES[position.players[board.solver].army]
    setup = setup_of(position)
    battle = [tile.name for tile in army.tiles if tile.effect == "battle"][:1]
    for name in (*puzzle.hand, *battle):
        number = tile_number(army.tile(name).name, army.key)
        setup.take(board.solver, number)
        setup.to_hand(board.solver, number)
    setup.set_turn(board.solver)
    state = setup.state()
    limit_tiles(state, puzzle.use + 1)
    return state


# --- all together ---------------------------------------------------------------------------------
def measure(puzzle: Puzzle, *, bots: bool = True) -> dict[str, object]:
    """All figures of a puzzle that has its solution; without `bots` not those of `solving_figures`, which take long.

    Raises `TooManyStates`.
    """
    board = board_of(puzzle)
    line = puzzle.solution[0]
    played = play_line(puzzle, line)
    found = survey(_unbounded(puzzle))
    solution = changes_of(board, played.before)
    ends = sum(int(group.ends) for used, group in found.groups.items() if len(used) == puzzle.use)
    figures: dict[str, object] = {"ends": ends}
    if not isinstance(puzzle.goal, UnitGoal):
        best = found.best(puzzle.use)
        figures["near_misses"] = sum(
            int(group.next_count) if group.best == best else int(group.best_count)
            for used, group in found.groups.items()
            if len(used) == puzzle.use and (group.next if group.best == best else group.best) == best - 1
        )
    less = max((found.best(tiles) for tiles in range(puzzle.use)), default=-1)
    figures["best_with_one_less"] = less
    actions = _numbers(board, line)
    figures["quiet_tiles"] = quiet_tiles(_unbounded(puzzle), actions, found.best(0))
    figures["naive"] = naive_share(found, solution, puzzle.use)
    figures["phases"] = phases_of(puzzle, line)
    return figures | solving_figures(puzzle, figures) if bots else figures


def solving_figures(puzzle: Puzzle, figures: dict[str, object]) -> dict[str, object]:
    """The figures that need bots, and the figures computed from all others."""
    whole = figures | {"solved_by": solved_by(board_of(puzzle))}
    return {"solved_by": whole["solved_by"], "score": score_of(whole), "version": VERSION}


def _numbers(board: Board, line: Sequence[str]) -> list[int]:
    state = board.start.copy()
    numbers = []
    for act in line:
        numbers.append(parse_action(state, act))
        apply(state, numbers[-1])
    return numbers


def _unbounded(puzzle: Puzzle) -> Board:
    """The board with the HQ points that a survey needs: full ones, except where the goal is about a unit."""
    if isinstance(puzzle.goal, UnitGoal):
        return board_of(puzzle)
    return board_of(with_points(puzzle, 20, 20))


def with_points(puzzle: Puzzle, own: int, hostile: int) -> Puzzle:
    """The same puzzle with other HQ points."""
    position = Position.parse(puzzle.position)
    points = [hostile, hostile]
    points[position.starter] = own
    players = tuple(replace(player, hq=points[n]) for n, player in enumerate(position.players))
    return msgspec.structs.replace(puzzle, position=str(replace(position, players=players)))


# --- grades ---------------------------------------------------------------------------------------
BOUNDS: Final = (4.89, 7.54, 8.48, 9.34)
"""The scores above which grades 2, 3, 4 and 5 begin: they split the collection into parts of about the same size."""
_STEPS: Final = {"level3": 0, "level4": 1, "level5": 2, "level6": 3, "none": 4}


def score_of(figures: dict[str, object]) -> float:
    """How hard a puzzle is.

    A higher level that is needed to solve it, more ends, more near misses and more phases make it harder; a larger
    share of naive ways that solve it makes it easier.
    """

    def number(key: str) -> float:
        value = figures.get(key, 0)
        return float(value) if isinstance(value, int | float) else 0.0

    score: float = _STEPS[str(figures.get("solved_by", "none"))]
    score += math.log10(max(number("ends"), 1.0)) + 0.5 * math.log10(1.0 + number("near_misses"))
    return round(score + 0.25 * number("phases") - 4.0 * number("naive"), 2)


def grade_of(figures: dict[str, object]) -> int:
    """How hard a puzzle is, 1 to 5, from its score."""
    score = score_of(figures)
    return 1 + sum(score > bound for bound in BOUNDS)
