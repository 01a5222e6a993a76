"""Every game of a tournament, in order. Pure: the same tournament has the same plan, anywhere and at any time.

A *meeting* is some armies and some bots in one setting. It is played as a set of games, its legs: the armies go round
the seats, and for each seating the bots go round the sides. Legs with the same seating share their shuffle, so each bot
has each army from each seat with the very same tiles in the same order. Two bots and two armies make four games.

All meetings there can be make a round, in an order that is shuffled for each. Rounds follow until there are enough
games, and then the meeting that reached them is played to its end, so that every pairing is played from all sides
alike and no pairing has more than one meeting above another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, count
from typing import Final, TypeVar

from neurohex.arena.tournament import Bot, Setting, Tournament
from neurohex.rules.engine import Random

_SEEDS: Final = 1_000_000
"""Seeds of shuffles that belong to one seed of a tournament."""
Leg = tuple[tuple[str, ...], tuple[Bot, ...]]
"""Armies and bots by seat."""
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played."""

    id: str
    """Number of its meeting and of its leg, `000012-03`: its name in results and records, the same for good."""
    round: int
    setting: Setting
    armies: tuple[str, ...]
    """By seat."""
    bots: tuple[Bot, ...]
    """By seat; the seats of a team have one bot."""
    seed: int
    """Of the shuffle: every game of the round has it, so each army in a seat draws alike whoever leads it."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Armies and bots that meet, whoever sits where."""

    setting: Setting
    armies: tuple[str, ...]
    bots: tuple[Bot, ...]

    def legs(self) -> list[Leg]:
        """Who sits where in each of its games."""
        legs: list[Leg] = []
        for armies in _rotations(self.armies):
            sides = self.setting.sides(armies)
            for lineup in _lineups(self.bots, len(sides)):
                seats = {seat: bot for side, bot in zip(sides, lineup, strict=True) for seat in side}
                legs.append((armies, tuple(seats[seat] for seat in range(len(armies)))))
        return legs


def _rotations(things: Sequence[_T]) -> list[tuple[_T, ...]]:
    """Things in their order from each of them on, equal ones once."""
    turned = ((*things[first:], *things[:first]) for first in range(len(things)))
    return list(dict.fromkeys(turned))


def _lineups(bots: tuple[Bot, ...], sides: int) -> list[tuple[Bot, ...]]:
    """Who takes which side: the bots in their order again and again, from each bot on, turned in every way."""
    begun = [tuple(bots[(first + side) % len(bots)] for side in range(sides)) for first in range(len(bots))]
    return list(dict.fromkeys(turned for lineup in begun for turned in _rotations(lineup)))


def meetings(tournament: Tournament) -> list[Meeting]:
    """The meetings of one round, in their first order."""
    choose = combinations_with_replacement if tournament.mirrors else combinations
    found = []
    for setting in tournament.settings:
        for armies in choose(tournament.armies, setting.players):
            sides = len(setting.sides(armies))
            groups = combinations(tournament.bots, min(sides, len(tournament.bots)))
            found += [Meeting(setting, armies, bots) for bots in groups]
    return found


def round_size(tournament: Tournament) -> int:
    """How many games a full round has, in which every pairing is played from all sides."""
    return sum(len(meeting.legs()) for meeting in meetings(tournament))


def games_for_each(tournament: Tournament, games: int) -> int:
    """How many games in all give every pairing at least so many."""
    fewest = min(len(meeting.legs()) for meeting in meetings(tournament))
    return -(-games // fewest) * round_size(tournament)


def fixtures(tournament: Tournament) -> Iterator[Fixture]:
    """The games of a tournament, in order. The plan of more games begins with the plan of fewer."""
    for number, (round_, meeting, legs) in enumerate(_in_order(tournament)):
        seed = _seed(tournament, round_)
        for leg, (armies, bots) in enumerate(legs, 1):
            yield Fixture(f"{number:06d}-{leg:02d}", round_, meeting.setting, armies, bots, seed)


def planned_games(tournament: Tournament) -> int:
    """How many games the plan has: those asked for, and the rest of the last meeting."""
    return sum(len(legs) for _, _, legs in _in_order(tournament))


def _in_order(tournament: Tournament) -> Iterator[tuple[int, Meeting, list[Leg]]]:
    """Each meeting that is played, with its round and its games."""
    whole = [(meeting, meeting.legs()) for meeting in meetings(tournament)]
    planned = 0
    for round_ in count(1):
        for meeting, legs in _shuffled(whole, _seed(tournament, round_)):
            yield round_, meeting, legs
            planned += len(legs)
            if planned >= tournament.games:
                return


def _seed(tournament: Tournament, round_: int) -> int:
    return tournament.seed * _SEEDS + round_


def _shuffled(things: Sequence[_T], seed: int) -> list[_T]:
    random = Random(seed)
    mixed = list(things)
    for last in range(len(mixed) - 1, 0, -1):
        other = int(random.below(last + 1))
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
