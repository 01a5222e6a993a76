"""Fail if the installed rules are plain Python: wheels of releases must hold compiled ones."""

from __future__ import annotations

import sys

from neurohex.rules import battle

sys.exit("the rules are not compiled" if (battle.__file__ or "").endswith(".py") else 0)
