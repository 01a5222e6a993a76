"""Measure a server with many concurrent matches of clients on loopback: `python -m tests.server.measure --help`.

The server runs in its own process, as `neurohex serve` runs it; all clients run in this one. One run measures the same
matches in several ways, one after another:

- `events`: two programs a match, which get only the events;
- `asked`: two pages a match, which request everything they show by HTTP, two requests for each act;
- `pushed`: two pages a match, which get everything they show pushed.

The number after `@` is the acts a second in all matches together. Asking and pushing are compared at the same pace.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import functools
import gc
import os
import random
import statistics
import sys
import tempfile
import time
import zlib
from collections.abc import AsyncIterator, Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import msgspec

from neurohex.client import Client, RemoteMatch
from neurohex.client.http import fetch
from neurohex.players import make_player
from neurohex.rules.engine import Game, legal_actions
from neurohex.server.looks import live_look
from neurohex.server.run import GC_THRESHOLDS
from neurohex.session import Session
from neurohex.tiles import ARMIES
from neurohex.view import story_start
from neurohex.view.forms import Story
from neurohex.view.stories import story_in_pieces
from neurohex.wire.messages import Acted, AnyEvent, AnyNote, LookCommand, Proposal, SeatPlan, Shown, Skipped, Terms

WAYS: Final = ("events", "asked", "pushed")
USUAL: Final = "events@200,asked@40,pushed@40,pushed@200"
_FREE: Final = 1_000_000
_LIMITS: Final = (
    "requests_per_second",
    "requests_at_once",
    "views_per_second",
    "views_at_once",
    "tcp_per_address",
    "connections_per_address",
    "connections",
)
_AGAIN: Final = 1.0
"""Seconds before a page retries."""
_DESCRIPTORS: Final = 65_536
_T = TypeVar("_T")


@contextlib.asynccontextmanager
async def served(database: str) -> AsyncIterator[tuple[str, int]]:
    """Run a server; yields its address and process id."""
    options = ["--port", "0", "--database", database, "--matches-per-person", "1000", "--proxies", "127.0.0.1"]
    for limit in _LIMITS:
        options += [f"--{limit.replace('_', '-')}", str(_FREE)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "neurohex", "serve", *options, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        line = (await process.stdout.readline()).decode()
        yield line.split()[-1], process.pid
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        print("the server ended with", await process.wait())


def memory(pid: int) -> float:
    """Megabytes of memory that a process has to itself and uses now."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def seconds_of_cpu(pid: int) -> float:
    """CPU time of a process and its children so far."""
    total, family = 0, {pid}
    rows = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            rows.append((int(path.parent.name), path.read_text().rpartition(")")[2].split()))
    for each, words in sorted(rows):  # children have higher numbers than their parents, but for a wrap-around
        if each == pid or int(words[1]) in family:
            family.add(each)
            total += sum(map(int, words[11:15]))
    return total / os.sysconf("SC_CLK_TCK")


async def durable(address: str) -> str:
    """Cumulative shares of appends by their time to disk, from the server's metrics."""
    lines = (await fetch(f"{address}/metrics")).decode().splitlines()
    found = [line.split() for line in lines if line.startswith("neurohex_durable_seconds_bucket")]
    total = float(found[-1][1])
    shares = [(name.partition('le="')[2].rstrip('"}'), float(count) / total) for name, count in found]
    return ", ".join(f"{share:.1%} in {edge} s" for edge, share in shares if share > 0.01)


async def resumed(place: RemoteMatch) -> float:
    """Break a client's connection; return the seconds until it has reconnected and caught up."""
    began = time.perf_counter()
    place.connection.cut()
    await place.connection.ask(
        LookCommand(id=place.connection.new_id(), match=place.match)
    )  # answered after the events
    return time.perf_counter() - began


def within(seconds: list[float], *percent: float) -> str:
    """In what time so many of a hundred were done."""
    ordered = sorted(seconds)
    shares = [f"{each:g} % {1000 * ordered[int(len(ordered) * each / 100)]:.1f} ms" for each in percent]
    return f"median {1000 * statistics.median(ordered):.1f} ms, {', '.join(shares)}, most {1000 * ordered[-1]:.1f} ms"


# --- pages ----------------------------------------------------------------------------------------
class TooFast(Exception):
    """The server has too much to do."""


class Asking:
    """Requests over one connection that is kept, compressed, as a browser makes them."""

    def __init__(self, address: str, number: int) -> None:
        """`number` is that of the page: each has its own address, as behind a proxy."""
        parts = urlsplit(address)
        self._from = f"10.0.{number >> 8}.{number & 255}"
        self._host, self._port = parts.hostname or "", parts.port or 80
        self.refused = 0
        self._lock = asyncio.Lock()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def view(self, name: str, body: dict[str, Any]) -> Any:
        """Request a view."""
        data = msgspec.json.encode(body)
        head = (
            f"POST /api/views/{name} HTTP/1.1\r\nhost: {self._host}:{self._port}\r\naccept-encoding: gzip\r\n"
            f"x-forwarded-for: {self._from}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n"
        )
        async with self._lock:
            while True:
                try:
                    return await self._ask(head.encode() + data)
                except (OSError, asyncio.IncompleteReadError):  # the server lets idle connections go
                    self.close()
                except TooFast:
                    self.refused += 1
                    await asyncio.sleep(_AGAIN)

    async def _ask(self, request: bytes) -> Any:
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        if not head.startswith(b"http/1.1 200"):
            size = int(head.partition(b"content-length:")[2].split()[0])
            why = (await reader.readexactly(size)).decode()
            raise (TooFast if head.startswith(b"http/1.1 429") else RuntimeError)(why)
        body = await reader.readexactly(int(head.partition(b"content-length:")[2].split()[0]))
        if b"content-encoding: gzip" in head:
            body = zlib.decompress(body, zlib.MAX_WBITS | 16)
        return msgspec.json.decode(body)

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


@dataclass
class Pushed:
    """Live views pushed to all pages."""

    bytes: int = 0
    skipped: int = 0


class Page:
    """One seat: acts like a program, and gets everything a page shows, in one of the ways."""

    def __init__(self, place: RemoteMatch, asking: Asking, pushed: Pushed) -> None:
        self.place = place
        self._pushed = pushed
        self._asking = asking
        self._way = "events"
        self._has = -1
        self._failed: BaseException | None = None
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def go(self, way: str) -> None:
        """Get later acts in this way."""
        self._way = way
        since = self.place.follower.last + 1
        await self.place.connection.follow(self.place.match, self._hear, since, "en" if way == "pushed" else None)

    async def has(self, n: int) -> None:
        """Wait until everything after an event has arrived. Raises the error of a failed request."""
        while self._has < n:
            if self._failed is not None:
                raise self._failed
            self._news.clear()
            await self._news.wait()

    def _hear(self, told: AnyEvent | AnyNote) -> None:
        self.place._told(told)
        if isinstance(told, Shown):
            msgspec.json.decode(told.look)
            msgspec.json.decode(told.story)
            self._pushed.bytes += len(bytes(told.look)) + len(bytes(told.story))
            self._got(told.n)
        elif isinstance(told, Skipped):
            self._pushed.skipped += 1
            self._got(told.n)
        elif isinstance(told, Acted) and self._way == "events":
            self._got(told.n)
        elif isinstance(told, Acted) and self._way == "asked":
            task = asyncio.create_task(self._ask(told.n, 1 + len(told.draws)))
            self._tasks.add(task)
            task.add_done_callback(self._asked)

    def _asked(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._failed = self._failed or task.exception()
        self._news.set()

    async def _ask(self, n: int, steps: int) -> None:
        step = len(self.place.follower.actions)
        moment = {"moment": {"match": self.place.match, "step": step}, "lang": "en"}
        await self._asking.view("look", moment)
        await self._asking.view("story", {**moment, "first": step - steps})
        self._got(n)

    def _got(self, n: int) -> None:
        self._has = max(self._has, n)
        self._news.set()


@dataclass
class Found:
    """The results of one way."""

    acts: int = 0
    matches: int = 0
    """Matches made to replace finished ones."""
    waits: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    resumes: list[float] = field(default_factory=list)
    server: float = 0.0
    """Seconds of CPU time."""
    clients: float = 0.0

    @property
    def each(self) -> float:
        """Milliseconds of server CPU time for each act and viewer."""
        return 1000 * self.server / max(1, self.acts) / 2


class Load:
    """Two clients at each of many matches."""

    def __init__(self, address: str, pid: int, matches: int) -> None:
        self._address = address
        self._pid = pid
        self._pace = 1.0
        self._count = matches
        self._clients: list[Client] = []
        self._asking: list[Asking] = []
        self._pairs: list[tuple[Page, Page]] = []
        self._pushed = Pushed()

    async def begin(self, stack: contextlib.AsyncExitStack) -> float:
        """Connect all clients, then seat them. Returns the server's memory in MB before the seating."""
        self._clients = [await stack.enter_async_context(Client(self._address)) for _ in range(2 * self._count)]
        self._asking = [Asking(self._address, number) for number in range(2 * self._count)]
        for asking in self._asking:
            stack.callback(asking.close)
        for number, client in enumerate(self._clients):
            await client.be_guest(f"Player {number}")
            await client.connection()
        connected = memory(self._pid)
        self._pairs = [await self._seated(number, "events") for number in range(self._count)]
        self._watching = await (await stack.enter_async_context(Client(self._address))).watch(self.match)
        return connected

    @property
    def match(self) -> str:
        """Any match."""
        return self._pairs[0][0].place.match

    async def _seated(self, number: int, way: str) -> tuple[Page, Page]:
        first, second = self._clients[2 * number : 2 * number + 2]
        proposal = Proposal(terms=Terms(armies=("outpost", "hegemony")), seats=(SeatPlan(), SeatPlan()))
        places = [await first.make(proposal)]
        places.append(await second.join(places[0].match))
        asking = self._asking[2 * number : 2 * number + 2]
        pair = Page(places[0], asking[0], self._pushed), Page(places[1], asking[1], self._pushed)
        for page in pair:
            await page.place.until(functools.partial(_runs, page.place))
            await page.go(way)
        return pair

    async def play(self, way: str, acts: float, seconds: float) -> Found:
        """Play for `seconds` at `acts` a second, with all pages in one way."""
        self._pace = self._count / acts
        self._pushed.bytes = self._pushed.skipped = 0
        for pair in self._pairs:
            for page in pair:
                await page.go(way)
        found = Found()
        until = time.monotonic() + seconds
        cpu, mine = seconds_of_cpu(self._pid), time.process_time()
        numbers = range(self._count)
        await asyncio.gather(*(self._match(each, way, until, found) for each in numbers), self._cut(until, found))
        found.server, found.clients = seconds_of_cpu(self._pid) - cpu, time.process_time() - mine
        return found

    async def _match(self, number: int, way: str, until: float, found: Found) -> None:
        await asyncio.sleep(min(random.uniform(0, self._pace), until - time.monotonic()))
        while time.monotonic() < until:
            began = time.perf_counter()
            if self._pairs[number][0].place.is_over:
                self._pairs[number] = await self._seated(number, way)
                found.matches += 1
            pair = self._pairs[number]
            mover, other = pair if pair[0].place.is_mine else pair[::-1]
            if mover.place.is_mine:
                action = random.choice(legal_actions(mover.place.state))
                sent = time.perf_counter()
                reply = await mover.place.act(action)
                found.waits.append(time.perf_counter() - sent)
                await other.has(reply.first)
                found.lags.append(time.perf_counter() - sent)
                await mover.has(reply.first)
                found.acts += 1
            pause = self._pace - (time.perf_counter() - began)
            await asyncio.sleep(max(0.0, min(pause, until - time.monotonic())))

    async def _cut(self, until: float, found: Found) -> None:
        while time.monotonic() < until:
            found.resumes.append(await resumed(self._watching))
            await asyncio.sleep(max(0.0, min(self._pace, until - time.monotonic())))

    def report(self, way: str, found: Found, seconds: float) -> None:
        """Print the results of one way."""
        print(f"--- {way}: {found.acts} acts, {found.acts / seconds:.0f} a second")
        print(f"to the acknowledgement: {within(found.waits, 95, 99, 99.9)}")
        print(f"until the other page is complete: {within(found.lags, 95, 99, 99.9)}")
        print(f"back after a cut, the client's own pause included: {within(found.resumes, 95)}")
        print(
            f"processor: server {found.server / seconds:.0%}, {found.each:.2f} ms for each act and viewer; "
            f"clients {found.clients / seconds:.0%}; load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        if way == "asked":
            print(f"asked again, as the server had too much to do: {sum(each.refused for each in self._asking)} times")
        if way == "pushed":
            length = self._pushed.bytes / max(1, 2 * found.acts)
            print(f"pushed: {length / 1000:.1f} kB for each act and viewer; {self._pushed.skipped} skipped")


def _runs(place: RemoteMatch) -> bool:
    return place.follower.awaited() is not None


async def measure(ways: list[tuple[str, float]], matches: int, seconds: float, database: str) -> None:
    """Seat two clients at each of many matches, play in each of the ways, and print the results."""
    async with served(database) as (address, pid), contextlib.AsyncExitStack() as stack:
        empty = memory(pid)
        load = Load(address, pid, matches)
        connected = await load.begin(stack)
        print(f"{matches} matches are there; the server has {memory(pid):.0f} MB", flush=True)
        found: dict[tuple[str, float], Found] = {}
        for way, acts in ways:
            found[way, acts] = await load.play(way, acts, seconds)
            load.report(way, found[way, acts], seconds)
        made = matches + sum(each.matches for each in found.values())
        print(f"on disk: {await durable(address)}")
        print(
            f"memory: {empty:.0f} MB empty; {512 * (connected - empty) / matches:.0f} kB a connection, "
            f"{1024 * (memory(pid) - connected) / made:.0f} kB a match of {made}, at the end"
        )
        for acts in [acts for way, acts in ways if way == "asked" and ("pushed", acts) in found]:
            asked, pushed = found["asked", acts].each, found["pushed", acts].each
            print(f"processor for each act and viewer at {acts:g} a second, pushed against asked: {pushed / asked:.0%}")


def longest(games: int) -> None:
    """Play games of six armies. Print the longest time that one piece of a push holds the event loop."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)  # as a server sets them
    most = {"look": (0.0, 0), "step": (0.0, 0), "story": (0.0, 0), "story, encoded": (0.0, 0)}

    def took(name: str, piece: Callable[[], _T], size: Callable[[_T], int] = lambda _: 0) -> _T:
        began = time.thread_time()
        made = piece()
        most[name] = max(most[name], (time.thread_time() - began, size(made)))
        return made

    for seed in range(games):
        armies = random.Random(seed).sample(sorted(ARMIES), 6)
        session = Session(Game(tuple(armies), board="expanded", mode="deathmatch"), seed=seed)
        player = make_player("greedy" if seed % 2 else "random", seed=seed)
        while not session.state.is_over():
            first = len(session.steps)
            action = player.choose(session.state)
            took("step", functools.partial(session.act, action))
            state, steps = session.state, session.steps
            first = story_start(steps, first, state)
            look = functools.partial(live_look, state, "pl", step=0, steps=0, undo=None, event=0, piles=None)
            took("look", functools.partial(_encoded, look), len)
            work = story_in_pieces(steps[first:], "pl", first=first)
            while (told := took("story", functools.partial(_piece, work))) is None:
                pass
            took("story, encoded", functools.partial(msgspec.json.encode, told), len)
    for name, (seconds, size) in most.items():
        length = f", {size / 1000:.0f} kB" if size else ""
        print(f"the longest piece of {games} games, {name}: {1000 * seconds:.1f} ms of processor time{length}")


def _encoded(make: Callable[[], Any]) -> bytes:
    return msgspec.json.encode(make())


def _piece(work: Generator[None, None, Story]) -> Story | None:
    """Do one piece of some work; its result if it was the last."""
    try:
        next(work)
    except StopIteration as end:
        told: Story = end.value
        return told
    return None


def _way(text: str) -> tuple[str, float]:
    way, _, acts = text.partition("@")
    if way not in WAYS or not acts.isdecimal() or int(acts) < 1:
        raise ValueError(text)
    return way, float(acts)


def main() -> None:
    """Measure as the options say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0, help="for each way")
    parser.add_argument("--ways", default=USUAL, help="WAY@ACTS, with commas between")
    parser.add_argument("--database", default="", help="another than a new SQLite file")
    parser.add_argument(
        "--longest", type=int, metavar="GAMES", help="instead: the longest that is pushed, of six armies"
    )
    args = parser.parse_args()
    if args.longest is not None:
        longest(args.longest)
        return
    try:
        ways = [_way(text) for text in args.ways.split(",")]
    except ValueError as error:
        parser.error(f"--ways: expected {'|'.join(WAYS)}@ACTS A SECOND, got {error}")
    import resource  # Windows has neither

    import uvloop

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(_DESCRIPTORS, most), most))
    gc.set_threshold(100_000, 50, 1000)  # its pauses would be taken for the server's
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        database = args.database or f"{folder}/matches.db"
        runner.run(measure(ways, args.matches, args.seconds, database))


if __name__ == "__main__":
    main()
