"""Calibrate the win chances of the search: compare them with the results of games, and fit the difference.

    python tools/calibrate.py play games.jsonl --games 2000     # play and write down; goes on where it stopped
    python tools/calibrate.py fit games.jsonl                   # fit and write the data file of the package
    python tools/calibrate.py fit games.jsonl --check           # only measure the file of the package

`play` lets two searches play each other, with any two armies. It notes the chance that the player to decide saw in the
best plan, and after which share of the game. At some decisions it also asks searches with larger budgets. Each game is
one line; its number is its seed.

`fit` uses games of even number and measures on those of odd number. The error is the mean distance between chance and
result over ten groups of decisions with similar chances, each group by its size.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from neurohex.bots.plans import Budget
from neurohex.bots.search import Search
from neurohex.notation.record import Dealer
from neurohex.players.chances import FILE, KNOTS, VERSION, Chances, Fit, log_odds, phase_of, weights_at
from neurohex.rules.engine import Game, State, is_chance, legal_actions, new_state, play
from neurohex.tiles import ARMIES

NODES: Final = 400
"""Positions for each decision of the players."""
MORE: Final = (1600, 6400)
"""Budgets of the searches that are asked in addition."""
ASKED: Final = 12
"""One decision in so many is asked in addition,"""
ASKED_GAMES: Final = 400
"""in this many games: these searches take most of the time."""
GROUPS: Final = 10
"""Groups of decisions for the error: ten, as usual for calibration errors."""
HELD: Final = 40.0
"""How strongly a fit is held at the fit before it, in decisions of even chance, about times four."""

Row = tuple[float, float, float]
"""Phase, chance that the search saw, and result (1, 0.5 or 0)."""
Guess = tuple[float, float]
"""A chance and the result."""


# --- playing --------------------------------------------------------------------------------------
def one_game(seed: int) -> dict[str, Any]:
    """The game of a number with its decisions: budget, player, phase and chance of each."""
    dice = random.Random(seed)
    game = Game(tuple(dice.choice(tuple(ARMIES)) for _ in range(2)))
    state, dealer = new_state(game), Dealer(game, seed)
    searches = [Search(seed), Search(seed + 1)]
    seen: list[tuple[int, int, float, float]] = []
    while not state.is_over():
        if is_chance(state):
            play(state, dealer.draw(state))
            continue
        actor, actions = state.actor(), legal_actions(state)
        action = actions[0]
        if len(actions) > 1:
            searches[actor].think(state, Budget(NODES, 0.0))
            best = searches[actor].best()
            action = best.actions[0]
            seen.append((NODES, actor, phase_of(state), best.mean()))
            if seed < ASKED_GAMES and dice.randrange(ASKED) == 0:
                seen += [(nodes, actor, phase_of(state), _asked(state, nodes, seed)) for nodes in MORE]
        searches[actor].follow(state, action)
        play(state, action)
    noted = [(nodes, actor, round(phase, 3), round(chance, 4)) for nodes, actor, phase, chance in seen]
    return {"seed": seed, "armies": game.armies, "result": state.result(), "seen": noted}


def _asked(state: State, nodes: int, seed: int) -> float:
    search = Search(seed)
    search.think(state, Budget(nodes, 0.0))
    return search.best().mean()


def play_games(path: Path, games: int) -> None:
    """Play the games that are missing in a file, in order."""
    whole = path.read_bytes() if path.exists() else b""
    path.write_bytes(whole[: whole.rfind(b"\n") + 1])  # a game that was cut off is played again
    done = whole.count(b"\n")
    begun, first = time.perf_counter(), done
    with path.open("a") as out:
        for seed in range(done, games):
            out.write(json.dumps(one_game(seed)) + "\n")
            out.flush()
            if (seed + 1) % 50 == 0:
                pace = (time.perf_counter() - begun) / (seed + 1 - first)
                print(f"{seed + 1} of {games} games, {pace:.2f} s each", file=sys.stderr, flush=True)


def read(path: Path) -> Iterator[dict[str, Any]]:
    """The games of a file, without one that is being written."""
    for line in path.read_text().splitlines(keepends=True):
        if line.endswith("\n"):
            yield json.loads(line)


def rows_of(games: Sequence[dict[str, Any]], nodes: int) -> list[Row]:
    """The decisions with a budget."""
    return [
        (phase, chance, (game["result"][actor] + 1) / 2)
        for game in games
        for budget, actor, phase, chance in game["seen"]
        if budget == nodes
    ]


UNCHANGED: Final[Fit] = ((0.0, 1.0),) * len(KNOTS)


# --- fitting --------------------------------------------------------------------------------------
def fit(rows: Sequence[Row], start: Fit = UNCHANGED, rounds: int = 5) -> Fit:
    """Shift and scale at each knot, by logistic regression (Newton steps), held at `start` a little."""
    size = 2 * len(KNOTS)
    plain = [part for knot in start for part in knot]
    found = list(plain)
    for _ in range(rounds):
        gradient = [HELD * (a - b) for a, b in zip(found, plain, strict=True)]
        curve = [[HELD * (i == j) for j in range(size)] for i in range(size)]
        for phase, chance, result in rows:
            seen = log_odds(chance)
            parts = [part for weight in weights_at(phase) for part in (weight, weight * seen)]
            odds = sum(a * b for a, b in zip(found, parts, strict=True))
            guess = 1 / (1 + math.exp(-odds))
            for i, one in enumerate(parts):
                if one:
                    gradient[i] += (guess - result) * one
                    for j, other in enumerate(parts):
                        curve[i][j] += guess * (1 - guess) * one * other
        found = [a - b for a, b in zip(found, _solved(curve, gradient), strict=True)]
    return tuple((round(found[2 * k], 4), round(found[2 * k + 1], 4)) for k in range(len(KNOTS)))


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of linear equations with a positive definite matrix."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(len(rows)):
        for j in range(i + 1, len(rows)):
            factor = rows[j][i] / rows[i][i]
            rows[j] = [b - factor * a for a, b in zip(rows[i], rows[j], strict=True)]
    found = [0.0] * len(rows)
    for i in reversed(range(len(rows))):
        found[i] = (rows[i][-1] - sum(rows[i][j] * found[j] for j in range(i + 1, len(rows)))) / rows[i][i]
    return found


# --- measuring ------------------------------------------------------------------------------------
def error_of(guesses: Sequence[Guess]) -> tuple[float, float, float]:
    """The error over groups of similar chances, the mean chance, and the mean result."""
    pairs = sorted(guesses)
    count = len(pairs)
    error = 0.0
    for k in range(GROUPS):
        group = pairs[count * k // GROUPS : count * (k + 1) // GROUPS]
        error += abs(sum(chance - result for chance, result in group))
    return error / count, sum(chance for chance, _ in pairs) / count, sum(result for _, result in pairs) / count


def report(games: Sequence[dict[str, Any]], chances: Chances) -> None:
    """Print the errors on games, by budget and for all together, before and after."""
    print(f"{len(games)} games that were not used for the fit")
    print("positions  decisions  expected  had     error  calibrated error")
    every: list[Guess] = []
    better: list[Guess] = []
    for nodes in (NODES, *MORE):
        rows = rows_of(games, nodes)
        plain = [(chance, result) for _, chance, result in rows]
        calibrated = [(chances.of(log_odds(chance), phase, nodes), result) for phase, chance, result in rows]
        _print_line(str(nodes), plain, calibrated)
        every += plain
        better += calibrated
    _print_line("all", every, better)


def _print_line(name: str, plain: Sequence[Guess], calibrated: Sequence[Guess]) -> None:
    raw, expected, had = error_of(plain)
    after = error_of(calibrated)[0]
    print(f"{name:>9}  {len(plain):9}  {expected:8.1%}  {had:5.1%}  {raw:6.2%}  {after:16.2%}")


def main() -> None:
    """Play or fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--check", action="store_true", help="measure the data file of the package, write nothing")
    args = parser.parse_args()
    if args.what == "play":
        play_games(args.file, args.games)
        return
    games = list(read(args.file))
    even, odd = ([game for game in games if game["seed"] % 2 == part] for part in (0, 1))
    if args.check:
        report(odd, Chances.load())
        return
    fits: dict[int, Fit] = {}
    last = UNCHANGED
    for nodes in (NODES, *MORE):  # a larger budget has fewer decisions and differs little from the one before
        fits[nodes] = last = fit(rows_of(even, nodes), last)
    about = f"tools/calibrate.py: {len(even)} games of searches with {NODES} positions a decision"
    data = {"version": VERSION, "about": about, "knots": KNOTS, "fits": {str(n): each for n, each in fits.items()}}
    FILE.write_text(json.dumps(data, indent=1) + "\n")
    report(odd, Chances.load())


if __name__ == "__main__":
    main()
