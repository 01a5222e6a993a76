"""`make release-check` finds what keeps a tree from being released."""

from __future__ import annotations

import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from tools import release_check
from tools.release_check import COMPILED, IN_WHEEL, URLS, Problem

LINKS = "\n".join(f'{name} = "https://hex.example.org/{name.lower()}"' for name in URLS)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree that can be released."""
    files = {
        "src/neurohex/__init__.py": '__version__ = "1.2.3"\n',
        "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2030-01-31\n\n- New things.\n\n## 1.2.2\n",
        "pyproject.toml": f'[project]\nname = "neurohex"\n[project.urls]\n{LINKS}\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "--quiet", "-m", "All")
    return tmp_path


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True)


def change(path: str, old: str, new: str) -> Callable[[Path], None]:
    def made(tree: Path) -> None:
        text = (tree / path).read_text()
        assert old in text
        (tree / path).write_text(text.replace(old, new))

    return made


def test_a_tree_that_can_be_released(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release_check.main(["--tree"], tree) == 0
    assert capsys.readouterr().out.splitlines()[:3] == [
        "ok      version: 1.2.3",
        "ok      changelog: 1.2.3, 2030-01-31",
        "ok      links: 4 links",
    ]


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (change("src/neurohex/__init__.py", "1.2.3", "1.2.4.dev0"), "version: src/neurohex/__init__.py: expected a v"),
        (change("src/neurohex/__init__.py", "1.2.3", "1.2.4"), "changelog: CHANGELOG.md: expected the newest section"),
        (lambda tree: git(tree, "tag", "v1.2.3"), "version: the tag v1.2.3 exists: choose the next version"),
        (change("CHANGELOG.md", " - 2030-01-31", ""), "changelog: CHANGELOG.md: expected a date"),
        (change("CHANGELOG.md", "Unreleased\n", "Unreleased\n\n- More.\n"), "they are below Unreleased"),
        (change("CHANGELOG.md", "##", "#"), "changelog: CHANGELOG.md: expected sections like"),
        (change("pyproject.toml", "Issues", "Bugs"), "expected addresses in [project.urls] for Issues"),
        (lambda tree: (tree / "new.txt").touch(), "clean tree: 1 files are changed or not committed, first: new.txt"),
    ],
)
def test_what_keeps_a_tree_from_being_released(
    tree: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Path], None], told: str
) -> None:
    spoil(tree)
    assert release_check.main(["--tree"], tree) == 1
    assert any(line.startswith("failed") and told in line for line in capsys.readouterr().out.splitlines())


def test_without_archives_the_answer_is_how_to_make_them(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert release_check.main([], tree) == 1
    assert "wheel: dist: expected one *.whl, found 0: run `make dist`" in capsys.readouterr().out


def wheel(folder: Path, *without: str, more: tuple[str, ...] = ()) -> Path:
    path = folder / "neurohex-1.2.3-cp311-cp311-linux_x86_64.whl"
    compiled = [f"{module}cpython-311-x86_64-linux-gnu.so" for module in COMPILED]
    with zipfile.ZipFile(path, "w") as files:
        for name in (*IN_WHEEL, *compiled, *more):
            if not name.startswith(without or ("nothing",)):
                files.writestr(name, "")
    return path


def test_a_wheel_must_hold_the_whole_game(tmp_path: Path) -> None:
    assert release_check.check_wheel(wheel(tmp_path)).startswith(f"{len(IN_WHEEL) + 2} files")
    for missing, told in (("neurohex/server/page", "page/index.html"), (COMPILED[0], "rules/battle to be compiled")):
        with pytest.raises(Problem, match=told):
            release_check.check_wheel(wheel(tmp_path, missing))
    with pytest.raises(Problem, match=r"expected nothing but neurohex, found tests/test_x\.py"):
        release_check.check_wheel(wheel(tmp_path, more=("tests/test_x.py",)))
