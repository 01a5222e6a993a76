"""The golden games: their records replay to the same game, and are played again byte for byte."""

from __future__ import annotations

import pytest

from neurohex.events import EVENT_TYPES
from neurohex.notation.record import Record, final_state, is_dealt_from_seed, key_text, parse_record
from neurohex.rules import actions as act
from neurohex.rules.engine import Log, apply, new_state
from neurohex.tiles import ARMIES
from tests.golden.games import FURTHER, GAMES, SEEDS, Golden, kept
from tests.golden.player import KINDS, kind_of

ALL = pytest.mark.parametrize("golden", GAMES.values(), ids=GAMES.keys())
SIZE = 1_000_000
"""Most bytes of all records together."""


OTHER_SEEDS = "choose other seeds in tests/golden/games.py, for games in which these come up"


def read(golden: Golden) -> str:
    assert golden.path.is_file(), f"{golden.name} is missing; `python -m tests.golden` writes it"
    return golden.path.read_bytes().decode()


def assert_same(golden: Golden, text: str, found: str) -> None:
    """Like `assert text == found`, but names the line."""
    if text == found:
        return
    lines, others = text.split("\n"), found.split("\n")
    number = next((i for i, (a, b) in enumerate(zip(lines, others, strict=False)) if a != b), len(others) - 1)
    pytest.fail(
        f"{golden.path.name}, line {number + 1}: kept {lines[number : number + 1]}, played now "
        f"{others[number : number + 1]}; where that is right, `python -m tests.golden` rewrites the record",
        pytrace=False,
    )


@ALL
def test_the_record_replays_to_the_same_game_to_the_last_byte(golden: Golden) -> None:
    text = read(golden)
    record = parse_record(text)
    assert record.complete
    assert record.game.describe() == golden.game.describe()
    assert f'[Key "{key_text(final_state(record))}"]' in text.split("\n\n", 1)[0]
    assert_same(golden, text, golden.text(record))


@ALL
def test_the_game_is_played_again_to_the_last_byte(golden: Golden) -> None:
    assert_same(golden, read(golden), golden.text(golden.play()))


def test_the_folder_holds_these_games_and_no_others() -> None:
    assert kept() == set(GAMES)
    assert sum(golden.path.stat().st_size for golden in GAMES.values()) < SIZE


def test_every_pairing_of_the_armies_is_played_and_each_army_on_both_boards_for_two() -> None:
    armies = list(ARMIES)
    wanted = {(one, two) for i, one in enumerate(armies) for two in armies[i:]}
    assert set(SEEDS) | set(FURTHER) == wanted
    assert set(SEEDS) & set(FURTHER) == set()
    played = {(golden.game.board_key, frozenset(golden.game.armies)) for golden in GAMES.values()}
    boards = ("standard", "duel")
    assert played >= {(board, frozenset(pair)) for board in boards for pair in SEEDS}
    assert {pair for _, pair in played} >= {frozenset(pair) for pair in wanted}
    assert {(board, army) for board, pair in played for army in pair} >= {(b, a) for b in boards for a in armies}


def records() -> list[Record]:
    return [parse_record(read(golden)) for golden in GAMES.values()]


def test_the_kinds_of_actions_are_all_that_there_are() -> None:
    numbers = {name: value for name, value in vars(act).items() if name.isupper() and isinstance(value, int)}
    sources = {"SOURCES", "FROM_TILE", "FROM_MOBILITY", "FROM_NEAR", "FROM_FAR", "STAY"}
    others = {"ACTION_VERSION", "ACTION_BLOCKS", "CLASSES"} | sources
    assert list(KINDS) == [name for name in numbers if name not in others | {"ACTIONS"}]
    assert [kind_of(numbers[kind]) for kind in KINDS] == list(KINDS)


def test_the_games_have_every_kind_of_action_between_them() -> None:
    found = {kind_of(action) for record in records() for action in record.actions}
    assert set(KINDS) - found == set(), OTHER_SEEDS


def test_the_games_have_every_kind_of_event_between_them() -> None:
    found = set()
    for record in records():
        st, log = new_state(record.game), Log()
        for action in record.actions:
            apply(st, action, log)
        found |= {type(event) for event in log.events}
    assert set(EVENT_TYPES.values()) - found == set(), OTHER_SEEDS


def test_the_draws_are_those_of_the_seed() -> None:
    assert all(is_dealt_from_seed(record) for record in records())


def test_the_games_of_uranopolis_have_its_kinds_of_actions() -> None:
    blocks = {"OWN_PUSH": act.OWN_TURN, "OWN_TURN": act.STEEL_NET, "RAY": act.TRANSFORM, "TRANSFORM": act.SHARED}
    actions = [action for record in records() for action in record.actions]
    for block, end in blocks.items():
        assert any(getattr(act, block) <= action < end for action in actions), f"{block}: {OTHER_SEEDS}"
