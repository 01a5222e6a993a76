"""Clocks: how much time each player has left, and when it runs out. The caller passes the time, in milliseconds."""

from __future__ import annotations

import copy

from neurohex.wire.messages import Clock, PlayerClock


class Clocks:
    """The clocks of a match's seats. At most one runs: that of the seat to decide."""

    def __init__(self, clock: Clock, seats: int) -> None:
        """All clocks are full and stopped."""
        self._clock = clock
        full = clock.main if isinstance(clock, PlayerClock) else clock.allowance
        self._left = [full] * seats
        self._running: int | None = None
        self._since = 0
        self._paused = False

    def copy(self) -> Clocks:
        """An independent copy."""
        made = copy.copy(self)
        made._left = list(self._left)
        return made

    @property
    def paused(self) -> bool:
        """Whether the host has paused them."""
        return self._paused

    def left(self, now: int) -> tuple[int, ...]:
        """Milliseconds left for each seat."""
        left = list(self._left)
        if self._running is not None and not self._paused:
            left[self._running] = max(0, left[self._running] - max(0, now - self._since))
        return tuple(left)

    def deadline(self) -> int | None:
        """When the running clock ends; None while no clock runs."""
        if self._running is None or self._paused:
            return None
        return self._since + self._left[self._running]

    def turn_to(self, seat: int | None, at: int, *, turn: int | None, begins: bool) -> None:
        """Run the clock of `seat`, which decides from now on (None: no seat does). `turn` is the player whose turn it
        is, None before the first turn; `begins` says that this turn has just begun."""
        self._charge(at)
        if isinstance(self._clock, PlayerClock):
            if begins and turn is not None:
                self._left[turn] += self._clock.increment
        else:
            if begins and turn is not None:
                self._left[turn] = self._clock.allowance
            # A choice in another player's turn has its own allowance. The player whose turn it is gets no new one for
            # having waited.
            if seat is not None and seat not in (turn, self._running):
                self._left[seat] = self._clock.allowance
        self._running = seat

    def stop(self, at: int) -> None:
        """The host pauses: no clock runs."""
        self._charge(at)
        self._paused = True

    def go_on(self, alive: int, at: int) -> None:
        """The host is back. No clock is charged for the time between `alive`, when it last ran, and now."""
        self._charge(alive)
        self._paused = False
        self._since = at

    def _charge(self, at: int) -> None:
        self._left = list(self.left(at))
        self._since = max(self._since, at)
