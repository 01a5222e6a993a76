"""`neurohex serve`: online play for people and bots."""

from __future__ import annotations

import argparse
import os
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from neurohex.cli.parsing import CommandError, add_command
from neurohex.server.logs import redacted, set_up_logs
from neurohex.server.run import run as run_server
from neurohex.server.settings import PREFIX, SettingError, Settings, option_name, read_settings
from neurohex.store import StoreError

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_ABOUT = f"""\
Serves online play until it is told to stop (Ctrl-C, or SIGTERM): making, finding and downloading matches over HTTP,
playing over WebSockets. Every act is on disk before it is acknowledged; a server that was stopped, or killed, goes on
with every match where it was.

Every setting below can also stand in the environment, --bot-seconds 5 as {PREFIX}BOT_SECONDS=5, and in a TOML file
given with --config, as bot_seconds = 5. An option goes before the environment, and that before the file.
"""
_EXAMPLES = """\
  neurohex serve
  neurohex serve --host 0.0.0.0 --port 80 --database /var/lib/neurohex/matches.db
  neurohex serve --config server.toml
  NEUROHEX_DATABASE=postgresql://neurohex@localhost/neurohex neurohex serve --port 8001
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "serve", _ABOUT, _EXAMPLES)
    parser.add_argument("--config", metavar="FILE", help="a TOML file with settings")
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
    set_up_logs()

    def ready(address: str) -> None:
        print(f"serving {redacted(settings.database)} on {address}", flush=True)

    try:
        run_server(settings, ready)
    except StoreError as error:
        raise CommandError(redacted(str(error))) from error
    except OSError as error:
        raise CommandError(f"{settings.host}:{settings.port}: {error.strerror or error}") from error
    return 0
