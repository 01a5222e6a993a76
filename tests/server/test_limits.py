"""Buckets and slots, with time handed in."""

from __future__ import annotations

import pytest

from neurohex.server.limits import Bucket, Buckets, ConnectionSlots, network


def test_a_burst_passes_and_then_the_rate() -> None:
    bucket = Bucket(rate=2, most=3)
    assert [bucket.wait(100.0) for _ in range(3)] == [0, 0, 0]
    assert bucket.wait(100.0) == 0.5
    assert bucket.wait(100.4) == pytest.approx(0.1)
    assert bucket.wait(100.5) == 0
    assert bucket.wait(100.5) == 0.5


def test_refusals_cost_no_tokens_and_a_bucket_never_overflows() -> None:
    bucket = Bucket(rate=1, most=2)
    for _ in range(50):
        bucket.wait(0.0)
    assert [bucket.wait(1000.0) for _ in range(3)] == [0, 0, 1]


def test_time_that_goes_back_gives_nothing() -> None:
    bucket = Bucket(rate=1, most=1)
    assert bucket.wait(10.0) == 0
    assert bucket.wait(5.0) == 1
    assert bucket.wait(5.5) == 0.5


def test_something_may_count_as_several() -> None:
    bucket = Bucket(rate=2, most=10)
    assert bucket.wait(0.0, 8) == 0
    assert bucket.wait(0.0, 8) == 3
    assert bucket.wait(0.0, 0) == 0
    assert bucket.wait(0.0, 2) == 0
    assert bucket.wait(4.9, 1000) == pytest.approx(0.1)  # as many as there can be, or it would wait for ever
    assert bucket.wait(5.0, 1000) == 0


def test_each_key_has_its_own_bucket() -> None:
    buckets = Buckets(rate=1, most=1)
    assert buckets.wait("a", 0.0) == 0
    assert buckets.wait("b", 0.0) == 0
    assert buckets.wait("a", 0.0) > 0


def test_the_longest_unused_bucket_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neurohex.server.limits._MOST_BUCKETS", 2)
    buckets = Buckets(rate=1, most=1)
    for name in ("a", "b", "a", "c"):
        buckets.wait(name, 0.0)
    assert buckets.wait("a", 0.0) > 0
    assert buckets.wait("b", 0.0) == 0


def test_places_are_limited_for_each_and_in_all() -> None:
    slots = ConnectionSlots(most=3, most_each=2)
    first, second, third = (slots.take("a") for _ in range(3))
    assert first is not None
    assert second is not None
    assert third is None
    other = slots.take("b")
    assert other is not None
    for slot in (first, second, other):
        slots.mark_known(slot)
    assert slots.take("c") is None
    slots.release(first)
    slots.release(first)
    assert slots.take("c") is not None
    assert slots.total == 3


def test_an_anonymous_connection_of_the_key_with_most_makes_room() -> None:
    slots = ConnectionSlots(most=4, most_each=4)
    left: list[str] = []
    known = slots.take("a", lambda: left.append("known"))
    assert known is not None
    slots.mark_known(known)
    for name in ("b", "c1", "c2"):
        assert slots.take(name[0], lambda name=name: left.append(name)) is not None  # type: ignore[misc]  # bound now
    assert slots.take("d") is not None
    assert left == ["c1"]
    assert slots.total == 4


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::7", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a socket without an address", "a socket without an address"),
    ],
)
def test_an_ipv6_network_of_64_bits_counts_as_one_address(address: str, key: str) -> None:
    assert network(address) == key
