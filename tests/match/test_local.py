"""A game against bots on the same match, without a server."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from neurohex.match.local import LocalMatch, LocalRefusal
from neurohex.match.proof import prove
from neurohex.notation.record import parse_record, write_record
from neurohex.players import PLAYERS, Forfeit, PlayerError
from neurohex.rules.actions import DISCARD
from neurohex.rules.engine import Game, State, is_legal, legal_actions
from neurohex.wire.messages import (
    Acted,
    Code,
    Finished,
    Forfeited,
    How,
    MatchPhase,
    OfferDraw,
    PlayerClock,
    Resign,
    Undo,
    decode_event,
)
from tests.match.table import followed

GAME = Game(("borgo", "moloch"))


def randomness() -> Callable[[int], bytes]:
    """As many bytes as one is asked for, never the same."""
    numbers = count(1)

    def give(size: int) -> bytes:
        return next(numbers).to_bytes(size, "big")

    return give


def table(*seats: str | None, game: Game = GAME, clock: PlayerClock | None = None) -> LocalMatch:
    now = count(1_000_000, 10)
    return LocalMatch(game, seats, randomness(), now.__next__, clock=clock)


def test_a_person_against_a_bot() -> None:
    match = table(None, "greedy")
    while match.match.phase is MatchPhase.RUNNING:
        assert match.match.awaited() == 0
        match.act(legal_actions(match.match.state)[-1])
    record = parse_record(write_record(match.record()))
    assert record.complete
    assert prove(record).proven
    assert (record.tags["Player0"], record.tags["Player1"]) == ("Player 1", "greedy")
    assert followed(match.log).state == match.match.state
    match.close()


def test_a_bot_in_the_first_seat_starts() -> None:
    match = table("random", None)
    assert match.match.awaited() == 1
    assert isinstance(decode_event(match.log[-1]), Acted)
    match.close()


def test_bots_among_themselves_play_at_once() -> None:
    match = table("greedy", "random", "random", game=Game(("vegas", "smart", "doomsday")))
    assert match.match.phase is MatchPhase.FINISHED
    match.close()


def test_people_at_one_table() -> None:
    match = table(None, None)
    match.act(legal_actions(match.match.state)[0])
    match.ask(0, Undo)
    match.act(legal_actions(match.match.state)[0])
    assert match.match.awaited() == 1
    with pytest.raises(LocalRefusal) as caught:
        match.ask(1, Undo)
    assert caught.value.reply.code is Code.NOTHING_TO_UNDO
    with pytest.raises(LocalRefusal):
        match.act(2**30)
    end = match.ask(1, Resign)[-1]
    assert isinstance(end, Finished)
    assert end.result == (1, -1)
    with pytest.raises(LocalRefusal) as caught:
        match.act(0)
    assert caught.value.reply.code is Code.FINISHED
    match.close()


def test_offers_to_a_bot_are_answered() -> None:
    match = table(None, "greedy")
    assert len(match.ask(0, OfferDraw)) == 2
    match.close()


class Failing:
    """Places its HQ and then cannot go on, one way or the other."""

    closed = 0

    def __init__(self, forfeits: bool) -> None:
        self.forfeits = forfeits

    def choose(self, state: State) -> int:
        if is_legal(state, actions := legal_actions(state)[0]) and not is_legal(state, DISCARD):
            return actions
        if self.forfeits:
            raise Forfeit("no answer within 1 s")
        return 10**6

    def close(self) -> None:
        Failing.closed += 1


def test_an_illegal_answer_of_a_bot_is_replaced(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(PLAYERS, "cheats", lambda seed, settings: Failing(False))
    match = table(None, "cheats")
    while match.match.phase is MatchPhase.RUNNING:
        match.act(legal_actions(match.match.state)[0])
    assert match.match.finished is not None
    assert match.match.finished.how is How.RULES
    assert "bot cheats: answered 1000000, which is no legal action; played action " in caplog.text
    match.close()


def test_a_bot_that_cannot_go_on_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    name, why = "gives-up", "no answer within 1 s"
    monkeypatch.setitem(PLAYERS, name, lambda seed, settings: Failing(True))
    monkeypatch.setattr(Failing, "closed", 0)
    match = table(None, name)
    while match.match.phase is MatchPhase.RUNNING:
        match.act(legal_actions(match.match.state)[0])
    forfeited, end = (decode_event(data) for data in match.log[-2:])
    assert isinstance(forfeited, Forfeited)
    assert forfeited.why == why
    assert isinstance(end, Finished)
    assert (end.how, end.result) == (How.FORFEIT, (1, -1))
    match.close()
    assert Failing.closed == 1


def test_an_unknown_bot_is_reported_and_the_others_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "failing", lambda seed, settings: Failing(True))
    monkeypatch.setattr(Failing, "closed", 0)
    with pytest.raises(PlayerError):
        table("failing", "greedi")
    assert Failing.closed == 1


def test_clocks_run_at_a_local_table_too() -> None:
    match = table(None, None, clock=PlayerClock(main=5))  # each look at the clock is ten later
    with pytest.raises(LocalRefusal):
        match.act(legal_actions(match.match.state)[0])
    assert match.match.finished is not None
    assert match.match.finished.how is How.TIME
    match.close()
