"""From an action to the clicks that lead to it: its path through the tree of choices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from neurohex.rules.engine import State
from neurohex.view import choices
from neurohex.view.forms import AreaChoice, Choice, FacingChoice, HexChoice, Offer


@dataclass(frozen=True)
class Way:
    """An offer, and the picks that lead to an action, in order."""

    offer: Offer
    picks: tuple[Any, ...]
    """A name for a hex, a number for a facing or an option, names for an area."""


def way_to(state: State, action: int) -> Way:
    """The path to a legal action."""
    for offer in choices(state).offers:
        picks = _within(offer.then, action)
        if picks is not None:
            return Way(offer, picks)
    raise AssertionError(f"no way to action {action}")


def _within(choice: Choice, action: int) -> tuple[Any, ...] | None:
    if isinstance(choice, int):
        return () if choice == action else None
    branches: list[tuple[Any, Choice | None]]
    if isinstance(choice, HexChoice):
        branches = list(choice.hexes.items())
    elif isinstance(choice, FacingChoice):
        branches = list(enumerate(choice.facings))
    elif isinstance(choice, AreaChoice):
        branches = [(tuple(area.hexes), area.then) for area in choice.areas]
    else:
        branches = [(f"option {number}", option.then) for number, option in enumerate(choice.options)]
    for pick, then in branches:
        rest = None if then is None else _within(then, action)
        if rest is not None:
            return (pick, *rest)
    return None


def do(page: Page, state: State, action: int) -> None:
    """Take an action on the page by mouse, with keys to turn a tile."""
    way = way_to(state, action)
    offer = way.offer
    if offer.slot is not None and offer.kind == "discard":
        page.locator(f'[data-offer="discard"][data-of="{offer.slot}"]').click()
        return
    if offer.slot is not None:
        page.locator(f'[data-slot="{offer.slot}"]').click()
    if offer.unit is not None:
        page.locator(f'[data-hex="{offer.unit}"]').click()
    if not way.picks or (offer.slot is None and offer.unit is None and offer.tile is None):
        page.locator(f'[data-offer="{offer.kind}"]:not([data-of])').first.click()
    for pick in way.picks:
        _take(page, pick)
    confirm = page.locator('[data-action="confirm"]')
    if confirm.count():
        confirm.click()
    expect(confirm).to_have_count(0)


def _take(page: Page, pick: str | int | Sequence[str]) -> None:
    if isinstance(pick, int):
        if page.locator('[data-action="turn-right"]').count():  # else it looks the same on all sides
            page.keyboard.press(str(pick + 1))
    elif isinstance(pick, str) and pick.startswith("option "):
        page.locator(f'[data-option="{pick.removeprefix("option ")}"]').click()
    elif isinstance(pick, str):
        page.locator(f'[data-hex="{pick}"]').click()
    else:
        for hex_ in pick:
            if page.locator(f'[data-hex="{hex_}"].may').count():
                page.locator(f'[data-hex="{hex_}"]').click()
