"""What a page is shown, worked out from a request and from where its moment lies: forms of `neurohex.view`.

Nothing here waits, asks the server or knows who asks, so it runs in whatever process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from neurohex.client.forms import Answer, Body
from neurohex.explain.unit import NoUnit
from neurohex.lesson import LessonError, UnknownStep, verdict
from neurohex.lesson.forms import Verdict
from neurohex.match.messages import Action, Code, Lang
from neurohex.notation.errors import RecordError, shown
from neurohex.notation.record import parse_record
from neurohex.players.thinking import Thought, line_words
from neurohex.rules.engine import IllegalAction, State, is_chance
from neurohex.server.answers import BattleNow, Hint, HintedAct, Look, Previews
from neurohex.server.looks import look_at
from neurohex.server.moments import MatchSource, Moment, RecordSource, Seen, Source, seen
from neurohex.server.refusals import Refusal
from neurohex.tiles import ARMIES
from neurohex.view import (
    NoBattle,
    act_words,
    battle_preview,
    battle_preview_states,
    battle_states,
    preview,
    story,
    table_sprites,
    told_from,
    unit_card,
)
from neurohex.view.forms import Sprites, Story, UnitCard

_Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class AtMoment(Body, frozen=True, kw_only=True):
    """A moment, and the language of its texts."""

    moment: Moment
    lang: Lang = "en"


class OfActions(AtMoment, frozen=True, kw_only=True):
    """Actions that may be played at a moment."""

    actions: Annotated[tuple[Action, ...], Meta(max_length=12)]


class FoughtBattle(Body, frozen=True, kw_only=True):
    """A Battle that was fought, as the `place` of its form says."""

    step: _Count
    """The step it began with."""
    number: _Count
    """Its number among those that began with that step, from 0."""
    until: _Count
    """How many steps it was told up to."""


class InBattle(Body, frozen=True, kw_only=True):
    """A standing that is told of a Battle."""

    place: FoughtBattle | None = None
    """If not given, it is the Battle that would be fought at the moment."""
    over: _Count | None = None
    """How many of its phases are over; if not given, all of it, and what came of it."""


class OfUnit(AtMoment, frozen=True, kw_only=True):
    """A unit on the board, or one as it is in the course of a Battle."""

    hex: Annotated[str, Meta(max_length=10)]
    battle: InBattle | None = None


class OfStory(AtMoment, frozen=True, kw_only=True):
    """What led to a moment, from a step on."""

    first: _Count = 0


class OfDrawings(Body, frozen=True, kw_only=True):
    """The game of a moment."""

    moment: Moment


class LessonAttempt(Body, frozen=True, kw_only=True):
    """What was done in a step of the lesson."""

    step: Annotated[str, Meta(max_length=80)]
    then: Annotated[tuple[Action, ...], Meta(max_length=100)] = ()
    """The actions from the step's own position on."""
    lang: Lang = "en"


class NewRecord(Body, frozen=True, kw_only=True):
    """A record, as `neurohex replay` reads it."""

    text: str


class KeptRecord(Answer, frozen=True, kw_only=True):
    """A record that is kept, at a glance."""

    record: str
    """Its id, which follows from its text: whoever puts the same text here gets the same one."""
    steps: int
    armies: tuple[str, ...]
    players: tuple[str | None, ...]
    """Who played, as its tags say."""
    date: str | None
    title: str
    """Who played what, in one line."""
    complete: bool
    """Whether it goes on to the end of the game."""
    message: str
    """Where it ends, if it does not."""


# --- what they cost -------------------------------------------------------------------------------
_STEPS: Final = 10
"""Steps of a story that cost as much as one view."""
_ACTIONS: Final = 50
"""Actions of `then` that do."""
_LETTERS: Final = 4_000
"""Letters of a record that do."""
_LETTERS_A_STEP: Final = 20
"""Letters that a step of a record takes at least, as records are written."""
_STUDY: Final = 2
"""Views that a board for study counts as: anything may lie on it."""


def price(body: Body, source: Source | None) -> int:
    """How many views a request counts as, from what is known before it is worked out."""
    if isinstance(body, NewRecord):
        return 1 + len(body.text) // _LETTERS
    cost = 1
    if isinstance(body, OfActions):
        cost = max(1, len(body.actions))
    if isinstance(body, AtMoment | OfDrawings):
        moment = body.moment
        cost += len(moment.then) // _ACTIONS + (_STUDY - 1 if moment.study is not None else 0)
        if isinstance(source, RecordSource):
            cost += len(source.text) // _LETTERS
        if isinstance(body, OfStory):
            cost += max(0, _steps(moment, source) - body.first) // _STEPS
    return cost


def _steps(moment: Moment, source: Source | None) -> int:
    """How many steps lead to a moment, at most."""
    if isinstance(source, MatchSource):
        before = len(source.actions)
    elif isinstance(source, RecordSource):
        before = len(source.text) // _LETTERS_A_STEP
    else:
        before = 0
    return (before if moment.step is None else min(before, moment.step)) + len(moment.then)


# --- how they are worked out ----------------------------------------------------------------------
def look(body: AtMoment, source: Source | None) -> Look:
    """What lies on the table at a moment, and what may be done."""
    there = seen(body.moment, source)
    return look_at(
        there.state,
        body.lang,
        step=there.step,
        steps=there.steps,
        undo=there.undoable_by(),
        event=there.match.event if there.match is not None else None,
        piles=there.piles(),
    )


def previews(body: OfActions, source: Source | None) -> Previews:
    """What would come of actions."""
    there = seen(body.moment, source)
    found = []
    for number, action in enumerate(body.actions):
        try:
            found.append(preview(there.state, action, body.lang))
        except IllegalAction:
            raise Refusal(Code.MALFORMED, f"actions[{number}]: action {action} is not legal there") from None
    return {"previews": found}


def unit(body: OfUnit, source: Source | None) -> UnitCard:
    """What holds for a unit on the board, and why."""
    there = seen(body.moment, source)
    board, name = there.state.game.board, body.hex
    if name not in board.index:
        raise Refusal(Code.MALFORMED, f"hex: no hex {shown(name)} on the {board.key} board")
    battle = body.battle
    state = there.state if battle is None else _in_battle(there, battle)
    try:
        return unit_card(state, board.index[name], body.lang, fighting=battle is not None)
    except NoUnit as error:
        raise Refusal(Code.NOT_FOUND, f"hex: {error}") from None


def _in_battle(there: Seen, battle: InBattle) -> State:
    """The table in the course of a Battle."""
    place = battle.place
    try:
        if place is None:
            states = battle_preview_states(there.state)
        elif place.until > there.step:
            raise Refusal(Code.MALFORMED, f"battle.place.until: expected 0 to {there.step}, got {place.until}")
        else:
            steps = there.history()[place.step : place.until]
            states = battle_states(steps, place.number)
    except NoBattle as error:
        raise Refusal(Code.NOT_FOUND, f"battle: {error}") from None
    phases = len(states) - 2
    if battle.over is None:
        return states[-1]
    if battle.over > phases:
        raise Refusal(Code.MALFORMED, f"battle.over: expected 0 to {phases}, got {battle.over}")
    return states[battle.over]


def battle_now(body: AtMoment, source: Source | None) -> BattleNow:
    """The Battle that would be fought now."""
    return {"battle": battle_preview(seen(body.moment, source).state, body.lang)}


def story_of(body: OfStory, source: Source | None) -> Story:
    """What led to a moment, step by step."""
    there = seen(body.moment, source)
    if body.first > there.step:
        raise Refusal(Code.MALFORMED, f"first: expected 0 to {there.step}, got {body.first}")
    steps = there.history()
    first = told_from(steps, body.first, there.state)
    return story(steps[first:], body.lang, first=first)


def drawings(body: OfDrawings, source: Source | None) -> Sprites:
    """The drawings that a game needs besides those of all games."""
    return table_sprites(seen(body.moment, source).state.game)


def verdict_on(body: LessonAttempt, _: Source | None) -> Verdict:
    """Whether the task of a step of the lesson is done."""
    try:
        return verdict(body.step, body.then, body.lang)
    except UnknownStep as error:
        raise Refusal(Code.NOT_FOUND, str(error)) from None
    except LessonError as error:
        raise Refusal(Code.MALFORMED, str(error)) from None


def glance(body: NewRecord, _: Source | None) -> KeptRecord:
    """A record at a glance, without an id. Raises `Refusal` for one that is broken."""
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
    return KeptRecord(
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
    """The state of a moment at which somebody is to decide. Raises `Refusal` for any other moment."""
    state = seen(body.moment, source).state
    if state.is_over() or is_chance(state):
        why = "the game is over" if state.is_over() else "a tile is drawn"
        raise Refusal(Code.MALFORMED, f"moment: expected one at which somebody is to decide; here {why}")
    return state


def hint_of(state: State, thoughts: Sequence[Thought], lang: Lang) -> Hint:
    """What a bot thinks of a state, in words."""
    return {"player": state.actor(), "thoughts": [_hinted(state, thought, lang) for thought in thoughts]}


def _hinted(state: State, thought: Thought, lang: Lang) -> HintedAct:
    return {
        "action": thought.action,
        "words": act_words(state, thought.action, lang),
        "chance": round(thought.chance, 4),
        "tries": thought.tries,
        "line": line_words(state, thought.line, lambda then, action: act_words(then, action, lang)),
    }


# --- all of them ----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Show:
    """Something that can be worked out in another process from what is sent and where it lies."""

    body: type[Body]
    work: Callable[[Any, Source | None], Any]


SHOWS: Final = {
    "look": Show(AtMoment, look),
    "previews": Show(OfActions, previews),
    "unit": Show(OfUnit, unit),
    "battle": Show(AtMoment, battle_now),
    "story": Show(OfStory, story_of),
    "drawings": Show(OfDrawings, drawings),
    "verdict": Show(LessonAttempt, verdict_on),
    "record": Show(NewRecord, glance),
}
_DECODERS: Final = {name: msgspec.msgpack.Decoder(show.body) for name, show in SHOWS.items()}


def show(name: str, body: bytes, source: Source | None) -> bytes:
    """Work one out: its answer as JSON. `body` is the MessagePack of what was sent. Raises `Refusal`."""
    return msgspec.json.encode(SHOWS[name].work(_DECODERS[name].decode(body), source))
