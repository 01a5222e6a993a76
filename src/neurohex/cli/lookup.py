"""Find armies and tiles by name."""

from __future__ import annotations

from difflib import get_close_matches

from neurohex.cli.parsing import CommandError
from neurohex.tiles import ARMIES, EXTRAS, Army, Tile, UnknownTile


def find_army(name: str, *, extras: bool = True) -> Army:
    """The army (or group of `extras`) with that key or name, in any case. Raises `CommandError`."""
    known = {**ARMIES, **EXTRAS} if extras else ARMIES
    wanted = name.casefold()
    for key, army in known.items():
        if wanted in (key.casefold(), army.name.casefold()):
            return army
    near = get_close_matches(wanted, known, n=1)
    hint = f'did you mean "{near[0]}"?' if near else f"there are {', '.join(known)}"
    raise CommandError(f'no army "{name}"; {hint}')


def find_tile(army: Army, name: str) -> Tile:
    """The tile with that name, in any case. Raises `CommandError`."""
    try:
        return army.tile(name)
    except UnknownTile as error:
        raise CommandError(str(error)) from error
