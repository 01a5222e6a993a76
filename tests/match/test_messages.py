"""The vocabulary: every message there and back, and nothing else gets in."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from neurohex.rules.engine import Game
from neurohex.wire import messages as m
from neurohex.wire.messages import Malformed, decode_command, decode_event, decode_message, decode_proposal, encode
from tests.properties.games import games

COMMANDS, EVENTS, REPLIES = (get_args(union) for union in (m.AnyCommand, m.AnyEvent, m.AnyReply))

_HEX = {
    kind: st.text("0123456789abcdef", min_size=size, max_size=size)
    for kind, size in (("nonce", 32), ("digest", 64), ("key", 16))
}
_IDS = st.text("abcXYZ019_-", min_size=1, max_size=40)
_SEATS = st.integers(0, 5)
_TIMES = st.integers(0, 2**53 - 1)
_NUMBERS = st.integers(0, 2**31 - 1)
_NAMES = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=40)
_CLOCKS = st.one_of(
    st.none(),
    st.builds(m.PlayerClock, main=_TIMES, increment=_TIMES),
    st.builds(m.TurnClock, allowance=_TIMES),
)
_PLANS = st.builds(
    m.SeatPlan, bot=st.none() | st.just("greedy"), person=st.none() | _IDS, nonce=st.none() | _HEX["nonce"]
)
_PRESENT = st.builds(
    m.Present,
    last=_NUMBERS,
    at=_TIMES,
    phase=st.sampled_from(m.MatchPhase),
    awaited=st.none() | _SEATS,
    key=st.none() | _HEX["key"],
    state=st.none() | st.binary(max_size=50),
    left=st.none() | st.lists(_TIMES, max_size=6).map(tuple),
    paused=st.booleans(),
)
_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "id": _IDS,
    "match": _IDS,
    "seen": _NUMBERS,
    "show": st.sampled_from(["en", "pl", None]),
    "private": st.booleans(),
    "rated": st.booleans(),
    "since": _NUMBERS,
    "n": _NUMBERS,
    "first": _NUMBERS,
    "last": _NUMBERS,
    "at": _TIMES,
    "alive": _TIMES,
    "cause": st.none() | st.builds(m.Cause, by=_IDS, id=_IDS),
    "seat": _SEATS,
    "name": _NAMES,
    "person": _IDS,
    "owner": _IDS,
    "rematch": _IDS,
    "rematch_of": st.none() | _IDS,
    "nonce": _HEX["nonce"],
    "nonces": st.lists(_HEX["nonce"], min_size=2, max_size=6).map(tuple),
    "piles": st.none() | st.lists(st.lists(st.integers(0, 200), max_size=40).map(tuple), max_size=6).map(tuple),
    "commitment": _HEX["digest"],
    "seed": _HEX["digest"],
    "key": _HEX["key"],
    "action": _NUMBERS,
    "actions": st.integers(0, 9),
    "draws": st.lists(_NUMBERS, max_size=6).map(tuple),
    "words": st.text(max_size=400),
    "why": st.text(max_size=400),
    "auto": st.booleans(),
    "hints": st.booleans(),
    "agree": st.booleans(),
    "terms": games().map(m.Terms.of),
    "seats": st.lists(_PLANS, min_size=2, max_size=6).map(tuple),
    "shuffle": st.text(max_size=40),
    "clock": _CLOCKS,
    "how": st.sampled_from(m.How),
    "result": st.lists(st.sampled_from((-1, 0, 1)), min_size=2, max_size=6).map(tuple),
    "code": st.sampled_from(m.Code),
    "present": _PRESENT,
    "reaction": st.sampled_from(m.Reaction),
}


def built(kind: type[msgspec.Struct]) -> st.SearchStrategy[msgspec.Struct]:
    return st.builds(kind, **{name: _FIELDS[name] for name in kind.__struct_fields__})


@pytest.mark.parametrize("kind", COMMANDS)
@given(data=st.data())
def test_commands_round_trip(kind: type[msgspec.Struct], data: st.DataObject) -> None:
    command = data.draw(built(kind))
    assert decode_command(encode(command)) == command


@pytest.mark.parametrize("kind", EVENTS)
@given(data=st.data())
def test_events_round_trip(kind: type[msgspec.Struct], data: st.DataObject) -> None:
    event = data.draw(built(kind))
    assert decode_event(encode(event)) == event == decode_message(encode(event))
    assert b"\n" not in encode(event)


@pytest.mark.parametrize("kind", [*REPLIES, m.Presence, m.Reacted])
@given(data=st.data())
def test_replies_and_notes_round_trip(kind: type[msgspec.Struct], data: st.DataObject) -> None:
    fields = {**_FIELDS, "here": st.lists(_SEATS, max_size=6).map(tuple), "watching": _NUMBERS}
    message = data.draw(st.builds(kind, **{name: fields[name] for name in kind.__struct_fields__}))
    assert decode_message(encode(message)) == message


@given(games(), _CLOCKS, st.booleans())
def test_proposals_round_trip_with_their_game(game: Game, clock: m.Clock | None, hints: bool) -> None:
    seats = tuple(m.SeatPlan() for _ in game.armies)
    proposal = m.Proposal(terms=m.Terms.of(game), seats=seats, clock=clock, hints=hints)
    again = decode_proposal(encode(proposal))
    assert again == proposal
    assert again.terms.game().describe() == game.describe()


def test_a_match_without_hints_is_written_as_by_old_versions() -> None:
    without = m.Created(
        match="m",
        n=0,
        at=5,
        terms=m.Terms(armies=("borgo", "moloch")),
        seats=(m.SeatPlan(),) * 2,
        owner="p",
        shuffle="s",
        commitment="0" * 64,
        actions=1,
    )
    assert b"hints" not in encode(without)
    assert decode_event(encode(without)) == without
    assert not without.hints


# --- nothing else ---------------------------------------------------------------------------------
ACT = {"type": "act", "id": "a-1", "match": "m", "seen": 3, "action": 5}
JOIN = {"type": "join", "id": "j", "match": "m", "name": "Ann", "nonce": "0" * 32}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({**ACT, "extra": 1}, "Object contains unknown field `extra`"),
        ({**ACT, "type": "dance"}, "type: Invalid value 'dance'"),
        ({key: value for key, value in ACT.items() if key != "seen"}, "Object missing required field `seen`"),
        ({**ACT, "seen": -1}, "seen: Expected `int` >= 0"),
        ({**ACT, "seen": 2**31}, "seen: Expected `int` <= 2147483647"),
        ({**ACT, "seen": "3"}, "seen: Expected `int`, got `str`"),
        ({**ACT, "action": 1.5}, "action: Expected `int`, got `float`"),
        ({**ACT, "action": True}, "action: Expected `int`, got `bool`"),
        ({**ACT, "id": ""}, "id: Expected the id of a command: 1 to 40 of A-Z a-z 0-9 _ . : -"),
        ({**ACT, "id": "a\n"}, "id: Expected the id of a command: 1 to 40 of A-Z a-z 0-9 _ . : -"),
        ({**ACT, "id": "a" * 41}, "id: Expected the id of a command: 1 to 40 of A-Z a-z 0-9 _ . : -"),
        ({**ACT, "match": "../m"}, "match: Expected the id of a match: 1 to 40 of A-Z a-z 0-9 _ -"),
        ({**JOIN, "nonce": "A" * 32}, "nonce: Expected a nonce: 16 bytes as 32 hexadecimal digits, small letters"),
        ({**JOIN, "seat": 6}, "seat: Expected `int` <= 5"),
        ({**JOIN, "name": "a" * 41}, "name: Expected a name: 1 to 40 visible letters, no space at its ends"),
        ([], "Expected `object`, got `array`"),
        (None, "Expected `object`, got `null`"),
    ],
)
def test_malformed(wrong: object, said: str) -> None:
    with pytest.raises(Malformed) as caught:
        decode_command(json.dumps(wrong).encode())
    assert str(caught.value) == said


@pytest.mark.parametrize("name", [" Ann", "Ann ", "", "\t", "A\u202enn", "A\u200bnn", "Ann\n", "\u3000", "\x00"])
def test_names_that_would_deceive(name: str) -> None:
    with pytest.raises(Malformed):
        decode_command(json.dumps({**JOIN, "name": name}).encode())


@pytest.mark.parametrize("name", ["Ann", "Łukasz Ż", "日本", "O'Brien <b>&", "a b", "🂡"])
def test_names_that_are_names(name: str) -> None:
    command = decode_command(json.dumps({**JOIN, "name": name}).encode())
    assert isinstance(command, m.Join)
    assert command.name == name


def test_a_malformed_command_is_named_if_its_id_can_be_read() -> None:
    with pytest.raises(Malformed) as caught:
        decode_command(json.dumps({**ACT, "type": "dance"}).encode())
    assert (caught.value.command, caught.value.match) == ("a-1", "m")
    with pytest.raises(Malformed) as caught:
        decode_command(b'{"type": "act", "id": 7}')
    assert (caught.value.command, caught.value.match) == ("", "")


def test_a_command_of_many_bytes() -> None:
    with pytest.raises(Malformed, match="at most 4096 bytes, got 5001"):
        decode_command(b" " * 5001)


@pytest.mark.parametrize(
    "deep", [b"[" * 4000, b'{"id":' + b"[" * 4000, b'{"a":' * 800, b'{"type":"act","x":' + b"[" * 4000]
)
def test_deep_nests_are_no_danger(deep: bytes) -> None:
    with pytest.raises(Malformed):
        decode_command(deep)


def problem(decode: Callable[[bytes], object], data: bytes) -> Malformed | None:
    """The error for some bytes; None if they are valid."""
    try:
        decode(data)
    except Malformed as error:
        return error
    return None


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for decode in (decode_command, decode_event, decode_message, decode_proposal):
        assert "\n" not in str(problem(decode, data))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=50),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)


@given(st.sampled_from(COMMANDS), st.data())
def test_a_command_with_something_changed_is_read_or_refused(kind: type[msgspec.Struct], data: st.DataObject) -> None:
    fields = json.loads(encode(data.draw(built(kind))))
    changed = {**fields, data.draw(st.sampled_from(sorted(fields)) | st.text(max_size=8)): data.draw(_JSON)}
    sent = json.dumps(changed).encode()
    wrong = problem(decode_command, sent)
    if wrong is None:
        command = decode_command(sent)
        assert decode_command(encode(command)) == command
    else:
        assert "\n" not in str(wrong)
        assert wrong.command in ("", changed.get("id"))


@given(st.sampled_from(COMMANDS), st.data())
def test_a_command_that_was_cut_off_is_refused(kind: type[msgspec.Struct], data: st.DataObject) -> None:
    whole = encode(data.draw(built(kind)))
    with pytest.raises(Malformed):
        decode_command(whole[: data.draw(st.integers(0, len(whole) - 1))])


def test_the_schema_names_every_message() -> None:
    schema = m.schema()
    for kind in (*COMMANDS, *EVENTS, *REPLIES, m.Presence, m.Shown, m.Skipped, m.Reacted):
        assert schema[kind.__name__]["properties"]["type"]["enum"] == [kind.__struct_config__.tag]
    assert json.dumps(schema).isascii()
