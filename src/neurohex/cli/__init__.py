"""The command `neurohex`: one module a command, imported only when it is called.

What goes wrong is told in one line on standard error with exit code 2 and nothing on standard output; a command
that is interrupted ends with 130, and one whose reader has gone away with 141, as other programs do.
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
    """Run a command line, given without the program's name; the exit code. Raises nothing for what a user did."""
    words = list(sys.argv[1:] if argv is None else argv)
    _write_what_can_be_written()
    try:
        code = _run(words)
        sys.stdout.flush()
    except CommandError as error:
        return _complain(str(error))
    except BrokenPipeError:
        _leave_stdout()
        return NO_READER
    except OSError as error:
        _leave_stdout()
        place = f"{error.filename}: " if error.filename else ""
        return _complain(f"{place}{error.strerror or error}")
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except SystemExit as done:  # argparse has printed its help or the version
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
    """The errors whose text is one line for whoever wrote the wrong thing."""
    from neurohex.draw import DrawError
    from neurohex.notation.errors import NotationError
    from neurohex.rules.game import GameError
    from neurohex.tiles import ArmyError, UnknownTile

    return NotationError, GameError, DrawError, ArmyError, UnknownTile


def _complain(message: str) -> int:
    """Say on one line what is wrong, whatever the names in it are made of."""
    print(f"neurohex: {' '.join(message.splitlines())}", file=sys.stderr)
    return WRONG


_ALIKE: Final = {
    **dict(zip("╱╲‾━─·•×−→»…♥§∞", "/\\-=-.*x->>~h#*", strict=True)),
    **dict(zip("“”‘’–—", "\"\"''--", strict=True)),
    **dict(zip("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "acelnoszzACELNOSZZ", strict=True)),
}
"""Letters that look like those of pictures and sentences, one for one, for terminals that have no more than ASCII."""


def _write_what_can_be_written() -> None:
    """A terminal without some letters gets those that look like them, else question marks, and no traceback."""
    codecs.register_error("neurohex-alike", _alike)
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="neurohex-alike")


def _alike(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_ALIKE.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


def _leave_stdout() -> None:
    """Nobody can read on: what is still to be written goes nowhere, and Python says nothing of it at its exit."""
    try:
        number = sys.stdout.fileno()
    except (OSError, ValueError):  # not a real file, as under tests
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)
