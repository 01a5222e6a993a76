"""Armies and their tiles."""

from __future__ import annotations

from difflib import get_close_matches

from neurohex.errors import NeurohexError
from neurohex.tiles import ARMIES, EXTRAS, Army, Tile, UnknownTile


def armies() -> tuple[Army, ...]:
    """All playable armies.

    >>> import neurohex as nh
    >>> [army.key for army in nh.armies()][:3]
    ['borgo', 'moloch', 'outpost']
    """
    return tuple(ARMIES.values())


def army(key: str) -> Army:
    """An army by its key; `mercenaries` and `bombers` are groups that belong to no army.

    Raises `NeurohexError`, which lists the keys.

    >>> import neurohex as nh
    >>> nh.army("borgo").tile("Mutant").melee
    (1, 1, 0, 0, 0, 1)
    """
    known = {**ARMIES, **EXTRAS}
    if key not in known:
        near = get_close_matches(key, known, n=1)
        meant = f'; did you mean "{near[0]}"?' if near else f"; there are {', '.join(known)}"
        raise NeurohexError(f'no army "{key}"{meant}')
    return known[key]


def tile(key: str) -> Tile:
    """A tile by its key: the army's key and the tile's name. Raises `UnknownTile`.

    >>> import neurohex as nh
    >>> nh.tile("borgo/Net_Fighter").initiative
    (1,)
    """
    group, slash, name = key.partition("/")
    if not slash:
        raise UnknownTile(f'expected army and name, such as "borgo/Mutant", got "{key}"')
    for found in army(group).tiles:
        if found.key == key:
            return found
    return army(group).tile(name.replace("_", " "))
