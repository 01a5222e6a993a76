"""Views for pages: every view of every kind of moment, and every refusal."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from neurohex.explain import LANGUAGES
from neurohex.lesson import LESSON
from neurohex.model.reading import phase_of
from neurohex.notation.compact import parse_line
from neurohex.notation.record import write_record
from neurohex.players import make_player
from neurohex.rules.engine import Game, is_chance, legal_actions, new_state
from neurohex.server.views import LANGS
from neurohex.session import Session, take_step
from neurohex.view import (
    analysis_state,
    battle_preview,
    battle_preview_states,
    battle_states,
    catalogue,
    choices,
    preview,
    scene,
    sprites,
    story,
    study_of,
    table_sprites,
    unit_card,
)
from neurohex.view.forms import Battle, Story, UnitCard
from neurohex.wire.views import BattleNow, Look, Previews
from tests.postgres import shared_postgres
from tests.server.serving import Served, guests, mover, play, proposal, seated, serving
from tests.server.test_http import bearer
from tests.view.forms import as_json, assert_form

LINE = "outpost hegemony:18 | C3=0.HQ C2=1.Runner/S A1=1.HQ B3=0.Commando/SW B2=1.Net_Fighter"
STUDY = {"position": LINE, "hands": [["outpost/Runner"]], "turn": 0}


class Page:
    """Asks for views as a page does."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def view(self, name: str, moment: dict[str, Any], **more: Any) -> Any:
        answer = await self.http.post(f"/api/views/{name}", json={"moment": moment, **more})
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def refusal(self, name: str, moment: Any, **more: Any) -> tuple[int, str, str]:
        answer = await self.http.post(f"/api/views/{name}", json={"moment": moment, **more})
        told = answer.json()
        assert "\n" not in told["why"]
        return answer.status_code, told["code"], told["why"]


@asynccontextmanager
async def page_of(served: Served) -> AsyncIterator[Page]:
    async with httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        yield Page(http)


def played(game: Game, seed: int = 3) -> Session:
    session = Session(game, seed)
    player = make_player("random", seed)
    while not session.state.is_over():
        session.act(player.choose(session.state))
    return session


# --- a match --------------------------------------------------------------------------------------
@pytest.mark.slow
async def test_views_of_a_match_now_and_at_every_step(database: str) -> None:
    async with (
        serving(database) as served,
        guests(served.url, "Ann", "Ben") as (ann, ben),
        page_of(served) as page,
    ):
        places = await seated(ann, ben)
        match = places[0].match
        first = await page.view("look", {"match": match})
        assert (first["step"], first["steps"], first["event"]) == (0, 0, 3)
        await play(places, random.Random(4), 25)
        state, follower = places[0].state, places[0].follower
        now = await page.view("look", {"match": match}, lang="pl")
        assert_form(now, Look)
        assert now["scene"] == as_json(scene(state, "pl"))
        assert now["choices"] == as_json(choices(state, "pl"))
        steps = len(follower.actions)
        assert (now["step"], now["steps"], now["event"]) == (steps, steps, follower.last)
        study = as_json(study_of(state))
        assert {name: now[name] for name in study} == study
        assert now == await page.view("look", {"match": match, "step": steps}, lang="pl")
        again = new_state(follower.game)
        for step, action in enumerate(follower.actions):
            look = await page.view("look", {"match": match, "step": step})
            assert look["scene"] == as_json(scene(again))
            assert (look["step"], look["steps"], look["undo"]) == (step, steps, None)
            take_step(again, action)


@pytest.mark.slow
async def test_then_continues_a_moment(database: str) -> None:
    async with (
        serving(database) as served,
        guests(served.url, "Ann", "Ben") as (ann, ben),
        page_of(served) as page,
    ):
        places = await seated(ann, ben)
        await play(places, random.Random(8), 30)
        match, actions = places[0].match, places[0].follower.actions
        there = await page.view("look", {"match": match, "step": 20})
        same = await page.view("look", {"match": match, "step": 10, "then": actions[10:20]})
        assert same == there
        state = places[0].state.copy()
        then = []
        for _ in range(4):  # also past a draw, which is chosen
            then.append(legal_actions(state)[-1])
            look = await page.view("look", {"match": match, "then": then})
            take_step(state, then[-1])
            assert look["scene"] == as_json(scene(state))
            assert look["choices"] == as_json(choices(state))
            assert (look["step"], look["undo"]) == (len(actions) + len(then), None)
            if is_chance(state):
                assert {offer["kind"] for offer in look["choices"]["offers"]} == {"draw"}
        assert places[0].follower.actions == actions


@pytest.mark.slow
async def test_undone_acts_are_no_steps(database: str) -> None:
    async with (
        serving(database) as served,
        guests(served.url, "Ann", "Ben") as (ann, ben),
        page_of(served) as page,
    ):
        places = await seated(ann, ben)
        luck = random.Random(2)
        moment = {"match": places[0].match}
        undone = 0
        while undone < 3:
            before = await page.view("look", moment)
            place = mover(places)
            await place.act(luck.choice(legal_actions(place.state)))
            seat = place.follower.undoable_by()
            after = await page.view("look", moment)
            assert after["undo"] == seat
            assert after["steps"] > before["steps"]
            told = await page.view("story", moment, first=before["steps"])
            assert sum(len(turn["entries"]) for turn in told["turns"]) == told["steps"] > 0
            if seat is not None:
                await place.undo()
                undone += 1
                back = await page.view("look", moment)
                assert {**back, "event": 0, "undo": 0} == {**before, "event": 0, "undo": 0}
                assert back["event"] > after["event"]
                assert (await page.view("story", moment, first=back["steps"]))["turns"] == []
                await place.act(luck.choice(legal_actions(place.state)))
            last = place.follower.last
            for each in places:
                await each.until(lambda each=each, last=last: each.follower.last >= last)  # type: ignore[misc]  # bound now
        whole = await page.view("story", moment)
        entries = [entry["action"] for turn in whole["turns"] for entry in turn["entries"]]
        assert entries == places[0].follower.actions


@pytest.mark.slow
async def test_the_order_of_piles_is_shown_only_with_open_piles(database: str) -> None:
    async with (
        serving(database) as served,
        guests(served.url, "Ann", "Ben") as (ann, ben),
        page_of(served) as page,
    ):
        for open_piles in (False, True):
            places = [await ann.make(proposal(open_piles=open_piles))]
            places.append(await ben.join(places[0].match))
            await places[0].until(lambda place=places[0]: place.follower.awaited() is not None)  # type: ignore[misc]  # bound now
            await play(places, random.Random(1), 8)
            steps = len(places[0].follower.actions)
            for step in (None, 0, steps // 2):
                look = await page.view("look", {"match": places[0].match, "step": step})
                for player in look["scene"]["players"]:
                    if not open_piles:
                        assert player["upcoming"] is None
                    else:
                        assert len(player["upcoming"]) == player["pile_count"]


@pytest.mark.slow
async def test_a_table_that_is_behind_reads_on(database: str) -> None:
    """Two servers: a step that one has sent is known to the other, before and after its notice arrives."""
    shared = shared_postgres().new_database()
    async with (
        serving(shared) as one,
        serving(shared) as other,
        guests(one.url, "Ann", "Ben") as (ann, ben),
        page_of(other) as page,
    ):
        places = await seated(ann, ben)
        match = places[0].match
        await page.view("look", {"match": match})
        luck = random.Random(6)
        for _ in range(12):
            await play(places, luck, 1)
            steps = len(places[0].follower.actions)
            look = await page.view("look", {"match": match, "step": steps})
            assert look["scene"] == as_json(scene(places[0].state))
            assert look["steps"] == steps
        assert (await page.view("look", {"match": match}))["steps"] == steps


# --- records, studies, the lesson -----------------------------------------------------------------
@pytest.mark.slow
async def test_every_view_of_a_record(database: str) -> None:
    session = played(Game(("borgo", "borgo", "hegemony")))
    async with serving(database) as served, guests(served.url, "Ann") as (ann,), page_of(served) as page:
        text = write_record(session.record())
        kept = (await page.http.post("/api/records", json={"text": text}, headers=bearer(ann))).json()
        record = {"record": kept["record"]}
        end = await page.view("look", record)
        assert end["scene"] == as_json(scene(session.state))
        assert (end["step"], end["steps"], end["undo"], end["event"]) == (len(session.steps),) * 2 + (None, None)
        middle = session.steps[len(session.steps) // 2]
        moment = {**record, "step": len(session.steps) // 2}
        assert (await page.view("look", moment))["scene"] == as_json(scene(middle.before))
        fought = await page.view("battle", moment, lang="pl")
        assert_form(fought, BattleNow)
        assert fought == as_json({"battle": battle_preview(middle.before, "pl")})
        names = [unit.hex for unit in scene(middle.before).standing.units]
        card = await page.view("unit", moment, hex=names[0])
        assert_form(card, UnitCard)
        assert card == as_json(unit_card(middle.before, session.game.board.index[names[0]]))
        actions = legal_actions(middle.before)[:12]
        previews = await page.view("previews", moment, actions=actions)
        assert_form(previews, Previews)
        assert previews["previews"] == as_json([preview(middle.before, action) for action in actions])
        whole = await page.view("story", record)
        assert_form(whole, Story)
        assert whole == as_json(story(session.steps))
        assert await page.view("drawings", record) == as_json(table_sprites(session.game))


@pytest.mark.slow
async def test_a_story_has_new_steps_and_those_of_then(database: str) -> None:
    session = played(Game(("doomsday", "vegas")), 4)
    fights = [number for number, step in enumerate(session.steps) if phase_of(step.before) is not None]
    async with serving(database) as served, guests(served.url, "Ann") as (ann,), page_of(served) as page:
        text = write_record(session.record())
        kept = (await page.http.post("/api/records", json={"text": text}, headers=bearer(ann))).json()
        record = {"record": kept["record"]}
        told = await page.view("story", record, first=20)
        assert told == as_json(story(session.steps[20:], first=20))
        inside = await page.view("story", record, first=fights[0])
        assert inside["first"] == fights[0] - 1  # with the act that began the Battle
        actions = [step.action for step in session.steps]
        assert await page.view("story", {**record, "step": 30, "then": actions[30:40]}, first=25) == as_json(
            story(session.steps[25:40], first=25)
        )


@pytest.mark.slow
async def test_a_unit_in_the_course_of_a_battle_that_was_fought(database: str) -> None:
    session = played(Game(("doomsday", "vegas")), 4)
    index = session.game.board.index
    battles = [one for turn in story(session.steps).turns for entry in turn.entries for one in entry.battles]
    async with serving(database) as served, guests(served.url, "Ann") as (ann,), page_of(served) as page:
        text = write_record(session.record())
        kept = (await page.http.post("/api/records", json={"text": text}, headers=bearer(ann))).json()
        record = {"record": kept["record"]}
        longest = max(battles, key=_steps)
        for battle in (battles[0], longest, battles[-1]):
            place = battle.place
            assert place is not None
            heard = session.steps[place.step : place.until]
            states = battle_states(heard, place.number)
            overs: list[int | None] = [*range(len(battle.phases) + 1), None]
            for over, state in zip(overs, states, strict=True):
                hex_ = scene(state).standing.units[-1].hex
                expected = as_json(unit_card(state, index[hex_], "pl", fighting=True))
                asked = {"place": as_json(place), "over": over}
                assert await page.view("unit", record, hex=hex_, battle=asked, lang="pl") == expected
                at_once = {**record, "step": place.until}
                assert await page.view("unit", at_once, hex=hex_, battle=asked, lang="pl") == expected
        # A Battle told while a player had to choose in it is asked for as of that moment.
        place = longest.place
        assert place is not None
        assert place.until - place.step > 1
        begun = session.steps[place.step]
        (*_, waiting) = battle_states([begun], place.number)
        for unit in scene(waiting).standing.units:
            told = await page.view(
                "unit", record, hex=unit.hex, battle={"place": as_json(replace(place, until=place.step + 1))}
            )
            assert told == as_json(unit_card(waiting, index[unit.hex], fighting=True))


def _steps(battle: Battle) -> int:
    assert battle.place is not None
    return battle.place.until - battle.place.step


@pytest.mark.slow
async def test_a_unit_in_the_course_of_a_battle_that_would_be(database: str) -> None:
    moment = {"study": STUDY}
    state = analysis_state(parse_line(LINE), [["outpost/Runner"]], 0)
    index = state.game.board.index
    states = battle_preview_states(state)
    async with serving(database) as served, page_of(served) as page:
        for over, then in enumerate(states[:-1]):
            told = await page.view("unit", moment, hex="B3", battle={"over": over})
            assert told == as_json(unit_card(then, index["B3"], fighting=True))
        assert await page.view("unit", moment, hex="B3", battle={}) == as_json(
            unit_card(states[-1], index["B3"], fighting=True)
        )
        # The Net Fighter is shot in the first phase.
        assert (await page.view("unit", moment, hex="B2", battle={"over": 0}))["card"]["name"] == "Net Fighter"
        assert (await page.refusal("unit", moment, hex="B2", battle={"over": 1}))[:2] == (404, "not_found")


@pytest.mark.slow
async def test_a_board_for_study(database: str) -> None:
    async with serving(database) as served, page_of(served) as page:
        look = await page.view("look", {"study": STUDY})
        assert_form(look, Look)
        assert (look["step"], look["steps"], look["undo"], look["event"]) == (0, 0, None, None)
        assert look["hands"] == [["outpost/Runner"], []]
        assert look["turn"] == 0
        (place,) = [offer for offer in look["choices"]["offers"] if offer["kind"] == "place"]
        action = place["then"]["hexes"]["B1"]["facings"][3]
        then = await page.view("look", {"study": STUDY, "then": [action]})
        assert then["step"] == 1
        assert "B1=0.Runner/S" in then["line"]
        told = await page.view("story", {"study": STUDY, "then": [action]}, lang="pl")
        assert [entry["action"] for turn in told["turns"] for entry in turn["entries"]] == [action]
        again = {"position": then["line"], "hands": then["hands"], "turn": then["turn"]}
        assert (await page.view("look", {"study": again}))["scene"]["standing"] == then["scene"]["standing"]
        whole = {
            "players": [{"army": "borgo"}, {"army": "moloch"}],
            "units": [{"player": 0, "tile": "HQ", "hex": "C3"}],
        }
        assert (await page.view("look", {"study": {"position": whole}}))["line"].endswith("C3=0.HQ")


@pytest.mark.slow
async def test_a_study_board_has_more_than_a_position(database: str) -> None:
    study = {
        "position": "duel smart vegas | D2=0.HQ E1=1.HQ",
        "hands": [["mercenaries/Harpooner"], ["bombers/Mad_Bomber"]],
        "terminals": ["A1", "A2", "A3", "B1", "B2", "B3", "B4"],
        "bomber": "mercenary",
    }
    async with serving(database) as served, page_of(served) as page:
        look = await page.view("look", {"study": study})
        assert_form(look, Look)
        assert {**study, **{key: look[key] for key in ("hands", "terminals", "bomber")}} == study
        assert [hex_["name"] for hex_ in look["scene"]["board"]["hexes"] if hex_["terminal"]] == study["terminals"]


@pytest.mark.slow
async def test_draws_are_offered_when_chance_is_to_act(database: str) -> None:
    async with serving(database) as served, page_of(served) as page:
        then: list[int] = []
        for _ in range(3):  # hand back the tile, end the turn
            look = await page.view("look", {"study": STUDY, "then": then})
            if look["scene"]["decides"]["stage"] == "draw":
                break
            then.append(next(offer["then"] for offer in look["choices"]["offers"] if offer["kind"] == "end"))
        assert {offer["kind"] for offer in look["choices"]["offers"]} == {"draw"}


@pytest.mark.slow
async def test_every_step_of_the_lesson_can_be_looked_at(database: str) -> None:
    async with serving(database) as served, page_of(served) as page:
        for key in LESSON:
            look = await page.view("look", {"lesson": key})
            assert look["scene"]["decides"]["player"] == 0
            assert look["choices"]["offers"]


# --- refusals -------------------------------------------------------------------------------------
CANNOT_BE: list[tuple[dict[str, Any], int, str, str]] = [
    ({}, 400, "malformed", "moment: expected one of match, record, study, lesson and puzzle, got none"),
    (
        {"match": "m", "record": "r"},
        400,
        "malformed",
        "moment: expected one of match, record, study, lesson and puzzle",
    ),
    ({"match": "nowhere"}, 404, "unknown_match", "there is no match nowhere"),
    ({"match": "no such id"}, 400, "malformed", "moment.match: Expected the id of a match"),
    ({"record": "nowhere"}, 404, "not_found", 'there is no record "nowhere"'),
    ({"record": "a\nb"}, 404, "not_found", "there is no record"),
    ({"lesson": "nothing"}, 404, "not_found", 'moment.lesson: there is no step "nothing"'),
    ({"lesson": "place", "step": 0}, 400, "malformed", "moment.step: only a match or a record has steps"),
    ({"study": STUDY, "step": 0}, 400, "malformed", "moment.step: only a match or a record has steps"),
    ({"study": STUDY, "then": [99999]}, 400, "malformed", "moment.then[0]: action 99999 is not legal there"),
    ({"study": STUDY, "then": [0, -1]}, 400, "malformed", "moment.then[1]: Expected `int` >= 0"),
    ({"study": STUDY, "when": 1}, 400, "malformed", "moment: Object contains unknown field `when`"),
    ({"study": {}}, 400, "malformed", "moment.study: Object missing required field `position`"),
    (
        {"study": {"position": "duel smart vegas", "terminals": ["A1"]}},
        400,
        "malformed",
        "moment.study.terminals: the Duel board has seven different Terminals, not 1",
    ),
    ({"study": {**STUDY, "bomber": "mad"}}, 400, "malformed", "moment.study.bomber: Invalid enum value 'mad'"),
    ({"study": {"position": "outpost"}}, 400, "malformed", "moment.study.position: players: expected 2 to 6"),
    ({"study": {"position": {"players": 1}}}, 400, "malformed", 'moment.study.position: key "units" is missing'),
    (
        {"study": {**STUDY, "hands": [["outpost/Dragon"]]}},
        400,
        "malformed",
        'moment.study.hands[0][0]: no tile "outpost/Dragon"',
    ),
    ({"study": {**STUDY, "hands": [["outpost/HQ"]]}}, 400, "malformed", "moment.study.hands[0][0]: no HQ is left"),
    ({"study": {**STUDY, "turn": 4}}, 400, "malformed", "moment.study.turn: expected a player in the game"),
]


@pytest.mark.slow
async def test_moments_that_cannot_be(database: str) -> None:
    async with serving(database) as served, page_of(served) as page:
        for moment, status, code, why in CANNOT_BE:
            for name, more in (("look", {}), ("story", {}), ("battle", {}), ("unit", {"hex": "C3"}), ("drawings", {})):
                told = await page.refusal(name, moment, **more)
                assert told[:2] == (status, code), (name, moment, told)
                assert told[2].startswith(why), told
            assert (await page.refusal("previews", moment, actions=[]))[:2] == (status, code)


@pytest.mark.slow
async def test_other_things_that_cannot_be_asked(database: str) -> None:
    async with (
        serving(database, record_bytes=2000) as served,
        guests(served.url, "Ann", "Ben") as (ann, ben),
        page_of(served) as page,
    ):
        match = {"match": (await seated(ann, ben))[0].match}
        study = {"study": STUDY}
        cases: list[tuple[str, dict[str, Any], dict[str, Any], int, str, str]] = [
            ("look", {**match, "step": 1}, {}, 400, "malformed", "moment.step: expected 0 to 0, got 1"),
            ("look", study, {"lang": "de"}, 400, "malformed", "lang: Invalid enum value 'de'"),
            ("look", study, {"more": 1}, 400, "malformed", "Object contains unknown field `more`"),
            ("look", {**study, "then": [0] * 1000}, {}, 413, "too_large", "expected at most 2000 bytes"),
            ("previews", study, {"actions": [0] * 13}, 400, "malformed", "actions: Expected `array` of length <= 12"),
            (
                "previews",
                study,
                {"actions": [0, 98765]},
                400,
                "malformed",
                "actions[1]: action 98765 is not legal there",
            ),
            ("unit", study, {"hex": "Z9"}, 400, "malformed", 'hex: no hex "Z9" on the standard board'),
            ("unit", study, {"hex": "E1"}, 404, "not_found", "hex: "),
            ("story", study, {"first": 1}, 400, "malformed", "first: expected 0 to 0, got 1"),
            (
                "unit",
                study,
                {"hex": "C3", "battle": {"over": 4}},
                400,
                "malformed",
                "battle.over: expected 0 to 3, got 4",
            ),
            ("unit", match, {"hex": "C3", "battle": {}}, 404, "not_found", "battle: no Battle can be fought now"),
            (
                "unit",
                study,
                {"hex": "C3", "battle": {"place": {"step": 0, "number": 0, "until": 1}}},
                400,
                "malformed",
                "battle.place.until: expected 0 to 0, got 1",
            ),
            (
                "unit",
                study,
                {"hex": "C3", "battle": {"place": {"step": 0, "number": 0, "until": 0}}},
                404,
                "not_found",
                "battle: no Battle with the number 0 began there",
            ),
        ]
        for name, moment, more, status, code, why in cases:
            told = await page.refusal(name, moment, **more)
            assert told[:2] == (status, code), (name, told)
            assert told[2].startswith(why), told


@pytest.mark.slow
async def test_views_have_their_own_rate_limit_and_a_story_counts_as_several(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("neurohex.server.views._SECONDS_A_VIEW", 1000.0)  # only the estimated price
    session = played(Game(("borgo", "moloch")))
    async with (
        serving(database, views_per_second=0.01, views_at_once=12) as served,
        guests(served.url, "Ann") as (ann,),
        page_of(served) as page,
    ):
        text = write_record(session.record())
        kept = (await page.http.post("/api/records", json={"text": text}, headers=bearer(ann))).json()
        record = {"record": kept["record"]}
        assert len(text) // 4000 == 1
        assert len(session.steps) > 100
        assert (await page.refusal("story", record))[1] == "too_fast"
        for _ in range(5):
            await page.view("battle", {"study": STUDY})
        assert (await page.refusal("battle", {"study": STUDY}))[1] == "too_fast"
        assert (await page.http.get("/api/sprites")).status_code == 429
        assert (await page.http.get("/api")).status_code == 200


# --- shared documents -----------------------------------------------------------------------------
@pytest.mark.slow
async def test_catalogue_and_sprites_are_sent_once(database: str) -> None:
    async with serving(database) as served, page_of(served) as page:
        for path, value in (
            ("/api/catalogue", catalogue()),
            ("/api/catalogue?lang=pl", catalogue("pl")),
            ("/api/sprites", sprites()),
        ):
            answer = await page.http.get(path)
            assert answer.json() == as_json(value)
            assert answer.headers["content-encoding"] == "gzip"
            assert answer.headers["cache-control"] == "no-cache"
            tag = answer.headers["etag"]
            for known in (tag, f'"other", W/{tag}'):
                again = await page.http.get(path, headers={"if-none-match": known})
                assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
            plain = await page.http.get(path, headers={"accept-encoding": "identity", "if-none-match": '"other"'})
            assert plain.json() == as_json(value)
            assert "content-encoding" not in plain.headers
        refused = await page.http.get("/api/catalogue?lang=de")
        assert (refused.status_code, refused.json()["why"]) == (400, "lang: expected one of en, pl")


def test_every_language_can_be_asked_for() -> None:
    assert set(LANGS) == set(LANGUAGES)


async def test_a_hex_that_cannot_be_chosen_says_why(database: str) -> None:
    async with serving(database) as served, page_of(served) as page:
        moment = {"study": STUDY}
        told = await page.view("reason", moment, hex="C2", kind="place", tile="outpost/Runner")
        assert told == {"words": "C2 is not free: Runner C2 stands there.", "rulings": ["R5.1"]}
        polish = await page.view("reason", moment, hex="C2", kind="place", tile="outpost/Runner", lang="pl")
        assert polish["words"] == "C2 nie jest wolny: stoi tam Biegacz C2."
        for more, field in (({"hex": "Z9"}, "hex"), ({"hex": "C2", "unit": "Z9"}, "unit")):
            status, _, message = await page.refusal("reason", moment, **more)
            assert (status, message.partition(":")[0]) == (400, field)
        status, _, message = await page.refusal("reason", moment, hex="C2", tile="outpost/Nobody")
        assert (status, message.partition(":")[0]) == (400, "tile")
