"""What an analysis comes to: decisions, draws and foresight add up to the whole change."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurohex.analysis import Draws, GameAnalysis, Judged, Piece, Stretch, analyse, game_hash, spans_of
from neurohex.analysis.spans import result_of
from neurohex.analysis.summary import accuracy_of, players_of, points_of, turns_of
from neurohex.notation.record import Record
from neurohex.rules.engine import Game
from tests.analysis.games import played, think_little

CHANCE = st.floats(0, 1)


@st.composite
def analyses(draw: st.DrawFn) -> tuple[Record, GameAnalysis]:
    """An analysis with any numbers, of a game of two or of three."""
    game = draw(st.sampled_from([Game(("borgo", "moloch")), Game(("moloch", "vegas", "hegemony"))]))
    record = played(*["random"] * len(game.armies), game=game)
    record.actions = record.actions[: draw(st.integers(1, len(record.actions)))]
    players = len(game.armies)
    pieces: list[Piece] = []
    for first, stop, player, is_draw in spans_of(game, record.actions):
        numbers = draw(st.lists(CHANCE, min_size=2 * players, max_size=2 * players))
        if is_draw:
            luck = tuple(number - 0.5 for number in numbers[:players])
            pieces.append(Draws(first=first, stop=stop, player=player, luck=luck, error=0.0))
        else:
            before, after = tuple(numbers[:players]), tuple(numbers[players:])
            judged = (Judged(step=first, before=before[player], after=after[player], error=0.0),)
            pieces.append(Stretch(first=first, stop=stop, player=player, before=before, after=after, judged=judged))
    result = result_of(record)
    name = game_hash(game, record.actions)
    return record, GameAnalysis(version=1, depth=1, game=name, result=result, pieces=tuple(pieces))


@settings(max_examples=25, deadline=None)
@given(analyses())
def test_contributions_add_up(given: tuple[Record, GameAnalysis]) -> None:
    record, analysis = given
    points = points_of(analysis, record.game, record.actions)
    turns = turns_of(analysis, record.game, record.actions)
    assert [turn.first for turn in turns] == [0, *(turn.stop for turn in turns[:-1])]
    for player, part in enumerate(players_of(analysis, record.game)):
        change = points[-1].chances[player] - points[0].chances[player]
        assert sum(turn.parts[player].change for turn in turns) == pytest.approx(change, abs=1e-9)
        first = next(i for i, piece in enumerate(analysis.pieces) if isinstance(piece, Stretch))
        before = sum(piece.luck[player] for piece in analysis.pieces[:first] if isinstance(piece, Draws))
        told = -part.lost + part.given + part.luck + part.luck_of_others + part.foresight - before
        assert told == pytest.approx(change, abs=1e-9)


@pytest.mark.slow
def test_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    record = played()
    analysis = analyse(record, 1)
    assert analysis.result in ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))
    points = points_of(analysis, record.game, record.actions)
    assert points[-1].chances == analysis.result
    for point in points:
        assert sum(point.chances) == pytest.approx(1.0, abs=3e-4)
    turns = turns_of(analysis, record.game, record.actions)
    assert sum(len(turn.battles) for turn in turns) > 0
    assert [turn.number for turn in turns] == list(range(len(turns)))
    for part in players_of(analysis, record.game):
        assert part.accuracy is not None
        assert 0 < part.accuracy <= 100
        assert part.lost >= 0


def test_accuracy() -> None:
    assert accuracy_of([]) is None
    assert accuracy_of([0.0, 0.0]) == 100.0
    one, two = accuracy_of([0.1]), accuracy_of([0.2])
    assert one is not None
    assert two is not None
    assert 60 < one < 70
    assert two < one
