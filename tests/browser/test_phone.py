"""Phones, by touch: a whole game, with everything in reach, large enough and within the screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.player import Mouse, Seen
from tests.browser.rig import Watched, drawn, goto, picture

Somebody = Callable[..., Watched]
LINE = "living standard outpost:20* hegemony:18 | A1=1.HQ B3=0.Commando/SW C2=1.Runner/S C3=0.HQ"

_TOO_WIDE = "() => Math.max(document.documentElement.scrollWidth, innerWidth) > screen.width"
"""A phone shows a page that is too wide smaller: then there is more room inside than the screen has."""

_TOO_SMALL = """(least) => {
  const hit = (element, x, y) => {
    const found = document.elementFromPoint(x, y);
    return found !== null && (element.contains(found) || found.contains(element));
  };
  // What a box that scrolls cuts off at its edge is scrolled to.
  const cut = (element, down) => {
    for (let box = element.parentElement; box !== null; box = box.parentElement) {
      const { top, bottom } = box.getBoundingClientRect();
      const scrolls = ["auto", "scroll"].includes(getComputedStyle(box).overflowY);
      if (scrolls && (down - least / 2 < top || down + least / 2 > bottom)) return true;
    }
    return false;
  };
  return [...document.querySelectorAll("button, a.button, select, summary, label:has(> input)")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]"))
    .filter((element) => getComputedStyle(element).display !== "inline") // those are parts of sentences
    .filter((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const [across, down] = [x + width / 2, y + height / 2];
      if (down < least || down > innerHeight - least || !hit(element, across, down)) return false; // not in sight
      if (cut(element, down)) return false;
      const reach = (size, far) => size >= least || far.every(([dx, dy]) => hit(element, across + dx, down + dy));
      const by = least / 2 - 1;
      return !reach(width, [[-by, 0], [by, 0]]) || !reach(height, [[0, -by], [0, by]]);
    })
    .map((element) => element.outerHTML.slice(0, 160));
}"""
"""Buttons in sight that a finger would miss; they may reach further than they look."""

_LEAST = 38


class Finger(Mouse):
    """Plays by taps alone, and checks that every target is in reach."""

    drags = False

    def turn(self) -> str:
        if self._luck.random() < 0.5:
            return self.turn_by_edge()
        return self._press('[data-action="turn-right"]', "turned by button")

    def confirm(self) -> str:
        # It stays at the edge of the screen, wherever the page was scrolled to.
        expect(self.page.locator('[data-action="confirm"]')).to_be_in_viewport(ratio=1)
        return super().confirm()

    def _step(self, seen: Seen) -> str:
        assert not self.page.evaluate(_TOO_WIDE), f"something is wider than the screen: {seen}"
        return super()._step(seen)

    def _touch(self, target: Locator) -> None:
        target.tap(timeout=1_000)


def test_a_whole_game_by_finger(somebody: Somebody) -> None:
    page = somebody(phone=True).page
    goto(page, "/")
    page.locator('[data-action="play"]').tap()
    expect(page.locator("[data-question]")).to_have_attribute("data-question", "hq")
    player = Finger(page, seed=8)
    player.play(acts=16)
    fits(page)
    player.play()
    assert {"hex", "confirmed", "tile", "discarded", "turn ended", "battle closed"} <= player.did.keys()
    assert any(what.startswith("turned by ") for what in player.did)
    fits(page)
    picture(page, "game-over-phone")


def test_what_opens_at_the_table_closes_by_a_tap(somebody: Somebody) -> None:
    page = somebody(phone=True).page
    goto(page, "/")
    page.locator('[data-action="play"]').tap()
    player = Finger(page, seed=12)
    player.play(acts=12)
    player.rest()

    card = page.get_by_role("complementary", name="Card")
    units = page.locator("[data-hex][aria-label*=' of Hegemony']")  # one's own may be chosen, to move
    units.first.tap()
    expect(card).to_be_visible()
    expect(card).to_be_focused()
    fits(page)
    card.get_by_role("button", name="Close").tap()
    expect(card).to_be_hidden()
    expect(units.first).to_be_focused()
    units.first.tap()
    page.get_by_role("heading", level=1).dispatch_event("click")  # somewhere beside it
    expect(card).to_be_hidden()

    page.locator('[data-action="log"]').tap()
    log = page.get_by_role("dialog")
    expect(log).to_be_visible()
    fits(page)
    log.get_by_role("button", name="Close").tap()
    expect(log).to_be_hidden()

    page.locator("[data-player]").nth(1).tap()
    page.get_by_role("button", name="Pile").tap()
    expect(page.get_by_text("In the pile").first).to_be_visible()
    fits(page)


@pytest.mark.parametrize("width", [320, 360])
def test_a_battle_on_a_narrow_phone(somebody: Somebody, width: int) -> None:
    page = somebody(phone=True).page
    page.set_viewport_size({"width": width, "height": 640})
    goto(page, f"/study?line={LINE}&mode=play")
    page.locator('[data-action="battle"]').tap()
    expect(page.locator("[data-battle-player]")).to_be_visible()
    fits(page)
    picture(page, f"battle-{width}")


def test_the_study_board_by_finger(somebody: Somebody) -> None:
    page = somebody(phone=True).page
    goto(page, f"/study?line={LINE}")
    line = page.locator("[data-line]")
    page.locator('[data-hex="C2"]').tap()
    expect(page.locator("[data-turn]")).to_have_count(6)
    fits(page)
    place = board(page)
    page.locator('[data-action="turn-right"]').tap()
    expect(line).to_have_value(LINE.replace("C2=1.Runner/S", "C2=1.Runner/SW"))
    drag(page, "C2", "E2")  # though it is chosen, and has handles round it
    expect(line).to_have_value(LINE.replace("C2=1.Runner/S ", "").replace("C3=0.HQ", "C3=0.HQ E2=1.Runner/SW"))
    page.keyboard.press("Escape")
    expect(page.locator("[data-turn]")).to_have_count(0)
    assert board(page) == place, "the board moves when something is chosen"
    page.locator('[data-mode="play"]').tap()
    expect(page.locator(".question.mine")).to_be_visible()
    fits(page)


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (820, 1180), (1024, 768)], ids=str)
def test_other_screens(somebody: Somebody, size: tuple[int, int]) -> None:
    page = somebody(phone=True).page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    goto(page, "/")
    page.locator('[data-action="play"]').tap()
    expect(page.locator("[data-question]")).to_have_attribute("data-question", "hq")
    fits(page)
    Finger(page, seed=2).play(acts=6)
    fits(page)
    assert board(page)["height"] <= size[1]
    assert board(page)["height"] >= 0.5 * min(size), "the board is small"
    picture(page, f"match-{size[0]}x{size[1]}")


@pytest.mark.parametrize("lang", ["en-GB", "pl-PL"])
@pytest.mark.parametrize("size", [(390, 844), (768, 1024)], ids=str)
def test_a_match_of_two_is_on_one_screen(somebody: Somebody, size: tuple[int, int], lang: str) -> None:
    page = somebody(phone=True, lang=lang).page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    goto(page, "/")
    page.locator('[data-action="play"]').tap()
    expect(page.locator("[data-question]")).to_have_attribute("data-question", "hq")
    expect(page.locator("[data-note]")).to_be_visible()  # newcomers get one, and it moves nothing
    one_screen(page)
    player = Finger(page, seed=4)
    player.play(acts=8)
    player.rest()
    one_screen(page)
    page.locator('[data-slot]:not([aria-disabled="true"])').first.tap()
    expect(page.locator('[data-action="back"]')).to_be_in_viewport(ratio=1)
    one_screen(page)
    picture(page, f"match-{size[0]}x{size[1]}-{lang[:2]}")


def test_a_player_opens_over_the_board(somebody: Somebody) -> None:
    page = somebody(phone=True).page
    goto(page, "/")
    page.locator('[data-action="play"]').tap()
    expect(page.locator("[data-question]")).to_have_attribute("data-question", "hq")
    place = board(page)
    chip, pile = page.locator("button[data-player]").nth(1), page.get_by_role("button", name="Pile")
    ways: list[Callable[[], None]] = [
        lambda: chip.tap(),
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator(".hold").tap(position={"x": 4, "y": 4}),
    ]
    for close in ways:
        chip.tap()
        expect(pile).to_be_visible()
        assert board(page) == place, "the board moves when a player is looked at"
        close()
        expect(pile).to_be_hidden()


def board(page: Page) -> FloatRect:
    """Where the board is, once the page is laid out."""
    drawn(page)
    box = page.locator("[data-board]").bounding_box()
    assert box is not None
    return box


def one_screen(page: Page) -> None:
    """The question, the actions and the players are visible without scrolling."""
    drawn(page)
    high, room = page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert high <= room
    for each in page.locator("[data-question], button[data-player], [data-board], [data-slot], [data-action]").all():
        if each.is_visible():
            expect(each).to_be_in_viewport(ratio=0.99)


def fits(page: Page) -> None:
    """Nothing is wider than the screen, and all targets are large enough for a finger."""
    drawn(page)
    assert not page.evaluate(_TOO_WIDE)
    assert page.evaluate(_TOO_SMALL, _LEAST) == []


def drag(page: Page, start: str, end: str) -> None:
    """Drag a unit from hex to hex by touch."""
    finger = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = _middle(page, start), _middle(page, end)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in range(1, 11):
        there = {"x": x + (to_x - x) * part / 10, "y": y + (to_y - y) * part / 10}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [there]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def _middle(page: Page, name: str) -> tuple[float, float]:
    box = page.locator(f'[data-hex="{name}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
