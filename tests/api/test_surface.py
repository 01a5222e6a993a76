"""The public API is unchanged: names, signatures and examples. A change here needs a new version."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import neurohex as nh

SURFACE = Path(__file__).parent / "surface.txt"
MADE_BY_USERS = ("Bot", "Game", "PlacedFoundation", "PlacedUnit", "Position", "PositionPlayer", "State")
UPDATE = "NEUROHEX_PIN_SURFACE"


def told(name: str) -> list[str]:
    """One line per name, and one per public member of an API class."""
    found = getattr(nh, name)
    if inspect.isfunction(found):
        return [f"{name}{inspect.signature(found)}"]
    lines = [f"{name}({', '.join(base.__name__ for base in found.__bases__)})"]
    fields = inspect.get_annotations(found)
    for member in sorted({*vars(found), *fields}):
        value = vars(found).get(member)
        plain = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
        is_public = not member.startswith("_") or (member == "__init__" and name in MADE_BY_USERS)
        if inspect.isfunction(plain) and is_public:
            lines.append(f"    {member}{inspect.signature(plain)}")
        elif not member.startswith("_") and not callable(value):
            lines.append(f"    {member}")
    return lines


def test_the_names_and_signatures_are_pinned() -> None:
    surface = "\n".join(line for name in sorted(nh.__all__) for line in told(name)) + "\n"
    if os.environ.get(UPDATE):
        SURFACE.write_text(surface)
    pinned = SURFACE.read_text()
    assert surface == pinned, f"the public interface changed; if it should, run this test with {UPDATE}=1"


def test_everything_public_has_a_docstring() -> None:
    for name in nh.__all__:
        found = getattr(nh, name)
        # mypyc leaves the docstrings of compiled errors out.
        assert inspect.getdoc(found) or found.__module__.startswith("neurohex.rules"), name
        for member, value in vars(found).items() if inspect.isclass(found) else ():
            if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                assert inspect.getdoc(value), f"{name}.{member}"


def test_all_names_are_there_and_no_others() -> None:
    assert nh.__all__ == sorted(nh.__all__, key=lambda name: (not name[0].isupper(), name))
    assert set(nh.__all__) <= set(dir(nh))
    assert nh.events.__name__ == "neurohex.events"
    wrong = "Gaem"
    with pytest.raises(AttributeError, match="no attribute 'Gaem'"):
        getattr(nh, wrong)


def test_the_import_loads_next_to_nothing() -> None:
    code = "import sys; before = set(sys.modules); import neurohex; print(sorted(set(sys.modules) - before))"
    environment = {key: value for key, value in os.environ.items() if key != "NEUROHEX_PURE"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == "['neurohex']"


def test_errors_are_one_family() -> None:
    found = [getattr(nh, name) for name in nh.__all__]
    errors = [error for error in found if inspect.isclass(error) and issubclass(error, Exception)]
    assert len(errors) == 9
    assert all(issubclass(error, nh.NeurohexError) for error in errors)
