"""The workloads of `make bench-compare`, as a process: `python tools/bench_work.py`.

It runs the neurohex of PYTHONPATH. Each line of standard input is an order, `{"work": "games", "count": 300}`. The
answer is a line with the CPU seconds and a checksum of the results: the same rules and count give the same one.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable
from itertools import combinations
from time import process_time
from typing import Any, Final
from zlib import crc32

import neurohex
from neurohex.explain import explain
from neurohex.players import make_player
from neurohex.pure import uses_compiled_rules
from neurohex.rules.benchmarks import battle_boards, fight, make_copies, play_games
from neurohex.rules.engine import Game, Log, Random, fresh_buffer, new_state, play, random_action
from neurohex.session import take_step
from neurohex.view import story

ARMIES: Final = ("borgo", "moloch", "outpost", "hegemony", "smart", "vegas", "doomsday")
SEED: Final = 2006
BOARDS: Final = 64
NODES: Final = 200
"""Nodes of one search."""
COPIES: Final = 1000
"""Copies in one piece of work. A single copy is too short to time."""

_EXPLAINS_STATES: Final = "game" not in inspect.signature(explain).parameters
_buffer = fresh_buffer()
_games = [Game(pair) for pair in combinations(ARMIES, 2)]
_boards = battle_boards(_games, Random(SEED), _buffer, BOARDS)


def games(count: int) -> int:
    """Random games of two players; the checksum is the number of actions."""
    return play_games([new_state(game) for game in _games], Random(SEED), _buffer, 0, count)


def six(count: int) -> int:
    """Random games of six players on the expanded board."""
    starts = [new_state(Game(armies, board="expanded")) for armies in combinations(ARMIES, 6)]
    return play_games(starts, Random(SEED), _buffer, 0, count)


def battles(count: int) -> int:
    """Battles on boards with 10 to 17 units."""
    checksum = 0
    for number in range(count):
        board = _boards[number % BOARDS].copy()
        fight(board)
        if number < BOARDS:
            checksum = crc32(str(board.key()).encode(), checksum)
    return checksum


def copies(count: int) -> int:
    """Thousands of copies of a state."""
    make_copies(_boards[0], count * COPIES)
    return 0


def telling(count: int) -> int:
    """Random games played with a log; the checksum is the number of events."""
    events = 0
    for number in range(count):
        st, random = new_state(_games[number % len(_games)]), Random(SEED + number)
        while not st.is_over():
            action = random_action(st, random, _buffer)
            st.log = log = Log()
            play(st, action)
            st.log = None
            events += len(log.events)
    return events


def words(count: int) -> int:
    """The same games, and a sentence for each event; the checksum is the number of sentences."""
    sentences = 0
    for number in range(count):
        game = _games[number % len(_games)]
        st, random = new_state(game), Random(SEED + number)
        while not st.is_over():
            action = random_action(st, random, _buffer)
            # `explain` of older revisions interprets events again, from the state before them.
            told_from: Any = st.copy() if _EXPLAINS_STATES else game
            st.log = log = Log()
            play(st, action)
            st.log = None
            sentences += len(explain(told_from, log.events))
    return sentences


def stories(count: int) -> int:
    """Random games as stories for a page, with all Battles; the checksum is the number of steps."""
    told = 0
    for number in range(count):
        st, random = new_state(_games[number % len(_games)]), Random(SEED + number)
        steps = []
        while not st.is_over():
            steps.append(take_step(st, random_action(st, random, _buffer)))
        story(steps)
        told += len(steps)
    return told


def search(count: int) -> int:
    """Searches of a fixed number of nodes; the checksum is of the actions chosen."""
    checksum = 0
    player = make_player(f"search:nodes={NODES}", SEED)
    for number in range(count):
        checksum = crc32(str(int(player.choose(_boards[number % BOARDS].copy()))).encode(), checksum)
    return checksum


WORK: Final[dict[str, Callable[[int], int]]] = {
    "games": games,
    "six": six,
    "battles": battles,
    "copies": copies,
    "telling": telling,
    "words": words,
    "stories": stories,
    "search": search,
}


def main() -> None:
    """Print which engine this is, then answer orders until standard input ends."""
    print(json.dumps({"path": neurohex.__file__, "compiled": uses_compiled_rules(), "work": list(WORK)}), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        work = WORK[order["work"]]
        begun = process_time()
        checksum = work(order["count"])
        print(json.dumps({"seconds": process_time() - begun, "checksum": checksum}), flush=True)


if __name__ == "__main__":
    main()
