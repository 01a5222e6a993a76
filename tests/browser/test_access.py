"""Accessibility of dialogs, menus, Battles and replays: by keyboard alone, and with announcements."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from neurohex.lesson import LESSON, state_of
from neurohex.rules.engine import State, apply
from tests.browser.games import record
from tests.browser.player import Keys, Mouse
from tests.browser.rig import Watched, goto, violations
from tests.browser.walk import way_to
from tests.lesson.solving import solution

Somebody = Callable[..., Watched]
LINE = "living standard outpost:20* hegemony:18 | A1=1.HQ B2=1.Net_Fighter B3=0.Commando/SW C2=1.Runner/S C3=0.HQ"
MINE = 'section.play[aria-busy="false"] .question.mine'
"""The player at this screen has to decide."""

_LISTEN = """() => {
  const place = document.querySelector("[data-announcer]");
  window.heard = [];
  new MutationObserver(() => {
    const words = place.innerText.trim();
    if (words && words !== window.heard.at(-1)) window.heard.push(words);
  }).observe(place, { subtree: true, childList: true, characterData: true });
}"""

_ALL_HEARD = "(words) => words.every((each) => window.heard.some((said) => said.includes(each)))"


@pytest.fixture(params=["en-GB normal", "pl-PL high"])
def page(request: pytest.FixtureRequest, somebody: Somebody) -> Page:
    """A page in either language, with either contrast."""
    lang, contrast = request.param.split()
    wishes = json.dumps({"speed": 10, "contrast": contrast})
    made = somebody(lang=lang)
    made.context.add_init_script(f"localStorage.setItem('neurohex.settings', {json.dumps(wishes)})")
    return made.page


def test_all_that_opens_at_the_table(page: Page) -> None:
    goto(page, "/new")
    page.locator('[data-preset="friends"]').click()
    page.locator('[data-action="start"]').click()
    expect(page.locator('[data-action="leave"]')).to_be_visible()
    check(page, "the waiting room")

    goto(page, "/")
    page.locator('[data-action="play"]').click()
    player = Mouse(page, seed=3)
    player.play(acts=6)
    player.rest()
    page.keyboard.press("?")
    dialog = page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    check(page, "the keys")
    close(page)
    page.locator('[data-action="more"]').click()
    check(page, "the menu")
    page.locator('[data-action="resign"]').click()
    expect(dialog).to_be_visible()
    check(page, "giving up")
    close(page)
    expect(page.locator('[data-action="more"]')).to_be_focused()
    page.locator("[data-ruling]").first.click()
    expect(dialog.locator("[data-ruling-text]")).to_be_visible()
    check(page, "a ruling")
    close(page)
    page.locator('[data-player] [aria-expanded="false"]').first.click()
    check(page, "a pile")


def test_battles_replays_study_and_lesson(page: Page) -> None:
    goto(page, "/record")
    page.locator('input[type="file"]').set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": record().encode()}
    )
    page.get_by_role("slider").fill("60")
    expect(page.get_by_role("slider")).to_have_value("60")
    check(page, "a replay")
    page.locator('[data-action="watch"]').first.click()
    expect(page.locator("[data-battle-player]")).to_be_visible()
    page.keyboard.press("Home")  # which stops it, wherever it has played to
    page.keyboard.press("PageDown")
    check(page, "a Battle")

    goto(page, f"/study?line={LINE}")
    page.locator('[data-hex="C2"]').click()
    expect(page.locator("[data-turn]")).to_have_count(6)
    check(page, "a unit that is set up")
    page.locator('[data-mode="play"]').click()
    expect(page.locator(".question.mine")).to_be_visible()
    check(page, "a board that is played on")
    page.locator('[data-action="battle"]').click()
    expect(page.locator("[data-battle-player]")).to_be_visible()
    check(page, "a Battle that is foreseen")

    goto(page, "/lesson/place")
    expect(page.locator(".question.mine")).to_be_visible()
    state = state_of("place")
    for action in solution("place"):
        do_by_keys(page, state, action)
        apply(state, action)
    expect(page.locator('[data-verdict="done"]')).to_be_visible()
    check(page, "a step that is done")


def test_forced_colours_and_a_page_twice_as_large(somebody: Somebody) -> None:
    page = somebody().page
    page.set_viewport_size({"width": 683, "height": 384})  # 1366 by 768 at 200 %
    for path in ("/new", "/armies/doomsday", "/settings", f"/study?line={LINE}"):
        goto(page, path)
        page.wait_for_load_state("networkidle")
        check(page, path)
        page.emulate_media(forced_colors="active")
        # The colours are the system's then; they are not for the page to answer for.
        assert [line for line in violations(page) if not line.startswith("color-contrast")] == [], path
        page.emulate_media(forced_colors="none")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_tab_leads_on_from_a_unit_on_the_board(somebody: Somebody) -> None:
    """Regression: the page may change when the focus leaves a unit, and the focus was called back too early."""
    page = somebody().page
    goto(page, "/")
    page.locator('[data-action="play"]').click()
    player = Mouse(page, seed=11)
    player.play(acts=12)
    player.rest()
    unit = page.locator("[data-hex][aria-label*=' of ']").first
    changed = "(unit) => unit.addEventListener('blur', () => unit.closest('section').append('…'))"
    unit.evaluate(changed)
    unit.focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.dataset.slot") is not None:
            return
    raise AssertionError("no way from the board to the hand")


def test_the_whole_lesson_by_keys(somebody: Somebody) -> None:
    page = somebody().page
    goto(page, "/lesson")
    for key in LESSON:
        expect(page).to_have_url(f"{page.evaluate('location.origin')}/lesson/{key}")
        state, todo = state_of(key), solution(key)
        expect(page.locator(MINE)).to_be_visible()
        for number, action in enumerate(todo, 1):
            do_by_keys(page, state, action)
            apply(state, action)
            onward = page.locator('[data-verdict="done"]' if number == len(todo) else MINE)
            battle = page.locator("[data-battle-player]")
            expect(battle.or_(onward).first).to_be_visible()
            if battle.count():
                page.keyboard.press("Escape")
            expect(onward).to_be_visible()
            focused(page, key)
        expect(page.locator('[data-action="next"], [data-action="first-game"]')).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("[data-question]")).to_have_attribute("data-question", "hq")


def test_the_study_board_by_keys(somebody: Somebody) -> None:
    page = somebody().page
    goto(page, f"/study?line={LINE}")
    keys = Keys(page, seed=1)
    line = page.locator("[data-line]")
    keys.hex("C2")
    page.keyboard.press("e")
    expect(line).to_have_value(LINE.replace("Runner/S ", "Runner/SW "))
    focused(page, "turned")
    tab_to(page, '[data-action="move"]')
    page.keyboard.press("Enter")
    keys.hex("D2")
    expect(line).to_have_value(LINE.replace(" C2=1.Runner/S", "").replace("C3=0.HQ", "C3=0.HQ D2=1.Runner/SW"))
    focused(page, "moved")
    page.keyboard.press("Delete")
    expect(line).to_have_value(LINE.replace(" C2=1.Runner/S", ""))
    focused(page, "taken away")
    tab_to(page, '[data-palette="outpost/Runner"]')
    page.keyboard.press("Enter")
    keys.hex("E2")
    expect(line).to_have_value(LINE.replace(" C2=1.Runner/S", "").replace("C3=0.HQ", "C3=0.HQ E2=0.Runner/SW"))
    tab_to(page, '[data-mode="play"]')
    page.keyboard.press("Enter")
    expect(page.locator(".question.mine")).to_be_visible()
    focused(page, "played on")
    tab_to(page, '[data-action="battle"]')
    page.keyboard.press("Enter")
    expect(page.locator("[data-battle-player]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("[data-battle-player]")).to_have_count(0)
    expect(page.locator('[data-action="battle"]')).to_be_focused()


def test_what_happens_is_said_once_and_in_order(somebody: Somebody) -> None:
    page = somebody().page
    goto(page, "/")
    page.locator('[data-action="play"]').click()
    expect(page.locator("[data-question]")).to_have_attribute("data-question", "hq")
    page.evaluate(_LISTEN)
    keys = Keys(page, seed=9)
    keys.play(acts=12)
    keys.rest()
    names = ("Borgo places its HQ", "Hegemony places its HQ")
    page.wait_for_function(_ALL_HEARD, arg=[*names, "It is your turn."])  # what is said waits a moment for more
    heard: list[str] = page.evaluate("window.heard")
    said = " ".join(heard)
    for name in names:
        assert said.count(name) == 1, heard
    # What has happened, then whose turn it is, then what is to be decided.
    turns = [words for words in heard if "It is your turn." in words]
    assert turns, heard
    for words in turns:
        _, _, after = words.partition("It is your turn.")
        assert "places" not in after, words
        assert "ends the turn" not in after, words


def check(page: Page, what: str) -> None:
    """No accessibility violations."""
    assert violations(page) == [], what


def close(page: Page) -> None:
    """Close a dialog by keyboard without losing the focus."""
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    focused(page, "a dialog that was closed")


def focused(page: Page, after: str) -> None:
    """Something has the focus."""
    expect(page.locator("body"), after).not_to_be_focused()
    assert page.evaluate("document.activeElement.checkVisibility()"), after


def tab_to(page: Page, selector: str) -> None:
    """Go there with Tab."""
    for _ in range(120):
        if page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {selector} by Tab")


def do_by_keys(page: Page, state: State, action: int) -> None:
    """Take an action on the page without a mouse."""
    keys = Keys(page, seed=1)
    way = way_to(state, action)
    offer = way.offer
    slot = offer.slot
    if slot is not None and offer.kind == "discard":
        keys.discard(slot)
        return
    if slot is not None:
        keys.tile(slot)
    if offer.unit is not None:
        keys.hex(offer.unit)
    if not way.picks or (slot is None and offer.unit is None and offer.tile is None):
        keys.offer(offer.kind)
    for pick in way.picks:
        if isinstance(pick, int):
            if page.locator('[data-action="turn-right"]').count():  # else it looks the same on all sides
                page.keyboard.press(str(pick + 1))
        elif isinstance(pick, str) and pick.startswith("option "):
            keys.option(int(pick.removeprefix("option ")))
        elif isinstance(pick, str):
            keys.hex(pick)
        else:
            for hex_ in pick:
                if page.locator(f'[data-hex="{hex_}"].may').count():
                    keys.hex(hex_)
    if page.locator('[data-action="confirm"]').count():
        keys.confirm()
    expect(page.locator('[data-action="confirm"]')).to_have_count(0)
