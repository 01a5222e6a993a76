"""Request and response bodies for pages, besides the forms of `neurohex.view`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from neurohex.view.forms import Battle, Choices, Form, Preview, Scene
from neurohex.wire.http import Answer, Body
from neurohex.wire.messages import Action, Lang, MatchId, SeatNumber

_Id = Annotated[str, Meta(max_length=80)]
_Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]


PuzzleRef = _Id | dict[str, Any]
"""The id of a puzzle in the collection, or a whole puzzle in the form of puzzle files."""


PictureForm = Literal["png", "svg", "gif", "webp"]


# --- requests -------------------------------------------------------------------------------------
class Study(Body, frozen=True, kw_only=True):
    """A study board: a position, and optionally tiles in hand."""

    position: Annotated[str, Meta(max_length=20_000)] | dict[str, Any]
    """On one line, or in JSON form."""
    hands: Annotated[tuple[Annotated[tuple[_Id, ...], Meta(max_length=20)], ...], Meta(max_length=6)] = ()
    """Ids of the tiles in hand, by player."""
    discards: Annotated[tuple[Annotated[tuple[_Id, ...], Meta(max_length=60)], ...], Meta(max_length=6)] = ()
    """Ids of the tiles on the discard piles, by player."""
    energy: Annotated[tuple[Annotated[int, Meta(ge=0, le=100)], ...], Meta(max_length=6)] = ()
    """Energy by player, on a board that has energy."""
    turn: SeatNumber | None = None
    """Whose turn it is; the default is the position's starting player."""
    terminals: Annotated[tuple[Annotated[str, Meta(max_length=10)], ...], Meta(max_length=20)] | None = None
    """Hexes of the Terminals, on a board that has them; the default is their usual hexes."""
    bomber: Literal["none", "neutral", "mercenary"] = "none"
    """How Mad Bomber is played, as in the description of a game."""


class Moment(Body, frozen=True, kw_only=True):
    """A state of a match, a record, a study board, the lesson or a puzzle."""

    match: MatchId | None = None
    record: _Id | None = None
    study: Study | None = None
    lesson: _Id | None = None
    """Key of a step of the lesson."""
    puzzle: PuzzleRef | None = None
    step: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    """How many steps of a match or record to play; the default is all."""
    then: Annotated[tuple[Action, ...], Meta(max_length=1_000)] = ()
    """Actions, draws included, to play from there."""


class AtMoment(Body, frozen=True, kw_only=True):
    """A moment, and the language of its texts."""

    moment: Moment
    lang: Lang = "en"


class OfActions(AtMoment, frozen=True, kw_only=True):
    """Actions to preview at a moment."""

    actions: Annotated[tuple[Action, ...], Meta(max_length=12)]


class FoughtBattle(Body, frozen=True, kw_only=True):
    """Identifies a fought Battle, as the `place` of its form does."""

    step: _Count
    """The step in which it began."""
    number: _Count
    """Its number among the Battles of that step, from 0."""
    until: _Count
    """The number of steps when it was told."""


class InBattle(Body, frozen=True, kw_only=True):
    """A moment within a Battle."""

    place: FoughtBattle | None = None
    """The default is the Battle that would be fought at the moment."""
    over: _Count | None = None
    """How many of its phases are over; the default is the end, with the aftermath."""


class OfUnit(AtMoment, frozen=True, kw_only=True):
    """A unit on the board, or in the course of a Battle."""

    hex: Annotated[str, Meta(max_length=10)]
    battle: InBattle | None = None


class OfHex(AtMoment, frozen=True, kw_only=True):
    """A hex that cannot be chosen, and what it was to be chosen for."""

    hex: Annotated[str, Meta(max_length=10)]
    kind: Annotated[str, Meta(max_length=40)] | None = None
    """The kind of the offer."""
    tile: _Id | None = None
    """The tile that it uses."""
    unit: Annotated[str, Meta(max_length=10)] | None = None
    """The hex of the unit that acts."""


class OfPicture(AtMoment, frozen=True, kw_only=True):
    """A moment or a Battle as a picture."""

    form: PictureForm = "png"
    """An animation (`gif`, `webp`) of a moment shows the turn that led to it."""
    battle: InBattle | None = None
    """A Battle instead of the moment; a still picture shows it after `over` phases."""


class OfStory(AtMoment, frozen=True, kw_only=True):
    """The steps that led to a moment, from `first` on."""

    first: _Count = 0


class OfDrawings(Body, frozen=True, kw_only=True):
    """A moment, for the drawings of its game."""

    moment: Moment


class LessonAttempt(Body, frozen=True, kw_only=True):
    """A player's actions in a step of the lesson."""

    step: Annotated[str, Meta(max_length=80)]
    then: Annotated[tuple[Action, ...], Meta(max_length=100)] = ()
    """The actions from the step's starting position."""
    lang: Lang = "en"


class OfPuzzle(Body, frozen=True, kw_only=True):
    """A puzzle, and the language for its texts."""

    puzzle: PuzzleRef
    lang: Lang = "en"


class OfAttempt(OfPuzzle, frozen=True, kw_only=True):
    """A player's actions in a puzzle."""

    then: Annotated[tuple[Action, ...], Meta(max_length=100)] = ()
    """All acts from the start, the opponent's replies included."""
    fight: bool = False
    """Whether to fight the Battle and judge the result."""


class OfHint(OfPuzzle, frozen=True, kw_only=True):
    """One of the three hints of a puzzle."""

    number: Annotated[int, Meta(ge=1, le=3)]


class OfProof(Body, frozen=True, kw_only=True):
    """A puzzle that a player made."""

    puzzle: dict[str, Any]
    """In the form of puzzle files; `id` may be anything."""
    lang: Lang = "en"


class NewRecord(Body, frozen=True, kw_only=True):
    """A record, as `neurohex replay` reads it."""

    text: str
    lang: Lang = "en"
    """The language in which a mistake is told."""


class StoredRecord(Answer, frozen=True, kw_only=True):
    """A summary of a stored record."""

    record: str
    """Its id, a hash of its text: the same text always has the same id."""
    steps: int
    armies: tuple[str, ...]
    players: tuple[str | None, ...]
    """Names of the players, from its tags."""
    date: str | None
    title: str
    """Players and armies, on one line."""
    complete: bool
    """Whether it covers the whole game."""
    message: str
    """Where it ends, if it is incomplete."""


# --- answers --------------------------------------------------------------------------------------
class LiveLook(Form):
    """A moment: the table and the legal actions. Pushed to pages after each act."""

    version: int
    scene: Scene
    choices: Choices
    step: int
    """How many steps led to it, `then` included."""
    steps: int
    """How many steps the match or record has; 0 for study boards, the lesson and puzzles."""
    undo: int | None
    """The seat that may undo the last act; None if no seat can, or if this is not the current state of the match."""
    event: int | None
    """For a match: the number of the last applied event."""


class Look(LiveLook):
    """A moment that a page asked for. Beyond `LiveLook` it has the fields of `neurohex.view.forms.StudyForm`."""

    line: str
    """The position on one line, as boards for study take it."""
    hands: list[list[str]]
    """Tiles in hand by player, as boards for study take them."""
    discards: list[list[str]]
    """Tiles on the discard piles by player, as boards for study take them."""
    energy: list[int]
    """Energy by player, as boards for study take it; 0 on boards without."""
    turn: int | None
    """Whose turn it is; None before the first, and where that player is out."""
    terminals: list[str] | None
    """Hexes of the Terminals, as boards for study take them; None for the usual ones, and for boards without."""
    bomber: str
    """How Mad Bomber is played, as boards for study take it: `none`, `neutral` or `mercenary`."""


class Previews(Form):
    """The consequences of some actions, in the order of the request."""

    previews: list[Preview]


class HintReason(Form):
    """One thing that a bot's plan gains, or that it must fear after it."""

    text: str
    """A sentence without a full stop."""
    is_gain: bool
    """Whether it speaks for the plan."""
    kind: str
    """What it is about: `over` the end of the game, `fall` an HQ that is destroyed, `hq` points of an HQ, `unit` units
    that are destroyed or kept, `control` takeovers, `net` nets."""
    player: int
    """Whose HQ or units they are; of `over` the player to decide."""
    hexes: list[str]
    """The hexes of the units, as they stand when it happens."""
    amount: int
    """Points that the HQ loses; for other kinds 1 if it happens and 0 if it does not."""
    otherwise: int
    """The same without the plan."""
    is_expected: bool
    """Whether it needs a Battle right after the plan."""


class HintedAct(Form):
    """An action that a bot considered."""

    action: int
    words: str
    """The action as a short sentence."""
    chance: float
    """The bot's estimate of the chance to win with it, from 0 to 1."""
    tries: int
    """How often the bot tried it; 0 if it only judged it at first sight."""
    line: list[str]
    """The bot's plan for the rest of the turn, starting with this action, as sentences."""
    reasons: list[HintReason]
    """What the plan gains and what it fears: what it changes first, then what happens anyway."""


class Hint(Form):
    """A bot's advice."""

    player: int
    """The player to decide."""
    thoughts: list[HintedAct]
    """The best actions, at most five, the best first."""


class BattleNow(Form):
    """The Battle if it were fought now; None if none can be fought."""

    battle: Battle | None


# --- analyses -------------------------------------------------------------------------------------
class OfAnalysis(Body, frozen=True, kw_only=True):
    """The analysis of a finished match or a record."""

    moment: Moment
    """The match or the record; its step does not matter."""
    depth: Annotated[int, Meta(ge=1, le=4)] = 2
    """How long to think: 2 is usual, 1, 3 and 4 think a quarter, three times and ten times as long."""
    start: bool = False
    """Whether to compute what is missing. Otherwise the answer only says what there is."""


class OfReview(Body, frozen=True, kw_only=True):
    """An analysis that is done, and the language of its texts."""

    moment: Moment
    depth: Annotated[int, Meta(ge=1, le=4)] = 2
    lang: Lang = "en"


class AnalysisState(Answer, frozen=True, kw_only=True):
    """How far an analysis is."""

    game: str
    """A hash of the game: the same game always has the same."""
    depth: int
    state: Literal["none", "running", "done", "failed"]
    """`none` and `failed`: ask with `start` to go on with it."""
    done: int
    """Parts that are computed and kept."""
    total: int
    ahead: int
    """Other analyses that run at the same time."""
    depths: tuple[int, ...]
    """Depths at which the whole game is analysed."""
    deepest: int
    """The largest depth that this server allows; 0 for none."""
    why: str = ""
    """Why it failed."""
