"""The built page stays small: budgets in gzipped bytes, as browsers load them."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from neurohex.server.files import PAGE

FIRST = 120_000
"""Everything that the start page loads before it can be used: its scripts and styles."""
LARGEST = 75_000
"""The largest file."""
WHOLE = 420_000
"""All files: what a service worker keeps."""

pytestmark = pytest.mark.slow  # after `make page` only


def _size(name: str) -> int:
    return len(gzip.compress((PAGE / name).read_bytes(), 9, mtime=0))


def _needed(name: str, found: set[str]) -> set[str]:
    """A script with everything that it imports statically."""
    if name not in found:
        found.add(name)
        for other in re.findall(r'(?:from|import)"\./([^"]+)"', (PAGE / name).read_text(encoding="utf-8")):
            _needed(f"assets/{other}", found)
    return found


def test_the_first_page_is_small() -> None:
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href)="/(assets/[^"]+)"', index)
    scripts: set[str] = set()
    for name in [*named, *(path.relative_to(PAGE).as_posix() for path in PAGE.glob("assets/Home-*.js"))]:
        if name.endswith(".js"):
            _needed(name, scripts)
    styles = [name for name in named if name.endswith(".css")]
    sizes = {name: _size(name) for name in (*scripts, *styles)}
    assert len(sizes) > 3
    assert sum(sizes.values()) < FIRST, sizes


def test_no_file_is_large_and_all_together_are_not() -> None:
    sizes = {path.name: _size(f"assets/{path.name}") for path in PAGE.glob("assets/*")}
    assert max(sizes.values()) < LARGEST, max(sizes, key=lambda name: sizes[name])
    assert sum(sizes.values()) < WHOLE, sum(sizes.values())


def test_the_service_worker_keeps_every_file_of_the_build() -> None:
    source = (PAGE / "sw.js").read_text(encoding="utf-8")
    found = re.search(r"const FILES = (\[.*?\]);", source, re.DOTALL)
    assert found is not None
    assert set(json.loads(found.group(1))) == {f"/assets/{path.name}" for path in PAGE.glob("assets/*")}


def test_the_icons_of_the_manifest_exist() -> None:
    manifest = json.loads((PAGE / "manifest.webmanifest").read_text(encoding="utf-8"))
    icons = [icon["src"] for icon in manifest["icons"]]
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512", "any"}
    for name in (*icons, "/favicon.ico", "/apple-touch-icon.png", "/preview.png"):
        assert (PAGE / name.lstrip("/")).is_file(), name
