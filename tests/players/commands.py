"""Commands that start bots."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLE = [sys.executable, str(ROOT / "examples" / "bot.py")]
SHELL = ["sh", str(ROOT / "examples" / "bot.sh")]


def own(name: str) -> list[str]:
    """Command of a built-in player."""
    return [sys.executable, "-m", "neurohex", "bot", name]


def faulty(fault: str, word: str = "") -> list[str]:
    """Command of a bot with a fault; any unknown word gives a bot without one."""
    return [sys.executable, "-I", "-S", str(Path(__file__).with_name("faulty_bot.py")), fault, word]
