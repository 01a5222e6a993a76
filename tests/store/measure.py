"""How fast a database takes appends: `python -m tests.store.measure [DATABASE] [--rate 1000] [--seconds 10]`.

Matches append at random moments, as many a second as asked for, whether or not earlier ones have been answered. Without
a database, a new SQLite file and then a new PostgreSQL server are measured.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from neurohex.store import Store, open_store
from tests.postgres import running_postgres
from tests.store.samples import summary

EVENT = random.Random(1).randbytes(250)


async def measure(store: Store, matches: int, rate: float, seconds: float) -> str:
    """A line about the latency of appends at this rate."""
    ids = [f"m{random.getrandbits(60):x}" for _ in range(matches)]
    await asyncio.gather(*(store.create(match, [EVENT], b"secret", summary()) for match in ids))
    latencies: list[float] = []

    async def play(match: str, begin: float) -> None:
        """One match: a stream of appends, each at its time or when the one before is durable."""
        due, number = begin, 1
        while (due := due + random.expovariate(rate / matches)) < begin + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            sent = time.perf_counter()
            await store.append(match, number, [EVENT], summary(updated=time.time()))
            latencies.append(time.perf_counter() - sent)
            number += 1

    before = store.counters
    worked = time.process_time()
    begin = time.perf_counter()
    await asyncio.gather(*(play(match, begin) for match in ids))
    took = time.perf_counter() - begin
    worked = time.process_time() - worked
    after = store.counters
    latencies.sort()
    half, most, nearly_all = (1000 * latencies[int(len(latencies) * part)] for part in (0.5, 0.99, 0.999))
    return (
        f"{len(latencies) / took:.0f} appends/s in {(after.transactions - before.transactions) / took:.0f} "
        f"transactions/s, {worked / took:.0%} of a core; "
        f"milliseconds until durable: median {half:.1f}, 99% {most:.1f}, "
        f"99.9% {nearly_all:.1f}, longest {1000 * latencies[-1]:.1f}"
    )


async def flood(store: Store, matches: int, appends: int) -> str:
    """A line about the highest rate of appends."""
    ids = [f"f{random.getrandbits(60):x}" for _ in range(matches)]
    await asyncio.gather(*(store.create(match, [EVENT], b"secret", summary()) for match in ids))

    async def play(match: str) -> None:
        for number in range(1, appends + 1):
            await store.append(match, number, [EVENT], summary(updated=time.time()))

    begin = time.perf_counter()
    await asyncio.gather(*(play(match) for match in ids))
    return f"{matches * appends / (time.perf_counter() - begin):.0f} appends/s when all {matches} matches hurry"


async def report(url: str, arguments: argparse.Namespace) -> None:
    """Measure one database and print the results."""
    store = await open_store(url)
    try:
        print(await measure(store, arguments.matches, arguments.rate, arguments.seconds))
        print(await flood(store, arguments.matches, 20))
    finally:
        await store.close()


def main(words: list[str]) -> None:
    """Measure the given database, or one of each kind."""
    parser = argparse.ArgumentParser(prog="python -m tests.store.measure")
    parser.add_argument("database", nargs="?", help="a URL as neurohex serve takes it")
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--rate", type=float, default=1000.0, help="appends a second")
    parser.add_argument("--seconds", type=float, default=10.0)
    arguments = parser.parse_args(words)
    import uvloop  # Windows has none

    if arguments.database:
        uvloop.run(report(arguments.database, arguments))
        return
    with tempfile.TemporaryDirectory() as folder:
        print("SQLite")
        uvloop.run(report(str(Path(folder) / "games.db"), arguments))
    with running_postgres() as server:
        print("PostgreSQL")
        uvloop.run(report(server.new_database(), arguments))


if __name__ == "__main__":
    main(sys.argv[1:])
