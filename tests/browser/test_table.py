"""What a table has besides the game: one screen for two, pictures to share, a legend, teams, a lesson on a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.player import Mouse
from tests.browser.rig import Server, Watched, drawn, eventually, goto, picture, violations
from tests.browser.test_modes import GAMES, sit_down

Somebody = Callable[..., Watched]

FIGHT = (
    "living standard steelpolice:20* newyork:14 | C3=0.HQ B3=0.Predator/S C2=1.HQ/S D2=1.Sharpshooter/SW "
    "B2=0.Judge/NE D3=1.Rocket_Launcher/NW C4=0.Riot_Policeman/N A2=1.Shotgun/SE E3=1.Cop^s D1=1.Officer_I"
)
_SHOWN = """(element) => {
  const {left, top, right, bottom} = element.getBoundingClientRect();
  return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
}"""


def study(line: str, **more: str) -> str:
    """The address of a study board to play on from."""
    return f"/study?line={line}&mode=play" + "".join(f"&{name}={value}" for name, value in more.items())


@pytest.mark.parametrize("turned", [True, False])
def test_two_people_play_at_one_screen(somebody: Somebody, turned: bool) -> None:
    page = somebody().page
    goto(page, "/new")
    page.locator('[data-preset="friends"]').click()
    page.locator('[data-seat="1"] select').select_option("here")
    if turned:
        page.get_by_role("switch", name="Turn the table round").click()
    picture(page, f"hot-seat-{turned}")
    page.locator('[data-action="start"]').click()
    page.wait_for_url("**/match/*")
    expect(page.locator('[data-question="hq"]')).to_be_visible()
    player = Mouse(page, seed=3)
    over_there = page.locator("html[data-turned]")
    seen: set[tuple[str | None, bool]] = set()

    def both_played() -> bool:
        """Both decide at this screen, each the right way up."""
        mine = page.locator(".question.mine .who")
        if mine.count():
            seen.add((mine.text_content(), over_there.count() > 0))
        player.act(player.see())
        return len({who for who, _ in seen}) == 2 and page.locator("[data-unit]").count() > 2

    eventually(page, both_played)
    assert {upside_down for _, upside_down in seen} == ({True, False} if turned else {False})
    assert len(seen) == 2, "a player always sees the page the same way up"
    picture(page, f"hot-seat-match-{turned}")


def test_a_battle_is_shared_as_a_picture_and_as_a_film(somebody: Somebody) -> None:
    page = somebody().page
    goto(page, study(FIGHT))
    page.locator('[data-action="battle"]').click()
    page.locator('[data-action="share-battle"]').click()
    expect(page.locator("dialog img")).to_be_visible()
    assert violations(page) == []
    picture(page, "share-battle")
    for form, magic in (("png", b"\x89PNG"), ("svg", b"<svg"), ("gif", b"GIF8"), ("webp", b"RIFF")):
        with page.expect_download() as saved:
            page.locator(f'[data-save="{form}"]').click()
        assert saved.value.suggested_filename.endswith(form)
        assert magic in Path(saved.value.path()).read_bytes()[:100], form


def test_the_legend_is_one_key_away(somebody: Somebody) -> None:
    page = somebody().page
    goto(page, study(FIGHT))
    expect(page.locator(".question.mine")).to_be_visible()
    page.keyboard.press("l")
    legend = page.get_by_role("dialog", name="Lines and marks on the board")
    expect(legend).to_be_visible()
    looks = legend.locator("[data-means]").evaluate_all("(found) => found.map((each) => each.dataset.means)")
    assert {"attack", "bonus", "hinders", "net", "healing", "takeover"} <= set(looks)
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(legend).to_be_hidden()


def test_teams_are_seen_on_the_board_and_beside_it(somebody: Somebody, server: Server) -> None:
    person = somebody()
    sit_down(person, server, GAMES["team"])
    page = person.page
    Mouse(page, seed=11).play(acts=20, until="turn ended")
    eventually(page, lambda: page.locator("[data-unit]").count() >= 4)
    rims = page.locator("[data-team]").evaluate_all("(found) => found.map((each) => each.dataset.team)")
    assert set(rims) == {"0", "1"}
    assert len(rims) == page.locator("[data-unit]").count()
    told = page.locator("section[data-player]").all_text_contents()
    assert (
        ["Team A" in words for words in told] == ["Team B" not in words for words in told] == [True, False, True, False]
    )
    picture(page, "teams")


@pytest.mark.parametrize("size", [(390, 844), (360, 800), (844, 390)], ids=str)
@pytest.mark.parametrize("lang", ["en-GB", "pl-PL"])
def test_a_lesson_on_a_phone_is_on_one_screen(somebody: Somebody, size: tuple[int, int], lang: str) -> None:
    page = somebody(phone=True, lang=lang).page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for step in ("place", "facing", "net"):
        goto(page, f"/lesson/{step}")
        expect(page.locator(".question")).to_be_attached()
        drawn(page)
        for part in ("[data-task]", "svg.board", "[data-slot]"):
            assert page.locator(part).first.evaluate(_SHOWN), (step, part)
        picture(page, f"lesson-{step}-{size[0]}x{size[1]}-{lang[:2]}")
        # The lesson speaks alone.
        words = page.locator("main").inner_text()
        assert "then end the turn" not in words
        assert "zakończ turę." not in words
        assert page.locator('[data-offer="end"].primary').count() == 0


def test_the_page_opens_without_a_network_and_says_so(somebody: Somebody) -> None:
    person = somebody()
    page = person.page
    goto(page, "/")
    page.evaluate("navigator.serviceWorker.ready")
    goto(page, "/armies")  # the worker has this page now
    expect(page.locator("[data-offline]")).to_have_count(0)
    person.context.set_offline(True)
    goto(page, "/")
    expect(page.locator("[data-offline]")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    picture(page, "offline")
    person.context.set_offline(False)
    expect(page.locator("[data-offline]")).to_have_count(0)
    person.forgive("ERR_INTERNET_DISCONNECTED", "WebSocket", "Failed to load resource")


def test_every_page_has_a_title_and_no_other_is_found(somebody: Somebody) -> None:
    person = somebody(lang="pl-PL")
    page = person.page
    titles: list[str] = []
    paths = (
        "/",
        "/new",
        "/lesson/place",
        "/lesson/net",
        "/puzzles",
        "/study",
        "/armies",
        "/armies/sharrash",
        "/rulings",
    )
    for path in (*paths, "/settings"):
        goto(page, path)
        # An army's name is in the title only once the army has been loaded.
        page.wait_for_function("(seen) => !seen.includes(document.title)", arg=titles)
        titles.append(page.title())
    answer = goto(page, "/nothing-here")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    person.forgive("404")
