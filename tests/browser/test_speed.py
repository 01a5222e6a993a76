"""Budgets: the size of the start page, the time to its first use, the time for an act, and no stutter in a film.

All times are by the clock. A loaded machine delays everything, so each is the best of several tries.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect

from tests.browser.rig import PAGE, Server, Watched, goto
from tests.browser.test_modes import sit_down

Somebody = Callable[..., Watched]
FIRST_PAGE_KB = 70
"""Compressed kilobytes of scripts and styles that the start page loads before it shows anything."""
USABLE_MS = 1_000
ACT_MS = 100
LONG_TASK_MS = 50
TRIES = 12
LIVELY = {"speed": 4, "motion": "full"}
LINE = (
    "living standard borgo:20* moloch:20 | A1=0.HQ B1=0.Mutant/SE B2=0.Claws/SE C2=0.Brawler/SE A2=0.Officer/N "
    "C3=0.Super_Mutant/S D2=0.Mutant/S E3=1.HQ D3=1.Hybrid/N C4=1.Gauss_Cannon/N D4=1.Hunter-Killer/N "
    "B4=1.Net_Fighter/N"
)

_USABLE = """() => new Promise((done) => {
  const look = () => {
    const play = document.querySelector('[data-action="play"]');
    if (play?.checkVisibility() && !play.disabled) done(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})"""
_CONFIRM = """(hex) => new Promise((done) => {
  const look = () => {
    const shown = document.querySelector(`[data-unit="${hex}"]`) && !document.querySelector(".ghost");
    if (shown) done(performance.now() - began);
    else requestAnimationFrame(look);
  };
  const began = performance.now();
  document.querySelector('[data-action="confirm"]').click();
  look();
})"""


def test_the_start_page_is_small() -> None:
    loads = re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', PAGE.read_text(encoding="utf-8"))
    assert loads
    size = sum(len(gzip.compress((PAGE.parent / name).read_bytes())) for name in loads)
    assert size <= 1024 * FIRST_PAGE_KB


def best(budget: float, measure: Callable[[], float]) -> None:
    """Measure milliseconds until they are within the budget. Raises `AssertionError` if they never are."""
    times: list[float] = []
    for _ in range(TRIES):
        times.append(measure())
        if times[-1] <= budget:
            return
    raise AssertionError(times)


def test_the_start_page_is_soon_usable(somebody: Somebody) -> None:
    page = somebody().page

    def measure() -> float:
        page.goto("/")
        return float(page.evaluate(_USABLE))

    best(USABLE_MS, measure)


def test_a_film_does_not_stutter(browser: Browser, somebody: Somebody) -> None:
    person = somebody()
    person.context.add_init_script(f"localStorage.setItem('neurohex.settings', {json.dumps(json.dumps(LIVELY))})")
    page = person.page
    page.emulate_media(reduced_motion="no-preference")
    goto(page, f"/study?line={LINE}&mode=play")
    page.wait_for_load_state("networkidle")
    page.locator('[data-action="battle"]').click()
    expect(page.locator("[data-battle-player]")).to_be_visible()

    def measure() -> float:
        page.keyboard.press("Home")
        expect(page.locator('[data-battle="back"][aria-disabled="true"]')).to_be_visible()
        with tasks(browser, page) as found:
            page.locator('[data-battle="play"]').click()
            expect(page.locator('[data-battle="forward"][aria-disabled="true"]')).to_be_visible()
        return max(found)

    best(LONG_TASK_MS, measure)


def test_an_act_is_shown_at_once(somebody: Somebody, server: Server) -> None:
    person = somebody()
    page = person.page

    def measure() -> float:
        sit_down(person, server, {"armies": ["outpost", "borgo"]})
        hexes = page.locator("[data-hex].may")  # for the HQ, which is in hand
        name = hexes.first.get_attribute("data-hex")
        hexes.first.click()
        expect(page.locator('[data-action="confirm"]')).to_be_visible()
        page.wait_for_load_state("networkidle")
        return float(page.evaluate(_CONFIRM, name))

    best(ACT_MS, measure)


@contextmanager
def tasks(browser: Browser, page: Page) -> Iterator[list[float]]:
    """Milliseconds of each task of the page's main thread."""
    found: list[float] = []
    browser.start_tracing(page=page, categories=["toplevel", "__metadata"])
    yield found
    events = json.loads(browser.stop_tracing())["traceEvents"]
    named = [each for each in events if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"]
    main = {(each["pid"], each["tid"]) for each in named}
    run = [each for each in events if (each["pid"], each["tid"]) in main and each["name"].endswith("RunTask")]
    found.extend(each["dur"] / 1000 for each in run if "dur" in each)
    assert found
