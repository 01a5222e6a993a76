#!/usr/bin/env python3
"""A bot for Neuroshima Hex that needs nothing but the bot protocol (docs/bot-protocol.md), and no neurohex.

It goes by the words of the legal actions alone: it fills the board, begins a Battle when nothing else is left, and
throws dice between actions that look alike. Take it as a start for your own:

    neurohex bot-check python3 examples/bot.py
"""

import random
import sys

LIKED = ("hire", "place", "deploy", "snipe", "air strike", "grenade", "save", "clown", "captive", "yield", "battle")
"""First words of actions, the dearest first; all others come after these."""


def liking(words: str) -> int:
    """How early an action comes: the less, the sooner."""
    return next((rank for rank, first in enumerate(LIKED) if words.startswith(first)), len(LIKED))


def choose(legal: dict[int, str], dice: random.Random) -> int:
    """The number of one of the legal actions, which are numbers with their words."""
    best = min(liking(words) for words in legal.values())
    return dice.choice([number for number, words in legal.items() if liking(words) == best])


def main() -> None:
    """Answer the host until it says quit, or says no more."""
    dice = random.Random()
    block = ""  # inside which block we are: "game", "decide" or none
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
