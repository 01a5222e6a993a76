"""Computes views: from a request and the source of its moment to forms of `neurohex.view`.

Nothing here waits, asks the server or knows the client, so it runs in any process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from neurohex.analysis.review import reason_form
from neurohex.explain import mistake, reason_lines
from neurohex.explain.unit import NoUnit
from neurohex.lesson import LessonError, UnknownStep, verdict
from neurohex.lesson.forms import Verdict
from neurohex.notation.errors import RecordError, shown
from neurohex.notation.record import parse_record
from neurohex.players.thinking import Thought, line_words
from neurohex.rules.engine import IllegalAction, State, is_chance
from neurohex.server import analysis_jobs, picture_jobs, puzzle_views
from neurohex.server.battle_moments import battle_at, state_in
from neurohex.server.looks import look_at
from neurohex.server.moments import MatchSource, RecordSource, ResolvedMoment, Source, resolve
from neurohex.server.picture_jobs import ANIMATION_PRICE, PICTURE_PRICE, AboutWork, PictureWork
from neurohex.server.refusals import Refusal
from neurohex.tiles import ARMIES
from neurohex.view import (
    UnknownTileId,
    act_words,
    battle_preview,
    preview,
    story,
    story_start,
    table_sprites,
    tile_of_id,
    unit_card,
    why_not,
)
from neurohex.view.forms import Sentence, Sprites, Story, UnitCard
from neurohex.wire.http import Body
from neurohex.wire.messages import Code, Lang
from neurohex.wire.views import (
    AtMoment,
    BattleNow,
    Hint,
    HintedAct,
    InBattle,
    LessonAttempt,
    Look,
    Moment,
    NewRecord,
    OfActions,
    OfAttempt,
    OfDrawings,
    OfHex,
    OfHint,
    OfProof,
    OfPuzzle,
    OfStory,
    OfUnit,
    Previews,
    StoredRecord,
)

# --- prices ---------------------------------------------------------------------------------------
_STEPS: Final = 10
"""Steps of a story that cost as much as one view."""
_ACTIONS: Final = 50
"""Actions in `then` that cost as much as one view."""
_LETTERS: Final = 4_000
"""Characters of a record that cost as much as one view."""
_LETTERS_A_STEP: Final = 20
"""Minimum length of a step in a record, in characters."""
_STUDY: Final = 2
"""Price of a study board in views: anything may lie on it."""


def price(body: Body, source: Source | None) -> int:
    """The price of a request in views, estimated before it is computed."""
    if isinstance(body, NewRecord):
        return 1 + len(body.text) // _LETTERS
    cost = 1
    if isinstance(body, PictureWork):
        cost = ANIMATION_PRICE if body.form in ("gif", "webp") else 1 if body.form == "svg" else PICTURE_PRICE
    if isinstance(body, OfActions):
        cost = max(1, len(body.actions))
    if isinstance(body, AtMoment | OfDrawings):
        moment = body.moment
        cost += len(moment.then) // _ACTIONS
        if moment.study is not None or isinstance(moment.puzzle, dict):
            cost += _STUDY - 1
        if isinstance(source, RecordSource):
            cost += len(source.text) // _LETTERS
        if isinstance(body, OfStory):
            cost += max(0, _steps(moment, source) - body.first) // _STEPS
    return cost


def _steps(moment: Moment, source: Source | None) -> int:
    """Upper bound of the number of steps that lead to a moment."""
    if isinstance(source, MatchSource):
        before = len(source.actions)
    elif isinstance(source, RecordSource):
        before = len(source.text) // _LETTERS_A_STEP
    else:
        before = 0
    return (before if moment.step is None else min(before, moment.step)) + len(moment.then)


# --- views ----------------------------------------------------------------------------------------
def look(body: AtMoment, source: Source | None) -> Look:
    """The table at a moment, and the legal actions."""
    at = resolve(body.moment, source)
    return look_at(
        at.state,
        body.lang,
        step=at.step,
        steps=at.steps,
        undo=at.undoable_by(),
        event=at.match.event if at.match is not None else None,
        piles=at.piles(),
        actions=at.attempt.legal() if at.attempt is not None else None,
    )


def previews(body: OfActions, source: Source | None) -> Previews:
    """The consequences of actions."""
    at = resolve(body.moment, source)
    found = []
    for number, action in enumerate(body.actions):
        try:
            found.append(preview(at.state, action, body.lang))
        except IllegalAction:
            raise Refusal(Code.MALFORMED, f"actions[{number}]: action {action} is not legal there") from None
    return Previews(previews=found)


def unit(body: OfUnit, source: Source | None) -> UnitCard:
    """A unit on the board: what it can do now, and why."""
    at = resolve(body.moment, source)
    board, name = at.state.game.board, body.hex
    if name not in board.index:
        raise Refusal(Code.MALFORMED, f"hex: no hex {shown(name)} on the {board.key} board")
    battle = body.battle
    state = at.state if battle is None else _in_battle(at, battle)
    try:
        return unit_card(state, board.index[name], body.lang, fighting=battle is not None)
    except NoUnit as error:
        raise Refusal(Code.NOT_FOUND, f"hex: {error}") from None


def _in_battle(at: ResolvedMoment, battle: InBattle) -> State:
    """The table during a Battle."""
    return state_in(battle_at(at, battle, "en")[1], battle.over)


def reason(body: OfHex, source: Source | None) -> Sentence:
    """Why a hex cannot be chosen."""
    state = resolve(body.moment, source).state
    board = state.game.board
    for field, name in (("hex", body.hex), ("unit", body.unit)):
        if name is not None and name not in board.index:
            raise Refusal(Code.MALFORMED, f"{field}: no hex {shown(name)} on the {board.key} board")
    try:
        tile = None if body.tile is None else tile_of_id(body.tile)
    except UnknownTileId as error:
        raise Refusal(Code.MALFORMED, f"tile: {error}") from None
    return why_not(state, body.hex, body.lang, kind=body.kind, tile=tile, unit=body.unit)


def battle_now(body: AtMoment, source: Source | None) -> BattleNow:
    """The Battle if it were fought now."""
    return BattleNow(battle=battle_preview(resolve(body.moment, source).state, body.lang))


def story_of(body: OfStory, source: Source | None) -> Story:
    """The story that led to a moment, step by step."""
    at = resolve(body.moment, source)
    if body.first > at.step:
        raise Refusal(Code.MALFORMED, f"first: expected 0 to {at.step}, got {body.first}")
    steps = at.history()
    first = story_start(steps, body.first, at.state)
    return story(steps[first:], body.lang, first=first)


def drawings(body: OfDrawings, source: Source | None) -> Sprites:
    """The drawings of a game beyond those common to all games."""
    return table_sprites(resolve(body.moment, source).state.game)


def verdict_on(body: LessonAttempt, _: Source | None) -> Verdict:
    """Whether a step of the lesson is solved."""
    try:
        return verdict(body.step, body.then, body.lang)
    except UnknownStep as error:
        raise Refusal(Code.NOT_FOUND, str(error)) from None
    except LessonError as error:
        raise Refusal(Code.MALFORMED, str(error)) from None


def glance(body: NewRecord, _: Source | None) -> StoredRecord:
    """A summary of a record, without an id. Raises `Refusal` for an invalid record."""
    try:
        record = parse_record(body.text)
    except RecordError as error:
        raise Refusal(Code.MALFORMED, f"text: {error}") from None
    armies = record.game.armies
    players = [record.tags.get(f"Player{number}") for number in range(len(armies))]
    who = [
        f"{player} ({ARMIES[army].name})" if player else ARMIES[army].name
        for player, army in zip(players, armies, strict=True)
    ]
    return StoredRecord(
        record="",
        steps=len(record.actions),
        armies=armies,
        players=tuple(players),
        date=record.tags.get("Date"),
        title=" – ".join(who),
        complete=record.complete,
        message=record.message,
    )


# --- hints ----------------------------------------------------------------------------------------
def to_decide(body: AtMoment, source: Source | None) -> State:
    """The state at a moment where a player is to decide. Raises `Refusal` for other moments."""
    state = resolve(body.moment, source).state
    if state.is_over() or is_chance(state):
        why = "the game is over" if state.is_over() else "a tile is drawn"
        raise Refusal(Code.MALFORMED, f"moment: expected one at which a player is to decide; here {why}")
    return state


def hint_of(state: State, thoughts: Sequence[Thought], lang: Lang) -> Hint:
    """A bot's thoughts on a state, in words."""
    return Hint(player=state.actor(), thoughts=[_hinted(state, thought, lang) for thought in thoughts])


def _hinted(state: State, thought: Thought, lang: Lang) -> HintedAct:
    return HintedAct(
        action=thought.action,
        words=act_words(state, thought.action, lang),
        chance=round(thought.chance, 4),
        tries=thought.tries,
        line=line_words(state, thought.line, lambda then, action: act_words(then, action, lang)),
        reasons=[reason_form(line) for line in reason_lines(state.game, thought.reasons, lang)],
    )


# --- registry -------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ViewJob:
    """A view that any process can compute from a request body and a source."""

    body: type[Body]
    work: Callable[[Any, Source | None], Any]


VIEW_JOBS: Final = {
    "look": ViewJob(AtMoment, look),
    "previews": ViewJob(OfActions, previews),
    "unit": ViewJob(OfUnit, unit),
    "reason": ViewJob(OfHex, reason),
    "battle": ViewJob(AtMoment, battle_now),
    "story": ViewJob(OfStory, story_of),
    "drawings": ViewJob(OfDrawings, drawings),
    "verdict": ViewJob(LessonAttempt, verdict_on),
    "record": ViewJob(NewRecord, glance),
    "picture": ViewJob(PictureWork, picture_jobs.picture),
    "about": ViewJob(AboutWork, picture_jobs.about),
    "puzzle_attempt": ViewJob(OfAttempt, puzzle_views.attempt),
    "puzzle_hint": ViewJob(OfHint, puzzle_views.hint),
    "puzzle_solution": ViewJob(OfPuzzle, puzzle_views.solution),
    "puzzle_proof": ViewJob(OfProof, puzzle_views.proof),
    "analysis_outline": ViewJob(analysis_jobs.OutlineWork, analysis_jobs.outline),
    "analysis_piece": ViewJob(analysis_jobs.PieceWork, analysis_jobs.piece),
    "analysis_review": ViewJob(analysis_jobs.ReviewWork, analysis_jobs.in_words),
    "analysis_record": ViewJob(analysis_jobs.ReviewWork, analysis_jobs.in_record),
}
_DECODERS: Final = {name: msgspec.msgpack.Decoder(job.body) for name, job in VIEW_JOBS.items()}


def run_view(name: str, body: bytes, source: Source | None) -> bytes:
    """Compute a view and return it as JSON, or a picture as it is. `body` is MessagePack. Raises `Refusal`."""
    asked = _DECODERS[name].decode(body)
    try:
        made = VIEW_JOBS[name].work(asked, source)
    except Refusal as refusal:
        raise Refusal(refusal.code, mistake(str(refusal), getattr(asked, "lang", "en")), refusal.wait) from None
    return made if isinstance(made, bytes) else msgspec.json.encode(made)
