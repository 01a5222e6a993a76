"""Pictures of moments and Battles, and the heads that link previews read."""

from __future__ import annotations

import asyncio
import io
import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from PIL import Image

from neurohex.client import Client
from neurohex.match.follower import Follower
from neurohex.rules.engine import legal_actions
from neurohex.server import heads
from neurohex.server.picture_cache import PictureCache
from neurohex.server.picture_jobs import PICTURE_PRICE
from neurohex.server.pictures import linked_moment
from neurohex.server.refusals import Refusal
from neurohex.wire.messages import Proposal, SeatPlan, Terms
from tests.server.serving import Served, guests, serving
from tests.server.test_records import put, text_of

LINE = "living standard borgo:17* moloch:9 | C2=0.HQ C3=1.HQ C4=0.Claws"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine takes its time; no page gives up waiting for its head."""
    monkeypatch.setattr(heads, "PATIENCE", 120.0)


def image(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def head(text: str) -> dict[str, str]:
    """The tags of a page by name."""
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', text)
    (title,) = re.findall(r"<title>(.*?)</title>", text)
    (lang,) = re.findall(r'<html lang="(\w+)"', text)
    return {**{name: unescape(content) for name, content in found}, "title": unescape(title), "lang": lang}


async def a_match(served: Served, client: Client) -> str:
    """A match of Ann against a bot, after Ann's HQ was placed."""
    seats = (SeatPlan(), SeatPlan(bot="random"))
    match = await client.make(Proposal(terms=Terms(armies=("borgo", "moloch")), seats=seats))
    assert await match.my_move()
    await match.act(legal_actions(match.state)[0])
    follower: Follower = match.follower
    return follower.created.match


@pytest.mark.slow
async def test_a_moment_is_drawn_as_png_and_svg_and_its_turn_as_an_animation(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=120) as http:
        asked: dict[str, Any] = {"moment": {"study": {"position": LINE}}, "lang": "pl"}
        for form, kind in (("png", "PNG"), ("gif", "GIF"), ("webp", "WEBP")):
            answer = await http.post("/api/views/picture", json={**asked, "form": form})
            assert (answer.status_code, answer.headers["content-type"]) == (200, f"image/{form}"), answer.text
            assert image(answer.content).format == kind
        drawn = await http.post("/api/views/picture", json={**asked, "form": "svg"})
        words = "".join(ElementTree.fromstring(drawn.text).itertext())
        assert "Moloch" in words
        assert "Tura" not in words  # a study board has no turns
        # A Battle fought now: an animation of several frames.
        film = await http.post("/api/views/picture", json={**asked, "form": "gif", "battle": {}})
        assert getattr(image(film.content), "n_frames", 1) >= 3
        refused = await http.post("/api/views/picture", json={**asked, "battle": {"over": 99}})
        assert (refused.status_code, refused.json()["why"][:12]) == (400, "battle.over:")


@pytest.mark.slow
async def test_links_have_a_picture_of_their_very_board(database: str) -> None:
    async with (
        serving(database) as served,
        guests(served.url, "Ann <b>") as (ann,),
        httpx.AsyncClient(base_url=served.url, timeout=120) as http,
    ):
        name = await a_match(served, ann)
        page = await http.get(f"/match/{name}?step=1", headers={"accept-language": "pl-PL,en;q=0.5"})
        told = head(page.text)
        assert (page.status_code, told["lang"], told["og:locale"]) == (200, "pl", "pl_PL")
        assert told["title"].startswith("Ann <b> · Borgo – ")
        assert "<b>" not in page.text
        assert told["og:description"]
        assert told["og:image"].startswith(f"{served.url}/api/pictures/match/{name}.png?step=1&lang=pl&wide=1")
        shown = await http.get(told["og:image"])
        assert (shown.headers["content-type"], image(shown.content).size) == ("image/png", (1200, 630))
        again = await http.get(told["og:image"], headers={"if-none-match": shown.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert head((await http.get(f"/match/{name}?lang=en")).text)["lang"] == "en"

        record = (await put(http, text_of(Player0="Zoë"), ann)).json()["record"]
        told = head((await http.get(f"/record/{record}")).text)
        assert told["title"].startswith("Zoë · Borgo – Moloch – ")
        assert image((await http.get(told["og:image"])).content).size == (1200, 630)

        told = head((await http.get("/study", params={"line": LINE, "turn": "0", "hands": "borgo/Claws;"})).text)
        assert "Borgo 17, Moloch 9" in told["description"]
        assert image((await http.get(told["og:image"])).content).size == (1200, 630)

        told = head((await http.get("/armies/moloch")).text)
        assert told["title"].startswith("Moloch – ")
        assert told["og:image"] == f"{served.url}/preview.png"


@pytest.mark.slow
async def test_what_does_not_exist_is_not_found(database: str) -> None:
    async with serving(database) as served, httpx.AsyncClient(base_url=served.url, timeout=120) as http:
        for path in (
            "/match/3f2a90c1d7e4",
            "/record/none",
            "/puzzle/none",
            "/armies/none",
            "/nothing",
            "/match/x?step=1",
        ):
            page = await http.get(path)
            assert (page.status_code, "og:image" in page.text) == (404, False), path
        for path in ("match/3f2a90c1d7e4.png", "match/x.jpg", "cat/x.png", "record/none.png", "study/board.png"):
            answer = await http.get(f"/api/pictures/{path}")
            assert answer.status_code == 404, path
        assert (await http.get("/api/pictures/study/board.png?line=nonsense")).status_code == 400


@pytest.mark.slow
async def test_pictures_are_priced(database: str) -> None:
    # One picture of a study board, and one request more.
    limits: dict[str, Any] = {"views_per_second": 0.001, "views_at_once": PICTURE_PRICE + 2}
    async with serving(database, **limits) as served, httpx.AsyncClient(base_url=served.url, timeout=120) as http:
        body = {"moment": {"study": {"position": LINE}}}
        assert (await http.post("/api/views/picture", json=body)).status_code == 200
        assert (await http.post("/api/views/picture", json={**body, "lang": "pl"})).status_code == 429
        # A page still loads, with a general head.
        page = await http.get("/study", params={"line": LINE})
        assert (page.status_code, head(page.text)["og:image"]) == (200, f"{served.url}/preview.png")


async def test_equal_pictures_are_made_once_and_the_oldest_is_dropped() -> None:
    cache, made = PictureCache(most=10), []
    gate = asyncio.Event()

    async def make() -> bytes:
        made.append(1)
        await gate.wait()
        return b"12345"

    waiting = [asyncio.create_task(cache.get(b"a", make)) for _ in range(3)]
    await asyncio.sleep(0)
    gate.set()
    assert await asyncio.gather(*waiting) == [b"12345"] * 3
    assert len(made) == 1
    for key in (b"b", b"c", b"a"):
        await cache.get(key, make)
    assert len(made) == 4  # "a" had been dropped

    async def fail() -> bytes:
        raise Refusal("malformed", "no")  # type: ignore[arg-type]  # any code will do

    with pytest.raises(Refusal):
        await cache.get(b"d", fail)
    assert await cache.get(b"d", make) == b"12345"


def test_a_study_link_is_read_as_the_page_writes_it() -> None:
    moment = linked_moment(
        "study",
        "",
        {"line": LINE, "hands": "borgo/Claws,borgo/Mutant;", "turn": "1", "energy": "2,0", "then": "31,x,7"},
    )
    assert moment is not None
    assert moment.study is not None
    assert moment.study.hands == (("borgo/Claws", "borgo/Mutant"), ())
    assert (moment.study.turn, moment.study.energy, moment.then) == (1, (2, 0), (31, 7))
    assert linked_moment("study", "", {"line": '{"a": 1}'}) is not None
    assert linked_moment("study", "", {}) is None
    assert linked_moment("lesson", "place", {}) is None
    with pytest.raises(Refusal):
        linked_moment("study", "", {"line": "{half"})
    with pytest.raises(Refusal):
        linked_moment("match", "x" * 500, {})
