"""Every kind of game for a few turns, and every kind of decision once: the page can take every offer."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from neurohex.model.reading import DECISIONS
from neurohex.notation.record import write_record
from neurohex.players.check import SOURCES
from neurohex.rules.engine import Game, Random, fresh_buffer, legal_actions, random_action
from neurohex.session import Session
from tests.browser.player import Mouse
from tests.browser.rig import Server, Watched, drawn, eventually, goto, picture

Somebody = Callable[..., Watched]

ACTS = 20
GAMES: dict[str, dict[str, Any]] = {
    "duel": {"armies": ["smart", "vegas"], "board": "duel", "bomber_two": True},
    "six": {
        "armies": ["borgo", "moloch", "outpost", "hegemony", "smart", "vegas"],
        "mode": "deathmatch",
        "board": "expanded",
        "score": True,
        "bomber": "neutral",
    },
    "team": {
        "armies": ["doomsday", "moloch", "outpost", "hegemony"],
        "mode": "team",
        "teams": [[0, 2], [1, 3]],
        "mercenaries": 1,
        "bomber": "mercenary",
    },
    "reinforcement": {"armies": ["vegas", "borgo"], "reinforcement": True, "alternative_start": True},
}
EXPECTED = {"duel": "offer sell hq point", "six": "discarded", "team": "offer hire", "reinforcement": "discarded"}
"""Something that must be done in each: there is energy only on the Duel board, and mercenaries only where they play."""
TOLD = {
    "duel": "Smart trades 1 HQ point for 1 energy",
    "six": "Borgo discards",
    "team": "Doomsday Machine chooses the mercenary",
    "reinforcement": "Vegas discards",
}
"""What the log then says of it."""


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_each_kind_is_played_a_little_way(somebody: Somebody, server: Server, name: str) -> None:
    person = somebody()
    sit_down(person, server, GAMES[name])
    player = Mouse(person.page, seed=11)
    player.play(acts=ACTS, until=EXPECTED[name])
    picture(person.page, f"mode-{name}")
    if player.see().confirm:  # it was begun only
        player.confirm()
    expect(person.page.locator("[data-step]", has_text=TOLD[name]).first).to_be_attached()
    fits_in(person.page)


@pytest.mark.parametrize("size", [(1366, 768), (1280, 720)], ids=str)
@pytest.mark.parametrize("name", ["six", "team"])
def test_all_players_are_in_sight(somebody: Somebody, server: Server, name: str, size: tuple[int, int]) -> None:
    person = somebody()
    page = person.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sit_down(person, server, GAMES[name], "Gość 5974")
    player = Mouse(page, seed=11)
    player.play(acts=ACTS, until=EXPECTED[name])
    player.rest()
    picture(page, f"players-{name}-{size[0]}x{size[1]}")
    sides = page.locator("section[data-player]")
    expect(sides).to_have_count(len(GAMES[name]["armies"]))
    for side in sides.all():
        for seen in (side.get_by_role("heading"), side.locator(".points"), *side.locator("[aria-expanded]").all()):
            expect(seen).to_be_in_viewport(ratio=0.99)
    cut = "(found) => found.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
    assert sides.locator("h2, .called").evaluate_all(cut) == []


def test_the_page_meets_every_kind_of_decision(somebody: Somebody, server: Server) -> None:
    person = somebody()
    token = sign_in(person, server)["token"]
    page = person.page
    kept: dict[str, str] = {}
    for stage, (text, step) in moments().items():
        if text not in kept:
            kept[text] = post(page, f"{server.url}/api/records", {"text": text}, token)["record"]
        goto(page, f"/study?record={kept[text]}&step={step}&mode=play")
        decide(page, stage, seed=step)
    goto(page, f"/study?line={SCARCE}&hands=neojungle/Battle;&turn=0&mode=play")
    page.locator('[data-slot="0"]').click()
    page.locator('[data-offer="battle"]').click()
    decide(page, "marker", seed=1)


def decide(page: Page, stage: str, seed: int) -> None:
    """Take a decision of this kind on a study board, by mouse."""
    expect(page.locator("[data-question]")).to_have_attribute("data-question", stage)
    fits_in(page)
    picture(page, f"decision-{stage}")
    player = Mouse(page, seed=seed)
    before = page.url

    def is_done() -> bool:
        """Go on until the address tells of an act."""
        if page.url == before:
            player.act(player.see())
        return page.url != before

    eventually(page, is_done)


def test_a_takeback_restores_the_same_table(somebody: Somebody, server: Server) -> None:
    person = somebody()
    sit_down(person, server, {"armies": ["outpost", "borgo"]})
    page = person.page
    player = Mouse(page, seed=5)
    undo = page.locator('[data-action="undo"]')
    enabled = page.locator('[data-action="undo"]:not([aria-disabled="true"])')
    moment = {"moment": {"match": page.url.rpartition("/")[2]}, "lang": "en"}
    tables: dict[int, list[str]] = {}
    """What lay on the table after each step, as far as it was seen."""
    for _ in range(200):
        seen = player.see()
        if seen.asked == "main" and not seen.waits and not seen.begun and not seen.battle:
            step = post(page, f"{server.url}/api/views/look", moment)["step"]
            if step - 1 in tables and enabled.count():
                break
            tables[step] = table(page)
        player.play(acts=1)
        eventually(page, lambda: not player.see().busy)
    assert table(page) != tables[step - 1]
    undo.click()
    eventually(page, lambda: table(page) == tables[step - 1])


def table(page: Page) -> list[str]:
    """The board and the hands."""
    told: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-hex], [data-tile-id]')].map((it) => it.ariaLabel ?? it.dataset.tileId)"
    )
    return told


def fits_in(page: Page) -> None:
    """Everything clickable is in view, and nothing covers the hand."""
    drawn(page)
    outside = page.evaluate(
        """() => [...document.querySelectorAll("section.play button")].filter((each) => {
          if (!each.checkVisibility()) return false;
          const box = each.getBoundingClientRect(), within = each.closest(".hold, .beside")?.getBoundingClientRect();
          return within && (box.left < within.left - 1 || box.right > within.right + 1 || box.bottom > innerHeight);
        }).map((each) => each.textContent)"""
    )
    assert outside == []


FURTHER = (
    Game(("neojungle", "mississippi")),
    Game(("steelpolice", "neojungle", "outpost", "newyork"), mode="deathmatch", score=True, bomber="neutral"),
)
"""Games that bring up the decisions of further armies."""
SCARCE = (
    "living standard neojungle:20* neojungle:20 | C3=0.Nightshade B3=0.Nightshade C2=1.Wall_of_Trees B2=1.HQ A3=0.HQ"
)
"""A board for a decision that random games hardly reach: two markers are there, and a Battle hits more."""


@cache
def moments() -> dict[str, tuple[str, int]]:
    """For every kind of decision but "marker" a record and the step at which it comes up."""
    found: dict[str, tuple[Session, int]] = {}
    wanted = set(DECISIONS.values()) - {"marker"}
    sources = (*SOURCES, *FURTHER)
    buffer = fresh_buffer()
    for seed in range(400):
        session, random = Session(sources[seed % len(sources)], seed=seed), Random(seed)
        while not session.state.is_over():
            stage = DECISIONS[session.state.stage()]
            if stage in wanted - found.keys() and len(legal_actions(session.state)) > 1:
                found[stage] = (session, len(session.steps))
            session.act(random_action(session.state, random, buffer))
        if found.keys() == wanted:
            break
    assert found.keys() == wanted
    records = {id(session): write_record(session.record()) for session, _ in found.values()}
    return {stage: (records[id(session)], step) for stage, (session, step) in found.items()}


def sign_in(person: Watched, server: Server, name: str = "Ann") -> dict[str, Any]:
    """Sign in as a guest."""
    known = post(person.page, f"{server.url}/api/guests", {"name": name})
    person.context.add_init_script(f"localStorage.setItem('neurohex.identity', {json.dumps(json.dumps(known))})")
    return known


def sit_down(person: Watched, server: Server, terms: dict[str, Any], name: str = "Ann") -> None:
    """Start a match with the first army; random bots have the others."""
    known = sign_in(person, server, name)
    seats = [{"person": known["person"]["id"]}, *({"bot": "random"} for _ in terms["armies"][1:])]
    made = post(person.page, f"{server.url}/api/matches", {"terms": terms, "seats": seats}, known["token"])
    goto(person.page, f"/match/{made['match']}")
    expect(person.page.locator("[data-question]")).to_be_visible()


def post(page: Page, address: str, body: dict[str, Any], token: str | None = None) -> dict[str, Any]:
    """The server's answer."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    answer = page.request.post(address, data=body, headers=headers)
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found
