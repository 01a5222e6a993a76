"""Missing extras give one line that says what to install; the speed of environments is measured side by side."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from neurohex.lab.bench import ENGINES, measure
from neurohex.lab.needs import MissingExtra, need


def test_a_missing_package_is_told_in_one_line() -> None:
    with pytest.raises(MissingExtra) as told:
        need("no_such_package.inner")
    assert str(told.value) == "no_such_package is not installed: pip install 'neurohex[lab]'"


def test_what_is_there_is_imported() -> None:
    assert need("json").dumps([]) == "[]"


WITHOUT = (
    "import runpy, sys; sys.modules[sys.argv.pop(1)] = None; runpy.run_module(sys.argv.pop(1), run_name='__main__')"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("package", "command"),
    [
        ("pyarrow", "neurohex dataset random --games 1 --out data"),
        ("pyarrow", "neurohex study --greedy 2 --out study"),
        ("numpy", "neurohex study --greedy 2 --out study"),
        ("numpy", "neurohex.lab.ppo --lessons 1"),
        ("numpy", "neurohex.lab.seat policy model.npz"),
        ("open_spiel", "neurohex.lab.seat mcts"),
    ],
)
def test_commands_say_what_to_install(package: str, command: str, tmp_path: Path) -> None:
    (tmp_path / "model.npz").touch()
    words = [sys.executable, "-c", WITHOUT, package, *command.split()]
    lines = b"hello 1\n"
    done = subprocess.run(words, capture_output=True, cwd=tmp_path, input=lines, timeout=120)
    told = done.stderr.decode().splitlines()
    assert done.returncode != 0
    assert len(told) == 1, told
    assert package in told[0]
    assert "is not installed: pip install 'neurohex[lab]'" in told[0]


@pytest.mark.parametrize(
    ("module", "package"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "open_spiel"), ("policy", "numpy")],
)
def test_modules_say_what_to_install(module: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel" if package == "open_spiel" else package, None)
    monkeypatch.delitem(sys.modules, f"neurohex.lab.{module}", raising=False)
    with pytest.raises(MissingExtra, match=rf"{package} is not installed: pip install 'neurohex\[lab\]'"):
        importlib.import_module(f"neurohex.lab.{module}")


@pytest.mark.parametrize("engine", ["neurohex", "openspiel chess"])
def test_engines_step(engine: str) -> None:
    took = measure(ENGINES[engine](), 0.01)
    assert took["done"] > 0
    assert took["seconds"] > 0
