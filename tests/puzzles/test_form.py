"""Reading and writing puzzles: what is wrong is told on one line that names the place."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from neurohex.puzzles import PuzzleError, load_puzzles, puzzles_text, read_puzzles, save_puzzles
from tests.puzzles.test_solver import KNOWN

GOOD: dict[str, object] = {
    "id": "one",
    "position": "living standard moloch:3 borgo:20* | A3=1.HQ E3=0.HQ C3=0.Blocker",
    "hand": ["Brawler", "Grenade"],
    "use": 1,
    "mode": "exactly",
    "goal": {"kind": "hq"},
}


def text(**changes: object) -> str:
    """A file with one puzzle, changed."""
    return json.dumps({"format": "neurohex-puzzles", "version": 1, "puzzles": [{**GOOD, **changes}]})


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    save_puzzles(tmp_path / "some.json", KNOWN)
    assert load_puzzles(tmp_path / "some.json") == KNOWN
    assert [path.name for path in tmp_path.iterdir()] == ["some.json"]
    plain = msgspec.structs.replace(KNOWN[0], themes=())
    written = json.loads(puzzles_text([plain]))["puzzles"][0]
    assert (written["mode"], written["themes"]) == ("exactly", [])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"position": "moloch borgo | A3=1.HQ"}, "puzzles[0].position: expected the HQ of player 0, moloch"),
        ({"position": "moloch borgo | Z3=1.HQ"}, 'puzzles[0].position: Z3=1.HQ: no hex "Z3"'),
        ({"position": "moloch borgo smart | A3=1.HQ"}, "puzzles[0].position: expected 2 players, got 3"),
        (
            {"position": "moloch borgo* | A3=1.HQ E3=0.HQ C3=0.Medic C2=0.Medic C1=0.Medic"},
            "puzzles[0].position: 3 times Medic of moloch on the board, the box holds 2",
        ),
        (
            {"position": "moloch borgo* | A3=1.HQ E3=0.HQ | C3=0.Mine"},
            "puzzles[0].position: C3: Mine is no tile of moloch",
        ),
        ({"hand": []}, "puzzles[0].hand: expected 1 to 5 tiles, got 0"),
        ({"hand": ["Mutant"] * 6}, "puzzles[0].hand: expected 1 to 5 tiles, got 6"),
        ({"hand": ["Juggernaut"]}, "puzzles[0].hand[0]: no tile 'Juggernaut' in Borgo"),
        ({"hand": ["Mutant", "Battle"]}, "puzzles[0].hand[1]: expected a tile that can be played before the Battle"),
        ({"hand": ["Medic", "Medic"]}, "puzzles[0].hand[1]: one Medic too many: the box holds 1"),
        ({"hand": "Mutant"}, "puzzles[0].hand: expected `array`, got `str`"),
        ({"use": 3}, "puzzles[0].use: expected 1 to 2, the tiles in hand, got 3"),
        ({"mode": "some"}, "puzzles[0].mode: invalid enum value 'some'"),
        ({"goal": {"kind": "draw"}}, "puzzles[0].goal.kind: invalid value 'draw'"),
        ({"goal": {"kind": "damage", "least": 4}}, "puzzles[0].goal.least: expected 1 to 3"),
        ({"goal": {"kind": "unit", "hex": "B1", "tile": "Blocker"}}, "puzzles[0].goal.hex: expected the hex of a unit"),
        ({"goal": {"kind": "unit", "hex": "C3", "tile": "Clown"}}, 'puzzles[0].goal.tile: expected "Blocker"'),
        ({"goal": {"kind": "unit", "hex": "A3", "tile": "HQ"}}, "puzzles[0].goal.hex: expected a hostile unit"),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, object], said: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        read_puzzles(text(**changes))
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("{", "input data was truncated"),
        ("[]", "expected `object`, got `array`"),
        ('{"format": "x", "version": 1, "puzzles": []}', 'format: expected "neurohex-puzzles", got "x"'),
        ('{"format": "neurohex-puzzles", "version": 2, "puzzles": []}', "version: expected 1, got 2"),
    ],
)
def test_files_that_are_none(file: str, said: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        read_puzzles(file)
    assert str(caught.value) == said


def test_an_id_is_of_one_puzzle() -> None:
    data = json.loads(text())
    data["puzzles"] *= 2
    with pytest.raises(PuzzleError, match=r'puzzles\[1\]\.id: "one" is the id of puzzles\[0\] too'):
        read_puzzles(json.dumps(data))


def test_a_board_that_would_be_full_is_refused() -> None:
    free = ("A1", "A2")
    hexes = [
        f"{column}{row}" for column, rows in zip("ABCDE", (3, 4, 5, 4, 3), strict=True) for row in range(1, rows + 1)
    ]
    tiles = iter(["HQ", *["Blocker"] * 2, *["Hybrid"] * 2, "Mother", "Brain", "Medic", "Officer", "Scout", "Clown"])
    own = iter(["HQ", *["Mutant"] * 6, *["Claws"] * 4])
    taken = [hex_ for hex_ in hexes if hex_ not in free]
    words = []
    for number, hex_ in enumerate(taken):
        name = next(own, None) if number % 2 else None
        words.append(f"{hex_}=1.{name}" if name else f"{hex_}=0.{next(tiles)}")
    with pytest.raises(PuzzleError, match="expected more than 2 free hexes"):
        read_puzzles(text(position=f"moloch borgo* | {' '.join(words)}", hand=["Brawler", "Grenade"], use=2))
