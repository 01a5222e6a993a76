"""Fixed ratings of the bots' levels, so that a person's number means something from the first game.

From the tournament of docs/bots.md (`neurohex arena level1 … level6 --armies borgo,outpost --games 120`): Elo from the
mean of the six, which is put at 1500, and half the width of its interval of 95 % as two deviations. A bot's rating does
not change with games.
"""

from __future__ import annotations

from typing import Final

from neurohex.rating.glicko2 import CENTRE, Rating

BOTS: Final[dict[str, Rating]] = {
    name: Rating(CENTRE + elo, interval / 2)
    for name, elo, interval in (
        ("level1", -793.0, 324.0),
        ("level2", -395.0, 225.0),
        ("level3", -33.0, 175.0),
        ("level4", 329.0, 172.0),
        ("level5", 329.0, 172.0),
        ("level6", 562.0, 199.0),
    )
}
