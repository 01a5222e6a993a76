"""Words and geometry (section 2): hexes and directions, turned tiles, what a disabled unit cannot do, links."""

from __future__ import annotations

import pytest

from neurohex.board import BOARDS, DIRECTIONS
from neurohex.rules.catalog import ALL_TILES
from tests.rules.table import Table, hits, left


# --- hexes ----------------------------------------------------------------------------------------
def near(board: str, name: str) -> dict[str, str]:
    """The neighbours of a hex by direction."""
    table = BOARDS[board]
    found = table.neighbours[table.index[name]]
    return {d: table.names[h] for d, h in zip(DIRECTIONS, found, strict=True) if h >= 0}


def test_directions_run_clockwise_from_north() -> None:
    assert DIRECTIONS == ("N", "NE", "SE", "S", "SW", "NW")


@pytest.mark.parametrize("board", ["standard", "duel"])
def test_the_standard_board_has_columns_of_3_4_5_4_3(board: str) -> None:
    names = "A1 A2 A3 B1 B2 B3 B4 C1 C2 C3 C4 C5 D1 D2 D3 D4 E1 E2 E3"
    assert BOARDS[board].names == tuple(names.split())
    assert BOARDS[board].names[BOARDS[board].centre] == "C3"
    assert len(BOARDS[board].main_field) == 19


def test_the_neighbours_of_the_centre_and_of_corners() -> None:
    assert near("standard", "C3") == {"N": "C2", "NE": "D2", "SE": "D3", "S": "C4", "SW": "B3", "NW": "B2"}
    assert near("standard", "A1") == {"NE": "B1", "SE": "B2", "S": "A2"}
    assert near("standard", "C1") == {"SE": "D1", "S": "C2", "SW": "B1"}
    assert near("standard", "E3") == {"N": "E2", "SW": "D4", "NW": "D3"}
    assert near("standard", "B4") == {"N": "B3", "NE": "C4", "SE": "C5", "NW": "A3"}


def test_the_expanded_board_and_its_main_field() -> None:
    board = BOARDS["expanded"]
    columns = {letter: sum(name.startswith(letter) for name in board.names) for letter in "ABCDEFG"}
    assert columns == {"A": 4, "B": 5, "C": 6, "D": 7, "E": 6, "F": 5, "G": 4}
    assert board.names[board.centre] == "D4"
    main = {board.names[h] for h in board.main_field}
    rows = {"B": (2, 3, 4), "C": (2, 3, 4, 5), "D": (2, 3, 4, 5, 6), "E": (2, 3, 4, 5), "F": (2, 3, 4)}
    assert main == {f"{letter}{row}" for letter, numbers in rows.items() for row in numbers}


def test_a_shot_flies_straight_along_each_of_the_six_lines() -> None:
    # The HMG in the middle turned each way; a Transport two hexes off in that direction.
    for facing, target in zip(DIRECTIONS, ("C1", "E1", "E3", "C5", "A3", "A1"), strict=True):
        fight = Table("outpost hegemony", f"C3=0.HMG/{facing} {target}=1.Transport").battle()
        assert hits(fight) == [f"2: C3>{target} ranged 1"]


# --- turned tiles ---------------------------------------------------------------------------------
def test_a_turned_tile_has_its_edges_turned_clockwise() -> None:
    # The Thug: melee N 2, NW 1, NE 1.
    for r, facing in enumerate(DIRECTIONS):
        unit = Table("hegemony borgo", f"C3=0.Thug/{facing}").unit("C3")
        expected = {DIRECTIONS[r]: 2, DIRECTIONS[(5 + r) % 6]: 1, DIRECTIONS[(1 + r) % 6]: 1}
        assert unit["melee"] == expected


def test_armour_links_and_nets_turn_too() -> None:
    # Turned by two: the Blocker's armour (N) is SE, an Officer's link (N) SE, a net (NE) S.
    assert hits(Table("moloch outpost", "C3=0.Blocker/SE E3=1.HMG/NW").battle()) == []
    assert Table("smart vegas", "C3=0.Officer/SE D3=0.Cyborg/N").unit("D3")["ranged"] == {"NE": 2}
    assert Table("hegemony borgo", "C3=0.Net_Fighter/SE C4=1.Mutant").disabled() == {"C4"}


# --- owner, controller, own, friendly, hostile ----------------------------------------------------
def test_owner_and_controller() -> None:
    unit = Table("vegas hegemony", "C3=0.Agitator/N C2=1.Runner").unit("C2")
    assert (unit["player"], unit["controller"]) == (1, 0)


def test_players_who_are_no_team_are_hostile() -> None:
    t = Table("hegemony borgo outpost", "C3=0.Thug/N C2=1.Medic/N D2=2.Officer")
    assert hits(t.battle()) == ["2: C3>C2 melee 2", "2: C3>D2 melee 1"]


def test_teammates_are_not() -> None:
    t = Table("hegemony borgo outpost vegas", "C3=0.Thug/N C2=1.Medic/N D2=2.Officer", teams="teams=0+2,1+3")
    assert hits(t.battle()) == ["2: C3>C2 melee 2"]


# --- disabled -------------------------------------------------------------------------------------
NETTED = "A1=0.HQ E3=1.HQ C4=1.Net_Fighter/NW"
"""The Net Fighter of Hegemony on C4 has its net (printed NE) turned to C3."""


def test_a_disabled_unit_does_not_attack() -> None:
    fight = Table("outpost hegemony", f"{NETTED} C3=0.HMG/N C1=1.Scout").battle()
    assert hits(fight) == []


def test_a_disabled_unit_neither_nets_nor_links() -> None:
    t = Table("borgo hegemony", f"{NETTED} C3=0.Net_Fighter/N D3=1.Runner C2=0.Brawler/N")
    assert t.disabled() == {"C3"}
    t = Table("borgo hegemony", f"{NETTED} C3=0.Officer/N C2=0.Brawler/N")
    assert t.unit("C2")["melee"] == {"N": 2}


def test_a_disabled_unit_does_not_move_or_turn() -> None:
    board = f"{NETTED} C3=0.Runner/N"
    t = Table("outpost hegemony", board).hand(0, "Move").turn(0)
    assert [text for text in t.offers() if " C3 " in text] == []
    assert t.offers_like("move A1")
    t = Table("vegas hegemony", f"{NETTED} C3=0.Guard/N").hand(0, "Rotation", "Castling").turn(0)
    assert t.offers_like("rotate C3") == []
    assert t.offers_like("castle") == []


def test_a_disabled_unit_is_not_moved_by_a_transport() -> None:
    # A2 nets A1 too; the Smart HQ on A1 would move its neighbours, and C3 its own way.
    t = Table("smart hegemony", "A1=0.HQ E3=1.HQ A2=1.Net_Fighter/NW B1=0.Ripper").turn(0)
    assert t.is_netted("A1")
    assert t.offers_like("move") == []


def test_a_disabled_unit_neither_pushes_nor_is_pushed() -> None:
    t = Table("moloch hegemony", f"{NETTED} C3=0.Blocker C2=1.Runner").hand(0, "Push Back").turn(0)
    assert t.offers_like("push") == []
    t = Table("moloch hegemony", "A1=0.HQ E3=1.HQ C4=0.Net_Fighter/N C3=1.Runner C2=0.Blocker").hand(0, "Push Back")
    assert t.turn(0).is_netted("C3")
    assert t.offers_like("push C3") == []


def test_a_disabled_transporter_and_clown_do_not_use_their_abilities() -> None:
    t = Table("smart hegemony", f"{NETTED} C3=0.Transporter").hand(0, "Cyborg").turn(0)
    assert t.offers_like("deploy") == []
    fight = Table("moloch hegemony", f"{NETTED} C3=0.Clown/N C2=1.Scout").battle()
    assert fight["choices"] == 0
    assert hits(fight) == []


def test_a_disabled_unit_keeps_armour_and_toughness() -> None:
    # The Transporter: armour NW and N, toughness 1. The Annihilator's shot of 2 comes from the N; from the S it kills.
    front = "C3=0.Transporter/N C1=1.Annihilator/NW"
    t = Table("smart outpost", f"{front} C4=1.Harpooner/NE")
    assert t.disabled() == {"C3"}
    fight = t.battle()
    assert hits(fight) == ["2: C1>C3 ranged 1"]
    assert left(fight)["C3"] == 1


def test_a_disabled_bio_droid_still_returns() -> None:
    # The Brawler on C2 kills the netted Bio-droid on C3.
    t = Table("smart borgo", "A1=0.HQ E3=1.HQ C4=1.Net_Fighter/SW C3=0.Bio-droid/N C2=1.Brawler/S")
    t.hand(1, "Battle").turn(1)
    assert t.is_netted("C3")
    t.do("battle")
    assert "C3" not in t.now()
    assert t.discards(0) == {}
    assert {ALL_TILES[tile].name: n for tile, n in t.st.pile(0).items()}["Bio-droid"] == 1


# --- links ----------------------------------------------------------------------------------------
def test_a_link_reaches_the_unit_its_edge_faces() -> None:
    # Borgo's Scout: NW, N and NE.
    around = "C2=0.Mutant D2=0.Mutant D3=0.Mutant C4=0.Mutant B3=0.Mutant B2=0.Mutant"
    t = Table("borgo hegemony", f"C3=0.Scout/N {around}")
    quick = {name for name in ("C2", "D2", "D3", "C4", "B3", "B2") if t.unit(name)["initiative"] == [3]}
    assert quick == {"B2", "C2", "D2"}


def test_a_long_link_reaches_two_hexes_in_its_line_over_anything() -> None:
    for between in ("", "C3=1.Runner/N", "C3=0.Tripler"):
        t = Table("doomsday hegemony", f"C4=0.Main_Processor/N {between} C2=0.Delta_Shooter C1=0.Gamma_Shooter")
        assert t.unit("C2")["initiative"] == [1, 0]
        assert t.unit("C1")["initiative"] == [2, 1]


def test_a_long_link_ends_with_the_board() -> None:
    t = Table("doomsday hegemony", "A1=0.Main_Processor/N A2=0.Delta_Shooter C1=0.Gamma_Shooter")
    assert t.unit("A2")["initiative"] == [1]
    assert t.unit("C1")["initiative"] == [2, 1]
