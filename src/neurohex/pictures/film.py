"""A Battle or a turn as a few frames, each readable by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from neurohex.draw import Arrow
from neurohex.model.game import State
from neurohex.pictures.moments import moment_picture
from neurohex.pictures.page import Picture
from neurohex.pictures.words import word
from neurohex.view.forms import Battle, Beat

_FIRST: Final = 1000
_HITS: Final = 1700
_RESULT: Final = 900
_LAST: Final = 2600
_MOST_STEPS: Final = 12
"""Frames of a turn."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture, and how long it is shown."""

    picture: Picture
    milliseconds: int


def battle_film(battle: Battle, states: Sequence[State], lang: str, *, names: Sequence[str] = ()) -> list[Frame]:
    """A Battle: the board before it, the hits of each phase and what is left after it, and the end.

    `states` are before it, after each phase, and at the end.
    """
    frames = [_frame(states[0], lang, names, word("before", lang), _FIRST)]
    for number, phase in enumerate(battle.phases):
        now, after = states[number], states[number + 1]
        words = word("phase", lang).format(n=phase.initiative)
        arrows = tuple(arrow for beat in phase.beats if (arrow := _hit(now, beat)) is not None)
        if arrows:
            frames.append(_frame(now, lang, names, words, _HITS, arrows))
            frames.append(_frame(after, lang, names, words, _RESULT))
    frames.append(_frame(states[-1], lang, names, word("after", lang), _LAST))
    return frames


def turn_film(
    states: Sequence[State], lang: str, *, names: Sequence[str] = (), caption: str | None = None
) -> list[Frame]:
    """How a moment came about: the boards of these states that differ, at most the last twelve."""
    pictures: list[Picture] = []
    for state in states:
        picture = moment_picture(state, lang, names=names, caption=caption)
        if not pictures or pictures[-1].view != picture.view:
            pictures.append(picture)
    pictures = pictures[-_MOST_STEPS:]
    return [Frame(picture, _RESULT) for picture in pictures[:-1]] + [Frame(pictures[-1], _LAST)]


def _frame(
    state: State, lang: str, names: Sequence[str], caption: str, time: int, arrows: tuple[Arrow, ...] = ()
) -> Frame:
    return Frame(moment_picture(state, lang, names=names, caption=caption, arrows=arrows), time)


def _hit(state: State, beat: Beat) -> Arrow | None:
    """The arrow of a hit, or None."""
    if beat.what not in ("hit", "stopped") or beat.source is None or beat.to is None:
        return None
    index = state.game.board.index
    stopped = beat.what == "stopped" or beat.wounds == 0
    label = str(beat.wounds) if isinstance(beat.wounds, int) else "∞"
    via = tuple(index[name] for name in beat.via)
    return Arrow(index[beat.source], index[beat.to], beat.kind or "", "" if stopped else label, via, void=stopped)
