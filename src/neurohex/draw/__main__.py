"""`python -m neurohex.draw FOLDER` redraws the pictures of docs/drawing.md."""

from __future__ import annotations

import sys
from pathlib import Path

from neurohex.board import BOARDS
from neurohex.draw import Arrow, BoardView, FoundationView, Highlight, UnitView, board_svg, sheet_svg
from neurohex.tiles import ARMIES, EXTRAS

# One or two tiles for every symbol.
_SHOWN = {
    "outpost": ("HQ", "Mobile Armor", "Annihilator", "Scoper", "Saboteur", "Recon Center"),
    "borgo": ("Super Mutant", "Net Fighter", "Super Officer", "Medic", "Scout", "Grenade"),
    "moloch": ("HQ", "Gauss Cannon", "Clown", "Brain", "Mother", "Air Strike"),
    "hegemony": ("Universal Soldier", "Gladiator", "Quartermaster", "Transport", "Battle", "Sniper"),
    "smart": ("HQ", "Transporter", "Bio-droid", "Move", "Push Back", "Terror"),
    "vegas": ("HQ", "Agitator", "Guard", "Mine", "Rotation", "Castling"),
    "doomsday": ("HQ", "Tripler", "Doom Net Fighter", "Officer", "Trap", "Small Bomb"),
}


def sample_view() -> BoardView:
    """A position that shows most of what a board can show."""
    board = BOARDS["standard"]
    at = board.index
    outpost, moloch, vegas = ARMIES["outpost"], ARMIES["moloch"], ARMIES["vegas"]
    return BoardView(
        board,
        units=(
            UnitView(at["B2"], outpost.tile("HQ"), outpost),
            UnitView(at["D4"], moloch.tile("HQ"), moloch),
            UnitView(at["B3"], outpost.tile("Commando"), outpost),
            UnitView(at["C2"], outpost.tile("Mobile Armor"), outpost, rotation=3),
            UnitView(at["A2"], outpost.tile("Scout"), outpost, rotation=1),
            UnitView(at["C3"], moloch.tile("Juggernaut"), moloch, wounds=1),
            UnitView(at["D3"], moloch.tile("Officer"), moloch, rotation=3),
            UnitView(at["D2"], moloch.tile("Net Fighter"), moloch, rotation=1),
            UnitView(at["C4"], moloch.tile("Gauss Cannon"), moloch, rotation=1),
            UnitView(at["E2"], vegas.tile("HQ"), vegas, rotation=1),
            UnitView(at["D1"], outpost.tile("Brawler"), outpost, netted=True),
            UnitView(at["E3"], moloch.tile("Hunter-Killer"), moloch, rotation=2, taken_by=vegas),
        ),
        foundations=(FoundationView(at["A3"], vegas.tile("Mine"), vegas),),
        hq_points={at["B2"]: 17, at["D4"]: 20, at["E2"]: 12},
        highlights=(Highlight(frozenset((at["B4"], at["C5"]))),),
        arrows=(Arrow(at["C2"], at["C3"], "melee", "2"), Arrow(at["B3"], at["C4"], "ranged", "1")),
    )


def main(folder: Path) -> None:
    """Write `board.svg` and `tiles.svg`."""
    folder.mkdir(parents=True, exist_ok=True)
    shown = [(ARMIES[key].tile(name), ARMIES[key]) for key, names in _SHOWN.items() for name in names]
    shown += [(tile, army) for army in EXTRAS.values() for tile in army.tiles]
    (folder / "board.svg").write_text(board_svg(sample_view(), legend=True) + "\n", encoding="utf-8")
    (folder / "tiles.svg").write_text(sheet_svg(shown, size=100) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m neurohex.draw FOLDER")
    main(Path(sys.argv[1]))
