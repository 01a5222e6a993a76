"""The first lesson: done step by step, left and resumed."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from neurohex.lesson import LESSON, state_of, verdict
from neurohex.rules.engine import apply, legal_actions
from tests.browser.rig import Watched, goto, picture
from tests.browser.walk import do
from tests.lesson.solving import solution

Somebody = Callable[..., Watched]


def test_a_pupil_does_every_step_and_goes_on_to_a_first_game(somebody: Somebody) -> None:
    page = somebody().page
    goto(page, "/")
    page.get_by_role("link", name="First lesson").click()
    for number, key in enumerate(LESSON):
        expect(page).to_have_url(f"{page.evaluate('location.origin')}/lesson/{key}")
        _solve(page, key)
        expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "done")
        if number == 1:
            picture(page, "lesson-done")
        if key == list(LESSON)[-1]:
            expect(page.locator('[data-action="puzzles"]')).to_have_attribute("href", "/puzzles")
        page.locator('[data-action="next"], [data-action="first-game"]').press("Enter")
    expect(page.locator("[data-question]")).to_have_attribute("data-question", "hq")


def test_a_wrong_try_is_explained_and_can_be_made_again(somebody: Somebody) -> None:
    page = somebody().page
    goto(page, "/lesson/facing")
    state = state_of("facing")
    wrong = next(
        action for action in legal_actions(state) if (said := verdict("facing", [action], "en")).over and not said.done
    )
    _wait(page)
    do(page, state, wrong)
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "missing")
    expect(page.locator("[data-verdict]")).to_contain_text(verdict("facing", [wrong], "en").words)
    page.locator('[data-action="again"]').click()
    _solve(page, "facing")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "done")


def test_steps_can_be_skipped_and_the_lesson_is_taken_up_where_it_was_left(somebody: Somebody) -> None:
    page = somebody().page
    goto(page, "/lesson")
    _solve(page, next(iter(LESSON)))
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "done")
    page.locator('[data-step="net"]').click()
    expect(page.locator("[data-task]")).to_be_visible()
    goto(page, "/")
    goto(page, "/lesson")
    expect(page).to_have_url(f"{page.evaluate('location.origin')}/lesson/net")
    expect(page.locator('[data-step="place"] .done')).to_have_count(1)
    expect(page.locator('[data-step="net"] .done')).to_have_count(0)


def _wait(page: Page) -> None:
    expect(page.locator(".question.mine")).to_be_visible()


def _solve(page: Page, key: str) -> None:
    """Solve a step; skip its Battles."""
    state = state_of(key)
    way = solution(key)
    for number, action in enumerate(way):
        _wait(page)
        do(page, state, action)
        apply(state, action)
        said = "[data-verdict]" if number < len(way) - 1 else '[data-verdict="done"]'
        expect(page.locator(f"{said}, [data-battle-player]").first).to_be_visible()
        if page.locator("[data-battle-player]").count():
            page.locator('[data-action="close-battle"]').click()
