"""`neurohex study`: the balance of the armies."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from neurohex.arena.cluster import play_on_cluster
from neurohex.arena.crew import play_here, play_in_processes, usable_cores
from neurohex.arena.plan import planned_games
from neurohex.arena.play import Result
from neurohex.arena.run import Players, play_remaining
from neurohex.arena.tournament import ArenaError, Tournament
from neurohex.cli.lookup import find_army
from neurohex.cli.parsing import CommandError, add_command
from neurohex.cli.terminal import console
from neurohex.tiles import ARMIES

if TYPE_CHECKING:
    from neurohex.arena.store import Store
    from neurohex.cli.parsing import Subparsers
    from neurohex.lab.study import Plan

_ABOUT = """\
Plays armies against armies, each pairing equally often from both seats, and reports: win rates of all pairings with
intervals, the first turn, how and when games end, what each tile is worth early, and which boards and modes favour
whom.

Each part is a tournament in a folder below DIR, played with greedy, with search, and with greedy in other settings.
Stop at any time (Ctrl-C); the same command goes on. A report is written at the end, and with --report from what there
is.
"""
_EXAMPLES = """\
  neurohex study --greedy 2000 --search 42 --settings 0       a quick one
  neurohex study --greedy 200004 --search 4032 --out study     the one in docs/balance.md
  neurohex study --out study --report                          only the report, from the games so far
  neurohex study --greedy 200004 --ray --ray-address auto      on a cluster
"""
DEFAULT_FOLDER: Final = "neurohex-study"


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "study", _ABOUT, _EXAMPLES)
    parser.add_argument("--armies", metavar="LIST", default="all", help="all, or as borgo,moloch,smart")
    parser.add_argument("--greedy", type=int, metavar="N", default=4200, help="games with greedy (4200)")
    parser.add_argument("--search", type=int, metavar="N", default=420, help="games with search (420)")
    parser.add_argument("--settings", type=int, metavar="N", default=420, help="games in each other setting (420)")
    parser.add_argument(
        "--nodes", type=int, metavar="N", default=500, help="positions per decision of the search (500)"
    )
    parser.add_argument("--seed", type=int, metavar="N", default=19, help="seed of all shuffles (19)")
    parser.add_argument("--out", metavar="DIR", default=DEFAULT_FOLDER, help=f"the folder ({DEFAULT_FOLDER})")
    parser.add_argument("--report", action="store_true", help="play nothing; write the report from the games in DIR")
    parser.add_argument("--processes", type=int, metavar="N", help="games in parallel; default: one per core")
    parser.add_argument("--ray", action="store_true", help="play on a Ray cluster")
    parser.add_argument("--ray-address", metavar="ADDRESS", help="of a cluster that runs already; auto looks for it")


def run(args: argparse.Namespace) -> int:
    """Play what is left, then write the report."""
    from neurohex.lab.study import Plan  # needs the extra `lab`
    from neurohex.lab.study_report import write_report

    for option in ("greedy", "search", "settings"):
        if getattr(args, option) < 0:
            raise CommandError(f"--{option}: expected 0 or more, got {getattr(args, option)}")
    for option in ("nodes", "processes"):
        given = getattr(args, option)
        if given is not None and given < 1:
            raise CommandError(f"--{option}: expected 1 or more, got {given}")
    if args.ray_address is not None and not args.ray:
        raise CommandError("--ray-address: goes with --ray only")
    folder = Path(args.out)
    armies = tuple(ARMIES) if args.armies == "all" else _armies(args.armies)
    if len(armies) < 2:
        raise CommandError("--armies: expected two or more")
    plan = Plan(armies, args.greedy, args.search, args.settings, args.nodes, args.seed)
    results = _stored(folder) if args.report else _play(plan, folder, args)
    if not any(results.values()):
        raise CommandError(f"{folder}: no games of a study")
    page = write_report(results, folder, _command(args))
    console(errors=True).print(f"wrote {page}, its plots and figures.json")
    return 0


def _armies(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(find_army(name.strip(), extras=False).key for name in text.split(",")))


def _command(args: argparse.Namespace) -> str:
    words = ["neurohex", "study", "--armies", args.armies, "--greedy", str(args.greedy), "--search", str(args.search)]
    return shlex.join([*words, "--settings", str(args.settings), "--nodes", str(args.nodes), "--seed", str(args.seed)])


def _stored(folder: Path) -> dict[str, list[Result]]:
    """The results of every part so far. Reads while another process plays."""
    from neurohex.arena.store import read_results

    return {path.parent.name: read_results(path.parent) for path in sorted(folder.glob("*/plan.json"))}


def _play(plan: Plan, folder: Path, args: argparse.Namespace) -> dict[str, list[Result]]:
    from neurohex.arena.store import open_folder

    screen = console(errors=True)
    bar = Progress(
        TextColumn("{task.description}"),
        MofNCompleteColumn(),
        BarColumn(),
        TimeRemainingColumn(),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,  # no bar in a file
    )
    results: dict[str, list[Result]] = {}
    try:
        with bar:
            for name, tournament in plan.parts():
                with open_folder(folder / name, tournament, tournament.games) as (store, chosen):
                    done = len(store.done())
                    task = bar.add_task(name, total=planned_games(chosen), completed=done)
                    seen = partial(_advance, bar, task)
                    _play_part(chosen, store, args, planned_games(chosen) - done, seen)
                    results[name] = store.results()
    except ArenaError as error:
        raise CommandError(str(error)) from error
    except KeyboardInterrupt:
        screen.print("stopped: the games so far are kept; the same command goes on")
        raise
    return results


def _advance(bar: Progress, task: TaskID, new: list[Result]) -> None:
    bar.update(task, advance=len(new))


def _play_part(
    tournament: Tournament, store: Store, args: argparse.Namespace, left: int, seen: Callable[[list[Result]], None]
) -> None:
    players: Players
    if args.ray:
        players = partial(play_on_cluster, address=args.ray_address, processes=args.processes)
    else:
        processes = min(args.processes or usable_cores(), left)
        players = play_here if processes <= 1 else partial(play_in_processes, processes=processes)
    if play_remaining(tournament, store, players, seen):
        store.compact()
