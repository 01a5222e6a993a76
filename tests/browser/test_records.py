"""Records: uploaded, replayed, linked; and the errors for a broken one."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from neurohex.view import story, tile_of_id
from tests.browser.games import played, record
from tests.browser.rig import Watched, drawn, goto, picture, quick_match

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


def test_the_slider_follows_the_mouse_from_the_end_of_a_match(somebody: Somebody) -> None:
    page = somebody().page
    quick_match(page)
    page.locator('[data-action="more"]').click()
    page.locator('[data-action="resign"]').click()
    page.locator('[data-action="resign-sure"]').click()
    slider = page.get_by_role("slider")
    expect(page.locator('[data-action="now"]')).to_be_hidden()  # at the end there is nothing to go back to
    assert _dragged(page) == [0]
    expect(slider).to_have_value("0")
    page.locator('[data-action="now"]').click()
    expect(page.locator('[data-action="now"]')).to_be_hidden()


def test_the_slider_follows_the_mouse_through_a_record(somebody: Somebody) -> None:
    page = somebody().page
    _open(page, record())
    page.locator('[data-replay="last"]').click()
    expect(page.get_by_role("slider")).to_have_value(str(len(played().steps)))
    assert _dragged(page) == [0]


def _dragged(page: Page) -> list[float]:
    """Drag the knob from the end to the beginning; return the distinct changes of the track's width on the way.

    Its value never increases meanwhile.
    """
    slider = page.get_by_role("slider")
    box = slider.bounding_box()
    assert box is not None
    middle, knob, parts = box["y"] + box["height"] / 2, 9, 12
    page.mouse.move(box["x"] + box["width"] - knob, middle)
    page.mouse.down()
    widths, values = set(), []
    for part in range(1, parts + 1):
        page.mouse.move(box["x"] + knob + (box["width"] - 2 * knob) * (1 - part / parts), middle)
        drawn(page)
        now = slider.bounding_box()
        assert now is not None
        widths.add(round(now["width"] - box["width"], 1))
        values.append(int(slider.input_value()))
    expect(slider).to_have_value("0")
    page.mouse.up()
    assert values == sorted(values, reverse=True)
    return sorted(widths)


def test_a_link_leads_to_its_moment(somebody: Somebody) -> None:
    entries = [entry for turn in story(played().steps).turns for entry in turn.entries]
    placing = next(entry for entry in entries if entry.kind == "place" and entry.step > 30)
    placed = placing.beats[0]
    assert placed.tile is not None
    step = placing.step + 1
    page = somebody().page
    _open(page, record())
    page.get_by_role("slider").fill(str(step))
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?step={step}")
    stranger = somebody().page
    goto(stranger, page.url)
    expect(stranger.get_by_role("slider")).to_have_value(str(step))
    for each in (page, stranger):  # what the act has put there is there when the moment is
        unit = each.locator(f'[data-hex="{placed.to}"]')
        expect(unit).to_have_accessible_name(re.compile(re.escape(tile_of_id(placed.tile).name)))
    assert _units(stranger) == _units(page)


def test_battles_of_the_log_can_be_watched_again(somebody: Somebody) -> None:
    page = somebody().page
    _open(page, record())
    page.locator('[data-replay="last"]').click()
    fought = [battle for turn in story(played().steps).turns for entry in turn.entries for battle in entry.battles]
    watch = page.locator('[data-step] ~ [data-action="watch"], li [data-action="watch"]')
    expect(watch).to_have_count(len(fought))
    watch.first.click()
    expect(page.locator("[data-battle-player]")).to_be_visible()
    hit = next(beat for phase in fought[0].phases for beat in phase.beats if beat.what == "hit")
    page.locator('[data-battle="play"]').click()  # which pauses it
    page.keyboard.press("End")
    expect(page.locator("[data-battle-player]")).to_contain_text(hit.words)
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
    goto(page, "/record")
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
    goto(page, "/record")
    page.locator('input[type="file"]').set_input_files(
        {"name": "holiday.txt", "mimeType": "text/plain", "buffer": b"\x89PNG\r\n\x1a\n not a game"}
    )
    expect(page.get_by_role("alert")).to_be_visible()
    ann.forgive("400 (Bad Request)")


def _open(page: Page, text: str) -> None:
    goto(page, "/record")
    page.locator('input[type="file"]').set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    page.wait_for_url("**/record/*")
    expect(page.get_by_role("slider")).to_be_visible()


def _units(page: Page) -> list[str]:
    units: list[str] = page.locator("[data-hex]").evaluate_all("(hexes) => hexes.map((hex) => hex.ariaLabel)")
    return units
