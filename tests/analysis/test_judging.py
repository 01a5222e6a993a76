"""Judged spans: losses are never negative, better lines can be played and are better, luck is fair."""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean

import pytest

from neurohex.analysis import Draws, Stretch, grade_of, judge, judging, spans_of
from neurohex.analysis.lines import whole_line
from neurohex.analysis.spans import Span, game_hash, states_of
from neurohex.bots.plans import Budget, Planner
from neurohex.notation.action import action_text
from neurohex.notation.record import replay
from neurohex.rules.engine import Game, State, apply, is_chance, is_legal, legal_actions, new_state
from tests.analysis.games import played, think_little

GAMES = [
    Game(("borgo", "moloch")),
    Game(("vegas", "doomsday"), board="duel"),
    Game(("outpost", "smart"), mercenaries=2, bomber="mercenary", bomber_two=True),
    Game(("moloch", "vegas", "hegemony"), score=True),
    Game(("borgo", "smart", "outpost", "hegemony"), mode="team"),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{len(game.armies)} {game.mode} {game.board.key}")
def test_spans_cover_a_game_and_each_is_of_one_player(game: Game) -> None:
    record = played(*["random"] * len(game.armies), game=game)
    spans = spans_of(record.game, record.actions)
    assert [span.first for span in spans] == [0, *(span.stop for span in spans[:-1])]
    assert spans[-1].stop == len(record.actions)
    for span in spans:
        for state in states_of(record.game, record.actions, span)[:-1]:
            assert (state.actor(), is_chance(state)) == (span.player, span.is_draw)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{len(game.armies)} {game.mode} {game.board.key}")
def test_all_that_is_judged_is_consistent(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    record = played(*["random"] * len(game.armies), game=game, acts=60)
    sides = len(set(game.friends[: len(game.armies)]))
    for span in spans_of(record.game, record.actions):
        piece = judge(record.game, record.actions, span, 1)
        assert (piece.first, piece.stop, piece.player) == span[:3]
        if isinstance(piece, Draws):
            if sides == 2 and len(game.armies) == 2:
                assert sum(piece.luck) == pytest.approx(0.0, abs=3e-4)
            continue
        _check(piece, record.game, record.actions, span)


def _check(piece: Stretch, game: Game, actions: list[int], span: Span) -> None:
    states = states_of(game, actions, span)
    me = span.player
    assert all(0.0 <= chance <= 1.0 for chance in (*piece.before, *piece.after))
    chances = [piece.before[me], *(judged.after for judged in piece.judged)]
    if piece.judged:
        assert piece.judged[0].before == pytest.approx(piece.before[me], abs=2e-4)
        assert piece.judged[-1].after == pytest.approx(piece.after[me], abs=2e-4)
    for judged, before in zip(piece.judged, chances, strict=False):
        assert judged.before == pytest.approx(before, abs=2e-4)  # one decision begins where the last one ended
        assert judged.loss >= 0.0
        assert bool(judged.better) == (judged.loss > 0.0 or judged.error > 0.0)
        state = states[judged.step - span.first].copy()
        assert len(legal_actions(state)) > 1
        for action in judged.better:
            assert is_legal(state, action)
            apply(state, action)
    forced = {span.first + i for i, state in enumerate(states[:-1]) if len(legal_actions(state)) == 1}
    assert forced.isdisjoint(judged.step for judged in piece.judged)


@pytest.mark.slow
def test_the_same_game_and_depth_give_the_same_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    record = played(acts=12)
    spans = spans_of(record.game, record.actions)
    first = [judge(record.game, record.actions, span, 1) for span in spans]
    assert first == [judge(record.game, record.actions, span, 1) for span in reversed(spans)][::-1]


@pytest.mark.slow
def test_weak_players_lose_more_by_their_decisions() -> None:
    lost = {}
    for bots in (("level1", "level1"), ("level4", "level4")):
        record = played(*bots, acts=50)
        spans = [span for span in spans_of(record.game, record.actions) if not span.is_draw][4:]
        pieces = [judge(record.game, record.actions, span, 1) for span in spans]
        stretches = [piece for piece in pieces if isinstance(piece, Stretch)]
        lost[bots[0]] = fmean(piece.before[piece.player] - piece.after[piece.player] for piece in stretches)
    assert lost["level1"] > 2 * lost["level4"]


@pytest.mark.slow
def test_a_win_at_once_is_found_when_it_was_missed() -> None:
    """In the last turns of some games, where the player to act could win at once, the turn is ended instead."""
    found = 0
    for seed in range(12):
        record = played("level3", "level3", seed=seed)
        states = list(replay(record))
        for step in range(len(record.actions) - 8, len(record.actions)):
            state = states[step]
            ending = [] if is_chance(state) else [each for each in legal_actions(state) if _is_end(state, each)]
            if not ending or not _can_win(state):
                continue
            actions = [*record.actions[:step], ending[0]]
            span = spans_of(record.game, actions)[-1]
            if states_of(record.game, actions, span)[-1].is_over():
                continue  # that wins too, or loses by the rules
            piece = judge(record.game, actions, span, 1)
            assert isinstance(piece, Stretch)
            missed = piece.judged[-1]
            assert (missed.step, missed.before) == (step, 1.0)
            assert missed.loss > 0.0
            won = state.copy()
            for action in missed.better:
                apply(won, action)
            assert won.is_over()
            assert won.result()[span.player] == 1
            found += 1
    assert found


def _can_win(state: State) -> bool:
    me = state.actor()
    plans = Planner().plans(state, 8, Budget(2_000, 0.0), 1.0)
    return any(plan.state.is_over() and plan.state.result()[me] == 1 for plan in plans)


def _is_end(state: State, action: int) -> bool:
    return action_text(state, action) == "end turn"


@pytest.mark.slow
def test_luck_is_zero_on_average(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws that are themselves random are worth nothing on average, within four standard errors."""
    found = []
    for seed in range(6):
        record = played("greedy", "greedy", seed=seed, acts=40)
        for span in spans_of(record.game, record.actions):
            if span.is_draw:
                piece = judge(record.game, record.actions, span, 1)
                assert isinstance(piece, Draws)
                found.append(piece.luck[piece.player])
    spread = (sum(each**2 for each in found) / len(found)) ** 0.5
    assert spread > 0.005  # draws matter
    assert abs(fmean(found)) < 4 * spread / len(found) ** 0.5


def test_a_draw_without_a_choice_is_no_luck() -> None:
    """As that of the last tile of a pile."""
    found = 0
    for seed in range(20):
        record = played("random", "random", seed=seed)
        for span in spans_of(record.game, record.actions):
            states = states_of(record.game, record.actions, span)
            if span.is_draw and all(len(legal_actions(state)) == 1 for state in states[:-1]):
                found += 1
                piece = judge(record.game, record.actions, span, 1)
                assert isinstance(piece, Draws)
                assert (piece.luck, piece.error) == ((0.0, 0.0), 0.0)
    assert found


@pytest.mark.parametrize(
    ("loss", "grade"),
    [(0.0, "good"), (0.049, "good"), (0.05, "inaccuracy"), (0.1, "mistake"), (0.149, "mistake"), (0.15, "blunder")],
)
def test_grades(loss: float, grade: str) -> None:
    assert grade_of(loss) == grade


def test_a_line_has_the_choices_of_others_and_ends_at_what_is_not_legal() -> None:
    record = played("greedy", "greedy", acts=30)
    for span in spans_of(record.game, record.actions):
        if span.is_draw:
            continue
        state = states_of(record.game, record.actions, span)[0]
        for plan in Planner().plans(state, 4, Budget(300, 0.0), 1.0):
            line, after = whole_line(state, plan.actions), state.copy()
            for action in line:
                assert is_legal(after, action)
                apply(after, action)
            assert set(plan.actions) <= set(line)
        assert whole_line(state, [10**6]) == ()


def test_the_hash_is_of_game_and_actions() -> None:
    record = played("random", "random")
    same = game_hash(record.game, tuple(record.actions))
    assert same == game_hash(Game(("borgo", "moloch")), record.actions)
    assert len(same) == 32
    assert same != game_hash(Game(("borgo", "moloch"), ruleset="3.0"), record.actions)
    assert same != game_hash(record.game, record.actions[:-1])


def test_depths_share_no_scenario() -> None:
    """Otherwise a deeper verdict would repeat the samples of the first, and agree with it by that alone."""
    state = new_state(Game(("borgo", "moloch")))
    seeds = [judging._seed(state, depth) for depth in judging.DEPTHS]
    most = 7919 * (judging._FRESH + judging._MOST * judging._BATCH * 10)
    assert all(later - earlier > most for earlier, later in pairwise(seeds))
