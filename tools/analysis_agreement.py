"""Measure how far verdicts of the analysis can be trusted: compare them with those of ten times the thinking.

    python tools/analysis_agreement.py games.jsonl --games 24              # play, judge; goes on where it stopped
    python tools/analysis_agreement.py games.jsonl --games 24 --processes 2
    python tools/analysis_agreement.py games.jsonl --report                # only count what is there
    python tools/analysis_agreement.py more.jsonl --games 12 --optimism    # whole games at the usual depth

Players of different strength play games of two, with any two armies: levels 1 to 4, and greedy players who overlook
some actions and misjudge. Every `--every`-th span of decisions is judged at the usual depth and at the deepest one,
which thinks ten times as long. Each game is one line of the file; its number is its seed.

The report counts decisions with the same grade at both depths, with intervals of 95 % (Wilson): among all, and among
those that have a grade at one of the depths. The depths share no scenarios. Decisions of one game are not independent,
so the true intervals are somewhat wider.

With `--optimism` it judges whole games at the usual depth instead, and shows by how much the player who has just moved
expected too much, compared with what the other one sees then. A correct scale has none.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from neurohex.analysis.forms import Draws, Stretch, grade_of
from neurohex.analysis.judging import USUAL_DEPTH, judge
from neurohex.analysis.spans import spans_of, states_of
from neurohex.bots.greedy import Greedy
from neurohex.notation.record import Record
from neurohex.players import Player, make_player
from neurohex.players.chances import phase_of
from neurohex.players.player import GreedyPlayer
from neurohex.rules.engine import Game
from neurohex.session import Session
from neurohex.tiles import ARMIES

DEEP: Final = 4
"""The depth with ten times the thinking."""
NOISY: Final = ((30, 1500), (50, 1000), (70, 500))
"""Greedy players: percentage of actions they notice, and their largest error."""
LEVELS: Final = ("level1", "level2", "level3", "level4")


def player_of(number: int, seed: int) -> Player:
    """One of the players by number."""
    if number < len(LEVELS):
        return make_player(LEVELS[number], seed)
    noticed, error = NOISY[number - len(LEVELS)]
    return GreedyPlayer(seed, Greedy(noticed, error))


def played_game(seed: int) -> Record:
    """The game of a number."""
    dice = random.Random(seed)
    session = Session(Game(tuple(dice.choice(tuple(ARMIES)) for _ in range(2))), seed)
    players = [player_of(dice.randrange(len(LEVELS) + len(NOISY)), seed + side) for side in range(2)]
    while not session.state.is_over():
        session.act(players[session.state.actor()].choose(session.state))
    return session.record()


def compared(seed: int, every: int) -> dict[str, Any]:
    """Play a game and judge some of its spans at both depths."""
    record = played_game(seed)
    asked = [span for span in spans_of(record.game, record.actions) if not span.is_draw]
    rows, costs = [], [0.0, 0.0]
    for span in asked[seed % every :: every]:
        found = []
        for which, depth in enumerate((USUAL_DEPTH, DEEP)):
            began = time.process_time()
            piece = judge(record.game, record.actions, span, depth)
            costs[which] += time.process_time() - began
            assert isinstance(piece, Stretch)
            found.append(piece.judged)
        rows += [(x.step, round(x.loss, 4), round(y.loss, 4)) for x, y in zip(*found, strict=True)]
    return {"seed": seed, "rows": rows, "drift": [], "cost": [round(cost, 2) for cost in costs]}


def drifted(seed: int, _: int) -> dict[str, Any]:
    """Play a game and judge all of it at the usual depth."""
    record = played_game(seed)
    spans = spans_of(record.game, record.actions)
    began = time.process_time()
    pieces = [judge(record.game, record.actions, span, USUAL_DEPTH) for span in spans]
    cost = time.process_time() - began
    drift = []
    last: Stretch | None = None
    luck = [0.0, 0.0]
    for span, piece in zip(spans, pieces, strict=True):
        if isinstance(piece, Draws):
            luck = [one + other for one, other in zip(luck, piece.luck, strict=True)]
            continue
        if last is not None and last.player != piece.player:
            me = last.player
            phase = phase_of(states_of(record.game, record.actions, span)[0])
            drift.append((round(phase, 3), round(last.after[me] - piece.before[me] + luck[me], 4)))
        last, luck = piece, [0.0, 0.0]
    return {"seed": seed, "rows": [], "drift": drift, "cost": [round(cost, 2), 0.0]}


def share(part: int, whole: int) -> str:
    """A share with its interval of 95 %, by Wilson."""
    if not whole:
        return "none"
    z, mean = 1.96, part / whole
    middle = (mean + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * math.sqrt(mean * (1 - mean) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return f"{part} of {whole} ({mean:.3f}, {middle - half:.3f} to {middle + half:.3f})"


def report(games: list[dict[str, Any]]) -> None:
    """Print what the games say."""
    pairs = [(grade_of(x), grade_of(y)) for game in games for _, x, y in game["rows"]]
    graded = [(x, y) for x, y in pairs if (x, y) != ("good", "good")]
    same, same_graded = (sum(x == y for x, y in lot) for lot in (pairs, graded))
    usual, deep = (sum(game["cost"][which] for game in games) for which in range(2))
    print(f"{len(games)} games; CPU seconds at the usual depth {usual:.0f}, at the deepest {deep:.0f}")
    if pairs:
        print(f"same grade: {share(same, len(pairs))} of all decisions")
        print(f"among those with a grade at one depth or both: {share(same_graded, len(graded))}")
    for (x, y), count in sorted(Counter(pairs).items()):
        print(f"  {x:12} then {y:12} {count}")
    for low, high in ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.01)):
        found = [change for game in games for phase, change in game["drift"] if low <= phase < high]
        if found:
            print(f"optimism from {low:.1f} to {high:.1f} of a game: {sum(found) / len(found):+.4f} ({len(found)})")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--first", type=int, default=0, help="number of the first game (usually 0)")
    parser.add_argument("--every", type=int, default=6, help="one span of decisions in so many (usually 6)")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--optimism", action="store_true", help="judge whole games, at the usual depth only")
    parser.add_argument("--report", action="store_true", help="only report what the file has")
    args = parser.parse_args()
    games = [json.loads(line) for line in args.file.read_text().splitlines()] if args.file.exists() else []
    if not args.report:
        missing = [
            seed for seed in range(args.first, args.first + args.games) if seed not in {game["seed"] for game in games}
        ]
        with ProcessPoolExecutor(args.processes) as pool, args.file.open("a") as out:
            for game in pool.map(drifted if args.optimism else compared, missing, [args.every] * len(missing)):
                games.append(game)
                out.write(json.dumps(game) + "\n")
                out.flush()
                print(f"game {game['seed']}: {len(game['rows'])} decisions, {game['cost']} s", file=sys.stderr)
    report(games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
