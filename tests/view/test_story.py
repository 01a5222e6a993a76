"""The log of a game is complete, with each act in its turn."""

from __future__ import annotations

import random
from itertools import count

import pytest

from neurohex.match.follower import Follower
from neurohex.match.local import LocalMatch
from neurohex.notation.action import parse_action
from neurohex.players import make_player
from neurohex.rules.engine import Game, legal_actions
from neurohex.session import CHANCE, Session, Step
from neurohex.view import scene, state_after, story, story_start
from neurohex.view.forms import Story
from neurohex.wire.messages import Created, decode_event
from tests.view.forms import assert_form

GAME = Game(("hegemony", "vegas"))


def played(seed: int = 5, game: Game = GAME) -> Session:
    session = Session(game, seed=seed)
    player = make_player("random", seed=seed)
    while not session.state.is_over():
        session.act(player.choose(session.state))
    return session


def test_a_story_has_all_turns() -> None:
    session = played()
    told = story(session.steps)
    assert_form(told, Story)
    entries = [entry for turn in told.turns for entry in turn.entries]
    assert [entry.step for entry in entries] == list(range(len(session.steps))) == list(range(told.steps))
    for entry, step in zip(entries, session.steps, strict=True):
        assert (entry.action, entry.player) == (step.action, None if step.player == CHANCE else step.player)
        assert parse_action(step.before, entry.words) == step.action
    assert [turn.turn for turn in told.turns] == list(range(len(told.turns)))
    assert told.turns[0].words == "Before the first turn"
    assert told.turns[1].words == "Turn 1: Hegemony"


def test_beats_and_battles_together_are_all_that_happened() -> None:
    session = played()
    told = story(session.steps)
    beats = battles = inner = 0
    for turn in told.turns:
        for entry in turn.entries:
            beats += len(entry.beats)
            battles += len(entry.battles)
            for battle in entry.battles:
                inner += 2 + len(battle.aftermath) + sum(1 + len(phase.beats) for phase in battle.phases)
    turns = len(told.turns) - 1
    assert battles > 0
    assert beats + inner + turns == sum(len(step.events) for step in session.steps)


def test_a_part_of_a_game_counts_on() -> None:
    session = played()
    part = story(session.steps[40:60], first=40)
    assert part.turns[0].entries[0].step == 40
    assert part.steps == 20
    assert story([]).turns == []


def test_a_replay_finds_the_state_after_each_step() -> None:
    session = played()
    assert state_after(session.steps, -1, session.state) is session.steps[0].before
    last = len(session.steps) - 1
    assert scene(state_after(session.steps, last, session.state)).ending is not None
    assert state_after(session.steps, 7, session.state) is session.steps[8].before


def test_it_speaks_polish() -> None:
    session = played()
    told = story(session.steps[:30], "pl")
    assert told.turns[0].words == "Przed pierwszą turą"
    assert told.turns[1].words != story(session.steps[:30]).turns[1].words


def test_a_match_that_is_followed_tells_the_same_story() -> None:
    ticks = count(1_000)
    source = random.Random(3)
    table = LocalMatch(GAME, [None, "random"], source.randbytes, lambda: next(ticks))
    for _ in range(40):
        if table.match.awaited() is None:
            break
        table.act(source.choice(legal_actions(table.match.state)))
    table.close()
    created, *events = [decode_event(line) for line in table.log]
    assert isinstance(created, Created)
    steps: list[Step] = []
    follower = Follower(created, steps.append)
    for event in events:
        follower.absorb(event)
    told = story(steps)
    actions = [entry.action for turn in told.turns for entry in turn.entries]
    assert actions == follower.actions


@pytest.mark.slow
def test_a_story_from_any_step_is_the_tail_of_the_whole() -> None:
    session = played(4, Game(("doomsday", "vegas")))
    steps = session.steps
    whole = [(turn, entry) for turn in story(steps).turns for entry in turn.entries]
    cut = 0
    for number in range(len(steps) + 1):
        first = story_start(steps, number, session.state)
        told = story(steps[first:], first=first)
        assert (told.first, told.steps) == (first, len(steps) - first)
        told_entries = [(turn, entry) for turn in told.turns for entry in turn.entries]
        for (turn, entry), (other, same) in zip(told_entries, whole[first:], strict=True):
            assert entry == same
            assert (turn.turn, turn.player, turn.words) == (other.turn, other.player, other.words)
        cut += number - first
    assert cut > 0  # some steps of this game are choices in a Battle
