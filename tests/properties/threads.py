"""Positions looked at and fought over by eight threads at once: `python -m tests.properties.threads COUNT`.

Prints how many positions one thread and eight read differently.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from neurohex.notation.bridge import position_of
from neurohex.notation.position import Position
from neurohex.notation.report import battle, inspect
from neurohex.rules.engine import Game, Random, fresh_buffer, legal_actions, new_state, play, random_action
from neurohex.rules.layout import ST_MAIN

THREADS = 8
GAMES = (
    Game(("vegas", "outpost")),
    Game(("doomsday", "vegas"), board="duel"),
    Game(("moloch", "borgo", "vegas", "outpost"), mode="team"),
    Game(("hegemony", "doomsday", "smart")),
)


def positions(count: int) -> list[Position]:
    """States of random games, in the main part of a turn."""
    found: list[Position] = []
    random, buffer = Random(7), fresh_buffer()
    while len(found) < count:
        state = new_state(GAMES[len(found) % len(GAMES)])
        while not state.is_over() and len(found) < count:
            play(state, random_action(state, random, buffer))
            if state.stage() == ST_MAIN and random.below(4) == 0:
                found.append(position_of(state))
    return found


def read(position: Position) -> list[dict[str, Any]]:
    """The report of a position, and for every fourth one of a Battle on it."""
    return [inspect(position), *([battle(position)] if len(position.units) % 4 == 0 else [])]


def read_in_threads(found: list[Position]) -> list[list[dict[str, Any]]]:
    """The same for many positions in eight threads, which switch as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            return list(pool.map(read, found))
    finally:
        sys.setswitchinterval(before)


def handed_over(count: int) -> int:
    """Play games in which every action runs in another thread than the one before. Gives the number of actions."""

    def step(number: int) -> int:
        state = states[number]
        if state.is_over():
            return 0
        actions = legal_actions(state)
        play(state, actions[number % len(actions)])
        return 1

    states = [new_state(GAMES[n % len(GAMES)]) for n in range(count)]
    total = 0
    with ThreadPoolExecutor(THREADS) as pool:
        for _ in range(60):
            total += sum(pool.map(step, range(count)))
    return total


def main(count: int) -> None:
    found = positions(count)
    alone = [read(position) for position in found]
    print(sum(one != other for one, other in zip(alone, read_in_threads(found), strict=True)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
