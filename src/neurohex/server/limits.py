"""How often and how much: token buckets, and counting what is open."""

from __future__ import annotations

import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Final

_KEPT: Final = 10_000
"""Buckets that are remembered; of more the longest unused are forgotten, which is what a full one is worth."""


def network(address: str) -> str:
    """What limits count an address by: itself, or its first 64 bits if it is one of IPv6, as one home has them all."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Network((parsed, 64), strict=False))


class Bucket:
    """Lets through `rate` things a second for long and up to `most` at once. Time is handed in, in seconds."""

    __slots__ = ("_at", "_left", "most", "rate")

    def __init__(self, rate: float, most: float) -> None:
        self.rate = rate
        self.most = most
        self._left = most
        self._at: float | None = None

    def wait(self, now: float, cost: float = 1) -> float:
        """Take one, or something that counts as several: 0 where it may pass, else the seconds until it may."""
        if self._at is not None:
            self._left = min(self.most, self._left + max(0.0, now - self._at) * self.rate)
        self._at = now
        cost = min(cost, self.most)  # what counts for more than all of it would wait for ever
        if self._left >= cost:
            self._left -= cost
            return 0.0
        return (cost - self._left) / self.rate

    def charge(self, cost: float) -> None:
        """Take for something that turned out to cost more; it can leave less than nothing, which is then waited for.
        What cost less than was taken is not given back."""
        self._left = max(-self.most, self._left - max(0.0, cost))


class Buckets:
    """A bucket for each address, or whatever else is counted by name."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, key: str, now: float, cost: float = 1) -> float:
        """Take one of the bucket of that name; see `Bucket.wait`."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._most)
            if len(self._buckets) > _KEPT:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.wait(now, cost)

    def charge(self, key: str, cost: float) -> None:
        """Charge the bucket of that name, if it is remembered; see `Bucket.charge`."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.charge(cost)


class Places:
    """Counts what is open, in all and by name, up to a limit of each.

    When all places are taken, one of somebody who has not said who they are makes room: the oldest of the name that
    has the most of those.
    """

    def __init__(self, most: int, most_each: int) -> None:
        self._most = most
        self._most_each = most_each
        self._open: Counter[str] = Counter()
        self._unknown: dict[str, dict[Place, None]] = {}
        self.total = 0

    def take(self, key: str, leave: Callable[[], None] = lambda: None) -> Place | None:
        """Take a place, where there is one; `give_back` gives it back. `leave` is called should it have to make room
        for another, at most once, and not once its holder is `known`."""
        if self._open[key] >= self._most_each or (self.total >= self._most and not self._make_room()):
            return None
        place = Place(key, leave)
        self._open[key] += 1
        self.total += 1
        self._unknown.setdefault(key, {})[place] = None
        return place

    def known(self, place: Place) -> None:
        """The holder of a place has said who they are: it makes room for nobody."""
        self._forget(place)

    def give_back(self, place: Place) -> None:
        """Give a place back; again does nothing."""
        if not place.is_taken:
            return
        place.is_taken = False
        self._forget(place)
        self.total -= 1
        self._open[place.key] -= 1
        if not self._open[place.key]:
            del self._open[place.key]

    def _forget(self, place: Place) -> None:
        unknown = self._unknown.get(place.key, {})
        unknown.pop(place, None)
        if not unknown:
            self._unknown.pop(place.key, None)

    def _make_room(self) -> bool:
        if not self._unknown:
            return False
        most = max(self._unknown, key=lambda key: len(self._unknown[key]))
        place = next(iter(self._unknown[most]))
        self.give_back(place)
        place.leave()
        return True


class Place:
    """One of the places."""

    __slots__ = ("is_taken", "key", "leave")

    def __init__(self, key: str, leave: Callable[[], None]) -> None:
        self.key = key
        self.leave = leave
        self.is_taken = True
