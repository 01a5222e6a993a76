"""Puzzles over the network: the collection, attempts, hints, solutions, proofs and ratings."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from neurohex.explain import LANGUAGES
from neurohex.notation.action import parse_action
from neurohex.puzzles import Attempt, collection, load_puzzles
from neurohex.puzzles.collection import INSTEAD
from neurohex.puzzles.forms import (
    PuzzleAttempt,
    PuzzleHint,
    PuzzleProof,
    PuzzleRatings,
    Puzzles,
    PuzzleSolution,
    PuzzleStanding,
)
from neurohex.puzzles.presenting import listing
from neurohex.server.puzzles import puzzles_in
from tests.server.serving import Served, guests, serving
from tests.server.test_http import bearer
from tests.view.forms import assert_form

FEW = Path(__file__).parent.parent / "puzzles" / "few.json"
OWN: dict[str, Any] = json.loads(FEW.read_text())["puzzles"][0]
"""A whole puzzle, as a link carries it."""
ASKED = {key: OWN[key] for key in ("id", "position", "hand", "use", "mode", "goal")}
"""The same as its maker has it: without a solution."""


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Serve a few puzzles instead of the collection, in all processes."""
    monkeypatch.setenv(INSTEAD, str(FEW))
    collection.cache_clear()
    puzzles_in.cache_clear()
    yield
    collection.cache_clear()
    puzzles_in.cache_clear()


def numbers(puzzle: int, *acts: str) -> list[int]:
    """Acts of a puzzle as actions."""
    attempt = Attempt(load_puzzles(FEW)[puzzle])
    for act in acts:
        attempt.act(parse_action(attempt.state, act))
    return list(attempt.actions)


RIGHT = numbers(0, "place Net Fighter D3 facing N", "place Brawler B4 facing NE")
WRONG = numbers(0, "place Net Fighter D3 facing N", "place Brawler B4 facing S")


async def asked(http: httpx.AsyncClient, name: str, form: type, **body: Any) -> Any:
    answer = await http.post(f"/api/puzzles/{name}", json=body)
    assert answer.status_code == 200, answer.text
    assert_form(answer.json(), form)
    return answer.json()


async def test_the_collection_in_every_language_with_an_etag(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        for lang in LANGUAGES:
            answer = await http.get("/api/puzzles", params={"lang": lang})
            assert_form(answer.json(), Puzzles)
            assert [one["number"] for one in answer.json()["puzzles"]] == [1, 2, 3]
            tag = {"if-none-match": answer.headers["etag"]}
            again = await http.get("/api/puzzles", params={"lang": lang}, headers=tag)
            assert (again.status_code, again.content) == (304, b"")
        first, _, untitled = listing("pl").puzzles
        assert (first.title, first.armies, first.grade) == ("Zwiąż i uderz", ["borgo", "moloch"], 1)
        assert first.task == (
            "Zniszcz sztab armii Moloch, nie tracąc własnego. Użyj dokładnie 2 z 3 żetonów, po czym zacznie się Bitwa."
        )
        assert untitled.title == "Łamigłówka 3"


async def test_an_attempt_goes_from_the_start_to_its_verdict(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        start = await asked(http, "attempt", PuzzleAttempt, puzzle="netandhit")
        assert (start["used"], start["left"], start["may_fight"], start["player"]) == (0, 2, False, 1)
        assert start["puzzle"]["title"] == "Tie and strike"
        assert {offer["kind"] for offer in start["look"]["choices"]["offers"]} == {"place", "grenade"}
        one = await asked(http, "attempt", PuzzleAttempt, puzzle="netandhit", then=RIGHT[:1])
        assert (one["used"], one["left"], one["may_fight"], one["verdict"]) == (1, 1, False, None)
        both = await asked(http, "attempt", PuzzleAttempt, puzzle="netandhit", then=RIGHT)
        assert (both["left"], both["may_fight"], both["verdict"]) == (0, True, None)
        assert [act["words"] for act in both["acts"]] == [
            "Place Net Fighter on D3, facing N",
            "Place Brawler on B4, facing NE",
        ]
        won = await asked(http, "attempt", PuzzleAttempt, puzzle="netandhit", then=RIGHT, fight=True)
        assert (won["verdict"]["solved"], won["verdict"]["words"]) == (True, "Solved!")
        assert won["verdict"]["battle"]["after"]["hq"][0] == 0
        lost = await asked(http, "attempt", PuzzleAttempt, puzzle="netandhit", then=WRONG, fight=True, lang="pl")
        assert (lost["verdict"]["solved"], lost["verdict"]["reason"]) == (False, "hq stands")
        left = lost["verdict"]["battle"]["after"]["hq"][0]
        assert lost["verdict"]["words"] == f"Sztab armii Moloch wciąż ma {left} punkty."


async def test_the_opponent_answers_before_the_battle(database: str) -> None:
    push = numbers(1, "push B3 from B4")
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        told = await asked(http, "attempt", PuzzleAttempt, puzzle="pushaway", then=push)
        assert [act["player"] for act in told["acts"]] == [0, 1]
        assert told["look"]["choices"]["decides"]["player"] == 0
        then = [act["action"] for act in told["acts"]]
        again = await asked(http, "attempt", PuzzleAttempt, puzzle="pushaway", then=then)
        assert again["acts"] == told["acts"]


async def test_a_whole_puzzle_is_played_like_one_of_the_collection(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        told = await asked(http, "attempt", PuzzleAttempt, puzzle=OWN, then=RIGHT, fight=True)
        assert (told["verdict"]["solved"], told["puzzle"]["number"]) == (True, None)
        bare = await asked(http, "attempt", PuzzleAttempt, puzzle=ASKED)
        assert (bare["puzzle"]["title"], bare["puzzle"]["solution_known"]) == ("A puzzle of your own", False)


async def test_units_are_explained_at_a_moment_of_a_puzzle_and_in_its_battle(database: str) -> None:
    moment = {"puzzle": "netandhit", "then": RIGHT}
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        for puzzle in ("netandhit", OWN):
            at = {**moment, "puzzle": puzzle}
            look = (await http.post("/api/views/look", json={"moment": at})).json()
            assert look["choices"]["offers"] == []
            card = await http.post("/api/views/unit", json={"moment": at, "hex": "B4"})
            assert card.json()["card"]["name"] == "Brawler"
            for over, status in ((0, 200), (None, 200), (50, 400)):
                body = {"moment": at, "hex": "B4", "battle": {"over": over}}
                assert (await http.post("/api/views/unit", json=body)).status_code == status


async def test_each_hint_reveals_more(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        told = [await asked(http, "hint", PuzzleHint, puzzle="netandhit", number=number) for number in (1, 2, 3)]
        assert [one["words"] for one in told] == [
            "You need Net Fighter.",
            "Look at hex D3.",
            "One step of the solution: Place Net Fighter on D3, facing N.",
        ]
        assert {one["count"] for one in told} == {3}


async def test_the_solution_comes_with_its_battle(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        told = await asked(http, "solution", PuzzleSolution, puzzle="netandhit")
        assert [act["action"] for act in told["courses"][0]["acts"]] == RIGHT
        assert told["courses"][0]["battle"]["after"]["hq"][0] == 0


async def test_a_puzzle_is_proved_for_its_maker(database: str) -> None:
    async with (
        serving(database) as served,
        guests(served.url, "Ann") as [ann],
        httpx.AsyncClient(base_url=served.url, headers=bearer(ann), timeout=60) as http,
    ):
        one = await asked(http, "proof", PuzzleProof, puzzle=ASKED)
        assert (one["outcome"], one["words"]) == ("unique", "Proved: there is exactly one solution.")
        assert (one["puzzle"]["unique"], len(one["puzzle"]["solution"][0])) == ("facing", 2)
        again = await asked(http, "attempt", PuzzleAttempt, puzzle=one["puzzle"], then=RIGHT, fight=True)
        assert again["verdict"]["solved"]
        easy = {**ASKED, "position": ASKED["position"].replace("moloch:3", "moloch:1")}
        none = {**ASKED, "position": ASKED["position"].replace("moloch:3", "moloch:20")}
        assert (await asked(http, "proof", PuzzleProof, puzzle=easy))["outcome"] == "fewer tiles"
        several = await asked(http, "proof", PuzzleProof, puzzle={**easy, "mode": "at most"})
        assert (several["outcome"], several["puzzle"]) == ("several", None)
        no = await asked(http, "proof", PuzzleProof, puzzle=none, lang="pl")
        assert (no["outcome"], no["words"]) == ("no solution", "Nie ma rozwiązania.")


async def test_a_proof_is_for_people_only(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        answer = await http.post("/api/puzzles/proof", json={"puzzle": ASKED})
        assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


@pytest.mark.parametrize(
    ("name", "body", "status", "why"),
    [
        ("attempt", {"puzzle": "none"}, 404, 'puzzle: there is no puzzle "none"'),
        ("attempt", {"puzzle": "netandhit", "then": [5]}, 400, "then[0]: action 5 is no act of this puzzle there"),
        ("attempt", {"puzzle": "netandhit", "then": [-1]}, 400, "then[0]: Expected `int` >= 0"),
        ("attempt", {"puzzle": "netandhit", "fight": True}, 400, "fight: 2 more of the tiles in hand must be used"),
        ("attempt", {"puzzle": {}}, 400, "puzzle: object missing required field `id`"),
        ("attempt", {"puzzle": {**OWN, "hand": ["Runner"]}}, 400, "puzzle.hand[0]: "),
        ("attempt", {"puzzle": {**OWN, "use": 4}}, 400, "puzzle.use: expected 1 to 3, the tiles in hand, got 4"),
        ("attempt", {"puzzle": {**OWN, "position": "?"}}, 400, "puzzle.position: "),
        ("attempt", {}, 400, "Object missing required field `puzzle`"),
        ("hint", {"puzzle": "netandhit", "number": 4}, 400, "number: Expected `int` <= 3"),
        ("hint", {"puzzle": ASKED, "number": 1}, 400, "puzzle.solution: expected the acts of a solution, got none"),
        ("solution", {"puzzle": {**OWN, "solution": [["fly"]]}}, 400, "puzzle.solution[0][0]: "),
        ("solution", {"puzzle": {**OWN, "solution": [["place Grenade A1"]]}}, 400, "puzzle.solution[0][0]: "),
    ],
)
async def test_invalid_requests_are_refused_in_one_line(
    name: str, body: dict[str, Any], status: int, why: str, database: str
) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        answer = await http.post(f"/api/puzzles/{name}", json=body)
        told = answer.json()
        assert (answer.status_code, told["why"][: len(why)]) == (status, why)
        assert "\n" not in told["why"]


# --- ratings --------------------------------------------------------------------------------------
@contextlib.asynccontextmanager
async def signed_in(served: Served, name: str) -> AsyncIterator[httpx.AsyncClient]:
    """A new guest who sends a token with every request."""
    async with httpx.AsyncClient(base_url=served.url, timeout=60) as http:
        token = (await http.post("/api/guests", json={"name": name})).json()["token"]
        http.headers["authorization"] = f"Bearer {token}"
        yield http


async def standing(http: httpx.AsyncClient) -> Any:
    answer = await http.get("/api/puzzles/standing")
    assert answer.status_code == 200, answer.text
    assert_form(answer.json(), PuzzleStanding)
    return answer.json()


async def ratings(http: httpx.AsyncClient) -> Any:
    answer = await http.get("/api/puzzles/ratings")
    assert answer.status_code == 200, answer.text
    assert_form(answer.json(), PuzzleRatings)
    return answer.json()["ratings"]


async def test_the_first_attempt_moves_both_ratings_and_no_later_one_does(database: str) -> None:
    async with serving(database) as served, signed_in(served, "Ann") as ann, signed_in(served, "Ben") as ben:
        before = await ratings(ann)
        assert (before["netandhit"]["rating"], before["netandhit"]["attempts"]) == (1200, 0)
        assert (await standing(ann))["rating"] == {
            "rating": 1500, "deviation": 350, "provisional": True, "attempts": 0
        }  # fmt: skip
        await asked(ann, "attempt", PuzzleAttempt, puzzle="netandhit", then=RIGHT)  # no Battle: nothing counts yet
        assert (await standing(ann))["outcomes"] == []
        await asked(ann, "attempt", PuzzleAttempt, puzzle="netandhit", then=RIGHT, fight=True)
        won = await standing(ann)
        assert [(one["puzzle"], one["solved"]) for one in won["outcomes"]] == [("netandhit", True)]
        assert won["rating"]["rating"] == 1500 + won["outcomes"][0]["change"] > 1500
        harder = (await ratings(ann))["netandhit"]
        assert (harder["attempts"], harder["rating"] < 1200) == (1, True)
        for then in (WRONG, RIGHT):  # posted again, and tried again
            await asked(ann, "attempt", PuzzleAttempt, puzzle="netandhit", then=then, fight=True)
        await asked(ann, "solution", PuzzleSolution, puzzle="netandhit")
        assert await standing(ann) == won
        await asked(ben, "attempt", PuzzleAttempt, puzzle="netandhit", then=WRONG, fight=True)
        lost = await standing(ben)
        assert (lost["outcomes"][0]["solved"], lost["rating"]["rating"] < 1500) == (False, True)
        assert (await ratings(ben))["netandhit"]["rating"] > harder["rating"]
        assert await standing(ann) == won
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, headers=ann.headers) as again:
        assert await standing(again) == won  # after a restart


@pytest.mark.parametrize(("name", "more"), [("hint", {"number": 1}), ("solution", {})])
async def test_help_before_the_first_battle_is_a_loss(name: str, more: dict[str, Any], database: str) -> None:
    form = PuzzleHint if name == "hint" else PuzzleSolution
    async with serving(database) as served, signed_in(served, "Ann") as ann:
        await asked(ann, name, form, puzzle="netandhit", **more)
        await asked(ann, "attempt", PuzzleAttempt, puzzle="netandhit", then=RIGHT, fight=True)
        told = await standing(ann)
        assert [(one["puzzle"], one["solved"]) for one in told["outcomes"]] == [("netandhit", False)]


async def test_nothing_counts_without_a_token_or_outside_the_collection(database: str) -> None:
    async with (
        serving(database) as served,
        signed_in(served, "Ann") as ann,
        httpx.AsyncClient(base_url=served.url, timeout=60) as nobody,
    ):
        before = await ratings(nobody)
        await asked(nobody, "attempt", PuzzleAttempt, puzzle="netandhit", then=RIGHT, fight=True)
        await asked(nobody, "solution", PuzzleSolution, puzzle="netandhit")
        await asked(ann, "attempt", PuzzleAttempt, puzzle=OWN, then=RIGHT, fight=True)
        for bad in ({"puzzle": "none"}, {"puzzle": "netandhit"}, {"puzzle": "netandhit", "then": [5]}):
            refused = await ann.post("/api/puzzles/attempt", json={**bad, "fight": True})
            assert refused.status_code in (400, 404)
        assert (await standing(ann))["outcomes"] == []
        assert await ratings(nobody) == before
        for method in ("GET", "POST", "PUT", "DELETE"):  # one's own is the only one there is, and none can be set
            answer = await nobody.request(method, "/api/puzzles/standing")
            assert answer.status_code == (401 if method == "GET" else 405)
            assert (await ann.request(method, "/api/puzzles/ratings")).status_code == (200 if method == "GET" else 405)


async def test_concurrent_posts_count_once_for_each_person(database: str) -> None:
    async with serving(database) as served, contextlib.AsyncExitStack() as stack:
        people = [await stack.enter_async_context(signed_in(served, f"P{number}")) for number in range(4)]
        posts = [
            asked(who, "attempt", PuzzleAttempt, puzzle="netandhit", then=RIGHT, fight=True)
            for who in people
            for _ in range(3)
        ]
        await asyncio.gather(*posts)
        told = [await standing(who) for who in people]
        assert [one["rating"]["attempts"] for one in told] == [1] * 4
        assert (await ratings(people[0]))["netandhit"]["attempts"] == 4
        assert len({one["rating"]["rating"] for one in told}) > 1  # each met the puzzle with another rating
