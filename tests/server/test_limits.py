"""Buckets and places, with time handed in."""

from __future__ import annotations

import pytest

from neurohex.server.limits import Bucket, Buckets, Places


def test_a_burst_passes_and_then_the_rate() -> None:
    bucket = Bucket(rate=2, most=3)
    assert [bucket.wait(100.0) for _ in range(3)] == [0, 0, 0]
    assert bucket.wait(100.0) == 0.5
    assert bucket.wait(100.4) == pytest.approx(0.1)
    assert bucket.wait(100.5) == 0
    assert bucket.wait(100.5) == 0.5


def test_what_is_refused_costs_nothing_and_a_bucket_is_never_fuller_than_full() -> None:
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


def test_each_name_has_its_own_bucket() -> None:
    buckets = Buckets(rate=1, most=1)
    assert buckets.wait("a", 0.0) == 0
    assert buckets.wait("b", 0.0) == 0
    assert buckets.wait("a", 0.0) > 0


def test_the_longest_unused_bucket_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neurohex.server.limits._KEPT", 2)
    buckets = Buckets(rate=1, most=1)
    for name in ("a", "b", "a", "c"):
        buckets.wait(name, 0.0)
    assert buckets.wait("a", 0.0) > 0
    assert buckets.wait("b", 0.0) == 0


def test_places_are_limited_for_each_and_in_all() -> None:
    places = Places(most=3, most_each=2)
    first, second, third = (places.take("a") for _ in range(3))
    assert first is not None
    assert second is not None
    assert third is None
    other = places.take("b")
    assert other is not None
    for place in (first, second, other):
        places.known(place)
    assert places.take("c") is None
    places.give_back(first)
    places.give_back(first)
    assert places.take("c") is not None
    assert places.total == 3


def test_somebody_unknown_makes_room_of_the_name_that_has_most() -> None:
    places = Places(most=4, most_each=4)
    left: list[str] = []
    known = places.take("a", lambda: left.append("known"))
    assert known is not None
    places.known(known)
    for name in ("b", "c1", "c2"):
        assert places.take(name[0], lambda name=name: left.append(name)) is not None  # type: ignore[misc]  # bound now
    assert places.take("d") is not None
    assert left == ["c1"]
    assert places.total == 4
