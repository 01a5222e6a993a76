"""Facts given to bots are true, and sufficient to restore the state."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from neurohex.model.reading import DECISIONS
from neurohex.notation.action import parse_action
from neurohex.notation.bridge import position_of
from neurohex.notation.compact import parse_line
from neurohex.notation.errors import RecordError
from neurohex.players.check import moments_of_every_kind
from neurohex.players.protocol import LONGEST_LINE, Decide, ProtocolError, lines_of
from neurohex.players.situation import (
    game_facts,
    game_of,
    legal_words,
    seed_of,
    state_facts,
    state_of_facts,
)
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Game, State, is_chance, new_state
from neurohex.rules.layout import ST_CLOWN, ST_MAIN
from tests.properties.games import SEEDS, games, moments


def said(facts: tuple[tuple[str, str], ...], word: str) -> list[str]:
    return [value for key, value in facts if key == word]


@given(games())
def test_a_game_is_the_same_again(game: Game) -> None:
    facts = game_facts(game, -3)
    assert game_of(facts).describe() == game.describe()
    assert seed_of(facts) == -3


def test_facts_that_are_not_known_are_skipped() -> None:
    facts = (("rated", 'no, "just" for fun'), ("mood-of-host", "good"), *game_facts(Game(("borgo", "moloch")), 1))
    assert game_of(facts).armies == ("borgo", "moloch")


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        ((), 'expected a tag [Ruleset "…"], but it is missing'),
        ((("ruleset", "living"), ("board", "moon"), ("army0", "borgo"), ("army1", "moloch")), 'no board "moon"'),
    ],
)
def test_an_invalid_game_is_refused(facts: tuple[tuple[str, str], ...], problem: str) -> None:
    with pytest.raises(RecordError) as caught:
        game_of(facts)
    assert problem in str(caught.value)


@pytest.mark.slow
@settings(max_examples=15)
@given(games(), SEEDS)
def test_facts_restore_every_state_of_every_game(game: Game, seed: int) -> None:
    for number, (state, _) in enumerate(moments(game, seed)):
        if state.is_over() or is_chance(state) or number % 7:
            continue
        facts, legal = state_facts(state), legal_words(state)
        assert state_of_facts(game, facts, legal) == state
        assert max(len(line.encode()) for line in lines_of(Decide(facts, legal, 1.0))) <= LONGEST_LINE
        assert parse_line(*said(facts, "position")) == position_of(state)
        assert [parse_action(state, words) for _, words in legal] == [action for action, _ in legal]
        assert tiles_told(facts) == tiles_held(state)


def tiles_told(facts: tuple[tuple[str, str], ...]) -> Counter[tuple[str, int, str]]:
    """Hands, piles and discards in the facts."""
    told: Counter[tuple[str, int, str]] = Counter()
    for word in ("hand", "pile", "discarded"):
        for line in said(facts, word):
            player, count, name = line.split(" ", 2)
            told[word, int(player), name] += int(count)
    return told


def tiles_held(state: State) -> Counter[tuple[str, int, str]]:
    held: Counter[tuple[str, int, str]] = Counter()
    for player in range(len(state.game.armies)):
        if not state.is_out(player):
            for tile in state.hand(player):
                held["hand", player, ALL_TILES[tile].name] += 1
            for word, bag in (("pile", state.pile(player)), ("discarded", state.discards(player))):
                for tile, count in bag.items():
                    held[word, player, ALL_TILES[tile].name] += count
    return held


def test_there_is_a_moment_of_every_kind_of_decision() -> None:
    found = moments_of_every_kind()
    assert list(found) == list(DECISIONS)
    for stage, state in found.items():
        facts = state_facts(state)
        assert said(facts, "stage") == [DECISIONS[stage]]
        assert said(facts, "player") == [str(state.actor())]
        for hex_ in said(facts, "about"):
            assert f"{hex_}=" in said(facts, "position")[0]


def test_a_choice_in_a_battle_names_its_unit_and_initiative() -> None:
    facts = state_facts(moments_of_every_kind()[ST_CLOWN])
    (about,) = said(facts, "about")
    assert f"{about}=" in said(facts, "position")[0]
    assert int(said(facts, "initiative")[0]) == 2  # the Clown's own
    assert said(state_facts(moments_of_every_kind()[ST_MAIN]), "initiative") == []


def test_facts_include_nets_and_captives() -> None:
    netted, captured = 0, 0
    for seed in range(8):
        for state, _ in moments(Game(("vegas", "borgo")), seed):
            if not state.is_over() and not is_chance(state):
                facts = state_facts(state)
                position = said(facts, "position")[0]
                for hex_ in said(facts, "netted"):
                    assert f" {hex_}=" in position
                    netted += 1
                for hex_, taker in (line.split() for line in said(facts, "captured")):
                    assert f" {hex_}={1 - int(taker)}." in position
                    captured += 1
    assert netted
    assert captured


@pytest.mark.parametrize(
    ("digits", "problem"),
    [
        ("", "state: expected a line of bytes, two hexadecimal digits each"),
        ("xy", "state: expected a line of bytes, two hexadecimal digits each"),
        ("ff00", "state: layout version 255, expected 1"),
        ("0100", "state: 2 bytes, expected 683 for this game"),
    ],
)
def test_an_invalid_state_is_refused(digits: str, problem: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        state_of_facts(Game(("borgo", "moloch")), (("state", digits),), ())
    assert str(caught.value) == problem


def test_a_state_of_other_rules_is_refused() -> None:
    state = new_state(Game(("borgo", "moloch")))
    with pytest.raises(ProtocolError, match="the legal actions differ"):
        state_of_facts(state.game, state_facts(state), legal_words(state)[1:])
