"""Passkeys in Chromium, with a virtual device: add one, sign in with it, remove it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rig import Server, Watched, drawn, goto, picture, violations

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with accounts. Passkeys need the name of a host, not its number."""
    server = Server(tmp_path_factory.mktemp("server") / "matches.db", "--accounts=yes")
    server.start()
    server.url = server.url.replace("127.0.0.1", "localhost")
    try:
        yield server
    finally:
        server.stop()


@pytest.mark.parametrize(("lang", "phone"), [("en-GB", False), ("pl-PL", True)])
def test_a_passkey_is_added_signs_in_and_is_removed(somebody: Callable[..., Watched], lang: str, phone: bool) -> None:
    who = somebody(lang=lang, phone=phone)
    page = who.page
    device = who.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    made = device.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": {**options, "isUserVerified": True, "automaticPresenceSimulation": True}},
    )
    name = f"Ann {lang}"

    goto(page, "/settings")
    expect(page.locator('[data-action="add-passkey"]')).to_have_count(0)  # a guest has none
    _fill(page, register=True, name=name)
    page.locator('[data-action="add-passkey"]').click()
    expect(page.locator("[data-passkey]")).to_have_count(1)
    drawn(page)
    page.locator("[data-passkey]").scroll_into_view_if_needed()
    picture(page, f"passkeys-{lang[:2]}-{'phone' if phone else 'desktop'}")
    assert violations(page) == []

    page.locator("[data-action=sign-out]").click()
    page.locator("[data-action=sign-in]").click()
    page.locator('[data-action="use-passkey"]').click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("[data-who]")).to_contain_text(name)
    expect(page.locator("[data-passkey]")).to_have_count(1)

    page.locator('[data-action="add-passkey"]').click()  # the device has one already
    expect(page.locator('[data-action="add-passkey"]')).to_be_enabled()
    expect(page.locator("[data-passkey]")).to_have_count(1)

    page.locator("[data-passkey] button").click()
    expect(page.locator("[data-passkey]")).to_have_count(0)
    page.locator("[data-action=sign-out]").click()
    page.locator("[data-action=sign-in]").click()
    page.locator('[data-action="use-passkey"]').click()
    expect(page.locator("dialog[open] [role=alert]")).to_be_visible()
    device.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": made["authenticatorId"]})
    who.forgive("asks another host: http://localhost", "asks another host: ws://localhost", "status of 401")


def _fill(page: Page, *, register: bool, name: str) -> None:
    page.locator("[data-action=register]" if register else "[data-action=sign-in]").click()
    page.locator("dialog[open] input[type=text]").fill(name)
    page.locator("dialog[open] input[type=password]").fill(PASSWORD)
    page.locator("dialog[open] button[type=submit]").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
