"""The read model: a moment of a game as frozen values in the game's words.

    >>> from neurohex.rules.engine import Game, new_state
    >>> table = Table(new_state(Game(("borgo", "moloch"))))
    >>> table.awaited
    Awaited(player=0, stage='hq', about=None, phase=None)
    >>> [(player.name, player.hq, player.pile.total) for player in table.players]
    [('Borgo', 20, 34), ('Moloch', 20, 34)]

A state of the rules is one array of bytes. Outside `rules` and `bots`, which work on that array, this package is the
only one that knows what lies where in it; everything else asks here. `Table` reads a whole moment; `reading` has
single facts for those who need no more; `relations` tells what units do to each
other, `fight` what a Battle would do.
"""

from neurohex.events import Gift, Strength, Timing
from neurohex.model.duel import DuelSide, duel_side
from neurohex.model.fighting import Chooser, Fight, fight
from neurohex.model.table import Table, unit_at
from neurohex.model.values import (
    Attack,
    AttackKind,
    Awaited,
    Bag,
    Ending,
    EndReason,
    Foundation,
    MoveSource,
    OpenHit,
    Player,
    Stage,
    Strike,
    Unit,
)

__all__ = [
    "Attack",
    "AttackKind",
    "Awaited",
    "Bag",
    "Chooser",
    "DuelSide",
    "EndReason",
    "Ending",
    "Fight",
    "Foundation",
    "Gift",
    "MoveSource",
    "OpenHit",
    "Player",
    "Stage",
    "Strength",
    "Strike",
    "Table",
    "Timing",
    "Unit",
    "duel_side",
    "fight",
    "unit_at",
]
