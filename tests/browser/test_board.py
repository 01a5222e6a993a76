"""The board: as large as the window allows, and always in the same place. At six sizes, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import Mouse
from tests.browser.rig import ROOT, Server, Watched, drawn, goto, picture
from tests.browser.test_modes import GAMES, post, sign_in

Somebody = Callable[..., Watched]
TWO = {"armies": ["outpost", "borgo"]}
HEIGHTS = {(1440, 900): 740, (1280, 720): 580, (1024, 768): 600, (1920, 1080): 900, (844, 390): 320}
"""Pixels of height that a board has at least, by window."""
PHONE = (390, 844)
SIZES = (*HEIGHTS, PHONE)
_LOG_LINES = 5
_LINE = 22
"""Pixels of height of a line of the log."""

_BOX = """() => {
  const board = document.querySelector("svg.board");
  const {x, y, width, height} = board.getBoundingClientRect();
  const [, , w, h] = board.getAttribute("viewBox").split(" ").map(Number);
  const scale = Math.min(width / w, height / h);
  const [wide, high] = [scale * w, scale * h];
  return {x: x + (width - wide) / 2, y: y + (height - high) / 2 + scrollY, width: wide, height: high};
}"""
_SCROLLS = "document.documentElement.scrollHeight - innerHeight"
_CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((each) => each.checkVisibility() && each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.textContent)"""


def box(page: Page) -> dict[str, float]:
    """Where the drawn board is, once the page is laid out."""
    drawn(page)
    found: dict[str, float] = page.evaluate(_BOX)
    return {side: round(pixels) for side, pixels in found.items()}


class Table:
    """A match under way, in which the person is to move, and everything that is shown in its place."""

    def __init__(self, person: Watched, server: Server, terms: dict[str, Any], *, acts: int, until: str) -> None:
        known = sign_in(person, server)
        seats = [{"person": known["person"]["id"]}, *({"bot": "random"} for _ in terms["armies"][1:])]
        body = {"terms": terms, "seats": seats, "hints": True}
        made = post(person.page, f"{server.url}/api/matches", body, known["token"])
        self.page = person.page
        self.name = "six" if len(seats) > 2 else "two"
        goto(self.page, f"/match/{made['match']}")
        player = Mouse(self.page, seed=11)
        player.play(acts=acts, until=until)
        player.rest()

    def open(self, size: tuple[int, int]) -> None:
        """Change the window, with nothing chosen."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.mouse.move(1, size[1] - 1)
        expect(self.page.locator(".question.mine")).to_be_attached()

    def stages(self, *, hint: bool) -> list[tuple[str, Callable[[], None], Callable[[], None]]]:
        """Every stage by name: how to get there from a turn, and back."""
        page = self.page
        found = [
            ("turn", lambda: None, lambda: None),
            ("question", self._take, self._back),
            ("preview", self._place, self._back),
            ("refused", self._refuse, self._back),
            ("battle-start", lambda: self._battle("Home"), self._close),
            ("battle-end", lambda: self._battle("End"), self._close),
            ("film", self._film, self._close),
        ]
        if hint:
            found.append(("hint", self._hint, lambda: page.locator(".suggestion").evaluate("() => undefined")))
        return found

    def _take(self) -> None:
        self.page.locator('[data-slot]:not([aria-disabled="true"])').first.click()
        expect(self.page.locator('[data-action="back"]')).to_be_visible()

    def _place(self) -> None:
        """Choose a hex for the first tile that has one."""
        for slot in self.page.locator('[data-slot]:not([aria-disabled="true"])').all():
            slot.click()
            free = self.page.locator("[data-hex].may")
            if free.count():
                free.first.click()
                expect(self.page.locator('[data-action="confirm"], .hit, .told')).not_to_have_count(0)
                return
            self._back()
        raise AssertionError("no tile can be placed")

    def _refuse(self) -> None:
        self._place()
        taken = self.page.locator("[data-unit]").last.get_attribute("data-unit")
        self.page.locator(f'[data-hex="{taken}"]').click()
        expect(self.page.locator("[data-refused]")).to_be_visible()

    def _back(self) -> None:
        back = self.page.locator('[data-action="back"]')
        while back.count():
            self.page.keyboard.press("Escape")

    def _battle(self, key: str) -> None:
        self.page.locator('[data-action="battle"]').click()
        expect(self.page.locator("[data-battle-player]")).to_be_visible()
        self.page.keyboard.press(key)

    def _film(self) -> None:
        """A Battle that was fought."""
        self.page.locator('[data-action="more"]').click()
        self.page.locator('[data-action="last-battle"]').click()
        expect(self.page.locator("[data-battle-player]")).to_be_visible()
        self.page.keyboard.press("Home")
        for _ in range(3):
            self.page.keyboard.press("ArrowRight")

    def _close(self) -> None:
        self.page.locator('[data-action="close-battle"]').click()
        expect(self.page.locator("[data-battle-player]")).to_have_count(0)

    def _hint(self) -> None:
        if not self.page.locator(".suggestion").count():
            self.page.locator('[data-action="hint"]').click()
        expect(self.page.locator(".suggestion")).to_be_visible()


def _look_at(table: Table, lang: str, *, hint: bool) -> None:
    page = table.page
    for size in SIZES:
        table.open(size)
        at_first = box(page)
        if size == PHONE:
            assert at_first["width"] >= PHONE[0] - 2
        else:
            assert at_first["height"] >= HEIGHTS[size], size
        for stage, there, back in table.stages(hint=hint and size == SIZES[-1]):
            there()
            assert box(page) == at_first, (size, stage)
            assert page.evaluate(_SCROLLS) <= 0, (size, stage)
            picture(page, f"stage-{table.name}-{stage}-{size[0]}x{size[1]}-{lang}")
            back()


@pytest.mark.parametrize("lang", ["en-GB", "pl-PL"])
def test_a_bigger_window_has_a_bigger_board_that_stays_where_it_is(
    somebody: Somebody, server: Server, lang: str
) -> None:
    table = Table(somebody(lang=lang), server, TWO, acts=12, until="battle closed")
    _look_at(table, lang[:2], hint=True)


def test_six_players_on_the_expanded_board_have_the_same_room(somebody: Somebody, server: Server) -> None:
    table = Table(somebody(), server, GAMES["six"], acts=8, until="battle closed")
    _look_at(table, "en", hint=False)
    page = table.page
    page.set_viewport_size({"width": 1280, "height": 720})
    drawn(page)
    log = page.locator(".left > .log").bounding_box()
    assert log is not None
    assert log["height"] >= _LOG_LINES * _LINE, "the log needs more than four lines"


def tips(lang: str) -> list[str]:
    """The tips for newcomers of a match, as the page has them."""
    source = (ROOT / "web" / "src" / "texts" / "notes.ts").read_text(encoding="utf-8")
    found = re.findall(r'^ {4}"(.+)",$', source, re.MULTILINE)
    assert len(found) >= 16
    return found[lang.startswith("pl") :: 2]


@pytest.mark.parametrize("lang", ["en-GB", "pl-PL"])
def test_phones_cut_off_no_tip_and_have_a_small_header(somebody: Somebody, lang: str) -> None:
    page = somebody(phone=True, lang=lang).page
    goto(page, "/")
    page.locator('[data-action="play"]').tap()
    note = page.locator("[data-note]")
    expect(note).to_be_visible()
    for size in (PHONE, (360, 800), (844, 390)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for tip in tips(lang):
            note.locator("p").evaluate("(tip, words) => (tip.textContent = words)", tip)
            drawn(page)
            assert page.evaluate(_CUT, ".told:has([data-note])") == [], (size, tip)
        picture(page, f"tip-{size[0]}x{size[1]}-{lang[:2]}")
    header = page.locator("header", has=page.locator(".languages")).bounding_box()
    switch = page.locator(".languages").bounding_box()
    assert header is not None
    assert switch is not None
    assert switch["y"] >= header["y"]
    assert switch["y"] + switch["height"] <= header["y"] + header["height"]
    for chip in page.locator("button[data-player]").all():
        place = chip.bounding_box()
        assert place is not None
        assert place["y"] + place["height"] <= 60


STUDY_HEIGHTS = {(1920, 1080): 880, (1440, 900): 700, (1280, 720): 530, (1024, 768): 560}
"""Pixels of height that a study board has at least, below its own buttons."""
STUDY_LINE = (
    "living standard neojungle:20* mississippi:17 | C3=0.HQ B3=0.Nightshade/S C2=1.HQ/S D2=1.Boiler "
    "B2=0.Wall_of_Trees^v D3=1.Poisoner/N^v A2=1.Shadow/S C4=0.Symbiont_Alpha D1=1.Mutant~1 E2=1.Paralysis"
)


def test_a_study_board_is_large_and_stays_where_it_is(somebody: Somebody) -> None:
    page = somebody(lang="pl-PL").page
    for size, height in STUDY_HEIGHTS.items():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        goto(page, f"/study?line={STUDY_LINE}&mode=play")
        expect(page.locator(".question.mine")).to_be_visible()
        at_first = box(page)
        assert at_first["height"] >= height, size
        assert page.evaluate(_SCROLLS) <= 0 or size[0] < 1200, size  # the log is below a smaller one
        picture(page, f"study-turn-{size[0]}x{size[1]}")
        page.locator('[data-action="battle"]').click()
        expect(page.locator("[data-battle-player]")).to_be_visible()
        assert box(page) == at_first, size
        picture(page, f"study-battle-{size[0]}x{size[1]}")
        page.locator('[data-action="close-battle"]').click()
        page.locator('[data-offer="end"]').click()
        expect(page.locator("[data-draws]")).to_be_visible()
        assert box(page) == at_first, size
        picture(page, f"study-draw-{size[0]}x{size[1]}")
