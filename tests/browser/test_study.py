"""The study board: set up, fought, analysed, played on, shared."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

from playwright.sync_api import Page, Route, expect

from tests.browser.rig import Watched, eventually, goto, picture, quick_match

Somebody = Callable[..., Watched]
LINE = "living standard outpost:20* hegemony:18 | A1=1.HQ B2=1.Net_Fighter B3=0.Commando/SW C2=1.Runner/S C3=0.HQ"


def test_a_position_is_set_up_by_hand(somebody: Somebody) -> None:
    page = somebody().page
    _study(page, "setup")
    page.locator('[data-palette="outpost/Runner"]').click()
    page.locator('[data-hex="D3"]').click()
    expect(page.locator("[data-line]")).to_have_value(_holds("D3=0.Runner"))
    page.keyboard.press("e")
    expect(page.locator("[data-line]")).to_have_value(_holds("D3=0.Runner/NE"))
    picture(page, "study-set-up")
    page.locator('[data-action="undo"]').click()
    page.locator('[data-action="undo"]').click()
    expect(page.locator("[data-line]")).to_have_value(LINE)


def test_hands_discards_and_energy_are_set_up_and_played_with(somebody: Somebody) -> None:
    page = somebody().page
    line = "living duel outpost:20* hegemony:18 | A2=0.Commando C3=0.HQ E1=1.HQ"
    goto(page, f"/study?line={quote(line)}&mode=setup")
    first = page.locator("[data-lot]").first.locator("xpath=..")
    page.locator('[data-palette="outpost/Medic"]').click()
    page.locator('[data-action="to-hand"]').click()
    expect(first.locator('[data-lot="hands"] button')).to_have_count(1)
    page.locator('[data-action="to-discards"]').click()
    expect(first.locator('[data-lot="discards"] button')).to_have_count(1)
    first.get_by_role("button", name="Energy: one more").click()
    expect(first.get_by_role("group", name="Energy").get_by_role("status")).to_have_text("1")
    expect(page).to_have_url(re.compile(r"hands=outpost/Medic.*discards=outpost/Medic.*energy=1,0"))
    picture(page, "study-duel")
    page.reload()  # the address has it all
    page.locator('[data-mode="play"]').click()
    expect(page.locator("[data-slot]")).to_have_count(1)
    expect(page.locator('[data-offer="procedure rotation"]')).to_be_visible()  # a Link and 1 energy
    page.locator('[data-mode="setup"]').click()
    first.locator('[data-lot="discards"] button').click()
    expect(page).not_to_have_url(re.compile("discards"))


def test_set_up_is_restored_after_playing_on(somebody: Somebody) -> None:
    page = somebody().page
    _study(page, "setup", "&hands=outpost/Runner")
    page.locator('[data-mode="play"]').click()
    page.locator("[data-slot]").first.click()
    page.locator('[data-hex="D3"]').click()
    page.locator('[data-action="confirm"]').click()
    expect(page).to_have_url(re.compile("then="))
    played = page.url
    page.locator('[data-mode="setup"]').click()
    expect(page.locator("[data-line]")).to_have_value(_holds("D3=0.Runner"))
    page.locator('[data-action="undo"]').click()
    expect(page.locator("[data-line]")).to_have_value(LINE)
    expect(page.locator('[data-lot="hands"] button')).to_have_count(1)
    page.go_back()
    expect(page).to_have_url(played)
    expect(page.locator('[data-unit="D3"]')).to_have_count(1)
    page.go_back()
    expect(page.locator("[data-line]")).to_have_value(LINE)


def test_a_mode_that_is_chosen_while_the_board_is_on_its_way_is_taken_when_it_is_there(somebody: Somebody) -> None:
    page = somebody().page
    late: list[Route] = []
    held = True
    page.route("**/api/views/look", lambda route: late.append(route) if held else route.continue_())
    goto(page, f"/study?line={quote(LINE)}")
    page.locator('[data-mode="play"]').click()
    eventually(page, lambda: late)
    held = False
    for route in late:
        route.continue_()
    expect(page.locator('[data-mode="play"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-unit]")).to_have_count(5)
    expect(page.locator(".question.mine")).to_be_visible()


def test_a_line_can_be_written_and_a_wrong_one_is_explained(somebody: Somebody) -> None:
    ann = somebody()
    page = ann.page
    _study(page, "setup")
    page.locator("[data-line]").fill(LINE.replace("Runner", "Rnner"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Rnner")).to_be_visible()
    expect(page.locator('[data-unit="C2"]')).to_have_count(1)  # the board stays as it was
    page.locator("[data-line]").fill("living standard borgo moloch | C3=0.HQ A1=1.HQ")
    page.keyboard.press("Enter")
    expect(page.locator("[data-unit]")).to_have_count(2)
    ann.forgive("400 (Bad Request)")


def test_a_battle_is_foreseen_and_fought(somebody: Somebody) -> None:
    page = somebody().page
    _study(page, "play")
    page.locator('[data-action="battle"]').click()
    player = page.locator("[data-battle-player]")
    expect(player).to_contain_text("Commando B3 shoots N: hits Net Fighter B2 for 1")
    page.locator('[data-action="close-battle"]').click()
    expect(page.locator('[data-unit="B2"]')).to_have_count(1)
    page.locator('[data-action="fight"]').click()
    page.locator('[data-action="close-battle"]').click()
    expect(page.locator('[data-unit="B2"]')).to_have_count(0)
    log = page.get_by_role("tabpanel")
    expect(log.locator("[data-toll]")).to_contain_text("lost Net Fighter B2")
    log.locator('[data-action="watch"]').click()
    expect(player).to_be_visible()
    page.locator('[data-action="close-battle"]').click()
    page.locator('[data-mode="setup"]').click()
    expect(page.get_by_role("button", name="Remove Net Fighter")).to_have_count(1)  # it was discarded


def test_the_bot_has_an_opinion_which_can_be_played_and_taken_back(somebody: Somebody) -> None:
    page = somebody().page
    _study(page, "play", "&hands=outpost/Runner,outpost/Battle")
    page.get_by_role("tab", name="opinion").click()
    page.locator('[data-action="hint"]').click()
    play = page.locator('[data-action="play-thought"]')
    expect(play.first).to_be_visible()
    picture(page, "study-opinion")
    expect(page).to_have_url(re.compile("mode=play"))  # the address follows after a moment
    before = page.url
    play.first.click()
    expect(page).not_to_have_url(before)
    page.locator('[data-action="back"], [data-action="undo"]').first.click()
    expect(page).to_have_url(before)


def test_a_study_goes_on_from_a_moment_of_a_match(somebody: Somebody) -> None:
    page = somebody().page
    quick_match(page)
    match = page.url.rpartition("/")[2]
    goto(page, f"/study?match={match}&step=2")
    expect(page.locator("[data-unit]")).to_have_count(2)
    expect(page.locator("[data-draws]")).to_be_visible()  # the first draw can be chosen
    page.locator("[data-draw]").first.click()
    expect(page.locator("[data-slot]")).to_have_count(1)


def _study(page: Page, mode: str, more: str = "") -> None:
    goto(page, f"/study?line={quote(LINE)}{more}")
    page.locator(f'[data-mode="{mode}"]').click()
    expect(page.locator("[data-unit]").first).to_be_visible()


def _holds(part: str) -> re.Pattern[str]:
    return re.compile(re.escape(part) + r"( |$)")
