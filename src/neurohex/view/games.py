"""All that a game can be put together from: armies, modes, rulesets, boards, variants, players by program.

What goes with what is asked of `Game` itself: nothing here knows it.
"""

from __future__ import annotations

from typing import Any, Final

from neurohex.board import BOARDS
from neurohex.players import LEVELS, PLAYERS
from neurohex.rules.engine import Game, GameError
from neurohex.rules.game import BOMBERS, MODES, RULESETS
from neurohex.tiles import ARMIES, EXTRAS, Army
from neurohex.view.cards import card
from neurohex.view.forms import VERSION, ArmyForm, Catalogue, Fit, LevelForm, Named, Variant
from neurohex.view.texts import say

Value = bool | int | str

VARIANTS: Final[dict[str, tuple[Value, ...]]] = {
    "score": (False, True),
    "mercenaries": (0, 1, 2),
    "bomber": BOMBERS,
    "bomber_two": (False, True),
    "alternative_start": (False, True),
    "reinforcement": (False, True),
    "open_piles": (False, True),
}
"""Parts of a game's description that may be chosen, with their values; the first is the default."""
_PLAYERS: Final = range(2, 7)
_BOARDS: Final = tuple(BOARDS)


def catalogue(lang: str = "en") -> Catalogue:
    """Everything to choose from, in a language. Raises `UnknownLanguage`."""
    return {
        "version": VERSION,
        "lang": lang,
        "armies": [_army(army, lang) for army in ARMIES.values()],
        "extras": [_army(army, lang) for army in EXTRAS.values()],
        "modes": [_named("mode", key, lang) for key in MODES if key != "position"],
        # Today's rules, the usual choice, come first.
        "rulesets": [_named("ruleset", key, lang) for key in reversed(RULESETS)],
        "boards": [_named("board", key, lang) for key in _BOARDS],
        "variants": [_variant(key, lang) for key in VARIANTS],
        "fits": fits(),
        "levels": _levels(lang),
        "bots": list(PLAYERS),
    }


# --- what there is --------------------------------------------------------------------------------
def _army(army: Army, lang: str) -> ArmyForm:
    return {
        "key": army.key,
        "name": army.name,
        "about": " ".join((army.about_pl if lang == "pl" else army.about).split()),
        "difficulty": army.difficulty,
        "colour": army.colour,
        "ink": army.ink,
        "pattern": army.pattern,
        "tiles": [card(tile, lang) for tile in army.tiles],
    }


def _named(kind: str, key: str, lang: str) -> Named:
    return {"key": key, "name": say(f"{kind}.{key}", lang), "about": say(f"{kind}.{key}.about", lang)}


def _variant(key: str, lang: str) -> Variant:
    return {
        **_named("variant", key, lang),
        "values": list(VARIANTS[key]),
        "names": [_value_name(key, value, lang) for value in VARIANTS[key]],
    }


def _value_name(key: str, value: Value, lang: str) -> str:
    if isinstance(value, bool):
        return say("yes" if value else "no", lang)
    return say(f"variant.{key}.{value}", lang) if isinstance(value, str) else str(value)


def _levels(lang: str) -> list[LevelForm]:
    return [
        {
            "key": level.name,
            "name": level.title_pl if lang == "pl" else level.title,
            "about": level.about_pl if lang == "pl" else level.about,
        }
        for level in LEVELS
    ]


# --- what goes with what --------------------------------------------------------------------------
def fits() -> list[Fit]:
    """What goes with each mode and number of players. Values that are told together go with each other."""
    found = []
    for mode in MODES:
        for players in _PLAYERS:
            boards = [board for board in _BOARDS if mode != "position" and _try(mode, players, board)]
            if boards:
                found.append(_fit(mode, players, boards))
    return found


def _try(mode: str, players: int, board: str, **parts: Any) -> Game | None:
    """A game of any armies, if there is such a one."""
    try:
        return Game(tuple(ARMIES)[:1] * players, mode=mode, board=board, **parts)
    except GameError:
        return None


def _fit(mode: str, players: int, boards: list[str]) -> Fit:
    game = Game(tuple(ARMIES)[:1] * players, mode=mode, board=boards[0])
    starts = {ruleset: _try(mode, players, boards[0], ruleset=ruleset) for ruleset in RULESETS}
    hired = _try(mode, players, boards[0], mercenaries=1) is not None
    return {
        "mode": mode,
        "players": players,
        "boards": boards,
        "teams": [list(team) for team in game.teams],
        "turns": [int(player) for player in game.order],
        "start_hq": {key: [int(points) for points in start.start_hq] for key, start in starts.items() if start},
        "variants": _values(mode, players, boards[0], {}),
        "with_mercenaries": _values(mode, players, boards[0], {"mercenaries": 1}) if hired else {},
    }


def _values(mode: str, players: int, board: str, given: dict[str, Value]) -> dict[str, list[Value]]:
    """The values of each variant that fit what is given."""
    return {
        key: [value for value in values if _try(mode, players, board, **{**given, key: value}) is not None]
        for key, values in VARIANTS.items()
        if key not in given
    }
