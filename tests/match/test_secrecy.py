"""No message before the end of a match reveals the order of a pile."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator

import msgspec

from neurohex.match.authority import Decision, Match
from neurohex.match.proof import record_of
from neurohex.match.shuffle import shuffle_key
from neurohex.notation.record import Piles, write_record
from neurohex.rules.actions import DRAW
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Random, fresh_buffer, random_action
from neurohex.wire.messages import (
    Act,
    Acted,
    AnyCommand,
    Finished,
    Follow,
    LookCommand,
    MatchPhase,
    OfferDraw,
    Resign,
    Undo,
    encode,
)
from tests.match.table import ANN, BEN, EVE, SEED, Table

SECRET = bytes(b ^ 0x5A for b in SEED)  # no run of bytes that could stand anywhere by chance


def shapes(secret: bytes) -> Iterator[bytes]:
    """What would give a secret away, in every spelling that JSON, text and bytes have for it."""
    for start in range(len(secret) - 7):
        part = secret[start : start + 8]
        yield part
        yield part.hex().encode()
        yield part.hex().upper().encode()
        yield str(int.from_bytes(part, "big")).encode()
        yield str(int.from_bytes(part, "little")).encode()
        yield base64.b64encode(part).rstrip(b"=")[:-1]
        yield base64.urlsafe_b64encode(part).rstrip(b"=")[:-1]


def everything_said(table: Table) -> Iterator[bytes]:
    """Everything that a client can get from a match: each kind of reply, stale ones too, and its record."""
    acts = (("act", 0), ("stale", 1), ("nonsense", 2**31 - 1))
    commands: list[AnyCommand] = [
        LookCommand(id="look", match="m"),
        Follow(id="follow", match="m"),
        Undo(id="undo", match="m", seen=table.match.last),
        OfferDraw(id="offer", match="m", seen=table.match.last),
        Resign(id="resign", match="m", seen=0),
        *(Act(id=name, match="m", seen=0 if name == "stale" else table.match.last, action=a) for name, a in acts),
    ]
    for who in (ANN, BEN, EVE):
        for command in commands:
            reply = table.match.decide(command, who, table.now).reply
            if reply is not None:
                yield encode(reply)
    yield write_record(record_of(table.match)).encode()


def test_no_byte_of_the_seed_is_sent_before_the_end() -> None:
    table = Table("vegas", "smart", seed=SECRET)
    sent: list[bytes] = []
    while table.match.phase is MatchPhase.RUNNING:
        sent += everything_said(table)
        table.play(seed=table.match.last, acts=1)
    *before, end = table.log
    haystack = b"\n".join([*sent, *before])
    assert len(haystack) > 100_000
    assert [shape for shape in shapes(SECRET) if shape in haystack] == []
    assert SECRET.hex().encode() in end  # and the scan would find it


def test_no_byte_of_the_keys_of_the_shuffle_is_sent_at_all() -> None:
    table = Table(seed=SECRET)
    table.play()
    key = shuffle_key("m", SECRET, [bytes.fromhex(seat.nonce or "") for seat in table.match.seats])
    assert not any(shape in b"\n".join(table.log) for shape in shapes(key))


def test_no_four_tiles_in_a_row_are_sent_before_the_first_of_them_is_drawn() -> None:
    table = Table("vegas", "smart", seed=SECRET)
    dealt = table.match._dealer()
    while table.match.phase is MatchPhase.RUNNING:
        haystack = b"\n".join([*table.log, *everything_said(table)]).replace(b" ", b"")
        for player in (0, 1):
            tiles = dealt.upcoming(table.match.state, player)
            kinds = [int(table.match.state.kind(player, tile)) for tile in tiles]
            spellings = (tiles, kinds, [DRAW + kind for kind in kinds], [json.dumps(ALL_TILES[t].name) for t in tiles])
            for spelling in spellings:
                rows = (",".join(map(str, spelling[at : at + 4])).encode() for at in range(len(spelling) - 3))
                assert not any(row in haystack for row in rows)
        table.play(seed=table.match.last, acts=1)
    opened = Table("vegas", "smart", seed=SECRET, open_piles=True)  # the scan works
    assert ",".join(map(str, dealt.orders[1][5:9])).encode() in b"".join(opened.log)


def otherwise_shuffled(match: Match) -> Piles:
    """The same piles as far as they have been drawn, the rest the other way round."""
    dealt = match._dealer()
    orders = []
    for player, order in enumerate(dealt.orders):
        left = dealt.upcoming(match.state, player)
        assert order[len(order) - len(left) :] == left
        orders.append((*order[: len(order) - len(left)], *reversed(left)))
    return Piles(match.game, orders)


def without_draws(decision: Decision) -> list[bytes]:
    """The part of a decision that is sent before its first draw."""
    told: list[bytes] = []
    for event in decision.events:
        if isinstance(event, Acted) and event.draws:
            return [*told, encode(msgspec.structs.replace(event, draws=(), key="0" * 16))]
        told.append(encode(event))
    return told


def test_messages_do_not_depend_on_the_piles() -> None:
    """Reordering the undrawn tiles at any moment changes no message."""
    table = Table()
    random, buffer = Random(7), fresh_buffer()
    other_draws = 0
    while table.match.phase is MatchPhase.RUNNING:
        other = Match.from_events(table.events(), SEED)
        other._piles = otherwise_shuffled(table.match)
        assert other.present(table.now) == table.match.present(table.now)
        assert write_record(record_of(other)) == write_record(record_of(table.match))
        action = int(random_action(table.match.state, random, buffer))
        command = Act(id=f"a{table.match.last}", match="m", seen=table.match.last, action=action)
        one, two = (match.decide(command, table.who(), table.now) for match in (table.match, other))
        assert without_draws(one) == without_draws(two)
        other_draws += one.events != two.events
        table.keep(one)
    assert isinstance(table.events()[-1], Finished)
    assert other_draws > 10  # the piles did differ
