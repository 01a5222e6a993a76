"""docs/hard-cases.md: its pictures show its positions, and its statements are true."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from neurohex.board import BOARDS
from neurohex.cli.pictures import Picture, PictureError, arrow_of, draw_pages, draw_picture, main, pictures_of
from neurohex.draw import Arrow
from neurohex.notation.action import parse_action
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import State
from neurohex.rules.layout import U_TILE
from neurohex.rules.look import unpowered_seen
from neurohex.tiles import Tile
from tests.rules.table import Table, acted, hits, left
from tests.rules.telling import asked, gone, points
from tests.test_rulings_doc import rulings

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "hard-cases.md").read_text(encoding="utf-8")
CASES = {picture.name: picture for picture in pictures_of(PAGE)}
every_case = pytest.mark.parametrize("name", CASES)


def table_of(line: str) -> Table:
    head, *parts = (part.strip() for part in line.split("|"))
    head, _, teams = head.partition(" teams=")
    return Table(head, *parts, teams=f"teams={teams}" if teams else "")


def case(name: str, more: str = "", without: str = "", **instead: str) -> Table:
    """The position of a case, with units added, removed or replaced."""
    line = CASES[name].line
    for hex_, unit in instead.items():
        line, count = re.subn(rf"\b{hex_}=\S+", f"{hex_}={unit}", line)
        assert count == 1, hex_
    if without:
        line, count = re.subn(rf" {without}=\S+", "", line)
        assert count == 1, without
    return table_of(f"{line} {more}")


def captured(t: Table) -> dict[str, int | None]:
    """Controllers that are not the owners, by hex."""
    return {hex_: control for hex_, control in t.controllers().items() if control != t.unit(hex_)["player"]}


# --- the page and its pictures --------------------------------------------------------------------
def test_every_case_has_a_picture_a_position_words_and_rulings() -> None:
    parts = re.split(r"^### .*\n", PAGE, flags=re.M)[1:]
    assert len(parts) == len(CASES) >= 50
    for part, picture in zip(parts, CASES.values(), strict=True):
        assert part.count("![") == part.count("<!-- draw:") == part.count("```text") == 1
        assert picture.path == f"pictures/hard-cases/{picture.name}.svg"
        assert len(picture.words) > 20
        told = re.sub(r"```.*|\[R?\d.*?\)|<!--.*?-->|!\[.*", "", part.split("## ")[0])
        assert 2 <= len(re.findall(r"[.:](?=\s)", told)) <= 7, told
        assert re.search(r"\[R?\d+\.\d+.*?\]\(rulings\.md#", part)


def test_rulings_are_named_by_number_and_linked_to_their_section() -> None:
    headings = re.findall(r"^## (.*)$", (DOCS / "rulings.md").read_text(encoding="utf-8"), re.M)
    anchors = {
        heading.split(".")[0]: re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings
    }
    found = re.findall(r"\[((?:R?\d+\.\d+(?:, )?)+)\]\(rulings\.md#([^)]*)\)", PAGE)
    assert len(found) >= len(CASES)
    for numbers, anchor in found:
        for number in numbers.split(", "):
            assert number in rulings()
            assert anchors[number.removeprefix("R").split(".")[0]] == anchor


def test_links_within_the_page_lead_somewhere() -> None:
    headings = {heading.lower().replace(" ", "-") for heading in re.findall(r"^## (.*)$", PAGE, re.M)}
    assert set(re.findall(r"\]\(#([^)]*)\)", PAGE)) == headings


def test_the_pictures_are_those_of_the_pages() -> None:
    drawn = dict(draw_pages(DOCS))
    assert len(drawn) >= len(CASES)
    stale = [path.name for path, svg in drawn.items() if not path.exists() or path.read_text(encoding="utf-8") != svg]
    assert not stale, f"run python -m neurohex.cli.pictures docs: {stale}"
    balance = (DOCS / "balance.md").read_text(encoding="utf-8")
    plots = {DOCS / name for name in re.findall(r"\((pictures/balance/[^)]*\.svg)\)", balance)}  # by `neurohex study`
    assert set((DOCS / "pictures").rglob("*/*.svg")) == set(drawn) | plots


def test_every_case_is_looked_at_here() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in CASES if f'case("{name}"' not in source] == []


@pytest.mark.parametrize("command", re.findall(r"^echo '(.*)' \| neurohex (.*)$", PAGE, re.M))
def test_the_commands_of_the_page_run(command: tuple[str, str]) -> None:
    line, words = command
    run = subprocess.run(
        [sys.executable, "-m", "neurohex", *words.split()], input=line, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "Net Fighter" in run.stdout


# --- arrows ---------------------------------------------------------------------------------------
def arrows_in(picture: Picture, t: Table) -> list[Arrow]:
    words = ("mark", "with", "whole", "legend", "size")
    return [arrow_of(order, t.st.game.board) for order in picture.orders if order.split()[0] not in words]


def tile_on(t: Table, hex_: int) -> Tile:
    return ALL_TILES[t.st.unit(hex_, U_TILE) - 1]


def faces(t: Table, arrow: Arrow, printed: tuple[tuple[int, ...], ...]) -> bool:
    """Whether a printed edge of the unit at the arrow's start faces along it."""
    board = t.st.game.board
    unit = next(unit for unit in t.position.units if unit.hex == board.names[arrow.start])
    for edge in range(6):
        direction = (edge + unit.rotation) % 6
        near = board.neighbours[arrow.start][direction]
        far = board.neighbours[near][direction] if near >= 0 else -1
        if any(edges[edge] for edges in printed[:1]) and near == arrow.end:
            return True
        if any(edges[edge] for edges in printed[1:]) and arrow.end in (near, far):
            return True
    return False


@every_case
def test_nets_and_takeovers_are_drawn_as_they_are(name: str) -> None:
    picture = CASES[name]
    t = table_of(picture.line)
    names = t.st.game.board.names
    netted = t.disabled() - {names[h] for h in unpowered_seen(t.st)}
    control = t.controllers()
    arrows = arrows_in(picture, t)
    scoped = {arrow.end for arrow in arrows if arrow.kind == "scoper" and not arrow.void}
    links = {(arrow.start, arrow.end) for arrow in arrows if arrow.kind == "takeover"}
    for arrow in arrows:
        start, end = names[arrow.start], names[arrow.end]
        tile = tile_on(t, arrow.start)
        opposed = (arrow.end, arrow.start) in links
        if arrow.kind == "net":
            assert faces(t, arrow, (tile.net,))
            works = start not in netted and end in netted and control[start] != control[end]
            # Whoever stands in a takeover link cannot net its bearer, though somebody else may (R3.2).
            works = works and (not opposed or arrow.end in scoped)
            assert works is not arrow.void, (start, end)
        elif arrow.kind == "takeover":
            assert tile.module["takeover"]
            assert faces(t, arrow, (tile.links,))
            side = control[start] if arrow.start not in scoped else 1 - (control[start] or 0)
            # Links that face each other cancel, though another may take the same unit for the same side (R3.2).
            works = start not in netted and end in captured(t) and control[end] == side and not opposed
            assert works is not arrow.void, (start, end)
        elif arrow.kind in ("scoper", "medic", "enemy_initiative", "grants_mobility"):
            assert arrow.kind in tile.module
            assert faces(t, arrow, (tile.links, tile.long_links))
    # What is netted or captured has an arrow that says by whom.
    if any(arrow.kind == "takeover" for arrow in arrows):
        assert set(captured(t)) == {names[a.end] for a in arrows if a.kind == "takeover" and not a.void}
    if any(arrow.kind == "net" for arrow in arrows):
        assert netted == {names[a.end] for a in arrows if a.kind == "net" and not a.void}


@every_case
def test_hits_are_drawn_as_they_strike(name: str) -> None:
    picture = CASES[name]
    t = table_of(picture.line)
    names = t.st.game.board.names
    attacks = [arrow for arrow in arrows_in(picture, t) if arrow.kind in ("melee", "ranged", "gauss")]
    told = [hit for phase in t.battle()["phases"] for hit in phase["hits"]]
    ways = {(names[arrow.start], names[arrow.end], arrow.kind) for arrow in attacks if arrow.label or arrow.void}
    for start, end, kind in ways:
        struck = [hit for hit in told if (hit["from"], hit["to"], hit["kind"]) == (start, end, kind)]
        labels = Counter(
            arrow.label
            for arrow in attacks
            if (names[arrow.start], names[arrow.end], arrow.kind) == (start, end, kind) and not arrow.void
        )
        all_wounds = Counter("∞" if hit["wounds"] == "endless" else str(hit["wounds"]) for hit in struck)
        hurt = [hit for hit in struck if not hit["absorbed"]]
        assert labels <= all_wounds, (start, end)
        assert len(hurt) <= labels.total(), (start, end)
    for arrow in attacks:
        if not arrow.label and not arrow.void:
            # A way round: it ends in a redirector where it has been before.
            assert arrow.end in arrow.via
            assert any(tile_on(t, arrow.end).redirect_in)


# --- nets -----------------------------------------------------------------------------------------
@pytest.mark.ruling("R3.1")
def test_a_pair() -> None:
    t = case("net-pair")
    assert t.disabled() == set()
    assert hits(t.battle()) == ["1: C3>C2 melee 3"]


@pytest.mark.ruling("R3.1")
def test_a_net_out_of_a_pair() -> None:
    assert case("net-second").disabled() == {"B2"}


@pytest.mark.ruling("R3.1")
def test_a_chain() -> None:
    assert case("net-chain").disabled() == {"C4", "C2"}


@pytest.mark.ruling("R3.1")
def test_three_in_a_ring() -> None:
    assert case("net-three").disabled() == set()


@pytest.mark.ruling("R3.1")
def test_a_ring_and_a_net_from_outside() -> None:
    assert case("net-three-outside").disabled() == {"D2", "C2"}
    assert case("net-three-outside", without="E1").disabled() == set()


@pytest.mark.ruling("R3.1")
def test_a_net_out_of_a_ring() -> None:
    assert case("net-out").disabled() == {"E2"}


@pytest.mark.ruling("R3.1")
def test_two_pairs() -> None:
    assert case("net-groups").disabled() == {"D3"}
    assert case("net-groups", without="C3").disabled() == set()


@pytest.mark.ruling("R3.1", "R6.1")
def test_a_net_torn_in_a_battle() -> None:
    t = case("net-torn")
    assert t.disabled() == {"B2", "D2"}
    assert hits(t.battle()) == ["3: C5>C3 ranged 1", "2: B2>B1 melee 1"]
    # Without the net the second Commando would have struck.
    assert "3: D2>E2 ranged 1" in hits(case("net-torn", without="C3").battle())


# --- takeover -------------------------------------------------------------------------------------
@pytest.mark.ruling("R3.2", "R3.3")
def test_a_net_unit_in_the_link() -> None:
    t = case("take-net")
    assert (captured(t), t.disabled()) == ({"C2": 0}, {"D1"})
    assert hits(t.battle()) == ["2: C2>D2 melee 1"]


@pytest.mark.ruling("R3.2")
def test_a_net_from_elsewhere() -> None:
    t = case("take-netted")
    assert (captured(t), t.disabled()) == ({}, {"C3"})
    assert captured(case("take-netted", without="B3")) == {"C2": 0}


@pytest.mark.ruling("R3.2")
def test_a_takes_b_b_would_net_c_c_nets_a() -> None:
    t = case("take-abc")
    assert (captured(t), t.disabled()) == ({}, {"C3"})


@pytest.mark.ruling("R3.2")
def test_two_agitators_face_to_face() -> None:
    assert captured(case("take-cancel")) == {}
    assert captured(case("take-cancel", C3="0.HQ/SW")) == {"C2": 0}


@pytest.mark.ruling("R3.2")
def test_a_third_agitator_from_the_side() -> None:
    assert captured(case("take-side")) == {"C2": 0}


@pytest.mark.ruling("R3.2")
def test_face_to_face_and_one_of_them_netted() -> None:
    t = case("take-both-fail")
    assert (captured(t), t.disabled()) == ({}, {"C3"})


@pytest.mark.ruling("R3.2")
def test_two_links_against_one() -> None:
    assert captured(case("take-votes")) == {"C3": 0}


@pytest.mark.ruling("R3.2")
def test_one_link_each() -> None:
    t = case("take-tie")
    assert (captured(t), t.disabled()) == ({}, set())


@pytest.mark.ruling("R3.2")
def test_outvoted_but_still_protected() -> None:
    t = case("take-outvoted")
    assert (captured(t), t.disabled()) == ({"C2": 2}, set())


@pytest.mark.ruling("R3.2", "R3.3")
def test_a_captured_agitator_takes_on() -> None:
    assert captured(case("take-on")) == {"C2": 0, "C1": 0}
    assert captured(case("take-on", without="C3")) == {}


@pytest.mark.ruling("R3.1", "R3.2")
def test_links_fail_before_rings_are_settled() -> None:
    t = case("take-before")
    assert (captured(t), t.disabled()) == ({}, {"D2"})
    # With D2 away nothing is undecided about the link.
    assert captured(case("take-before", without="D2")) == {"C2": 0}


# --- Scopers --------------------------------------------------------------------------------------
@pytest.mark.ruling("R3.4")
def test_a_scoper_behind_an_agitator() -> None:
    t = case("scope-agitator")
    assert captured(t) == {"C2": 0}
    assert t.controllers()["C3"] == 1


@pytest.mark.ruling("R3.4")
def test_a_scoper_in_front_of_an_agitator() -> None:
    assert captured(case("scope-facing")) == {"C4": 1}
    # The Outpost's Officer on D4 strengthens a Marksman of Vegas and no longer its own HMG.
    t = case("scope-facing", "D4=0.Officer D3=1.Marksman/N E3=0.HMG/N")
    assert t.unit("D3")["ranged"] == {"NE": 2}
    assert t.unit("E3")["ranged"] == {"N": 1}


@pytest.mark.ruling("R3.2", "R3.4")
def test_a_scoped_link_protects_from_nothing() -> None:
    assert case("scope-net").disabled() == {"C3"}
    t = case("scope-net", without="B3")
    assert (captured(t), t.disabled()) == ({"C2": 0}, set())


@pytest.mark.ruling("R3.4")
def test_two_scopers_side_by_side() -> None:
    t = case("scope-two")
    assert (t.unit("C1")["ranged"], t.unit("D1")["ranged"]) == ({"N": 2}, {"N": 1})
    t = case("scope-two", without="C4")
    assert (t.unit("C1")["ranged"], t.unit("D1")["ranged"]) == ({"N": 1}, {"N": 2})


@pytest.mark.ruling("R3.4", "R7.2")
def test_a_scoped_medic() -> None:
    result = case("scope-medic").battle()
    assert hits(result) == ["3: A1>B2 ranged 1", "2: C1>C2 melee 2 saved"]
    assert gone(result) == {3: ["B2"], 2: ["C3"]}


@pytest.mark.ruling("R3.4", "R3.6")
def test_a_scoped_saboteur() -> None:
    t = case("scope-saboteur")
    assert (t.unit("C2")["initiative"], t.unit("B2")["initiative"]) == ([2], [1])
    assert gone(t.battle()) == {2: ["B2"]}
    assert gone(case("scope-saboteur", without="C4").battle()) == {2: ["C2"]}


@pytest.mark.ruling("R3.4", "R5.1")
def test_a_scoped_transport() -> None:
    t = case("scope-transport")
    assert t.turn(0).offers_like("move C2")
    assert t.offers_like("turn C2")
    assert t.turn(1).offers_like("move B2") == []
    t.turn(0).do("move C2 to D2 facing N by Transport C3")
    assert t.offers_like("move D2") == []
    assert case("scope-transport", without="C4").turn(1).offers_like("move B2")


# --- redirectors ----------------------------------------------------------------------------------
@pytest.mark.ruling("R11.1")
def test_a_chain_of_redirectors() -> None:
    assert hits(case("redirect-chain").battle()) == ["1: C5>D1 ranged 2"]


@pytest.mark.ruling("R11.1")
def test_a_split() -> None:
    t = case("redirect-split")
    assert hits(t.battle()) == ["1: C5>A2 ranged 2", "1: C5>C2 ranged 2", "1: C5>E2 ranged 2"]
    five = case("redirect-split", "C3=0.Tripler/N A1=1.Officer_I E1=1.Officer_I")
    assert len(hits(five.battle())) == 5


@pytest.mark.ruling("R11.1")
def test_a_netted_redirector() -> None:
    assert hits(case("redirect-netted").battle()) == ["1: C5>C2 ranged 2"]
    assert hits(case("redirect-netted", without="B4", C4="0.Tripler/S").battle()) == ["1: C5>C2 ranged 2"]


@pytest.mark.ruling("R11.2", "R7.2")
def test_two_paths_to_one_target() -> None:
    t = case("redirect-paths")
    assert points(t.battle()) == [20, 18]
    assert asked(t) == []
    assert points(case("redirect-paths", without="C2").battle()) == [20, 16]


@pytest.mark.ruling("R11.2")
def test_the_endless_shot() -> None:
    result = case("redirect-endless").battle()
    assert hits(result) == ["1: C5>A1 ranged endless", "1: C5>C1 ranged endless"]
    assert points(result) == [20, 0]
    assert gone(result) == {1: ["A1", "C1"]}


@pytest.mark.ruling("R11.2", "R7.2")
def test_before_the_loop_and_a_medic_in_vain() -> None:
    result = case("redirect-before").battle()
    assert left(result)["C4"] == 1
    assert gone(result) == {1: ["C2", "D1"]}
    assert points(result) == [20, 0]


@pytest.mark.ruling("R11.2")
def test_a_branch_that_never_enters_the_loop() -> None:
    result = case("redirect-branch").battle()
    assert hits(result)[:2] == ["1: C5>B3 ranged 2", "1: C5>C2 ranged endless"]
    assert points(result) == [20, 18]


@pytest.mark.ruling("R11.2")
def test_a_circle_without_a_tripler() -> None:
    result = case("redirect-circle").battle()
    assert (acted(result), hits(result)) == ({1: ["C5"]}, [])


@pytest.mark.ruling("R3.5", "R11.1")
def test_a_gauss_shot() -> None:
    struck = [f"1: C5>{name} gauss 1" for name in ("A2", "B3", "C1", "C3", "D3", "E2")]
    assert hits(case("redirect-gauss").battle()) == struck
    assert hits(case("redirect-gauss", "B4=0.Officer/SE").battle()) == struck


@pytest.mark.ruling("R11.2")
def test_a_gauss_shot_in_a_circle() -> None:
    result = case("redirect-gauss-circle").battle()
    assert hits(result) == [f"1: B4>{name} gauss 1" for name in ("B2", "C2", "C3")]
    assert left(result)["C3"] == 1
    # No circle: from C3 by D3 through C4 a second time.
    twice = table_of("doomsday hegemony | C5=0.Gauss_Cannon/N C4=1.Guard/N C3=0.Fireblast/SE D3=0.Fireblast/SW")
    assert [hit for hit in hits(twice.battle()) if "gauss" in hit] == ["1: C5>C4 gauss 1"] * 2


# --- all at once ----------------------------------------------------------------------------------
@pytest.mark.ruling("R3.3", "R11.1")
def test_a_captured_redirector() -> None:
    t = case("all-captured")
    assert captured(t) == {"D3": 0}
    assert hits(t.battle()) == ["3: C4>D1 ranged 1"]
    friend = case("all-captured", C4="1.Delta_Shooter/NE")
    assert hits(friend.battle()) == ["1: C4>D3 ranged 2"]


@pytest.mark.ruling("R3.1", "R3.3", "R11.1")
def test_a_captive_in_a_net_of_its_own_army() -> None:
    t = case("all-own-net")
    assert (captured(t), t.disabled()) == ({"D3": 0}, {"D3"})
    assert (acted(t.battle()), hits(t.battle())) == ({3: ["C4"]}, [])


@pytest.mark.ruling("R3.2", "R11.1")
def test_the_net_on_the_agitator_instead() -> None:
    t = case("all-freed")
    assert (captured(t), t.disabled()) == ({}, {"E2"})
    assert hits(t.battle()) == ["3: C4>D3 ranged 1"]


@pytest.mark.ruling("R3.3", "R6.7", "R11.1", "R11.3")
def test_a_captive_that_is_net_and_redirector() -> None:
    t = case("all-net-fighter")
    assert (captured(t), t.disabled()) == ({"D3": 0}, {"D2"})
    assert hits(t.battle()) == ["3: C4>D2 ranged 1"]
    # Also at its marked edge a netted Trap does not go off.
    assert hits(case("all-net-fighter", D2="1.Trap/S").battle()) == ["3: C4>D2 ranged 1"]


@pytest.mark.ruling("R3.3", "R6.1", "R11.1")
def test_freed_in_the_middle_of_a_battle() -> None:
    t = case("all-battle")
    assert captured(t) == {"D3": 0}
    assert hits(t.battle()) == ["3: E3>E2 ranged 1", "2: C4>D1 ranged 1"]
    assert hits(case("all-battle", without="E3").battle()) == ["2: C4>D3 ranged 1"]


# --- Medics ---------------------------------------------------------------------------------------
@pytest.mark.ruling("R7.3")
def test_a_chain_of_medics() -> None:
    t = case("medic-chain")
    assert gone(t.battle()) == {2: ["C4"]}
    assert asked(t) == []
    assert gone(case("medic-chain", "D2=0.Runner/NW").battle()) == {2: ["C3", "C4"]}


@pytest.mark.ruling("R7.1", "R7.3")
def test_medics_that_are_hit_themselves() -> None:
    t = case("medic-down")
    assert gone(t.battle()) == {2: ["C3", "D3", "D4"]}
    assert asked(t) == []
    # With nobody to save them first, the Medics that are hit save nobody.
    assert gone(case("medic-down", without="D4").battle()) == {2: ["C2", "C3", "D3"]}


@pytest.mark.ruling("R7.3")
def test_two_medics_linked_to_each_other() -> None:
    t = case("medic-pair")
    assert asked(t) == [(1, ["save D3 from 1 by medic C2", "save D3 from 1 by medic C3"])]


@pytest.mark.ruling("R7.3")
def test_a_ring_of_medics() -> None:
    t = case("medic-ring")
    assert asked(t) == [(1, [f"save C2 from 2 by medic {name}" for name in ("B3", "C3", "C4")])]
    for name in ("B3", "C3", "C4"):
        assert gone(t.battle_choosing(f"save C2 from 2 by medic {name}")) == {2: [name]}


@pytest.mark.ruling("R7.3")
def test_two_who_could_stand_in() -> None:
    assert asked(case("medic-two")) == [(1, ["save C2 from 2 by medic B3", "save C2 from 2 by medic D3"])]


# --- who chooses ----------------------------------------------------------------------------------
@pytest.mark.ruling("R5.2")
def test_a_pushed_units_way() -> None:
    t = case("who-push").hand(0, "Push Back").turn(0).do("push C3 from B2")
    assert t.actor == 1
    assert sorted(t.offers()) == ["yield to C4", "yield to D2", "yield to D3"]


@pytest.mark.ruling("R3.3", "R6.6", "R6.7")
def test_a_captured_clown() -> None:
    t = case("who-clown")
    assert asked(t) == [(0, ["clown C2 attacks", "clown C2 explodes"])]
    assert "2: C2>C3 explosion 1" in hits(t.battle_choosing("clown C2 explodes"))


@pytest.mark.ruling("R3.4", "R7.1")
def test_a_scoped_medics_patient() -> None:
    t = case("who-scoped")
    assert asked(t) == [(0, ["save C2 from 2 by medic C3", "save D2 from 2 by medic C3"])]


@pytest.mark.ruling("R6.6", "R7.2", "R10.7")
def test_both_sides_at_once() -> None:
    assert [who for who, _ in asked(case("who-round"))] == [0, 1]
    other = table_of(CASES["who-round"].line.replace("outpost* borgo", "outpost borgo*"))
    assert [who for who, _ in asked(other)] == [1, 0]


@pytest.mark.ruling("R7.3")
def test_teammates() -> None:
    assert [who for who, _ in asked(case("who-mates"))] == [0]


@pytest.mark.ruling("R3.3")
def test_the_taker_turns_a_captive_in_any_turn() -> None:
    t = table_of("vegas hegemony | A1=0.HQ E3=1.HQ C3=0.Agitator/N B1=1.Runner/N").turn(1)
    t.do("move B1 to C2 facing S by mobility")
    assert t.actor == 0
    assert {offer.split()[0] for offer in t.offers()} == {"captive"}


@pytest.mark.ruling("R12.2")
def test_who_pushes_a_neutral_bomber_says_where_it_goes() -> None:
    t = table_of("hegemony outpost | A1=0.HQ E3=1.HQ B2=0.Runner/N C3=-.Mad_Bomber").hand(0, "Push Back").turn(0)
    assert sorted(t.offers_like("push C3 from B2")) == [f"push C3 from B2 to {name}" for name in ("C4", "D2", "D3")]


@pytest.mark.ruling("R3.4", "R6.8")
def test_the_scopers_controller_changes_attacks_with_a_scoped_quartermaster() -> None:
    t = table_of("outpost hegemony | C4=1.Quartermaster/N C5=0.Scoper C3=0.Brawler/N C1=1.Guard/S")
    who: list[int] = []

    def choose(st: State) -> int:
        who.append(st.actor())
        return parse_action(st, "change C3 N to ranged")

    assert hits(t.battle(choose)) == ["3: C3>C1 ranged 2"]
    assert who == [0]


# --- the script that draws ------------------------------------------------------------------------
NOTE = "![Words](pictures/a.svg)\n<!-- draw: {} -->\n\n```text\nborgo hegemony | C3=0.Mutant\n```\n"


def test_pictures_are_drawn_into_the_folder_of_their_page(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(NOTE.format("with C2; size 50"), encoding="utf-8")
    assert main([str(tmp_path)]) == 0
    svg = (tmp_path / "pictures" / "a.svg").read_text(encoding="utf-8")
    assert 'aria-label="Part of the standard board, 1 unit: Borgo"' in svg
    assert (tmp_path / "pictures" / "tiles.svg").exists()


def test_orders_of_a_note() -> None:
    [picture] = pictures_of(NOTE.format("mark C2 C4; melee C3>C2 2 hits; net C3>C2 void"))
    assert picture.orders == ("mark C2 C4", "melee C3>C2 2 hits", "net C3>C2 void")
    board = BOARDS["standard"]
    c3, d2, c2 = (board.index[name] for name in ("C3", "D2", "C2"))
    assert arrow_of("melee C3>D2>C2 2 hits", board) == Arrow(c3, c2, "melee", "2 hits", (d2,))
    assert arrow_of("net C3>C2 void", board) == Arrow(c3, c2, "net", void=True)
    whole = draw_picture(next(pictures_of(NOTE.format("whole; legend"))))
    assert all(f'data-hex="{name}"' in whole for name in board.names)
    assert 'class="legend"' in whole


@pytest.mark.parametrize(
    ("page", "message"),
    [
        (NOTE.format("bite C3>C2"), 'page.md: pictures/a.svg: no order "bite C3>C2"; there are mark, with'),
        (NOTE.format("net C3"), 'page.md: pictures/a.svg: expected an arrow from hex to hex, as "net C3>C2"'),
        (NOTE.format("mark Z9"), 'page.md: pictures/a.svg: no hex "Z9" on the standard board'),
        (NOTE.format("").replace("Mutant", "Mutnt"), "page.md: pictures/a.svg: C3=0.Mutnt: no tile"),
        (NOTE.format("").replace("```text", "```"), "page.md: pictures/a.svg: expected a position in a block of text"),
    ],
)
def test_a_note_that_cannot_be_drawn_is_one_line(
    page: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.md").write_text(page, encoding="utf-8")
    assert main([str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(message)
    assert said.count("\n") == 1
    with pytest.raises(PictureError):
        list(draw_pages(tmp_path))


def test_drawing_needs_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == main(["no such folder"]) == 2
    assert capsys.readouterr().err == "usage: python -m neurohex.cli.pictures FOLDER\n" * 2


# --- further armies -------------------------------------------------------------------------------
@pytest.mark.ruling("R18.1", "R18.2")
def test_a_blow_that_comes_back() -> None:
    assert hits(case("more-mirror").battle()) == ["1: C4>C4 melee 2"]
    assert left(case("more-mirror", C3="0.Judge/SE").battle()) == {"C4": 0}


@pytest.mark.ruling("R14.1")
def test_tougher_beside_the_hq() -> None:
    assert left(case("more-toughness").battle()) == {"C2": 1, "C3": 0}
    assert "C2" not in left(case("more-toughness", without="C3").battle())


@pytest.mark.ruling("R16.1")
def test_past_the_first_unit() -> None:
    assert hits(case("more-sharpshooter").battle()) == ["2: C3>C1 ranged 1"]


@pytest.mark.ruling("R22.1", "R22.2")
def test_one_body() -> None:
    assert "2: C2>C1 melee 3" in hits(case("more-motherland").battle())
    assert left(case("more-motherland", C3="0.Swarm").battle()).keys() == {"C1", "C3", "C4"}


@pytest.mark.ruling("R29.1")
def test_the_cable_is_cut() -> None:
    assert case("more-power").disabled() == {"C3", "C4"}
    assert hits(case("more-power", without="C5").battle()) == ["3: C3>C1 ranged 1"]


@pytest.mark.ruling("R29.3")
def test_a_net_on_the_plug() -> None:
    assert case("more-hangs").disabled() == {"B2", "C2"}
    assert case("more-hangs", C2="0.Mechanic/SW").disabled() == {"B2", "C2"}
    assert case("more-hangs", without="C2").disabled() == {"B2"}
