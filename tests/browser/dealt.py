"""`neurohex` whose matches are all dealt by the same luck, so that what a test does happens again the next time.

People of the tests add to the shuffle what they always add (see `rig.Watched`), so that a match depends on its game
alone, and not on the tests before it. To play other matches: NEUROHEX_LUCK=7 make test.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Sequence
from hashlib import shake_256
from types import SimpleNamespace
from unittest.mock import patch

from neurohex.cli import main
from neurohex.match import shuffle
from neurohex.match.shuffle import shuffle_key
from neurohex.server import hall

LUCK = os.environ.get("NEUROHEX_LUCK", "")


def _dealt(size: int) -> bytes:
    return shake_256(LUCK.encode()).digest(size)


def _key(_match: str, seed: bytes, nonces: Sequence[bytes]) -> bytes:
    return shuffle_key("", seed, nonces)


if __name__ == "__main__":
    drawn = SimpleNamespace(token_bytes=_dealt, token_hex=secrets.token_hex)
    with patch.object(hall, "secrets", drawn), patch.object(shuffle, "shuffle_key", _key):
        sys.exit(main())
