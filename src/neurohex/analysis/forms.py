"""An analysis as data: what the search thinks of each part of a game. No words, no languages.

A game is cut into spans: the decisions of one player in a row, and the draws of one player in a row. Each span is
judged on its own, so an analysis can be computed in any order, by several processes, and go on where it stopped.

Chances are chances to win, from 0 to 1, by player. The chances of all sides add up to 1.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

VERSION: Final = 1
"""Version of the data and of the way it is computed. Analyses of other versions are not used."""

Grade = Literal["good", "inaccuracy", "mistake", "blunder"]
GRADES: Final[tuple[tuple[float, Grade], ...]] = ((0.15, "blunder"), (0.1, "mistake"), (0.05, "inaccuracy"))
"""The loss of win chance from which on a decision has a grade, the largest first."""

Chances = tuple[float, ...]
"""Chances by player."""


def grade_of(loss: float) -> Grade:
    """The grade of a decision that lost so much of its player's chance."""
    return next((grade for least, grade in GRADES if loss >= least), "good")


class _Form(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Judged(_Form, frozen=True):
    """A decision between two actions or more."""

    step: int
    """Its place among all actions of the game, draws included, from 0."""
    before: float
    """The player's chance with the best plan for the rest of the turn."""
    after: float
    """The same after the action that was played. It is never larger: the loss is the difference."""
    error: float
    """Standard error of the loss."""
    better: tuple[int, ...] = ()
    """A better plan, if the played one lost anything: actions up to the end of the turn, with the default choices of
    others and the rest of a Battle, so that all of them can be played from this step."""

    @property
    def loss(self) -> float:
        """What the decision cost, from 0 to 1."""
        return self.before - self.after

    @property
    def grade(self) -> Grade:
        """The grade of the decision."""
        return grade_of(self.loss)


class Stretch(_Form, frozen=True, tag="decisions"):
    """Decisions of one player in a row, with nobody else's decision and no draw between them."""

    first: int
    """The step of the first."""
    stop: int
    """The step after the last."""
    player: int
    before: Chances
    """With the best plan of the player."""
    after: Chances
    """After the decisions as they were played."""
    judged: tuple[Judged, ...]
    """Decisions with two legal actions or more, in order."""


class Draws(_Form, frozen=True, tag="draws"):
    """Draws of one player in a row."""

    first: int
    stop: int
    player: int
    luck: Chances
    """What the draws were worth: the chances after them, less the mean over draws that were possible."""
    error: float
    """Standard error of the player's luck."""


Piece = Stretch | Draws
"""A judged span."""


class GameAnalysis(_Form, frozen=True):
    """A game with all its spans judged."""

    version: int
    depth: int
    game: str
    """Which game it is of: `spans.game_hash`."""
    result: Chances | None
    """1 for a winner, 0 for a loser, a half for a draw of two; None if the game is not over."""
    pieces: tuple[Piece, ...]
    """In order, without gaps."""
