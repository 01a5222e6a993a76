"""The steps of the lesson: position, hand and goal of each.

A goal checks what the rules say about an attempt, never a list of right actions, so every way to do the task counts.
In each step the pupil is player 0 and has the turn; the opponent decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from neurohex import events as ev
from neurohex.lesson.attempt import OPPONENT, PUPIL, Attempt, fell
from neurohex.model import Unit


@dataclass(frozen=True, slots=True)
class Missing:
    """Why an attempt falls short."""

    reason: str
    """Key of a text of the step, or of a common text."""
    fields: dict[str, object] = field(default_factory=dict)
    hopeless: bool = False
    """Whether the task has become impossible, even if the turn goes on."""


Goal = Callable[[Attempt], Missing | None]
"""Returns what is missing; None if the task is done."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step."""

    key: str
    line: str
    """The position, in the one-line form."""
    hand: tuple[str, ...]
    """Tiles of the pupil's army, by name."""
    goal: Goal
    full_hand: bool = False
    """Whether the turn has just begun and the pupil must first discard from a full hand."""


# --- parts of goals -------------------------------------------------------------------------------
def _missing(reason: str, /, **fields: object) -> Missing:
    """Not done yet, but possible."""
    return Missing(reason, fields)


def _failed(reason: str, /, **fields: object) -> Missing:
    """No longer possible."""
    return Missing(reason, fields, hopeless=True)


def _one(attempt: Attempt, player: int, name: str) -> Unit:
    unit = attempt.unit(player, name)
    assert unit is not None, f"no {name} is on the board"
    return unit


def _unused(attempt: Attempt, tile: str) -> Missing:
    """The verdict while a tile is unplayed: still possible if it is in hand."""
    named = attempt.tile(tile)
    return _missing("hand", tile=named) if attempt.holds(tile) else _failed("gone", tile=named)


def _shoots_hq(attempt: Attempt, shooter: Unit) -> Missing | None:
    """None if the unit's shot reaches the enemy HQ, otherwise the reason."""
    struck = attempt.struck(shooter)
    if any(unit.name == "HQ" for unit in struck):
        return None
    return _failed("blocked", unit=struck[0]) if struck else _failed("away", hex=shooter.hex)


def _before_battle(attempt: Attempt, *, ready: bool, otherwise: Missing) -> Missing:
    """The verdict before the Battle: `ready` says whether it would end well."""
    if not attempt.holds("Battle"):
        return _failed("gone", tile=attempt.tile("Battle"))
    return _missing("ready") if ready else otherwise


def _can_add(attempt: Attempt) -> bool:
    """Whether the hand contains anything besides Battle."""
    return attempt.hand != ["Battle"]


# --- goals ----------------------------------------------------------------------------------------
def _stands_beside_hq(attempt: Attempt) -> Missing | None:
    mutant = attempt.unit(PUPIL, "Mutant")
    if mutant is None:
        return _unused(attempt, "Mutant")
    return None if attempt.touch(mutant, _one(attempt, OPPONENT, "HQ")) else _failed("far", hex=mutant.hex)


def _strikes_hq(attempt: Attempt) -> Missing | None:
    brawler = attempt.unit(PUPIL, "Brawler")
    if brawler is None:
        return _unused(attempt, "Brawler")
    hq = _one(attempt, OPPONENT, "HQ")
    if not attempt.touch(brawler, hq):
        return _failed("far", hex=brawler.hex)
    return None if hq in attempt.struck(brawler) else _failed("away", hex=brawler.hex)


def _is_placed_to_shoot(attempt: Attempt) -> Missing | None:
    commando = attempt.unit(PUPIL, "Commando")
    return _unused(attempt, "Commando") if commando is None else _shoots_hq(attempt, commando)


def _is_fought(attempt: Attempt) -> Missing | None:
    return None if attempt.fought else _unused(attempt, "Battle")


def _mutant_survives(attempt: Attempt) -> Missing | None:
    if attempt.fought:
        return _failed("fell") if fell(attempt.events, "Mutant", PUPIL) else None
    if not fell(attempt.battle_now(), "Mutant", PUPIL):
        return _before_battle(attempt, ready=True, otherwise=_missing("start"))
    runner = _one(attempt, OPPONENT, "Runner")
    reason = "doomed" if any(runner in attempt.struck(unit) for unit in attempt.units(PUPIL)) else "start"
    return _before_battle(attempt, ready=False, otherwise=Missing(reason, hopeless=not _can_add(attempt)))


def _nets_the_right_one(attempt: Attempt) -> Missing | None:
    fighter = attempt.unit(PUPIL, "Net Fighter")
    if fighter is None:
        return _unused(attempt, "Net Fighter")
    if not fell(attempt.battle_now(), "Thug", PUPIL):
        return None
    caught = [unit for unit in attempt.units(OPPONENT) if unit.is_netted]
    return _failed("wrong", unit=caught[0]) if caught else _failed("empty", hex=fighter.hex)


def _protector_falls(attempt: Attempt) -> Missing | None:
    if attempt.fought:
        return None if fell(attempt.events, "Protector", OPPONENT) else _failed("bore")
    officer = attempt.unit(PUPIL, "Officer")
    if officer is None:
        return _missing("start") if attempt.holds("Officer") else _failed("gone", tile="Officer")
    falls = fell(attempt.battle_now(), "Protector", OPPONENT)
    return _before_battle(attempt, ready=falls, otherwise=_failed("unlinked", hex=officer.hex))


def _annihilator_survives(attempt: Attempt) -> Missing | None:
    if attempt.fought:
        return _failed("fell") if fell(attempt.events, "Annihilator", PUPIL) else None
    medic = attempt.unit(PUPIL, "Medic")
    if medic is None:
        return _missing("start") if attempt.holds("Medic") else _failed("gone", tile="Medic")
    survives = not fell(attempt.battle_now(), "Annihilator", PUPIL)
    linked = attempt.helps(medic, _one(attempt, PUPIL, "Annihilator"))
    failed = _failed("struck" if linked else "unlinked", hex=medic.hex)
    return _before_battle(attempt, ready=survives, otherwise=failed)


def _moves_to_shoot(attempt: Attempt) -> Missing | None:
    if not attempt.happened(ev.Moved):
        return _missing("still") if attempt.holds("Move") else _failed("gone", tile="Move")
    return _shoots_hq(attempt, _one(attempt, PUPIL, "Commando"))


def _takes_a_turn(attempt: Attempt) -> Missing | None:
    if not attempt.happened(ev.Discarded):
        return _missing("full")
    placed = bool(attempt.happened(ev.Placed))
    if attempt.turn_over:
        return None if placed else _failed("idle")
    if placed:
        return _missing("open")
    return _missing("unplayed") if attempt.hand else _failed("idle")


def _fills_the_board(attempt: Attempt) -> Missing | None:
    full = any(event.cause == "full board" for event in attempt.happened(ev.BattleBegan))
    return None if full else _unused(attempt, "Mutant")


def _brings_down_hq(attempt: Attempt) -> Missing | None:
    points = attempt.now.hq(OPPONENT)
    if attempt.fought:
        return _failed("stands", points=points) if points else None
    wounds = [event for event in attempt.battle_now() if isinstance(event, ev.HqWounded)]
    taken = sum(event.lost for event in wounds if event.player == OPPONENT)
    more = Missing("more", {"taken": taken, "points": points}, hopeless=not _can_add(attempt))
    return _before_battle(attempt, ready=taken >= points, otherwise=more)


STEPS: Final = (
    Step("place", "borgo hegemony | C5=0.HQ C2=1.HQ", ("Mutant",), _stands_beside_hq),
    Step("facing", "borgo moloch | C5=0.HQ C2=1.HQ", ("Brawler",), _strikes_hq),
    Step(
        "ranged",
        "outpost hegemony | D4=0.HQ A1=1.HQ A2=0.Scout B1=0.Medic B2=1.Guard/N",
        ("Commando",),
        _is_placed_to_shoot,
    ),
    Step(
        "battle",
        "borgo hegemony | C5=0.HQ E3=1.HQ B3=0.Claws/N A2=1.Runner/SE D2=0.Mutant/N D1=1.Runner/S",
        ("Battle",),
        _is_fought,
    ),
    Step(
        "initiative",
        "borgo hegemony | C5=0.HQ E3=1.HQ C3=0.Mutant/S C2=1.Runner/S",
        ("Claws", "Brawler", "Battle"),
        _mutant_survives,
    ),
    Step(
        "net",
        "hegemony borgo | B4=0.HQ E1=1.HQ C3=0.Thug/N D3=1.Claws/N B2=1.Brawler/N",
        ("Net Fighter",),
        _nets_the_right_one,
    ),
    Step(
        "module",
        "borgo moloch | C5=0.HQ E1=1.HQ C3=0.Mutant/N C2=1.Protector/N",
        ("Officer", "Battle"),
        _protector_falls,
    ),
    Step(
        "medic",
        "outpost borgo | B4=0.HQ E1=1.HQ C3=0.Annihilator/N D3=1.Claws/N",
        ("Medic", "Battle"),
        _annihilator_survives,
    ),
    Step(
        "move",
        "outpost moloch | D4=0.HQ A1=1.HQ C2=0.Commando/N B2=1.Blocker/SE",
        ("Move",),
        _moves_to_shoot,
    ),
    Step(
        "turn",
        "borgo hegemony | C5=0.HQ C1=1.HQ C4=0.Mutant/N B1=1.Ganger/S",
        ("Claws", "Officer", "Mutant"),
        _takes_a_turn,
        full_hand=True,
    ),
    Step(
        "full-board",
        "borgo moloch | "
        "A1=1.Scout B1=1.Officer C1=1.HQ D1=1.Brain E1=1.Guard A2=1.Armored_Guard/S B2=1.Blocker/S C2=1.Hornet/S "
        "D2=1.Blocker/S A3=0.Mutant B3=0.Brawler B4=0.Scout C4=0.Officer C5=0.HQ D3=0.Claws/NE D4=0.Super_Officer "
        "E2=0.Mutant E3=0.Assassin",
        ("Mutant",),
        _fills_the_board,
    ),
    Step(
        "hq",
        "borgo hegemony:3 | C5=0.HQ C2=1.HQ C3=0.Mutant/N",
        ("Brawler", "Officer", "Battle"),
        _brings_down_hq,
    ),
)
"""The lesson, step by step."""
