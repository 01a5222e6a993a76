"""Opens a store from its URL."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from neurohex.store.errors import CannotOpen
from neurohex.store.interface import Store

SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(?=//)")


async def open_store(url: str) -> Store:
    """Open a database, creating or migrating it if necessary. Raises `CannotOpen`."""
    target = parse_url(url)
    if isinstance(target, Path):
        from neurohex.store.sqlite import SqliteStore

        return await SqliteStore.open(target)
    # Imported here so that a server on SQLite does not load PostgreSQL's client.
    from neurohex.store.postgres import PostgresStore

    return await PostgresStore.open(target)


def parse_url(url: str) -> Path | str:
    """Return the path of a SQLite file, or the URL of a PostgreSQL database unchanged.

    `games.db`, `sqlite:///games.db` (relative to the working folder) and `sqlite:////srv/games.db` (absolute) are
    SQLite files; `postgresql://…` is a PostgreSQL URL as libpq reads it. Raises `CannotOpen`.
    """
    named = SCHEME.match(url)
    scheme = named.group(1).lower() if named else ""
    if scheme in {"postgresql", "postgres"}:
        return url
    if scheme not in {"", "sqlite"}:
        raise CannotOpen(f"database: expected sqlite:///FILE, postgresql://… or the path of a file, got {scheme}://…")
    path = url
    if scheme:
        host, slash, path = url[len("sqlite://") :].partition("/")
        if host or not slash or not path:
            raise CannotOpen("database: expected sqlite:///FILE, with three slashes and the path of a file")
    if not path:
        raise CannotOpen("database: expected sqlite:///FILE, postgresql://… or the path of a file, got nothing")
    return Path(path)
