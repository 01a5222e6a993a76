"""Prints which part of neurohex imports which, and how often: `python tools/import_graph.py [--mermaid]`."""

from __future__ import annotations

import argparse
import ast
from collections import Counter
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).parent.parent / "src" / "neurohex"


def part_of(path: Path) -> str:
    """The package, or single module, that a file belongs to."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_parts(path: Path) -> list[str]:
    """The parts that a file imports, one entry for each import statement."""
    parts: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [f"neurohex.{alias.name}" for alias in node.names] if node.module == "neurohex" else [node.module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        words = [name.split(".") for name in names]
        parts += [name[1] for name in words if name[0] == "neurohex" and len(name) > 1 and not name[1].startswith("_")]
    return parts


def edges() -> Counter[tuple[str, str]]:
    """How many import statements lead from one part to another."""
    counts: Counter[tuple[str, str]] = Counter()
    for path in sorted(SOURCE.rglob("*.py")):
        part = part_of(path)
        counts.update((part, other) for other in imported_parts(path) if other != part)
    return counts


def main() -> None:
    """Print the graph as a table, or as a Mermaid diagram."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mermaid", action="store_true", help="print a Mermaid flowchart")
    graph = edges()
    if parser.parse_args().mermaid:
        print("flowchart TD")
        for (part, other), count in sorted(graph.items()):
            print(f"    {part} -->|{count}| {other}")
        return
    for part in sorted({part for part, _ in graph}):
        row = sorted((other, count) for (each, other), count in graph.items() if each == part)
        print(f"{part:10}", ", ".join(f"{other} {count}" for other, count in row))


if __name__ == "__main__":
    main()
