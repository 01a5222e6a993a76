"""Clocks: which one runs, when it runs out, and that a stop of the host costs no time."""

from __future__ import annotations

from neurohex.match.clocks import Clocks
from neurohex.rules.actions import DISCARD, END
from neurohex.rules.engine import legal_actions
from neurohex.wire.messages import (
    Act,
    Acted,
    Code,
    Finished,
    Flagged,
    How,
    Paused,
    PlayerClock,
    Refused,
    Resumed,
    TurnClock,
    Undo,
)
from tests.match.table import ANN, BEN, Table

MINUTE = 60_000


def left(table: Table) -> tuple[int, ...]:
    assert table.match.clocks is not None
    return table.match.clocks.left(table.now)


def blitz() -> Table:
    return Table(clock=PlayerClock(main=5 * MINUTE, increment=10_000))


def test_only_the_clock_of_the_seat_to_decide_runs() -> None:
    table = blitz()
    table.now += MINUTE
    assert left(table) == (4 * MINUTE, 5 * MINUTE)
    table.act()
    table.now += 2 * MINUTE
    assert left(table) == (4 * MINUTE, 3 * MINUTE)


def test_the_increment_comes_at_the_start_of_a_turn() -> None:
    table = blitz()
    table.act()
    assert left(table) == (5 * MINUTE, 5 * MINUTE)
    table.act()  # the second HQ: Ann's first turn begins
    assert left(table) == (5 * MINUTE + 10_000, 5 * MINUTE)
    table.act(END)
    assert left(table) == (5 * MINUTE + 10_000, 5 * MINUTE + 10_000)


def test_taking_back_gives_no_time_back() -> None:
    table = blitz()
    table.now += MINUTE
    table.act()
    table.now += MINUTE
    table.do(ANN, Undo)
    assert left(table) == (4 * MINUTE, 4 * MINUTE)
    table.now += MINUTE
    assert left(table) == (3 * MINUTE, 4 * MINUTE)


def test_time_runs_out() -> None:
    table = blitz()
    deadline = table.match.next_deadline()
    assert deadline == table.now + 5 * MINUTE
    assert table.match.tick(deadline - 1).events == ()
    flagged, end = table.keep(table.match.tick(deadline))
    assert isinstance(flagged, Flagged)
    assert isinstance(end, Finished)
    assert (end.how, end.result, end.why) == (How.TIME, (-1, 1), "the time of player 0 ran out")
    assert table.match.next_deadline() is None


def test_a_late_act_comes_after_the_flag() -> None:
    table = blitz()
    table.now += 5 * MINUTE
    reply = table.say(ANN, Act, action=legal_actions(table.match.state)[0])
    assert isinstance(reply, Refused)
    assert reply.code is Code.FINISHED
    assert [type(event) for event in table.events()[-2:]] == [Flagged, Finished]


def test_with_more_players_the_one_without_time_passes() -> None:
    table = Table("borgo", "moloch", "outpost", clock=PlayerClock(main=MINUTE))
    table.now += MINUTE
    flagged, acted = table.keep(table.match.tick(table.now))
    assert isinstance(flagged, Flagged)
    assert isinstance(acted, Acted)
    assert acted.auto
    assert table.who() == BEN
    assert table.match.next_deadline() == table.now + MINUTE


def test_a_match_without_a_clock_waits_for_ever() -> None:
    table = Table()
    assert table.match.next_deadline() is None
    assert table.match.tick(10**15).events == ()
    assert table.match.pause(table.now).events == ()
    assert table.match.resume(table.now).events == ()


def test_no_clock_runs_before_the_start() -> None:
    table = Table(clock=PlayerClock(main=MINUTE), seated=1)
    assert table.match.next_deadline() is None
    assert table.match.pause(table.now).events == ()


# --- days by mail ---------------------------------------------------------------------------------
def test_each_turn_has_its_allowance() -> None:
    table = Table(clock=TurnClock(allowance=10 * MINUTE))
    table.now += 4 * MINUTE
    table.act()
    table.act()  # HQs are placed, Ann's turn begins: her time is full again
    assert left(table) == (10 * MINUTE, 10 * MINUTE)
    table.act(END)
    table.now += 4 * MINUTE
    table.act(DISCARD)
    assert left(table) == (10 * MINUTE, 6 * MINUTE)  # an act is not a turn
    table.act(END)
    table.now += 9 * MINUTE
    assert left(table) == (MINUTE, 6 * MINUTE)
    table.act(DISCARD)
    table.act(END)
    assert left(table) == (MINUTE, 10 * MINUTE)


def test_a_choice_in_another_players_turn_has_its_own_allowance() -> None:
    clocks = Clocks(TurnClock(allowance=100), 2)
    clocks.turn_to(0, 0, turn=0, begins=True)
    clocks.turn_to(1, 60, turn=0, begins=False)  # the other is asked
    clocks.turn_to(1, 90, turn=0, begins=False)  # and asked again: the same allowance
    assert clocks.left(90) == (40, 70)
    clocks.turn_to(0, 100, turn=0, begins=False)
    assert clocks.left(100) == (40, 60)
    clocks.turn_to(1, 110, turn=0, begins=False)
    assert clocks.left(110) == (30, 100)
    clocks.turn_to(1, 120, turn=1, begins=True)
    assert clocks.left(120) == (30, 100)


# --- stops ----------------------------------------------------------------------------------------
def test_clocks_stand_still_from_pause_to_resume() -> None:
    table = blitz()
    table.now += MINUTE
    (paused,) = table.keep(table.match.pause(table.now))
    assert isinstance(paused, Paused)
    assert table.match.next_deadline() is None
    assert table.match.pause(table.now).events == ()
    table.now += 1000 * MINUTE
    table.restart()
    assert table.match.tick(table.now).events == ()
    assert left(table) == (4 * MINUTE, 5 * MINUTE)
    table.keep(table.match.resume(table.now))
    table.now += MINUTE
    assert left(table) == (3 * MINUTE, 5 * MINUTE)


def test_a_host_that_died_charges_until_it_was_last_alive() -> None:
    table = blitz()
    alive = table.now + 2 * MINUTE
    table.now += 1000 * MINUTE
    table.restart()
    (resumed,) = table.keep(table.match.resume(table.now, alive))
    assert isinstance(resumed, Resumed)
    assert resumed.alive == alive
    assert left(table) == (3 * MINUTE, 5 * MINUTE)


def test_a_host_that_does_not_know_when_it_died_charges_nothing() -> None:
    table = blitz()
    table.now += 1000 * MINUTE
    table.keep(table.match.resume(table.now))
    assert left(table) == (5 * MINUTE, 5 * MINUTE)


def test_times_of_a_host_that_cannot_be_are_set_right() -> None:
    table = blitz()
    for alive in (0, table.now + 10**9):
        (resumed,) = table.match.resume(table.now, alive).events
        assert isinstance(resumed, Resumed)
        assert resumed.alive == table.now
    table.act()
    table.now -= 10 * MINUTE  # a clock set back
    table.act()
    times = [event.at for event in table.events()]
    assert times == sorted(times)
    assert left(table) == (5 * MINUTE + 10_000, 5 * MINUTE)


def test_a_command_resumes_a_paused_match() -> None:
    table = blitz()
    table.keep(table.match.pause(table.now))
    table.now += 1000 * MINUTE
    table.act()
    assert [type(event) for event in table.events()[-3:]] == [Paused, Resumed, Acted]
    assert left(table) == (5 * MINUTE, 5 * MINUTE)
