"""Gathers the pages of the documentation site in build/docs: `python tools/docs_pages.py`, as `make docs` does.

Pages come from docs/. The gallery of tiles is made from the armies, the screenshots by the browser tests.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Final

from neurohex.draw import tile_svg
from neurohex.explain.tiles import describe_tile
from neurohex.tiles import ARMIES, EXTRAS, Army

ROOT: Final = Path(__file__).parents[1]
TARGET: Final = ROOT / "build" / "docs"
SCREENSHOTS: Final = ROOT / "build" / "screenshots"
"""Where the browser tests leave pictures of every page."""
GALLERY: Final = {
    "gallery.md": (
        "en",
        "# Tiles\n\nEvery tile of every army, unturned. Numbers such as R3.4 name [rulings](rulings.md).\n",
    ),
    "gallery.pl.md": (
        "pl",
        "# Żetony\n\nWszystkie żetony wszystkich armii. R3.4 i podobne to numery [rozstrzygnięć](rulings.md).\n",
    ),
}
_OUTSIDE: Final = re.compile(r"\[([^\]]+)\]\(\.\./[^)]+\)")
"""A link to a file outside docs/, which the site does not have."""


def main() -> None:
    """Write all pages and pictures anew."""
    shutil.rmtree(TARGET, ignore_errors=True)
    shutil.copytree(ROOT / "docs", TARGET)
    for page in TARGET.rglob("*.md"):
        page.write_text(_OUTSIDE.sub(r"\1", page.read_text(encoding="utf-8")), encoding="utf-8")
    armies = [*ARMIES.values(), *EXTRAS.values()]
    (TARGET / "tiles").mkdir()
    for army in armies:
        for tile in army.tiles:
            (TARGET / _path(army.key, tile.name)).write_text(tile_svg(tile, army), encoding="utf-8")
    for name, (lang, head) in GALLERY.items():
        (TARGET / name).write_text("\n".join([head, *(_section(army, lang) for army in armies)]), encoding="utf-8")
    if SCREENSHOTS.is_dir():
        shutil.copytree(SCREENSHOTS, TARGET / "screenshots")


def _path(army: str, tile: str) -> str:
    return f"tiles/{army}-{re.sub(r'[^a-z0-9]+', '-', tile.casefold())}.svg"


def _section(army: Army, lang: str) -> str:
    """One army as a table of tiles."""
    rows = [
        f"| ![{tile.name}]({_path(army.key, tile.name)}){{ width=120 }} | **{tile.name}** ×{tile.count} "
        f"| {' '.join(describe_tile(tile, lang)[1:])} |"
        for tile in army.tiles
    ]
    return "\n".join([f"## {army.name}", "", "| | | |", "| --- | --- | --- |", *rows, ""])


if __name__ == "__main__":
    main()
