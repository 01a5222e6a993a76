"""Dragging tiles and units: legal targets and the outcome are visible before the drop."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from playwright.sync_api import Page, expect

from tests.browser.rig import Watched, goto, picture

Somebody = Callable[..., Watched]
LINE = "living standard outpost:20* hegemony:18 | A1=1.HQ B3=0.Runner/SW C2=1.Runner/S C3=0.HQ"
TILE = '[data-slot="0"]'


def test_a_tile_is_turned_in_mid_air_and_stays_so(somebody: Somebody) -> None:
    page = somebody().page
    _table(page)
    marked = page.locator("[data-hex].may")
    outlook = page.locator("section.play .told")
    card = page.get_by_role("complementary", name="Card").get_by_role("heading", level=2)
    expect(marked).to_have_count(0)

    page.mouse.move(*_middle(page, TILE))
    page.mouse.down()
    page.mouse.move(*_middle(page, '[data-offer="end"]'), steps=4)  # beside the board, where nothing happens
    expect(marked).to_have_count(15)
    expect(page.locator(".ghost")).to_have_count(0)
    expect(card).to_have_text("Commando")
    page.mouse.move(*_middle(page, '[data-hex="C1"]'), steps=4)
    expect(page.locator(".ghost")).to_have_count(1)
    expect(outlook).to_contain_text("hits nobody")
    page.mouse.wheel(0, 120)
    expect(outlook).to_contain_text("Runner C2")
    expect(page.locator('[data-arrow="ranged"]')).not_to_have_count(0)
    picture(page, "dragging")
    page.keyboard.press("e")
    expect(outlook).to_contain_text("HQ A1")
    page.keyboard.press("2")
    expect(outlook).to_contain_text("Runner C2")
    page.mouse.up()
    expect(page.locator('[data-turn][aria-pressed="true"]')).to_have_attribute("data-turn", "NE")
    page.locator('[data-action="confirm"]').click()
    expect(page.get_by_text("places Commando on C1, facing NE")).to_be_visible()
    expect(card).to_have_text("Commando C1")


def test_a_drop_elsewhere_changes_nothing(somebody: Somebody) -> None:
    page = somebody().page
    _table(page)
    page.mouse.move(*_middle(page, '[data-hex="B3"]'))
    page.mouse.down()
    page.mouse.move(*_middle(page, '[data-hex="B4"]'), steps=4)
    expect(page.locator(".ghost")).to_have_count(1)
    expect(page.locator("[data-hex].may")).to_have_count(4)  # and B4, which it is over
    page.keyboard.press("e")
    page.mouse.move(*_middle(page, '[data-hex="C2"]'), steps=4)  # somebody stands there
    expect(page.locator(".ghost")).to_have_count(0)
    page.mouse.up()
    expect(page.locator("[data-hex].may")).to_have_count(0)
    expect(page.locator('[data-action="confirm"], [data-action="back"]')).to_have_count(0)
    expect(page.locator('[data-unit="B3"]')).to_have_count(1)


def test_a_tile_is_dragged_by_finger(somebody: Somebody) -> None:
    page = somebody(phone=True).page
    _table(page)
    finger = page.context.new_cdp_session(page)
    page.locator(TILE).scroll_into_view_if_needed()
    (x, y), (to_x, to_y) = _middle(page, TILE), _middle(page, '[data-hex="C1"]')
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in range(1, 11):
        there = {"x": x + (to_x - x) * part / 10, "y": y + (to_y - y) * part / 10}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [there]})
    expect(page.locator("[data-hex].may")).not_to_have_count(0)
    expect(page.locator(".ghost")).to_have_count(1)
    expect(page.locator("section.play .told")).to_contain_text("hits nobody")
    picture(page, "dragging-phone")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator('[data-turn][aria-pressed="true"]')).to_have_attribute("data-turn", "N")
    expect(page.locator('[data-action="confirm"]')).to_be_visible()


def _table(page: Page) -> None:
    goto(page, f"/study?line={quote(LINE)}&mode=play&hands=outpost/Commando")
    expect(page.locator(TILE)).to_be_visible()
    expect(page.locator("[data-unit]")).to_have_count(4)


def _middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
