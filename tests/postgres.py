"""A PostgreSQL server for tests, from Debian's package: in a folder of its own, on a Unix socket only.

    python -m tests.postgres                       starts one, prints the URL of a new database, and waits for Ctrl-C
    python -m tests.postgres COMMAND ARGUMENT…     runs a command instead, with {url} replaced in its arguments

Where the package is missing and we are root, it is installed.
"""

from __future__ import annotations

import atexit
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import psycopg

from tests.debian import installed

PACKAGE = "postgresql"
PROGRAMS = Path("/usr/lib/postgresql")
USER = "postgres"
SECONDS_TO_START = 60.0
SECONDS_TO_STOP = 30.0


class Postgres:
    """A running server, whose tests may stop, kill and start it again."""

    def __init__(self, programs: Path, folder: Path, *, durable: bool) -> None:
        """`durable`: data also survives a crash of the machine, at the price of waiting for the disk."""
        self._programs = programs
        self._durable = durable
        self._folder = folder
        self._data = folder / "data"
        self._names = itertools.count(1)
        self._process: subprocess.Popen[bytes] | None = None
        made = subprocess.run(
            [*_as_user(), programs / "initdb", "--auth=trust", f"--username={USER}", "--encoding=UTF8", "--locale=C",
             "--no-instructions", "--no-sync", f"--pgdata={self._data}"],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if made.returncode:
            raise RuntimeError(f"initdb failed: {made.stderr.strip()}")

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        settings = {
            "listen_addresses": "",  # no network at all, so no port that could be taken
            "unix_socket_directories": str(self._folder),
            "fsync": "on" if self._durable else "off",
            "max_connections": "100",
            "shared_buffers": "32MB",
        }
        command: list[str | Path] = [self._programs / "postgres", "-D", self._data]
        for key, value in settings.items():
            command += ["-c", f"{key}={value}"]
        self._process = self._launch([*_as_user("--pdeathsig=QUIT"), *command])
        ends = time.monotonic() + SECONDS_TO_START
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError as error:
                if self._process.poll() is not None or time.monotonic() > ends:
                    self.stop(signal.SIGQUIT)
                    told = (self._folder / "log").read_text()
                    raise RuntimeError(f"PostgreSQL did not start: {error}\n{told}") from error
                time.sleep(0.05)
            else:
                return

    def _launch(self, command: Sequence[str | Path]) -> subprocess.Popen[bytes]:
        """Start a process that ends when we end, even when we are killed.

        Linux ends it with the thread that started it, so that is one that lives as long as the process does.
        """
        launched: Future[subprocess.Popen[bytes]] = Future()

        def keep() -> None:
            with (self._folder / "log").open("ab") as log:
                try:
                    process = subprocess.Popen(
                        command, cwd=self._folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                        start_new_session=True,
                    )  # fmt: skip
                except OSError as error:
                    launched.set_exception(error)
                    return
            launched.set_result(process)
            process.wait()

        Thread(target=keep, name="PostgreSQL", daemon=True).start()
        return launched.result()

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server if it runs: SIGINT ends all connections and stops in order, SIGQUIT stops as in a crash."""
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    @property
    def pid(self) -> int:
        """The number of the process, which must run."""
        assert self._process is not None
        return self._process.pid

    def url(self, database: str) -> str:
        """The URL of a database of this server."""
        return f"postgresql://{USER}@/{database}?host={self._folder}"

    def program(self, name: str) -> Path:
        """One of PostgreSQL's own programs, of the same version."""
        return self._programs / name

    def drop(self, url: str) -> None:
        """Remove a database that nobody uses any more."""
        name = urlsplit(url).path.removeprefix("/")
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())

    def new_database(self) -> str:
        """The URL of an empty database that nobody else uses."""
        name = f"test_{os.getpid()}_{next(self._names)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)


@contextmanager
def running_postgres(*, durable: bool = True) -> Iterator[Postgres]:
    """A new server, which is stopped and removed at the end."""
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="neurohex-pg-"))
    server: Postgres | None = None
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, USER, USER)
        server = Postgres(programs, folder, durable=durable)
        server.start()
        yield server
    finally:
        if server is not None:
            server.stop()
        shutil.rmtree(folder)


@cache
def shared_postgres() -> Postgres:
    """The server of this process: started when first asked for, stopped when the process ends.

    Tests kill processes, never the machine. So it does not wait for the disk, which other tests keep busy.
    """
    context = running_postgres(durable=False)
    server = context.__enter__()
    atexit.register(context.__exit__, None, None, None)
    return server


def _as_user(*options: str) -> list[str]:
    """The start of a command that does not run as root, as PostgreSQL refuses that."""
    change = ["--reuid", USER, "--regid", USER, "--init-groups"] if os.geteuid() == 0 else []
    return ["setpriv", *change, *options] if change or options else []


def _programs() -> Path:
    """The folder with PostgreSQL's programs, of the newest version here; the package is installed if need be."""
    return installed(_found, PACKAGE)


def _found() -> Path | None:
    folders = [path.parent for path in PROGRAMS.glob("*/bin/initdb")]
    return max(folders, key=lambda folder: float(folder.parent.name), default=None)


def main(command: list[str]) -> int:
    """Run a command with a database, or show its URL and wait."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # so that the server is stopped then too
    with running_postgres() as server:
        url = server.new_database()
        if command:
            return subprocess.run([word.replace("{url}", url) for word in command], check=False).returncode
        print(url, flush=True)
        with suppress(KeyboardInterrupt):
            signal.pause()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
