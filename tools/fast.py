"""Compile the rules with profile-guided optimisation: build, train, build again from the profile.

    python tools/fast.py                     # compile in place, as `make fast`
    python tools/fast.py --wheel             # build a wheel in dist/ from the profile
    python tools/fast.py --profile FOLDER    # only make the profile, for a build with NEUROHEX_PROFILE=use:FOLDER;
                                             # a relative folder is below the source

Needs GCC. With `--profile` missing requirements are installed first: that is for machines that build releases. Where
the profile cannot be made, the rules are compiled without one, with a warning.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
TRAINING: Final = """
import itertools
from neurohex.rules import benchmarks
from neurohex.rules.engine import Game, Random, fresh_buffer, new_state
from neurohex.tiles import ARMIES
from neurohex.players import make_player
games = [Game(pair) for pair in itertools.combinations_with_replacement(tuple(ARMIES)[:7], 2)]
buffer = fresh_buffer()
benchmarks.play_games([new_state(game) for game in games], Random(1), buffer, 0, 3000)
boards = benchmarks.battle_boards(games, Random(2), buffer, 400)
benchmarks.fight_battles(boards, 0, 20000)
more = (Game(("vegas", "outpost", "moloch", "borgo"), mode="team"), Game(("smart", "vegas"), board="duel"),
    Game(("doomsday", "hegemony", "borgo", "smart", "vegas", "moloch"), board="expanded"))
benchmarks.play_games([new_state(game) for game in more], Random(3), buffer, 0, 60)
player = make_player("search:nodes=2000", 1)
for board in boards[::80]:
    player.choose(board)
"""
"""The workloads of `neurohex bench`, a few larger games, and the search."""


class NoProfile(Exception):
    """The profile could not be made; the message says why."""


def remove_compiled() -> None:
    """Remove the modules compiled in place."""
    for folder in ("src/neurohex/rules", "src/neurohex/bots", "src/neurohex/tensors", "src"):
        for old in (ROOT / folder).glob("*.so"):
            old.unlink()


def compile_rules(profile: str) -> None:
    """Compile the rules in place, with a value for NEUROHEX_PROFILE. Raises `NoProfile`."""
    remove_compiled()
    environ = {**os.environ, "NEUROHEX_PROFILE": profile}
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", "--force"]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    if done.returncode or not list((ROOT / "src/neurohex/rules").glob("*.so")):
        raise NoProfile((done.stderr or done.stdout).strip().splitlines()[-1:] or "the build failed")


def make_profile(folder: str) -> None:
    """Build with counters and run the training; the profile is in the folder then. Raises `NoProfile`."""
    print("compiling the rules with counters", flush=True)
    compile_rules(f"generate:{folder}")
    print("training", flush=True)
    done = subprocess.run(
        [sys.executable, "-c", TRAINING], cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NoProfile(f"the training failed: {done.stderr.strip().splitlines()[-1:]}")
    if not list(Path(folder).rglob("*.gcda")):
        raise NoProfile("the compiler wrote no profile; GCC does")


def environment() -> dict[str, str]:
    """The environment in which this source, compiled, is imported."""
    kept = {key: value for key, value in os.environ.items() if key not in ("NEUROHEX_PURE", "NEUROHEX_ARMIES")}
    return {**kept, "PYTHONPATH": str(ROOT / "src")}


def build_wheel(profile: str) -> None:
    """Build a wheel in dist/ with a value for NEUROHEX_PROFILE."""
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", "dist", "."]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "NEUROHEX_PROFILE": profile}, check=True)


def install_requirements() -> None:
    """Install what compiling and running the rules need, as pyproject.toml has it. Raises `NoProfile`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = project["build-system"]["requires"] + project["project"]["dependencies"]
    command = [sys.executable, "-m", "pip", "install", "--quiet", *needed]
    if subprocess.run(command, check=False).returncode:
        raise NoProfile("the requirements could not be installed")


def only_profile(folder: str) -> int:
    """Make a profile and leave no compiled modules behind."""
    try:
        install_requirements()
        make_profile(folder)
    except NoProfile as problem:
        print(f"warning: no profile: {problem}", file=sys.stderr)
    remove_compiled()
    return 0


def main(arguments: list[str]) -> int:
    """Compile with a profile, or without one where that fails."""
    if "--profile" in arguments:
        return only_profile(str(ROOT / arguments[-1]))
    with tempfile.TemporaryDirectory(prefix="neurohex-profile-") as folder:
        try:
            make_profile(folder)
            print("compiling the rules from the profile", flush=True)
            compile_rules(f"use:{folder}")
            if "--wheel" in arguments:
                build_wheel(f"use:{folder}")
            return 0
        except NoProfile as problem:
            print(f"warning: compiled without a profile: {problem}", file=sys.stderr)
    try:
        compile_rules("")
    except NoProfile as problem:
        print(f"warning: the rules are not compiled and will be slow: {problem}", file=sys.stderr)
    if "--wheel" in arguments:
        build_wheel("")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
