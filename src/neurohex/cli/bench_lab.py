"""The lab part of `neurohex bench`: environments side by side."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from neurohex.cli.parsing import CommandError
from neurohex.cli.terminal import console

ROUNDS: Final = 5
OURS: Final = "neurohex"


class _Engine:
    """A process that measures one environment."""

    def __init__(self, name: str) -> None:
        # One core: BLAS and XLA must not use the other.
        one = {
            "OPENBLAS_NUM_THREADS": "1",
            "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "neurohex.lab.bench", name],
            env={**os.environ, **one, "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._answer()

    def ask(self, seconds: float) -> float:
        """Steps a second."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"seconds": seconds}) + "\n")
        self.process.stdin.flush()
        answer = self._answer()
        return float(answer["done"] / answer["seconds"])

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            _, said = self.process.communicate()
            raise CommandError((said.strip().splitlines() or ["it ended without a word"])[-1])
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self) -> None:
        """End the process."""
        self.process.communicate()


def measure_lab(seconds: float) -> dict[str, Any]:
    """Steps a second of each environment, with observation and mask: medians over rounds in which they take turns."""
    from neurohex.lab.bench import ENGINES

    engines: dict[str, _Engine] = {}
    missing: dict[str, str] = {}
    try:
        for name in ENGINES:
            try:
                engines[name] = _Engine(name)
            except CommandError as error:
                if name == OURS:
                    raise
                missing[name] = str(error)
        rates: dict[str, list[float]] = {name: [] for name in engines}
        for _ in range(ROUNDS):
            for name, engine in engines.items():
                rates[name].append(engine.ask(seconds / (ROUNDS * len(engines))))
    finally:
        for engine in engines.values():
            engine.end()
    steps = {name: statistics.median(found) for name, found in rates.items()}
    return {
        "steps_per_second": steps,
        "times": {name: steps[OURS] / rate for name, rate in steps.items() if name != OURS},
        "left_out": missing,
    }


def show_lab(figures: dict[str, Any]) -> None:
    """Print the figures."""
    screen = console()
    table = Table(
        title="steps a second on one core, each with observation and mask", title_style="bold", title_justify="left"
    )
    table.add_column("")
    table.add_column("steps", justify="right")
    table.add_column("neurohex is", justify="right", style="cyan")
    for name, rate in figures["steps_per_second"].items():
        times = figures["times"].get(name)
        table.add_row(name, f"{rate:,.0f}", "" if times is None else f"×{times:.1f}")
    screen.print(table)
    for name, reason in figures["left_out"].items():
        screen.print(Text(f"left out: {name}: {reason}", "yellow"))
