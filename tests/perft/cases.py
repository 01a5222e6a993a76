"""The form of the files of counts, and the states that they begin from.

    = HQs on the standard board
    game: 3.0 standard borgo moloch
    1: 114 = 19*6
    2: 12312 = 19*6 * 18*6

A case begins with its title. Then comes a game from its first moment, or a position in the one-line form:

    game: [ruleset] [board] army army …
    position: [ruleset] [board] army:points army:points … | units | foundations

What more there is to say, each on a line of its own:

    options: mode=team score=yes …          as `Game` takes them
    hand 0: Move, Push Back                 taken out of the pile
    pile 0: Runner, Move                    the whole pile, instead of all tiles that are nowhere else
    energy 0: 3                             on the Duel board
    turn: 0                                 the main part of that player's turn, drawing and discarding done
    begin: 0                                that player is to draw
    play: battle; clown C3 attacks          what is played before the counting begins

Last come the counts, by depth; after `=` the sum or product by which somebody found a count without the engine, which
must come to the same. Draws count as actions, one for each kind of tile. Lines that begin with `#` are for readers.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from neurohex.rules.engine import State
from neurohex.rules.layout import ASIDE
from tests.rules.course import Course

FOLDER: Final = Path(__file__).parent

_LINE: Final = re.compile(r"([a-z]+)(?: (\d))?\s*:\s*(\S.*)")
_COUNT: Final = re.compile(r"(\d+)\s*:\s*(\d+|\?)(?:\s*=\s*(.+))?")
_PER_PLAYER: Final = ("hand", "pile", "energy")
_ONCE: Final = ("game", "position", "options", "turn", "begin", "play")
_OPERATORS: Final[dict[type[ast.operator], Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}


class PerftError(ValueError):
    """A file of counts cannot be read; the message names the line and what was expected."""


@dataclass(slots=True)
class Count:
    """The number of sequences of `depth` actions."""

    depth: int
    nodes: int | None
    """None if the file has a question mark."""
    reckoned: int | None = None
    """The value of the sum or product after the count."""


@dataclass(slots=True)
class Case:
    """A state and its counts."""

    file: str
    line: int
    title: str
    words: dict[str, str] = field(default_factory=dict)
    """The lines before the counts, by the word before the colon."""
    counts: list[Count] = field(default_factory=list)

    @property
    def name(self) -> str:
        """File and title."""
        return f"{self.file.removesuffix('.txt')}: {self.title}"

    def state(self) -> State:
        """The state to count from."""
        options = _options(self.words.get("options", ""))
        if "game" in self.words:
            course = Course(self.words["game"], **options)
        else:
            head, units, foundations = (*self.words["position"].split("|"), "", "")[:3]
            course = Course(head, units, foundations, **options)
            if course.st.game.bomber_two and "Mad_Bomber_II" not in units:
                course.st.b[ASIDE] = 1
        for key, word in self.words.items():
            what, _, player = key.partition(" ")
            if what == "pile":
                course.pile(int(player), *_listed(word))
        for key, word in self.words.items():
            what, _, player = key.partition(" ")
            if what == "hand":
                course.hand(int(player), *_listed(word))
            elif what == "energy":
                course.energy(int(player), int(word))
        if "turn" in self.words:
            course.turn(int(self.words["turn"]))
        elif "begin" in self.words:
            course.begin_turn(int(self.words["begin"]))
        if "play" in self.words:
            course.do(*(text.strip() for text in self.words["play"].split(";")))
        return course.st


def _listed(word: str) -> list[str]:
    return [name.strip() for name in word.split(",")]


def _options(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word in text.split():
        key, _, value = word.partition("=")
        found[key] = True if value == "yes" else int(value) if value.isdigit() else value
    return found


def cases() -> list[Case]:
    """All cases of all files, in order."""
    return [case for path in sorted(FOLDER.glob("*.txt")) for case in read_cases(path.name, path.read_text("utf-8"))]


def read_cases(name: str, text: str) -> Iterator[Case]:
    """The cases of one file. Raises `PerftError` for a line that it cannot read."""
    case: Case | None = None
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        if words.startswith("="):
            if case is not None:
                yield _whole(case)
            case = Case(name, number, words[1:].strip())
        elif case is None:
            raise PerftError(f'{name}: line {number}: expected the title of a case, as "= title", got "{words}"')
        else:
            _read(case, number, words)
    if case is None:
        raise PerftError(f"{name}: there is no case in it")
    yield _whole(case)


def _whole(case: Case) -> Case:
    place = f"{case.file}: line {case.line}: {case.title}"
    if ("game" in case.words) == ("position" in case.words):
        raise PerftError(f"{place}: expected either a game or a position")
    if [count.depth for count in case.counts] != list(range(1, len(case.counts) + 1)) or not case.counts:
        raise PerftError(f"{place}: expected counts for depth 1, 2 and so on")
    return case


def _read(case: Case, number: int, line: str) -> None:
    place = f"{case.file}: line {number}"
    if match := _COUNT.fullmatch(line):
        nodes = None if match[2] == "?" else int(match[2])
        case.counts.append(Count(int(match[1]), nodes, reckon(match[3], place) if match[3] else None))
        return
    match = _LINE.fullmatch(line)
    key = "" if match is None else match[1] if match[2] is None else f"{match[1]} {match[2]}"
    if match is None or match[1] not in (_PER_PLAYER if match[2] else _ONCE):
        known = ", ".join([*_ONCE, *(f"{what} 0" for what in _PER_PLAYER)])
        raise PerftError(f'{place}: expected a count, as "1: 114 = 19*6", or one of {known}, got "{line}"')
    if key in case.words or case.counts:
        raise PerftError(f'{place}: "{key}" stands there twice, or after the counts')
    case.words[key] = match[3]


def reckon(text: str, place: str) -> int:
    """The value of an expression of whole numbers, `+`, `-`, `*` and brackets."""

    def value(node: ast.expr) -> int:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](value(node.left), value(node.right))
        raise PerftError(f'{place}: expected whole numbers with + - * and brackets, got "{text}"')

    try:
        return value(ast.parse(text.strip(), mode="eval").body)
    except SyntaxError:
        raise PerftError(f'{place}: expected whole numbers with + - * and brackets, got "{text}"') from None
