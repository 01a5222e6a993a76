"""Trees of choices, grown from actions: each action is a sequence of steps, and common prefixes share a branch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn, Protocol

from neurohex.view.forms import Area, AreaChoice, Choice, FacingChoice, HexChoice, Option, OptionChoice


class Step(Protocol):
    """One choice to make."""

    def grow(self, tree: Choice | None, rest: Sequence[Step], action: int) -> Choice:
        """The tree with one more path, through this step and the rest to the action."""


def grow(tree: Choice | None, steps: Sequence[Step], action: int) -> Choice:
    """The tree, or a new one, with one more path. Modifies the tree."""
    if steps:
        return steps[0].grow(tree, steps[1:], action)
    if tree is not None:
        _mixed(tree)
    return action


def leaves(tree: Choice) -> list[int]:
    """The actions at all leaves, in order."""
    if isinstance(tree, int):
        return [tree]
    if isinstance(tree, HexChoice):
        below = list(tree.hexes.values())
    elif isinstance(tree, FacingChoice):
        below = [then for then in tree.facings if then is not None]
    elif isinstance(tree, AreaChoice):
        below = [area.then for area in tree.areas]
    else:
        below = [option.then for option in tree.options]
    return [action for then in below for action in leaves(then)]


def without_single_options(tree: Choice) -> Choice:
    """The tree without options that have no alternative below their hex."""
    if isinstance(tree, OptionChoice) and len(tree.options) == 1:
        return without_single_options(tree.options[0].then)
    if isinstance(tree, HexChoice):
        return HexChoice(hexes={name: without_single_options(then) for name, then in tree.hexes.items()})
    return tree


def _mixed(tree: Choice) -> NoReturn:
    raise ValueError(f"choices: two actions part at different kinds of steps, at {tree!r}")


@dataclass(slots=True)
class OnHex:
    """Choose a hex."""

    name: str

    def grow(self, tree: Choice | None, rest: Sequence[Step], action: int) -> Choice:
        """See `Step`."""
        node = HexChoice(hexes={}) if tree is None else tree
        if not isinstance(node, HexChoice):
            _mixed(node)
        node.hexes[self.name] = grow(node.hexes.get(self.name), rest, action)
        return node


@dataclass(slots=True)
class Facing:
    """Choose a facing."""

    hex: str
    tile: str
    now: int | None
    alike: bool
    rotation: int

    def grow(self, tree: Choice | None, rest: Sequence[Step], action: int) -> Choice:
        """See `Step`."""
        node = FacingChoice(self.hex, self.tile, self.now, self.alike, [None] * 6) if tree is None else tree
        if not isinstance(node, FacingChoice):
            _mixed(node)
        node.facings[self.rotation] = grow(node.facings[self.rotation], rest, action)
        return node


@dataclass(slots=True)
class OnArea:
    """Choose a group of hexes."""

    names: tuple[str, ...]

    def grow(self, tree: Choice | None, rest: Sequence[Step], action: int) -> Choice:
        """See `Step`."""
        node = AreaChoice(areas=[]) if tree is None else tree
        if not isinstance(node, AreaChoice):
            _mixed(node)
        hexes = list(self.names)
        # Actions of one area are consecutive, so only the last area can match.
        if node.areas and node.areas[-1].hexes == hexes:
            node.areas[-1].then = grow(node.areas[-1].then, rest, action)
        else:
            node.areas.append(Area(hexes=hexes, then=grow(None, rest, action)))
        return node


@dataclass(slots=True)
class OneOf:
    """Choose an option."""

    words: str
    direction: str | None = None

    def grow(self, tree: Choice | None, rest: Sequence[Step], action: int) -> Choice:
        """See `Step`."""
        node = OptionChoice(options=[]) if tree is None else tree
        if not isinstance(node, OptionChoice):
            _mixed(node)
        same = next((option for option in node.options if option.words == self.words), None)
        if same is None:
            then = grow(None, rest, action)
            node.options.append(Option(words=self.words, direction=self.direction, then=then))
        else:
            same.then = grow(same.then, rest, action)
        return node
