"""From the one setting that names a database to an open store."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from neurohex.store.errors import CannotOpen
from neurohex.store.interface import Store

SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(?=//)")


async def open_store(url: str) -> Store:
    """Open the database of a URL, make it if it is new, and bring an older one up to date. Raises `CannotOpen`."""
    place = place_of(url)
    if isinstance(place, Path):
        from neurohex.store.sqlite import SqliteStore

        return await SqliteStore.open(place)
    # Here, so that a server on SQLite does not load PostgreSQL's client.
    from neurohex.store.postgres import PostgresStore

    return await PostgresStore.open(place)


def place_of(url: str) -> Path | str:
    """What a URL names: the path of a SQLite file, or the URL of a PostgreSQL database, as it is.

    `games.db`, `sqlite:///games.db` (a path from the working folder) and `sqlite:////srv/games.db` (an absolute path)
    are SQLite files; `postgresql://…` is a PostgreSQL database in the form that libpq knows. Raises `CannotOpen`.
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
