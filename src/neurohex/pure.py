"""Import the rules as plain Python even if compiled modules exist.

With NEUROHEX_PURE=1 in the environment, `neurohex.rules`, `neurohex.bots` and `neurohex.tensors` load from source. They
are slower, but a debugger, a profiler and coverage can see into them. The same seeds give the same games either way.
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

_FOLDERS: Final = {f"neurohex.{name}.": Path(__file__).with_name(name) for name in ("rules", "bots", "tensors")}


class SourceFinder(MetaPathFinder):
    """Import finder that loads the rules and the bots from source only."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The source of a module of the rules or bots; None for any other."""
        for prefix, folder in _FOLDERS.items():
            source = folder / f"{fullname.removeprefix(prefix)}.py"
            if fullname.startswith(prefix) and source.is_file():
                return importlib.util.spec_from_file_location(fullname, source)
        return None


def prefer_source() -> None:
    """Import the rules from source from now on. Modules already imported are not reloaded."""
    if not any(isinstance(finder, SourceFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, SourceFinder())


def has_compiled_rules() -> bool:
    """Whether compiled rules exist beside the source, in use or not."""
    folder = _FOLDERS["neurohex.rules."]
    return any(folder.glob("engine.*.so")) or any(folder.glob("engine.*.pyd"))


def uses_compiled_rules() -> bool:
    """Whether this process uses the compiled rules."""
    from neurohex.rules import engine

    return not str(engine.__file__).endswith(".py")
