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
Serves play in the browser, and for programs, until it is told to stop (Ctrl-C, or SIGTERM): the table's page, making,
finding and downloading matches over HTTP, playing over WebSockets. Every act is on disk before it is acknowledged; a
server that was stopped, or killed, goes on with every match where it was.

Every setting below can also stand in the environment, --bot-seconds 5 as {PREFIX}BOT_SECONDS=5, and in a TOML file
given with --config, as bot_seconds = 5. An option goes before the environment, and that before the file.
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
    settings = parser.add_argument_group("settings, each with what it is if not given")
    for each in fields(Settings):
        about = f"{each.metadata['about']} ({shown_value(getattr(Settings(), each.name))})"
        settings.add_argument(option_name(each.name), dest=each.name, metavar="VALUE", help=about.replace("%", "%%"))


def shown_value(value: object) -> str:
    """A setting's value as one would write it."""
    if isinstance(value, tuple):
        return ",".join(value) or "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"{value}"


def run(args: argparse.Namespace) -> int:
    """Serve."""
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
    """Serve until Ctrl-C or SIGTERM; the exit code. `ready` is called with the address once the server answers.

    Raises `CommandError` where the database cannot be opened and `OSError` where the address cannot be had.
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
    """Open the page from a thread of its own: a browser may take its time."""
    Thread(target=show, args=(address,), daemon=True).start()


def show(address: str) -> None:
    """Open the page, where there is a screen for it; a browser in this terminal would only be in the way."""
    page = address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")
    screen = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if screen and webbrowser.open(page):
        print(f"the table is open in your browser; if you do not see it, go to {page}. Ctrl-C stops it.", flush=True)
    else:
        print(f"go to {page} in your browser. Ctrl-C stops it.", flush=True)
