"""Puzzles: solved by mouse, and by keys on a phone; a wrong try, hints, a puzzle made on the study board."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from neurohex.notation.action import parse_action
from neurohex.puzzles import Attempt, Puzzle
from neurohex.puzzles.collection import collection
from tests.browser.rig import Watched, goto, picture, violations
from tests.browser.test_access import do_by_keys
from tests.browser.walk import do

Somebody = Callable[..., Watched]
FIRST, SECOND = collection()[:2]
PLACED = next(one for one in collection() if all(act.startswith("place ") for act in one.solution[0]))
"""One that is solved by placing tiles alone, which keys do in one way."""


def test_a_puzzle_is_found_and_solved_by_mouse(somebody: Somebody) -> None:
    page = somebody().page
    goto(page, "/puzzles")
    expect(page.locator("[data-puzzle]").first).to_be_visible()
    assert violations(page) == []
    picture(page, "puzzles")
    page.locator(f'li [data-puzzle="{FIRST.id}"]').click()
    page.locator('[data-action="hint"]').click()
    expect(page.locator("[data-hint]")).to_have_count(1)
    _solve(page, FIRST, do)
    page.locator('[data-action="finish"]').click()
    page.locator('[data-action="close-battle"]').click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "solved")
    assert violations(page) == []
    picture(page, "puzzle-solved")
    goto(page, "/puzzles")
    expect(page.locator("[data-progress]")).to_contain_text("1 of ")


def test_the_keys_of_a_puzzle_are_listed_and_work(somebody: Somebody) -> None:
    page = somebody().page
    page.goto(f"/puzzle/{PLACED.id}")
    expect(page.locator("[data-task]")).to_be_visible()
    page.keyboard.press("?")
    keys = page.locator("dialog[open] dl")
    expect(keys).to_contain_text("start the Battle")
    expect(keys).to_contain_text("take the last act back")
    expect(keys).not_to_contain_text("discard")
    picture(page, "puzzle-keys")
    page.keyboard.press("Escape")
    state = Attempt(PLACED).state
    do(page, state, parse_action(state, PLACED.solution[0][0]))
    expect(page.locator("[data-left]")).to_have_attribute("data-left", str(PLACED.use - 1))
    page.keyboard.press("u")
    expect(page.locator("[data-left]")).to_have_attribute("data-left", str(PLACED.use))


def test_a_guest_gets_a_rating_and_the_first_attempt_counts(somebody: Somebody) -> None:
    page = somebody().page
    page.goto("/puzzles")
    page.locator('[data-action="rate"]').click()
    expect(page.locator("[data-own-rating]")).to_have_text("Your rating: 1500?")
    picture(page, "puzzles-rated")
    page.goto(f"/puzzle/{FIRST.id}")
    _solve(page, FIRST, do)
    page.locator('[data-action="finish"]').click()
    page.locator('[data-action="close-battle"]').click()
    outcome = page.locator("[data-outcome]")
    expect(outcome).to_have_attribute("data-outcome", "solved")
    expect(outcome).to_contain_text("Your first attempt counts: solved, +")
    assert violations(page) == []
    picture(page, "puzzle-rated")
    page.goto(f"/puzzle/{SECOND.id}")
    page.locator('[data-action="hint"]').click()
    expect(page.locator("[data-hint]")).to_have_count(1)
    _solve(page, SECOND, do)
    page.locator('[data-action="finish"]').click()
    page.locator('[data-action="close-battle"]').click()
    expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", "lost")


@pytest.mark.parametrize("width", [861, 940, 1024, 1100])
def test_the_links_of_the_header_fit(somebody: Somebody, width: int) -> None:
    for lang in ("en-US", "pl-PL"):
        page = somebody(lang=lang).page
        page.set_viewport_size({"width": width, "height": 800})
        page.goto("/puzzles")
        expect(page.locator("[data-puzzle]").first).to_be_visible()
        picture(page, f"header-{lang[:2]}-{width}")
        fits = page.evaluate(
            """() => {
                const boxes = [...document.querySelectorAll("header > .logo, header nav a, header .end")]
                    .map((one) => one.getBoundingClientRect());
                const row = boxes.every((one, at) => at === 0 || one.left >= boxes[at - 1].right - 1);
                const tall = [...document.querySelectorAll("header nav a")]
                    .some((one) => one.scrollHeight > one.clientHeight + 1);
                return row && !tall && boxes.at(-1).right <= innerWidth;
            }"""
        )
        assert fits


def test_a_puzzle_is_solved_by_keys_on_a_phone(somebody: Somebody) -> None:
    page = somebody(phone=True, lang="pl-PL").page
    goto(page, f"/puzzle/{PLACED.id}")
    _solve(page, PLACED, do_by_keys)
    page.locator('[data-action="reset"]').press("Enter")
    expect(page.locator('[data-action="finish"]')).to_be_disabled()
    _solve(page, PLACED, do_by_keys)
    picture(page, "puzzle-phone")
    page.keyboard.press("t")
    expect(page.locator("[data-battle-player]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator('[data-verdict="solved"]')).to_be_visible()
    assert violations(page) == []


def test_an_own_choice_in_the_battle_stands_in_the_solution(somebody: Somebody) -> None:
    page = somebody(phone=True).page
    page.set_viewport_size({"width": 844, "height": 390})
    goto(page, "/puzzle/722b859d")
    page.locator('[data-action="solution"]').click()
    expect(page.locator("[data-solution] [data-choice]")).to_have_text("Clown B3: Explode (in the Battle)")
    page.locator("[data-task]").scroll_into_view_if_needed()
    picture(page, "puzzle-landscape")


def test_a_board_is_made_into_a_puzzle_proved_and_opened(somebody: Somebody) -> None:
    page = somebody().page
    line = "living standard moloch:3 borgo:20* | A3=1.HQ/SE B3=0.Juggernaut/SW C4=0.Stormtrooper/NE~1 "
    line += "D4=0.Blocker/S~1 E2=0.Net_Fighter/S E3=0.HQ/SW"
    hands = ";borgo/Brawler,borgo/Grenade,borgo/Net_Fighter"
    goto(page, f"/study?{urlencode({'line': line, 'hands': hands, 'turn': 1, 'mode': 'setup'})}")
    page.locator('[data-action="make-puzzle"]').click()
    page.locator('[data-action="prove"]').click()
    expect(page.locator("[data-proof]")).to_have_attribute("data-proof", "unique")
    assert violations(page) == []
    picture(page, "puzzle-made")
    page.locator('[data-action="open-puzzle"]').click()
    expect(page.locator("[data-task]")).to_contain_text("Use exactly 2 of your 3 tiles")
    page.locator('[data-action="solution"]').click()
    expect(page.locator("[data-solution] li")).to_have_count(2)


def _solve(page: Page, puzzle: Puzzle, how: Callable[..., None]) -> None:
    """Do the acts of the solution."""
    attempt = Attempt(puzzle)
    for act in puzzle.solution[0]:
        expect(page.locator(".question.mine")).to_be_visible()
        expect(page.locator(".play")).to_have_attribute("aria-busy", "false")
        action = parse_action(attempt.state, act)
        how(page, attempt.state, action)
        attempt.act(action)
        expect(page.locator("[data-left]")).to_have_attribute("data-left", str(attempt.tiles_left))
