"""The tables, as numbered steps from an empty database to the present one.

A step that has been released is never changed: whatever comes later is a new step at the end, in both dialects. Step n
leads from version n - 1 to version n. All steps that a database lacks run in one transaction.
"""

from __future__ import annotations

from typing import Final

from neurohex.store.errors import CannotOpen

Steps = tuple[tuple[str, ...], ...]
"""For each step, its statements."""

VERSIONS_TABLE: Final = "CREATE TABLE IF NOT EXISTS versions (version INTEGER PRIMARY KEY, applied TEXT NOT NULL)"
PRESENT_VERSION: Final = "SELECT coalesce(max(version), 0) FROM versions"
ADD_VERSION: Final = "INSERT INTO versions (version, applied) VALUES (?, CURRENT_TIMESTAMP)"

SQLITE_STEPS: Final[Steps] = (
    (
        """CREATE TABLE matches (
            id TEXT PRIMARY KEY,
            status TEXT NOT NULL CHECK (status IN ('open', 'running', 'finished')),
            game TEXT NOT NULL,
            seats TEXT NOT NULL,
            created REAL NOT NULL,
            updated REAL NOT NULL,
            deadline REAL
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX matches_by_age ON matches (created, id)",
        "CREATE INDEX matches_by_status ON matches (status, created, id)",
        "CREATE INDEX matches_by_deadline ON matches (deadline) WHERE deadline IS NOT NULL AND status <> 'finished'",
        # The key is the lock: of all who append the same number, the database lets one.
        """CREATE TABLE events (
            match TEXT NOT NULL REFERENCES matches (id),
            number INTEGER NOT NULL CHECK (number >= 0),
            data BLOB NOT NULL,
            PRIMARY KEY (match, number)
        ) STRICT, WITHOUT ROWID""",
        # Beside the matches and not in them, so that no listing can show a secret by accident.
        """CREATE TABLE secrets (
            match TEXT PRIMARY KEY REFERENCES matches (id),
            secret BLOB NOT NULL
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE people (
            person TEXT NOT NULL,
            match TEXT NOT NULL REFERENCES matches (id),
            PRIMARY KEY (person, match)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX people_by_match ON people (match)",
        """CREATE TABLE accounts (
            name_key TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            password_hash TEXT NOT NULL,
            created REAL NOT NULL
        ) STRICT, WITHOUT ROWID""",
        "CREATE TABLE kept (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID",
    ),
    (
        # Apart from what servers keep for themselves, so that nobody who names a text can be shown a secret.
        """CREATE TABLE texts (
            name TEXT PRIMARY KEY,
            data BLOB NOT NULL,
            person TEXT NOT NULL,
            created REAL NOT NULL
        ) STRICT""",
        "CREATE INDEX texts_by_person ON texts (person)",
    ),
    (
        # How often the tokens of a person were revoked. A row stays for good, also when the person is deleted:
        # without it their old tokens would be valid again.
        "CREATE TABLE revocations (person TEXT PRIMARY KEY, epoch INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    ),
)

POSTGRES_STEPS: Final[Steps] = (
    (
        # Ids compare byte by byte, as in SQLite, whatever language the database speaks.
        """CREATE TABLE matches (
            id text COLLATE "C" PRIMARY KEY,
            status text NOT NULL CHECK (status IN ('open', 'running', 'finished')),
            game text NOT NULL,
            seats text NOT NULL,
            created double precision NOT NULL,
            updated double precision NOT NULL,
            deadline double precision
        )""",
        "CREATE INDEX matches_by_age ON matches (created, id)",
        "CREATE INDEX matches_by_status ON matches (status, created, id)",
        "CREATE INDEX matches_by_deadline ON matches (deadline) WHERE deadline IS NOT NULL AND status <> 'finished'",
        """CREATE TABLE events (
            match text COLLATE "C" NOT NULL REFERENCES matches (id),
            number integer NOT NULL CHECK (number >= 0),
            data bytea NOT NULL,
            PRIMARY KEY (match, number)
        )""",
        """CREATE TABLE secrets (
            match text COLLATE "C" PRIMARY KEY REFERENCES matches (id),
            secret bytea NOT NULL
        )""",
        """CREATE TABLE people (
            person text COLLATE "C" NOT NULL,
            match text COLLATE "C" NOT NULL REFERENCES matches (id),
            PRIMARY KEY (person, match)
        )""",
        "CREATE INDEX people_by_match ON people (match)",
        """CREATE TABLE accounts (
            name_key text COLLATE "C" PRIMARY KEY,
            name text NOT NULL,
            password_hash text NOT NULL,
            created double precision NOT NULL
        )""",
        'CREATE TABLE kept (key text COLLATE "C" PRIMARY KEY, value bytea NOT NULL)',
        # Unlogged: renewing leases waits for no disk. A crash of the database empties the table, and every lease with
        # it, which at worst lets two processes work on one match until the numbers of its events tell them apart.
        """CREATE UNLOGGED TABLE leases (
            match text COLLATE "C" PRIMARY KEY REFERENCES matches (id),
            owner text NOT NULL,
            ends timestamptz NOT NULL
        )""",
        "CREATE INDEX leases_by_owner ON leases (owner)",
    ),
    (
        """CREATE TABLE texts (
            name text COLLATE "C" PRIMARY KEY,
            data bytea NOT NULL,
            person text COLLATE "C" NOT NULL,
            created double precision NOT NULL
        )""",
        "CREATE INDEX texts_by_person ON texts (person)",
    ),
    ('CREATE TABLE revocations (person text COLLATE "C" PRIMARY KEY, epoch integer NOT NULL)',),
)


def missing_steps(place: str, present: int, steps: Steps) -> list[tuple[int, tuple[str, ...]]]:
    """The steps that a database of this version lacks, each with the version it leads to.

    Raises `CannotOpen`, naming the place, when the database is newer than the last step.
    """
    if present > len(steps):
        raise CannotOpen(
            f"{place}: this database was written by a newer neurohex (its version is {present}, this one knows "
            f"up to {len(steps)}): use that one, or a copy from before"
        )
    return list(enumerate(steps[present:], start=present + 1))
