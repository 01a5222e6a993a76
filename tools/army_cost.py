"""What random games of each army cost against the seven first armies, as a multiple of the mean of those.

python tools/army_cost.py [GAMES]
"""

from __future__ import annotations

import sys
import time

from neurohex.rules.engine import Game, Random, fresh_buffer, new_state, play_out
from neurohex.tiles import ARMIES

BASIC = list(ARMIES)[:7]
ROUNDS = 3


def cost(army: str, games: int) -> float:
    """CPU microseconds of a random game of the army, over all opponents."""
    buffer = fresh_buffer()
    tables = [Game((army, other)) for other in BASIC]
    begun = time.process_time()
    for game in tables:
        for seed in range(games):
            play_out(new_state(game), Random(seed), buffer)
    return (time.process_time() - begun) / (len(tables) * games) * 1e6


def main() -> None:
    """Measure and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    rounds = [{army: cost(army, games) for army in ARMIES} for _ in range(ROUNDS)]
    best = {army: min(one[army] for one in rounds) for army in ARMIES}
    mean = sum(best[army] for army in BASIC) / len(BASIC)
    for army, spent in best.items():
        print(f"{army:12} {spent:7.1f} µs a game, {spent / mean:.2f} times the mean of the first seven")


if __name__ == "__main__":
    main()
