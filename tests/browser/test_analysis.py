"""The analysis of a game: started, left and found again; its graph, decisions and better lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from neurohex.analysis import analyse, review, section_of
from neurohex.analysis.review import GameReview
from neurohex.notation.record import parse_record, write_record
from tests.analysis.games import played
from tests.browser.rig import Watched, goto
from tests.browser.test_pages import check, settle

Somebody = Callable[..., Watched]
LANGUAGES = {"en": "en-GB", "pl": "pl-PL"}


@cache
def analysed() -> tuple[str, GameReview]:
    """A record with its analysis, and what that says."""
    record = played(acts=60)
    analysis = analyse(record, 1)
    record.analysis = section_of(analysis, record)
    return write_record(record), review(analysis, record)


def opened(page: Page, text: str) -> None:
    """Upload a record and go to its analysis."""
    goto(page, "/record")
    page.locator('input[type="file"]').set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    page.wait_for_url("**/record/*")
    page.locator('[data-action="more"]').click()
    page.locator('[data-action="review"]').click()
    page.wait_for_url("**/analysis?record=*")


def test_an_analysis_is_started_left_and_found_again(somebody: Somebody) -> None:
    page = somebody().page
    opened(page, write_record(played(acts=8, seed=21)))
    page.locator('[data-action="start"]').click()
    expect(page.locator('[data-state="running"], [data-depth="2"]').first).to_be_visible()
    address = page.url
    goto(page, "/")
    goto(page, address)
    expect(page.locator('[data-depth="2"]')).to_be_visible()
    expect(page.locator("svg[role=img]")).to_be_visible()
    expect(page.locator("[data-accuracy]")).to_have_count(2)
    page.reload()
    expect(page.locator('[data-depth="2"]')).to_be_visible()  # at once: it is kept
    expect(page.locator('[data-action="start"]')).to_have_count(0)


def test_decisions_are_walked_by_keys_and_shown_on_the_board(somebody: Somebody) -> None:
    page = somebody().page
    text, told = analysed()
    opened(page, text)
    moments = told.moments
    assert len(moments) >= 3
    expect(page.locator("[data-moment]")).to_have_count(len(moments))
    expect(page.locator("[data-decision]")).to_have_attribute("data-decision", str(moments[0].step))
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-decision]")).to_have_attribute("data-decision", str(moments[1].step))
    expect(page.locator('[aria-current="true"]')).to_have_attribute("data-moment", str(moments[1].step))
    expect(page).to_have_url(re.compile(rf"[?&]step={moments[1].step}$"))
    page.keyboard.press("End")
    expect(page.locator("[data-decision]")).to_have_attribute("data-decision", str(moments[-1].step))
    page.keyboard.press("ArrowRight")  # there is no further one
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-decision]")).to_have_attribute("data-decision", str(moments[-2].step))

    costly = max(moments, key=lambda moment: moment.before - moment.after)
    page.locator(f'[data-moment="{costly.step}"]').click()
    line = page.locator('[data-line="better"] li')
    own = [act.words for act in costly.better if act.player == costly.player]
    expect(line).to_have_text(own)
    expect(page.locator("[data-reasons] li")).to_have_count(len(costly.reasons))
    page.get_by_text("Played", exact=True).click()
    expect(page.locator('[data-line="played"] li').first).to_have_text(costly.played[0].words)
    page.locator('[data-action="try"]').click()
    page.wait_for_url(re.compile(rf"/study\?record=\w+&step={costly.step}"))
    expect(page.locator("[data-hex]").first).to_be_visible()


def test_the_better_line_is_a_film_with_its_battle(somebody: Somebody) -> None:
    page = somebody().page
    text, told = analysed()
    opened(page, text)
    costly = max(told.moments, key=lambda moment: moment.before - moment.after)
    page.locator(f'[data-moment="{costly.step}"]').click()
    page.locator('[data-action="film"]').click()
    expect(page.locator("[data-battle-player]")).to_be_visible()  # in the line, or expected after it
    page.locator('[data-action="close-battle"]').click()
    expect(page.locator("[data-line=better] li.done").first).to_be_visible()


def test_the_record_is_downloaded_with_its_analysis(somebody: Somebody, tmp_path: Path) -> None:
    page = somebody().page
    opened(page, analysed()[0])
    with page.expect_download() as downloading:
        page.locator('[data-action="download"]').click()
    file = tmp_path / "game.txt"
    downloading.value.save_as(file)
    assert parse_record(file.read_text()).analysis == parse_record(analysed()[0]).analysis


@pytest.mark.pictures
@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_open_to_everybody(somebody: Somebody, lang: str, phone: bool) -> None:
    page = somebody(lang=LANGUAGES[lang], phone=phone).page
    opened(page, analysed()[0])
    expect(page.locator("[data-decision] [data-hex]").first).to_be_visible()
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    check(page, f"analysis-{lang}-{'phone' if phone else 'wide'}", scan=True)
