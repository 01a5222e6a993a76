"""Ratings of people and of what they try themselves on. Pure: no clock, no I/O."""

from neurohex.rating.glicko2 import FRESH, Rating, expected, rate, rate_both, rest

__all__ = ["FRESH", "Rating", "expected", "rate", "rate_both", "rest"]
