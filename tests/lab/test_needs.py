"""Missing extras give one line that says what to install; the speed of environments is measured side by side."""

from __future__ import annotations

import pytest

from neurohex.lab.bench import ENGINES, measure
from neurohex.lab.needs import MissingExtra, need


def test_a_missing_package_is_told_in_one_line() -> None:
    with pytest.raises(MissingExtra) as told:
        need("no_such_package.inner")
    assert str(told.value) == "no_such_package is not installed: pip install 'neurohex[lab]'"


def test_what_is_there_is_imported() -> None:
    assert need("json").dumps([]) == "[]"


@pytest.mark.parametrize("engine", ["neurohex", "openspiel chess"])
def test_engines_step(engine: str) -> None:
    took = measure(ENGINES[engine](), 0.01)
    assert took["done"] > 0
    assert took["seconds"] > 0
