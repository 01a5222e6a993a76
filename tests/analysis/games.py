"""Games to analyse, and an analysis that takes no time."""

from __future__ import annotations

from functools import cache

import pytest

from neurohex.analysis import judging
from neurohex.notation.record import Record
from neurohex.players import make_player
from neurohex.rules.engine import Game
from neurohex.session import Session


@cache
def _played(game: Game, seed: int, bots: tuple[str, ...], acts: int) -> Record:
    session = Session(game, seed, {"Player0": "Ann", "Player1": "Ben"})
    players = [make_player(bot, seed + number) for number, bot in enumerate(bots)]
    for _ in range(acts):
        if session.state.is_over():
            break
        session.act(players[session.state.actor()].choose(session.state))
    return session.record()


def played(*bots: str, game: Game | None = None, seed: int = 8, acts: int = 10_000) -> Record:
    """A game of bots, or its first acts. A new record each time."""
    known = _played(game or Game(("borgo", "moloch")), seed, bots or ("level1", "level2"), acts)
    return Record(known.game, dict(known.tags), list(known.actions), known.complete)


def think_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the lowest depth think as little as possible."""
    monkeypatch.setitem(judging.DEPTHS, 1, 0.02)
    monkeypatch.setattr(judging, "_MOST", 2)
    monkeypatch.setattr(judging, "_HANDS", 4)
