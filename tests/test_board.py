from __future__ import annotations

import pytest

from neurohex.board import BOARDS, DIRECTIONS, Board, make_board

STANDARD = BOARDS["standard"]
EXPANDED = BOARDS["expanded"]
every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


def named(board: Board, hexes: tuple[int, ...]) -> list[str]:
    return [board.names[hex_] for hex_ in hexes]


def test_directions_go_clockwise_from_the_top() -> None:
    assert DIRECTIONS == ("N", "NE", "SE", "S", "SW", "NW")


def test_boards() -> None:
    assert list(BOARDS) == ["standard", "expanded", "duel"]
    assert [board.key for board in BOARDS.values()] == list(BOARDS)


def test_names_of_the_standard_board() -> None:
    assert " ".join(STANDARD.names) == "A1 A2 A3 B1 B2 B3 B4 C1 C2 C3 C4 C5 D1 D2 D3 D4 E1 E2 E3"


def test_columns_of_the_expanded_board() -> None:
    heights = {letter: sum(name[0] == letter for name in EXPANDED.names) for letter in "ABCDEFG"}
    assert heights == {"A": 4, "B": 5, "C": 6, "D": 7, "E": 6, "F": 5, "G": 4}
    assert len(EXPANDED.names) == 37


@pytest.mark.parametrize(("key", "centre"), [("standard", "C3"), ("expanded", "D4"), ("duel", "C3")])
def test_centre(key: str, centre: str) -> None:
    board = BOARDS[key]
    assert board.names[board.centre] == centre
    assert (board.column[board.centre], board.half_row[board.centre]) == (len(set(board.column)) // 2, 0)


@every_board
def test_index_gives_the_number_of_a_name(board: Board) -> None:
    assert [board.index[name] for name in board.names] == list(range(len(board.names)))


@every_board
def test_neighbours_are_mutual(board: Board) -> None:
    for hex_, around in enumerate(board.neighbours):
        for direction, other in enumerate(around):
            if other >= 0:
                assert board.neighbours[other][(direction + 3) % 6] == hex_


@every_board
def test_neighbours_lie_in_their_direction(board: Board) -> None:
    steps = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}
    for hex_, around in enumerate(board.neighbours):
        for direction, other in zip(DIRECTIONS, around, strict=True):
            if other >= 0:
                step = (board.column[other] - board.column[hex_], board.half_row[other] - board.half_row[hex_])
                assert step == steps[direction]


def test_neighbours_by_name() -> None:
    assert named(STANDARD, STANDARD.neighbours[STANDARD.index["C3"]]) == ["C2", "D2", "D3", "C4", "B3", "B2"]
    around_a1 = STANDARD.neighbours[STANDARD.index["A1"]]
    assert around_a1 == (-1, STANDARD.index["B1"], STANDARD.index["B2"], STANDARD.index["A2"], -1, -1)


@pytest.mark.parametrize(("key", "neighbours"), [("standard", 84), ("expanded", 180)])
def test_number_of_neighbours(key: str, neighbours: int) -> None:
    assert sum(other >= 0 for around in BOARDS[key].neighbours for other in around) == neighbours


@pytest.mark.parametrize(
    ("start", "direction", "line"),
    [
        ("C5", "N", ["C4", "C3", "C2", "C1"]),
        ("A3", "NE", ["B3", "C3", "D2", "E1"]),
        ("A1", "SE", ["B2", "C3", "D3", "E3"]),
        ("E2", "SW", ["D3", "C4", "B4"]),
        ("E1", "N", []),
    ],
)
def test_ray(start: str, direction: str, line: list[str]) -> None:
    ray = STANDARD.ray(STANDARD.index[start], DIRECTIONS.index(direction))
    assert named(STANDARD, ray) == line


def test_main_field() -> None:
    assert STANDARD.main_field == tuple(range(19))
    assert BOARDS["duel"].main_field == tuple(range(19))
    main_field = " ".join(named(EXPANDED, EXPANDED.main_field))
    assert main_field == "B2 B3 B4 C2 C3 C4 C5 D2 D3 D4 D5 D6 E2 E3 E4 E5 F2 F3 F4"


def test_terminals() -> None:
    assert named(BOARDS["duel"], BOARDS["duel"].terminals) == ["A2", "B1", "B4", "C3", "D1", "D4", "E2"]
    assert STANDARD.terminals == EXPANDED.terminals == ()


def test_terminals_are_a_setting_of_the_board() -> None:
    board = make_board("duel", 2, ("A1", "E3"))
    assert named(board, board.terminals) == ["A1", "E3"]
