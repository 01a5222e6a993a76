"""Every reason for which a match refuses a command, one test each."""

from __future__ import annotations

from neurohex.match.authority import MOST_SEAT_CHANGES, MOST_UNDOS
from neurohex.notation.action import parse_action
from neurohex.rules.engine import legal_actions
from neurohex.wire.messages import (
    Accepted,
    Act,
    AnswerDraw,
    AnswerRematch,
    Code,
    Follow,
    Join,
    Leave,
    LookCommand,
    OfferDraw,
    OfferRematch,
    Refused,
    Resign,
    Return,
    SeatPlan,
    Undo,
)
from tests.match.table import ANN, BEN, CID, EVE, NONCE, Table

HOST_ONLY = {
    Code.MALFORMED,  # see test_messages: bytes that are no command never come to a match
    Code.TOO_LARGE,
    Code.TOO_FAST,
    Code.NOT_SIGNED_IN,
    Code.NOT_ALLOWED,
    Code.UNAVAILABLE,
    Code.NOT_FOUND,
}


def finished() -> Table:
    table = Table()
    table.do(ANN, Resign)
    return table


def test_unknown_match() -> None:
    table = Table()
    assert table.refused(ANN, Act, match="another", action=0) is Code.UNKNOWN_MATCH
    assert table.refused(ANN, LookCommand, match="another") is Code.UNKNOWN_MATCH


def test_not_seated() -> None:
    table = Table()
    action = legal_actions(table.match.state)[0]
    assert table.refused(EVE, Act, action=action) is Code.NOT_SEATED
    assert table.refused(EVE, Resign) is Code.NOT_SEATED
    assert table.refused(EVE, Leave) is Code.NOT_SEATED


def test_not_your_turn() -> None:
    table = Table()
    assert table.refused(BEN, Act, action=legal_actions(table.match.state)[0]) is Code.NOT_YOUR_TURN


def test_stale_with_the_present_state() -> None:
    table = Table()
    table.act()
    reply = table.say(BEN, Act, seen=table.match.last - 1, action=legal_actions(table.match.state)[0])
    assert isinstance(reply, Refused)
    assert reply.code is Code.STALE
    assert reply.present is not None
    assert reply.present.last == table.match.last
    assert reply.present.state == table.match.state.to_bytes()
    assert reply.present.awaited == 1


def test_stale_answer_to_a_draw_that_was_not_offered_yet() -> None:
    table = Table()
    seen = table.match.last
    table.do(ANN, OfferDraw)
    assert table.refused(BEN, AnswerDraw, seen=seen, agree=True) is Code.STALE


def test_ahead() -> None:
    table = Table()
    assert table.refused(ANN, Act, seen=table.match.last + 1, action=0) is Code.AHEAD
    assert table.refused(EVE, Follow, since=table.match.last + 2) is Code.AHEAD


def test_illegal() -> None:
    table = Table()
    for action in (0, 2**31 - 1, legal_actions(table.match.state)[-1] + 1):
        assert table.refused(ANN, Act, action=action) is Code.ILLEGAL


def test_not_started() -> None:
    table = Table(seated=1)
    assert table.refused(ANN, Act, action=legal_actions(table.match.state)[0]) is Code.NOT_STARTED
    assert table.refused(ANN, Resign) is Code.NOT_STARTED


def test_started() -> None:
    assert Table().refused(EVE, Join, name="Eve", nonce=NONCE) is Code.STARTED


def test_finished() -> None:
    table = finished()
    assert table.refused(BEN, Act, action=legal_actions(table.match.state)[0]) is Code.FINISHED
    assert table.refused(BEN, Resign) is Code.FINISHED
    assert table.refused(EVE, Join, name="Eve", nonce=NONCE) is Code.FINISHED
    assert table.refused(BEN, Leave) is Code.FINISHED


def test_not_finished() -> None:
    table = Table()
    assert table.refused(ANN, OfferRematch) is Code.NOT_FINISHED
    assert table.refused(ANN, AnswerRematch, agree=True) is Code.NOT_FINISHED


def test_no_such_seat() -> None:
    assert Table(seated=1).refused(EVE, Join, name="Eve", nonce=NONCE, seat=2) is Code.NO_SUCH_SEAT


def test_seat_taken() -> None:
    table = Table(seated=1)
    assert table.refused(EVE, Join, name="Eve", nonce=NONCE, seat=0) is Code.SEAT_TAKEN
    kept = Table(seats=[SeatPlan(bot="greedy"), SeatPlan(person=BEN)], seated=0)
    assert kept.refused(EVE, Join, name="Eve", nonce=NONCE, seat=0) is Code.SEAT_TAKEN
    assert kept.refused(EVE, Join, name="Eve", nonce=NONCE) is Code.SEAT_TAKEN


def test_seat_reserved() -> None:
    table = Table(seats=[SeatPlan(person=ANN), SeatPlan()], seated=0)
    assert table.refused(EVE, Join, name="Eve", nonce=NONCE, seat=0) is Code.SEAT_RESERVED


def test_already_seated() -> None:
    assert Table(seated=1).refused(ANN, Join, name="Ann", nonce=NONCE) is Code.ALREADY_SEATED


def test_given_up() -> None:
    table = Table("borgo", "moloch", "outpost")
    table.do(CID, Resign)
    assert table.refused(CID, Act, action=0) is Code.GIVEN_UP
    assert table.refused(CID, OfferDraw) is Code.GIVEN_UP


def test_nothing_to_undo() -> None:
    table = Table()
    assert table.refused(ANN, Undo) is Code.NOTHING_TO_UNDO
    table.act()
    assert table.refused(BEN, Undo) is Code.NOTHING_TO_UNDO  # it was Ann's act


def test_too_often_undone() -> None:
    table = Table()
    for _ in range(MOST_UNDOS):
        table.act()
        table.do(ANN, Undo)
    table.act()
    assert table.refused(ANN, Undo) is Code.TOO_OFTEN
    table.act(parse_action(table.match.state, "place HQ E3 facing N"))  # in the next turn one may again
    assert all(seat.undone == 0 for seat in table.match.seats)


def test_too_often_come_and_gone() -> None:
    table = Table()
    for _ in range((MOST_SEAT_CHANGES - table.match.seat_changes) // 2):
        table.do(ANN, Leave)
        table.do(ANN, Return)
    assert table.refused(ANN, Leave) is Code.TOO_OFTEN


def test_too_often_offered() -> None:
    table = Table()
    table.do(ANN, OfferDraw)
    table.do(BEN, AnswerDraw, agree=False)
    assert table.refused(ANN, OfferDraw) is Code.TOO_OFTEN
    table.act()
    table.act()  # both HQs: the first turn has begun
    table.do(ANN, OfferDraw)


def test_offered() -> None:
    table = Table()
    table.do(ANN, OfferDraw)
    assert table.refused(BEN, OfferDraw) is Code.OFFERED
    assert table.refused(ANN, AnswerDraw, agree=True) is Code.OFFERED
    over = finished()
    over.do(ANN, OfferRematch)
    assert over.refused(BEN, OfferRematch) is Code.OFFERED
    assert over.refused(ANN, AnswerRematch, agree=True) is Code.OFFERED


def test_no_offer() -> None:
    assert Table().refused(BEN, AnswerDraw, agree=True) is Code.NO_OFFER
    assert finished().refused(BEN, AnswerRematch, agree=True) is Code.NO_OFFER


def test_here_and_away() -> None:
    table = Table()
    assert table.refused(ANN, Return) is Code.HERE
    table.do(ANN, Leave)
    assert table.refused(ANN, Leave) is Code.AWAY


def test_a_repeated_command_is_harmless_and_answered_as_before() -> None:
    table = Table()
    action = legal_actions(table.match.state)[0]
    command = table.command(Act, action=action)
    first = table.answer(ANN, command)
    assert isinstance(first, Accepted)
    length = len(table.log)
    assert table.answer(ANN, command) == first
    table.restart()  # known from the log alone
    assert table.answer(ANN, command) == first
    table.act()
    table.do(BEN, Resign)
    assert table.answer(ANN, command) == first
    assert len(table.log) > length
    # The id is Ann's: from another person it is a different command.
    assert isinstance(table.answer(BEN, command), Refused)


def test_every_reason_has_a_test_here() -> None:
    from pathlib import Path

    source = Path(__file__).read_text(encoding="utf-8")
    assert [code for code in Code if f"Code.{code.name}" not in source] == []
    assert {code for code in Code if list(Code).index(code) >= list(Code).index(Code.TOO_LARGE)} <= HOST_ONLY
