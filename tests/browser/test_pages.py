"""Every page in both languages, wide and on a phone: screenshot and accessibility scan."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import Mouse
from tests.browser.rig import Watched, goto, picture, violations

Somebody = Callable[..., Watched]
LINE = "living standard outpost:20* hegemony:18 | A1=1.HQ B2=1.Net_Fighter B3=0.Commando/SW C2=1.Runner/S C3=0.HQ"
PAGES = {
    "home": "/",
    "new": "/new",
    "armies": "/armies",
    "army": "/armies/moloch",
    "settings": "/settings",
    "lesson": "/lesson/facing",
    "study": f"/study?line={LINE}",
    "record-upload": "/record",
    "rulings": "/rulings",
    "not-found": "/nowhere",
}
LANGUAGES = {"en": "en-GB", "pl": "pl-PL"}
SCANNED = {"en": False, "pl": True}
"""Each language is scanned on one of the two screens, phones being True: a scan takes a second."""


@pytest.mark.pictures
@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_is_open_to_everybody(somebody: Somebody, lang: str, phone: bool) -> None:
    someone = somebody(lang=LANGUAGES[lang], phone=phone)
    page = someone.page
    for name, path in PAGES.items():
        answer = goto(page, path)
        assert answer is not None
        assert answer.status == (404 if name == "not-found" else 200)
        settle(page)
        assert page.evaluate("document.documentElement.lang") == lang
        check(page, f"{name}-{lang}-{'phone' if phone else 'wide'}", scan=SCANNED[lang] == phone)
    someone.forgive("status of 404")  # Chromium tells of a page that was not found


@pytest.mark.parametrize("wish", [{"contrast": "high"}, {"patterns": "strong"}], ids=["contrast", "patterns"])
def test_other_contrast_and_patterns(somebody: Somebody, wish: dict[str, str]) -> None:
    page = somebody().page
    goto(page, "/settings")
    page.evaluate("(wish) => localStorage.setItem('neurohex.settings', wish)", json.dumps(wish))
    (key, value), *_ = wish.items()
    for name in ("home", "army", "study", "settings"):
        goto(page, PAGES[name])
        settle(page)
        assert page.evaluate("(key) => document.documentElement.dataset[key]", key) == value
        check(page, f"{name}-{value}")


@pytest.mark.pictures
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_match_a_battle_and_a_replay(somebody: Somebody, lang: str) -> None:
    page = somebody(lang=LANGUAGES[lang]).page
    goto(page, "/new")
    page.locator('[data-preset="quick"]').click()
    page.locator('[data-action="start"]').click()
    player = Mouse(page, seed=11)
    player.play(acts=25)
    player.rest()
    check(page, f"match-{lang}")
    page.locator('[data-action="battle"]').click()
    expect(page.locator("[data-battle-player]")).to_be_visible()
    page.keyboard.press("Home")  # which stops it, wherever it has played to
    page.keyboard.press("ArrowRight")
    check(page, f"battle-preview-{lang}")
    page.locator('[data-action="close-battle"]').click()
    goto(page, f"{page.url}?step=6")
    settle(page)
    check(page, f"replay-{lang}")


@pytest.mark.pictures
def test_phones_show_a_match_without_scrolling_sideways(somebody: Somebody) -> None:
    page = somebody(phone=True).page
    goto(page, "/")
    page.locator('[data-action="play"]').tap()
    player = Mouse(page, seed=12)
    player.play(acts=20)
    player.rest()
    check(page, "match-phone")
    page.locator("[data-hex][aria-label*=' of ']").first.tap()
    expect(page.get_by_role("complementary", name="Card")).to_be_visible()
    check(page, "card-phone")


def test_a_strict_policy_and_nothing_from_elsewhere(somebody: Somebody) -> None:
    page = somebody().page  # which complains about every request to another host
    answer = goto(page, "/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    settle(page)


def settle(page: Page) -> None:
    """Wait until all requests are answered."""
    page.wait_for_load_state("networkidle")
    expect(page.locator("h1, [data-question]").first).to_be_visible()


def check(page: Page, name: str, *, scan: bool = True) -> None:
    """Save a screenshot; check accessibility and horizontal overflow."""
    picture(page, name)
    assert not scan or violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")
