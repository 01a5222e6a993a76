"""Situations to explain, and invariants of every sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from neurohex.events import Event
from neurohex.explain import Line
from neurohex.model.fighting import fight_on
from neurohex.notation.action import parse_action
from neurohex.notation.bridge import state_of
from neurohex.notation.compact import parse_line
from neurohex.rules.battle import begin_battle
from neurohex.rules.engine import (
    Game,
    Log,
    Random,
    State,
    apply,
    default_choice,
    empty_state,
    fresh_buffer,
    new_state,
    play,
    random_action,
)
from neurohex.rules.flow import fight_alone
from neurohex.rules.layout import ASIDE, BY_TILE, LEFT, P_HQ, PLAYER_SIZE, ST_MAIN, SUPPLY
from neurohex.tiles import ARMIES
from tests.rules.table import Table

PAGE = Path(__file__).parents[2] / "docs" / "rulings.md"
Story = tuple[Game, list[Event]]
"""A game, and some events of it."""


def known_rulings() -> set[str]:
    """The numbers of docs/rulings.md."""
    return set(re.findall(r"^(?:- |\| )(R\d+\.\d+) ", PAGE.read_text(encoding="utf-8"), re.MULTILINE))


RULINGS = known_rulings()


# --- situations -----------------------------------------------------------------------------------
def fought(line: str, *choices: str) -> Story:
    """One Battle on a position, with choices as text, then by the default policy."""
    st = state_of(parse_line(line))
    log, left = Log(), list(choices)
    fight_on(st, log, lambda s: parse_action(s, left.pop(0)) if left else default_choice(s))
    assert not left, f"choices that never came up: {left}"
    return st.game, log.events


def played(table: Table, *texts: str) -> Story:
    """Play actions given as text."""
    table.do(*texts)
    return table.st.game, table.log.events


def hired() -> Story:
    st = new_state(Game(("borgo", "moloch"), mercenaries=1))
    log = Log()
    apply(st, parse_action(st, "hire Harpooner"), log)
    return st.game, log.events


def scored() -> Story:
    game = Game(("outpost", "hegemony", "borgo"), score=True)
    st = empty_state(game)
    at = game.board.index
    st.put(at["C3"], int(game.base[0]), 0, 0)
    runner = [tile.name for tile in ARMIES["hegemony"].tiles].index("Runner")
    st.put(at["C2"], int(game.base[1]) + runner, 1, 3)
    log = Log()
    st.log = log
    begin_battle(st, BY_TILE, 1)
    assert fight_alone(st)
    return game, log.events


def last_turn(line: str) -> Story:
    """The end of the last turn before the Final Battle."""
    table = Table(*line.split(" | ")).turn(0)
    table.st.b[SUPPLY] = 1
    table.st.b[LEFT] = 1
    return played(table, "end turn")


def bomber_two() -> Story:
    table = Table("borgo outpost", "A1=0.HQ E3=1.HQ").hand(0, "Move").turn(0)
    table.st.b[ASIDE] = 1
    return played(table, "bomber C3 discarding Move")


def draws(pile: tuple[str, ...], *drawn: str) -> Story:
    table = Table("outpost borgo", "A1=0.HQ E3=1.HQ").pile(0, *pile).begin_turn(0)
    return played(table, *(f"draw {name}" for name in drawn))


def unlucky() -> Story:
    table = Table("outpost borgo", "A1=0.HQ E3=1.HQ").pile(0, "Move", "Move", "Move", "Scout", "Scout").begin_turn(0)
    table.do("draw Move", "draw Move", "draw Move")
    table.log = Log()
    return played(table, "redraw")


Situation = Callable[[], Story]
Sentence = tuple[type[Event], Situation, str, str]
"""An event, a situation in which it comes, how its sentence begins, and its rulings."""


# --- whole games ----------------------------------------------------------------------------------
KEYS = tuple(ARMIES)
Games = Callable[[Random, str], Game]


def _armies(random: Random, count: int) -> tuple[str, ...]:
    return tuple(KEYS[int(random.below(len(KEYS)))] for _ in range(count))


MODES: dict[str, Games] = {
    "standard": lambda r, rules: Game(_armies(r, 2), ruleset=rules),
    "duel": lambda r, rules: Game(_armies(r, 2), ruleset=rules, board="duel"),
    "deathmatch": lambda r, rules: Game(_armies(r, 3), ruleset=rules),
    "score": lambda r, rules: Game(_armies(r, 3), ruleset=rules, score=True),
    "team": lambda r, rules: Game(_armies(r, 4), ruleset=rules, mode="team"),
    "team score": lambda r, rules: Game(_armies(r, 4), ruleset=rules, mode="team", score=True),
    "one-vs-two": lambda r, rules: Game(_armies(r, 3), ruleset=rules, mode="one-vs-two"),
    "mercenaries": lambda r, rules: Game(
        _armies(r, 2), ruleset=rules, mercenaries=2, bomber="mercenary", bomber_two=True
    ),
    "bombers": lambda r, rules: Game(("doomsday", "vegas", "smart"), ruleset=rules, bomber="neutral", bomber_two=True),
    "reinforcement": lambda r, rules: Game(("outpost", "vegas"), ruleset=rules, reinforcement=True),
    "expanded": lambda r, rules: Game(_armies(r, 5), ruleset=rules, board="expanded"),
}
RULES = ("2008", "3.0", "living")
NUMBERLESS = re.compile(r"None|\b(?:255|99|90)\b|-\d|\bplayer \d|[{}\[\]]|  |: ?$|^[a-z]")
"""What a sentence never has: a number that stands for something else, a gap, a small letter at its beginning."""


def random_game(mode: str, seed: int) -> State:
    random = Random(seed)
    st = new_state(MODES[mode](random, RULES[seed % 3]))
    if seed % 2:  # HQs that fall, too
        for p in range(len(st.game.armies)):
            st.b[int(st.po) + p * PLAYER_SIZE + P_HQ] = 3
    return st


def check(line: Line) -> None:
    assert not NUMBERLESS.search(line.text), line
    assert set(line.ruling.split(", ")) <= RULINGS, line


def moments(mode: str, seed: int) -> Iterator[State]:
    """States of the main part of turns in one random game."""
    st, random, buffer = random_game(mode, seed), Random(seed), fresh_buffer()
    while not st.is_over():
        play(st, random_action(st, random, buffer))
        if st.stage() == ST_MAIN:
            yield st
