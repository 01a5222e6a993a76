"""The board: as large as the window allows, and always in the same place."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import Mouse
from tests.browser.rig import Watched, drawn, goto

Somebody = Callable[..., Watched]
HEIGHTS = {(1440, 900): 740, (1280, 720): 580, (1024, 768): 600, (1920, 1080): 900, (844, 390): 320}
"""Pixels of height that the standard board has at least, by window."""
PHONE = (390, 844)


def box(page: Page) -> dict[str, float]:
    """Where the drawn board is, once the page is laid out."""
    drawn(page)
    found: dict[str, float] = page.evaluate(
        """() => {
          const {x, y, width, height} = document.querySelector("svg.board").getBoundingClientRect();
          const [, , w, h] = document.querySelector("svg.board").getAttribute("viewBox").split(" ").map(Number);
          const scale = Math.min(width / w, height / h);
          return {x, y, width: scale * w, height: scale * h};
        }"""
    )
    return {side: round(pixels) for side, pixels in found.items()}


@pytest.fixture
def table(somebody: Somebody) -> Page:
    """A match under way, in which the person is to move."""
    page = somebody().page
    goto(page, "/new")
    page.locator('[data-preset="quick"]').click()
    page.locator('[data-action="start"]').click()
    player = Mouse(page, seed=11)
    player.play(acts=25)
    player.rest()
    return page


def test_a_bigger_window_has_a_bigger_board_that_stays_where_it_is(table: Page) -> None:
    page = table
    for size in (*HEIGHTS, PHONE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator(".question.mine")).to_be_visible()
        at_first = box(page)
        if size == PHONE:
            assert at_first["width"] >= PHONE[0] - 2
        else:
            assert at_first["height"] >= HEIGHTS[size], size
        page.locator('[data-slot]:not([aria-disabled="true"])').first.click()  # the question changes
        assert box(page) == at_first, size
        page.keyboard.press("Escape")
        page.locator('[data-action="battle"]').click()
        expect(page.locator("[data-battle-player]")).to_be_visible()
        page.keyboard.press("Home")
        assert box(page) == at_first, size
        page.keyboard.press("End")
        assert box(page) == at_first, size
        page.locator('[data-action="close-battle"]').click()
        expect(page.locator("[data-battle-player]")).to_have_count(0)
        assert box(page) == at_first, size
