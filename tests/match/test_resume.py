"""Clients and hosts can drop out after any event and come back: clients by the next number, hosts by the log."""

from __future__ import annotations

import pytest

from neurohex.match.authority import Match
from neurohex.match.follower import Gap, OutOfStep
from neurohex.wire.messages import (
    Act,
    Acted,
    AnswerDraw,
    Follow,
    Following,
    Leave,
    OfferDraw,
    OfferRematch,
    PlayerClock,
    Return,
    Undo,
    decode_event,
)
from tests.match.table import ANN, BEN, EVE, Table, followed


def eventful() -> Table:
    """A whole match in which everything but time happens."""
    table = Table("vegas", "doomsday", clock=PlayerClock(main=3_600_000, increment=5000))
    table.act()
    table.do(ANN, Undo)
    table.act()
    table.do(ANN, OfferDraw)
    table.do(BEN, AnswerDraw, agree=False)
    table.do(BEN, Leave)
    table.now += 60_000
    table.do(BEN, Return)
    table.keep(table.match.pause(table.now))
    table.now += 500_000
    table.keep(table.match.resume(table.now))
    table.play(seed=3)
    table.do(ANN, OfferRematch)
    return table


def test_for_every_prefix_each_client_dropped_and_resumed() -> None:
    table = eventful()
    whole = followed(table.log)
    for known in range(1, len(table.log) + 1):
        client = followed(table.log[:known])
        assert client.last == known - 1
        reply = table.say(EVE, Follow, since=client.last + 1)
        assert reply == Following(id=reply.id, match="m", last=len(table.log) - 1)
        for data in table.log[client.last + 1 :]:
            assert client.absorb(decode_event(data))
        assert client.state == whole.state
        assert client.present(table.now) == whole.present(table.now) == table.match.present(table.now)
        assert client.seats == whole.seats


def test_a_host_restored_from_any_prefix_equals_its_clients() -> None:
    table = eventful()
    events = table.events()
    for known in range(1, len(events) + 1):
        host = Match.from_events(events[:known], table.seed)
        assert host.present(table.now) == followed(table.log[:known]).present(table.now)


def test_games_continue_identically_after_a_restart_before_every_act() -> None:
    one, other = Table(), Table()
    one.play(seed=8)
    for event in one.events():
        if isinstance(event, Acted):
            other.restart()
            other.do(other.who(), Act, action=event.action, id=event.cause.id if event.cause else "")
    assert other.log == one.log


def test_events_that_are_known_already_change_nothing() -> None:
    table = eventful()
    client = followed(table.log)
    before = client.state.to_bytes(), client.last
    for event in table.events():
        assert not client.absorb(event)
    assert (client.state.to_bytes(), client.last) == before


def test_a_gap_is_reported_and_changes_nothing() -> None:
    table = eventful()
    client = followed(table.log[:5])
    with pytest.raises(Gap) as caught:
        client.absorb(decode_event(table.log[6]))
    assert caught.value.expected == 5
    assert client.last == 4
    assert client.absorb(decode_event(table.log[5]))


def test_an_impossible_log_is_reported() -> None:
    table = eventful()
    with pytest.raises(OutOfStep, match="begins with the event that created"):
        Match.from_events(table.events()[1:], table.seed)
    with pytest.raises(OutOfStep, match="not the one that the match commits to"):
        Match.from_events(table.events(), bytes(32))
    with pytest.raises(OutOfStep, match="an event of match other"):
        followed([table.log[0], table.log[1].replace(b'"match":"m"', b'"match":"other"')])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"actions":1', b'"actions":999', "numbers actions by version 999"),
        (b'["borgo","moloch"]', b'["borgo","elves"]', 'no army "elves"'),
    ],
)
def test_a_match_of_another_version_is_reported(old: bytes, new: bytes, said: str) -> None:
    table = Table()
    assert old in table.log[0]
    with pytest.raises(OutOfStep, match=said):
        followed([table.log[0].replace(old, new)])


def test_an_act_with_another_key_is_reported() -> None:
    table = Table()
    table.act()
    key = table.log[-1].index(b'"key":"') + 7
    other = table.log[-1][:key] + b"0123456789abcdef" + table.log[-1][key + 16 :]
    with pytest.raises(OutOfStep, match="the state is another than its key says"):
        followed([*table.log[:-1], other])
    foreign = table.log[-1].replace(b'"seat":0', b'"seat":1')
    with pytest.raises(OutOfStep, match="seat 1 is not to decide"):
        followed([*table.log[:-1], foreign])
