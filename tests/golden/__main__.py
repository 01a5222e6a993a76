"""`python -m tests.golden` plays the golden games again and rewrites changed records."""

from __future__ import annotations

import os
import sys

from tests.golden.games import FOLDER, GAMES, kept


def main() -> int:
    """Rewrite changed records and print their names."""
    if os.environ.get("NEUROHEX_ARMIES"):
        print("the golden games are those of the armies in the package: unset NEUROHEX_ARMIES", file=sys.stderr)
        return 2
    changed = 0
    for golden in GAMES.values():
        text = golden.text(golden.play())
        old = golden.path.read_text(encoding="utf-8") if golden.path.is_file() else None
        if text != old:
            golden.path.parent.mkdir(parents=True, exist_ok=True)
            golden.path.write_text(text, encoding="utf-8", newline="\n")
            print(f"{golden.name}: {'new' if old is None else 'changed'}")
            changed += 1
    for name in sorted(kept() - GAMES.keys()):
        (FOLDER / f"{name}.txt").unlink()
        print(f"{name}: removed")
        changed += 1
    print(f"{len(GAMES)} golden games, {changed} records changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
