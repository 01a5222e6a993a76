"""Players of the lab as programs that speak the bot protocol, so that the arena, a server or a page can seat them.

    python -m neurohex.lab.seat mcts --simulations 50
    python -m neurohex.lab.seat policy model.npz

As in `neurohex arena random "mcts=cmd:python -m neurohex.lab.seat mcts" --limit 30`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from neurohex.errors import NeurohexError
from neurohex.lab.needs import need
from neurohex.players import Player
from neurohex.players.speaker import speak
from neurohex.rules.engine import State as RulesState
from neurohex.rules.engine import legal_actions


class SpielPlayer:
    """OpenSpiel's own MCTS bot with random rollouts, unmodified, in a seat of our arena."""

    def __init__(self, seed: int, simulations: int) -> None:
        self._seed = seed
        self._simulations = simulations
        self._bot: Any = None
        self._game: Any = None

    def choose(self, state: RulesState) -> int:
        """The choice of OpenSpiel's bot in a copy of the state."""
        if len(legal_actions(state)) == 1:
            return legal_actions(state)[0]
        import numpy as np
        import pyspiel
        from open_spiel.python.algorithms import mcts

        from neurohex.api.game import Game
        from neurohex.lab.openspiel import NAME, NeurohexState, parameters

        if self._game is None:
            self._game = pyspiel.load_game(NAME, parameters(Game.from_rules(state.game)))
            random = np.random.RandomState(self._seed % 2**32)
            evaluator = mcts.RandomRolloutEvaluator(1, random)
            self._bot = mcts.MCTSBot(self._game, 2.0, self._simulations, evaluator, solve=False, random_state=random)
        moment = NeurohexState.at(self._game, state)
        return moment.rules_action(self._bot.step(moment))

    def close(self) -> None:
        """Nothing is held."""


def _policy(path: str, seed: int) -> Player:
    from neurohex.lab.policy import PolicyPlayer

    return PolicyPlayer(path, seed)


def main(argv: list[str] | None = None) -> int:
    """Speak the bot protocol until `quit`; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m neurohex.lab.seat", description=__doc__)
    kinds = parser.add_subparsers(dest="kind", required=True)
    mcts = kinds.add_parser("mcts", help="OpenSpiel's MCTS with random rollouts")
    mcts.add_argument("--simulations", type=int, default=50, metavar="N", help="per decision (50)")
    policy = kinds.add_parser("policy", help="a network that neurohex.lab.ppo has trained")
    policy.add_argument("model", metavar="FILE")
    args = parser.parse_args(argv)
    if args.kind == "mcts" and args.simulations < 2:
        parser.error("--simulations: expected 2 or more")
    make: Callable[[int], Player]
    if args.kind == "mcts":
        make, name = partial(SpielPlayer, simulations=args.simulations), f"OpenSpiel MCTS {args.simulations}"
    else:
        make, name = partial(_policy, args.model), args.model
    try:
        need("open_spiel" if args.kind == "mcts" else "numpy")
        speak(name, make, sys.stdin.buffer, sys.stdout.buffer)
    except (NeurohexError, OSError) as error:
        print(f"neurohex.lab.seat: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
