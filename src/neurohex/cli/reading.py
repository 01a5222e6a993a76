"""Read files and standard input, the same way for every command."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from neurohex.cli.parsing import CommandError
from neurohex.notation import NotationError, Position
from neurohex.rules.game import GameError

STANDARD_INPUT: Final = "-"


def called(file: str) -> str:
    """The name of a file in messages."""
    return "standard input" if file == STANDARD_INPUT else file


def read_text(file: str) -> str:
    """The text of a file, `-` for standard input. Raises `CommandError` if it is unreadable."""
    try:
        data = sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"{called(file)}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{called(file)}: {_not_utf8(error)}") from error


def read_position(file: str) -> Position:
    """The position in a file. Raises `CommandError` that names the file and the place."""
    try:
        return Position.parse(read_text(file))
    except NotationError as error:
        raise CommandError(f"{called(file)}: {error}") from error


def add_position_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE, --json and --jsonl."""
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="a position as JSON or in the one-line form; - for standard input"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON, on one line")
    parser.add_argument(
        "--jsonl",
        action="store_true",
        help="read one position a line from standard input (or FILE) and print one JSON result a line; "
        'a line that is no position, an empty one too, gives {"error": "…"}, so that line n answers line n',
    )


def position_file(args: argparse.Namespace) -> str:
    """The FILE argument; raises `CommandError` if it is missing."""
    if args.file is None:
        raise CommandError(f"FILE is missing: a position, or - for standard input (see neurohex {args.command} --help)")
    return str(args.file)


def answer_lines(file: str, answer: Callable[[Position], dict[str, Any]]) -> None:
    """Answer each line with a line as soon as it is read; answer a wrong one with an error."""
    for line in _lines(file):
        try:
            result = answer(Position.parse(line.decode("utf-8-sig").rstrip("\r\n")))
        except UnicodeDecodeError as error:
            result = {"error": _not_utf8(error)}
        except (NotationError, GameError) as error:
            result = {"error": str(error)}
        sys.stdout.write(json.dumps(result) + "\n")
        sys.stdout.flush()


def _lines(file: str) -> Iterator[bytes]:
    try:
        if file == STANDARD_INPUT:
            yield from sys.stdin.buffer
        else:
            with Path(file).open("rb") as lines:
                yield from lines
    except OSError as error:
        raise CommandError(f"{called(file)}: {error.strerror or error}") from error


def _not_utf8(error: UnicodeDecodeError) -> str:
    return f"expected UTF-8 text, got byte {error.object[error.start]:#04x} at {error.start}"
