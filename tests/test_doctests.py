"""Every example in a docstring is true."""

from __future__ import annotations

import ast
import doctest
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import neurohex

SOURCE = Path(neurohex.__file__).parents[1]
PATHS = [path for path in sorted(SOURCE.rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def docstrings(path: Path) -> Iterator[str]:
    """Those with examples, from the source: a compiled module has lost most of its docstrings."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text is not None and ">>> " in text:
                yield text


@pytest.mark.parametrize("path", PATHS, ids=module_name)
def test_examples(path: Path) -> None:
    module = importlib.import_module(module_name(path))
    runner = doctest.DocTestRunner()
    for text in docstrings(path):
        runner.run(doctest.DocTestParser().get_doctest(text, dict(vars(module)), module.__name__, str(path), None))
    result = runner.summarize(verbose=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_modules_are_found() -> None:
    assert {"neurohex", "neurohex.session", "neurohex.rules.engine"} <= set(map(module_name, PATHS))
