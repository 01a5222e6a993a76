"""The shuffle `neurohex-shuffle-1`: its vectors, and that each order is as likely."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from neurohex.match.shuffle import METHOD, commitment, permutation, piles, shuffle_key
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Game, empty_state

DOC = Path(__file__).parents[2] / "docs" / "fair-shuffles.md"


def vectors() -> dict[str, object]:
    """The vectors of the document, which are the ones that others will test themselves by."""
    found = re.search(r"```json\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    data = json.loads(found[1])
    assert isinstance(data, dict)
    return data


def test_the_vectors_of_the_document() -> None:
    told = vectors()
    seed = bytes.fromhex(str(told["seed"]))
    nonces = [bytes.fromhex(nonce) for nonce in told["nonces"]]  # type: ignore[attr-defined]  # a list in JSON
    assert told["method"] == METHOD
    assert commitment(seed).hex() == told["commitment"]
    key = shuffle_key(str(told["match"]), seed, nonces)
    assert key.hex() == told["key"]
    assert hmac.digest(key, b"pile\0\0\0\0\0", "sha256").hex() == told["block 0 of seat 0"]
    assert [permutation(key, seat, 34) for seat in (0, 1)] == told["permutations of 34"]
    game = Game(tuple(told["armies"]))  # type: ignore[arg-type]  # a list in JSON
    orders = piles(game, str(told["match"]), seed, nonces)
    assert [[ALL_TILES[tile].name for tile in order[:6]] for order in orders] == told["first six tiles"]


def test_the_method_once_more_from_its_description() -> None:
    """Written from the document, not from the code: hashes by hand, numbers by long division."""
    seed, nonces, match = bytes(range(100, 132)), [b"a" * 16, b"b" * 16, b"c" * 16], "Q_-7"
    promise = hashlib.sha256(b"neurohex-shuffle-1\x00commitment\x00" + seed).digest()
    assert commitment(seed) == promise
    message = b"neurohex-shuffle-1\x00key\x00" + b"\x00\x04Q_-7" + promise + b"\x03" + b"".join(nonces)
    key = hmac.new(seed, message, hashlib.sha256).digest()
    assert shuffle_key(match, seed, nonces) == key
    data = b"".join(
        hmac.new(key, b"pile\x02" + block.to_bytes(4, "big"), hashlib.sha256).digest() for block in range(9)
    )
    words = [int(data[4 * i : 4 * i + 4].hex(), 16) for i in range(len(data) // 4)]
    order = list(range(35))
    for last in range(34, 0, -1):
        word = words.pop(0)
        while word >= 2**32 // (last + 1) * (last + 1):
            word = words.pop(0)
        order[last], order[word % (last + 1)] = order[word % (last + 1)], order[last]
    assert permutation(key, 2, 35) == order


def test_words_beyond_the_last_whole_round_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 2**32 words the last 2**32 mod 3 = 1 would make one of three orders likelier."""
    stream = b"\xff\xff\xff\xff" + b"\x00\x00\x00\x01" + b"\x00\x00\x00\x00" * 6
    monkeypatch.setattr("neurohex.match.shuffle.hmac.digest", lambda key, message, name: stream)
    assert permutation(b"", 0, 3) == [2, 0, 1]  # 1 of three, then 0 of two


def test_each_order_is_as_likely() -> None:
    count = 12_000
    seen = Counter(tuple(permutation(number.to_bytes(32, "big"), 0, 4)) for number in range(count))
    assert set(seen) == set(permutations(range(4)))
    expected = count / 24
    assert sum((times - expected) ** 2 / expected for times in seen.values()) < 49.7  # one in a thousand is beyond


def test_every_input_changes_the_shuffle() -> None:
    seed, nonces = bytes(32), (bytes(16), bytes(16))
    key = shuffle_key("m", seed, nonces)
    others = [
        shuffle_key("n", seed, nonces),
        shuffle_key("m", b"\1" + bytes(31), nonces),
        shuffle_key("m", seed, (bytes(16), b"\1" + bytes(15))),
        shuffle_key("m", seed, (b"\1" + bytes(15), bytes(16))),
        shuffle_key("m", seed, (*nonces, bytes(16))),
    ]
    assert len({key, *others}) == 6
    assert permutation(key, 0, 34) != permutation(key, 1, 34)


def test_piles_hold_each_tile_as_often_as_its_army() -> None:
    game = Game(("vegas", "vegas", "smart"))
    full = empty_state(game)
    orders = piles(game, "m", bytes(32), [bytes(16)] * 3)
    assert [Counter(order) for order in orders] == [full.pile(player) for player in range(3)]
    assert orders[0] != orders[1]


@pytest.mark.parametrize(
    ("seed", "nonces", "said"),
    [
        (bytes(31), [bytes(16)] * 2, "seed: expected 32 bytes, got 31"),
        (bytes(32), [bytes(16), bytes(15)], "nonce: expected 16 bytes, got 15"),
        (bytes(32), [bytes(16)], "nonces: expected 2, one for each seat, got 1"),
    ],
)
def test_seeds_and_nonces_of_other_sizes(seed: bytes, nonces: list[bytes], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        piles(Game(("borgo", "moloch")), "m", seed, nonces)
