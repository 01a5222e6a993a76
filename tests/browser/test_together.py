"""Several people at one table: a link, a lost connection, other tabs, a spectator, four armies."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

from neurohex.notation.record import parse_record
from tests.browser.player import Mouse
from tests.browser.rig import PATIENCE, Line, Server, Watched, eventually, goto, picture

Somebody = Callable[..., Watched]


def test_two_browsers_play_a_whole_game_through_a_lost_connection_and_a_killed_server(
    somebody: Somebody, server: Server, browser: Browser
) -> None:
    ann = somebody()
    _set_up(ann.page, "friends")
    expect(ann.page.locator('[data-action="leave"]')).to_be_visible()
    picture(ann.page, "waiting-room")
    match = urlsplit(ann.page.url).path
    line = Line(server)
    ben = Watched(browser, line.url, person=1)
    try:
        goto(ben.page, match)
        ben.page.locator('[data-action="join"]').click()
        players = [Mouse(ann.page, seed=1), Mouse(ben.page, seed=2)]
        _play_together(players, acts=30)

        line.cut()
        expect(ben.page.locator("[data-connection-lost]")).to_be_visible()
        picture(ben.page, "connection-lost")
        line.mend()
        expect(ben.page.locator('[data-connection="open"]')).to_be_visible()
        expect(ben.page.locator("[data-connection-lost]")).to_have_count(0)
        _play_together(players, acts=20)

        server.stop(signal.SIGKILL)
        expect(ann.page.locator("[data-connection-lost]")).to_be_visible()
        server.start()
        expect(ann.page.locator('[data-connection="open"]')).to_be_visible()
        _play_together(players)
    finally:
        ben.forgive("ERR_", "WebSocket")  # a browser says of itself that a connection was lost
        ann.forgive("ERR_", "WebSocket")
        ben.close()
        line.close()
    record = parse_record(ann.page.request.get(f"/api{match.replace('/match/', '/matches/')}/record").text())
    assert record.complete


def test_acts_are_shown_to_both_without_being_asked_for(somebody: Somebody) -> None:
    ann, ben = somebody(), somebody()
    asked = [_views_asked(ann.page), _views_asked(ben.page)]
    _set_up(ann.page, "friends")
    expect(ann.page.locator('[data-action="leave"]')).to_be_visible()
    goto(ben.page, ann.page.url)
    ben.page.locator('[data-action="join"]').click()
    players = [Mouse(ann.page, seed=21), Mouse(ben.page, seed=22)]
    _play_together(players, acts=40)
    _same_units(ann.page, ben.page)
    assert len(_units(ann.page)) > 2
    assert [each.count("look") + each.count("story") for each in asked] == [0, 0]
    # A late viewer requests the past once and gets the rest pushed.
    eve = somebody()
    looked_on = _views_asked(eve.page)
    goto(eve.page, ann.page.url)
    expect(eve.page.locator("[data-question]")).to_be_visible()
    _same_units(ann.page, eve.page)
    before = looked_on.count("look")
    assert before >= 1
    _play_together(players, acts=10)
    _same_units(ann.page, eve.page)
    assert looked_on.count("look") == before
    assert [each.count("look") + each.count("story") for each in asked] == [0, 0]


def _views_asked(page: Page) -> list[str]:
    """The names of the views that a page requests from now on."""
    asked: list[str] = []

    def keep(url: str) -> None:
        if "/api/views/" in url:
            asked.append(url.rpartition("/")[2])

    page.on("request", lambda sent: keep(sent.url))
    return asked


def test_four_armies_each_for_itself(somebody: Somebody) -> None:
    page = somebody().page
    _set_up(page, "four")
    expect(page.locator("[data-player]")).to_have_count(4)
    player = Mouse(page, seed=4)
    player.play(acts=25)
    picture(page, "four-players")
    player.hurries = True
    player.play()
    expect(page.locator("[data-ending]")).to_be_visible()


def test_a_spectator_and_two_tabs_of_a_player_show_the_same(somebody: Somebody) -> None:
    ann = somebody()
    _set_up(ann.page, "quick")
    player = Mouse(ann.page, seed=6)
    player.play(acts=8)
    stranger = somebody().page
    goto(stranger, ann.page.url)
    expect(stranger.locator("[data-question]")).to_be_visible()
    expect(stranger.locator(".question.mine")).to_have_count(0)
    expect(stranger.locator("[data-offer]")).to_have_count(0)
    tab = ann.new_page()
    goto(tab, ann.page.url)
    Mouse(tab, seed=7).play(acts=8)
    for page in (ann.page, stranger):
        _same_units(tab, page)


def test_the_last_act_is_taken_back(somebody: Somebody) -> None:
    page = somebody().page
    _set_up(page, "quick")
    player = Mouse(page, seed=8)
    undo = page.locator('[data-action="undo"]')
    # Until the bot acts, an act that ended the turn can be taken back too: wait for one with the turn still on.
    enabled = page.locator('body:has(.question.mine) [data-action="undo"]:not([aria-disabled="true"])')
    for _ in range(200):
        if enabled.count():  # while a Battle is shown there is none
            break
        player.play(acts=1)
        eventually(page, lambda: not player.see().busy)
    hand = page.locator("[data-slot]").count()
    undo.click()
    expect(undo).to_be_disabled()
    expect(page.locator("[data-slot]")).to_have_count(hand + 1)


def test_a_record_that_is_downloaded_has_what_the_page_kept_of_the_shuffle(somebody: Somebody) -> None:
    page = somebody().page
    _set_up(page, "quick")
    Mouse(page, seed=10).play(acts=3)
    page.locator('[data-action="more"]').click()
    page.locator('[data-action="resign"]').click()
    page.locator('[data-action="resign-sure"]').click()
    expect(page.locator("[data-ending]")).to_be_visible()
    page.locator('[data-action="more"]').click()
    with page.expect_download() as waiting:
        page.locator('[data-action="record"]').click()
    tags = parse_record(waiting.value.path().read_text(encoding="utf-8")).tags
    assert tags["SeenCommitment"] == tags["Commitment"]
    assert tags["OwnNonce"] == tags["Nonces"].split()[0]


def test_a_match_can_be_looked_at_again_after_its_rematch(somebody: Somebody) -> None:
    page = somebody().page
    _set_up(page, "quick")
    old = urlsplit(page.url).path
    Mouse(page, seed=9).play(acts=2)
    page.locator('[data-action="more"]').click()
    page.locator('[data-action="resign"]').click()
    page.locator('[data-action="resign-sure"]').click()
    page.locator('[data-action="rematch"]').click()
    page.wait_for_url(lambda url: urlsplit(url).path not in (old, "/"))
    expect(page.locator("[data-hex]").first).to_be_visible()
    for step in ("", "?step=0"):
        goto(page, old + step)
        expect(page.locator("[data-hex]").first).to_be_visible()
        if step:
            page.locator('[data-action="now"]').click()  # it looked back
        # Where this is seen, the page has heard of the rematch, and would have gone there.
        expect(page.locator('[data-action="to-rematch"]')).to_be_visible()
        assert urlsplit(page.url).path == old


def _set_up(page: Page, preset: str) -> None:
    goto(page, "/new")
    page.locator(f'[data-preset="{preset}"]').click()
    page.locator('[data-action="start"]').click()
    page.wait_for_url("**/match/*")


def _play_together(players: list[Mouse], acts: int = 10_000) -> None:
    """Each plays when possible, until the match is over or both have done that much."""
    moved = time.monotonic()
    while acts:
        for player in players:
            seen = player.see()
            if seen.over and not seen.battle:
                return
            if player.act(seen):
                moved = time.monotonic()
                acts -= 1
                break
        else:
            assert time.monotonic() - moved < PATIENCE / 1000, [player.see() for player in players]
            players[0].page.wait_for_timeout(30)


def _same_units(page: Page, other: Page) -> None:
    """Wait until another page shows the same units: each page has its own pace."""
    eventually(other, lambda: _units(other) == _units(page))


def _units(page: Page) -> list[str]:
    """What is drawn of each unit. The plates of changed values are left out: they tell more under a pointer."""
    units: list[str] = page.evaluate(
        """[...document.querySelectorAll("[data-unit]")].map((unit) => {
          const drawn = [...unit.querySelectorAll("use")].map((part) => part.getAttribute("href"));
          const told = [...unit.querySelectorAll("text")].filter((text) => !text.closest(".plate"));
          return [unit.dataset.unit, ...drawn, ...told.map((text) => text.textContent)].join(" ");
        })"""
    )
    return sorted(units)
