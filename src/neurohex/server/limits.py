"""Rate limits (token buckets) and limits on the number of open connections."""

from __future__ import annotations

import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Final

_MOST_BUCKETS: Final = 10_000
"""Buckets in memory. The least recently used are dropped first: an idle bucket is full, like a new one."""


def network(address: str) -> str:
    """The key by which limits count an address: IPv4 as is, IPv6 by its /64 network, which is one home."""
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
    """A token bucket: `rate` tokens a second, `most` in a burst. The caller passes the time, in seconds."""

    __slots__ = ("_at", "_left", "most", "rate")

    def __init__(self, rate: float, most: float) -> None:
        self.rate = rate
        self.most = most
        self._left = most
        self._at: float | None = None

    def wait(self, now: float, cost: float = 1) -> float:
        """Take `cost` tokens and return 0, or take none and return the seconds to wait."""
        if self._at is not None:
            self._left = min(self.most, self._left + max(0.0, now - self._at) * self.rate)
        self._at = now
        cost = min(cost, self.most)  # a larger cost would never pass
        if self._left >= cost:
            self._left -= cost
            return 0.0
        return (cost - self._left) / self.rate

    def charge(self, cost: float) -> None:
        """Take tokens afterwards for work that cost more than expected. The balance may become negative; later calls
        wait for it. A negative cost refunds nothing."""
        self._left = max(-self.most, self._left - max(0.0, cost))


class Buckets:
    """One bucket for each key, such as an address."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, key: str, now: float, cost: float = 1) -> float:
        """`Bucket.wait` for a key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._most)
            if len(self._buckets) > _MOST_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.wait(now, cost)

    def charge(self, key: str, cost: float) -> None:
        """`Bucket.charge` for a key; does nothing for an unknown key."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.charge(cost)


class ConnectionSlots:
    """Limits how many connections are open, in all and for each key.

    When all slots are taken, an anonymous connection makes room: the oldest one of the key with the most anonymous
    connections.
    """

    def __init__(self, most: int, most_each: int) -> None:
        self._most = most
        self._most_each = most_each
        self._open: Counter[str] = Counter()
        self._anonymous: dict[str, dict[Slot, None]] = {}
        self.total = 0

    def take(self, key: str, leave: Callable[[], None] = lambda: None) -> Slot | None:
        """Take a slot; None if the limit is reached. Release it with `release`. `leave` is called at most once, if
        the slot must make room for another; never after `mark_known`."""
        if self._open[key] >= self._most_each or (self.total >= self._most and not self._make_room()):
            return None
        slot = Slot(key, leave)
        self._open[key] += 1
        self.total += 1
        self._anonymous.setdefault(key, {})[slot] = None
        return slot

    def mark_known(self, slot: Slot) -> None:
        """Mark the holder as signed in: this slot no longer makes room for others."""
        self._forget(slot)

    def release(self, slot: Slot) -> None:
        """Release a slot. A second call does nothing."""
        if not slot.is_open:
            return
        slot.is_open = False
        self._forget(slot)
        self.total -= 1
        self._open[slot.key] -= 1
        if not self._open[slot.key]:
            del self._open[slot.key]

    def _forget(self, slot: Slot) -> None:
        anonymous = self._anonymous.get(slot.key, {})
        anonymous.pop(slot, None)
        if not anonymous:
            self._anonymous.pop(slot.key, None)

    def _make_room(self) -> bool:
        if not self._anonymous:
            return False
        most = max(self._anonymous, key=lambda key: len(self._anonymous[key]))
        slot = next(iter(self._anonymous[most]))
        self.release(slot)
        slot.leave()
        return True


class Slot:
    """One slot of `ConnectionSlots`."""

    __slots__ = ("is_open", "key", "leave")

    def __init__(self, key: str, leave: Callable[[], None]) -> None:
        self.key = key
        self.leave = leave
        self.is_open = True
