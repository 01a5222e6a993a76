"""The rules in words: what happened and why, what holds for a unit and why, what is printed on a tile."""

from neurohex.explain.battle import explain
from neurohex.explain.line import Line

__all__ = ["Line", "explain"]
