"""neurohex: the board game Neuroshima Hex as exact rules, a table to play at and a field to study."""

import os

__version__ = "0.1.0"

if os.environ.get("NEUROHEX_PURE") == "1":
    from neurohex.pure import prefer_source

    prefer_source()
