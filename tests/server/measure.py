"""How fast a server is: many matches at once between clients on loopback. `python -m tests.server.measure --help`.

The server runs in a process of its own, as `neurohex serve` runs it; all clients are in this one.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

import uvloop

from neurohex.client import Client, Place
from neurohex.client.http import fetch
from neurohex.match.messages import Proposal, SeatPlan, Terms
from neurohex.rules.engine import legal_actions


@contextlib.asynccontextmanager
async def served(database: str) -> AsyncIterator[tuple[str, int]]:
    """A server process: its address and its number."""
    options = ("--port", "0", "--database", database, "--connections-per-address", "100000", "--connections", "100000")
    more = ("--requests-per-second", "100000", "--requests-at-once", "100000", "--matches-per-person", "1000")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "neurohex", "serve", *options, *more, stdout=asyncio.subprocess.PIPE
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
    """What a process has computed so far."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / 100


async def durable(address: str) -> str:
    """What share of the appends was on disk within what time, as the server tells."""
    lines = (await fetch(f"{address}/metrics")).decode().splitlines()
    found = [line.split() for line in lines if line.startswith("neurohex_durable_seconds_bucket")]
    total = float(found[-1][1])
    shares = [(name.partition('le="')[2].rstrip('"}'), float(count) / total) for name, count in found]
    return ", ".join(f"{share:.1%} in {edge} s" for edge, share in shares if share > 0.01)


async def cut_and_back(place: Place) -> None:
    """Break a client's connection, and wait until it follows its match again."""
    breaks = place.connection.breaks
    place.connection.cut()
    while place.connection.breaks == breaks or not place.connection.is_open:
        await asyncio.sleep(0.001)


async def measure(matches: int, seconds: float, pace: float, database: str) -> None:
    """Seat two clients at each of many matches, let them play, and print what came of it."""
    async with served(database) as (address, pid), contextlib.AsyncExitStack() as stack:
        empty = memory(pid)
        clients = [await stack.enter_async_context(Client(address)) for _ in range(2 * matches)]
        for number, client in enumerate(clients):
            await client.be_guest(f"Player {number}")
            await client.connection()
        connected = memory(pid)
        seats = (SeatPlan(), SeatPlan())
        pairs: list[tuple[Place, Place]] = []
        for first, second in zip(clients[::2], clients[1::2], strict=True):
            place = await first.make(Proposal(terms=Terms(armies=("outpost", "hegemony")), seats=seats))
            pairs.append((place, await second.join(place.match)))
        print(f"{matches} matches are there; the server has {memory(pid):.0f} MB")
        waits: list[float] = []
        lags: list[float] = []
        until = time.monotonic() + seconds

        async def play(pair: tuple[Place, Place]) -> int:
            acts = 0
            await asyncio.sleep(random.uniform(0, pace))
            while time.monotonic() < until and not pair[0].is_over:
                began = time.perf_counter()
                place = pair[0] if pair[0].is_mine else pair[1]
                if place.is_mine:
                    action = random.choice(legal_actions(place.state))
                    sent = time.perf_counter()
                    reply = await place.act(action)
                    waits.append(time.perf_counter() - sent)
                    other = pair[1] if place is pair[0] else pair[0]
                    await other.until(lambda other=other, last=reply.last: other.follower.last >= last)  # type: ignore[misc]  # bound now
                    lags.append(time.perf_counter() - sent)
                    acts += 1
                await asyncio.sleep(max(0.0, pace / 2 - (time.perf_counter() - began)))
            return acts

        cpu, mine = seconds_of_cpu(pid), time.process_time()
        acts = sum(await asyncio.gather(*map(play, pairs)))
        spent, own = seconds_of_cpu(pid) - cpu, time.process_time() - mine
        played = memory(pid)
        waits.sort()
        lags.sort()
        print(
            f"{acts} acts in {seconds:.0f} s, {acts / seconds:.0f} a second; to the acknowledgement: "
            f"median {1000 * statistics.median(waits):.1f} ms, 95 % {1000 * waits[int(len(waits) * 0.95)]:.1f} ms, "
            f"99 % {1000 * waits[int(len(waits) * 0.99)]:.1f} ms, most {1000 * waits[-1]:.1f} ms; until the other "
            f"player knows: 99 % {1000 * lags[int(len(lags) * 0.99)]:.1f} ms"
        )
        print(f"processor: server {spent / seconds:.0%}, clients {own / seconds:.0%}")
        print(f"on disk: {await durable(address)}")
        resumed = []
        for cut, _ in pairs[:50]:
            began = time.perf_counter()
            await cut_and_back(cut)
            resumed.append(time.perf_counter() - began)
        print(f"back after a cut: median {1000 * statistics.median(resumed):.0f} ms, most {1000 * max(resumed):.0f} ms")
        print(
            f"memory: {empty:.0f} MB empty; {1024 * (connected - empty) / len(clients):.0f} kB a connection, "
            f"{1024 * (played - connected) / matches:.0f} kB a match after {acts / matches:.0f} acts each"
        )


def main() -> None:
    """Measure as the options say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between two acts of one seat")
    parser.add_argument("--database", default="", help="another than a new SQLite file")
    args = parser.parse_args()
    gc.set_threshold(100_000, 50, 1000)  # its pauses would be taken for the server's
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(measure(args.matches, args.seconds, args.pace, args.database or f"{folder}/matches.db"))


if __name__ == "__main__":
    main()
