"""Games of every army and mode between search bots, with every action checked: `python -m tests.bot_games FIRST LAST
NODES`.

A few run with the other tests. `make bot-games` plays 2,000 with longer searches, which takes three quarters of an
hour on one core.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter

from neurohex.notation.action import action_text
from neurohex.notation.record import Dealer
from neurohex.players import make_player
from neurohex.rules.engine import Game, is_chance, is_legal, new_state, play
from neurohex.tiles import ARMIES

NODES = 150
MODES = ("", "", "", "deathmatch", "team", "one-vs-two", "five", "six")


class IllegalChoice(AssertionError):
    """A bot chose an illegal action."""


def game_of(seed: int) -> Game:
    """The game of a number, which determines mode, armies, board, ruleset and options."""
    dice = random.Random(seed)
    mode = dice.choice(MODES)
    count = {"": 2, "deathmatch": dice.choice((3, 4)), "team": 4, "one-vs-two": 3, "five": 5, "six": 6}[mode]
    boards = {2: ("standard", "standard", "duel"), 3: ("standard",), 4: ("standard", "expanded")}
    mercenaries = dice.choice((0, 0, 1)) if count < 5 else 0
    mode = "" if mode in ("five", "six") else mode
    return Game(
        tuple(dice.choice(list(ARMIES)) for _ in range(count)),
        ruleset=dice.choice(("2008", "3.0", "living", "living")),
        board=dice.choice(boards.get(count, ("expanded",))),
        mode=mode,
        score=mode in ("deathmatch", "team") and dice.random() < 0.3,
        mercenaries=mercenaries,
        bomber=dice.choice(("none", "none", "neutral", "mercenary" if mercenaries else "none")),
        bomber_two=dice.random() < 0.2,
        alternative_start=dice.random() < 0.2,
        reinforcement=dice.random() < 0.2,
    )


def play_checked(seed: int, nodes: int = NODES) -> int:
    """Play the game of a number between search bots; return the number of actions. Raises `IllegalChoice`."""
    game = game_of(seed)
    players = [make_player(f"search:nodes={nodes}", seed + p) for p in range(int(game.players))]
    state, dealer = new_state(game), Dealer(game, seed)
    chosen = 0
    while not state.is_over():
        if is_chance(state):
            play(state, dealer.draw(state))
            continue
        action = players[state.actor()].choose(state)
        if not is_legal(state, action):
            raise IllegalChoice(f"game {seed}, action {chosen}: {action} is not legal ({game.describe()})")
        assert action_text(state, action)
        play(state, action)
        chosen += 1
    return chosen


def main(first: int, last: int, nodes: int = NODES) -> int:
    """Play the games of these numbers; return how many had an illegal choice."""
    failed = actions = 0
    armies: Counter[str] = Counter()
    modes: Counter[str] = Counter()
    for seed in range(first, last):
        game = game_of(seed)
        armies.update(game.armies)
        modes[f"{game.mode or 'duel'} of {len(game.armies)}"] += 1
        try:
            actions += play_checked(seed, nodes)
        except IllegalChoice as error:
            failed += 1
            print(error, flush=True)
        if (seed + 1 - first) % 100 == 0:
            print(f"{seed + 1 - first} games, {actions} actions, {time.process_time():.0f} s", flush=True)
    for counts in (armies, modes):
        print(", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    print(f"{last - first} games, {actions} actions chosen, {failed} games with an illegal one")
    return failed


if __name__ == "__main__":
    sys.exit(1 if main(*map(int, sys.argv[1:])) else 0)
