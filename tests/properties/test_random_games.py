"""Invariants of every state of every game, checked on random games of every kind."""

from __future__ import annotations

import itertools
import random as python_random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurohex.notation.bridge import position_of, state_of
from neurohex.rules.catalog import ALL_TILES, BOMBER_BASE, MERCENARY_BASE
from neurohex.rules.engine import (
    ACTIONS,
    Game,
    IllegalAction,
    Random,
    State,
    apply,
    chance_outcomes,
    fresh_buffer,
    is_chance,
    legal_actions,
    new_state,
    play_out,
)
from neurohex.rules.game import RULESETS
from neurohex.rules.layout import (
    ASIDE,
    F_OWNER,
    F_TILE,
    FL_DISABLED,
    FREE,
    GONE,
    KINDS,
    NETS,
    NEUTRAL,
    P_HQ_HEX,
    P_MERCS,
    P_PILE_N,
    PHASE,
    POOL,
    SCOPERS,
    ST_HQ,
    ST_MERCENARY,
    TAKERS,
    U_CTRL,
    U_FLAGS,
    U_GRANTER,
    U_ID,
    U_OWNER,
    U_TILE,
    XU_NUMB,
    XU_SIZE,
    XU_STEEL,
)
from neurohex.rules.markers import venom_of
from neurohex.tiles import ARMIES
from tests.properties.games import SEEDS, games, moments

FEW = settings(max_examples=100, deadline=None)


def whereabouts(state: State) -> Counter[str]:
    """All tiles of a state, counted as `player:name`, extras as `name`."""
    game = state.game
    found: Counter[str] = Counter()

    def note(owner: int, tile: int) -> None:
        own = tile < MERCENARY_BASE
        found[f"{owner}:{ALL_TILES[tile].name}" if own else ALL_TILES[tile].name] += 1

    for h in range(int(game.hexes)):
        if state.unit(h, U_TILE):
            note(state.unit(h, U_OWNER), state.unit(h, U_TILE) - 1)
        if state.unit(h, F_TILE):
            note(state.unit(h, F_OWNER), state.unit(h, F_TILE) - 1)
    for p in range(int(game.players)):
        for tile in state.hand(p):
            note(p, tile)
        for bag in (state.pile(p), state.discards(p)):
            for tile, count in bag.items():
                for _ in range(count):
                    note(p, tile)
        for k in range(6):
            if state.player(p, P_MERCS) >> k & 1:
                note(p, int(MERCENARY_BASE) + k)
    for k in range(6):
        if state.field(POOL) >> k & 1:
            note(NEUTRAL, int(MERCENARY_BASE) + k)
    if state.field(ASIDE):
        note(NEUTRAL, int(BOMBER_BASE) + 1)
    for k in range(2):
        if state.field(GONE) >> k & 1:
            note(NEUTRAL, int(BOMBER_BASE) + k)
    return found


def all_tiles(game: Game, hqs: set[int]) -> Counter[str]:
    """All tiles that must be somewhere; HQs only of the players in `hqs`."""
    wanted: Counter[str] = Counter()
    for p in range(int(game.players)):
        for kind in range(KINDS):
            count = int(game.counts[p * KINDS + kind])
            if count and (kind or p in hqs):
                wanted[f"{p}:{ALL_TILES[int(game.tile_of[p * KINDS + kind])].name}"] = count
    if game.mercenaries:
        for tile in ALL_TILES:
            if tile.army == "mercenaries":
                wanted[tile.name] = 1
    if game.bomber != "none":
        wanted["Mad Bomber"] = 1
    if game.bomber_two:
        wanted["Mad Bomber II"] = 1
    return wanted


@pytest.mark.slow
@FEW
@given(games(), SEEDS)
def test_every_tile_is_somewhere_exactly_once(game: Game, seed: int) -> None:
    placed: set[int] = set()
    for state, _ in moments(game, seed):
        placed |= {p for p in range(int(game.players)) if state.player(p, P_HQ_HEX)}
        found = whereabouts(state)
        assert found == all_tiles(game, placed)


def markers_of(state: State, player: int) -> tuple[int, int, int]:
    """A player's markers on the board: venom, paralysis and Steel Nets."""
    hexes = [h for h in range(int(state.game.hexes)) if state.unit(h, U_TILE)]
    at = [int(state.more_at(h)) for h in hexes]
    return (
        sum(int(venom_of(state, h, player)) for h in hexes),
        sum(state.field(place + XU_NUMB) == player + 1 for place in at),
        sum(state.field(place + XU_STEEL) >> player & 1 for place in at),
    )


def assert_no_marker_too_many(state: State) -> None:
    """No army has more markers on the board than it owns, and none lies on a hex without a unit."""
    game = state.game
    if not game.more:
        return
    for p, key in enumerate(game.armies):
        army = ARMIES[key]
        has_net = "steel_net" in army.tile("HQ").module
        venom, numbing, nets = markers_of(state, p)
        assert venom <= army.venom_markers
        assert numbing <= army.paralysis_markers
        assert nets <= has_net
    for h in range(int(game.hexes)):
        if not state.unit(h, U_TILE):
            at = int(state.more_at(h))
            assert [state.field(at + n) for n in range(XU_SIZE)] == [0] * XU_SIZE


@pytest.mark.slow
@FEW
@given(games(), SEEDS)
def test_no_army_has_more_markers_on_the_board_than_it_owns(game: Game, seed: int) -> None:
    for state, _ in moments(game, seed):
        if not state.field(PHASE):  # in a phase those of a unit that falls may already lie on another (R21.3)
            assert_no_marker_too_many(state)


@pytest.mark.slow
@FEW
@given(games(), SEEDS)
def test_a_player_or_chance_is_always_to_act_and_the_caches_are_right(game: Game, seed: int) -> None:
    main = game.board.main_field
    for state, _ in moments(game, seed):
        if state.is_over():
            assert legal_actions(state) == []
            assert set(state.result()) <= {-1, 0, 1}
            break
        actions = legal_actions(state)
        assert actions
        assert len(set(actions)) == len(actions)
        if is_chance(state):
            assert sum(p for _, p in chance_outcomes(state)) == pytest.approx(1)
        else:
            assert 0 <= state.actor() < int(game.players)
        assert state.field(FREE) == sum(1 for h in main if not state.unit(h, U_TILE))
        units = [ALL_TILES[state.unit(h, U_TILE) - 1] for h in range(int(game.hexes)) if state.unit(h, U_TILE)]
        assert state.field(NETS) == sum(1 for tile in units if any(tile.net))
        assert state.field(TAKERS) == sum(1 for tile in units if "takeover" in tile.module)
        assert state.field(SCOPERS) == sum(1 for tile in units if "scoper" in tile.module)
        hexes = [h for h in range(int(game.hexes)) if state.unit(h, U_TILE)]
        rebuilt = State.from_bytes(game, state.to_bytes())
        masks = (state.units, state.netted, state.nets, state.busy)
        assert masks == (rebuilt.units, rebuilt.netted, rebuilt.nets, rebuilt.busy)
        assert state.units == sum(1 << h for h in hexes)
        assert state.netted == sum(1 << h for h in hexes if state.unit(h, U_FLAGS) & FL_DISABLED)
        granters = [state.unit(h, U_GRANTER) for h in hexes if state.unit(h, U_GRANTER)]
        assert len(set(granters)) == len(granters) == sum(1 for tile in units if "grants_mobility" in tile.module)
        if game.has_takeover:
            assert len({state.unit(h, U_ID) for h in hexes}) == len(hexes)
        for p in range(int(game.players)):
            assert state.player(p, P_PILE_N) == sum(state.pile(p).values())


@pytest.mark.slow
@FEW
@given(games(), SEEDS, st.randoms(use_true_random=False))
def test_apply_accepts_exactly_the_legal_actions(game: Game, seed: int, dice: python_random.Random) -> None:
    for state, action in moments(game, seed):
        if dice.random() > 0.1:
            continue
        offered = set(legal_actions(state))
        before = state.to_bytes()
        for wrong in (dice.randrange(ACTIONS), dice.randrange(ACTIONS), -1, ACTIONS, action + 1):
            if wrong not in offered:
                with pytest.raises(IllegalAction):
                    apply(state, wrong)
                assert state.to_bytes() == before
        for right in dice.sample(sorted(offered), min(4, len(offered))):
            apply(state.copy(), right)
        assert state.to_bytes() == before


@pytest.mark.slow
@FEW
@given(games(), SEEDS)
def test_control_and_nets_follow_from_the_board_alone(game: Game, seed: int) -> None:
    """R3: control and nets never depend on the order in which tiles came."""
    for number, (state, _) in enumerate(moments(game, seed)):
        # Inside a phase they are frozen; before the first turn HQ features sleep (R4.1).
        if number % 7 or state.field(PHASE) or state.stage() in (ST_HQ, ST_MERCENARY):
            continue
        again = state_of(position_of(state))
        for h in range(int(game.hexes)):
            if state.unit(h, U_TILE):
                assert again.unit(h, U_CTRL) == state.unit(h, U_CTRL)
                assert again.unit(h, U_FLAGS) & 1 == state.unit(h, U_FLAGS) & 1


@pytest.mark.slow
@FEW
@given(games(), SEEDS)
def test_states_survive_serialisation_and_copies_are_independent(game: Game, seed: int) -> None:
    for number, (state, action) in enumerate(moments(game, seed)):
        if number % 11:
            continue
        again = State.from_bytes(game, state.to_bytes())
        assert again == state
        assert again.key() == state.key()
        if action >= 0:
            before = state.key()
            apply(again, action)
            assert state.key() == before


@FEW
@given(games(), SEEDS)
def test_a_game_ends_within_a_bound(game: Game, seed: int) -> None:
    """Every act uses up a tile, a use of a unit, a point or a turn; docs/architecture.md has the sum."""
    count = sum(1 for _ in moments(game, seed))
    assert count <= 2000 * int(game.players)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("board", ["standard", "duel"])
def test_thousands_of_games_of_all_pairings_end_with_every_tile_in_its_place(board: str, ruleset: str) -> None:
    buffer = fresh_buffer()
    for pair in itertools.combinations_with_replacement(ARMIES, 2):
        game = Game(pair, ruleset=ruleset, board=board)
        for seed in range(20):
            state = new_state(game)
            assert play_out(state, Random(seed), buffer) < 1000
            assert whereabouts(state) == all_tiles(game, {0, 1})
            assert_no_marker_too_many(state)
            first, second = state.result()
            assert first == -second


def test_a_state_of_another_game_is_refused() -> None:
    data = new_state(Game(("borgo", "moloch"))).to_bytes()
    with pytest.raises(ValueError, match="expected 793 for this game"):
        State.from_bytes(Game(("borgo", "moloch", "smart")), data)
    with pytest.raises(ValueError, match="layout version"):
        State.from_bytes(Game(("borgo", "moloch")), b"\xff" + data[1:])
