"""Statistics, and the page and tables that show them."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest

from neurohex.arena.page import page
from neurohex.arena.play import FORFEIT, Result
from neurohex.arena.sheets import sheets
from neurohex.arena.summary import Summary, Tally, summarise
from neurohex.arena.tournament import BASE, Setting
from neurohex.rules.engine import Game
from neurohex.tiles import ARMIES
from tests.arena.small import STANDARD, played, tournament


def result(number: int, armies: str, bots: str, outcome: tuple[int, ...], **more: Any) -> Result:
    names = armies.split()
    row: dict[str, Any] = {
        "id": f"{number:06d}-01",
        "round": 1,
        "setting": "standard, living",
        "armies": names,
        "bots": bots.split(),
        "sides": list(range(len(names))),
        "seed": 1,
        "outcome": list(outcome),
        "end": "Final Battle",
        "forfeit": None,
        "reason": "",
        "turns": 20,
        "actions": 100,
        "points": [10] * len(names),
        "decisions": [40] * len(names),
        "thought": [2.0] * len(names),
        "nodes": [None] * len(names),
        "seconds": 4.0,
        "key": "0",
    }
    return Result(**{**row, **more})


FOUR = [
    result(0, "borgo moloch", "a b", (1, -1), points=[12, 2], turns=10, end="HQ destroyed", nodes=[1000, None]),
    result(1, "borgo moloch", "b a", (1, -1), points=[6, 4]),
    result(2, "moloch borgo", "a b", (0, 0), points=[5, 5]),
    result(3, "moloch borgo", "b a", (-1, 1), points=[1, 9], turns=30, nodes=[None, 3000]),
]


def test_a_ladder_of_bots() -> None:
    first, second = summarise(FOUR).bots
    assert (first.name, second.name) == ("a", "b")
    assert (first.wins, first.draws, first.losses) == (2, 1, 1)
    assert first.tally == Tally(4, 2.5)
    assert first.tally.share == 0.625
    assert first.rating.low < second.rating.value < first.rating.value


def test_armies_and_their_matrix() -> None:
    summary = summarise(FOUR)
    assert [standing.name for standing in summary.armies] == ["borgo", "moloch"]
    assert summary.matrix == {("borgo", "moloch"): Tally(4, 3.5), ("moloch", "borgo"): Tally(4, 0.5)}


def test_the_first_turn() -> None:
    summary = summarise(FOUR)
    (first,) = summary.first
    assert first.tally == Tally(4, 2.5)
    assert first.fair == 0.5
    assert first.worth.value > 0
    assert first.worth.low < 0
    assert first.lead == (10 + 2 + 0 - 8) / 4
    assert summary.by_seat["borgo", 0] == Tally(2, 2.0)
    assert summary.by_seat["borgo", 1] == Tally(2, 1.5)


def test_the_worth_of_the_first_turn_is_the_whole_difference() -> None:
    many = [result(n, "borgo moloch", "a b", (1, -1) if n % 4 else (-1, 1)) for n in range(4000)]
    assert summarise(many).first[0].worth.value == pytest.approx(190.8, abs=0.2)


def test_how_long_games_last() -> None:
    (lengths,) = summarise(FOUR).lengths
    assert lengths.turns == (10, 20, 20, 30)
    assert lengths.mean == 20
    assert (lengths.turns_at(0.05), lengths.turns_at(0.95)) == (10, 30)
    assert lengths.ends == {"Final Battle": 3, "HQ destroyed": 1}


def test_nodes_per_second_if_reported() -> None:
    work = summarise(FOUR).work
    assert work["a"].nodes_per_second == 4000 / 4.0
    assert work["a"].decision_seconds == 8.0 / 160
    assert work["b"].nodes_per_second is None


def test_a_forfeit_counts_for_bots_alone() -> None:
    lost = result(9, "borgo moloch", "a b", (1, -1), end=FORFEIT, forfeit=1, reason="went away")
    summary = summarise([*FOUR, lost])
    assert summary.bots[0].tally == Tally(5, 3.5)
    assert summary.forfeits == (("000009-01", "b", "went away"),)
    assert summary.matrix == summarise(FOUR).matrix
    assert summary.first == summarise(FOUR).first
    assert summary.lengths == summarise(FOUR).lengths


def test_a_deathmatch_decides_between_winner_and_losers_only() -> None:
    three = result(0, "borgo moloch outpost", "a b a", (-1, 1, -1), setting="deathmatch of 3, living")
    summary = summarise([three])
    assert set(summary.matrix) == {
        ("borgo", "moloch"),
        ("moloch", "borgo"),
        ("moloch", "outpost"),
        ("outpost", "moloch"),
    }
    assert summary.bots[0].name == "b"
    assert summary.bots[1].tally == Tally(2, 0.0)
    assert summary.first[0].fair == pytest.approx(1 / 3)
    assert summary.by_seat == {}


def test_one_bot_alone_has_no_ladder() -> None:
    summary = summarise([result(0, "borgo moloch", "a a", (1, -1))])
    assert summary.bots == ()
    assert summary.armies[0].name == "borgo"


def test_figures_are_json() -> None:
    data = json.loads(json.dumps(summarise(FOUR).data()))
    assert data["games"] == 4
    assert data["bots"][0]["name"] == "a"
    assert data["bots"][0]["nodes_per_second"] == 1000
    assert data["matrix"][0] == {
        "army": "borgo",
        "against": "moloch",
        "games": 4,
        "points": 3.5,
        "share": 0.875,
        "interval": pytest.approx([0.40, 0.99], abs=0.01),
    }
    assert data["lengths"][0]["turns"] == {"10": 1, "20": 2, "30": 1}


# --- the page -------------------------------------------------------------------------------------
class Page(HTMLParser):
    """Parses a page. Checks that elements are closed, ids are unique and nothing is loaded from elsewhere."""

    EMPTY = frozenset(("meta",))

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.alternatives: list[str] = []
        self.words: list[str] = []
        self.tags: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in self.EMPTY:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "xlink:href"):
                assert (value or "").startswith(("#", "data:"))
            if tag == "svg" and name == "aria-label":
                self.alternatives.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def pictures(text: str) -> list[ElementTree.Element]:
    return [
        ElementTree.fromstring(part[: part.index("</svg>") + 6])
        for part in ("<svg" + rest for rest in text.split("<svg")[1:])
    ]


@pytest.fixture(scope="module")
def told() -> tuple[Summary, str]:
    settings = (STANDARD, Setting.of(Game(BASE[:3])))
    what = tournament("random", "<&$x_1$>=greedy", armies=BASE, games=96, settings=settings)
    summary = summarise(played(what))
    return summary, page(what, summary)


@pytest.mark.slow
def test_the_page_names_everybody_and_shows_everything(told: tuple[Summary, str]) -> None:
    summary, text = told
    read = Page(text)
    said = " ".join(read.words)
    for name in ("random", "<&$x_1$>", *(ARMIES[army].name for army in BASE)):
        assert name in said
    assert read.tags.count("svg") == read.tags.count("figcaption") == 5
    assert len(read.alternatives) == 5
    assert all(len(words) > 20 for words in read.alternatives)
    assert "<&$x_1$>" in read.alternatives[0]
    assert len(set(read.ids)) == len(read.ids)
    for sheet in sheets(summary):
        assert sheet.title in said
        assert sheet.reading in said
    assert "script" not in read.tags


@pytest.mark.slow
def test_pictures_are_drawings_with_words(told: tuple[Summary, str]) -> None:
    ladder, armies, heat, *_ = pictures(told[1])
    for drawing, names in ((ladder, ["random", "<&$x_1$>"]), (armies, BASE), (heat, BASE)):
        words = ["".join(element.itertext()) for element in drawing.iter() if element.tag.endswith("text")]
        for name in names:
            assert (ARMIES[name].name if name in ARMIES else name) in words


@pytest.mark.slow
def test_the_same_results_give_the_same_page(told: tuple[Summary, str]) -> None:
    summary, text = told
    settings = (STANDARD, Setting.of(Game(BASE[:3])))
    what = tournament("random", "<&$x_1$>=greedy", armies=BASE, games=96, settings=settings)
    assert page(what, summary) == text


def test_a_page_about_one_bot_or_nothing() -> None:
    alone = tournament("random", games=2)
    assert "Ladder of the bots" not in page(alone, summarise(played(alone)))
    Page(page(alone, summarise([])))
