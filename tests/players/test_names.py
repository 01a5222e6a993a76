"""Players by name: settings, error messages, levels, multi-core search and analysis."""

from __future__ import annotations

import os
import signal
import time

import pytest

from neurohex.notation.record import Dealer
from neurohex.players import LEVELS, PLAYERS, PlayerError, make_player
from neurohex.players.thinking import ClockedSearch, NodeSearch, line_words
from neurohex.rules.engine import Game, State, is_chance, legal_actions, new_state, play


def moment(decisions: int = 10, seed: int = 4) -> State:
    """A state of a greedy game with several legal actions."""
    game = Game(("borgo", "outpost"))
    state, dealer, greedy = new_state(game), Dealer(game, seed), make_player("greedy", 1)
    while decisions or is_chance(state) or len(legal_actions(state)) == 1:
        if is_chance(state):
            play(state, dealer.draw(state))
        else:
            play(state, greedy.choose(state))
            decisions = max(0, decisions - 1)
    return state


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("serch", 'no player is called "serch": there are random, greedy, search'),
        ("serch", "did you mean search?"),
        ("search:seconds", 'search:seconds: expected settings as key=value, got "seconds"'),
        ("search:depth=3", 'search:depth=3: no setting is called "depth": there are seconds, nodes, cores'),
        ("search:nodes=0", 'nodes: expected a whole number from 1 to 1000000000, got "0"'),
        ("search:nodes=many", 'nodes: expected a whole number from 1 to 1000000000, got "many"'),
        ("search:nodes=99999999999999999999", "nodes: expected a whole number from 1 to 1000000000"),
        ("search:seconds=nan", 'seconds: expected a number from 0.001 to 3600, got "nan"'),
        ("search:seconds=soon", 'seconds: expected a number from 0.001 to 3600, got "soon"'),
        ("search:seconds=1,nodes=5", "expected seconds or nodes, not both"),
        ("greedy:nodes=5", 'greedy:nodes=5: no setting is called "nodes": it has none'),
    ],
)
def test_a_wrong_name_or_setting_is_a_one_line_error(spec: str, complaint: str) -> None:
    with pytest.raises(PlayerError) as raised:
        make_player(spec, 1)
    assert complaint in str(raised.value)
    assert "\n" not in str(raised.value)


def test_settings_reach_the_search() -> None:
    clocked, counted = make_player("search:seconds=0.25", 1), make_player("search:nodes=50", 1)
    assert isinstance(clocked, ClockedSearch)
    assert clocked.seconds == 0.25
    assert isinstance(counted, NodeSearch)
    assert not hasattr(counted, "seconds")  # the mark of a player without a clock


def test_every_player_chooses_something_legal() -> None:
    state = moment()
    for name in PLAYERS:
        player = make_player("search:nodes=50" if name == "search" else name, 1)
        assert player.choose(state) in legal_actions(state)
        player.close()


def test_levels_are_named_in_order_in_both_languages() -> None:
    assert [level.name for level in LEVELS] == [f"level{number}" for number in range(1, len(LEVELS) + 1)]
    for texts in ([level.title for level in LEVELS], [level.title_pl for level in LEVELS]):
        assert len(set(texts)) == len(LEVELS)


def test_a_clock_is_kept() -> None:
    state = moment()
    short, long = ClockedSearch(1, 0.02), ClockedSearch(1, 0.6)
    start = time.process_time()
    short.choose(state)
    long.choose(state)
    assert time.process_time() - start < 5  # the last trial is always finished
    assert long.nodes > 2 * short.nodes  # it may stop early, but not at once


# --- several cores --------------------------------------------------------------------------------
def test_two_cores_look_at_twice_as_much_and_choose_the_same_for_a_seed() -> None:
    state = moment()
    one, again, alone = (make_player(f"search:nodes=1500,cores={cores}", 3) for cores in (2, 2, 1))
    assert isinstance(one, NodeSearch)
    assert isinstance(alone, NodeSearch)
    try:
        assert one.choose(state) == again.choose(state)
        alone.choose(state)
        assert one.nodes > 1.8 * alone.nodes
    finally:
        one.close()
        again.close()


@pytest.mark.posix
def test_a_helping_process_that_dies_is_missed_once_and_replaced() -> None:
    state = moment()
    player = make_player("search:nodes=400,cores=2", 3)
    assert isinstance(player, NodeSearch)
    try:
        player.choose(state)
        (process, _) = next(iter(player._helpers._working.values()))
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join(5)
        assert player.choose(state) in legal_actions(state)
        before = player._helpers.nodes
        assert player.choose(state) in legal_actions(state)
        assert player._helpers.nodes > before
    finally:
        player.close()


# --- analysis -------------------------------------------------------------------------------------
def test_thoughts_name_each_action_once_and_the_choice_first() -> None:
    state = moment()
    player = NodeSearch(5, 3000)
    found = player.consider(state)
    assert found[0].action == NodeSearch(5, 3000).choose(state)
    assert len({thought.action for thought in found}) == len(found) > 1
    for thought in found:
        assert thought.action in legal_actions(state)
        assert 0 <= thought.chance <= 1
        assert thought.line[0] == thought.action
        assert len(line_words(state, thought.line)) >= 1
    assert found[0].tries == max(thought.tries for thought in found)
