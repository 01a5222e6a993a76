"""Event logs in SQLite or PostgreSQL: a match is its accepted events.

A store handles bytes and numbers and knows nothing of the game. `open_store` makes one from a URL:

    store = await open_store("sqlite:///games.db")
    await store.create("m1", [b"created"], secret, summary)
    await store.append("m1", 1, [b"joined"])     # durable when it returns; raises NumberTaken if another was first
    events = await store.read("m1", 1)

docs/operations.md explains how to choose, run, copy and restore a database.
"""

from neurohex.store.codes import Code
from neurohex.store.contacts import Contact, DueNotice
from neurohex.store.errors import (
    CannotOpen,
    MatchExists,
    NameTaken,
    NumberAhead,
    NumberTaken,
    StoreError,
    StoreRefusal,
    Unavailable,
    UnknownAccount,
    UnknownMatch,
)
from neurohex.store.forms import name_key
from neurohex.store.interface import (
    EVERYBODY,
    LONGEST_PAGE,
    Account,
    ArmyScore,
    Listed,
    News,
    PuzzleResult,
    Rated,
    Seat,
    Status,
    Store,
    StoreCounters,
    Summary,
    Wanted,
)
from neurohex.store.manners import Block, Report
from neurohex.store.opening import open_store
from neurohex.store.passkeys import Passkey
from neurohex.store.ratings import RatedGame

__all__ = [
    "EVERYBODY",
    "LONGEST_PAGE",
    "Account",
    "ArmyScore",
    "Block",
    "CannotOpen",
    "Code",
    "Contact",
    "DueNotice",
    "Listed",
    "MatchExists",
    "NameTaken",
    "News",
    "NumberAhead",
    "NumberTaken",
    "Passkey",
    "PuzzleResult",
    "Rated",
    "RatedGame",
    "Report",
    "Seat",
    "Status",
    "Store",
    "StoreCounters",
    "StoreError",
    "StoreRefusal",
    "Summary",
    "Unavailable",
    "UnknownAccount",
    "UnknownMatch",
    "Wanted",
    "name_key",
    "open_store",
]
