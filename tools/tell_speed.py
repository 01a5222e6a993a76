"""Time the telling of games: playing them with a log, and wording every event.

    python tools/tell_speed.py [games]

Random games of two players, CPU time. The numbers of docs/events.md come from here.
"""

from __future__ import annotations

import sys
from time import process_time

from neurohex.explain import explain
from neurohex.rules.engine import Game, Log, Random, fresh_buffer, new_state, play, random_action
from neurohex.tiles import ARMIES


def played(seed: int) -> tuple[Game, list[int]]:
    """A random game as its actions."""
    keys = tuple(ARMIES)
    game = Game((keys[seed % len(keys)], keys[seed * 3 % len(keys)]))
    st, random, buffer = new_state(game), Random(seed), fresh_buffer()
    actions = []
    while not st.is_over():
        actions.append(int(random_action(st, random, buffer)))
        play(st, actions[-1])
    return game, actions


def told(game: Game, actions: list[int], *, words: bool) -> int:
    """Play a game with a log for each action, and word its events if asked to. Gives the number of events."""
    st = new_state(game)
    count = 0
    for action in actions:
        st.log = log = Log()
        play(st, action)
        st.log = None
        count += len(explain(game, log.events)) if words else len(log.events)
    return count


def main() -> None:
    """Measure and print."""
    games = [played(seed) for seed in range(int(sys.argv[1]) if len(sys.argv) > 1 else 100)]
    steps = sum(len(actions) for _, actions in games)
    for words, name in ((False, "with a log"), (True, "with a log, in words")):
        begin = process_time()
        events = sum(told(*game, words=words) for game in games)
        taken = (process_time() - begin) / len(games) * 1000
        print(f"{name}: {taken:.2f} ms a game of {steps / len(games):.0f} steps and {events / len(games):.0f} events")


if __name__ == "__main__":
    main()
