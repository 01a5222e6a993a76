"""How several servers share one PostgreSQL: `python -m tests.server.several --help`.

Servers run in processes of their own on a new database. Clients reach them through one address that passes each
connection on to one of them, as a balancer does. The two players of a match are mostly on different servers. In a share
of the acts the other player offers a draw at the same moment, so that two servers append to one match at once. Halfway
one server is killed (`--kill`); its clients go on at the others. At the end every log is read: nothing that was
acknowledged is missing.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import random
import signal
import time
from collections import defaultdict
from dataclasses import dataclass, field

from neurohex.client import Client, CommandRefused, RemoteMatch
from neurohex.client.http import fetch
from neurohex.rules.engine import legal_actions
from neurohex.store import open_store
from neurohex.wire.messages import Acted, Proposal, SeatPlan, Terms, decode_event
from tests.postgres import running_postgres
from tests.server.measure import seconds_of_cpu, served, within
from tests.torture.wire import wired

_DESCRIPTORS = 65_536
_AFTER = 5.0
"""Seconds after the death of a server whose acts are reported separately."""


@dataclass
class Found:
    """The results of one run."""

    acts: int = 0
    raced: int = 0
    late: int = 0
    """Acts that were refused, as something else had happened first."""
    waits: list[tuple[float, float]] = field(default_factory=list)
    """When each act was sent, and after how many seconds it was acknowledged."""
    lags: list[float] = field(default_factory=list)
    """Seconds until the other player had it."""
    acknowledged: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Numbers of the events, by match."""


async def seated(clients: list[Client]) -> list[RemoteMatch]:
    """A new match of two clients."""
    proposal = Proposal(terms=Terms(armies=("outpost", "hegemony")), seats=(SeatPlan(), SeatPlan()))
    places = [await clients[0].make(proposal)]
    places.append(await clients[1].join(places[0].match))
    for place in places:
        await place.until(lambda place=place: place.follower.awaited() is not None)  # type: ignore[misc]  # bound now
    return places


async def play(clients: list[Client], pace: float, race: float, until: float, found: Found) -> None:
    """Play one match after another, an act each `pace` seconds."""
    places = await seated(clients)
    await asyncio.sleep(random.uniform(0, pace))
    while time.monotonic() < until:
        began = time.monotonic()
        if places[0].is_over:
            places = await seated(clients)
        mover, other = places if places[0].is_mine else places[::-1]
        if mover.is_mine:
            racing = asyncio.create_task(offer(other)) if random.random() < race else None
            try:
                reply = await mover.act(random.choice(legal_actions(mover.state)))
            except CommandRefused:  # the offer came first: decide again, knowing it
                found.late += 1
                continue
            found.waits.append((began, time.monotonic() - began))
            await other.until(lambda: other.follower.last >= reply.last)  # noqa: B023 - awaited at once
            found.lags.append(time.monotonic() - began)
            found.acts += 1
            found.acknowledged[mover.match].add(reply.first)
            if racing is not None:
                found.raced += 1
                await racing
        await asyncio.sleep(max(0.0, pace - (time.monotonic() - began)))


async def offer(place: RemoteMatch) -> None:
    """Offer a draw, which may be refused: the act may come first, and an offer may stand already."""
    with contextlib.suppress(CommandRefused):
        await place.offer_draw()


async def conflicts(address: str) -> int:
    """Appends of a server for which another was faster."""
    lines = (await fetch(f"{address}/metrics")).decode().splitlines()
    return sum(int(float(line.split()[1])) for line in lines if line.startswith("neurohex_conflicts_total"))


async def check(database: str, found: Found) -> int:
    """Every acknowledged act is in its log, and no log has a gap; how many events there are."""
    store = await open_store(database)
    events = 0
    try:
        for match, numbers in found.acknowledged.items():
            log = [decode_event(data) for data in await store.read(match)]
            assert [event.n for event in log] == list(range(len(log))), f"{match}: the log has a gap"
            acted = {event.n for event in log if isinstance(event, Acted)}
            assert numbers <= acted, f"{match}: acknowledged and lost: {sorted(numbers - acted)}"
            events += len(log)
    finally:
        await store.close()
    return events


async def measure(servers: int, matches: int, acts: float, seconds: float, race: float, kill: bool) -> None:
    """Run and print."""
    with running_postgres() as postgres:
        database = postgres.new_database()
        async with contextlib.AsyncExitStack() as stack:
            running = [await stack.enter_async_context(served(database)) for _ in range(servers)]
            ports = [int(address.rpartition(":")[2]) for address, _ in running]
            front = await stack.enter_async_context(wired(*ports))
            clients = [await stack.enter_async_context(Client(front.url)) for _ in range(2 * matches)]
            for number, client in enumerate(clients):
                await client.be_guest(f"Player {number}")
            found = Found()
            cpu = [seconds_of_cpu(pid) for _, pid in running]
            base = seconds_of_cpu(postgres.pid)
            begun = time.monotonic()
            until = begun + seconds
            died = float("inf")
            playing = asyncio.gather(
                *(play(clients[2 * n : 2 * n + 2], matches / acts, race, until, found) for n in range(matches))
            )
            alive = running
            if kill:
                await asyncio.sleep(seconds / 2)
                spent = seconds_of_cpu(running[0][1]) - cpu[0]
                os.kill(running[0][1], signal.SIGKILL)
                died = time.monotonic()
                alive = running[1:]
            await playing
            passed = time.monotonic() - begun
            lost = sum([await conflicts(address) for address, _ in alive])
            after = [wait for sent, wait in found.waits if died - 1 <= sent < died + _AFTER and sent + wait > died]
            usual = [wait for sent, wait in found.waits if sent + wait < died or sent > died + _AFTER]
            print(f"--- {servers} servers, {matches} matches: {found.acts} acts, {found.acts / passed:.0f} a second")
            print(f"to the acknowledgement: {within(usual, 95, 99)}")
            print(f"until the other player has it: {within(found.lags, 95, 99)}")
            print(f"conflicts: {lost} in {found.raced} races and {found.acts} acts; {found.late} acts were sent again")
            for number, (_, pid) in enumerate(running):
                used = spent if kill and number == 0 else seconds_of_cpu(pid) - cpu[number]
                print(f"processor of server {number}: {used:.1f} s, {1000 * used * servers / found.acts:.2f} ms an act")
            used = seconds_of_cpu(postgres.pid) - base
            print(f"processor of PostgreSQL: {used:.1f} s, {1000 * used / found.acts:.2f} ms an act")
            if kill:
                print(f"acts within {_AFTER:g} s of the death of server 0: {within(after, 95)}")
        print(f"{await check(database, found)} events: no gap, nothing acknowledged is missing")


def main() -> None:
    """Measure as the options say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--matches", type=int, default=150)
    parser.add_argument("--acts", type=float, default=60.0, help="a second, in all matches together")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--race", type=float, default=0.1, help="share of the acts at which the other offers a draw")
    parser.add_argument("--kill", action="store_true", help="kill one server halfway")
    args = parser.parse_args()
    if args.kill and args.servers < 2:
        parser.error("--kill: expected two servers or more")
    import resource  # Windows has neither

    import uvloop

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(_DESCRIPTORS, most), most))
    gc.set_threshold(100_000, 50, 1000)  # its pauses would be taken for the servers'
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(measure(args.servers, args.matches, args.acts, args.seconds, args.race, args.kill))


if __name__ == "__main__":
    main()
