"""Computer players by name. A player decides for one seat of a game.

    >>> from neurohex.rules.engine import Game, new_state
    >>> player = make_player("greedy", seed=1)
    >>> action = player.choose(new_state(Game(("borgo", "moloch"))))

A name may carry settings after a colon: `search:seconds=0.5,cores=2`. docs/bots.md lists them.
"""

from neurohex.players.levels import LEVELS, Level
from neurohex.players.names import PLAYERS, make_player
from neurohex.players.player import Forfeit, Player, PlayerError
from neurohex.players.thinking import Thought, thoughts

__all__ = ["LEVELS", "PLAYERS", "Forfeit", "Level", "Player", "PlayerError", "Thought", "make_player", "thoughts"]
