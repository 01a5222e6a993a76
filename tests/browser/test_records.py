"""Records: brought by people, looked through, linked to; and what is said of a broken one."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from neurohex.view import story
from tests.browser.games import played, record
from tests.browser.rig import Watched, picture

Somebody = Callable[..., Watched]


def test_a_record_is_opened_and_looked_through(somebody: Somebody) -> None:
    page = somebody().page
    _open(page, record())
    steps = len(played().steps)
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("max", str(steps))
    expect(page.locator("[data-unit]")).to_have_count(0)

    page.locator('[data-replay="last"]').click()
    expect(slider).to_have_value(str(steps))
    expect(page.locator('[data-question="over"]')).to_be_visible()
    page.locator('[data-replay="back"]').click()
    expect(slider).to_have_value(str(steps - 1))

    slider.focus()
    page.keyboard.press("Home")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-unit]")).to_have_count(2)
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?step=2")
    picture(page, "record")


def test_a_link_leads_to_its_moment(somebody: Somebody) -> None:
    page = somebody().page
    _open(page, record())
    page.get_by_role("slider").fill("40")
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?step=40")
    stranger = somebody().page
    stranger.goto(page.url)
    expect(stranger.get_by_role("slider")).to_have_value("40")
    assert _units(stranger) == _units(page)


def test_battles_of_the_log_can_be_watched_again(somebody: Somebody) -> None:
    page = somebody().page
    _open(page, record())
    page.locator('[data-replay="last"]').click()
    fought = [
        battle for turn in story(played().steps)["turns"] for entry in turn["entries"] for battle in entry["battles"]
    ]
    watch = page.locator('[data-step] ~ [data-action="watch"], li [data-action="watch"]')
    expect(watch).to_have_count(len(fought))
    watch.first.click()
    expect(page.locator("[data-battle-player]")).to_be_visible()
    hit = next(beat for phase in fought[0]["phases"] for beat in phase["beats"] if beat["what"] == "hit")
    page.locator('[data-battle="play"]').click()  # which pauses it
    page.keyboard.press("End")
    expect(page.locator("[data-battle-player]")).to_contain_text(hit["words"])
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    picture(page, "battle-watched")
    page.keyboard.press("Escape")
    expect(page.locator("[data-battle-player]")).to_have_count(0)


def test_a_broken_record_is_explained_and_can_be_mended(somebody: Somebody) -> None:
    ann = somebody()
    page = ann.page
    lines = record().splitlines()
    number = next(n for n, line in enumerate(lines) if " place " in line and n > 20)
    broken = [*lines[:number], lines[number].replace(" place ", " plaice "), *lines[number + 1 :]]
    page.goto("/record")
    page.get_by_role("textbox").fill("\n".join(broken))
    page.get_by_role("button", name="Open the record").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(f"line {number + 1}")
    picture(page, "record-broken")
    assert "plaice" in page.get_by_role("textbox").input_value()
    page.get_by_role("textbox").fill(record())
    page.get_by_role("button", name="Open the record").click()
    expect(page.get_by_role("slider")).to_be_visible()
    ann.forgive("400 (Bad Request)")  # the browser's own remark on the refusal


def test_a_file_that_is_no_record(somebody: Somebody) -> None:
    ann = somebody()
    page = ann.page
    page.goto("/record")
    page.locator('input[type="file"]').set_input_files(
        {"name": "holiday.txt", "mimeType": "text/plain", "buffer": b"\x89PNG\r\n\x1a\n not a game"}
    )
    expect(page.get_by_role("alert")).to_be_visible()
    ann.forgive("400 (Bad Request)")


def _open(page: Page, text: str) -> None:
    page.goto("/record")
    page.locator('input[type="file"]').set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    page.wait_for_url("**/record/*")
    expect(page.get_by_role("slider")).to_be_visible()


def _units(page: Page) -> list[str]:
    units: list[str] = page.locator("[data-hex]").evaluate_all("(hexes) => hexes.map((hex) => hex.ariaLabel)")
    return units
