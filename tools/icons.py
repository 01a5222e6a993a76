"""Draws the page's icons and the picture of its links, from `web/public/icon.svg` and the tiles.

Run it after a change of either: `.venv/bin/python tools/icons.py`. The files are in git.
"""

from __future__ import annotations

import io
import struct
from pathlib import Path

from PIL import Image

from neurohex.draw.__main__ import sample_view
from neurohex.pictures import Picture, card_of, png_of

PUBLIC = Path(__file__).parents[1] / "web" / "public"
ICON = PUBLIC / "icon.svg"
SIZES = {"icon-192.png": 192, "icon-512.png": 512, "apple-touch-icon.png": 180}
SMALL = (16, 32, 48)
"""Sizes in favicon.ico."""
GROUND = "#12151a"
MARGIN = 0.18
"""Free space round a maskable icon: systems cut its corners."""


def padded(svg: str, share: float) -> str:
    """The icon on a ground, with a margin."""
    box = 120 * (1 + 2 * share)
    ground = f'<rect x="{-box / 2}" y="{-box / 2}" width="{box}" height="{box}" fill="{GROUND}"/>'
    head, _, rest = svg.partition(">")
    head = head.replace('viewBox="-60 -60 120 120"', f'viewBox="{-box / 2} {-box / 2} {box} {box}"')
    return f"{head}>{ground}{rest}"


def ico(svg: str) -> bytes:
    """An icon file with PNGs of several sizes."""
    images = [png_of(svg, size) for size in SMALL]
    offset = 6 + 16 * len(images)
    entries = b""
    for size, data in zip(SMALL, images, strict=True):
        entries += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(data), offset)
        offset += len(data)
    return struct.pack("<HHH", 0, 1, len(images)) + entries + b"".join(images)


def small(png: bytes) -> bytes:
    """The same picture with a palette: a third of the size."""
    image, data = Image.open(io.BytesIO(png)).convert("RGB"), io.BytesIO()
    image.quantize(128, dither=Image.Dither.NONE).save(data, "PNG", optimize=True)
    return data.getvalue()


def main() -> None:
    """Write all files."""
    svg = ICON.read_text(encoding="utf-8")
    for name, size in SIZES.items():
        (PUBLIC / name).write_bytes(png_of(padded(svg, 0.06) if "apple" in name else svg, size))
    (PUBLIC / "icon-maskable-512.png").write_bytes(small(png_of(padded(svg, MARGIN), 512)))
    (PUBLIC / "favicon.ico").write_bytes(ico(svg))
    card = card_of(Picture(sample_view(), ()), "Neuroshima Hex", "Play in the browser · Zagraj w przeglądarce")
    (PUBLIC / "preview.png").write_bytes(small(png_of(card, 1200)))


if __name__ == "__main__":
    main()
