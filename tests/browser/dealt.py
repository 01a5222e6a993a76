"""`neurohex` with a fixed seed for all matches, so that tests are reproducible.

People in the tests always add the same nonce (see `rig.Watched`), so a match depends only on its game, not on
earlier tests. For other matches: NEUROHEX_LUCK=7 make test.
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
from neurohex.server import registry

LUCK = os.environ.get("NEUROHEX_LUCK", "")


def _dealt(size: int) -> bytes:
    return shake_256(LUCK.encode()).digest(size)


def _key(_match: str, seed: bytes, nonces: Sequence[bytes]) -> bytes:
    return shuffle_key("", seed, nonces)


if __name__ == "__main__":
    drawn = SimpleNamespace(token_bytes=_dealt, token_hex=secrets.token_hex)
    with patch.object(registry, "secrets", drawn), patch.object(shuffle, "shuffle_key", _key):
        sys.exit(main())
