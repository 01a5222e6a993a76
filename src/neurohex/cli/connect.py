"""`neurohex connect`: a match on a server, from the terminal."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import sys
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from neurohex.cli.connect_keys import keep_token, kept_token
from neurohex.cli.connect_remote import Remote
from neurohex.cli.connect_table import OnlineTable
from neurohex.cli.connect_words import tell
from neurohex.cli.new import add_game_options, game_from
from neurohex.cli.parsing import CommandError, add_command
from neurohex.cli.play_desk import OK, read_line
from neurohex.cli.terminal import coat, command_name, console
from neurohex.cli.views import seats
from neurohex.client import Client, Ended, Refusal, RequestFailed
from neurohex.client.forms import ListedMatch, ListedSeat
from neurohex.match.messages import Clock, Phase, PlayerClock, Proposal, SeatPlan, Terms, TurnClock

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_ABOUT = """\
Plays on a server. Without more it lists the matches there; --new makes one, --join takes a seat or comes back to it,
--watch looks on. A lost connection mends itself, and nothing is lost by it; whoever leaves comes back with --join.

The server knows you again by a token, which is kept in a file of yours (~/.config/neurohex/tokens.json).
"""
_EXAMPLES = """\
  neurohex connect http://localhost:8000
  neurohex connect http://localhost:8000 --new borgo moloch --against greedy
  neurohex connect http://localhost:8000 --new smart vegas --board duel --minutes 20 --increment 10
  neurohex connect http://localhost:8000 --join 3f2a90c1d7e4
  neurohex connect http://localhost:8000 --record 3f2a90c1d7e4 > game.txt
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "connect", _ABOUT, _EXAMPLES)
    parser.add_argument("server", metavar="URL", help="where the server is: http://HOST:PORT or https://HOST")
    what = parser.add_argument_group("what to do").add_mutually_exclusive_group()
    what.add_argument("--new", metavar="ARMY", nargs="+", dest="armies", help="make a match: armies in order of seats")
    what.add_argument("--join", metavar="MATCH", help="take a seat, or come back to it")
    what.add_argument("--watch", metavar="MATCH", help="look on")
    what.add_argument("--record", metavar="MATCH", help="print the record of a match")
    seat = parser.add_argument_group("seats and clocks")
    seat.add_argument("--seat", type=int, metavar="N", help="the seat to take, from 1; the first free one if not given")
    seat.add_argument("--against", metavar="BOT", nargs="+", help="bots for the other seats of a new match, in order")
    seat.add_argument("--minutes", type=float, metavar="N", help="time of each player for a new match")
    seat.add_argument("--increment", type=float, metavar="S", help="seconds that each turn adds to it")
    seat.add_argument("--days", type=float, metavar="N", help="instead: days for each turn")
    seat.add_argument("--hints", action="store_true", help="let players of a new match ask a bot for advice")
    who = parser.add_argument_group("who you are")
    who.add_argument("--name", help="play as a guest of this name")
    who.add_argument("--account", metavar="NAME", help="play as the owner of an account; asks for its password")
    who.add_argument("--register", action="store_true", help="make that account first")
    add_game_options(parser.add_argument_group("the game of a new match (neurohex new --help tells more)"))


def run(args: argparse.Namespace) -> int:
    """Connect."""
    try:
        return _run(args)
    except (RequestFailed, Refusal, Ended) as error:
        raise CommandError(str(error)) from error


def _run(args: argparse.Namespace) -> int:
    try:
        client = Client(args.server)
    except ValueError as error:
        raise CommandError(str(error)) from error
    if args.record is not None:
        sys.stdout.write(asyncio.run(client.record(args.record)))
        return OK
    screen = console()
    if args.armies is not None or args.join is not None or args.name or args.account:
        _sign_in(client, args)
    else:  # whoever only looks need not be anybody
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
        return OnlineTable(remote, client.server, me.id if me is not None else None, screen).play()
    finally:
        remote.close()


def _take_seat(client: Client, match: str, seat: int | None) -> None:
    async def take() -> None:
        async with client:
            await client.join(match, seat)

    asyncio.run(take())


# --- who you are ----------------------------------------------------------------------------------
def _sign_in(client: Client, args: argparse.Namespace) -> None:
    if args.register and not args.account:
        raise CommandError("--register: goes with --account NAME")
    if args.account:
        password = getpass.getpass(tell("ask.password", name=args.account))
        asyncio.run((client.register if args.register else client.sign_in)(args.account, password))
    else:
        client.signed_in = kept_token(client.server)
        if client.person is None or (args.name is not None and args.name != client.person.name):
            asyncio.run(client.be_guest(args.name or _asked_name()))
    assert client.signed_in is not None
    keep_token(client.server, client.signed_in)


def _asked_name() -> str:
    try:
        return read_line(tell("ask.name")).strip()
    except EOFError:
        raise CommandError("your name is missing; give it with --name") from None


# --- a new match ----------------------------------------------------------------------------------
def _plans(args: argparse.Namespace, me: str) -> tuple[SeatPlan, ...]:
    """Who is to sit where: whoever makes the match, then bots as they were named, and free seats."""
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
    mine = [(Phase.RUNNING, me.id)] if me is not None else []
    for status, person in (*mine, (Phase.OPEN, None), (Phase.RUNNING, None)):
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
    for army, seat in zip(seats(entry.terms.armies), entry.seats, strict=True):
        text.append(f" {army.name} ", coat(army)).append(f" {_who(seat)}  ")
    return text


def _who(seat: ListedSeat) -> str:
    if seat.name is None:
        return tell("free") if seat.person is None else tell("kept")
    return tell("bot", name=seat.name) if seat.person is None else seat.name
