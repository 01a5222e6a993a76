"""Small tournaments, and the part of their results that two runs must share."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from neurohex.arena.plan import fixtures
from neurohex.arena.play import Referee, Result
from neurohex.arena.tournament import Bot, Setting, Tournament
from neurohex.rules.engine import Game

STANDARD = Setting.of(Game(("borgo", "moloch")))
REFEREE = Referee(limit=10.0, keep_records=False)


def tournament(*bots: str, armies: tuple[str, ...] = ("borgo", "moloch"), games: int = 4, **more: Any) -> Tournament:
    more.setdefault("settings", (STANDARD,))
    return Tournament(tuple(Bot.read(bot) for bot in bots), armies, games=games, **more)


def played(what: Tournament, referee: Referee = REFEREE) -> list[Result]:
    """Play all games of a tournament in this process."""
    return [referee.play(fixture) for fixture in fixtures(what)]


def is_gone(group: int) -> bool:
    """Whether a process group is empty."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def without_clocks(results: Iterable[Result]) -> list[dict[str, Any]]:
    """The fields that follow from the plan alone, in plan order."""
    rows = [asdict(result) for result in results]
    for row in rows:
        del row["thought"], row["seconds"]
    return sorted(rows, key=lambda row: str(row["id"]))
