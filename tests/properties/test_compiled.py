"""The compiled rules and their source play the same games: same actions, same choices, same states.

Two processes play the same seeds over every mode and board, one of them with NEUROHEX_PURE=1, and all that they saw
is compared. Where there is no C compiler, NEUROHEX_ALLOW_PURE=1 says so; then the source is compared with itself.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

import neurohex
from neurohex.notation.action import action_text
from neurohex.players import make_player
from neurohex.pure import PURE, has_compiled_rules, uses_compiled_rules
from neurohex.rules.engine import Game, Random, fresh_buffer, is_chance, legal, new_state, play, random_action
from neurohex.rules.game import RULESETS
from neurohex.tiles import ARMIES

ROOT: Final = Path(__file__).parents[2]
ALLOW_PURE: Final = "NEUROHEX_ALLOW_PURE"

TABLES: Final[tuple[tuple[int, dict[str, Any]], ...]] = (
    (2, {}),
    (2, {"board": "duel"}),
    (2, {"mercenaries": 2, "bomber": "mercenary", "bomber_two": True}),
    (2, {"board": "duel", "mercenaries": 1, "bomber": "neutral"}),
    (2, {"alternative_start": True, "reinforcement": True}),
    (2, {"board": "duel", "reinforcement": True, "bomber_two": True}),
    (3, {}),
    (3, {"board": "duel", "score": True}),
    (3, {"mercenaries": 1, "bomber": "neutral", "bomber_two": True}),
    (3, {"mode": "one-vs-two"}),
    (3, {"mode": "one-vs-two", "board": "duel", "alternative_start": True}),
    (4, {"mode": "team"}),
    (4, {"mode": "team", "board": "duel", "score": True}),
    (4, {"mode": "team", "board": "expanded", "mercenaries": 1, "bomber": "mercenary"}),
    (4, {"board": "expanded", "bomber": "neutral"}),
    (4, {"board": "expanded", "score": True}),
    (5, {"board": "expanded"}),
    (5, {"board": "expanded", "bomber_two": True, "reinforcement": True}),
    (6, {"board": "expanded"}),
    (6, {"board": "expanded", "score": True, "bomber": "neutral"}),
)
"""Number of players and settings. Each is played under every ruleset."""


BOTS: Final = ("greedy", "level1", "level2", "search:nodes=40")


def games() -> list[Game]:
    """Sixty games of every kind, with the armies in rotation; then a game of every pairing."""
    armies = sorted(ARMIES)
    found: list[Game] = []
    for ruleset in RULESETS:
        for count, options in TABLES:
            first = len(found)
            seats = tuple(armies[(first + seat * (1 + first % 3)) % len(armies)] for seat in range(count))
            found.append(Game(seats, ruleset=ruleset, **options))
    pairs = itertools.combinations_with_replacement(armies, 2)
    return found + [Game(pair, ruleset=RULESETS[number % 3]) for number, pair in enumerate(pairs)]


def course(game: Game, seed: int) -> Iterator[tuple[int, int, int]]:
    """A random game: before each action how many there are, which it is and the state's key; then the last key."""
    state, random, buffer = new_state(game), Random(seed), fresh_buffer()
    while not state.is_over():
        count = int(legal(state, buffer))
        action = int(random_action(state, random, buffer))
        yield count, action, state.key()
        play(state, action)
    yield 0, -1, state.key()


def decisions(game: Game, seed: int) -> list[tuple[str, int]]:
    """The choices of each bot at some moments of a game."""
    found: list[tuple[str, int]] = []
    state = new_state(game)
    for number, (_, action, _) in enumerate(list(course(game, seed))[:90]):
        if number % 30 == 29 and not is_chance(state):
            found += [(spec, make_player(spec, seed).choose(state)) for spec in BOTS]
        play(state, action)
    return found


def tell() -> None:
    """What this process plays, on standard output: a line that says which rules it uses, then one for each game, and
    the decisions of the bots in some."""
    print(json.dumps(uses_compiled_rules()))
    for seed, game in enumerate(games()):
        print(json.dumps(list(course(game, seed))))
    print(json.dumps([decisions(game, seed) for seed, game in enumerate(games()[:60:5])]))


def begin(pure: bool, hash_seed: int) -> subprocess.Popen[str]:
    """A process that prints its games."""
    source = str(Path(neurohex.__file__).parents[1])
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([source, str(ROOT)]), "PYTHONHASHSEED": str(hash_seed)}
    environ.pop(PURE, None)
    if pure:
        environ[PURE] = "1"
    script = "from tests.properties.test_compiled import tell; tell()"
    command = [sys.executable, "-c", script]
    return subprocess.Popen(
        command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )


def told(process: subprocess.Popen[str]) -> list[Any]:
    out, errors = process.communicate()
    assert process.returncode == 0, errors
    return [json.loads(line) for line in out.splitlines()]


def missing(compiled: bool, environ: Mapping[str, str]) -> str:
    """Why the compiled rules cannot be compared here; empty if they can, or need not be."""
    if compiled or environ.get(ALLOW_PURE) == "1":
        return ""
    return (
        "the rules are not compiled here, and nothing shows that they would play the same: "
        f"run `make build`, or set {ALLOW_PURE}=1 where there is no C compiler"
    )


def difference(number: int, game: Game, compiled: list[list[int]], pure: list[list[int]]) -> str:
    """The first difference of two runs of a game, in words."""
    state = new_state(game)
    last = "the beginning"
    for step, (one, two) in enumerate(zip(compiled, pure, strict=False)):
        if one != two:
            return (
                f"game {number} ({game.describe()}), step {step}, after {last}: "
                f"compiled [legal, action, key] {one}, interpreted {two}"
            )
        if one[1] >= 0:
            last = f'"{action_text(state, one[1])}"'
            play(state, one[1])
    return f"game {number} ({game.describe()}) is {len(compiled)} steps long compiled, {len(pure)} interpreted"


@pytest.mark.slow
def test_compiled_and_interpreted_rules_play_the_same_games() -> None:
    compiled = has_compiled_rules()
    if reason := missing(compiled, os.environ):
        pytest.fail(reason, pytrace=False)
    processes = [begin(pure=False, hash_seed=1), begin(pure=True, hash_seed=2)]
    one, two = (told(process) for process in processes)
    assert [one.pop(0), two.pop(0)] == [compiled, False]
    assert sum(map(len, one[-1])) > 10
    assert one.pop() == two.pop(), "the bots decide otherwise"
    assert len(one) == len(two) == len(games())
    for number, game in enumerate(games()):
        if one[number] != two[number]:
            pytest.fail(difference(number, game, one[number], two[number]), pytrace=False)


def test_the_games_are_of_every_kind() -> None:
    found = games()
    assert {(game.board_key, int(game.players)) for game in found} >= {
        *((board, count) for board in ("standard", "duel") for count in (2, 3, 4)),
        *(("expanded", count) for count in (4, 5, 6)),
    }
    assert {game.mode for game in found} == {"standard", "deathmatch", "team", "one-vs-two"}
    assert {game.ruleset for game in found} == set(RULESETS)
    assert {army for game in found for army in game.armies} == set(ARMIES)


def test_missing_compiled_rules_fail_the_comparison() -> None:
    assert "run `make build`" in missing(False, {})
    assert "run `make build`" in missing(False, {ALLOW_PURE: "0"})
    assert not missing(False, {ALLOW_PURE: "1"})
    assert not missing(True, {})


def test_a_difference_is_reported_with_its_place() -> None:
    game = Game(("borgo", "moloch"))
    steps = [list(step) for step in course(game, 1)]
    other = [*steps[:3], [steps[3][0] + 1, *steps[3][1:]], *steps[4:]]
    assert 'step 3, after "draw' in difference(7, game, steps, other)
    assert difference(7, game, steps, steps[:-1]).endswith(
        f"{len(steps)} steps long compiled, {len(steps) - 1} interpreted"
    )
