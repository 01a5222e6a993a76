"""Reasons for and against a plan, as sentences.

>>> from neurohex.model.outlook import Reason
>>> from neurohex.model.game import Game
>>> reason = Reason("hq", True, 1, None, 3, 1, True)
>>> print(*(line.text for line in reason_lines(Game(("borgo", "moloch")), [reason])), sep="\\n")
If a Battle follows, the HQ of Moloch loses 3 points (1 without this plan)
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final, NamedTuple

from neurohex.explain.language import Language, language_of
from neurohex.explain.line import player_in_cases
from neurohex.model.game import Game
from neurohex.model.outlook import Reason

_RESULTS: Final = {1: "reason.wins", 0: "reason.draws", -1: "reason.loses"}


class ReasonLine(NamedTuple):
    """One or more reasons of a kind, in one sentence without a full stop."""

    text: str
    is_gain: bool
    """Whether it speaks for the plan."""
    reasons: tuple[Reason, ...]
    """The reasons that the sentence tells."""


def reason_lines(game: Game, reasons: Iterable[Reason], lang: str = "en") -> tuple[ReasonLine, ...]:
    """The reasons of a plan (`outlook.reasons_for`) in words. Units that share a fate share a sentence.

    Raises `UnknownLanguage`.
    """
    words = language_of(lang)
    lines: list[ReasonLine] = []
    for _, group in groupby(sorted_by_fate(reasons), key=_fate):
        alike = tuple(group)
        text = _sentence(words, alike, player_in_cases(game, alike[0].player, lang))
        lines.append(ReasonLine(text[0].upper() + text[1:], alike[0].is_gain, alike))
    return tuple(lines)


def sorted_by_fate(reasons: Iterable[Reason]) -> list[Reason]:
    """Group the reasons of one sentence; sentences keep the order of their first reason."""
    listed = list(reasons)
    fates = list(dict.fromkeys(map(_fate, listed)))
    return sorted(listed, key=lambda reason: fates.index(_fate(reason)))


def _fate(reason: Reason) -> tuple[object, ...]:
    return reason.kind, reason.is_gain, reason.player, reason.amount, reason.otherwise, reason.is_expected


def _sentence(words: Language, alike: tuple[Reason, ...], who: str) -> str:
    text = _what_happens(words, alike, who)
    one = alike[0]
    if one.kind in ("fall", "unit") and one.amount and one.otherwise:
        text = words.say("reason.also", text=text)
    elif one.kind == "hq" and one.amount != one.otherwise:
        text = words.say("reason.without", text=text, n=one.otherwise)
    elif one.kind == "hq":
        text = words.say("reason.also", text=text)
    return words.say("reason.expected", text=text) if one.is_expected else text


_HAPPENS: Final = {
    "unit": ("kept", "lost"),
    "control": ("taken", "taken"),
    "net": ("freed", "netted"),
    "power": ("powered", "unpowered"),
}
"""By kind of a reason about units: the words where it does not happen, and where it does."""


def _what_happens(words: Language, alike: tuple[Reason, ...], who: str) -> str:
    one = alike[0]
    if one.kind == "over":
        return words.say(_RESULTS[one.amount], who=who)
    if one.kind == "fall":
        return words.say("reason.falls" if one.amount else "reason.stands", who=who)
    if one.kind == "hq":
        return words.count("reason.hq", one.amount, who=who) if one.amount else words.say("reason.hq_safe", who=who)
    units = words.listed([words.unit(each.unit.tile, each.unit.hex) for each in alike if each.unit is not None])
    name = _HAPPENS[one.kind]
    return words.count(f"reason.{name[min(one.amount, 1)]}", len(alike), who=who, units=units)
