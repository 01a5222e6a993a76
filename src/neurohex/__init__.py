"""Neuroshima Hex in Python: games, states, units, Battles, records and bots.

>>> import neurohex as nh
>>> state = nh.Game("borgo", "moloch").start(seed=7)
>>> events = state.play("place HQ C3 facing N")
>>> state["C3"].tile
<Tile borgo/HQ>

docs/api.md describes the API. Semantic versioning covers `__all__`, `neurohex.events` and `neurohex.rules.engine`, the
fast integer interface for search. Everything else may change at any time.
"""

import os
import sys

__version__ = "0.1.0"

if os.environ.get("NEUROHEX_PURE") == "1":
    from neurohex.pure import prefer_source

    prefer_source()

TYPE_CHECKING = False  # true for type checkers; importing `typing` would double the import time
if TYPE_CHECKING:
    from neurohex.api.action import Action as Action
    from neurohex.api.battle import Battle as Battle
    from neurohex.api.battle import Phase as Phase
    from neurohex.api.bot import Bot as Bot
    from neurohex.api.catalogue import armies as armies
    from neurohex.api.catalogue import army as army
    from neurohex.api.catalogue import tile as tile
    from neurohex.api.game import Game as Game
    from neurohex.api.record import Record as Record
    from neurohex.api.state import State as State
    from neurohex.api.thought import Thought as Thought
    from neurohex.errors import NeurohexError as NeurohexError
    from neurohex.events import Event as Event
    from neurohex.events import UnitRef as UnitRef
    from neurohex.explain.language import UnknownLanguage as UnknownLanguage
    from neurohex.model.outlook import Reason as Reason
    from neurohex.model.values import Attack as Attack
    from neurohex.model.values import Awaited as Awaited
    from neurohex.model.values import Bag as Bag
    from neurohex.model.values import Ending as Ending
    from neurohex.model.values import Foundation as Foundation
    from neurohex.model.values import Player as Player
    from neurohex.model.values import Unit as Unit
    from neurohex.notation.errors import PositionError as PositionError
    from neurohex.notation.errors import RecordError as RecordError
    from neurohex.notation.position import PlacedFoundation as PlacedFoundation
    from neurohex.notation.position import PlacedUnit as PlacedUnit
    from neurohex.notation.position import Position as Position
    from neurohex.notation.position import PositionPlayer as PositionPlayer
    from neurohex.players.player import PlayerError as BotError
    from neurohex.rules.engine import IllegalAction as IllegalAction
    from neurohex.rules.game import GameError as GameError
    from neurohex.session import NothingToUndo as NothingToUndo
    from neurohex.tiles import Army as Army
    from neurohex.tiles import Tile as Tile
    from neurohex.tiles import UnknownTile as UnknownTile

__all__ = [
    "Action",
    "Army",
    "Attack",
    "Awaited",
    "Bag",
    "Battle",
    "Bot",
    "BotError",
    "Ending",
    "Event",
    "Foundation",
    "Game",
    "GameError",
    "IllegalAction",
    "NeurohexError",
    "NothingToUndo",
    "Phase",
    "PlacedFoundation",
    "PlacedUnit",
    "Player",
    "Position",
    "PositionError",
    "PositionPlayer",
    "Reason",
    "Record",
    "RecordError",
    "State",
    "Thought",
    "Tile",
    "Unit",
    "UnitRef",
    "UnknownLanguage",
    "UnknownTile",
    "armies",
    "army",
    "tile",
]

_HOMES = {
    "Action": "neurohex.api.action",
    "Army": "neurohex.tiles",
    "Attack": "neurohex.model.values",
    "Awaited": "neurohex.model.values",
    "Bag": "neurohex.model.values",
    "Battle": "neurohex.api.battle",
    "Bot": "neurohex.api.bot",
    "BotError": "neurohex.players.player",
    "Ending": "neurohex.model.values",
    "Event": "neurohex.events",
    "Foundation": "neurohex.model.values",
    "Game": "neurohex.api.game",
    "GameError": "neurohex.rules.game",
    "IllegalAction": "neurohex.rules.engine",
    "NeurohexError": "neurohex.errors",
    "NothingToUndo": "neurohex.session",
    "Phase": "neurohex.api.battle",
    "PlacedFoundation": "neurohex.notation.position",
    "PlacedUnit": "neurohex.notation.position",
    "Player": "neurohex.model.values",
    "Position": "neurohex.notation.position",
    "PositionError": "neurohex.notation.errors",
    "PositionPlayer": "neurohex.notation.position",
    "Reason": "neurohex.model.outlook",
    "Record": "neurohex.api.record",
    "RecordError": "neurohex.notation.errors",
    "State": "neurohex.api.state",
    "Thought": "neurohex.api.thought",
    "Tile": "neurohex.tiles",
    "Unit": "neurohex.model.values",
    "UnitRef": "neurohex.events",
    "UnknownLanguage": "neurohex.explain.language",
    "UnknownTile": "neurohex.tiles",
    "armies": "neurohex.api.catalogue",
    "army": "neurohex.api.catalogue",
    "tile": "neurohex.api.catalogue",
}
"""The module of each name, imported on first use so that `import neurohex` is fast."""

if not TYPE_CHECKING:  # lets type checkers detect wrong names

    def __getattr__(name: str) -> object:
        """Import a name of the public API on first use."""
        if name not in _HOMES and name != "events":
            raise AttributeError(f"module 'neurohex' has no attribute {name!r}")
        from importlib import import_module

        if name == "events":
            return import_module("neurohex.events")
        found: object = getattr(import_module(_HOMES[name]), "PlayerError" if name == "BotError" else name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if "IPython" in sys.modules:
    from neurohex.api.display import show_in_notebooks

    show_in_notebooks(sys.modules["IPython"].get_ipython())
