"""Shared by the tests of the command line: results of commands, example positions."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import neurohex

SOURCE = Path(neurohex.__file__).parents[1]
POSITION = json.loads("""
{"ruleset": "living", "board": "standard",
 "players": [{"army": "outpost", "hq": 20}, {"army": "hegemony", "hq": 20}],
 "units": [{"hex": "C1", "player": 1, "tile": "HQ", "rotation": 0, "wounds": 0},
           {"hex": "C2", "player": 1, "tile": "Runner", "rotation": 3, "wounds": 0},
           {"hex": "C3", "player": 0, "tile": "HQ", "rotation": 0, "wounds": 0}],
 "foundations": [{"hex": "B2", "player": 1, "tile": "Mine"}],
 "starter": 1}
""")
INSPECTED = json.loads("""
{"hex": "C2", "tile": "Runner", "player": 1, "controller": 1, "disabled": false,
 "initiative": [2], "melee": {"S": 2}, "ranged": {}, "gauss": []}
""")
FOUGHT = json.loads("""
{"phases": [{"initiative": 2, "acted": ["C2"],
             "hits": [{"from": "C2", "direction": "S", "to": "C3", "kind": "melee", "wounds": 2, "absorbed": false}],
             "destroyed": []},
            {"initiative": 0, "acted": ["C1", "C3"],
             "hits": [{"from": "C3", "direction": "N", "to": "C2", "kind": "melee", "wounds": 1, "absorbed": false}],
             "destroyed": ["C2"]}],
 "players": [{"army": "outpost", "hq": 18}, {"army": "hegemony", "hq": 20}],
 "units": [{"hex": "C1", "player": 1, "tile": "HQ", "rotation": 0, "wounds": 0},
           {"hex": "C3", "player": 0, "tile": "HQ", "rotation": 0, "wounds": 0}],
 "foundations": [{"hex": "B2", "player": 1, "tile": "Mine"}],
 "choices": 0}
""")
LINE = "living standard outpost:20 hegemony:20* | C1=1.HQ C2=1.Runner/S C3=0.HQ | B2=1.Mine"
Z9 = json.dumps(POSITION).replace("C2", "Z9")
WRONG_HEX = 'units[1].hex: no hex "Z9" on the standard board'
# Nets, a capture, wounds and three armies; and a Clown, who may choose.
BUSY = (
    "outpost:17 moloch:20 vegas:12 | B2=0.HQ D4=1.HQ E2=2.HQ/NE C2=0.Mobile_Armor/S D2=1.Net_Fighter/NW "
    "C3=1.Juggernaut~1 E3=1.Hunter-Killer/SE C1=2.Guard | A3=2.Mine"
)
CLOWN = "moloch borgo | C3=0.Clown A1=0.HQ C2=1.Mutant E3=1.HQ"


class Said:
    """Output and exit code of a command."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self) -> Any:
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)


Say = Callable[..., Said]


class Terminal(io.TextIOWrapper):
    """Standard input that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def complains(said: Said, *words: str) -> None:
    """One line on standard error, exit code 2, and nothing on standard output."""
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith("neurohex: ")
    assert said.err.count("\n") == 1
    for word in words:
        assert word in said.err


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "utf-8", **more}


def run_process(*words: str, stdin: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "neurohex", *words]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, env=environment(**more))
