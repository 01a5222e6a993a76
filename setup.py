"""Compile the rules, the bots and the tensors with mypyc. All other packaging is in pyproject.toml.

Compilation is optional: without a C compiler, or after any build error, the package installs as plain Python with
a warning. Set NEUROHEX_PURE_BUILD=1 to skip compilation, and NEUROHEX_OPT_LEVEL=0 to compile quickly into slow code
(for tests of the build itself).

For profile-guided optimisation (GCC) NEUROHEX_PROFILE is `generate:FOLDER` for a build that writes a profile there when
it runs, and `use:FOLDER` for the build that is made from it. `tools/fast.py` does both, with the training between.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

# Compiled as one group: the rules, the bots that search with them, and games as arrays.
COMPILED = ("src/neurohex/rules", "src/neurohex/bots", "src/neurohex/tensors")
# Calls between the modules' functions need no indirection, and nothing but the entry points is exported.
FLAGS = ("-fno-semantic-interposition", "-fvisibility=hidden")
# The rules are one C file of 28 MB. GCC reads it again and again to warn about indentation: a minute of each build.
QUICKER = ("-Wno-misleading-indentation",)
# Commands that only read metadata. pip runs them before the build.
QUESTIONS = {"egg_info", "dist_info", "sdist", "clean"}


def warn(reason: object) -> None:
    """Warn on one line that the rules are not compiled, and why."""
    print(f"warning: neurohex: the rules are not compiled and will be slow: {reason}", file=sys.stderr)


def extensions() -> list[Extension]:
    """The compiled modules as one group; empty if they cannot or should not be compiled."""
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
        compiled = mypycify(modules, opt_level=os.environ.get("NEUROHEX_OPT_LEVEL", "3"), group_name="neurohex_rules")
    except SystemExit as error:  # raised by mypyc for errors in the source
        warn(error if isinstance(error.code, str) else "mypyc refused them (its messages are above)")
        return []
    for extension in compiled:
        extension.optional = True
        if sys.platform != "win32":
            extension.extra_compile_args = [*(extension.extra_compile_args or []), *FLAGS, *QUICKER, *profile_flags()]
            extension.extra_link_args = [*(extension.extra_link_args or []), *strip_flags(), *profile_flags()]
    return compiled


def strip_flags() -> list[str]:
    """Linker flags that leave symbols out of wheels: half of the size. Builds in place keep them, for profilers."""
    return ["-Wl,-s"] if sys.platform == "linux" and "bdist_wheel" in sys.argv else []


def profile_flags() -> list[str]:
    """GCC's flags for the profile that NEUROHEX_PROFILE asks for."""
    step, _, folder = os.environ.get("NEUROHEX_PROFILE", "").partition(":")
    if step == "generate":
        return [f"-fprofile-generate={folder}", "-fprofile-update=single"]
    if step == "use":
        # By default GCC takes what makes up the last percent of the training for cold, and optimises it for size. That
        # would be most of the rules: they are many small functions.
        hot = "--param=hot-bb-count-ws-permille=1000"
        return [f"-fprofile-use={folder}", "-fprofile-correction", "-Wno-missing-profile", hot]
    return []


class BuildAllOrNothing(build_ext):
    """Remove every compiled module if one fails. A partial set would not import, and would hide the source."""

    failed = False

    def build_extension(self, ext: Extension) -> None:
        """Build one module. All are optional, so setuptools turns a failure into a warning."""
        try:
            super().build_extension(ext)
        except (BaseError, CCompilerError):
            self.failed = True
            raise

    def build_extensions(self) -> None:
        """Build all modules or leave none."""
        super().build_extensions()
        if self.failed:
            for output in self.get_outputs():
                Path(output).unlink(missing_ok=True)
            warn("the C compiler failed (its messages are above)")


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildAllOrNothing})
