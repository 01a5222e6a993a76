"""How fast a server is: many matches at once between clients on loopback. `python -m tests.server.measure --help`.

The server runs in a process of its own, as `neurohex serve` runs it; all clients are in this one.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
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
from neurohex.match.messages import Look, Proposal, SeatPlan, Terms
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


async def resumed(place: Place) -> float:
    """Break a client's connection: the seconds until it has another and knows again all that there is to know."""
    began = time.perf_counter()
    place.connection.cut()
    await place.connection.ask(Look(id=place.connection.new_id(), match=place.match))  # answered after the events
    return time.perf_counter() - began


def within(seconds: list[float], *percent: float) -> str:
    """In what time so many of a hundred were done."""
    ordered = sorted(seconds)
    shares = [f"{each:g} % {1000 * ordered[int(len(ordered) * each / 100)]:.1f} ms" for each in percent]
    return f"median {1000 * statistics.median(ordered):.1f} ms, {', '.join(shares)}, most {1000 * ordered[-1]:.1f} ms"


async def seated(first: Client, second: Client) -> tuple[Place, Place]:
    """A new match of two."""
    place = await first.make(Proposal(terms=Terms(armies=("outpost", "hegemony")), seats=(SeatPlan(), SeatPlan())))
    return place, await second.join(place.match)


async def measure(matches: int, seconds: float, pace: float, database: str) -> None:
    """Seat two clients at each of many matches, let them play, and print what came of it."""
    async with served(database) as (address, pid), contextlib.AsyncExitStack() as stack:
        empty = memory(pid)
        clients = [await stack.enter_async_context(Client(address)) for _ in range(2 * matches)]
        for number, client in enumerate(clients):
            await client.be_guest(f"Player {number}")
            await client.connection()
        connected = memory(pid)
        pairs = [await seated(*pair) for pair in zip(clients[::2], clients[1::2], strict=True)]
        print(f"{matches} matches are there; the server has {memory(pid):.0f} MB")
        more = 0
        waits: list[float] = []
        lags: list[float] = []
        resumes: list[float] = []
        until = time.monotonic() + seconds
        eve = await stack.enter_async_context(Client(address))
        watching = await eve.watch(pairs[0][0].match)

        async def come_and_go() -> None:
            while time.monotonic() < until:
                resumes.append(await resumed(watching))
                await asyncio.sleep(pace / 2)

        async def play(number: int) -> int:
            nonlocal more
            acts = 0
            await asyncio.sleep(random.uniform(0, pace))
            while time.monotonic() < until:
                if pairs[number][0].is_over:
                    pairs[number] = await seated(*clients[2 * number : 2 * number + 2])
                    more += 1
                pair = pairs[number]
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
        *each, _ = await asyncio.gather(*map(play, range(matches)), come_and_go())
        acts = sum(number or 0 for number in each)
        spent, own = seconds_of_cpu(pid) - cpu, time.process_time() - mine
        played = memory(pid)
        print(f"{acts} acts in {seconds:.0f} s, {acts / seconds:.0f} a second")
        print(f"to the acknowledgement: {within(waits, 95, 99, 99.9)}")
        print(f"until the other player knows: {within(lags, 99)}")
        print(f"back after a cut, the client's own pause included: {within(resumes, 95)}")
        print(f"on disk: {await durable(address)}")
        print(f"processor: server {spent / seconds:.0%}, clients {own / seconds:.0%}; load {os.getloadavg()[0]:.1f}")
        made = matches + more
        print(
            f"memory: {empty:.0f} MB empty; {1024 * (connected - empty) / len(clients):.0f} kB a connection, "
            f"{1024 * (played - connected) / made:.0f} kB a match after {acts / made:.0f} acts each"
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
