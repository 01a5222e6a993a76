"""The tables, as numbered migration steps from an empty database to the current version.

A released step never changes: later changes are new steps at the end, in both dialects. Step n leads from version n - 1
to version n. All missing steps run in one transaction.
"""

from __future__ import annotations

from typing import Final

from neurohex.store.errors import CannotOpen

Steps = tuple[tuple[str, ...], ...]
"""The statements of each step."""

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
        # The key is the lock: of all appends with the same number, the database accepts one.
        """CREATE TABLE events (
            match TEXT NOT NULL REFERENCES matches (id),
            number INTEGER NOT NULL CHECK (number >= 0),
            data BLOB NOT NULL,
            PRIMARY KEY (match, number)
        ) STRICT, WITHOUT ROWID""",
        # A separate table, so that no listing can show a secret by accident.
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
        # Separate from the servers' own values, so that no request for a text can return a secret.
        """CREATE TABLE texts (
            name TEXT PRIMARY KEY,
            data BLOB NOT NULL,
            person TEXT NOT NULL,
            created REAL NOT NULL
        ) STRICT""",
        "CREATE INDEX texts_by_person ON texts (person)",
    ),
    (
        # Revocation counts. A row stays forever, even if the person is deleted: without it their old tokens would be
        # valid again.
        "CREATE TABLE revocations (person TEXT PRIMARY KEY, epoch INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    ),
    (
        # Each result holds both ratings after it, and is the n-th of its person and of its puzzle. So one row changes
        # both ratings at once, and the keys prevent updates from an outdated rating.
        """CREATE TABLE puzzle_results (
            person TEXT NOT NULL,
            puzzle TEXT NOT NULL,
            solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
            created REAL NOT NULL,
            person_number INTEGER NOT NULL,
            person_rating REAL NOT NULL,
            person_deviation REAL NOT NULL,
            person_volatility REAL NOT NULL,
            puzzle_number INTEGER NOT NULL,
            puzzle_rating REAL NOT NULL,
            puzzle_deviation REAL NOT NULL,
            puzzle_volatility REAL NOT NULL,
            PRIMARY KEY (person, puzzle)
        ) STRICT, WITHOUT ROWID""",
        "CREATE UNIQUE INDEX puzzle_results_by_person ON puzzle_results (person, person_number)",
        "CREATE UNIQUE INDEX puzzle_results_by_puzzle ON puzzle_results (puzzle, puzzle_number)",
    ),
    (
        """CREATE TABLE analyses (
            game TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number >= 0),
            data BLOB NOT NULL,
            created REAL NOT NULL,
            PRIMARY KEY (game, number)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX analyses_by_age ON analyses (created)",
    ),
    (
        # What a summary says since then: whose turn it is, armies and results. `projected` is the version of that
        # (`forms.PROJECTION`); a server makes older rows again from their logs.
        "ALTER TABLE matches ADD COLUMN turn_of TEXT",
        "ALTER TABLE matches ADD COLUMN projected INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX matches_by_turn ON matches (turn_of, updated) WHERE turn_of IS NOT NULL",
        "CREATE INDEX matches_by_projection ON matches (projected)",
        "ALTER TABLE people ADD COLUMN army TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE people ADD COLUMN score INTEGER",
        "ALTER TABLE people ADD COLUMN others TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE people ADD COLUMN alone INTEGER NOT NULL DEFAULT 0",
        """CREATE TABLE hidden (
            person TEXT NOT NULL,
            match TEXT NOT NULL REFERENCES matches (id),
            PRIMARY KEY (person, match)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX hidden_by_match ON hidden (match)",
        # Where people are told that it is their turn; the turn of a match about which somebody was told last.
        """CREATE TABLE contacts (
            person TEXT PRIMARY KEY,
            email TEXT NOT NULL,
            lang TEXT NOT NULL,
            hook INTEGER NOT NULL,
            confirmed INTEGER NOT NULL,
            code TEXT NOT NULL,
            expires REAL NOT NULL
        ) STRICT, WITHOUT ROWID""",
        "CREATE TABLE told (match TEXT PRIMARY KEY REFERENCES matches (id), at REAL NOT NULL) STRICT, WITHOUT ROWID",
    ),
    (
        # Whose an account is: a guest who makes one stays the same person. A server fills it in for older accounts.
        "ALTER TABLE accounts ADD COLUMN person TEXT",
        "CREATE UNIQUE INDEX accounts_by_person ON accounts (person) WHERE person IS NOT NULL",
        """CREATE TABLE codes (
            code TEXT PRIMARY KEY,
            person TEXT NOT NULL,
            name TEXT NOT NULL,
            expires REAL NOT NULL
        ) STRICT, WITHOUT ROWID""",
    ),
    (
        # 0 for a match that is not rated, 1 for one to be counted when it is over, 2 for one that was.
        "ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX matches_to_rate ON matches (updated, id) WHERE rated = 1 AND status = 'finished'",
        """CREATE TABLE ratings (
            pool TEXT NOT NULL,
            person TEXT NOT NULL,
            number INTEGER NOT NULL,
            match TEXT NOT NULL,
            at REAL NOT NULL,
            score REAL NOT NULL,
            opponent TEXT NOT NULL,
            rating REAL NOT NULL,
            deviation REAL NOT NULL,
            volatility REAL NOT NULL,
            PRIMARY KEY (pool, person, number)
        ) STRICT, WITHOUT ROWID""",
        "CREATE UNIQUE INDEX ratings_by_match ON ratings (match, person)",
        "CREATE INDEX ratings_by_person ON ratings (person, pool)",
        # From where people joined a rated match, as a keyed hash: nobody gains from playing oneself.
        """CREATE TABLE origins (
            match TEXT NOT NULL REFERENCES matches (id),
            person TEXT NOT NULL,
            address TEXT NOT NULL,
            PRIMARY KEY (match, person)
        ) STRICT, WITHOUT ROWID""",
    ),
    (
        # Ids, keys and challenges are base64url texts.
        """CREATE TABLE passkeys (
            id TEXT PRIMARY KEY,
            person TEXT NOT NULL,
            public_key TEXT NOT NULL,
            count INTEGER NOT NULL,
            label TEXT NOT NULL,
            created REAL NOT NULL,
            used REAL NOT NULL
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX passkeys_by_person ON passkeys (person)",
        """CREATE TABLE challenges (
            challenge TEXT PRIMARY KEY,
            person TEXT NOT NULL,
            expires REAL NOT NULL
        ) STRICT, WITHOUT ROWID""",
    ),
    (
        # Who keeps away from whom, and reports for the operator. A report outlives its match.
        """CREATE TABLE blocks (
            person TEXT NOT NULL,
            blocked TEXT NOT NULL,
            name TEXT NOT NULL,
            created REAL NOT NULL,
            PRIMARY KEY (person, blocked)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX blocks_by_blocked ON blocks (blocked)",
        """CREATE TABLE reports (
            id TEXT PRIMARY KEY,
            reporter TEXT NOT NULL,
            person TEXT NOT NULL,
            name TEXT NOT NULL,
            reason TEXT NOT NULL,
            match TEXT NOT NULL,
            created REAL NOT NULL,
            closed REAL,
            note TEXT NOT NULL DEFAULT ''
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX reports_by_person ON reports (person)",
        "CREATE INDEX reports_by_reporter ON reports (reporter, created)",
        "CREATE UNIQUE INDEX reports_once ON reports (reporter, person, reason, match) WHERE closed IS NULL",
    ),
)

POSTGRES_STEPS: Final[Steps] = (
    (
        # Ids compare byte by byte, as in SQLite, whatever the database's locale.
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
        # Unlogged: renewing a lease does not wait for the disk. A crash of the database empties the table. At worst,
        # two processes then run one match until event numbers conflict.
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
    (
        """CREATE TABLE puzzle_results (
            person text COLLATE "C" NOT NULL,
            puzzle text COLLATE "C" NOT NULL,
            solved integer NOT NULL CHECK (solved IN (0, 1)),
            created double precision NOT NULL,
            person_number integer NOT NULL,
            person_rating double precision NOT NULL,
            person_deviation double precision NOT NULL,
            person_volatility double precision NOT NULL,
            puzzle_number integer NOT NULL,
            puzzle_rating double precision NOT NULL,
            puzzle_deviation double precision NOT NULL,
            puzzle_volatility double precision NOT NULL,
            PRIMARY KEY (person, puzzle)
        )""",
        "CREATE UNIQUE INDEX puzzle_results_by_person ON puzzle_results (person, person_number)",
        "CREATE UNIQUE INDEX puzzle_results_by_puzzle ON puzzle_results (puzzle, puzzle_number)",
    ),
    (
        """CREATE TABLE analyses (
            game text COLLATE "C" NOT NULL,
            number integer NOT NULL CHECK (number >= 0),
            data bytea NOT NULL,
            created double precision NOT NULL,
            PRIMARY KEY (game, number)
        )""",
        "CREATE INDEX analyses_by_age ON analyses (created)",
    ),
    (
        'ALTER TABLE matches ADD COLUMN turn_of text COLLATE "C"',
        "ALTER TABLE matches ADD COLUMN projected integer NOT NULL DEFAULT 0",
        "CREATE INDEX matches_by_turn ON matches (turn_of, updated) WHERE turn_of IS NOT NULL",
        "CREATE INDEX matches_by_projection ON matches (projected)",
        "ALTER TABLE people ADD COLUMN army text NOT NULL DEFAULT ''",
        "ALTER TABLE people ADD COLUMN score integer",
        "ALTER TABLE people ADD COLUMN others text NOT NULL DEFAULT ''",
        "ALTER TABLE people ADD COLUMN alone integer NOT NULL DEFAULT 0",
        """CREATE TABLE hidden (
            person text COLLATE "C" NOT NULL,
            match text COLLATE "C" NOT NULL REFERENCES matches (id),
            PRIMARY KEY (person, match)
        )""",
        "CREATE INDEX hidden_by_match ON hidden (match)",
        """CREATE TABLE contacts (
            person text COLLATE "C" PRIMARY KEY,
            email text NOT NULL,
            lang text NOT NULL,
            hook integer NOT NULL,
            confirmed integer NOT NULL,
            code text NOT NULL,
            expires double precision NOT NULL
        )""",
        """CREATE TABLE told (
            match text COLLATE "C" PRIMARY KEY REFERENCES matches (id),
            at double precision NOT NULL
        )""",
    ),
    (
        'ALTER TABLE accounts ADD COLUMN person text COLLATE "C"',
        "CREATE UNIQUE INDEX accounts_by_person ON accounts (person) WHERE person IS NOT NULL",
        """CREATE TABLE codes (
            code text COLLATE "C" PRIMARY KEY,
            person text COLLATE "C" NOT NULL,
            name text NOT NULL,
            expires double precision NOT NULL
        )""",
    ),
    (
        "ALTER TABLE matches ADD COLUMN rated integer NOT NULL DEFAULT 0",
        "CREATE INDEX matches_to_rate ON matches (updated, id) WHERE rated = 1 AND status = 'finished'",
        """CREATE TABLE ratings (
            pool text COLLATE "C" NOT NULL,
            person text COLLATE "C" NOT NULL,
            number integer NOT NULL,
            match text COLLATE "C" NOT NULL,
            at double precision NOT NULL,
            score double precision NOT NULL,
            opponent text NOT NULL,
            rating double precision NOT NULL,
            deviation double precision NOT NULL,
            volatility double precision NOT NULL,
            PRIMARY KEY (pool, person, number)
        )""",
        "CREATE UNIQUE INDEX ratings_by_match ON ratings (match, person)",
        "CREATE INDEX ratings_by_person ON ratings (person, pool)",
        """CREATE TABLE origins (
            match text COLLATE "C" NOT NULL REFERENCES matches (id),
            person text COLLATE "C" NOT NULL,
            address text NOT NULL,
            PRIMARY KEY (match, person)
        )""",
    ),
    (
        """CREATE TABLE passkeys (
            id text COLLATE "C" PRIMARY KEY,
            person text COLLATE "C" NOT NULL,
            public_key text NOT NULL,
            count bigint NOT NULL,
            label text NOT NULL,
            created double precision NOT NULL,
            used double precision NOT NULL
        )""",
        "CREATE INDEX passkeys_by_person ON passkeys (person)",
        """CREATE TABLE challenges (
            challenge text COLLATE "C" PRIMARY KEY,
            person text COLLATE "C" NOT NULL,
            expires double precision NOT NULL
        )""",
    ),
    (
        """CREATE TABLE blocks (
            person text COLLATE "C" NOT NULL,
            blocked text COLLATE "C" NOT NULL,
            name text NOT NULL,
            created double precision NOT NULL,
            PRIMARY KEY (person, blocked)
        )""",
        "CREATE INDEX blocks_by_blocked ON blocks (blocked)",
        """CREATE TABLE reports (
            id text COLLATE "C" PRIMARY KEY,
            reporter text COLLATE "C" NOT NULL,
            person text COLLATE "C" NOT NULL,
            name text NOT NULL,
            reason text NOT NULL,
            match text COLLATE "C" NOT NULL,
            created double precision NOT NULL,
            closed double precision,
            note text NOT NULL DEFAULT ''
        )""",
        "CREATE INDEX reports_by_person ON reports (person)",
        "CREATE INDEX reports_by_reporter ON reports (reporter, created)",
        "CREATE UNIQUE INDEX reports_once ON reports (reporter, person, reason, match) WHERE closed IS NULL",
    ),
)


def missing_steps(label: str, present: int, steps: Steps) -> list[tuple[int, tuple[str, ...]]]:
    """The missing steps of a database with this version, each with its version.

    Raises `CannotOpen`, naming the database, if the database is newer than the last step.
    """
    if present > len(steps):
        raise CannotOpen(
            f"{label}: this database was written by a newer neurohex (its version is {present}, this one knows "
            f"up to {len(steps)}): use that one, or a copy from before"
        )
    return list(enumerate(steps[present:], start=present + 1))
