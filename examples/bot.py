#!/usr/bin/env python3
"""A Neuroshima Hex bot that uses only the bot protocol (docs/bot-protocol.md), without importing neurohex.

It reads only the words of the legal actions: it fills the board, begins a Battle when nothing else is left, and
chooses at random between similar actions. Use it as a starting point:

    neurohex bot-check python3 examples/bot.py
"""

import random
import sys

PREFERENCE = (
    "hire",
    "place",
    "deploy",
    "snipe",
    "air strike",
    "grenade",
    "save",
    "clown",
    "captive",
    "yield",
    "battle",
)
"""First words of actions in order of preference. All others come last."""


def rank_of(words: str) -> int:
    """Rank of an action; lower is better."""
    return next((rank for rank, first in enumerate(PREFERENCE) if words.startswith(first)), len(PREFERENCE))


def choose(legal: dict[int, str], dice: random.Random) -> int:
    """Choose the number of one of the legal actions."""
    best = min(rank_of(words) for words in legal.values())
    return dice.choice([number for number, words in legal.items() if rank_of(words) == best])


def main() -> None:
    """Answer the host until it sends `quit` or closes the pipe."""
    dice = random.Random()
    block = ""  # the current block: "game", "decide" or none
    legal: dict[int, str] = {}
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            break
        if block == "game":
            if word == "seed":
                dice.seed(int(rest))
            elif word == "end":
                block = ""
                print("ready")
        elif block == "decide":
            if word == "legal":
                number, _, words = rest.partition(" ")
                legal[int(number)] = words
            elif word == "go":
                block = ""
                print("action", choose(legal, dice))
        elif word == "neurohex-bot":
            print("neurohex-bot 1\nname filler\nauthor the neurohex project\ndeterministic yes\nready")
        elif word in ("game", "decide"):
            block = word
            legal = {}
        elif word:
            print("error not understood:", word)
        sys.stdout.flush()


main()
