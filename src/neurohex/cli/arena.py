"""`neurohex arena`: tournaments between bots."""

from __future__ import annotations

import argparse
import json
import shlex
import shutil
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from neurohex.arena.cluster import play_on_cluster
from neurohex.arena.crew import play_here, play_in_processes, usable_cores
from neurohex.arena.plan import games_for_each, planned_games, round_size
from neurohex.arena.play import Result, command_words, seat_player
from neurohex.arena.run import Players, play_remaining
from neurohex.arena.tournament import BASE, COMMAND, USUAL_PLAYERS, ArenaError, Bot, Setting, Tournament
from neurohex.cli.lookup import find_army
from neurohex.cli.new import add_game_options, game_from
from neurohex.cli.parsing import CommandError, Parser, add_command
from neurohex.cli.terminal import console
from neurohex.players import PlayerError
from neurohex.tiles import ARMIES

if TYPE_CHECKING:
    from neurohex.arena.store import Store
    from neurohex.arena.summary import Summary
    from neurohex.cli.parsing import Subparsers

_ABOUT = """\
Plays a tournament and shows a ladder of the bots, the results of each army against each other, the value of the first
turn and the length of games. Each pairing is played from all sides: two bots and two armies make four games, so that
each bot has each army in each seat, with the same tiles in the same order.

The arena saves results in a folder as it plays. Stop it at any time (Ctrl-C): the same command, or just neurohex arena
--out DIR, resumes it, and prints the tables again when every game is played. A larger --games extends it.

A bot is a player's name with its settings, or "cmd:" and a command that speaks the bot protocol. NAME= in front sets
its name in the tables. A single bot plays against itself, to compare armies.
"""
_EXAMPLES = """\
  neurohex arena greedy random                                100 games over all pairings of the base armies, both sides
  neurohex arena greedy --armies all --each 40 --report       the armies compared, led by one bot
  neurohex arena greedy random "mine=cmd:python3 my_bot.py --fast" --limit 2 --keep-records --out mine
  neurohex arena greedy random --ruleset 3.0 --also "--ruleset 2008" --also "--board duel"
  neurohex arena greedy random --mode deathmatch --players 4 --ray
  neurohex arena --out mine --report                          go on, then write mine/report.html
"""
DEFAULT_FOLDER: Final = "neurohex-arena"
DEFAULT_GAMES: Final = 100
_LIMIT: Final = 10.0
_LIMITS: Final = (0.01, 3600.0)
_BAR_BOTS: Final = 4
"""Number of leading bots whose points appear beside the progress bar."""
_BAR_NAME_LENGTH: Final = 20
"""Longest bot name beside the progress bar, in characters."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "arena", _ABOUT, _EXAMPLES)
    parser.add_argument(
        "bots", metavar="BOT", nargs="*", help="the players; without any, resume the tournament in --out"
    )
    games = parser.add_argument_group("games")
    many = games.add_mutually_exclusive_group()
    many.add_argument("--games", type=int, metavar="N", help=f"games in total ({DEFAULT_GAMES})")
    many.add_argument("--each", type=int, metavar="N", help="instead: games of every pairing")
    games.add_argument("--armies", metavar="LIST", help="base (the four of the base box), all, or as borgo,smart")
    games.add_argument("--mirrors", action="store_true", help="armies also meet themselves")
    games.add_argument(
        "--seed", type=int, metavar="N", help="seed of shuffles and bots: the same seed gives the same games (1)"
    )
    games.add_argument("--limit", type=float, metavar="S", help="seconds per decision for a command (10)")
    games.add_argument(
        "--also", metavar="OPTIONS", action="append", help="also play games with other options, as below"
    )
    running = parser.add_argument_group("running")
    running.add_argument("--out", metavar="DIR", default=DEFAULT_FOLDER, help=f"the folder ({DEFAULT_FOLDER})")
    running.add_argument(
        "--processes", type=int, metavar="N", help="games in parallel on this machine; default: one per core"
    )
    running.add_argument(
        "--ray", action="store_true", help="play on a Ray cluster; one is started here unless its address is given"
    )
    running.add_argument("--ray-address", metavar="ADDRESS", help="of a cluster that runs already; auto looks for it")
    running.add_argument("--keep-records", action="store_true", help="keep every game as DIR/records/ID.txt")
    running.add_argument("--report", action="store_true", help="write DIR/report.html")
    running.add_argument("--json", action="store_true", help="print the figures as JSON, on one line")
    _add_setting_options(parser.add_argument_group("the game, as for neurohex new"))


def _add_setting_options(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--players", type=int, metavar="N", help="how many play, where the mode leaves it open")
    add_game_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play the remaining games and print the tables."""
    # These imports need the extra `arena`; the help does not.
    from neurohex.arena.sheets import sheets
    from neurohex.arena.store import load_plan, open_folder
    from neurohex.arena.summary import summarise
    from neurohex.cli.arena_tables import show

    _check_numbers(args)
    folder = Path(args.out)
    try:
        asked = _tournament(args) if args.bots else None
        if asked is None:
            _check_no_game(args)
        wanted = _games(args, asked or load_plan(folder))
        with open_folder(folder, asked, wanted) as (store, tournament):
            _play(args, store, tournament)
            results = store.results()
    except (ArenaError, PlayerError) as error:
        raise CommandError(str(error)) from error
    summary = summarise(results)
    if args.report:
        _write_report(folder, tournament, summary)
    if args.json:
        print(json.dumps({"tournament": tournament.data(), **summary.data()}))
    else:
        show(console(), sheets(summary), tournament.seed, summary.games)
    return 0


# --- what to play ---------------------------------------------------------------------------------
def _check_numbers(args: argparse.Namespace) -> None:
    for option in ("games", "each", "processes", "players"):
        given = getattr(args, option)
        if given is not None and given < 1:
            raise CommandError(f"--{option}: expected 1 or more, got {given}")
    if args.limit is not None and not _LIMITS[0] <= args.limit <= _LIMITS[1]:
        raise CommandError(f"--limit: expected {_LIMITS[0]} to {_LIMITS[1]:.0f} seconds, got {args.limit:g}")
    if args.ray_address is not None and not args.ray:
        raise CommandError("--ray-address: goes with --ray only")


def _tournament(args: argparse.Namespace) -> Tournament:
    """The tournament that the options describe. Refuses a bot that cannot play."""
    armies = _armies(args.armies or "base")
    bots = tuple(Bot.read(word) for word in args.bots)
    limit = _LIMIT if args.limit is None else args.limit
    for bot in bots:
        _check_bot(bot, limit)
    others = [_setting_parser().parse_args(_also(text)) for text in args.also or ()]
    settings = tuple(dict.fromkeys(_setting(chosen, armies) for chosen in (args, *others)))
    return Tournament(
        bots,
        armies,
        settings,
        games=DEFAULT_GAMES,
        seed=1 if args.seed is None else args.seed,
        mirrors=args.mirrors,
        limit=limit,
        keep_records=args.keep_records,
    )


def _check_no_game(args: argparse.Namespace) -> None:
    """Refuse options that describe games when no bots are named: the folder already describes the tournament."""
    usual = vars(_setting_parser().parse_args([])) | dict.fromkeys(("armies", "seed", "limit", "also"))
    usual |= {"mirrors": False, "keep_records": False}
    for name, value in usual.items():
        if getattr(args, name) != value:
            raise CommandError(
                f"--{name.replace('_', '-')}: goes with bots only; a tournament continues with its own settings"
            )


def _armies(text: str) -> tuple[str, ...]:
    if text == "base":
        return BASE
    if text == "all":
        return tuple(ARMIES)
    return tuple(dict.fromkeys(find_army(name.strip(), extras=False).key for name in text.split(",")))


def _check_bot(bot: Bot, limit: float) -> None:
    """Refuse, before the first game, a bot that cannot play at all."""
    if not bot.spec.startswith(COMMAND):
        seat_player(bot.spec, 0, limit).close()
        return
    words = command_words(bot.spec)
    if not words or shutil.which(words[0]) is None:
        raise CommandError(f'{bot.name}: no such command "{words[0] if words else ""}"')


def _also(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise CommandError(f"--also: {error}") from None


def _setting_parser() -> Parser:
    parser = Parser(prog="neurohex arena", add_help=False)
    _add_setting_options(parser)
    return parser


def _setting(args: argparse.Namespace, armies: tuple[str, ...]) -> Setting:
    """The setting that the options describe, tried with some of the armies."""
    players = args.players or USUAL_PLAYERS[args.mode]
    return Setting.of(game_from(argparse.Namespace(**{**vars(args), "armies": [*islice(cycle(armies), players)]})))


def _games(args: argparse.Namespace, tournament: Tournament | None) -> int | None:
    """How many games the options ask for; None if they do not say."""
    if args.each is not None and tournament is not None:
        return games_for_each(tournament, args.each)
    return None if args.games is None else int(args.games)


# --- playing --------------------------------------------------------------------------------------
def _play(args: argparse.Namespace, store: Store, tournament: Tournament) -> None:
    """Play the remaining games, with a progress bar. Ctrl-C stops it and loses nothing."""
    screen = console(errors=True)
    for path in store.unreadable:
        screen.print(f"{path} could not be read; its games are played again")
    total, whole = planned_games(tournament), round_size(tournament)
    before = store.results()
    if total < whole and len(before) < total:
        screen.print(f"{total} games do not reach every pairing; a full round has {whole}")
    score = _Score(tournament.bots, before)
    bar = Progress(
        MofNCompleteColumn(),
        TextColumn("games"),
        BarColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[score]}", markup=False),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,  # no bar in a file
    )
    begun = monotonic()
    try:
        with bar:
            task = bar.add_task("", total=total, completed=len(before), score=str(score))

            def seen(results: list[Result]) -> None:
                score.add(results)
                bar.update(task, advance=len(results), score=str(score))

            played = play_remaining(tournament, store, _players(args, total - len(before)), seen)
    except KeyboardInterrupt:
        again = shlex.join(["neurohex", "arena", "--out", args.out])
        screen.print(f"stopped: {len(store.done())} of {total} games are kept; go on with: {again}")
        raise
    if played:
        store.compact()
        took = monotonic() - begun
        screen.print(f"{played} games in {took:.1f} s, {played / took:.1f} a second")


def _players(args: argparse.Namespace, left: int) -> Players:
    """The players of the remaining games."""
    if args.ray:
        return partial(play_on_cluster, address=args.ray_address, processes=args.processes)
    processes = min(args.processes or usable_cores(), left)
    return play_here if processes <= 1 else partial(play_in_processes, processes=processes)


class _Score:
    """Points of all bots so far."""

    def __init__(self, bots: Sequence[Bot], results: Iterable[Result]) -> None:
        self._points = {bot.name: 0.0 for bot in bots}
        self.add(results)

    def add(self, results: Iterable[Result]) -> None:
        for result in results:
            seats = {side: seat for seat, side in enumerate(result.sides)}
            for side, share in enumerate(result.shares()):
                self._points[result.bots[seats[side]]] += share

    def __str__(self) -> str:
        best = sorted(self._points.items(), key=lambda item: -item[1])[:_BAR_BOTS]
        return (
            "  ".join(f"{name[:_BAR_NAME_LENGTH]} {points:.6g}" for name, points in best)
            if len(self._points) > 1
            else ""
        )


def _write_report(folder: Path, tournament: Tournament, summary: Summary) -> None:
    from neurohex.arena.page import page  # slow import: draws the plots

    path = folder / "report.html"
    path.write_text(page(tournament, summary), encoding="utf-8")
    console(errors=True).print(f"wrote {path}")
