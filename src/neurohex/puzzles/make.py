"""Make puzzles: survey every end of a turn on a random board, and keep boards with one good solution.

A board starts with full HQs. A survey finds the best result for each choice of tiles. If one end is better than all
others for its tiles, the HQ's points are set so that only this end reaches the goal. Further tiles stay in the hand if
no end with them is as good. Then needless units are removed, and the rest is proved.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Final

import msgspec

from neurohex.bots.ends import TooManyStates
from neurohex.notation.bridge import tile_number
from neurohex.notation.position import PlacedUnit, Position
from neurohex.puzzles.boards import FULL, Draft, box_of, constructed, from_game
from neurohex.puzzles.ending import FIRST_HAND, Course, Solution, counted, end_of
from neurohex.puzzles.form import (
    DamageGoal,
    Goal,
    HqGoal,
    Kind,
    Puzzle,
    PuzzleError,
    SurviveGoal,
    UnitGoal,
    board_of,
    kind_of,
    puzzle_id,
)
from neurohex.puzzles.measures import Survey, grade_of, measure, solving_figures, survey, with_points
from neurohex.puzzles.plain import plainest
from neurohex.puzzles.solver import Answer, solve_if_unique
from neurohex.puzzles.themes import themes_of
from neurohex.tiles import ARMIES

SURVEYED: Final = {1: 20_000, 2: 70_000, 3: 300_000}
"""Limit of states in a survey, by the number of tiles to use. Larger boards are skipped."""
REDUCED: Final = {1: 200_000, 2: 200_000, 3: 500_000}
"""Limit of states in the proof of a board with one unit less. A unit stays if its proof would take more."""
PROVED: Final = 1_500_000
"""Limit of states in a proof."""
_MOST_KEPT: Final = 30
_HOPELESS: Final = 0.25
"""Share of the boards to survey on which no single tile helps towards the goal."""
_MOST_RIVALS: Final = 16
_BLOCKS: Final = 4
"""Limit of rival hexes to block."""
_LIFTED: Final = 2
"""Units that `lengthen` tries to take back into the hand."""
_LEAST_HAND: Final = 3
_KINDS: Final[tuple[Kind, ...]] = ("hq", "hq", "hq", "hq", "damage", "unit", "survive", "survive")


@dataclass(frozen=True, slots=True)
class Wish:
    """The puzzle to make: armies, kind and number of tiles. None means random."""

    solver: str | None = None
    opponent: str | None = None
    kind: Kind | None = None
    use: int | None = None
    """1 to 3."""


def make(seed: int, wish: Wish | None = None) -> list[Puzzle]:
    """Try one board. Returns the puzzles found: mostly none, at most a short one and one with three tiles.

    The same seed and wish give the same puzzles.
    """
    wish = wish or Wish()
    dice = random.Random(seed)
    armies = list(ARMIES)
    solver = wish.solver or armies[seed % len(armies)]
    opponent = wish.opponent or dice.choice([army for army in armies if army != solver])
    kind: Kind = wish.kind if wish.kind is not None else dice.choice(_KINDS)
    use = wish.use or dice.choices((1, 2, 3), (5, 65, 30))[0]
    draft: Draft | None
    if kind != "survive" and use == 2 and dice.random() < 0.12:
        draft = from_game(dice, solver, opponent)
    else:
        draft = constructed(dice, solver, opponent, about_own=kind == "survive", use=use)
    if draft is None:
        return []
    try:
        return _made(draft, kind, use, dice)
    except (TooManyStates, PuzzleError):  # too large a board, or one that cannot be set up
        return []


def _made(draft: Draft, kind: Kind, use: int, dice: random.Random) -> list[Puzzle]:
    trimmed = _trimmed(draft, kind, use, dice)
    if trimmed is None:
        return []
    draft = trimmed
    for goal in _goals(draft, kind, dice):
        puzzle = _find(draft, goal, kind, use, dice)
        if puzzle is None:
            continue
        puzzle = reduce(puzzle, dice)
        finished = finish(puzzle)
        if finished is None:
            continue
        longer = lengthen(finished, dice) if use == 2 else None
        return [finished] if longer is None else [finished, longer]
    return []


def _trimmed(draft: Draft, kind: Kind, use: int, dice: random.Random) -> Draft | None:
    """The draft with no more tiles in hand than a survey can look at; None if that is too few, or hopeless.

    A look at single tiles tells how many ends there are, and whether anything can be done to the hostile HQ.
    """
    goal: Goal = SurviveGoal() if kind == "survive" else HqGoal()
    found = survey(board_of(_puzzle(draft.position, draft.hand, 1, goal, "")), SURVEYED[1])
    if kind in ("hq", "damage") and found.best(1) <= 0 and dice.random() > _HOPELESS:
        return None
    army = draft.position.players[draft.position.starter].army
    acts = dict.fromkeys(draft.hand, 0)
    for used, group in found.groups.items():
        if len(used) == 1:
            name = next(name for name in acts if tile_number(name, army) == used[0])
            acts[name] = int(group.ends)
    hand = list(draft.hand)
    dice.shuffle(hand)
    while len(hand) > _LEAST_HAND and _states(hand, acts, use) > SURVEYED[use]:
        hand.remove(max(hand, key=lambda name: acts[name]))
    if _states(hand, acts, use) > SURVEYED[use]:
        return None
    return replace(draft, hand=tuple(sorted(hand)))


def _states(hand: Sequence[str], acts: dict[str, int], use: int) -> int:
    """Estimate of the states of a survey: all orders of so many different tiles."""
    return sum(math.prod(acts[name] for name in order) for order in permutations(hand, use))


def _goals(draft: Draft, kind: Kind, dice: random.Random) -> list[Goal]:
    if kind == "unit":
        names = [(unit.player, unit.tile) for unit in draft.position.units]
        targets = [
            unit
            for unit in draft.position.units
            if unit.player != draft.position.starter
            and names.count((unit.player, unit.tile)) == 1
            and ARMIES[draft.position.players[1].army].tile(unit.tile).kind != "hq"
        ]
        dice.shuffle(targets)
        return [UnitGoal(hex=unit.hex, tile=unit.tile) for unit in targets[:3]]
    return [SurviveGoal() if kind == "survive" else HqGoal()]


def _puzzle(position: Position, hand: Sequence[str], use: int, goal: Goal, source: str) -> Puzzle:
    return Puzzle(id="", position=str(position), hand=tuple(hand), use=use, goal=goal, unique="facing", source=source)


# --- finding --------------------------------------------------------------------------------------
def _find(draft: Draft, goal: Goal, kind: Kind, use: int, dice: random.Random, *, blocks: bool = True) -> Puzzle | None:
    """A puzzle with one solution on a board, or None. `blocks` allows to block hexes of rival solutions."""
    wide = _puzzle(draft.position, draft.hand, use, goal, draft.source)
    found = survey(board_of(wide), SURVEYED[use], floor=1)
    choice = _choose(found, draft, use, dice)
    if choice is None and blocks:
        blocked = _blocked(found, draft, use, dice)
        return None if blocked is None else _find(blocked, goal, kind, use, dice, blocks=False)
    if choice is None:
        return None
    hand, best = choice
    puzzle = msgspec.structs.replace(wide, hand=hand)
    if kind == "survive":
        puzzle = with_points(puzzle, FULL - best + 1, FULL)
    elif kind == "hq":
        puzzle = with_points(puzzle, FULL, best)
    elif kind == "damage":
        puzzle = msgspec.structs.replace(with_points(puzzle, FULL, FULL), goal=DamageGoal(least=best))
    return puzzle if _unique(puzzle) is not None else None


def _choose(found: Survey, draft: Draft, use: int, dice: random.Random) -> tuple[tuple[str, ...], int] | None:
    """The hand with one best end, and the value of that end. Prefers large hands, then good ends."""
    army = draft.position.players[draft.position.starter].army
    names = {tile_number(name, army): name for name in draft.hand}
    best = {used: int(group.best) for used, group in found.groups.items()}
    base = best.get((), -1)
    offers: list[tuple[int, int, tuple[str, ...], int]] = []
    for used, group in found.groups.items():
        worth = best[used]
        if len(used) != use or worth <= max(base, 0) or int(group.best_count) > _MOST_KEPT:
            continue
        if isinstance(found.board.puzzle.goal, HqGoal) and not (use == 1 or worth >= 2):
            continue
        ends = (end_of(found.board.start, arrival.state, found.board.solver) for arrival in group.kept)
        if len(counted(Solution((Course(end, ()),)) for end in ends)) != 1:
            continue
        held = list(used)
        others = [tile for tile in names if tile not in used]
        dice.shuffle(others)
        for tile in others:
            if _all_below([*held, tile], used, best, worth):
                held.append(tile)
        if len(held) >= _LEAST_HAND and _all_below(held, used, best, worth):
            gain = worth - max((best.get(part, 0) for part in combinations(used, use - 1)), default=0)
            offers.append((min(len(held), 4), gain, tuple(sorted(names[tile] for tile in held)), worth))
    if not offers:
        return None
    *_, hand, worth = max(offers)
    return hand, worth


def _blocked(found: Survey, draft: Draft, use: int, dice: random.Random) -> Draft | None:
    """The board with hostile units on hexes that rivals of one best end need; None if it has rivals that differ from
    it in facings, or too many."""
    best = {used: int(group.best) for used, group in found.groups.items()}
    floor = max(0, *(worth for used, worth in best.items() if len(used) < use))
    offers = [
        (int(group.best_count), -best[used], used)
        for used, group in found.groups.items()
        if len(used) == use and best[used] > floor and 1 < int(group.best_count) <= _MOST_RIVALS
    ]
    names = found.board.start.game.board.names
    for _, _, used in sorted(offers)[:2]:
        group = found.groups[used]
        ends = [end_of(found.board.start, arrival.state, found.board.solver) for arrival in group.kept]
        hexes = [{where for where, value in end.changes if where < 100 and value > 0} for end in ends]
        chosen = dice.randrange(len(ends))
        rivals = [there - hexes[chosen] for number, there in enumerate(hexes) if number != chosen]
        if not all(rivals):
            continue
        blocks: list[str] = []
        while rivals:
            worst = max(set[int]().union(*rivals), key=lambda h: sum(h in rival for rival in rivals))
            blocks.append(names[worst])
            rivals = [rival for rival in rivals if worst not in rival]
        if len(blocks) <= _BLOCKS and not any(unit.hex in blocks for unit in draft.position.units):
            return _with_blockers(draft, blocks, dice)
    return None


def _with_blockers(draft: Draft, hexes: Sequence[str], dice: random.Random) -> Draft | None:
    """The board with a hostile unit on each of some hexes, none of them a module; None where the box has too few."""
    opponent = 1 - draft.position.starter
    box = [tile for tile in box_of(ARMIES[draft.position.players[opponent].army]) if tile.is_unit and not tile.module]
    for unit in draft.position.units:
        found = next((tile for tile in box if unit.player == opponent and tile.name == unit.tile), None)
        if found is not None:
            box.remove(found)
    if len(box) < len(hexes):
        return None
    blockers = [
        PlacedUnit(hex_, opponent, tile.name, dice.randrange(6))
        for hex_, tile in zip(hexes, dice.sample(box, len(hexes)), strict=True)
    ]
    position = replace(draft.position, units=(*draft.position.units, *blockers))
    return replace(draft, position=position, source=f"{draft.source}, filled")


def _all_below(held: list[int], used: tuple[int, ...], best: dict[tuple[int, ...], int], worth: int) -> bool:
    """Whether no other end with these tiles is as good."""
    for many in range(len(used) + 1):
        for part in combinations(sorted(held), many):
            if part != used and best.get(part, -1) >= worth:
                return False
    return True


def _unique(puzzle: Puzzle, limit: int = PROVED) -> Answer | None:
    """The answer to a puzzle with exactly one solution."""
    return solve_if_unique(board_of(puzzle), limit)


# --- reducing -------------------------------------------------------------------------------------
def reduce(puzzle: Puzzle, dice: random.Random) -> Puzzle:
    """Remove every unit that is not needed for the solution to be the only one."""
    answer = _unique(puzzle)
    if answer is None:
        return puzzle
    solution = answer.solutions[0]
    position = Position.parse(puzzle.position)
    order = [unit for unit in position.units if not _is_needed(puzzle, position, unit)]
    dice.shuffle(order)
    for unit in order:
        without = replace(position, units=tuple(other for other in position.units if other != unit))
        smaller = msgspec.structs.replace(puzzle, position=str(without))
        less = _unique(smaller, REDUCED[puzzle.use])
        if less is not None and less.solutions[0].courses[0].end.changes == solution.courses[0].end.changes:
            puzzle, position = smaller, without
    return puzzle


def _is_needed(puzzle: Puzzle, position: Position, unit: PlacedUnit) -> bool:
    """Units that must stay: HQs, and the unit to destroy."""
    if isinstance(puzzle.goal, UnitGoal) and unit.hex == puzzle.goal.hex:
        return True
    return unit.player is not None and ARMIES[position.players[unit.player].army].tile(unit.tile).kind == "hq"


# --- finishing ------------------------------------------------------------------------------------
def finish(puzzle: Puzzle) -> Puzzle | None:
    """A puzzle with its solution, themes, figures and id; None if it is not good enough.

    Good is what a naive player fails at, and what has a quiet tile. Puzzles with one tile are for beginners, and need
    neither.
    """
    answer = _unique(puzzle)
    if answer is None:
        return None
    puzzle = plainest(msgspec.structs.replace(puzzle, solution=answer.lines(answer.solutions[0])))
    figures = measure(puzzle, bots=False)
    if puzzle.use > 1 and (figures["naive"] != 0.0 or figures["quiet_tiles"] == 0):
        return None
    themes = themes_of(puzzle, puzzle.solution[0])
    if puzzle.use > 1 and not themes:
        return None
    figures |= solving_figures(puzzle, figures)
    return msgspec.structs.replace(
        puzzle,
        id=puzzle_id(puzzle.position, puzzle.hand, puzzle.use, puzzle.mode, puzzle.goal),
        themes=themes,
        measures=figures,
        grade=grade_of(figures),
        source=f"{puzzle.source}, reduced",
    )


# --- three tiles ----------------------------------------------------------------------------------
def lengthen(puzzle: Puzzle, dice: random.Random, tries: int = _LIFTED) -> Puzzle | None:
    """Make a puzzle with three tiles from one with two: take a unit of the solver back into the hand.

    So many units are tried.
    """
    position = Position.parse(puzzle.position)
    army = position.players[position.starter].army
    lifted = [
        unit
        for unit in position.units
        if unit.player == position.starter and not unit.wounds and ARMIES[army].tile(unit.tile).kind != "hq"
    ]
    dice.shuffle(lifted)
    used = _used_names(puzzle)
    kind = kind_of(puzzle.goal)
    goal: Goal = HqGoal() if kind == "damage" else puzzle.goal
    for unit in lifted[:tries]:
        shorter = replace(
            position,
            players=tuple(replace(player, hq=FULL) for player in position.players),
            units=tuple(other for other in position.units if other != unit),
        )
        draft = Draft(shorter, tuple(sorted([*used, unit.tile])), f"{puzzle.source}, lengthened")
        try:
            longer = _find(draft, goal, kind, 3, dice)
        except (TooManyStates, PuzzleError):
            continue
        if longer is not None:
            finished = finish(reduce(longer, dice))
            if finished is not None:
                return finished
    return None


def _used_names(puzzle: Puzzle) -> list[str]:
    """The tiles that the solution uses."""
    board = board_of(puzzle)
    answer = _unique(puzzle)
    if answer is None:
        return []
    changes = answer.solutions[0].courses[0].end.changes
    hand = {tile_number(name, board.start.game.armies[board.solver]): name for name in puzzle.hand}
    return [hand[where - FIRST_HAND] for where, _ in changes if where >= FIRST_HAND]
