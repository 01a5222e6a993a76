"""The choices when setting up a game: armies, modes, rulesets, boards, variants, bots.

`Game` itself decides which choices are compatible; this module only asks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any, Final

from neurohex.board import BOARDS, Board
from neurohex.explain.names import army_name
from neurohex.model.game import BOMBERS, MODES, RULESETS, Game, GameError
from neurohex.players import LEVELS, PLAYERS
from neurohex.tiles import ARMIES, EXTRAS, MARKERS, Army
from neurohex.view.cards import card
from neurohex.view.duel import duel_form
from neurohex.view.forms import (
    VERSION,
    ArmyForm,
    Catalogue,
    Fit,
    Grouping,
    Named,
    OtherStart,
    TerminalsForm,
    Variant,
)
from neurohex.view.scenes import board_form
from neurohex.view.texts import say

Value = bool | int | str
Teams = tuple[tuple[int, ...], ...]

VARIANTS: Final[dict[str, tuple[Value, ...]]] = {
    "score": (False, True),
    "mercenaries": (0, 1, 2),
    "bomber": BOMBERS,
    "bomber_two": (False, True),
    "alternative_start": (False, True),
    "reinforcement": (False, True),
    "open_piles": (False, True),
}
"""Parts of a game's description that can be chosen, with their values; the first is the default."""
_PLAYERS: Final = range(2, 7)
_BOARDS: Final = tuple(BOARDS)


def catalogue(lang: str = "en") -> Catalogue:
    """Everything to choose from. Raises `UnknownLanguage`."""
    return Catalogue(
        version=VERSION,
        lang=lang,
        armies=[_army(army, lang) for army in ARMIES.values()],
        extras=[_army(army, lang) for army in EXTRAS.values()],
        modes=[_named("mode", key, lang) for key in MODES if key != "position"],
        # Today's rules, the usual choice, come first.
        rulesets=[_named("ruleset", key, lang) for key in reversed(RULESETS)],
        boards=[_named("board", key, lang) for key in _BOARDS],
        terminals=[_terminals(board) for board in BOARDS.values() if board.terminals],
        duel=duel_form(lang),
        variants=[_variant(key, lang) for key in VARIANTS],
        fits=fits(),
        levels=_levels(lang),
        bots=list(PLAYERS),
    )


# --- choices --------------------------------------------------------------------------------------
def _army(army: Army, lang: str) -> ArmyForm:
    return ArmyForm(
        key=army.key,
        name=army_name(army, lang),
        about=" ".join((army.about_pl if lang == "pl" else army.about).split()),
        difficulty=army.difficulty,
        colour=army.colour,
        ink=army.ink,
        pattern=army.pattern,
        markers=_markers(army),
        tiles=[card(tile, lang) for tile in army.tiles],
    )


def _markers(army: Army) -> list[str]:
    has = {
        "venom": army.venom_markers > 0,
        "paralysis": army.paralysis_markers > 0,
        "steel_net": any("steel_net" in tile.module for tile in army.tiles),
    }
    return [kind for kind in MARKERS if has[kind]]


def _named(kind: str, key: str, lang: str) -> Named:
    return Named(key=key, name=say(f"{kind}.{key}", lang), about=say(f"{kind}.{key}.about", lang))


def _variant(key: str, lang: str) -> Variant:
    named = _named("variant", key, lang)
    return Variant(
        key=key,
        name=named.name,
        about=named.about,
        values=list(VARIANTS[key]),
        names=[_value_name(key, value, lang) for value in VARIANTS[key]],
    )


def _value_name(key: str, value: Value, lang: str) -> str:
    if isinstance(value, bool):
        return say("yes" if value else "no", lang)
    return say(f"variant.{key}.{value}", lang) if isinstance(value, str) else str(value)


def _levels(lang: str) -> list[Named]:
    return [
        Named(
            key=level.name,
            name=level.title_pl if lang == "pl" else level.title,
            about=level.about_pl if lang == "pl" else level.about,
        )
        for level in LEVELS
    ]


# --- compatible choices ---------------------------------------------------------------------------
def fits() -> list[Fit]:
    """The choices that fit each mode and number of players. Values listed together are compatible."""
    found = []
    for mode in MODES:
        for players in _PLAYERS:
            boards = [board for board in _BOARDS if mode != "position" and _try(mode, players, board)]
            if boards:
                found.append(_fit(mode, players, boards))
    return found


def _try(mode: str, players: int, board: str, **parts: Any) -> Game | None:
    """A game with arbitrary armies, or None if it is impossible."""
    try:
        return Game(tuple(ARMIES)[:1] * players, mode=mode, board=board, **parts)
    except GameError:
        return None


def _fit(mode: str, players: int, boards: list[str]) -> Fit:
    groupings = _groupings(mode, players, boards[0])
    usual = groupings[0]
    hired = _try(mode, players, boards[0], mercenaries=1) is not None
    return Fit(
        mode=mode,
        players=players,
        boards=boards,
        teams=usual.teams,
        turns=usual.turns,
        start_hq=usual.start_hq,
        other_starts=usual.other_starts,
        groupings=groupings,
        variants=_values(mode, players, boards[0], {}),
        with_mercenaries=_values(mode, players, boards[0], {"mercenaries": 1}) if hired else {},
    )


def _values(mode: str, players: int, board: str, given: dict[str, Value]) -> dict[str, list[Value]]:
    """The values of each variant that fit the given choices."""
    return {
        key: [value for value in values if _try(mode, players, board, **{**given, key: value}) is not None]
        for key, values in VARIANTS.items()
        if key not in given
    }


# --- teams ----------------------------------------------------------------------------------------
def _groupings(mode: str, players: int, board: str) -> list[Grouping]:
    """The usual teams, then all others: each partition of the players once, in its first valid order."""
    usual = Game(tuple(ARMIES)[:1] * players, mode=mode, board=board).teams
    others: list[Teams] = []
    known = {_divided(usual)}
    for parts in _partitions(tuple(range(players))) if usual else ():
        for teams in permutations(parts):
            if _divided(teams) not in known and _try(mode, players, board, teams=teams) is not None:
                known.add(_divided(teams))
                others.append(teams)
    return [_grouping(mode, players, board, teams) for teams in (usual, *sorted(others))]


def _grouping(mode: str, players: int, board: str, teams: Teams) -> Grouping:
    game = Game(tuple(ARMIES)[:1] * players, mode=mode, board=board, teams=teams)
    usual = _start_hq(mode, players, board, teams)
    others: list[OtherStart] = []
    for variant, values in VARIANTS.items():
        for value in values[1:]:
            start = _start_hq(mode, players, board, teams, **{variant: value})
            if start and start != usual:
                others.append(OtherStart(variant=variant, value=value, start_hq=start))
    return Grouping(
        teams=[list(team) for team in teams],
        turns=[int(player) for player in game.order],
        start_hq=usual,
        other_starts=others,
    )


def _start_hq(mode: str, players: int, board: str, teams: Teams, **parts: Value) -> dict[str, list[int]]:
    """HQ points at the start by ruleset; empty if the game is impossible."""
    starts = {key: _try(mode, players, board, ruleset=key, teams=teams, **parts) for key in RULESETS}
    return {key: [int(points) for points in start.start_hq] for key, start in starts.items() if start}


def _divided(teams: Teams) -> frozenset[tuple[int, ...]]:
    """The partition, regardless of order."""
    return frozenset(tuple(sorted(team)) for team in teams)


def _partitions(players: tuple[int, ...]) -> Iterator[Teams]:
    """All partitions of the players; the first player is always in the first team."""
    if not players:
        yield ()
        return
    *others, last = players
    for parts in _partitions(tuple(others)):
        for number, team in enumerate(parts):
            yield (*parts[:number], (*team, last), *parts[number + 1 :])
        yield (*parts, (last,))


# --- Terminals ------------------------------------------------------------------------------------
def _terminals(board: Board) -> TerminalsForm:
    usual = tuple(board.names[hex_] for hex_ in board.terminals)
    return TerminalsForm(
        board=board_form(board),
        count=len(usual),
        usual=list(usual),
        hexes=[name for name in board.names if _may_have_terminal(board.key, usual, name)],
    )


def _may_have_terminal(board: str, usual: tuple[str, ...], name: str) -> bool:
    """Whether a Terminal can lie on a hex while the others keep their usual places."""
    moved = usual if name in usual else (*usual[1:], name)
    return _try("", 2, board, terminals=moved) is not None  # two players, usual mode
