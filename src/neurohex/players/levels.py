"""Levels for people, from first game to expert.

The lower levels make human mistakes: they overlook actions, misjudge positions and, at the bottom, do not foresee the
Battle. The higher levels differ in how long they think. None plays a move that it knows to be bad.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from neurohex.bots.evaluation import BLIND
from neurohex.bots.greedy import Greedy
from neurohex.players.player import GreedyPlayer, Player
from neurohex.players.thinking import NodeSearch


@dataclass(frozen=True, slots=True)
class Level:
    """One level: its key for `make_player`, its name for people, and its player for a seed."""

    name: str
    title: str
    title_pl: str
    about: str
    about_pl: str
    make: Callable[[int], Player]


LEVELS: Final = (
    Level(
        "level1",
        "First game",
        "Pierwsza gra",
        "Sees few of its possibilities and nothing of the Battle to come.",
        "Widzi niewiele ze swoich możliwości i nic z nadchodzącej Bitwy.",
        lambda seed: GreedyPlayer(seed, Greedy(noticed=12, error=2000, judge=BLIND)),
    ),
    Level(
        "level2",
        "Beginner",
        "Początkujący",
        "Begins to foresee the Battle, but overlooks much and misjudges.",
        "Zaczyna przewidywać Bitwę, ale wiele przeocza i źle ocenia.",
        lambda seed: GreedyPlayer(seed, Greedy(noticed=20, error=3000)),
    ),
    Level(
        "level3",
        "Player",
        "Gracz",
        "Takes what looks best when the Battle is fought now, and thinks no further.",
        "Wybiera to, co wygląda najlepiej, gdyby Bitwa wybuchła teraz, i nie myśli dalej.",
        lambda seed: GreedyPlayer(seed),
    ),
    Level(
        "level4",
        "Skilled",
        "Wprawny",
        "Plans its whole turn and looks at some answers.",
        "Planuje całą turę i sprawdza niektóre odpowiedzi.",
        lambda seed: NodeSearch(seed, 1_500, horizon=1),
    ),
    Level(
        "level5",
        "Strong",
        "Mocny",
        "Plans its turn against many draws and answers.",
        "Planuje turę, biorąc pod uwagę wiele dobrań i odpowiedzi.",
        lambda seed: NodeSearch(seed, 7_000),
    ),
    Level(
        "level6",
        "Expert",
        "Ekspert",
        "The same with four times the thought.",
        "Jak Mocny, ale myśli cztery razy dłużej.",
        lambda seed: NodeSearch(seed, 28_000),
    ),
)
"""Weakest first. No level has a clock: each is deterministic, and answers within a second on one core of an
ordinary machine with the compiled rules.
"""
