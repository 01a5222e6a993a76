"""Fair shuffles: the method `neurohex-shuffle-1`. docs/fair-shuffles.md specifies it byte by byte.

The host draws a seed and publishes a commitment to it. Then every seat adds a nonce. Seed and nonces determine the
order of all piles. Neither the host, who did not know the nonces, nor the players, who did not know the seed, could
choose it. At the end the host publishes the seed, and anyone can recompute the piles.

    >>> seed, nonces = bytes(32), (bytes(16), bytes(16))
    >>> published = commitment(seed)
    >>> key = shuffle_key("a-match", seed, nonces)
    >>> sorted(permutation(key, 0, 34)) == list(range(34))
    True
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Final

from neurohex.rules.engine import Game, empty_state

METHOD: Final = "neurohex-shuffle-1"
SEED_BYTES: Final = 32
NONCE_BYTES: Final = 16
_WORDS: Final = 1 << 32
"""Number of different words; a word is four bytes of the stream."""


def commitment(seed: bytes) -> bytes:
    """The commitment to a seed, published before any nonce is given: 32 bytes."""
    return hashlib.sha256(METHOD.encode() + b"\0commitment\0" + _of_length(seed, SEED_BYTES, "seed")).digest()


def shuffle_key(match: str, seed: bytes, nonces: Sequence[bytes]) -> bytes:
    """The key of a match's piles: 32 bytes, from its id, its seed and the nonces in seat order."""
    name = match.encode()
    message = b"".join(
        (
            METHOD.encode() + b"\0key\0",
            len(name).to_bytes(2, "big") + name,
            commitment(seed),
            len(nonces).to_bytes(1, "big"),
            *(_of_length(nonce, NONCE_BYTES, "nonce") for nonce in nonces),
        )
    )
    return hmac.digest(seed, message, "sha256")


def permutation(key: bytes, seat: int, count: int) -> list[int]:
    """The numbers from 0 to `count` - 1 in the order in which the seat draws them. All orders are equally likely."""
    order = list(range(count))
    words = _stream(key, seat)
    for last in range(count - 1, 0, -1):
        other = _below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def piles(game: Game, match: str, seed: bytes, nonces: Sequence[bytes]) -> tuple[tuple[int, ...], ...]:
    """Each player's pile as tile numbers, first drawn first.

    A pile is numbered in the order of its army's tiles (as in the numbers of draws), equal tiles in a row, without the
    HQ. Mercenaries and Mad Bombers start in no pile. Tiles that enter a pile later are public.
    """
    if len(nonces) != len(game.armies):
        raise ValueError(f"nonces: expected {len(game.armies)}, one for each seat, got {len(nonces)}")
    key = shuffle_key(match, seed, nonces)
    full = empty_state(game)
    orders = []
    for seat in range(len(game.armies)):
        tiles = [tile for tile, count in full.pile(seat).items() for _ in range(count)]
        orders.append(tuple(tiles[number] for number in permutation(key, seat, len(tiles))))
    return tuple(orders)


def _stream(key: bytes, seat: int) -> Iterator[int]:
    """A seat's infinite stream of words."""
    block = 0
    while True:
        data = hmac.digest(key, b"pile" + seat.to_bytes(1, "big") + block.to_bytes(4, "big"), "sha256")
        for at in range(0, len(data), 4):
            yield int.from_bytes(data[at : at + 4], "big")
        block += 1


def _below(words: Iterator[int], count: int) -> int:
    """A number below `count`, all equally likely: words of the incomplete last round are rejected."""
    rounds = _WORDS - _WORDS % count
    return next(word for word in words if word < rounds) % count


def _of_length(data: bytes, length: int, what: str) -> bytes:
    if len(data) != length:
        raise ValueError(f"{what}: expected {length} bytes, got {len(data)}")
    return data
