"""Events are values: equality, hash, one-line repr, JSON round trip."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from typing import Any

import pytest

from neurohex import events
from neurohex.events import (
    EVENT_TYPES,
    Drawn,
    Event,
    EventError,
    Gift,
    Hired,
    Hit,
    Outcome,
    Strength,
    Timing,
    UnitRef,
    from_json,
    to_json,
)
from neurohex.tiles import ARMIES

MUTANT = ARMIES["borgo"].tile("Mutant")
MEDIC = ARMIES["borgo"].tile("Medic")
UNIT = UnitRef(MUTANT, "C3", 0, 1)
DRAWN = Drawn(0, MUTANT, "pile", rulings=("R4.2",))


def test_every_class_is_offered_under_its_name() -> None:
    offered = [getattr(events, name) for name in events.__all__]
    assert all(kind in offered for kind in EVENT_TYPES.values())
    assert len({kind.name for kind in EVENT_TYPES.values()}) == len(EVENT_TYPES)


def test_events_are_equal_by_class_and_fields() -> None:
    assert Drawn(0, MUTANT, "pile", rulings=("R4.2",)) == DRAWN
    assert hash(Drawn(0, MUTANT, "pile", rulings=("R4.2",))) == hash(DRAWN)
    assert Drawn(1, MUTANT, "pile", rulings=("R4.2",)) != DRAWN
    other: Event = Hired(0, MUTANT, rulings=("R12.1",))
    assert other != DRAWN


def test_events_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        DRAWN.player = 1  # type: ignore[misc]


def test_they_show_themselves_in_one_line() -> None:
    assert repr(DRAWN) == "Drawn(player=0, tile=<Mutant>, source='pile', rulings=('R4.2',))"
    assert repr(UNIT) == "<Mutant C3, owner=0, controller=1>"
    assert str(UNIT) == "Mutant C3"
    hit = Hit(None, None, UNIT, "instant", 1, None, "Sniper", outcome=Outcome("destroyed"), rulings=("R8.3",), phase=2)
    assert repr(hit).startswith("Hit(source=None, direction=None, target=<Mutant C3, owner=0, controller=1>, ")
    assert repr(hit).endswith("phase=2, rulings=('R8.3',))")


def test_sums() -> None:
    gift = Gift(UnitRef(MEDIC, "C4", 0, 0), "melee", 2)
    assert (str(gift), gift.hex, gift.tile) == ("Medic C4", "C4", MEDIC)
    strength = Strength("N", "melee", 1, 0, (gift,))
    assert (strength.value, strength.is_sum) == (3, True)
    assert (Strength("N", "melee", 1).value, Strength("N", "melee", 1).is_sum) == (1, False)
    slow = Gift(UnitRef(MEDIC, "C4", 0, 0), "enemy_initiative", -2)
    assert Timing(0, 0, 1, (slow,)).raised == 1
    assert Timing(3, 0, 1, (gift,)).raised == 0


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"event": "nothing"}, "event: expected one of turn began, "),
        ({"event": 3}, "event: expected one of turn began, "),
        ({"player": "0"}, "drawn.player: expected a whole number"),
        ({"player": True}, "drawn.player: expected a whole number"),
        ({"tile": "borgo/Nobody"}, "drawn.tile: expected army and name of a tile, as borgo/Mutant"),
        ({"source": "sleeve"}, "drawn.source: expected one of pile, aside"),
        ({"rulings": "R4.2"}, "drawn.rulings: expected a list"),
        ({"rulings": [4]}, "drawn.rulings[0]: expected a text"),
        ({"phase": "high"}, "drawn.phase: expected a whole number"),
        ({"more": 1}, "drawn.more: no such field"),
        ({"tile": None}, "drawn.tile: expected army and name of a tile, as borgo/Mutant"),
    ],
)
def test_invalid_events_are_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(EventError) as error:
        from_json({**to_json(DRAWN), **change})
    assert str(error.value).startswith(why)
    assert "\n" not in str(error.value)


def test_a_field_that_is_missing_is_named() -> None:
    data = to_json(DRAWN)
    del data["player"]
    with pytest.raises(EventError, match=r"^drawn\.player: missing$"):
        from_json(data)


def test_units_inside_events_are_checked_too() -> None:
    data = to_json(Hit(None, None, UNIT, "instant", "destroys", None, "Grenade", rulings=("R8.2",)))
    assert from_json(json.loads(json.dumps(data))) == from_json(data)
    data["target"]["owner"] = "me"
    with pytest.raises(EventError, match=r"^hit\.target\.owner: expected a whole number$"):
        from_json(data)
    data["target"] = "C3"
    with pytest.raises(EventError, match=r"^hit\.target: expected an object$"):
        from_json(data)


def test_they_need_nothing_heavy() -> None:
    code = "import sys, neurohex.events; print(*(name for name in sys.modules if name.startswith('neurohex.')))"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    parts = {name.split(".")[1] for name in found}
    assert parts <= {"board", "errors", "events", "tiles", "pure"}
