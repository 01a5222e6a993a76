"""Gathers the pages of the documentation site in build/docs: `python tools/docs_pages.py`, as `make docs` does.

Pages come from docs/. The gallery of tiles is made from the armies, the reference from docstrings, and the pictures
of the table by the browser tests, in build/screenshots.
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
PICTURES: Final = {
    "home-{lang}-wide": ("The first page", "Strona główna"),
    "match-{lang}": ("A match", "Partia"),
    "battle-preview-{lang}": ("A preview of a Battle, phase by phase", "Podgląd bitwy, faza po fazie"),
    "lesson-{lang}-wide": ("The first lesson", "Pierwsza lekcja"),
    "armies-{lang}-wide": ("The armies", "Armie"),
    "new-{lang}-wide": ("Setting up a game", "Nowa gra"),
    "match-phone": ("On a phone", "Na telefonie"),
}
"""Screenshots that the site shows, with captions in both languages."""
GENERATED: Final = ("gallery.md", "pictures.md", "reference.md")
"""Pages that are not in docs/."""
_REFERENCE: Final = """\
# API reference

All that `import neurohex as nh` offers, and the events that a game tells. [Python](api.md) shows how they are used.

## neurohex

::: neurohex
    options:
      show_root_heading: false
      show_root_toc_entry: false
      heading_level: 3

## neurohex.events

::: neurohex.events
    options:
      show_root_heading: false
      show_root_toc_entry: false
      heading_level: 3
"""
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
    (TARGET / "reference.md").write_text(_REFERENCE, encoding="utf-8")
    for number, (lang, suffix) in enumerate((("en", ""), ("pl", ".pl"))):
        (TARGET / f"pictures{suffix}.md").write_text(_pictures(lang, number), encoding="utf-8")


def _pictures(lang: str, number: int) -> str:
    """The page with the screenshots that there are; it copies them."""
    head = ("# The table in pictures", "# Stół na obrazkach")[number]
    none = (
        "This site was built without a browser, so there are no pictures. Run `make docs` where Chromium is installed.",
        "Tę stronę zbudowano bez przeglądarki, więc nie ma tu obrazków. Uruchom `make docs` tam, gdzie jest Chromium.",
    )[number]
    parts = [head]
    (TARGET / "screenshots").mkdir(exist_ok=True)
    for stem, captions in PICTURES.items():
        name = f"{stem.format(lang=lang)}.png"
        if (SCREENSHOTS / name).is_file():
            shutil.copyfile(SCREENSHOTS / name, TARGET / "screenshots" / name)
            parts.append(f"## {captions[number]}\n\n![{captions[number]}](screenshots/{name})")
    return "\n\n".join(parts if len(parts) > 1 else [head, none]) + "\n"


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
