"""`neurohex connect`: sign in, create or find a match, and play it."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import sys

from rich.table import Table
from rich.text import Text

from neurohex.cli.connect_keys import keep_token, keep_witnesses, kept_token, kept_witnesses
from neurohex.cli.connect_remote import Remote
from neurohex.cli.connect_table import OnlineTable
from neurohex.cli.connect_words import tell
from neurohex.cli.new import game_from
from neurohex.cli.parsing import CommandError
from neurohex.cli.play_desk import OK, read_line
from neurohex.cli.terminal import coat, command_name, console
from neurohex.client import Client, CommandRefused, Ended, RequestFailed
from neurohex.draw import player_armies
from neurohex.wire.http import ListedMatch, ListedSeat
from neurohex.wire.messages import Clock, MatchPhase, PlayerClock, Proposal, SeatPlan, Terms, TurnClock


def connect(args: argparse.Namespace) -> int:
    """Connect as the options say; return the exit code. Raises `CommandError`."""
    try:
        return _run(args)
    except (RequestFailed, CommandRefused, Ended) as error:
        raise CommandError(str(error)) from error


def _run(args: argparse.Namespace) -> int:
    try:
        client = Client(args.server)
    except ValueError as error:
        raise CommandError(str(error)) from error
    client.witnesses = kept_witnesses(client.server)
    if args.record is not None:
        sys.stdout.write(asyncio.run(client.record(args.record)))
        return OK
    screen = console()
    if args.armies is not None or args.join is not None or args.name or args.account:
        _sign_in(client, args)
    else:  # spectators need no name
        client.signed_in = kept_token(client.server)
    me = client.person
    if args.armies is None and args.join is None and args.watch is None:
        _lobby(client)
        return OK
    if args.armies is not None:
        proposal = Proposal(
            terms=Terms.of(game_from(args)),
            seats=_plans(args, me.id if me else ""),
            clock=_clock(args),
            hints=args.hints,
            private=args.private,
        )
        match = asyncio.run(client.propose(proposal))
        screen.print(
            Text(tell("made", command=command_name(), server=client.server, match=match), "italic"), soft_wrap=True
        )
    else:
        match = args.join or args.watch
    if args.watch is None:
        _take_seat(client, match, None if args.seat is None else args.seat - 1)
    remote = Remote(client.server, client.signed_in.token if client.signed_in is not None else None, match)
    try:
        witness = client.witnesses.get(match)
        return OnlineTable(remote, client.server, me.id if me is not None else None, screen, witness).play()
    finally:
        remote.close()


def _take_seat(client: Client, match: str, seat: int | None) -> None:
    async def take() -> None:
        async with client:
            await client.join(match, seat)

    asyncio.run(take())
    keep_witnesses(client.server, client.witnesses)


# --- signing in -----------------------------------------------------------------------------------
def _sign_in(client: Client, args: argparse.Namespace) -> None:
    if args.register and not args.account:
        raise CommandError("--register: goes with --account NAME")
    if args.account:
        password = getpass.getpass(tell("ask.password", name=args.account))
        asyncio.run((client.register if args.register else client.sign_in)(args.account, password))
    else:
        client.signed_in = kept_token(client.server)
        if client.person is None or (args.name is not None and args.name != client.person.name):
            asyncio.run(client.be_guest(args.name or _ask_name()))
    assert client.signed_in is not None
    keep_token(client.server, client.signed_in)


def _ask_name() -> str:
    try:
        return read_line(tell("ask.name")).strip()
    except EOFError:
        raise CommandError("your name is missing; give it with --name") from None


# --- a new match ----------------------------------------------------------------------------------
def _plans(args: argparse.Namespace, me: str) -> tuple[SeatPlan, ...]:
    """A plan for each seat: one for the creator, the bots in the given order, the rest open."""
    count = len(args.armies)
    mine = 1 if args.seat is None else args.seat
    if not 1 <= mine <= count:
        raise CommandError(f"--seat: expected 1 to {count}, got {mine}")
    bots = list(args.against or ())
    if len(bots) > count - 1:
        raise CommandError(f"--against: expected at most {count - 1} bots, got {len(bots)}")
    plans = [SeatPlan(person=me) if seat == mine else SeatPlan() for seat in range(1, count + 1)]
    for number in [p for p in range(count) if p != mine - 1][: len(bots)]:
        plans[number] = SeatPlan(bot=bots.pop(0))
    return tuple(plans)


def _clock(args: argparse.Namespace) -> Clock | None:
    if args.days is not None and (args.minutes is not None or args.increment is not None):
        raise CommandError("--days: not with --minutes or --increment")
    if args.increment is not None and args.minutes is None:
        raise CommandError("--increment: goes with --minutes")
    for option in ("minutes", "increment", "days"):
        given = getattr(args, option)
        if given is not None and not 0 <= given <= 10_000:
            raise CommandError(f"--{option}: expected 0 to 10000, got {given:g}")
    if args.days is not None:
        return TurnClock(allowance=round(args.days * 86_400_000))
    if args.minutes is not None:
        return PlayerClock(main=round(args.minutes * 60_000), increment=round((args.increment or 0) * 1000))
    return None


# --- the lobby ------------------------------------------------------------------------------------
def _lobby(client: Client) -> None:
    screen = console()
    me = client.person
    if me is not None:
        screen.print(Text(tell("you.are", name=me.name, server=client.server), "italic"))
    found: dict[str, ListedMatch] = {}
    mine = [(MatchPhase.RUNNING, me.id)] if me is not None else []
    for status, person in (*mine, (MatchPhase.OPEN, None), (MatchPhase.RUNNING, None)):
        listing = asyncio.run(client.matches(status=status, person=person))
        found |= {entry.match: entry for entry in listing.matches if entry.match not in found}
    if not found:
        screen.print(tell("no.matches", command=command_name(), server=client.server), soft_wrap=True)
        return
    grid = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    for heading in ("match", "", "seats", "mode"):
        grid.add_column(heading)
    for entry in found.values():
        yours = tell("yours") if me is not None and any(seat.person == me.id for seat in entry.seats) else ""
        grid.add_row(entry.match, f"{entry.status.value} {yours}".strip(), _seated(entry), entry.terms.mode)
    screen.print(grid)
    screen.print(tell("how.to.join", command=command_name(), server=client.server), soft_wrap=True)


def _seated(entry: ListedMatch) -> Text:
    text = Text()
    for army, seat in zip(player_armies(entry.terms.armies), entry.seats, strict=True):
        text.append(f" {army.name} ", coat(army)).append(f" {_who(seat)}  ")
    return text


def _who(seat: ListedSeat) -> str:
    if seat.name is None:
        return tell("free") if seat.person is None else tell("kept")
    return tell("bot", name=seat.name) if seat.person is None else seat.name
