"""`neurohex bench`: measure the engine's speed and memory."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from rich.table import Table
from rich.text import Text

from neurohex.cli.parsing import CommandError, add_command
from neurohex.cli.terminal import console
from neurohex.pure import PURE, has_compiled_rules

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_ABOUT = """\
Measures, on one thread: random games from the first tile to the end, the actions in them (all legal ones are listed
before each), Battles on boards with 10 to 17 units, and copies of a state, for the compiled rules and for the same
source uncompiled; and random games of python-chess, where it is installed, as a yardstick.

The engines take turns in rounds, so that noise of the machine affects all alike; the figures are medians over the
rounds, in CPU time. Memory is the growth of the process while it holds very many states, or tree nodes with a state
in each.
"""
_EXAMPLES = """\
  neurohex bench
  neurohex bench --seconds 60 --json
  neurohex bench --lab                    environments of the lab beside those of PettingZoo, OpenSpiel and Pgx
"""
ROUNDS: Final = 7
LEAST_SECONDS: Final = 0.1
MOST_SECONDS: Final = 3600.0
STATES_HELD: Final = {"compiled": 200_000, "uncompiled": 20_000}
"""Number of states, and then of nodes, held to measure memory."""
TREE: Final = 1_000_000
_MEASURES: Final = {
    "games": "random games",
    "actions": "actions",
    "battles": "Battles, 10 to 17 units",
    "copies": "copies of a state",
}
_COSTS: Final = {
    "newer/base": "a game of Smart, Vegas or the Doomsday Machine costs as much as {:.2f} of the base armies'",
    "six/games": "a game of six on the expanded board costs as much as {:.2f} of two players'",
}
"""Kinds of games to compare, with compiled rules: the cost of a game of the first kind in games of the second."""
_MEASURED: Final = {
    "compiled": ("games", "battles", "copies", "base", "newer", "six"),
    "uncompiled": ("games", "battles", "copies"),
    "chess": ("games",),
}
_ENGINES: Final = {
    "compiled": "neurohex.cli.measure",
    "uncompiled": "neurohex.cli.measure",
    "chess": "neurohex.cli.yardstick",
}


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "bench", _ABOUT, _EXAMPLES)
    parser.add_argument("--json", action="store_true", help="print all figures as JSON, on one line")
    parser.add_argument(
        "--seconds", type=float, default=20.0, metavar="S", help="total time to measure, without memory (20)"
    )
    parser.add_argument("--lab", action="store_true", help="instead: steps of research environments, side by side")


def run(args: argparse.Namespace) -> int:
    """Measure and print the figures."""
    if not LEAST_SECONDS <= args.seconds <= MOST_SECONDS:
        raise CommandError(
            f"--seconds: expected a number from {LEAST_SECONDS} to {MOST_SECONDS:.0f}, got {args.seconds}"
        )
    if args.lab:
        from neurohex.cli.bench_lab import measure_lab, show_lab

        found = measure_lab(args.seconds)
        if args.json:
            print(json.dumps(found))
        else:
            show_lab(found)
        return 0
    figures = measure(args.seconds)
    if args.json:
        print(json.dumps(figures))
    else:
        _show(figures)
    return 0


class Worker:
    """A process that measures one engine on request."""

    def __init__(self, engine: str) -> None:
        self.engine = engine
        self.measures = _MEASURED[engine]
        self.process = subprocess.Popen(
            [sys.executable, "-m", _ENGINES[engine]],
            env={**os.environ, PURE: "1" if engine == "uncompiled" else "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.about = self._answer()

    def ask(self, **order: object) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        assert self.process.stdin is not None
        # Ignore a broken pipe: the missing answer reports a process that has ended.
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps(order) + "\n")
            self.process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            _, said = self.process.communicate()
            last = said.strip().splitlines()[-1:] or ["no word why"]
            raise WorkerFailed(f"the process that measures {self.engine} ended: {last[0]}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self) -> None:
        """Close the process's input, which ends it."""
        self.process.communicate()


class WorkerFailed(CommandError):
    """A measuring process ended early."""


def measure(seconds: float) -> dict[str, Any]:
    """All figures, in about that many seconds. Raises `CommandError` when an engine cannot be measured at all."""
    workers: list[Worker] = []
    missing: dict[str, str] = {}
    try:
        for engine in _ENGINES:
            if engine == "compiled" and not has_compiled_rules():
                missing[engine] = "the rules are not compiled here"
                continue
            try:
                workers.append(Worker(engine))
            except WorkerFailed as failed:
                if engine != "chess":
                    raise
                missing[engine] = (
                    f"python-chess (package chess) is needed for the yardstick, and `make bench` installs it; {failed}"
                )
        rates = _rates(workers, seconds)
        costs = {
            name: rates[kinds[1]]["compiled"] / rates[kinds[0]]["compiled"]
            for name in _COSTS
            if "compiled" in rates[(kinds := name.split("/"))[0]]
        }
        memory = {worker.engine: _memory(worker) for worker in workers if worker.engine != "chess"}
    finally:
        for worker in workers:
            worker.end()
    version = next((worker.about["version"] for worker in workers if worker.engine == "chess"), None)
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "chess": version,
        "seconds": seconds,
        "rounds": ROUNDS,
        "per_second": rates,
        "costs": costs,
        "ratios": _ratios(rates),
        "memory": memory,
        "left_out": missing,
    }


def _rates(workers: list[Worker], seconds: float) -> dict[str, dict[str, float]]:
    """Rates per second of each engine and measure: medians over rounds in which the engines take turns."""
    measured = _MEASURED["compiled"]
    turns = [(worker, what) for what in measured for worker in workers if what in worker.measures]
    slice_ = seconds / (ROUNDS * len(turns))
    found: dict[str, dict[str, list[float]]] = {what: {} for what in (*_MEASURES, *measured)}
    for worker, what in turns:  # warm up
        worker.ask(measure=what, seconds=min(slice_, 0.1))
    for number in range(ROUNDS):
        # alternate the order, so that no engine always follows the same one
        for worker, what in turns if number % 2 == 0 else reversed(turns):
            took = worker.ask(measure=what, seconds=slice_)
            found[what].setdefault(worker.engine, []).append(took["done"] / took["seconds"])
            if what == "games":
                found["actions"].setdefault(worker.engine, []).append(took["actions"] / took["seconds"])
    return {
        what: {engine: statistics.median(rates) for engine, rates in by_engine.items()}
        for what, by_engine in found.items()
    }


def _memory(worker: Worker) -> dict[str, float | None]:
    """Bytes per state and per tree node, and of a tree of a million nodes."""
    answer = worker.ask(measure="memory", count=STATES_HELD[worker.engine])
    node = answer["node"]
    return {
        "held": answer["count"],
        "state_bytes": answer["state"],
        "node_bytes": node,
        "million_node_tree_bytes": None if node is None else node * TREE,
    }


def _ratios(rates: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """How many times as fast the compiled rules are as each other engine."""
    return {
        f"compiled/{other}": {
            what: by_engine["compiled"] / by_engine[other]
            for what, by_engine in rates.items()
            if "compiled" in by_engine and other in by_engine
        }
        for other in ("chess", "uncompiled")
    }


def _show(figures: dict[str, Any]) -> None:
    screen = console()
    table = Table(title="a second, one thread", title_style="bold", title_justify="left", header_style="bold")
    rates, ratios = figures["per_second"], figures["ratios"]
    engines = [engine for engine in _ENGINES if engine not in figures["left_out"]]
    table.add_column("")
    for engine in engines:
        table.add_column("python-chess" if engine == "chess" else engine, justify="right")
    shown = [name for name in ratios if ratios[name]]
    for name in shown:
        table.add_column(name.replace("compiled/", "times ", 1), justify="right", style="cyan")
    for what, words in _MEASURES.items():
        cells = [_number(rates[what].get(engine)) for engine in engines]
        times = [f"×{ratios[name][what]:.2f}" if what in ratios[name] else "" for name in shown]
        table.add_row(words, *cells, *times)
    screen.print(table)
    for name, cost in figures["costs"].items():
        screen.print(_COSTS[name].format(cost))
    for engine, held in figures["memory"].items():
        screen.print(_memory_text(engine, held))
    for reason in figures["left_out"].values():
        screen.print(Text(f"left out: {reason}", "yellow"))
    chess = f", python-chess {figures['chess']}" if figures["chess"] else ""
    screen.print(
        Text(
            f"medians of {figures['rounds']} rounds in which each had its turn, {figures['seconds']:g} s in all; "
            f"Python {figures['python']}, {figures['machine']}{chess}",
            "dim",
        )
    )


def _memory_text(engine: str, held: Mapping[str, float | None]) -> str:
    state, node, tree = held["state_bytes"], held["node_bytes"], held["million_node_tree_bytes"]
    if state is None or node is None or tree is None:
        return f"memory, {engine}: this system does not tell how much a process holds"
    return (
        f"memory, {engine}: {state:,.0f} bytes a state, {node:,.0f} a node of a search tree with its state, "
        f"{tree / 2**30:.2f} GiB for a million nodes (by the growth of the process with {held['held']:,} of each)"
    )


def _number(rate: float | None) -> str:
    if rate is None:
        return "–"
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.1f}"
