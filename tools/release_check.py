"""Check that this tree can be released: `make release-check`, which builds dist/ first.

    python tools/release_check.py            # check the tree and dist/
    python tools/release_check.py --tree     # check the tree alone

Each check prints a line. The exit code is 1 if one fails.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
URLS: Final = ("Source", "Documentation", "Changelog", "Issues")
"""Links that the page of the package must have: the links of the README are relative, and lead nowhere there."""
IN_WHEEL: Final = (
    "neurohex/py.typed",
    "neurohex/server/drawings.json",
    "neurohex/server/page/index.html",
    "neurohex/armies/borgo.toml",
    "neurohex/rules/engine.py",
)
COMPILED: Final = ("neurohex/rules/battle.", "neurohex/bots/search.")
"""Modules of the wheel that must be compiled: their names go on with `cpython-311-….so` or `cp311-win_amd64.pyd`."""
IN_SDIST: Final = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "src/neurohex/server/page/index.html")
_SECTION: Final = re.compile(r"^## \[?([^\]\s]+)\]?(?: - (\d{4}-\d\d-\d\d))?$", re.MULTILINE)


class Problem(Exception):
    """Why a check fails, in one line."""


def version_of(root: Path) -> str:
    """The version that the source states."""
    text = (root / "src/neurohex/__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise Problem("src/neurohex/__init__.py: expected __version__")
    return found.group(1)


def check_version(root: Path) -> str:
    """The version is that of a release, and has no tag yet."""
    version = version_of(root)
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
        raise Problem(f"src/neurohex/__init__.py: expected a version like 1.2.3 or 1.2.3rc1, got {version}")
    if _git(root, "tag", "--list", f"v{version}"):
        raise Problem(f"the tag v{version} exists: choose the next version in src/neurohex/__init__.py")
    return version


def check_changelog(root: Path) -> str:
    """The newest section of the changelog is that of the version, with a date, and nothing is left unreleased."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = list(_SECTION.finditer(text))
    version = version_of(root)
    if not sections:
        raise Problem("CHANGELOG.md: expected sections like `## 1.2.3 - 2030-01-31`")
    newest = sections[0]
    if newest.group(1) == "Unreleased":
        end = sections[1].start() if len(sections) > 1 else len(text)
        if text[newest.end() : end].strip():
            raise Problem(f"CHANGELOG.md: expected the changes below `## {version} - DATE`, they are below Unreleased")
        newest = sections[1] if len(sections) > 1 else newest
    if newest.group(1) != version:
        raise Problem(f"CHANGELOG.md: expected the newest section to be {version}, it is {newest.group(1)}")
    if newest.group(2) is None:
        raise Problem(f"CHANGELOG.md: expected a date, as `## {version} - 2030-01-31`")
    return f"{version}, {newest.group(2)}"


def check_urls(root: Path) -> str:
    """The package says where its source, documentation, changelog and issues are."""
    urls = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"].get("urls", {})
    missing = [name for name in URLS if not str(urls.get(name, "")).startswith("https://")]
    if missing:
        raise Problem(f"pyproject.toml: expected addresses in [project.urls] for {', '.join(missing)}")
    return f"{len(urls)} links"


def check_tree(root: Path) -> str:
    """All changes are committed."""
    changed = _git(root, "status", "--porcelain").splitlines()
    if changed:
        raise Problem(f"{len(changed)} files are changed or not committed, first: {changed[0][3:]}")
    return _git(root, "rev-parse", "--short", "HEAD")


def check_wheel(wheel: Path) -> str:
    """A wheel holds the whole game: compiled rules, page, drawings, armies, and no tests."""
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
    _contains(wheel, names, IN_WHEEL)
    for module in COMPILED:
        if not any(name.startswith(module) and name.endswith((".so", ".pyd")) for name in names):
            raise Problem(f"{wheel.name}: expected {module.rstrip('.')} to be compiled")
    foreign = [name for name in names if not name.startswith("neurohex") and "mypyc" not in name]
    if foreign:
        raise Problem(f"{wheel.name}: expected nothing but neurohex, found {foreign[0]}")
    return f"{len(names)} files, {wheel.stat().st_size / 1e6:.1f} MB"


def check_sdist(sdist: Path) -> str:
    """An sdist holds the built page, so that wheels are built from it without Node, and no tests."""
    with tarfile.open(sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    _contains(sdist, names, IN_SDIST)
    foreign = [name for name in names if name.startswith("tests/")]
    if foreign:
        raise Problem(f"{sdist.name}: expected no tests, found {foreign[0]}")
    return f"{len(names)} files, {sdist.stat().st_size / 1e6:.1f} MB"


def check_description(*archives: Path) -> str:
    """The README renders on the page of the package."""
    command = [sys.executable, "-m", "twine", "check", "--strict", *map(str, archives)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise Problem(f"twine check: {(done.stdout + done.stderr).strip().splitlines()[-1]}")
    return "twine check passed"


def _contains(archive: Path, names: Sequence[str], wanted: Sequence[str]) -> None:
    missing = [name for name in wanted if name not in names]
    if missing:
        raise Problem(f"{archive.name}: expected {', '.join(missing)}")


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, check=False, capture_output=True, text=True)
    if done.returncode:
        raise Problem(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout.rstrip()


def _only(dist: Path, pattern: str) -> Path:
    found = sorted(dist.glob(pattern))
    if len(found) != 1:
        raise Problem(f"dist: expected one {pattern}, found {len(found)}: run `make dist`")
    return found[0]


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Run all checks and print their results."""
    dist = root / "dist"
    checks: dict[str, Callable[[], str]] = {
        "version": lambda: check_version(root),
        "changelog": lambda: check_changelog(root),
        "links": lambda: check_urls(root),
        "clean tree": lambda: check_tree(root),
    }
    if "--tree" not in arguments:
        checks |= {
            "wheel": lambda: check_wheel(_only(dist, "*.whl")),
            "sdist": lambda: check_sdist(_only(dist, "*.tar.gz")),
            "description": lambda: check_description(_only(dist, "*.whl"), _only(dist, "*.tar.gz")),
        }
    failed = False
    for name, check in checks.items():
        try:
            print(f"ok      {name}: {check()}")
        except Problem as problem:
            failed = True
            print(f"failed  {name}: {problem}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
