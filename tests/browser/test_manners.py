"""Manners at the table: reactions in both languages, muted with one click; blocking and reporting."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rig import Server, Watched, a_server, goto, picture, violations

Somebody = Callable[..., Watched]
PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with accounts."""
    with a_server(tmp_path_factory.mktemp("server"), "--accounts=yes") as server:
        yield server


def _register(page: Page, name: str) -> None:
    """Make an account, as the page does, and reload with it."""
    goto(page, "/settings")
    page.evaluate(
        """async ([name, password]) => {
          const body = JSON.stringify({ name, password });
          const answer = await fetch("/api/accounts", { method: "POST", body });
          localStorage.setItem("neurohex.identity", await answer.text());
        }""",
        [name, PASSWORD],
    )
    page.reload()


@pytest.mark.parametrize("phone", [False, True])
def test_people_react_mute_block_and_report(somebody: Somebody, phone: bool) -> None:
    ann, ben = somebody(phone=phone), somebody(lang="pl-PL", phone=phone)
    _register(ann.page, f"Ann {phone}")
    goto(ann.page, "/new")
    ann.page.locator('[data-preset="friends"]').click()
    ann.page.locator('[data-action="start"]').click()
    expect(ann.page.locator('[data-action="leave"]')).to_be_visible()
    goto(ben.page, ann.page.url)
    ben.page.locator('[data-action="join"]').click()

    ben.page.locator('[data-action="react"]').click()
    expect(ben.page.locator('[data-action="react-luck"]')).to_have_text("Powodzenia!")
    picture(ben.page, f"reactions-{'phone' if phone else 'wide'}-pl")
    assert not violations(ben.page)
    ben.page.locator('[data-action="react-luck"]').click()
    said = ann.page.locator('[data-reaction="luck"]')
    expect(said).to_contain_text("Good luck!")
    picture(ann.page, f"reaction-{'phone' if phone else 'wide'}")
    assert not violations(ann.page)
    expect(ben.page.locator('[data-reaction="luck"] [data-action="mute"]')).to_have_count(0)  # one's own
    said.locator('[data-action="mute"]').click()
    expect(said).to_have_count(0)
    ann.page.locator('[data-action="react"]').click()
    expect(ann.page.locator('[data-action="unmute"]')).to_be_visible()  # the browser keeps it
    ann.page.keyboard.press("Escape")

    ben.page.locator('[data-action="more"]').click()
    expect(ben.page.locator('[data-action="complain"]')).to_have_count(0)  # a guest
    ann.page.locator('[data-action="more"]').click()
    ann.page.locator('[data-action="complain"]').click()
    dialog = ann.page.locator("dialog[open]")
    dialog.locator("select").select_option("stalling")
    dialog.locator('[data-action="report"]').click()
    expect(dialog.locator("select")).to_have_value("")
    dialog.locator('[data-action="block"]').click()
    expect(dialog.locator('[data-action="block"]')).to_have_text("Unblock")
    picture(ann.page, f"block-{'phone' if phone else 'wide'}")
    assert not violations(ann.page)
    goto(ann.page, "/settings")
    ann.page.locator('[data-action="unblock"]').click()
    expect(ann.page.locator('[data-action="unblock"]')).to_have_count(0)
