"""Every byte that a server sends in a whole game, HTTP and sockets, headers and frames: until the end nothing reveals
the piles, and no client gets another's token."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from neurohex.client import Client, CommandRefused, RemoteMatch
from neurohex.client.http import RequestFailed, fetch
from neurohex.match.shuffle import piles, shuffle_key
from neurohex.rules.actions import DRAW
from neurohex.rules.catalog import ALL_TILES
from neurohex.store import Store
from neurohex.wire.messages import Created, LookCommand, Resign, Started, Undo, decode_event
from tests.match.test_secrecy import shapes
from tests.server.serving import play, seated, serving
from tests.torture.wire import wired

SECONDS = 60.0
ROW = 4
"""Tiles in a row that are taken for the order of a pile; a draw of a turn has three at most."""
LONG_ROW = 7
"""The same where each is one byte, which small numbers of anything else could be by chance."""


OTHER_PATHS = ("/api", "/api/matches", "/api/me", "/api/openapi.json", "/api/secrets", "/metrics", "/health", "/")


async def dealt(store: Store, match: str) -> tuple[bytes, tuple[tuple[int, ...], ...]]:
    """Secrets of a match besides its seed: the key of its shuffle, and its piles."""
    events = [decode_event(data) for data in await store.read(match)]
    created, started = (next(e for e in events if isinstance(e, kind)) for kind in (Created, Started))
    assert isinstance(created, Created)
    assert isinstance(started, Started)
    seed = await store.secret(match)
    nonces = [bytes.fromhex(nonce) for nonce in started.nonces]
    return shuffle_key(match, seed, nonces), piles(created.terms.game(), match, seed, nonces)


def orders(tiles: Sequence[int], base: int) -> Iterator[bytes]:
    """Parts of a pile's order, in every form that tiles have anywhere: as numbers, kinds, draws, names and bytes.
    `base` is the number of the first tile of the army."""
    kinds = [tile - base for tile in tiles]
    names = [ALL_TILES[tile].name for tile in tiles]
    for start in range(len(tiles) - ROW + 1):
        part = slice(start, start + ROW)
        # Numbers that count up by one stand in many lists, of facings say, and betray nothing.
        if kinds[part] == list(range(kinds[start], kinds[start] + ROW)):
            continue
        for words in (tiles[part], kinds[part], [DRAW + kind for kind in kinds[part]], map(json.dumps, names[part])):
            texts = [str(word) for word in words]
            yield ",".join(texts).encode()
            yield ", ".join(texts).encode()
        yield "\n".join(f"draw {name}" for name in names[part]).encode()
    for start in range(len(tiles) - LONG_ROW + 1):
        row = bytes(tiles[start : start + LONG_ROW])
        yield row
        yield row.hex().encode()
        yield base64.b64encode(row).rstrip(b"=")[:-1]


async def ask_everything(url: str, place: RemoteMatch, stranger: Client) -> None:
    """Whatever can be asked of a server about a match, by one who plays in it and one who does not."""
    paths = ("", "/events", "/record", "/secret", "/events?since=-1")
    for path in (*(f"/api/matches/{place.match}{path}" for path in paths), *OTHER_PATHS):
        with contextlib.suppress(RequestFailed):
            await fetch(url + path)
    connection = await stranger.connection()
    await connection.ask(LookCommand(id=connection.new_id(), match=place.match))
    await connection.ask(Resign(id=connection.new_id(), match=place.match, seen=0))
    with contextlib.suppress(CommandRefused):  # stale: answered with how the match stands
        await place.send(lambda id_: Undo(id=id_, match=place.match, seen=0))


async def scan_a_game(database: str) -> None:
    luck = random.Random(23)
    async with contextlib.AsyncExitStack() as stack:
        served = await stack.enter_async_context(serving(database, accounts=True))
        store = served.context.store
        wire = await stack.enter_async_context(wired(int(served.url.rpartition(":")[2]), keep=True))
        people = [await stack.enter_async_context(Client(wire.url)) for _ in range(3)]
        ann, ben, eve = people
        await ann.be_guest("Ann")
        await ben.be_guest("Ben")
        await eve.register("Eve", "correct horse battery")
        places = await seated(ann, ben)
        match = places[0].match
        watching = await eve.watch(match, show="en")
        acts = 0
        while not places[0].is_over:
            if acts % 10 == 0:
                await ask_everything(wire.url, places[0], eve)
            before = [bytes(sent) for sent in wire.sent]  # all that was sent before what may be the last act
            acts += await play(places, luck, 1)
        await watching.until(lambda: watching.is_over and watching.shown is not None)
        await ask_everything(wire.url, places[0], eve)

        haystack = b"\n".join(before)
        assert acts > 40
        assert len(haystack) > 500_000
        seed, signing = await store.secret(match), await store.once("token-key", b"")
        key, orders_dealt = await dealt(store, match)
        for secret in (seed, key, signing):
            assert [shape for shape in shapes(secret) if shape in haystack] == []
        bases = [int(base) for base in places[0].follower.game.base]
        for order, base in zip(orders_dealt, bases, strict=False):
            assert [row for row in orders(order, base) if row in haystack] == []
        after = wire.everything
        for secret in (key, signing):
            assert [shape for shape in shapes(secret) if shape in after] == []
        assert seed.hex().encode() in after  # the end reveals the seed: the scan works
        for client in people:
            assert client.signed_in is not None
            assert [client.signed_in.token.encode() in sent for sent in wire.sent].count(True) == 1  # to its owner
        assert b"correct horse" not in after
        assert b"$argon2" not in after

        opened = await seated(ann, ben, open_piles=True)
        (shown, _), (base, *_) = (await dealt(store, opened[0].match))[1], opened[0].follower.game.base
        assert all(row in wire.everything for row in list(orders(shown, int(base)))[:1])  # so would it these


def test_no_byte_on_the_wire_reveals_a_pile_before_the_end(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(scan_a_game(str(tmp_path / "matches.db")), SECONDS))
