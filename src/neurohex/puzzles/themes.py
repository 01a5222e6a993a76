"""What a solution is about: themes found by what happens in its acts and its Battle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from neurohex.board import DIRECTIONS
from neurohex.bots.ends import may_end
from neurohex.events import (
    Acted,
    Converted,
    Event,
    Exploded,
    Healed,
    Hit,
    MineBlew,
    Moved,
    Placed,
    Played,
    Pushed,
    Stopped,
    Swapped,
    Turned,
)
from neurohex.model import Table
from neurohex.puzzles.attempt import Attempt, Verdict
from neurohex.puzzles.form import Board, Puzzle, SurviveGoal, UnitGoal
from neurohex.rules.engine import IllegalAction, State

THEMES: Final = (
    "net",
    "free from a net",
    "clear the way",
    "push",
    "module",
    "initiative",
    "extra attack",
    "armour",
    "Medic",
    "takeover",
    "turn",
    "redirect",
    "Clown",
    "explosion",
    "castling",
    "Mine",
    "Air Strike",
    "Grenade",
    "Sniper",
    "move",
    "mobility",
    "granted move",
    "Transporter",
    "Quartermaster",
    "shield",
    "double strike",
    "move order",
)
"""All themes, in the order in which a puzzle lists its own."""
_INSTANTS: Final = {
    "air_strike": "Air Strike",
    "grenade": "Grenade",
    "sniper": "Sniper",
    "castling": "castling",
    "push_back": "push",
    "move": "move",
    "rotation": "turn",
    "small_bomb": "explosion",
}


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """A solution played to its end."""

    board: Board
    before: State
    """Before the Battle."""
    acts: tuple[Event, ...]
    verdict: Verdict


def play_line(puzzle: Puzzle, line: Sequence[str]) -> PlayedLine:
    """Play a line of acts, the opponent's choices among them, and fight. Raises `IllegalAction`."""
    attempt = Attempt(puzzle)
    events: list[Event] = []
    for act in line:
        events += attempt.act(act)
    return PlayedLine(attempt.board, attempt.state, tuple(events), attempt.fight())


def themes_of(puzzle: Puzzle, line: Sequence[str]) -> tuple[str, ...]:
    """The themes of a solution."""
    played = play_line(puzzle, line)
    found = _of_acts(played) | _of_board(played) | _of_battle(played)
    if _order_matters(puzzle, line):
        found.add("move order")
    return tuple(theme for theme in THEMES if theme in found)


def _of_acts(played: PlayedLine) -> set[str]:
    found: set[str] = set()
    for event in played.acts:
        if isinstance(event, Played):
            found.add(_INSTANTS.get(event.tile.effect, ""))
        elif isinstance(event, Pushed):
            found.add("push")
        elif isinstance(event, Swapped):
            found.add("castling")
        elif isinstance(event, MineBlew) or (isinstance(event, Placed) and event.tile.kind == "foundation"):
            found.add("Mine")
        elif isinstance(event, Placed) and event.instead_of is not None:
            found.add("Transporter")
        elif isinstance(event, Moved):
            found.add({"mobility": "mobility", "unit": "granted move", "recon": "mobility"}.get(event.by, "move"))
        elif isinstance(event, Turned) and event.by in ("taker", "hq"):
            found.add("turn")
    return found


def _new_hexes(played: PlayedLine) -> set[str]:
    """Where units stand that the solver has placed or moved."""
    before = {unit.hex: unit for unit in Table(played.board.start).units}
    after = Table(played.before).units
    return {
        unit.hex
        for unit in after
        if unit.controller == played.board.solver and (unit.hex not in before or before[unit.hex][:6] != unit[:6])
    }


def _of_board(played: PlayedLine) -> set[str]:
    found: set[str] = set()
    me = played.board.solver
    new = _new_hexes(played)
    before = {unit.hex: unit for unit in Table(played.board.start).units}
    acted = {event.unit.hex for event in played.verdict.events if isinstance(event, Acted)}
    for unit in Table(played.before).units:
        was = before.get(unit.hex)
        if unit.controller != me and new & set(unit.netted_by):
            found.add("net")
        if unit.is_taken and unit.controller == me and (was is None or not was.is_taken):
            found.add("takeover")
        freed = was is not None and was.is_netted and was.tile == unit.tile
        if freed and unit.controller == me and not unit.is_netted and unit.hex in acted:
            found.add("free from a net")
    return found


def _of_battle(played: PlayedLine) -> set[str]:
    found: set[str] = set()
    me = played.board.solver
    new = _new_hexes(played)
    hurt: dict[str, set[int]] = {}
    for event in played.verdict.events:
        if isinstance(event, Hit):
            mine = event.source is not None and event.source.controller == me
            gifts = [*(event.melee.gifts if event.melee else ()), *(event.ranged.gifts if event.ranged else ())]
            if mine and any(gift.giver.hex in new for gift in gifts):
                found.add("module")
            if event.path and mine:
                found.add("redirect")
            if event.armour and event.target.controller == me:
                found.add("armour")
            if mine and event.source is not None and _is_aim(played, event) and event.medic is None:
                hurt.setdefault(event.source.hex, set()).add(event.phase or 0)
                if _passes(played, event):
                    found.add("clear the way")
            if not mine and event.target.hex in new and event.kind != "melee":
                found.add("shield")
        elif isinstance(event, Stopped) and event.target.controller == me:
            found.add("armour")
        elif isinstance(event, Acted) and event.unit.controller == me:
            if any(gift.giver.hex in new for timing in event.attacks for gift in timing.gifts):
                found.add("initiative")
            if any(timing.extra is not None and timing.extra.giver.hex in new for timing in event.attacks):
                found.add("extra attack")
        elif isinstance(event, Healed):
            found.add("Medic")
        elif isinstance(event, Exploded):
            found.add("Clown" if event.is_choice else "explosion")
        elif isinstance(event, Converted) and event.unit.controller == me:
            found.add("Quartermaster")
    if any(len(phases) > 1 for phases in hurt.values()):
        found.add("double strike")
    if not isinstance(played.board.puzzle.goal, SurviveGoal):
        found.discard("shield")
    return found


def _is_aim(played: PlayedLine, event: Hit) -> bool:
    """Whether a hit is on what the puzzle is about: the hostile HQ, or the unit to destroy."""
    if isinstance(played.board.puzzle.goal, UnitGoal):
        return event.target.tile.name == played.board.puzzle.goal.tile and event.target.owner == played.board.opponent
    return event.target.tile.kind == "hq" and event.target.owner == played.board.opponent


def _passes(played: PlayedLine, event: Hit) -> bool:
    """Whether a shot flies over a hex on which a hostile unit stood when the puzzle began."""
    if event.kind != "ranged" or event.path or event.source is None or event.direction is None:
        return False
    game = played.board.start.game
    units = {unit.hex: unit for unit in Table(played.board.start).units}
    direction = DIRECTIONS.index(event.direction)
    here = game.board.index[event.source.hex]
    while (here := game.board.neighbours[here][direction]) >= 0:
        name = game.board.names[here]
        if name == event.target.hex:
            return False
        if name in units and units[name].controller != played.board.solver:
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Act:
    """One act of the solver, with the decisions that follow from it before anything else can be done."""

    words: tuple[str, ...]
    emptied: frozenset[str]
    """Hexes that lost their unit."""
    filled: frozenset[str]
    """Hexes that got one."""


def _acts(puzzle: Puzzle, line: Sequence[str]) -> list[_Act]:
    attempt = Attempt(puzzle)
    acts: list[_Act] = []
    words: list[str] = []
    before = _occupied(attempt)
    for act in line:
        attempt.act(act)
        words.append(act)
        if may_end(attempt.state, attempt.board.solver):
            after = _occupied(attempt)
            acts.append(_Act(tuple(words), frozenset(before - after), frozenset(after - before)))
            words, before = [], after
    return acts


def _occupied(attempt: Attempt) -> set[str]:
    return {unit.hex for unit in Table(attempt.state).units}


def _order_matters(puzzle: Puzzle, line: Sequence[str]) -> bool:
    """Whether some act, done before an earlier one, is not legal or does not solve the puzzle.

    Two plain cases do not count: a unit that goes where another act has made room, and one that moves or turns by
    itself after it was placed.
    """
    acts = _acts(puzzle, line)
    for late in range(1, len(acts)):
        for early in range(late - 1, -1, -1):
            if _follows(acts[late], acts[early]):
                break
            order = [*acts[:early], acts[late], *acts[early:late], *acts[late + 1 :]]
            if not _solves(puzzle, [words for act in order for words in act.words]):
                return True
    return False


def _follows(late: _Act, early: _Act) -> bool:
    """Whether one act plainly comes after another."""
    verb, _, rest = late.words[0].partition(" ")
    own = verb in ("move", "turn") and rest.partition(" ")[0] in early.filled and " by Move" not in rest
    return own or bool(late.filled & early.emptied)


def _solves(puzzle: Puzzle, line: Sequence[str]) -> bool:
    attempt = Attempt(puzzle)
    try:
        for act in line:
            attempt.act(act)
        return attempt.fight().solved
    except IllegalAction:
        return False
