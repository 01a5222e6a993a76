"""The command `neurohex`: one module per command, imported only when called.

Errors are one line on standard error with exit code 2, and nothing on standard output. An interrupted command exits
with 130, and one whose reader is gone with 141, like other programs.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Sequence
from typing import Final

from neurohex.cli.parsing import CommandError, available, command_module, make_parser, run_command

__all__ = ["main"]

OK: Final = 0
WRONG: Final = 2
INTERRUPTED: Final = 130
NO_READER: Final = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line without the program's name; return the exit code. Reports user errors, never raises them."""
    words = list(sys.argv[1:] if argv is None else argv)
    _replace_unprintable()
    try:
        code = _run(words)
        sys.stdout.flush()
    except CommandError as error:
        return _complain(str(error))
    except BrokenPipeError:
        _discard_output()
        return NO_READER
    except OSError as error:
        _discard_output()
        place = f"{error.filename}: " if error.filename else ""
        return _complain(f"{place}{error.strerror or error}")
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except SystemExit as done:  # argparse printed its help or the version
        return done.code if isinstance(done.code, int) else OK
    return code


def _run(words: list[str]) -> int:
    words = words or ["table"]
    chosen = next((word for word in words if not word.startswith("-")), "")
    command = command_module(chosen) if chosen in available() else None
    parser = make_parser(chosen, command)
    args = parser.parse_args(words)
    if command is None:
        raise CommandError("a command is missing (see neurohex --help)")
    try:
        return run_command(chosen, command, args)
    except (ValueError, KeyError) as error:
        if isinstance(error, _errors_for_people()):
            raise CommandError(str(error)) from error
        raise


def _errors_for_people() -> tuple[type[Exception], ...]:
    """The errors whose text is one line for the user."""
    from neurohex.draw import DrawError
    from neurohex.notation.errors import NotationError
    from neurohex.rules.game import GameError
    from neurohex.tiles import ArmyError, UnknownTile

    return NotationError, GameError, DrawError, ArmyError, UnknownTile


def _complain(message: str) -> int:
    """Print a one-line error, even if its names contain unprintable characters."""
    print(f"neurohex: {' '.join(message.splitlines())}", file=sys.stderr)
    return WRONG


_ALIKE: Final = {
    **dict(zip("╱╲‾━─·•×−→»…♥§∞", "/\\-=-.*x->>~h#*", strict=True)),
    **dict(zip("“”‘’–—", "\"\"''--", strict=True)),
    **dict(zip("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "acelnoszzACELNOSZZ", strict=True)),
}
"""ASCII replacements for the characters of pictures and sentences, for terminals without them."""


def _replace_unprintable() -> None:
    """Replace characters that the terminal lacks with similar ones, otherwise question marks; never fail."""
    codecs.register_error("neurohex-alike", _alike)
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="neurohex-alike")


def _alike(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_ALIKE.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


def _discard_output() -> None:
    """The reader is gone: discard the rest of the output, so that Python reports nothing at exit."""
    try:
        number = sys.stdout.fileno()
    except (OSError, ValueError):  # not a real file, as under tests
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)
