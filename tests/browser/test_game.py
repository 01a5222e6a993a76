"""Whole games against a bot: by mouse, and by the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from neurohex.notation.record import parse_record
from tests.browser.player import Keys, Mouse
from tests.browser.rig import Watched, picture

Somebody = Callable[..., Watched]


def test_a_newcomer_plays_a_whole_game_by_mouse(somebody: Somebody) -> None:
    page = somebody().page
    page.goto("/")
    page.locator('[data-action="play"]').click()
    expect(page.locator("[data-question]")).to_have_attribute("data-question", "hq")
    player = Mouse(page, seed=3)
    player.play()
    assert {"hex", "confirmed", "tile", "discarded", "turn ended", "battle closed"} <= player.did.keys()
    assert any(what.startswith("turned by ") for what in player.did)
    picture(page, "game-over")
    _check_record(page)


def test_what_is_told_in_passing_covers_nothing_that_is_played_with(somebody: Somebody) -> None:
    page = somebody().page
    page.goto("/")
    page.locator('[data-action="play"]').click()
    expect(page.locator("[data-slot]").first).to_be_visible()
    page.locator('[data-action="more"]').click()
    page.locator('[data-action="link"]').click()  # whether or not it could be copied, it is told
    toast = page.locator(".toast").bounding_box()
    assert toast is not None
    for each in page.locator("[data-slot], [data-hex], [data-offer], [data-question]").all():
        box = each.bounding_box()
        assert box is None or (
            toast["x"] >= box["x"] + box["width"]
            or box["x"] >= toast["x"] + toast["width"]
            or toast["y"] >= box["y"] + box["height"]
            or box["y"] >= toast["y"] + toast["height"]
        )


def test_a_whole_game_needs_no_mouse(somebody: Somebody) -> None:
    page = somebody().page
    page.goto("/")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.dataset.action") == "play":
            break
    page.keyboard.press("Enter")
    expect(page.locator("[data-question]")).to_have_attribute("data-question", "hq")
    player = Keys(page, seed=5)
    player.play()
    assert {"hex", "confirmed", "tile", "discarded", "turn ended", "turned", "battle closed"} <= player.did.keys()
    _check_record(page)


def _check_record(page: Page) -> None:
    """The record of the match that is over is one that the rules accept, and goes on to its result."""
    match = urlsplit(page.url).path.removeprefix("/match/")
    record = parse_record(page.request.get(f"/api/matches/{match}/record").text())
    assert record.complete
