"""A process that measures python-chess, as a yardstick that others know: `python -m neurohex.cli.yardstick`.

Random games of chess, with all legal moves listed before each, to mate, stalemate, too little material or the 75-move
rule. Takes orders as `neurohex.cli.measure` does. Nothing imports this module: where python-chess is not installed,
this process alone fails, and says so.
"""

from __future__ import annotations

import json
import random
import sys
import time

import chess

SEED = 2006


def play_game(numbers: random.Random) -> int:
    """One random game; how many moves it had."""
    board = chess.Board()
    moves = 0
    while board.halfmove_clock < 150 and not board.is_insufficient_material():
        legal = list(board.legal_moves)
        if not legal:
            break
        board.push(legal[int(numbers.random() * len(legal))])
        moves += 1
    return moves


def main() -> None:
    """Answer orders until there are no more."""
    numbers = random.Random(SEED)
    print(json.dumps({"version": chess.__version__}), flush=True)
    for line in sys.stdin:
        seconds = json.loads(line)["seconds"]
        done = moves = 0
        begun = time.perf_counter()
        passed = 0.0
        while passed < seconds:
            moves += play_game(numbers)
            done += 1
            passed = time.perf_counter() - begun
        print(json.dumps({"done": done, "actions": moves, "seconds": passed}), flush=True)


if __name__ == "__main__":
    main()
