"""Legal actions as a tree of words, and the parser from typed words to a branch or a leaf.

    place Mutant ── C2 ── facing N          move by Move ── C3 ── to C4 ── facing N
                 │     └─ facing NE                      └─ D1 ── stay ── facing S
                 └─ C3 …                    end turn

A menu shows one node. A number chooses a branch; words filter the actions. Words may be abbreviated and left out:
`runner c2 se`, `p run c2`, `1 c2 se`. No input or output here.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from neurohex.board import DIRECTIONS
from neurohex.errors import NeurohexError
from neurohex.notation.action import LONGEST, action_text
from neurohex.rules.engine import State, legal_actions

_BREAK: Final = re.compile(
    r"(?<!\bto)(?<!\bat)(?<!\bfrom)(?<!\bwith)(?<!\bmedic) (?=[A-G][1-7]\b)"  # before a hex, or its small word
    r"| (?=(?:to|at|from|with) [A-G][1-7]\b)| (?=facing |by |discarding )"
    r"| (?=from (?:\d|destruction|endless))| (?=(?:NE?|NW|SE?|SW) to )"  # a hit; an edge whose attack is changed
)
_SOURCE: Final = re.compile(r"(?:move|turn) (?P<unit>\S+)(?: (?P<to>to \S+))? (?P<facing>facing \S+) by (?P<by>.+)")
_PLACE: Final = re.compile(r"(?:\w+ )?[A-G][1-7]")
_EXACT: Final = re.compile(r"[a-g][1-7]|\d+|ne?|nw|se?|sw")
"""Words that must be typed in full: hexes, numbers, directions."""
_ORDER: Final = (
    *("place", "deploy", "bomber", "battle", "move", "then", "push", "yield", "rotate", "turn", "castle"),
    *("grenade", "snipe", "air", "small", "terror", "procedure", "hire", "draw", "captive", "clown", "change"),
    *("no", "save", "redraw", "discard", "sell", "stop", "end"),
)
SAME: Final = {
    "put": "place",
    "fight": "battle",
    "pass": "end",
    "done": "end",
    "drop": "discard",
    "throw": "discard",
    "swap": "castle",
    "shoot": "snipe",
    "go": "move",
}
"""Synonyms, used only when no action contains the typed word itself."""
_FILLERS: Final = frozenset(("on", "the", "a", "an", "my", "and", "->"))


@dataclass(frozen=True, slots=True)
class Option:
    """One legal action."""

    action: int
    text: str
    """The text from `action_text`."""
    steps: tuple[str, ...]
    """The text as menu steps: verb, unit or hex, facing."""
    words: tuple[str, ...]
    """All its words, in lower case."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A node of the tree: the actions below it, and the depth at which they differ."""

    options: tuple[Option, ...]
    depth: int

    @property
    def heading(self) -> str:
        """The steps chosen so far as text; empty at the root."""
        return " ".join(self.options[0].steps[: self.depth])

    def branches(self) -> dict[str, tuple[Option, ...]]:
        """The actions of each branch by its step, in the order of the menu's numbers (from 1)."""
        found: dict[str, list[Option]] = {}
        for option in self.options:
            found.setdefault(_step(option, self.depth), []).append(option)
        steps = list(found)
        if all(is_place(step) for step in steps):
            steps.sort(key=lambda step: step[-2:])
        return {step: tuple(found[step]) for step in steps}

    def choose(self, step: str) -> int | Menu:
        """Follow one branch: returns its action if only one is left, otherwise the menu there."""
        return narrowed(self.branches()[step])


class NoSuchChoice(NeurohexError):
    """The typed words match no legal action."""

    def __init__(self, understood: str, wrong: str, possible: Sequence[str], near: str) -> None:
        super().__init__(wrong)
        self.understood = understood
        """The words before the wrong one; empty if it is the first."""
        self.wrong = wrong
        self.possible = possible
        """Menu steps that could have come next."""
        self.near = near
        """A known word similar to the wrong one, or ""."""


def choices(st: State) -> Menu:
    """The menu of all legal actions."""
    return menu_of(st, legal_actions(st))


def menu_of(st: State, actions: Iterable[int]) -> Menu:
    """A menu of some legal actions, sorted the way people look for them."""
    options = []
    for action in actions:
        text = action_text(st, action)
        options.append(Option(action, text, steps_of(text), tuple(text.lower().split())))
    options.sort(key=_rank)
    menu = narrowed(tuple(options))
    return menu if isinstance(menu, Menu) else Menu(tuple(options), 0)


def steps_of(text: str) -> tuple[str, ...]:
    """Split the text of an action into menu steps.

    >>> steps_of("place Net Fighter C2 facing SE"), steps_of("move C3 to C4 facing N by Move")
    (('place Net Fighter', 'C2', 'facing SE'), ('move by Move', 'C3', 'to C4', 'facing N'))
    """
    moved = _SOURCE.fullmatch(text)
    if moved and moved["by"] == "HQ":
        return (f"turn by {moved['by']}", moved["unit"], moved["facing"])
    if moved:
        return (f"move by {moved['by']}", moved["unit"], moved["to"] or "stay", moved["facing"])
    return tuple(_BREAK.split(text))


def _step(option: Option, depth: int) -> str:
    return option.steps[depth] if depth < len(option.steps) else ""


def _rank(option: Option) -> int:
    """Sort key: the verb. The stable sort keeps the rules' order (hand, then hexes) within a verb."""
    first = option.words[0]
    return _ORDER.index(first) if first in _ORDER else len(_ORDER)


def narrowed(options: tuple[Option, ...]) -> int | Menu:
    """The action of a single option, otherwise the menu at the first step where the options differ."""
    if len(options) == 1:
        return options[0].action
    depth = 0
    while len({_step(option, depth) for option in options}) == 1:
        depth += 1
    return Menu(options, depth)


def understand(menu: Menu, typed: str) -> int | Menu:
    """Parse a line typed at a menu: returns the one action it means, or a smaller menu if it is ambiguous.

    Raises `NoSuchChoice`.
    """
    words = [word.strip(",;:().") for word in typed[:LONGEST].lower().split()]
    plain = " ".join(words)
    for option in menu.options:
        if option.text.lower() == plain:
            return option.action
    branches = list(menu.branches().items())
    if words and words[0].isdecimal():
        number = int(words[0])
        if not 1 <= number <= len(branches):
            raise NoSuchChoice("", words[0], [step for step, _ in branches], "")
        kept = branches[number - 1][1]
        rest = words[1:]
        return _fitting(kept, rest, branches[number - 1][0]) if rest else narrowed(kept)
    return _fitting(menu.options, words, "")


def _fitting(options: tuple[Option, ...], words: list[str], understood: str) -> int | Menu:
    known = {word for option in options for word in option.words}
    words = [SAME[word] if word in SAME and word not in known else word for word in words]
    words = [word for word in words if word in known or word not in _FILLERS]
    if not words:
        raise NoSuchChoice(understood, "", _next_steps(options), "")
    kept = best_fits(options, words)
    if kept:
        return narrowed(kept)
    good = len(words) - 1
    while good and not best_fits(options, words[:good]):
        good -= 1
    before = best_fits(options, words[:good]) if good else options
    near = difflib.get_close_matches(words[good], sorted({w for o in before for w in o.words}), n=1, cutoff=0.7)
    said = " ".join([*([understood] if understood else []), *words[:good]])
    raise NoSuchChoice(said, words[good], _next_steps(before), near[0] if near else "")


def _next_steps(options: tuple[Option, ...]) -> list[str]:
    menu = narrowed(options)
    return list(menu.branches()) if isinstance(menu, Menu) else [options[0].text]


def best_fits(options: tuple[Option, ...], words: Sequence[str]) -> tuple[Option, ...]:
    """The options that match all words in order, abbreviated or not. Prefers options that begin with the first word,
    then those with the most words in full."""
    scored = [(score, option) for option in options if (score := _fit(option.words, words)) is not None]
    best = max((score for score, _ in scored), default=None)
    return tuple(option for score, option in scored if score == best)


def _fit(has: tuple[str, ...], words: Sequence[str]) -> tuple[bool, int] | None:
    at = 0
    begins = False
    whole = 0
    for number, word in enumerate(words):
        exact = bool(_EXACT.fullmatch(word))
        found = next((i for i in range(at, len(has)) if has[i] == word or (not exact and has[i].startswith(word))), -1)
        if found < 0:
            return None
        begins = begins or (number == 0 and found == 0)
        whole += has[found] == word
        at = found + 1
    return begins, whole


def completions(menu: Menu, line: str, extra: Sequence[str] = ()) -> list[str]:
    """Completions for the last word of a line, which may be incomplete."""
    words = line.lower().split()
    begun = "" if not line or line[-1].isspace() else words.pop()
    options = menu.options
    number = 0
    if words and words[0].isdecimal():
        branches = list(menu.branches().values())
        number = int(words.pop(0))
        if not 1 <= number <= len(branches):
            return []
        options = branches[number - 1]
    kept = best_fits(options, words) if words else options
    found: set[str] = set()
    for option in kept:
        at = 0
        for word in words:
            at = next(i for i in range(at, len(option.words)) if option.words[i].startswith(word)) + 1
        rest = option.words[at:]
        # At the start of a line only the verb; later any next word except prepositions.
        found.update(rest[:1] if not words and not number else rest)
    found -= {"facing", "to", "by", "at", "from", "with"}
    if not words and not number:
        found.update(extra)
        found.update(w for o in kept for w in o.words if len(w) > 2)
    return sorted(word for word in found if word.startswith(begun))


def is_place(step: str) -> bool:
    """Whether a menu step is a hex."""
    return _PLACE.fullmatch(step) is not None


def is_facing(step: str) -> bool:
    """Whether a menu step is a facing."""
    return step.startswith("facing ") and step[7:] in DIRECTIONS
