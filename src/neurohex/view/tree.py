"""A tree of choices, grown from actions: each is a row of steps, and what steps have in common is one branch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn, Protocol

from neurohex.view.forms import AreaChoice, Choice, FacingChoice, HexChoice, OptionChoice


class Step(Protocol):
    """One thing to choose."""

    def grow(self, tree: Choice | None, rest: Sequence[Step], action: int) -> Choice:
        """The tree with one more way in it, which goes through this step and the rest to the action."""


def grow(tree: Choice | None, steps: Sequence[Step], action: int) -> Choice:
    """The tree, or a new one, with one more way in it. A tree that is grown is changed."""
    if steps:
        return steps[0].grow(tree, steps[1:], action)
    if tree is not None:
        _mixed(tree)
    return action


def leaves(tree: Choice) -> list[int]:
    """The actions at the ends of all ways, in order."""
    if isinstance(tree, int):
        return [tree]
    if tree["pick"] == "hex":
        below = list(tree["hexes"].values())
    elif tree["pick"] == "facing":
        below = [then for then in tree["facings"] if then is not None]
    elif tree["pick"] == "area":
        below = [area["then"] for area in tree["areas"]]
    else:
        below = [option["then"] for option in tree["options"]]
    return [action for then in below for action in leaves(then)]


def without_single_options(tree: Choice) -> Choice:
    """The tree without options that are the only ones below their hex: there is nothing to ask."""
    if isinstance(tree, int):
        return tree
    if tree["pick"] == "option" and len(tree["options"]) == 1:
        return without_single_options(tree["options"][0]["then"])
    if tree["pick"] == "hex":
        return {"pick": "hex", "hexes": {name: without_single_options(then) for name, then in tree["hexes"].items()}}
    return tree


def _mixed(tree: Choice) -> NoReturn:
    raise ValueError(f"choices: two actions part at different kinds of steps, at {tree!r}")


@dataclass(slots=True)
class OnHex:
    """Pick a hex."""

    name: str

    def grow(self, tree: Choice | None, rest: Sequence[Step], action: int) -> Choice:
        """See `Step`."""
        node: HexChoice = {"pick": "hex", "hexes": {}}
        if tree is not None:
            if isinstance(tree, int) or tree["pick"] != "hex":
                _mixed(tree)
            node = tree
        node["hexes"][self.name] = grow(node["hexes"].get(self.name), rest, action)
        return node


@dataclass(slots=True)
class Facing:
    """Turn a tile."""

    hex: str
    tile: str
    now: int | None
    alike: bool
    rotation: int

    def grow(self, tree: Choice | None, rest: Sequence[Step], action: int) -> Choice:
        """See `Step`."""
        node: FacingChoice = {
            "pick": "facing",
            "hex": self.hex,
            "tile": self.tile,
            "now": self.now,
            "alike": self.alike,
            "facings": [None] * 6,
        }
        if tree is not None:
            if isinstance(tree, int) or tree["pick"] != "facing":
                _mixed(tree)
            node = tree
        node["facings"][self.rotation] = grow(node["facings"][self.rotation], rest, action)
        return node


@dataclass(slots=True)
class OnArea:
    """Pick hexes that go together."""

    names: tuple[str, ...]

    def grow(self, tree: Choice | None, rest: Sequence[Step], action: int) -> Choice:
        """See `Step`."""
        node: AreaChoice = {"pick": "area", "areas": []}
        if tree is not None:
            if isinstance(tree, int) or tree["pick"] != "area":
                _mixed(tree)
            node = tree
        hexes = list(self.names)
        # Actions of one area come in a row, so that only the last one can be this.
        if node["areas"] and node["areas"][-1]["hexes"] == hexes:
            node["areas"][-1]["then"] = grow(node["areas"][-1]["then"], rest, action)
        else:
            node["areas"].append({"hexes": hexes, "then": grow(None, rest, action)})
        return node


@dataclass(slots=True)
class OneOf:
    """Pick an option."""

    words: str
    direction: str | None = None

    def grow(self, tree: Choice | None, rest: Sequence[Step], action: int) -> Choice:
        """See `Step`."""
        node: OptionChoice = {"pick": "option", "options": []}
        if tree is not None:
            if isinstance(tree, int) or tree["pick"] != "option":
                _mixed(tree)
            node = tree
        same = next((option for option in node["options"] if option["words"] == self.words), None)
        if same is None:
            then = grow(None, rest, action)
            node["options"].append({"words": self.words, "direction": self.direction, "then": then})
        else:
            same["then"] = grow(same["then"], rest, action)
        return node
