"""Compiles the rules and the bots with mypyc; everything else about the package is in pyproject.toml.

The compiled rules are a gift and not a need: where there is no C compiler, or anything else goes wrong, the
package is installed as plain Python with a warning. NEUROHEX_PURE_BUILD=1 asks for plain Python.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

# What is compiled, as one group: the rules, and the bots that search with them.
COMPILED = ("src/neurohex/rules", "src/neurohex/bots")
# Commands that only ask about the package; pip runs them before it builds.
QUESTIONS = {"egg_info", "dist_info", "sdist", "clean"}


def warn(reason: object) -> None:
    """Say on one line that the rules stay plain Python, and why."""
    print(f"warning: neurohex: the rules are not compiled and will be slow: {reason}", file=sys.stderr)


def extensions() -> list[Extension]:
    """The modules of the rules as one group, or nothing where they cannot or shall not be compiled."""
    if os.environ.get("NEUROHEX_PURE_BUILD") == "1" or QUESTIONS & set(sys.argv[1:]):
        return []
    paths = [path for folder in COMPILED for path in Path(folder).glob("*.py")]
    modules = sorted(path.as_posix() for path in paths if path.name != "__init__.py")
    if not modules:
        return []
    try:
        from mypyc.build import mypycify
    except ImportError as error:
        warn(error)
        return []
    try:
        compiled = mypycify(modules, opt_level="3", group_name="neurohex_rules")
    except SystemExit as error:  # how mypyc reports errors in the source
        warn(error if isinstance(error.code, str) else "mypyc refused them (its messages are above)")
        return []
    for extension in compiled:
        extension.optional = True
    return compiled


class BuildAllOrNothing(build_ext):
    """Drops every compiled module when one fails: some alone would not import, and hide the plain ones."""

    failed = False

    def build_extension(self, ext: Extension) -> None:
        """Build one module; the caller turns its failure into a warning, as all are optional."""
        try:
            super().build_extension(ext)
        except (BaseError, CCompilerError):
            self.failed = True
            raise

    def build_extensions(self) -> None:
        """Build all modules, or leave none behind."""
        super().build_extensions()
        if self.failed:
            for output in self.get_outputs():
                Path(output).unlink(missing_ok=True)
            warn("the C compiler failed (its messages are above)")


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildAllOrNothing})
