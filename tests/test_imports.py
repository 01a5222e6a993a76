"""Imports follow the layers of docs/architecture.md."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "neurohex"

# Each layer may import itself and the layers before it.
LAYERS = (
    {"compat", "board", "errors", "rating"},
    {"tiles"},
    {"words", "events"},
    {"rules"},
    {"model", "bots", "tensors", "pure"},
    {"notation", "draw"},
    {"explain", "players"},
    {"session"},
    {"arena", "view", "api"},
    {"pictures"},
    {"wire"},
    {"match"},
    {"store", "client", "lesson", "puzzles", "analysis"},
    {"lab"},
    {"server"},
    {"cli"},
    {"__main__"},
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}

# The engine stands on the standard library and mypyc's own runtime.
ENGINE = {
    "compat",
    "errors",
    "pure",
    "board",
    "tiles",
    "words",
    "events",
    "rules",
    "model",
    "bots",
    "tensors",
    "notation",
    "draw",
    "explain",
    "players",
    "session",
    "api",
}
ENGINE_MAY_USE = {"librt", "mypy_extensions", "neurohex"}


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def part_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def test_every_part_has_its_place() -> None:
    parts = {part_of(path) for path in SOURCE.rglob("*.py")} - {"__init__"}
    assert parts == set(LEVEL)


def test_imports_point_up_only() -> None:
    wrong = []
    for path in SOURCE.rglob("*.py"):
        part = part_of(path)
        if part == "__init__":
            continue
        for name in imported(path):
            words = name.split(".")
            if words[0] == "neurohex" and len(words) > 1 and words[1] in LEVEL:
                other = words[1]
                if other != part and LEVEL[other] >= LEVEL[part]:
                    wrong.append(f"{path.relative_to(SOURCE)} imports {name}")
    assert not wrong, wrong


def test_server_and_client_share_only_the_wire() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in (SOURCE / "server").rglob("*.py")
        for name in imported(path)
        if name.startswith("neurohex.client")
    ]
    assert not wrong, wrong


def test_the_engine_needs_only_the_standard_library_and_the_runtime_of_mypyc() -> None:
    import sys

    wrong = []
    for path in SOURCE.rglob("*.py"):
        if part_of(path) in ENGINE:
            for name in imported(path):
                root = name.split(".")[0]
                if root not in sys.stdlib_module_names and root not in ENGINE_MAY_USE:
                    wrong.append(f"{path.relative_to(SOURCE)} imports {name}")
    assert not wrong, wrong


def test_what_shows_and_tells_the_game_reaches_the_rules_through_the_model() -> None:
    wrong = {
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in SOURCE.rglob("*.py")
        if part_of(path) in ("view", "explain", "draw", "lesson")
        for name in imported(path)
        if name.startswith("neurohex.rules")
    }
    assert not wrong


def test_one_module_of_the_model_reads_the_bytes_of_a_state() -> None:
    compiled = ("rules", "bots", "tensors")
    readers = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if part_of(path) not in compiled and "neurohex.rules.layout" in imported(path)
    }
    assert readers == {"model/reading.py"}
