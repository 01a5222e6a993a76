"""The wheel is the whole game: it is built from the sdist, installed into an empty environment, and played."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from neurohex import __version__
from tests.browser.player import Mouse
from tests.browser.rig import Watched, a_browser

ROOT = Path(__file__).parents[2]
PAGE = "neurohex/server/page/index.html"
MOST_BYTES = 60_000_000
"""Size of the base install, without pip."""

pytestmark = [
    pytest.mark.xdist_group("dist"),
    pytest.mark.skipif(
        os.environ.get("NEUROHEX_ALLOW_PURE") == "1", reason="the wheel holds compiled rules, which need a C compiler"
    ),
]


class Installed:
    """An environment with the wheel in it, and nothing else of this machine in reach."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        venv.create(folder / "environment", with_pip=True)
        scripts = folder / "environment" / "bin"
        self.python = scripts / "python"
        install = [str(self.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, "-c", str(ROOT / "requirements.lock"), str(wheel)], check=True, cwd=self.home)
        # No compiler, no Node, no checkout: only what the wheel brought.
        self.variables = {"PATH": str(scripts), "HOME": str(self.home)}

    def run(self, *words: str | Path) -> str:
        """The output of a command."""
        done = subprocess.run(
            words, env=self.variables, cwd=self.home, check=False, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @contextmanager
    def table(self, *words: str) -> Iterator[str]:
        """Plain `neurohex`, by its address, until the end of the block."""
        variables = {**self.variables, "NEUROHEX_PORT": "0"}
        with subprocess.Popen(
            ["neurohex", *words], env=variables, cwd=self.home, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                assert process.stdout is not None
                line = process.stdout.readline()
                address = re.search(r"http://\S+", line)
                assert address is not None, line
                yield address.group()
            finally:
                process.send_signal(signal.SIGINT)
                assert process.wait(30) == 0


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(build, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    (wheel,) = built.glob("*.whl")
    return Installed(tmp_path_factory.mktemp("installed"), wheel)


def test_sdist_and_wheel_hold_the_page_and_the_wheel_no_tests(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = archive.getnames()
    assert f"neurohex-{__version__}/src/{PAGE}" in names
    assert not any("/tests" in name for name in names)
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
    assert PAGE in names
    assert "neurohex/server/drawings.json" in names
    assert "neurohex/py.typed" in names
    assert not any(name.startswith("tests") for name in names)


def test_the_installed_rules_are_compiled(installed: Installed) -> None:
    tell = "import neurohex.rules.battle, neurohex.bots.search as s; print(neurohex.rules.battle.__file__, s.__file__)"
    for path in installed.run(installed.python, "-c", tell).split():
        assert path.startswith(str(installed.home.parent))
        assert path.endswith(".so")


def test_the_base_install_is_small(installed: Installed) -> None:
    packages = next(installed.home.parent.glob("environment/lib/*/site-packages"))
    theirs = {"pip", "setuptools", "pkg_resources", "_distutils_hack"}
    sizes = [
        path.stat().st_size
        for path in packages.rglob("*")
        if path.is_file() and path.relative_to(packages).parts[0] not in theirs
    ]
    assert 0 < sum(sizes) < MOST_BYTES


def test_a_battle_is_fought_from_the_command_line(installed: Installed) -> None:
    position = installed.home / "position.txt"
    position.write_text("living standard outpost:20 hegemony:18* | C3=0.HQ C2=1.Runner/S A1=1.HQ\n")
    told = json.loads(installed.run("neurohex", "battle", position, "--json"))
    assert told["players"][0] == {"army": "outpost", "hq": 19}


def test_neurohex_alone_opens_a_table_on_which_one_can_play(installed: Installed) -> None:
    with installed.table() as address, a_browser() as browser:
        person = Watched(browser, address)
        try:
            person.page.goto("/")
            person.page.locator('[data-action="play"]').click()
            expect(person.page.locator("[data-question]")).to_have_attribute("data-question", "hq")
            Mouse(person.page, seed=3).play(acts=3)
        finally:
            person.close()
        # A second one shows the table that is open, and makes no other.
        again = installed.run("neurohex", "table", "--no-browser")
        assert f"already: {address}" in again
    games = list(installed.home.rglob("games.db"))
    assert len(games) == 1
    assert shutil.which("neurohex", path=installed.variables["PATH"])
