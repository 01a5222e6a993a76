"""Shared by the tests of `neurohex play`: scripted games and saved files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from neurohex.cli.play import USUAL_BOT
from neurohex.notation.action import action_text
from neurohex.notation.record import final_state, parse_record
from neurohex.players import make_player
from neurohex.rules.engine import Game, State, legal_actions
from neurohex.session import Session

FILE = "neurohex-game.txt"
Play = Callable[..., tuple[int, str]]


def scripted(game: Game, seed: int, seats: tuple[int, ...] = (0,)) -> tuple[Session, list[str]]:
    """A whole game against the default opponents of `play`, and the text of the person's decisions."""
    session = Session(game, seed)
    choose = [make_player(USUAL_BOT, seed + p + 1).choose for p in range(len(game.armies))]
    mine = make_player("random", 999).choose
    words = []
    while not session.state.is_over():
        st = session.state
        if st.actor() not in seats:
            session.act(choose[st.actor()](st))
            continue
        action = mine(st)
        only = len(legal_actions(st)) == 1 and action_text(st, action) != "end turn"
        if not only:  # what is the only choice is not asked
            words.append(action_text(st, action))
        session.act(action)
    return session, words


def saved(path: str | Path = FILE) -> State:
    return final_state(parse_record(Path(path).read_text(encoding="utf-8")))
