"""A process that measures python-chess, a well-known yardstick: `python -m neurohex.cli.yardstick`.

Plays random games of chess, listing all legal moves before each, to mate, stalemate, insufficient material or the
75-move rule. Takes the same requests as `neurohex.cli.measure`. Nothing imports this module: without python-chess
only this process fails, and says so.
"""

from __future__ import annotations

import json
import random
import sys
import time

import chess

SEED = 2006


def play_game(numbers: random.Random) -> int:
    """Play one random game; return its number of moves."""
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
    """Answer requests until the end of the input."""
    numbers = random.Random(SEED)
    print(json.dumps({"version": chess.__version__}), flush=True)
    for line in sys.stdin:
        seconds = json.loads(line)["seconds"]
        done = moves = 0
        begun = time.process_time()
        passed = 0.0
        while passed < seconds:
            moves += play_game(numbers)
            done += 1
            passed = time.process_time() - begun
        print(json.dumps({"done": done, "actions": moves, "seconds": passed}), flush=True)


if __name__ == "__main__":
    main()
