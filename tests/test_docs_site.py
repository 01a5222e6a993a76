"""The documentation site builds without broken links or orphan pages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from tools import docs_pages

import neurohex
from neurohex.events import EVENT_TYPES

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "tools" / "docs_pages.py"], check=True)
    build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path / "site")]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(build, check=False, capture_output=True, text=True, cwd=ROOT, env=environment)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    for page in ("", "rulings", "pl/rulings", "gallery", "pl/pictures"):
        assert (tmp_path / "site" / page / "index.html").is_file()
    reference = (tmp_path / "site" / "reference" / "index.html").read_text(encoding="utf-8")
    names = [f"neurohex.{name}" for name in neurohex.__all__ if name != "events"]
    names += [f"neurohex.events.{kind.__name__}" for kind in EVENT_TYPES.values()]
    assert [name for name in names if f'id="{name}"' not in reference] == []


def test_every_page_of_the_overview_is_in_the_navigation_and_the_other_way_round() -> None:
    overview = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    navigation = yaml.safe_load((ROOT / "mkdocs.yml").read_text().replace("!!python/name:", ""))["nav"]
    listed = {
        page
        for section in navigation
        for pages in section.values()
        if isinstance(pages, list)
        for page in _paths(pages)
    }
    generated = set(docs_pages.GENERATED)
    assert {page for page in listed if f"]({page})" not in overview} == generated
    assert listed - generated == {
        path.name for path in (ROOT / "docs").glob("*.md") if path.name != "index.md" and not path.stem.endswith(".pl")
    }


def _paths(pages: list[dict[str, str]]) -> list[str]:
    return [path for page in pages for path in page.values()]
