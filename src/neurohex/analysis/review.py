"""An analysis in words, as data for a page or a program: what was played, what was better, why, and what luck did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from neurohex.analysis.forms import Draws, GameAnalysis, Grade, Judged, Stretch
from neurohex.analysis.summary import judged_of, players_of, points_of, turns_of
from neurohex.explain import ReasonLine, language_of, reason_lines
from neurohex.explain.line import player_name
from neurohex.model.game import ALL_TILES, Game, State
from neurohex.model.outlook import reasons_for
from neurohex.model.reading import drawn_tile, turn_number
from neurohex.notation.decoding import decode
from neurohex.notation.record import Record, replay
from neurohex.rules.engine import apply
from neurohex.view import act_words, tile_id
from neurohex.view.forms import Form
from neurohex.wire.views import HintReason

_OTHERS: Final = 3
"""Decisions without a grade that are shown: the costliest,"""
_WORTH_SHOWING: Final = 0.02
"""if they lost so much."""


class ReviewedPlayer(Form):
    """What an analysis says of a player. Chances and their changes are from 0 to 1."""

    player: int
    army: str
    """Name of the army."""
    name: str
    """Who played, from the record; empty if it does not say."""
    accuracy: float | None
    """From 0 to 100; None without decisions."""
    lost: float
    """What the player's decisions cost, from 0."""
    given: float
    """What decisions of others gave."""
    luck: float
    """What the player's own draws were worth."""
    luck_of_others: float
    """What the draws of others were worth to this player."""
    foresight: float
    """What the search saw only when it happened. With the other four (lost counts against) it adds up to the whole
    change from the first chance to the result."""
    inaccuracies: int
    mistakes: int
    blunders: int


class ReviewedPoint(Form):
    """The chances at a moment."""

    step: int
    """Steps played before it."""
    turn: int
    chances: list[float]


class ReviewedChange(Form):
    """Why a player's chance changed in a turn."""

    decisions: float
    draws: float
    foresight: float


class ReviewedTurn(Form):
    """A turn: where it is, its Battles, and why chances changed in it."""

    number: int
    """0 for all before the first turn."""
    player: int
    first: int
    stop: int
    """The step after its last action."""
    battles: list[int]
    """Steps in which a Battle began."""
    changes: list[ReviewedChange]
    """By player."""


class ReviewedAct(Form):
    """An act in words."""

    player: int
    action: int
    words: str


class ReviewedDecision(Form):
    """A decision that cost chance."""

    step: int
    """Steps played before it: the moment to go back to."""
    turn: int
    player: int
    grade: Grade
    before: float
    """The player's chance with the better plan."""
    after: float
    """With the action that was played."""
    error: float
    """Standard error of the difference."""
    played: list[ReviewedAct]
    """What was played from here to the end of the turn."""
    better: list[ReviewedAct]
    """The better plan, with the choices of others and of its Battle: it can be played from here."""
    reasons: list[HintReason]
    """What the better plan gains and fears."""
    played_reasons: list[HintReason]
    """The same for what was played."""


class ReviewedDraws(Form):
    """Draws of a player, and what they were worth."""

    step: int
    turn: int
    player: int
    tiles: list[str]
    """Ids of the tiles."""
    names: list[str]
    luck: float
    """To the player who drew."""
    error: float


class GameReview(Form):
    """The analysis of a game, in words."""

    version: int
    depth: int
    steps: int
    complete: bool
    """Whether the rules ended the game."""
    players: list[ReviewedPlayer]
    points: list[ReviewedPoint]
    turns: list[ReviewedTurn]
    moments: list[ReviewedDecision]
    """Decisions with a grade, and the costliest ones without, in order."""
    draws: list[ReviewedDraws]


def review(analysis: GameAnalysis, record: Record, lang: str = "en") -> GameReview:
    """An analysis of a record in words. Raises `UnknownLanguage`."""
    game, actions = record.game, record.actions
    states = list(replay(record))
    return GameReview(
        version=analysis.version,
        depth=analysis.depth,
        steps=len(actions),
        complete=analysis.result is not None,
        players=list(_players(analysis, record, lang)),
        points=[
            ReviewedPoint(step=point.step, turn=point.turn, chances=list(point.chances))
            for point in points_of(analysis, game, actions)
        ],
        turns=[
            ReviewedTurn(
                number=turn.number,
                player=turn.player,
                first=turn.first,
                stop=turn.stop,
                battles=list(turn.battles),
                changes=[
                    ReviewedChange(
                        decisions=round(part.decisions, 4),
                        draws=round(part.draws, 4),
                        foresight=round(part.foresight, 4),
                    )
                    for part in turn.parts
                ],
            )
            for turn in turns_of(analysis, game, actions)
        ],
        moments=[_decision(player, judged, analysis, record, states, lang) for player, judged in _shown(analysis)],
        draws=[_draws(piece, record, states, lang) for piece in analysis.pieces if isinstance(piece, Draws)],
    )


def reason_form(line: ReasonLine) -> HintReason:
    """A sentence about a plan as a form."""
    first = line.reasons[0]
    return HintReason(
        text=line.text,
        is_gain=line.is_gain,
        kind=first.kind,
        player=first.player,
        hexes=[reason.unit.hex for reason in line.reasons if reason.unit is not None],
        amount=first.amount,
        otherwise=first.otherwise,
        is_expected=first.is_expected,
    )


def _players(analysis: GameAnalysis, record: Record, lang: str) -> Iterator[ReviewedPlayer]:
    for player, part in enumerate(players_of(analysis, record.game)):
        yield ReviewedPlayer(
            player=player,
            army=player_name(record.game, player, lang),
            name=record.tags.get(f"Player{player}", ""),
            accuracy=None if part.accuracy is None else round(part.accuracy, 1),
            lost=round(part.lost, 4),
            given=round(part.given, 4),
            luck=round(part.luck, 4),
            luck_of_others=round(part.luck_of_others, 4),
            foresight=round(part.foresight, 4),
            inaccuracies=part.grades["inaccuracy"],
            mistakes=part.grades["mistake"],
            blunders=part.grades["blunder"],
        )


def _shown(analysis: GameAnalysis) -> list[tuple[int, Judged]]:
    """The decisions that a review shows, in order."""
    costly = [(player, judged) for player, judged in judged_of(analysis) if judged.better]
    others = [(player, judged) for player, judged in costly if judged.grade == "good"]
    others = [each for each in others if each[1].loss >= _WORTH_SHOWING]
    others = sorted(others, key=lambda each: -each[1].loss)[:_OTHERS]
    shown = {judged.step for _, judged in others}
    return [each for each in costly if each[1].grade != "good" or each[1].step in shown]


def _decision(
    player: int, judged: Judged, analysis: GameAnalysis, record: Record, states: Sequence[State], lang: str
) -> ReviewedDecision:
    state = states[judged.step]
    stretch = next(
        piece for piece in analysis.pieces if isinstance(piece, Stretch) and piece.first <= judged.step < piece.stop
    )
    played = record.actions[judged.step : stretch.stop]
    return ReviewedDecision(
        step=judged.step,
        turn=turn_number(state),
        player=player,
        grade=judged.grade,
        before=judged.before,
        after=judged.after,
        error=judged.error,
        played=_acts(state, played, lang),
        better=_acts(state, judged.better, lang),
        reasons=_reasons(record.game, state, judged.better, lang),
        played_reasons=_reasons(record.game, state, played, lang),
    )


def _acts(state: State, line: Sequence[int], lang: str) -> list[ReviewedAct]:
    then, found = state.copy(), []
    for action in line:
        found.append(ReviewedAct(player=then.actor(), action=action, words=act_words(then, action, lang)))
        apply(then, action)
    return found


def _reasons(game: Game, state: State, line: Sequence[int], lang: str) -> list[HintReason]:
    return [reason_form(reason) for reason in reason_lines(game, reasons_for(state, line), lang)]


def _draws(piece: Draws, record: Record, states: Sequence[State], lang: str) -> ReviewedDraws:
    drawn = [
        ALL_TILES[drawn_tile(record.game, piece.player, decode(action).tile_kind)]
        for action in record.actions[piece.first : piece.stop]
    ]
    words = language_of(lang)
    return ReviewedDraws(
        step=piece.first,
        turn=turn_number(states[piece.first]),
        player=piece.player,
        tiles=[tile_id(tile) for tile in drawn],
        names=[str(words.tile(tile)) for tile in drawn],
        luck=piece.luck[piece.player],
        error=piece.error,
    )
