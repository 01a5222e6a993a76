"""The rules as plain Python, also where compiled ones lie beside them.

With NEUROHEX_PURE=1 in the environment the modules of `neurohex.rules` are read from their source: slower, and
open to a debugger, a profiler and a measure of coverage. Compiled or not, the same seeds give the same games.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Final

PURE: Final = "NEUROHEX_PURE"
"""Name of the environment variable."""

_RULES: Final = "neurohex.rules."
_FOLDER: Final = Path(__file__).with_name("rules")


class SourceFinder(MetaPathFinder):
    """Finds modules of the rules as source only."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The source of a module of the rules; nothing for any other module."""
        if not fullname.startswith(_RULES):
            return None
        source = _FOLDER / f"{fullname.removeprefix(_RULES)}.py"
        return importlib.util.spec_from_file_location(fullname, source) if source.is_file() else None


def prefer_source() -> None:
    """From now on import the rules from source. Modules that are imported already stay as they are."""
    if not any(isinstance(finder, SourceFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, SourceFinder())


def has_compiled_rules() -> bool:
    """Whether compiled rules lie beside the source, whichever of them are in use."""
    return any(_FOLDER.glob("engine.*.so")) or any(_FOLDER.glob("engine.*.pyd"))


def uses_compiled_rules() -> bool:
    """Whether the rules of this process are the compiled ones."""
    from neurohex.rules import engine

    return not str(engine.__file__).endswith(".py")
