"""Whole games against a bot, by mouse and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from neurohex.notation.record import parse_record
from tests.browser.player import Keys, Mouse
from tests.browser.rig import Watched, goto, picture

Somebody = Callable[..., Watched]

_COVERED = """() => {
  const toast = document.querySelector(".toast").getBoundingClientRect();
  return [...document.querySelectorAll("[data-slot], [data-hex], [data-offer], [data-question]")]
    .filter((each) => each.checkVisibility())
    .filter((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      return toast.left < right && left < toast.right && toast.top < bottom && top < toast.bottom;
    })
    .map((each) => each.outerHTML.slice(0, 160));
}"""


def test_a_newcomer_plays_a_whole_game_by_mouse(somebody: Somebody) -> None:
    page = somebody().page
    goto(page, "/")
    page.locator('[data-action="play"]').click()
    expect(page.locator("[data-question]")).to_have_attribute("data-question", "hq")
    player = Mouse(page, seed=3)
    player.play()
    assert {"hex", "confirmed", "tile", "discarded", "turn ended", "battle closed"} <= player.did.keys()
    assert any(what.startswith("turned by ") for what in player.did)
    picture(page, "game-over")
    _check_record(page)


def test_messages_cover_no_controls(somebody: Somebody) -> None:
    page = somebody().page
    goto(page, "/")
    page.locator('[data-action="play"]').click()
    expect(page.locator("[data-slot]").first).to_be_visible()
    page.locator('[data-action="more"]').click()
    page.locator('[data-action="link"]').click()  # whether or not it could be copied, it is told
    expect(page.locator(".toast")).to_be_visible()
    assert page.evaluate(_COVERED) == []


def test_a_whole_game_needs_no_mouse(somebody: Somebody) -> None:
    page = somebody().page
    goto(page, "/")
    page.locator('[data-action="play"]').wait_for()
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
    """The rules accept the record of the finished match, including its result."""
    match = urlsplit(page.url).path.removeprefix("/match/")
    record = parse_record(page.request.get(f"/api/matches/{match}/record").text())
    assert record.complete
