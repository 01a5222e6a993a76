"""Games for tests to look at."""

from __future__ import annotations

from functools import cache

from neurohex.notation.record import write_record
from neurohex.players import make_player
from neurohex.rules.engine import Game
from neurohex.session import Session


@cache
def played() -> Session:
    """A whole game between bots, the same each time."""
    session = Session(Game(("borgo", "moloch")), seed=7)
    player = make_player("greedy", 1)
    while not session.state.is_over():
        session.act(player.choose(session.state))
    return session


@cache
def record() -> str:
    """Its record."""
    return write_record(played().record())
