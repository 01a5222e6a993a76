"""Computes pictures, and what they show in words. Runs in worker processes, as `view_jobs` does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta

from neurohex.model.game import State
from neurohex.model.reading import turn_number
from neurohex.notation.record import parse_record
from neurohex.pictures import (
    Frame,
    NoAnimations,
    Picture,
    animation_of,
    battle_film,
    card_of,
    moment_picture,
    png_of,
    svg_of,
    turn_film,
)
from neurohex.pictures.page import CARD, WIDTH
from neurohex.puzzles import presenting
from neurohex.server.battle_moments import battle_at, state_in
from neurohex.server.moments import RecordSource, ResolvedMoment, Source, puzzle_at, resolve
from neurohex.server.refusals import Refusal
from neurohex.wire.http import Answer
from neurohex.wire.messages import Code
from neurohex.wire.views import AtMoment, OfPicture

PICTURE_PRICE: Final = 20
"""Price of a PNG in views."""
ANIMATION_PRICE: Final = 100
"""Price of a GIF or WebP in views."""
_ANIMATION_WIDTH: Final = 480

_Names = Annotated[tuple[str, ...], Meta(max_length=6)]


class PictureWork(OfPicture, frozen=True, kw_only=True):
    """A request for a picture, with what the server adds."""

    names: _Names = ()
    """The players of a match, by seat."""
    wide: bool = False
    """For link previews: the board beside the players."""


class AboutWork(AtMoment, frozen=True, kw_only=True):
    """A request for a moment in words."""

    names: _Names = ()


class AboutMoment(Answer, frozen=True, kw_only=True):
    """What a picture shows, in words."""

    title: str
    about: str


def picture(body: PictureWork, source: Source | None) -> bytes:
    """The picture as a file. Raises `Refusal`."""
    at = resolve(body.moment, source)
    names = body.names or _recorded(source)
    if body.form in ("gif", "webp"):
        try:
            return animation_of(_film(body, at, names), "gif" if body.form == "gif" else "webp", _ANIMATION_WIDTH)
        except NoAnimations as error:
            raise Refusal(Code.UNAVAILABLE, str(error)) from None
    drawn, width = _drawn(body, at, names)
    return drawn.encode() if body.form == "svg" else png_of(drawn, int(width))


def about(body: AboutWork, source: Source | None) -> AboutMoment:
    """A moment in words. Raises `Refusal`."""
    at = resolve(body.moment, source)
    names = body.names or _recorded(source)
    shown = moment_picture(at.state, body.lang, names=names, caption=_caption(body))
    if body.moment.puzzle is not None:
        puzzle, number = puzzle_at(body.moment.puzzle)
        entry = presenting.entry(puzzle, body.lang, number)
        return AboutMoment(title=entry.title, about=entry.task)
    return AboutMoment(title=_title(shown), about=shown.label)


def _title(shown: Picture) -> str:
    return " – ".join(side.name for side in shown.sides)


def _caption(body: AtMoment) -> str | None:
    """The usual caption; none where the number of the turn means nothing."""
    return None if body.moment.match is not None or body.moment.record is not None else ""


def _drawn(body: PictureWork, at: ResolvedMoment, names: Sequence[str]) -> tuple[str, float]:
    """The SVG and its width."""
    if body.battle is None:
        shown = moment_picture(at.state, body.lang, names=names, caption=_caption(body))
    else:
        states = battle_at(at, body.battle, body.lang)[1]
        shown = moment_picture(state_in(states, body.battle.over), body.lang, names=names, caption=_caption(body))
    return (card_of(shown, _title(shown)), CARD[0]) if body.wide else (svg_of(shown), WIDTH)


def _film(body: PictureWork, at: ResolvedMoment, names: Sequence[str]) -> list[Frame]:
    if body.battle is not None:
        battle, states = battle_at(at, body.battle, body.lang)
        return battle_film(battle, states, body.lang, names=names)
    return turn_film(_turn_states(at), body.lang, names=names, caption=_caption(body))


def _turn_states(at: ResolvedMoment) -> list[State]:
    """The states of the turn that led to a moment; of the last turn, if the next one has just begun."""
    steps = at.history()
    states = [step.before for step in steps] + [at.state]
    turns = [turn_number(state) for state in states]
    shown = turns[-1]
    if turns.count(shown) < 3 and len(turns) > 3:
        shown -= 1
    return [state for state, turn in zip(states, turns, strict=True) if turn >= shown]


def _recorded(source: Source | None) -> tuple[str, ...]:
    """The players' names in a record."""
    if not isinstance(source, RecordSource):
        return ()
    record = parse_record(source.text)
    return tuple(record.tags.get(f"Player{seat}", "") for seat in range(len(record.game.armies)))
