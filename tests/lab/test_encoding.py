"""Observations and the fixed space of actions: exact masks, both mappings, any game."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import neurohex as nh
from neurohex.errors import NeurohexError
from neurohex.lab.encoding import Encoding, check_fits
from neurohex.rules import actions as rules_actions
from neurohex.rules import layout
from neurohex.rules.engine import Game, IllegalAction, is_chance, legal_actions
from neurohex.rules.layout import ST_MEDIC, STAGE
from neurohex.tensors import sight
from neurohex.tensors.games import numbers_of
from tests.properties.games import SEEDS, games, moments

_ENCODINGS: dict[str, Encoding] = {}


def encoding_of(game: Game) -> Encoding:
    key = json.dumps({**game.describe(), "armies": len(game.armies)})
    if key not in _ENCODINGS:
        _ENCODINGS[key] = Encoding(game)
    return _ENCODINGS[key]


SHARED_BLOCKS = {
    "deploy": "place",
    "execute": "place",
    "second": "move",
    "yield": "push",
    "captive": "rotate",
    "captive_at": "rotate",
    "shared": "clown",
    "point": "convert",
    "transform": "convert",
}
"""Decisions that borrow the numbers of others."""
NO_BLOCKS = {"ACTIONS", "ACTION_VERSION", "ACTION_BLOCKS", "SOURCES", "STAY", "CLASSES"}
BLOCK_STARTS = {
    value: name.lower()
    for name, value in vars(rules_actions).items()
    if name.isupper() and name not in NO_BLOCKS and not name.startswith("FROM_")
}
"""Where the blocks of the rules begin."""


def block_of(action: int) -> str:
    """The block of the space in which an action of the rules belongs."""
    first = max(value for value in BLOCK_STARTS if value <= action)
    name = BLOCK_STARTS[first]
    if name in ("aim", "mark"):
        return "end" if action == first else "rotate" if name == "aim" else "grenade"
    return SHARED_BLOCKS.get(name, name.replace("_", " "))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(games(), SEEDS)
def test_every_legal_action_has_its_own_number_in_games_of_every_mode(game: Game, seed: int) -> None:
    encoding = encoding_of(game)
    for state, _ in moments(game, seed):
        if state.is_over() or is_chance(state):
            continue
        numbers = numbers_of(encoding.space, state)
        actions = legal_actions(state)
        assert len(set(numbers)) == len(set(actions)), "two actions share a number"
        assert len(dict(zip(numbers, actions, strict=True))) == len(set(actions))
        assert min(numbers) >= 0
        assert max(numbers) < encoding.actions
        if int(state.b[STAGE]) != ST_MEDIC:  # a number lies in the block of its kind, also when the board is turned
            for number, action in zip(numbers, actions, strict=True):
                first, count = encoding.blocks[block_of(action)]
                assert first <= number < first + count, f"action {action}: number {number}"


@settings(max_examples=15, deadline=None)
@given(games(), SEEDS, st.data())
def test_numbers_lead_back_to_their_actions(game: Game, seed: int, data: st.DataObject) -> None:
    encoding = encoding_of(game)
    decisions = [state.copy() for state, _ in moments(game, seed) if not state.is_over() and not is_chance(state)]
    state = data.draw(st.sampled_from(decisions))
    mask = encoding.mask(state)
    legal = set(legal_actions(state))
    assert {encoding.action_of(state, int(number)) for number in np.flatnonzero(mask)} == legal
    for action in legal:
        assert encoding.action_of(state, encoding.number_of(state, action)) == action
    illegal = int(np.flatnonzero(mask == 0)[0])
    with pytest.raises(IllegalAction):
        encoding.action_of(state, illegal)


def test_the_board_is_turned_to_the_hq_of_the_player_to_act() -> None:
    # The same opening, turned by each number of sixths: what both see is the same.
    seen = []
    for own, other, facing in (("C1", "C5", "N"), ("E1", "A3", "NE"), ("E3", "A1", "SE"), ("C5", "C1", "S")):
        state = nh.Game("borgo", "moloch").start(seed=7)
        state.play(f"place HQ {own} facing {facing}")
        state.play(f"place HQ {other} facing {facing}")
        encoding = Encoding(state.game)
        seen.append((encoding.observation(state), encoding.mask(state)))
    for observation, mask in seen[1:]:
        assert np.array_equal(observation, seen[0][0])
        assert np.array_equal(mask, seen[0][1])


def test_planes_tell_what_the_model_tells() -> None:
    position = "hegemony outpost | C2=0.Runner/S C1=0.Boss/S C3=1.HQ B1=1.Commando/N"
    state = nh.State.from_position(position)
    encoding = Encoding(nh.Game("hegemony", "outpost"))
    row = encoding.observation(state, 0)
    at, shape = encoding.fields["board"]
    board = row[at : at + shape[0] * shape[1]].reshape(shape)
    names = encoding.names()["board"]
    assert len(names) == shape[0]
    plane = {name: board[n] for n, name in enumerate(names)}
    index = state.game.rules.board.index
    # The Boss gives the Runner initiative and strength (R3.5, R3.6).
    assert plane["initiative 3"][index["C2"]] == 1
    assert plane["initiative 2"][index["C2"]] == 0
    assert plane["melee 3"][index["C2"]] == 2
    assert plane["mine"].sum() == 2
    assert plane["foe"].sum() == 2
    assert plane["facing 3"][index["C2"]] == 1
    assert plane["points"][index["C3"]] == 20


def test_names_tell_every_fact_and_every_stage_has_a_place() -> None:
    encoding = Encoding(nh.Game("borgo", "moloch"))
    for field, names in encoding.names().items():
        _, shape = encoding.fields[field]
        assert len(names) == len(set(names)) == shape[0 if field == "board" else -1], field
    assert max(value for name, value in vars(layout).items() if name.startswith("ST_")) == sight.STAGES - 1
    board = encoding.names()["board"]
    assert board.index("melee 0") == sight.UNIT_FACTS + sight.T_MELEE
    assert board.index("initiative 0") == sight.UNIT_FACTS + sight.T_PHASES


def test_planes_tell_of_markers_and_of_what_further_armies_can_do() -> None:
    state = nh.State.from_position("neojungle sharrash | A1=0.HQ E3=1.HQ C3=1.Rats/N^vv B2=0.Crusher/N^p")
    encoding = Encoding(state.game)
    names = encoding.names()["board"]
    at, shape = encoding.fields["board"]
    seen = [encoding.observation(state, p)[at : at + shape[0] * shape[1]].reshape(shape) for p in range(2)]
    assert seen[0][names.index("gives motherland")].sum() == 1
    assert seen[0][names.index("gives underground_castling")].sum() == 1
    assert [board[names.index("venom 0")].sum() for board in seen] == [2, 0]
    assert [board[names.index("venom 1")].sum() for board in seen] == [0, 2]
    assert seen[0][names.index("paralysis marker")].sum() == 1
    assert seen[0][names.index("paralysed")].sum() == 1


def test_sizes_do_not_depend_on_the_armies() -> None:
    one = Encoding(nh.Game("borgo", "moloch")).describe()
    for armies in (("smart", "vegas"), ("doomsday", "doomsday"), ("hegemony", "outpost")):
        assert Encoding(nh.Game(*armies)).describe() == one


def test_a_model_of_another_encoding_is_refused_in_one_line() -> None:
    saved = json.loads(json.dumps(Encoding(nh.Game("borgo", "moloch")).describe()))
    check_fits(saved, Encoding(nh.Game("smart", "vegas")))
    with pytest.raises(NeurohexError, match="another encoding: actions"):
        check_fits({**saved, "actions": 3}, Encoding(nh.Game("smart", "vegas")))


def test_numbers_are_only_for_decisions() -> None:
    state = nh.Game("borgo", "moloch").start()
    state.play("place HQ C3 facing N")
    state.play("place HQ A1 facing N")
    encoding = Encoding(state.game)
    assert encoding.mask(state).sum() == 0
    with pytest.raises(IllegalAction, match="a tile is to be drawn"):
        encoding.action(state, 0)
