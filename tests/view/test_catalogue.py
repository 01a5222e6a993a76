"""The catalogue lists exactly the compatible choices of a game."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest

from neurohex.board import BOARDS, TERMINALS
from neurohex.explain import UnknownLanguage
from neurohex.players import LEVELS, PLAYERS
from neurohex.rules.engine import Game, GameError
from neurohex.rules.game import BOMBERS, MODES, RULESETS
from neurohex.tiles import ARMIES
from neurohex.view import catalogue
from neurohex.view.forms import Catalogue, Fit
from neurohex.view.games import VARIANTS, fits
from tests.view.forms import assert_form

FLAGS = ("bomber_two", "alternative_start", "reinforcement", "open_piles")


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_it_is_of_its_form(lang: str) -> None:
    shown = catalogue(lang)
    assert_form(shown, Catalogue)
    assert [army.key for army in shown.armies] == list(ARMIES)
    assert all(army.about and 1 <= army.difficulty <= 3 for army in shown.armies)
    assert [sum(tile.count for tile in army.tiles) for army in shown.armies] == [35] * len(ARMIES)
    assert [level.key for level in shown.levels] == [level.name for level in LEVELS]
    assert shown.bots == list(PLAYERS)
    assert {ruleset.key for ruleset in shown.rulesets} == set(RULESETS)


def test_languages_differ() -> None:
    english, polish = catalogue("en"), catalogue("pl")
    assert english.armies[0].about != polish.armies[0].about
    assert english.levels[0].name != polish.levels[0].name
    with pytest.raises(UnknownLanguage):
        catalogue("tlh")


def says(fit: Fit, board: str, parts: dict[str, bool | int | str]) -> bool:
    """Whether the catalogue allows these choices together."""
    values = fit.with_mercenaries if parts["mercenaries"] else fit.variants
    return (
        board in fit.boards
        and parts["mercenaries"] in fit.variants["mercenaries"]
        and all(value in values[key] for key, value in parts.items() if key != "mercenaries")
    )


def accepts(mode: str, players: int, board: str, parts: dict[str, bool | int | str]) -> bool:
    try:
        Game(("borgo",) * players, mode=mode, board=board, **parts)  # type: ignore[arg-type]  # one table of parts
    except GameError:
        return False
    return True


def test_the_catalogue_fits_are_what_the_rules_accept() -> None:
    """Every mode, number of players, board and variant; flags, which fit everything, once all on and once all off."""
    told = {(fit.mode, fit.players): fit for fit in fits()}
    kinds = product(MODES[:-1], range(2, 7), ("standard", "expanded", "duel"))
    variants = list(product((False, True), (0, 1, 2), BOMBERS, (False, True)))
    for mode, players, board in kinds:
        for score, mercenaries, bomber, flag in variants:
            parts: dict[str, bool | int | str] = {"score": score, "mercenaries": mercenaries, "bomber": bomber}
            parts.update(dict.fromkeys(FLAGS, flag))
            fit = told.get((mode, players))
            expected = fit is not None and says(fit, board, parts)
            assert accepts(mode, players, board, parts) == expected, (mode, players, board, parts)


def test_a_fit_tells_teams_turns_and_points() -> None:
    team = next(fit for fit in fits() if fit.mode == "team")
    assert (team.players, team.teams, team.turns) == (4, [[0, 1], [2, 3]], [0, 2, 1, 3])
    assert team.start_hq["3.0"] == [15] * 4
    loner = next(fit for fit in fits() if fit.mode == "one-vs-two")
    assert (loner.turns, loner.start_hq["living"]) == ([0, 1, 0, 2], [20, 13, 13])
    six = next(fit for fit in fits() if fit.players == 6)
    assert (six.boards, six.with_mercenaries) == (["expanded"], {})


def test_start_points_are_given_for_every_game() -> None:
    """Every mode, number of players, partition, board, ruleset and combination of variants."""
    wholes = [dict(zip(VARIANTS, values, strict=True)) for values in product(*VARIANTS.values())]
    differs = set()
    for fit in fits():
        kinds = product(fit.groupings, fit.boards, RULESETS, wholes)
        for grouping, board, ruleset, chosen in kinds:
            if not says(fit, board, chosen):
                continue
            teams = tuple(tuple(team) for team in grouping.teams)
            parts: dict[str, Any] = {"ruleset": ruleset, "teams": teams, **chosen}
            game = Game(("borgo",) * fit.players, mode=fit.mode, board=board, **parts)
            others = [other for other in grouping.other_starts if chosen[other.variant] == other.value]
            assert len(others) <= 1
            told = (others[0] if others else grouping).start_hq[ruleset]
            assert list(game.start_hq) == told, (fit.mode, parts)
            if told != grouping.start_hq[ruleset]:
                differs.add((fit.mode, ruleset, others[0].variant))
    assert differs == {("team", "3.0", "score")}


def test_groupings_are_all_that_the_rules_accept() -> None:
    """Every seat order, cut in every way: the groupings contain exactly these partitions."""
    for fit in fits():
        mode, players, board = fit.mode, fit.players, fit.boards[0]
        told = [grouping.teams for grouping in fit.groupings]
        assert told[0] == fit.teams
        if players > 4 or mode in ("standard", "deathmatch"):
            assert told == [[]]
            continue
        accepted = set()
        for order, cuts in product(permutations(range(players)), product((False, True), repeat=players - 1)):
            ends = [n + 1 for n, cut in enumerate(cuts) if cut]
            teams = tuple(order[a:b] for a, b in zip([0, *ends], [*ends, players], strict=True))
            try:
                Game(("borgo",) * players, mode=mode, board=board, teams=teams)
            except GameError:
                continue
            accepted.add(frozenset(frozenset(team) for team in teams))
        assert len(told) == len(accepted) > 1
        assert {frozenset(frozenset(team) for team in teams) for teams in told} == accepted


def test_a_grouping_describes_its_game_and_fits_all_other_choices() -> None:
    for fit in fits():
        for grouping, board, ruleset in product(fit.groupings, fit.boards, RULESETS):
            teams = tuple(tuple(team) for team in grouping.teams)
            armies = ("borgo",) * fit.players
            game = Game(armies, mode=fit.mode, board=board, ruleset=ruleset, teams=teams)
            assert [list(team) for team in game.teams] == grouping.teams
            assert list(game.order) == grouping.turns
            assert list(game.start_hq) == grouping.start_hq[ruleset]
        usual = fit.groupings[0]
        assert (usual.teams, usual.turns) == (fit.teams, fit.turns)
        assert (usual.start_hq, usual.other_starts) == (fit.start_hq, fit.other_starts)
    team = next(fit for fit in fits() if fit.mode == "team")
    assert [grouping.teams for grouping in team.groupings] == [
        [[0, 1], [2, 3]],
        [[0, 2], [1, 3]],
        [[0, 3], [1, 2]],
    ]
    loner = next(fit for fit in fits() if fit.mode == "one-vs-two")
    assert [grouping.teams[0] for grouping in loner.groupings] == [[0], [1], [2]]


def test_terminals_may_lie_where_the_rules_accept_them() -> None:
    (told,) = catalogue().terminals
    board = BOARDS["duel"]
    assert told.board.key == board.key
    assert tuple(hex_.name for hex_ in told.board.hexes if hex_.terminal) == TERMINALS
    assert (told.usual, told.hexes) == (list(TERMINALS), list(board.names))
    for first in range(len(told.hexes)):  # any so many of them, in a row or with gaps
        around = told.hexes[first:] + told.hexes[:first]
        for step in (1, 2):
            chosen = tuple(around[::step][: told.count])
            game = Game(("smart", "vegas"), board="duel", terminals=chosen)
            assert {game.board.names[hex_] for hex_ in game.board.terminals} == set(chosen)
    for count in (told.count - 1, told.count + 1):
        with pytest.raises(GameError):
            Game(("smart", "vegas"), board="duel", terminals=tuple(told.hexes[:count]))


def test_variants_are_parts_of_a_games_description() -> None:
    described = Game(
        ("borgo", "moloch", "outpost"),
        score=True,
        mercenaries=1,
        bomber="neutral",
        bomber_two=True,
        alternative_start=True,
        reinforcement=True,
        open_piles=True,
    ).describe()
    assert set(VARIANTS) == set(described) - {"armies", "ruleset", "board", "mode"}
    plain = Game(("borgo", "moloch"))
    assert all(getattr(plain, key) == values[0] for key, values in VARIANTS.items())
