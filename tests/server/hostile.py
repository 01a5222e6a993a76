"""A hostile client: sends the most expensive requests of every kind as fast as it can.

`python -m tests.server.hostile --seconds 30` starts a server with its usual settings, attacks it from one address,
plays and asks from another, and prints how long that took. It fails if the 99th percentile exceeds the limit.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import functools
import itertools
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import httpx
import msgspec
from msgspec import Struct

from neurohex.client import Client
from neurohex.client.http import fetch
from neurohex.notation.record import write_record
from neurohex.puzzles import collection
from neurohex.rules.engine import Game, is_chance, legal_actions, new_state
from neurohex.session import Session, take_step
from neurohex.wire.messages import LookCommand, Proposal, SeatPlan, Terms

ADDRESS: Final = "127.0.0.2"
"""Source address of the attack. Limits count it separately."""
_NICER: Final = 10
_EACH: Final = 3
"""Connections of each kind of attack."""


def frame(opcode: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    """A client's WebSocket frame, with a mask of zeros."""
    head = bytes([opcode | (0x80 if final else 0)])
    if len(payload) < 126:
        return head + bytes([0x80 | len(payload), 0, 0, 0, 0]) + payload
    return head + bytes([0x80 | 126]) + len(payload).to_bytes(2, "big") + bytes(4) + payload


def long_game() -> tuple[str, list[int], int]:
    """A long game as a record, its actions, and the step with the most legal actions."""
    game = Game(("borgo", "moloch", "outpost", "hegemony", "smart", "vegas"), board="expanded")
    session, luck = Session(game, 5), random.Random(5)
    while not session.state.is_over():
        session.act(luck.choice(legal_actions(session.state)))
    record = session.record()
    state, widest, most = new_state(game), 0, 0
    for number, action in enumerate(record.actions):
        if not is_chance(state) and len(legal_actions(state)) > most:
            widest, most = number, len(legal_actions(state))
        take_step(state, action)
    return write_record(record), list(record.actions), widest


_PROPOSAL: Final = {"terms": {"armies": ["borgo", "moloch"]}, "seats": [{}, {"bot": "level6"}]}


class _Moment(Struct):
    match: str


class _Asked(Struct):
    moment: _Moment


Request = tuple[str, str, Any]
"""Method, path and body of a request."""


def worst_requests(record: str, match: str) -> dict[str, list[Request]]:
    """The most expensive requests, by kind. `record` is the id of a `long_game`, `match` of any match."""
    text, actions, widest = long_game()
    state = new_state(Game(("borgo", "moloch", "outpost", "hegemony", "smart", "vegas"), board="expanded"))
    for action in actions[:widest]:
        take_step(state, action)
    choices = legal_actions(state)
    view = "/api/views/"
    whole = {"record": record}
    wide = {"record": record, "step": widest}
    line = {"position": "x " * 9_999}
    nested: Any = {}
    for _ in range(900):
        nested = {"a": nested}
    return {
        "previews": [("POST", f"{view}previews", {"moment": wide, "actions": choices[:12], "lang": "pl"})],
        "stories": [("POST", f"{view}story", {"moment": whole, "lang": "pl"})],
        "what if": [("POST", f"{view}look", {"moment": {"record": record, "step": 0, "then": actions[:900]}})],
        "looks": [("POST", f"{view}look", {"moment": wide}), ("POST", f"{view}battle", {"moment": wide})],
        "units": [
            (("POST", f"{view}{asked}", {"moment": wide, "hex": name}))
            for name in state.game.board.index
            for asked in ("unit", "reason")
        ],
        "pictures": [
            ("POST", f"{view}picture", {"moment": wide, "form": "png"}),
            ("POST", f"{view}picture", {"moment": whole, "form": "gif"}),
            ("GET", f"/api/pictures/record/{record}.png?wide=1", None),
        ],
        "studies": [
            ("POST", f"{view}look", {"moment": {"study": line}}),
            ("POST", f"{view}look", {"moment": {"study": {"position": nested}}}),
            ("POST", f"{view}look", {"moment": {"study": {"position": {"units": [{}] * 6_000}}}}),
        ],
        "drawings": [("POST", f"{view}drawings", {"moment": whole})],
        "hints": [("POST", f"{view}hint", {"moment": wide})],
        "analyses": [
            ("POST", "/api/analysis", {"moment": whole, "depth": 1, "start": True}),
            ("POST", "/api/analysis/review", {"moment": whole, "depth": 1, "lang": "pl"}),
            ("POST", "/api/analysis/record", {"moment": whole, "depth": 1}),
        ],
        "records": [("POST", "/api/records", {"text": each}) for each in (text, text[:-9] + "x" * 40_000)],
        "uploads": [("GET", f"/api/records/{record}", None)],
        "lesson": [("GET", "/api/lesson", None), ("POST", "/api/lesson", {"step": "facing", "then": [1] * 100})],
        "puzzles": _puzzle_requests(),
        "matches": [
            ("GET", "/api/matches", None),
            ("POST", "/api/matches", _PROPOSAL),
            ("GET", f"/api/matches/{match}", None),
            ("GET", f"/api/matches/{match}/events", None),
            ("GET", f"/api/matches/{match}/record", None),
            ("POST", f"/api/matches/{match}/commands", {"type": "look", "id": "x", "match": match}),
            ("POST", f"/api/matches/{match}/commands", nested),
        ],
        "people": [
            ("POST", "/api/guests", {"name": "Eve"}),
            ("POST", "/api/accounts", {"name": "Eve Eden", "password": "x" * 200}),
            ("POST", "/api/sessions", {"name": "Ann", "password": "x" * 200}),
            ("GET", "/api/me", None),
            ("GET", "/api/me/turns", None),
            ("GET", "/api/me/armies", None),
            ("GET", "/api/me/notices", None),
            ("PUT", "/api/me/notices", {"email": "x" * 9_999}),
            ("POST", "/api/me/notices/code", {"code": "x" * 9_999}),
            ("GET", "/api/me/ratings", None),
            ("GET", "/api/ratings?pool=days", None),
            ("POST", "/api/links", {"origin": f"https://{'x' * 190}"}),
            ("POST", "/api/links/claims", {"code": "x" * 40}),
            ("POST", "/api/me/passkey-options", None),
            ("POST", "/api/me/passkeys", {"credential": "[" * 3_999, "label": "x"}),
            ("GET", "/api/me/passkeys", None),
            ("DELETE", f"/api/me/passkeys/{'x' * 999}", None),
            ("POST", "/api/passkeys/options", None),
            ("POST", "/api/passkeys/sessions", {"credential": "{" * 3_999}),
            ("GET", "/api/me/blocks", None),
            ("POST", "/api/me/blocks", {"person": "guest-x", "match": match}),
            ("DELETE", "/api/me/blocks", {"person": "x" * 80}),
            ("POST", "/api/reports", {"person": "guest-x", "reason": "name", "match": match}),
            ("GET", "/api/me/export", None),
            ("DELETE", "/api/me", {"name": "not mine"}),
        ],
        "own games": [
            ("POST", f"/api/matches/{match}/hidden", None),
            ("DELETE", f"/api/matches/{match}/hidden", None),
            ("POST", "/api/matches/none/leave", None),
            ("DELETE", "/api/matches/none", None),
        ],
        "pages": [
            ("GET", path, None) for path in ("/", "/api/catalogue", "/api/sprites", "/api", "/health", "/metrics")
        ],
    }


def _puzzle_requests() -> list[Request]:
    """The puzzle with the largest hand: all that can be asked about it, and its proof."""
    puzzle = max(collection(), key=lambda each: len(each.hand))
    given = msgspec.to_builtins(puzzle)
    return [
        *(("GET", f"/api/puzzles{path}", None) for path in ("", "/ratings", "/standing")),
        ("POST", "/api/puzzles/attempt", {"puzzle": given, "fight": True}),
        ("POST", "/api/puzzles/hint", {"puzzle": given, "number": 3}),
        ("POST", "/api/puzzles/solution", {"puzzle": given}),
        ("POST", "/api/puzzles/proof", {"puzzle": given}),
    ]


def encoded(request: Request, token: str) -> bytes:
    """A request as bytes."""
    method, path, body = request
    data = b"" if body is None else json.dumps(body).encode()
    head = (
        f"{method} {path} HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip\r\nauthorization: Bearer {token}\r\n"
        f"content-length: {len(data)}\r\n\r\n"
    )
    return head.encode() + data


class Attack:
    """Attacks a server until it is cancelled."""

    def __init__(self, url: str, token: str, record: str, match: str, source: str | None = ADDRESS) -> None:
        host, _, port = url.removeprefix("http://").partition(":")
        self._host, self._port = host, int(port)
        self._token, self._match = token, match
        self._requests = worst_requests(record, match)
        self._local = (source, 0) if source is not None else None
        self._opening: set[asyncio.Task[tuple[asyncio.StreamReader, asyncio.StreamWriter]]] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self.answers: Counter[str] = Counter()
        """Number of attacks by kind and answer."""

    @property
    def kinds(self) -> list[str]:
        """All kinds of attacks."""
        return list(self._todo())

    def round(self, kind: str) -> int:
        """Number of attacks of a kind that sends each of its requests."""
        return _EACH * len(self._requests.get(kind, [()]))

    def done(self, kind: str) -> int:
        """Number of attacks of a kind, without those that a rate limit refused."""
        return sum(count for said, count in self.answers.items() if said.startswith(kind) and not said.endswith("429"))

    def _todo(self) -> dict[str, Callable[[], Awaitable[None]]]:
        todo: dict[str, Callable[[], Awaitable[None]]] = {
            kind: functools.partial(self._ask, kind) for kind in self._requests
        }
        return todo | {
            "headers": lambda: self._flood("headers", b"GET / HTTP/1.1\r\nhost: x\r\n" + b"a:\r\n" * 1_000_000),
            "garbage": lambda: self._flood("garbage", bytes(range(256)) * 4_000),
            "pings": lambda: self._socket("pings", frame(9) * 100_000),
            "pieces": lambda: self._socket("pieces", frame(1, b"{", final=False) + frame(0, final=False) * 100_000),
            "messages": lambda: self._socket("messages", frame(1, b"{}") * 50_000),
            "follows": lambda: self._socket("follows", b"".join(self._follows())),
            "silence": self._be_silent,
        }

    async def run(self, kinds: Sequence[str] = ()) -> None:
        """Attack in all ways, or in some, concurrently until cancelled."""
        todo = self._todo()
        chosen = {kind: work for kind, work in todo.items() if not kinds or kind in kinds}
        try:
            await asyncio.gather(*(self._again(work) for work in chosen.values() for _ in range(_EACH)))
        finally:
            await asyncio.gather(*self._opening, return_exceptions=True)
            for writer in self._writers:
                writer.transport.abort()

    def _follows(self) -> list[bytes]:
        commands = [{"type": "follow", "id": f"{n}", "match": self._match, "show": "pl"} for n in range(60)]
        return [frame(1, json.dumps(command).encode()) for command in commands]

    async def _again(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                self.answers["cut off"] += 1
                await asyncio.sleep(0.01)

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        opening = asyncio.create_task(asyncio.open_connection(self._host, self._port, local_addr=self._local))
        self._opening.add(opening)
        opening.add_done_callback(self._opened)
        return await asyncio.shield(opening)

    def _opened(self, opening: asyncio.Task[tuple[asyncio.StreamReader, asyncio.StreamWriter]]) -> None:
        self._opening.discard(opening)
        if not opening.cancelled() and opening.exception() is None:
            self._writers.add(opening.result()[1])

    async def _ask(self, kind: str) -> None:
        reader, writer = await self._open()
        try:
            for request in itertools.cycle(self._requests[kind]):
                writer.write(encoded(request, self._token))
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = [line for line in head.lower().split("\r\n") if line.startswith("content-length:")]
                await reader.readexactly(int(length[0].split(":")[1]) if length else 0)
                status = head.split()[1]
                self.answers[f"{kind} {status}"] += 1
                if status == "429":
                    await asyncio.sleep(0.02)
        finally:
            writer.transport.abort()

    async def _flood(self, kind: str, data: bytes) -> None:
        reader, writer = await self._open()
        try:
            writer.write(data)
            await asyncio.gather(writer.drain(), reader.read())
        finally:
            self.answers[kind] += 1
            writer.transport.abort()

    async def _socket(self, kind: str, data: bytes) -> None:
        reader, writer = await self._open()
        try:
            writer.write(
                b"GET /api/socket HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
                b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            )
            await reader.readuntil(b"\r\n\r\n")
            writer.write(frame(1, b'{"type":"hello","id":"1"}') + data)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2):
                    await asyncio.gather(writer.drain(), reader.read())
        finally:
            self.answers[kind] += 1
            writer.transport.abort()

    async def _be_silent(self) -> None:
        opened = [await self._open() for _ in range(20)]
        try:
            await asyncio.gather(*(reader.read() for reader, _ in opened))
        finally:
            self.answers["silence"] += 1
            for _, writer in opened:
                writer.transport.abort()


async def attack(url: str, seconds: float) -> None:
    """Sign in, upload a record, make a match, and attack for some time; print the answers.

    A real attacker has a processor of its own. Here it must leave the two cores to the server and to the people whose
    waits are measured, whenever they want them; otherwise its own work would be measured too.
    """
    os.nice(_NICER)
    transport = httpx.AsyncHTTPTransport(local_address=ADDRESS)
    async with httpx.AsyncClient(base_url=url, transport=transport, timeout=60) as http:
        token = (await http.post("/api/guests", json={"name": "Eve"})).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        record = (await http.post("/api/records", json={"text": long_game()[0]}, headers=headers)).json()["record"]
        body = {"terms": {"armies": ["borgo", "moloch"]}, "seats": [{}, {}]}
        match = (await http.post("/api/matches", json=body, headers=headers)).json()["match"]
    made = Attack(url, token, record, match)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await made.run()
    print("attacks:", ", ".join(f"{kind} {count}" for kind, count in sorted(made.answers.items())))


async def suffer(url: str, seconds: float, waits: dict[str, list[float]]) -> None:
    """Play a match with two clients, look at it and browse, and note how long each took."""

    async def timed(kind: str, work: Awaitable[object]) -> None:
        began = time.perf_counter()
        await work
        waits.setdefault(kind, []).append(time.perf_counter() - began)

    async with Client(url) as ann, Client(url) as ben:
        await ann.be_guest("Ann")
        await ben.be_guest("Ben")
        until = time.monotonic() + seconds
        place = None
        while time.monotonic() < until:
            if place is None or place.is_over:
                terms = Terms(armies=("outpost", "hegemony"))
                place = await ann.make(Proposal(terms=terms, seats=(SeatPlan(), SeatPlan())))
                other = await ben.join(place.match)
                await place.until(lambda place=place: place.follower.awaited() is not None)  # type: ignore[misc]  # bound now
            mine = place if place.is_mine else other
            if mine.is_mine:
                await timed("act", mine.act(random.choice(legal_actions(mine.state))))
            ask = mine.connection.ask(LookCommand(id=mine.connection.new_id(), match=mine.match))
            await timed("look on the socket", ask)
            await timed("page", fetch(f"{url}/api"))
            await timed("view", fetch(f"{url}/api/views/look", body=_Asked(moment=_Moment(match=place.match))))
            await asyncio.sleep(0.05)


async def measure(seconds: float, limit: float) -> bool:
    """Attack a server and report the delays of another person; return whether they are within the limit."""
    with tempfile.TemporaryDirectory() as folder:
        options = ("--port", "0", "--database", f"{folder}/matches.db", "--accounts", "yes")
        pipe = asyncio.subprocess.PIPE
        server = await asyncio.create_subprocess_exec(sys.executable, "-m", "neurohex", "serve", *options, stdout=pipe)
        assert server.stdout is not None
        try:
            url = (await server.stdout.readline()).decode().split()[-1]
            await fetch(f"{url}/api/sprites")  # it has drawn them, if it had to
            await suffer(url, 1, {})  # its processes have started
            quiet: dict[str, list[float]] = {}
            await suffer(url, 3, quiet)
            command = (sys.executable, "-m", "tests.server.hostile", "--attack", url, "--seconds", str(seconds))
            attacker = await asyncio.create_subprocess_exec(*command)
            await asyncio.sleep(2)  # until it has signed in
            waits: dict[str, list[float]] = {}
            await suffer(url, seconds - 2, waits)
            await attacker.wait()
            good = True
            for kind, found in waits.items():
                ordered = sorted(found)
                p99 = ordered[int(len(ordered) * 0.99)]
                good &= p99 <= limit
                before = statistics.median(quiet[kind])
                median = statistics.median(found)
                print(
                    f"{kind}: {len(found)}, median {1000 * median:.1f} ms (alone {1000 * before:.1f}), "
                    f"99 % {1000 * p99:.1f} ms, most {1000 * ordered[-1]:.1f} ms"
                )
            lines = (await fetch(f"{url}/metrics")).decode().splitlines()
            print(*[line for line in lines if line.startswith("neurohex_loop_lag_seconds_b")], sep="\n")
            return good
        finally:
            with contextlib.suppress(ProcessLookupError):
                server.terminate()
            print("the server ended with", await server.wait())


def main() -> None:
    """Measure as the options say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--limit", type=float, default=0.1, help="seconds within which 99 of 100 must be done")
    parser.add_argument("--attack", default="", help="only attack this server")
    args = parser.parse_args()
    import uvloop  # Windows has none

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        if args.attack:
            runner.run(attack(args.attack, args.seconds))
        elif not runner.run(measure(args.seconds, args.limit)):
            sys.exit("too slow for others")


if __name__ == "__main__":
    main()
