"""Event logs: a match is its accepted events, kept in SQLite or PostgreSQL.

A store knows bytes and numbers and nothing of the game. `open_store` makes one from a URL:

    store = await open_store("sqlite:///games.db")
    await store.create("m1", [b"created"], secret, summary)
    await store.append("m1", 1, [b"joined"])     # durable when it returns; raises NumberTaken if another was first
    events = await store.read("m1", 1)

docs/operations.md tells how to choose, run, copy and restore a database.
"""

from neurohex.store.errors import (
    CannotOpen,
    MatchExists,
    NameTaken,
    NumberAhead,
    NumberTaken,
    Refused,
    StoreError,
    Unavailable,
    UnknownAccount,
    UnknownMatch,
)
from neurohex.store.forms import name_key
from neurohex.store.interface import EVERYBODY, Account, Figures, Listed, News, Seat, Status, Store, Summary
from neurohex.store.opening import open_store

__all__ = [
    "EVERYBODY",
    "Account",
    "CannotOpen",
    "Figures",
    "Listed",
    "MatchExists",
    "NameTaken",
    "News",
    "NumberAhead",
    "NumberTaken",
    "Refused",
    "Seat",
    "Status",
    "Store",
    "StoreError",
    "Summary",
    "Unavailable",
    "UnknownAccount",
    "UnknownMatch",
    "name_key",
    "open_store",
]
