"""Batches: the same games as the rules play, in arrays of the caller, in one process or several."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import neurohex as nh
from neurohex.errors import NeurohexError
from neurohex.lab.batch import Arrays, Batch, SharedBatch, shapes
from neurohex.lab.encoding import Encoding
from neurohex.players import make_player
from neurohex.rules.engine import IllegalAction, legal_actions

DUEL = [nh.Game("borgo", "moloch"), nh.Game("smart", "vegas")]


def choices(masks: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A random legal action for each row."""
    chosen: np.ndarray = (masks * random.random(masks.shape)).argmax(axis=1)
    return chosen


def test_rows_say_what_the_encoding_says() -> None:
    batch = Batch(DUEL, seeds=range(6))
    random = np.random.default_rng(1)
    for _ in range(40):
        for number in range(6):
            state = batch.state(number)
            encoding = Encoding(state.game)
            assert np.array_equal(batch.observations[number], encoding.observation(state))
            assert np.array_equal(batch.masks[number], encoding.mask(state))
            assert batch.masks[number].sum() == len(set(legal_actions(state)))
            assert batch.players[number] == state.actor()
        batch.step(choices(batch.masks, random))


def test_random_actions_are_legal_and_follow_the_seeds() -> None:
    one, two = Batch(DUEL, seeds=range(7)), Batch(DUEL, seeds=range(3, 7))
    kinds = set()
    for _ in range(150):
        actions, others = one.random_actions(), two.random_actions()
        assert one.masks[np.arange(7), actions].all()
        assert actions[3:] == others
        kinds.update(actions)
        one.step(actions)
        two.step(others)
        assert np.array_equal(one.observations[3:], two.observations)
        assert np.array_equal(one.masks[3:], two.masks)
    assert len(kinds) > 200


def test_bots_play_games_of_a_batch() -> None:
    batch = Batch(DUEL, seeds=range(8))
    bot, random = make_player("greedy", seed=1), np.random.default_rng(1)
    points = 0
    while batch.finished < 8:
        actions = choices(batch.masks, random)
        own = np.flatnonzero(batch.players == 0)
        actions[own] = batch.answers(bot.choose, own)
        assert batch.masks[np.arange(8), actions].all()
        batch.step(actions)
        points += int(batch.rewards[:, 0].sum())
    assert points > 4  # greedy beats random
    with pytest.raises(IllegalAction, match="game 2: -1 is not a legal action"):
        batch.answers(lambda _: -1, [2])


def test_games_that_end_tell_their_result_and_begin_again() -> None:
    batch = Batch(DUEL, seeds=range(16))
    random = np.random.default_rng(2)
    ended = 0
    for _ in range(300):
        batch.step(choices(batch.masks, random))
        for number in np.flatnonzero(batch.ends):
            ended += 1
            assert sorted(batch.rewards[number]) in ([-1, 1], [0, 0])
            assert batch.state(int(number)).field(0) == 2  # a new game begins with an HQ
        assert not batch.rewards[batch.ends == 0].any()
    assert ended == batch.finished
    assert ended > 10


def test_a_seed_plays_the_same_games_in_any_company() -> None:
    def firsts(seeds: list[int], follow: int) -> list[np.ndarray]:
        batch = Batch(DUEL, seeds=seeds)
        seen = []
        for _ in range(200):
            seen.append(batch.observations[follow].copy())
            batch.step(batch.masks.argmax(axis=1))
        return seen

    one, other = firsts([5, 9], 1), firsts([9, 4, 3], 0)
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_arrays_of_the_caller_are_filled_in_place() -> None:
    encoding = Encoding(DUEL[0])
    whole: dict[str, Any] = {name: np.zeros(shape, dtype=np.uint8) for name, shape in shapes(encoding, 3).items()}
    mine = Arrays(**whole)
    batch = Batch(DUEL, seeds=range(3), arrays=mine)
    assert batch.masks is mine.masks
    assert mine.masks.any()
    with pytest.raises(NeurohexError, match="observations: expected a writable"):
        Batch(DUEL, seeds=range(4), arrays=mine)


def test_an_illegal_action_stops_the_whole_step() -> None:
    batch = Batch(DUEL, seeds=range(3))
    before = batch.observations.copy()
    wrong = batch.masks.argmax(axis=1)
    wrong[2] = int(np.flatnonzero(batch.masks[2] == 0)[0])
    with pytest.raises(IllegalAction, match="game 2: action"):
        batch.step(wrong)
    batch.step(batch.masks.argmax(axis=1))
    assert not np.array_equal(batch.observations, before)


@pytest.mark.parametrize(
    "games",
    [
        [nh.Game("borgo", "moloch", "vegas")],
        [nh.Game("borgo", "moloch", "smart", "vegas", mode="team")],
        [nh.Game("borgo", "moloch", "smart", "vegas", "outpost", "hegemony", board="expanded")],
        [nh.Game("borgo", "moloch", board="duel", mercenaries=1, bomber="neutral", bomber_two=True)],
    ],
    ids=["three", "teams", "six", "duel"],
)
def test_every_mode_plays(games: list[nh.Game]) -> None:
    batch = Batch(games, seeds=range(2))
    random = np.random.default_rng(3)
    for _ in range(150):
        batch.step(choices(batch.masks, random))


def test_games_of_different_kinds_do_not_mix() -> None:
    with pytest.raises(NeurohexError, match="same board"):
        Batch([nh.Game("borgo", "moloch"), nh.Game("borgo", "moloch", board="duel")], seeds=[1])


@pytest.mark.slow
def test_processes_share_memory_and_play_the_same_games() -> None:
    alone = Batch(DUEL, seeds=range(10))
    with SharedBatch(DUEL, seeds=range(10), processes=2) as shared:
        for _ in range(120):
            actions = alone.masks.argmax(axis=1)
            assert np.array_equal(alone.observations, shared.observations)
            assert np.array_equal(alone.masks, shared.masks)
            alone.step(actions)
            shared.step(actions)
            assert np.array_equal(alone.rewards, shared.rewards)
        with pytest.raises(NeurohexError, match="is not legal here"):
            shared.step(np.full(10, 3000))
