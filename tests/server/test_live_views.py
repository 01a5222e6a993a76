"""Live views are pushed to everyone who watches a match, made once for each language."""

from __future__ import annotations

import asyncio
import json
import random
from types import SimpleNamespace
from typing import Any, cast

import httpx
import msgspec
import pytest

from neurohex.client import Client, RemoteMatch
from neurohex.match.authority import Match, open_match
from neurohex.rules.engine import legal_actions
from neurohex.server import live_views, looks
from neurohex.server.context import ServerContext
from neurohex.server.live_views import MOST_WAITING, LiveViews
from neurohex.server.settings import Settings
from neurohex.server.socket import Socket
from neurohex.session import take_step
from neurohex.view import stories
from neurohex.wire.messages import (
    AnyEvent,
    AnyNote,
    Lang,
    PlayerClock,
    Shown,
    Skipped,
    Started,
    decode_message,
)
from neurohex.wire.views import LiveLook
from tests.server.serving import guests, line, mover, play, proposal, seated, serving

Entries = dict[int, dict[str, Any]]


class Watching:
    """A spectator that records all live views."""

    def __init__(self, place: RemoteMatch) -> None:
        self.place = place
        self.shown: list[Shown | Skipped] = []
        self._more = asyncio.Event()

    @classmethod
    async def of(cls, client: Client, match: str, show: Lang) -> Watching:
        place = await client.watch(match)
        watching = cls(place)
        await place.connection.follow(match, watching._hear, place.follower.last + 1, show)
        return watching

    def _hear(self, told: AnyEvent | AnyNote) -> None:
        if isinstance(told, Shown | Skipped):
            self.shown.append(told)
            self._more.set()

    async def until(self, n: int) -> Shown:
        """Wait for what stands after an event."""
        while not self.shown or self.shown[-1].n < n:
            self._more.clear()
            await self._more.wait()
        shown = self.shown[-1]
        assert isinstance(shown, Shown)
        return shown


def entries(story: Any) -> Entries:
    return {entry["step"]: entry for turn in story["turns"] for entry in turn["entries"]}


def joined(known: Entries, part: Any) -> Entries:
    """A story continued by a part that starts at its end or before it."""
    assert part["first"] <= len(known)
    return {**{step: entry for step, entry in known.items() if step < part["first"]}, **entries(part)}


async def _asked(http: httpx.AsyncClient, name: str, match: str, **more: Any) -> Any:
    answer = await http.post(f"/api/views/{name}", json={"moment": {"match": match}, "lang": "pl", **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def live(look: Any) -> Any:
    """The part of a look that is pushed: all but the fields of a study board."""
    return {name: value for name, value in look.items() if name in LiveLook.__struct_fields__}


@pytest.mark.slow
@pytest.mark.parametrize("terms", [{}, {"open_piles": True}])
async def test_live_views_equal_requested_views_through_a_whole_game(database: str, terms: dict[str, Any]) -> None:
    luck = random.Random(11)
    async with (
        serving(database) as served,
        guests(served.url, "Ann", "Ben") as people,
        Client(served.url) as eve,
        httpx.AsyncClient(base_url=served.url, timeout=60) as http,
    ):
        places = await seated(*people, **terms)
        match = places[0].match
        watching = await Watching.of(eve, match, "pl")
        undone = 0
        while not places[0].is_over:
            await play(places, luck, 1)
            last = places[0].follower.moved
            shown = await watching.until(last)
            assert shown.n == last
            assert msgspec.json.decode(shown.look) == live(await _asked(http, "look", match))
            seat = places[0].follower.undoable_by()
            if seat is not None and luck.random() < 0.3:
                undone += 1
                reply = await places[seat].undo()
                shown = await watching.until(reply.last)
                assert msgspec.json.decode(shown.look) == live(await _asked(http, "look", match))
        assert undone > 3
        story: Entries = {}
        for each in watching.shown:
            assert isinstance(each, Shown)
            story = joined(story, msgspec.json.decode(each.story))
        assert any(entry["battles"] for entry in story.values())
        assert story == entries(await _asked(http, "story", match))


async def test_all_get_the_same_bytes_made_once_for_each_language(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    real = looks.live_look

    def counted(state: Any, lang: str, **more: Any) -> Any:
        made.append(lang)
        return real(state, lang, **more)

    monkeypatch.setattr(live_views, "live_look", counted)
    luck = random.Random(3)
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as people:
        places = await seated(*people)
        await play(places, luck, 3)
        assert made == []  # no viewers
        match = places[0].match
        async with line(served.url) as one, line(served.url) as two, line(served.url) as three:
            for each, lang in ((one, "en"), (two, "en"), (three, "pl")):
                await each.answer({"type": "follow", "id": "f", "match": match, "since": 0, "show": lang})
            await play(places, luck, 4)
            heard: list[list[bytes]] = [[], [], []]
            for number, each in enumerate((one, two, three)):
                while len(heard[number]) < 4:
                    if (await each.hear())["type"] == "shown":
                        heard[number].append(each.heard[-1])
            assert heard[0] == heard[1]
            assert [cast(Shown, decode_message(each)).lang for each in heard[2]] == ["pl"] * 4
            assert made == ["en", "pl"] * 4
            # Another language from now on, then none.
            await one.answer({"type": "follow", "id": "g", "match": match, "since": 0, "show": "pl"})
            await two.answer({"type": "follow", "id": "g", "match": match, "since": 0})
            await play(places, luck, 1)
            while (told := await one.hear())["type"] != "shown":
                pass
            assert told["lang"] == "pl"
            assert made[8:] == ["pl"]
            await two.say({"type": "look", "id": "l", "match": match})
            while (told := await two.hear())["type"] != "looked":
                assert told["type"] != "shown"


async def test_the_first_push_to_a_late_viewer_has_only_the_last_act(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    real = take_step

    def counted(state: Any, action: int) -> Any:
        told.append(action)
        return real(state, action)

    luck = random.Random(8)
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as people, Client(served.url) as eve:
        places = await seated(*people)
        await play(places, luck, 20)
        follower = places[0].follower
        watching = await Watching.of(eve, places[0].match, "en")
        monkeypatch.setattr(live_views, "take_step", counted)
        before = len(follower.actions)
        await play(places, luck, 1)
        shown = await watching.until(follower.moved)
        assert told == follower.actions[before:]  # no Battle runs here
        assert msgspec.json.decode(shown.story)["first"] == before


async def test_acts_of_one_batch_are_shown_one_by_one(database: str) -> None:
    luck = random.Random(5)
    armies = ("borgo", "moloch", "outpost", "hegemony")
    async with serving(database) as served, guests(served.url, *"ABCD") as people, Client(served.url) as eve:
        place = await people[0].make(proposal(*armies, mode="deathmatch"))
        places = [place, *[await each.join(place.match) for each in people[1:]]]
        await play(places, luck, 30)
        watching = await Watching.of(eve, place.match, "en")
        await places[1].resign()
        await places[2].resign()
        for _ in range(30):
            await play(places, luck, 1)
        follower = places[0].follower
        await watching.until(follower.moved)
        logged = [json.loads(text) for text in (await served.context.registry.get(place.match)).texts(0)]
        auto = [event["n"] for event in logged if event.get("auto")]
        assert len(auto) > 4
        numbers = [each.n for each in watching.shown]
        assert numbers == sorted(set(numbers))
        acted = [event["n"] for event in logged if event["type"] == "acted" and event["n"] >= numbers[0]]
        assert set(acted) <= set(numbers)


async def test_live_views_have_the_clocks_of_all_players(database: str) -> None:
    clock = PlayerClock(main=600_000, increment=5_000)
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as people, Client(served.url) as eve:
        places = await seated(*people, clock=clock)
        watching = await Watching.of(eve, places[0].match, "en")
        await play(places, random.Random(1), 1)
        shown = await watching.until(places[0].follower.moved)
        assert shown.left is not None
        assert len(shown.left) == 2
        assert all(500_000 < left <= 605_000 for left in shown.left)
        assert shown.running == mover(places).seat
        await places[0].resign()
        assert (await watching.until(places[0].follower.moved)).running is None


# --- too much at once -----------------------------------------------------------------------------
class Viewer:
    """Records live views."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def show(self, text: str, instead: str) -> None:
        self.texts.append(text)

    @property
    def told(self) -> list[tuple[str, int]]:
        return [(told["type"], told["n"]) for told in map(json.loads, self.texts)]


def _match_of_bots() -> tuple[Match, random.Random]:
    made = proposal("borgo", "moloch", bots=("random", "random"))
    first = open_match(made, match="m", owner="x", seed=bytes(32), bot_nonces=[bytes(16)] * 2, now=0)
    return Match.from_events(first, bytes(32)), random.Random(2)


def _act(match: Match, luck: random.Random) -> list[AnyEvent]:
    command, who = match.bot_act(luck.choice(legal_actions(match.state)))
    events = list(match.decide(command, who, 0).events)
    for event in events:
        match.absorb(event)
    return events


async def _shown(viewer: Viewer, n: int) -> None:
    while not viewer.told or viewer.told[-1][1] < n:
        await asyncio.sleep(0)


async def test_only_the_newest_of_too_many_acts_are_shown() -> None:
    match, luck = _match_of_bots()
    views, viewer = LiveViews(match, lambda: 0), Viewer()
    views.watch(viewer, "en")
    numbers = []
    for _ in range(MOST_WAITING + 5):
        events = _act(match, luck)
        views.on_events(events)
        numbers.append(events[0].n)
    await _shown(viewer, numbers[-1])
    expected = ["skipped"] * 5 + ["shown"] * MOST_WAITING
    assert viewer.told == list(zip(expected, numbers, strict=True))


async def test_a_failed_live_view_is_skipped_and_the_next_one_is_shown(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, luck = _match_of_bots()
    views, viewer = LiveViews(match, lambda: 0), Viewer()
    views.watch(viewer, "en")
    real, tries = stories.story_in_pieces, 0

    def broken(*given: Any, **more: Any) -> Any:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise KeyError("a word that is missing")
        return real(*given, **more)

    monkeypatch.setattr(live_views, "story_in_pieces", broken)
    numbers = []
    for _ in range(2):
        events = _act(match, luck)
        numbers.append(events[0].n)
        views.on_events(events)
    await _shown(viewer, numbers[-1])
    assert viewer.told == [("skipped", numbers[0]), ("shown", numbers[1])]
    assert "cannot be shown" in caplog.text


async def test_the_start_is_shown_and_a_late_viewer_sees_only_later_acts() -> None:
    match, luck = _match_of_bots()
    started = Started(match="m", n=match.last, at=0, nonces=("0" * 32, "0" * 32))
    views, early, late = LiveViews(match, lambda: 0), Viewer(), Viewer()
    views.watch(early, "en")
    views.on_events([started])
    await _shown(early, match.last)
    for _ in range(40):
        views.on_events(_act(match, luck))
    await _shown(early, match.moved)
    views.watch(late, "pl")
    last = _act(match, luck)
    views.on_events(last)
    await _shown(late, match.moved)
    assert early.told[0] == ("shown", 1)
    assert late.told == [("shown", last[0].n)]
    views.watch(early, None)
    views.watch(late, None)
    views.on_events(_act(match, luck))
    assert late.told[-1] == ("shown", last[0].n)


async def test_a_slow_client_gets_skipped_notes_but_all_events() -> None:
    class Stuck:
        async def send(self, _: object) -> None:
            await asyncio.Event().wait()

    context = cast(ServerContext, SimpleNamespace(settings=Settings()))
    socket = Socket(cast(Any, Stuck()), context)
    writing = asyncio.create_task(socket._write())
    for number in range(60):
        socket.send(f"event {number}")
        socket.show("x" * 20_000, f"skipped {number}")
        await asyncio.sleep(0)
    waiting = [text for texts, _ in socket._waiting for text in texts]
    assert sum(map(len, waiting)) < 600_000
    assert [text for text in waiting if text.startswith("event")] == [f"event {n}" for n in range(1, 60)]
    assert waiting[-1] == "skipped 59"
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
