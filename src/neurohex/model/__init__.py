"""The read model: a moment of a game as frozen values in the game's words.

    >>> from neurohex.rules.engine import Game, new_state
    >>> table = Table(new_state(Game(("borgo", "moloch"))))
    >>> table.awaited
    Awaited(player=0, stage='hq', about=None, phase=None)
    >>> [(player.name, player.hq, player.pile.total) for player in table.players]
    [('Borgo', 20, 34), ('Moloch', 20, 34)]

A state of the rules is one array of bytes. Besides `rules` and `bots`, only this package knows its layout. `Table`
reads a whole moment, `reading` single facts, `relations` the effects between units; `fight` previews a Battle.
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
    Shift,
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
    "Shift",
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
