"""`neurohex table`, and plain `neurohex`: play in the browser on this machine."""

from __future__ import annotations

import argparse
import errno
import json
import os
import urllib.request
from dataclasses import replace
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Final

from neurohex.cli.parsing import CommandError, add_command

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_ABOUT: Final = """\
Opens the table in your browser: play against bots or friends, take the lesson, study positions. Games are kept in your
own data folder, so they are there again the next time. Ctrl-C stops it.

neurohex serve has all settings, for a server that others use too.
"""
_EXAMPLES: Final = """\
  neurohex table
  neurohex table --port 8010 --no-browser
"""
_SECONDS: Final = 2.0
"""Seconds to wait for the answer of a table that may already be running."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "table", _ABOUT, _EXAMPLES)
    parser.add_argument("--port", help="the port to listen on (8000, or any free one where that is taken)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")


def run(args: argparse.Namespace) -> int:
    """Open the table, or show the running one."""
    from neurohex.cli.serve import serve_until_stopped, show, show_soon
    from neurohex.server.settings import PREFIX, SettingError, read_settings

    folder = data_folder()
    note = folder / "address.txt"
    running = _running(note)
    if running is not None and args.port is None:
        print(f"the table is open already: {running}", flush=True)
        if not args.no_browser:
            show(running)
        return 0
    try:
        settings = read_settings({"port": args.port}, os.environ)
    except SettingError as error:
        raise CommandError(str(error)) from error
    if f"{PREFIX}DATABASE" not in os.environ:
        settings = replace(settings, database=str(folder / "games.db"))

    def ready(address: str) -> None:
        note.write_text(address, encoding="utf-8")
        if args.no_browser:
            print(f"go to {address} in your browser. Ctrl-C stops it.", flush=True)
        else:
            show_soon(address)

    asked = args.port is not None or f"{PREFIX}PORT" in os.environ
    try:
        return serve_until_stopped(settings, ready)
    except OSError as error:
        if asked or error.errno != errno.EADDRINUSE:
            raise
        return serve_until_stopped(replace(settings, port=0), ready)
    finally:
        note.unlink(missing_ok=True)


def data_folder() -> Path:
    """The folder of this user's games; creates it if needed. Raises `CommandError`."""
    from platformdirs import user_data_path

    folder = user_data_path("neurohex", appauthor=False)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(
            f"{folder}: cannot make the folder for your games ({error.strerror}); name a file with NEUROHEX_DATABASE"
        ) from error
    return folder


def _running(note: Path) -> str | None:
    """The address of this user's running table, if it answers."""
    try:
        address = note.read_text(encoding="utf-8").strip()
        with urllib.request.urlopen(f"{address}/api", timeout=_SECONDS) as answer:
            server = json.load(answer).get("server", "")
    except (OSError, HTTPException, ValueError, AttributeError):
        return None
    return address if server.startswith("neurohex ") else None
