"""The games of a tournament in order. Pure: the same tournament always has the same plan.

A *meeting* is a set of armies and bots in one setting. Its games are its *legs*: the armies rotate over the seats, and
for each seating the bots rotate over the sides. Legs with the same seating share their shuffle, so each bot plays each
army from each seat with the same tiles in the same order. Two bots and two armies make four games.

All possible meetings form a *round*, in a new random order each round. Rounds repeat until there are enough games; the
last meeting is always completed. So every pairing is played equally from all sides, and no pairing has more than one
meeting more than another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, count
from typing import Final, TypeVar

from neurohex.arena.tournament import Bot, Setting, Tournament
from neurohex.rules.engine import Random

_SEEDS: Final = 1_000_000
"""Number of shuffle seeds per tournament seed."""
Leg = tuple[tuple[str, ...], tuple[Bot, ...]]
"""Armies and bots by seat."""
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to play."""

    id: str
    """Meeting and leg number, e.g. `000012-03`. Names the game in results and records, and never changes."""
    round: int
    setting: Setting
    armies: tuple[str, ...]
    """By seat."""
    bots: tuple[Bot, ...]
    """By seat. The seats of a team share one bot."""
    seed: int
    """Shuffle seed, shared by the round: the player of a seat does not change the tiles it draws."""

    @property
    def label(self) -> str:
        """Its name in errors."""
        return f"game {self.id} ({' against '.join(bot.name for bot in self.bots)})"


@dataclass(frozen=True, slots=True)
class Meeting:
    """A set of armies and bots, regardless of seats."""

    setting: Setting
    armies: tuple[str, ...]
    bots: tuple[Bot, ...]

    def legs(self) -> list[Leg]:
        """The seating of each game."""
        legs: list[Leg] = []
        for armies in _rotations(self.armies):
            sides = self.setting.sides(armies)
            for lineup in _lineups(self.bots, len(sides)):
                seats = {seat: bot for side, bot in zip(sides, lineup, strict=True) for seat in side}
                legs.append((armies, tuple(seats[seat] for seat in range(len(armies)))))
        return legs


def _rotations(things: Sequence[_T]) -> list[tuple[_T, ...]]:
    """All distinct rotations of a sequence."""
    turned = ((*things[first:], *things[:first]) for first in range(len(things)))
    return list(dict.fromkeys(turned))


def _lineups(bots: tuple[Bot, ...], sides: int) -> list[tuple[Bot, ...]]:
    """Bots by side: the bots repeated in order, from every start, in every distinct rotation."""
    begun = [tuple(bots[(first + side) % len(bots)] for side in range(sides)) for first in range(len(bots))]
    return list(dict.fromkeys(turned for lineup in begun for turned in _rotations(lineup)))


def meetings(tournament: Tournament) -> list[Meeting]:
    """The meetings of one round, unshuffled."""
    choose = combinations_with_replacement if tournament.mirrors else combinations
    found = []
    for setting in tournament.settings:
        for armies in choose(tournament.armies, setting.players):
            sides = len(setting.sides(armies))
            groups = combinations(tournament.bots, min(sides, len(tournament.bots)))
            found += [Meeting(setting, armies, bots) for bots in groups]
    return found


def round_size(tournament: Tournament) -> int:
    """Games of a full round, in which every pairing is played from all sides."""
    return sum(len(meeting.legs()) for meeting in meetings(tournament))


def games_for_each(tournament: Tournament, games: int) -> int:
    """Total games that give every pairing at least `games`."""
    fewest = min(len(meeting.legs()) for meeting in meetings(tournament))
    return -(-games // fewest) * round_size(tournament)


def fixtures(tournament: Tournament) -> Iterator[Fixture]:
    """The games of a tournament in order. A longer plan begins with the shorter one."""
    for number, (round_, meeting, legs) in enumerate(_in_order(tournament)):
        seed = _seed(tournament, round_)
        for leg, (armies, bots) in enumerate(legs, 1):
            yield Fixture(f"{number:06d}-{leg:02d}", round_, meeting.setting, armies, bots, seed)


def planned_games(tournament: Tournament) -> int:
    """Games in the plan: those requested plus the rest of the last meeting."""
    return sum(len(legs) for _, _, legs in _in_order(tournament))


def _in_order(tournament: Tournament) -> Iterator[tuple[int, Meeting, list[Leg]]]:
    """Each meeting to play, with its round and legs."""
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
