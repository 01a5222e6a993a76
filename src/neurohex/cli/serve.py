"""`neurohex serve`: online play for people and bots."""

from __future__ import annotations

import argparse
import errno
import os
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from neurohex.cli.parsing import CommandError, add_command
from neurohex.server.logs import redacted, set_up_logs
from neurohex.server.settings import PREFIX, SettingError, Settings, option_name, read_settings

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_ABOUT = f"""\
Runs a server for people and bots until Ctrl-C or SIGTERM: the web page, an HTTP API to create, find and download
matches, and WebSockets to play them. Every action is on disk before the server acknowledges it. A server that was
stopped or killed resumes every match where it was.

Each setting below can also come from the environment (--bot-seconds 5 as {PREFIX}BOT_SECONDS=5) or from a TOML file
given with --config (bot_seconds = 5). Options override the environment; the environment overrides the file.
"""
_EXAMPLES = """\
  neurohex serve --open
  neurohex serve --host 0.0.0.0 --port 80 --database /var/lib/neurohex/matches.db
  neurohex serve --config server.toml
  NEUROHEX_DATABASE=postgresql://neurohex@localhost/neurohex neurohex serve --port 8001
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "serve", _ABOUT, _EXAMPLES)
    parser.add_argument("--config", metavar="FILE", help="a TOML file with settings")
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    settings = parser.add_argument_group("settings, with their defaults")
    for each in fields(Settings):
        about = f"{each.metadata['about']} ({shown_value(getattr(Settings(), each.name))})"
        settings.add_argument(option_name(each.name), dest=each.name, metavar="VALUE", help=about.replace("%", "%%"))


def shown_value(value: object) -> str:
    """A setting's value in the form a user would write."""
    if isinstance(value, tuple):
        return ",".join(value) or "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"{value}"


def run(args: argparse.Namespace) -> int:
    """Run the server."""
    options = {each.name: getattr(args, each.name) for each in fields(Settings)}
    try:
        settings = read_settings(options, os.environ, Path(args.config) if args.config is not None else None)
    except SettingError as error:
        raise CommandError(str(error)) from error

    def ready(address: str) -> None:
        print(f"serving {redacted(settings.database)} on {address}", flush=True)
        if args.open:
            show_soon(address)

    try:
        return serve_until_stopped(settings, ready)
    except OSError as error:
        other = f"; choose another with --port or {PREFIX}PORT" if error.errno == errno.EADDRINUSE else ""
        raise CommandError(f"{settings.host}:{settings.port}: {error.strerror or error}{other}") from error


def serve_until_stopped(settings: Settings, ready: Callable[[str], None]) -> int:
    """Serve until Ctrl-C or SIGTERM; return the exit code. Calls `ready` with the address once the server answers.

    Raises `CommandError` if the database cannot be opened and `OSError` if the address is unavailable.
    """
    from neurohex.server.run import run as run_server
    from neurohex.store import StoreError

    set_up_logs()
    try:
        run_server(settings, ready)
    except StoreError as error:
        raise CommandError(redacted(str(error))) from error
    return 0


def show_soon(address: str) -> None:
    """Open the page from a separate thread: starting a browser may take long."""
    Thread(target=show, args=(address,), daemon=True).start()


def show(address: str) -> None:
    """Open the page if there is a graphical screen; otherwise print its address."""
    page = address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")
    screen = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if screen and webbrowser.open(page):
        print(f"the table is open in your browser; if you do not see it, go to {page}. Ctrl-C stops it.", flush=True)
    else:
        print(f"go to {page} in your browser. Ctrl-C stops it.", flush=True)
