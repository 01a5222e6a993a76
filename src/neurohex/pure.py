"""The rules as plain Python, also where compiled ones lie beside them.

With NEUROHEX_PURE=1 in the environment the modules of `neurohex.rules` and `neurohex.bots` are read from their
source: slower, and open to a debugger, a profiler and a measure of coverage. Compiled or not, the same seeds give
the same games.
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

_FOLDERS: Final = {f"neurohex.{name}.": Path(__file__).with_name(name) for name in ("rules", "bots")}


class SourceFinder(MetaPathFinder):
    """Finds modules of the rules and the bots as source only."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The source of such a module; nothing for any other."""
        for prefix, folder in _FOLDERS.items():
            source = folder / f"{fullname.removeprefix(prefix)}.py"
            if fullname.startswith(prefix) and source.is_file():
                return importlib.util.spec_from_file_location(fullname, source)
        return None


def prefer_source() -> None:
    """From now on import the rules from source. Modules that are imported already stay as they are."""
    if not any(isinstance(finder, SourceFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, SourceFinder())


def has_compiled_rules() -> bool:
    """Whether compiled rules lie beside the source, whichever of them are in use."""
    folder = _FOLDERS["neurohex.rules."]
    return any(folder.glob("engine.*.so")) or any(folder.glob("engine.*.pyd"))


def uses_compiled_rules() -> bool:
    """Whether the rules of this process are the compiled ones."""
    from neurohex.rules import engine

    return not str(engine.__file__).endswith(".py")
